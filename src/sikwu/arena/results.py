"""The results of a contest on disk: a head, then one line per unit in the order of arrival; sorted when complete.

A killed run loses nothing but a truncated last line: the complete lines are kept and not played again. The finished
file has the same bytes however the work was shared.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from sikwu.arena.contest import UNIT, ArenaError, Contest, same_contest
from sikwu.arena.credit import credited
from sikwu.arena.stats import Estimate, estimate
from sikwu.arena.tally import COUNTS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MOST_BYTES = 1 << 30


@dataclass
class Results:
    """The finished units; `add` writes one, `finish` sorts the file."""

    contest: Contest
    file: Path | None = None
    units: dict[int, dict[str, Any]] = field(default_factory=dict)
    _open: IO[bytes] | None = None

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add(self, unit: dict[str, Any]) -> None:
        """Takes a unit and writes it at once. A unit that is already there must be equal, or an error is raised."""
        number = unit["unit"]
        if self.units.get(number, unit) != unit:
            raise ArenaError.of("arena.again", unit=number)
        self.units[number] = unit
        if self._open is not None:
            self._open.write(_line(unit))
            self._open.flush()

    @property
    def blocks(self) -> int:
        """How many blocks are done."""
        return sum(len(unit["points"]) for unit in self.units.values())

    @property
    def deals(self) -> int:
        """How many deals are done."""
        return self.blocks * len(self.contest.seatings)

    def means(self, player: int = 0) -> list[float]:
        """Points per deal of a player in each block, in the order of the walls."""
        seats = sum(seating.count(player) for seating in self.contest.seatings)
        scale = self.contest.denominator * seats
        return [points[player] / scale for number in sorted(self.units) for points in self.units[number]["points"]]

    def estimate(self, player: int = 0) -> Estimate:
        """Points per deal with the confidence interval."""
        return estimate(self.means(player), self.contest.seed)

    def credited(self, player: int = 0) -> Estimate:
        """The same without the luck of the draws (`sikwu.arena.credit`): unbiased too, with a shorter interval where draws matter much."""
        import numpy as np

        own = self._luck(player)
        others = sum((self._luck(each) for each in range(len(self.contest.players)) if each != player), 0 * own)
        return estimate(credited(np.array(self.means(player)), np.hstack([own, others])), self.contest.seed)

    def _luck(self, player: int) -> npt.NDArray[np.float64]:
        """(blocks, ways): the luck of a player's draws, summed over the deals of a block."""
        import numpy as np

        rows = [luck[player] for number in sorted(self.units) for luck in self.units[number]["luck"]]
        return np.array(rows, np.float64).reshape(len(rows), -1)

    def counts(self, player: int) -> dict[str, int]:
        """The counts of a player."""
        total = dict.fromkeys(COUNTS, 0)
        for unit in self.units.values():
            for name in COUNTS:
                total[name] += unit["counts"][player][name]
        return total

    def calm(self, player: int = 0) -> float:
        """Points per deal if no hand were paid for more than `sikwu.play.many.CALM_FAN` fan."""
        counts = self.counts(player)
        return counts["calm"] / self.contest.denominator / max(1, counts["deals"])

    def deviation(self, player: int = 0) -> float:
        """The standard deviation of a single deal's points."""
        counts = self.counts(player)
        n = counts["deals"]
        if n < 2:
            return 0.0
        mean = sum(self.means(player)) / max(1, self.blocks)
        scale = self.contest.denominator
        variance = counts["squares"] / (n * scale * scale) - mean * mean
        return float(max(0.0, variance) ** 0.5)

    def ratio(self, player: int = 0) -> float:
        """The factor by which blocks change the variance; 1 means independent deals."""
        single, told = self.deviation(player), self.estimate(player)
        seats = sum(seating.count(player) for seating in self.contest.seatings)
        return float(told.deviation**2 * seats / single**2) if single else 0.0

    @property
    def defaults(self) -> dict[str, dict[str, int]]:
        """How often the default action was taken, by player and reason."""
        told: dict[str, dict[str, int]] = {}
        for unit in self.units.values():
            for name, reasons in unit.get("defaults", {}).items():
                mine = told.setdefault(name, {})
                for why, often in reasons.items():
                    mine[why] = mine.get(why, 0) + often
        return told

    def close(self) -> None:
        """Closes the file; its content is kept."""
        if self._open is not None:
            self._open.close()
            self._open = None

    def finish(self) -> None:
        """Sorts the file: the same bytes whatever the order of work."""
        self.close()
        if self.file is None:
            return
        beside = self.file.with_name(self.file.name + ".new")
        with beside.open("wb") as out:
            out.write(_line(self.contest.head))
            for number in sorted(self.units):
                out.write(_line(self.units[number]))
            out.flush()
            os.fsync(out.fileno())
        beside.replace(self.file)


def open_results(contest: Contest, file: Path | None = None) -> Results:
    """The results of a contest, with those that an earlier run left in the file."""
    results = Results(contest, file)
    if file is None:
        return results
    found = file.exists()
    if found:
        _read(results, file)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if found:
            results.finish()  # without the truncated line
            results._open = file.open("ab")
        else:
            results._open = file.open("wb")
            results._open.write(_line(contest.head))
    except OSError as error:
        raise ArenaError.of("arena.file", file=str(file), why=error.strerror or str(error)) from None
    return results


def _read(results: Results, file: Path) -> None:
    """Reads complete lines only; a line that is not a unit of this contest raises an error with its number."""
    try:
        if file.stat().st_size > MOST_BYTES:
            raise ArenaError.of("arena.line", file=str(file), line=0)
        lines = file.read_bytes().split(b"\n")[:-1]
    except OSError as error:
        raise ArenaError.of("arena.file", file=str(file), why=error.strerror or str(error)) from None
    contest = results.contest
    for number, line in enumerate(lines, 1):
        try:
            told = json.loads(line)
        except ValueError:
            told = None
        if number == 1:
            if not isinstance(told, dict) or not same_contest(contest, told):
                raise ArenaError.of("arena.other", file=str(file))
        elif not _is_unit(told, contest):
            raise ArenaError.of("arena.line", file=str(file), line=number)
        elif _whole(told, contest):
            results.units[told["unit"]] = told


def _is_unit(told: object, contest: Contest) -> bool:
    if not isinstance(told, dict) or type(told.get("unit")) is not int:
        return False
    points, counts, players = told.get("points"), told.get("counts"), len(contest.players)
    if not isinstance(points, list) or not isinstance(counts, list) or len(counts) != players:
        return False
    if not all(isinstance(each, dict) and set(each) == set(COUNTS) for each in counts):
        return False
    return all(isinstance(row, list) and [type(each) for each in row] == [int] * players for row in points)


def _whole(unit: dict[str, Any], contest: Contest) -> bool:
    """Whether a unit has all blocks that the contest wants. The last unit of a shorter contest is played again."""
    number = unit["unit"]
    wanted = min(UNIT, contest.blocks - int(number) * UNIT)
    return bool(0 <= number < contest.units and len(unit["points"]) == wanted)


def _line(told: dict[str, Any]) -> bytes:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode() + b"\n"
