"""Measures live tables of four phones each under a stream of acts, compared with a bare echo server in the same run.

    python bench/tables_load.py [--tables 250] [--seconds 300] [--acts 1000] [--hurry N] [--books N] [--abuse] [--database URL]

Every phone answers each of its questions as soon as it comes; between two acts of the whole run the clients keep a
pace of `--acts` a second. An act's time is from sending it to its `ack`. The bare server answers every frame at once
and sends it to four sockets, in the size of an event; it gets the same number of acts at the same pace. With `--books`
that number of open books of the same server is written once a second each; with `--abuse` a process floods, connects, and
never reads, from other addresses. It prints the times, the server's memory in the course of the run, and what was lost:
acts without a reply, and acts with a reply that the database does not have.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import secrets
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
from collections import Counter
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from books_load import LIMITS, ROOT, Load, free_port, opened, spent, started

SEATS = 4
RULES = ("hk-standard", "hk-common", "hk-classic", "hk-taiwanese", "club16")
TABLE_LIMITS = """
tables_a_day = 1000000
frames_second = 1000000
frames_minute = 1000000
hello_time = 60
"""
EVENT = "x" * 150
ASK, ACK, REFUSED = b'{"type":"ask"', b'{"type":"ack"', b'{"type":"refused"'


class Pace:
    """At most this number of acts a second in all."""

    def __init__(self, acts: int) -> None:
        self.gap, self.next = 1 / acts, time.perf_counter()

    async def turn(self) -> None:
        """Waits for the next free moment."""
        self.next = max(self.next + self.gap, time.perf_counter() - 0.05)
        wait = self.next - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)


class TableLoad:
    """All phones, and what they measured."""

    def __init__(self, port: int, pace: Pace) -> None:
        self.port, self.pace = port, pace
        self.took: list[float] = []
        self.acked: list[str] = []
        self.refused = Counter[str]()
        self.waiting: dict[str, float] = {}
        self.cut = 0
        self.phones: list[ClientConnection] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.ended = False

    async def open(self, tables: int, hurry_rules: Random) -> None:
        """Opens tables, seats four phones at each, and begins."""
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}{ROOT}", timeout=120) as client:
            for number in range(tables):
                await self._open(client, number, hurry_rules)

    async def _open(self, client: httpx.AsyncClient, number: int, chance: Random) -> None:
        async def post(path: str, body: Any, token: str = "") -> Any:
            headers = {"idempotency-key": secrets.token_hex(16)}
            if token:
                headers["authorization"] = f"Bearer {token}"
            answer = await client.post(path, json=body, headers=headers)
            answer.raise_for_status()
            return answer.json()

        made = await post("/tables", {"rules": RULES[number % 5], "me": "P0", "pace": "fast"})
        table, tokens = made["table"], [made["host"]["token"]]
        for place in range(1, SEATS):
            body = {"name": f"P{place}", "secret": made["invite"]["secret"]}
            tokens.append((await post(f"/tables/{table}/join", body))["token"])
        for place, token in enumerate(tokens):
            ticket = (
                await client.post(f"/tables/{table}/tickets", headers={"authorization": f"Bearer {token}"})
            ).json()
            ws = await dialled(f"ws://127.0.0.1:{self.port}/ws/tables/{table}")
            await ws.send(json.dumps({"type": "hello", "ticket": ticket["ticket"]}))
            self.phones.append(ws)
            self.tasks.append(asyncio.create_task(self._play(ws, f"{number}-{place}", Random(chance.random()))))
        await post(f"/tables/{table}/start", {}, tokens[0])

    async def _play(self, ws: ClientConnection, name: str, chance: Random) -> None:
        count = 0
        with suppress(ConnectionClosed):
            async for raw in ws:
                text = raw if isinstance(raw, bytes) else raw.encode()
                if text.startswith((ACK, REFUSED)):
                    found = json.loads(text)
                    sent = self.waiting.pop(found.get("id", ""), None)
                    if text.startswith(ACK) and sent is not None:
                        self.took.append(time.perf_counter() - sent)
                        self.acked.append(found["id"])
                    elif not text.startswith(ACK):
                        self.refused[found["code"]] += 1
                elif text.startswith(ASK):
                    found = json.loads(text)
                    if found.get("answered") or self.ended:
                        continue
                    count += 1
                    await self.pace.turn()
                    id = f"{name}-{count}"
                    act = {
                        "type": "act",
                        "id": id,
                        "decision": found["decision"],
                        "action": chosen(found["legal"], chance),
                    }
                    self.waiting[id] = time.perf_counter()
                    await ws.send(json.dumps(act))
                elif text.startswith(b'{"type":"rest"'):
                    await ws.send('{"type":"ready"}')
        if not self.ended:
            self.cut += 1

    async def beat(self) -> None:
        """Every phone gives a sign of life every ten seconds."""
        while True:
            await asyncio.sleep(10)
            for ws in self.phones:
                with suppress(ConnectionClosed):
                    await ws.send('{"type":"ping","t":1}')

    async def close(self) -> None:
        """Waits for the last replies, and hangs up."""
        self.ended = True
        until = time.monotonic() + 10
        while self.waiting and time.monotonic() < until:
            await asyncio.sleep(0.1)
        for ws in self.phones:
            ws.transport.abort()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def chosen(legal: list[str], chance: Random) -> str:
    """A pass most of the time, so that deals are long; else anything."""
    if "pass" in legal and chance.random() < 0.8:
        return "pass"
    return chance.choice([each for each in legal if not each.startswith("win")] or legal)


async def dialled(address: str) -> ClientConnection:
    return await connect(address, compression=None, ping_interval=None, max_size=2**20, max_queue=None, proxy=None)


def told(name: str, took: list[float], seconds: float, more: str = "") -> float:
    """Prints a line of figures; the 99th percentile in milliseconds."""
    took = sorted(took)
    if not took:
        raise SystemExit(f"{name}: no act was answered")
    p50, p99 = took[len(took) // 2] * 1000, took[len(took) * 99 // 100] * 1000
    rate = len(took) / seconds
    print(
        f"{name}: {len(took)} acts, {rate:.0f} a second, p50 {p50:.1f} ms, p99 {p99:.1f} ms, most {took[-1] * 1000:.0f} ms{more}",
        flush=True,
    )
    return p99


def memory(pid: int) -> float:
    """The resident memory of a process in MiB."""
    rows = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(row for row in rows if row.startswith("VmRSS")).split()[1]) / 1024


# --- the bare server


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """An ASGI application that answers every frame, and sends it to everybody of its room."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    room = ROOMS.setdefault(scope["path"], [])
    room.append(send)
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})
        for each in room:
            with suppress(Exception):
                await each({"type": "websocket.send", "text": EVENT})
    room.remove(send)


