"""Backups under load: each copy opens as a prefix of the log, with the same hashes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import sleep

from hostile.attack import Attack
from sikwu.book import BookError, Store
from sikwu.book.verifying import verify

WRITER = """
import sys
from sikwu import ruleset
from sikwu.book import Store
from sikwu.book.events import Result
store = Store(sys.argv[1])
book = store.create("load", ["A", "B", "C", "D"], ruleset("hk-standard"))
print("ready", flush=True)
while True:
    for _ in range(300):
        store.append(book, Result("discard", {"B": 3}, "A"))
        print(book.head.seq, flush=True)
    book = store.open(book.id)
"""


def copies(seed: int, size: int, copy: Callable[[Path, Path], None]) -> tuple[int, int]:
    """Copies a file in use again and again; returns the number of entries in the last copy, and how many different
    lengths there were.
    """
    chance = Random(seed)
    lengths: set[int] = set()
    with tempfile.TemporaryDirectory(prefix="sikwu-backup-") as folder:
        where, acked = Path(folder) / "books.db", Path(folder) / "acked"
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        with acked.open("w") as out:
            child = subprocess.Popen([sys.executable, "-c", WRITER, str(where)], stdout=out, env=environment)
        try:
            while acked.read_text().count("\n") < 20:
                assert child.poll() is None, "the writer failed"
                sleep(0.05)
            for number in range(size):
                told = int(acked.read_text().split("\n")[-2])
                goal = Path(folder) / f"copy {number}.db"
                copy(where, goal)
                lengths.add(_checked(where, goal, told, number))
                goal.unlink()
                sleep(chance.random() * 0.02)
        finally:
            child.kill()
            child.wait()
    return max(lengths), len(lengths)


def _checked(where: Path, goal: Path, told: int, number: int) -> int:
    try:
        with Store(goal, make=False) as store:
            found = verify(store, "load")
            head = store.entries(store.find("load").id, found.entries - 1, 1)[0]
    except BookError as error:
        raise AssertionError(f"copy {number}: {error}") from None
    assert found.entries >= told, f"copy {number}: {told} were acknowledged before, {found.entries} copied"
    with Store(where, make=False) as store:
        there = store.entries(store.find("load").id, found.entries - 1, 1)
    assert there == [head], f"copy {number}: another log"
    return found.entries


def backed_up(where: Path, goal: Path) -> None:
    with Store(where, make=False) as store:
        store.backup(goal)


def run(seed: int, size: int) -> str:
    """Uses the store's own backup."""
    longest, different = copies(seed, size, backed_up)
    return f"{size:,} backups under load ({different:,} different lengths, to {longest:,} entries): each a beginning of the log"


def planted(seed: int) -> str:
    """A copy of the file's bytes without its log must be noticed."""
    try:
        copies(seed, 20, lambda where, goal: shutil.copyfile(where, goal) and None)
    except AssertionError as found:
        return f"the file copied without its log ({found})"
    raise AssertionError("a copy without its log was not noticed")


ATTACKS = (Attack("backups", "G7", 100, 5, run, planted),)
