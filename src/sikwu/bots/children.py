"""The children of one class. Each answers one question at a time; one that fails is killed, and another starts when it is needed.

1. A question waits for a free child; a new one starts if there are fewer than the limit.
2. A table gets `late` as the answer when its time is up. The child may go on until the limit of one question; then it is killed.
3. A child that hangs, ends or writes nonsense is killed. After two failures in a row the class rests, twice as long after each further one.
   While it rests, its questions get `resting` at once. A valid answer ends the row of failures.
"""

from __future__ import annotations

import asyncio
import contextlib

from sikwu.bots.child import Child, ChildFailure
from sikwu.bots.limits import BotLimits
from sikwu.bots.pipe import PlayerQuestion, PlayerReply


class Children:
    """A limited number of processes that play one class."""

    def __init__(self, level: str, limits: BotLimits) -> None:
        self.level, self.limits = level, limits
        self.last = ""
        """Its last failure, as text for people."""
        self._free: list[Child] = []
        self._all: set[Child] = set()
        self._slots = asyncio.Semaphore(limits.children)
        self._tasks: set[asyncio.Task[object]] = set()
        self._failures = 0
        self._rests_until = 0.0

    @property
    def pids(self) -> list[int]:
        """The processes that run now."""
        return [child.pid for child in self._all]

    async def ask(self, asked: PlayerQuestion, left: float) -> PlayerReply:
        """An answer within this many seconds, or why there is none."""
        if asyncio.get_running_loop().time() < self._rests_until:
            return PlayerReply(0, why="resting")
        task = asyncio.create_task(self._asked(asked))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        done, _ = await asyncio.wait({task}, timeout=max(left, 0))
        return task.result() if done else PlayerReply(0, why="late")

    async def warm(self) -> None:
        """Starts a child, if none runs; raises the error of its class."""
        async with self._slots:
            self._free.append(await self._child())

    async def _asked(self, asked: PlayerQuestion) -> PlayerReply:
        async with self._slots:
            try:
                child = await self._child()
            except ChildFailure as error:
                return self._failed(error)
            try:
                told = await child.ask(asked, self.limits.seconds)
            except ChildFailure as error:
                await self._end(child)
                return self._failed(error)
            except BaseException:
                await self._end(child)
                raise
            self._free.append(child)
            self._failures = 0
            self.last = told.told or self.last
            return told

    async def _child(self) -> Child:
        if self._free:
            return self._free.pop()
        child = await Child.started(self.level, self.limits)
        self._all.add(child)
        return child

    async def _end(self, child: Child) -> None:
        self._all.discard(child)
        await child.killed()

    def _failed(self, error: ChildFailure) -> PlayerReply:
        self._failures += 1
        self.last = error.told or error.why
        rest = self.limits.resting(self._failures)
        self._rests_until = asyncio.get_running_loop().time() + rest if rest else 0.0
        return PlayerReply(0, why=error.why, told=error.told)

    async def close(self) -> None:
        """Ends every question and every process."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task
        for child in list(self._all):
            await self._end(child)
        self._free.clear()
