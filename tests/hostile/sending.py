"""Exactly once: phones that miss answers send every action one to five times; each is recorded once, with one reply."""

from __future__ import annotations

from random import Random

import sikwu
from hostile.attack import Attack
from sikwu.book import Book, Store
from sikwu.book.events import Anything, Entry, Penalty, Result, SentEvent

AT = "2024-06-01T20:00:00Z"
PLAYERS = ["A", "B", "C", "D"]
RULES = sikwu.ruleset("hk-standard")
A_BOOK = 100


class Cut(Exception):
    """The connection broke."""


def action(chance: Random) -> Anything:
    winner, source = chance.sample(PLAYERS, 2)
    kind = chance.random()
    if kind < 0.1:
        return Penalty(winner, (source,), str(chance.randrange(1, 9)))
    return Result("draw") if kind < 0.3 else Result("discard", {winner: chance.randrange(3, 9)}, source)


def deliver(store: Store, book: Book, sent: SentEvent, chance: Random) -> Entry:
    """Sends once: the connection may break before arrival, or after the entry is written."""
    if chance.random() < 0.2:
        raise Cut
    entry = store.append(book, sent, AT)
    if chance.random() < 0.3:
        raise Cut
    return entry


def evening(chance: Random, actions: int) -> int:
    """One book with two phones; returns how often something was sent."""
    sendings = 0
    with Store(":memory:") as store:
        id = store.create("once", PLAYERS, RULES, at=AT).id
        phones = [store.open(id), store.open(id)]
        sure: dict[str, Entry] = {}
        late: list[SentEvent] = []
        for number in range(actions):
            sent = SentEvent(action(chance), chance.choice(["Ann", "Ben"]), f"key {number}")
            replies = []
            for _ in range(chance.randrange(1, 6)):
                sendings += 1
                try:
                    replies.append(deliver(store, chance.choice(phones), sent, chance))
                except Cut:
                    continue
            if replies:
                assert all(each == replies[0] for each in replies), f"{sent.key}: other replies"
                sure[sent.key] = replies[0]
            else:
                late.append(sent)  # no answer came: it is sent again later
            if late and chance.random() < 0.3:
                again = late.pop(chance.randrange(len(late)))
                sendings += 1
                sure[again.key] = store.append(chance.choice(phones), again, AT)
        for again in late:
            sure[again.key] = store.append(phones[0], again, AT)
        log = store.open(id, whole=True).entries
    written = [entry.key for entry in log[1:]]
    assert sorted(written) == sorted(sure), f"{len(written)} written, {len(sure)} acknowledged"
    assert all(log[entry.seq - 1] == entry for entry in sure.values()), "a reply is not what was written"
    return sendings


def run(seed: int, size: int) -> str:
    """Evening after evening."""
    chance, sendings = Random(seed), 0
    for start in range(0, size, A_BOOK):
        sendings += evening(chance, min(A_BOOK, size - start))
    return f"{size:,} actions in {sendings:,} sendings: each written once, one reply"


def planted(seed: int) -> str:
    """A book and a database that forget keys must be noticed."""
    known, check = Book.known, Book._check_stamp
    make = Store.create

    def without_index(self: Store, *words: object, **more: object) -> Book:
        with self.engine.begin() as connection:
            connection.exec_driver_sql("DROP INDEX entries_key")
        return make(self, *words, **more)  # type: ignore[arg-type]

    Book.known, Book._check_stamp = lambda self, what: None, lambda self, sent: None  # type: ignore[method-assign]
    Store.create = without_index  # type: ignore[method-assign]
    try:
        evening(Random(seed), 20)
    except (AssertionError, sikwu.SikwuError) as found:
        return f"no unique index of keys ({str(found)[:80]})"
    finally:
        Book.known, Book._check_stamp, Store.create = known, check, make  # type: ignore[method-assign]
    raise AssertionError("written twice was not noticed")


ATTACKS = (Attack("sending", "G5", 100_000, 200, run, planted),)
