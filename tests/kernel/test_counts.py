"""The number of complete hands: counted part by part, with every part checked by the kernel."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import numpy.typing as npt
import pytest

from reference.distance import parts
from sikwu.reading import Shapes, complete_many
from sikwu.tiles import KINDS, Tile

PURE_SETS = (1, 16, 127, 627, 2098)
"""Different holdings of one suit that are 0 to 4 sets."""
WITH_PAIR = (9, 135, 996, 4475, 13259)
HONOURS = ((1, 7, 21, 35, 35), (7, 42, 105, 140, 105))
FOUR_SETS_AND_A_PAIR = 11_498_658

Rows = npt.NDArray[np.uint8]


def all_holdings(width: int, most: int = 14) -> Rows:
    """Every multiset of up to `most` tiles of this many kinds."""
    rows = np.zeros((1, 0), np.uint8)
    for _ in range(width):
        rows = np.concatenate([np.insert(rows, rows.shape[1], copies, axis=1) for copies in range(5)])
        rows = rows[rows.sum(axis=1) <= most]
    return rows


@cache
def complete_holdings(first: int, sets: int, pair: bool) -> Rows:
    """The multisets of one suit, or of the honours, that the kernel reads as this many sets, with or without a pair."""
    width = 9 if first < 27 else 7
    holdings = all_holdings(width)
    holdings = holdings[holdings.sum(axis=1) == 3 * sets + 2 * pair]
    hands = np.zeros((len(holdings), KINDS), np.uint8)
    hands[:, first : first + width] = holdings
    if not pair:
        hands[:, Tile.WHITE if first < 27 else Tile.M1] = 2  # a whole hand needs one, from elsewhere
    found: Rows = holdings[complete_many(hands, Shapes.STANDARD, threads=2)]
    return found


@pytest.mark.parametrize("pair", [False, True])
@pytest.mark.parametrize("first", [0, 9, 18, 27])
def test_holdings_of_one_suit_and_of_honours(first: int, pair: bool) -> None:
    found = [complete_holdings(first, sets, pair) for sets in range(5)]
    expected = HONOURS if first == 27 else (PURE_SETS, WITH_PAIR)
    assert tuple(len(f) for f in found) == expected[pair]
    # The same holdings, and not only as many, as made by putting sets together.
    for sets, holdings in enumerate(found):
        assert np.array_equal(np.unique(holdings, axis=0), parts(9 if first < 27 else 7, sets, pair))


def test_hands_of_four_sets_and_a_pair() -> None:
    total = 0
    for share in product(range(5), repeat=4):
        if sum(share) == 4:
            for eyes in range(4):
                ways = [len(complete_holdings(9 * i, share[i], eyes == i)) for i in range(4)]
                total += ways[0] * ways[1] * ways[2] * ways[3]
    assert total == FOUR_SETS_AND_A_PAIR


def test_hands_put_together_from_holdings_are_complete() -> None:
    chance = np.random.default_rng(14)
    shares = [s for s in product(range(5), repeat=4) if sum(s) == 4]
    hands = []
    for share in shares:
        for eyes in range(4):
            found = [parts(9 if i < 3 else 7, share[i], eyes == i) for i in range(4)]
            some = [chance.choice(f, 200) for f in found]
            hands.append(np.concatenate(some, axis=1))
    rows = np.concatenate(hands).astype(np.uint8)
    assert complete_many(rows, Shapes.STANDARD, threads=2).all()
