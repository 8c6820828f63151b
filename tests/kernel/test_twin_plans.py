"""Plans: distances as the slow twin has them, worth as the rules judge it, a house's own pattern among them."""

from __future__ import annotations

import os
from random import Random

import pytest

from reference import plans as slow
from sikwu import _kernel, ruleset
from sikwu.plans import Plan, RulesPlans, plans_of
from sikwu.plans.template import (
    ALL_KINDS,
    ANY,
    CHOWS,
    HONOURS,
    PUNGS,
    SIMPLES,
    SUITS,
    TERMINALS,
    HandTemplate,
    complete_hand,
)
from sikwu.reading import Shapes, tiles_away
from sikwu.rules.language import NUM, tiles
from sikwu.rules.pattern import Pattern
from sikwu.rules.ruleset import Ruleset
from sikwu.tiles import KINDS

HANDS = 600 if os.environ.get("SIKWU_LONG") else 25
RULESETS = ("hk-standard", "hk-classic", "hk-common", "hk-taiwanese", "club16")
MASKS = (ALL_KINDS, SUITS[1] | HONOURS, SUITS[2], HONOURS, TERMINALS | HONOURS, SIMPLES)
TEMPLATES = tuple(HandTemplate(mask, sets) for mask in MASKS for sets in (ANY, CHOWS, PUNGS))
FAN = (2, 0, 0, 1, 1, 1, 1)


def kernel_plans(templates: tuple[HandTemplate, ...]) -> _kernel.Plans:
    nothing = (0, 0, 0, 0)
    return _kernel.Plans([(*each, nothing, nothing) for each in templates], bytes(FAN) * 16, bytes(1024))


def some_hand(chance: Random, size: int) -> bytes:
    """Random tiles; half of the time from one suit and the honours, so that plans are near."""
    pool = [kind for kind in range(KINDS) for _ in range(4)]
    if chance.random() < 0.5:
        pool = [kind for kind in pool if 9 <= kind < 18 or kind >= 27]
    counts = bytearray(KINDS)
    for kind in chance.sample(pool, size):
        counts[kind] += 1
    return bytes(counts)


