"""Kills the server or cuts its power at any moment: acknowledged entries are there once and are acknowledged again."""

from __future__ import annotations

import json
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx

from hostile.attack import Attack
from hostile.power_cuts import cut
from patience import PATIENCE
from server_process import free_port, started, wide_limits
from sikwu.book import Store

WRITER = """
import asyncio, json, os, sys
from sikwu import ruleset
from sikwu.book import Store, store as module
from sikwu.book.database import SqliteFile
from sikwu.server.books.room import Books
from sikwu.server.books.writing import WriteRequest
from sikwu.server.http.limits import Limits
from sikwu.wire.booked import NewBookRequest
module.BACK, module.LONG = 20, 40
if sys.argv[3] == "normal":                    # planted: not every commit is synced
    real = SqliteFile.connect
    def connect(self, writes=True):
        raw = real(self, writes)
        raw.execute("PRAGMA synchronous=NORMAL")
        return raw
    SqliteFile.connect = connect
acks = os.open(os.path.join(os.path.dirname(sys.argv[1]), "acks"), os.O_CREAT | os.O_WRONLY | os.O_APPEND)
books = Books(Store(sys.argv[1]), Limits())
asked = NewBookRequest("cut", ("A", "B", "C", "D"))
made = json.loads(books.making.create(asked, ruleset("hk-taiwanese"), "k" * 16, b"", "").body)
os.write(acks, b"1\\n")
async def write():
    for number in range(int(sys.argv[2])):
        event = {"type": "hand", "result": "discard", "wins": {"B": 3 + number % 7}, "from": "A"}
        wanted = WriteRequest(event, f"key-{number:012d}", number + 1)
        reply = await books.library.write(made["keeper"]["token"], made["book"], wanted)
        os.write(acks, b"%d\\n" % json.loads(reply.body)["entry"]["seq"])
asyncio.run(write())
"""

SERVER = """
import sys
from sikwu.book.store import Store
if sys.argv[1] == "early":                     # planted: acknowledged before it is on the disk
    import threading
    real = Store.commit_changes
    def commit_changes(self, group):
        threading.Timer(0.2, real, (self, group)).start()
        return [True] * len(group)
    Store.commit_changes = commit_changes
from pathlib import Path
from sikwu.server.running import ServerSettings, serve
serve(ServerSettings(sys.argv[2], port=int(sys.argv[3]), limits=Path(sys.argv[4]), open=False), lambda line: None)
"""
WRITERS = 3


def event(number: int) -> dict[str, Any]:
    """A plain hand."""
    return {"type": "hand", "result": "discard", "wins": {"B": 3 + number % 7}, "from": "A"}


class Served:
    """A server process, and its writers."""

    def __init__(self, folder: Path, how: str) -> None:
        self.folder, self.how, self.file = folder, how, folder / "books.db"
        self.limits, self.port = wide_limits(folder), free_port()
        self.acked: dict[str, dict[str, bytes]] = {}
        self.books: list[tuple[str, str]] = []

    def start(self) -> subprocess.Popen[bytes]:
        return started(["-c", SERVER, self.how, str(self.file), str(self.port), str(self.limits)], self.port)

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=f"http://127.0.0.1:{self.port}/api/v1", timeout=PATIENCE)

    def open(self) -> None:
        with self.client() as client:
            for number in range(WRITERS):
                body = {"name": f"b{number}", "players": ["A", "B", "C", "D"], "rules": "hk-taiwanese"}
                made = client.post("/books", json=body, headers={"idempotency-key": f"book-{number:012d}"}).json()
                self.books.append((made["book"], made["keeper"]["token"]))
                self.acked[made["book"]] = {}

    def post(self, client: httpx.Client, book: str, token: str, key: str, number: int) -> httpx.Response:
        body: dict[str, Any] = {"event": event(number)}
        headers = {"authorization": f"Bearer {token}", "idempotency-key": key}
        return client.post(f"/books/{book}/entries", json=body, headers=headers)

    def write(self, book: str, token: str, turn: int) -> None:
        """Writes until nobody answers; records what was acknowledged."""
        with self.client() as client:
            for number in range(10_000):
                key = f"kill-{turn:04d}-{number:06d}"
                try:
                    answer = self.post(client, book, token, key, number)
                except httpx.HTTPError:
                    return
                if answer.status_code == 201:
                    self.acked[book][key] = answer.content

    def check(self) -> int:
        """Every acknowledged entry is in the log, once."""
        count = 0
        with Store(self.file) as store:
            for book, replies in self.acked.items():
                entries = {entry.key: entry for entry in store.open(book, whole=True).entries}
                for key, reply in replies.items():
                    told = json.loads(reply)["entry"]
                    assert key in entries, f"{key} was acknowledged as entry {told['seq']} and is not there"
                    assert entries[key].hash == told["hash"], f"{key} is another entry"
                    count += 1
        return count

    def replay(self) -> None:
        """The last acknowledged request gets the identical answer again."""
        with self.client() as client:
            for book, token in self.books:
                for key, reply in list(self.acked[book].items())[-2:]:
                    again = self.post(client, book, token, key, int(key.rpartition("-")[2]))
                    assert again.content == reply, f"{key} is answered in another way"
                    assert again.headers.get("idempotent-replay") == "true"


def killed(seed: int, size: int, how: str) -> str:
    """Kills the server `size` times while two phones write into each of three books."""
    chance, count = Random(seed), 0
    with tempfile.TemporaryDirectory(prefix="sikwu-kill-") as folder:
        served = Served(Path(folder), how)
        for turn in range(size):
            process = served.start()
            try:
                if not served.books:
                    served.open()
                else:
                    served.replay()
                writers = [
                    threading.Thread(target=served.write, args=(*each, 2 * turn + half))
                    for each in served.books
                    for half in range(2)
                ]
                for each in writers:
                    each.start()
                time.sleep(0.3 + chance.random())
            finally:
                process.send_signal(signal.SIGKILL)
                process.wait(PATIENCE)
            for each in writers:
                each.join(PATIENCE)
            count = served.check()
    assert count > size, "hardly anything was written"
    return f"{size} kills under {2 * WRITERS} writers, {count:,} entries acknowledged: none lost, none twice"


def run_killed(seed: int, size: int) -> str:
    """With the server as it is."""
    return killed(seed, size, "right")


def planted_killed(seed: int) -> str:
    """Acknowledged before the commit."""
    try:
        killed(seed, 4, "early")
    except AssertionError as lost:
        return f"acknowledged before the commit ({lost})"
    raise AssertionError("nothing was lost")


def run_cut(seed: int, size: int) -> str:
    """Entry and reply in one transaction, under power cuts."""
    return cut(seed, size, "full", WRITER)


def planted_cut(seed: int) -> str:
    """synchronous=NORMAL must lose entries."""
    try:
        cut(seed, 60, "normal", WRITER)
    except AssertionError as lost:
        return f"synchronous=NORMAL ({lost})"
    raise AssertionError("synchronous=NORMAL lost nothing")


ATTACKS = (
    Attack("the server killed", "G1", 200, 3, run_killed, planted_killed),
    Attack("the server's power cut", "G2", 1_000, 20, run_cut, planted_cut),
)
