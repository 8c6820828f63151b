"""A few threads that compute answers: no address gets more than its share of them, and unwanted work is dropped."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from threading import Condition, Thread
from typing import Any, NamedTuple, TypeVar

from sikwu.server.http.refusals import Refusal

T = TypeVar("T")
BUSY = 250
"""Milliseconds after which a client that was refused for overload may retry."""
PATIENCE = 2.0
"""Seconds that threads get to finish when the server stops."""


class AbandonedWork(Exception):
    """The client no longer waits for the answer."""


class WorkOutcome(NamedTuple):
    """The result of some work, and the seconds of CPU it took."""

    value: Any
    seconds: float


class _Work(NamedTuple):
    what: Callable[..., Any]
    more: tuple[Any, ...]
    wanted: Callable[[], bool]
    future: asyncio.Future[WorkOutcome]


class Workers:
    """The threads. Addresses that wait take turns; `line` limits how many requests of an address may wait."""

    def __init__(self, count: int, share: int, line: int, name: str = "answers") -> None:
        self.count, self.line, self.name = count, line, name
        self.share = share if count > 1 else 1
        self.stopping = False
        self._waiting: OrderedDict[str, deque[_Work]] = OrderedDict()
        self._running: Counter[str] = Counter()
        self._some = Condition()
        self._threads: list[Thread] = []
        self._idle = 0

    async def work(self, address: str, wanted: Callable[[], bool], what: Callable[..., T], *more: Any) -> WorkOutcome:
        """Runs a function in a thread when it is the address's turn; work that is no longer wanted by then is
        dropped.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[WorkOutcome] = loop.create_future()
        with self._some:
            if len(self._waiting.get(address, ())) >= self.line:
                raise Refusal.of("limit.busy", ms=BUSY).after(BUSY)
            self._waiting.setdefault(address, deque()).append(_Work(what, more, wanted, future))
            if self._idle:
                self._some.notify()
            elif len(self._threads) < self.count:
                thread = Thread(target=self._run, name=self.name, daemon=True)
                self._threads.append(thread)
                thread.start()
        return await future

    def stop(self) -> None:
        """Starts nothing more, and waits a little for running work."""
        with self._some:
            self.stopping = True
            left = [each for line in self._waiting.values() for each in line]
            self._waiting.clear()
            self._some.notify_all()
        for each in left:
            _tell(each.future, None, AbandonedWork())
        until = time.monotonic() + PATIENCE
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))

    def _run(self) -> None:
        while (found := self._next()) is not None:
            address, work = found
            began = time.thread_time()
            done: WorkOutcome | None = None
            failed: BaseException | None = None
            try:
                if self.stopping or not work.wanted():
                    raise AbandonedWork
                done = WorkOutcome(work.what(*work.more), time.thread_time() - began)
            except BaseException as error:  # whatever it is, pass it on to the caller that waits
                failed = error
            with self._some:
                self._running[address] -= 1
                if not self._running[address]:
                    del self._running[address]
                if self._idle and address in self._waiting:
                    self._some.notify()
            _tell(work.future, done, failed)
            del found, work, done, failed  # free the answer now, not at the next question

    def _next(self) -> tuple[str, _Work] | None:
        """The next work and its address; None: stop."""
        with self._some:
            while not self.stopping:
                address = next((each for each in self._waiting if self._running[each] < self.share), None)
                if address is not None:
                    line = self._waiting.pop(address)
                    work = line.popleft()
                    if line:
                        self._waiting[address] = line  # to the end of the queue
                    self._running[address] += 1
                    return address, work
                self._idle += 1
                self._some.wait()
                self._idle -= 1
        return None


def _tell(future: asyncio.Future[WorkOutcome], done: WorkOutcome | None, failed: BaseException | None) -> None:
    def tell() -> None:
        if future.done():
            return
        if failed is not None:
            future.set_exception(failed)
        elif done is not None:
            future.set_result(done)

    loop = future.get_loop()
    if not loop.is_closed():
        try:
            loop.call_soon_threadsafe(tell)
        except RuntimeError:  # the loop was closed just now
            return
