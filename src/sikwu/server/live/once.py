"""Once and not twice: what came of a request is kept with its effect, and told again to whoever sends the same key."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import NamedTuple

import msgspec

from sikwu.book.book import now
from sikwu.book.database import Refused
from sikwu.book.store import Statement
from sikwu.server.http.limits import digest
from sikwu.server.http.refusals import refused
from sikwu.server.live.storing import Storing
from sikwu.server.live.tokens import Tokens

REMEMBER = (
    "INSERT INTO requests (scope, key, body_hash, status, reply, at) "
    "VALUES (:scope, :key, :body_hash, :status, :reply, :at)"
)
REMEMBERED = "SELECT body_hash, status, reply FROM requests WHERE scope = :scope AND key = :key"
PAUSE = 0.01
"""Seconds between two looks at whether a key is free."""
TOKEN = "\0t{}"
"""Where in a reply that is kept a token stands: no text that people write can hold it."""
Remember = Callable[[int, bytes], Statement]
"""The statement that keeps a reply, by its status and body, under the key of its request."""


class Reply(NamedTuple):
    """What is answered to something that writes."""

    status: int
    body: bytes
    replay: bool = False


class Once:
    """Requests by their keys, those that are being worked on and those that were answered; from any thread."""

    def __init__(self, storing: Storing, tokens: Tokens) -> None:
        self.storing, self.tokens = storing, tokens
        self.flying: set[tuple[str, str]] = set()
        """What is being written, by scope and the hash of its key."""
        self._lock = Lock()

    @contextmanager
    def alone(self, scope: str, key: str) -> Iterator[None]:
        """While something is written under a key, nothing else is."""
        _check_key(key)
        name = (scope, digest(key))
        with self._lock:
            if name in self.flying:
                raise refused("key.in_flight")
            self.flying.add(name)
        try:
            yield
        finally:
            with self._lock:
                self.flying.discard(name)

    async def free(self, scope: str, key: str, seconds: float) -> None:
        """Waits until nothing is being written under a key, at most so many seconds: a phone whose connection broke asks again
        at once. On the loop."""
        name, clock = (scope, digest(key)), asyncio.get_running_loop().time
        until = clock() + seconds
        while name in self.flying and clock() < until:
            await asyncio.sleep(PAUSE)

    def once(self, scope: str, key: str, body: bytes, work: Callable[[Remember], Reply]) -> Reply:
        """Does something that writes, or tells again what came of it; `work` puts its reply into its own transaction."""
        with self.alone(scope, key), self.storing.told():
            reply = self.remembered(scope, key, body)
            if reply is None:
                try:
                    reply = work(lambda status, told: self.remember(scope, key, body, status, told))
                except Refused:  # another process was faster under the same key
                    reply = self.remembered(scope, key, body)
                    if reply is None:
                        raise refused("key.in_flight") from None
        return reply._replace(body=self._filled(scope, key, reply.body))

    def remember(self, scope: str, key: str, body: bytes, status: int, reply: bytes) -> Statement:
        """The statement that keeps a reply."""
        row = {"scope": scope, "key": digest(key), "body_hash": hashlib.sha256(body).hexdigest()}
        return REMEMBER, {**row, "status": status, "reply": reply.decode(), "at": now()}

    def remembered(self, scope: str, key: str, body: bytes) -> Reply | None:
        """The reply that was given under a key; with another body the key is refused."""
        found = self.storing.store.rows(REMEMBERED, scope=scope, key=digest(key))
        if not found:
            return None
        body_hash, status, reply = found[0]
        if body_hash != hashlib.sha256(body).hexdigest():
            raise refused("key.other_body")
        return Reply(status, reply.encode(), True)

    def _filled(self, scope: str, key: str, body: bytes) -> bytes:
        """A reply with its tokens: they follow from the key, and are kept nowhere."""
        for number in range(3):
            mark = msgspec.json.encode(TOKEN.format(number))
            if mark in body:
                body = body.replace(mark, msgspec.json.encode(self.tokens.minted(scope, key, number)))
        return body


def _check_key(key: str) -> None:
    if not (16 <= len(key) <= 64 and key.isascii() and all(each.isalnum() or each in "_.-" for each in key)):
        raise refused("key.missing")
