"""The results of a contest on disk: a head, then a line a unit, as they come; sorted when all are there.

What a killed run has written is kept: a cut-off last line is dropped, the rest is not played again. Whoever did the work, the
finished file has the same bytes.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from sikwu.arena.contest import UNIT, ArenaError, Contest, same_contest
from sikwu.arena.stats import Estimate, estimate
from sikwu.arena.tally import COUNTS
from sikwu.texts import problem

MOST_BYTES = 1 << 30


@dataclass
class Results:
    """Units that are done; `add` writes one, `finish` puts the file in order."""

    contest: Contest
    file: Path | None = None
    units: dict[int, dict[str, Any]] = field(default_factory=dict)
    _open: IO[bytes] | None = None

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add(self, unit: dict[str, Any]) -> None:
        """Takes a unit in, and writes it before anything else happens. One that is there comes out the same, or is refused."""
        number = unit["unit"]
        if self.units.get(number, unit) != unit:
            raise ArenaError((problem("arena.again", unit=number),))
        self.units[number] = unit
        if self._open is not None:
            self._open.write(_line(unit))
            self._open.flush()

    @property
    def blocks(self) -> int:
        """How many are done."""
        return sum(len(unit["points"]) for unit in self.units.values())

    @property
    def deals(self) -> int:
        """How many are done."""
        return self.blocks * len(self.contest.seatings)

    def means(self, player: int = 0) -> list[float]:
        """Points per deal of a player in each block, in the order of the walls."""
        seats = sum(seating.count(player) for seating in self.contest.seatings)
        scale = self.contest.denominator * seats
        return [points[player] / scale for number in sorted(self.units) for points in self.units[number]["points"]]

    def estimate(self, player: int = 0) -> Estimate:
        """Points per deal with the interval."""
        return estimate(self.means(player), self.contest.seed)

    def counts(self, player: int) -> dict[str, int]:
        """What was counted for a player."""
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
        """Of a single deal's points."""
        counts = self.counts(player)
        n = counts["deals"]
        if n < 2:
            return 0.0
        mean = sum(self.means(player)) / max(1, self.blocks)
        scale = self.contest.denominator
        variance = counts["squares"] / (n * scale * scale) - mean * mean
        return float(max(0.0, variance) ** 0.5)

    def ratio(self, player: int = 0) -> float:
        """What blocks made of the variance: 1 would be deals that know nothing of each other."""
        single, told = self.deviation(player), self.estimate(player)
        seats = sum(seating.count(player) for seating in self.contest.seatings)
        return float(told.deviation**2 * seats / single**2) if single else 0.0

    @property
    def defaults(self) -> dict[str, dict[str, int]]:
        """For whom the written default answered, why and how often."""
        told: dict[str, dict[str, int]] = {}
        for unit in self.units.values():
            for name, reasons in unit.get("defaults", {}).items():
                mine = told.setdefault(name, {})
                for why, often in reasons.items():
                    mine[why] = mine.get(why, 0) + often
        return told

    def close(self) -> None:
        """Ends writing; what is there stays."""
        if self._open is not None:
            self._open.close()
            self._open = None

    def finish(self) -> None:
        """Puts the file in order: the same bytes whoever did the work, and in whatever order."""
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
    """The results of a contest, with what an earlier run has left in the file."""
    results = Results(contest, file)
    if file is None:
        return results
    found = file.exists()
    if found:
        _read(results, file)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if found:
            results.finish()  # without what was cut off
            results._open = file.open("ab")
        else:
            results._open = file.open("wb")
            results._open.write(_line(contest.head))
    except OSError as error:
        raise ArenaError((problem("arena.file", file=str(file), why=error.strerror or str(error)),)) from None
    return results


def _read(results: Results, file: Path) -> None:
    """Only whole lines count; a line that is not a unit of this contest is refused with its number."""
    try:
        if file.stat().st_size > MOST_BYTES:
            raise ArenaError((problem("arena.line", file=str(file), line=0),))
        lines = file.read_bytes().split(b"\n")[:-1]
    except OSError as error:
        raise ArenaError((problem("arena.file", file=str(file), why=error.strerror or str(error)),)) from None
    contest = results.contest
    for number, line in enumerate(lines, 1):
        try:
            told = json.loads(line)
        except ValueError:
            told = None
        if number == 1:
            if not isinstance(told, dict) or not same_contest(contest, told):
                raise ArenaError((problem("arena.other", file=str(file)),))
        elif not _is_unit(told, contest):
            raise ArenaError((problem("arena.line", file=str(file), line=number),))
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
    """Has it as many blocks as the contest wants? The last unit of a shorter contest is played again."""
    number = unit["unit"]
    wanted = min(UNIT, contest.blocks - int(number) * UNIT)
    return bool(0 <= number < contest.units and len(unit["points"]) == wanted)


def _line(told: dict[str, Any]) -> bytes:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode() + b"\n"
