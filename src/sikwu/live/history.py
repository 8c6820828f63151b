"""Append-only values: lines of the record, and replies to acts. They share their common part.

All values derived from each other share one list or dict, each with its own length; only a value that is extended a
second time, differently, copies it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sikwu.play.lines import Line


class LineHistory:
    """Lines of the record without decisions: line n has version n, counted from 1.

    >>> from sikwu.play.lines import DeadHandLine
    >>> one = LineHistory().grown(DeadHandLine("E"))
    >>> len(one), len(one.grown(DeadHandLine("S"))), len(one)
    (1, 2, 1)
    """

    __slots__ = ("_count", "_lines")

    def __init__(self, lines: list[Line] | None = None, count: int = 0) -> None:
        self._lines, self._count = [] if lines is None else lines, count

    def grown(self, line: Line) -> LineHistory:
        """The history with one more line."""
        lines = self._lines if len(self._lines) == self._count else self._lines[: self._count]
        lines.append(line)
        return LineHistory(lines, self._count + 1)

    def since(self, v: int) -> Sequence[Line]:
        """Everything after a version."""
        return self._lines[v : self._count]

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Line]:
        return iter(self._lines[: self._count])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LineHistory) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


class ActReply(NamedTuple):
    """The reply to an act: its version if it was accepted, otherwise the code of the error."""

    v: int
    code: str
    decision: str
    action: str


class Replies:
    """The reply of every act, by place and client id; never deleted.

    >>> Replies().grown((0, "a"), ActReply(3, "", "d3", "pass")).of((0, "a")).v
    3
    """

    __slots__ = ("_count", "_known")

    def __init__(self, known: dict[tuple[int, str], tuple[int, ActReply]] | None = None, count: int = 0) -> None:
        self._known, self._count = {} if known is None else known, count

    def grown(self, key: tuple[int, str], reply: ActReply) -> Replies:
        """The replies with one more."""
        known = self._known
        if len(known) != self._count:
            known = {each: kept for each, kept in known.items() if kept[0] < self._count}
        known[key] = (self._count, reply)
        return Replies(known, self._count + 1)

    def of(self, key: tuple[int, str]) -> ActReply | None:
        """The earlier reply, if any."""
        number, reply = self._known.get(key, (self._count, None))
        return reply if number < self._count else None

    def __len__(self) -> int:
        return self._count

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Replies) or len(self) != len(other):
            return False
        return all(other.of(key) == self.of(key) for key in self._known)

    __hash__ = None  # type: ignore[assignment]
