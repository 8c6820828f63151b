"""One small interface to both databases: SQLite through Python's own module, PostgreSQL through SQLAlchemy.

A SQLite file needs SQLAlchemy only if its schema is old, because importing it takes half of the start time of a
command. Both databases use the same statements; parameters are written `:name`.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import tempfile
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from sikwu.book.problems import BookError
from sikwu.book.waiting import SHORT, patient
from sikwu.texts import say

if TYPE_CHECKING:
    import sqlalchemy as sa
    from sqlalchemy.engine import URL, Engine

REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007")
REVISION = REVISIONS[-1]
"""The newest revision of the database."""
SNAPSHOTS = "0003"
"""The revision that introduced snapshots and the counter of changes."""
SHARED = "0005"
"""The revision that introduced sharing by a server, and erasing."""

StatementValues = Mapping[str, object]


class DuplicateRow(Exception):
    """A unique value exists already."""


class UnknownCommit(Exception):
    """A commit failed: what is on the disk is unknown until the database is read again."""


class Transaction(Protocol):
    """One transaction."""

    def rows(self, statement: str, **values: object) -> Sequence[Any]:
        """The rows of a query."""

    def change(self, statement: str, values: StatementValues | Sequence[StatementValues]) -> int:
        """Runs a statement and returns how many rows it changed; for a sequence of values it runs once for each."""


class Database(Protocol):
    """A database of either kind."""

    where: str
    """The name for people, without a password."""

    @property
    def engine(self) -> Engine:
        """The SQLAlchemy engine."""

    def reading(self) -> Any:
        """A connection with a consistent view (snapshot isolation)."""

    def writing(self) -> Any:
        """A connection whose changes are committed at its end, all or none. `UnknownCommit`: the outcome is unknown."""

    def close(self) -> None:
        """Closes it."""


def database(where: str | Path, make: bool = True) -> Database:
    """The database of a path or a URL; a missing file is created only on request."""
    if "://" not in str(where):
        return SqliteFile(str(where), make)
    engine = needed("sqlalchemy.engine")
    try:
        url: URL = engine.make_url(str(where))
    except needed("sqlalchemy.exc").ArgumentError as error:
        raise unusable("?", error) from None
    if url.get_backend_name() == "sqlite":
        return SqliteFile(url.database or ":memory:", make)
    return ServerDatabase(
        url.set(drivername="postgresql+psycopg") if url.drivername in ("postgres", "postgresql") else url
    )


def needed(name: str) -> Any:
    """Imports a module of the optional database packages."""
    from importlib import import_module

    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        raise BookError.of("book.store_missing", package=missing.name) from None


@contextmanager
def guarded(where: str) -> Iterator[None]:
    """Turns an error of the database into one sentence."""
    try:
        yield
    except Exception as error:
        theirs = sys.modules.get("sqlalchemy.exc")
        ours = (sqlite3.Error, OSError, UnicodeDecodeError)  # a damaged file may hold invalid text
        if isinstance(error, ours if theirs is None else (*ours, theirs.SQLAlchemyError)):
            raise unusable(where, error) from None
        raise


def unusable(where: str, error: Exception) -> BookError:
    """The error for a database that cannot be used."""
    return BookError.of("book.store", where=where, why=told(error))


def told(error: Exception) -> str:
    """The first line of a database's error message."""
    lines = str(getattr(error, "orig", None) or error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


# --- SQLite


class _SqliteConnection:
    """A connection to a file."""

    def __init__(self, raw: sqlite3.Connection) -> None:
        self.raw = raw

    def rows(self, statement: str, **values: object) -> Sequence[Any]:
        return self.raw.execute(statement, values).fetchall()

    def change(self, statement: str, values: StatementValues | Sequence[StatementValues]) -> int:
        try:
            if isinstance(values, Sequence):
                return self.raw.executemany(statement, values).rowcount
            return self.raw.execute(statement, values).rowcount
        except sqlite3.IntegrityError as error:
            raise DuplicateRow from error


class SqliteFile:
    """Books in a file, or in memory."""

    def __init__(self, path: str, make: bool = True) -> None:
        self.where = path
        self.memory = path in ("", ":memory:")
        self.fixed = False
        """Whether nobody can write to it here."""
        self.file: Path | None = None
        """The file itself, with links resolved, so that all users share its locks and logs."""
        self._idle: deque[sqlite3.Connection] = deque()
        if not self.memory:
            with guarded(path):
                self._look(make)

    def _look(self, make: bool) -> None:
        """Refuses a file that is no book database, without touching it."""
        try:
            file = self.file = Path(os.path.realpath(self.where))
            found = file.exists()
        except ValueError as error:  # a path with NUL in it
            raise unusable(self.where.replace("\0", "?"), error) from None
        if file.is_dir():
            raise unusable(self.where, IsADirectoryError("is a directory"))
        if found and not file.is_file():  # opening a pipe would wait for its other end for ever
            raise BookError.of("book.store", where=self.where, why=say("why.no_file"))
        if not found:
            if not make:
                raise BookError.of("book.store_absent", where=self.where)
            with suppress(FileExistsError):  # only the owner may read who won; the write-ahead log gets the same rights
                os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        elif is_foreign(file):
            raise BookError.of("book.store_foreign", where=self.where)
        self.uri = file.as_uri()
        self.fixed = not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK))

    def connect(self, writes: bool = True) -> sqlite3.Connection:
        """A new connection; a database in memory has only one."""
        if self.memory and self._idle:
            return self._idle[0]
        raw = self._connected()
        try:
            raw.execute("PRAGMA synchronous=FULL")
            raw.execute("PRAGMA foreign_keys=ON")
            if writes and not self.memory:
                self._write_ahead(raw)
        except BaseException:
            raw.close()
            raise
        if self.memory:
            self._idle.append(raw)
        return raw

    def _connected(self) -> sqlite3.Connection:
        if self.memory:
            return sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        mode = "rw"  # reading never creates a file
        if self.fixed:  # without a write-ahead log the file cannot change while it is read
            mode = "ro" if Path(f"{self.file}-wal").exists() else "ro&immutable=1"
        uri = f"{self.uri}?mode={mode}"
        return sqlite3.connect(uri, uri=True, timeout=SHORT, isolation_level=None, check_same_thread=False)

    @contextmanager
    def _begun(self, how: str) -> Iterator[_SqliteConnection]:
        with guarded(self.where):
            writes, sound = how != "BEGIN", False
            try:
                raw = self._idle[0] if self.memory else self._idle.pop()
            except IndexError:
                raw = self.connect(writes=False)
            try:
                if writes and not self.memory:
                    self._write_ahead(raw)
                self.begin(raw, how)
                yield _SqliteConnection(raw)
                self._commit(raw, writes)
                sound = True
            except (DuplicateRow, BookError):
                sound = True
                raise
            finally:
                self._done_with(raw, sound)

    def begin(self, raw: sqlite3.Connection, how: str) -> None:
        """Begins a transaction. A reading transaction reads at once, so that all waiting happens here."""

        def begun() -> None:
            raw.execute(how)
            if how == "BEGIN":
                try:
                    raw.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
                except sqlite3.Error:
                    raw.execute("ROLLBACK")
                    raise

        patient(begun, self.where, self.file)

    def _write_ahead(self, raw: sqlite3.Connection) -> None:
        """Switches a new file to write-ahead logging; SQLite does not wait if another process does the same."""
        patient(lambda: raw.execute("PRAGMA journal_mode=WAL"), self.where, self.file)

    def _commit(self, raw: sqlite3.Connection, writes: bool) -> None:
        try:
            self.commit(raw)
        except (sqlite3.Error, OSError) as error:
            raise (UnknownCommit(told(error)) if writes else error) from error

    def commit(self, raw: sqlite3.Connection) -> None:
        """Commits; from here on the changes are on the disk."""
        raw.execute("COMMIT")

    def _done_with(self, raw: sqlite3.Connection, sound: bool) -> None:
        """Returns a connection for reuse, or closes it after a failure."""
        if raw.in_transaction:
            try:
                raw.execute("ROLLBACK")
            except sqlite3.Error:
                sound = False
        if self.memory:
            return
        if sound:
            self._idle.append(raw)
        else:
            with suppress(sqlite3.Error):
                raw.close()

    def reading(self) -> Any:
        return self._begun("BEGIN")

    def writing(self) -> Any:
        return self._begun("BEGIN IMMEDIATE")

    @cached_property
    def engine(self) -> Engine:
        sa = needed("sqlalchemy")
        pool = sa.StaticPool if self.memory else sa.NullPool
        engine: Engine = sa.create_engine("sqlite://", creator=self.connect, poolclass=pool)
        sa.event.listen(engine, "begin", self._begin)
        return engine

    def _begin(self, connection: sa.Connection) -> None:
        writes = connection.get_execution_options().get("writes")
        raw: Any = connection.connection.driver_connection
        self.begin(raw, "BEGIN IMMEDIATE" if writes else "BEGIN")

    def close(self) -> None:
        if "engine" in self.__dict__:
            self.engine.dispose()
        while self._idle:
            self._idle.pop().close()


