"""When the collector of cycles may look: a little at a time while people write, at everything only while nobody does.

Books have no cycles, so nearly all of what a server holds goes without the collector; but one look at everything takes as
long as hundreds of entries, and whoever writes in that moment waits.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
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


class Collector:
    """Says when everything is looked at."""

    def __init__(self) -> None:
        self._looked = time.monotonic()

    def look(self, quiet: float) -> bool:
        """Looks at everything if this is the time for it; `quiet`: so many seconds nobody has written."""
        since = time.monotonic() - self._looked
        if since < PAUSE or (quiet < QUIET and since < LATEST):
            return False
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._looked = time.monotonic()
        return True


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
