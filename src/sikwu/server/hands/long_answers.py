"""Long answers with backpressure: made in child processes, one at a time per address, and only as fast as they are read.

An address must read its last answer before the next one is begun. While the unread answers of all addresses exceed a
limit of bytes, no answer is begun. A client that reads nothing is cut off after `drain_time`.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from threading import Lock
from typing import Any

from starlette.responses import Response

from sikwu.server.hands.child import AnswerProcess, ChildDeath, ChildReply
from sikwu.server.http.limits import Limits
from sikwu.server.http.operation import Call, HttpAnswer
from sikwu.server.http.refusals import Refusal
from sikwu.server.http.workers import BUSY, Workers

log = logging.getLogger("sikwu.server")
PIECE = 64 * 1024
"""Bytes sent before the server checks whether they are read."""


class UntakenAnswers:
    """The addresses that wait for a long answer or have not read it yet: one answer per address, and a limit of bytes
    for all.
    """

    def __init__(self, most_bytes: int, most_waiting: int) -> None:
        self.most_bytes, self.most_waiting = most_bytes, most_waiting
        self.bytes = 0
        self._of: dict[str, int] = {}
        self._waiting: Counter[str] = Counter()
        self._wake: list[asyncio.Future[None]] = []

    async def come(self, address: str) -> None:
        """Waits until an address has read its previous answer."""
        if self._waiting[address] >= self.most_waiting:
            raise Refusal.of("limit.busy", ms=BUSY).after(BUSY)
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
        """Counts bytes that are made and not yet read."""
        self._of[address] += size
        self.bytes += size

    def leave(self, address: str) -> None:
        """Removes an answer that was read, or that nobody can read any more."""
        self.bytes -= self._of.pop(address)
        waiting, self._wake = self._wake, []
        for each in waiting:
            if not each.done():
                each.set_result(None)


class AnswerProcesses:
    """Child processes that answer cases, each for one thread at a time; started when first needed."""

    def __init__(self, make: Callable[[], AnswerProcess] = AnswerProcess) -> None:
        self.make = make
        self.all: set[AnswerProcess] = set()
        self._free: list[AnswerProcess] = []
        self._lock = Lock()

    def answer(self, call: Call, limits: Limits) -> ChildReply:
        """The reply of a child; a child that died is not used again."""
        child = self._taken()
        try:
            reply = child.answer(call.body, limits, call.wanted)
        except ChildDeath as error:
            log.error("A child process could not answer cases: %s", error)
            self._gone(child)
            raise
        self._free.append(child)
        return reply

    def close(self) -> None:
        """Ends all children."""
        for each in [*self.all]:
            self._gone(each)

    def _taken(self) -> AnswerProcess:
        with self._lock:
            if self._free:
                return self._free.pop()
            child = self.make()
            self.all.add(child)
            return child

    def _gone(self, child: AnswerProcess) -> None:
        with self._lock:
            self.all.discard(child)
            if child in self._free:
                self._free.remove(child)
        child.close()


class LongAnswers:
    """The threads that wait for the children, and the answers in progress."""

    def __init__(self, limits: Limits, make: Callable[[], AnswerProcess] = AnswerProcess) -> None:
        self.limits = limits
        self.untaken = UntakenAnswers(limits.untaken_bytes, limits.waiting_address)
        self.workers = Workers(limits.answer_processes, 1, limits.waiting_address, "cases")
        self.children = AnswerProcesses(make)

    async def answer(self, call: Call, charge: Callable[[float], None]) -> Response:
        """The answer, in progress until it is read; `charge` is called with the seconds of CPU it took."""
        await self.untaken.come(call.address)
        try:
            done = await self.workers.work(call.address, call.wanted, self.children.answer, call, self.limits)
            reply: ChildReply = done.value
            charge(reply.seconds)
            told = reply.told()
            self.untaken.hold(call.address, len(told.body))
        except BaseException:
            self.untaken.leave(call.address)
            raise
        return PacedResponse(told, lambda: self.untaken.leave(call.address))

    def stop(self) -> None:
        """Starts nothing more, and ends the children."""
        self.workers.stop()
        self.children.close()


class PacedResponse(Response):
    """A long answer sent in pieces, each after the previous ones were read; `taken` is called at the end, however it
    ends.
    """

    def __init__(self, told: HttpAnswer, taken: Callable[[], None]) -> None:
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
