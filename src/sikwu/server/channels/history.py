"""The newest versions of one thing, for clients that have missed some; generic over content and kinds of viewers."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Generic, NamedTuple, TypeVar

K = TypeVar("K")
"""A kind of viewer: all of one kind get the same bytes."""
KEPT = 200
"""The number of versions kept in memory."""


class Version(NamedTuple, Generic[K]):
    """One version of a thing: its number, and the frame for each kind of viewer."""

    v: int
    frames: Mapping[K, bytes]


class History(Generic[K]):
    """The versions up to the newest; used only on the event loop.

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
        """Adds a version."""
        assert version.v == self.v + 1
        self._versions.append(version)
        self.v = version.v

    def after(self, viewer: K, have: int) -> list[tuple[int, bytes]] | None:
        """The frames after a version, in order; None: some are no longer in memory."""
        found = [(each.v, each.frames[viewer]) for each in self._versions if each.v > have]
        return found if len(found) == self.v - have else None

    def missed(self, viewer: K, have: int, most: int) -> bytes | None:
        """The same as one frame of at most this many bytes."""
        found = self.after(viewer, have)
        if found is None or sum(len(frame) for _, frame in found) + 100 > most:
            return None
        return b'{"type":"events","from":%d,"lines":[%s]}' % (have + 1, b",".join(frame for _, frame in found))
