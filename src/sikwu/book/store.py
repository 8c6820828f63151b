"""Books in a database: a SQLite file or a PostgreSQL URL. An entry counts only after its commit is on the disk."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from sikwu.book.book import Book, now, uncollected
from sikwu.book.clock import local
from sikwu.book.database import (
    REVISION,
    SHARED,
    SNAPSHOTS,
    DuplicateRow,
    SqliteFile,
    Transaction,
    UnknownCommit,
    copied,
    database,
    guarded,
    revision,
    upgrade,
)
from sikwu.book.events import GENESIS, Anything, Entry, SentEvent, follows, trusted
from sikwu.book.problems import BookError
from sikwu.book.snapshot import Snapshot, confirmed, taken
from sikwu.book.steps import PendingEntry
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import SikwuError, nearest, say

if TYPE_CHECKING:
    from sqlalchemy.engine import Engine

TRIES = 20
"""How often a write with a key or a hand number is retried from the newest entry."""
PREFIX = 4
"""The least length of the start of an id that identifies a book."""

BACK = 200
"""The distance of a snapshot from the head, in entries: people mostly read, undo or edit entries after it."""
LONG = 2 * BACK
"""A book shorter than this has no snapshot: it is checked whole whenever it is opened."""

LIST = (
    "SELECT id, name, length, head, "
    "(SELECT max(at) FROM entries WHERE entries.book = books.id AND entries.seq = books.length) AS at "
    "FROM {books} {where} ORDER BY {turn}at DESC, name, id"
)
LIVING = "(SELECT * FROM books WHERE erased IS NULL) AS books"
"""Leaves the remains of erased books out of lists."""
LOG = "SELECT seq, at, text, hash, {stamp} FROM entries WHERE book = :book AND {which} ORDER BY seq"
STAMP, NO_STAMP = "author, key, hand_no", "NULL, NULL, NULL"
OPEN = "INSERT INTO books (id, name, length, head) VALUES (:id, :name, :length, :head)"
WRITE = (
    "INSERT INTO entries (book, seq, at, text, hash, author, key, hand_no) "
    "VALUES (:book, :seq, :at, :text, :hash, :author, :key, :hand_no)"
)
NEXT = "turn = 1 + (SELECT max(turn) FROM books)"
"""Orders books by our own counter of changes, not by a clock or by times in an imported file."""
TURN = f"UPDATE books SET {NEXT} WHERE id = :id"
MOVE = "UPDATE books SET name = :name, length = :length, head = :head"
AS_READ = "id = :id AND head = :read"
"""Matches the book's row if nobody has written since it was read."""
GOOD = " AND EXISTS (SELECT 1 FROM tokens WHERE hash = :token AND revoked IS NULL)"
"""Matches only if the token was not revoked."""
BEHIND = "UPDATE books SET turn = (SELECT min(turn) FROM books) - 1 WHERE id = :id"
"""Puts an imported book after all others, so that it is not taken for the one written last."""
SNAPSHOT = "SELECT seq, hash, form, state, digest FROM snapshots WHERE book = :book"
KEEP = (
    "INSERT INTO snapshots (book, seq, hash, form, state, digest) VALUES (:book, :seq, :hash, :form, :state, :digest) "
    "ON CONFLICT (book) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, form = excluded.form, "
    "state = excluded.state, digest = excluded.digest"
)


ERASE = "UPDATE books SET name = '', length = 0, turn = 0, erased = :at WHERE id = :id"
ERASED = (
    "DELETE FROM entries WHERE book = :book",
    "DELETE FROM snapshots WHERE book = :book",
    "DELETE FROM tokens WHERE thing = :book",
    "DELETE FROM codes WHERE thing = :book",
    "DELETE FROM requests WHERE scope = :book",
    # Answers that are kept to be given again: to whoever opened it, and to whoever joined it.
    "DELETE FROM requests WHERE reply LIKE '%' || :book || '%'",
)

Statement = tuple[str, Mapping[str, object] | Sequence[Mapping[str, object]]]
"""A SQL statement with its values, for one row or several."""
Statements = Sequence[Statement]
"""Statements of the same transaction."""


