"""Abuse of the server: each kind is limited, cut off or refused with its code, and each defence is noticed when switched off.

`bench/abuse.py` measures times; these tests do not depend on the clock.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import re
import signal
import socket
import sqlite3
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from asking import OPEN, Asker, Live, Table, bearer, served
from sikwu.book import Store
from sikwu.server.hands.child import AnswerProcess, ChildReply
from sikwu.server.hands.long_answers import LongAnswers, UntakenAnswers
from sikwu.server.hands.shelf import Rulesets
from sikwu.server.http.limits import Limits
from test_server_sockets import OPENED, Watching, hung_up  # noqa: F401 - a fixture

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "bench"))

from abuse import EMPTY, PING, PIPELINED, asking, frame, long_answer, upgrade  # noqa: E402

PLENTY = 10.0
"""Seconds that are waited for something at most."""


@pytest.fixture
def live(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Live]:
    """A server with the limits that the test names."""
    known = Limits.__struct_fields__
    given = {name: each for name, each in getattr(request, "param", {}).items() if name in known}
    with Store(tmp_path / "books.db") as store:
        server = Live(store, msgspec.structs.replace(OPEN, **given))
        yield server
        OPENED.close()
        server.stop()


def limits(**more: int) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("live", [more], indirect=True, ids=[" ".join(more)])


def dialled(live: Live, receive: int = 0, source: str = "127.0.0.1") -> socket.socket:
    """A connection."""
    own = OPENED.enter_context(socket.socket())
    if receive:
        own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
    own.bind((source, 0))
    own.settimeout(PLENTY)
    own.connect(("127.0.0.1", live.port))
    return own


def heard(own: socket.socket) -> bytes:
    """Everything that comes until the other side ends it, or is silent for a second."""
    found = b""
    own.settimeout(1)
    try:
        while piece := own.recv(65536):
            found += piece
    except OSError:
        pass
    return found


def until(what: Callable[[], bool], seconds: float = PLENTY) -> bool:
    """Whether it becomes true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if what():
            return True
        time.sleep(0.02)
    return what()


def counts(live: Live) -> dict[str, int]:
    """What was refused, by its reason."""
    return dict(live.guard.server.connections.counts)


Attack = Callable[[Live], None]


def is_missed(attack: Attack, live: Live) -> None:
    """With its defence switched off, an attack gets through, and this is seen."""
    with pytest.raises(AssertionError):
        attack(live)


# --- one request at a time


