"""Measures honest phones and scorers alone and beside each kind of abuse: their waiting times and the server's memory.

    python bench/abuse.py [--seconds 10] [--only NAME ...] [--list]

Ten phones post one entry a second each and watch through their sockets, ten people score one hand a second each; each
has its own address (127.0.1.x). The abuse comes from another process with other addresses (127.0.2.x) and a low
priority, because in reality it would run on another machine. The server has its default limits. It prints the waiting
times of honest users without and with the abuse, their ratio, the server's peak memory, and the result of the abuse.
Everything uses the loopback interface, and every loop ends.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import signal
import socket
import struct
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from books_load import PLAYERS, ROOT, Line, free_port, spent, started

WRITERS = SCORERS = 10
RATIO, MEMORY = 2.0, 400
"""The promise: the largest factor by which honest waits may grow, and the largest memory in MiB."""
HAND = {"text": "123678m 中中中 發發發 白 +白<W 1f seat=E round=S"}
PIPELINED = b"GET /icon.svg HTTP/1.1\r\nhost: x\r\n\r\n" * 12_000
EMPTY = bytes((0x81, 0x80, 0, 0, 0, 0)) * 43_690
"""Empty frames, masked as a browser would send them."""
PING = b'{"type":"ping","t":1}'


def long_answer(lines: int = 5, hands: int = 5_100) -> bytes:
    """A short question with a long answer: pulls that grow through many hands."""
    case = {
        "kind": "book",
        "ruleset": "hk-taiwanese",
        "players": PLAYERS,
        "hands": [{"result": "self_draw", "wins": {"B": 1}}] * hands,
    }
    return b"\n".join([json.dumps(case).encode()] * lines)


def frame(data: bytes) -> bytes:
    """A text frame as a client sends it, its mask all zeros."""
    size = bytes((0x80 | len(data),)) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
    return b"\x81" + size + b"\0\0\0\0" + data


def asking(path: str, body: bytes = b"", kind: str = "application/json", more: str = "") -> bytes:
    """A request."""
    method = "POST" if body else "GET"
    head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n{more}"
    if body:
        head += f"content-type: {kind}\r\ncontent-length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body


def upgrade(path: str) -> bytes:
    """The head that asks for a socket."""
    return asking(
        path,
        more="connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
        "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n",
    )


# --- the abuse


class Place(NamedTuple):
    """The target of the abuse: the server, and a book that the abuser was let into."""

    port: int
    book: str
    readers: tuple[str, ...]
    seconds: float
    seen: dict[str, int]


Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Abuser:
    """One abuser; all its loops end when its time is over."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.until = time.monotonic() + place.seconds
        self.seen: Counter[str] = Counter()
        self.cuts: list[float] = []

    @property
    def late(self) -> bool:
        return time.monotonic() > self.until

    async def dial(self, last: int, receive: int = 0) -> Streams | None:
        """A connection from one of the abuser's addresses; None if it was refused."""
        own = socket.socket()
        own.setblocking(False)
        own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if receive:
            own.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        own.bind((f"127.0.2.{last}", 0))
        try:
            await asyncio.get_running_loop().sock_connect(own, ("127.0.0.1", self.place.port))
            return await asyncio.open_connection(sock=own)
        except OSError:
            own.close()
            self.seen["not let in"] += 1
            return None

    async def said(self, reader: asyncio.StreamReader, seconds: float = 5.0) -> str:
        """The first answer: a status, or how the connection ended."""
        try:
            got = await asyncio.wait_for(reader.read(65536), seconds)
        except TimeoutError:
            return "nothing"
        except OSError:
            return "reset"
        return got[9:12].decode("latin-1") if got.startswith(b"HTTP/1.1 ") else "data" if got else "closed"

    async def ticket(self, which: int) -> str:
        """A ticket for the book, for one of the abuser's tokens."""
        headers = f"authorization: Bearer {self.place.readers[which % len(self.place.readers)]}\r\n"
        streams = await self.dial(1)
        if streams is None:
            return ""
        reader, writer = streams
        with suppress(OSError, TimeoutError, ValueError, KeyError):
            writer.write(
                asking(f"/api/v1/books/{self.place.book}/tickets", b"{}", more=headers + "connection: close\r\n")
            )
            got = await asyncio.wait_for(reader.read(), 5)
            return str(json.loads(got.partition(b"\r\n\r\n")[2])["ticket"])
        writer.close()
        return ""

    async def member(self, receive: int = 0, which: int = 0) -> Streams | None:
        """A socket that has sent a valid ticket."""
        ticket = await self.ticket(which)
        streams = await self.dial(1, receive) if ticket else None
        if streams is None:
            await asyncio.sleep(0.2)
            return None
        reader, writer = streams
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
            writer.write(upgrade(f"/ws/books/{self.place.book}"))
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
            writer.write(frame(json.dumps({"type": "hello", "ticket": ticket}).encode()))
            await writer.drain()
            return streams
        writer.transport.abort()
        return None

    async def again(
        self, act: Callable[..., Awaitable[None]], last: int, pause: float = 0.05, receive: int = 0, most: int = 100_000
    ) -> None:
        """Repeats something with one new connection after the other until the time is over."""
        for _ in range(most):
            if self.late:
                return
            streams = await self.dial(last, receive)
            if streams is None:
                await asyncio.sleep(pause)
                continue
            with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
                await act(*streams)
            streams[1].transport.abort()

    async def unmoved(self, writer: asyncio.StreamWriter, sign: bytes = b"") -> None:
        """Reads nothing until it is cut off, and records how long that took."""
        began = time.monotonic()
        if await self.gone(writer, sign):
            self.cut(began)

    def cut(self, began: float) -> None:
        """Records that it was cut off."""
        self.seen["cut"] += 1
        self.cuts.append(time.monotonic() - began)

    async def gone(self, writer: asyncio.StreamWriter, sign: bytes = b"") -> bool:
        """Whether the connection was closed. The system is asked, because the abuser does not read; sometimes it sends a sign of life."""
        for turn in range(240):
            if self.late:
                return False
            await asyncio.sleep(0.25)
            try:
                if sign and turn % 20 == 19:
                    writer.write(sign)
                info = writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 8)
            except OSError:
                return True
            if info[0] != 1:  # no longer established
                return True
        return False


