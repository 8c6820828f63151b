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
    Connection,
    Refused,
    SqliteFile,
    Unsure,
    copied,
    database,
    guarded,
    revision,
    upgrade,
)
from sikwu.book.events import GENESIS, Anything, Entry, Sent, follows, trusted
from sikwu.book.problems import BookError, wrong
from sikwu.book.snapshot import Snapshot, confirmed, taken
from sikwu.book.steps import Pending
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import SikwuError, nearest, say

if TYPE_CHECKING:
    from sqlalchemy.engine import Engine

TRIES = 20
"""How often a write with a key or a hand number is retried from the newest entry."""
PREFIX = 4
"""So much of an id, at least, names a book."""

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
"""What is left of an erased book is in no list."""
LOG = "SELECT seq, at, text, hash, {stamp} FROM entries WHERE book = :book AND {which} ORDER BY seq"
STAMP, NO_STAMP = "author, key, hand_no", "NULL, NULL, NULL"
OPEN = "INSERT INTO books (id, name, length, head) VALUES (:id, :name, :length, :head)"
WRITE = (
    "INSERT INTO entries (book, seq, at, text, hash, author, key, hand_no) "
    "VALUES (:book, :seq, :at, :text, :hash, :author, :key, :hand_no)"
)
NEXT = "turn = 1 + (SELECT max(turn) FROM books)"
"""Written last: by our own count, not by a clock, nor by the times in somebody's file."""
TURN = f"UPDATE books SET {NEXT} WHERE id = :id"
MOVE = "UPDATE books SET name = :name, length = :length, head = :head"
AS_READ = "id = :id AND head = :read"
"""The book's row, if nobody has written since it was read."""
GOOD = " AND EXISTS (SELECT 1 FROM tokens WHERE hash = :token AND revoked IS NULL)"
"""Only with a token that was not revoked."""
BEHIND = "UPDATE books SET turn = (SELECT min(turn) FROM books) - 1 WHERE id = :id"
"""After all others, so that a book that was taken from a file stands in for none of them."""
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
)

Statement = tuple[str, Mapping[str, object] | Sequence[Mapping[str, object]]]
"""Some SQL and its values, of one row or of several."""
Beside = Sequence[Statement]
"""Statements that belong to the same transaction."""


