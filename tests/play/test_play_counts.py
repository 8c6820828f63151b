"""Native play counted and signed: sequences of choices, a hash over fixed matches, laws over many deals, orders of walls."""

from __future__ import annotations

import hashlib
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from reference.samples import many
from sikwu import ruleset
from sikwu._kernel import broken_law, perft
from sikwu.play.deal import table_rules
from sikwu.play.many import play_many, walls_of
from sikwu.play.wall import Stream, context_of, kinds_of, shuffled, sorted_wall
from sikwu.tiles import KINDS
from test_play_twin import RULESETS, some_rules

# --- sequences of choices

COUNTS: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "hk-standard": ((8, 46, 254, 1123, 6223, 35768), (11, 130, 1130, 10955, 92794, 906982)),
    "hk-common": ((8, 46, 254, 1123, 6223, 35768), (11, 130, 1130, 10955, 92794, 906982)),
    "hk-classic": ((8, 46, 254, 1123, 6223, 35768), (11, 130, 1130, 10955, 92794, 906982)),
    "hk-taiwanese": ((13, 125, 1049, 8593, 56765, 302913), (13, 118, 1092, 12393, 114716, 990841)),
    "club16": ((13, 153, 1621, 16777, 148765, 1167881), (13, 118, 1092, 12393, 114716, 990841)),
}
"""From the wall that is not shuffled, and from the first wall of seed 2026: sequences of 1, 2 … choices."""


@pytest.mark.parametrize("name", RULESETS)
def test_sequences_of_choices_are_as_many_as_ever(name: str) -> None:
    rules = table_rules(ruleset(name))
    walls = (sorted_wall(), walls_of(2026, 1).tobytes())
    assert tuple(tuple(perft(rules, wall, depth) for depth in range(1, 7)) for wall in walls) == COUNTS[name]


def test_counting_is_what_one_gets_by_walking() -> None:
    from sikwu._kernel import KernelDeal

    def walk(deal: KernelDeal, depth: int) -> int:
        if not depth or deal.over:
            return 1
        seat = (deal.asked & -deal.asked).bit_length() - 1
        total = 0
        for action in deal.legal(seat):
            other = deal.copy()
            other.apply(seat, action)
            total += walk(other, depth - 1)
        return total

    for name in RULESETS:
        rules, wall = table_rules(ruleset(name)), walls_of(2026, 1).tobytes()
        assert walk(KernelDeal(rules, wall), 3) == perft(rules, wall, 3)


# --- one number

MATCHES, DEALS = 2_000, 16
TABLES = (
    ("random",) * 4,
    ("quick",) * 4,
    ("quick", "random", "quick", "random"),
    ("random", "quick", "quick", "quick"),
)
SIGNATURE = "deff6a8f9b1f4ded"


def signature(matches: int) -> str:
    """Sixteen hex digits over the results of fixed matches: four rounds of four deals each, every ruleset in turn."""
    digest = hashlib.sha256()
    for number, name in enumerate(RULESETS):
        for table, players in enumerate(TABLES):
            deals = matches // len(RULESETS) // len(TABLES) * DEALS
            rounds = (np.arange(deals) % DEALS // 4).astype(np.uint8)
            seed = 100 * number + table
            played = play_many(deals, players, name, 2, seed=seed, rounds=rounds, streak=table)
            for column in (played.changes, played.result, played.winners, played.feeder, played.fan, played.draws):
                digest.update(np.ascontiguousarray(column.astype("<i8")).tobytes())
            digest.update(played.decisions.astype("<i8").tobytes())
            kinds, which = np.unique(played.patterns, axis=0, return_inverse=True)
            told = [" ".join(sorted({played.names[bit] for bit in range(128) if _has(row, bit)})) for row in kinds]
            digest.update("\n".join(told[i] for i in which.ravel()).encode())
    return digest.hexdigest()[:16]


def _has(row: npt.NDArray[np.uint64], bit: int) -> bool:
    return bool(int(row[bit >> 6]) >> (bit & 63) & 1)


def test_fixed_matches_are_signed_by_one_number() -> None:
    """It changes only when play, players or scores do; then the change is noted in the CHANGELOG."""
    assert signature(MATCHES) == SIGNATURE


# --- laws

LAWS = ("", "tiles", "kept", "choice", "copy", "ends", "sum")


@pytest.mark.parametrize("name", RULESETS)
def test_laws_of_many_deals(name: str) -> None:
    """10,000 deals with random options: tiles are conserved, no illegal action is accepted, copies behave the same,
    deals end, money sums to zero.
    """
    chance = Random(f"many laws {name}")
    for number in range(20):
        rules = table_rules(some_rules(name, chance) if number else ruleset(name))
        found, law = broken_law(rules, number, 0, many(500), number % 2 == 0, 2)
        assert (found, LAWS[law]) == (-1, "")


# --- walls


def deviation(counts: npt.NDArray[np.int64], walls: int) -> float:
    """How many standard deviations the χ² of position × tile differs from its mean, by Wilson and Hilferty's cube
    root.
    """
    often = np.array([4] * KINDS + [1] * 8)
    expected = walls * often / 144
    # Each wall has every tile exactly once, which makes the sum larger than for a table of independent draws.
    statistic = float(((counts - expected) ** 2 / expected).sum()) * 143 / 144
    freedom = 143 * 41
    return ((statistic / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / (2 / (9 * freedom)) ** 0.5


def table_of(walls: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    places = np.arange(144) * 42 + walls
    return np.bincount(places.ravel(), minlength=144 * 42).reshape(144, 42)


@pytest.mark.parametrize("biased", [False, True])
def test_every_tile_comes_to_every_place_of_native_walls(biased: bool) -> None:
    """Inside 99 %; and if one kind comes first only half as often, it is found out."""
    total, walls = np.zeros((144, 42), np.int64), many(50_000)
    for first in range(0, walls, 50_000):
        some = walls_of(2026, 50_000, first)
        if biased:
            rows = np.flatnonzero(some[:, 0] == 0)[::2]
            some[rows, 0], some[rows, 143] = some[rows, 143], some[rows, 0].copy()
        total += table_of(some)
    assert (abs(deviation(total, walls)) < 2.576) is not biased


def test_every_tile_comes_to_every_place_of_the_scheme() -> None:
    """The same of the walls that tables play from; a million of them in the long run."""
    walls = 1_000_000 if many(1) > 1 else 3_000
    total, some = np.zeros((144, 42), np.int64), bytearray()
    for number in range(walls):
        some += kinds_of(shuffled(Stream(number.to_bytes(128, "big"), context_of("t", 1, "", []))))
        if len(some) == 144 * 1000:
            total += table_of(np.frombuffer(bytes(some), np.uint8).reshape(-1, 144))
            some.clear()
    assert abs(deviation(total, walls)) < 2.576
