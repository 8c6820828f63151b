"""How much a player gains, with a confidence interval: computed from means of blocks, never of deals.

Two intervals: Student's, and the percentile-t bootstrap over blocks. With few blocks, the wider one is used.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

LEVEL = 0.99
RESAMPLES = 10_000
FEW = 2_000
"""With fewer blocks than this, both intervals are given and the wider one is used; with more, the bootstrap averages
neighbouring blocks.
"""
LEAST, LEAST_OTHERS = 20, 10
"""The least number of blocks for an interval, and of blocks whose result differs from the most common one.

With ten such blocks a resample misses all of them about once in 20,000 draws (e⁻¹⁰); with fewer, resamples without any
spread reach into the quantiles, and the interval becomes infinite.
"""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Points per deal of one player, with a 99 % interval.

    >>> told = estimate([1.0, 2.0, 3.0, 2.0] * 25)
    >>> round(told.mean, 2), told.low < 2 < told.high, told.blocks
    (2.0, True, 100)
    """

    mean: float
    low: float
    high: float
    student: tuple[float, float]
    bootstrap: tuple[float, float] | None
    """None: too few blocks for an interval."""
    blocks: int
    deviation: float
    """The standard deviation of the block means."""
    needed: int = 0
    """Roughly how many blocks an interval needs; 0: there are enough."""

    @property
    def known(self) -> bool:
        """Whether there is an interval."""
        return not self.needed

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def decided(self) -> int:
        """1: better than zero at 99 %; -1: worse; 0: undecided."""
        return (self.low > 0) - (self.high < 0)


def estimate(means: Sequence[float] | npt.NDArray[np.float64], seed: int = 0) -> Estimate:
    """The mean of block means and its interval; the same numbers and seed always give the same result."""
    import numpy as np

    values = np.asarray(means, np.float64)
    n = len(values)
    mean, deviation = (float(values.mean()) if n else 0.0), (float(values.std(ddof=1)) if n > 1 else math.nan)
    needed = _needed(values)
    if needed:
        endless = -math.inf, math.inf
        return Estimate(mean, *endless, endless, None, n, deviation, needed)
    half = student_quantile(n - 1) * deviation / math.sqrt(n)
    student = mean - half, mean + half
    drawn = bootstrap(values, seed)
    low, high = (min(student[0], drawn[0]), max(student[1], drawn[1])) if n < FEW else drawn
    return Estimate(mean, low, high, student, drawn, n, deviation)


def _needed(values: npt.NDArray[np.float64]) -> int:
    """Roughly how many blocks an interval needs, estimated from how many of these differ; 0: these are enough.

    >>> import numpy as np
    >>> _needed(np.zeros(4)), _needed(np.array([0.0, 1.0] * 5)), _needed(np.arange(20.0))
    (40, 20, 0)
    """
    import numpy as np

    n = len(values)
    others = n - int(np.unique(values, return_counts=True)[1].max()) if n else 0
    if n >= LEAST and others >= LEAST_OTHERS:
        return 0
    return max(LEAST, math.ceil(n * LEAST_OTHERS / max(others, 1)))


def bootstrap(values: npt.NDArray[np.float64], seed: int = 0, resamples: int = RESAMPLES) -> tuple[float, float]:
    """The percentile-t interval: the distance of a resample's mean from the mean, in its own standard errors."""
    import numpy as np

    if len(values) > FEW:
        values = np.array([part.mean() for part in np.array_split(values, FEW)])
    n = len(values)
    mean, error = float(values.mean()), float(values.std(ddof=1)) / math.sqrt(n)
    rng = np.random.default_rng(np.random.SeedSequence([seed, n]))
    centred = values - mean
    t = np.empty(resamples)
    step = max(1, 2_000_000 // n)
    for start in range(0, resamples, step):
        some = centred[rng.integers(0, n, (min(step, resamples - start), n), dtype=np.int32)]
        off, errors = some.mean(1), some.std(1, ddof=1) / math.sqrt(n)
        alone = errors < error * 1e-9  # resamples of a single value have no spread except rounding errors
        with np.errstate(divide="ignore", invalid="ignore"):
            t[start : start + len(some)] = np.where(alone, np.sign(off) * np.inf, off / errors)
    t = np.nan_to_num(t, nan=0.0, posinf=np.inf, neginf=-np.inf)
    low, high = np.quantile(t, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return mean - float(high) * error, mean - float(low) * error


def student_quantile(degrees: int, level: float = LEVEL) -> float:
    """The t for which a Student variable lies within ±t with the given probability.

    >>> round(student_quantile(9), 3), round(student_quantile(10**6), 3)
    (3.25, 2.576)
    """
    low, high = 0.0, 1e6
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (low, middle) if student_within(middle, degrees) > level else (middle, high)
    return (low + high) / 2


def student_within(t: float, degrees: int) -> float:
    """The probability that |T| < t: the regularized incomplete beta function, by its continued fraction."""
    x = degrees / (degrees + t * t)
    return 1.0 - _beta(x, degrees / 2, 0.5)


def _beta(x: float, a: float, b: float) -> float:
    if x <= 0 or x >= 1:
        return float(x >= 1)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(x, a, b) / a
    return 1.0 - front * _fraction(1 - x, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    """Lentz's method for the continued fraction of the incomplete beta function."""
    tiny = 1e-300
    c, d = 1.0, 1.0 - (a + b) * x / (a + 1)
    d = 1.0 / (d if abs(d) > tiny else tiny)
    found = d
    for m in range(1, 10_000):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1.0 + term * d
            d = 1.0 / (d if abs(d) > tiny else tiny)
            c = 1.0 + term / c
            c = c if abs(c) > tiny else tiny
            found *= c * d
        if abs(c * d - 1.0) < 1e-15:
            break
    return found


def planned(delta: float, deviation: float, ratio: float) -> int:
    """How many deals are needed to detect a difference at 99 %: (2.58 × deviation / difference)² × ratio.

    >>> planned(1.0, 52, 0.77)
    13860
    """
    return math.ceil((2.58 * deviation / delta) ** 2 * ratio)
