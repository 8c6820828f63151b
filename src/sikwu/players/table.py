"""A game and its players: the one way in which seats are asked, at one table or at many side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from sikwu.play.deal import Deal
from sikwu.play.deal_game import DealGame, Question
from sikwu.play.game import Game
from sikwu.play.lines import Line
from sikwu.play.many import seen_many
from sikwu.players.asking import SeatedPlayer
from sikwu.players.chance import Chance
from sikwu.players.native import chosen
from sikwu.tiles import Wind

_PARTS = 1 << 32
"""The random number for players asked together is a fraction from 0 to 1 with this denominator."""
_CUTS = 1_000_000
"""Cuts are numbered from here on, because they are not decisions of the deal."""
AnyGame = TypeVar("AnyGame", DealGame, Game, covariant=True)


class SeatedGame(Generic[AnyGame]):
    """A game in progress, one deal or a whole match, and its players from the dealer on. Random streams are keyed by
    the seed and the wall.

    >>> from sikwu.players.protocol import player
    >>> from sikwu.play.wall import sorted_wall
    >>> table = SeatedGame(DealGame(Deal.start(sorted_wall())), [SeatedPlayer(player("quick")) for _ in range(4)], seed=1, wall=2)
    >>> [(each.asking.seat.text, each.default) for each in ask([table])]
    [('E', False)]
    """

    __slots__ = ("_cuts", "_numbers", "game", "players", "seed", "wall")

    def __init__(self, game: AnyGame, players: Sequence[SeatedPlayer], seed: int, wall: int) -> None:
        self.game: AnyGame = game
        self.players, self.seed, self.wall = tuple(players), seed, wall
        self._numbers = [0] * 4
        self._cuts = _CUTS

    @property
    def deal(self) -> Deal:
        """The current or last deal."""
        game = self.game
        return game.deal if isinstance(game, DealGame) else game.dealt

    def asking(self) -> list[TableQuestion]:
        """The open questions in the order of the window; empty if the game needs a wall or is over."""
        out = []
        for question in self.game.questions():
            out.append(TableQuestion(self, question, self._number(question)))
        return out

    def _number(self, question: Question) -> int:
        if question.cut is not None:
            self._cuts += 1
            return self._cuts - 1
        self._numbers[question.seat] += 1
        return self._numbers[question.seat] - 1

    def answer(self, seat: Wind, action: int, default: bool = False) -> tuple[Line, ...]:
        """Plays an answer; returns the lines that follow."""
        self.game, lines = self.game.answer(seat, action, default)
        return lines


class TableQuestion(NamedTuple):
    """A question at a table, and how many decisions of the seat came before it."""

    table: SeatedGame[DealGame] | SeatedGame[Game]
    question: Question
    number: int

    @property
    def seat(self) -> Wind:
        """The seat that is asked."""
        return self.question.seat

    @property
    def asked(self) -> SeatedPlayer:
        """The player who answers."""
        return self.table.players[self.question.seat]

    @property
    def chance(self) -> Chance:
        """The random stream of this decision."""
        return Chance.of(self.table.seed, self.table.wall, self.seat, self.number)


class SeatAnswer(NamedTuple):
    """The action of a seat, and whether it is the default action."""

    asking: TableQuestion
    action: int
    default: bool


def ask(tables: Iterable[SeatedGame[DealGame] | SeatedGame[Game]]) -> list[SeatAnswer]:
    """Asks the players that are waited for; does not move the games on. A player with `choose_many` is asked once for
    all its seats at all tables.
    """
    questions = [each for table in tables for each in table.asking()]
    together: dict[SeatedPlayer, list[TableQuestion]] = {}
    for each in questions:
        if each.asked.together and each.question.cut is None:  # a cut has no row
            together.setdefault(each.asked, []).append(each)
    if not together:
        return [SeatAnswer(each, *_alone(each)) for each in questions]
    answers = {asked: iter(_together(asked, those)) for asked, those in together.items()}
    return [
        SeatAnswer(
            each,
            *(
                _alone(each)
                if each.question.cut is not None or each.asked not in answers
                else next(answers[each.asked])
            ),
        )
        for each in questions
    ]


def _alone(each: TableQuestion) -> tuple[int, bool]:
    table, question = each.table, each.question
    native = each.asked.can.handle(table.deal.ruleset)
    if native is not None and question.cut is None:
        return chosen(native, table.deal, question.seat, table.seed, table.wall, each.number), False
    return each.asked.choose(table.game.view(question.seat), question.legal, question.usual, each.chance)


def _together(asked: SeatedPlayer, those: Sequence[TableQuestion]) -> list[tuple[int, bool]]:
    import numpy as np

    seen, mask = seen_many([each.table.deal for each in those], [each.seat for each in those], asked.can.aids)
    seen["chance"] = np.array([each.chance.below(_PARTS) for each in those], np.float64) / _PARTS
    legal, usual = [each.question.legal for each in those], [each.question.usual for each in those]
    return asked.choose_many(seen, mask, legal, usual)
