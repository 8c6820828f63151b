"""A database file held by another process: the command says so, waits, gives up, and stops on Ctrl-C."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import sikwu
from loaded import program
from patience import PATIENCE
from sikwu.book import BookError, Store, waiting
from sikwu.book.events import Result
from sikwu.book.waiting import WaitNotice
from sikwu.server.lock import FileInUse, Lock
from sikwu.texts import LANGUAGES, Message

RULES = sikwu.ruleset("hk-standard")
PLAYERS = ("A", "B", "C", "D")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    with Store(tmp_path / "books.db") as store:
        store.create("Friday", PLAYERS, RULES)
    return tmp_path / "books.db"


@contextmanager
def held(file: Path, seconds: float = 60) -> Iterator[int]:
    """Another process writes to a file of books and does not come to an end."""
    code = (
        "import sqlite3, sys, time; raw = sqlite3.connect(sys.argv[1], isolation_level=None); "
        "raw.execute('BEGIN IMMEDIATE'); print('held', flush=True); time.sleep(float(sys.argv[2])); raw.execute('ROLLBACK')"
    )
    words = [sys.executable, "-c", code, str(file), str(seconds)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        try:
            yield other.pid
        finally:
            other.kill()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Message]:
    """The messages during a wait; sooner than usual."""
    said: list[Message] = []
    monkeypatch.setattr(WaitNotice, "tell", said.append)
    monkeypatch.setattr(waiting, "PATIENCE", 1.5)
    monkeypatch.setattr(waiting, "SILENCE", 0.5)
    return said


def test_who_waits_is_told_for_whom_and_then_gives_up(file: Path, told: list[Message]) -> None:
    with Store(file) as store, held(file) as pid:
        book = store.open("Friday")
        began = time.monotonic()
        with pytest.raises(BookError) as error:
            store.append(book, Result("draw"))
        assert 1 < time.monotonic() - began < PATIENCE
        assert error.value.code == "book.not_stored"
        assert [each.code for each in told] == ["book.waits"]
        for lang in LANGUAGES:
            assert str(file) in told[0](lang)
            assert f"({pid})" in told[0](lang), "the process that holds it"
            assert f"({pid})" in error.value.message(lang)
        assert store.open("Friday").head.seq == 1  # a reader does not wait


def test_who_waits_goes_on_when_it_is_free(file: Path, told: list[Message]) -> None:
    with Store(file) as store, held(file, 0.8):
        assert store.append(store.open("Friday"), Result("draw")).seq == 2
    assert len(told) == 1


def test_a_short_wait_is_not_told(file: Path, told: list[Message]) -> None:
    with Store(file) as store, held(file, 0.3):
        assert store.append(store.open("Friday"), Result("draw")).seq == 2
    assert told == []


def test_ctrl_c_ends_the_wait(file: Path) -> None:
    """At once, though a write that has begun is not interrupted: nothing has begun yet."""
    with held(file):
        words = [*program(), "book", "add", "B", "3", "--db", str(file), "--lang", "en"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as command:
            assert command.stderr is not None
            said = command.stderr.readline()
            command.send_signal(signal.SIGINT)
            rest = command.communicate(timeout=PATIENCE)[1]
    assert command.returncode == 130, rest
    assert "Waiting up to" in said
    assert "Traceback" not in rest
    with Store(file) as store:
        assert store.open("Friday").head.seq == 1


# --- paths that are not files


def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "books.db"
    os.mkfifo(pipe)
    for words in (["book", "list", "--db"], ["serve", "--database"]):
        done = subprocess.run(
            [*program(), *words, str(pipe)], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert done.returncode == 2, done.stderr
        assert "[book.store]" in done.stderr
    with pytest.raises(BookError):
        Store("/dev/null")
    assert stat.S_ISFIFO(pipe.stat().st_mode)


# --- links


def test_one_server_for_a_file_whatever_it_is_called(file: Path, tmp_path: Path) -> None:
    link, folder = tmp_path / "link.db", tmp_path / "folder"
    link.symlink_to(file)
    folder.symlink_to(tmp_path)
    with Store(file) as store:
        lock = Lock(store)
        for other in (link, folder / "books.db", folder / "link.db", tmp_path / "." / "books.db"):
            with Store(other) as second, pytest.raises(FileInUse):
                Lock(second)
        lock.release()
        with Store(link) as second:
            again = Lock(second)
            with pytest.raises(FileInUse):
                Lock(store)
            again.release()
    assert not [each for each in tmp_path.iterdir() if each.name.endswith(".serving")]


def test_a_link_to_a_file_that_nobody_may_write_is_read_with_its_log(file: Path, tmp_path: Path) -> None:
    """The log beside the file itself counts, not one beside the link."""
    with Store(file) as store:
        store.append(store.open("Friday"), Result("draw"))
        (tmp_path / "away").mkdir()
        link = tmp_path / "away" / "link.db"
        link.symlink_to(file)
        with Store(link, make=False) as other:
            other.database.fixed = True  # type: ignore[attr-defined]
            assert other.open("Friday").head.seq == 2


# --- exports


def test_an_export_is_for_its_owner_alone(file: Path, tmp_path: Path) -> None:
    for name in ("book.jsonl", "book.csv"):
        words = [*program(), "book", "export", str(tmp_path / name), "--db", str(file)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


def test_what_another_holds_is_not_waited_for_twice(file: Path, told: list[Message]) -> None:
    """A file with an old-style journal, held for ever: a reader gives up after the same time."""
    raw = sqlite3.connect(file, isolation_level=None)
    raw.execute("PRAGMA journal_mode=DELETE")
    raw.execute("BEGIN EXCLUSIVE")
    began = time.monotonic()
    with pytest.raises(BookError) as error:
        Store(file, make=False)
    assert time.monotonic() - began < 4
    assert error.value.code == "book.store"
    raw.close()


def test_times_that_go_backwards_are_told(file: Path) -> None:
    """A clock that was set back: the entries count in their order, and it is said."""
    with Store(file) as store:
        book = store.open("Friday")
        store.append(book, Result("draw"), at="2031-06-01T20:00:00.500000Z")
        store.append(book, Result("draw"), at="2031-06-01T20:00:00Z")  # within a second: nobody knows
        assert list(book.backwards()) == []
        store.append(book, Result("draw"), at="2031-06-01T19:00:00Z")
        assert list(book.backwards()) == [4]
        assert book.state.hands == 3
    words = [*program(), "book", "show", "--db", str(file), "--lang", "en"]
    said = subprocess.run(words, capture_output=True, text=True, check=False, env={**os.environ, "COLUMNS": "400"})
    assert "The time of entry 4 is before the time of the entry above it" in said.stdout
