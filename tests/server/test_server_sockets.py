"""Sockets of books: everything in order, nothing twice, missed entries are sent, and every way in which they end."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import socket
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from asking import OPEN, Live, Table, bearer, key, won
from loaded import program
from patience import PATIENCE, until
from sikwu.book import Store
from sikwu.server.books.library import view_hash
from sikwu.server.channels import doorbell
from sikwu.server.channels.hub import Phone
from sikwu.server.channels.tickets import OwnTickets, SharedTickets
from sikwu.server.channels.tokens import Holder, moment
from sikwu.server.http.limits import Limits, digest
from sikwu.server.http.refusals import Refusal
from sikwu.wire.booked import DOWN, BookStateShape

HAND = won("Karen", 6, "阿明")
WIDE = msgspec.structs.replace(OPEN, hello_time=PATIENCE, silence=PATIENCE, drain_time=2)


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "books.db")


SELDOM = 2 * PATIENCE
"""Seconds after which a server looks by itself at what others wrote, where a test may not be helped by that."""


@pytest.fixture
def seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a server that is started after this."""
    monkeypatch.setattr(doorbell, "LOOK_FILE", SELDOM)


@pytest.fixture
def live(file: str) -> Iterator[Live]:
    with Store(file) as store:
        server = Live(store, WIDE)
        yield server
        server.stop()


@pytest.fixture
def table(live: Live) -> Table:
    return Table(live)


OPENED = ExitStack()
"""Phones of one test."""


@pytest.fixture(autouse=True)
def hung_up() -> Iterator[None]:
    yield
    OPENED.close()


class Watching:
    """A phone."""

    def __init__(self, table: Table, token: str, have: int = 0, hello: bool = True, **more: Any) -> None:
        address = f"ws://127.0.0.1:{table.ask.port}/ws/books/{table.book}"
        more |= {"subprotocols": ["sikwu.1"], "compression": None, "proxy": None}
        more |= {"open_timeout": PATIENCE, "ping_timeout": PATIENCE}
        self.ws: ClientConnection = OPENED.enter_context(connect(address, **more))
        if hello:
            self.hello(table, token, have)

    def hello(self, table: Table, token: str, have: int = 0) -> None:
        ticket = table.ask.post(f"/books/{table.book}/tickets", {}, headers=bearer(token)).json()["ticket"]
        self.send({"type": "hello", "ticket": ticket, "have": have, "build": "0.2.0"})

    def send(self, told: Any) -> None:
        self.ws.send(json.dumps(told))

    def next(self, kind: str, seconds: float = PATIENCE) -> dict[str, Any]:
        """The next message of a kind; others are skipped, except a snapshot while waiting for an entry, because it
        may contain that entry.
        """
        until = time.monotonic() + seconds
        while True:
            text = self.ws.recv(timeout=max(0.01, until - time.monotonic()))
            assert len(text.encode()) <= Limits().frame_down
            msgspec.json.decode(text, type=DOWN)
            told: dict[str, Any] = json.loads(text)
            if told["type"] == kind:
                return told
            assert (kind, told["type"]) != ("entry", "snapshot"), "wait for the snapshot before anything is written"

    def ended(self, seconds: float = PATIENCE) -> tuple[int, str]:
        """How it was closed."""
        try:
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                self.ws.recv(timeout=seconds)
        except ConnectionClosed as end:
            return (0, "") if end.rcvd is None else (end.rcvd.code, end.rcvd.reason)
        raise AssertionError("it is still open")


def right(view: dict[str, Any], hash: str) -> bool:
    """Whether the hash of a state is the one it was sent with."""
    return view_hash(msgspec.convert(view, BookStateShape)) == hash


# --- messages


def test_four_phones_are_told_the_same_in_order(table: Table) -> None:
    phones = [Watching(table, table.give("reader", f"p{n}")) for n in range(4)]
    for phone in phones:
        assert phone.next("welcome")["v"] == 1
        assert phone.next("snapshot")["v"] == 1
        assert phone.ws.subprotocol == "sikwu.1"
    wrote = [table.write(won("Karen", fan, "阿明"), for_hand=fan - 4).json() for fan in (5, 6, 7)]
    for phone in phones:
        for number, answer in enumerate(wrote, 2):
            told = phone.next("entry")
            assert told["v"] == number
            assert (told["entry"], told["outcome"], told["state"]) == (
                answer["entry"],
                answer["outcome"],
                answer["state"],
            )
            assert right(told["state"], told["hash"])


