"""The live tables of a database: everything together."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import msgspec

from sikwu.book.store import Statement
from sikwu.live.messages import MemberMessage
from sikwu.live.table import LiveTable
from sikwu.server.books.room import Books
from sikwu.server.channels.hub import Hub
from sikwu.server.channels.once import Remember, Reply
from sikwu.server.channels.tokens import Holder, Tokens
from sikwu.server.http.closing import STORE
from sikwu.server.http.limits import Limits
from sikwu.server.http.refusals import Refusal
from sikwu.server.tables import log
from sikwu.server.tables.hall import Hall
from sikwu.server.tables.joining import MEMBERS, JoinDesk
from sikwu.server.tables.opening import TableMaker
from sikwu.server.tables.owner import Owner
from sikwu.server.tables.shapes import table_shape
from sikwu.wire.tabled import TableShape

T = TypeVar("T")


class Tables:
    """The tables of a database; they share store, committer, tokens, tickets and counts of sockets with its books."""

    def __init__(self, books: Books, limits: Limits) -> None:
        self.books, self.limits = books, limits
        self.storing, self.once = books.storing, books.library.once
        self.hub = Hub[str](limits, books.hub.counts)
        self.hall = Hall(self.storing, books.library.committer, self.hub, limits)
        self.joining, self.opening = JoinDesk(self), TableMaker(self)
        self.hall.rematch = self.opening.again
        self.storing.failed.append(lambda: self.hub.soon(self._failed))

    @property
    def tokens(self) -> Tokens:
        """The tokens of the database."""
        return self.books.tokens

    @property
    def written(self) -> float:
        """When this process last wrote."""
        return self.hall.written

    def heard(self) -> None:
        """Sets the event loop that owns the memory."""
        self.hub.loop = asyncio.get_running_loop()

    async def begin(self) -> None:
        """At the start of the process, matches that were being played continue. If several processes share a
        database, each table continues when somebody asks for it.
        """
        self.heard()
        if not self.storing.is_shared:
            self.hall.keep(self.hall.wake_playing())

    def forget(self) -> None:
        """Forgets addresses that are no longer counted."""
        self.joining.tries.forget()
        self.opening.made.forget()

    def _failed(self) -> None:
        self.hall.failed()
        self.hub.close_all(STORE)

    # --- threads

    async def run(self, table: str, what: Callable[[], T], address: str = "") -> T:
        """Runs a function in a thread, for a table."""
        found: T = await self.hall.run(table, address, what)
        return found

    def change(self, statements: Sequence[Statement]) -> list[int]:
        """Runs statements in one transaction, in a thread."""
        with self.storing.told():
            return self.storing.store.change(statements)

    async def once_on_loop(
        self, scope: str, key: str, body: bytes, work: Callable[[Remember], Awaitable[Reply]]
    ) -> Reply:
        """Executes a writing request, or returns its stored reply."""

        async def run(what: Callable[[], Any]) -> Any:
            return await self.run("", what)

        return await self.once.once_on_loop(scope, key, body, self.limits.turn_time, run, work)

    # --- access

    async def holder(self, token: str, table: str | None, kinds: Sequence[str] = MEMBERS) -> Holder:
        """The holder, if the token belongs to the table; others learn nothing about it."""

        def work() -> Holder:
            with self.storing.told():
                found = self.tokens.who(token) if token else None
                if found is None or found.kind == "invite":
                    raise Refusal.of("token.unknown" if token else "token.missing")
                if table is not None and log.row_of(self.storing.store, table).origin != found.thing:
                    raise Refusal.of("table.unknown")
            if found.kind not in kinds:
                raise Refusal.of("token.forbidden", kind=found.kind, needs=kinds[-1])
            return found

        return await self.run(table or "", work)

    async def host(self, token: str, table: str) -> tuple[Holder, Owner]:
        """Who asks, if that is the host now."""
        holder = await self.holder(token, table)
        owner = await self.hall.owner(table)
        if owner.table.state.host != holder.id:
            raise Refusal.of("table.not_host")
        return holder, owner

    async def admitted(self, ticket: str, table: str) -> Holder:
        """The holder of a ticket; raises an error if the ticket is not valid for the table."""

        def work() -> Holder:
            with self.storing.told():
                origin = log.row_of(self.storing.store, table).origin
                found = self.tokens.by_hash(self.books.tickets.used(ticket, origin))
            if found is None or found.thing != origin or found.kind not in MEMBERS:
                raise Refusal.of("ticket.bad")
            return found

        return await self.run(table, work)

    # --- messages over HTTP

    async def said(self, holder: Holder, table: str, message: MemberMessage, key: str, body: bytes) -> Reply:
        """A message of a member; idempotent by key. Reply and effect are one transaction."""

        async def work(remember: Remember) -> Reply:
            owner = await self.hall.owner(table)
            replies: list[bytes] = []

            def beside(after: LiveTable) -> list[Statement]:
                replies.append(msgspec.json.encode(self.shape(owner, after, holder.id)))
                return [remember(200, replies[0])]

            await owner.say(message, beside)
            return Reply(200, replies[0])

        return await self.once_on_loop(holder.thing, key, body, work)

    def shape(self, owner: Owner, table: LiveTable, member: str) -> TableShape:
        """A table as a member may know it."""
        return table_shape(table.state, member, owner.again, owner.book)

    # --- writes of others

    def look(self, things: Sequence[str]) -> list[str]:
        """Those of some tables that are gone; runs in a thread."""
        gone = []
        for start in range(0, len(things), 200):
            some = {f"t{place}": id for place, id in enumerate(things[start : start + 200])}
            names = ", ".join(f":{name}" for name in some)
            rows = self.storing.store.rows(f"SELECT id FROM tables WHERE erased IS NULL AND id IN ({names})", **some)
            living = {row[0] for row in rows}
            gone += [id for id in some.values() if id not in living]
        return gone

    def asked(self, thing: str) -> None:
        """Requests for seats are news of the table itself."""

    def sleep(self) -> None:
        """Removes unused tables from memory; runs on the event loop."""
        self.hall.sleep()
