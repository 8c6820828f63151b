"""The resources that answers about tables need."""

from __future__ import annotations

from dataclasses import dataclass

from sikwu.server.books.desk import BookDesk
from sikwu.server.http.refusals import STORE_WAIT, Refusal
from sikwu.server.tables.room import Tables


@dataclass(frozen=True)
class TableDesk(BookDesk):
    """The resources of answers about books, and the live tables if there is a database."""

    played: Tables | None = None

    @property
    def tables(self) -> Tables:
        """The tables; raises an error if there is no database."""
        if self.played is None:
            raise Refusal.of("store.down").after(STORE_WAIT)
        return self.played
