"""The application: routes of every operation, the app's files, limits and headers around all of it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from secrets import token_hex
from typing import Any

import msgspec
from fastapi import FastAPI
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from sikwu.server import bodies
from sikwu.server.case_lines import Dropped
from sikwu.server.catalogue import version
from sikwu.server.connections import Connections
from sikwu.server.door import DOOR, NUMBER, Door
from sikwu.server.doorbell import Doorbell
from sikwu.server.files import ASK_AGAIN, FOR_EVER, HEADERS, LEAST, SECURE, AppFiles, tag, zipped
from sikwu.server.hub import REASONS, TOO_MANY, TOO_OFTEN, Hub
from sikwu.server.library import Library
from sikwu.server.limits import Credits, Limits, counted_as
from sikwu.server.long_answers import LongAnswers
from sikwu.server.operation import BYTES, JSON, LINES, Call, Desk, Operation, Told
from sikwu.server.operations import OPERATIONS, ROOT, openapi
from sikwu.server.references import References
from sikwu.server.refusals import Refusal, refusal_shape, refused, status_of, where
from sikwu.server.sharing import Sharing
from sikwu.server.sockets import Socket
from sikwu.server.storage import Rulesets
from sikwu.server.tokens import digest
from sikwu.server.turns import HungUp, Turns, awaited
from sikwu.server.workers import BUSY, Workers
from sikwu.texts import SikwuError, problem

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
log = logging.getLogger("sikwu.server")
COUNTED = "sikwu.counted"
"""Where a request says by whose credits it was counted."""
CREDIT = 0.005
"""Seconds of work that one credit pays for; what takes longer costs more of them."""
GONE = 499
"""The status of an answer that nobody reads."""
_MANY = (JSON, LINES, "application/jsonl", "text/plain")
_FILES = (LINES, "text/csv", "application/jsonl", "text/plain", "application/octet-stream")


@dataclass(frozen=True)
class Sent:
    """An answer ready to go out."""

    body: bytes
    media: str = JSON
    etag: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


class Kept:
    """The newest answers by their requests: so many, and so many bytes of them; an answer that is very large is not kept.

    >>> kept = Kept(2, 10)
    >>> for word in (b"a", b"b", b"c"):
    ...     kept.put(word, Sent(word * 4))
    >>> [kept.get(word) is not None for word in (b"a", b"b", b"c")], kept.bytes
    ([False, True, True], 8)
    """

    MOST_BYTES = 64 * 1024

    def __init__(self, most: int, most_bytes: int) -> None:
        self.most, self.most_bytes = most, most_bytes
        self.bytes = 0
        self._answers: OrderedDict[bytes, Sent] = OrderedDict()

    @staticmethod
    def key(*parts: object) -> bytes:
        """What stands for a request: its hash, whatever its length."""
        return sha256(msgspec.msgpack.encode(parts)).digest()

    def get(self, key: bytes) -> Sent | None:
        """The answer that was given before."""
        found = self._answers.get(key)
        if found is not None:
            self._answers.move_to_end(key)
        return found

    def put(self, key: bytes, sent: Sent) -> None:
        """Keeps an answer; those not asked for longest go."""
        if len(sent.body) > self.MOST_BYTES or key in self._answers:
            return
        self._answers[key] = sent
        self.bytes += len(sent.body)
        while len(self._answers) > self.most or self.bytes > self.most_bytes:
            _, old = self._answers.popitem(last=False)
            self.bytes -= len(old.body)


class Server:
    """Everything one process answers with."""

    def __init__(
        self,
        limits: Limits | None = None,
        shelf: Rulesets | None = None,
        origins: Iterable[str] = (),
        files: AppFiles | None = None,
    ) -> None:
        self.limits = limits or Limits()
        library = None if shelf is None else Library(shelf.store, self.limits)
        sharing = None if library is None else Sharing(library)
        self.hub = None if library is None or sharing is None else Hub(library, sharing)
        self.desk = Desk(References(shelf), self.limits, shelf, library, sharing, self.hub)
        if library is not None:
            library.woken = self.desk.references.see
        self.writers = Credits(self.limits, rate=self.limits.write_rate, burst=self.limits.write_burst)
        self.turns = Turns(self.limits)
        self.files = files or AppFiles()
        self.origins = frozenset(each.rstrip("/") for each in origins)
        self.kept = Kept(self.limits.kept_answers, self.limits.kept_bytes)
        self.connections = Connections(self.limits)
        self._workers: Workers | None = None
        self._long: LongAnswers | None = None
        self._keepers: ThreadPoolExecutor | None = None
        self.busy = 0

    @property
    def workers(self) -> Workers:
        """The threads that work on answers; made when first needed, and again after a stop."""
        if self._workers is None:
            self._workers = Workers(self.limits.workers, self.limits.workers_address, self.limits.waiting_address)
        return self._workers

    @property
    def long(self) -> LongAnswers:
        """The child processes that answer cases; likewise."""
        if self._long is None:
            self._long = LongAnswers(self.limits)
        return self._long

    @property
    def keepers(self) -> ThreadPoolExecutor:
        """The threads that work on books: most of them wait for the disk, together."""
        if self._keepers is None:
            self._keepers = ThreadPoolExecutor(self.limits.keepers, "books")
        return self._keepers

    def stop(self) -> None:
        """Lets the threads go."""
        if self._keepers is not None:
            self._keepers.shutdown(wait=False, cancel_futures=True)
        if self._workers is not None:
            self._workers.stop()
        if self._long is not None:
            self._long.stop()
        self._workers = self._keepers = self._long = None

    def forget(self) -> None:
        """Addresses that are no longer counted go, though nobody asks."""
        self.writers.forget()
        self.connections.forget()
        sharing = self.desk.sharing
        if sharing is not None:
            sharing.tries.forget()
            sharing.made.forget()

    # --- one operation

    async def answer(self, one: Operation, request: Request) -> Response:
        """Reads a request, answers it, keeps the answer."""
        given = dict(request.query_params) | request.path_params
        self._count(one, request)
        body = await self._body(one, request) if one.method == "POST" or one.takes is not None else b""
        if one.wide:
            work = self.long.answer(
                self._call(one, body, given, request), lambda took: self._charge(took, request.scope)
            )
            return await awaited(request, work)
        key = _key(one, body, given) if one.pure else b""
        sent = self.kept.get(key) if one.pure else None
        if sent is None:
            call = self._call(one, body, given, request)
            made = self._worked(one, call, request.scope)
            sent = await (awaited(request, made) if _of_books(one) else made)
            if one.pure:
                self.kept.put(key, sent)
        return self._response(one, sent, given, request)

    def _count(self, one: Operation, request: Request) -> None:
        """What writes is counted by its token, else by its address."""
        if not one.keyed:
            return
        who = address_of(request.scope)
        token = _token(request.headers.get("authorization", ""))
        wait = self.writers.wait(digest(token) if token and one.token else who)
        if wait:
            raise refused("limit.rate", wait, ms=wait)

    async def _body(self, one: Operation, request: Request) -> bytes:
        media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        wanted = _FILES if one.file else _MANY if one.wide else (JSON,)
        if media not in wanted and (one.takes is not None or media):
            raise refused("request.media", media=media[:60], wanted=wanted[:2])
        most = self.limits.answer_body if one.wide else self.limits.import_body if one.file else self.limits.body
        if _number(request.headers.get("content-length", "")) > most:
            raise refused("request.too_long", most=most)
        try:
            async with asyncio.timeout(self.limits.body_time):
                return await _read(request, most)
        except TimeoutError:
            raise refused("request.slow", seconds=self.limits.body_time) from None

    def _call(self, one: Operation, body: bytes, given: dict[str, str], request: Request) -> Call:
        said = [word.strip() for word in given.get("words", "").split(",") if word.strip()]
        if one.takes in (None, bytes):
            asked: Any = body
        else:
            asked = bodies.read(body, one.takes, self.limits)
            said += getattr(asked, "words", None) or ()
        origin = f"{request.url.scheme}://{request.url.netloc}"
        get = request.headers.get
        token, match = _token(get("authorization", "")), get("if-match", "").strip().removeprefix("W/").strip('"')
        sent = (body, token, get("idempotency-key", ""), match, address_of(request.scope))
        return Call(asked, bodies.languages(said), given, origin, *sent, self._wanted(request.scope))

    def _wanted(self, scope: Scope) -> Callable[[], bool]:
        """Asks whether somebody still waits for the answer; may be called from any thread."""
        door, workers = scope.get(DOOR), self.workers
        return lambda: not (workers.stopping or (isinstance(door, Door) and door.gone))

    async def _worked(self, one: Operation, call: Call, scope: Scope) -> Sent:
        if _of_books(one):  # who waits for the turn of a book is in nobody's way
            return await self.turns.work(self.keepers, call.given.get("id", ""), call.address, self._made, one, call)
        if self.busy >= self.limits.at_once:
            raise refused("limit.busy", BUSY, ms=BUSY)
        self.busy += 1
        try:
            done = await self.workers.work(call.address, call.wanted, self._made, one, call)
        finally:
            self.busy -= 1
        self._charge(done.seconds, scope)
        sent: Sent = done.value
        return sent

    def _charge(self, seconds: float, scope: Scope) -> None:
        """Work that took longer than one credit is worth costs more of them."""
        if seconds > CREDIT and COUNTED in scope:
            credits, who = scope[COUNTED]
            credits.charge(who, seconds / CREDIT - 1)

    def _made(self, one: Operation, call: Call) -> Sent:
        told = one.run(self.desk, call)
        if isinstance(told, Told):
            return Sent(told.body, told.media, "", told.status, told.headers)
        if isinstance(told, bytes):
            return Sent(told, one.media, tag(told) if one.media == BYTES else "")
        if isinstance(told, list):
            several = len(told) != 1
            body = b"\n".join(map(msgspec.json.encode, told)) + (b"\n" if several else b"")
            return Sent(body, LINES if several else JSON)
        return Sent(msgspec.json.encode(told))

    def _response(self, one: Operation, sent: Sent, given: dict[str, str], request: Request) -> Response:
        headers = {"cache-control": "no-store", **sent.headers}
        body = sent.body
        if one.lasting:
            etag = sent.etag or f'"{version()}"'
            fixed = given.get("v") == version() or (one.id == "program" and bool(given.get("hash")))
            headers = {"etag": etag, "cache-control": FOR_EVER if fixed else ASK_AGAIN, "vary": "accept-encoding"}
            if etag in request.headers.get("if-none-match", ""):
                return Response(status_code=304, headers=headers)
            if len(body) >= LEAST and "gzip" in request.headers.get("accept-encoding", ""):
                body = zipped(body)
                headers["content-encoding"] = "gzip"
        return Response(body, sent.status, media_type=sent.media, headers=headers)

    # --- sockets

    async def connect(self, ws: WebSocket) -> None:
        """A phone that wants to look at a book."""
        address, number = address_of(ws.scope), ws.scope.get(NUMBER, "")
        try:
            if self.hub is None:
                raise refused("store.down", BUSY)
            self._check_origin(ws)
        except Refusal as error:
            self.connections.counts[error.code] += 1
            await ws.send_denial_response(refusal(error, number))
            return
        if not self.hub.admit(address):
            self.connections.counts[REASONS[TOO_MANY]] += 1
            await ws.accept()
            await ws.close(TOO_MANY, REASONS[TOO_MANY])
            return
        socket = None
        try:
            self.hub.loop = asyncio.get_running_loop()
            book = str(ws.path_params["id"])

            async def run(what: Callable[..., Any], *more: Any) -> Any:
                return await self.turns.work(self.keepers, book, "", what, *more, patient=True)

            socket = Socket(ws, self.hub, run, self.writers, address)
            await socket.serve()
        finally:
            self.hub.leave(address, None if socket is None else socket.token)

    def _check_origin(self, ws: WebSocket) -> None:
        """Pages of other sites may not; a program that is no browser names none."""
        origin = ws.headers.get("origin", "").rstrip("/")
        own = ws.headers.get("host", "")
        if origin and origin not in self.origins and origin not in (f"http://{own}", f"https://{own}"):
            raise refused("origin.foreign", origin=origin[:100])

    # --- the app's files

    async def show(self, request: Request) -> Response:
        """A file of the app, or its first page; what belongs to the API is refused as such."""
        path = request.url.path
        if path == "/api" or path.startswith(("/api/", "/ws/")) or path == "/ws":
            allowed = methods_of(path)
            if allowed:
                raise not_by(request.method, path, allowed)
            raise refused("path.unknown", path=path[:100])
        if request.method not in ("GET", "HEAD"):
            raise not_by(request.method, path, ("GET", "HEAD"))
        accepts = request.headers.get("accept-encoding", "")
        shown, status = self.files.find(path, accepts), 200
        if shown is None and "text/html" in request.headers.get("accept", "") and "." not in path.rpartition("/")[2]:
            shown, status = (
                self.files.find("/", accepts),
                404,
            )  # a person reads: the app itself says that nothing is here
        if shown is None:
            raise refused("path.unknown", path=path[:100])
        headers = {"etag": shown.etag, "cache-control": shown.cache, "vary": "accept-encoding"}
        if status == 200 and shown.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if shown.encoding is not None:
            headers["content-encoding"] = shown.encoding
        return Response(shown.body, status, media_type=shown.media, headers=headers)


def _key(one: Operation, body: bytes, given: Mapping[str, str]) -> bytes:
    """What stands for a request among the kept answers."""
    names = sorted(given.items()) if given else ()
    return Kept.key(one.id, body, names)


async def _read(request: Request, most: int) -> bytes:
    body = bytearray()
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > most:
                raise refused("request.too_long", most=most)
    except ClientDisconnect:
        raise refused("request.not_json", why="the connection ended") from None
    return bytes(body)


def _token(header: str) -> str:
    """The token of an Authorization header."""
    kind, _, token = header.strip().partition(" ")
    return token.strip()[:200] if kind.lower() == "bearer" else ""


def address_of(scope: Scope) -> str:
    """The address that is counted: the connection's own, never a header of the caller."""
    client = scope.get("client")
    return counted_as(client[0] if client else "")


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0


