"""Entries on their way to the disk: one thread commits all that wait, in one transaction, and tells who waited."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Sequence
from threading import Condition, Event, Thread
from typing import Any, Protocol

from sikwu.book.book import Book
from sikwu.server.tokens import Change

log = logging.getLogger("sikwu.server")
BATCH = 32
"""Entries that are committed together."""
IDLE = 1.0
"""Seconds after which a thread that has nothing to do ends; the next entry starts another."""

Asked = tuple[Book, Sequence[Any], Sequence[Change], str]
"""The book as it was read, its new entries, what is written beside them, and the token that must still be good."""


class Waiting(Protocol):
    """Something that waits to be committed; what it does, it does in the thread that commits."""

    def ready(self) -> Asked | None:
        """What is to be committed; None: nothing, after all."""

    def done(self, written: bool, error: BaseException | None) -> None:
        """It is on the disk, or it is not: somebody else has written into the book first, or the disk has failed."""


class _Held:
    """An entry whose thread waits for it."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.written = False
        self.error: BaseException | None = None
        self.over = Event()

    def ready(self) -> Asked:
        return self.asked

    def done(self, written: bool, error: BaseException | None) -> None:
        self.written, self.error = written, error
        self.over.set()


class Committer:
    """The one writer of a process: the disk is the slowest of us, so nobody goes there alone."""

    def __init__(self, commit: Callable[[list[Asked]], list[bool]]) -> None:
        self._commit = commit
        self._waiting: deque[Waiting] = deque()
        self._some = Condition()
        self._running = False

    def committed(self, asked: Asked) -> bool:
        """Is it on the disk? Not if somebody else has written into the book first."""
        mine = _Held(asked)
        self.soon(mine)
        mine.over.wait()
        if mine.error is not None:
            raise mine.error
        return mine.written

    def soon(self, waiting: Waiting) -> None:
        """Commits it with the next."""
        with self._some:
            self._waiting.append(waiting)
            if not self._running:
                self._running = True
                Thread(target=self._run, name="commits", daemon=True).start()
            self._some.notify()

    def _run(self) -> None:
        while True:
            with self._some:
                if not self._waiting and not self._some.wait_for(lambda: bool(self._waiting), IDLE):
                    self._running = False
                    return
                group = [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]
            self._group([(each, asked) for each in group if (asked := each.ready()) is not None])

    def _group(self, group: list[tuple[Waiting, Asked]]) -> None:
        found, failed = [False] * len(group), None
        try:
            if group:
                found = self._commit([asked for _, asked in group])
        except BaseException as error:  # whatever it is, who waits is told
            failed = error
        for (each, _), written in zip(group, found, strict=True):
            try:
                each.done(written, failed)
            except Exception as error:  # the others, and those that come, are still waited for
                log.error("An entry was committed, but its sender could not be told (%s).", type(error).__name__)
