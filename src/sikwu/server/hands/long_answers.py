"""Answers that may be long and take long: made in child processes, one at a time for an address, and only as fast as they are read.

An address that has not taken its last answer gets no other made, and while the answers of all that nobody has taken yet are more
than so many bytes, nobody does: whoever reads nothing is cut off after `drain_time`.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from threading import Lock
from typing import Any

from starlette.responses import Response

from sikwu.server.hands.child import Child, ChildDied, Reply
from sikwu.server.http.limits import Limits
from sikwu.server.http.operation import Call, Told
from sikwu.server.http.refusals import refused
from sikwu.server.http.workers import BUSY, Workers

log = logging.getLogger("sikwu.server")
PIECE = 64 * 1024
"""Bytes that are sent before it is asked whether they are taken."""


class Untaken:
    """Who waits for a long answer or has not taken it yet: of each address one, of all so many bytes."""

    def __init__(self, most_bytes: int, most_waiting: int) -> None:
        self.most_bytes, self.most_waiting = most_bytes, most_waiting
        self.bytes = 0
        self._of: dict[str, int] = {}
        self._waiting: Counter[str] = Counter()
        self._wake: list[asyncio.Future[None]] = []

    async def come(self, address: str) -> None:
        """Waits until everything is taken that was made for an address before."""
        if self._waiting[address] >= self.most_waiting:
            raise refused("limit.busy", BUSY, ms=BUSY)
        self._waiting[address] += 1
        try:
            while address in self._of or self.bytes > self.most_bytes:
                woken = asyncio.get_running_loop().create_future()
                self._wake.append(woken)
                await woken
            self._of[address] = 0
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]

    def hold(self, address: str, size: int) -> None:
        """So many bytes are made, and not taken."""
        self._of[address] += size
        self.bytes += size

    def leave(self, address: str) -> None:
        """All of them are taken, or nobody is there who could."""
        self.bytes -= self._of.pop(address)
        waiting, self._wake = self._wake, []
        for each in waiting:
            if not each.done():
                each.set_result(None)


class Children:
    """Child processes that answer cases, each for one thread at a time; started when first needed."""

    def __init__(self, make: Callable[[], Child] = Child) -> None:
        self.make = make
        self.all: set[Child] = set()
        self._free: list[Child] = []
        self._lock = Lock()

    def answer(self, call: Call, limits: Limits) -> Reply:
        """What a child replies; one that died is not asked again."""
        child = self._taken()
        try:
            reply = child.answer(call.body, limits, call.wanted)
        except ChildDied as error:
            log.error("A child process could not answer cases: %s", error)
            self._gone(child)
            raise
        self._free.append(child)
        return reply

    def close(self) -> None:
        """Ends all of them."""
        for each in [*self.all]:
            self._gone(each)

    def _taken(self) -> Child:
        with self._lock:
            if self._free:
                return self._free.pop()
            child = self.make()
            self.all.add(child)
            return child

    def _gone(self, child: Child) -> None:
        with self._lock:
            self.all.discard(child)
            if child in self._free:
                self._free.remove(child)
        child.close()


class LongAnswers:
    """The threads that wait for the children, and what is under way."""

    def __init__(self, limits: Limits, make: Callable[[], Child] = Child) -> None:
        self.limits = limits
        self.untaken = Untaken(limits.untaken_bytes, limits.waiting_address)
        self.workers = Workers(limits.answer_processes, 1, limits.waiting_address, "cases")
        self.children = Children(make)

    async def answer(self, call: Call, charge: Callable[[float], None]) -> Response:
        """The answer, which is under way until it is taken; `charge` is told the seconds of CPU that it took."""
        await self.untaken.come(call.address)
        try:
            done = await self.workers.work(call.address, call.wanted, self.children.answer, call, self.limits)
            reply: Reply = done.value
            charge(reply.seconds)
            told = reply.told()
            self.untaken.hold(call.address, len(told.body))
        except BaseException:
            self.untaken.leave(call.address)
            raise
        return Paced(told, lambda: self.untaken.leave(call.address))

    def stop(self) -> None:
        """Begins nothing more, and ends the children."""
        self.workers.stop()
        self.children.close()


class Paced(Response):
    """A long answer sent in pieces, each when those before it are taken; `taken` is called at the end, however it ends."""

    def __init__(self, told: Told, taken: Callable[[], None]) -> None:
        super().__init__(told.body, told.status, {"cache-control": "no-store"}, told.media)
        self.taken = taken

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Sends it."""
        try:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            whole = memoryview(self.body)
            for start in range(0, len(whole) or 1, PIECE):
                more = start + PIECE < len(whole)
                await send(
                    {"type": "http.response.body", "body": bytes(whole[start : start + PIECE]), "more_body": more}
                )
        finally:
            self.taken()
