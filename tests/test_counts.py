"""How many complete hands there are: counted part by part, and every part put to the kernel."""

from __future__ import annotations

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
HONOURS = ([1, 7, 21, 35, 35], [7, 42, 105, 140, 105])
FOUR_SETS_AND_A_PAIR = 11_498_658

Rows = npt.NDArray[np.uint8]


def all_holdings(most: int) -> Rows:
    """Every way to hold up to `most` tiles of one suit."""
    rows = np.zeros((1, 0), np.uint8)
    for _ in range(9):
        rows = np.concatenate([np.insert(rows, rows.shape[1], copies, axis=1) for copies in range(5)])
        rows = rows[rows.sum(axis=1) <= most]
    return rows


def as_hands(holdings: Rows, first: int, pair: Tile | None) -> Rows:
    """Holdings of one suit as hands, with a pair of another kind beside them."""
    hands = np.zeros((len(holdings), KINDS), np.uint8)
    hands[:, first : first + holdings.shape[1]] = holdings
    if pair is not None:
        hands[:, pair] += 2
    return hands


def complete_in(first: int, holdings: Rows, pair: Tile | None) -> Rows:
    """The holdings that the kernel calls complete."""
    return holdings[complete_many(as_hands(holdings, first, pair), Shapes.STANDARD, threads=2)]


@pytest.mark.parametrize("first", [0, 9, 18])
def test_holdings_of_one_suit(first: int) -> None:
    holdings = all_holdings(14)
    n = holdings.sum(axis=1)
    pair = Tile.EAST if first else Tile.WHITE
    for sets in range(5):
        pure = complete_in(first, holdings[n == 3 * sets], pair)
        whole = complete_in(first, holdings[n == 3 * sets + 2], None)
        assert (len(pure), len(whole)) == (PURE_SETS[sets], WITH_PAIR[sets])
        # The same holdings, and not only as many, as made by putting sets together.
        assert np.array_equal(np.unique(pure, axis=0), parts(9, sets, False))
        assert np.array_equal(np.unique(whole, axis=0), parts(9, sets, True))


def test_holdings_of_honours() -> None:
    for pair in (False, True):
        found = [parts(7, sets, pair).astype(np.uint8) for sets in range(5)]
        assert [len(f) for f in found] == HONOURS[pair]
        for holdings in found:
            assert len(complete_in(27, holdings, None if pair else Tile.M1)) == len(holdings)


def test_hands_of_four_sets_and_a_pair() -> None:
    suits = [[len(parts(9, sets, pair)) for sets in range(5)] for pair in (False, True)]
    honours = [[len(parts(7, sets, pair)) for sets in range(5)] for pair in (False, True)]
    assert suits == [list(PURE_SETS), list(WITH_PAIR)]
    total = 0
    for share in product(range(5), repeat=4):
        if sum(share) == 4:
            for eyes in range(4):
                m, p, s, z = (of[eyes == i][share[i]] for i, of in enumerate((suits, suits, suits, honours)))
                total += m * p * s * z
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
