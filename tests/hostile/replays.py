"""Long books: opened from a snapshot that the chain confirms, fully checked by one command, with the same result."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from random import Random

import sikwu
from hostile.attack import Attack
from sikwu.book import Book, BookError, Store
from sikwu.book.events import Result
from sikwu.book.snapshot import Snapshot, _digest
from sikwu.book.store import KEEP
from sikwu.book.verifying import verify

AT = "2024-06-01T20:00:00Z"
PLAYERS = ("A", "B", "C", "D")
GROUP, AT_ONCE = 500, 4_000
WITHIN = 10.0
"""The most seconds for a book of a million entries."""


def written(store: Store, seed: int, size: int) -> Book:
    """A book with this many entries, written in groups, and reopened now and then."""
    chance = Random(seed)
    book = store.create("long", PLAYERS, sikwu.ruleset("hk-standard"), at=AT)
    while book.head.seq < size:
        group = []
        for _ in range(min(GROUP, size - book.head.seq)):
            (winner, source), fan, kind = chance.sample(PLAYERS, 2), chance.randrange(4, 11), chance.random()
            hand = Result("draw") if kind < 0.15 else Result("self_draw", {winner: fan})
            group.append(Result("discard", {winner: fan}, source) if kind > 0.4 else hand)
        store.append(book, group, AT)
        if len(book.near[1]) >= AT_ONCE:
            book = store.open(book.id)
    return book


def run(seed: int, size: int) -> str:
    """Writes a long book, opens it, adds a hand, and checks it from the first entry."""
    with tempfile.TemporaryDirectory(prefix="sikwu-long-") as folder, Store(Path(folder) / "books.db") as store:
        began = time.perf_counter()
        written(store, seed, size)
        wrote = time.perf_counter() - began
        began = time.perf_counter()
        book = store.open("long")
        opened = time.perf_counter() - began
        assert book.rested > 0, "opened without a snapshot"
        assert len(book.near[1]) < size, "the whole log was read"
        began = time.perf_counter()
        store.append(book, Result("draw"), AT)
        added = time.perf_counter() - began
        told = []
        began = time.perf_counter()
        whole = verify(store, "long", lambda done, count: told.append(done))
        checked = time.perf_counter() - began
        assert whole.state == book.state, "the snapshot and the log disagree"
        assert told == sorted(told), "progress goes back"
        assert opened < WITHIN, f"opened in {opened:.1f} s"
    return (
        f"{size:,} entries: opened in {opened * 1000:.0f} ms, a hand added in {added * 1000:.0f} ms, "
        f"checked whole in {checked:.1f} s ({size / checked:,.0f} entries a second), written in {wrote:.0f} s"
    )


def planted(seed: int) -> str:
    """A snapshot with another balance and a valid digest: the check from the first entry must report it."""
    with Store(":memory:") as store:
        book = written(store, seed, 1_000)
        kept = store.snapshot(book.id)
        assert kept is not None
        false = kept.state.replace('"hands":', '"hands":1')
        row = Snapshot(kept.seq, kept.hash, kept.form, false, _digest(kept.seq, kept.hash, kept.form, false))
        with store.database.writing() as connection:
            connection.change(KEEP, {"book": book.id, **{name: getattr(row, name) for name in row.__struct_fields__}})
        assert store.open("long").state.hands != book.state.hands, "nothing was planted"
        told = ""
        try:
            verify(store, "long")
        except BookError as error:
            told = error.code
    assert told == "book.snapshot", f"a false snapshot was not noticed: {told}"
    return "a snapshot that says something else than the log"


ATTACKS = (Attack("long books", "G7", 1_000_000, 5_000, run, planted),)
