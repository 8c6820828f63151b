"""One member's socket at a table: hello, messages, and a new start if too many frames were dropped."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

import msgspec
from starlette.websockets import WebSocket

from sikwu.live.messages import Hello, MemberMessage, WatchTable
from sikwu.live.news import RefusalNews
from sikwu.server.channels.hub import Phone
from sikwu.server.channels.sockets import Socket, SocketEnd
from sikwu.server.channels.tokens import Holder
from sikwu.server.http.closing import GONE, MOVING, PROTOCOL, STORE, TICKET, TOO_LARGE
from sikwu.server.http.refusals import Refusal
from sikwu.server.tables.hall import Hall
from sikwu.server.tables.owner import Owner
from sikwu.texts import SikwuError
from sikwu.texts.message import as_json
from sikwu.wire.tabled import TABLE_UP, MemberFrame, TableHelloFrame

CLOSES = {"table.elsewhere": MOVING, "store.down": STORE, "ticket.bad": TICKET, "token.unknown": TICKET}
"""The close code for a socket that cannot be let in; by default the table is gone for it."""


class TableSocket(Socket[str]):
    """A phone at a table. All viewers are of one kind here: the table itself decides who gets what."""

    decoder: ClassVar[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(TABLE_UP)
    hello: ClassVar[type[Any]] = TableHelloFrame

    def __init__(self, ws: WebSocket, hall: Hall, admitting: Any, address: str) -> None:
        super().__init__(ws, hall.hub, address)
        self.hall, self.admitting = hall, admitting
        self.owner: Owner | None = None

    async def admitted(self, ticket: str) -> Holder:
        """The holder of a ticket."""
        found: Holder = await self.admitting(ticket, self.thing)
        return found

    async def joined(self, holder: Holder, hello: TableHelloFrame) -> Phone[str]:
        """Loads the table if needed, and sends what the newcomer lacks."""
        phone = Phone(holder, "", self.limits, self.thing)
        try:
            self.owner = await self.hall.owner(self.thing, self.address)
            self.hub.enter(phone)
            await self.owner.say(self._arrival(self.owner, holder, hello.have), phone=phone)
        except SikwuError as error:
            self.hub.exit(phone)
            await self._refused(error)
            raise SocketEnd(CLOSES.get(error.code, GONE)) from None
        except asyncio.CancelledError:
            self.parted(phone)
            raise
        return phone

    def _arrival(self, owner: Owner, holder: Holder, have: int | None) -> MemberMessage:
        """Seats and the host say hello; everybody else watches."""
        state = owner.table.state
        if state.place_of(holder.id) is not None or holder.id == state.host:
            return Hello(by=holder.id, have=have)
        return WatchTable(by=holder.id, name=holder.name, have=have)

    async def _refused(self, error: SikwuError) -> None:
        """Sends the reason before the socket is closed."""
        first = error.problems[0]
        facts = {name: as_json(fact) for name, fact in first.facts.items()}
        if isinstance(error, Refusal) and error.code not in CLOSES:
            await self.ws.send_text(bytes(RefusalNews(error.code, facts)).decode())

    async def heard(self, phone: Phone[str], frame: Any) -> None:
        """Passes a member's message to the owner, which answers by news."""
        if not isinstance(frame, MemberFrame) or self.owner is None:
            raise SocketEnd(PROTOCOL)
        if phone.closing is None:
            self.owner.post(frame.said(phone.holder.id))

    async def catch_up(self, phone: Phone[str]) -> None:
        """Welcome, snapshot and open questions, in place of all dropped frames."""
        assert self.owner is not None
        phone.clear(behind=False)
        await self.owner.say(self._arrival(self.owner, phone.holder, None), phone=phone)
        if phone.behind:  # it does not fit into a frame
            raise SocketEnd(TOO_LARGE)

    def parted(self, phone: Phone[str]) -> None:
        """Informs the table that the socket has ended."""
        self.hub.exit(phone)
        if self.owner is not None:
            self.owner.parted(phone)