def not_by(method: str, path: str, allowed: Iterable[str]) -> Refusal:
    """The refusal of a method."""
    names = tuple(allowed)
    told = problem("request.method", method=method[:20], path=path[:100], allowed=names)
    return Refusal(told, headers={"allow": ", ".join(names)})


def methods_of(path: str) -> tuple[str, ...]:
    """The methods that a path of the API takes."""
    parts = path.removeprefix(ROOT).split("/")
    if not path.startswith(f"{ROOT}/"):
        return ()
    found = []
    for one in OPERATIONS:
        own = one.path.split("/")
        if len(own) == len(parts) and all(
            mine[:1] == "{" or mine == theirs for mine, theirs in zip(own, parts, strict=True)
        ):
            found.append(one.method)
    return tuple(dict.fromkeys(found))


# --- around everything


class Guard:
    """Counts who asks, adds the headers, and turns every failure into a refusal that says what happened."""

    def __init__(self, app: Any, server: Server) -> None:
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
        token = _token(_header(scope, b"authorization").decode("latin-1"))
        hub = self.server.hub
        if token and hub is not None:
            hash = digest(token)
            grown = hub.known.get(hash)
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
        if method not in _EVERY:
            raise not_by(method, path, methods_of(path) or ("GET", "HEAD"))

    def _headers(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        extra = list(HEADERS)
        if scope["scheme"] == "https":
            extra.extend(SECURE)
        if self._is_foreign(scope):
            extra = [each for each in extra if each[0] != b"cross-origin-resource-policy"]
            extra += [
                (b"access-control-allow-origin", _header(scope, b"origin")),
                (b"access-control-allow-methods", b"GET, POST, DELETE"),
                (b"access-control-allow-headers", b"authorization, content-type, idempotency-key, if-match"),
                (b"vary", b"origin"),
            ]
        return extra

    def _is_foreign(self, scope: Scope) -> bool:
        """Does another site ask that may?"""
        return bool(self.server.origins) and _header(scope, b"origin").decode("latin-1") in self.server.origins


def _header(scope: Scope, name: bytes) -> bytes:
    return next((value for key, value in scope["headers"] if key == name), b"")


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


def application(server: Server | None = None) -> Guard:
    """All of it as one ASGI application."""
    own = server or Server()
    bell = None if own.hub is None else Doorbell(own.hub)

    @asynccontextmanager
    async def life(_: FastAPI) -> Any:
        if bell is not None:
            bell.start()
        yield
        if bell is not None:
            await asyncio.to_thread(bell.stop)
        own.stop()

    app = FastAPI(title="sikwu", openapi_url=None, docs_url=None, redoc_url=None, lifespan=life)
    app.openapi = openapi  # type: ignore[method-assign]
    for one in OPERATIONS:
        app.router.add_route(ROOT + one.path, _endpoint(own, one), methods=[one.method], name=one.id)

    async def document(request: Request) -> Response:
        return Response(msgspec.json.encode(openapi()), media_type=JSON, headers={"cache-control": ASK_AGAIN})

    app.router.add_route(f"{ROOT}/openapi.json", guarded(document), methods=["GET"])
    app.router.redirect_slashes = False
    app.router.add_websocket_route("/ws/books/{id}", own.connect)
    app.router.add_route("/{path:path}", guarded(own.show), methods=list(_EVERY))
    guard = Guard(app, own)
    if bell is not None:
        bell.forget = guard.forget
    return guard


def _of_books(one: Operation) -> bool:
    """Does it work on a book, in the threads for books?"""
    return bool(one.token or one.keyed)


_EVERY = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def _endpoint(server: Server, one: Operation) -> Callable[[Request], Awaitable[Response]]:
    async def asked(request: Request) -> Response:
        return await server.answer(one, request)

    return guarded(asked)


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
