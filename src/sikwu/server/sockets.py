"""One socket from its first message to its end."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from sikwu.server.door import DOOR, NUMBER, SocketDoor
from sikwu.server.hub import PROTOCOL, REASONS, SLOW, TICKET, TOO_LARGE, TOO_MANY, Hub, Phone, Run
from sikwu.server.library import Awake, Writing
from sikwu.server.limits import Credits
from sikwu.server.refusals import refusal_shape, refused, where
from sikwu.server.scribe import Scribe
from sikwu.server.tokens import Holder
from sikwu.texts import SikwuError
from sikwu.texts.plain import deeper
from sikwu.wire.booked import (
    UP,
    AckFrame,
    HelloFrame,
    PingFrame,
    PongFrame,
    PreviewFrame,
    RefusedFrame,
    ResyncFrame,
    TryFrame,
    WelcomeFrame,
    WriteFrame,
    YouShape,
)

log = logging.getLogger("sikwu.server")
PROTOCOL_NAME = "sikwu.1"
PING = 10_000
"""Milliseconds after which a phone should give a sign."""
_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(UP)


class Closed(Exception):
    """The socket ends, for a reason that has a number."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Socket:
    """A phone that is connected to one book."""

    def __init__(self, ws: WebSocket, hub: Hub, run: Run, writers: Credits, address: str) -> None:
        self.ws, self.hub, self.run, self.writers, self.address = ws, hub, run, writers, address
        self.limits = hub.limits
        self.scribe = Scribe(hub.library, asyncio.get_running_loop())
        self.book = str(ws.path_params["id"])
        self.phone: Phone | None = None
        self.token: str | None = None
        """The hash of its token, since it has shown a good ticket."""

    async def serve(self) -> None:
        """From hello to the end; whatever happens, there is a word for it and no more than a line in the log."""
        sending: asyncio.Task[None] | None = None
        code = 1000
        try:
            await self.ws.accept(PROTOCOL_NAME if PROTOCOL_NAME in self.ws.scope.get("subprotocols", ()) else None)
            phone = self.phone = await self._hello()
            sending = asyncio.create_task(self._send(phone))
            reading = asyncio.create_task(self._read(phone))
            watching = asyncio.create_task(self._watch(phone))
            tasks = (sending, reading, watching)
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for task in done:
                task.result()
        except Closed as end:
            code = end.code
        except (WebSocketDisconnect, RuntimeError, OSError):
            return
        except Exception as error:
            code = PROTOCOL
            # What was sent is nobody's business: only where it went wrong is noted.
            number = self.ws.scope.get(NUMBER, "")
            log.error("%s A socket was closed because its message could not be worked on: %s.", number, where(error))
        finally:
            if self.phone is not None:
                self.hub.part(self.phone)
            if sending is not None:
                sending.cancel()
        with suppress(Exception):
            await asyncio.wait_for(self.ws.close(code, REASONS.get(code, "")), 1)

    # --- up

    async def _receive(self) -> Any:
        """The next message."""
        message = await self.ws.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1006))
        text = message.get("text")
        if text is None:
            raise Closed(PROTOCOL)
        if len(text.encode("utf-8", "surrogatepass")) > self.limits.frame_up:
            raise Closed(TOO_LARGE)
        if deeper(text, self.limits.depth):
            raise Closed(PROTOCOL)
        try:
            return _decoder.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise Closed(PROTOCOL) from None

    async def _hello(self) -> Phone:
        try:
            hello = await asyncio.wait_for(self._receive(), self.limits.hello_time)
        except TimeoutError:
            raise Closed(TICKET) from None
        if not isinstance(hello, HelloFrame):
            raise Closed(TICKET)
        try:
            holder = await self.run(self._admitted, hello.ticket)
        except SikwuError:
            raise Closed(TICKET) from None
        if not self.hub.vouch(self.address, holder.hash):
            raise Closed(TOO_MANY)
        self.token = holder.hash
        door = self.ws.scope.get(DOOR)
        if isinstance(door, SocketDoor):
            door.greet()
        phone = Phone(holder, self.limits)
        try:
            await self.run(self._joined, phone, hello.have)
        except SikwuError:
            raise Closed(TICKET) from None
        return phone

    def _admitted(self, ticket: str) -> Holder:
        """Whose ticket it is; in a thread."""
        library = self.hub.library
        with library.storing():
            found = library.tokens.by_hash(library.tickets.used(ticket, self.book))
        if found is None or found.book != self.book or found.kind not in ("host", "keeper", "reader"):
            raise refused("ticket.bad")
        return found

    def _joined(self, phone: Phone, have: int) -> None:
        """Welcomes a phone and tells it what it lacks, at one moment of the book; in a thread."""
        holder = phone.holder
        with self.hub.library.open(self.book) as awake:
            v = awake.book.head.seq
            you = YouShape(holder.kind, holder.name)  # type: ignore[arg-type]
            frames = [msgspec.json.encode(WelcomeFrame(you, v, PING, awake.book.ruleset.hash))]
            if have != v:
                frames.append(awake.missed(have, self.limits.frame_down) or self._snapshot(awake))
            if holder.kind == "host":
                frames.append(self.hub.asks(self.book))
            assert self.hub.loop is not None
            self.hub.loop.call_soon_threadsafe(self.hub.join, phone, frames, v)

    def _snapshot(self, awake: Awake) -> bytes:
        """The book in one frame; one that does not fit is read over HTTP, and the socket ends."""
        frame = awake.snapshot(self.limits.frame_down)
        if frame is None:
            raise Closed(TOO_LARGE)
        return frame

    async def _watch(self, phone: Phone) -> None:
        """Ends a socket that has given no sign for too long, or does not take what is sent: one look now and then costs less
        than a clock for every frame."""
        silence, drain = self.limits.silence, self.limits.drain_time
        while True:
            await asyncio.sleep(min(silence, drain) / 5)
            now = time.monotonic()
            if now - phone.heard > silence or (phone.sending is not None and now - phone.sending > drain):
                raise Closed(SLOW)

    async def _read(self, phone: Phone) -> None:
        while True:
            frame = await self._receive()
            phone.heard = time.monotonic()
            match frame:
                case PingFrame():
                    phone.push(msgspec.json.encode(PongFrame(frame.t, phone.v)), time.monotonic())
                case ResyncFrame():
                    await self._resync(phone, frame.have)
                case TryFrame():
                    await self._answer(phone, frame.id, self._tried, frame)
                case WriteFrame():
                    await self._write(phone, frame)
                case _:
                    raise Closed(PROTOCOL)

    async def _answer(self, phone: Phone, id: str, work: Any, frame: TryFrame | WriteFrame) -> None:
        try:
            told = await self.run(work, phone.holder, frame)
        except SikwuError as error:
            told = _refusal(id, error)
        phone.push(msgspec.json.encode(told), time.monotonic())

    def _tried(self, holder: Holder, frame: TryFrame) -> PreviewFrame:
        library = self.hub.library
        self._may_write(holder)
        told = library.preview(self.book, frame.event, frame.for_hand)
        return PreviewFrame(frame.id[:64], told.seq, told.outcome)

    async def _write(self, phone: Phone, frame: WriteFrame) -> None:
        """A plain entry goes the short way, all else the long one."""
        holder = phone.holder
        if holder.kind != "keeper" or self.writers.wait(holder.hash):
            await self._answer(phone, frame.key, self._refused, frame)
            return
        told: AckFrame | RefusedFrame
        try:
            seq = await self.scribe.write(holder, _wanted(frame))
            if seq is None:
                await self._answer(phone, frame.key, self._written, frame)
                return
            told = AckFrame(frame.key, seq, False)
        except SikwuError as error:
            told = _refusal(frame.key, error)
        phone.push(msgspec.json.encode(told), time.monotonic())

    def _written(self, holder: Holder, frame: WriteFrame) -> AckFrame:
        self._may_write(holder)
        reply = self.hub.library.write(holder, _wanted(frame))
        return AckFrame(frame.key, msgspec.json.decode(reply.body, type=_Wrote).entry.seq, reply.replay)

    def _refused(self, holder: Holder, frame: WriteFrame) -> AckFrame:
        """Why somebody may not write now."""
        self._may_write(holder)
        wait = max(1, self.writers.wait(holder.hash))
        raise refused("limit.rate", wait, ms=wait)

    def _may_write(self, holder: Holder) -> None:
        """The token as it is now: it may have been taken back a moment ago."""
        with self.hub.library.storing():
            found = self.hub.library.tokens.by_hash(holder.hash)
        if found is None:
            raise refused("token.unknown")
        if found.kind != "keeper":
            raise refused("token.forbidden", kind=found.kind, needs="keeper")

    async def _resync(self, phone: Phone, have: int) -> None:
        def work() -> None:
            with self.hub.library.open(self.book) as awake:
                v = awake.book.head.seq
                frame = awake.missed(have, self.limits.frame_down) if have < v else None
                told = frame or self._snapshot(awake)
                assert self.hub.loop is not None
                self.hub.loop.call_soon_threadsafe(self.hub.synced, phone, told, v)

        with suppress(SikwuError):
            await self.run(work)

    # --- down

    async def _send(self, phone: Phone) -> None:
        while True:
            await phone.ready.wait()
            phone.ready.clear()
            while phone.queue and phone.closing is None:
                frame = phone.queue.popleft()
                phone.bytes -= len(frame)
                await self._sent(phone, frame)
            if phone.closing is not None:
                raise Closed(phone.closing)
            if phone.behind:
                await self._catch_up(phone)

    async def _sent(self, phone: Phone, frame: bytes) -> None:
        """Sends a frame; one that is not taken in time ends it (`_watch`)."""
        phone.sending = time.monotonic()
        await self.ws.send_text(frame.decode())
        phone.sending = None

    async def _catch_up(self, phone: Phone) -> None:
        """One snapshot in place of all that was dropped."""

        def work() -> None:
            with self.hub.library.open(self.book) as awake:
                assert self.hub.loop is not None
                told, v = self._snapshot(awake), awake.book.head.seq
                self.hub.loop.call_soon_threadsafe(self.hub.synced, phone, told, v, True)

        with suppress(SikwuError):
            await self.run(work)


def _refusal(id: str, error: SikwuError) -> RefusedFrame:
    return RefusedFrame(id[:64], msgspec.to_builtins(refusal_shape(error, "")))


def _wanted(frame: WriteFrame) -> Writing:
    return Writing(frame.event, frame.key, frame.for_hand, frame.written_at)


class _Seq(msgspec.Struct):
    seq: int


class _Wrote(msgspec.Struct):
    entry: _Seq
