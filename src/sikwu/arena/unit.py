"""A unit of work: plays some blocks of a contest. The result depends only on the contest and the number of the unit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sikwu.arena.contest import UNIT, ArenaError, Contest, round_of
from sikwu.arena.recorded import RecordedDeal
from sikwu.arena.tally import DealEndings, Tally
from sikwu.play.deal import RESULTS, Deal
from sikwu.play.deal_game import DealGame
from sikwu.play.game import Game
from sikwu.play.many import CALM_FAN, play_many, walls_of
from sikwu.play.native import NativePlayer
from sikwu.players.asking import SeatedPlayer
from sikwu.players.protocol import player
from sikwu.players.table import SeatedGame, ask
from sikwu.tiles import Wind

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

UnitTable = SeatedGame[DealGame] | SeatedGame[Game]
Unit = dict[str, Any]
"""The results of a unit, as a line of the results holds them."""


def play_unit(contest: Contest, number: int) -> Unit:
    """The results of one unit: points of each player summed over the deals of a block, and counts over all of them.

    >>> unit = play_unit(Contest(("quick", "quick"), deals=400), 0)
    >>> unit["unit"], len(unit["points"]), unit["points"][0]
    (0, 64, [0, 0])
    """
    return play_recorded(contest, number)[0]


def play_recorded(contest: Contest, number: int, every: int = 0) -> tuple[Unit, dict[str, str]]:
    """The same, with the records of the deals of every n-th wall (`every`), by name; 0: no records.

    >>> unit, records = play_recorded(Contest(("quick", "random"), deals=32), 0, every=4)
    >>> len(unit["points"]), len(records)
    (8, 8)
    """
    deals = _Deals(contest, number, every)
    tally = Tally(contest, deals.count)
    for seating, ended in zip(contest.seatings, deals.played(), strict=True):
        tally.add(seating, ended)
    defaults = {"defaults": deals.defaults} if deals.defaults else {}
    records = {recorded.name: recorded.text for recorded in deals.recorded.values()}
    return {"type": "unit", "unit": number, **tally.told, **defaults}, records


class _Deals:
    """The deals of a unit. Native players play in the kernel's loop, other players side by side in Python."""

    def __init__(self, contest: Contest, number: int, every: int = 0) -> None:
        self.contest, self.first = contest, number * UNIT
        self.count = min(UNIT, contest.blocks - self.first)
        self.defaults: dict[str, dict[str, int]] = {}
        """How often the default action was taken, by player and reason."""
        self.recorded: dict[UnitTable, RecordedDeal] = {}
        self._kept = [block for block in range(self.count) if every and (self.first + block) % every == 0]
        self._players = [SeatedPlayer(player(name)) for name in contest.players]

    def played(self) -> list[DealEndings]:
        """The results, seating by seating."""
        seatings = self.contest.seatings
        handles = [asked.can.handle(self.contest.rules) for asked in self._players]
        if None in handles:
            if self.contest.luck:
                raise ArenaError.of("arena.luck")
            return self.asked(seatings)
        if self._kept:  # played again in Python, which can write lines
            _play(self._tables(seatings, self._kept), self.recorded)
        return [self.native([handle for who in seating if (handle := handles[who])]) for seating in seatings]

    def native(self, players: Sequence[NativePlayer]) -> DealEndings:
        """The deals of one seating in which all players are native."""
        contest, rounds = self.contest, _rounds(self.contest.seed, self.first, self.count)
        wanted = DealEndings._fields if contest.luck else DealEndings._fields[:-1]
        told = play_many(
            self.count,
            players,
            contest.rules,
            seed=contest.seed,
            first=self.first,
            rounds=rounds,
            columns=wanted,
            seat_walls=contest.walls == "seats",
        )
        return DealEndings(*(getattr(told, name) for name in wanted))

    def asked(self, seatings: Sequence[Sequence[int]]) -> list[DealEndings]:
        """The deals in which a player answers in Python; they are played side by side, one decision each in turn."""
        import numpy as np

        tables = self._tables(seatings, range(self.count))
        _play(tables, self.recorded)
        self._note_defaults(seatings, tables)
        rows = [self._ended(table.deal) for table in tables]
        parts = [rows[i : i + self.count] for i in range(0, len(rows), self.count)]
        return [DealEndings(*(np.array(column) for column in zip(*part, strict=True))) for part in parts]

    def _tables(self, seatings: Sequence[Sequence[int]], blocks: Sequence[int]) -> list[UnitTable]:
        """One table per block, seating by seating."""
        walls = walls_of(self.contest.seed, self.count, self.first).tolist()
        return [self._table(seating, walls[block], block) for seating in seatings for block in blocks]

    def _table(self, seating: Sequence[int], wall: Sequence[int], block: int) -> UnitTable:
        """A table. Players that are asked together are one object at all tables; any other player gets a new object
        for each deal.
        """
        contest, number, shared = self.contest, self.first + block, self._players
        seats = [shared[who] if shared[who].together else SeatedPlayer(player(contest.players[who])) for who in seating]
        if block not in self._kept:
            round, parted = Wind(round_of(contest.seed, number)), contest.walls == "seats"
            deal = Deal.start(wall, contest.rules, round, seat_walls=parted)
            return SeatedGame(DealGame(deal, decisions=False), seats, contest.seed, number)
        recorded = RecordedDeal(contest, number, seating, wall)
        table = SeatedGame(recorded.game, seats, contest.seed, number)
        self.recorded[table] = recorded
        return table

    def _ended(self, deal: Deal) -> tuple[Any, ...]:
        finished, kernel = deal.finished, deal.kernel
        unit, (beside, _) = self.contest.denominator, kernel.beside()
        changes = [int(amount * unit) + more for amount, more in zip(finished.changes.values(), beside, strict=True)]
        wins = [each.win for each in finished.scores]
        winners = sum(1 << win.seat for win in wins)
        feeder = -1 if not wins or wins[0].feeder is None else int(wins[0].feeder)
        fan = finished.scores[0].fan if wins else 0
        ways = RESULTS.index(deal.result), winners, feeder, fan, kernel.front_draws
        calm = [sum(each) for each in zip(kernel.settle(CALM_FAN)[0], kernel.beside(CALM_FAN)[0], strict=True)]
        return changes, *ways, calm, kernel.called, kernel.ready_at_end

    def _note_defaults(self, seatings: Sequence[Sequence[int]], tables: Sequence[UnitTable]) -> None:
        """Adds up the default actions of each player over its seats."""
        asked = {
            each: self.contest.players[who]
            for place, table in enumerate(tables)
            for each, who in zip(table.players, seatings[place // self.count], strict=True)
        }
        for each, name in asked.items():
            for why, often in each.defaults.items():
                told = self.defaults.setdefault(name, {})
                told[why] = told.get(why, 0) + often


def _play(tables: Sequence[UnitTable], recorded: dict[UnitTable, RecordedDeal]) -> None:
    """Plays every deal to its end, one decision each in turn; recorded deals write their lines."""
    going = tables
    while going:
        for asking, action, default in ask(going):
            lines, record = asking.table.answer(asking.seat, action, default), recorded.get(asking.table)
            if record is not None:
                record.lines += lines
        going = [table for table in going if not table.deal.over]


@lru_cache(8)
def _rounds(seed: int, first: int, count: int) -> npt.NDArray[np.uint8]:
    import numpy as np

    return np.array([round_of(seed, first + i) for i in range(count)], np.uint8)
