"""A seat at a live table in a separate thread: news wait here for the terminal, and a pipe signals that something waits."""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Coroutine
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from sikwu.client.seat import TableSeat
from sikwu.live.news import AskNews
from sikwu.play.view import View
from sikwu.rules.ruleset import Ruleset

T = TypeVar("T")
_PATIENCE = 30
"""Seconds after which a message is given up."""


class TerminalQuestion(NamedTuple):
    """A question, and the view of the seat."""

    ask: AskNews
    view: View


class NewsEnd(NamedTuple):
    """The last of the news."""

    error: BaseException | None


class SeatListener:
    """Reads all messages to a seat."""

    def __init__(self, seat: TableSeat, rules: Ruleset) -> None:
        self.seat, self.rules = seat, rules
        self.wake, self._ring = os.pipe()
        os.set_blocking(self.wake, False)
        self._news: deque[Any] = deque()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._run, name="table", daemon=True)
        self._thread.start()

    def take(self) -> list[Any]:
        """All news since the last call."""
        try:
            while os.read(self.wake, 4096):
                pass
        except BlockingIOError:
            pass
        return [self._news.popleft() for _ in range(len(self._news))]

    def do(self, what: Coroutine[Any, Any, T]) -> T:
        """Runs a function of the seat."""
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(_PATIENCE)

    def close(self) -> None:
        """Disconnects."""
        if self._thread.is_alive():
            self.do(self.seat.close())
        self._thread.join(_PATIENCE)
        os.close(self._ring)
        os.close(self.wake)

    def _put(self, news: Any) -> None:
        self._news.append(news)
        os.write(self._ring, b".")

    def _run(self) -> None:
        error: BaseException | None = None
        try:
            self._loop.run_until_complete(self._listen())
        except BaseException as raised:
            error = raised
        self._put(NewsEnd(error))
        self._loop.run_until_complete(self._loop.shutdown_default_executor())

    async def _listen(self) -> None:
        async with self.seat as seat:
            async for news in seat:
                asked = isinstance(news, AskNews) and not news.answered
                self._put(TerminalQuestion(news, seat.view(news, self.rules)) if asked else news)
