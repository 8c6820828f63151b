"""Where books are kept, behind one small door: a SQLite file by Python's own module, PostgreSQL by SQLAlchemy.

The plain case, a file of somebody's own, needs no SQLAlchemy unless its schema is old: that is half of what a command
takes to start. Statements are the same for both; parameters are written `:name`.
"""

from __future__ import annotations

import sqlite3
import sys
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from sikwu.book.problems import BookError, wrong

if TYPE_CHECKING:
    import sqlalchemy as sa
    from sqlalchemy.engine import URL, Engine

REVISIONS = ("0001", "0002")
REVISION = REVISIONS[-1]
"""The newest revision of the database."""

Values = Mapping[str, object]


class Refused(Exception):
    """What must be unique is there already."""


class Connection(Protocol):
    """One transaction."""

    def rows(self, statement: str, **values: object) -> Sequence[Any]:
        """What a question gives."""

    def change(self, statement: str, values: Values | Sequence[Values]) -> int:
        """How many rows a statement changed; a sequence of values runs it once for each."""


class Database(Protocol):
    """A database of either kind."""

    where: str
    """Its name for people: no password."""

    @property
    def engine(self) -> Engine:
        """SQLAlchemy's view of it."""

    def reading(self) -> Any:
        """A connection that sees one moment: what others write meanwhile is not seen half."""

    def writing(self) -> Any:
        """A connection whose changes are on the disk at its end, or not at all."""

    def close(self) -> None:
        """Lets go of it."""


def database(where: str | Path) -> Database:
    """The database of a path or a URL."""
    if "://" not in str(where):
        return SqliteFile(str(where))
    engine = needed("sqlalchemy.engine")
    try:
        url: URL = engine.make_url(str(where))
    except needed("sqlalchemy.exc").ArgumentError as error:
        raise unusable("?", error) from None
    if url.get_backend_name() == "sqlite":
        return SqliteFile(url.database or ":memory:")
    return Server(url.set(drivername="postgresql+psycopg") if url.drivername in ("postgres", "postgresql") else url)


def needed(name: str) -> Any:
    """A module of the packages for databases."""
    from importlib import import_module

    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        raise wrong("book.store_missing", package=missing.name) from None


@contextmanager
def guarded(where: str) -> Iterator[None]:
    """What a database refuses is told in one sentence."""
    try:
        yield
    except Exception as error:
        theirs = sys.modules.get("sqlalchemy.exc")
        if isinstance(
            error, (sqlite3.Error, OSError) if theirs is None else (sqlite3.Error, OSError, theirs.SQLAlchemyError)
        ):
            raise unusable(where, error) from None
        raise


def unusable(where: str, error: Exception) -> BookError:
    """The error of a database that cannot be used."""
    told = str(getattr(error, "orig", None) or error).strip().splitlines()
    return wrong("book.store", where=where, why=told[0] if told else type(error).__name__)


# --- SQLite


class _Sqlite:
    """A connection to a file."""

    def __init__(self, raw: sqlite3.Connection) -> None:
        self.raw = raw

    def rows(self, statement: str, **values: object) -> Sequence[Any]:
        return self.raw.execute(statement, values).fetchall()

    def change(self, statement: str, values: Values | Sequence[Values]) -> int:
        try:
            if isinstance(values, Sequence):
                return self.raw.executemany(statement, values).rowcount
            return self.raw.execute(statement, values).rowcount
        except sqlite3.IntegrityError as error:
            raise Refused from error


class SqliteFile:
    """Books in a file, or in memory."""

    def __init__(self, path: str) -> None:
        self.where = path
        self.memory = path in ("", ":memory:")
        self._idle: deque[sqlite3.Connection] = deque()

    def connect(self) -> sqlite3.Connection:
        """A new connection; of a database in memory there is only one."""
        if self.memory and self._idle:
            return self._idle[0]
        raw = sqlite3.connect(self.where or ":memory:", timeout=10, isolation_level=None, check_same_thread=False)
        try:
            raw.execute("PRAGMA synchronous=FULL")
            raw.execute("PRAGMA foreign_keys=ON")
            _write_ahead(raw)
        except sqlite3.Error:
            raw.close()
            raise
        if self.memory:
            self._idle.append(raw)
        return raw

    @contextmanager
    def _begun(self, how: str) -> Iterator[_Sqlite]:
        with guarded(self.where):
            try:
                raw = self._idle[0] if self.memory else self._idle.pop()
            except IndexError:
                raw = self.connect()
            try:
                raw.execute(how)
                yield _Sqlite(raw)
                self.commit(raw)
            finally:
                if raw.in_transaction:
                    raw.execute("ROLLBACK")
                if not self.memory:
                    self._idle.append(raw)

    def commit(self, raw: sqlite3.Connection) -> None:
        """Here it is on the disk."""
        raw.execute("COMMIT")

    def reading(self) -> Any:
        return self._begun("BEGIN")

    def writing(self) -> Any:
        return self._begun("BEGIN IMMEDIATE")

    @cached_property
    def engine(self) -> Engine:
        sa = needed("sqlalchemy")
        pool = sa.StaticPool if self.memory else sa.NullPool
        engine: Engine = sa.create_engine("sqlite://", creator=self.connect, poolclass=pool)
        sa.event.listen(engine, "begin", _begin)
        return engine

    def close(self) -> None:
        if "engine" in self.__dict__:
            self.engine.dispose()
        while self._idle:
            self._idle.pop().close()


