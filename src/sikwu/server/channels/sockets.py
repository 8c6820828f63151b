"""One socket from its first message to its end, for any kind of thing."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from sikwu.server.channels.hub import Hub, Phone
from sikwu.server.channels.tokens import Holder
from sikwu.server.http.closing import PROTOCOL, REASONS, SLOW, TICKET, TOO_LARGE, TOO_MANY
from sikwu.server.http.door import DOOR, NUMBER, SocketDoor
from sikwu.server.http.refusals import where
from sikwu.texts import SikwuError
from sikwu.texts.plain import deeper

K = TypeVar("K")
log = logging.getLogger("sikwu.server")
PROTOCOL_NAME = "sikwu.1"
PIECE = 16_384
"""Waiting frames are sent in pieces of about this size."""


class SocketEnd(Exception):
    """The end of a socket, with its close code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Socket(Generic[K]):
    """A phone connected to one thing. Subclasses handle the hello and the messages of their kind."""

    decoder: ClassVar[msgspec.json.Decoder[Any]]
    """The decoder of incoming messages."""
    hello: ClassVar[type[Any]]
    """The first message; it has a ticket."""

    def __init__(self, ws: WebSocket, hub: Hub[K], address: str) -> None:
        self.ws, self.hub, self.address = ws, hub, address
        self.limits = hub.limits
        self.thing = str(ws.path_params["id"])
        self.phone: Phone[K] | None = None
        self.token: str | None = None
        """The hash of its token, after it has shown a valid ticket."""

    # --- for subclasses

    async def admitted(self, ticket: str) -> Holder:
        """The holder of a ticket; raises an error if the ticket is not valid for the thing."""
        raise NotImplementedError

    async def joined(self, holder: Holder, hello: Any) -> Phone[K]:
        """Welcomes a phone and sends what it lacks."""
        raise NotImplementedError

    async def heard(self, phone: Phone[K], frame: Any) -> None:
        """A message after the hello."""
        raise NotImplementedError

    async def catch_up(self, phone: Phone[K]) -> None:
        """Sends the whole state in place of dropped frames."""
        raise NotImplementedError

    def parted(self, phone: Phone[K]) -> None:
        """The socket has ended."""
        raise NotImplementedError

    # --- from hello to the end

    async def serve(self) -> None:
        """From hello to the end; every failure has a close code and at most one line in the log."""
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
        except SocketEnd as end:
            code = end.code
        except (WebSocketDisconnect, RuntimeError, OSError):
            return
        except Exception as error:
            code = PROTOCOL
            # The content is private: the log gets only the place of the error.
            number = self.ws.scope.get(NUMBER, "")
            log.error("%s A socket was closed because its message could not be worked on: %s.", number, where(error))
        finally:
            if self.phone is not None:
                self.parted(self.phone)
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
            raise SocketEnd(PROTOCOL)
        if len(text.encode("utf-8", "surrogatepass")) > self.limits.frame_up:
            raise SocketEnd(TOO_LARGE)
        if deeper(text, self.limits.depth):
            raise SocketEnd(PROTOCOL)
        try:
            return self.decoder.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise SocketEnd(PROTOCOL) from None

    async def _hello(self) -> Phone[K]:
        try:
            hello = await asyncio.wait_for(self._receive(), self.limits.hello_time)
        except TimeoutError:
            raise SocketEnd(TICKET) from None
        if not isinstance(hello, self.hello):
            raise SocketEnd(TICKET)
        try:
            holder = await self.admitted(hello.ticket)
            if not self.hub.counts.vouch(self.address, holder.hash):
                raise SocketEnd(TOO_MANY)
            self.token = holder.hash
            door = self.ws.scope.get(DOOR)
            if isinstance(door, SocketDoor):
                door.greet()
            return await self.joined(holder, hello)
        except SikwuError:
            raise SocketEnd(TICKET) from None

    async def _watch(self, phone: Phone[K]) -> None:
        """Ends a socket without a sign of life for too long, or one that does not read: a regular check costs less
        than a timer for every frame.
        """
        silence, drain = self.limits.silence, self.limits.drain_time
        while True:
            await asyncio.sleep(min(silence, drain) / 5)
            now = time.monotonic()
            if now - phone.heard > silence or (phone.sending is not None and now - phone.sending > drain):
                raise SocketEnd(SLOW)

    async def _read(self, phone: Phone[K]) -> None:
        while True:
            frame = await self._receive()
            phone.heard = time.monotonic()
            await self.heard(phone, frame)

    # --- down

    async def _send(self, phone: Phone[K]) -> None:
        while True:
            await phone.ready.wait()
            phone.ready.clear()
            while phone.queue and phone.closing is None:
                await self._sent(phone, phone.taken(PIECE))
            if phone.closing is not None:
                raise SocketEnd(phone.closing)
            if phone.behind:
                with suppress(SikwuError):
                    await self.catch_up(phone)

    async def _sent(self, phone: Phone[K], frames: Sequence[bytes]) -> None:
        """Sends frames; if they are not read in time, `_watch` ends the socket."""
        phone.sending = time.monotonic()
        door = self.ws.scope.get(DOOR)
        if isinstance(door, SocketDoor):
            await door.tell(frames)
        else:
            for frame in frames:
                await self.ws.send_text(frame.decode())
        phone.sending = None
