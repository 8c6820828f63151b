"""A whole game as a value: the one machine that tables, replay, scripts, environments and the terminal drive.

It says who may act and what is legal, takes answers, and gives back the game that follows with the lines of the record. It asks nobody
and waits for nobody: there is no clock in it, no chance and no file; walls come from outside.

    wall ── deal(wall) ──► turn ⇄ window ── end, proof ──► cuts ──► wall …                                  (between two deals)
                                                      └─► over: end_game                                    (the match has ended)

- **wall**: the next deal waits for its wall.
- **turn**: the seat whose turn it is may act. **window**: seats may claim, rob, win by flowers or declare.
- **cuts**: debtors who may pay off a pull (斬) are asked one after the other.
- **over**: nothing follows.

With `holds` the game stands still at every window until `expire`: whoever could act and whoever has answered, everybody sees the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, NoReturn

from sikwu.book.ledger import Pair
from sikwu.play.actions import CUT, PASS, said_action
from sikwu.play.deal import Deal
from sikwu.play.deal_game import DealGame, DealStep, Question
from sikwu.play.lines import HeaderLine, Line
from sikwu.play.match import Match, cut_decision, proof_line
from sikwu.play.parts import Four
from sikwu.play.problems import PlayError
from sikwu.play.view import CutOffer, View
from sikwu.play.wall import Wall
from sikwu.texts import problem
from sikwu.tiles import Wind

Phase = Literal["wall", "turn", "window", "cuts", "over"]


class Step(NamedTuple):
    """What an answer leads to: the game after it, and the lines that it adds to the record."""

    game: Game
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """A match being played, between two answers.

    >>> from sikwu.play.match import seeded_walls
    >>> game = Game(Match.new("hk-standard"))
    >>> game.phase, game.questions()
    ('wall', ())
    >>> game, lines = game.deal(seeded_walls(7)(game.match))
    >>> game.phase, lines[0].type, [question.seat for question in game.questions()]
    ('turn', 'start_kyoku', [Wind.EAST])
    >>> while game.phase != "wall":
    ...     game, lines = game.expire()  # nobody answers: the written defaults
    >>> [line.type for line in lines][-2:], game.match.deals
    (['end_kyoku', 'proof'], 1)
    """

    match: Match
    """As it stands between deals: before the deal that is played, after one that has ended."""
    decisions: bool = True
    """Are decision lines made?"""
    holds: bool = False
    """Does it stand still at every window until `expire`?"""
    last: bool = False
    """Is the match stopped after the deal that is played?"""
    wall: Wall | None = None
    """Of the deal that is played, or was last."""
    play: DealGame | None = None
    """The deal that is played, or was last."""
    seats: Four | None = None
    """The players at E S W N of that deal."""
    offers: tuple[Pair, ...] = ()
    """Whose debtors are still to be asked whether they cut; the first one is asked now."""

    @property
    def phase(self) -> Phase:
        """wall, turn, window, cuts or over."""
        if self.match.over:
            return "over"
        if self.offers:
            return "cuts"
        if self.play is None or self.play.over:
            return "wall"
        return "turn" if self.play.deal.at == "turn" else "window"

    @property
    def running(self) -> bool:
        """Is a deal being played?"""
        return self.phase in ("turn", "window")

    @property
    def dealt(self) -> Deal:
        """The deal that is played, or was last, with everybody's tiles."""
        return self._play.deal

    @property
    def held(self) -> bool:
        """Does it stand still, whoever has answered, until `expire`?"""
        return self.running and self._play.deal.held

    # --- what is asked

    def questions(self) -> tuple[Question, ...]:
        """Everybody who may act now, in the order of the decision lines."""
        if self.offers:
            pair = self.offers[0]
            pull = self.match.state.ledger.pulls[pair]
            offer = CutOffer(self._seat(pair.creditor), pull.amount, pull.hands)
            return (Question(self._seat(pair.debtor), "cut", (PASS, CUT), PASS, cut=offer),)
        return () if self.play is None else self.play.questions()

    def view(self, seat: Wind | None) -> View:
        """What a seat sees now, or somebody who watches (None)."""
        seen = self._play.view(seat)
        for question in self.questions() if self.offers else ():
            if question.seat is seat:
                return replace(seen, at="cut", legal=question.legal, cut=question.cut)
        return seen

    # --- what follows

    def begin(self, chain: bool = False) -> HeaderLine:
        """The first line of its record."""
        return self.match.start_line(self.decisions, chain)

    def deal(self, wall: Wall, dead: Mapping[Wind, int] | None = None, *, last: bool = False) -> Step:
        """Deals from a wall. `dead`: seats marked 相公 from outside, as `Deal.start` takes them; `last`: the match stops after this deal."""
        if self.phase != "wall":
            self._refuse("deal")
        deal, head = self.match.deal(wall, dead, holds=self.holds)
        play = DealGame(deal, self.decisions)
        game = replace(self, last=last, wall=wall, play=play, seats=self.match.seats)
        return game._went_on(DealStep(play, (head, *deal.lines)))

    def answer(self, seat: Wind, action: int, default: bool = False) -> Step:
        """An answer of a seat that is asked; refused, with nothing changed, if it is not legal. `default`: the written default gave it."""
        if self.offers:
            return self._cut(seat, action, default)
        if not self.running:
            self._refuse(said_action(action))
        return self._went_on(self._play.answer(seat, action, default))

    def expire(self) -> Step:
        """The time is up: the written default for everybody who has not answered; a window that is held closes."""
        if self.offers:
            return self._cut(self._seat(self.offers[0].debtor), PASS, True)
        return self._went_on(self._play.expire()) if self.running else Step(self, ())

    def played(self, deal: Deal) -> Step:
        """Takes in the deal that is played, when it was played on to its end outside, as native loops do; what follows its end."""
        if not self.running or not deal.over:
            self._refuse("played")
        return self._went_on(DealStep(DealGame(deal, self.decisions), ()))

    def mark_dead(self, seat: Wind) -> Game:
        """The game in which a seat is 相公 from the next draw from the front on."""
        if not self.running:
            self._refuse("dead")
        return replace(self, play=replace(self._play, deal=self._play.deal.marked_dead(seat)))

    def stop(self) -> Step:
        """Stops the match: now, between two deals; else after the deal that is played."""
        if self.running:
            return Step(replace(self, last=True), ())
        if self.match.over:
            return Step(self, ())
        game = replace(self, match=replace(self.match, over="stopped"), offers=())
        return Step(game, (game.match.end_line(),))

    # --- inside

    @property
    def _play(self) -> DealGame:
        if self.play is None:
            self._refuse("view")
        return self.play

    def _seat(self, player: str) -> Wind:
        assert self.seats is not None
        return Wind(self.seats.index(player))

    def _went_on(self, step: DealStep) -> Step:
        """After an answer in a deal; where it has ended: its result, the proof of its wall, and what comes then."""
        if not step.game.over:
            return Step(
                Game(self.match, self.decisions, self.holds, self.last, self.wall, step.game, self.seats), step.lines
            )
        assert self.wall is not None
        match, result = self.match.after(step.game.deal, self.wall, stopped=self.last)
        lines: tuple[Line, ...] = (*step.lines, result, proof_line(self.wall))
        if match.over:
            lines = (*lines, match.end_line())
        return Step(replace(self, match=match, play=step.game, offers=() if match.over else match.cuts), lines)

    def _cut(self, seat: Wind, action: int, default: bool) -> Step:
        """斬: the answer of a debtor is carried out before the next one is asked."""
        pair, *others = self.offers
        if seat is not self._seat(pair.debtor) or action not in (PASS, CUT):
            raise PlayError((problem("play.not_legal", seat=seat, action=said_action(action)),))
        lines: tuple[Line, ...] = (cut_decision(pair, action, default),) if self.decisions else ()
        match = self.match
        if action == CUT:
            match, cut = match.cut(pair)
            lines = (*lines, cut)
        return Step(replace(self, match=match, offers=tuple(others)), lines)

    def _refuse(self, what: str) -> NoReturn:
        raise PlayError((problem("play.phase", what=what, phase=self.phase),))
