"""Around every request: who asks how often, headers, its number; every failure becomes a refusal that says what happened."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from functools import lru_cache
from secrets import token_hex
from typing import Any, Protocol

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from sikwu.server.http.closing import REASONS, TOO_OFTEN
from sikwu.server.http.connections import Connections
from sikwu.server.http.door import DOOR, NUMBER, Door
from sikwu.server.http.files import HEADERS, SECURE
from sikwu.server.http.limits import Credits, Limits, digest
from sikwu.server.http.operation import JSON
from sikwu.server.http.refusals import Refusal, refusal_shape, refused, status_of, where
from sikwu.server.http.requests import Receive, Scope, Send, address_of, header_of, token_of
from sikwu.server.http.turns import HungUp
from sikwu.server.http.workers import Dropped
from sikwu.texts import SikwuError, problem

log = logging.getLogger("sikwu.server")
COUNTED = "sikwu.counted"
"""Where a request says by whose credits it was counted."""
GONE = 499
"""The status of an answer that nobody reads."""
EVERY = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
"""The methods that something may have."""


class Guarded(Protocol):
    """What is guarded."""

    limits: Limits
    connections: Connections
    origins: frozenset[str]

    def grown(self, hash: str) -> float | None:
        """When the thing of a token is a day old, by the clock that only goes forward; None: the token was not seen yet."""

    def methods_of(self, path: str) -> tuple[str, ...]:
        """The methods that a path takes."""

    def forget(self) -> None:
        """Addresses that are no longer counted go."""

    async def show(self, request: Request) -> Response:
        """A file of the app."""


class Guard:
    """Counts who asks, adds the headers, and turns every failure into a refusal that says what happened."""

    def __init__(self, app: Any, server: Guarded) -> None:
        self.app, self.server, limits = app, server, server.limits
        self.credits = Credits(limits)
        self.young = Credits(limits, rate=limits.young_rate, burst=limits.young_burst)
        self.everything = Credits(limits, rate=limits.address_rate, burst=limits.address_burst)
        self.handshakes = Credits(limits, rate=limits.handshake_rate, burst=limits.handshake_burst)
        self._show = guarded(server.show)

    def forget(self) -> None:
        """Addresses that are no longer counted go, though nobody asks."""
        for each in (self.credits, self.young, self.everything, self.handshakes):
            each.forget()
        self.server.forget()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or one socket."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        number = scope[NUMBER] = f"r-{token_hex(4)}"
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
            return
        extra = self._headers(scope)

        async def sending(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *extra, (b"x-request-id", number.encode())]
            await send(message)

        wait = self._wait(scope)
        if wait:
            await self._too_often(scope, wait, number)(scope, receive, sending)
            return
        try:
            self._check(scope)
        except Refusal as error:
            await refusal(error, number)(scope, receive, sending)
            return
        if scope["method"] == "OPTIONS" and self._is_foreign(scope):
            await Response(status_code=204)(scope, receive, sending)
            return
        if scope["path"].startswith(("/api/", "/ws/")):
            await self.app(scope, receive, sending)
        else:  # no route of any operation need be tried
            await (await self._show(Request(scope, receive)))(scope, receive, sending)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A handshake; too many of them are told so, and no application is asked."""
        if not self.handshakes.wait(address_of(scope)):
            await self.app(scope, receive, send)
            return
        self.server.connections.counts[REASONS[TOO_OFTEN]] += 1
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": TOO_OFTEN, "reason": REASONS[TOO_OFTEN]})

    def _wait(self, scope: Scope) -> int:
        """Counts a request: 0, or the milliseconds until there may be one."""
        address = address_of(scope)
        wait = self.everything.wait(address)
        if wait or not scope["path"].startswith("/api"):
            return wait
        credits, who = scope[COUNTED] = self._counted(scope, address)
        return credits.wait(who)

    def _counted(self, scope: Scope, address: str) -> tuple[Credits, str]:
        """Whose credits count. A token of a book that is older than a day has its own: a club, or a mobile network, is one
        address for many. Those of younger books share those of their address: anybody makes as many as he likes."""
        token = token_of(header_of(scope, b"authorization").decode("latin-1"))
        if token:
            hash = digest(token)
            grown = self.server.grown(hash)
            if grown is not None:
                return (self.credits, hash) if time.monotonic() >= grown else (self.young, address)
        return self.credits, address

    def _too_often(self, scope: Scope, wait: int, number: str) -> Response:
        """The refusal of one who asks too often; for a while he is not heard on this connection."""
        self.server.connections.counts["limit.rate"] += 1
        door = scope.get(DOOR)
        if isinstance(door, Door):
            door.hold(self.server.limits.refusal_hold)
        wait = -(-wait // STEP) * STEP if wait > STEP else wait
        headers = {"cache-control": "no-store", "retry-after": str(max(1, -(-wait // 1000)))}
        return Response(_rate_refusal(wait).replace(b"r-00000000", number.encode()), 429, headers, JSON)

    def _check(self, scope: Scope) -> None:
        """What no route would refuse in our words: methods that nothing has, and a path that is none."""
        method, path = scope["method"], scope["path"]
        if not path.startswith("/"):
            raise refused("path.unknown", path=path[:100])
        if method not in EVERY:
            raise not_by(method, path, self.server.methods_of(path) or ("GET", "HEAD"))

    def _headers(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        extra = list(HEADERS)
        if scope["scheme"] == "https":
            extra.extend(SECURE)
        if self._is_foreign(scope):
            extra = [each for each in extra if each[0] != b"cross-origin-resource-policy"]
            extra += [
                (b"access-control-allow-origin", header_of(scope, b"origin")),
                (b"access-control-allow-methods", b"GET, POST, DELETE"),
                (b"access-control-allow-headers", b"authorization, content-type, idempotency-key, if-match"),
                (b"vary", b"origin"),
            ]
        return extra

    def _is_foreign(self, scope: Scope) -> bool:
        """Does another site ask that may?"""
        return bool(self.server.origins) and header_of(scope, b"origin").decode("latin-1") in self.server.origins


STEP = 50
"""Milliseconds to which a longer wait is rounded up: of the few different ones each is put into words once."""


@lru_cache(512)
def _rate_refusal(wait: int) -> bytes:
    return msgspec.json.encode(refusal_shape(refused("limit.rate", wait, ms=wait), "r-00000000"))


def refusal(error: SikwuError, number: str) -> Response:
    """The answer of a refusal."""
    headers = {"cache-control": "no-store", **getattr(error, "headers", {})}
    if (wait := getattr(error, "wait", None)) is not None:
        headers["retry-after"] = str(max(1, -(-wait // 1000)))
    body = msgspec.json.encode(refusal_shape(error, number))
    return Response(body, status_of(error), media_type=JSON, headers=headers)


def not_by(method: str, path: str, allowed: Iterable[str]) -> Refusal:
    """The refusal of a method."""
    names = tuple(allowed)
    told = problem("request.method", method=method[:20], path=path[:100], allowed=names)
    return Refusal(told, headers={"allow": ", ".join(names)})


def guarded(asked: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Every failure becomes a refusal that says what happened."""

    async def answered(request: Request) -> Response:
        number = request.scope.get(NUMBER, "")
        try:
            return await asked(request)
        except SikwuError as error:
            return refusal(error, number)
        except (Dropped, HungUp):
            return Response(status_code=GONE)
        except Exception as error:
            # What was asked is nobody's business: only where it went wrong is noted.
            log.error("%s A request could not be answered: %s.", number, where(error))
            return refusal(refused("server.failed", request=number), number)

    return answered
