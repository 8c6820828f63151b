"""Books in a database: SQLite by path, PostgreSQL by URL; an entry counts when it is on the disk, and not before."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from sikwu.book.book import Book, Pending, uncollected
from sikwu.book.database import Connection, Refused, database, upgrade
from sikwu.book.events import Anything, Entry, Sent, trusted
from sikwu.book.problems import BookError, wrong
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import SikwuError, nearest
from sikwu.texts.message import say

if TYPE_CHECKING:
    from sqlalchemy.engine import Engine

TRIES = 20
"""So often a writer who names his key or his hand starts again from the newest entry."""
PREFIX = 4
"""So much of an id, at least, names a book."""

LIST = (
    "SELECT id, name, length, head, "
    "(SELECT max(at) FROM entries WHERE entries.book = books.id AND entries.seq = books.length) AS at "
    "FROM books {where} ORDER BY at DESC, name, id"
)
LOG = "SELECT seq, at, text, hash, author, key, hand_no FROM entries WHERE book = :book AND seq > :after ORDER BY seq"
OPEN = "INSERT INTO books (id, name, length, head) VALUES (:id, :name, :length, :head)"
WRITE = (
    "INSERT INTO entries (book, seq, at, text, hash, author, key, hand_no) "
    "VALUES (:book, :seq, :at, :text, :hash, :author, :key, :hand_no)"
)
MOVE = "UPDATE books SET length = :length, head = :head WHERE "
AS_READ = "id = :id AND head = :read"
"""The book's row, if nobody has written since it was read."""


class Listed(NamedTuple):
    """A book as a list shows it."""

    id: str
    name: str
    entries: int
    head: str
    at: str
    """When its newest entry was written."""