def pipeline(live: Live) -> None:
    """Thousands of requests in one piece leave nothing behind, although the collector does not run."""
    from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

    gc.collect()
    gc.disable()
    try:
        for _ in range(3):
            with dialled(live) as own:
                own.sendall(PIPELINED[: len(PIPELINED) // 6])
                answer = heard(own)
                assert answer.startswith(b"HTTP/1.1 ")
                assert answer.count(b"HTTP/1.1 ") == 1
        assert until(lambda: not live.server.server_state.connections, 2)
        left = sum(isinstance(each, RequestResponseCycle) for each in gc.get_objects())
        assert left < 20
    finally:
        gc.enable()


def test_requests_that_do_not_wait_for_answers(live: Live) -> None:
    pipeline(live)
    with dialled(live) as own:  # one after the other is what everybody does
        for _ in range(3):
            own.sendall(asking("/api/v1/version"))
            assert own.recv(65536).startswith(b"HTTP/1.1 200")


def test_requests_that_do_not_wait_are_missed_without_the_limit(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

    from sikwu.server.http.door import HttpDoor

    for name in ("on_message_begin", "on_headers_complete", "data_received", "connection_lost"):
        monkeypatch.setattr(HttpDoor, name, getattr(HttpToolsProtocol, name))
    is_missed(pipeline, live)


class Knot:
    """Something that only the collector frees."""

    def __init__(self) -> None:
        self.self = self


def pressed(grown: int) -> bool:
    """Whether the garbage collector runs while people write, after the process has grown by this much."""
    from sikwu.server.memory import Collector, steady

    size = [100 * 1024 * 1024]
    with steady():
        collector = Collector(lambda: size[0])
        collector._pressed -= 60
        knot = weakref.ref(Knot())
        size[0] += grown
        looked = collector.look(quiet=0.0)
        return looked and knot() is None


def test_memory_that_grows_is_a_reason_to_collect() -> None:
    assert pressed(64 * 1024 * 1024)
    assert not pressed(8 * 1024 * 1024)


# --- answers


def long_answers(live: Live) -> None:
    answer = live(
        "POST", "/api/v1/answer", content=long_answer(2, 600), headers={"content-type": "application/x-ndjson"}
    )
    assert len(answer.content) < 200_000
    assert (answer.status_code, answer.json()["code"]) == (400, "limit.answer")


@limits(answer_bytes=200_000)
def test_a_short_question_with_a_long_answer(live: Live) -> None:
    long_answers(live)
    assert live.post("/answer", {"id": 1}).status_code == 200


def planted(live: Live, fault: str) -> None:
    """The server's child processes have a fault from now on."""
    code = f"import sys; sys.path[:] = sys.argv[1:]; from sikwu.server.hands import case_lines, child; {fault}; child.main()"
    live.guard.server._long = LongAnswers(live.guard.server.limits, lambda: AnswerProcess(code))


@limits(answer_bytes=200_000)
def test_a_long_answer_is_missed_without_a_budget(live: Live) -> None:
    planted(live, "case_lines.Budget.spend = lambda self, size: None")
    is_missed(long_answers, live)


def much_work(live: Live) -> None:
    answer = live(
        "POST", "/api/v1/answer", content=b'{"id": 1}\n' * 500, headers={"content-type": "application/x-ndjson"}
    )
    assert answer.status_code == 400
    assert answer.json()["code"] == "limit.work"


@limits(answer_time=1)
def test_work_has_a_bound(live: Live) -> None:
    """By the clock of the thread that works; here each look at it takes a hundredth of a second."""
    planted(
        live, "from itertools import count; clock = count(); case_lines.time.thread_time = lambda: next(clock) / 100"
    )
    much_work(live)


@limits(answer_time=1)
def test_work_without_a_bound_is_missed(live: Live) -> None:
    planted(live, "case_lines.time.thread_time = lambda: 0.0")
    is_missed(much_work, live)


def test_a_child_process_that_dies_is_replaced(live: Live) -> None:
    """The client gets an error in the usual shape; the next question is answered."""
    assert live.post("/answer", {"id": 1}).status_code == 200
    (child,) = live.guard.server.long.children.all
    os.kill(child.pid, signal.SIGKILL)
    assert live.post("/answer", {"id": 1}).json()["code"] == "server.failed"
    assert live.post("/answer", {"id": 1}).status_code == 200
    (other,) = live.guard.server.long.children.all
    assert other.pid != child.pid


def test_what_a_child_says_of_a_failure_is_one_line(live: Live, capfd: pytest.CaptureFixture[str]) -> None:
    from sikwu.server.running import logged

    planted(live, "child.cases = lambda body, budget: 1 / 0")
    with logged():
        assert live.post("/answer", {"id": 1}).json()["code"] == "server.failed"
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 2
    assert "A child process could not answer cases: ZeroDivisionError at <lambda>:1" in lines[0]


def apart(live: Live) -> None:
    """The process that everybody waits for answers no case itself."""
    own, told = os.getpid(), live.post("/answer", {"id": 1}).json()
    assert told != own
    assert [told] == [child.pid for child in live.guard.server.long.children.all]


def test_cases_are_answered_apart(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    planted(live, "import os; child.cases = lambda body, budget: [b'%d' % os.getpid()]")
    apart(live)

    def inside(self: AnswerProcess, body: bytes, limits: Limits, wanted: Callable[[], bool]) -> ChildReply:
        return ChildReply(b"1", b"%d" % os.getpid(), 0.0)

    monkeypatch.setattr(AnswerProcess, "answer", inside)
    is_missed(apart, live)


def untaken(live: Live) -> None:
    """Nothing is made for an address that has not read its previous answer."""
    long, made = live.guard.server.long, []
    real = long.children.answer

    def answer(call: Any, limits: Limits) -> ChildReply:
        made.append(call)
        return real(call, limits)

    long.children.answer = answer  # type: ignore[method-assign]
    first, second = dialled(live, receive=4096), dialled(live, receive=4096)
    try:
        for own in (first, second):
            own.sendall(asking("/api/v1/answer", long_answer(1, 700)))
            assert until(lambda: long.untaken.bytes > 0)
        assert until(lambda: sum(long.untaken._waiting.values()) == 1, 2)
        assert len(made) == 1
        took = 0
        while took < 700_000:
            took += len(first.recv(65536))
        assert until(lambda: len(made) == 2)
        second.close()
        assert until(lambda: long.untaken.bytes == 0)
    finally:
        first.close()


def test_answers_are_made_only_as_fast_as_they_are_read(live: Live) -> None:
    untaken(live)


def test_answers_made_for_nobody_are_missed(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    async def come(self: UntakenAnswers, address: str) -> None:
        self._of.setdefault(address, 0)

    monkeypatch.setattr(UntakenAnswers, "come", come)
    is_missed(untaken, live)


@limits(untaken_bytes=1)
def test_answers_that_nobody_has_taken_have_a_bound(live: Live) -> None:
    """Of another address too, nothing is begun before."""
    long = live.guard.server.long
    own, other = dialled(live, receive=4096), dialled(live, source="127.0.0.2")
    own.sendall(asking("/api/v1/answer", long_answer(1, 700)))
    assert until(lambda: long.untaken.bytes > 0)
    other.sendall(asking("/api/v1/answer", b'{"id":1}'))
    assert until(lambda: long.untaken._waiting["127.0.0.2"] == 1)
    own.close()
    assert other.recv(65536).startswith(b"HTTP/1.1 200")


def test_how_many_of_an_address_wait() -> None:
    """Further requests get an error that allows a retry later, and leave room for others."""
    from sikwu.server.http.refusals import Refusal
    from sikwu.server.http.workers import Workers

    async def whole() -> list[str]:
        workers, held, told = Workers(1, 1, 2), threading.Event(), []
        some = [asyncio.ensure_future(workers.work("a", lambda: True, held.wait, PLENTY)) for _ in range(5)]
        until(lambda: workers._running["a"] == 1)
        some.append(asyncio.ensure_future(workers.work("b", lambda: True, int)))
        await asyncio.sleep(0)
        held.set()
        for each in await asyncio.gather(*some, return_exceptions=True):
            told.append(each.code if isinstance(each, Refusal) else "done")
        workers.stop()
        return told

    told = asyncio.run(whole())
    assert told.count("limit.busy") in (2, 3)  # the first may have begun by then
    assert told[-1] == "done"


# --- those who come at once


def ahead(few: int) -> int:
    """How many of a thousand that ten addresses sent before begin before a stranger's request, which takes four turns of the loop."""
    from sikwu.server.http import entrance as module

    turns: list[Callable[[], None]] = []
    entrance, began = module.Entrance(turns.append), []
    module.FEW, usual = few, module.FEW
    try:
        for number in range(1_000):
            if entrance.come(f"crowd {number % 10}", lambda: began.append("crowd")):
                began.append("crowd")
        assert entrance.come("stranger", lambda: None)  # a single request does not wait
        before = len(began)
        for _ in range(4):
            if turns:
                turns.pop()()
        found = len(began) - before
        while turns:
            turns.pop()()
        assert len(began) == 1_000  # and every request has had its turn
        return found
    finally:
        module.FEW = usual


def test_a_crowd_takes_turns() -> None:
    assert ahead(2) == 8
    assert ahead(1_000) == 990  # planted: all of them at once


def test_a_request_that_waits_for_its_turn(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not read before its turn, then answered; if the client has left, it is dropped."""
    waiting: list[Callable[[], None]] = []
    entrance = live.guard.server.connections.entrance
    monkeypatch.setattr(entrance, "come", lambda address, begin: waiting.append(begin) or False)
    own, other = dialled(live), dialled(live)
    for each in (own, other):
        each.sendall(asking("/api/v1/version"))
    assert until(lambda: len(waiting) == 2)
    assert not live.server.server_state.tasks
    other.close()
    loop = live.guard.server.books.hub.loop or _loop(live)
    for begin in waiting:
        loop.call_soon_threadsafe(begin)
    assert own.recv(65536).startswith(b"HTTP/1.1 200")
    own.sendall(asking("/api/v1/version"))  # on the same connection
    assert until(lambda: len(waiting) == 3)
    loop.call_soon_threadsafe(waiting[-1])
    assert own.recv(65536).startswith(b"HTTP/1.1 200")


def _loop(live: Live) -> Any:
    """The loop of a server that runs in a thread."""
    return next(iter(live.server.server_state.connections)).loop  # type: ignore[union-attr]


def shared(share: int) -> list[str]:
    """The order in which two addresses are worked for, where one came first with three things that take long."""
    from sikwu.server.http.workers import Workers

    async def whole() -> list[str]:
        workers, order, held = Workers(2, share, 9), [], threading.Event()

        def long(name: str) -> None:
            held.wait(2)
            order.append(name)

        greedy = [asyncio.ensure_future(workers.work("a", lambda: True, long, f"a{n}")) for n in range(3)]
        await asyncio.sleep(0.05)
        with suppress(TimeoutError):
            await asyncio.wait_for(workers.work("b", lambda: True, order.append, "b"), 1)
        held.set()
        await asyncio.gather(*greedy)
        workers.stop()
        return order

    return asyncio.run(whole())


def test_one_address_never_has_all_workers() -> None:
    assert shared(1) == ["b", "a0", "a1", "a2"]
    assert shared(2)[0] != "b"  # planted: no share


def test_work_that_nobody_waits_for_is_dropped(live: Live) -> None:
    """Those who hang up leave a place; work that has begun is stopped."""
    from sikwu.server.http.workers import AbandonedWork, Workers

    async def whole() -> int:
        workers, done = Workers(1, 1, 9), []
        for wanted in (True, False):
            try:
                await workers.work("a", lambda wanted=wanted: wanted, done.append, wanted)  # type: ignore[misc]
            except AbandonedWork:
                done.append("dropped")
        workers.stop()
        assert done == [True, "dropped"]
        return len(done)

    assert asyncio.run(whole()) == 2
    server = live.guard.server
    for _ in range(8):
        own = dialled(live)
        own.sendall(asking("/api/v1/answer", long_answer(5, 2_000), "application/x-ndjson"))
        own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        own.close()
    assert until(lambda: not server.long.untaken._of)
    assert live.post("/hand", {"text": "123m"}).status_code == 200


@limits(drain_time=1)
def test_who_does_not_read_an_answer_is_cut_off(live: Live) -> None:
    unread(live)


@limits(drain_time=1)
def test_who_does_not_read_is_missed_if_nobody_looks(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    from sikwu.server.http.connections import ProgressWatch

    monkeypatch.setattr(ProgressWatch, "is_stuck", lambda self, *more: False)
    is_missed(unread, live)


def unread(live: Live) -> None:
    own = dialled(live, receive=2048)
    own.sendall(asking("/api/v1/rules/hk-standard/options"))
    assert until(lambda: counts(live).get("stuck") == 1, 6)
    assert until(lambda: len(live.guard.server.connections) == 0, 2)
    state = lambda: own.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 8)[0]  # noqa: E731
    assert until(lambda: state() != 1, 2)  # the system drops the data that nobody reads


@limits(drain_time=1, silence=60)
def test_a_phone_that_does_not_read_is_cut_off(live: Live) -> None:
    table = Table(live)
    ticket = live.post(f"/books/{table.book}/tickets", {}, headers=bearer(table.give("reader"))).json()["ticket"]
    own = dialled(live, receive=2048)
    own.sendall(upgrade(f"/ws/books/{table.book}"))
    assert own.recv(200).startswith(b"HTTP/1.1 101")
    own.sendall(frame(json.dumps({"type": "hello", "ticket": ticket}).encode()))
    assert until(lambda: live.guard.server.books.hub.phones != {})
    for fan in range(5, 9):
        table.write({"type": "hand", "result": "discard", "wins": {"Karen": fan}, "from": "阿明"})
    assert until(lambda: counts(live).get("stuck") == 1)
    assert until(lambda: live.guard.server.books.hub.phones == {}, 3)


# --- the cache


def kept(live: Live) -> None:
    for number in range(20):
        live(
            "POST",
            "/api/v1/hand",
            content=b'{"text":"%dm"}' % (1 + number % 9) + b" " * (50_000 + number),
            headers=JSON,
        )
        live("POST", "/api/v1/answer", content=b'{"id":%d}' % number + b" " * 500_000, headers=JSON)
    keys = live.guard.server.kept._answers
    assert len(keys) == 20  # of /answer none
    assert sum(len(key if isinstance(key, bytes) else key[1]) for key in keys) < 2_000


JSON = {"content-type": "application/json"}


def test_questions_are_not_kept_with_their_answers(live: Live) -> None:
    kept(live)


def test_questions_that_are_kept_are_missed(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    from sikwu.server.http.kept import AnswerCache

    monkeypatch.setattr(AnswerCache, "key", staticmethod(lambda *parts: msgspec.msgpack.encode(parts)))
    is_missed(kept, live)


@limits(kept_bytes=100_000)
def test_answers_that_are_kept_have_a_bound_in_bytes(live: Live) -> None:
    for number in range(1, 60):
        live.post("/hand", {"text": "1119m 999p 111s 99s 9m +9s", "rules": {"options": {"limit.cap_fan": number}}})
    kept = live.guard.server.kept
    assert 0 < kept.bytes <= 100_000
    assert kept.bytes == sum(len(each.body) for each in kept._answers.values())


# --- connections


def crowd(live: Live) -> None:
    """More connections than an address may have: the oldest idle ones are closed, active ones stay."""
    busy = dialled(live)
    busy.sendall(
        b"POST /api/v1/hand HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 16\r\n\r\n"
    )
    assert until(lambda: len(live.server.server_state.tasks) == 1)
    lines = [dialled(live) for _ in range(7)]
    lines[-1].sendall(asking("/api/v1/version"))
    assert lines[-1].recv(65536).startswith(b"HTTP/1.1 200")
    assert until(lambda: len(live.server.server_state.connections) <= 5, 2)
    assert [heard(each) for each in lines[:3]] == [b"", b"", b""]  # closed without a word: they had asked nothing
    other = dialled(live, source="127.0.0.2")
    other.sendall(asking("/api/v1/version"))
    assert other.recv(65536).startswith(b"HTTP/1.1 200")
    busy.sendall(b'{"text": "123m"}')
    assert busy.recv(65536).startswith(b"HTTP/1.1 200")


@limits(connections_address=5)
def test_connections_of_an_address(live: Live) -> None:
    live.client.close()
    crowd(live)


@limits(connections_address=5)
def test_connections_are_missed_if_nobody_counts(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    from sikwu.server.http.connections import Connections

    monkeypatch.setattr(Connections, "_has_room", lambda self, own, address: True)
    is_missed(crowd, live)


@limits(connections=4)
def test_connections_of_a_process(live: Live) -> None:
    """If none of them is idle, the newcomer is refused with a reason."""
    head = b"POST /api/v1/hand HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 16\r\n\r\n"
    live.client.close()
    lines = [dialled(live, source=f"127.0.0.{2 + number}") for number in range(4)]
    for number, each in enumerate(lines):
        each.sendall(head)
        assert until(lambda number=number: len(live.server.server_state.tasks) == number + 1)  # type: ignore[misc]
    told = heard(dialled(live, source="127.0.0.9"))
    assert told.startswith(b"HTTP/1.1 429")
    assert json.loads(told.partition(b"\r\n\r\n")[2])["code"] == "limit.connections"
    assert b"retry-after: 5" in told
    lines[0].close()
    assert until(lambda: len(live.guard.server.connections) == 3)
    again = dialled(live, source="127.0.0.9")
    again.sendall(asking("/api/v1/version"))
    assert again.recv(65536).startswith(b"HTTP/1.1 200")


@limits(connect_rate=1, connect_burst=3)
def test_connections_that_come_too_fast(live: Live) -> None:
    live.client.close()
    lines = [dialled(live, source="127.0.0.7") for _ in range(5)]
    told = [heard(each)[9:12] for each in lines[3:]]
    assert told == [b"429", b"429"]
    assert counts(live)["rate"] == 2


def test_files_are_as_many_as_the_system_gives() -> None:
    import resource

    from sikwu.server.http.connections import Connections, most_files

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(512, before[1]), before[1]))
        assert most_files() == min(before[1], 1 << 20)
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(before[1], 1 << 20)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert Connections(Limits()).bound(1024) == 924
    proxied = Connections(Limits())
    proxied.bound(1024, ("10.0.0.0/8",))
    assert [proxied.is_trusted(each) for each in ("10.1.2.3", "11.1.2.3", "nowhere")] == [True, False, False]


# --- sockets


def empty_frames(live: Live) -> None:
    """Frames without a ticket: no more bytes are parsed than a first message has."""
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol as Sockets

    parsed = [0]
    real = Sockets.handle_text

    def counted(self: Sockets, event: Any) -> None:
        parsed[0] += 1
        real(self, event)

    book = Table(live).book
    Sockets.handle_text = counted  # type: ignore[method-assign]
    try:
        own = dialled(live)
        own.sendall(upgrade(f"/ws/books/{book}"))
        assert own.recv(300).startswith(b"HTTP/1.1 101")
        with suppress(OSError):
            own.sendall(EMPTY)
        heard(own)
        assert until(lambda: live.guard.server.books.hub.counts.count == 0)
        assert parsed[0] < 300
    finally:
        Sockets.handle_text = real  # type: ignore[method-assign]


def test_empty_frames(live: Live) -> None:
    empty_frames(live)
    assert counts(live)["flood"] == 1


def test_empty_frames_are_missed_if_they_are_parsed_first(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

    from sikwu.server.http.door import SocketDoor

    monkeypatch.setattr(SocketDoor, "data_received", WebSocketsSansIOProtocol.data_received)
    monkeypatch.setattr(SocketDoor, "handle_events", WebSocketsSansIOProtocol.handle_events)
    is_missed(empty_frames, live)


def flood(live: Live) -> None:
    """A member who floods the server and ignores the close is cut off soon, and others notice nothing."""
    table = Table(live)
    other = Watching(table, table.give("reader"))
    other.next("snapshot")
    ticket = live.post(f"/books/{table.book}/tickets", {}, headers=bearer(table.give("reader"))).json()["ticket"]
    own = dialled(live)
    own.sendall(upgrade(f"/ws/books/{table.book}"))
    assert own.recv(300).startswith(b"HTTP/1.1 101")
    own.sendall(frame(json.dumps({"type": "hello", "ticket": ticket}).encode()))
    assert until(lambda: live.guard.server.books.hub.counts.count == 2)
    time.sleep(0.1)
    sent = 0
    with suppress(OSError):
        for _ in range(200):
            own.sendall(frame(PING) * 50)
            sent += 1
            time.sleep(0.02)
    assert sent < 200  # the connection was closed
    table.write({"type": "hand", "result": "discard", "wins": {"Karen": 6}, "from": "阿明"})
    assert other.next("entry")["v"] == 2


def test_a_flooding_member(live: Live) -> None:
    flood(live)
    assert counts(live)["flood"] == 1


def test_a_flooding_member_is_missed_if_he_is_only_told(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    from sikwu.server.http.door import Flood

    monkeypatch.setattr(Flood, "is_over", lambda self, count, now: False)
    is_missed(flood, live)


@limits(handshake_rate=1, handshake_burst=2)
def test_handshakes_that_come_too_fast(live: Live) -> None:
    table = Table(live)
    for _ in range(2):
        Watching(table, table.tokens["keeper"]).next("snapshot")
    assert Watching(table, "", hello=False).ended() == (4030, "limit.rate")


@pytest.mark.parametrize("event", [{"type": []}, {"type": {}}, {"type": None}, {}], ids=str)
def test_events_of_no_type(live: Live, event: dict[str, Any], capfd: pytest.CaptureFixture[str]) -> None:
    told = Table(live).write(event)
    assert (told.status_code, told.json()["code"]) == (422, "book.event")
    assert capfd.readouterr().err == ""


def test_messages_of_no_type(live: Live, capfd: pytest.CaptureFixture[str]) -> None:
    table = Table(live)
    for told in ({"type": {}}, {"type": []}, [], 5, {"type": "write", "key": {}, "event": 1}):
        phone = Watching(table, table.tokens["keeper"])
        phone.next("snapshot")
        phone.send(told)
        assert phone.ended() == (4000, "protocol")
    assert capfd.readouterr().err == ""


def test_text_that_is_none(live: Live, capfd: pytest.CaptureFixture[str]) -> None:
    table = Table(live)
    own = dialled(live)
    own.sendall(upgrade(f"/ws/books/{table.book}"))
    assert own.recv(300).startswith(b"HTTP/1.1 101")
    own.sendall(frame(b"\xff\xfe"))
    assert heard(own)[:4] == b"\x88\x0a\x03\xef"  # 1007
    assert capfd.readouterr().err == ""


def test_a_socket_whose_work_fails_says_so_in_one_line(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    from sikwu.server.channels import following, sockets

    def fails(self: Any, phone: Any, have: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(following.FollowingSocket, "_resync", fails)
    said: list[str] = []
    monkeypatch.setattr(sockets.log, "error", lambda text, *more: said.append(text % more))
    table = Table(live)
    phone = Watching(table, table.tokens["keeper"])
    phone.next("snapshot")
    phone.send({"type": "resync", "have": 0})
    assert phone.ended() == (4000, "protocol")
    (line,) = said
    assert re.fullmatch(r"r-[0-9a-f]{8} A socket was closed .*: ZeroDivisionError at fails:\d+ < .*\.", line)


def test_odd_handshakes_are_quiet(live: Live, capfd: pytest.CaptureFixture[str]) -> None:
    """Whatever asks for a socket: an answer or an end, and nothing in the log."""
    book = Table(live).book
    plain = upgrade(f"/ws/books/{book}")
    odd = (
        plain.replace(b"AAAAAAAAAAAAAAAAAAAAAA==", b"AAAA"),
        plain.replace(b"sec-websocket-version: 13", b"sec-websocket-version: 8"),
        plain.replace(book.encode(), b"%ff%fe"),
        plain.replace(book.encode(), b"\xff\xfe"),
        plain.replace(book.encode(), b"a/b/c"),
        plain.replace(b"host: 127.0.0.1", b"host: \xff"),
        plain.replace(b"host: 127.0.0.1", b"host: x\r\norigin: http://evil.test"),
        plain.replace(b"upgrade: websocket", b"upgrade: h2c"),
        plain.replace(b"host: 127.0.0.1", b"host: x\r\nsec-websocket-protocol: \xe9, ,,sikwu.1"),
        plain.replace(b"GET", b"POST"),
        plain + b"\x00" * 50,
    )
    logging.getLogger("uvicorn.error").addHandler(handler := logging.StreamHandler())
    try:
        for each in odd:
            own = dialled(live)
            own.sendall(each)
            own.settimeout(0.5)
            with suppress(OSError):
                own.recv(100)
            own.close()
    finally:
        logging.getLogger("uvicorn.error").removeHandler(handler)
    assert capfd.readouterr().err == ""
    assert live.get("/version").status_code == 200


# --- how often


def tokens(live: Live) -> None:
    """Many tokens of one's own new book have together no more credits than their address."""
    table = Table(live)
    own = [table.give("reader", f"r{number}") for number in range(8)]
    for each in own:
        assert table.get(who=each).status_code == 200
    time.sleep(0.2)
    told = [table.get(who=each).status_code for _ in range(6) for each in own]
    assert told.count(429) >= 10


@limits(rate=1, burst=60, young_rate=1, young_burst=30)
def test_who_makes_tokens_does_not_make_credits(live: Live) -> None:
    tokens(live)


@limits(rate=1, burst=60, young_rate=1, young_burst=30)
def test_tokens_are_missed_if_each_is_counted_by_itself(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    from sikwu.server.http.guard import Guard, digest, header_of, token_of

    def counted(self: Guard, scope: Any, address: str) -> Any:
        token = token_of(header_of(scope, b"authorization").decode("latin-1"))
        return self.credits, digest(token) if token else address

    monkeypatch.setattr(Guard, "_counted", counted)
    is_missed(tokens, live)


@limits(rate=1, burst=40, young_rate=1, young_burst=40)
def test_a_token_of_an_older_book_is_counted_by_itself(live: Live) -> None:
    """A club that has its book for long is not held up by others at its address."""
    table = Table(live)
    keeper = live.guard.server.books.library.tokens
    assert table.get().status_code == 200
    (young,) = keeper.known.values()
    assert 86_000 < young - time.monotonic() <= 86_400
    asked = live.get("/version").status_code
    while asked == 200:
        asked = live.get("/version").status_code
    assert asked == 429
    keeper.known = dict.fromkeys(keeper.known, 0.0)
    assert [table.get().status_code for _ in range(20)] == [200] * 20


@limits(address_rate=1, address_burst=5, refusal_hold=1)
def test_files_of_the_app_are_counted_too(live: Live) -> None:
    with dialled(live, source="127.0.0.8") as own:
        told = []
        for _ in range(6):
            own.sendall(asking("/icon.svg"))
            told.append(own.recv(65536)[9:12])
        assert told[-1] == b"429"
        assert b"429" not in told[:5]
        own.sendall(asking("/icon.svg"))  # a refused client is not read at once
        own.settimeout(0.3)
        with pytest.raises(TimeoutError):
            own.recv(65536)
        own.settimeout(PLENTY)
        assert own.recv(65536).startswith(b"HTTP/1.1 ")
    assert live.get("/version").status_code == 200  # from another address


def test_work_costs_credits() -> None:
    """What takes long is paid for by longer waits, up to a bound."""
    from sikwu.server.http.limits import Credits

    now = [0.0]
    credits = Credits(Limits(rate=20, burst=60), lambda: now[0])
    assert credits.wait("a") == 0
    credits.charge("a", 100)
    assert 1_000 < credits.wait("a") < 3_000
    credits.charge("a", 1_000_000)
    assert credits.wait("a") <= 10_100


# --- the rest


@limits(body=1_000, body_time=5)
@pytest.mark.parametrize("chunked", [False, True], ids=["length", "chunks"])
def test_a_body_that_is_too_long_is_told_so_while_it_comes(live: Live, chunked: bool) -> None:
    """A client that sends everything before reading gets the error, and no reset."""
    more = b"transfer-encoding: chunked" if chunked else b"content-length: 3000000"
    head = b"POST /api/v1/hand HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n" + more + b"\r\n\r\n"
    own = dialled(live)
    own.sendall(head)
    for _ in range(30):
        own.sendall((b"186a0\r\n" if chunked else b"") + b" " * 100_000 + (b"\r\n" if chunked else b""))
        time.sleep(0.002)
    own.sendall(b"0\r\n\r\n" if chunked else b"")
    told = own.recv(65536)
    assert told.startswith(b"HTTP/1.1 413"), told[:100]
    assert json.loads(told.partition(b"\r\n\r\n")[2])["code"] == "request.too_long"
    own.sendall(asking("/api/v1/version"))  # and the connection is as good as before
    assert own.recv(65536).startswith(b"HTTP/1.1 200")


def test_a_head_that_is_too_long_in_one_piece(live: Live) -> None:
    own = dialled(live)
    own.sendall(asking("/api/v1/version", more="x-a: " + "b" * 40_000 + "\r\n"))
    told = heard(own)
    assert told.startswith(b"HTTP/1.1 431")


@pytest.mark.parametrize(
    "line", [b"OPTIONS * HTTP/1.1", b"TRACE / HTTP/1.1", b"PROPFIND /api/v1/hand HTTP/1.1"], ids=str
)
def test_methods_that_nothing_has(live: Live, line: bytes) -> None:
    own = dialled(live)
    own.sendall(line + b"\r\nhost: x\r\nconnection: close\r\n\r\n")
    head, _, body = heard(own).partition(b"\r\n\r\n")
    assert json.loads(body)["code"] in ("request.method", "path.unknown", "request.not_http")
    assert b"content-security-policy" in head
    assert b"form-action 'none'" in head


def test_paths_that_are_no_screens(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("the app itself")
    ask = Asker(served(folder=tmp_path))
    for path in ("/metrics", "/admin", "/learn/a/b", "/.env", "/x.php", "/books/a/b/c"):
        told = ask("GET", path)
        assert (told.status_code, told.json()["code"]) == (404, "path.unknown")
        page = ask("GET", path, headers={"accept": "text/html,*/*"})
        assert page.status_code == 404
        assert ("the app itself" in page.text) == ("." not in path)
    for path in ("/", "/house", "/learn/half_flush", "/books/0123abcd/log", "/j/book/0123"):
        assert ask("GET", path).text == "the app itself"


def test_the_screens_are_those_of_the_app() -> None:
    from sikwu.server.http.files import PLACES

    screens = (ROOT / "app" / "src" / "screens.ts").read_text("utf-8")
    assert tuple(re.findall(r"path: '([^']+)'", screens)) == PLACES


def test_health_on_a_full_disk(tmp_path: Path) -> None:
    """No file can grow any more: reading continues, and health says that writing fails."""
    import resource

    with Store(tmp_path / "books.db") as store:
        shelf = Rulesets(store)
        ask = Asker(served(shelf=shelf))
        assert ask.get("/health").json() == {"ok": True, "store": "ok"}
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        shelf._tried = None  # it was tried a moment ago
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
        try:
            told = ask.get("/health").json()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert told == {"ok": False, "store": "down"}
        shelf._tried = None
        assert ask.get("/health").json() == {"ok": True, "store": "ok"}
        with sqlite3.connect(tmp_path / "books.db") as raw:
            assert raw.execute("SELECT count(*) FROM meta WHERE key = 'health'").fetchall() == [(1,)]


def test_a_database_that_fails_tells_strangers_nothing(tmp_path: Path) -> None:
    with Store(tmp_path / "books.db") as store:
        ask = Asker(served(shelf=Rulesets(store)))
        with store.engine.begin() as connection:
            connection.exec_driver_sql("DROP TABLE rulesets")
        told = ask.post("/rules/check", {"rules": {"options": {"limit.cap_fan": 8}}})
        assert told.json()["code"] == "store.down"
        assert told.json()["facts"] == {}
        assert "rulesets" not in told.text


def test_a_failure_is_one_line_with_its_time_and_number(
    live: Live, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from sikwu.server.hands import hand as hands
    from sikwu.server.running import logged

    def fails(*more: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(hands, "hand", fails)
    with logged():
        answer = live.post("/hand", {"text": "123m"})
    assert answer.status_code == 500
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 1
    number = answer.headers["x-request-id"]
    assert re.fullmatch(
        rf"\d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d,\d{{3}} ERROR {number} A request .*: ZeroDivisionError at fails:.*",
        lines[0],
    )


def test_everything_that_comes_along_has_its_notice() -> None:
    told = {each["name"].lower() for each in Asker(served()).get("/about").json()["licences"]}
    assert {"uvloop", "websockets", "uvicorn", "anyio", "click"} <= told
    built = ROOT / "src" / "sikwu" / "app_dist" / "assets"
    if built.is_dir():
        pages = "".join(each.read_text("utf-8") for each in built.glob("*.js"))
        for name in ("svelte", "clsx", "esm-env", "workbox-core"):
            assert re.search(rf"name: ?[`'\"]{name}[`'\"]", pages), name


def test_limits_are_documented_with_their_usual_values() -> None:
    """Every key of `--limits`, in the order of the program, with its default."""
    page = (ROOT / "docs" / "limits.md").read_text("utf-8")
    rows = re.findall(r"^\| `([a-z_]+)` \| ([0-9,]+) \|", page, re.MULTILINE)
    usual = Limits()
    assert [(name, int(value.replace(",", ""))) for name, value in rows] == [
        (name, getattr(usual, name)) for name in Limits.__struct_fields__
    ]
