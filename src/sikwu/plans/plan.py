"""The plans of a ruleset: templates whose hands are worth something, with what they are worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from sikwu import _kernel
from sikwu.plans.template import ALL_KINDS, ANY, HONOURS, SIMPLES, SUITS, TERMINALS, HandTemplate
from sikwu.plans.worth import SampleJudge
from sikwu.reading import Shapes
from sikwu.rules.presets import rules_of
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.tile_sets import TileSet

MOST = 48
"""The most plans of a ruleset."""
SOME_MORE = 1.15
"""A plan must be worth this many times as much as a wider one: smaller differences may come from random sampling."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A template that is worth something, and the fan of its hands without those of honours and flowers.

    `least` and `mean` hold the fan of four kinds of wins: with claimed melds by discard and self-drawn, and without any by discard and self-drawn;
    -1 if no such win counts.
    """

    template: HandTemplate
    least: tuple[int, ...]
    mean: tuple[int, ...]
    pattern: str | None
    """The pattern that all its hands have; of several, the one with the most fan. None if there is no such pattern."""

    @property
    def told(self) -> tuple[int, int, int, tuple[int, ...], tuple[int, ...]]:
        """The values that the kernel takes."""
        return (*self.template, self.least, self.mean)


@dataclass(frozen=True)
class RulesPlans:
    """The plans of a ruleset, and the fan of honours and flowers."""

    ruleset: Ruleset
    plans: tuple[Plan, ...]
    honour: bytes
    """Fan of a pung of each honour, by seat and round: 4 × 4 × 7."""
    flowers: bytes
    """Fan of open flowers, by seat: 4 × 256."""
    kernel: _kernel.Plans = field(repr=False, compare=False)

    def honour_fan(self, tile: int, seat: int, round: int) -> int:
        """Fan of a pung of an honour."""
        return self.honour[(seat * 4 + round) * 7 + tile - 27]

    def flower_fan(self, flowers: int, seat: int) -> int:
        """The fan of open flowers, given as one bit each."""
        return self.flowers[seat * 256 + flowers]


@lru_cache(32)
def plans_of(ruleset: Ruleset | str = "hk-standard") -> RulesPlans:
    """The plans of a ruleset, the widest first; those that bring no more than a wider one are left out.

    >>> [plan.pattern for plan in plans_of("hk-standard").plans][:3]
    [None, 'all_chows', 'all_pungs']
    """
    rules = rules_of(ruleset)
    worth, found = SampleJudge(rules), list[Plan]()
    for template in templates(rules):
        told = worth.measured(template)
        if told is None:
            continue
        plan = Plan(template, *told)
        if not any(_as_good(each, plan) for each in found):
            found.append(plan)
    kept = tuple(found[:MOST])
    kernel = _kernel.Plans([each.told for each in kept], worth.honour, worth.flowers)
    return RulesPlans(rules, kept, worth.honour, worth.flowers, kernel)


def templates(rules: Ruleset) -> tuple[HandTemplate, ...]:
    """Every template that is measured, the widest first; shapes without sets after those of all kinds."""
    masks = [ALL_KINDS, *(suit | HONOURS for suit in SUITS), *SUITS, HONOURS, TERMINALS | HONOURS, TERMINALS]
    masks += [ALL_KINDS & ~HONOURS, SIMPLES, *_named(rules)]
    standard = [HandTemplate(mask, sets) for mask in dict.fromkeys(masks) for sets in range(3)]
    standard.sort(key=lambda each: (-each.kinds.bit_count(), each.sets))
    shapes = [each for each in Shapes if each != Shapes.STANDARD and rules.lowered.shapes & each]
    return (*standard[:3], *(HandTemplate(ALL_KINDS, ANY, int(each)) for each in shapes), *standard[3:])


def _named(rules: Ruleset) -> Iterator[int]:
    """The kinds that conditions of patterns in force speak of, and the others; not those that depend on a seat."""
    for pattern in rules.patterns:
        for row in pattern.rows:
            for tiles in _tile_sets(row.when):
                if not tiles.dynamic and tiles.mask != ALL_KINDS:
                    yield from (tiles.mask, ALL_KINDS & ~tiles.mask)


def _tile_sets(condition: object) -> Iterator[TileSet]:
    """Every set of tiles inside a condition."""
    tiles = getattr(getattr(condition, "fact", None), "tiles", None)
    if isinstance(tiles, TileSet):
        yield tiles
    part = getattr(condition, "part", None)
    inner: Iterable[object] = getattr(condition, "parts", () if part is None else (part,))
    for each in inner:
        yield from _tile_sets(each)


def _as_good(wide: Plan, plan: Plan) -> bool:
    """Whether a wider plan already gives everything that a plan gives."""
    a, b = wide.template, plan.template
    holds = a.shape == b.shape and a.kinds & b.kinds == b.kinds and a.sets in (ANY, b.sets)
    ways = zip(wide.least, plan.least, wide.mean, plan.mean, strict=True)
    return holds and not any(least > at_least and mean > SOME_MORE * usual for at_least, least, usual, mean in ways)
