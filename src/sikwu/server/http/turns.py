"""Turns at the threads that work on books: neither one book nor one address can take all threads.

A request that waits for its turn waits on the event loop and holds no thread. If the client hangs up, the request
leaves the queue and its work is not begun.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import Executor
from contextlib import suppress
from threading import Lock
from typing import Any, TypeVar

from starlette.requests import Request

from sikwu.server.http.limits import Limits
from sikwu.server.http.refusals import Refusal

T = TypeVar("T")
AGAIN = 1_000
"""Milliseconds after which a retry makes sense when too many wait at a book."""


TurnName = tuple[str, str]
"""The subject of a queue: a book, or an address."""


class _Queue:
    """The requests that work on one book, or for one address, and those behind them in order."""

    def __init__(self) -> None:
        self.working = 0
        self.waiting: deque[asyncio.Future[None]] = deque()


class Turns:
    """Manages which requests use the threads for books, and which wait."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._lines: dict[TurnName, _Queue] = {}
        self._lock = Lock()

    async def work(
        self, pool: Executor, book: str, address: str, what: Callable[..., T], *more: Any, patient: bool = False
    ) -> T:
        """Runs a function in a thread when it is its turn; `patient`: without a time limit."""
        most = self.limits
        lines = ((("book", book), most.book_threads), (("address", address), most.address_threads))
        held: list[TurnName] = []
        begun = False
        try:
            async with asyncio.timeout(None if patient else most.turn_time):
                for name, count in lines:
                    if name[1]:
                        await self._come(name, count, patient)
                        held.append(name)
            future = pool.submit(what, *more)
            begun = True
        except TimeoutError:
            raise Refusal.of("book.busy").after(AGAIN) from None
        finally:
            if not begun:
                self._leave(held)
        # When the thread is free, not when the client stops waiting: otherwise turns would not limit anything.
        future.add_done_callback(lambda _: self._leave(held))
        return await asyncio.wrap_future(future)

    async def _come(self, name: TurnName, most: int, patient: bool) -> None:
        """Waits until there is room, then takes a turn."""
        with self._lock:
            line = self._lines.setdefault(name, _Queue())
            if line.working < most and not line.waiting:
                line.working += 1
                return
            if not patient and len(line.waiting) >= self.limits.turns_waiting:
                raise Refusal.of("book.busy").after(AGAIN)
            mine = asyncio.get_running_loop().create_future()
            line.waiting.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            with self._lock, suppress(ValueError):
                line.waiting.remove(mine)
            if mine.done() and not mine.cancelled():  # its turn had just come
                self._leave([name])
            raise

    def _leave(self, held: Iterable[TurnName]) -> None:
        """Gives the turn to the next; may be called from any thread."""
        for name in held:
            with self._lock:
                line = self._lines[name]
                following = line.waiting.popleft() if line.waiting else None
                if following is None:
                    line.working -= 1
                    if not line.working:
                        del self._lines[name]
            if following is not None:
                self._call(name, following)

    def _call(self, name: TurnName, following: asyncio.Future[None]) -> None:
        def come() -> None:
            if following.done():  # it has left: take the one behind it
                self._leave([name])
            else:
                following.set_result(None)

        try:
            following.get_loop().call_soon_threadsafe(come)
        except RuntimeError:  # its event loop has ended
            self._leave([name])


class HangUp(Exception):
    """The client no longer waits for the answer."""


async def awaited(request: Request, work: Awaitable[T]) -> T:
    """Awaits some work while the client is connected; work that has not begun when the client hangs up is dropped."""
    working, gone = asyncio.ensure_future(work), asyncio.ensure_future(_until_hung_up(request))
    try:
        await asyncio.wait((working, gone), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise HangUp
        return working.result()
    finally:
        for each in (working, gone):
            if not each.done():
                each.cancel()
                with suppress(asyncio.CancelledError, Exception):
                    await each


async def _until_hung_up(request: Request) -> None:
    """Returns when the connection ends. The body of the request must have been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
