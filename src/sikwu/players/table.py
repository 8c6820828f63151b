"""A game and who sits at it: the one way in which seats are asked, at one table or at many side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from sikwu.play.deal import Deal
from sikwu.play.deal_game import DealGame, Question
from sikwu.play.game import Game
from sikwu.play.lines import Line
from sikwu.play.many import seen_many
from sikwu.players.asking import Asked
from sikwu.players.chance import Chance
from sikwu.players.native import chosen
from sikwu.tiles import Wind

_PARTS = 1 << 32
"""Chance for those who are asked together is a number from 0 to 1 of so many."""
_CUTS = 1_000_000
"""Cuts are numbered from here on: they are no decisions of the deal."""
AnyGame = TypeVar("AnyGame", DealGame, Game, covariant=True)


class Table(Generic[AnyGame]):
    """A game that goes on, one deal or a whole match, and its players from the dealer on; chance is keyed by the seed and the wall.

    >>> from sikwu.players.protocol import player
    >>> from sikwu.play.wall import sorted_wall
    >>> table = Table(DealGame(Deal.start(sorted_wall())), [Asked(player("quick")) for _ in range(4)], seed=1, wall=2)
    >>> [(each.asking.seat.text, each.default) for each in ask([table])]
    [('E', False)]
    """

    __slots__ = ("_cuts", "_numbers", "game", "players", "seed", "wall")

    def __init__(self, game: AnyGame, players: Sequence[Asked], seed: int, wall: int) -> None:
        self.game: AnyGame = game
        self.players, self.seed, self.wall = tuple(players), seed, wall
        self._numbers = [0] * 4
        self._cuts = _CUTS

    @property
    def deal(self) -> Deal:
        """The deal that is played, or was last."""
        game = self.game
        return game.deal if isinstance(game, DealGame) else game.dealt

    def asking(self) -> list[Asking]:
        """Everybody who is asked, in the order of the window; nobody, if the game waits for a wall or is over."""
        out = []
        for question in self.game.questions():
            out.append(Asking(self, question, self._number(question)))
        return out

    def _number(self, question: Question) -> int:
        if question.cut is not None:
            self._cuts += 1
            return self._cuts - 1
        self._numbers[question.seat] += 1
        return self._numbers[question.seat] - 1

    def answer(self, seat: Wind, action: int, default: bool = False) -> tuple[Line, ...]:
        """Moves the game on; the lines that follow."""
        self.game, lines = self.game.answer(seat, action, default)
        return lines


class Asking(NamedTuple):
    """A question at a table, and how many of the seat's decisions came before."""

    table: Table[DealGame] | Table[Game]
    question: Question
    number: int

    @property
    def seat(self) -> Wind:
        """Who is asked."""
        return self.question.seat

    @property
    def asked(self) -> Asked:
        """Who answers."""
        return self.table.players[self.question.seat]

    @property
    def chance(self) -> Chance:
        """The stream of this decision."""
        return Chance.of(self.table.seed, self.table.wall, self.seat, self.number)


class Answered(NamedTuple):
    """What a seat does, and whether it is the written default."""

    asking: Asking
    action: int
    default: bool


def ask(tables: Iterable[Table[DealGame] | Table[Game]]) -> list[Answered]:
    """What everybody does who is waited for; nothing is moved on. Who has `choose_many` is asked once, for all his seats at all tables."""
    questions = [each for table in tables for each in table.asking()]
    together: dict[Asked, list[Asking]] = {}
    for each in questions:
        if each.asked.together and each.question.cut is None:  # a cut has no row
            together.setdefault(each.asked, []).append(each)
    if not together:
        return [Answered(each, *_alone(each)) for each in questions]
    answers = {asked: iter(_together(asked, those)) for asked, those in together.items()}
    return [
        Answered(
            each,
            *(
                _alone(each)
                if each.question.cut is not None or each.asked not in answers
                else next(answers[each.asked])
            ),
        )
        for each in questions
    ]


def _alone(each: Asking) -> tuple[int, bool]:
    table, question = each.table, each.question
    native = each.asked.can.native
    if native is not None and question.cut is None:
        return chosen(native, table.deal, question.seat, table.seed, table.wall, each.number), False
    return each.asked.choose(table.game.view(question.seat), question.legal, question.usual, each.chance)


def _together(asked: Asked, those: Sequence[Asking]) -> list[tuple[int, bool]]:
    import numpy as np

    seen, mask = seen_many([each.table.deal for each in those], [each.seat for each in those], asked.can.aids)
    seen["chance"] = np.array([each.chance.below(_PARTS) for each in those], np.float64) / _PARTS
    legal, usual = [each.question.legal for each in those], [each.question.usual for each in those]
    return asked.choose_many(seen, mask, legal, usual)
