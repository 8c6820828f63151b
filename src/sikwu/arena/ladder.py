"""A ladder: everybody against everybody, one against three, on the same walls; strengths by weighted least squares.

The gain of a over b is what a earns a deal against three of b; the strength of a player is the sum that explains all gains best, with
quick at zero. The intervals are from a bootstrap over walls, so what several contests owe to the same wall is not counted as several observations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sikwu.arena.contest import ArenaError, Contest
from sikwu.arena.results import Results, open_results
from sikwu.arena.stats import LEVEL
from sikwu.arena.work import work
from sikwu.rules.presets import rules_of
from sikwu.rules.ruleset import Ruleset

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

POOL = ("random", "quick", "steady", "hasty", "greedy", "timid", "careful")
"""Our players and the three styles."""
ZERO = "quick"
"""The player whose strength is zero; without it the first one."""
RESAMPLES = 1_000


class Rung(NamedTuple):
    """One player of a ladder."""

    player: str
    points: float
    """A deal, beyond the player at zero."""
    low: float
    high: float
    worst: str
    """The opponent it earns least against, one against three."""
    against: float
    """What it earns there."""


class LadderStep(NamedTuple):
    """A unit of work that is done."""

    pair: tuple[str, str]
    done: int
    units: int


@dataclass(frozen=True)
class Ladder:
    """The players, the rules and the number of deals of a ladder."""

    ruleset: Ruleset | str = "hk-standard"
    pool: tuple[str, ...] = POOL
    deals: int = 1024
    """Of each pair and order."""
    seed: int = 0
    walls: str = "shared"

    def __post_init__(self) -> None:
        if len(self.pool) < 2 or len(set(self.pool)) < len(self.pool):
            raise ArenaError.of("arena.ladder", count=len(self.pool))

    @cached_property
    def rules(self) -> Ruleset:
        """The rules in force."""
        return rules_of(self.ruleset)

    @cached_property
    def contests(self) -> dict[tuple[str, str], Contest]:
        """The contest of each pair, in both orders."""
        return {
            (a, b): Contest((a, b), self.rules, self.deals, self.seed, walls=self.walls)
            for a, b in permutations(self.pool, 2)
        }

    def file(self, folder: Path, pair: tuple[str, str]) -> Path:
        """The results of a pair."""
        return folder / f"{'-'.join(each.replace(':', '.') for each in pair)}-{self.contests[pair].key}.jsonl"

    def play(self, folder: Path, workers: int = 1) -> Iterator[LadderStep]:
        """Plays the deals that are missing; a stopped run resumes."""
        folder.mkdir(parents=True, exist_ok=True)
        units, done = sum(each.units for each in self.contests.values()), 0
        for pair, contest in self.contests.items():
            with open_results(contest, self.file(folder, pair)) as results:
                done += len(results.units)
                for _ in work(results, workers):
                    done += 1
                    yield LadderStep(pair, done, units)
                results.finish()

    def results(self, folder: Path) -> dict[tuple[str, str], Results]:
        """The results so far."""
        out = {}
        for pair, contest in self.contests.items():
            with open_results(contest, self.file(folder, pair)) as results:
                out[pair] = results
        return out


def rungs(pool: Sequence[str], gains: dict[tuple[str, str], npt.NDArray[np.float64]], seed: int = 0) -> list[Rung]:
    """The players by strength, the best first, from the gains of each pair on each wall.

    >>> import numpy as np
    >>> noise = np.random.default_rng(1).normal(size=(6, 400))
    >>> true = {"quick": 0.0, "steady": 2.0, "careful": 5.0}
    >>> gains = {pair: true[pair[0]] - true[pair[1]] + noise[i] for i, pair in enumerate(permutations(true, 2))}
    >>> [(rung.player, round(rung.points)) for rung in rungs(tuple(true), gains)]
    [('careful', 5), ('steady', 2), ('quick', 0)]
    """
    import numpy as np

    pairs = list(gains)
    blocks = np.array([gains[pair] for pair in pairs])
    place = {name: number for number, name in enumerate(pool)}
    rows = np.zeros((len(pairs), len(pool)))
    for number, (a, b) in enumerate(pairs):
        rows[number, place[a]], rows[number, place[b]] = 1.0, -1.0
    zero = place.get(ZERO, 0)
    free = [number for number in range(len(pool)) if number != zero]
    weight = 1.0 / np.maximum(1e-9, blocks.var(1))
    solve = np.linalg.solve((rows[:, free].T * weight) @ rows[:, free], rows[:, free].T * weight)
    means = blocks.mean(1)
    chance = np.random.default_rng(np.random.SeedSequence([seed, blocks.shape[1]]))
    drawn = np.array(
        [blocks[:, chance.integers(0, blocks.shape[1], blocks.shape[1])].mean(1) for _ in range(RESAMPLES)]
    )
    low, high = np.quantile(drawn @ solve.T, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0)
    points, span = np.zeros(len(pool)), np.zeros((2, len(pool)))
    points[free], span[:, free] = solve @ means, (low, high)
    out = []
    for name, number in place.items():
        against = {b: float(means[i]) for i, (a, b) in enumerate(pairs) if a == name}
        worst = min(against, key=lambda each: against[each])
        out.append(
            Rung(name, float(points[number]), float(span[0, number]), float(span[1, number]), worst, against[worst])
        )
    return sorted(out, key=lambda rung: -rung.points)


def ladder_of(ladder: Ladder, folder: Path) -> dict[str, Any]:
    """A ladder that was played, as data."""
    import numpy as np

    results = ladder.results(folder)
    gains = {pair: np.array(each.means()) for pair, each in results.items()}
    told = rungs(ladder.pool, gains, ladder.seed)
    counts = {pair: each.counts(0) for pair, each in results.items()}
    matches = [
        {
            "player": a,
            "opponent": b,
            "points": _told(gains[a, b].mean()),
            "deal_in": _told(100 * counts[a, b]["deal_ins"] / counts[a, b]["deals"]),
        }
        for a, b in results
    ]
    rules = {"ruleset": ladder.rules.document.id, "minimum": ladder.rules.minimum, "rules": ladder.rules.hash}
    size = {"seed": ladder.seed, "deals": ladder.deals, "walls": ladder.walls}
    rows = [
        {**rung._asdict(), **{name: _told(getattr(rung, name)) for name in ("points", "low", "high", "against")}}
        for rung in told
    ]
    return {**rules, **size, "rungs": rows, "matches": matches}


def _told(value: float) -> float:
    return round(float(value), 3)
