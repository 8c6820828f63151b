"""What an operator may do with the books and tables of a database: list, measure, revoke, erase.

Nothing here reads an entry, a line of a table, an act or a seed: only counts, sizes, times and names of things. So no
hidden tile can be shown, not even by mistake. A running server notices what is done here within a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sikwu.book import Store
from sikwu.book.book import now
from sikwu.book.database import SqliteFile
from sikwu.book.problems import BookError
from sikwu.book.store import Statement
from sikwu.server.channels.tokens import REVOKE
from sikwu.server.tables.log import ERASE, ERASED, LEFT, UNSHARED

BOOKS = (
    "SELECT books.id, books.name, books.length, "
    "(SELECT coalesce(sum(length(text)), 0) FROM entries WHERE entries.book = books.id), "
    "(SELECT max(at) FROM entries WHERE entries.book = books.id), "
    "(SELECT count(*) FROM tokens WHERE thing = books.id AND revoked IS NULL AND kind IN ('host', 'keeper', 'reader')) "
    "FROM books WHERE erased IS NULL ORDER BY 5 DESC, books.id"
)
TABLES = (
    "SELECT tables.id, tables.title, tables.length, "
    "(SELECT coalesce(sum(length(text)), 0) FROM lines WHERE lines.tbl = tables.id), "
    "(SELECT max(at) FROM lines WHERE lines.tbl = tables.id), "
    "(SELECT count(*) FROM tokens WHERE thing = tables.origin AND revoked IS NULL AND kind NOT IN ('invite', 'asking', 'refused')), "
    "tables.status, tables.origin FROM tables WHERE erased IS NULL ORDER BY 5 DESC, tables.id"
)
TOKENS = "SELECT id, kind, name, made FROM tokens WHERE thing = :thing AND revoked IS NULL AND kind <> 'invite' ORDER BY made, id"
SIZES = ("SELECT count(*) FROM books WHERE erased IS NULL", "SELECT count(*) FROM tables WHERE erased IS NULL")


class ThingSummary(NamedTuple):
    """One book or table, seen from outside."""

    kind: str
    """'book' or 'table'."""
    id: str
    name: str
    length: int
    """Entries, or lines."""
    size: int
    """Their characters."""
    at: str
    """When it was last written, or empty."""
    tokens: int
    """How many phones and programs may open it."""
    status: str = ""
    """Of a table."""
    origin: str = ""
    """What its tokens are for: the book, or the first of a series of tables."""


class HeldToken(NamedTuple):
    """Who may open a thing; the token itself is stored nowhere."""

    id: str
    kind: str
    name: str
    made: str


class Operator:
    """The person who runs the server."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def things(self) -> Iterator[ThingSummary]:
        """Every book and every table, the one written last first."""
        for id, name, length, size, at, tokens in self.store.rows(BOOKS):
            yield ThingSummary("book", id, name, length, int(size), at or "", tokens, "", id)
        for id, name, length, size, at, tokens, status, origin in self.store.rows(TABLES):
            yield ThingSummary("table", id, name, length, int(size), at or "", tokens, status, origin)

    def find(self, named: str) -> ThingSummary:
        """The thing with this id or the beginning of it; a name is not enough, because several may have it."""
        found = [each for each in self.things() if len(named) >= 4 and each.id.startswith(named)]
        if len(found) != 1:
            raise BookError.of("admin.unknown", name=named[:40], count=len(found))
        return found[0]

    def tokens(self, thing: ThingSummary) -> list[HeldToken]:
        """Who may open it."""
        return [HeldToken(*row) for row in self.store.rows(TOKENS, thing=thing.origin)]

    def bytes(self) -> int:
        """The size of the whole database on the disk."""
        if isinstance(self.store.database, SqliteFile):
            pages, size = (self.store.rows(f"PRAGMA {name}")[0][0] for name in ("page_count", "page_size"))
            return int(pages * size)
        return int(self.store.rows("SELECT pg_database_size(current_database())")[0][0])

    def revoke(self, thing: ThingSummary, token: str) -> None:
        """Makes one token invalid; sockets opened with it are closed."""
        values = {"thing": thing.origin, "id": token, "at": now()}
        if not self.store.change([(REVOKE, values), *self._ring("token", thing.origin)])[0]:
            raise BookError.of("admin.token", id=token[:40])

    def erase(self, thing: ThingSummary) -> None:
        """Erases a book or a table for good."""
        if thing.kind == "book":
            self.store.erase(thing.id)
        else:
            gone: list[Statement] = [(ERASE, {"id": thing.id, "at": now()})]
            gone += [(statement, {"id": thing.id}) for statement in ERASED]
            self.store.erase_rows(gone)
            if not self.store.rows(LEFT, origin=thing.origin)[0][0]:
                self.store.erase_rows([(statement, {"origin": thing.origin}) for statement in UNSHARED])
        for statement in self._ring("erased", thing.id):
            self.store.change([statement])

    def _ring(self, kind: str, id: str) -> list[Statement]:
        if isinstance(self.store.database, SqliteFile):
            return []
        return [("SELECT pg_notify('sikwu', :told)", {"told": f"{kind} {id} 0"})]
