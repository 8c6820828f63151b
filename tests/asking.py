"""The server application for tests, called without a network."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from patience import PATIENCE, until
from sikwu.server.hands.shelf import Rulesets
from sikwu.server.http.files import AppFiles
from sikwu.server.http.guard import Guard
from sikwu.server.http.limits import Limits
from sikwu.server.running import SENDING, ServerSettings, config
from sikwu.server.web import Server, application

OPEN = Limits(
    **dict.fromkeys(
        (
            *(
                "rate",
                "burst",
                "write_rate",
                "write_burst",
                "young_rate",
                "young_burst",
                "address_rate",
                "address_burst",
            ),
            *("connect_rate", "connect_burst", "connections_address", "handshake_rate", "handshake_burst"),
            *("sockets_token", "books_a_day", "tries"),
        ),
        1_000_000,
    )
)
"""Limits that no test reaches by accident."""
ROOT = "/api/v1"
SITE = "http://table.test"


def served(
    limits: Limits = OPEN,
    shelf: Rulesets | None = None,
    origins: Iterable[str] = (),
    folder: Path | None = None,
) -> Guard:
    """A server as made by the command."""
    return application(Server(limits, shelf, origins, AppFiles(folder)))


LOOP = asyncio.new_event_loop()
"""A server has one event loop, which owns its memory: this loop serves all tests without a network."""
threading.Thread(target=LOOP.run_forever, name="asked", daemon=True).start()


class Asker:
    """A synchronous client of one server."""

    def __init__(self, app: Guard) -> None:
        self.app = app

    def __call__(self, method: str, path: str, **more: Any) -> httpx.Response:
        async def one() -> httpx.Response:
            async with httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url=SITE) as client:
                return await client.request(method, path, **more)

        return asyncio.run_coroutine_threadsafe(one(), LOOP).result()

    def stop(self) -> None:
        """Ends the tables that it has awake, as the end of a process would in order."""
        asyncio.run_coroutine_threadsafe(self.app.server.tables.hall.stop(), LOOP).result()

    def post(self, path: str, body: Any, **more: Any) -> httpx.Response:
        """Posts JSON to a path of the API."""
        return self("POST", ROOT + path, json=body, **more)

    def get(self, path: str, **more: Any) -> httpx.Response:
        """Gets a path of the API."""
        return self("GET", ROOT + path, **more)

    def delete(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        """Deletes a path of the API."""
        return self("DELETE", ROOT + path, **({} if body is None else {"json": body}), **more)


KEYS = count(1)


def key() -> str:
    """A new key."""
    return f"key-of-the-tests-{next(KEYS):06d}"


def bearer(token: str, **more: str) -> dict[str, str]:
    """The authorization header of a token."""
    return {"authorization": f"Bearer {token}", **more}


class Table:
    """A book made over HTTP, with the tokens of all people."""

    PLAYERS = ("阿明", "Karen", "Wing", "阿芳")

    def __init__(self, ask: Any, rules: Any = "hk-taiwanese", **more: Any) -> None:
        self.ask = ask
        body = {"name": "星期五", "players": self.PLAYERS, "rules": rules, "me": "Wing", **more}
        answer = ask.post("/books", body, headers={"idempotency-key": key()})
        assert answer.status_code == 201, answer.text
        self.opened = answer.json()
        self.book = self.opened["book"]
        self.tokens = {kind: self.opened[kind]["token"] for kind in ("host", "keeper")}
        self.tokens["invite"] = self.opened["invite"]["secret"]

    def give(self, kind: str, name: str = "") -> str:
        """Makes a further token."""
        answer = self.post("tokens", {"kind": kind, "name": name}, "host")
        assert answer.status_code == 201, answer.text
        return str(answer.json()["token"])

    def get(self, path: str = "", who: str = "keeper", **more: str) -> httpx.Response:
        """Gets a path of the book."""
        return self.ask.get(self._path(path), headers=bearer(self.tokens.get(who, who), **more))

    def post(self, path: str, body: Any, who: str = "keeper", **more: str) -> httpx.Response:
        """Posts to a path of the book, with a new key unless one is given."""
        headers = {"idempotency-key": key()} | {name.replace("_", "-"): each for name, each in more.items()}
        return self.ask.post(self._path(path), body, headers=bearer(self.tokens.get(who, who), **headers))

    def write(
        self, event: dict[str, Any], who: str = "keeper", for_hand: int | None = None, **more: str
    ) -> httpx.Response:
        """Writes an entry."""
        return self.post("entries", {"event": event, "for_hand": for_hand}, who, **more)

    def _path(self, path: str) -> str:
        return f"/books/{self.book}/{path}".rstrip("/").replace("/?", "?")


def won(winner: str, fan: int, source: str | None = None, **more: Any) -> dict[str, Any]:
    """The event of a won hand."""
    if source is None:
        return {"type": "hand", "result": "self_draw", "wins": {winner: fan}, **more}
    return {"type": "hand", "result": "discard", "wins": {winner: fan}, "from": source, **more}


class Live:
    """A listening server in a thread, for tests over the network."""

    def __init__(self, store: Any, limits: Limits = OPEN) -> None:
        self.guard = served(limits, Rulesets(store))
        self.file = str(store.where)
        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENDING)
        listening.bind(("127.0.0.1", 0))
        self.port = listening.getsockname()[1]
        self.server = uvicorn.Server(config(ServerSettings(""), self.guard))
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [listening]}, daemon=True)
        self.thread.start()
        until(lambda: self.server.started)
        self.url = f"http://127.0.0.1:{self.port}"
        self.client = httpx.Client(base_url=self.url, timeout=PATIENCE)

    def __call__(self, method: str, path: str, **more: Any) -> httpx.Response:
        return self.client.request(method, path, **more)

    post, get, delete = Asker.post, Asker.get, Asker.delete

    def stop(self) -> None:
        """Stops it."""
        self.client.close()
        self.server.should_exit = True
        self.thread.join(PATIENCE)
