"""Kernel and twin: the kernel judges random hands as plain Python does, under the documents' rules and made-up ones."""

from __future__ import annotations

from random import Random

import sikwu
from hostile.attack import Attack
from reference.agreement import disagreement
from reference.judge import Judge, TooMany
from reference.probes import random_ruleset
from reference.samples import random_options, random_win
from sikwu.rules.presets import DOCUMENTS
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import RulesError, SikwuError

HANDS_A_HOUSE = 50


def house(chance: Random) -> Ruleset:
    """A document's rules with random options, or random rules."""
    if chance.random() < 0.3:
        return random_ruleset(chance, chance.choice((13, 16)))
    while True:
        rules = sikwu.ruleset(chance.choice(sorted(DOCUMENTS)))
        try:
            return rules.with_options(random_options(chance, rules))
        except SikwuError:
            continue


def differing(judge: Judge, rules: Ruleset, chance: Random) -> str | None:
    """The difference between the two for a random hand; None: too many ways for one of them, which reports it."""
    try:
        return disagreement(random_win(chance, rules.document.sets), rules, judge)
    except TooMany:
        return None
    except RulesError as error:
        return None if error.code == "rules.too_many_ways" else str(error)


def run(seed: int, size: int) -> str:
    """Compares hands one by one: every reading, what counts in it and for which sets, and the best reading."""
    chance, done, left = Random(seed), 0, 0
    while done < size:
        rules = house(chance)
        judge = Judge(rules)
        for _ in range(min(HANDS_A_HOUSE, size - done)):
            told = differing(judge, rules, chance)
            assert not told, told
            left += told is None
            done += 1
    assert left < size // 20, f"{left} of {size} hands had too many ways"
    return (
        f"{done - left:,} hands judged alike by kernel and twin; {left:,} left out by their own error (too many ways)"
    )


def planted(seed: int) -> str:
    """One fan changed in one of the two must be noticed."""
    chance = Random(seed)
    rules = sikwu.ruleset("hk-standard")
    judge = Judge(rules.with_options({"full_flush.fan": 8}))
    for _ in range(20_000):
        if differing(judge, rules, chance):
            return "one fan more for a full flush"
    raise AssertionError("one fan more for a full flush was not noticed")


ATTACKS = (Attack("kernel twin", "G19", 20_000, 300, run, planted),)
