"""A whole match at a live table, played by a function or by a player: everything but the decisions is done here."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable

from msgspec import UNSET

from sikwu.client.seat import TableSeat, rests
from sikwu.live.news import AskNews, WindowNews
from sikwu.play.actions import action_text
from sikwu.players.abilities import Abilities
from sikwu.players.chance import Chance
from sikwu.players.protocol import AnyPlayer, no_player
from sikwu.wire.tabled import GoOnFrame

_LOOK = 0.1
"""Seconds for which a window without a clock is shown."""
Chooses = Callable[[TableSeat, AskNews], str | Awaitable[str]]
"""A function from the seat and its question to one of `ask.legal`."""


async def play(seat: TableSeat, chooses: Chooses) -> None:
    """Plays until the match is over and every act has its reply; a question that was answered before a break is not asked again.

    Without a clock the seat goes on from every window after the same moment, whether it was asked or not.
    """
    going: asyncio.Task[None] | None = None
    async for news in seat:
        if isinstance(news, AskNews) and not news.answered:
            chosen = chooses(seat, news)
            await seat.act(news, await chosen if inspect.isawaitable(chosen) else chosen)
        elif rests(news, seat.place):
            await seat.ready()
        elif isinstance(news, WindowNews) and news.left is UNSET and seat.place is not None:
            going = asyncio.create_task(_go_on(seat, news.id))
        if seat.board is not None and seat.board.ranking and not seat.waiting:
            break
    if going is not None:
        going.cancel()


async def _go_on(seat: TableSeat, window: str) -> None:
    """The question of the window arrives before this message, and its answer is sent before the reply to it."""
    await asyncio.sleep(_LOOK)
    while seat.waiting:
        await asyncio.sleep(_LOOK)
    await seat.say(GoOnFrame(window))


def by(player: AnyPlayer, seed: int = 0) -> Chooses:
    """The choices of a player (`sikwu.players`), in a thread; `seed`: of its random numbers."""
    one = Abilities.of(player).one
    if one is None:
        raise no_player(player.name)
    count = 0

    async def chooses(seat: TableSeat, ask: AskNews) -> str:
        nonlocal count
        count += 1
        view = seat.view(ask, await seat.rules())
        action = await asyncio.to_thread(one, view, view.legal, Chance.of(seed, 0, 0, count))
        return action_text(int(action), view.offered)  # type: ignore[call-overload]

    return chooses
