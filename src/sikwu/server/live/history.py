"""The newest versions of one thing, for whoever has missed some: generic over what is told, and to whom."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Generic, NamedTuple, TypeVar

K = TypeVar("K")
"""A kind of viewer: those of one kind are told the same bytes."""
KEPT = 200
"""Versions of a thing that stay in memory."""


class Version(NamedTuple, Generic[K]):
    """One step of a thing: its number, and the frame that each kind of viewer is told."""

    v: int
    frames: Mapping[K, bytes]


class History(Generic[K]):
    """The versions up to the newest; on the loop only.

    >>> history = History[str](4)
    >>> for v in (5, 6):
    ...     history.add(Version(v, {"east": b'"east %d"' % v, "all": b'"all %d"' % v}))
    >>> history.v, history.missed("all", 4, 1_000)
    (6, b'{"type":"events","from":5,"lines":["all 5","all 6"]}')
    >>> history.after("east", 5), history.missed("all", 3, 1_000), history.missed("all", 4, 100)
    ([(6, b'"east 6"')], None, None)
    """

    def __init__(self, v: int, most: int = KEPT) -> None:
        self.v = v
        self._versions: deque[Version[K]] = deque(maxlen=most)

    def add(self, version: Version[K]) -> None:
        """The thing has moved on by one."""
        assert version.v == self.v + 1
        self._versions.append(version)
        self.v = version.v

    def after(self, viewer: K, have: int) -> list[tuple[int, bytes]] | None:
        """The frames behind a version, in order; None: not all of them are here."""
        found = [(each.v, each.frames[viewer]) for each in self._versions if each.v > have]
        return found if len(found) == self.v - have else None

    def missed(self, viewer: K, have: int, most: int) -> bytes | None:
        """The same as one frame of at most so many bytes."""
        found = self.after(viewer, have)
        if found is None or sum(len(frame) for _, frame in found) + 100 > most:
            return None
        return b'{"type":"events","from":%d,"lines":[%s]}' % (have + 1, b",".join(frame for _, frame in found))
