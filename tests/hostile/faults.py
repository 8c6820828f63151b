"""Failing disks: the k-th sync, write or open fails once or always, or the process dies; every report stays true."""

from __future__ import annotations

import errno
import json
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

from hostile.attack import Attack
from hostile.disk import under
from patience import PATIENCE
from sikwu.book import Store

KINDS = {"sync": 1, "write": 2, "open": 3}
ERRORS = {"EIO": errno.EIO, "ENOSPC": errno.ENOSPC, "SIGKILL": -1}
HANDS = 8

# One process for many disks: each run is a child, which reports the result after every hand.
DRIVER = """
import ctypes, json, os, sys
from sikwu import ruleset
from sikwu.book import BookError, Store, store as module
from sikwu.book.database import SqliteFile
from sikwu.book.events import Result, SentEvent
import alembic.config, alembic.script, sqlite3
module.BACK, module.LONG = 2, 4
if sys.argv[2] == "swallow":                   # planted: whatever the commit says, it is taken for done
    def commit(self, raw):
        try:
            raw.execute("COMMIT")
        except sqlite3.Error:
            pass
    SqliteFile.commit = commit
disk = ctypes.CDLL(None)

def hands(where, told):
    store = book = None
    for number in range(int(sys.argv[1])):
        sent = SentEvent(Result("discard", {"B": 3 + number % 7}, "A"), "Ann", f"k{number}")
        for once_more in range(3):             # an unknown end is sent again under its key, by a store opened anew
            try:
                if store is None:
                    store = Store(where, make=False)
                    book = store.open("faults")
                entry = store.append(book, sent)
                told(number, "stored", entry.seq)
                break
            except BookError as error:
                told(number, error.code, 0)
                if error.code == "book.store_unknown":
                    try:                       # it must stop
                        store.append(book, SentEvent(Result("draw"), "Ann", f"never{number}"))
                        told(number, "went on", 0)
                    except BookError as second:
                        if second.code != "book.store_stopped":
                            told(number, "went on: " + second.code, 0)
                if store is not None:
                    store.close()
                store = None
    if store is not None:
        store.close()

for line in sys.stdin:
    where, kind, at, error, forever = json.loads(line)
    Store(where).create("faults", ["A", "B", "C", "D"], ruleset("hk-taiwanese"))
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        def told(*words):
            os.write(writer, (json.dumps(words) + "\\n").encode())
        disk.disk_arm(kind, at, error, forever)
        try:
            hands(where, told)
        except BaseException as error:
            told(-1, f"{type(error).__name__}: {error}", 0)
        fired = disk.disk_fired()
        disk.disk_arm(0, 0, 0, 0)
        told(-2, "fired", fired)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as said:
        words = said.read().splitlines()
    os.waitpid(child, 0)
    print(json.dumps([json.loads(each) for each in words]), flush=True)
"""


class Sweep:
    """A running driver."""

    def __init__(self, folder: Path, how: str = "") -> None:
        self.folder, self.runs, self.unknown, self.refused = folder, 0, 0, 0
        self.child = under(folder, DRIVER, str(HANDS), how, stdin=True)

    def __enter__(self) -> Sweep:
        return self

    def __exit__(self, *_: object) -> None:
        self.child.communicate(timeout=PATIENCE)

    def one(self, kind: str, at: int, error: str, forever: bool) -> bool:
        """One run; False: there were fewer calls."""
        where = self.folder / f"{kind}-{at}-{error}-{forever}.db"
        wish = (str(where), KINDS[kind], at, ERRORS[error], int(forever))
        assert self.child.stdin is not None
        assert self.child.stdout is not None
        self.child.stdin.write(json.dumps(wish) + "\n")
        self.child.stdin.flush()
        words = json.loads(self.child.stdout.readline())
        fired = next((number for who, what, number in words if who == -2), 1)  # a killed process reports nothing
        self.runs += 1
        self._check(where, [(who, what) for who, what, _ in words if who > -2], f"{kind} {at} {error} {forever}")
        for left in self.folder.glob(f"{where.name}*"):
            left.unlink()
        return bool(fired)

    def _check(self, where: Path, told: list[tuple[int, str]], run: str) -> None:
        with closing(sqlite3.connect(where)) as raw:
            assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)], f"{run}: the file is broken"
        with Store(where, make=False) as store:
            book = store.open("faults", whole=True)
            assert store.open("faults").state == book.state, f"{run}: the snapshot says something else"
        keys = [entry.key for entry in book.entries[1:]]
        assert len(keys) == len(set(keys)), f"{run}: written twice"
        for number in range(HANDS):
            said = [what for who, what in told if who == number]
            here = f"k{number}" in keys
            assert not any(what.startswith("went on") for what in said), f"{run}: {said}"
            assert here or "stored" not in said, f"{run}: hand {number} acknowledged and lost"
            unsure = "book.store_unknown" in said
            assert not here or not said or "stored" in said or unsure, f"{run}: hand {number} stored, told {said}"
            self.unknown += unsure
            self.refused += bool(said) and "stored" not in said and not unsure
        odd = [what for who, what in told if who == -1]
        assert not odd, f"{run}: {odd}"


def wishes() -> Iterator[tuple[str, str, bool]]:
    """Every kind of call, every way to fail."""
    for kind in KINDS:
        for error in ERRORS:
            for forever in (False, True):
                if error != "SIGKILL" or not forever:
                    yield kind, error, forever


def sweep(size: int, how: str = "") -> str:
    """k = 1, 2 … until nothing fails any more; `size` limits the runs."""
    with tempfile.TemporaryDirectory(prefix="sikwu-faults-") as folder, Sweep(Path(folder), how) as driver:
        each = max(2, size // len(tuple(wishes())))
        for kind, error, forever in wishes():
            for at in count(1):
                if not driver.one(kind, at, error, forever) or at >= each:
                    break
        return (
            f"{driver.runs:,} faults: none acknowledged lost, none told false; "
            f"{driver.refused:,} hands told not stored, {driver.unknown:,} told unknown"
        )


def run(seed: int, size: int) -> str:
    """With the store as it is; without random numbers."""
    return sweep(size)


def planted(seed: int) -> str:
    """A swallowed error of the commit must be noticed."""
    try:
        sweep(75, "swallow")
    except AssertionError as lost:
        return f"a swallowed error ({lost})"
    raise AssertionError("a swallowed error was not noticed")


ATTACKS = (Attack("disk faults", "G3", 10_000, 75, run, planted),)
