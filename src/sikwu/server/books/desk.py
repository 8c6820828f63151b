"""What answers about books are made with."""

from __future__ import annotations

from dataclasses import dataclass

from sikwu.server.books.room import Books
from sikwu.server.hands.desk import Desk
from sikwu.server.http.refusals import STORE_WAIT, refused


@dataclass(frozen=True)
class BookDesk(Desk):
    """The same as about hands, and the books where there is a database."""

    shared: Books | None = None

    @property
    def books(self) -> Books:
        """The books; refused where there is no database."""
        if self.shared is None:
            raise refused("store.down", STORE_WAIT)
        return self.shared
