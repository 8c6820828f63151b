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
from typing import TYPE_CHECKING, Any, NamedTuple

from sikwu.play.deal import RESULTS, Deal
from sikwu.play.many import POLICIES, play_many, walls_of
from sikwu.play.record import options_told, settled
from sikwu.play.view import View
from sikwu.players.asking import Asked
from sikwu.players.chance import Chance
from sikwu.players.protocol import player
from sikwu.rules.paying import lower_paying
from sikwu.rules.presets import rules_of
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import score
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
WIN, DRAW = RESULTS.index("win"), RESULTS.index("draw")


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
        rules = {"ruleset": self.rules.document.id, "options": options_told(self.rules), "rules": self.rules.hash}
        seats = {"players": list(self.players), "seatings": len(self.seatings)}
        return {"type": "arena", "format": FORMAT, **rules, **seats, "seed": self.seed, "blocks": self.blocks}


def play_unit(contest: Contest, number: int) -> dict[str, Any]:
    """The results of one unit: points of each player summed over the deals of a block, and counts over all of them.

    >>> unit = play_unit(Contest(("quick", "quick"), deals=400), 0)
    >>> unit["unit"], len(unit["points"]), unit["points"][0]
    (0, 64, [0, 0])
    """
    first = number * UNIT
    tally = _Tally(contest, first, min(UNIT, contest.blocks - first))
    native = all(name in POLICIES for name in contest.players)
    for seating in contest.seatings:
        tally.add(seating, tally.native(seating) if native else tally.asked(seating))
    return {"type": "unit", "unit": number, **tally.told}


def round_of(seed: int, wall: int) -> int:
    """The round wind of a wall, drawn from the seed."""
    return hashlib.blake2b(f"{seed}:{wall}".encode(), digest_size=1).digest()[0] & 3


class _Ended(NamedTuple):
    """How the deals of one seating ended, an entry a block; as `play_many` tells it."""

    changes: npt.NDArray[np.int64]
    result: npt.NDArray[np.uint8]
    winners: npt.NDArray[np.uint8]
    feeder: npt.NDArray[np.int8]
    fan: npt.NDArray[np.int16]
    draws: npt.NDArray[np.uint8]


class _Tally:
    """Points and counts of the deals of a unit."""

    def __init__(self, contest: Contest, first: int, count: int) -> None:
        import numpy as np

        self.contest, self.first, self.count = contest, first, count
        self.points = np.zeros((count, len(contest.players)), np.int64)
        self.counts = [dict.fromkeys(COUNTS, 0) for _ in contest.players]
        self.defaults: dict[str, dict[str, int]] = {}

    @property
    def told(self) -> dict[str, Any]:
        """All of it, as a line of the results has it."""
        defaults = {"defaults": self.defaults} if self.defaults else {}
        return {"points": self.points.tolist(), "counts": self.counts, **defaults}

    def add(self, seating: Sequence[int], ended: _Ended) -> None:
        """Takes in what came of a seating."""
        for seat, who in enumerate(seating):
            change = ended.changes[:, seat]
            won = (ended.result == WIN) & (ended.winners >> seat & 1 == 1)
            fed = (ended.result == WIN) & (ended.feeder == seat)
            self.points[:, who] += change
            sums = {
                "deals": self.count,
                "wins": won.sum(),
                "self_draws": (won & (ended.feeder < 0)).sum(),
                "deal_ins": fed.sum(),
                "draws": (ended.result == DRAW).sum(),
                "fan": ended.fan[won].sum(),
                "turns": ended.draws[won].sum(),
                "won": change[won].sum(),
                "fed": -change[fed].sum(),
                "squares": (change * change).sum(),
            }
            for name, value in sums.items():
                self.counts[who][name] += int(value)

    def native(self, seating: Sequence[int]) -> _Ended:
        """Deals by native players alone."""
        contest, rounds = self.contest, _rounds(self.contest.seed, self.first, self.count)
        names = [contest.players[who] for who in seating]
        told = play_many(self.count, names, contest.rules, seed=contest.seed, first=self.first, rounds=rounds)
        return _Ended(told.changes, told.result, told.winners, told.feeder, told.fan, told.draws)

    def asked(self, seating: Sequence[int]) -> _Ended:
        """Deals in which somebody answers in Python."""
        import numpy as np

        walls = walls_of(self.contest.seed, self.count, self.first)
        rows = [
            self._ended(self._asked(seating, wall, self.first + block)) for block, wall in enumerate(walls.tolist())
        ]
        columns = (np.array(column) for column in zip(*rows, strict=True))
        return _Ended(*columns)

    def _ended(self, deal: Deal) -> tuple[Any, ...]:
        changes = [int(amount * self.contest.denominator) for amount in settled(deal).values()]
        wins = deal.wins
        winners = sum(1 << win.seat for win in wins)
        feeder = -1 if not wins or wins[0].feeder is None else int(wins[0].feeder)
        fan = score(wins[0], deal.ruleset).fan if wins else 0
        return changes, RESULTS.index(deal.result), winners, feeder, fan, deal.kernel.front_draws

    def _asked(self, seating: Sequence[int], wall: Sequence[int], number: int) -> Deal:
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


@lru_cache(8)
def _rounds(seed: int, first: int, count: int) -> npt.NDArray[np.uint8]:
    import numpy as np

    return np.array([round_of(seed, first + i) for i in range(count)], np.uint8)


def same_contest(contest: Contest, head: Mapping[str, Any]) -> bool:
    """Do results that begin so belong to it? The number of blocks may have grown."""
    own = contest.head
    return {**own, "blocks": 0} == {**dict(head), "blocks": 0}
