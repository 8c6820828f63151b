"""The tables in memory: loaded from their logs in threads, owned by the event loop, unloaded when nobody needs them."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

from sikwu.book.store import Change
from sikwu.bots import Bots
from sikwu.live.table import LiveTable
from sikwu.play.wall import SEED_BYTES
from sikwu.server.channels.committing import Committer
from sikwu.server.channels.hub import Hub
from sikwu.server.channels.storing import CurrentStore
from sikwu.server.http.closing import MOVING, STORE
from sikwu.server.http.limits import Limits
from sikwu.server.http.refusals import Refusal
from sikwu.server.tables import log
from sikwu.server.tables.bots import TableBots
from sikwu.server.tables.leases import RENEW, Leases
from sikwu.server.tables.log import TableRow
from sikwu.server.tables.owner import Owner
from sikwu.texts import SikwuError

FULL = 60_000
"""Milliseconds after which a retry makes sense if too many tables are in memory."""
PLAYING = "SELECT id FROM tables WHERE status IN ('playing', 'paused') AND erased IS NULL ORDER BY made LIMIT :most"
Run = Callable[..., Awaitable[Any]]
"""Runs a function in a thread, for a table and somebody's address: `run(table, address, what, *more)`."""


async def _in_thread(table: str, address: str, what: Callable[..., Any], *more: Any) -> Any:
    return await asyncio.to_thread(what, *more)


