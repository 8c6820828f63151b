"""The kernel judges every win as the twin does: each reading, what counts in it, and which reading is best."""

from __future__ import annotations

from random import Random

import pytest
from reference.agreement import disagreement
from reference.judge import Judge, TooMany
from reference.probes import random_ruleset
from reference.samples import STYLES, many, random_options, random_win

import sikwu
from sikwu.rules.ruleset import Ruleset

NAMES = sikwu.names()


def compare(rules: Ruleset, chance: Random, count: int) -> int:
    """Asserts that both judge random wins alike; how many were wins."""
    judge, judged = Judge(rules), 0
    for _ in range(count):
        win = random_win(chance, rules.book.sets)
        try:
            assert disagreement(win, rules, judge) == ""
        except TooMany:
            continue
        judged += 1
    return judged


@pytest.mark.parametrize("name", NAMES)
def test_rulesets_as_documented(name: str) -> None:
    compare(sikwu.ruleset(name), Random(f"documented {name}"), many(80))


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("name", NAMES)
def test_rulesets_with_random_options(name: str, part: int) -> None:
    chance = Random(f"options {name} {part}")
    for _ in range(many(2)):
        base = sikwu.ruleset(name)
        compare(base.with_options(random_options(chance, base)), chance, 25)


@pytest.mark.parametrize("style", STYLES)
def test_every_style_with_everything_in_use(style: str) -> None:
    chance = Random(f"style {style}")
    base = sikwu.ruleset("hk-standard")
    switched_on = {option.id: True for option in base.options if option.id.endswith(".enabled")}
    for cap in (10, "none"):
        rules = base.with_options({**switched_on, "limit.cap_fan": cap})
        judge = Judge(rules)
        for _ in range(many(15)):
            win = random_win(chance, 4, style if style != "unrelated" else None)
            assert disagreement(win, rules, judge) == ""


@pytest.mark.parametrize("size", [13, 16])
@pytest.mark.parametrize("part", range(8))
def test_rulesets_made_up_by_chance(size: int, part: int) -> None:
    chance = Random(f"made up {size} {part}")
    judged = 0
    for _ in range(many(10)):
        judged += compare(random_ruleset(chance, size), chance, 20)
    assert judged >= 50
