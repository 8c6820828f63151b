"""The kernel judges every win like the twin: each reading, what counts in it, and the best reading."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

import sikwu
from reference.agreement import disagreement
from reference.judge import Judge, TooMany
from reference.probes import random_ruleset
from reference.samples import STYLES, many, random_options, random_win, told_left
from sikwu.rules.ruleset import Ruleset

NAMES = sikwu.names()
RULESETS = ("hk-standard", "hk-common", "hk-taiwanese", "club16")


def compare(rules: Ruleset, chance: Random, count: int) -> None:
    """Asserts that both judge random wins alike."""
    judge = Judge(rules)
    for _ in range(count):
        assert disagreement(random_win(chance, rules.document.sets), rules, judge) == ""


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
@pytest.mark.parametrize("name", RULESETS)
def test_every_style_with_everything_in_use(name: str, style: str) -> None:
    chance = Random(f"style {name} {style}")
    base = sikwu.ruleset(name)
    switched_on = {option.id: True for option in base.options if option.id.endswith(".enabled")}
    for cap in ({"limit.cap_fan": 10}, {"limit.cap_fan": "none"}) if "limit.cap_fan" in base.settings else ({},):
        rules = base.with_options({**switched_on, **cap})
        judge = Judge(rules)
        for _ in range(many(8)):
            assert disagreement(random_win(chance, rules.document.sets, style), rules, judge) == ""


@pytest.mark.parametrize("size", [13, 16])
@pytest.mark.parametrize("part", range(8))
def test_rulesets_made_up_by_chance(size: int, part: int) -> None:
    chance = Random(f"made up {size} {part}")
    for _ in range(many(10)):
        rules = random_ruleset(chance, size)
        judge = Judge(rules)
        for _ in range(20):
            with suppress(TooMany):
                win = told_left(chance, random_win(chance, rules.document.sets))
                assert disagreement(win, rules, judge) == ""
