"""The CASES format: one JSON object a line in, one answer a line out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from sikwu.problems import HandError, Problem, SikwuError, nearest
from sikwu.rules.presets import ruleset
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import score
from sikwu.win import By, Win

KINDS = ("score",)
SCORE_KEYS = ("seat", "round", "streak", "hand", "melds", "win", "by", "from", "flowers", "at")
KEYS = ("id", "kind", "ruleset", "options", *SCORE_KEYS)


def answers(lines: Iterable[str | bytes]) -> Iterator[bytes]:
    """One line of JSON for each line that is not empty; a bad line gives an error and the next one is read."""
    for line in lines:
        if line.strip():
            yield msgspec.json.encode(answer_line(line))


def answer_line(line: str | bytes) -> dict[str, Any]:
    """The answer to one line of text."""
    try:
        case = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        wrong = Problem("case.not_json", f"這一行不是 JSON：{error}", f"This line is not JSON: {error}")
        return _error(None, HandError([wrong]))
    if not isinstance(case, dict):
        return _error(
            None,
            HandError([Problem("case.not_object", "一個個案要是一個 JSON 物件。", "A case must be one JSON object.")]),
        )
    try:
        return {"id": case.get("id"), "answer": answer(case)}
    except SikwuError as error:
        return _error(case.get("id"), error)


def answer(case: dict[str, Any]) -> dict[str, Any]:
    """The answer to one case; raises with everything that is wrong with it.

    >>> answer({"kind": "score", "ruleset": "hk-standard", "seat": "E", "round": "E", "hand": "1119m 999p 111s 99s 9m",
    ...         "win": "9s", "by": "self_draw", "flowers": "2f"})["fan"]
    Traceback (most recent call last):
        ...
    sikwu.problems.HandError: 9s does not complete the hand; it is not ready.
    """
    problems: list[Problem] = []
    kind = case.get("kind", "score")
    if kind not in KINDS:
        guess = nearest(str(kind), KINDS)
        problems.append(
            Problem(
                "case.kind",
                f"不認識 kind {kind}；可以是：{'、'.join(KINDS)}",
                f"unknown kind {kind}" + (f"; did you mean {guess}?" if guess else f"; it can be {', '.join(KINDS)}"),
            )
        )
        raise HandError(problems)
    # Other keys are the writer's own (expect, why, source …), unless one looks like a slip of the pen.
    for key in sorted(set(case) - set(KEYS)):
        guess = misspelt(key, KEYS)
        if guess:
            problems += [
                Problem("case.key", f"不認識 {key}；是否想說 {guess}？", f"unknown key {key}; did you mean {guess}?")
            ]
    rules = win = None
    try:
        rules = case_ruleset(case)
    except SikwuError as error:
        problems += error.problems
    try:
        win = Win.from_case({k: v for k, v in case.items() if k in SCORE_KEYS})
        if rules is None or problems:
            problems += win.problems(rules.book.size if rules else 13)
    except SikwuError as error:
        problems += error.problems
    if problems:
        raise HandError(problems)
    assert rules is not None
    assert win is not None
    told = score(win, rules)
    out: dict[str, Any] = {"patterns": told.patterns, "fan": told.fan, "capped": told.capped, "valid": told.valid}
    if win.by is not By.FLOWERS:
        out["waits"] = " ".join(map(str, told.waits))
    return out


def case_ruleset(case: dict[str, Any]) -> Ruleset:
    """The ruleset a case names, with its options."""
    name = case.get("ruleset", "hk-standard")
    options = case.get("options") or {}
    if not isinstance(name, str) or not isinstance(options, dict):
        wrong = Problem(
            "case.ruleset",
            "ruleset 要是一個名，options 要是 選項 → 值 的物件。",
            "ruleset must be a name, and options an object of option → value",
        )
        raise HandError([wrong])
    return ruleset(name).with_options(options) if options else ruleset(name)


def misspelt(word: str, known: Iterable[str]) -> str | None:
    """The known word that an unknown one was very likely meant to be.

    >>> misspelt("flower", KEYS), misspelt("why", KEYS)
    ('flowers', None)
    """
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, list(known), 1, 0.8)), None)


def _error(id: object, error: SikwuError) -> dict[str, Any]:
    return {"id": id, "error": {"code": error.code, "message": error.message("en"), "message_zh": error.message("zh")}}