ROOMS: dict[str, list[Any]] = {}


async def bare(tables: int, seconds: float, acts: int) -> tuple[list[float], float]:
    """The same sockets and the same stream of frames at a server that only echoes."""
    port = free_port()
    app = f"import sys, uvicorn; sys.path.insert(0, {str(Path(__file__).parent)!r}); import tables_load; "
    app += f"uvicorn.run(tables_load.echo, port={port}, ws='websockets-sansio', log_level='error')"
    server = started(["-c", app], port)
    took: list[float] = []
    sent: dict[str, float] = {}
    try:
        phones = [await dialled(f"ws://127.0.0.1:{port}/{number // SEATS}") for number in range(tables * SEATS)]

        async def listen(ws: ClientConnection) -> None:
            with suppress(ConnectionClosed):
                async for text in ws:
                    if (then := sent.pop(str(text), None)) is not None:
                        took.append(time.perf_counter() - then)

        tasks = [asyncio.create_task(listen(ws)) for ws in phones]
        pace, began, count = Pace(acts), time.perf_counter(), 0
        while time.perf_counter() < began + seconds:
            await pace.turn()
            count += 1
            text = f'{{"type":"act","id":"{count}","decision":"d41","action":"pass"}}'
            sent[text] = time.perf_counter()
            await phones[count * 7 % len(phones)].send(text)
        await asyncio.sleep(1)
        long = time.perf_counter() - began
        for ws in phones:
            ws.transport.abort()
        await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(20)
    return took, long


# --- abuse beside it


def abuse(port: int, seconds: float) -> None:
    """Half-open handshakes, a flood of hellos, and readers that never read, from other addresses."""
    os.nice(10)
    asyncio.run(_abuse(port, seconds))


