"""Books in a database: SQLite by path, PostgreSQL by URL; an entry counts when it is on the disk, and not before."""

from __future__ import annotations

import builtins
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, overload

from sikwu.book.book import Book, Draft
from sikwu.book.events import Anything, Entry, Sent, trusted
from sikwu.book.problems import BookError, listed, wrong
from sikwu.problems import SikwuError, nearest
from sikwu.rules.ruleset import Ruleset

try:
    import sqlalchemy as sa
    from sqlalchemy import exc
    from sqlalchemy.engine import URL, Connection, Engine, make_url
except ModuleNotFoundError as missing:
    raise wrong("book.store_missing", package=missing.name) from None

REVISIONS = ("0001", "0002")
REVISION = REVISIONS[-1]
"""The newest revision of the database."""
TRIES = 20
"""So often a writer who names his key or his hand starts again from the newest entry."""
PREFIX = 4
"""So much of an id, at least, names a book."""

_tables = sa.MetaData()
_books = sa.Table(
    "books",
    _tables,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text),
    sa.Column("length", sa.Integer),
    sa.Column("head", sa.Text),
)
_entries = sa.Table(
    "entries",
    _tables,
    sa.Column("book", sa.Text, primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("at", sa.Text),
    sa.Column("text", sa.Text),
    sa.Column("hash", sa.Text),
    sa.Column("author", sa.Text),
    sa.Column("key", sa.Text),
    sa.Column("hand_no", sa.Integer),
)
_log = sa.select(*(column for column in _entries.c if column.name != "book")).order_by(_entries.c.seq)


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
        self.engine = _engine(where)
        self.where = self.engine.url.render_as_string(hide_password=True)
        self.kept: Path | None = None
        """The copy of an older SQLite file, where this opening has brought it up to date."""
        try:
            with self._guarded():
                self.kept = _upgrade(self.engine, self.where)
        except BookError:
            self.close()
            raise

    def close(self) -> None:
        """Lets go of the database."""
        self.engine.dispose()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- reading

    def list(self) -> Sequence[Listed]:
        """All books, the one written last first."""
        newest = sa.and_(_entries.c.book == _books.c.id, _entries.c.seq == _books.c.length)
        columns = (_books.c.id, _books.c.name, _books.c.length, _books.c.head, _entries.c.at)
        query = sa.select(*columns).join(_entries, newest, isouter=True).order_by(_entries.c.at.desc(), _books.c.name)
        with self._guarded(), self.engine.connect() as connection:
            return [
                Listed(id, name, length, head, at or "") for id, name, length, head, at in connection.execute(query)
            ]

    def open(self, name: str) -> Book:
        """A book by its id, its name, or the start of its id; its whole log is checked."""
        with self._reading() as connection:
            found = _named(connection, name)
            log = _read(connection, _log.where(_entries.c.book == found.id))
        book = Book.replay(trusted(log, found.name, found.length, found.head))
        if (book.id, book.name) != (found.id, found.name):
            raise wrong("book.tampered", name=name, seq=1, zh_why="簿名或編號不符。", en_why="its name or id differs.")
        return book

    def entries(self, book: Book | str, after: int = 0, most: int | None = None) -> builtins.list[Entry]:
        """The entries of a book (or of an id) after a number, as they stand in the log; `Book.follow` checks them."""
        id = book if isinstance(book, str) else book.id
        with self._reading() as connection:
            query = _log.where(_entries.c.book == id, _entries.c.seq > after)
            return _read(connection, query if most is None else query.limit(most))

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
            with self._writing() as connection:
                row = {"id": book.id, "name": book.name, "length": len(book.entries), "head": book.head.hash}
                connection.execute(sa.insert(_books), row)
                connection.execute(sa.insert(_entries), [_row(book.id, entry) for entry in book.entries])
        except exc.IntegrityError:
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
                entries, drafts = book.prepare_all(group, at)
            except SikwuError:
                if not stamped or not self.refresh(book):
                    raise
                continue
            if not drafts or self._written(book, drafts):
                for draft in drafts:
                    book.accept(draft)
                return entries if isinstance(what, Sequence) else entries[0]
            if not stamped:
                break
            self.refresh(book)
        raise wrong("book.conflict", name=book.name, seq=book.head.seq + 1)

    def _written(self, book: Book, drafts: Sequence[Draft]) -> bool:
        """Are the drafts on the disk? Not if somebody else has written first."""
        newest = drafts[-1].entry
        try:
            with self._writing() as connection:
                # Whoever comes second finds another head: exactly one writer wins.
                moved = sa.update(_books).where(_as_read(book)).values(length=newest.seq, head=newest.hash)
                if connection.execute(moved).rowcount != 1:
                    return False
                connection.execute(sa.insert(_entries), [_row(book.id, draft.entry) for draft in drafts])
        except exc.IntegrityError:
            return False
        return True

    def undo(self, book: Book) -> Entry:
        """Writes an undo."""
        return self.append(book, book.undoing())

    def redo(self, book: Book) -> Entry:
        """Writes a redo."""
        return self.append(book, book.redoing())

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        """One view of the database: what others write meanwhile is not seen half."""
        level = {} if self.engine.dialect.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
        with self._guarded(), self.engine.connect().execution_options(**level) as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._guarded(), self.engine.connect().execution_options(writes=True) as connection, connection.begin():
            yield connection

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """What the database refuses is told in one sentence."""
        try:
            yield
        except exc.IntegrityError:
            raise
        except (exc.SQLAlchemyError, OSError) as error:
            raise _unusable(self.where, error) from None


def _as_read(book: Book) -> sa.ColumnElement[bool]:
    """The book's row, if nobody has written since it was read."""
    return sa.and_(_books.c.id == book.id, _books.c.head == book.head.hash)


def _row(book: str, entry: Entry) -> dict[str, Any]:
    stamp = {"author": entry.author or None, "key": entry.key or None, "hand_no": entry.hand_no}
    return {"book": book, "seq": entry.seq, "at": entry.at, "text": entry.text, "hash": entry.hash, **stamp}


def _read(connection: Connection, query: sa.Select[Any]) -> builtins.list[Entry]:
    return [
        Entry(seq, at, text, hash, author or "", key or "", hand_no)
        for seq, at, text, hash, author, key, hand_no in connection.execute(query).fetchall()
    ]


def _named(connection: Connection, name: str) -> sa.Row[Any]:
    """The one book that a word means: its id, its name, or the start of its id."""
    start = _books.c.id.startswith(name, autoescape=True) if len(name) >= PREFIX else sa.false()
    for means in (_books.c.id == name, _books.c.name == name, start):
        found = connection.execute(sa.select(_books).where(means).order_by(_books.c.id)).fetchall()
        if len(found) == 1:
            return found[0]
        if found:
            newest = sa.select(_entries.c.at).where(_entries.c.book == _books.c.id, _entries.c.seq == _books.c.length)
            query = sa.select(_books.c.id, newest.scalar_subquery().label("at")).where(means).order_by(sa.desc("at"))
            books = [f"{id[:8]} ({(at or '')[:16].replace('T', ' ')})" for id, at in connection.execute(query)]
            raise wrong("book.several", count=len(books), name=name, books=listed(books))
    guess = nearest(name, [str(each) for each in connection.execute(sa.select(_books.c.name)).scalars()])
    zh, en = (f"；是否想說「{guess}」？", f'; did you mean "{guess}"?') if guess else ("", "")
    raise wrong("book.unknown", name=name, zh_hint=zh, en_hint=en)


def _unusable(where: str, error: Exception) -> BookError:
    told = str(getattr(error, "orig", None) or error).strip().splitlines()
    return wrong("book.store", where=where, why=told[0] if told else type(error).__name__)


# --- the database


def _engine(where: str | Path) -> Engine:
    url = _url(where)
    try:
        if not url.drivername.startswith("sqlite"):
            return sa.create_engine(url)
        memory = url.database in (None, "", ":memory:")
        pool = {"poolclass": sa.StaticPool} if memory else {}
        engine = sa.create_engine(url, connect_args={"check_same_thread": False, "timeout": 10}, **pool)
    except (exc.SQLAlchemyError, ImportError) as error:
        raise _unusable(url.render_as_string(hide_password=True), error) from None
    sa.event.listen(engine, "connect", _prepare_sqlite)
    sa.event.listen(engine, "begin", _begin_sqlite)
    return engine


def _url(where: str | Path) -> URL:
    text = str(where)
    if "://" not in text:
        return URL.create("sqlite", database=text)
    try:
        url = make_url(text)
    except exc.ArgumentError as error:
        raise _unusable("?", error) from None
    return url.set(drivername="postgresql+psycopg") if url.drivername in ("postgres", "postgresql") else url


def _prepare_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # transactions are begun below, not by the driver's guess
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")
    for tries in range(10):  # a new file is switched once; SQLite does not wait for another who does the same
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if tries == 9:
                raise
            time.sleep(1)


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _upgrade(engine: Engine, where: str) -> Path | None:
    """Brings the database to the newest revision, after a copy; does nothing, fast, where it is there already."""
    with engine.connect() as connection:
        if _revision(connection, where) == REVISION:
            return None
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    script = ScriptDirectory(str(Path(__file__).parent / "migrations"))
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if connection.dialect.name == "postgresql":  # SQLite has one writer anyway
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(7294651)"))
        found = _revision(connection, where)
        if found == REVISION:  # another was faster
            return None
        kept = None if found is None else _copied(engine.url, found)

        def steps(revision: Any, context: object) -> Any:
            return script._upgrade_revs("head", revision)

        with EnvironmentContext(Config(), script, fn=steps) as environment:
            environment.configure(connection=connection)
            environment.run_migrations()
    return kept


def _revision(connection: Connection, where: str) -> str | None:
    """The revision of the database; None: it is empty. One that this program does not know is refused."""
    exists = "SELECT to_regclass('alembic_version')"
    if connection.dialect.name == "sqlite":
        exists = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'alembic_version'"
    if connection.exec_driver_sql(exists).scalar() is None:
        return None
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    if found is not None and found not in REVISIONS:
        raise wrong("book.store_newer", where=where, revision=found)
    return found


def _copied(url: URL, revision: str) -> Path | None:
    """A copy of a SQLite file beside it, before it is changed; one that is there already stays as it is."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    assert url.database is not None
    file = Path(url.database)
    names = (f"{file.name}.{revision}{number}.bak" for number in ("", *(f".{count}" for count in range(2, 1000))))
    for copy in map(file.with_name, names):
        try:
            copy.touch(exist_ok=False)
        except FileExistsError:
            continue
        # Not a copy of bytes: what still stands in the write-ahead log belongs to it.
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as goal:
            source.backup(goal)
        return copy
    raise FileExistsError(f"{file}.{revision}.bak")
