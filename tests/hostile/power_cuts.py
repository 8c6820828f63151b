"""Power cuts: whatever the disk keeps of unsynced data, no acknowledged entry is missing."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

from hostile.attack import Attack
from hostile.disk import File, noted, under
from patience import PATIENCE
from sikwu.book import BookError, Store

WRITER = """
import os, sys
from sikwu import ruleset
from sikwu.book import Store, store as module
from sikwu.book.database import SqliteFile
from sikwu.book.events import Result
module.BACK, module.LONG = 20, 40              # snapshots too, often
if sys.argv[3] == "normal":                    # planted: not every commit is synced
    real = SqliteFile.connect
    def connect(self, writes=True):
        raw = real(self, writes)
        raw.execute("PRAGMA synchronous=NORMAL")
        return raw
    SqliteFile.connect = connect
acks = os.open(os.path.join(os.path.dirname(sys.argv[1]), "acks"), os.O_CREAT | os.O_WRONLY | os.O_APPEND)
store = Store(sys.argv[1])
book = store.create("cut", ["A", "B", "C", "D"], ruleset("hk-taiwanese"))
os.write(acks, b"1\\n")
for number in range(int(sys.argv[2])):
    if number % 97 == 96:                      # sometimes all is closed, and opened again
        store.close()
        store = Store(sys.argv[1])
        book = store.open("cut")
    store.append(book, Result("discard", {"B": 3 + number % 7}, "A"))
    os.write(acks, b"%d\\n" % book.head.seq)
"""


class Run:
    """The whole history of one writer on the disk."""

    def __init__(self, folder: Path, entries: int, how: str, writer: str = WRITER) -> None:
        self.folder, log = folder / "disk", folder / "log"
        self.folder.mkdir()
        child = under(self.folder, writer, str(self.folder / "books.db"), str(entries), how, log=log)
        child.communicate(timeout=2 * PATIENCE)
        assert child.returncode == 0, "the writer failed"
        self.done = list(noted(log))
        with Store(self.folder / "books.db") as store:
            self.log = store.open("cut", whole=True).entries
        assert len(self.log) == entries + 1

    def cuts(self, moments: list[int]) -> Iterator[tuple[dict[str, File], int]]:
        """The files at some moments, and how many entries had been acknowledged."""
        files: dict[str, File] = {}
        acked, wanted = 0, iter(sorted(moments))
        moment = next(wanted, None)
        for number, each in enumerate(self.done):
            while moment == number:
                yield files, acked
                moment = next(wanted, None)
            if each.name == "acks":
                acked = int(each.data)
            elif each.name == self.folder.name:
                for file in files.values():
                    file.sync_folder()
            elif not each.name.endswith("-shm"):  # never really on the disk
                file = files.setdefault(each.name, File())
                if each.what == "s":
                    file.sync()
                else:
                    file.since.append(each)

    def check(self, files: dict[str, File], acked: int, chance: Random, share: float) -> int:
        """Checks the state after a cut; raises if an acknowledged entry is lost."""
        with tempfile.TemporaryDirectory() as place:
            for name, file in files.items():
                left = file.after_cut(chance, share)
                if left is not None:
                    (Path(place) / name).write_bytes(left)
            where = Path(place) / "books.db"
            if not acked:
                return 0
            assert where.exists(), f"{acked} acknowledged, and no file"
            with closing(sqlite3.connect(where)) as raw:
                assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)], "the file is broken"
            try:
                with Store(where, make=False) as store:
                    found = store.open("cut", whole=True)
                    assert store.open("cut").state == found.state, "the snapshot says something else"
            except BookError as error:
                raise AssertionError(f"{acked} acknowledged: {error}") from None
        assert len(found.entries) >= acked, f"{acked} acknowledged, {len(found.entries)} left"
        assert found.entries == self.log[: len(found.entries)], "another log"
        return len(found.entries)


def cut(seed: int, size: int, how: str, writer: str = WRITER) -> str:
    """Cuts the power `size` times, at random moments, and checks the result."""
    chance = Random(seed)
    with tempfile.TemporaryDirectory(prefix="sikwu-cut-") as folder:
        run = Run(Path(folder), max(60, min(size, 1200)), how, writer)
        moments = [chance.randrange(len(run.done)) for _ in range(size)]
        checked = 0
        for files, acked in run.cuts(moments):
            share = chance.choice((0.0, 0.0, 0.5, chance.random()))
            run.check(files, acked, chance, share)
            checked += acked > 0
    return (
        f"{size:,} power cuts ({checked:,} after an acknowledgement), {len(run.log):,} entries: none acknowledged lost"
    )


def run(seed: int, size: int) -> str:
    """With the store as it is."""
    return cut(seed, size, "full")


def planted(seed: int) -> str:
    """synchronous=NORMAL must lose entries."""
    try:
        cut(seed, 60, "normal")
    except AssertionError as lost:
        return f"synchronous=NORMAL ({lost})"
    raise AssertionError("synchronous=NORMAL lost nothing")


ATTACKS = (Attack("power cuts", "G2", 2_000, 30, run, planted),)
