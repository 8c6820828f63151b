"""Entries on their way to the disk: one thread commits all that wait, in one transaction, and wakes who waited."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from threading import Condition, Event, Thread
from typing import Any

from sikwu.book.book import Book
from sikwu.server.tokens import Change

BATCH = 32
"""Entries that are committed together."""
IDLE = 1.0
"""Seconds after which a thread that has nothing to do ends; the next entry starts another."""


class Waiting:
    """An entry that waits."""

    def __init__(self, book: Book, pending: Sequence[Any], beside: Sequence[Change]) -> None:
        self.book, self.pending, self.beside = book, pending, beside
        self.written = False
        self.error: BaseException | None = None
        self.done = Event()


class Committer:
    """The one writer of a process: the disk is the slowest of us, so nobody goes there alone."""

    def __init__(self, commit: Callable[[list[tuple[Book, Sequence[Any], Sequence[Change]]]], list[bool]]) -> None:
        self._commit = commit
        self._waiting: deque[Waiting] = deque()
        self._some = Condition()
        self._running = False

    def committed(self, book: Book, pending: Sequence[Any], beside: Sequence[Change]) -> bool:
        """Is it on the disk? Not if somebody else has written into the book first."""
        mine = Waiting(book, pending, beside)
        with self._some:
            self._waiting.append(mine)
            if not self._running:
                self._running = True
                Thread(target=self._run, name="commits", daemon=True).start()
            self._some.notify()
        mine.done.wait()
        if mine.error is not None:
            raise mine.error
        return mine.written

    def _run(self) -> None:
        while True:
            with self._some:
                if not self._waiting and not self._some.wait_for(lambda: bool(self._waiting), IDLE):
                    self._running = False
                    return
                group = [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]
            self._group(group)

    def _group(self, group: list[Waiting]) -> None:
        try:
            found = self._commit([(each.book, each.pending, each.beside) for each in group])
            for each, written in zip(group, found, strict=True):
                each.written = written
        except BaseException as error:  # whatever it is, who waits is told
            for each in group:
                each.error = error
        finally:
            for each in group:
                each.done.set()
