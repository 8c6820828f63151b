"""Books in a database: SQLite by path, PostgreSQL by URL; an entry counts when it is on the disk, and not before."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from sikwu.book.book import Book
from sikwu.book.events import Anything, Entry, trusted
from sikwu.book.problems import BookError, wrong
from sikwu.problems import nearest
from sikwu.rules.ruleset import Ruleset

try:
    import sqlalchemy as sa
    from sqlalchemy import exc
    from sqlalchemy.engine import URL, Connection, Engine, make_url
except ModuleNotFoundError as missing:
    raise wrong("book.store_missing", package=missing.name) from None

REVISION = "0001"
"""The newest revision of the database."""

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
)


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
        try:
            with self._guarded():
                _upgrade(self.engine, self.where)
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
        """A book by its name or id; its whole log is checked."""
        with self._reading() as connection:
            found = connection.execute(
                sa.select(_books).where(sa.or_(_books.c.name == name, _books.c.id == name))
            ).first()
            if found is None:
                known = [str(each) for each in connection.execute(sa.select(_books.c.name)).scalars()]
                guess = nearest(name, known)
                zh, en = (f"；是否想說「{guess}」？", f'; did you mean "{guess}"?') if guess else ("", "")
                raise wrong("book.unknown", name=name, zh_hint=zh, en_hint=en)
            rows = connection.execute(
                sa.select(_entries.c.seq, _entries.c.at, _entries.c.text, _entries.c.hash)
                .where(_entries.c.book == found.id)
                .order_by(_entries.c.seq)
            )
            log = [Entry(*row) for row in rows]
        book = Book.replay(trusted(log, found.name, found.length, found.head))
        if (book.id, book.name) != (found.id, found.name):
            raise wrong("book.tampered", name=name, seq=1, zh_why="簿名或編號不符。", en_why="its name or id differs.")
        return book

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
        """A new book; its name must be free."""
        return self.adopt(Book.new(name, players, ruleset, first_dealer, streak, at))

    def adopt(self, book: Book) -> Book:
        """Stores a whole book, such as one that was imported: all of it or nothing."""
        try:
            with self._writing() as connection:
                row = {"id": book.id, "name": book.name, "length": len(book.entries), "head": book.head.hash}
                connection.execute(sa.insert(_books), row)
                connection.execute(sa.insert(_entries), [_row(book.id, entry) for entry in book.entries])
        except exc.IntegrityError:
            raise wrong("book.exists", name=book.name) from None
        return book

    def append(self, book: Book, event: Anything, at: str | None = None) -> Entry:
        """Writes one event: it is checked, committed to the disk, and only then does the book move on."""
        draft = book.prepare(event, at)
        entry = draft.entry
        try:
            with self._writing() as connection:
                # Whoever comes second finds another head: exactly one writer wins.
                moved = sa.update(_books).where(_as_read(book)).values(length=entry.seq, head=entry.hash)
                if connection.execute(moved).rowcount != 1:
                    raise wrong("book.conflict", name=book.name, seq=entry.seq)
                connection.execute(sa.insert(_entries), _row(book.id, entry))
        except exc.IntegrityError:
            raise wrong("book.conflict", name=book.name, seq=entry.seq) from None
        book.accept(draft)
        return entry

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
    return {"book": book, "seq": entry.seq, "at": entry.at, "text": entry.text, "hash": entry.hash}


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


def _upgrade(engine: Engine, where: str) -> None:
    """Brings the database to the newest revision; does nothing, fast, where it is there already."""
    with engine.connect() as connection:
        if _revision(connection) == REVISION:
            return
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    script = ScriptDirectory(str(Path(__file__).parent / "migrations"))
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if connection.dialect.name == "postgresql":  # SQLite has one writer anyway
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(7294651)"))
        found = _revision(connection)
        if found is not None and found not in {each.revision for each in script.walk_revisions()}:
            raise wrong("book.store_newer", where=where, revision=found)

        def steps(revision: Any, context: object) -> Any:
            return script._upgrade_revs("head", revision)

        with EnvironmentContext(Config(), script, fn=steps) as environment:
            environment.configure(connection=connection)
            environment.run_migrations()


def _revision(connection: Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