def test_presence(table: Table) -> None:
    first = Watching(table, table.tokens["keeper"])
    assert first.next("presence")["here"] == [{"name": "Wing", "role": "keeper", "phones": 1}]
    second = Watching(table, table.give("reader", "Ann"))
    assert first.next("presence")["here"][0] == {"name": "Ann", "role": "reader", "phones": 1}
    second.ws.close()
    assert first.next("presence")["here"] == [{"name": "Wing", "role": "keeper", "phones": 1}]


def test_what_was_missed_is_the_snapshot(table: Table) -> None:
    """Events from memory, a snapshot, and what HTTP says lead to the same state, byte for byte."""
    for fan in (5, 6, 7):
        table.write(won("Karen", fan, "阿明"))
    fresh, late, same = Watching(table, table.tokens["keeper"]), Watching(table, table.tokens["keeper"], 2), None
    snapshot, events = fresh.next("snapshot"), late.next("events")
    assert events["from"] == 3
    assert [line["v"] for line in events["lines"]] == [3, 4]
    assert (
        json.dumps(events["lines"][-1]["state"])
        == json.dumps(snapshot["view"])
        == json.dumps(table.get().json()["state"])
    )
    assert events["lines"][-1]["hash"] == snapshot["hash"]
    assert right(snapshot["view"], snapshot["hash"])
    same = Watching(table, table.tokens["keeper"], 4)
    assert same.next("welcome")["v"] == 4
    assert same.next("presence")  # and no snapshot before it
    ahead = Watching(table, table.tokens["keeper"], 99)
    assert ahead.next("snapshot")["v"] == 4


def test_a_gap_is_filled(table: Table) -> None:
    phone = Watching(table, table.tokens["keeper"])
    phone.next("snapshot")
    for fan in (5, 6, 7):
        table.write(won("Karen", fan, "阿明"))
    assert [phone.next("entry")["v"] for _ in range(3)] == [2, 3, 4]
    phone.send({"type": "resync", "have": 2})
    assert [line["v"] for line in phone.next("events")["lines"]] == [3, 4]
    phone.send({"type": "resync", "have": 4})
    assert phone.next("snapshot")["v"] == 4
    table.write(HAND)
    assert phone.next("entry")["v"] == 5


def test_after_a_restart_a_snapshot(file: str) -> None:
    with Store(file) as store:
        live = Live(store, WIDE)
        table = Table(live)
        table.write(HAND)
        phone = Watching(table, table.tokens["keeper"])
        phone.next("snapshot")
        live.stop()
        assert phone.ended()[0] == 1012
    with Store(file) as store:
        table.ask = Live(store, WIDE)
        phone = Watching(table, table.tokens["keeper"], 1)
        assert phone.next("snapshot")["view"]["seq"] == 2
        table.ask.stop()


@pytest.mark.parametrize("kind", ["write", "preview", "ack", "act"])
def test_a_socket_only_tells(table: Table, kind: str) -> None:
    """Books are written only over HTTP: a client that tries to write here is disconnected, and nothing is written."""
    phone, other = Watching(table, table.tokens["keeper"]), Watching(table, table.give("reader"))
    for each in (phone, other):
        each.next("snapshot")
    phone.send({"type": kind, "key": key(), "id": "p1", "event": HAND, "for_hand": 1})
    assert phone.ended() == (4000, "protocol")
    mine = key()
    tried = table.post("preview", {"event": HAND, "for_hand": 1}).json()
    wrote = table.write(HAND, for_hand=1, idempotency_key=mine)
    told = other.next("entry")
    assert (told["outcome"], told["entry"]) == (tried["outcome"], wrote.json()["entry"])
    assert table.write(HAND, for_hand=1, idempotency_key=mine).headers["idempotent-replay"] == "true"
    assert table.get().json()["state"]["seq"] == 2


def test_the_command_line_reaches_the_phones(table: Table, file: str) -> None:
    phone = Watching(table, table.tokens["keeper"])
    phone.next("snapshot")
    words = ["book", "add", "Wing", "8", "--book", table.book, "--db", file]
    subprocess.run([*program(), *words], check=True, capture_output=True, timeout=PATIENCE, env=os.environ)
    told = phone.next("entry")
    assert (told["v"], told["state"]["hands"]) == (2, 1)


