"""The owner of one table, without sockets and without a database: what a newcomer gets first, and when news leave."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable

from sikwu.book.store import Change
from sikwu.live.effects import AskBot
from sikwu.live.messages import AddBot, BotActs, Hello, StartMatch
from sikwu.live.table import LiveTable
from sikwu.live.terms import LiveTerms
from sikwu.server.channels.hub import Phone
from sikwu.server.channels.tokens import Holder
from sikwu.server.http.limits import Limits
from sikwu.server.tables.log import TableRow
from sikwu.server.tables.owner import Owner

HURRY = 10


class NotedStore:
    """Bots that say nothing, a store that says when it stored, a clock that may be set ahead."""

    levels = ("quick",)

    def __init__(self) -> None:
        self.ahead, self.stored, self.bots = 0, 0.0, self

    async def ask(self, asked: AskBot, left: float) -> BotActs:
        """No answer."""
        return BotActs(asked.place, asked.decision, None, "late")

    async def close(self) -> None:
        """Nothing."""

    async def commit(self, change: Change) -> bool:
        """Stores nothing."""
        self.stored = time.monotonic()
        return True

    def now(self) -> int:
        """Milliseconds."""
        return int(time.monotonic() * 1000) + self.ahead

    def seed(self, table: str, deal: int) -> bytes:
        """A seed."""
        return bytes(128)

    def reopen(self, owner: Owner) -> None:
        """No rematch."""

    def ended(self, owner: Owner, code: int) -> None:
        """Nothing."""


class HeardPhone(Phone[str]):
    """A socket that keeps what it gets, and when."""

    def __init__(self) -> None:
        super().__init__(Holder("h", "m1", "host", "t1", "Wing"), "", Limits(), "t1")
        self.told: list[tuple[float, dict[str, object]]] = []

    def push(self, frame: bytes) -> None:
        """Keeps a frame."""
        self.told.append((time.monotonic(), json.loads(frame)))


def played(work: Callable[[Owner, NotedStore], Awaitable[None]], hurry: int = HURRY) -> None:
    """A table of four bots in the midst of a deal; its host looks on."""

    async def run() -> None:
        around = NotedStore()
        table, _ = LiveTable.opened("t1", "hk-standard", host="m1", now=around.now(), terms=LiveTerms(hurry=hurry))
        row = TableRow("t1", "t1", "", "open", table.state.rules.hash, "", 1, "", "", 0, None, None)
        owner = Owner(table, row, around)
        for place in range(4):
            await owner.say(AddBot(by="m1", place=place, level="quick"))
        await owner.say(StartMatch(by="m1"))
        while owner.table.state.v < 2:
            await asyncio.sleep(0.01)
        await work(owner, around)
        await owner.stop()

    asyncio.run(run())


def test_the_welcome_comes_first_even_if_something_was_due() -> None:
    """A window that is over when the hello arrives: what came of it is in the welcome, and not told before it."""

    async def late(owner: Owner, around: NotedStore) -> None:
        for _ in range(20):
            v = owner.table.state.v
            around.ahead += 400  # less than a suspended process would be late
            phone = HeardPhone()
            await owner.say(Hello(by="m1", have=None), phone=phone)
            assert phone.told[0][1]["type"] == "welcome"
            moved.append(owner.table.state.v > v)
            await asyncio.sleep(0.05)

    moved: list[bool] = []
    played(late)
    assert any(moved)


def test_events_leave_at_a_moment_that_does_not_tell_how_long_they_took() -> None:
    """The store has long finished when an event leaves."""

    async def listen(owner: Owner, around: NotedStore) -> None:
        phone = HeardPhone()
        await owner.say(Hello(by="m1", have=None), phone=phone)
        told = phone.told
        while len(waited) < 10:
            seen = len(told)
            while not any(each["type"] == "event" for _, each in told[seen:]):
                await asyncio.sleep(0.001)
            at = next(when for when, each in told[seen:] if each["type"] == "event")
            waited.append((at - around.stored) * 1000)
        hold = owner.table.state.terms.hold
        assert max(waited) >= hold / 2

    waited: list[float] = []
    played(listen, hurry=1)