def _write_ahead(raw: sqlite3.Connection) -> None:
    for tries in range(10):  # a new file is switched once; SQLite does not wait for another who does the same
        try:
            raw.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError:
            if tries == 9:
                raise
            time.sleep(1)


def _begin(connection: sa.Connection) -> None:
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


# --- a server


class _Served:
    """A connection to a server."""

    def __init__(self, connection: sa.Connection) -> None:
        self.connection, self.text = connection, needed("sqlalchemy").text

    def rows(self, statement: str, **values: object) -> Sequence[Any]:
        return self.connection.execute(self.text(statement), values).fetchall()

    def change(self, statement: str, values: Values | Sequence[Values]) -> int:
        given = [dict(each) for each in values] if isinstance(values, Sequence) else dict(values)
        try:
            return self.connection.execute(self.text(statement), given).rowcount
        except needed("sqlalchemy.exc").IntegrityError as error:
            raise Refused from error


class Server:
    """Books on a server that SQLAlchemy reaches."""

    def __init__(self, url: URL) -> None:
        self.where = url.render_as_string(hide_password=True)
        sa = needed("sqlalchemy")
        try:
            self.engine: Engine = sa.create_engine(url)
        except (sa.exc.SQLAlchemyError, ImportError) as error:
            raise unusable(self.where, error) from None

    @contextmanager
    def _begun(self, **how: object) -> Iterator[_Served]:
        with (
            guarded(self.where),
            self.engine.connect().execution_options(**how) as connection,
            connection.begin(),
        ):
            yield _Served(connection)

    def reading(self) -> Any:
        return self._begun(isolation_level="REPEATABLE READ")

    def writing(self) -> Any:
        return self._begun(writes=True)

    def close(self) -> None:
        self.engine.dispose()


# --- the schema


def upgrade(database: Database) -> Path | None:
    """Brings the database to the newest revision, after a copy; does nothing, fast, where it is there already."""
    with database.reading() as connection:
        if _revision(connection, database) == REVISION:
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
        found = _revision(_Served(connection), database)
        if found == REVISION:  # another was faster
            return None
        kept = None if found is None else _copied(database, found)

        def steps(revision: Any, context: object) -> Any:
            return script._upgrade_revs("head", revision)

        with EnvironmentContext(Config(), script, fn=steps) as environment:
            environment.configure(connection=connection)
            environment.run_migrations()
    return kept


def _revision(connection: Connection, database: Database) -> str | None:
    """The revision of the database; None: it is empty. One that this program does not know is refused."""
    exists = "SELECT to_regclass('alembic_version')"
    if isinstance(database, SqliteFile):
        exists = "SELECT max(name) FROM sqlite_master WHERE type = 'table' AND name = 'alembic_version'"
    if connection.rows(exists)[0][0] is None:
        return None
    found = connection.rows("SELECT version_num FROM alembic_version")
    revision = str(found[0][0]) if found else None
    if revision is not None and revision not in REVISIONS:
        raise wrong("book.store_newer", where=database.where, revision=revision)
    return revision


def _copied(database: Database, revision: str) -> Path | None:
    """A copy of a SQLite file beside it, before it is changed; one that is there already stays as it is."""
    if not isinstance(database, SqliteFile) or database.memory:
        return None
    file = Path(database.where)
    for number in ("", *(f".{count}" for count in range(2, 1000))):
        copy = file.with_name(f"{file.name}.{revision}{number}.bak")
        try:
            copy.touch(exist_ok=False)
        except FileExistsError:
            continue
        # Not a copy of bytes: what still stands in the write-ahead log belongs to it.
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as goal:
            source.backup(goal)
        return copy
    raise FileExistsError(f"{file}.{revision}.bak")