def is_foreign(file: Path) -> bool:
    """Whether the file is something other than a book database; checked without leaving a trace: no lock, no log
    beside it.

    SQLite opens the file, not our own code, because closing a file releases all locks of this process on it.
    """
    in_use = Path(f"{file}-wal").exists()
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro&immutable=1", uri=True)) as raw:
            tables = {name for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        if in_use:  # another process writes to it just now: only opening it with its log can tell
            return False
        raise
    # All writes so far may still be in the log beside it: then the file itself has few tables, or none.
    return bool(tables) and not tables >= OURS and not (in_use and tables & OURS)


OURS = frozenset(("books", "entries", "alembic_version"))


# --- a server


class _ServerConnection:
    """A connection to a server."""

    def __init__(self, connection: sa.Connection) -> None:
        self.connection, self.text = connection, needed("sqlalchemy").text

    def rows(self, statement: str, **values: object) -> Sequence[Any]:
        return self.connection.execute(self.text(statement), values).fetchall()

    def change(self, statement: str, values: StatementValues | Sequence[StatementValues]) -> int:
        given = [dict(each) for each in values] if isinstance(values, Sequence) else dict(values)
        try:
            return self.connection.execute(self.text(statement), given).rowcount
        except needed("sqlalchemy.exc").IntegrityError as error:
            raise DuplicateRow from error


class ServerDatabase:
    """Books on a database server, through SQLAlchemy."""

    def __init__(self, url: URL) -> None:
        self.where = url.render_as_string(hide_password=True)
        sa = needed("sqlalchemy")
        try:
            self.engine: Engine = sa.create_engine(url)
        except (sa.exc.SQLAlchemyError, ImportError) as error:
            raise unusable(self.where, error) from None

    @contextmanager
    def _begun(self, **how: object) -> Iterator[_ServerConnection]:
        with guarded(self.where), self.engine.connect().execution_options(**how) as connection:
            transaction = connection.begin()
            try:
                yield _ServerConnection(connection)
            except BaseException:
                with suppress(needed("sqlalchemy.exc").SQLAlchemyError):
                    transaction.rollback()
                raise
            try:
                transaction.commit()
            except (needed("sqlalchemy.exc").SQLAlchemyError, OSError) as error:
                with suppress(needed("sqlalchemy.exc").SQLAlchemyError):
                    connection.invalidate()
                raise (UnknownCommit(told(error)) if "writes" in how else error) from error

    def reading(self) -> Any:
        return self._begun(isolation_level="REPEATABLE READ")

    def writing(self) -> Any:
        return self._begun(writes=True)

    def close(self) -> None:
        self.engine.dispose()


# --- the schema


def revision(database: Database) -> str | None:
    """The revision of the database; None: it is empty."""
    with database.reading() as connection:
        return _revision(connection, database)


def upgrade(database: Database) -> Path | None:
    """Brings the database to the newest revision, after making a copy; returns quickly if it is already there."""
    if revision(database) == REVISION:
        return None
    with guarded(database.where):
        return _upgraded(database)


def _upgraded(database: Database) -> Path | None:
    needed("alembic")
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    script = ScriptDirectory(str(Path(__file__).parent / "migrations"))
    with database.engine.connect().execution_options(writes=True) as connection, connection.begin():
        if connection.dialect.name == "postgresql":  # SQLite has one writer anyway
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7294651)")
        found = _revision(_ServerConnection(connection), database)
        if found == REVISION:  # another process was faster
            return None
        kept = None if found is None else _copied(database, found)

        def steps(revision: Any, context: object) -> Any:
            return script._upgrade_revs("head", revision)

        with EnvironmentContext(Config(), script, fn=steps) as environment:
            environment.configure(connection=connection)
            environment.run_migrations()
    return kept


