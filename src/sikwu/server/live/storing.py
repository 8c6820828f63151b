"""The database of a server: where it fails it is said so, and looked at anew before anything else is said of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sikwu.book import Store
from sikwu.book.database import Unsure
from sikwu.book.problems import BookError
from sikwu.book.store import Statement
from sikwu.server.http.refusals import store_down
from sikwu.texts import SikwuError

DOWN = ("book.store", "book.store_unknown", "book.store_stopped", "book.not_stored")


class Storing:
    """The store as it is now; another takes its place after a commit of which nobody knows."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.failed: list[Callable[[], None]] = []
        """Called when a commit has failed: what is in memory counts for nothing any more."""

    @property
    def is_shared(self) -> bool:
        """May other processes serve the same database?"""
        return "://" in self.store.where

    @contextmanager
    def told(self) -> Iterator[None]:
        """A database that fails is told as such."""
        try:
            yield
        except (Unsure, BookError) as error:
            code = getattr(error, "code", "book.store_unknown")
            if code not in DOWN:
                raise
            if code != "book.not_stored":
                self._again()
            raise store_down(error) from None

    def _again(self) -> None:
        if self.store.stopped:
            try:
                if not self.is_shared:
                    self.store = Store(self.store.where, make=False)
                self.store.stopped = False
            except SikwuError:
                pass  # the next who asks tries again
        for each in self.failed:
            each()

    def ring(self, kind: str, id: str, seq: int) -> list[Statement]:
        """The doorbell for other processes; a file has only one."""
        if not self.is_shared:
            return []
        return [("SELECT pg_notify('sikwu', :told)", {"told": f"{kind} {id} {seq}"})]
