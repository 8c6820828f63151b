"""Idempotent requests: the reply is stored together with the effect, and sent again for the same key."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any, NamedTuple

import msgspec

from sikwu.book.book import now
from sikwu.book.database import DuplicateRow
from sikwu.book.store import Statement
from sikwu.server.channels.storing import CurrentStore
from sikwu.server.channels.tokens import Tokens
from sikwu.server.http.limits import digest
from sikwu.server.http.refusals import Refusal

REMEMBER = (
    "INSERT INTO requests (scope, key, body_hash, status, reply, at) "
    "VALUES (:scope, :key, :body_hash, :status, :reply, :at)"
)
REMEMBERED = "SELECT body_hash, status, reply FROM requests WHERE scope = :scope AND key = :key"
PAUSE = 0.01
"""Seconds between two checks whether a key is free."""
TOKEN = "\0t{}"
"""The placeholder of a token in a stored reply; no typed text can contain it."""
Remember = Callable[[int, bytes], Statement]
"""Makes the statement that stores a reply, by its status and body, under the key of its request."""


InThread = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Runs something in a thread."""


class Reply(NamedTuple):
    """The reply to a writing request."""

    status: int
    body: bytes
    replay: bool = False


KeyedWork = Callable[[Remember], Awaitable[Reply]]


class Once:
    """Requests by their keys, running and answered; may be used from any thread."""

    def __init__(self, storing: CurrentStore, tokens: Tokens) -> None:
        self.storing, self.tokens = storing, tokens
        self.flying: set[tuple[str, str]] = set()
        """The requests being executed, by scope and the hash of the key."""
        self._lock = Lock()

    @contextmanager
    def alone(self, scope: str, key: str) -> Iterator[None]:
        """Allows only one request per key at a time."""
        _check_key(key)
        name = (scope, digest(key))
        with self._lock:
            if name in self.flying:
                raise Refusal.of("key.in_flight")
            self.flying.add(name)
        try:
            yield
        finally:
            with self._lock:
                self.flying.discard(name)

    async def free(self, scope: str, key: str, seconds: float) -> None:
        """Waits until no request with this key is running, at most this many seconds: a phone with a broken
        connection retries at once. Runs on the event loop.
        """
        name, clock = (scope, digest(key)), asyncio.get_running_loop().time
        until = clock() + seconds
        while name in self.flying and clock() < until:
            await asyncio.sleep(PAUSE)

    def once(self, scope: str, key: str, body: bytes, work: Callable[[Remember], Reply]) -> Reply:
        """Executes a writing request, or returns its stored reply; `work` writes its reply in its own transaction."""
        with self.alone(scope, key), self.storing.told():
            reply = self.remembered(scope, key, body)
            if reply is None:
                try:
                    reply = work(lambda status, told: self.remember(scope, key, body, status, told))
                except DuplicateRow:  # another process was faster under the same key
                    reply = self.remembered(scope, key, body)
                    if reply is None:
                        raise Refusal.of("key.in_flight") from None
        return reply._replace(body=self.filled(scope, key, reply.body))

    async def once_on_loop(
        self, scope: str, key: str, body: bytes, patience: float, run: InThread, work: KeyedWork
    ) -> Reply:
        """The same for work on the event loop."""
        await self.free(scope, key, patience)
        with self.alone(scope, key):

            def look() -> Reply | None:
                with self.storing.told():
                    return self.remembered(scope, key, body)

            reply: Reply | None = await run(look)
            if reply is None:
                reply = await work(lambda status, told: self.remember(scope, key, body, status, told))
        return reply._replace(body=self.filled(scope, key, reply.body))

    def remember(self, scope: str, key: str, body: bytes, status: int, reply: bytes) -> Statement:
        """The statement that stores a reply."""
        row = {"scope": scope, "key": digest(key), "body_hash": hashlib.sha256(body).hexdigest()}
        return REMEMBER, {**row, "status": status, "reply": reply.decode(), "at": now()}

    def remembered(self, scope: str, key: str, body: bytes) -> Reply | None:
        """The stored reply for a key; raises an error if the body differs."""
        found = self.storing.store.rows(REMEMBERED, scope=scope, key=digest(key))
        if not found:
            return None
        body_hash, status, reply = found[0]
        if body_hash != hashlib.sha256(body).hexdigest():
            raise Refusal.of("key.other_body")
        return Reply(status, reply.encode(), True)

    def filled(self, scope: str, key: str, body: bytes) -> bytes:
        """A reply with its tokens filled in: they are derived from the key and stored nowhere."""
        for number in range(3):
            mark = msgspec.json.encode(TOKEN.format(number))
            if mark in body:
                body = body.replace(mark, msgspec.json.encode(self.tokens.minted(scope, key, number)))
        return body


def _check_key(key: str) -> None:
    if not (16 <= len(key) <= 64 and key.isascii() and all(each.isalnum() or each in "_.-" for each in key)):
        raise Refusal.of("key.missing")
