"""Attack on cases: any line gets one answer, with a documented code."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random

import sikwu.cases
from hostile import mutate
from hostile.attack import Attack
from hostile.refusals import LONGEST_TOLD, noticed
from sikwu.cli.score.answer import answers
from sikwu.corpus import cases as corpus_cases
from sikwu.texts.tables import table

SLOWEST = 1.0
"""Seconds for one line: the machine may be busy."""


@cache
def seeds() -> tuple[dict[str, object], ...]:
    """Cases of every kind, and all their rulesets."""
    found = [case for case in corpus_cases() if case.get("kind") in ("score", "multi_win", "false_win", "book")]
    return tuple(Random(1).sample(found, min(len(found), 600)))


def damaged(chance: Random) -> bytes:
    """A line that is no longer a case, or an odd one."""
    case = {key: value for key, value in chance.choice(seeds()).items() if key not in ("why", "source", "decision")}
    match chance.randrange(10):
        case 0:
            return mutate.data(chance, json.dumps(case).encode())
        case 1:
            return mutate.text(chance, json.dumps(case, ensure_ascii=False)).encode("utf-8", "surrogatepass")
        case 2:
            deep = chance.choice((5, 12, 13, 500, 5000))
            return json.dumps(case).encode()[:-1] + b', "at": ' + b"[" * deep + b"]" * deep + b"}"
    whole = mutate.plain(chance, case)
    return json.dumps(whole, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass").replace(b"\n", b" ")


def judge(line: bytes, told: bytes) -> str:
    """The code of an answer, which must have words in a readable sentence."""
    answer = json.loads(told)
    if "error" not in answer:
        assert "answer" in answer, told[:300]
        return "answered"
    code = answer["error"]["code"]
    assert code in table("en"), f"{code}: no such code, for {line[:300]!r}"
    assert code != "case.unforeseen", f"{answer['error']['message']} for {line[:1500]!r}"
    longest = max(map(len, answer["error"]["message"].split(". ")))
    assert longest <= LONGEST_TOLD, f"{longest} characters for {line[:300]!r}: {answer['error']['message'][:600]}"
    return str(code)


def run(seed: int, size: int, answer: Callable[[list[bytes]], list[bytes]] = lambda lines: list(answers(lines))) -> str:
    """Answers damaged cases."""
    chance, codes, slowest = Random(seed), Counter[str](), 0.0
    for _ in range(size):
        line = damaged(chance)
        began = time.process_time()
        told = answer([line])
        slowest = max(slowest, time.process_time() - began)
        assert slowest < SLOWEST, f"{slowest:.1f} s for {line[:300]!r}"
        assert len(told) == (1 if line.strip() else 0), f"{len(told)} answers to {line[:300]!r}"
        codes.update(judge(line, each) for each in told)
    answered = codes.pop("answered", 0)
    return (
        f"{size:,} damaged cases: {sum(codes.values()):,} refused with {len(codes)} codes, {answered:,} answered,"
        f" none unforeseen, slowest {slowest * 1000:.0f} ms"
    )


def planted(seed: int) -> str:
    """A reader that uses `options` as an object without a check must be noticed."""
    before = sikwu.cases.case_ruleset

    def careless(case: dict[str, object], houses: object) -> object:
        options = case.get("options") or {}
        options.items()  # type: ignore[attr-defined]
        return before(case)

    sikwu.cases.case_ruleset = careless  # type: ignore[assignment]
    try:
        run(seed, 5_000)
    except AssertionError as fault:
        return noticed(fault, "AttributeError", "options that are no object read as one")
    finally:
        sikwu.cases.case_ruleset = before
    raise AssertionError("options that are no object were not noticed")


ATTACKS = (Attack("cases", "G18", 100_000, 1_500, run, planted),)
