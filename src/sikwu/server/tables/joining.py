"""Access to tables: tokens that identify members, links that let people in, codes by which they only ask.

A token names the first table of a series of rematches and is valid for all of them. Its id is the member's id at the
table. The table decides what a member may do: seats, the host's role and spectators change.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec

from sikwu.book.book import now
from sikwu.book.store import Statement
from sikwu.live.messages import AskForSeat, LeaveTable, MemberMessage, TakeSeat
from sikwu.live.step import seats_news
from sikwu.live.table import LiveTable
from sikwu.server.channels.once import TOKEN, Remember, Reply
from sikwu.server.channels.tokens import REVOKE, Holder, given, invited, person
from sikwu.server.http.closing import REVOKED
from sikwu.server.http.limits import CODE_HOURS, Tries
from sikwu.server.http.refusals import Refusal
from sikwu.server.tables import log
from sikwu.wire.booked import ConfirmationShape, ListedTokenShape
from sikwu.wire.tabled import (
    JoinTableRequest,
    TableInvitationShape,
    TableInviteShape,
    TableJoinAnswerShape,
    TableTokensShape,
)

if TYPE_CHECKING:
    from sikwu.server.tables.room import Tables

INVITE = "table"
"""The kind of an invitation to a table, in the place where an invitation to a book names a role."""
MEMBERS = ("host", "seat", "watch")


class JoinDesk:
    """Joining, leaving and inviting; runs on the event loop, with the database in threads."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.limits = tables, tables.limits
        self.tokens, self.once = tables.tokens, tables.once
        self.tries = Tries(tables.limits)

    # --- inviting

    def invitation(self, scope: str, key: str, number: int, origin: str) -> tuple[TableInviteShape, list[Statement]]:
        """A new link and code, and the statements that store them; runs in a thread."""
        secret = self.tokens.minted(scope, key, number)
        code = next(found for turn in range(100) if self._free(found := self.tokens.coded(scope, key, turn)))
        shape = TableInviteShape(TOKEN.format(number), code, CODE_HOURS * 3600)
        return shape, list(invited(origin, secret, code, INVITE))

    def _free(self, code: str) -> bool:
        store = self.tables.storing.store
        return not store.rows("SELECT 1 FROM codes WHERE code = :code AND until >= :now", code=code, now=now())

    async def invite(self, holder: Holder, key: str, body: bytes) -> Reply:
        """A new link and code; the older ones become invalid."""

        def work() -> Reply:
            def made(remember: Remember) -> Reply:
                shape, changes = self.invitation(holder.thing, key, 0, holder.thing)
                reply = msgspec.json.encode(shape)
                self.tables.storing.store.change([*changes, remember(201, reply)])
                return Reply(201, reply)

            return self.once.once(holder.thing, key, b"invite " + body, made)

        reply: Reply = await self.tables.run(holder.thing, work)
        return reply

    # --- joining

    async def join(self, asked: JoinTableRequest, key: str, body: bytes, address: str, at: str | None) -> Reply:
        """By the secret of a link at once; by a code a person only asks, and wrong codes are counted. `at`: the
        table, if the path names it.
        """
        name = person(asked.name, needed=True)
        if (asked.secret is None) == (asked.code is None):
            raise Refusal.of("request.one_of", names=("secret", "code"))
        scope = hashlib.sha256((asked.secret or asked.code or "").encode("utf-8", "surrogatepass")).hexdigest()

        async def work(remember: Remember) -> Reply:
            origin, table = await self.tables.run("", lambda: self._leads_to(asked, address))
            self._check_here(table, at)
            kind = "asking" if asked.secret is None else asked.kind
            statement, member = given(self.tokens.minted(scope, key, 0), kind, origin, name)
            if asked.secret is None:
                return await self._asks(table, member, name, [statement], remember)
            if asked.kind == "watch":
                return await self._watches(table, name, [statement], remember)
            return await self._sits(table, member, asked, name, [statement], remember)

        return await self.tables.once_on_loop(scope, key, body, work)

    def _leads_to(self, asked: JoinTableRequest, address: str) -> tuple[str, str]:
        """The first and the newest table of a link or a code; in a thread."""
        with self.tables.storing.told():
            if asked.secret is not None:
                origin, code = self.tokens.invitation(asked.secret).thing, "invite.unknown"
            else:
                origin, code = self.tokens.guessed(asked.code or "", address, self.tries), "code.unknown"
            table = self.newest(origin)
            if table is None:  # it leads to a book
                raise Refusal.of(code)
            if sum(self.tokens.count(origin, kind) for kind in ("seat", "watch", "asking")) >= self.limits.tokens:
                raise Refusal.of("limit.tokens", most=self.limits.tokens)
        return origin, table

    def _check_here(self, table: str, at: str | None) -> None:
        """If several processes share a database, the path must name the table, so that a proxy finds its process."""
        if at is None and self.tables.storing.is_shared:
            raise Refusal.of("table.elsewhere", owner="", table=table).after(0)
        if at is not None and at != table:
            raise Refusal.of("table.unknown")

    def newest(self, origin: str) -> str | None:
        """The newest table of a series of rematches; runs in a thread."""
        found = self.tables.storing.store.rows(log.NEWEST, origin=origin)
        return str(found[0][0]) if found else None

    async def _asks(self, table: str, member: str, name: str, given: list[Statement], remember: Remember) -> Reply:
        reply = msgspec.json.encode(TableJoinAnswerShape("asked", None, name, TOKEN.format(0), None, None, None))
        owner = await self.tables.hall.owner(table)
        await owner.say(AskForSeat(by=member, name=name), lambda _: [*given, remember(201, reply)])
        return Reply(201, reply)

    async def _watches(self, table: str, name: str, given: list[Statement], remember: Remember) -> Reply:
        state = (await self.tables.hall.owner(table)).table.state
        if not state.terms.watchers:
            raise Refusal.of("table.no_watchers")
        shape = TableJoinAnswerShape("in", "watch", name, TOKEN.format(0), table, state.terms.title, None)
        reply = msgspec.json.encode(shape)
        await self.tables.run(table, lambda: self.tables.change([*given, remember(201, reply)]))
        return Reply(201, reply)

    async def _sits(
        self,
        table: str,
        member: str,
        asked: JoinTableRequest,
        name: str,
        given: list[Statement],
        remember: Remember,
    ) -> Reply:
        replies: list[bytes] = []

        def beside(after: LiveTable) -> list[Statement]:
            shape = joined_shape(after, member, name, TOKEN.format(0))
            replies.append(msgspec.json.encode(shape))
            return [*given, remember(201, replies[0])]

        owner = await self.tables.hall.owner(table)
        await owner.say(TakeSeat(by=member, name=name, place=asked.place), beside)
        return Reply(201, replies[0])

    async def joined(self, holder: Holder, at: str | None) -> TableJoinAnswerShape:
        """The result of a request to join; if a restart has forgotten it, it is asked again."""
        if holder.kind == "refused":
            return TableJoinAnswerShape("refused", None, holder.name, None, None, None, None)
        table = await self.tables.run(holder.thing, lambda: self.newest(holder.thing))
        if table is None:
            raise Refusal.of("table.unknown")
        self._check_here(table, at)
        owner = await self.tables.hall.owner(table)
        state = owner.table.state
        if state.place_of(holder.id) is None and holder.kind == "asking":
            if holder.id not in state.asking:
                await owner.say(AskForSeat(by=holder.id, name=holder.name))
            return TableJoinAnswerShape("asked", None, holder.name, None, None, None, None)
        return joined_shape(owner.table, holder.id, holder.name, None)

    async def invited(self, secret: str) -> TableInvitationShape:
        """The table that a link leads to."""
        asked = JoinTableRequest("", secret)
        _, table = await self.tables.run("", lambda: self._leads_to(asked, ""))
        state = (await self.tables.hall.peek(table)).state
        return TableInvitationShape(
            table, state.terms.title, state.status, seats_news(state).seats, state.terms.watchers
        )

    # --- tokens

    def listed(self, holder: Holder, here: set[str]) -> TableTokensShape:
        """The tokens; runs in a thread."""
        with self.tables.storing.told():
            rows = self.tokens.listed(holder.thing)
        return TableTokensShape(
            tuple(
                ListedTokenShape(id, kind, name, made, gone, id in here)
                for id, kind, name, made, gone in rows
                if kind in MEMBERS
            )
        )

    async def take_back(self, holder: Holder, table: str, id: str) -> ConfirmationShape:
        """Revokes a token; its seat is given up."""

        def work() -> int:
            ring = self.tables.storing.ring("token", holder.thing, 0)
            return self.tables.change([(REVOKE, {"thing": holder.thing, "id": id, "at": now()}), *ring])[0]

        if not await self.tables.run(table, work):
            raise Refusal.of("token.absent", id=id[:40])
        self.tables.hub.close(table, REVOKED, id)
        owner = await self.tables.hall.owner(table)
        if owner.table.state.place_of(id) is not None:
            await owner.say(LeaveTable(by=id))
        return ConfirmationShape(True)


def joined_shape(table: LiveTable, member: str, name: str, token: str | None) -> TableJoinAnswerShape:
    """The answer for a person who is in."""
    state = table.state
    place = state.place_of(member)
    own = name if place is None else state.seats[place].name
    kind = "watch" if place is None else "seat"
    return TableJoinAnswerShape("in", kind, own, token, state.id, state.terms.title, place)  # type: ignore[arg-type]


def sits(holder: Holder, name: str, place: int | None) -> MemberMessage:
    """The holder of a token sits down."""
    return TakeSeat(by=holder.id, name=name or holder.name, place=place)
