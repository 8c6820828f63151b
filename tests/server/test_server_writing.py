"""Writing entries: from memory if possible, otherwise from the state of the disk; each once, in one order."""

from __future__ import annotations

import gc
import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from asking import Live, Table, key, won
from patience import PATIENCE, until
from sikwu.book import Store, events
from sikwu.book.book import now
from sikwu.server import memory
from sikwu.server.books import writing
from sikwu.server.books.library import Library
from sikwu.server.memory import Collector, steady
from sikwu.wire.booked import BookStateShape, OutcomeShape
from test_server_sockets import OPENED, Watching, file, live, table

__all__ = ("file", "live", "table")
HAND = won("Karen", 6, "阿明")
FINE = {"type": "penalty", "payer": "Wing", "payees": ["Karen"], "amount": "5"}


@pytest.fixture(autouse=True)
def hung_up() -> Iterator[None]:
    yield
    OPENED.close()


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keys of entries that were not written from memory alone: the disk was read."""
    keys: list[str] = []
    real = Library._looked

    def look(self: Library, awake: Any, token: str, key: str, body: bytes) -> Any:
        keys.append(key)
        return real(self, awake, token, key, body)

    monkeypatch.setattr(Library, "_looked", look)
    return keys


@pytest.fixture
def threads(live: Live, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What threads were given to do."""
    work: list[Any] = []
    real = live.guard.server._run

    async def run(book: str, address: str, what: Any, *more: Any) -> Any:
        work.append(what)
        return await real(book, address, what, *more)

    monkeypatch.setattr(live.guard.server.books.library, "run", run)
    return work


def entries(file: str, book: str) -> int:
    with Store(file) as store:
        return store.open(book, whole=True).head.seq


def test_a_plain_entry_is_worked_out_at_once(table: Table, file: str, looked: list[str], threads: list[Any]) -> None:
    """No thread, and no look at the disk but the transaction: the second one of a token."""
    assert table.write(HAND, for_hand=1).status_code == 201
    threads.clear()
    assert table.write(FINE).json()["entry"]["seq"] == 3
    assert table.write(won("Wing", 5, "Karen"), for_hand=2).json()["entry"]["seq"] == 4
    assert (threads, looked) == ([], [])
    assert entries(file, table.book) == 4


def test_what_takes_long_is_worked_out_in_a_thread(table: Table, threads: list[Any]) -> None:
    table.write(HAND)
    threads.clear()
    edit = {"type": "edit", "target": 2, "event": won("Karen", 7, "阿明")}
    tiles = {**won("Wing", 5), "tiles": {"Wing": "123456789m 123p 456p 22s +2s"}}
    for told in ({"type": "undo", "target": 2}, {"type": "redo", "target": 2}, edit, tiles):
        threads.clear()
        assert table.write(told).status_code in (201, 422)
        assert writing.prepared in threads


