"""A deal of a contest as a record: a match of one deal from a given wall, in the round wind of the contest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sikwu.arena.contest import Contest, round_of
from sikwu.play.game import Game
from sikwu.play.lines import Line
from sikwu.play.match import MOST_NAME, Match
from sikwu.play.record import text_of
from sikwu.play.wall import Wall, ids_of
from sikwu.tiles import Wind

_NUMBERED = MOST_NAME - len(" 4")
"""The longest name that leaves room for a number after it."""


class RecordedDeal:
    """One deal of a contest as a game of one deal; `text` is the record of the lines that were kept."""

    def __init__(self, contest: Contest, wall: int, seating: Sequence[int], kinds: Sequence[int]) -> None:
        self.name = record_name(contest, wall, seating)
        match = Match.new(contest.rules, seat_names(contest, seating), self.name)
        game = Game(match.started(round=Wind(round_of(contest.seed, wall))))
        given = Wall.given(ids_of(kinds), self.name, 1, contest.rules.hash)
        self.game, first = game.deal(given, last=True)
        """The game after the deal has begun."""
        self.lines: list[Line] = [game.begin(chain=True), *first]
        """The record so far, from its header to the end of the match."""

    @property
    def text(self) -> str:
        """The record as text, with a hash chain."""
        return text_of(self.lines, chain=True)


def record_name(contest: Contest, wall: int, seating: Sequence[int]) -> str:
    """The name of a deal's record and of its table; no deal of another contest has it.

    >>> contest = Contest(("quick", "random"), deals=8)
    >>> record_name(contest, 1, (0, 1, 1, 1)) == f"arena-{contest.key}-000001-0111"
    True
    """
    return f"arena-{contest.key}-{wall:06}-{''.join(map(str, seating))}"


def seat_names(contest: Contest, seating: Sequence[int]) -> list[str]:
    """Distinct names of the players at E S W N: a player that sits there again gets a number.

    >>> seat_names(Contest(("quick", "random")), (1, 0, 1, 1))
    ['random', 'quick', 'random 2', 'random 3']
    """
    often: Counter[str] = Counter()
    names = []
    for who in seating:
        name = contest.players[who][-_NUMBERED:]
        often[name] += 1
        names.append(name if often[name] == 1 else f"{name} {often[name]}")
    return names
