"""The sequential test: stops a match as soon as it is clear whether the first player gains a point a deal or nothing.

A normal likelihood ratio of the block means, for a gain of one point (choosable) against none; both errors 1 %. The variance is that of the blocks seen,
of 500 at least. It decides whether to go on; what is published is a second run of fixed size on fresh walls.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

ERROR = 0.01
FIRST = 500
"""Blocks before the first look."""
EVERY = 250
"""Blocks between two looks."""
BOUND = math.log((1 - ERROR) / ERROR)


class SequentialVerdict(NamedTuple):
    """What the test says after some blocks."""

    told: int
    """1: the gain; -1: no gain; 0: undecided."""
    ratio: float
    """The logarithm of the likelihood ratio."""
    blocks: int


def looked_at(blocks: int) -> bool:
    """Whether the test looks after this many blocks.

    >>> looked_at(500), looked_at(600), looked_at(750)
    (True, False, True)
    """
    return blocks >= FIRST and (blocks - FIRST) % EVERY == 0


def ratio_of(means: npt.NDArray[np.float64], gain: float = 1.0) -> float:
    """The logarithm of how much likelier the block means are with the gain than without it."""
    variance = float(means.var(ddof=1))
    if variance <= 0:
        return math.inf if float(means.mean()) > gain / 2 else -math.inf
    return len(means) * gain * (float(means.mean()) - gain / 2) / variance


def decided(means: Sequence[float] | npt.NDArray[np.float64], gain: float = 1.0) -> SequentialVerdict:
    """The verdict at the first look at which a bound is passed; else that of all blocks.

    >>> import numpy as np
    >>> draws = np.random.default_rng(3).normal(0, 10, 20_000)
    >>> decided(draws).told, decided(draws + 1.0).told, decided(draws[:100]).told
    (-1, 1, 0)
    """
    import numpy as np

    values = np.asarray(means, np.float64)
    for blocks in range(FIRST, len(values) + 1, EVERY):
        ratio = ratio_of(values[:blocks], gain)
        if abs(ratio) >= BOUND:
            return SequentialVerdict(1 if ratio > 0 else -1, ratio, blocks)
    return SequentialVerdict(0, ratio_of(values, gain) if len(values) > 1 else 0.0, len(values))
