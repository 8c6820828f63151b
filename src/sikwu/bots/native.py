"""Our own levels: the kernel decides in a thread, without the interpreter lock. Questions unknown to it (斬) are answered in Python."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from sikwu.live.effects import AskBot
from sikwu.players.abilities import Abilities
from sikwu.players.chance import Chance
from sikwu.players.protocol import OURS
from sikwu.players.simple import RandomPlayer


class NativeLevels:
    """A few threads for all tables."""

    def __init__(self, threads: int) -> None:
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="bot")

    def close(self) -> None:
        """Stops; nobody is asked any more."""
        self.threads.shutdown(wait=True, cancel_futures=True)


def chosen(asked: AskBot, chance: int) -> int:
    """The action of one of our levels; `chance` is the seed of its random numbers."""
    player = OURS[asked.level]()
    handle = Abilities.of(player).handle(asked.view.ruleset)
    if handle is not None and asked.native is not None:
        return asked.native.choose(handle, chance, 0, 0)
    if isinstance(player, RandomPlayer):
        return player.choose_with(asked.view, asked.legal, Chance.of(chance, 0, 0, 0))
    return player.choose(asked.view, asked.legal)
