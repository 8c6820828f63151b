"""The kinds of episodes: one deal, or a whole match with dealer, rounds, side payments and books."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from sikwu import _kernel
from sikwu.play.deal import Deal, table_rules
from sikwu.play.game import Game
from sikwu.play.many import walls_of
from sikwu.play.match import Match, seeded_walls
from sikwu.play.problems import PlayError
from sikwu.rules.ruleset import Ruleset

EPISODES = ("deal", "match")
AGENTS = tuple(f"seat_{place}" for place in range(4))


class Course(Protocol):
    """A sequence of deals. `seats`: the agents at E S W N of the current deal."""

    seats: tuple[str, ...]

    def begin(self, seed: int, number: int, options: Mapping[str, Any]) -> _kernel.KernelDeal:
        """The first deal of the n-th episode of a seed."""

    def ended(self) -> tuple[dict[str, float], _kernel.KernelDeal | None]:
        """What the deal has changed for each agent, in points or chips, and the next deal; None: the episode is over."""


class OneDeal:
    """The dealer is `seat_0`; the round wind advances with the episodes. A wall, a round and a streak may be given."""

    def __init__(self, rules: Ruleset) -> None:
        self._table, self._unit, self.seats = table_rules(rules), rules.paying.denominator, AGENTS

    def begin(self, seed: int, number: int, options: Mapping[str, Any]) -> _kernel.KernelDeal:
        """Starts a deal from a wall of the seed, or from the given wall."""
        wall = options["wall"] if "wall" in options else walls_of(seed, 1, number)
        try:
            tiles = np.asarray(wall, np.uint8).tobytes()
            round_, streak = int(options.get("round", number // 4 % 4)), int(options.get("streak", 0))
            self._deal = _kernel.KernelDeal(self._table, tiles, round_, streak)
        except (ValueError, TypeError, OverflowError):
            raise PlayError.of("play.wall") from None
        return self._deal

    def ended(self) -> tuple[dict[str, float], None]:
        """The settlement of the deal, with what the house pays beside the hands."""
        changes, _ = self._deal.settle()
        beside, _ = self._deal.beside()
        whole = [change + more for change, more in zip(changes, beside, strict=True)]
        return {agent: change / self._unit for agent, change in zip(AGENTS, whole, strict=True)}, None


class WholeMatch:
    """A match in which `seat_0` is dealer first. Cuts (斬) are not offered; open pulls are paid at the end."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules, self.seats = rules, AGENTS

    def begin(self, seed: int, number: int, options: Mapping[str, Any]) -> _kernel.KernelDeal:
        """The first deal of a match."""
        self._walls = seeded_walls(f"{seed} {number}")
        self._game = Game(Match.new(self._rules, AGENTS), decisions=False)
        return self._dealt()

    def _dealt(self) -> _kernel.KernelDeal:
        """The next deal, which the kernel plays in place."""
        match = self._game.match
        self._held, self.seats = match.held, match.seats
        self._game = self._game.deal(self._walls(match)).game
        self._deal: Deal = self._game.dealt.copy()
        return self._deal.kernel

    def ended(self) -> tuple[dict[str, float], _kernel.KernelDeal | None]:
        """The changes of the books, side payments included."""
        game = self._game
        if game.running:  # otherwise the deal was over as soon as it was dealt
            game = game.played(self._deal).game
        while game.phase == "cuts":
            game = game.expire().game
        over = game.phase == "over"
        held = (game.match.closed() if over else game.match).held
        self._game = game
        changed = {agent: float(held[agent] - self._held[agent]) for agent in AGENTS}
        return changed, None if over else self._dealt()


def course(episode: str, rules: Ruleset) -> Course:
    """The course for the name of an episode kind."""
    if episode not in EPISODES:
        raise PlayError.of("env.episode", name=episode[:40], known=list(EPISODES))
    return OneDeal(rules) if episode == "deal" else WholeMatch(rules)
