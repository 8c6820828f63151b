"""A folder of records: the deals of a contest that are written there, and those still missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sikwu.arena.contest import UNIT, ArenaError, Contest
from sikwu.arena.recorded import RecordedDeal, record_name
from sikwu.play.many import walls_of


@dataclass(frozen=True)
class Records:
    """Records of the deals of every n-th wall (`every`) of a contest, one file each."""

    contest: Contest
    folder: Path
    every: int = 1

    def __post_init__(self) -> None:
        if self.every < 1:
            raise ArenaError.of("arena.every")
        if self.contest.walls != "shared":
            raise ArenaError.of("arena.seat_records")
        # Rules that no record can hold are refused before the work begins.
        RecordedDeal(self.contest, 0, self.contest.seatings[0], walls_of(0, 1)[0].tolist())

    def names(self, unit: int) -> list[str]:
        """The names of the records of a unit."""
        first = unit * UNIT
        walls = [wall for wall in range(first, min(first + UNIT, self.contest.blocks)) if wall % self.every == 0]
        return [record_name(self.contest, wall, seating) for wall in walls for seating in self.contest.seatings]

    def lack(self, unit: int) -> bool:
        """Whether a record of this unit is missing."""
        return any(not self._file(name).exists() for name in self.names(unit))

    def __len__(self) -> int:
        walls = -(-self.contest.blocks // self.every)
        return walls * len(self.contest.seatings)

    def write(self, records: Mapping[str, str]) -> None:
        """Writes records atomically: each file is complete or absent."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            for name, text in records.items():
                file = self._file(name)
                beside = file.with_suffix(".new")
                beside.write_bytes(text.encode())
                beside.replace(file)
        except OSError as error:
            why = error.strerror or str(error)
            raise ArenaError.of("arena.records", folder=str(self.folder), why=why) from None

    def _file(self, name: str) -> Path:
        return self.folder / f"{name}.jsonl"
