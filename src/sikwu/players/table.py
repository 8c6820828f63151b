"""A deal and who sits at it: the one way in which seats are asked, at one table or at many side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sikwu.play.deal import Deal
from sikwu.play.many import seen_many
from sikwu.play.view import View
from sikwu.players.asking import Asked
from sikwu.players.chance import Chance
from sikwu.players.native import chosen
from sikwu.tiles import Wind

_PARTS = 1 << 32
"""Chance for those who are asked together is a number from 0 to 1 of so many."""


class Table:
    """A deal that goes on, and its players from the dealer on; chance is keyed by the seed and the wall.

    >>> from sikwu.players.protocol import player
    >>> from sikwu.play.wall import sorted_wall
    >>> table = Table(Deal.start(sorted_wall()), [Asked(player("quick")) for _ in range(4)], seed=1, wall=2)
    >>> [(each.question.seat.text, each.default) for each in ask([table])]
    [('E', False)]
    """

    __slots__ = ("_numbers", "deal", "players", "seed", "wall")

    def __init__(self, deal: Deal, players: Sequence[Asked], seed: int, wall: int) -> None:
        self.deal, self.players, self.seed, self.wall = deal, tuple(players), seed, wall
        self._numbers = [0] * 4

    def questions(self) -> list[Question]:
        """Everybody whose answer is missing, in the order of the window; nobody, if the deal is over."""
        window = self.deal.window
        if window is None:
            return []
        asked = []
        for seat in window.waiting:
            asked.append(Question(self, seat, window.legal[seat], self._numbers[seat]))
            self._numbers[seat] += 1
        return asked


class Question(NamedTuple):
    """A seat that is asked: what it may do, and how many of its decisions came before."""

    table: Table
    seat: Wind
    legal: tuple[int, ...]
    number: int

    @property
    def asked(self) -> Asked:
        """Who answers."""
        return self.table.players[self.seat]

    @property
    def usual(self) -> int:
        """The written default."""
        return self.table.deal.usual(self.seat)

    @property
    def chance(self) -> Chance:
        """The stream of this decision."""
        return Chance.of(self.table.seed, self.table.wall, self.seat, self.number)


class Answered(NamedTuple):
    """What a seat does, and whether it is the written default."""

    question: Question
    action: int
    default: bool


def ask(tables: Iterable[Table]) -> list[Answered]:
    """What everybody does who is waited for; nothing is moved on. Who has `choose_many` is asked once, for all his seats at all tables."""
    questions = [question for table in tables for question in table.questions()]
    together: dict[Asked, list[Question]] = {}
    for question in questions:
        if question.asked.together:
            together.setdefault(question.asked, []).append(question)
    answers = {asked: iter(_together(asked, those)) for asked, those in together.items()}
    return [
        Answered(each, *(next(answers[each.asked]) if each.asked in answers else _alone(each))) for each in questions
    ]


def _alone(question: Question) -> tuple[int, bool]:
    table, seat = question.table, question.seat
    native = question.asked.can.native
    if native is not None:
        return chosen(native, table.deal, seat, table.seed, table.wall, question.number), False
    return question.asked.choose(View.of(table.deal, seat), question.legal, question.usual, question.chance)


def _together(asked: Asked, questions: Sequence[Question]) -> list[tuple[int, bool]]:
    import numpy as np

    seen, mask = seen_many([each.table.deal for each in questions], [each.seat for each in questions], asked.can.aids)
    seen["chance"] = np.array([each.chance.below(_PARTS) for each in questions], np.float64) / _PARTS
    return asked.choose_many(seen, mask, [each.legal for each in questions], [each.usual for each in questions])
