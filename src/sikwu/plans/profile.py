"""How far one hand is from each plan: the price profile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sikwu.hand import Hand, MeldKind
from sikwu.plans.plan import Plan, RulesPlans, plans_of
from sikwu.plans.template import ANY, CHOWS, PUNGS, tiles_of
from sikwu.reading import Shapes, counts
from sikwu.rules.ruleset import Ruleset
from sikwu.tiles import KINDS, Tile, Wind

NEVER = 99


@dataclass(frozen=True, slots=True)
class Aim:
    """A plan as one hand sees it."""

    plan: Plan
    fan: int
    """The least fan of such a win by a discard."""
    away: int
    """Tiles missing; 1: ready for it."""
    useful: tuple[Tile, ...]
    """Kinds that bring it nearer."""


def aims(hand: Hand, ruleset: Ruleset | str, seat: Wind = Wind.EAST, round: Wind = Wind.EAST) -> tuple[Aim, ...]:
    """Every plan that the melds still allow, with the fan of honours at hand, nearest first; plans that cannot be reached are left out.

    >>> from sikwu.win import Win
    >>> told = aims(Win.parse("1123478m 99s EE 中中").hand, "hk-standard")
    >>> [(aim.plan.pattern, aim.fan, aim.away) for aim in told if aim.plan.pattern == "half_flush"][:1]
    [('half_flush', 7, 3)]
    """
    book = plans_of(ruleset)
    concealed = counts(hand.concealed)
    rows = book.kernel.distances(concealed, seat, round)
    extra = _laid_fan(book, hand, seat, round)
    claimed = any(meld.kind is not MeldKind.KONG_CONCEALED for meld in hand.melds)
    found = []
    for number, (plan, row) in enumerate(zip(book.plans, rows, strict=True)):
        least = plan.least[0 if claimed else 2]
        if least < 0 or row[0] >= NEVER or not _allowed(plan, hand):
            continue
        level = max(level for level, away in enumerate(row) if away == row[0])
        away, mask = book.kernel.useful(number, level, concealed, seat, round)
        found.append(Aim(plan, least + extra + level, away, tuple(Tile(k) for k in range(KINDS) if mask >> k & 1)))
    return tuple(sorted(found, key=lambda each: (each.away, -each.fan)))


def levels(
    hand: Hand, ruleset: Ruleset | str, fan: Sequence[int], seat: Wind = Wind.EAST, round: Wind = Wind.EAST
) -> tuple[int, ...]:
    """The price profile: for each number of fan, the fewest tiles missing from a hand worth at least that much; 99 if there is no such hand.

    >>> from sikwu.win import Win
    >>> levels(Win.parse("1123478m 99s EE 中中").hand, "hk-standard", (0, 3, 7))
    (3, 3, 3)
    """
    book = plans_of(ruleset)
    rows = book.kernel.distances(counts(hand.concealed), seat, round)
    extra = _laid_fan(book, hand, seat, round)
    claimed = any(meld.kind is not MeldKind.KONG_CONCEALED for meld in hand.melds)
    best = [NEVER] * len(fan)
    for plan, row in zip(book.plans, rows, strict=True):
        least = plan.least[0 if claimed else 2]
        if least < 0 or not _allowed(plan, hand):
            continue
        for place, wanted in enumerate(fan):
            need = max(0, wanted - extra - least)
            if need < len(row):
                best[place] = min(best[place], row[need])
    return tuple(best)


def _laid_fan(book: RulesPlans, hand: Hand, seat: Wind, round: Wind) -> int:
    """Fan of melds of honours and of open flowers."""
    pungs = [meld.tile for meld in hand.melds if meld.kind is not MeldKind.CHOW and meld.tile >= 27]
    flowers = sum(1 << (tile - KINDS) for tile in hand.flowers)
    return sum(book.honour_fan(tile, seat, round) for tile in pungs) + book.flower_fan(flowers, seat)


def _allowed(plan: Plan, hand: Hand) -> bool:
    """Whether the melds fit the plan."""
    kinds, sets, shape = plan.template
    if shape != Shapes.STANDARD:
        return not hand.melds
    for meld in hand.melds:
        chow = meld.kind is MeldKind.CHOW
        if sets not in (ANY, CHOWS if chow else PUNGS):
            return False
        if any(not kinds >> tile & 1 for tile in tiles_of((MeldKind.CHOW if chow else MeldKind.PUNG, meld.tile))):
            return False
    return True
