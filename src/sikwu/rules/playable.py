"""Which rules can be played: every win has a price, and no hand can be counted in more ways than the kernel tries.

The rules of the documents always can. The additions of a house are checked before play starts, never in the middle of
a deal.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from typing import TYPE_CHECKING

from sikwu.rules.language import Condition, Fact, Relation, Slot, SlotSpec, Test, parts_of
from sikwu.rules.pattern import PatternRow
from sikwu.rules.schemes import HongKongMoney
from sikwu.texts import RulesError

if TYPE_CHECKING:
    from sikwu.rules.ruleset import Ruleset

SETS, GROUPS, PAIRS = 5, 6, 8
"""The sets of the largest hand, with its pair, and the groups of the largest hand of pairs."""
MOST_INSTANCES = 72
"""The most instances of one relation in one reading that the kernel keeps (`MAX_INSTANCES`)."""
MOST_OWN = 160
"""The most instances of all rows of a house in one reading: the kernel holds 256, and the documents never need more
than 43.
"""
FLOWERS = 8


def check_playable(rules: Ruleset) -> None:
    """Refuses rules under which a win has no price, or could be counted in too many ways.

    >>> from sikwu import ruleset
    >>> from sikwu.rules.prices import read_prices
    >>> check_playable(ruleset("hk-standard").with_prices(read_prices({"4": 16, "5": 24})))
    Traceback (most recent call last):
        ...
    sikwu.texts.problem.RulesError: These rules cannot be played: a win of 3 fan has no price, the table starts at 4.
    """
    if rules.price_table is not None:
        _check_prices(rules)
    if rules.house:
        _check_ways(rules)


def _check_prices(rules: Ruleset) -> None:
    money = rules.money
    if not isinstance(money, HongKongMoney):
        return
    prices = money.prices
    fines = (max(money.false_win.fan, 1),) if rules.terms.claims.false_wins else ()
    paid = [each for each in (rules.minimum, rules.cap, prices.full_fan, *fines) if each is not None]
    if min(paid) < prices.table.first:
        raise RulesError.of("rules.no_price", fan=min(paid), first=prices.table.first)


# --- ways to count


def _check_ways(rules: Ruleset) -> None:
    own = [(house.pattern.id, row) for house in rules.house for row in house.pattern.rows]
    for id, row in own:
        if any(most_instances(each) > MOST_INSTANCES for each in _relations(row)):
            raise RulesError.of("rules.too_many_sets", pattern=id, most=MOST_INSTANCES)
    if sum(_most(row) for _, row in own) > MOST_OWN:
        raise RulesError.of("rules.too_many_counts", count=len(own), most=MOST_OWN)


def _relations(row: PatternRow) -> Iterable[Relation]:
    """Every relation that a row uses."""
    if isinstance(row.each, Relation):
        yield row.each
    level: list[Condition] = [row.when]
    while level:
        asked = [each.fact.relation for each in level if isinstance(each, Test)]
        yield from (relation for relation in asked if relation is not None)
        level = [inner for each in level for inner in parts_of(each)]


def _most(row: PatternRow) -> int:
    """The most times that a row can count in one reading."""
    if isinstance(row.each, Relation):
        return min(most_instances(row.each), MOST_INSTANCES)
    if row.each is None:
        return 1
    return PAIRS if isinstance(row.each, Fact) else FLOWERS


def most_instances(relation: Relation) -> int:
    """The most instances of a relation in one reading.

    Sets related in several ways count once; but chows with a common number count once for each number.

    >>> from sikwu.rules.language import A, chow, chow_with, related, x
    >>> most_instances(related(chow(A, x), chow(A, x))), most_instances(related(chow_with(A, x), chow_with(A, x)))
    (15, 30)
    """
    found = max(_of_sets(relation.any_of), _masks(PAIRS, _sizes_of_pairs(relation.any_of)))
    if not relation.two:
        return found
    sizes = _sizes_of_pairs(relation.any_of)
    both = _masks(PAIRS, {one + other for one in sizes for other in sizes})
    return max(found, 1 << GROUPS, both)


def _masks(groups: int, sizes: Iterable[int]) -> int:
    """The number of choices of that many groups."""
    return sum(comb(groups, size) for size in sizes)


def _of_sets(ways: Iterable[tuple[SlotSpec, ...]]) -> int:
    """The number in a reading of sets and a pair."""
    plain = _masks(GROUPS, {len(slots) for slots in ways if not _by_number(slots)})
    return plain + sum(comb(SETS, len(slots)) * _numbers(slots) for slots in ways if _by_number(slots))


def _sizes_of_pairs(ways: Iterable[tuple[SlotSpec, ...]]) -> set[int]:
    """The sizes of the ways that a reading of pairs can fill."""
    return {len(slots) for slots in ways if any(each.slot in (Slot.PAIR, Slot.TWO) for each in slots)}


def _by_number(slots: tuple[SlotSpec, ...]) -> bool:
    """Whether the slots are only chows that contain a number."""
    return all(each.slot is Slot.CHOW_WITH for each in slots)


def _numbers(slots: tuple[SlotSpec, ...]) -> int:
    """For how many numbers the same chows can be related: the numbers that all of them contain, if the slots are
    equal.
    """
    return 3 if len(set(slots)) == 1 else 9
