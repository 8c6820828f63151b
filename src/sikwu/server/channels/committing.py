"""Writes changes to the disk: one thread commits all waiting changes in one transaction, and informs their senders."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from threading import Condition, Thread
from typing import NamedTuple

from sikwu.book.store import Change

log = logging.getLogger("sikwu.server")
BATCH = 32
"""The most changes committed together."""
IDLE = 1.0
"""Seconds after which an idle thread ends; the next change starts another."""


class _WaitingChange(NamedTuple):
    change: Change
    answer: asyncio.Future[bool]


class Committer:
    """The only writer of a process: the disk is slow, so waiting changes share one transaction."""

    def __init__(self, commit: Callable[[Sequence[Change]], Sequence[bool]]) -> None:
        self._commit = commit
        self._waiting: deque[_WaitingChange] = deque()
        self._some = Condition()
        self._running = False
        self.commits = self.changes = 0
        self.seconds = self.slowest = 0.0
        """Transactions, the changes in them, the seconds they took, and the slowest."""

    @property
    def waiting(self) -> int:
        """How many changes wait for the disk."""
        return len(self._waiting)

    async def commit(self, change: Change) -> bool:
        """Commits a change. False: its guard failed, because somebody else was first."""
        mine = _WaitingChange(change, asyncio.get_running_loop().create_future())
        with self._some:
            self._waiting.append(mine)
            if not self._running:
                self._running = True
                Thread(target=self._run, name="commits", daemon=True).start()
            self._some.notify()
        return await mine.answer

    def _run(self) -> None:
        while True:
            with self._some:
                if not self._waiting and not self._some.wait_for(lambda: bool(self._waiting), IDLE):
                    self._running = False
                    return
                group = [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]
            self._group(group)

    def _group(self, group: Sequence[_WaitingChange]) -> None:
        found: Sequence[bool] = [False] * len(group)
        failed: BaseException | None = None
        began = time.monotonic()
        try:
            found = self._commit([each.change for each in group])
        except BaseException as error:  # whatever it is, pass it on to the callers that wait
            failed = error
        took = time.monotonic() - began
        self.commits, self.changes = self.commits + 1, self.changes + len(group)
        self.seconds, self.slowest = self.seconds + took, max(self.slowest, took)
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[bool], bool]]] = {}
        for each, written in zip(group, found, strict=True):
            by_loop.setdefault(each.answer.get_loop(), []).append((each.answer, written))
        for loop, answers in by_loop.items():
            try:
                loop.call_soon_threadsafe(_tell, answers, failed)
            except RuntimeError:  # the loop was closed, and its callers with it
                log.error("%d changes were committed, but their senders could not be told.", len(answers))


def _tell(answers: Sequence[tuple[asyncio.Future[bool], bool]], failed: BaseException | None) -> None:
    for answer, written in answers:
        if answer.done():
            continue
        if failed is not None:
            answer.set_exception(failed)
        else:
            answer.set_result(written)
