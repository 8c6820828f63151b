"""Cases of houses with further tables, in the corpus format with the text of the rules file; and random houses against the twin."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from own_tables import random_tables
from reference.agreement import disagreement
from reference.judge import Judge
from reference.samples import random_win
from sikwu import Win, score
from sikwu.cases import answer
from sikwu.looking import look
from sikwu.rules.files import from_toml
from sikwu.rules.presets import DOCUMENTS
from sikwu.texts import HandError
from sikwu.wire.offline import bundle

FILE = Path(__file__).parent.parent / "data" / "house_cases.jsonl"
CASES: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_cases(case: dict[str, Any]) -> None:
    told = answer(case)
    assert {name: told.get(name) for name in case["expect"]} == case["expect"], case["why"]
    assert case["source"]
    assert sum(map(_number, case["expect"].get("payments", {}).values())) == 0


def _number(amount: object) -> object:
    from fractions import Fraction

    return Fraction(str(amount))


def test_a_case_names_its_rules_once() -> None:
    with pytest.raises(HandError) as error:
        answer({**CASES[0], "ruleset": "hk-common"})
    assert error.value.code == "case.house"
    with pytest.raises(HandError) as error:
        answer({**CASES[0], "rules": "0" * 16})
    assert error.value.code == "case.rules"


def test_random_houses_are_judged_as_the_twin_judges_them() -> None:
    chance = Random(3)
    for number in range(20):
        rules = random_tables(chance, list(DOCUMENTS)[number % len(DOCUMENTS)])
        judge = Judge(rules)
        for _ in range(25):
            win = random_win(chance, rules.document.sets)
            assert disagreement(win, rules, judge) == "", (win.text, rules)


# --- conditions on a win


DRAWN = '[options]\n"hand.min_fan" = 0\n[[needs]]\nwhen = "self_drawn | (suits == 1)"\nzh = "要自摸或清一色。"\nen = "Self-drawn, or one suit."\n'


def test_a_hand_that_does_not_satisfy_a_need_hears_its_sentence() -> None:
    rules = from_toml(DRAWN)
    with pytest.raises(HandError) as error:
        score("123m 456p 789s 99s 55m +5m<W", rules)
    assert error.value.code == "win.not_legal"
    assert "Self-drawn, or one suit." in error.value.message("en")
    assert "要自摸或清一色。" in error.value.message("zh")
    assert score("123m 456p 789s 99s 55m +5m", rules).patterns["self_draw"] == 1


def test_waits_and_plays_know_the_needs() -> None:
    found = look("123m 456p 789s 99s 55m", from_toml(DRAWN))
    assert len(found.waits) == 3
    assert all(wait.discard.problem is not None and wait.self_draw.problem is None for wait in found.waits)


def test_several_needs_each_say_their_sentence() -> None:
    rules = from_toml(DRAWN + '[[needs]]\nwhen = "flowers >= 1"\nen = "A flower is needed."\n')
    with pytest.raises(HandError) as error:
        score("123m 456p 789s 99s 55m +5m", rules)
    assert "A flower is needed." in error.value.message("zh")


# --- fan that do not count toward the minimum


def test_a_short_hand_says_what_counts() -> None:
    rules = from_toml('[options]\n"hand.min_fan" = 3\n[fan]\nself_draw = { fan = 3, toward_minimum = false }\n')
    told = score("123m 456p 789s 99s 55m +5m 2f", rules)
    assert (told.fan, told.toward_minimum, told.valid) == (3, 0, False)
    assert rules.pay(told.packed) == (0, 0, 0, 0)
    assert score("123m 456p 789s 99s 55m +5m 2f", from_toml("[fan]\nself_draw = 3")).valid


def test_a_house_pattern_may_stay_out_of_the_minimum() -> None:
    pattern = '[[patterns]]\nid = "p"\nwhen = "suits >= 2"\nfan = 9\n'
    rules, aside = (from_toml(pattern + more) for more in ("", "toward_minimum = false\n"))
    hand = "123m 456p 789s 99s 55m +5m<W 2f"
    assert (score(hand, rules).valid, score(hand, aside).valid) == (True, False)
    assert rules.hash != aside.hash


def test_rules_without_such_rows_keep_their_program() -> None:
    assert b'"aside"' not in bundle(from_toml("[fan]\nself_draw = 3"))
    assert Win.parse("123m 456p 789s 99s 55m +5m<W 2f")
