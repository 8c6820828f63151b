"""The database of a server: a failure is reported, and the database is opened again before it is used."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sikwu.book import Store
from sikwu.book.database import UnknownCommit
from sikwu.book.problems import BookError
from sikwu.book.store import Statement
from sikwu.server.http.refusals import store_down
from sikwu.texts import SikwuError

DOWN = ("book.store", "book.store_unknown", "book.store_stopped", "book.not_stored")


class CurrentStore:
    """The current store; it is replaced after a commit with an unknown outcome."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.failed: list[Callable[[], None]] = []
        """Called when a commit has failed: the memory is no longer valid."""

    @property
    def is_shared(self) -> bool:
        """Whether other processes may serve the same database."""
        return "://" in self.store.where

    @contextmanager
    def told(self) -> Iterator[None]:
        """Turns a database failure into an error answer."""
        try:
            yield
        except (UnknownCommit, BookError) as error:
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
                pass  # the next request tries again
        for each in self.failed:
            each()

    def ring(self, kind: str, id: str, seq: int) -> list[Statement]:
        """The statement that notifies other processes; a file has only one process."""
        if not self.is_shared:
            return []
        return [("SELECT pg_notify('sikwu', :told)", {"told": f"{kind} {id} {seq}"})]