async def nothing(abuser: Abuser) -> None:
    """No abuse, only as much CPU load as the worst kind: shows which part of the wait is due to the machine."""
    one, other = socket.socketpair()
    with one, other:
        while not abuser.late:
            for _ in range(1_000):
                one.send(PING)
                other.recv(100)
            await asyncio.sleep(0)


async def idle(abuser: Abuser) -> None:
    """A thousand connections that ask for a file every ten seconds."""
    lines: list[Streams] = []
    while not abuser.late:
        while len(lines) < 1_000 and not abuser.late:
            streams = await abuser.dial(1 + len(lines) % 10)
            if streams is None:
                break
            streams[1].write(asking("/icon.svg"))
            lines.append(streams)
        abuser.seen["open"] = max(abuser.seen["open"], len(lines))
        await asyncio.sleep(min(10.0, max(0.1, abuser.until - time.monotonic())))
        for _, writer in lines:
            writer.write(asking("/icon.svg"))


async def crowd(abuser: Abuser) -> None:
    """Eleven hundred connections of one address, again and again."""
    lines: list[Streams] = []
    for _ in range(1_100):
        if abuser.late:
            return
        streams = await abuser.dial(1)
        if streams is not None:
            lines.append(streams)
    while not abuser.late:
        await asyncio.sleep(0.5)
        abuser.seen["closed"] = sum(reader.at_eof() for reader, _ in lines)


async def unread(abuser: Abuser) -> None:
    """Fifty members who never read."""

    async def one(number: int) -> None:
        while not abuser.late:
            streams = await abuser.member(4096, number)
            if streams is None:
                continue
            streams[1].transport.pause_reading()  # type: ignore[attr-defined]
            abuser.seen["open"] += 1
            await abuser.unmoved(streams[1], frame(PING))
            streams[1].transport.abort()

    await asyncio.gather(*(one(number) for number in range(50)))