def test_an_event_is_encoded_twice_on_its_way(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once to compare it by its key, and once for the log: the phones get the text of the log."""
    table.write(HAND)
    seen: list[str] = []
    real = writing.msgspec.json.encode

    def encode(told: Any, **more: Any) -> bytes:
        found: bytes = real(told, **more)
        if b"who is this" in found and not isinstance(told, OutcomeShape | BookStateShape):
            seen.append(type(getattr(told, "event", told)).__name__)
        return found

    def logged(event: Any) -> str:
        seen.append("log")
        return written(event)

    written = events.encode
    monkeypatch.setattr("msgspec.json.encode", encode)
    monkeypatch.setattr(events, "encode", logged)
    assert table.write({**HAND, "note": "who is this"}).status_code == 201
    assert seen == ["tuple", "log", "Raw"]


def test_memory_and_disk_write_the_same(live: Live, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same events, prepared on the loop and in a thread, give the same entries except for their times, and the
    same state.
    """
    other = Table(live)
    events = [HAND, won("Wing", 5), won("阿明", 8, "Karen"), {"type": "hand", "result": "draw"}, HAND]
    for number, event in enumerate(events, 1):
        told = table.write(event, for_hand=number).json()
        with monkeypatch.context() as patched:
            patched.setattr(writing.WriteRequest, "is_quick", lambda self, book: False)
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
def test_what_another_process_took_away(table: Table, file: str, statement: str, code: str) -> None:
    """This process was not notified: the transaction notices it."""
    assert table.write(FINE).status_code == 201  # book and token are in memory
    spoil(file, statement, at=now(), book=table.book)
    assert table.write(HAND, for_hand=1).json()["code"] == code
    with Store(file) as store:
        assert len(store.entries(table.book)) == 2


def test_who_was_later_than_another_process(table: Table, file: str, looked: list[str]) -> None:
    phone = Watching(table, table.tokens["keeper"])
    phone.next("snapshot")
    assert table.write(FINE).status_code == 201
    with Store(file) as store:
        store.append(store.open(table.book), book_hand())
    told = table.write(HAND, for_hand=1).json()
    assert (told["code"], told["entry"]["seq"]) == ("book.hand_taken", 3)
    assert len(looked) == 1
    with Store(file) as store:
        store.append(store.open(table.book), book_hand())
    assert table.write(HAND).json()["entry"]["seq"] == 5  # which hand it is does not matter to this one
    assert entries(file, table.book) == 5
    # entries of others were published too, in order
    assert [phone.next("entry")["v"] for _ in range(4)] == [2, 3, 4, 5]


def book_hand() -> Any:
    from sikwu.book.events import Result

    return Result("discard", {"Wing": 5}, "Karen")


def test_many_at_the_same_moment(table: Table, file: str, looked: list[str]) -> None:
    """Four phones, one book, all at once: every entry once, in one order, and the same order for everybody."""
    phones = [Watching(table, table.give("keeper", f"p{n}")) for n in range(4)]
    for each in phones:
        each.next("snapshot")
    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(lambda _: table.write({**FINE, "amount": "1"}).status_code, range(20)))
    assert done == [201] * 20
    seen = [[each.next("entry")["entry"]["seq"] for _ in range(20)] for each in phones]
    assert seen == [list(range(2, 22))] * 4
    assert looked == []  # each waited for the one before it
    assert entries(file, table.book) == 21


def test_the_same_key_twice(table: Table, file: str) -> None:
    mine = key()
    first = table.write(HAND, for_hand=1, idempotency_key=mine)
    again = table.write(HAND, for_hand=1, idempotency_key=mine)
    assert again.content == first.content
    assert ("idempotent-replay" in first.headers, again.headers["idempotent-replay"]) == (False, "true")
    assert table.write(won("Karen", 9, "阿明"), idempotency_key=mine).json()["code"] == "key.other_body"
    assert entries(file, table.book) == 2


