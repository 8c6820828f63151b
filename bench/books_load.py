"""Measures open books with four phones each and one write per second and book, compared with a bare server.

    python bench/books_load.py [--books 300] [--seconds 20] [--database URL]

A phone posts an entry over a persistent HTTP connection, with a unique key; all four phones watch through sockets.
The times are measured at the phones: from sending a write to its arrival at each of the four, and to its answer. The
bare server only forwards each post to all four phones of a room, in the size of a book's frame, and answers in that
size.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

PLAYERS = ("A", "B", "C", "D")
PHONES = 4
ROOT = "/api/v1"
LIMITS = """
rate = 1000000
burst = 1000000
young_rate = 1000000
young_burst = 1000000
address_rate = 1000000
address_burst = 1000000
connect_rate = 1000000
connect_burst = 1000000
connections_address = 1000000
handshake_rate = 1000000
handshake_burst = 1000000
sockets_members = 1000000
write_rate = 1000000
write_burst = 1000000
books_a_day = 1000000
sockets_address = 1000000
at_once = 100000
keepers = 12
silence = 600
"""
_V = re.compile(r'^\{"type":"entry","v":(\d+)')


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


# --- the bare server

ROOMS: dict[str, list[Any]] = {}
PAD = "x" * 3_400


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """An ASGI application that sends everything posted to a room to everybody in it."""
    if scope["type"] == "http":
        body = b""
        while (message := await receive()).get("more_body", False):
            body += message.get("body", b"")
        v = json.loads(body + message.get("body", b""))["for_hand"] + 1
        text = f'{{"type":"entry","v":{v},"pad":"{PAD}"}}'
        for each in ROOMS.get("/ws" + scope["path"].removeprefix("/api/v1").removesuffix("/entries"), ()):
            await each({"type": "websocket.send", "text": text})
        size = (b"content-length", str(len(text)).encode())
        await send({"type": "http.response.start", "status": 201, "headers": [size]})
        await send({"type": "http.response.body", "body": text.encode()})
        return
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    room = ROOMS.setdefault(scope["path"], [])
    room.append(send)
    while (await receive())["type"] == "websocket.receive":
        pass
    room.remove(send)


# --- the phones


class Line:
    """A persistent connection for the posts of a phone."""

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        self.port, self.source = port, source
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: bytes, headers: dict[str, str]) -> int:
        """Posts and reads the whole answer; returns its status."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.source, 0))
        reader, writer = self._streams
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        head = f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n{lines}"
        writer.write(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
        told = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        await reader.readexactly(int(told.split("content-length: ")[1].split("\r\n")[0]))
        return int(told.split(" ")[1])

    def close(self) -> None:
        """Closes it; the next post opens another."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class Load:
    """All phones of one server."""

    def __init__(self, port: int, books: int, seconds: int) -> None:
        self.port, self.books, self.seconds = port, books, seconds
        self.sent: dict[tuple[int, int], float] = {}
        self.took: list[float] = []
        self.answered: list[float] = []
        self.refused = 0
        self.ended = 0
        self.cpu = 0.0

    async def run(self, places: list[tuple[str, dict[str, str]]], spent: Callable[[], float]) -> None:
        """`places`: for each book its path and the headers for its tickets; empty: no ticket is needed."""
        client = httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}/api/v1", timeout=60)
        phones: list[list[ClientConnection]] = []
        tasks = []
        for number, (path, bearer) in enumerate(places):
            own = []
            for _ in range(PHONES):
                ws = await connect(
                    f"ws://127.0.0.1:{self.port}{path}",
                    compression=None,
                    ping_interval=None,
                    max_size=2**20,
                    proxy=None,
                )
                if bearer:
                    asked = await client.post(f"{path.removeprefix('/ws')}/tickets", json={}, headers=bearer)
                    await ws.send(json.dumps({"type": "hello", "ticket": asked.json()["ticket"]}))
                own.append(ws)
                tasks.append(asyncio.create_task(self._listen(number, ws)))
            phones.append(own)
        await client.aclose()
        await asyncio.sleep(2)
        began, before = time.perf_counter(), spent()
        writers = [
            asyncio.create_task(self._write(number, path.removeprefix("/ws"), bearer, own, began))
            for number, ((path, bearer), own) in enumerate(zip(places, phones, strict=True))
        ]
        await asyncio.gather(*writers)
        self.cpu = (spent() - before) / (self.books * self.seconds)
        await asyncio.sleep(3)
        self.ended = sum(task.done() for task in tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*(ws.close() for own in phones for ws in own), return_exceptions=True)

    async def _listen(self, number: int, ws: ClientConnection) -> None:
        async for text in ws:
            found = _V.match(str(text[:60]))
            if found is not None:
                then = self.sent.get((number, int(found[1])))
                if then is not None:
                    self.took.append(time.perf_counter() - then)

    async def _write(
        self, number: int, path: str, bearer: dict[str, str], phones: list[ClientConnection], began: float
    ) -> None:
        line = Line(self.port)
        for hand in range(1, self.seconds + 1):
            await asyncio.sleep(max(0.0, began + hand - 1 + number / self.books - time.perf_counter()))
            event = {
                "type": "hand",
                "result": "discard",
                "wins": {PLAYERS[hand % 4]: 5},
                "from": PLAYERS[(hand + 1) % 4],
            }
            body = json.dumps(
                {"event": event, "for_hand": hand, "written_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}
            )
            headers = {**bearer, "idempotency-key": f"load-{number:06d}-{hand:06d}"}
            self.sent[number, hand + 1] = sending = time.perf_counter()
            status = await line.post(f"{ROOT}{path}/entries", body.encode(), headers)
            self.answered.append(time.perf_counter() - sending)
            self.refused += status != 201
            if hand % 8 == 0:
                for each in phones:
                    await each.send('{"type":"ping","t":1}')
        line.close()

    def told(self, name: str) -> float:
        """Prints the figures, with the 99th percentile."""
        took = sorted(self.took)
        wanted = self.books * self.seconds * PHONES
        p50, p99 = took[len(took) // 2] * 1000, took[len(took) * 99 // 100] * 1000
        answers = sorted(self.answered)
        middle, late = answers[len(answers) // 2] * 1000, answers[len(answers) * 99 // 100] * 1000
        print(
            f"{name}: {self.books} books x {PHONES} phones, {self.seconds} writes each: {len(took)} of {wanted} told, "
            f"{self.refused} refused, {self.ended} cut off, p50 {p50:.1f} ms, p99 {p99:.1f} ms, most {took[-1] * 1000:.1f} ms, "
            f"answered p50 {middle:.1f} ms, p99 {late:.1f} ms, {self.cpu:.2f} ms of CPU a write",
            flush=True,
        )
        return p99


async def opened(port: int, books: int) -> list[tuple[str, dict[str, str]]]:
    """New books, and the headers of their keepers."""
    places = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}/api/v1", timeout=60) as client:
        for number in range(books):
            body = {"name": f"book {number}", "players": PLAYERS, "rules": "hk-taiwanese"}
            made = (await client.post("/books", json=body, headers={"idempotency-key": f"made-{number:012d}"})).json()
            bearer = {"authorization": f"Bearer {made['keeper']['token']}"}
            places.append((made["book"], bearer))
    return [(f"/ws/books/{book}", bearer) for book, bearer in places]


def spent(process: subprocess.Popen[bytes]) -> float:
    """Milliseconds of CPU that a server has used so far: on a shared machine they say more than elapsed time."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def started(words: list[str], port: int, errors: IO[str] | None = None) -> subprocess.Popen[bytes]:
    """Starts a server; its error output goes into a file."""
    process = subprocess.Popen([sys.executable, *words], stdout=subprocess.DEVNULL, stderr=errors, env=os.environ)
    until = time.monotonic() + 60
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return process
        time.sleep(0.1)
    raise SystemExit("the server does not start")


async def measured(books: int, seconds: int, database: str | None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        limits = Path(folder, "limits.toml")
        limits.write_text(LIMITS)
        port = free_port()
        place = database or f"{folder}/books.db"
        words = ["-m", "sikwu", "serve", "--no-open", "--port", str(port), "--database", place, "--limits", str(limits)]
        server = started(words, port)
        try:
            ours = Load(port, books, seconds)
            places = await opened(port, books)
            await ours.run(places, lambda: spent(server))
            p99 = ours.told("books")
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(10)
        port = free_port()
        app = f"import sys, uvicorn; sys.path.insert(0, {str(Path(__file__).parent)!r}); import books_load; "
        app += f"uvicorn.run(books_load.echo, port={port}, ws='websockets-sansio', log_level='error')"
        bare = started(["-c", app], port)
        try:
            theirs = Load(port, books, seconds)
            await theirs.run([(f"/ws/books/{number}", {}) for number in range(books)], lambda: spent(bare))
            bare99 = theirs.told("bare")
        finally:
            bare.send_signal(signal.SIGTERM)
            bare.wait(10)
        print(f"p99 is {p99 / bare99:.2f} times that of the bare server")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--books", type=int, default=300)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--database", default=None)
    given = parser.parse_args()
    asyncio.run(measured(given.books, given.seconds, given.database))