async def unread_answers(abuser: Abuser) -> None:
    """Twenty clients that ask for a long answer and never read it."""
    body = long_answer(1, 700)

    async def one(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(asking("/api/v1/answer", body))
        await abuser.unmoved(writer)

    await asyncio.gather(*(abuser.again(one, 1 + number, 0.2, receive=4096) for number in range(20)))


async def flood(abuser: Abuser) -> None:
    """A member who sends ten thousand messages a second, and reconnects when the connection is closed."""
    while not abuser.late:
        streams = await abuser.member()
        if streams is None:
            continue
        writer = streams[1]
        abuser.seen["sockets"] += 1
        with suppress(OSError):
            for _ in range(100):
                if abuser.late or writer.transport.is_closing():
                    break
                writer.write(frame(PING) * 100)
                await asyncio.wait_for(writer.drain(), 2)
                await asyncio.sleep(0.01)
        writer.transport.abort()


async def http_flood(abuser: Abuser) -> None:
    """Forty connections that ask as fast as they are answered; half of them open a new connection each time."""

    async def one(keep: bool) -> None:
        streams: Streams | None = None
        while not abuser.late:
            streams = streams or await abuser.dial(1)
            if streams is None:
                await asyncio.sleep(0.05)
                continue
            reader, writer = streams
            with suppress(OSError):
                writer.write(asking("/api/v1/version"))
                abuser.seen[await abuser.said(reader)] += 1
            if not keep or writer.transport.is_closing() or reader.at_eof():
                writer.transport.abort()
                streams = None
                await asyncio.sleep(0.001)

    await asyncio.gather(*(one(number % 2 == 0) for number in range(40)))


async def slow(abuser: Abuser) -> None:
    """Five hundred requests that come a byte a second, half of them in their bodies."""
    head = asking("/api/v1/hand", b"x" * 1_000)[:-1_000]

    async def one(number: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        start, rest = (b"GET / HTTP/1.1\r\n", b"x-a: " + b"b" * 400) if number % 2 else (head, b"{" * 1_000)
        began = time.monotonic()
        with suppress(OSError):
            writer.write(start)
            for place in range(120):
                if abuser.late or reader.at_eof() or writer.transport.is_closing():
                    break
                writer.write(rest[place : place + 1])
                await asyncio.sleep(1)
        if not abuser.late:
            abuser.cut(began)

    await asyncio.gather(*(abuser.again(partial(one, number), 1 + number % 5, 0.5) for number in range(500)))


async def pipelined(abuser: Abuser) -> None:
    """Twelve thousand requests in one piece, then the connection is closed, again and again."""

    async def one(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(PIPELINED)
        await asyncio.wait_for(writer.drain(), 1)
        abuser.seen[await abuser.said(reader, 1)] += 1

    await abuser.again(one, 1, most=2_000)


async def answers(abuser: Abuser) -> None:
    """Requests of a megabyte with answers of a hundred and fifty; the client hangs up at once."""
    body = long_answer()

    async def one(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(asking("/api/v1/answer", body, "application/x-ndjson"))
        await asyncio.wait_for(writer.drain(), 2)
        await asyncio.sleep(0.05)
        abuser.seen["asked"] += 1

    await abuser.again(one, 1, 0.1, most=500)


async def frames(abuser: Abuser) -> None:
    """Tens of thousands of empty frames in one piece, without a ticket."""

    async def one(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(upgrade(f"/ws/books/{abuser.place.book}"))
        await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 2)
        writer.write(EMPTY)
        await asyncio.wait_for(writer.drain(), 1)
        abuser.seen[await abuser.said(reader, 1)] += 1

    await abuser.again(one, 1, most=2_000)


async def kept(abuser: Abuser) -> None:
    """Megabytes of blanks around a small case, all different: tests how much the cache keeps."""
    case = json.dumps({"ruleset": "hk-standard", "seat": "E", "hand": "1119m 999p 111s 99s 9m", "win": "9s"}).encode()
    streams: Streams | None = None
    for number in range(20_000):
        if abuser.late:
            return
        streams = streams or await abuser.dial(1)
        if streams is None:
            await asyncio.sleep(0.05)
            continue
        reader, writer = streams
        with suppress(OSError, TimeoutError):
            writer.write(asking("/api/v1/answer", case.rjust(1024 * 1024 - 64 - number)))
            await asyncio.wait_for(writer.drain(), 5)
            abuser.seen[await abuser.said(reader)] += 1
        if writer.transport.is_closing() or reader.at_eof():
            streams = None
        await asyncio.sleep(0.05)


ABUSE: dict[str, Callable[[Abuser], Awaitable[None]]] = {
    each.__name__: each  # type: ignore[attr-defined]
    for each in (
        nothing,
        idle,
        crowd,
        unread,
        unread_answers,
        flood,
        http_flood,
        slow,
        pipelined,
        answers,
        frames,
        kept,
    )
}


def abuse(name: str, place: Place) -> None:
    """One kind of abuse, in a separate process with a low priority."""
    os.nice(10)
    abuser = Abuser(place)

    async def whole() -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(ABUSE[name](abuser), place.seconds + 2)

    asyncio.run(whole())
    place.seen.update(abuser.seen)
    if abuser.cuts:
        place.seen["longest ms before the cut"] = round(max(abuser.cuts) * 1000)


# --- the honest ones


class Honest:
    """Ten people who write and ten who score, for some seconds."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.writes: list[float] = []
        self.scores: list[float] = []
        self.failed: Counter[str] = Counter()
        self.books: list[dict[str, Any]] = []
        self.sockets: list[ClientConnection] = []
        self.hands = [0] * WRITERS
        self.lines = [Line(port, f"127.0.1.{1 + number}") for number in range(WRITERS)]
        self.listening: list[asyncio.Task[None]] = []

    def client(self, last: int) -> httpx.AsyncClient:
        transport = httpx.AsyncHTTPTransport(local_address=f"127.0.1.{last}")
        return httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}/api/v1", transport=transport, timeout=30)

    async def open(self) -> None:
        """Opens their books and sockets."""
        for number in range(WRITERS):
            async with self.client(1 + number) as client:
                body = {"name": f"book {number}", "players": PLAYERS, "rules": "hk-taiwanese"}
                made = await client.post("/books", json=body, headers={"idempotency-key": f"abuse-made-{number:06d}"})
                self.books.append(made.json())
                self.sockets.append(await self._socket(client, number))
                self.listening.append(asyncio.create_task(self._listen(number)))

    async def readers(self) -> tuple[str, ...]:
        """Tokens for somebody whom the first table should not have let in."""
        book, found = self.books[0], []
        async with self.client(1) as client:
            for number in range(5):
                headers = {
                    "authorization": f"Bearer {book['host']['token']}",
                    "idempotency-key": f"abuse-let-in-{number:04d}",
                }
                told = await client.post(f"/books/{book['book']}/tokens", json={"kind": "reader"}, headers=headers)
                found.append(str(told.json()["token"]))
        return tuple(found)

    async def _socket(self, client: httpx.AsyncClient, number: int) -> ClientConnection:
        book = self.books[number]
        headers = {"authorization": f"Bearer {book['keeper']['token']}"}
        asked = await client.post(f"/books/{book['book']}/tickets", json={}, headers=headers)
        ws = await connect(
            f"ws://127.0.0.1:{self.port}/ws/books/{book['book']}",
            compression=None,
            max_size=2**20,
            proxy=None,
            local_addr=(f"127.0.1.{1 + number}", 0),
        )
        await ws.send(json.dumps({"type": "hello", "ticket": asked.json()["ticket"]}))
        return ws

    async def run(self, seconds: float) -> tuple[list[float], list[float]]:
        """Their waiting times, for writes and for scores."""
        self.writes, self.scores = [], []
        until = time.monotonic() + seconds
        people = [self._write(number, until) for number in range(WRITERS)]
        people += [self._score(number, until) for number in range(SCORERS)]
        await asyncio.gather(*people)
        return sorted(self.writes), sorted(self.scores)

    async def _write(self, number: int, until: float) -> None:
        await asyncio.sleep(number / WRITERS)
        while time.monotonic() < until:
            hand = self.hands[number] = self.hands[number] + 1
            event = {
                "type": "hand",
                "result": "discard",
                "wins": {PLAYERS[hand % 4]: 5},
                "from": PLAYERS[(hand + 1) % 4],
            }
            headers = {"authorization": f"Bearer {self.books[number]['keeper']['token']}"}
            headers["idempotency-key"] = f"abuse-{number:04d}-{hand:06d}"
            path = f"{ROOT}/books/{self.books[number]['book']}/entries"
            began = time.perf_counter()
            try:
                posted = self.lines[number].post(path, json.dumps({"event": event}).encode(), headers)
                status = await asyncio.wait_for(posted, 20)
                if status != 201:
                    self.failed[str(status)] += 1
                self.writes.append(time.perf_counter() - began)
            except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
                self.failed[type(error).__name__] += 1
                self.writes.append(20.0)
                self.lines[number].close()
            if hand % 8 == 0:
                with suppress(WebSocketException):
                    await self.sockets[number].send(PING.decode())
            await asyncio.sleep(max(0.0, 1 - (time.perf_counter() - began)))

    async def _listen(self, number: int) -> None:
        """Reads the messages to a phone; being cut off counts as a failure, and it reconnects."""
        while True:
            with suppress(WebSocketException):
                async for _ in self.sockets[number]:
                    pass
            self.failed["socket"] += 1
            async with self.client(1 + number) as client:
                self.sockets[number] = await self._socket(client, number)

    async def _score(self, number: int, until: float) -> None:
        await asyncio.sleep((number + 0.5) / SCORERS)
        asked = 0
        async with self.client(101 + number) as client:
            while time.monotonic() < until:
                asked += 1
                began = time.perf_counter()
                try:  # another hand each time, because cached answers would be no work
                    body = {**HAND, "rules": {"options": {"limit.cap_fan": 5 + (number * 7 + asked) % 90}}}
                    told = await client.post("/hand", json=body)
                    if told.status_code != 200:
                        self.failed[str(told.status_code)] += 1
                    self.scores.append(time.perf_counter() - began)
                except (httpx.HTTPError, OSError) as error:
                    self.failed[type(error).__name__] += 1
                    self.scores.append(20.0)
                await asyncio.sleep(max(0.0, 1 - (time.perf_counter() - began)))


def at(waits: list[float], hundredth: int) -> float:
    """A percentile of the waiting times, in milliseconds."""
    return waits[min(len(waits) - 1, len(waits) * hundredth // 100)] * 1000 if waits else 0.0


def family(pid: int) -> list[int]:
    """A process and its children."""
    own = [each.read_text().split() for each in Path(f"/proc/{pid}/task").glob("*/children")]
    return [pid, *(int(child) for some in own for child in some)]


def largest(pid: int) -> float:
    """The peak memory of a process and its children since `forget_largest`, in MiB."""
    told = [Path(f"/proc/{each}/status").read_text() for each in family(pid)]
    return sum(int(each.split("VmHWM:")[1].split()[0]) for each in told) / 1024


def forget_largest(pid: int) -> None:
    """Restarts the measurement of the largest memory."""
    for each in family(pid):
        Path(f"/proc/{each}/clear_refs").write_text("5")


async def measured(seconds: float, only: list[str]) -> int:
    """Prints one line per kind of abuse; 0: all promises are kept."""
    manager, bad = multiprocessing.get_context("spawn").Manager(), []
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        words = ["-m", "sikwu", "serve", "--no-open", "--port", str(port), "--database", f"{folder}/books.db"]
        with Path(folder, "errors").open("w+") as errors:
            server, honest = started(words, port, errors), Honest(port)
            try:
                await honest.open()
                readers = await honest.readers()
                await honest.run(3)
                writes, scores = await honest.run(seconds)
                alone = at(writes, 99), at(scores, 99)
                print(
                    f"alone: writes p50 {at(writes, 50):.1f} p99 {alone[0]:.1f} ms, scores p50 {at(scores, 50):.1f} "
                    f"p99 {alone[1]:.1f} ms, {largest(server.pid):.0f} MiB",
                    flush=True,
                )
                for name in only or ABUSE:
                    seen = manager.dict()
                    place = Place(port, honest.books[0]["book"], readers, seconds, seen)  # type: ignore[arg-type]
                    process = multiprocessing.get_context("spawn").Process(target=abuse, args=(name, place))
                    forget_largest(server.pid)
                    honest.failed.clear()
                    before = spent(server)
                    process.start()
                    await asyncio.sleep(1)  # its imports
                    writes, scores = await honest.run(seconds)
                    await asyncio.to_thread(process.join, 15)
                    if process.is_alive():
                        process.kill()
                    ratio = max(at(writes, 99) / alone[0], at(scores, 99) / alone[1])
                    size = largest(server.pid)
                    if ratio >= RATIO or size >= MEMORY or honest.failed:
                        bad.append(name)
                    told = ", ".join(f"{key} {count}" for key, count in sorted(dict(seen).items()))
                    print(
                        f"{name}: writes p50 {at(writes, 50):.1f} p99 {at(writes, 99):.1f} ms, scores p50 "
                        f"{at(scores, 50):.1f} p99 {at(scores, 99):.1f} ms, {ratio:.1f} x alone, at most {size:.0f} MiB, "
                        f"{(spent(server) - before) / 1000:.1f} s of CPU, honest failures {dict(honest.failed) or 'none'}; {told}",
                        flush=True,
                    )
                    await asyncio.sleep(2)
            finally:
                for each in honest.listening:
                    each.cancel()
                server.send_signal(signal.SIGTERM)
                began = time.monotonic()
                server.wait(15)
                print(f"stopped in {time.monotonic() - began:.1f} s")
            errors.seek(0)
            said = errors.read().splitlines()
            print(f"{len(said)} lines in its log", *said[:5], sep="\n")
    print(f"NOT AS PROMISED: {', '.join(bad)}" if bad else "everything is as promised")
    return 1 if bad else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--only", nargs="*", default=[], choices=[*ABUSE])
    parser.add_argument("--list", action="store_true")
    given = parser.parse_args()
    if given.list:
        print(*ABUSE, sep="\n")
        raise SystemExit(0)
    raise SystemExit(asyncio.run(measured(given.seconds, given.only)))
