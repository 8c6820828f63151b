"""When the garbage collector runs: over a few young objects at a time while people write, over everything only while nobody writes.

Books have no reference cycles, so nearly everything that a server holds is freed without the collector. One full
collection takes as long as hundreds of entries, and a person who writes at that moment waits. If memory grows all the
same, the collector runs at once: a client that causes garbage must not be able to fill the machine with it.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

YOUNG = 2_000
"""New objects after which the collector examines the youngest generation: less than a millisecond."""
GROUPS = 4
"""Collections of one generation after which the next older one is examined too."""
NEVER = 1_000_000_000
PAUSE, LATEST = 60.0, 3600.0
"""Seconds after a full collection before the next one, and the longest time without one while people write."""
QUIET = 3.0
"""Seconds without an entry after which nobody is assumed to be writing."""
GROWN = 48 * 1024 * 1024
"""Bytes by which the process may grow before the collector runs even while people write."""
APART = 5.0
"""Seconds between two such collections: memory that survives the first is not garbage."""


class Collector:
    """Decides when a full collection runs."""

    def __init__(self, size: Callable[[], int] | None = None) -> None:
        self._looked = self._pressed = time.monotonic()
        self._size = size or resident
        self._least = self._size()

    def look(self, quiet: float) -> bool:
        """Runs a full collection if it is due; `quiet`: seconds since the last entry."""
        now = time.monotonic()
        since = now - self._looked
        if since >= PAUSE and (quiet >= QUIET or since >= LATEST):
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            self._looked = time.monotonic()
            self._least = self._size()
            return True
        return self._relieved(now)

    def _relieved(self, now: float) -> bool:
        """Collects everything allocated since the last full collection, if the process has grown."""
        size = self._size()
        self._least = min(self._least, size)
        if size - self._least < GROWN or now - self._pressed < APART:
            return False
        gc.collect()
        self._pressed = time.monotonic()
        self._least = self._size()
        return True


def resident() -> int:
    """The resident memory of this process in bytes; 0 if the system does not say."""
    try:
        with open("/proc/self/statm", "rb") as told:
            return int(told.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


@contextmanager
def steady() -> Iterator[None]:
    """Sets the garbage collector for a server, and restores its settings afterwards."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()  # objects made at the start live as long as the program
    gc.set_threshold(YOUNG, GROUPS, NEVER)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
