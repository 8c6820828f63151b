"""The short way of a plain entry: as good as the long one, and no way around anything that the long one looks at."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from asking import Live, Table, key, won
from sikwu.book import Store
from sikwu.book.book import now
from sikwu.server import memory
from sikwu.server.library import Library
from sikwu.server.memory import Collector, steady
from sikwu.server.scribe import is_plain
from test_server_sockets import OPENED, Watching, file, live, table

__all__ = ("file", "live", "table")
HAND = won("Karen", 6, "阿明")
Write = dict[str, Any]


@pytest.fixture(autouse=True)
def hung_up() -> Iterator[None]:
    yield
    OPENED.close()


@pytest.fixture
def phone(table: Table) -> Watching:
    phone = Watching(table, table.tokens["keeper"])
    phone.next("snapshot")
    return phone


@pytest.fixture
def long(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What went the long way."""
    went: list[Any] = []
    real = Library.write

    def write(self: Library, holder: Any, wanted: Any, *more: Any) -> Any:
        went.append(wanted.event)
        return real(self, holder, wanted, *more)

    monkeypatch.setattr(Library, "write", write)
    return went


def write(event: dict[str, Any] = HAND, for_hand: int | None = None, **more: Any) -> Write:
    return {"type": "write", "key": key(), "event": event, "for_hand": for_hand, **more}


def entries(file: str, book: str) -> int:
    with Store(file) as store:
        return store.open(book, whole=True).head.seq


def test_a_plain_entry_goes_the_short_way(phone: Watching, table: Table, file: str, long: list[Any]) -> None:
    phone.send(write(for_hand=1))
    assert phone.next("entry")["v"] == 2
    phone.send(write({"type": "penalty", "payer": "Wing", "payees": ["Karen"], "amount": "5"}))
    assert phone.next("ack")["v"] == 2
    assert phone.next("ack")["v"] == 3
    assert long == []
    assert entries(file, table.book) == 3
    table.write(won("Wing", 5, "Karen"), for_hand=2)
    assert len(long) == 1


def test_what_is_not_plain_goes_the_long_way(phone: Watching, long: list[Any]) -> None:
    phone.send(write())
    phone.next("ack")
    edit = {"type": "edit", "target": 2, "event": won("Karen", 7, "阿明")}
    tiles = {"Wing": "123456789m 123p 456p 22s +2s"}
    for told in ({"type": "undo", "target": 2}, {"type": "redo", "target": 2}, edit):
        assert not is_plain(told)
        phone.send(write(told))
        phone.next("ack")
    assert [each["type"] for each in long] == ["undo", "redo", "edit"]
    assert not is_plain({"type": "hand", "result": "self_draw", "wins": {}, "tiles": tiles})


def test_both_ways_write_the_same(live: Live, phone: Watching, table: Table) -> None:
    """The same events by a socket and over HTTP: the same entries but for their times, the same state."""
    other = Table(live)
    events = [HAND, won("Wing", 5), won("阿明", 8, "Karen"), {"type": "hand", "result": "draw"}, HAND]
    for number, event in enumerate(events, 1):
        phone.send(write(event, number))
        told = phone.next("entry")
        answer = other.write(event, for_hand=number).json()
        assert told["outcome"] == answer["outcome"]
        differ = ("book", "head", "id", "last")
        assert {name: each for name, each in told["state"].items() if name not in differ} == {
            name: each for name, each in answer["state"].items() if name not in differ
        }


def spoil(file: str, statement: str, **values: object) -> None:
    with Store(file) as store:
        assert store.change([(statement, values)]) == [1]


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("UPDATE tokens SET revoked = :at WHERE kind = 'keeper' AND thing = :book", "token.unknown"),
        ("UPDATE books SET erased = :at WHERE id = :book", "book.unknown"),
    ],
)
def test_what_another_process_took_away(phone: Watching, table: Table, file: str, statement: str, code: str) -> None:
    """Nobody has told this process: the transaction finds out by itself."""
    spoil(file, statement, at=now(), book=table.book)
    phone.send(write(for_hand=1))
    assert phone.next("refused")["error"]["code"] == code
    with Store(file) as store:
        assert len(store.entries(table.book)) == 1