class Change(NamedTuple):
    """Statements to be written together if their guard statement changes exactly one row, that is, if everything is
    still as it was read.
    """

    guard: Statement
    statements: Sequence[Statement]


class BookSummary(NamedTuple):
    """A book in a list."""

    id: str
    name: str
    entries: int
    head: str
    at: str
    """The time of its newest entry."""


class Store:
    """All books of one database, which is prepared on first use.

    >>> from sikwu import ruleset
    >>> store = Store(":memory:")
    >>> book = store.create("Friday", ["A", "B", "C", "D"], ruleset("hk-standard"))
    >>> store.open("Friday").head == book.head
    True
    """

    def __init__(self, where: str | Path, make: bool = True) -> None:
        """`make`: creates or upgrades the database if needed; otherwise it is used as it is."""
        self.database = database(where, make)
        self.where = self.database.where
        self.kept: Path | None = None
        """The copy of an older SQLite file, if this opening has upgraded it."""
        self.stopped = False
        """Whether a commit has failed: then another store must read the disk, and this one's memory is not used."""
        try:
            if make:
                self.kept = upgrade(self.database)
            self.revision = REVISION if make else revision(self.database)
            if self.revision is None:
                raise BookError.of("book.store_empty", where=self.where)
        except BookError:
            self.close()
            raise

    @property
    def counted(self) -> bool:
        """Whether the database has snapshots and our own counter of changes."""
        return self.revision is not None and self.revision >= SNAPSHOTS

    @property
    def shared(self) -> bool:
        """Whether its books may be shared by a server, and erased."""
        return self.revision is not None and self.revision >= SHARED

    @property
    def _move(self) -> str:
        """The statement that advances a book in a database of this revision; an erased book does not match."""
        turn, living = f", {NEXT}" if self.counted else "", " AND erased IS NULL" if self.shared else ""
        return f"{MOVE}{turn} WHERE {AS_READ}{living}"

    @property
    def engine(self) -> Engine:
        """The SQLAlchemy engine."""
        return self.database.engine

    def close(self) -> None:
        """Closes the database."""
        self.database.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def backup(self, file: Path) -> None:
        """Copies a SQLite file while others may write to it. For PostgreSQL, use pg_dump."""
        with guarded(str(file)):
            if not isinstance(self.database, SqliteFile) or self.database.memory:
                raise OSError("only a file of books is copied")
            copied(Path(self.database.where), file)

    # --- reading

    def list(self) -> Sequence[BookSummary]:
        """All books, the one written last first."""
        with self.database.reading() as connection:
            return self._listed(connection)

    def open(self, name: str, whole: bool = False) -> Book:
        """A book by its id, its name, or the start of its id.

        The log is checked from a snapshot that the hash chain confirms; the part before it is checked when it is
        needed. `whole`: checks all of it now. A book shorter than `LONG` is always checked as a whole.
        """
        with self.database.reading() as connection:
            found = self._named(connection, name)
            book = None if whole or found.entries < LONG else self._resumed(connection, found)
            with uncollected():
                log = self._read(connection, found.id) if book is None else []
        with uncollected():
            book = book or Book.replay(trusted(log, found.name, found.entries, found.head))
        if (book.id, book.name) != (found.id, found.name):
            raise BookError.of("book.tampered", name=name, seq=1, why=say("why.other_name"))
        return book

    def find(self, name: str) -> BookSummary:
        """The book with this id or name, without reading its log."""
        with self.database.reading() as connection:
            return self._named(connection, name)

    def snapshot(self, book: str) -> Snapshot | None:
        """The stored snapshot of a book."""
        if not self.counted:
            return None
        with self.database.reading() as connection:
            rows = connection.rows(SNAPSHOT, book=book)
        return Snapshot(*rows[0]) if rows else None

    def drop_snapshot(self, book: str) -> None:
        """Deletes the snapshot of a book: the next opening reads the whole log, and the next entry makes a new one."""
        if self.counted:
            with self._writing() as connection:
                connection.change("DELETE FROM snapshots WHERE book = :book", {"book": book})

    def _resumed(self, connection: Transaction, found: BookSummary) -> Book | None:
        """The book reloaded from its snapshot; None: there is none, or it does not match the entry that it names."""
        rows = connection.rows(SNAPSHOT, book=found.id) if self.counted else ()
        if not rows:
            return None
        snapshot = Snapshot(*rows[0])
        first = self._read(connection, found.id, most=1)
        rest_on = self._read(connection, found.id, snapshot.seq - 1)
        if not first or not rest_on or not follows(first[0], 1, GENESIS):
            return None
        book, (newest, *after) = Book(first[0]), rest_on
        rest = confirmed(snapshot, newest, book.ruleset)
        for entry in after:
            if not follows(entry, newest.seq + 1, newest.hash):
                return None  # reading the whole log names the first bad entry
            newest = entry
        if rest is None or (newest.seq, newest.hash) != (found.entries, found.head):
            return None
        return book if book.resume(rest, after, _StoredPast(self, found.id)) else None

    def entries(self, book: Book | str, after: int = 0, most: int | None = None) -> builtins.list[Entry]:
        """The entries of a book (or of an id) after a number, unchecked; `Book.follow` checks them."""
        with self.database.reading() as connection:
            return self._read(connection, book if isinstance(book, str) else book.id, after, most)

    def keyed(self, book: str, key: str) -> Entry | None:
        """The entry of a book written under a key."""
        if self.revision == "0001":
            return None
        with self.database.reading() as connection:
            found = connection.rows(LOG.format(stamp=STAMP, which="key = :key"), book=book, key=key)
        return _entry(*found[0]) if found else None

    def _read(
        self, connection: Transaction, book: str, after: int = 0, most: int | None = None
    ) -> builtins.list[Entry]:
        statement = LOG.format(stamp=NO_STAMP if self.revision == "0001" else STAMP, which="seq > :after")
        statement = statement if most is None else f"{statement} LIMIT {int(most)}"
        return [_entry(*row) for row in connection.rows(statement, book=book, after=after)]

    def _listed(self, connection: Transaction, means: str = "", **values: object) -> builtins.list[BookSummary]:
        counted = self.counted
        found = connection.rows(
            LIST.format(books=LIVING if self.shared else "books", where=means, turn="turn DESC, " if counted else ""),
            **values,
        )
        books = [BookSummary(id, name, length, head, at or "") for id, name, length, head, at in found]
        # Without our own counter the newest entry's time is used, except a time in the future.
        return books if counted else sorted(books, key=lambda each: each.at > now())

    def _named(self, connection: Transaction, name: str) -> BookSummary:
        """The one book with this id; otherwise the only one with this name or with an id that begins so.

        If a name is also the start of another book's id, the error lists both.
        """
        found = self._listed(connection, "WHERE id = :word", word=name)
        if not found:
            start = f" OR substr(id, 1, {len(name)}) = :word" if len(name) >= PREFIX else ""
            found = self._listed(connection, f"WHERE name = :word{start}", word=name)
        if len(found) == 1:
            return found[0]
        if found:
            books = [f"{each.id[:8]} ({local(each.at)})" for each in found]
            raise BookError.of("book.several", count=len(books), name=name, books=books)
        guess = nearest(name, [each.name for each in self._listed(connection)])
        raise BookError.of("book.unknown", name=name, hint=say("hint.book", guess=guess) if guess else None)

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
        """A new book; names need not be unique."""
        return self.put(Book.new(name, players, ruleset, first_dealer, streak, at))

    def adopt(self, book: Book) -> Book:
        """Stores a whole book, such as an imported one: all of it or nothing.

        It does not become the book written last, because the times in its file come from another computer.
        """
        return self.put(book, last=False)

    def put(self, book: Book, last: bool = True, beside: Statements = ()) -> Book:
        """Stores a whole new book; `last`: as the one written last; `beside`: statements in the same transaction."""
        try:
            with self._writing() as connection:
                row = {"id": book.id, "name": book.name, "length": len(book.entries), "head": book.head.hash}
                connection.change(OPEN, row)
                connection.change(WRITE, [_row(book.id, entry) for entry in book.entries])
                connection.change(TURN if last else BEHIND, {"id": book.id})
                kept, rested = self._keeping(book)
                for statement, values in (*kept, *beside):
                    connection.change(statement, values)
        except DuplicateRow:
            raise BookError.of("book.exists", name=book.name, id=book.id[:8]) from None
        book.rested = rested
        return book

    @contextmanager
    def _writing(self) -> Iterator[Transaction]:
        """A transaction with three outcomes: stored, not stored, or unknown until the database is opened again."""
        if self.stopped:
            raise BookError.of("book.store_stopped", where=self.where)
        if self.revision == "0001":
            raise BookError.of("book.store_older", where=self.where)
        try:
            with self.database.writing() as connection:
                yield connection
        except UnknownCommit as error:
            self.stopped = True
            raise BookError.of("book.store_unknown", where=self.where, why=str(error)) from None
        except KeyboardInterrupt:
            self.stopped = True
            raise
        except BookError as error:
            if error.code != "book.store":
                raise
            raise BookError.of("book.not_stored", where=self.where, why=error.problems[0].facts["why"]) from None

    def _keeping(self, book: Book) -> tuple[builtins.list[Statement], int]:
        """The statement that writes a snapshot of the book if the last one is far back, and the number of the entry that the snapshot ends with."""
        rest = None if not self.counted or book.head.seq - book.rested < LONG else book.rest(BACK)
        if rest is None:
            return [], book.rested
        row = taken(rest, book.ruleset)
        values = {"book": book.id, **{name: getattr(row, name) for name in row.__struct_fields__}}
        return [(KEEP, values)], rest.entry.seq

    def refresh(self, book: Book) -> bool:
        """Applies entries that others have written; True: there were some."""
        fresh = self.entries(book, book.head.seq)
        book.follow(fresh)
        return bool(fresh)

    @overload
    def append(self, book: Book, what: Anything | SentEvent, at: str | None = None, seen: bool = False) -> Entry: ...

    @overload
    def append(
        self, book: Book, what: Sequence[Anything | SentEvent], at: str | None = None, seen: bool = False
    ) -> builtins.list[Entry]: ...

    def append(
        self,
        book: Book,
        what: Anything | SentEvent | Sequence[Anything | SentEvent],
        at: str | None = None,
        seen: bool = False,
    ) -> Entry | builtins.list[Entry]:
        """Writes one event or several, all or none. They are checked and committed to the disk before the book in
        memory changes.

        An event sent before under the same key is not written again. An event with a key or a hand number is checked
        against the book on the disk. An event with neither, or with `seen`, requires that its sender has seen the
        newest entry.
        """
        group = what if isinstance(what, Sequence) else (what,)
        stamped = not seen and all(
            isinstance(each, SentEvent) and (each.key or each.hand_no is not None) for each in group
        )
        for _ in range(TRIES):
            try:
                entries, fresh = book.prepare_all(group, at)
            except SikwuError:
                if not stamped or not self.refresh(book):
                    raise
                continue
            if not fresh or self.commit(book, fresh):
                for pending in fresh:
                    book.accept(pending)
                return entries if isinstance(what, Sequence) else entries[0]
            if not stamped:
                break
            self.refresh(book)
        raise BookError.of("book.conflict", name=book.name, seq=book.head.seq + 1)

    def commit(self, book: Book, fresh: Sequence[PendingEntry], beside: Statements = (), token: str = "") -> bool:
        """Commits a pending change. False: somebody else has written first, or the token (by its hash) was revoked;
        `beside`: statements in the same transaction."""
        change, rested = self.moving(book, fresh, beside, token)
        (written,) = self.commit_changes([change])
        if written:
            book.rested = rested
        return written

    def commit_changes(self, group: Sequence[Change]) -> builtins.list[bool]:
        """Commits several changes in one transaction and returns which of them were written; a change whose guard
        fails does not stop the others.
        """
        try:
            with self._writing() as connection:
                return [_changed(connection, each) for each in group]
        except DuplicateRow:  # rare: a unique value exists already. Tries again, each change separately.
            if len(group) == 1:
                return [False]
            with self._writing() as connection:
                return [self._apart(connection, each) for each in group]

    def _apart(self, connection: Transaction, change: Change) -> bool:
        connection.change("SAVEPOINT one", {})
        try:
            done = _changed(connection, change)
        except DuplicateRow:
            done = False
            connection.change("ROLLBACK TO SAVEPOINT one", {})
        connection.change("RELEASE SAVEPOINT one", {})
        return done

    def moving(
        self, book: Book, fresh: Sequence[PendingEntry], beside: Statements = (), token: str = ""
    ) -> tuple[Change, int]:
        """The change that would write what is pending, and the next known rest of the book; nothing is written yet."""
        newest = fresh[-1].entry
        moved: dict[str, object] = {"id": book.id, "read": book.head.hash, "length": newest.seq, "head": newest.hash}
        moved |= {"name": fresh[-1].name, **({"token": token} if token else {})}
        # The second writer does not match the new head: exactly one writer wins.
        guard = (self._move + (GOOD if token else ""), moved)
        kept, rested = self._keeping(book)
        return Change(guard, [(WRITE, [_row(book.id, each.entry) for each in fresh]), *kept, *beside]), rested

    # --- other tables

    def rows(self, statement: str, **values: object) -> Sequence[Any]:
        """The rows of a query."""
        with self.database.reading() as connection:
            found: Sequence[Any] = connection.rows(statement, **values)
            return found

    def change(self, beside: Statements) -> builtins.list[int]:
        """Runs statements in one transaction and returns how many rows each has changed; `DuplicateRow`: a unique value
        exists already.
        """
        with self._writing() as connection:
            return [connection.change(statement, values) for statement, values in beside]

    def erase(self, book: str) -> None:
        """Erases a book for good: entries, names, tokens; only its id and its last head remain."""
        gone: builtins.list[Statement] = [(ERASE, {"id": book, "at": now()})]
        self.erase_rows([*gone, *((statement, {"book": book}) for statement in ERASED)])

    def erase_rows(self, statements: Statements) -> None:
        """Deletes for good in one transaction: deleted data are overwritten on the disk, also in the write-ahead log."""
        with self._writing() as connection:
            if isinstance(self.database, SqliteFile):
                connection.rows("PRAGMA secure_delete = ON")
            for statement, values in statements:
                connection.change(statement, values)
        if isinstance(self.database, SqliteFile) and not self.database.memory:
            with guarded(self.where):
                raw = self.database.connect()
                raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                raw.close()

    def undo(self, book: Book) -> Entry:
        """Records an undo."""
        return self.append(book, book.undoing())

    def redo(self, book: Book) -> Entry:
        """Records a redo."""
        return self.append(book, book.redoing())


def _changed(connection: Transaction, change: Change) -> bool:
    """Writes a change, if its guard holds."""
    if connection.change(*change.guard) != 1:
        return False
    for statement, values in change.statements:
        connection.change(statement, values)
    return True


def _row(book: str, entry: Entry) -> dict[str, Any]:
    stamp = {"author": entry.author or None, "key": entry.key or None, "hand_no": entry.hand_no}
    return {"book": book, "seq": entry.seq, "at": entry.at, "text": entry.text, "hash": entry.hash, **stamp}


def _entry(seq: int, at: str, text: str, hash: str, author: str | None, key: str | None, hand_no: int | None) -> Entry:
    return Entry(seq, at, text, hash, author or "", key or "", hand_no)


class _StoredPast:
    """The part of a book's log that has not been read."""

    def __init__(self, store: Store, book: str) -> None:
        self.store, self.book = store, book

    def entries(self, last: int) -> list[Entry]:
        with uncollected():
            return self.store.entries(self.book, most=last)

    def keyed(self, key: str) -> Entry | None:
        return self.store.keyed(self.book, key)
