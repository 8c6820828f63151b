"""A whole game as an immutable state machine. Live tables, replay, scripts, environments and the terminal all use it.

The game lists the seats that may act and their legal actions. It takes answers and returns the next game together
with the new lines of the record. It contains no clock, no random numbers and no files; the caller provides the walls.

    wall ── deal(wall) ──► turn ⇄ window ── end, proof ──► cuts ──► wall …                                  (between two deals)
                                                      └─► over: end_game                                    (the match has ended)

- **wall**: the next deal needs its wall.
- **turn**: the seat whose turn it is may act. **window**: seats may claim, rob, win by flowers or declare.
- **cuts**: debtors who may pay off a pull (斬) are asked one after the other.
- **over**: the match has ended.

With `holds`, every window stays open until `expire`. Nobody can tell from the timing which seats had a choice or have
answered.
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
from sikwu.tiles import Wind

Phase = Literal["wall", "turn", "window", "cuts", "over"]


class GameStep(NamedTuple):
    """The result of an answer: the next game, and the lines that it adds to the record."""

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
    ...     game, lines = game.expire()  # nobody answers: the default actions
    >>> [line.type for line in lines][-2:], game.match.deals
    (['end_kyoku', 'proof'], 1)
    """

    match: Match
    """The match between deals: before the current deal, or after the last one."""
    decisions: bool = True
    """Whether decision lines are made."""
    holds: bool = False
    """Whether every window stays open until `expire`."""
    last: bool = False
    """Whether the match stops after the current deal."""
    wall: Wall | None = None
    """The wall of the current or last deal."""
    play: DealGame | None = None
    """The current or last deal."""
    seats: Four | None = None
    """The players at E S W N of that deal."""
    offers: tuple[Pair, ...] = ()
    """The pulls whose debtors are still to be asked whether they cut; the first one is asked now."""

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
        """Whether a deal is being played."""
        return self.phase in ("turn", "window")

    @property
    def dealt(self) -> Deal:
        """The current or last deal, with all tiles of all seats."""
        return self._play.deal

    @property
    def held(self) -> bool:
        """Whether the window stays open until `expire`, even if all seats have answered."""
        return self.running and self._play.deal.held

    # --- what is asked

    def questions(self) -> tuple[Question, ...]:
        """The seats that may act now, in the order of the decision lines."""
        if self.offers:
            pair = self.offers[0]
            pull = self.match.state.ledger.pulls[pair]
            offer = CutOffer(self._seat(pair.creditor), pull.amount, pull.hands)
            return (Question(self._seat(pair.debtor), "cut", (PASS, CUT), PASS, cut=offer),)
        return () if self.play is None else self.play.questions()

    def view(self, seat: Wind | None) -> View:
        """The current view of a seat, or of a spectator (None)."""
        seen = self._play.view(seat)
        for question in self.questions() if self.offers else ():
            if question.seat is seat:
                return replace(seen, at="cut", legal=question.legal, cut=question.cut)
        return seen

    # --- what follows

    def begin(self, chain: bool = False) -> HeaderLine:
        """The first line of the record."""
        return self.match.start_line(self.decisions, chain)

    def deal(self, wall: Wall, dead: Mapping[Wind, int] | None = None, *, last: bool = False) -> GameStep:
        """Deals from a wall. `dead`: seats marked 相公, as `Deal.start` takes them; `last`: the match stops after this
        deal.
        """
        if self.phase != "wall":
            self._refuse("deal")
        deal, head = self.match.deal(wall, dead, holds=self.holds)
        play = DealGame(deal, self.decisions)
        game = replace(self, last=last, wall=wall, play=play, seats=self.match.seats)
        return game._went_on(DealStep(play, (head, *deal.lines)))

    def answer(self, seat: Wind, action: int, default: bool = False) -> GameStep:
        """Takes the answer of a seat that is asked. An illegal action raises an error and changes nothing. `default`:
        the answer is the default action.
        """
        if self.offers:
            return self._cut(seat, action, default)
        if not self.running:
            self._refuse(said_action(action))
        return self._went_on(self._play.answer(seat, action, default))

    def expire(self) -> GameStep:
        """Ends the waiting: seats that have not answered take their default action; a held window closes."""
        if self.offers:
            return self._cut(self._seat(self.offers[0].debtor), PASS, True)
        return self._went_on(self._play.expire()) if self.running else GameStep(self, ())

    def played(self, deal: Deal) -> GameStep:
        """Takes back the current deal after native code has played it to its end; returns what follows its end."""
        if not self.running or not deal.over:
            self._refuse("played")
        return self._went_on(DealStep(DealGame(deal, self.decisions), ()))

    def mark_dead(self, seat: Wind) -> Game:
        """The game with a seat marked 相公 from the next draw from the front on."""
        if not self.running:
            self._refuse("dead")
        return replace(self, play=replace(self._play, deal=self._play.deal.marked_dead(seat)))

    def stop(self) -> GameStep:
        """Stops the match: at once between two deals, otherwise after the current deal."""
        if self.running:
            return GameStep(replace(self, last=True), ())
        if self.match.over:
            return GameStep(self, ())
        game = replace(self, match=replace(self.match, over="stopped"), offers=())
        return GameStep(game, (game.match.end_line(),))

    # --- inside

    @property
    def _play(self) -> DealGame:
        if self.play is None:
            self._refuse("view")
        return self.play

    def _seat(self, player: str) -> Wind:
        assert self.seats is not None
        return Wind(self.seats.index(player))

    def _went_on(self, step: DealStep) -> GameStep:
        """The step after an answer in a deal. If the deal has ended: its result, the proof of its wall, and the next
        phase.
        """
        if not step.game.over:
            return GameStep(
                Game(self.match, self.decisions, self.holds, self.last, self.wall, step.game, self.seats), step.lines
            )
        assert self.wall is not None
        match, result = self.match.after(step.game.deal, self.wall, stopped=self.last)
        lines: tuple[Line, ...] = (*step.lines, result, proof_line(self.wall))
        if match.over:
            lines = (*lines, match.end_line())
        return GameStep(replace(self, match=match, play=step.game, offers=() if match.over else match.cuts), lines)

    def _cut(self, seat: Wind, action: int, default: bool) -> GameStep:
        """Carries out a debtor's answer about a cut (斬) before the next debtor is asked."""
        pair, *others = self.offers
        if seat is not self._seat(pair.debtor) or action not in (PASS, CUT):
            raise PlayError.of("play.not_legal", seat=seat, action=said_action(action))
        lines: tuple[Line, ...] = (cut_decision(pair, action, default),) if self.decisions else ()
        match = self.match
        if action == CUT:
            match, cut = match.cut(pair)
            lines = (*lines, cut)
        return GameStep(replace(self, match=match, offers=tuple(others)), lines)

    def _refuse(self, what: str) -> NoReturn:
        raise PlayError.of("play.phase", what=what, phase=self.phase)
