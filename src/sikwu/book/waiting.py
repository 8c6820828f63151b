"""Waits for a database file that another process holds, and says which process it is."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from sikwu.book.problems import BookError
from sikwu.texts import Message, say

T = TypeVar("T")
PATIENCE, SILENCE = 5.0, 2.0
"""Seconds until the wait is given up, and until it is reported."""
SHORT = 0.2
"""Seconds that SQLite waits by itself before we check for Ctrl-C."""


class WaitNotice:
    """Called when a wait begins; does nothing unless the command line sets it."""

    tell: Callable[[Message], None] = staticmethod(lambda said: None)


def patient(work: Callable[[], T], where: str, file: Path | None) -> T:
    """Runs some work on a file, and retries while another process holds it. Ctrl-C ends the wait, and nothing is
    done.
    """
    began, told = time.monotonic(), False
    while True:
        try:
            return work()
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) and "busy" not in str(error):
                raise
        waited = time.monotonic() - began
        if waited > PATIENCE:
            raise BookError.of(
                "book.store", where=where, why=say("why.held", seconds=round(PATIENCE), who=holder(file))
            )
        if waited > SILENCE and not told:
            told = True
            WaitNotice.tell(say("book.waits", where=where, who=holder(file), seconds=round(PATIENCE)))
        if _stopped():
            raise KeyboardInterrupt
        time.sleep(0.02)


def _stopped() -> bool:
    """Whether Ctrl-C was pressed while signals wait for the end of a write."""
    return hasattr(signal, "sigpending") and signal.SIGINT in signal.sigpending()


def holder(file: Path | None) -> Message:
    """The process that holds a file, if the system says so."""
    found = sorted(_holding(file)) if file is not None else []
    if not found:
        return say("held.somebody")
    return say("held.processes", names=[f"{_name(pid)} ({pid})" for pid in found])


def _holding(file: Path) -> set[int]:
    """The processes that lock a database or the index of its log; only Linux reports them."""
    places = set()
    for each in (file, Path(f"{file}-shm")):
        with suppress(OSError):
            found = os.stat(each)
            places.add(f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}:{found.st_ino}")
    pids = set()
    with suppress(OSError):
        for line in Path("/proc/locks").read_text("utf-8").splitlines():
            words = line.split()
            if len(words) >= 6 and words[-3] in places and "->" not in words and words[-5] == "WRITE":
                pids.add(int(words[-4]))
    return pids - {os.getpid(), -1}


def _name(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text("utf-8").strip()
    return "?"
