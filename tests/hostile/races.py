"""Races: two writers at one book, on SQLite and on PostgreSQL; exactly one wins, and both databases give the same hash."""

from __future__ import annotations

import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Barrier

import sikwu
from hostile.attack import Attack
from hostile.postgres import postgres
from sikwu.book import Book, BookError, Store
from sikwu.book import store as store_module
from sikwu.book.events import Result, SentEvent

AT = "2024-06-01T20:00:00Z"
PLAYERS = ["A", "B", "C", "D"]
RULES = sikwu.ruleset("hk-standard")
A_BOOK = 200
"""The number of rounds raced in one book."""


def race(where: str, rounds: int) -> None:
    """Two writers that saw the same newest entry; in every second round both mean the same hand."""
    stores = [Store(where), Store(where)]
    with ThreadPoolExecutor(2) as pool:
        for start in range(0, rounds, A_BOOK):
            first = stores[0].create(f"race {start}", PLAYERS, RULES, at=AT)
            books = [stores[0].open(first.id), stores[1].open(first.id)]
            for number in range(1, min(A_BOOK, rounds - start) + 1):
                barrier = Barrier(2)

                def write(who: int, number: int = number, barrier: Barrier = barrier, books: list[Book] = books) -> str:
                    hand = Result("draw")
                    sent = SentEvent(hand, "AB"[who], f"{who}-{number}", number) if number % 2 else hand
                    barrier.wait()
                    try:
                        stores[who].append(books[who], sent, AT)
                    except BookError as error:
                        return error.code
                    return "written"

                told = Counter(pool.map(write, (0, 1)))
                lost = "book.hand_taken" if number % 2 else "book.conflict"
                assert told == {"written": 1, lost: 1}, f"round {start + number}: {dict(told)}"
                for store, book in zip(stores, books, strict=True):
                    store.refresh(book)
                assert books[0].head == books[1].head, f"round {start + number}: two heads"
            assert len(stores[0].open(first.id).entries) == number + 1
    for each in stores:
        each.close()


def scripted(seed: int, games: int, stores: list[Store]) -> int:
    """The same games in every database give the same final hashes."""
    chance = Random(seed)
    for game in range(games):
        rules, turns = sikwu.ruleset(chance.choice(["hk-standard", "hk-taiwanese"])), Random(game)
        books = [
            store.adopt(Book.new("script", PLAYERS, rules, at=AT, id=f"{seed:016x}{game:016x}")) for store in stores
        ]
        group = []
        for _ in range(16):
            winner, source = turns.sample(PLAYERS, 2)
            group.append(Result("discard", {winner: turns.randrange(3, 9)}, source))
        for store, book in zip(stores, books, strict=True):
            store.append(book, group, AT)
        ends = {store.open(book.id).head.hash for store, book in zip(stores, books, strict=True)}
        assert len(ends) == 1, f"game {game}: {ends}"
    return games


def run(seed: int, size: int) -> str:
    """Races on both databases, then games in both."""
    with tempfile.TemporaryDirectory(prefix="sikwu-race-") as folder, postgres() as address:
        places = [str(Path(folder) / "books.db"), *([address] if address else [])]
        for where in places:
            race(where, size)
        stores = [Store(where) for where in places]
        games = scripted(seed, max(3, size // 10), [*stores, Store(":memory:")])
        for store in stores:
            store.close()
    kinds = "SQLite and PostgreSQL" if address else "SQLite alone"
    return f"{size:,} races each on {kinds}: one winner each; {games:,} games of 16 hands, one hash in all"


def planted(seed: int) -> str:
    """Without the head's comparison and the key of the entries both writers get in."""
    kept = store_module.AS_READ
    with tempfile.TemporaryDirectory(prefix="sikwu-race-") as folder:
        where = str(Path(folder) / "books.db")
        with Store(where) as store, store.engine.begin() as connection:
            connection.exec_driver_sql("CREATE TABLE loose AS SELECT * FROM entries")
            connection.exec_driver_sql("DROP TABLE entries")
            connection.exec_driver_sql("ALTER TABLE loose RENAME TO entries")
        store_module.AS_READ = "id = :id"
        try:
            race(where, 6)
        except AssertionError as found:
            return f"no unique key, no head compared ({found})"
        finally:
            store_module.AS_READ = kept
    raise AssertionError("two winners were not noticed")


ATTACKS = (Attack("races", "G12", 10_000, 40, run, planted),)
