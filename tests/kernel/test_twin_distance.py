"""Completeness, distance and useful tiles: the kernel compared with every complete hand."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from reference import distance as twin
from reference.distance import Counts
from reference.readings import ORPHANS, is_complete, tiles_of
from reference.samples import many, random_hand
from sikwu import reading as kernel
from sikwu.reading import Shapes
from sikwu.tiles import KINDS

ALL_SHAPES = Shapes(63)
KINDS_OF = {
    "any tiles": range(KINDS),
    "one suit": range(9, 18),
    "two suits": range(18),
    "a suit and honours": range(18, 34),
    "few kinds": (0, 1, 2, 3, 4, 8, 27, 31),
}


def counts_of(tiles: list[int]) -> Counts:
    """Copies of each kind."""
    return tuple(tiles.count(k) for k in range(KINDS))


def random_counts(chance: Random, n: int, among: str) -> Counts:
    """Counts of n random tiles."""
    return counts_of(chance.sample([k for k in KINDS_OF[among] for _ in range(4)], n))


def near_complete(chance: Random, sets: int, missing: int, n: int) -> Counts:
    """The concealed tiles of a complete hand with some exchanged for others; n of them at most."""
    while True:
        melds, tiles = random_hand(chance, sets)
        kept = chance.sample(tiles, max(0, len(tiles) - missing))
        while len(kept) < min(n, len(tiles)):
            tile = chance.randrange(KINDS)
            if kept.count(tile) < 4:
                kept.append(tile)
        if not melds or n >= len(tiles):
            return counts_of(kept)


def multisets(kinds: tuple[int, ...], n: int) -> Iterator[Counts]:
    """All ways to hold n tiles of these kinds."""
    if not kinds:
        if n == 0:
            yield (0,) * KINDS
        return
    for copies in range(min(4, n) + 1):
        for rest in multisets(kinds[1:], n - copies):
            yield (*rest[: kinds[0]], copies, *rest[kinds[0] + 1 :])


def some_shapes(chance: Random) -> Shapes:
    """All shapes, or any of them."""
    return ALL_SHAPES if chance.random() < 0.5 else Shapes(chance.randrange(64) | chance.choice((0, 128)))


@pytest.mark.parametrize("among", KINDS_OF)
def test_random_tiles_are_as_far_away(among: str) -> None:
    chance = Random(f"away {among}")
    for n in (*range(18), 13, 14, 16, 17, 13, 14):
        for _ in range(many(10)):
            counts, shapes = random_counts(chance, n, among), some_shapes(chance)
            assert kernel.tiles_away(bytes(counts), shapes) == twin.tiles_away(counts, shapes), (counts, shapes)


@pytest.mark.parametrize("sets", [4, 5])
@pytest.mark.parametrize("missing", range(4))
def test_nearly_complete_tiles_are_as_far_away(sets: int, missing: int) -> None:
    chance = Random(f"near {sets} {missing}")
    for _ in range(many(60)):
        n = 3 * sets + chance.choice((1, 2))
        counts, shapes = near_complete(chance, sets, missing, n), some_shapes(chance)
        away = twin.tiles_away(counts, shapes)
        assert kernel.tiles_away(bytes(counts), shapes) == away, (counts, shapes)
        assert kernel.is_complete(bytes(counts), shapes) == is_complete(tiles_of(counts), shapes), (counts, shapes)
        assert list(kernel.waits(bytes(counts), shapes)) == twin.waits(counts, shapes), (counts, shapes)


@pytest.mark.parametrize("n", [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17])
def test_the_same_draws_help(n: int) -> None:
    chance = Random(f"useful {n}")
    for _ in range(many(40 if n < 13 else 16)):
        counts, shapes = random_counts(chance, n, chance.choice(list(KINDS_OF))), some_shapes(chance)
        if n >= 13 and chance.random() < 0.5:
            counts = near_complete(chance, n // 3, chance.randrange(1, 4), n)
        away, useful = kernel.useful_tiles(bytes(counts), shapes)
        assert (away, list(useful)) == twin.useful(counts, shapes), (counts, shapes)


@pytest.mark.parametrize("shape", [s for s in Shapes if s is not Shapes.STANDARD])
def test_each_special_shape_alone(shape: Shapes) -> None:
    chance = Random(f"alone {shape}")
    whole = 14 if shape in Shapes.SEVEN_PAIRS | Shapes.DOUBLED_PAIRS | Shapes.THIRTEEN_ORPHANS else 17
    for i in range(many(60)):
        tiles: list[int] = []
        while len(tiles) < whole:  # many alike, and many of the kinds the shape wants
            kind = chance.choice((*ORPHANS, chance.randrange(KINDS)))
            tiles += [kind] * min(chance.choice((1, 1, 2, 3, 4)), 4 - tiles.count(kind))
        counts = counts_of(tiles[: whole - chance.randrange(2)])
        assert kernel.tiles_away(bytes(counts), shape) == twin.tiles_away(counts, shape), counts
        if i % 4 == 0:
            away, useful = kernel.useful_tiles(bytes(counts), shape)
            assert (away, list(useful)) == twin.useful(counts, shape), counts


@pytest.mark.parametrize("n", [3, 6, 9, 12, 15])
def test_tiles_between_turns_are_as_far_away_and_never_complete(n: int) -> None:
    chance = Random(f"between {n}")
    for _ in range(many(20)):
        counts = random_counts(chance, n, "any tiles")
        away, useful = kernel.useful_tiles(bytes(counts), ALL_SHAPES)
        assert (away, list(useful)) == twin.useful(counts, ALL_SHAPES), counts
        assert not kernel.is_complete(bytes(counts), ALL_SHAPES)
        assert not kernel.waits(bytes(counts), ALL_SHAPES)


@pytest.mark.parametrize("n", [18, 19, 20, 23])
def test_more_than_seventeen_tiles_can_be_complete_but_are_never_on_the_way(n: int) -> None:
    chance = Random(f"long {n}")
    for _ in range(many(100)):
        counts = random_counts(chance, n, chance.choice(("one suit", "two suits", "a suit and honours")))
        assert kernel.tiles_away(bytes(counts), ALL_SHAPES) == twin.NEVER
        assert kernel.is_complete(bytes(counts), ALL_SHAPES) == is_complete(tiles_of(counts), ALL_SHAPES), counts


def test_ready_tiles_wait_for_the_same() -> None:
    chance = Random("waits")
    ready = 0
    for _ in range(many(400)):
        sets = chance.choice((4, 5))
        _, tiles = random_hand(chance, sets)
        tiles.remove(chance.choice(tiles))
        counts, shapes = counts_of(tiles), some_shapes(chance) | Shapes.STANDARD
        waits = list(kernel.waits(bytes(counts), shapes))
        assert waits == twin.waits(counts, shapes), (counts, shapes)
        ready += bool(waits)
    assert ready


@pytest.mark.parametrize(("n", "honours"), [(4, (27, 31)), (5, (27, 31)), (7, (31,)), (8, (31,))])
def test_all_small_hands_of_a_suit_and_honours(n: int, honours: tuple[int, ...]) -> None:
    hands = list(multisets((*range(9), *honours), n))
    rows = np.array(hands, np.uint8)
    complete = kernel.complete_many(rows, ALL_SHAPES)
    assert [is_complete(tiles_of(h), ALL_SHAPES) for h in hands] == complete.tolist()
    away = kernel.away_many(rows, ALL_SHAPES, threads=2).tolist()
    assert [twin.tiles_away(h, ALL_SHAPES) for h in hands] == away
    assert [a == 0 for a in away] == complete.tolist()


def test_all_draws_to_small_hands_of_a_suit_and_an_honour() -> None:
    for n in (1, 2, 4):
        hands = list(multisets((*range(9), 27), n))
        away, masks = kernel.useful_many(np.array(hands, np.uint8), ALL_SHAPES)
        for counts, far, mask in zip(hands, away.tolist(), masks.tolist(), strict=True):
            assert (far, list(kernel.tile_set(mask))) == twin.useful(counts, ALL_SHAPES), counts
