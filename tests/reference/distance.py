"""Distance of tiles from complete, by comparing them with every complete hand.

A complete hand consists of independent parts: three suits and the honours. The complete parts are listed once, and a
hand's distance is the cheapest way to distribute the sets and the pair over its parts.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations, combinations_with_replacement, product

import numpy as np
import numpy.typing as npt

from reference.readings import ORPHANS, RUNS, TRIPLES, is_complete, tiles_of
from sikwu.reading import Shapes
from sikwu.tiles import KINDS

Counts = tuple[int, ...]  # copies of each of the 34 kinds
NEVER = 99
SUIT_SETS = tuple(s for s in (*TRIPLES, *RUNS) if s[-1] < 9)
HONOUR_SETS = tuple((k,) * 3 for k in range(7))
PARTS = (slice(0, 9), slice(9, 18), slice(18, 27), slice(27, 34))
TRIOS = [c for c in combinations(range(9), 3) if c[1] - c[0] >= 3 and c[2] - c[1] >= 3]


@cache
def parts(width: int, sets: int, pair: bool) -> npt.NDArray[np.int8]:
    """Every part with this many sets, with or without the pair, that four copies of each kind allow; each once.

    >>> [len(parts(9, sets, False)) for sets in range(5)]
    [1, 16, 127, 627, 2098]
    """
    found = set()
    for chosen in combinations_with_replacement(SUIT_SETS if width == 9 else HONOUR_SETS, sets):
        counts = [0] * width
        for tile in (t for s in chosen for t in s):
            counts[tile] += 1
        for two in range(width) if pair else (None,):
            whole = list(counts)
            if two is not None:
                whole[two] += 2
            if max(whole) <= 4:
                found.add(tuple(whole))
    return np.array(sorted(found), np.int8).reshape(-1, width)


@cache
def missing(part: Counts, sets: int, pair: bool, limits: Counts | None = None) -> int:
    """The fewest tiles that a part lacks of any complete part (within the limit of each kind)."""
    wanted = parts(len(part), sets, pair)
    if limits is not None:
        wanted = wanted[(wanted <= np.array(limits, np.int8)).all(axis=1)]
    if not len(wanted):
        return NEVER
    return int(np.maximum(wanted - np.array(part, np.int8), 0).sum(axis=1).min())


@cache
def shares(sets: int) -> tuple[Counts, ...]:
    """Every way to distribute this many sets over the four parts.

    >>> len(shares(4)), len(shares(5))
    (35, 56)
    """
    return tuple(share for share in product(range(sets + 1), repeat=4) if sum(share) == sets)


def away_standard(counts: Counts, sets: int, limits: Counts | None = None) -> int:
    """The fewest tiles missing from any hand of this many sets and a pair."""
    pieces = [(counts[p], None if limits is None else limits[p]) for p in PARTS]
    lacking = [
        [(missing(piece, n, False, most), missing(piece, n, True, most)) for n in range(sets + 1)]
        for piece, most in pieces
    ]
    return min(
        sum(lacking[i][n][eyes == i] for i, n in enumerate(share))
        for share in shares(sets)
        for eyes in range(len(PARTS))
    )


def away_seven_pairs(counts: Counts) -> int:
    """Seven different pairs: the seven kinds that lack the least."""
    return sum(sorted(max(0, 2 - n) for n in counts)[:7])


def away_doubled_pairs(counts: Counts) -> int:
    """Seven pairs; a kind may give two of them."""
    first = [max(0, 2 - n) for n in counts]
    second = [max(0, 2 - max(0, n - 2)) for n in counts]  # never cheaper than the first pair of the same kind
    return sum(sorted(first + second)[:7])


def away_eight_pairs(counts: Counts) -> int:
    """A triplet and seven pairs of other kinds; a kind may give two pairs."""
    best = NEVER
    for triplet in range(KINDS):
        others = [n for k, n in enumerate(counts) if k != triplet]
        first = [max(0, 2 - n) for n in others]
        second = [max(0, 2 - max(0, n - 2)) for n in others]  # never cheaper than the first pair of the same kind
        best = min(best, max(0, 3 - counts[triplet]) + sum(sorted(first + second)[:7]))
    return best


@cache
def special_hands(shape: Shapes) -> npt.NDArray[np.int8]:
    """Every complete hand of a special shape that is not made of pairs."""
    hands: Iterable[Iterable[int]]
    if shape is Shapes.THIRTEEN_ORPHANS:
        hands = ((*ORPHANS, double) for double in ORPHANS)
    elif shape is Shapes.ORPHANS_AND_SET:
        hands = ((*ORPHANS, double, *group) for double in ORPHANS for group in (*TRIPLES, *RUNS))
    else:
        singles = (
            (*range(27, KINDS), *(9 * suit + n for suit, trio in enumerate(trios) for n in trio))
            for trios in product(TRIOS, repeat=3)
        )
        hands = ((*single, double) for single in singles for double in single)
    rows = np.array([np.bincount(list(hand), minlength=KINDS) for hand in hands], np.int8)
    possible: npt.NDArray[np.int8] = rows[rows.max(axis=1) <= 4]
    return possible


def away_special(counts: Counts, shape: Shapes) -> int:
    """The fewest tiles missing from any hand of a special shape."""
    return int(np.maximum(special_hands(shape) - np.array(counts, np.int8), 0).sum(axis=1).min())


def away_to(counts: Counts, n: int, shapes: Shapes) -> int:
    """The fewest tiles missing from any complete hand for a player with `n` tiles."""
    if n >= 18:
        return NEVER
    found = [NEVER]
    if Shapes.STANDARD in shapes:
        found.append(away_standard(counts, n // 3))
    if n in (13, 14):
        if Shapes.SEVEN_PAIRS in shapes:
            found.append(away_seven_pairs(counts))
        if Shapes.DOUBLED_PAIRS in shapes:
            found.append(away_doubled_pairs(counts))
        if Shapes.THIRTEEN_ORPHANS in shapes:
            found.append(away_special(counts, Shapes.THIRTEEN_ORPHANS))
    if n in (16, 17):
        if Shapes.EIGHT_PAIRS in shapes:
            found.append(away_eight_pairs(counts))
        if Shapes.ORPHANS_AND_SET in shapes:
            found.append(away_special(counts, Shapes.ORPHANS_AND_SET))
        if Shapes.SIXTEEN_UNRELATED in shapes:
            found.append(away_special(counts, Shapes.SIXTEEN_UNRELATED))
    return min(found)


def tiles_away(counts: Counts, shapes: Shapes) -> int:
    """The fewest tiles missing from the nearest complete hand: 0 complete, 1 ready.

    >>> tiles_away((1, 1, 1, 2, *[0] * 30), Shapes.STANDARD)
    0
    """
    return away_to(counts, sum(counts), shapes)


def with_one_more(counts: Counts, kind: int) -> Counts:
    """The counts with one tile added."""
    return (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])


def useful(counts: Counts, shapes: Shapes) -> tuple[int, list[int]]:
    """(tiles away, the kinds whose draw brings the same complete hands nearer)."""
    n = sum(counts)
    away = away_to(counts, n, shapes)
    return away, [k for k in range(KINDS) if counts[k] < 4 and away_to(with_one_more(counts, k), n, shapes) < away]


def waits(counts: Counts, shapes: Shapes) -> list[int]:
    """The kinds that complete the tiles."""
    if sum(counts) % 3 != 1:
        return []
    return [k for k in range(KINDS) if counts[k] < 4 and is_complete(tiles_of(with_one_more(counts, k)), shapes)]


def away_within(counts: Counts, limits: Counts, sets: int, shapes: Shapes) -> int:
    """The fewest tiles missing from a hand of this many sets and a pair within the limits, or from a special whole
    hand.
    """
    special = away_to(counts, 3 * sets + 1, shapes & ~Shapes.STANDARD) if sets >= 4 else NEVER
    return min(special, away_standard(counts, sets, limits)) if Shapes.STANDARD in shapes else special