async def _abuse(port: int, seconds: float) -> None:
    until = time.monotonic() + seconds

    async def dial(last: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        try:
            return await asyncio.open_connection("127.0.0.1", port, local_addr=(f"127.0.2.{last}", 0))
        except OSError:
            return None

    async def slow(number: int) -> None:
        while time.monotonic() < until:
            streams = await dial(1 + number % 50)
            if streams is not None:
                with suppress(OSError):
                    for letter in b"GET /ws/tables/t0 HTTP/1.1\r\nhost: x\r\n":
                        if time.monotonic() > until:
                            break
                        streams[1].write(bytes((letter,)))
                        await streams[1].drain()
                        await asyncio.sleep(0.5)
                streams[1].close()
            await asyncio.sleep(0.5)

    async def flood(number: int) -> None:
        while time.monotonic() < until:
            with suppress(OSError, WebSocketException, TimeoutError):
                sock = socket.create_connection(("127.0.0.1", port), 5, (f"127.0.2.{60 + number}", 0))
                sock.setblocking(False)
                async with connect(
                    f"ws://127.0.0.1:{port}/ws/tables/t0", sock=sock, compression=None, ping_interval=None, proxy=None
                ) as ws:
                    for _ in range(10_000):
                        await ws.send('{"type":"ping","t":1}')
            await asyncio.sleep(0.05)

    async def asks(number: int) -> None:
        while time.monotonic() < until:
            streams = await dial(100 + number)
            if streams is not None:
                with suppress(OSError):
                    for _ in range(200):
                        streams[1].write(b"GET /api/v1/tables/t0 HTTP/1.1\r\nhost: x\r\n\r\n" * 50)
                        await streams[1].drain()
                        await asyncio.sleep(0.02)
                streams[1].close()
            await asyncio.sleep(0.1)

    work = [slow(each) for each in range(200)] + [flood(each) for each in range(2)] + [asks(each) for each in range(5)]
    await asyncio.gather(*work, return_exceptions=True)


# --- the run


async def measured(given: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        limits = Path(folder, "limits.toml")
        hurry = given.hurry
        limits.write_text(f"{LIMITS}{TABLE_LIMITS}table_hurry = {hurry}\n")
        port, place = free_port(), given.database or f"{folder}/books.db"
        words = ["-m", "sikwu", "serve", "--no-open", "--port", str(port), "--database", place, "--limits", str(limits)]
        server = started(words, port)
        try:
            ours = TableLoad(port, Pace(given.acts))
            await ours.open(given.tables, Random(7))
            beats = asyncio.create_task(ours.beat())
            await asyncio.sleep(2)
            figures = await _alone(ours, server, given, "tables")
            worst = figures
            if given.books:
                books = Load(port, given.books, int(given.seconds))
                places = await opened(port, given.books)
                running = asyncio.create_task(books.run(places, lambda: spent(server)))
                await _alone(ours, server, given, f"tables beside {given.books} books")
                await running
                books.told("books beside tables")
            if given.abuse:
                other = multiprocessing.get_context("spawn").Process(target=partial(abuse, port, given.seconds + 2))
                other.start()
                await asyncio.sleep(2)
                worst = await _alone(ours, server, given, "tables beside abuse")
                other.join(given.seconds + 30)
                print(f"with abuse the p99 is {worst / figures:.2f} times that without")
            beats.cancel()
            await ours.close()
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)
        lost = len(ours.waiting)
        print(f"{lost} acts without a reply, {ours.cut} sockets cut, refused: {dict(ours.refused)}")
        if given.database is None:
            with closing(sqlite3.connect(place)) as raw:
                stored = {id for (id,) in raw.execute("SELECT client_id FROM acts WHERE reply = ''")}
            print(f"{len(ours.acked)} acknowledged, {len(set(ours.acked) - stored)} of them not in the database")
        took, long = await bare(given.tables, min(given.seconds, 60), given.acts)
        bare99 = told("bare echo", took, long)
        print(f"p99 is {figures / bare99:.2f} times that of the bare echo server")


async def _alone(ours: TableLoad, server: subprocess.Popen[bytes], given: argparse.Namespace, name: str) -> float:
    """One stretch of the run; returns its 99th percentile."""
    ours.took.clear()
    before, began, held = spent(server), time.perf_counter(), [memory(server.pid)]
    while time.perf_counter() < began + given.seconds:
        await asyncio.sleep(min(10.0, given.seconds / 4))
        held.append(memory(server.pid))
    long = time.perf_counter() - began
    cpu = (spent(server) - before) / (long * 10)
    rss = ", ".join(f"{each:.0f}" for each in held[:: max(1, len(held) // 6)])
    return told(name, ours.took, long, f", server {cpu:.0f} % of a core, MiB {rss}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--acts", type=int, default=1_000, help="acts a second, at most")
    parser.add_argument("--hurry", type=int, default=12, help="windows are this many times shorter")
    parser.add_argument("--books", type=int, default=0)
    parser.add_argument("--abuse", action="store_true")
    parser.add_argument("--database", default=None)
    asyncio.run(measured(parser.parse_args()))