@pytest.mark.parametrize("sets", [1, 2, 4])
def test_distances_are_those_of_the_slow_twin(sets: int) -> None:
    chance, plans = Random(sets), kernel_plans(TEMPLATES)
    for _ in range(HANDS if sets < 4 else max(2, HANDS // 8)):
        counts = some_hand(chance, 3 * sets + 1)
        told = plans.distances(counts, 0, 0)
        for number, template in enumerate(TEMPLATES):
            for level in range(_kernel.HONOUR_LEVELS):
                assert told[number][level] == slow.away(template, level, counts, sets, FAN), (counts, template, level)


def test_useful_kinds_are_those_of_the_slow_twin() -> None:
    chance, plans = Random(9), kernel_plans(TEMPLATES)
    for _ in range(max(2, HANDS // 4)):
        counts = some_hand(chance, 7)
        for number, template in enumerate(TEMPLATES):
            level = chance.randrange(4)
            away, mask = plans.useful(number, level, counts, 0, 0)
            want = slow.useful(template, level, counts, 2, FAN)
            assert away == slow.away(template, level, counts, 2, FAN)
            assert {kind for kind in range(KINDS) if mask >> kind & 1} == want, (counts, template, level)


def test_a_plan_is_never_nearer_than_any_hand_and_rises_with_its_level() -> None:
    chance, plans = Random(4), kernel_plans(TEMPLATES)
    for _ in range(4000):
        counts = some_hand(chance, chance.choice((1, 4, 7, 10, 13, 16)))
        any_hand = tiles_away(counts, Shapes.STANDARD)
        told = plans.distances(counts, 0, 0)
        assert told[0][0] == any_hand
        for row in told:
            assert row[0] >= any_hand
            assert row == sorted(row)


@pytest.mark.parametrize("rules", RULESETS)
def test_complete_hands_of_a_plan_are_none_away_and_worth_what_it_says(rules: str) -> None:
    """Fresh hands, not those it was measured by."""
    book, size = plans_of(rules), ruleset(rules).document.size
    chance, short, seen = Random(77), [], 0
    for number, plan in enumerate(book.plans):
        for _ in range(6):
            hand = complete_hand(plan.template, size, chance)
            if hand is None:  # five sets of few kinds: many choices need a fifth tile
                continue
            seen += 1
            assert book.kernel.distances(hand.counts, 0, 0)[number][0] == 0, plan
        short.append(plan.least[0] <= plan.mean[0])
    assert all(short)
    assert seen >= 5 * len(book.plans)


def found(book: RulesPlans, kinds: int, sets: int) -> Plan:
    (plan,) = [each for each in book.plans if each.template == HandTemplate(kinds, sets)]
    return plan


def test_hong_kong_plans_have_their_fan() -> None:
    book = plans_of("hk-standard")
    assert found(book, ALL_KINDS, ANY).least[0] == 0
    assert (found(book, ALL_KINDS, CHOWS).least[0], found(book, ALL_KINDS, CHOWS).pattern) == (1, "all_chows")
    assert (found(book, ALL_KINDS, PUNGS).least[0], found(book, ALL_KINDS, PUNGS).pattern) == (3, "all_pungs")
    assert {found(book, suit | HONOURS, ANY).least[0] for suit in SUITS} == {3}
    assert {found(book, suit, ANY).least[0] for suit in SUITS} == {7}
    assert found(book, suit_pungs := SUITS[0] | HONOURS, PUNGS).least[0] == 6, suit_pungs
    # Of East in the round of East: two fan, dragons one; of South in the round of West both winds.
    assert list(book.honour[:7]) == [2, 0, 0, 0, 1, 1, 1]
    assert [book.honour_fan(kind, 1, 2) for kind in range(27, 34)] == [0, 1, 1, 0, 1, 1, 1]
    assert book.flower_fan(0, 0) == 1


def test_an_option_changes_what_a_plan_is_worth() -> None:
    dear = ruleset("hk-standard").with_options({"full_flush.fan": 9})
    assert found(plans_of(dear), SUITS[0], ANY).least[0] == 9


def test_a_pattern_of_the_house_becomes_a_plan() -> None:
    """Only even numbers and honours: nothing of ours speaks of these kinds."""
    even = NUM(2, 4, 6, 8)
    own = Pattern("evens", when=tiles.of(even) == 14, zh="全雙", en="All even")
    rules = with_pattern(ruleset("hk-standard"), own, 6)
    (plan,) = [each for each in plans_of(rules).plans if each.pattern == "evens"]
    assert plan.template.kinds == even.mask
    assert plan.least[0] >= 9  # beside all pungs
    assert not [each for each in plans_of("hk-standard").plans if each.pattern == "evens"]


def with_pattern(rules: Ruleset, pattern: Pattern, fan: int) -> Ruleset:
    return rules.with_pattern(pattern, fan)


def test_what_is_no_plan_is_refused() -> None:
    good = (ALL_KINDS, 0, 1, (0,) * 4, (0,) * 4)
    for wrong in (
        [],
        [good] * 49,
        [(0, *good[1:])],
        [(ALL_KINDS, 3, *good[2:])],
        [(ALL_KINDS, 0, 3, *good[3:])],
        [(*good[:3], (-2, 0, 0, 0), good[4])],
    ):
        with pytest.raises(ValueError, match="plan"):
            _kernel.Plans(wrong, bytes(112), bytes(1024))
    plans = kernel_plans(TEMPLATES)
    for counts, seat in ((bytes(33), 0), (bytes([5]) + bytes(33), 0), (bytes(34), 4)):
        with pytest.raises(ValueError, match=r"counts|copies"):
            plans.distances(counts, seat, 0)
    assert len(plans) == len(TEMPLATES)
