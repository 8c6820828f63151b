"""One socket from its first message to its end, whatever it looks at."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from sikwu.server.http.closing import PROTOCOL, REASONS, SLOW, TICKET, TOO_LARGE, TOO_MANY
from sikwu.server.http.door import DOOR, NUMBER, SocketDoor
from sikwu.server.http.refusals import where
from sikwu.server.live.history import History
from sikwu.server.live.hub import Hub, Phone
from sikwu.server.live.tokens import Holder
from sikwu.texts import SikwuError
from sikwu.texts.plain import deeper
from sikwu.wire.booked import UP, HelloFrame, PingFrame, PongFrame, ResyncFrame

K = TypeVar("K")
log = logging.getLogger("sikwu.server")
PROTOCOL_NAME = "sikwu.1"
_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(UP)


class Closed(Exception):
    """The socket ends, for a reason that has a number."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Room(Protocol[K]):
    """What sockets are told of things of one kind."""

    hub: Hub[K]

    async def admitted(self, ticket: str, thing: str) -> Holder:
        """Whose ticket it is; raises where it is not good for the thing."""

    def viewer(self, holder: Holder) -> K:
        """What kind of viewer somebody is."""

    async def history(self, thing: str) -> History[K]:
        """The versions of a thing up to what is on the disk."""

    async def snapshot(self, thing: str, viewer: K) -> tuple[int, bytes | None]:
        """The newest version and everything that is to be seen of it, as a frame; None: it is too long for one."""

    async def greeting(self, holder: Holder, v: int) -> tuple[bytes, bytes | None]:
        """What somebody is told first, and what he is told besides, if there is any."""


class Socket(Generic[K]):
    """A phone that is connected to one thing."""

    def __init__(self, ws: WebSocket, room: Room[K], address: str) -> None:
        self.ws, self.room, self.address = ws, room, address
        self.hub, self.limits = room.hub, room.hub.limits
        self.thing = str(ws.path_params["id"])
        self.phone: Phone[K] | None = None
        self.token: str | None = None
        """The hash of its token, since it has shown a good ticket."""

    async def serve(self) -> None:
        """From hello to the end; whatever happens, there is a word for it and no more than a line in the log."""
        code = 1000
        try:
            await self.ws.accept(PROTOCOL_NAME if PROTOCOL_NAME in self.ws.scope.get("subprotocols", ()) else None)
            phone = self.phone = await self._hello()
            tasks = [asyncio.create_task(each) for each in (self._send(phone), self._read(phone), self._watch(phone))]
            try:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
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

    async def _hello(self) -> Phone[K]:
        try:
            hello = await asyncio.wait_for(self._receive(), self.limits.hello_time)
        except TimeoutError:
            raise Closed(TICKET) from None
        if not isinstance(hello, HelloFrame):
            raise Closed(TICKET)
        try:
            holder = await self.room.admitted(hello.ticket, self.thing)
            if not self.hub.vouch(self.address, holder.hash):
                raise Closed(TOO_MANY)
            self.token = holder.hash
            door = self.ws.scope.get(DOOR)
            if isinstance(door, SocketDoor):
                door.greet()
            return await self._joined(Phone(holder, self.room.viewer(holder), self.limits), hello.have)
        except SikwuError:
            raise Closed(TICKET) from None

    async def _joined(self, phone: Phone[K], have: int) -> Phone[K]:
        """Welcomes a phone and tells it what it lacks."""
        history = await self.room.history(self.thing)
        v, told = history.v, None
        if have != v:
            told = history.missed(phone.viewer, have, self.limits.frame_down) if have < v else None
            if told is None:
                v, told = await self._snapshot(phone)
        welcome, more = await self.room.greeting(phone.holder, v)
        frames = [each for each in (welcome, told, more) if each is not None]
        self.hub.join(phone, frames, v, await self.room.history(self.thing))
        return phone

    async def _snapshot(self, phone: Phone[K]) -> tuple[int, bytes]:
        """The thing in one frame; one that does not fit is read over HTTP, and the socket ends."""
        v, frame = await self.room.snapshot(self.thing, phone.viewer)
        if frame is None:
            raise Closed(TOO_LARGE)
        return v, frame

    async def _watch(self, phone: Phone[K]) -> None:
        """Ends a socket that has given no sign for too long, or does not take what is sent: one look now and then costs less
        than a clock for every frame."""
        silence, drain = self.limits.silence, self.limits.drain_time
        while True:
            await asyncio.sleep(min(silence, drain) / 5)
            now = time.monotonic()
            if now - phone.heard > silence or (phone.sending is not None and now - phone.sending > drain):
                raise Closed(SLOW)

    async def _read(self, phone: Phone[K]) -> None:
        while True:
            frame = await self._receive()
            phone.heard = time.monotonic()
            match frame:
                case PingFrame():
                    phone.push(msgspec.json.encode(PongFrame(frame.t, phone.v)))
                case ResyncFrame():
                    await self._resync(phone, frame.have)
                case _:
                    raise Closed(PROTOCOL)

    async def _resync(self, phone: Phone[K], have: int) -> None:
        """Tells a phone again what came behind a version, or everything."""
        with suppress(SikwuError):
            history = await self.room.history(self.thing)
            told = history.missed(phone.viewer, have, self.limits.frame_down) if have < history.v else None
            if told is not None:
                phone.v = max(phone.v, history.v)
                phone.push(told)
            else:
                v, told = await self._snapshot(phone)
                phone.v = max(phone.v, v)
                phone.push(told)

    # --- down

    async def _send(self, phone: Phone[K]) -> None:
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

    async def _sent(self, phone: Phone[K], frame: bytes) -> None:
        """Sends a frame; one that is not taken in time ends it (`_watch`)."""
        phone.sending = time.monotonic()
        await self.ws.send_text(frame.decode())
        phone.sending = None

    async def _catch_up(self, phone: Phone[K]) -> None:
        """One snapshot in place of all that was dropped, and what came while it was made."""
        with suppress(SikwuError):
            v, told = await self._snapshot(phone)
            phone.catch_up(told, v)
            self.hub.bring(phone, await self.room.history(self.thing))
