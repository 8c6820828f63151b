"""One deal as a game: who may act, what is legal, and which lines follow from an answer. A value: nothing here is changed, asked or timed.

The lines of a window are its decisions, in its own order, and then what happened; nothing is told before the window closes.
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
    """Its actions, rising; two at least."""
    usual: int
    """The written default."""
    claimed: Tile | None = None
    """The tile on offer."""
    answer: int | None = None
    """What it has answered so far; while a window is held it may answer again."""
    cut: CutOffer | None = None

    @property
    def texts(self) -> tuple[str, ...]:
        """The actions as written."""
        return action_texts(self.legal, self.claimed)


class DealStep(NamedTuple):
    """What an answer leads to."""

    game: DealGame
    lines: tuple[Line, ...]


Answers = dict[Wind, tuple[int, bool]]
"""By seat: the action, and whether it is the written default."""


@dataclass(frozen=True, slots=True)
class DealGame:
    """A deal that is played, between two answers.

    >>> from sikwu.play.wall import sorted_wall
    >>> game = DealGame(Deal.start(sorted_wall()))
    >>> game.questions()[0].texts[:2]
    ('discard 1m', 'discard 5m')
    >>> [line.type for line in game.answer(Wind.EAST, 3).lines]
    ['decision', 'dahai', 'tsumo']
    """

    deal: Deal
    decisions: bool = True
    """Are decision lines made?"""
    answers: tuple[tuple[Wind, tuple[int, bool]], ...] = ()
    """Of the window that is open."""

    @property
    def over(self) -> bool:
        """Has the deal ended?"""
        return self.deal.over

    def questions(self) -> tuple[Question, ...]:
        """Everybody who may act, in the order of the decision lines; nobody where a deal stands still in silence."""
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
        """One answer; the last one of a window that is not held closes it. Refused if it is not legal."""
        deal, after = self.deal, self.deal.after(seat, action)
        answers: Answers = {**dict(self.answers), seat: (action, default)}
        if deal.held or not deal.last_asked(seat):
            return DealStep(DealGame(after, self.decisions, tuple(answers.items())), ())
        return self._closed(after, answers)

    def expire(self) -> DealStep:
        """The time is up: whoever has not answered does what is usual, and the window closes."""
        window = self.deal.window
        if window is None:
            return DealStep(self, ())
        usual: Answers = {seat: (self.deal.usual(seat), True) for seat in window.waiting}
        return self._closed(self.deal.expired(), {**dict(self.answers), **usual})

    def view(self, seat: Wind | None) -> View:
        """What a seat sees now, or somebody who watches (None)."""
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
