"""Templates of hands: which kinds, which sets, which shape; and random complete hands of them."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random
from typing import NamedTuple

from sikwu.hand import MeldKind
from sikwu.reading import Shapes
from sikwu.tiles import KINDS

ALL_KINDS = (1 << KINDS) - 1
SUITS = tuple(0x1FF << 9 * suit for suit in range(3))
HONOURS = 127 << 27
TERMINALS = sum(0x101 << 9 * suit for suit in range(3))
SIMPLES = sum(0xFE << 9 * suit for suit in range(3))
ANY, CHOWS, PUNGS = range(3)
"""Which sets: the kernel's numbers (`kernel/plans.hpp`)."""
CHOWS_A_PUNG = 4
"""How much oftener a chow is made than a pung: of sixteen tiles that may stand in it, four at a time, beside claims."""
TRIES = 60
"""The number of hands that would need a fifth tile after which a template is given up."""


class HandTemplate(NamedTuple):
    """What a hand is made of."""

    kinds: int
    """A bit each."""
    sets: int = ANY
    shape: int = int(Shapes.STANDARD)


class CompleteHand(NamedTuple):
    """Tiles that are complete. Its last set and the pair, or all of it, are concealed."""

    counts: bytes
    sets: tuple[tuple[MeldKind, int], ...]
    """Kind and lowest tile."""
    tile: int
    """The winning one: of the last set or the pair."""


def kinds_of(mask: int) -> list[int]:
    """The kinds of a bit set."""
    return [kind for kind in range(KINDS) if mask >> kind & 1]


@cache
def possible_sets(template: HandTemplate) -> tuple[tuple[MeldKind, int], ...]:
    """Every set that a hand of a template may have.

    >>> len(possible_sets(HandTemplate(SUITS[0]))), len(possible_sets(HandTemplate(ALL_KINDS, CHOWS)))
    (16, 21)
    """
    pungs = [(MeldKind.PUNG, kind) for kind in kinds_of(template.kinds)] if template.sets != CHOWS else []
    starts = [] if template.sets == PUNGS else [kind for kind in range(27) if kind % 9 < 7]
    chows = [(MeldKind.CHOW, kind) for kind in starts if template.kinds >> kind & 7 == 7]
    return (*pungs, *chows)


def tiles_of(made: tuple[MeldKind, int]) -> tuple[int, int, int]:
    """The tiles of a set.

    >>> tiles_of((MeldKind.CHOW, 3)), tiles_of((MeldKind.PUNG, 3))
    ((3, 4, 5), (3, 3, 3))
    """
    kind, low = made
    return (low, low + 1, low + 2) if kind is MeldKind.CHOW else (low, low, low)


def complete_hand(template: HandTemplate, size: int, chance: Random, without: int = 0) -> CompleteHand | None:
    """A random complete hand of a template, if possible with no pung of the kinds `without`; None: none was found."""
    shape = Shapes(template.shape)
    if shape != Shapes.STANDARD:
        return _special_hand(shape, chance)
    made = possible_sets(template)
    plain = [each for each in made if not (each[0] is MeldKind.PUNG and without >> each[1] & 1)]
    pool, pairs = plain if len(plain) > size // 3 else list(made), kinds_of(template.kinds)
    if not pool:
        return None
    often = [CHOWS_A_PUNG if kind is MeldKind.CHOW else 1 for kind, _ in pool]
    for _ in range(TRIES):
        sets = tuple(chance.choices(pool, often, k=size // 3))
        pair, counts = chance.choice(pairs), bytearray(KINDS)
        for tile in (pair, pair, *(tile for each in sets for tile in tiles_of(each))):
            counts[tile] += 1
        if max(counts) <= 4:
            return CompleteHand(bytes(counts), sets, chance.choice((pair, *tiles_of(sets[-1]))))
    return None


def _special_hand(shape: Shapes, chance: Random) -> CompleteHand:
    """A hand of a shape without sets."""
    counts = bytearray(KINDS)
    orphans = kinds_of(TERMINALS | HONOURS)
    if shape in (Shapes.SEVEN_PAIRS, Shapes.DOUBLED_PAIRS, Shapes.EIGHT_PAIRS):
        *pairs, last = chance.sample(range(KINDS), 8)
        for kind in pairs:
            counts[kind] = 2
        if shape == Shapes.EIGHT_PAIRS:
            counts[last] = 3
    elif shape in (Shapes.THIRTEEN_ORPHANS, Shapes.ORPHANS_AND_SET):
        for kind in (*orphans, chance.choice(orphans)):
            counts[kind] += 1
        if shape == Shapes.ORPHANS_AND_SET:
            for kind in tiles_of((MeldKind.CHOW, 9 * chance.randrange(3) + chance.randrange(1, 6))):
                counts[kind] += 1
    else:
        spread = [
            9 * suit + rank
            for suit in range(3)
            for rank in (chance.randrange(3), 3 + chance.randrange(3), 6 + chance.randrange(3))
        ]
        spread = [9 * suit + rank for suit in range(3) for rank in (0, 3, 6)] if not _apart(spread) else spread
        for kind in (*spread, *kinds_of(HONOURS)):
            counts[kind] = 1
        counts[chance.choice(spread)] += 1
    return CompleteHand(bytes(counts), (), chance.choice([kind for kind in range(KINDS) if counts[kind]]))


def _apart(kinds: list[int]) -> bool:
    return all(b - a >= 3 for a, b in pairwise(kinds) if a // 9 == b // 9)
