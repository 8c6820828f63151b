"""The application: routes of every operation, sockets, the app's files."""

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

from sikwu.server.books.desk import BookDesk
from sikwu.server.books.room import Books
from sikwu.server.hands.catalogue import version
from sikwu.server.hands.long_answers import LongAnswers
from sikwu.server.hands.references import References
from sikwu.server.hands.shelf import Rulesets
from sikwu.server.http import bodies
from sikwu.server.http.closing import REASONS, TOO_MANY
from sikwu.server.http.connections import Connections
from sikwu.server.http.door import DOOR, NUMBER, Door
from sikwu.server.http.files import ASK_AGAIN, FOR_EVER, LEAST, AppFiles, tag, zipped
from sikwu.server.http.guard import COUNTED, EVERY, Guard, guarded, not_by, refusal
from sikwu.server.http.kept import Kept, Sent
from sikwu.server.http.limits import Credits, Limits, digest
from sikwu.server.http.operation import BYTES, JSON, ROOT, Call, Operation, Told
from sikwu.server.http.refusals import Refusal, refused
from sikwu.server.http.requests import Scope, address_of, body_of, token_of
from sikwu.server.http.turns import Turns, awaited
from sikwu.server.http.workers import BUSY, Workers
from sikwu.server.live.doorbell import Doorbell
from sikwu.server.live.sockets import Socket
from sikwu.server.operations import OPERATIONS, openapi

CREDIT = 0.005
"""Seconds of work that one credit pays for; what takes longer costs more of them."""


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
        books = self.books = None if shelf is None else Books(shelf.store, self.limits)
        self.desk = BookDesk(References(shelf), self.limits, shelf, books)
        if books is not None:
            books.library.woken, books.library.run = self.desk.references.see, self._run
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
        if self.books is not None:
            self.books.forget()

    def grown(self, hash: str) -> float | None:
        """When the book of a token is a day old, by the clock that only goes forward; None: the token was not seen yet."""
        return None if self.books is None else self.books.tokens.known.get(hash)

    def methods_of(self, path: str) -> tuple[str, ...]:
        """The methods that a path of the API takes."""
        return methods_of(path)

    # --- one operation

    async def answer(self, one: Operation, request: Request) -> Response:
        """Reads a request, answers it, keeps the answer."""
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
        """What writes is counted by its token, else by its address."""
        if not one.keyed:
            return
        who = address_of(request.scope)
        token = token_of(request.headers.get("authorization", ""))
        wait = self.writers.wait(digest(token) if token and one.token else who)
        if wait:
            raise refused("limit.rate", wait, ms=wait)

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
        """Asks whether somebody still waits for the answer; may be called from any thread."""
        door, workers = scope.get(DOOR), self.workers
        return lambda: not (workers.stopping or (isinstance(door, Door) and door.gone))

    async def _worked(self, one: Operation, call: Call, scope: Scope) -> Sent:
        if self.books is not None:
            self.books.heard()
        if one.on_loop:
            return self._sent(one, await one.run(self.desk, call))
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

    async def _run(self, book: str, address: str, what: Callable[..., Any], *more: Any) -> Any:
        """Runs something in a thread for a book; who asks for somebody waits no longer than a request may."""
        return await self.turns.work(self.keepers, book, address, what, *more, patient=not address)

    def _made(self, one: Operation, call: Call) -> Sent:
        return self._sent(one, one.run(self.desk, call))

    def _sent(self, one: Operation, told: Any) -> Sent:
        if isinstance(told, Told):
            return Sent(told.body, told.media, "", told.status, told.headers)
        if isinstance(told, bytes):
            return Sent(told, one.media, tag(told) if one.media == BYTES else "")
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
            if self.books is None:
                raise refused("store.down", BUSY)
            self._check_origin(ws)
        except Refusal as error:
            self.connections.counts[error.code] += 1
            await ws.send_denial_response(refusal(error, number))
            return
        hub = self.books.hub
        if not hub.admit(address):
            self.connections.counts[REASONS[TOO_MANY]] += 1
            await ws.accept()
            await ws.close(TOO_MANY, REASONS[TOO_MANY])
            return
        socket = None
        try:
            self.books.heard()
            socket = Socket(ws, self.books, address)
            await socket.serve()
        finally:
            hub.leave(address, None if socket is None else socket.token)

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


def application(server: Server | None = None) -> Guard:
    """All of it as one ASGI application."""
    own = server or Server()
    bell = None if own.books is None else Doorbell(own.books)

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
    app.router.add_route("/{path:path}", guarded(own.show), methods=list(EVERY))
    guard = Guard(app, own)
    if bell is not None:
        bell.forget = guard.forget
    return guard


def _of_books(one: Operation) -> bool:
    """Does it work on a book, in the threads for books?"""
    return bool(one.token or one.keyed)


def _endpoint(server: Server, one: Operation) -> Callable[[Request], Awaitable[Response]]:
    async def asked(request: Request) -> Response:
        return await server.answer(one, request)

    return guarded(asked)
