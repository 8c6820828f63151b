"""A slow book does not slow others: waiting requests hold no thread, abandoned ones are dropped, too many are refused."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

import sikwu
from asking import OPEN, ROOT, Live, Table, bearer, key, won
from patience import PATIENCE, until
from sikwu.book import Book, Store
from sikwu.book.events import Result
from sikwu.book.exchange import to_jsonl
from sikwu.server.books.operations import MOST_RUNNING
from sikwu.server.http.limits import Limits
from sikwu.wire import book_stats_shape
from test_server_books import refused

HAND = won("Karen", 6, "阿明")


@pytest.fixture
def live(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Live]:
    """A server with the limits that the test names."""
    with Store(str(tmp_path / "books.db")) as store:
        server = Live(store, msgspec.structs.replace(OPEN, **getattr(request, "param", {})))
        yield server
        server.stop()


class Slow:
    """A book whose history takes until it is released; the requests working on it are counted."""

    def __init__(self, book: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.book, self.over = book, threading.Event()
        self.begun = self.now = self.most = 0
        self._lock = threading.Lock()
        usual = Book.changes

        def changes(book: Book) -> Any:
            if book.id == self.book:
                self._work()
            return usual(book)

        monkeypatch.setattr(Book, "changes", changes)

    def _work(self) -> None:
        with self._lock:
            self.begun, self.now = self.begun + 1, self.now + 1
            self.most = max(self.most, self.now)
        self.over.wait(PATIENCE)
        with self._lock:
            self.now -= 1

    def until(self, begun: int) -> None:
        """Waits until this many have begun."""
        end = time.monotonic() + PATIENCE
        while self.begun < begun and time.monotonic() < end:
            time.sleep(0.01)
        assert self.begun >= begun


def asked(live: Live, table: Table) -> socket.socket:
    """A connection that asks for a book and reads no answer."""
    raw = socket.create_connection(("127.0.0.1", live.port))
    head = (
        f"GET /api/v1/books/{table.book} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {table.tokens['keeper']}\r\n\r\n"
    )
    raw.sendall(head.encode())
    return raw


def quick(live: Live, table: Table) -> None:
    """A book is read and written at once."""
    began = time.monotonic()
    with httpx.Client(base_url=f"http://127.0.0.1:{live.port}", timeout=PATIENCE) as client:
        live.client, usual = client, live.client
        try:
            assert table.get().status_code == 200
            assert table.write(HAND).status_code == 201
        finally:
            live.client = usual
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("live", [{"address_threads": 1000}], indirect=True)
def test_a_slow_book_does_not_stop_another(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixteen requests for it, more than there are threads, wait or are abandoned: another book is read and written
    as usual.
    """
    other, table = Table(live), Table(live)
    slow = Slow(table.book, monkeypatch)
    lines = [asked(live, table) for _ in range(16)]
    slow.until(1)
    quick(live, other)
    for each in lines:
        each.close()
    time.sleep(0.2)
    quick(live, other)
    slow.over.set()
    time.sleep(0.3)
    assert slow.most <= Limits().book_threads
    assert slow.begun <= Limits().book_threads + 1, f"{slow.begun} were begun for nobody"


def test_an_address_never_has_all_threads(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many slow books of one address: half of the threads are left for others."""
    tables = [Table(live) for _ in range(8)]
    over, working, lock = threading.Event(), [0, 0], threading.Lock()
    usual = Book.changes

    def changes(book: Book) -> Any:
        with lock:
            working[0] += 1
            working[1] = max(working)
        over.wait(PATIENCE)
        with lock:
            working[0] -= 1
        return usual(book)

    monkeypatch.setattr(Book, "changes", changes)
    lines = [asked(live, table) for table in tables for _ in range(2)]
    time.sleep(0.5)
    over.set()
    for each in lines:
        each.settimeout(PATIENCE)
        assert each.recv(12) == b"HTTP/1.1 200"
        each.close()
    assert working[1] <= Limits().address_threads < Limits().keepers


@pytest.mark.parametrize("live", [{"turns_waiting": 3, "turn_time": 1}], indirect=True)
def test_too_many_who_wait_are_told(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(live)
    slow = Slow(table.book, monkeypatch)
    lines = [asked(live, table) for _ in range(5)]
    slow.until(1)
    time.sleep(0.2)
    told = refused(table.get(), 503, "book.busy")
    assert told.retry == 1000
    for each in lines[2:]:  # those that waited a second
        each.settimeout(PATIENCE)
        assert each.recv(12) == b"HTTP/1.1 503"
    slow.over.set()
    assert lines[0].recv(12) == b"HTTP/1.1 200"
    for each in lines:
        each.close()
    assert table.get().status_code == 200
    until(lambda: not live.guard.server.turns._lines)


@pytest.mark.parametrize("live", [{"write_rate": 1_000_000, "write_burst": 1_000_000}], indirect=True)
def test_eight_phones_at_once_are_all_served(live: Live) -> None:
    """More phones than threads of a book: each gets its turn."""
    table = Table(live)
    with ThreadPoolExecutor(8) as pool:
        done = list(pool.map(lambda number: (table.write(HAND) if number % 2 else table.get()).status_code, range(40)))
    assert sorted(done) == [200] * 20 + [201] * 20


def test_statistics_of_a_long_book_are_bounded(live: Live) -> None:
    """Hundreds of pulls, each an exact fraction of hundreds of digits: the totals are listed only for every n-th
    hand.
    """
    book = Book.new("long", Table.PLAYERS, sikwu.ruleset("hk-taiwanese"))
    for _ in range(800):
        book.record(Result("self_draw", {"Karen": 1}))
    headers = {"idempotency-key": key(), "content-type": "application/x-ndjson"}
    opened = live("POST", f"{ROOT}/books/import", content=to_jsonl(book).encode(), headers=headers).json()
    told = live.get(f"/books/{opened['book']}/stats", headers=bearer(opened["keeper"]["token"]))
    assert told.status_code == 200, told.text
    whole = msgspec.json.encode(book_stats_shape(book))
    assert len(told.content) < 1.3 * MOST_RUNNING < len(whole)
    for each, exact in zip(told.json()["players"], msgspec.json.decode(whole)["players"], strict=True):
        assert each["every"] > 1 == exact["every"]
        assert each["running"] == exact["running"][each["every"] - 1 :: each["every"]]
        assert each["total"] == exact["total"]
