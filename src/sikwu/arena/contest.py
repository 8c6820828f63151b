"""A contest: the same walls for every seating that matters. A unit of it is a pure function of the contest and its number.

A *block* is one wall played in every seating: with two players the first in each of the four seats against three of the second
(or two against two in six), with three the last one twice, with four all 24. Chance belongs to (seed, wall, seat, decision), so
two players that are the same one bring exactly nothing in every block.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, Any

from sikwu.play.deal import Deal
from sikwu.play.many import POLICIES, play_many, walls_of
from sikwu.play.record import settled
from sikwu.rules.paying import lower_paying
from sikwu.rules.presets import rules_of
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import SikwuError, problem
from sikwu.tiles import Wind

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

FORMAT = "sikwu-arena-1"
UNIT = 64
"""Blocks of a unit of work."""
MOST_BLOCKS = 1 << 24
COUNTS = ("deals", "wins", "self_draws", "deal_ins", "draws", "fan", "turns", "won", "fed", "squares")
"""What is counted for each player over the deals of its seats; `won`, `fed` and the root of `squares` in the contest's units."""
_SEATS = tuple(Wind)


class ArenaError(SikwuError):
    """A contest that cannot be played, or results that are not its own."""


@dataclass(frozen=True)
class Contest:
    """Who meets whom, under which rules, on how many walls.

    >>> contest = Contest(("quick", "random"), "hk-standard", deals=1000)
    >>> len(contest.seatings), contest.blocks, contest.units
    (4, 250, 4)
    """

    players: tuple[str, ...]
    ruleset: Ruleset | str = "hk-standard"
    deals: int = 1024
    seed: int = 0
    pairs: bool = False
    """Two against two, where there are two players."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", tuple(self.players))
        if not 2 <= len(self.players) <= 4:
            raise ArenaError((problem("arena.players", count=len(self.players)),))
        if self.deals < 1 or self.blocks > MOST_BLOCKS:
            raise ArenaError((problem("arena.deals", most=MOST_BLOCKS * len(self.seatings)),))
        if not 0 <= self.seed < 1 << 63:
            raise ArenaError((problem("arena.seed"),))

    @cached_property
    def rules(self) -> Ruleset:
        """The rules in force."""
        return rules_of(self.ruleset)

    @cached_property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """Who sits at E S W N (by number in `players`), in every way that differs."""
        last = len(self.players) - 1
        seats = (0, 0, 1, 1) if self.pairs and last == 1 else tuple(min(i, last) for i in range(4))
        return tuple(sorted(set(permutations(seats))))

    @property
    def blocks(self) -> int:
        """Walls: as many as bring at least so many deals."""
        return -(-self.deals // len(self.seatings))

    @property
    def units(self) -> int:
        """Pieces of work."""
        return -(-self.blocks // UNIT)

    @cached_property
    def denominator(self) -> int:
        """Points are told in units of 1 / this, so that they are whole numbers."""
        return lower_paying(self.rules).denominator

    @property
    def head(self) -> dict[str, Any]:
        """What tells one contest from another: the first line of its results."""
        usual, own = self.rules.document.defaults, self.rules.settings
        options = {name: own[name] for name in own if usual[name] != own[name]}
        rules = {"ruleset": self.rules.document.id, "options": options, "rules": self.rules.hash}
        seats = {"players": list(self.players), "seatings": len(self.seatings)}
        return {"type": "arena", "format": FORMAT, **rules, **seats, "seed": self.seed, "blocks": self.blocks}


def play_unit(contest: Contest, number: int) -> dict[str, Any]:
    """The results of one unit: points of each player summed over the deals of a block, and counts over all of them.

    >>> unit = play_unit(Contest(("quick", "quick"), deals=400), 0)
    >>> unit["unit"], len(unit["points"]), unit["points"][0]
    (0, 64, [0, 0])
    """
    first, count = number * UNIT, min(UNIT, contest.blocks - number * UNIT)
    tally = _Tally(contest, count)
    native = all(name in POLICIES for name in contest.players)
    for seating in contest.seatings:
        if native:
            tally.add_native(seating, first)
        else:
            tally.add_asked(seating, first)
    return {"type": "unit", "unit": number, "points": tally.points, "counts": tally.counts, **tally.told}


def round_of(seed: int, wall: int) -> int:
    """The round wind of a wall, drawn from the seed."""
    return hashlib.blake2b(f"{seed}:{wall}".encode(), digest_size=1).digest()[0] & 3


class _Tally:
    """Points and counts of the deals of a unit."""

    def __init__(self, contest: Contest, count: int) -> None:
        self.contest, self.count = contest, count
        self.points = [[0] * len(contest.players) for _ in range(count)]
        self.counts = [dict.fromkeys(COUNTS, 0) for _ in contest.players]
        self.defaults: dict[str, dict[str, int]] = {}

    @property
    def told(self) -> dict[str, Any]:
        """For whom the written default answered."""
        return {"defaults": self.defaults} if self.defaults else {}

    def add_native(self, seating: Sequence[int], first: int) -> None:
        contest = self.contest
        names = [contest.players[player] for player in seating]
        rounds = _rounds(contest.seed, first, self.count)
        played = play_many(self.count, names, contest.rules, seed=contest.seed, first=first, rounds=rounds)
        columns = zip(
            played.changes.tolist(), played.result.tolist(), played.winners.tolist(), played.feeder.tolist(),
            played.fan.tolist(), played.draws.tolist(), strict=True,
        )  # fmt: skip
        for block, (changes, result, winners, feeder, fan, draws) in enumerate(columns):
            self._add(seating, block, changes, result, winners, feeder, fan, draws)

    def add_asked(self, seating: Sequence[int], first: int) -> None:
        """With players that answer in Python."""
        contest, scale = self.contest, self.contest.denominator
        walls = walls_of(contest.seed, self.count, first)
        for block in range(self.count):
            deal = self._asked(seating, walls[block].tolist(), first + block)
            changes = [int(amount * scale) for amount in settled(deal).values()]
            won = deal.wins
            winners = sum(1 << win.seat for win in won)
            feeder = -1 if not won or won[0].feeder is None else int(won[0].feeder)
            fan = max((abs(each) for each in _fans(deal)), default=0)
            result = {"win": 1, "draw": 2, "false_win": 3}[deal.result]
            self._add(seating, block, changes, result, winners, feeder, fan, deal.kernel.front_draws)

    def _asked(self, seating: Sequence[int], wall: Sequence[int], number: int) -> Deal:
        from sikwu.play.view import View
        from sikwu.players.asking import Asked
        from sikwu.players.chance import Chance
        from sikwu.players.protocol import player

        contest = self.contest
        deal = Deal.start(wall, contest.rules, Wind(round_of(contest.seed, number)))
        asked = [Asked(player(contest.players[each])) for each in seating]
        decisions = [0] * 4
        while (window := deal.window) is not None:
            for seat in window.waiting:
                chance = Chance.of(contest.seed, number, seat, decisions[seat])
                decisions[seat] += 1
                action, _ = asked[seat].choose(View.of(deal, seat), window.legal[seat], deal.usual(seat), chance)
                deal.apply(seat, action)
        for each, who in zip(asked, seating, strict=True):
            for why, often in each.defaults.items():
                told = self.defaults.setdefault(contest.players[who], {})
                told[why] = told.get(why, 0) + often
        return deal

    def _add(
        self, seating: Sequence[int], block: int, changes: Sequence[int], result: int, winners: int, feeder: int, fan: int, draws: int
    ) -> None:  # fmt: skip
        points = self.points[block]
        for seat, player in enumerate(seating):
            change, counts = changes[seat], self.counts[player]
            points[player] += change
            counts["deals"] += 1
            counts["squares"] += change * change
            counts["draws"] += result == 2
            if result != 1:
                continue
            if winners >> seat & 1:
                counts["wins"] += 1
                counts["self_draws"] += feeder < 0
                counts["fan"] += fan
                counts["turns"] += draws
                counts["won"] += change
            elif seat == feeder:
                counts["deal_ins"] += 1
                counts["fed"] -= change


def _fans(deal: Deal) -> list[int]:
    from sikwu.scoring import score

    return [score(win, deal.ruleset).fan for win in deal.wins[:1]]


@lru_cache(8)
def _rounds(seed: int, first: int, count: int) -> npt.NDArray[np.uint8]:
    import numpy as np

    return np.array([round_of(seed, first + i) for i in range(count)], np.uint8)


def same_contest(contest: Contest, head: Mapping[str, Any]) -> bool:
    """Do results that begin so belong to it? The number of blocks may have grown."""
    own = contest.head
    return {**own, "blocks": 0} == {**dict(head), "blocks": 0}
