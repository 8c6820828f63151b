"""Tampering: after any change of the log the first bad entry is named, and the log takes precedence over snapshots."""

from __future__ import annotations

import sqlite3
import tempfile
from pathlib import Path
from random import Random

import sikwu
from hostile.attack import Attack
from sikwu.book import BookError, Store, events
from sikwu.book import store as store_module
from sikwu.book.events import Result, SentEvent
from sikwu.book.verifying import verify

AT = "2024-06-01T20:00:00Z"
PLAYERS = ["阿明", "B", "C", "D"]
COLUMNS = ("at", "text", "hash", "author", "key", "hand_no")
ROWS = "SELECT seq, at, text, hash, author, key, hand_no FROM entries ORDER BY seq"
PUT = "INSERT INTO entries (book, seq, at, text, hash, author, key, hand_no) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"

Row = tuple[object, ...]


class Desk:
    """A book with a snapshot in its middle, and an attacker with write access to the database."""

    def __init__(self, where: str, entries: int = 60) -> None:
        store_module.BACK, store_module.LONG = 10, 20
        self.store = Store(where)
        self.book = self.store.create("desk", PLAYERS, sikwu.ruleset("hk-taiwanese"), at=AT)
        chance = Random(1)
        for number in range(entries):
            winner, source = chance.sample(PLAYERS, 2)
            hand = Result("discard", {winner: chance.randrange(1, 9)}, source)
            self.store.append(self.book, SentEvent(hand, "Ann", f"k{number}") if number % 3 else hand, AT)
        with self.store.database.writing() as connection:
            for name in ("update", "delete"):
                connection.change(f"DROP TRIGGER entries_are_kept_{name}", {})
        self.rows = self.asked(ROWS)
        self.kept = self.asked("SELECT book, seq, hash, form, state, digest FROM snapshots")
        self.length = self.book.head.seq
        assert 1 < int(str(self.kept[0][1])) < self.length, "no snapshot in the middle"

    def close(self) -> None:
        self.store.close()
        store_module.BACK, store_module.LONG = 200, 400

    def asked(self, statement: str) -> list[Row]:
        with self.store.database.reading() as connection:
            return [tuple(row) for row in connection.rows(statement)]

    def put(self, rows: list[Row], kept: list[Row] | None = None) -> None:
        """Writes a forged log."""
        with self.store.database.writing() as connection:
            raw: sqlite3.Connection = connection.raw
            raw.execute("DELETE FROM entries")
            raw.execute("DELETE FROM snapshots")
            raw.executemany(PUT, [(self.book.id, *row) for row in rows])
            raw.executemany("INSERT INTO snapshots VALUES (?, ?, ?, ?, ?, ?)", self.kept if kept is None else kept)

    def found(self) -> set[int]:
        """The first bad entry, as a check from the first entry finds it, in both ways."""
        bad = set()
        for check in (lambda: verify(self.store, "desk"), lambda: self.store.open("desk", whole=True)):
            try:
                check()
            except BookError as error:
                bad.add(int(str(error.problems[0].facts["seq"])) if error.code == "book.tampered" else -1)
            else:
                bad.add(0)
        return bad


def flipped(value: object, chance: Random) -> object:
    if not isinstance(value, str) or not value:
        return chance.choice(["x", "Ann"]) if value is None or value == "" else chance.randrange(100, 200)
    data = bytearray(value.encode())
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    text = data.decode("utf-8", "replace")
    return text if "\0" not in text and text != value else value + " "


def tampered(rows: list[Row], chance: Random) -> tuple[list[Row], int]:
    """The log with one thing changed, and the number of the first entry that differs."""
    rows = list(rows)
    at = chance.randrange(len(rows))
    match chance.randrange(5):
        case 0:
            del rows[at]
        case 1:
            del rows[at:]
        case 2:
            other = chance.choice([place for place in range(len(rows)) if place != at])
            first, second = rows[at], rows[other]
            rows[at], rows[other] = (first[0], *second[1:]), (second[0], *first[1:])
            at = min(at, other)
        case _:
            column = 1 + chance.randrange(len(COLUMNS))
            value = flipped(rows[at][column], chance)
            value = chance.randrange(100, 200) if COLUMNS[column - 1] == "hand_no" else value
            rows[at] = (*rows[at][:column], value, *rows[at][column + 1 :])
    return rows, at + 1


def in_the_log(desk: Desk, chance: Random, size: int) -> None:
    for number in range(size):
        rows, first = tampered(desk.rows, chance)
        if len({row[5] for row in rows if row[5] is not None}) < sum(row[5] is not None for row in rows):
            continue  # the database's own index refuses it
        desk.put(rows)
        found = desk.found()
        assert found == {first}, f"tampering {number} at entry {first}: told {found}"
    desk.put(desk.rows)


def in_the_snapshot(desk: Desk, chance: Random, size: int) -> None:
    """A changed snapshot is not used, or gives the same result."""
    truth = desk.book.state
    for number in range(size):
        (row,) = desk.kept
        column = 1 + chance.randrange(5)
        value = row[column]
        value = chance.randrange(1, 99) if isinstance(value, int) else flipped(value, chance)
        desk.put(desk.rows, [(*row[:column], value, *row[column + 1 :])])
        assert desk.store.open("desk").state == truth, f"snapshot {number}: column {column} was believed"
    desk.put(desk.rows)


def in_the_file(chance: Random, size: int) -> int:
    """One byte of the whole file: reported, or without effect on any entry."""
    told = 0
    with tempfile.TemporaryDirectory(prefix="sikwu-tamper-") as folder:
        where = Path(folder) / "books.db"
        desk = Desk(str(where))
        truth = list(desk.book.entries)
        desk.close()
        data = where.read_bytes()
        for number in range(size):
            changed = bytearray(data)
            changed[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            where.write_bytes(changed)
            try:
                with Store(where, make=False) as store:
                    log = store.open("desk", whole=True).entries
            except BookError:
                told += 1
                continue
            assert log == truth, f"byte {number}: another log was read"
    return told


def run(seed: int, size: int) -> str:
    """Rows, snapshots, bytes."""
    chance = Random(seed)
    desk = Desk(":memory:")
    try:
        in_the_log(desk, chance, size)
        in_the_snapshot(desk, chance, size // 10)
    finally:
        desk.close()
    told = in_the_file(chance, size // 10)
    return (
        f"{size:,} tamperings of the log found, the first bad entry named; {size // 10:,} of snapshots never believed; "
        f"{size // 10:,} bytes of the file flipped: {told:,} told, the others without effect"
    )


def planted(seed: int) -> str:
    """A hash that does not cover the time must be noticed."""
    real = events.chain_hash
    events.chain_hash = lambda previous, seq, at, *rest: real(previous, seq, "", *rest)
    try:
        run(seed, 200)
    except AssertionError as found:
        return f"a hash without the time ({found})"
    finally:
        events.chain_hash = real
    raise AssertionError("a changed time was not noticed")


ATTACKS = (Attack("tampering", "G11", 10_000, 200, run, planted),)
