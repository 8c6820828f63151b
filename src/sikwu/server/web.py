"""The ASGI application: routes of every operation, sockets, the app's files."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from sikwu.server.books.room import Books
from sikwu.server.channels.doorbell import Doorbell
from sikwu.server.channels.following import FollowingSocket
from sikwu.server.channels.sockets import Socket
from sikwu.server.hands.catalogue import version
from sikwu.server.hands.long_answers import LongAnswers
from sikwu.server.hands.references import References
from sikwu.server.hands.shelf import Rulesets
from sikwu.server.http import bodies
from sikwu.server.http.closing import REASONS, TOO_MANY
from sikwu.server.http.connections import Connections
from sikwu.server.http.door import DOOR, NUMBER, HttpDoor
from sikwu.server.http.files import ASK_AGAIN, FOR_EVER, LEAST, AppFiles, tag, zipped
from sikwu.server.http.guard import COUNTED, EVERY, Guard, guarded, not_by, refusal
from sikwu.server.http.kept import AnswerCache, ReadyAnswer
from sikwu.server.http.limits import Credits, Limits, digest
from sikwu.server.http.operation import BYTES, JSON, ROOT, Call, HttpAnswer, Operation
from sikwu.server.http.refusals import Refusal
from sikwu.server.http.requests import Scope, address_of, body_of, token_of
from sikwu.server.http.turns import Turns, awaited
from sikwu.server.http.workers import BUSY, Workers
from sikwu.server.operations import OPERATIONS, openapi
from sikwu.server.tables.desk import TableDesk
from sikwu.server.tables.room import Tables
from sikwu.server.tables.socket import TableSocket

CREDIT = 0.005
"""Seconds of work that one credit pays for; longer work costs more credits."""


class Server:
    """The state of one server process."""

    def __init__(
        self,
        limits: Limits | None = None,
        shelf: Rulesets | None = None,
        origins: Iterable[str] = (),
        files: AppFiles | None = None,
    ) -> None:
        self.limits = limits or Limits()
        books = self.books = None if shelf is None else Books(shelf.store, self.limits)
        tables = self.tables = None if books is None else Tables(books, self.limits)
        self.desk = TableDesk(References(shelf), self.limits, shelf, books, tables)
        if books is not None:
            books.library.woken, books.library.run = self.desk.references.see, self._run
        if tables is not None:
            tables.hall.run = self._run
        self.writers = Credits(self.limits, rate=self.limits.write_rate, burst=self.limits.write_burst)
        self.turns = Turns(self.limits)
        self.files = files or AppFiles()
        self.origins = frozenset(each.rstrip("/") for each in origins)
        self.kept = AnswerCache(self.limits.kept_answers, self.limits.kept_bytes)
        self.connections = Connections(self.limits)
        self._workers: Workers | None = None
        self._long: LongAnswers | None = None
        self._keepers: ThreadPoolExecutor | None = None
        self.busy = 0

    @property
    def workers(self) -> Workers:
        """The threads that compute answers; created when first needed, and again after a stop."""
        if self._workers is None:
            self._workers = Workers(self.limits.workers, self.limits.workers_address, self.limits.waiting_address)
        return self._workers

    @property
    def long(self) -> LongAnswers:
        """The child processes that answer cases; created in the same way."""
        if self._long is None:
            self._long = LongAnswers(self.limits)
        return self._long

    @property
    def keepers(self) -> ThreadPoolExecutor:
        """The threads that work on books; most of the time they wait for the disk."""
        if self._keepers is None:
            self._keepers = ThreadPoolExecutor(self.limits.keepers, "books")
        return self._keepers

    def stop(self) -> None:
        """Stops the threads."""
        if self._keepers is not None:
            self._keepers.shutdown(wait=False, cancel_futures=True)
        if self._workers is not None:
            self._workers.stop()
        if self._long is not None:
            self._long.stop()
        self._workers = self._keepers = self._long = None

    def forget(self) -> None:
        """Forgets addresses that are no longer counted; called regularly."""
        self.writers.forget()
        self.connections.forget()
        if self.books is not None and self.tables is not None:
            self.books.forget()
            self.tables.forget()

    def grown(self, hash: str) -> float | None:
        """When the book of a token will be a day old, by the monotonic clock; None: the token has not been seen yet."""
        return None if self.books is None else self.books.tokens.known.get(hash)

    def methods_of(self, path: str) -> tuple[str, ...]:
        """The methods that a path of the API accepts."""
        return methods_of(path)

    # --- one operation

    async def answer(self, one: Operation, request: Request) -> Response:
        """Reads a request, answers it, and caches the answer."""
        given = dict(request.query_params) | request.path_params
        self._count(one, request)
        body = await body_of(one, request, self.limits) if one.method == "POST" or one.takes is not None else b""
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
        """Counts a writing request by its token, or by its address if it has none."""
        if not one.keyed:
            return
        who = address_of(request.scope)
        token = token_of(request.headers.get("authorization", ""))
        wait = self.writers.wait(digest(token) if token and one.token else who)
        if wait:
            raise Refusal.of("limit.rate", ms=wait).after(wait)

    def _call(self, one: Operation, body: bytes, given: dict[str, str], request: Request) -> Call:
        said = [word.strip() for word in given.get("words", "").split(",") if word.strip()]
        if one.takes in (None, bytes):
            asked: Any = body
        else:
            asked = bodies.read(body, one.takes, self.limits)
            said += getattr(asked, "words", None) or ()
        origin = f"{request.url.scheme}://{request.url.netloc}"
        get = request.headers.get
        token, match = token_of(get("authorization", "")), get("if-match", "").strip().removeprefix("W/").strip('"')
        sent = (body, token, get("idempotency-key", ""), match, address_of(request.scope))
        return Call(asked, bodies.languages(said), given, origin, *sent, self._wanted(request.scope))

    def _wanted(self, scope: Scope) -> Callable[[], bool]:
        """Whether the client still waits for the answer; may be called from any thread."""
        door, workers = scope.get(DOOR), self.workers
        return lambda: not (workers.stopping or (isinstance(door, HttpDoor) and door.gone))

    async def _worked(self, one: Operation, call: Call, scope: Scope) -> ReadyAnswer:
        """Runs an operation: on the event loop, in the threads for books, or in the threads that compute answers."""
        if self.books is not None and self.tables is not None:
            self.books.heard()
            self.tables.heard()
        if one.on_loop:
            return self._sent(one, await one.run(self.desk, call))
        if _of_books(one):  # a request that waits for its turn at a book blocks nobody
            return await self.turns.work(self.keepers, call.given.get("id", ""), call.address, self._made, one, call)
        if self.busy >= self.limits.at_once:
            raise Refusal.of("limit.busy", ms=BUSY).after(BUSY)
        self.busy += 1
        try:
            done = await self.workers.work(call.address, call.wanted, self._made, one, call)
        finally:
            self.busy -= 1
        self._charge(done.seconds, scope)
        sent: ReadyAnswer = done.value
        return sent

    def _charge(self, seconds: float, scope: Scope) -> None:
        """Charges more credits for work that took longer than one credit pays for."""
        if seconds > CREDIT and COUNTED in scope:
            credits, who = scope[COUNTED]
            credits.charge(who, seconds / CREDIT - 1)

    async def _run(self, book: str, address: str, what: Callable[..., Any], *more: Any) -> Any:
        """Runs a function in a thread for a book; a request waits no longer than its time limit."""
        return await self.turns.work(self.keepers, book, address, what, *more, patient=not address)

    def _made(self, one: Operation, call: Call) -> ReadyAnswer:
        return self._sent(one, one.run(self.desk, call))

    def _sent(self, one: Operation, told: Any) -> ReadyAnswer:
        if isinstance(told, HttpAnswer):
            return ReadyAnswer(told.body, told.media, "", told.status, told.headers)
        if isinstance(told, bytes):
            return ReadyAnswer(told, one.media, tag(told) if one.media == BYTES else "")
        return ReadyAnswer(msgspec.json.encode(told))

    def _response(self, one: Operation, sent: ReadyAnswer, given: dict[str, str], request: Request) -> Response:
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
        """Opens the socket of a phone that wants to watch a book."""
        await self._connect(ws, lambda books, tables, address: FollowingSocket(ws, books, address))

    async def connect_table(self, ws: WebSocket) -> None:
        """Opens the socket of a phone that wants to play at a table, or to watch it."""
        await self._connect(ws, lambda books, tables, address: TableSocket(ws, tables.hall, tables.admitted, address))

    async def _connect(self, ws: WebSocket, socket_of: Callable[[Books, Tables, str], Socket[str]]) -> None:
        address, number = address_of(ws.scope), ws.scope.get(NUMBER, "")
        try:
            if self.books is None or self.tables is None:
                raise Refusal.of("store.down").after(BUSY)
            self._check_origin(ws)
        except Refusal as error:
            self.connections.counts[error.code] += 1
            await ws.send_denial_response(refusal(error, number))
            return
        counts = self.books.hub.counts
        if not counts.admit(address):
            self.connections.counts[REASONS[TOO_MANY]] += 1
            await ws.accept()
            await ws.close(TOO_MANY, REASONS[TOO_MANY])
            return
        socket = None
        try:
            self.books.heard()
            self.tables.heard()
            socket = socket_of(self.books, self.tables, address)
            await socket.serve()
        finally:
            counts.leave(address, None if socket is None else socket.token)

    def _check_origin(self, ws: WebSocket) -> None:
        """Refuses pages of other sites; a program that is no browser sends no origin."""
        origin = ws.headers.get("origin", "").rstrip("/")
        own = ws.headers.get("host", "")
        if origin and origin not in self.origins and origin not in (f"http://{own}", f"https://{own}"):
            raise Refusal.of("origin.foreign", origin=origin[:100])

    # --- the app's files

    async def show(self, request: Request) -> Response:
        """A file of the app, or its first page; an unknown path of the API gets an API error."""
        path = request.url.path
        if path == "/api" or path.startswith(("/api/", "/ws/")) or path == "/ws":
            allowed = methods_of(path)
            if allowed:
                raise not_by(request.method, path, allowed)
            raise Refusal.of("path.unknown", path=path[:100])
        if request.method not in ("GET", "HEAD"):
            raise not_by(request.method, path, ("GET", "HEAD"))
        accepts = request.headers.get("accept-encoding", "")
        shown, status = self.files.find(path, accepts), 200
        if shown is None and "text/html" in request.headers.get("accept", "") and "." not in path.rpartition("/")[2]:
            shown, status = (
                self.files.find("/", accepts),
                404,
            )  # a person reads this: the app itself says that nothing is here
        if shown is None:
            raise Refusal.of("path.unknown", path=path[:100])
        headers = {"etag": shown.etag, "cache-control": shown.cache, "vary": "accept-encoding"}
        if status == 200 and shown.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if shown.encoding is not None:
            headers["content-encoding"] = shown.encoding
        return Response(shown.body, status, media_type=shown.media, headers=headers)


def _key(one: Operation, body: bytes, given: Mapping[str, str]) -> bytes:
    """The key of a request among the cached answers."""
    names = sorted(given.items()) if given else ()
    return AnswerCache.key(one.id, body, names)


def methods_of(path: str) -> tuple[str, ...]:
    """The methods that a path of the API accepts."""
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


def application(server: Server | None = None) -> Guard:
    """Everything as one ASGI application."""
    own = server or Server()
    bell = None if own.books is None or own.tables is None else Doorbell(own.books, own.tables)

    @asynccontextmanager
    async def life(_: FastAPI) -> Any:
        if bell is not None:
            bell.start()
        if own.tables is not None:
            await own.tables.begin()
        yield
        if own.tables is not None:
            await own.tables.hall.stop()
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
    app.router.add_websocket_route("/ws/tables/{id}", own.connect_table)
    app.router.add_route("/{path:path}", guarded(own.show), methods=list(EVERY))
    guard = Guard(app, own)
    if bell is not None:
        bell.forget = guard.forget
    return guard


def _of_books(one: Operation) -> bool:
    """Whether an operation works on a book, in the threads for books."""
    return bool(one.token or one.keyed)


def _endpoint(server: Server, one: Operation) -> Callable[[Request], Awaitable[Response]]:
    async def asked(request: Request) -> Response:
        return await server.answer(one, request)

    return guarded(asked)
