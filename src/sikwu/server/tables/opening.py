"""Opens tables, opens rematches, and erases tables."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from itertools import zip_longest
from typing import TYPE_CHECKING

import msgspec

from sikwu.book.store import Change, Statement
from sikwu.live.effects import Effect, Tell
from sikwu.live.messages import AddBot, MemberMessage, StartMatch, TakeSeat
from sikwu.live.news import RefusalNews, ReopenedNews
from sikwu.live.state import PLACES
from sikwu.live.table import LiveTable
from sikwu.live.terms import LiveTerms
from sikwu.rules.ruleset import Ruleset
from sikwu.server.books.making import DailyCount
from sikwu.server.channels.once import TOKEN, Remember, Reply
from sikwu.server.channels.tokens import Holder, given, person
from sikwu.server.http.closing import GONE
from sikwu.server.http.refusals import Refusal
from sikwu.server.tables import log
from sikwu.server.tables.owner import Owner
from sikwu.server.tables.shapes import table_shape
from sikwu.wire.booked import ConfirmationShape
from sikwu.wire.tabled import NewTableRequest, NewTableShape, TableTokenShape

if TYPE_CHECKING:
    from sikwu.server.tables.room import Tables

NEW = "new table"
"""The idempotency scope of requests without a token."""


def new_id() -> str:
    """The id of a table; no id of a book begins like it."""
    return "t" + secrets.token_hex(12)


class TableMaker:
    """The beginning and the end of tables."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.limits = tables, tables.limits
        self.made = DailyCount(tables.limits.tables_a_day, "limit.tables_day")

    # --- a new one

    def create(self, asked: NewTableRequest, rules: Ruleset, key: str, body: bytes, address: str) -> Reply:
        """A new table, its host's token and an invitation; runs in a thread."""
        me = person(asked.me)

        def work(remember: Remember) -> Reply:
            self.made.check(address)
            id, tokens = new_id(), self.tables.tokens
            token, member = given(tokens.minted(NEW, key, 0), "host", id, me)
            table, effects = self._begun(id, rules, member, asked, me)
            invite, inviting = self.tables.joining.invitation(NEW, key, 1, id)
            host = TableTokenShape(member, "host", me, TOKEN.format(0))
            reply = msgspec.json.encode(NewTableShape(id, host, invite, table_shape(table.state, member)))
            statements = [*log.opening(table, effects, id), token, *inviting, remember(201, reply)]
            self.tables.storing.store.change(statements)
            self.made.add(address)
            return Reply(201, reply)

        return self.tables.once.once(NEW, key, body, work)

    def _begun(
        self, id: str, rules: Ruleset, host: str, asked: NewTableRequest, me: str
    ) -> tuple[LiveTable, list[Effect]]:
        terms = LiveTerms(
            title=asked.title,
            pace=asked.pace,
            solo=asked.solo,
            watchers=asked.watchers,
            hints=asked.hints,
            teaching=asked.teaching,
            minutes=asked.minutes,
            levels=tuple(self.tables.hall.bots.levels),
            hurry=self.limits.table_hurry,
            most_lines=self.limits.table_lines,
        )
        now = self.tables.hall.now()
        table, out = LiveTable.opened(id, rules, host=host, now=now, terms=terms)
        effects = list(out)
        for message in _first_words(asked, host, me, terms.levels):
            table, out = table.take(message, now)
            _check(out)
            effects += out
        return table, effects

    # --- 再嚟

    async def again(self, owner: Owner) -> None:
        """The rematch of a table: everybody learns where, and the same tokens are valid there."""
        id = new_id()
        table, effects = owner.table.again(id, self.tables.hall.now())
        guard: Statement = (log.AGAIN, {"id": owner.id, "again": id})
        if await self.tables.hall.commit(Change(guard, log.opening(table, effects, owner.origin, owner.book))):
            owner.again = id
            owner.say_all(ReopenedNews(id))

    # --- the end

    async def erase(self, holder: Holder, table: str, title: str) -> ConfirmationShape:
        """Erases a table for good; its title, or its id if it has none, must be typed as confirmation."""
        owner = await self.tables.hall.owner(table)
        if title != (owner.table.state.terms.title or table):
            raise Refusal.of("table.other_title", title=title)
        await self.tables.hall.drop(table, GONE)

        def work() -> None:
            with self.tables.storing.told():
                store = self.tables.storing.store
                log.erase(store, log.row_of(store, table))
                if ring := self.tables.storing.ring("gone", table, 0):
                    store.change(ring)

        await self.tables.run(table, work)
        return ConfirmationShape(True)


def _first_words(asked: NewTableRequest, host: str, me: str, levels: tuple[str, ...]) -> Iterable[MemberMessage]:
    """The host's messages while the table is opened."""
    places = list(PLACES)
    if me:
        place = asked.place if asked.place is not None else 0
        yield TakeSeat(by=host, name=me, place=place)
        places = [each for each in places if each != place]
    if len(asked.bots) > len(places):
        raise Refusal.of("table.bots_many", most=len(places))
    for place, level, name in zip_longest(places[: len(asked.bots)], asked.bots, asked.bot_names[: len(asked.bots)]):
        yield AddBot(by=host, place=place, level=level or levels[0], name=name or "")
    if asked.start:
        yield StartMatch(by=host)


def _check(effects: Iterable[Effect]) -> None:
    for each in effects:
        if isinstance(each, Tell) and isinstance(each.news, RefusalNews):
            raise Refusal.of(each.news.code, **each.news.facts)
