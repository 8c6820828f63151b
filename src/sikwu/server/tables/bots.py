"""The interface to bots: `sikwu.bots`, or a replacement in tests."""

from __future__ import annotations

from typing import Protocol

from sikwu.live.effects import AskBot
from sikwu.live.messages import BotActs


class TableBots(Protocol):
    """Answers for bots; never raises because of a bot."""

    levels: tuple[str, ...]
    """By name; the first one stands in for absent persons."""

    async def ask(self, asked: AskBot, left: float) -> BotActs:
        """An answer within this many seconds, or why there is none."""

    async def close(self) -> None:
        """Ends threads and processes."""
