"""Attack on options as typed (`id=value`) or in a case: they give playable rules, or one error with its code."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random

import sikwu
from hostile import mutate
from hostile.attack import Attack
from hostile.refusals import legible, noticed
from sikwu.cli.shared.lookup import find_rules
from sikwu.rules.options import value_text
from sikwu.rules.presets import DOCUMENTS
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import SikwuError

SLOWEST = 2.0
Find = Callable[[str, list[str]], Ruleset]
_NUMBERS = (
    "0", "-1", "1", "999", "1000", "99999", "999999", "9999999", "9" * 30, "20000000000", "1e9", "1e99999999", "1/0", "3/2",
    "10000000000000001/3", "0.1", "-0", "+1", "１", "٣", "1_000", "0x10", "nan", "inf", "true", "false", "none", "[]", "[x]", "[a, b", ",",
)  # fmt: skip


@cache
def seeds() -> tuple[tuple[str, str], ...]:
    """Every option of every document, with a value it may have."""
    found = []
    for document in sorted(DOCUMENTS):
        rules = sikwu.ruleset(document)
        found += [(document, f"{option.id}={value_text(rules.settings[option.id])}") for option in rules.options]
    return tuple(found)


def damaged(chance: Random) -> tuple[str, list[str]]:
    """A ruleset and one to three options, at least one of them odd."""
    document, option = chance.choice(seeds())
    id, _, value = option.partition("=")
    match chance.randrange(4):
        case 0:
            option = f"{id}={chance.choice(_NUMBERS)}"
        case 1:
            option = f"{id}={mutate.text(chance, value)}"
        case _:
            option = mutate.text(chance, option, chance.choice(seeds())[1])
    others = [each for name, each in (chance.choice(seeds()) for _ in range(chance.randrange(3))) if name == document]
    if chance.random() < 0.05:
        document = mutate.text(chance, document)
    return document.replace("/", ""), [option, *others]


def judge(typed: tuple[str, list[str]], find: Find) -> str:
    """The result: rules with their hash, or problems with codes and words."""
    try:
        rules = find(*typed)
        assert rules.hash
        assert isinstance(rules.minimum, int)
    except SikwuError as error:
        return legible(error, typed)
    return "rules"


def run(seed: int, size: int, find: Find = find_rules) -> str:
    """Makes rules with damaged options."""
    chance, codes, slowest = Random(seed), Counter[str](), 0.0
    for _ in range(size):
        typed = damaged(chance)
        began = time.process_time()
        codes[judge(typed, find)] += 1
        slowest = max(slowest, time.process_time() - began)
        assert slowest < SLOWEST, f"{slowest:.1f} s for {typed}"
    made = codes.pop("rules", 0)
    return (
        f"{size:,} damaged options: {sum(codes.values()):,} refused with {len(codes)} codes, {made:,} rules made,"
        f" slowest {slowest * 1000:.0f} ms"
    )


def planted(seed: int) -> str:
    """A parser that accepts any Unicode digits, as Python does, must be noticed."""

    def careless(name: str, options: list[str]) -> Ruleset:
        for each in options:
            value = each.partition("=")[2]
            if value.isdigit():
                int(value)
        return find_rules(name, options)

    def crossed(name: str, options: list[str]) -> Ruleset:
        try:
            return careless(name, options)
        except SikwuError:
            raise
        except ValueError as error:
            raise AssertionError(f"{error}") from None

    try:
        run(seed, 20_000, crossed)
    except AssertionError as fault:
        return noticed(fault, "invalid literal", "digits that are no number read as one")
    raise AssertionError("digits that are no number were not noticed")


ATTACKS = (Attack("option texts", "G18", 20_000, 400, run, planted),)