def _revision(connection: Transaction, database: Database) -> str | None:
    """The revision of the database; None: it is empty. An unknown revision raises an error."""
    named = f"({', '.join(repr(name) for name in sorted(OURS))})"
    tables = f"SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename IN {named}"
    if isinstance(database, SqliteFile):
        tables = "SELECT name FROM sqlite_master WHERE type = 'table'"
    there = {name for (name,) in connection.rows(tables)}
    if not there:
        return None
    if not there >= OURS:
        raise BookError.of("book.store_foreign", where=database.where)
    found = connection.rows("SELECT version_num FROM alembic_version")
    revision = str(found[0][0]) if found else None
    if revision is not None and revision not in REVISIONS:
        raise BookError.of("book.store_newer", where=database.where, revision=revision)
    return revision


def _copied(database: Database, revision: str) -> Path | None:
    """Copies a SQLite file beside itself before it is changed; an existing copy is kept."""
    if not isinstance(database, SqliteFile) or database.memory:
        return None
    file = Path(database.where)
    names = (f"{file.name}.{revision}{number}.bak" for number in ("", *(f".{count}" for count in range(2, 1000))))
    for copy in map(file.with_name, names):
        with suppress(FileExistsError):
            copied(file, copy)
            return copy
    raise FileExistsError(f"{file}.{revision}.bak")


def copied(file: Path, copy: Path) -> None:
    """Copies a SQLite file in use. The copy is complete before it gets its name; an existing file is never overwritten.

    It is not a copy of bytes, because part of the data may still be in the write-ahead log.
    """
    descriptor, part = tempfile.mkstemp(prefix=f".{copy.name}.", dir=copy.parent)
    try:
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(part)) as goal:
            source.backup(goal)
        os.fsync(descriptor)
        os.link(part, copy)
        sync_folder(copy.parent)
    finally:
        os.close(descriptor)
        os.unlink(part)


def sync_folder(folder: Path) -> None:
    """Makes sure that a new name in a folder is on the disk (fsync)."""
    with suppress(OSError, AttributeError):  # not every system can open a folder
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
