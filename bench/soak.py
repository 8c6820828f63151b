"""Keeps a server under a steady load for a long time and checks that memory, files and threads do not grow.

    python bench/soak.py [--minutes 120] [--books 12] [--leak]

Books are opened, filled by bots on four phones each (with an undo and an edit now and then, and phones that
reconnect), closed and erased; new ones follow. Every ten seconds the memory, files and threads of the server are
measured. The report says how fast memory grew after the first quarter, whether files and threads stayed constant, how
many error lines the server wrote, and what `sikwu check-store` finds. `--leak` plants a memory leak, which must be
found.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import ClientConnection, connect

from books_load import LIMITS, PHONES, PLAYERS, free_port, started

HANDS = 24
"""Hands of a book before it is closed."""
EVERY = 10.0
MIB_AN_HOUR = 1.0
"""The allowed growth of memory."""
LEAKING = """
import asyncio, sys
from sikwu.server.channels.hub import Hub
real, kept = Hub._send, []
def _send(self, book, frames):
    real(self, book, frames)
    kept.append((bytearray(4096), asyncio.get_running_loop().create_task(asyncio.sleep(1e6))))
Hub._send = _send
from sikwu.cli import main
main()
"""


class Sample(NamedTuple):
    """The server at one moment."""

    at: float
    kib: int
    files: int
    threads: int


def sample(pid: int, began: float) -> Sample:
    told = Path(f"/proc/{pid}/status").read_text()
    fields = dict(line.split(":", 1) for line in told.splitlines())
    kib, threads = int(fields["VmRSS"].split()[0]), int(fields["Threads"])
    return Sample(time.monotonic() - began, kib, len(os.listdir(f"/proc/{pid}/fd")), threads)


def slope(samples: list[Sample]) -> float:
    """The growth of memory in MiB an hour: a least squares line through all samples."""
    n = len(samples)
    x, y = sum(each.at for each in samples) / n, sum(each.kib for each in samples) / n
    above = sum((each.at - x) * (each.kib - y) for each in samples)
    return above / sum((each.at - x) ** 2 for each in samples) / 1024 * 3600


class Soak:
    """All books of one server."""

    def __init__(self, port: int, until: float) -> None:
        self.port, self.until = port, until
        self.hands = self.tables = self.refused = 0

    async def table(self, seat: int) -> None:
        """One book after another, until the time is over."""
        chance, number = Random(seat), 0
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}/api/v1", timeout=60) as client:
            while time.monotonic() < self.until:
                number += 1
                await self._evening(client, chance, f"{seat}-{number}")
                self.tables += 1

    async def _evening(self, client: httpx.AsyncClient, chance: Random, name: str) -> None:
        rules = chance.choice(("hk-taiwanese", "club16", "hk-standard"))
        body = {"name": name, "players": PLAYERS, "rules": rules}
        made = (
            await client.post("/books", json=body, headers={"idempotency-key": f"soak-{name:>12}".replace(" ", "0")})
        ).json()
        bearer = {"authorization": f"Bearer {made['keeper']['token']}"}
        phones = [await self._phone(client, made["book"], bearer) for _ in range(PHONES)]
        for hand in range(1, HANDS + 1):
            if time.monotonic() > self.until:
                break
            winner, payer = chance.sample(PLAYERS, 2)
            event: dict[str, Any] = {
                "type": "hand",
                "result": "discard",
                "wins": {winner: chance.randint(5, 9)},
                "from": payer,
            }
            if chance.random() < 0.2:
                event = {"type": "hand", "result": "draw"}
            seq = await self._written(phones[hand % PHONES], event, f"soak-{name}-{hand:09d}")
            if chance.random() < 0.1:
                await self._written(phones[0], {"type": "undo", "target": seq}, f"undo-{name}-{hand:09d}")
            elif chance.random() < 0.1 and event["result"] == "discard":
                edit = {"type": "edit", "target": seq, "event": {**event, "wins": {winner: 6}}}
                await self._written(phones[1], edit, f"edit-{name}-{hand:09d}")
            if chance.random() < 0.1:
                await phones[3].close()
                phones[3] = await self._phone(client, made["book"], bearer)
            self.hands += 1
            await asyncio.sleep(0.05)
        for each in phones:
            await each.close()
        host = {"authorization": f"Bearer {made['host']['token']}"}
        gone = await client.request("DELETE", f"/books/{made['book']}", json={"name": name}, headers=host)
        assert gone.status_code == 200, gone.text

    async def _phone(self, client: httpx.AsyncClient, book: str, bearer: dict[str, str]) -> ClientConnection:
        ws = await connect(f"ws://127.0.0.1:{self.port}/ws/books/{book}", compression=None, max_size=2**20, proxy=None)
        asked = await client.post(f"/books/{book}/tickets", json={}, headers=bearer)
        await ws.send(json.dumps({"type": "hello", "ticket": asked.json()["ticket"]}))
        return ws

    async def _written(self, phone: ClientConnection, event: dict[str, Any], key: str) -> int:
        await phone.send(json.dumps({"type": "write", "key": key.ljust(16, "0"), "event": event}))
        async for text in phone:
            told = json.loads(text)
            if told["type"] == "ack":
                return int(told["v"])
            if told["type"] == "refused":
                self.refused += 1
                raise SystemExit(f"refused: {told['error']}")
        raise SystemExit("a phone was sent away")


async def soaked(minutes: float, books: int, leak: bool) -> int:
    with tempfile.TemporaryDirectory() as folder:
        limits, errors, place = Path(folder, "limits.toml"), Path(folder, "errors"), f"{folder}/books.db"
        limits.write_text(LIMITS)
        port = free_port()
        words = ["-c", LEAKING] if leak else ["-m", "sikwu"]
        words += ["serve", "--no-open", "--port", str(port), "--database", place, "--limits", str(limits)]
        with errors.open("w") as lines:
            server = started(words, port, lines)
        began = time.monotonic()
        soak, samples = Soak(port, began + minutes * 60), [sample(server.pid, began)]
        tables = asyncio.gather(*(soak.table(seat) for seat in range(books)))
        try:
            while not tables.done():
                await asyncio.wait([tables], timeout=EVERY)
                samples.append(sample(server.pid, began))
                last = samples[-1]
                print(
                    f"{last.at:7.0f} s  {soak.tables} tables  {soak.hands} hands  {last.kib / 1024:.1f} MiB  "
                    f"{last.files} files  {last.threads} threads",
                    flush=True,
                )
            await tables
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(15)
        audit = subprocess.run(
            [sys.executable, "-m", "sikwu", "check-store", "--database", place], capture_output=True, text=True
        )
        return judged(soak, samples[len(samples) // 4 : -1], len(errors.read_text().splitlines()), audit.returncode)


def judged(soak: Soak, samples: list[Sample], errors: int, audit: int) -> int:
    """Prints the result; 0: nothing grew."""
    if len(samples) < 12:
        raise SystemExit("too short a time to tell: at least three minutes")
    half = len(samples) // 2
    grew = slope(samples)
    files = max(each.files for each in samples[half:]) - max(each.files for each in samples[:half])
    threads = max(each.threads for each in samples[half:]) - max(each.threads for each in samples[:half])
    print(f"{soak.tables} tables, {soak.hands} hands, {soak.refused} refused, {samples[-1].at / 60:.1f} minutes")
    print(
        f"memory {samples[0].kib / 1024:.1f} to {samples[-1].kib / 1024:.1f} MiB, {grew:+.2f} MiB an hour (most {MIB_AN_HOUR})"
    )
    print(f"files {files:+d}, threads {threads:+d}, {errors} lines of errors, check-store {audit}")
    good = grew < MIB_AN_HOUR and files <= PHONES and threads <= 2 and not errors and not audit
    print("it stays as it was" if good else "IT DOES NOT STAY AS IT WAS")
    return 0 if good else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=120)
    parser.add_argument("--books", type=int, default=12)
    parser.add_argument("--leak", action="store_true")
    given = parser.parse_args()
    raise SystemExit(asyncio.run(soaked(given.minutes, given.books, given.leak)))
