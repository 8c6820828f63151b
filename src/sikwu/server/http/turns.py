"""Whose turn it is at the threads that work on books: one book, or one address, never has them all.

Who waits for a turn waits on the loop and holds no thread. Who has hung up waits no longer, and what he asked for is not begun.
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
from sikwu.server.http.refusals import refused

T = TypeVar("T")
AGAIN = 1_000
"""Milliseconds after which it may be tried again with a book at which too many wait."""


Name = tuple[str, str]
"""What a line is for: a book, or an address."""


class _Line:
    """Those who work on one book, or for one address, and those behind them in their order."""

    def __init__(self) -> None:
        self.working = 0
        self.waiting: deque[asyncio.Future[None]] = deque()


class Turns:
    """Who works in the threads for books, and who waits."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._lines: dict[Name, _Line] = {}
        self._lock = Lock()

    async def work(
        self, pool: Executor, book: str, address: str, what: Callable[..., T], *more: Any, patient: bool = False
    ) -> T:
        """Runs something in a thread when it is its turn; `patient`: it waits as long as that takes."""
        most = self.limits
        lines = ((("book", book), most.book_threads), (("address", address), most.address_threads))
        held: list[Name] = []
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
            raise refused("book.busy", AGAIN) from None
        finally:
            if not begun:
                self._leave(held)
        # Not when nobody waits any more, but when the thread is free: else a turn would be worth nothing.
        future.add_done_callback(lambda _: self._leave(held))
        return await asyncio.wrap_future(future)

    async def _come(self, name: Name, most: int, patient: bool) -> None:
        """Waits until fewer than so many work, and is then one of them."""
        with self._lock:
            line = self._lines.setdefault(name, _Line())
            if line.working < most and not line.waiting:
                line.working += 1
                return
            if not patient and len(line.waiting) >= self.limits.turns_waiting:
                raise refused("book.busy", AGAIN)
            mine = asyncio.get_running_loop().create_future()
            line.waiting.append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            with self._lock, suppress(ValueError):
                line.waiting.remove(mine)
            if mine.done() and not mine.cancelled():  # it was just his turn
                self._leave([name])
            raise

    def _leave(self, held: Iterable[Name]) -> None:
        """The next come in their place; from any thread."""
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

    def _call(self, name: Name, following: asyncio.Future[None]) -> None:
        def come() -> None:
            if following.done():  # he has gone: the one behind him
                self._leave([name])
            else:
                following.set_result(None)

        try:
            following.get_loop().call_soon_threadsafe(come)
        except RuntimeError:  # his loop has ended, and he with it
            self._leave([name])


class HungUp(Exception):
    """Nobody waits for the answer any more."""


async def awaited(request: Request, work: Awaitable[T]) -> T:
    """What comes of some work, as long as who asked for it is there: what has not begun when he hangs up is dropped."""
    working, gone = asyncio.ensure_future(work), asyncio.ensure_future(_hangs_up(request))
    try:
        await asyncio.wait((working, gone), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise HungUp
        return working.result()
    finally:
        for each in (working, gone):
            if not each.done():
                each.cancel()
                with suppress(asyncio.CancelledError, Exception):
                    await each


async def _hangs_up(request: Request) -> None:
    """Ends when the connection does; the body was read before."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