class Change(NamedTuple):
    """What is written together, if its guard finds everything as it was read: it must change exactly one row."""

    guard: Statement
    statements: Sequence[Statement]


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

    def __init__(self, where: str | Path, make: bool = True) -> None:
        """`make`: an empty place is made ready, an older one brought up to date; else it is used as it is."""
        self.database = database(where, make)
        self.where = self.database.where
        self.kept: Path | None = None
        """The copy of an older SQLite file, where this opening has brought it up to date."""
        self.stopped = False
        """A commit has failed: what the disk holds must be looked at by another store, not by this one's memory."""
        try:
            if make:
                self.kept = upgrade(self.database)
            self.revision = REVISION if make else revision(self.database)
            if self.revision is None:
                raise wrong("book.store_empty", where=self.where)
        except BookError:
            self.close()
            raise

    @property
    def counted(self) -> bool:
        """Has the database snapshots, and our own count of what was written last?"""
        return self.revision is not None and self.revision >= SNAPSHOTS

    @property
    def shared(self) -> bool:
        """May its books be shared by a server, and erased?"""
        return self.revision is not None and self.revision >= SHARED

    @property
    def _move(self) -> str:
        """How a book moves on in a database of this revision: one that was erased for good stays where it is."""
        turn, living = f", {NEXT}" if self.counted else "", " AND erased IS NULL" if self.shared else ""
        return f"{MOVE}{turn} WHERE {AS_READ}{living}"

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

    def backup(self, file: Path) -> None:
        """Copies a SQLite file while others may write to it. For PostgreSQL, use pg_dump."""
        with guarded(str(file)):
            if not isinstance(self.database, SqliteFile) or self.database.memory:
                raise OSError("only a file of books is copied")
            copied(Path(self.database.where), file)

    # --- reading

    def list(self) -> Sequence[Listed]:
        """All books, the one written last first."""
        with self.database.reading() as connection:
            return self._listed(connection)

    def open(self, name: str, whole: bool = False) -> Book:
        """A book by its id, its name, or the start of its id.

        Its log is checked from where a snapshot lies that the chain confirms, what is before it when it is asked for;
        `whole`: all of it now. A book shorter than `LONG` is always checked whole.
        """
        with self.database.reading() as connection:
            found = self._named(connection, name)
            book = None if whole or found.entries < LONG else self._resumed(connection, found)
            with uncollected():
                log = self._read(connection, found.id) if book is None else []
        with uncollected():
            book = book or Book.replay(trusted(log, found.name, found.entries, found.head))
        if (book.id, book.name) != (found.id, found.name):
            raise wrong("book.tampered", name=name, seq=1, why=say("why.other_name"))
        return book

    def find(self, name: str) -> Listed:
        """The book that a word means, without reading it."""
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
        """Takes the snapshot of a book away: the next opening reads the whole log, the next entry makes another."""
        if self.counted:
            with self._writing() as connection:
                connection.change("DELETE FROM snapshots WHERE book = :book", {"book": book})

    def _resumed(self, connection: Connection, found: Listed) -> Book | None:
        """The book from its snapshot; None: there is none, or it is not of the entry that it names."""
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
                return None  # reading it whole names the first bad one
            newest = entry
        if rest is None or (newest.seq, newest.hash) != (found.entries, found.head):
            return None
        return book if book.resume(rest, after, _Past(self, found.id)) else None

    def entries(self, book: Book | str, after: int = 0, most: int | None = None) -> builtins.list[Entry]:
        """The entries of a book (or of an id) after a number, as they stand in the log; `Book.follow` checks them."""
        with self.database.reading() as connection:
            return self._read(connection, book if isinstance(book, str) else book.id, after, most)

    def keyed(self, book: str, key: str) -> Entry | None:
        """The entry of a book that was written under a key."""
        if self.revision == "0001":
            return None
        with self.database.reading() as connection:
            found = connection.rows(LOG.format(stamp=STAMP, which="key = :key"), book=book, key=key)
        return _entry(*found[0]) if found else None

    def _read(self, connection: Connection, book: str, after: int = 0, most: int | None = None) -> builtins.list[Entry]:
        statement = LOG.format(stamp=NO_STAMP if self.revision == "0001" else STAMP, which="seq > :after")
        statement = statement if most is None else f"{statement} LIMIT {int(most)}"
        return [_entry(*row) for row in connection.rows(statement, book=book, after=after)]

    def _listed(self, connection: Connection, means: str = "", **values: object) -> builtins.list[Listed]:
        counted = self.counted
        found = connection.rows(
            LIST.format(books=LIVING if self.shared else "books", where=means, turn="turn DESC, " if counted else ""),
            **values,
        )
        books = [Listed(id, name, length, head, at or "") for id, name, length, head, at in found]
        # Where there is no count of our own the newest entry's time counts, but not one that is still to come.
        return books if counted else sorted(books, key=lambda each: each.at > now())

    def _named(self, connection: Connection, name: str) -> Listed:
        """The one book that a word means: by its id; else the only one that has this name or whose id begins so.

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
            raise wrong("book.several", count=len(books), name=name, books=books)
        guess = nearest(name, [each.name for each in self._listed(connection)])
        raise wrong("book.unknown", name=name, hint=say("hint.book", guess=guess) if guess else None)

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
        return self.put(Book.new(name, players, ruleset, first_dealer, streak, at))

    def adopt(self, book: Book) -> Book:
        """Stores a whole book, such as one that was imported: all of it or nothing.

        It does not become the book written last: the times in a file are its writer's.
        """
        return self.put(book, last=False)

    def put(self, book: Book, last: bool = True, beside: Beside = ()) -> Book:
        """Stores a whole book that is not there yet; `last`: as the one written last; `beside`: in the same transaction."""
        try:
            with self._writing() as connection:
                row = {"id": book.id, "name": book.name, "length": len(book.entries), "head": book.head.hash}
                connection.change(OPEN, row)
                connection.change(WRITE, [_row(book.id, entry) for entry in book.entries])
                connection.change(TURN if last else BEHIND, {"id": book.id})
                kept, rested = self._keeping(book)
                for statement, values in (*kept, *beside):
                    connection.change(statement, values)
        except Refused:
            raise wrong("book.exists", name=book.name, id=book.id[:8]) from None
        book.rested = rested
        return book

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction with three outcomes: stored, not stored, or unknown until the database is opened again."""
        if self.stopped:
            raise wrong("book.store_stopped", where=self.where)
        if self.revision == "0001":
            raise wrong("book.store_older", where=self.where)
        try:
            with self.database.writing() as connection:
                yield connection
        except Unsure as error:
            self.stopped = True
            raise wrong("book.store_unknown", where=self.where, why=str(error)) from None
        except KeyboardInterrupt:
            self.stopped = True
            raise
        except BookError as error:
            if error.code != "book.store":
                raise
            raise wrong("book.not_stored", where=self.where, why=error.problems[0].facts["why"]) from None

    def _keeping(self, book: Book) -> tuple[builtins.list[Statement], int]:
        """The statement that writes a snapshot of the book if the last one is far back, and the number of the entry that the snapshot ends with."""
        rest = None if not self.counted or book.head.seq - book.rested < LONG else book.rest(BACK)
        if rest is None:
            return [], book.rested
        row = taken(rest, book.ruleset)
        values = {"book": book.id, **{name: getattr(row, name) for name in row.__struct_fields__}}
        return [(KEEP, values)], rest.entry.seq

    def refresh(self, book: Book) -> bool:
        """Brings a book up to what others have written since; True: there was something."""
        fresh = self.entries(book, book.head.seq)
        book.follow(fresh)
        return bool(fresh)

    @overload
    def append(self, book: Book, what: Anything | Sent, at: str | None = None, seen: bool = False) -> Entry: ...

    @overload
    def append(
        self, book: Book, what: Sequence[Anything | Sent], at: str | None = None, seen: bool = False
    ) -> builtins.list[Entry]: ...

    def append(
        self, book: Book, what: Anything | Sent | Sequence[Anything | Sent], at: str | None = None, seen: bool = False
    ) -> Entry | builtins.list[Entry]:
        """Writes one event, or several, all or none: checked, committed to the disk, and only then the book moves on.

        What was sent before under the same key is not written again. Who sends a key or the number of a hand is judged
        by the book as it is on the disk; who sends neither, or says so by `seen`, must have seen its newest entry.
        """
        group = what if isinstance(what, Sequence) else (what,)
        stamped = not seen and all(isinstance(each, Sent) and (each.key or each.hand_no is not None) for each in group)
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
        raise wrong("book.conflict", name=book.name, seq=book.head.seq + 1)

    def commit(self, book: Book, fresh: Sequence[Pending], beside: Beside = (), token: str = "") -> bool:
        """Is what was pending on the disk? Not if somebody else has written first, or the token (by its hash) was taken
        back; `beside`: in the same transaction."""
        change, rested = self.moving(book, fresh, beside, token)
        (written,) = self.commit_changes([change])
        if written:
            book.rested = rested
        return written

    def commit_changes(self, group: Sequence[Change]) -> builtins.list[bool]:
        """Which of some changes are on the disk now, all in one transaction: one whose guard fails does not hold up the others."""
        try:
            with self._writing() as connection:
                return [_changed(connection, each) for each in group]
        except Refused:  # seldom: what must be unique is there already. Once more, each apart from the others.
            if len(group) == 1:
                return [False]
            with self._writing() as connection:
                return [self._apart(connection, each) for each in group]

    def _apart(self, connection: Connection, change: Change) -> bool:
        connection.change("SAVEPOINT one", {})
        try:
            done = _changed(connection, change)
        except Refused:
            done = False
            connection.change("ROLLBACK TO SAVEPOINT one", {})
        connection.change("RELEASE SAVEPOINT one", {})
        return done

    def moving(self, book: Book, fresh: Sequence[Pending], beside: Beside = (), token: str = "") -> tuple[Change, int]:
        """The change that writes what is pending, and where the book is known to rest then; nothing is written yet."""
        newest = fresh[-1].entry
        moved: dict[str, object] = {"id": book.id, "read": book.head.hash, "length": newest.seq, "head": newest.hash}
        moved |= {"name": fresh[-1].name, **({"token": token} if token else {})}
        # The second writer finds another head: exactly one writer wins.
        guard = (self._move + (GOOD if token else ""), moved)
        kept, rested = self._keeping(book)
        return Change(guard, [(WRITE, [_row(book.id, each.entry) for each in fresh]), *kept, *beside]), rested

    # --- what lies beside the books

    def rows(self, statement: str, **values: object) -> Sequence[Any]:
        """What a question gives."""
        with self.database.reading() as connection:
            found: Sequence[Any] = connection.rows(statement, **values)
            return found

    def change(self, beside: Beside) -> builtins.list[int]:
        """Statements in one transaction, and how many rows each has changed; `Refused`: what must be unique is there."""
        with self._writing() as connection:
            return [connection.change(statement, values) for statement, values in beside]

    def erase(self, book: str) -> None:
        """Erases a book for good: entries, names, tokens; only its id and its last head stay."""
        with self._writing() as connection:
            if isinstance(self.database, SqliteFile):
                connection.rows("PRAGMA secure_delete = ON")  # what is deleted is written over, too
            connection.change(ERASE, {"id": book, "at": now()})
            for statement in ERASED:
                connection.change(statement, {"book": book})
        if isinstance(self.database, SqliteFile) and not self.database.memory:
            with guarded(self.where):
                raw = self.database.connect()
                raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                raw.close()

    def undo(self, book: Book) -> Entry:
        """Writes an undo."""
        return self.append(book, book.undoing())

    def redo(self, book: Book) -> Entry:
        """Writes a redo."""
        return self.append(book, book.redoing())


def _changed(connection: Connection, change: Change) -> bool:
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


class _Past:
    """The part of a book's log that was not read with it."""

    def __init__(self, store: Store, book: str) -> None:
        self.store, self.book = store, book

    def entries(self, last: int) -> list[Entry]:
        with uncollected():
            return self.store.entries(self.book, most=last)

    def keyed(self, key: str) -> Entry | None:
        return self.store.keyed(self.book, key)
