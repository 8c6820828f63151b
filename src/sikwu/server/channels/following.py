"""Sockets that follow versions: a client that has some of them gets the others, in order. Books have such sockets."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec
from starlette.websockets import WebSocket

from sikwu.server.channels.history import History
from sikwu.server.channels.hub import Hub, Phone
from sikwu.server.channels.sockets import Socket, SocketEnd
from sikwu.server.channels.tokens import Holder
from sikwu.server.http.closing import PROTOCOL, TOO_LARGE
from sikwu.texts import SikwuError
from sikwu.wire.booked import UP, HelloFrame, PingFrame, PongFrame, ResyncFrame

K = TypeVar("K")


class Room(Protocol[K]):
    """The messages about things of one kind."""

    hub: Hub[K]

    async def admitted(self, ticket: str, thing: str) -> Holder:
        """The holder of a ticket; raises an error if the ticket is not valid for the thing."""

    def viewer(self, holder: Holder) -> K:
        """The kind of a viewer."""

    async def history(self, thing: str) -> History[K]:
        """The versions of a thing up to the one on the disk."""

    async def snapshot(self, thing: str, viewer: K) -> tuple[int, bytes | None]:
        """The newest version and the whole state as a frame; None: it is too long for one."""

    async def greeting(self, holder: Holder, v: int) -> tuple[bytes, bytes | None]:
        """The first message, and a further one if there is any."""


class FollowingSocket(Socket[K], Generic[K]):
    """A phone that follows the versions of one thing."""

    decoder: ClassVar[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(UP)
    hello: ClassVar[type[Any]] = HelloFrame

    def __init__(self, ws: WebSocket, room: Room[K], address: str) -> None:
        super().__init__(ws, room.hub, address)
        self.room = room

    async def admitted(self, ticket: str) -> Holder:
        """The holder of a ticket."""
        return await self.room.admitted(ticket, self.thing)

    def parted(self, phone: Phone[K]) -> None:
        """Informs the others."""
        self.hub.part(phone)

    async def joined(self, holder: Holder, hello: Any) -> Phone[K]:
        """Welcomes a phone and sends it what it lacks."""
        phone, have = Phone(holder, self.room.viewer(holder), self.limits), hello.have
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
        """The thing in one frame; one that does not fit must be read over HTTP, and the socket is closed."""
        v, frame = await self.room.snapshot(self.thing, phone.viewer)
        if frame is None:
            raise SocketEnd(TOO_LARGE)
        return v, frame

    async def heard(self, phone: Phone[K], frame: Any) -> None:
        """Handles a sign of life, or a client that has missed something."""
        match frame:
            case PingFrame():
                phone.push(msgspec.json.encode(PongFrame(frame.t, phone.v)))
            case ResyncFrame():
                await self._resync(phone, frame.have)
            case _:
                raise SocketEnd(PROTOCOL)

    async def _resync(self, phone: Phone[K], have: int) -> None:
        """Sends a phone everything after a version again, or the whole state."""
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

    async def catch_up(self, phone: Phone[K]) -> None:
        """Sends one snapshot in place of all dropped frames, and what came while it was made."""
        v, told = await self._snapshot(phone)
        phone.catch_up(told, v)
        self.hub.bring(phone, await self.room.history(self.thing))