def test_who_was_later_than_another_process(phone: Watching, table: Table, file: str) -> None:
    with Store(file) as store:
        book = store.open(table.book)
        store.append(book, book_hand())
    phone.send(write(for_hand=1))
    told = phone.next("refused")["error"]
    assert (told["code"], told["entry"]["seq"]) == ("book.hand_taken", 2)
    with Store(file) as store:
        store.append(store.open(table.book), book_hand())
    phone.send(write())  # which hand it is does not matter to this one
    assert phone.next("ack")["v"] == 4
    assert entries(file, table.book) == 4


def book_hand() -> Any:
    from sikwu.book.events import Result

    return Result("discard", {"Wing": 5}, "Karen")


def test_many_at_the_same_moment(table: Table, file: str, long: list[Any]) -> None:
    """Four phones, one book, all at once: every entry once, in one order, and the same order for everybody."""
    phones = [Watching(table, table.give("keeper", f"p{n}")) for n in range(4)]
    for each in phones:
        each.next("snapshot")
    for _ in range(5):
        for each in phones:
            each.send(write({"type": "penalty", "payer": "Wing", "payees": ["Karen"], "amount": "1"}))
    seen = [[each.next("entry")["entry"]["seq"] for _ in range(20)] for each in phones]
    assert seen == [list(range(2, 22))] * 4
    assert long == []  # each waited for the one before it
    assert entries(file, table.book) == 21


def test_the_same_key_twice(phone: Watching, table: Table, file: str) -> None:
    told = write(for_hand=1)
    phone.send(told)
    assert phone.next("ack")["replay"] is False
    phone.send(told)
    assert phone.next("ack")["replay"] is True
    phone.send({**told, "event": won("Karen", 9, "阿明")})
    assert phone.next("refused")["error"]["code"] == "key.other_body"
    assert entries(file, table.book) == 2


@pytest.mark.parametrize("there", [False, True])
def test_a_commit_of_which_nobody_knows(
    live: Live, phone: Watching, table: Table, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    """It fails after the disk has it, or before: not acknowledged, the phone is sent away, and the key tells the truth."""
    database = live.guard.server.desk.library.store.database
    real: Callable[[Any], None] = database.commit

    def commit(raw: Any) -> None:
        if raw.in_transaction and raw.total_changes:
            if there:
                real(raw)
            raise OSError("no more disk")
        real(raw)

    monkeypatch.setattr(database, "commit", commit)
    told = write(for_hand=1)
    phone.send(told)
    assert phone.ended() == (4013, "store")
    monkeypatch.undo()
    assert table.get().json()["state"]["seq"] == (2 if there else 1)
    again = Watching(table, table.tokens["keeper"])
    again.send(told)
    assert again.next("ack") == {"type": "ack", "key": told["key"], "v": 2, "replay": there}


def test_a_group_with_one_that_is_refused(file: str) -> None:
    """What must be unique is there already for one of a group: the others are written all the same."""
    from sikwu import ruleset

    with Store(file) as store:
        books = [store.create(f"b{n}", ["A", "B", "C", "D"], ruleset("hk-standard")) for n in range(3)]
        twice = ("INSERT INTO meta (key, value) VALUES ('once', 'x')", {})
        asked = []
        for number, book in enumerate(books):
            _, pending = book.prepare_all([_draw()])
            asked.append((book, pending, [twice] if number < 2 else [], ""))
        assert store.commit_all(asked) == [True, False, True]
        assert [len(store.entries(book)) for book in books] == [2, 1, 2]


def _draw() -> Any:
    from sikwu.book.events import Result

    return Result("draw")


def test_the_collector_waits_for_a_quiet_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    before = gc.get_threshold()
    with steady():
        assert gc.get_threshold()[2] == memory.NEVER
        assert gc.get_freeze_count() > 0
    assert (gc.get_threshold(), gc.get_freeze_count()) == (before, 0)
    moment = time.monotonic()
    monkeypatch.setattr(memory.time, "monotonic", lambda: moment)
    collector = Collector()
    looked = []
    monkeypatch.setattr(memory.gc, "collect", lambda: looked.append(moment))
    for later, quiet, looks in ((1, 100, False), (61, 1, False), (61, 4, True), (30, 9, False), (3700, 0, True)):
        moment = collector._looked + later
        assert collector.look(quiet) is looks
    assert len(looked) == 2
    gc.unfreeze()
