"""Around every request: rate limits, headers, its number. Every failure becomes an error answer that says what happened."""

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
from sikwu.server.http.door import DOOR, NUMBER, HttpDoor
from sikwu.server.http.files import HEADERS, SECURE
from sikwu.server.http.limits import Credits, Limits, digest
from sikwu.server.http.operation import JSON
from sikwu.server.http.refusals import Refusal, refusal_shape, status_of, where
from sikwu.server.http.requests import Receive, Scope, Send, address_of, header_of, token_of
from sikwu.server.http.turns import HangUp
from sikwu.server.http.workers import AbandonedWork
from sikwu.texts import SikwuError

log = logging.getLogger("sikwu.server")
COUNTED = "sikwu.counted"
"""The key under which a request stores whose credits it used."""
REFUSED = "sikwu.refused"
"""The key under which a refused request stores the code, to be counted."""
GONE = 499
"""The status of an answer that nobody reads."""
EVERY = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
"""The methods that an operation may have."""


class GuardedServer(Protocol):
    """The application behind the guard."""

    limits: Limits
    connections: Connections
    origins: frozenset[str]

    def grown(self, hash: str) -> float | None:
        """When the book of a token will be a day old, by the monotonic clock; None: the token has not been seen yet."""

    def methods_of(self, path: str) -> tuple[str, ...]:
        """The methods that a path accepts."""

    def forget(self) -> None:
        """Forgets addresses that are no longer counted."""

    async def show(self, request: Request) -> Response:
        """A file of the app."""


class Guard:
    """Counts requests, adds the headers, and turns every failure into an error answer that says what happened."""

    def __init__(self, app: Any, server: GuardedServer) -> None:
        self.app, self.server, limits = app, server, server.limits
        self.credits = Credits(limits)
        self.young = Credits(limits, rate=limits.young_rate, burst=limits.young_burst)
        self.everything = Credits(limits, rate=limits.address_rate, burst=limits.address_burst)
        self.handshakes = Credits(limits, rate=limits.handshake_rate, burst=limits.handshake_burst)
        self._show = guarded(server.show)

    def forget(self) -> None:
        """Forgets addresses that are no longer counted; called regularly."""
        for each in (self.credits, self.young, self.everything, self.handshakes):
            each.forget()
        self.server.forget()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request or one socket."""
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
                own = list(message.get("headers", ()))
                named = {name for name, _ in own}
                more = [each for each in extra if each[0] not in named]
                message["headers"] = [*own, *more, (b"x-request-id", number.encode())]
            await send(message)

        wait = self._wait(scope)
        if wait:
            await self._too_often(scope, wait, number)(scope, receive, sending)
            return
        try:
            self._check(scope)
        except Refusal as error:
            self.server.connections.counts[error.code] += 1
            await refusal(error, number)(scope, receive, sending)
            return
        if scope["method"] == "OPTIONS" and self._is_foreign(scope):
            await Response(status_code=204)(scope, receive, sending)
            return
        if scope["path"].startswith(("/api/", "/ws/")):
            await self.app(scope, receive, sending)
            self._refused(scope)
        else:  # so that no route is tried
            await (await self._show(Request(scope, receive)))(scope, receive, sending)
            self._refused(scope)

    def _refused(self, scope: Scope) -> None:
        """Counts a request that was answered with an error."""
        if code := scope.get(REFUSED):
            self.server.connections.counts[code] += 1

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles a handshake; if there are too many, it is refused without asking the application."""
        if not self.handshakes.wait(address_of(scope)):
            await self.app(scope, receive, send)
            return
        self.server.connections.counts[REASONS[TOO_OFTEN]] += 1
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": TOO_OFTEN, "reason": REASONS[TOO_OFTEN]})

    def _wait(self, scope: Scope) -> int:
        """Counts a request: 0, or the milliseconds until it is allowed."""
        address = address_of(scope)
        wait = self.everything.wait(address)
        if wait or not scope["path"].startswith("/api"):
            return wait
        credits, who = scope[COUNTED] = self._counted(scope, address)
        return credits.wait(who)

    def _counted(self, scope: Scope, address: str) -> tuple[Credits, str]:
        """Whose credits a request uses. A token of a book older than a day has its own, because many people may share
        the address of a club or a mobile network. Tokens of younger books share the credits of their address, because
        anybody can make as many as they like.
        """
        token = token_of(header_of(scope, b"authorization").decode("latin-1"))
        if token:
            hash = digest(token)
            grown = self.server.grown(hash)
            if grown is not None:
                return (self.credits, hash) if time.monotonic() >= grown else (self.young, address)
        return self.credits, address

    def _too_often(self, scope: Scope, wait: int, number: str) -> Response:
        """The error for too many requests; the connection is not read for a while."""
        self.server.connections.counts["limit.rate"] += 1
        door = scope.get(DOOR)
        if isinstance(door, HttpDoor):
            door.hold(self.server.limits.refusal_hold)
        wait = -(-wait // STEP) * STEP if wait > STEP else wait
        headers = {"cache-control": "no-store", "retry-after": str(max(1, -(-wait // 1000)))}
        return Response(_rate_refusal(wait).replace(b"r-00000000", number.encode()), 429, headers, JSON)

    def _check(self, scope: Scope) -> None:
        """Checks what no route would refuse in our words: unknown methods and paths."""
        method, path = scope["method"], scope["path"]
        if not path.startswith("/"):
            raise Refusal.of("path.unknown", path=path[:100])
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
        """Whether the request comes from a page of another, permitted site."""
        return bool(self.server.origins) and header_of(scope, b"origin").decode("latin-1") in self.server.origins


STEP = 50
"""Longer waits are rounded up to multiples of these milliseconds, so that few different messages have to be made."""


@lru_cache(512)
def _rate_refusal(wait: int) -> bytes:
    return msgspec.json.encode(refusal_shape(Refusal.of("limit.rate", ms=wait).after(wait), "r-00000000"))


def refusal(error: SikwuError, number: str) -> Response:
    """The answer for an error."""
    headers = {"cache-control": "no-store", **getattr(error, "headers", {})}
    if (wait := getattr(error, "wait", None)) is not None:
        headers["retry-after"] = str(max(1, -(-wait // 1000)))
    body = msgspec.json.encode(refusal_shape(error, number))
    return Response(body, status_of(error), media_type=JSON, headers=headers)


def not_by(method: str, path: str, allowed: Iterable[str]) -> Refusal:
    """The error for a wrong method."""
    names = tuple(allowed)
    headers = {"allow": ", ".join(names)}
    return Refusal.of("request.method", method=method[:20], path=path[:100], allowed=names).sending(headers)


def guarded(asked: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Turns every failure into an error answer that says what happened."""

    async def answered(request: Request) -> Response:
        number = request.scope.get(NUMBER, "")
        try:
            return await asked(request)
        except SikwuError as error:
            request.scope[REFUSED] = error.problems[0].code
            return refusal(error, number)
        except (AbandonedWork, HangUp):
            return Response(status_code=GONE)
        except Exception as error:
            # The content of requests is private: the log gets only the place of the error.
            request.scope[REFUSED] = "server.failed"
            log.error("%s A request could not be answered: %s.", number, where(error))
            return refusal(Refusal.of("server.failed", request=number), number)

    return answered
