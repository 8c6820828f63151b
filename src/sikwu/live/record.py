"""The record in a table's log: its valid lines, without notes and without lines that were taken back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from sikwu.live.notes import NOTES

T = TypeVar("T")


def standing(lines: Iterable[tuple[str, T]]) -> list[tuple[str, T]]:
    """The lines of a log that are still valid, each after its kind.

    >>> kinds = ["start_game", "seat_taken", "start_kyoku", "step", "dahai", "taken_back", "step", "dahai"]
    >>> standing(zip(kinds, range(8)))
    [('start_game', 0), ('start_kyoku', 2), ('dahai', 7)]
    """
    record: list[tuple[str, T]] = []
    steps: list[int] = []
    for kind, line in lines:
        if kind == "step":
            steps.append(len(record))
        elif kind == "taken_back":
            del record[steps.pop() :]
        elif kind not in NOTES:
            record.append((kind, line))
    return record


def record_of(lines: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The record of a log, of their objects: what `sikwu verify` and `sikwu replay` read."""
    return [line for _, line in standing((str(line["type"]), line) for line in lines)]
