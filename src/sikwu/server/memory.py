"""When the garbage collector runs: over a few young objects at a time while people write, over everything only while nobody does.

Books have no reference cycles, so nearly everything that a server holds is freed without the collector; but one full collection
takes as long as hundreds of entries, and whoever writes in that moment waits. Memory that grows all the same is a reason to
collect at once: whoever makes the server leave garbage must not be able to fill the machine with it.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

YOUNG = 2_000
"""New objects after which the collector looks at them: less than a millisecond."""
GROUPS = 4
"""Such looks after which it looks at those that were left, too."""
NEVER = 1_000_000_000
PAUSE, LATEST = 60.0, 3600.0
"""Seconds after a look at everything before which there is no other, and after which there is one even while people write."""
QUIET = 3.0
"""Seconds without an entry in which nobody is thought to be writing."""
GROWN = 48 * 1024 * 1024
"""Bytes by which the process may grow before the collector runs whoever writes."""
APART = 5.0
"""Seconds between two such collections: what stays after the first is no garbage."""


class Collector:
    """Says when everything is looked at."""

    def __init__(self, size: Callable[[], int] | None = None) -> None:
        self._looked = self._pressed = time.monotonic()
        self._size = size or resident
        self._least = self._size()

    def look(self, quiet: float) -> bool:
        """Collects everything if this is the time for it; `quiet`: so many seconds nobody has written."""
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
        """Collects what came since the last full collection, if the process has grown."""
        size = self._size()
        self._least = min(self._least, size)
        if size - self._least < GROWN or now - self._pressed < APART:
            return False
        gc.collect()
        self._pressed = time.monotonic()
        self._least = self._size()
        return True


def resident() -> int:
    """Bytes of this process in memory; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", "rb") as told:
            return int(told.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


@contextmanager
def steady() -> Iterator[None]:
    """The collector as a server wants it, afterwards as it was."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()  # what a program begins with stays to its end
    gc.set_threshold(YOUNG, GROUPS, NEVER)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
