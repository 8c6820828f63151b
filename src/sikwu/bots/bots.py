"""`Bots.ask`: from a question of a live table to `BotActs`. It never raises because of a bot, and never blocks the event loop.

The time of an answer reveals nothing: a table keeps it until its question is over.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence

from sikwu.bots.child import ChildFailure
from sikwu.bots.children import Children
from sikwu.bots.limits import BotLimits
from sikwu.bots.native import NativeLevels, chosen
from sikwu.bots.pipe import PlayerQuestion
from sikwu.live.effects import AskBot
from sikwu.live.messages import BotActs
from sikwu.players.protocol import OURS, PlayerError, player

log = logging.getLogger("sikwu.server")
LEVELS = ("steady", "careful", "quick", "random")
"""Our levels; the first one stands in for absent persons, because it plays well under every ruleset."""
_WORD = 64


def _drawn() -> int:
    return secrets.randbits(_WORD)


class Bots:
    """The bots of a server: our levels by name, and foreign classes as `module:Class`.

    >>> Bots(["quick", "mine:Clever"]).levels
    ('quick', 'mine:Clever')
    """

    def __init__(
        self,
        levels: Sequence[str] = LEVELS,
        limits: BotLimits | None = None,
        *,
        threads: int = 2,
        chance: Callable[[], int] = _drawn,
    ) -> None:
        self.levels = tuple(levels)
        """The names that a table may seat; the first one stands in for absent persons."""
        self._chance = chance
        self._native = NativeLevels(threads)
        foreign = [level for level in levels if ":" in level]
        for level in self.levels:
            if level not in foreign:
                player(level)  # raises an error for an unknown player
        self._children = {level: Children(level, limits or BotLimits()) for level in foreign}

    async def check(self) -> None:
        """Starts a child of every foreign class; raises an error if one cannot be made."""
        for level, children in self._children.items():
            try:
                await children.warm()
            except ChildFailure as error:
                raise PlayerError.of("players.made", name=level, why=error.told or error.why) from None

    async def ask(self, asked: AskBot, left: float) -> BotActs:
        """The answer of a bot within this many seconds; without one, `why` gives the reason."""
        children = self._children.get(asked.level)
        if children is not None:
            told = await children.ask(PlayerQuestion(0, asked.view, asked.legal, self._chance()), left)
            return BotActs(asked.place, asked.decision, told.action, told.why)
        if asked.level not in OURS:
            return BotActs(asked.place, asked.decision, None, "unknown")
        return await self._thought(asked, left)

    async def _thought(self, asked: AskBot, left: float) -> BotActs:
        future = asyncio.get_running_loop().run_in_executor(self._native.threads, chosen, asked, self._chance())
        done, _ = await asyncio.wait({future}, timeout=max(left, 0))
        if not done:
            return BotActs(asked.place, asked.decision, None, "late")
        if (error := future.exception()) is not None:  # a fault of ours: the table goes on with the default
            log.error("A bot of the level %s could not decide: %s.", asked.level, type(error).__name__)
            return BotActs(asked.place, asked.decision, None, "raised")
        return BotActs(asked.place, asked.decision, future.result())

    def why(self, level: str) -> str:
        """The last error of a foreign class, as text; empty: none."""
        children = self._children.get(level)
        return "" if children is None else children.last

    @property
    def pids(self) -> list[int]:
        """The child processes that run now."""
        return [pid for children in self._children.values() for pid in children.pids]

    async def close(self) -> None:
        """Ends every thread and every child."""
        for children in self._children.values():
            await children.close()
        self._native.close()
