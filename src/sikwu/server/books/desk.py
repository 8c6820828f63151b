"""The resources that answers about books need."""

from __future__ import annotations

from dataclasses import dataclass

from sikwu.server.books.room import Books
from sikwu.server.hands.desk import Desk
from sikwu.server.http.refusals import STORE_WAIT, Refusal


@dataclass(frozen=True)
class BookDesk(Desk):
    """The resources of answers about hands, and the books if there is a database."""

    shared: Books | None = None

    @property
    def books(self) -> Books:
        """The books; raises an error if there is no database."""
        if self.shared is None:
            raise Refusal.of("store.down").after(STORE_WAIT)
        return self.shared
