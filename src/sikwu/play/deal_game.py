"""One deal as a game: which seats may act, which actions are legal, and which lines follow from an answer.

A `DealGame` is a value: it changes nothing, asks nobody and has no clock. The lines of a window are its decisions, in
the order of the window, followed by what happened; none of them is published before the window closes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sikwu.play.actions import action_text, action_texts
from sikwu.play.deal import Deal
from sikwu.play.lines import DecisionLine, Line
from sikwu.play.parts import SEATS
from sikwu.play.view import CutOffer, View
from sikwu.tiles import Tile, Wind


class Question(NamedTuple):
    """A seat that may act."""

    seat: Wind
    at: str
    """turn, discard, kong, flower, opening or cut."""
    legal: tuple[int, ...]
    """The legal actions of the seat, ascending; at least two."""
    usual: int
    """The default action, which is taken if the seat does not answer."""
    claimed: Tile | None = None
    """The tile on offer."""
    answer: int | None = None
    """The answer of the seat so far; while a window is held, the seat may change it."""
    cut: CutOffer | None = None

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of the actions."""
        return action_texts(self.legal, self.claimed)


class DealStep(NamedTuple):
    """The result of an answer."""

    game: DealGame
    lines: tuple[Line, ...]


Answers = dict[Wind, tuple[int, bool]]
"""For each seat: its action, and whether the default action was taken for it."""


@dataclass(frozen=True, slots=True)
class DealGame:
    """A deal being played, between two answers.

    >>> from sikwu.play.wall import sorted_wall
    >>> game = DealGame(Deal.start(sorted_wall()))
    >>> game.questions()[0].texts[:2]
    ('discard 1m', 'discard 5m')
    >>> [line.type for line in game.answer(Wind.EAST, 3).lines]
    ['decision', 'dahai', 'tsumo']
    """

    deal: Deal
    decisions: bool = True
    """Whether decision lines are made."""
    answers: tuple[tuple[Wind, tuple[int, bool]], ...] = ()
    """The answers in the open window."""

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return self.deal.over

    def questions(self) -> tuple[Question, ...]:
        """The seats that may act, in the order of the decision lines; empty while the deal is held and no seat has a
        choice.
        """
        window = self.deal.window
        if window is None:
            return ()
        at, legal, waiting, claimed = window
        usual = self.deal.usual
        if not self.answers:
            return tuple([Question(seat, at, legal[seat], usual(seat), claimed) for seat in waiting])
        given, held = dict(self.answers), self.deal.held
        return tuple(
            [
                Question(seat, at, actions, usual(seat), claimed, given[seat][0] if seat in given else None)
                for seat, actions in legal.items()
                if held or seat in waiting
            ]
        )

    def answer(self, seat: Wind, action: int, default: bool = False) -> DealStep:
        """Takes one answer. The last answer of a window that is not held closes the window. An illegal action raises
        an error.
        """
        deal, after = self.deal, self.deal.after(seat, action)
        answers: Answers = {**dict(self.answers), seat: (action, default)}
        if deal.held or not deal.last_asked(seat):
            return DealStep(DealGame(after, self.decisions, tuple(answers.items())), ())
        return self._closed(after, answers)

    def expire(self) -> DealStep:
        """Ends the waiting: seats that have not answered take their default action, and the window closes."""
        window = self.deal.window
        if window is None:
            return DealStep(self, ())
        usual: Answers = {seat: (self.deal.usual(seat), True) for seat in window.waiting}
        return self._closed(self.deal.expired(), {**dict(self.answers), **usual})

    def view(self, seat: Wind | None) -> View:
        """The current view of a seat, or of a spectator (None)."""
        return View.of(self.deal, seat)

    def _closed(self, after: Deal, answers: Answers) -> DealStep:
        lines = after.lines
        if self.decisions and answers:
            lines = (*self._decisions(answers), *lines)
        return DealStep(DealGame(after, self.decisions), lines)

    def _decisions(self, answers: Answers) -> list[DecisionLine]:
        window = self.deal.window
        assert window is not None
        claimed = window.claimed
        return [
            DecisionLine(
                at=window.at,  # type: ignore[arg-type]  # the kernel's names are the disk's
                seat=SEATS[seat],
                legal=action_texts(legal, claimed),
                chosen=action_text(answers[seat][0], claimed),
                default=answers[seat][1],
            )
            for seat, legal in window.legal.items()
        ]
