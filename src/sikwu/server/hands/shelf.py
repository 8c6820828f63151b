"""Rules of houses by their hash, stored in the database of the books."""

from __future__ import annotations

import time

from sikwu.book import Store
from sikwu.book.book import now
from sikwu.book.database import DuplicateRow, UnknownCommit
from sikwu.book.problems import BookError
from sikwu.server.http.refusals import store_down
from sikwu.texts import SikwuError

KEEP = "INSERT INTO rulesets (hash, toml, first_seen) VALUES (:hash, :toml, :first_seen)"
KNOWN = "SELECT toml FROM rulesets WHERE hash = :hash"
COUNT = "SELECT count(*) FROM rulesets"
OLDEST = "DELETE FROM rulesets WHERE hash IN (SELECT hash FROM rulesets ORDER BY first_seen, hash LIMIT :some)"


UNTRY = "DELETE FROM meta WHERE key = 'health'"
TRY = "INSERT INTO meta (key, value) VALUES ('health', :value)"
AGAIN, ROOM = 5.0, 16 * 1024
"""Seconds between two write tests of the database, and the characters written in each."""


class Rulesets:
    """Rules of houses that were checked here; if there are too many, the oldest are deleted.

    >>> shelf = Rulesets(Store(":memory:"), 2)
    >>> for hash in ("a", "b", "c"):
    ...     shelf.keep(hash, f"rules {hash}")
    >>> shelf.toml("a"), shelf.toml("c")
    (None, 'rules c')
    """

    def __init__(self, store: Store, most: int = 10_000) -> None:
        self.store, self.most = store, most
        self._known: set[str] = set()
        self._tried: tuple[float, bool] | None = None
        """When writing to the database was last tested, and the result."""

    def keep(self, hash: str, toml: str) -> None:
        """Stores the text of rules, unless it is already stored."""
        if hash in self._known or self.toml(hash) is not None:
            return
        try:
            with self.store.database.writing() as connection:
                connection.change(KEEP, {"hash": hash, "toml": toml, "first_seen": now()})
                ((count,),) = connection.rows(COUNT)
                if count > self.most:
                    connection.change(OLDEST, {"some": count - self.most})
        except DuplicateRow:
            pass  # another writer was faster
        except (BookError, UnknownCommit) as error:
            raise store_down(error) from None
        self._note(hash)

    def toml(self, hash: str) -> str | None:
        """The text of stored rules."""
        try:
            with self.store.database.reading() as connection:
                rows = connection.rows(KNOWN, hash=hash)
        except BookError as error:
            raise store_down(error) from None
        if rows:
            self._note(hash)
        return str(rows[0][0]) if rows else None

    def _note(self, hash: str) -> None:
        if len(self._known) >= self.most // 2:  # the notes in memory must not outlive the stored rows
            self._known.clear()
        self._known.add(hash)

    def sound(self) -> bool:
        """Whether the database can be read and written; tested by writing, at most once every few seconds."""
        now = time.monotonic()
        if self._tried is None or now - self._tried[0] >= AGAIN:
            self._tried = (now, self._writes())
        return self._tried[1]

    def _writes(self) -> bool:
        """Writes as much as an entry may need, overwriting the previous test: a full disk fails only on writing."""
        mark = f"{time.time():.3f} ".ljust(ROOM, ".")
        try:
            with self.store.database.writing() as connection:
                connection.rows(COUNT)
                connection.change(UNTRY, {})
                connection.change(TRY, {"value": mark})
        except (SikwuError, DuplicateRow, UnknownCommit):
            return False
        return True