def test_the_same_key_twice_at_once(table: Table, file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone that lost its connection asks again before the first request is on the disk: both get the same answer."""
    assert table.write(FINE).status_code == 201
    at_disk, go, real = threading.Event(), threading.Event(), Store.commit_changes

    def commit(self: Store, group: Any) -> Any:
        at_disk.set()
        go.wait(PATIENCE)
        return real(self, group)

    monkeypatch.setattr(Store, "commit_changes", commit)
    mine = key()
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(table.write, HAND, idempotency_key=mine)
        assert at_disk.wait(PATIENCE)
        second = pool.submit(table.write, HAND, idempotency_key=mine)
        until(lambda: len(table.ask.server.server_state.tasks) == 2)
        go.set()
        answers = [first.result(), second.result()]
    assert [each.status_code for each in answers] == [201, 201]
    assert answers[0].content == answers[1].content
    assert [each.headers.get("idempotent-replay") for each in answers] == [None, "true"]
    assert entries(file, table.book) == 3


@pytest.mark.parametrize("there", [False, True])
def test_a_commit_of_which_nobody_knows(live: Live, table: Table, monkeypatch: pytest.MonkeyPatch, there: bool) -> None:
    """It fails after the disk has it, or before: not acknowledged, the phones are sent away, and the key tells the truth."""
    phone = Watching(table, table.tokens["keeper"])
    phone.next("snapshot")
    database = live.guard.server.books.library.store.database
    real: Callable[[Any], None] = database.commit

    def commit(raw: Any) -> None:
        if raw.in_transaction and raw.total_changes:
            if there:
                real(raw)
            raise OSError("no more disk")
        real(raw)

    monkeypatch.setattr(database, "commit", commit)
    mine = key()
    assert table.write(HAND, for_hand=1, idempotency_key=mine).json()["code"] == "store.down"
    assert phone.ended() == (4013, "store")
    monkeypatch.undo()
    assert table.get().json()["state"]["seq"] == (2 if there else 1)
    again = table.write(HAND, for_hand=1, idempotency_key=mine)
    assert (again.status_code, again.headers.get("idempotent-replay") == "true") == (201, there)
    assert table.get().json()["state"]["seq"] == 2


def test_who_hangs_up_has_written_or_not(live: Live, table: Table, file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """During the commit: it is written, also in memory, and published. Before its turn: nothing is written."""
    import socket

    phone = Watching(table, table.tokens["keeper"])
    phone.next("snapshot")
    assert table.write(FINE).status_code == 201
    go, at_disk, real = threading.Event(), threading.Event(), Store.commit_changes

    def commit(self: Store, group: Any) -> Any:
        at_disk.set()
        go.wait(PATIENCE)
        return real(self, group)

    monkeypatch.setattr(Store, "commit_changes", commit)
    awake = live.guard.server.books.library._awake[table.book]
    lines = []
    for number in range(2):
        body = json.dumps({"event": HAND}).encode()
        head = f"POST /api/v1/books/{table.book}/entries HTTP/1.1\r\nhost: x\r\nidempotency-key: {key()}\r\n"
        head += f"authorization: Bearer {table.tokens['keeper']}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        own = socket.create_connection(("127.0.0.1", live.port))
        own.sendall(head.encode() + body)
        lines.append(own)
        assert at_disk.wait(PATIENCE)
        until(lambda number=number: awake.waiting == number)  # type: ignore[misc]
    for own in lines:
        own.close()
    until(lambda: awake.waiting == 0)
    until(lambda: len(live.server.server_state.tasks) == 1)  # the phone's own
    assert awake.turn.locked()  # the first is on its way, though nobody waits for it
    go.set()
    until(lambda: not awake.turn.locked())
    assert awake.book.head.seq == 3
    assert [phone.next("entry")["v"] for _ in range(2)] == [2, 3]
    assert table.write(FINE).json()["entry"]["seq"] == 4
    assert entries(file, table.book) == 4


def test_the_loop_alone_moves_a_book_on(live: Live, table: Table, file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers and the committer are other threads: none of them changes the books in memory."""
    from sikwu.server.books.library import LoadedBook

    names: set[str] = set()
    real = LoadedBook.moved

    def moved(self: LoadedBook, *more: Any) -> bool:
        names.add(threading.current_thread().name)
        return real(self, *more)

    monkeypatch.setattr(LoadedBook, "moved", moved)
    assert table.write(HAND).status_code == 201
    with Store(file) as store:
        store.append(store.open(table.book), book_hand())
    assert table.get().json()["state"]["seq"] == 3
    until(lambda: live.guard.server.books.library._awake[table.book].book.head.seq == 3)
    assert names == {live.thread.name}


def test_a_group_with_one_that_is_refused(file: str) -> None:
    """What must be unique is there already for one of a group: the others are written all the same."""
    from sikwu import ruleset

    with Store(file) as store:
        books = [store.create(f"b{n}", ["A", "B", "C", "D"], ruleset("hk-standard")) for n in range(3)]
        twice = ("INSERT INTO meta (key, value) VALUES ('once', 'x')", {})
        asked = []
        for number, book in enumerate(books):
            _, pending = book.prepare_all([_draw()])
            asked.append(store.moving(book, pending, [twice] if number < 2 else [])[0])
        assert store.commit_changes(asked) == [True, False, True]
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
