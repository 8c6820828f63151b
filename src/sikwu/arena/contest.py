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
from sikwu.players.asking import Asked
from sikwu.players.protocol import player
from sikwu.players.table import Table, ask
from sikwu.rules.presets import rules_of
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import score
from sikwu.texts import SikwuError, problem
from sikwu.tiles import Wind

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

FORMAT = "sikwu-arena-2"
UNIT = 64
"""Blocks of a unit of work."""
MOST_BLOCKS = 1 << 24
CALM = 8
"""Fan: what points would be if no hand were paid for more, a calmer figure."""
COUNTS = (
    "deals", "wins", "self_draws", "deal_ins", "draws", "called", "ready", "fan", "turns", "won", "fed", "calm", "squares",
)  # fmt: skip
"""What is counted for each player over the deals of its seats; `won`, `fed`, `calm` and the root of `squares` in the contest's units.

`called`: deals in which it claimed a tile. `ready`: deals at whose end it had won or was ready.
"""
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
        return self.rules.paying.denominator

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
    ended = [tally.native(seating) for seating in contest.seatings] if native else tally.asked(contest.seatings)
    for seating, each in zip(contest.seatings, ended, strict=True):
        tally.add(seating, each)
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
    calm: npt.NDArray[np.int64]
    called: npt.NDArray[np.uint8]
    ready: npt.NDArray[np.uint8]


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
                "called": (ended.called >> seat & 1).sum(),
                "ready": (ended.ready >> seat & 1).sum(),
                "fan": ended.fan[won].sum(),
                "turns": ended.draws[won].sum(),
                "won": change[won].sum(),
                "fed": -change[fed].sum(),
                "calm": ended.calm[:, seat].sum(),
                "squares": (change * change).sum(),
            }
            for name, value in sums.items():
                self.counts[who][name] += int(value)

    def native(self, seating: Sequence[int]) -> _Ended:
        """Deals by native players alone."""
        contest, rounds = self.contest, _rounds(self.contest.seed, self.first, self.count)
        names = [contest.players[who] for who in seating]
        told = play_many(
            self.count, names, contest.rules, seed=contest.seed, first=self.first, rounds=rounds, calm_fan=CALM
        )
        assert told.calm is not None
        assert told.called is not None
        assert told.ready is not None
        ways = told.result, told.winners, told.feeder, told.fan, told.draws
        return _Ended(told.changes, *ways, told.calm, told.called, told.ready)

    def asked(self, seatings: Sequence[Sequence[int]]) -> list[_Ended]:
        """Deals in which somebody answers in Python: all go on side by side, a decision each, seating by seating in the end."""
        import numpy as np

        walls = walls_of(self.contest.seed, self.count, self.first).tolist()
        shared = [Asked(player(name)) for name in self.contest.players]
        tables = [
            self._table(seating, wall, number, shared) for seating in seatings for number, wall in enumerate(walls)
        ]
        going = tables
        while going:
            for question, action, _ in ask(going):
                question.table.deal.apply(question.seat, action)
            going = [table for table in going if not table.deal.over]
        self._note_defaults(seatings, tables)
        rows = [self._ended(table.deal) for table in tables]
        parts = [rows[i : i + self.count] for i in range(0, len(rows), self.count)]
        return [_Ended(*(np.array(column) for column in zip(*part, strict=True))) for part in parts]

    def _table(self, seating: Sequence[int], wall: Sequence[int], block: int, shared: Sequence[Asked]) -> Table:
        """Who is asked together is one player at all tables; anybody else keeps nothing from deal to deal."""
        contest, number = self.contest, self.first + block
        deal = Deal.start(wall, contest.rules, Wind(round_of(contest.seed, number)))
        seats = [shared[who] if shared[who].together else Asked(player(contest.players[who])) for who in seating]
        return Table(deal, seats, contest.seed, number)

    def _ended(self, deal: Deal) -> tuple[Any, ...]:
        changes = [int(amount * self.contest.denominator) for amount in settled(deal).values()]
        wins, kernel = deal.wins, deal.kernel
        winners = sum(1 << win.seat for win in wins)
        feeder = -1 if not wins or wins[0].feeder is None else int(wins[0].feeder)
        fan = score(wins[0], deal.ruleset).fan if wins else 0
        ways = RESULTS.index(deal.result), winners, feeder, fan, kernel.front_draws
        return changes, *ways, kernel.settle(CALM)[0], kernel.called, kernel.ready_at_end

    def _note_defaults(self, seatings: Sequence[Sequence[int]], tables: Sequence[Table]) -> None:
        """Each player's, whoever of them sat where."""
        asked = {
            each: self.contest.players[who]
            for place, table in enumerate(tables)
            for each, who in zip(table.players, seatings[place // self.count], strict=True)
        }
        for each, name in asked.items():
            for why, often in each.defaults.items():
                told = self.defaults.setdefault(name, {})
                told[why] = told.get(why, 0) + often


@lru_cache(8)
def _rounds(seed: int, first: int, count: int) -> npt.NDArray[np.uint8]:
    import numpy as np

    return np.array([round_of(seed, first + i) for i in range(count)], np.uint8)


def same_contest(contest: Contest, head: Mapping[str, Any]) -> bool:
    """Do results that begin so belong to it? The number of blocks may have grown."""
    own = contest.head
    return {**own, "blocks": 0} == {**dict(head), "blocks": 0}