def test_the_host_sees_who_asks(table: Table) -> None:
    host, keeper = Watching(table, table.tokens["host"]), Watching(table, table.tokens["keeper"])
    assert host.next("asks")["asks"] == []
    keeper.next("snapshot")
    code = {"name": "Ann", "code": table.opened["invite"]["code"]}
    table.ask.post("/join", code, headers={"idempotency-key": key()})
    (ask,) = host.next("asks")["asks"]
    assert ask["name"] == "Ann"
    table.post(f"asks/{ask['id']}", {"allow": True}, "host")
    assert host.next("asks")["asks"] == []
    table.write(HAND)
    while (told := json.loads(keeper.ws.recv(timeout=PATIENCE)))["type"] != "entry":
        assert told["type"] != "asks"


def test_two_servers_on_postgresql(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries written through one server are published by the other; one ends, and its phones find the same state at
    the other.
    """
    monkeypatch.setattr(doorbell, "LOOK_SERVER", SELDOM)  # so that every message comes from a notification
    import sqlalchemy as sa

    engine = sa.create_engine(postgres.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        connection.execute(sa.text("CREATE SCHEMA two_servers"))
    engine.dispose()
    where = f"{postgres}&options=-csearch_path%3Dtwo_servers"
    with Store(where) as one, Store(where) as two:
        first, second = Live(one, WIDE), Live(two, WIDE)
        table, there = Table(first), Table.__new__(Table)
        there.__dict__.update(table.__dict__, ask=second)
        phones = [Watching(table, table.tokens["keeper"]), Watching(there, table.tokens["keeper"])]
        for phone in phones:
            phone.next("snapshot")
        assert table.write(HAND).status_code == 201
        told = [phone.next("entry") for phone in phones]
        assert told[0] == told[1]
        spare = table.post("tokens", {}, "host").json()
        doomed = Watching(there, spare["token"])
        doomed.next("snapshot")
        first.delete(f"/books/{table.book}/tokens/{spare['id']}", headers=bearer(table.tokens["host"]))
        assert doomed.ended() == (4003, "revoked")
        ticket = first.post(f"/books/{table.book}/tickets", {}, headers=bearer(table.tokens["keeper"])).json()["ticket"]
        for each, good in ((table, True), (there, False)):  # good once, whichever process is asked
            phone = Watching(each, "", hello=False)
            phone.send({"type": "hello", "ticket": ticket})
            if good:
                phone.next("welcome")
            else:
                assert phone.ended()[0] == 4001
        first.stop()
        assert phones[0].ended()[0] == 1012
        assert there.write(HAND).status_code == 201
        back = Watching(there, table.tokens["keeper"], 2)
        assert back.next("events")["lines"][-1]["state"] == phones[1].next("entry")["state"]
        second.stop()


# --- how they end


def test_tickets(live: Live, table: Table) -> None:
    ticket = live.post(f"/books/{table.book}/tickets", {}, headers=bearer(table.tokens["keeper"])).json()["ticket"]
    other = Table(live)
    foreign = live.post(f"/books/{other.book}/tickets", {}, headers=bearer(other.tokens["keeper"])).json()["ticket"]
    good = Watching(table, "", hello=False)
    good.send({"type": "hello", "ticket": ticket})
    good.next("welcome")
    for bad in (ticket, foreign, "x", table.tokens["keeper"]):
        phone = Watching(table, "", hello=False)
        phone.send({"type": "hello", "ticket": bad})
        assert phone.ended() == (4001, "ticket")
    rude = Watching(table, "", hello=False)
    rude.send({"type": "ping"})
    assert rude.ended() == (4001, "ticket")


def test_who_says_nothing_is_not_waited_for(file: str) -> None:
    with Store(file) as store:
        live = Live(store, msgspec.structs.replace(WIDE, hello_time=1))
        began = time.monotonic()
        silent = Watching(Table(live), "", hello=False)
        assert silent.ended() == (4001, "ticket")
        assert time.monotonic() - began > 0.5
        live.stop()


def test_a_ticket_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a monotonic clock: if the computer's time is corrected meanwhile, its tickets stay valid."""
    clock = [100.0]
    tickets, holder = OwnTickets(lambda: clock[0]), Holder("h", "i", "keeper", "b", "Wing")
    old, other = tickets.ticket(holder), tickets.ticket(holder)
    monkeypatch.setattr("time.time", lambda: 0.0)  # set back to 1970
    clock[0] += 29
    assert tickets.used(other, "b") == "h"
    clock[0] += 2
    with pytest.raises(Refusal):
        tickets.used(old, "b")
    tickets.ticket(holder)
    assert len(tickets._given) == 1


def test_a_shared_ticket_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a database of several processes: half a minute, once, for its book; and no ticket can be read there."""
    with Store(":memory:") as store:
        tickets, holder = SharedTickets(lambda: store), Holder("h", "i", "keeper", "b", "Wing")
        old, good = tickets.ticket(holder), tickets.ticket(holder)
        kept = str([tuple(row) for row in store.rows("SELECT * FROM requests")])
        assert old not in kept
        assert good not in kept
        for bad, book in ((good, "c"), ("x", "b"), (digest(good), "b"), (kept, "b")):
            with pytest.raises(Refusal):
                tickets.used(bad, book)
        assert tickets.used(good, "b") == "h"
        with pytest.raises(Refusal):
            tickets.used(good, "b")
        with store.database.writing() as connection:
            connection.change("UPDATE requests SET at = :at", {"at": moment(datetime.now(UTC) - timedelta(seconds=31))})
        with pytest.raises(Refusal):
            tickets.used(old, "b")


@pytest.mark.parametrize("which", ["file", "backup"])
def test_who_reads_the_database_makes_no_ticket(
    live: Live, table: Table, file: str, tmp_path: Path, which: str
) -> None:
    """Nothing in the database or in a copy of it opens a socket: neither a hash nor the former signing key."""
    where = Path(file)
    if which == "backup":
        where = tmp_path / "copy.db"
        live.guard.server.books.library.store.backup(where)
    with closing(sqlite3.connect(f"file:{where}?mode=ro", uri=True)) as raw:
        values = {
            str(value)
            for name in ("meta", "tokens", "requests")
            for row in raw.execute(f"SELECT * FROM {name}")
            for value in row
        }
        secret = bytes.fromhex(raw.execute("SELECT value FROM meta WHERE key = 'secret'").fetchone()[0])
        hashes = [hash for (hash,) in raw.execute("SELECT hash FROM tokens")]
    assert len(hashes) >= 3
    guesses = [*sorted(values), *(signed(secret, [table.book, hash, "0" * 16]) for hash in hashes)]
    for guess in guesses:
        phone = Watching(table, "", hello=False)
        phone.send({"type": "hello", "ticket": guess[:3000]})
        assert phone.ended()[0] in (4000, 4001), guess


def signed(secret: bytes, told: list[str]) -> str:
    """A ticket as they once were: signed with a key that lay in the database (the form of itsdangerous)."""

    def text(data: bytes) -> bytes:
        return base64.urlsafe_b64encode(data).rstrip(b"=")

    at = int(time.time())
    body = text(json.dumps(told, separators=(",", ":")).encode()) + b"." + text(at.to_bytes(4, "big"))
    key = hashlib.sha1(b"sikwu.ticket" + b"signer" + secret).digest()
    return (body + b"." + text(hmac.new(key, body, hashlib.sha1).digest())).decode()


def test_a_token_taken_back_is_dead_at_once(seldom: None, live: Live, table: Table) -> None:
    spare = table.post("tokens", {"name": "Ann"}, "host").json()
    phone, other = Watching(table, spare["token"]), Watching(table, table.tokens["keeper"])
    phone.next("snapshot")
    other.next("snapshot")
    live.delete(f"/books/{table.book}/tokens/{spare['id']}", headers=bearer(table.tokens["host"]))
    assert phone.ended() == (4003, "revoked")
    assert table.get(who=spare["token"]).status_code == 403
    table.write(HAND)
    assert other.next("entry")["v"] == 2


def test_an_erased_book_is_gone(live: Live, table: Table) -> None:
    phone = Watching(table, table.tokens["keeper"])
    phone.next("snapshot")
    live("DELETE", f"/api/v1/books/{table.book}", json={"name": "星期五"}, headers=bearer(table.tokens["host"]))
    assert phone.ended() == (4004, "gone")


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("{", 4000),
        ('{"type":"dance"}', 4000),
        ('{"type":"ping","t":1,"x":2}', 4000),
        ('{"type":"hello","ticket":"x"}', 4000),
        ("[" * 100 + "]" * 100, 4000),
        (b"bytes", 4000),
        ('{"type":"ping","t":"' + "x" * 4096 + '"}', 1009),
    ],
)
def test_what_is_not_understood(table: Table, sent: str | bytes, code: int) -> None:
    phone = Watching(table, table.tokens["keeper"])
    phone.next("snapshot")
    phone.ws.send(sent)
    assert phone.ended()[0] == code


def test_text_that_is_no_text(table: Table) -> None:
    phone = Watching(table, table.tokens["keeper"])
    phone.next("snapshot")
    phone.ws.send(b"\xff\xfe", text=True)
    assert phone.ended()[0] == 1007


def test_a_flood(live: Live, table: Table) -> None:
    phone, other = Watching(table, table.tokens["keeper"], close_timeout=1), Watching(table, table.give("reader"))
    phone.next("snapshot")
    other.next("snapshot")
    for number in range(19):  # with hello that makes twenty
        phone.send({"type": "ping", "t": number})
    assert [phone.next("pong")["t"] for _ in range(19)] == list(range(19))
    time.sleep(1.1)
    with suppress(ConnectionClosed):
        for number in range(60):  # more than twenty of them come in one second, however busy the machine is
            phone.send({"type": "ping", "t": number})
    # The server cuts the connection some time after the frame that says why. A client that is still sending then may see the
    # cut first, so the server's own count is asked too.
    assert phone.ended() in ((1008, "flood"), (0, ""))
    assert live.guard.server.connections.counts["flood"] == 1
    table.write(HAND)
    assert other.next("entry")["v"] == 2


def test_silence(file: str) -> None:
    with Store(file) as store:
        live = Live(store, msgspec.structs.replace(WIDE, silence=3))
        table = Table(live)
        silent, alive = Watching(table, table.tokens["keeper"]), Watching(table, table.give("reader"))
        until = time.monotonic() + 4
        while time.monotonic() < until:
            alive.send({"type": "ping", "t": 1.5})
            assert alive.next("pong")["t"] == 1.5
            time.sleep(0.5)
        assert silent.ended()[0] == 4008
        live.stop()


def test_origins(live: Live, table: Table, capfd: pytest.CaptureFixture[str]) -> None:
    for origin in ("http://evil.test", "null", f"http://127.0.0.1:{live.port}.evil.test", "https://127.0.0.1"):
        with pytest.raises(InvalidStatus) as error:
            Watching(table, "", hello=False, origin=origin)
        assert error.value.response.status_code == 403
        assert json.loads(error.value.response.body)["code"] == "origin.foreign"
    Watching(table, table.tokens["keeper"], origin=f"http://127.0.0.1:{live.port}").next("snapshot")
    assert capfd.readouterr().err == ""
    assert live.guard.server.connections.counts["origin.foreign"] == 4


def test_sockets_are_counted_by_address_before_hello_and_by_token_after(file: str) -> None:
    """Forty phones of a club have one address: a phone with a valid ticket does not block others."""
    with Store(file) as store:
        live = Live(store, msgspec.structs.replace(WIDE, sockets_address=2, sockets_token=3, hello_time=60))
        table, hub = Table(live), live.guard.server.books.hub.counts
        phones = [Watching(table, table.give("reader", f"p{number}")) for number in range(5)]
        for phone in phones:
            phone.next("snapshot")
        assert (dict(hub.addresses), hub.members["127.0.0.1"], len(hub.tokens)) == ({}, 5, 5)
        silent = [Watching(table, "", hello=False) for _ in range(2)]
        assert Watching(table, "", hello=False).ended() == (4029, "limit.sockets")
        silent[0].ws.close()
        until(lambda: hub.addresses["127.0.0.1"] <= 1)
        for _ in range(3):
            Watching(table, table.tokens["keeper"]).next("snapshot")
        assert Watching(table, table.tokens["keeper"]).ended() == (4029, "limit.sockets")
        OPENED.close()
        until(lambda: not hub.count)
        assert (hub.count, hub.addresses, hub.members, hub.tokens) == (0, {}, {}, {})
        live.stop()


def test_a_reader_who_does_not_read(file: str) -> None:
    """Its frames are dropped and it is cut off; the others notice nothing and receive messages meanwhile."""
    with Store(file) as store:
        live = Live(store, msgspec.structs.replace(WIDE, drain_time=12))
        table = Table(live)
        other = Watching(table, table.tokens["keeper"])
        other.next("snapshot")
        ticket = live.post(f"/books/{table.book}/tickets", {}, headers=bearer(table.give("reader", "Slow"))).json()[
            "ticket"
        ]
        raw = socket.socket()
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.connect(("127.0.0.1", live.port))
        hello = json.dumps({"type": "hello", "ticket": ticket}).encode()
        head = f"GET /ws/books/{table.book} HTTP/1.1\r\nHost: 127.0.0.1:{live.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        head += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        raw.sendall(head.encode())
        assert b"101" in raw.recv(64)
        assert len(hello) < 65536
        raw.sendall(b"\x81\xfe" + len(hello).to_bytes(2, "big") + b"\0\0\0\0" + hello)
        until(lambda: len(live.guard.server.books.hub.here(table.book)) >= 2)
        hub = live.guard.server.books.hub
        (slow,) = (phone for phone in hub.phones[table.book] if phone.holder.name == "Slow")
        beside, most = 0, 0
        for number in range(2, 5000):
            stuck = slow.sending is not None and time.monotonic() - slow.sending > 1
            assert table.write(won("Karen", 5, "阿明", note="x" * 400)).status_code == 201
            assert other.next("entry")["v"] == number
            beside, most = beside + stuck, max(most, slow.bytes)
            if slow not in hub.phones.get(table.book, ()):
                break
            if stuck:
                time.sleep(0.05)  # it is stuck: from here on a steady stream of messages is enough
        assert slow not in hub.phones[table.book]
        assert most <= live.guard.server.limits.queue_bytes
        assert beside >= 2  # if the others had to wait for it, they would have received one message
        raw.close()
        live.stop()


def test_waiting_frames_leave_in_pieces() -> None:
    """In order, up to a size together; a frame of more is a piece of its own, and the count of waiting bytes stays right."""
    phone: Phone[str] = Phone(Holder("h", "i", "keeper", "b", "Wing"), "", Limits())
    for frame in (b"a" * 4, b"b" * 4, b"c" * 4, b"d" * 20, b"e"):
        phone.push(frame)
    pieces = []
    while phone.queue:
        pieces.append(b"".join(phone.taken(10)))
        assert phone.bytes == sum(map(len, phone.queue))
    assert pieces == [b"aaaabbbb", b"cccc", b"d" * 20, b"e"]


def test_too_much_waits() -> None:
    """A queue that is full is dropped, and a snapshot takes its place."""

    limits = Limits(queue_frames=3, queue_bytes=100)
    holder = Holder("h", "i", "keeper", "b", "Wing")

    async def run() -> None:
        phone = Phone(holder, "", limits)
        for _ in range(3):
            phone.push(b"x")
        assert (len(phone.queue), phone.behind) == (3, False)
        phone.push(b"x")
        assert (len(phone.queue), phone.bytes, phone.behind) == (0, 0, True)
        wide = Phone(holder, "", limits)
        wide.push(b"x" * 60)
        wide.push(b"x" * 40)
        assert not wide.behind
        wide.push(b"x")
        assert wide.behind

    import asyncio

    asyncio.run(run())


def test_a_store_that_fails_is_told(live: Live, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A commit with an unknown outcome: not acknowledged, sockets closed, and then the real state of the disk."""
    phone = Watching(table, table.tokens["keeper"])
    phone.next("snapshot")
    database = live.guard.server.books.library.store.database
    monkeypatch.setattr(database, "commit", lambda raw: (_ for _ in ()).throw(OSError("no more disk")))
    answer = table.write(HAND)
    assert (answer.status_code, answer.json()["code"], answer.json()["retry"]) == (503, "store.down", 5_000)
    assert phone.ended() == (4013, "store")
    monkeypatch.undo()
    assert table.get().json()["state"]["seq"] == 1
    assert table.write(HAND).status_code == 201
    again = Watching(table, table.tokens["keeper"])
    assert again.next("snapshot")["v"] == 2
