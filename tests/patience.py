"""How long tests wait for events. No test fails because the machine is busy.

A passing test waits only as long as necessary, so these limits may be long. Limits of the program itself (a phone's
silence, a player's time to think) are set by the tests about them.
"""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 300
"""Seconds in which a process, an answer or a thread must arrive."""
AT_A_SCREEN = 120_000
"""Milliseconds in which something must appear in a browser; shorter, because there are hundreds of such tests."""


def until(happens: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Waits until a condition is true; fails if it never is."""
    end = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)