def drawn(table: str, deal: int) -> bytes:
    """A seed from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


class Hall:
    """The tables of a database that this process has in memory."""

    def __init__(self, storing: CurrentStore, committer: Committer, hub: Hub[str], limits: Limits) -> None:
        self.storing, self.committer, self.hub, self.limits = storing, committer, hub, limits
        self.leases = Leases(lambda: storing.store, storing.is_shared)
        self.bots: TableBots = Bots()
        self.run: Run = _in_thread
        self.seed: Callable[[str, int], bytes] = drawn
        self.rematch: Callable[[Owner], Awaitable[None]] = _no_rematch
        self.clock: Callable[[], float] = time.monotonic
        self.written = 0.0
        self.owners: dict[str, Owner] = {}
        self._waking: dict[str, asyncio.Task[Owner]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._renewing: asyncio.Task[None] | None = None
        self.stopping = False

    # --- for owners

    async def commit(self, change: Change) -> bool:
        """Commits a change. False: its guard failed; raises an error if the store failed."""
        with self.storing.told():
            done = await self.committer.commit(change)
        self.written = time.monotonic()
        return done

    def now(self) -> int:
        """Milliseconds of the monotonic clock."""
        return int(self.clock() * 1000)

    def reopen(self, owner: Owner) -> None:
        """Everybody wants a rematch."""
        self.keep(self.rematch(owner))

    def ended(self, owner: Owner, code: int) -> None:
        """An owner has stopped: its sockets are closed, and the next request loads the table from its log."""
        if self.owners.get(owner.id) is owner:
            del self.owners[owner.id]
        for phone in tuple(self.hub.phones.get(owner.id, ())):
            phone.close(code)

    def keep(self, work: Awaitable[Any]) -> None:
        """Runs a background task and keeps it alive until it is done."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- loading

    async def owner(self, id: str, address: str = "") -> Owner:
        """The owner of a table; loads the table if needed."""
        found = self.owners.get(id)
        if found is not None and not found.task.done():
            return found
        waking = self._waking.get(id)
        if waking is None:
            self._check_room()
            waking = self._waking[id] = asyncio.create_task(self._woken(id, address))
            waking.add_done_callback(lambda done: self._waking.pop(id, None) and (done.cancelled() or done.exception()))
        return await asyncio.shield(waking)

    async def peek(self, id: str) -> LiveTable:
        """The current state of a table, for reading: a table that is not in memory here is read but not loaded."""
        found = self.owners.get(id)
        if found is not None:
            return found.table

        def read() -> LiveTable:
            with self.storing.told():
                _, lines, seeds = log.read(self.storing.store, id)
            return LiveTable.folded(lines, seeds)

        table: LiveTable = await self.run(id, "", read)
        return table

    async def _woken(self, id: str, address: str) -> Owner:
        """Loads a table from its log; its new owner is registered in this process."""
        row, table = await self.run(id, address, self._read, id)
        owner = Owner(table, row, self)
        self.owners[id] = owner
        if self.leases.shared and self._renewing is None:
            self._renewing = asyncio.create_task(self._renew())
        return owner

    def _read(self, id: str) -> tuple[TableRow, LiveTable]:
        """A table rebuilt from its lines and taken for this process; runs in a thread."""
        with self.storing.told():
            log.row_of(self.storing.store, id)
            self.leases.take(id)
            row, lines, seeds = log.read(self.storing.store, id)
        return row, LiveTable.folded(lines, seeds, self.now())

    def _check_room(self) -> None:
        """Refuses another table if too many are in memory and none can be unloaded."""
        most = self.limits.tables_awake
        if len(self.owners) + len(self._waking) < most:
            return
        idle = [each for each in self.owners.values() if each.idle]
        if not idle:
            raise Refusal.of("limit.tables", most=most).after(FULL)
        self._sleeps(min(idle, key=lambda each: each.used))

    async def wake_playing(self) -> None:
        """Continues the matches that were being played when a process ended, whether anybody watches or not; one after
        another, and after tables to which somebody comes back.
        """
        for (id,) in await self.run("", "", self._playing):
            while self._waking:
                await asyncio.wait(tuple(self._waking.values()))
            if id not in self.owners and len(self.owners) < self.limits.tables_awake:
                try:
                    await self.owner(id)
                except SikwuError:
                    continue  # a request for it gets the error

    def _playing(self) -> list[tuple[str]]:
        with self.storing.told():
            return [tuple(row) for row in self.storing.store.rows(PLAYING, most=self.limits.tables_awake)]

    # --- unloading, and the end

    def sleep(self) -> None:
        """Unloads tables that nobody has needed for long; runs on the event loop."""
        early = time.monotonic() - self.limits.table_idle
        for owner in [each for each in self.owners.values() if each.idle and each.used < early]:
            self._sleeps(owner)

    def _sleeps(self, owner: Owner) -> None:
        self.owners.pop(owner.id, None)
        self.keep(self._put_down(owner))

    async def _put_down(self, owner: Owner) -> None:
        await owner.stop()
        if self.leases.shared:
            with suppress(SikwuError):  # retried later
                await self.run(owner.id, "", self._given_back, owner.id, owner.head.epoch)

    def _given_back(self, id: str, epoch: int) -> None:
        with self.storing.told():
            self.leases.give_back(id, epoch)

    def failed(self) -> None:
        """A commit has an unknown outcome: every table starts again from the state of the store."""
        for owner in tuple(self.owners.values()):
            self.ended(owner, STORE)
            owner.task.cancel()

    async def drop(self, id: str, code: int) -> None:
        """Removes a table from memory."""
        owner = self.owners.get(id)
        if owner is not None:
            await owner.stop(code)

    async def _renew(self) -> None:
        """Renews the leases; a table that another process has taken is dropped."""
        while not self.stopping:
            await asyncio.sleep(RENEW)
            with suppress(SikwuError):  # retried later
                held = [(owner.id, owner.head.epoch) for owner in self.owners.values()]
                mine = await self.run("", "", self._renewed)
                for id, epoch in held:
                    if mine.get(id) != epoch:
                        await self.drop(id, MOVING)

    def _renewed(self) -> Mapping[str, int]:
        with self.storing.told():
            return self.leases.renew()

    async def stop(self) -> None:
        """Ends every table in order."""
        self.stopping = True
        if self._renewing is not None:
            self._renewing.cancel()
        for task in tuple(self._waking.values()):
            task.cancel()
        for owner in tuple(self.owners.values()):
            await self._put_down(owner)
        self.owners.clear()
        for task in tuple(self._tasks):
            task.cancel()
        await self.bots.close()


async def _no_rematch(owner: Owner) -> None:
    raise NotImplementedError
