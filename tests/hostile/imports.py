"""Attack on imports: a changed file, even with a recomputed hash chain, is either a valid book or refused."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from random import Random
from tempfile import TemporaryDirectory

import sikwu
from hostile import mutate
from hostile.attack import Attack
from hostile.refusals import legible
from sikwu.book.book import Book
from sikwu.book.events import (
    GENESIS,
    Close,
    Cut,
    Edit,
    Fine,
    Kong,
    Penalty,
    Result,
    Reverse,
    Seats,
    SentEvent,
    Swap,
    chain_hash,
)
from sikwu.book.exchange import read_book, to_csv, to_jsonl
from sikwu.book.problems import BookError
from sikwu.book.store import Store
from sikwu.money.amount import balanced
from sikwu.texts import SikwuError

SLOWEST = 2.0


@cache
def books() -> tuple[Book, ...]:
    """Three books with every kind of entry."""
    made = []
    for rules in ("hk-standard", "hk-taiwanese", "club16"):
        book = Book.new(f"簿 {rules}", ["阿明", "Karen", "Bob", "=D"], sikwu.ruleset(rules), at="2024-01-01T20:00:00Z")
        events = (
            Result("discard", {"Karen": 10}, "阿明", note="a note"), Result("self_draw", {"Karen": 12}), Result("draw"),
            Result("false_win", by="Bob"), Result("discard", {"Karen": 10, "Bob": 12}, "阿明"), Cut("阿明", "Karen"), Fine("Bob"), Kong("Bob"),
            Result("self_draw", tiles={"阿明": "111m 999p 9m 發發發 111s 11m +9m"}), Penalty("Bob", ("Karen", "=D"), "7/3", "late"),
            SentEvent(Result("self_draw", {"=D": 20}), "writer", "key-1", None), Edit(2, Result("discard", {"Bob": 11}, "阿明")), Reverse(3),
            Swap("Bob", "Eve"), Seats(("=D", "Eve", "Karen", "阿明")), Result("discard", {"Eve": 30}, "=D"), Close(),
        )  # fmt: skip
        for each in events:
            try:
                book.record(each, at="2024-01-01T20:01:00Z")
            except SikwuError:
                continue
        book.undo(at="2024-01-01T20:02:00Z")
        book.redo(at="2024-01-01T20:03:00Z")
        assert len(book.entries) > 8, len(book.entries)
        made.append(book)
    return tuple(made)


@cache
def files() -> tuple[bytes, ...]:
    """The books as files of both kinds."""
    return tuple(write(book).encode() for book in books() for write in (to_jsonl, to_csv))


def chained_again(chance: Random, raw: bytes) -> bytes:
    """One entry changed, and the whole chain after it recomputed: only an attacker who knows the format does that."""
    head, *rows = (json.loads(line) for line in raw.decode().splitlines())
    place = chance.randrange(len(rows))
    if chance.random() < 0.15:
        rows[place] = mutate.plain(chance, rows[place])
    else:
        rows[place]["event"] = mutate.plain(chance, rows[place]["event"])
    if chance.random() < 0.1:
        rows.insert(chance.randrange(len(rows)), rows[chance.randrange(len(rows))])
    before, out = GENESIS, []
    for number, row in enumerate(rows, 1):
        if isinstance(row, dict) and "event" in row:
            text = json.dumps(row["event"], ensure_ascii=False, separators=(",", ":"))
            row["seq"] = number
            stamp = (row.get("author", ""), row.get("key", ""), row.get("hand_no"))
            with suppress(TypeError, ValueError):
                row["hash"] = before = chain_hash(before, number, row.get("at", ""), text, *stamp)
            told = {key: value for key, value in row.items() if key != "event"}
            line = json.dumps(told, ensure_ascii=False)[:-1] + f', "event":{text}}}'
        else:
            line = json.dumps(row)
        out.append(line)
    head |= {"entries": len(rows), "head": before}
    return "\n".join((json.dumps(head), *out)).encode("utf-8", "surrogatepass")


def damaged(chance: Random) -> bytes:
    """A damaged file."""
    raw = chance.choice(files())
    match chance.randrange(6):
        case 0:
            return mutate.data(chance, raw)
        case 1:
            return mutate.text(chance, raw.decode()).encode("utf-8", "surrogatepass")
        case 2:
            lines = raw.splitlines(keepends=True)
            del lines[chance.randrange(len(lines))]
            return b"".join(lines)
    return chained_again(chance, chance.choice(files()[::2]))


def _foreseen(error: BookError, raw: bytes) -> str:
    why = error.problems[0].facts.get("why")
    assert not (isinstance(why, str) and "Error:" in why), f"{why} for {raw[-1500:]!r}"
    return legible(error, raw)


def judge(raw: bytes, read: Callable[[bytes], Book]) -> str:
    """The result of a file: a whole book that sums to zero, or one error with its code."""
    try:
        book = read(raw)
    except BookError as error:
        return _foreseen(error, raw)
    assert balanced(book.state.accounts.values()), "does not balance"
    assert read(to_jsonl(book).encode()).head == book.head, "does not come back"
    return "read"


def run(seed: int, size: int, read: Callable[[bytes], Book] = read_book) -> str:
    """Imports damaged files; some of the readable ones go through a database."""
    chance, codes, slowest, stored = Random(seed), Counter[str](), 0.0, 0
    with TemporaryDirectory() as folder, Store(f"{folder}/books.db") as store:
        for _ in range(size):
            raw = damaged(chance)
            began = time.process_time()
            code = judge(raw, read)
            slowest = max(slowest, time.process_time() - began)
            assert slowest < SLOWEST, f"{slowest:.1f} s for {raw[:300]!r}"
            codes[code] += 1
            if code == "read" and stored < 20:
                stored += _adopted(store, read(raw))
        assert len(store.list()) == stored, "a book was written by halves"
    taken = codes.pop("read", 0)
    return (
        f"{size:,} damaged files: {sum(codes.values()):,} refused with {len(codes)} codes, {taken:,} whole books"
        f" ({stored} through a database), slowest {slowest * 1000:.0f} ms"
    )


def _adopted(store: Store, book: Book) -> int:
    try:
        store.adopt(book)
    except SikwuError:
        return 0
    assert store.open(book.id).head == book.head, "the database holds another book"
    return 1


def planted(seed: int) -> str:
    """A reader that lets Python's own number errors through must be noticed."""

    def careless(raw: bytes) -> Book:
        for line in raw.decode("utf-8", "replace").splitlines():
            if '"penalty"' in line and "1/0" in line:
                raise ZeroDivisionError(line)
            if line.startswith("{") and '"streak":' in line:
                int(line.partition('"streak":')[2].partition(",")[0].strip("}"))
        return read_book(raw)

    try:
        run(seed, 5_000, careless)
    except (ZeroDivisionError, ValueError) as error:
        if isinstance(error, SikwuError):
            raise
        return "a number read without looking"
    raise AssertionError("a number read without looking was not noticed")


ATTACKS = (Attack("imports", "G18", 20_000, 250, run, planted),)