class Store:
    """All books of one database; made ready when it is first used.

    >>> from sikwu import ruleset
    >>> store = Store(":memory:")
    >>> book = store.create("Friday", ["A", "B", "C", "D"], ruleset("hk-standard"))
    >>> store.open("Friday").head == book.head
    True
    """

    def __init__(self, where: str | Path) -> None:
        self.database = database(where)
        self.where = self.database.where
        self.kept: Path | None = None
        """The copy of an older SQLite file, where this opening has brought it up to date."""
        try:
            self.kept = upgrade(self.database)
        except BookError:
            self.close()
            raise

    @property
    def engine(self) -> Engine:
        """SQLAlchemy's view of the database."""
        return self.database.engine

    def close(self) -> None:
        """Lets go of the database."""
        self.database.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- reading

    def list(self) -> Sequence[Listed]:
        """All books, the one written last first."""
        with self.database.reading() as connection:
            return _listed(connection)

    def open(self, name: str) -> Book:
        """A book by its id, its name, or the start of its id; its whole log is checked."""
        with self.database.reading() as connection:
            found = _named(connection, name)
            with uncollected():
                log = _read(connection, found.id)
        with uncollected():
            book = Book.replay(trusted(log, found.name, found.entries, found.head))
        if (book.id, book.name) != (found.id, found.name):
            raise wrong("book.tampered", name=name, seq=1, why=say("why.other_name"))
        return book

    def entries(self, book: Book | str, after: int = 0, most: int | None = None) -> builtins.list[Entry]:
        """The entries of a book (or of an id) after a number, as they stand in the log; `Book.follow` checks them."""
        with self.database.reading() as connection:
            return _read(connection, book if isinstance(book, str) else book.id, after, most)

    # --- writing

    def create(
        self,
        name: str,
        players: Sequence[str],
        ruleset: Ruleset,
        first_dealer: str | None = None,
        streak: int = 0,
        at: str | None = None,
    ) -> Book:
        """A new book; another may have the same name."""
        return self.adopt(Book.new(name, players, ruleset, first_dealer, streak, at))

    def adopt(self, book: Book) -> Book:
        """Stores a whole book, such as one that was imported: all of it or nothing."""
        try:
            with self.database.writing() as connection:
                row = {"id": book.id, "name": book.name, "length": len(book.entries), "head": book.head.hash}
                connection.change(OPEN, row)
                connection.change(WRITE, [_row(book.id, entry) for entry in book.entries])
        except Refused:
            raise wrong("book.exists", name=book.name, id=book.id[:8]) from None
        return book

    def refresh(self, book: Book) -> bool:
        """Brings a book up to what others have written since; True: there was something."""
        fresh = self.entries(book, book.head.seq)
        book.follow(fresh)
        return bool(fresh)

    @overload
    def append(self, book: Book, what: Anything | Sent, at: str | None = None) -> Entry: ...

    @overload
    def append(self, book: Book, what: Sequence[Anything | Sent], at: str | None = None) -> builtins.list[Entry]: ...

    def append(
        self, book: Book, what: Anything | Sent | Sequence[Anything | Sent], at: str | None = None
    ) -> Entry | builtins.list[Entry]:
        """Writes one event, or several, all or none: checked, committed to the disk, and only then the book moves on.

        What was sent before under the same key is not written again. Who sends a key or the number of a hand is judged
        by the book as it is on the disk; who sends neither must have seen its newest entry.
        """
        group = what if isinstance(what, Sequence) else (what,)
        stamped = all(isinstance(each, Sent) and (each.key or each.hand_no is not None) for each in group)
        for _ in range(TRIES):
            try:
                entries, fresh = book.prepare_all(group, at)
            except SikwuError:
                if not stamped or not self.refresh(book):
                    raise
                continue
            if not fresh or self._written(book, fresh):
                for pending in fresh:
                    book.accept(pending)
                return entries if isinstance(what, Sequence) else entries[0]
            if not stamped:
                break
            self.refresh(book)
        raise wrong("book.conflict", name=book.name, seq=book.head.seq + 1)

    def _written(self, book: Book, fresh: Sequence[Pending]) -> bool:
        """Is what was pending on the disk? Not if somebody else has written first."""
        newest = fresh[-1].entry
        moved = {"id": book.id, "read": book.head.hash, "length": newest.seq, "head": newest.hash}
        try:
            with self.database.writing() as connection:
                # Whoever comes second finds another head: exactly one writer wins.
                if connection.change(MOVE + AS_READ, moved) != 1:
                    return False
                connection.change(WRITE, [_row(book.id, pending.entry) for pending in fresh])
        except Refused:
            return False
        return True

    def undo(self, book: Book) -> Entry:
        """Writes an undo."""
        return self.append(book, book.undoing())

    def redo(self, book: Book) -> Entry:
        """Writes a redo."""
        return self.append(book, book.redoing())


def _row(book: str, entry: Entry) -> dict[str, Any]:
    stamp = {"author": entry.author or None, "key": entry.key or None, "hand_no": entry.hand_no}
    return {"book": book, "seq": entry.seq, "at": entry.at, "text": entry.text, "hash": entry.hash, **stamp}


def _read(connection: Connection, book: str, after: int = 0, most: int | None = None) -> list[Entry]:
    statement = LOG if most is None else f"{LOG} LIMIT {int(most)}"
    return [
        Entry(seq, at, text, hash, author or "", key or "", hand_no)
        for seq, at, text, hash, author, key, hand_no in connection.rows(statement, book=book, after=after)
    ]


def _listed(connection: Connection, means: str = "", **values: object) -> list[Listed]:
    found = connection.rows(LIST.format(where=means), **values)
    return [Listed(id, name, length, head, at or "") for id, name, length, head, at in found]


def _named(connection: Connection, name: str) -> Listed:
    """The one book that a word means: its id, its name, or the start of its id."""
    means = ["WHERE id = :word", "WHERE name = :word"]
    if len(name) >= PREFIX:
        means.append(f"WHERE substr(id, 1, {len(name)}) = :word")
    for each in means:
        found = _listed(connection, each, word=name)
        if len(found) == 1:
            return found[0]
        if found:
            books = [f"{each.id[:8]} ({each.at[:16].replace('T', ' ')})" for each in found]
            raise wrong("book.several", count=len(books), name=name, books=books)
    guess = nearest(name, [each.name for each in _listed(connection)])
    raise wrong("book.unknown", name=name, hint=say("hint.book", guess=guess) if guess else None)
