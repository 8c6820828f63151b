"""How long tests wait for events. No test fails because the machine is busy.

A test that passes waits no longer than it has to, so these may be as long as one likes. What the program itself limits (a phone's silence, a
player's time to think) is set by each test that is about it.
"""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 300
"""Seconds in which a process, an answer or a thread comes, if it comes at all."""
AT_A_SCREEN = 120_000
"""Milliseconds in which something appears in a browser, if it appears at all: shorter, for there are hundreds of such tests."""


def until(happens: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Waits until something is so; fails where it never is."""
    end = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)
