"""Hostile input, huge rules or damaged hands: an answer or an error, never a failure, and at bounded cost."""

from __future__ import annotations

import time
from collections import Counter
from random import Random
from typing import Any

import pytest

from asking import Asker, served
from hostile import mutate
from hostile.hand_lines import lines
from hostile.rules_under_budget import MAKERS, rules_file

SEED = 20261116
LONGEST = 10.0
"""Seconds of this process for one answer; a tenth of it is usual, and a noisy machine is given ten times that."""
WIN = "123678m 中中中 發發發 白 +白<W 1f seat=E round=S"


@pytest.fixture(scope="module")
def ask() -> Asker:
    return Asker(served())


def cost(ask: Asker, path: str, body: Any) -> tuple[int, str, float]:
    """The status, the code or state, and the seconds of this process that an answer took."""
    began = time.process_time()
    answer = ask.post(path, body)
    took = time.process_time() - began
    assert answer.status_code < 500, (path, body, answer.text)
    assert took < LONGEST, f"{took:.1f} s: {path} {str(body)[:3000]}"
    told = answer.json() if answer.headers["content-type"] == "application/json" else {}
    return answer.status_code, str(told.get("code") or told.get("state") or told.get("ok")), took


def test_damaged_hands(ask: Asker) -> None:
    chance, wins, found = Random(SEED), lines(), Counter[tuple[int, str]]()
    for number in range(400):
        text = mutate.text(chance, wins[number % len(wins)].text, wins[number * 7 % len(wins)].text)
        try:
            text.encode()
        except UnicodeEncodeError:  # surrogates cannot be sent
            continue
        status, state, _ = cost(ask, "/hand", {"text": text, "rules": chance.choice(("hk-standard", "club16"))})
        found[status, state] += 1
    assert {status for status, _ in found} == {200}
    assert len(found) >= 3


def test_large_rules(ask: Asker) -> None:
    chance, found, longest = Random(SEED), Counter[str](), 0.0
    for _ in range(30):
        status, ok, took = cost(ask, "/rules/check", {"toml": rules_file(chance)})
        found[f"{status} {ok}"] += 1
        longest = max(longest, took)
    print(f"{dict(found)}, at most {longest:.2f} s")
    assert found["200 False"] + found["413 request.too_long"] > 5


def test_large_rules_everywhere_else(ask: Asker) -> None:
    chance, longest = Random(SEED + 1), dict[str, float]()
    taken = 0
    for number in range(14):
        made = (MAKERS[number % len(MAKERS)](chance) for _ in range(1_000))
        when = next(text for text in made if len(text) <= 2_000)
        rules = {"patterns": [{"id": f"own{n}", "when": when, "fan": 1} for n in range(chance.choice((1, 3)))]}
        for path, body in (
            ("/hand", {"text": WIN, "rules": rules}),
            ("/compare", {"text": WIN, "rules": ["hk-common", rules, "hk-classic"]}),
            ("/rules/preview", {"option": "limit.cap_fan", "value": 8, "rules": rules}),
            ("/quiz", {"rules": rules, "n": 20}),
            ("/rules/diff", {"ours": rules, "theirs": "hk-common"}),
            ("/rules/options", {"rules": rules}),
            ("/rules/program", {"rules": rules}),
        ):
            status, _, took = cost(ask, path, body)
            taken += status == 200
            longest[path] = max(longest.get(path, 0.0), took)
    print({path: round(took, 2) for path, took in longest.items()})
    assert taken > 7


def test_rules_that_count_in_very_many_ways(ask: Asker) -> None:
    """Every pair of sets is a separate pattern: the kernel gives up, and reports it."""
    some = [f"count(related(chow(A, x), chow(B, y))) >= {n}" for n in range(1, 9)]
    each = [
        {"id": f"w{n}", "when": when, "each": "related(chow(A, x), chow(B, y))", "fan": 1}
        for n, when in enumerate(some)
    ]
    rules = {"patterns": each}
    text = "111222333444m 5m +5m"
    for path, body in (
        ("/hand", {"text": text, "rules": rules, "near": True}),
        ("/rules/check", {"rules": rules}),
        ("/quiz", {"rules": rules, "n": 20}),
        ("/rules/preview", {"option": "limit.cap_fan", "value": 8, "rules": rules}),
    ):
        print(path, *cost(ask, path, body))
