"""Changes on their way to the disk: one thread commits all that wait, in one transaction, and tells who waited."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from threading import Condition, Thread
from typing import NamedTuple

from sikwu.book.store import Change

log = logging.getLogger("sikwu.server")
BATCH = 32
"""Changes that are committed together."""
IDLE = 1.0
"""Seconds after which a thread that has nothing to do ends; the next change starts another."""


class _Waiting(NamedTuple):
    change: Change
    answer: asyncio.Future[bool]


class Committer:
    """The one writer of a process: the disk is the slowest of us, so nobody goes there alone."""

    def __init__(self, commit: Callable[[Sequence[Change]], Sequence[bool]]) -> None:
        self._commit = commit
        self._waiting: deque[_Waiting] = deque()
        self._some = Condition()
        self._running = False

    async def commit(self, change: Change) -> bool:
        """Is it on the disk? Not if its guard found that somebody else was first."""
        mine = _Waiting(change, asyncio.get_running_loop().create_future())
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

    def _group(self, group: Sequence[_Waiting]) -> None:
        found: Sequence[bool] = [False] * len(group)
        failed: BaseException | None = None
        try:
            found = self._commit([each.change for each in group])
        except BaseException as error:  # whatever it is, who waits is told
            failed = error
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[bool], bool]]] = {}
        for each, written in zip(group, found, strict=True):
            by_loop.setdefault(each.answer.get_loop(), []).append((each.answer, written))
        for loop, answers in by_loop.items():
            try:
                loop.call_soon_threadsafe(_tell, answers, failed)
            except RuntimeError:  # it was closed: those who waited are gone with it
                log.error("%d changes were committed, but their senders could not be told.", len(answers))


def _tell(answers: Sequence[tuple[asyncio.Future[bool], bool]], failed: BaseException | None) -> None:
    for answer, written in answers:
        if answer.done():
            continue
        if failed is not None:
            answer.set_exception(failed)
        else:
            answer.set_result(written)
