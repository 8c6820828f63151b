"""The match of a table, one line at a time: the open question, the events that are not yet published, and what follows a line.

A `Game` with `holds` plays the match: it pauses after every discard, at every kong that may be robbed, in club16's opening, and where a
turn leaves no choice. `pending` holds the lines that follow from an answer until they are published. They are published together, except
after an exposed kong that may not be robbed: a window opens after that one too.

`follow(line)` is the only way to advance by a line of the record; the line must be the next pending one. A playing table makes pending lines
with `answered`. A table read from its log makes them from the decisions in the log, or from the next line if no seat was asked. So both take
the same path.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, NoReturn

from msgspec import Struct, field
from msgspec.structs import replace

from sikwu.play.deal_game import Question
from sikwu.play.game import Game
from sikwu.play.lines import (
    AddedKongLine,
    ConcealedKongLine,
    DealLine,
    DecisionLine,
    DiscardLine,
    ExposedKongLine,
    Line,
    ProofLine,
    ResultLine,
)
from sikwu.play.native import NativeQuestion
from sikwu.play.parts import BotFault, Lesson
from sikwu.play.problems import PlayError
from sikwu.play.view import View
from sikwu.play.wall import NO_NONCE, Wall
from sikwu.tiles import Wind

SEATS = tuple(Wind)
OPENS_WINDOW = (DiscardLine, ConcealedKongLine, AddedKongLine, ExposedKongLine)
"""Lines after which everybody has a window."""


class Choice(NamedTuple):
    """The action of a seat, and whether it is the default action."""

    action: int
    default: bool = False


class Secret:
    """The seed of a sealed or current deal; it is never printed."""

    __slots__ = ("seed",)

    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self.seed == other.seed

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "Secret()"


class LiveMatch(Struct, frozen=True, eq=False):
    """A match being played. Two are equal if they are at the same point and everybody sees and is asked the same."""

    game: Game
    sealed: str = ""
    """The commitment of the next deal."""
    nonces: tuple[str, ...] = ("",) * 4
    """By place."""
    secret: Secret | None = None
    pending: tuple[Line, ...] = ()
    """Lines that are not yet published."""
    open: bool = False
    """Whether a window is open after an exposed kong that nobody may rob."""
    collected: tuple[DecisionLine, ...] = ()
    """Decisions read from a log, for a question that is not completely decided."""
    marks: tuple[Wind, ...] = ()
    """Seats marked 相公 in this deal."""
    faults: Mapping[Wind, BotFault] = field(default_factory=dict)
    """Bots that gave no valid answer to the question that ends now."""
    teaching: bool = False
    """Whether the table is for learning: every deal is marked."""
    lessons: frozenset[Lesson] = frozenset()
    """The teaching aids in use."""
    taught: frozenset[Lesson] = frozenset()
    """The teaching aids used in this deal."""
    ending: bool = False
    """Whether the match stops after this deal."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LiveMatch) and self._standing == other._standing

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"LiveMatch({self.stage!r}, deal {self.number})"

    @property
    def _standing(self) -> tuple[object, ...]:
        game = self.game
        views = () if game.play is None else tuple(map(game.view, (*SEATS, None)))
        told = (self.sealed, self.nonces, self.secret, self.pending, self.open, self.collected, self.marks, self.ending)
        taught = (self.faults, self.teaching, self.lessons, self.taught)
        return (
            *told,
            *taught,
            game.match,
            game.phase,
            game.held,
            game.last,
            game.wall,
            game.seats,
            game.questions(),
            views,
        )

    # --- what is asked

    @property
    def number(self) -> int:
        """The number of the sealed, current or last deal."""
        return self.game.match.deals + (bool(self.sealed) or self.game.running)

    @property
    def over(self) -> bool:
        """Whether the match has ended and everything is published."""
        return bool(self.game.match.over) and not self.pending

    @property
    def dealing(self) -> bool:
        """Whether a deal is being played, as far as has been published."""
        return self.game.running or bool(self.pending)

    @property
    def stage(self) -> str:
        """What comes next: seal, nonces, opening, window, tell, pace, turn, flower, cut, rest or over."""
        if self.open:
            return "window"
        if self.pending:
            return "tell"
        phase = self.game.phase
        if phase == "wall":
            return "nonces" if self.sealed else "rest" if self.game.match.deals else "seal"
        if phase == "turn":
            return "pace" if self.game.held else "turn"
        if phase == "window":
            at = self.game.dealt.at
            return at if at in ("opening", "flower") else "window"
        return "cut" if phase == "cuts" else "over"

    @property
    def asked(self) -> tuple[Question, ...]:
        """Seats that have a choice now, in the order of their decision lines."""
        return () if self.pending else self.game.questions()

    @property
    def deciding(self) -> bool:
        """Whether decisions of a question are still to be published."""
        return bool(self.collected) or (bool(self.pending) and isinstance(self.pending[0], DecisionLine))

    def due(self) -> tuple[Line, ...]:
        """The lines to publish next: up to the next window."""
        for place, line in enumerate(self.pending):
            if isinstance(line, ExposedKongLine):
                return self.pending[: place + 1]
        return self.pending

    def place(self, seat: Wind) -> int:
        """The place of a seat in the current or last deal."""
        return self.game.match.players.index(self.name(seat))

    def seat(self, place: int) -> Wind:
        """The seat of a place in that deal."""
        assert self.game.seats is not None
        return SEATS[self.game.seats.index(self.game.match.players[place])]

    def name(self, seat: Wind) -> str:
        """The player there in that deal."""
        assert self.game.seats is not None
        return self.game.seats[seat]

    def view(self, asked: Question) -> View:
        """The view of a seat that is asked."""
        return self.game.view(asked.seat)

    def native(self, asked: Question) -> NativeQuestion | None:
        """The same for native players, which do not decide about cuts."""
        return None if asked.cut is not None else self.game.dealt.kernel.native_question(asked.seat)

    def worth(self, asked: Question, win: int) -> int:
        """The fan of a win that a seat may take now, if nobody comes before it."""
        deal = self.game.dealt.after(asked.seat, win).expired()
        scores = deal.finished.scores if deal.over else ()
        return next((each.capped for each in scores if each.win.seat is asked.seat), 0)

    # --- walls

    def seal(self, seed: bytes, commit: str) -> LiveMatch:
        """Commits to the wall of the next deal."""
        return replace(self, sealed=commit, nonces=("",) * 4, secret=Secret(seed))

    def nonce(self, place: int, nonce: str) -> LiveMatch:
        """Takes a seat's nonce."""
        return replace(self, nonces=(*self.nonces[:place], nonce, *self.nonces[place + 1 :]))

    def begun(self) -> LiveMatch:
        """The deal begins: its first lines are pending."""
        assert self.secret is not None
        match = self.game.match
        mixed = [self.nonces[match.players.index(name)] or NO_NONCE for name in match.seats]
        wall = Wall.made(self.secret.seed, match.table, match.deals + 1, match.rules.hash, mixed)
        game, lines = self.game.deal(wall, last=self.ending)
        new = replace(self, game=game, sealed="", marks=(), taught=self.lessons)
        return replace(new, pending=new._named(lines))

    def marked(self, seat: Wind) -> LiveMatch:
        """A seat is marked 相公 from the next draw from the front on."""
        game = self.game.mark_dead(seat) if self.game.running else self.game
        return replace(self, game=game, marks=(*self.marks, seat))

    # --- on

    def answered(self, chosen: Mapping[Wind, Choice]) -> LiveMatch:
        """Ends a question or a window: what follows is pending. Seats that have not chosen take their default action."""
        if self.pending:
            return replace(self, open=False)
        game, held, lines = self.game, self.game.held, tuple[Line, ...]()
        for each in game.questions():
            action, default = chosen.get(each.seat, Choice(each.usual, default=True))
            game, lines = game.answer(each.seat, action, default)
        if held:
            game, lines = game.expire()
        return replace(self, game=game, pending=self._named(lines), collected=(), faults={})

    def faulted(self, seat: Wind, fault: BotFault) -> LiveMatch:
        """A bot gave no valid answer: its decision line will name it."""
        return replace(self, faults={**self.faults, seat: fault})

    def _named(self, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        """Lines with facts that only the table knows: failed bots, and teaching aids."""
        if self.faults:
            lines = tuple([self._faulty(line) if isinstance(line, DecisionLine) else line for line in lines])
        if self.teaching or self.taught:
            told = tuple(sorted(self.taught))
            lines = tuple([replace(line, teaching=told) if isinstance(line, ResultLine) else line for line in lines])
        return lines

    def _faulty(self, line: DecisionLine) -> DecisionLine:
        for seat, fault in self.faults.items():
            if line.default and line.seat == (self.name(seat) if line.at == "cut" else seat.text):
                return replace(line, fault=fault)
        return line

    def follow(self, line: Line) -> LiveMatch:
        """The match after one more line of its record; raises an error if it is not the next line."""
        if self.pending:
            return self._past(line)
        if isinstance(line, DecisionLine):
            return self._collected(line)
        if isinstance(line, DealLine) and self.sealed:
            return self.begun()._past(line)
        if not self.game.held or self.asked or self.stage == "opening":  # the end of that one has its note
            _refuse(line)
        return self.answered({})._past(line)

    def _collected(self, line: DecisionLine) -> LiveMatch:
        """One more decision of a log; the last one of a question moves the game on, and then all of them must follow."""
        asked, collected = self.asked, (*self.collected, line)
        if len(collected) > len(asked):
            _refuse(line)
        if len(collected) < len(asked):
            return replace(self, collected=collected)
        chosen = {}
        for each, said in zip(asked, collected, strict=True):
            if said.chosen not in each.texts:
                _refuse(said)
            chosen[each.seat] = Choice(each.legal[each.texts.index(said.chosen)], said.default)
        new = self.answered(chosen)
        for said in collected:
            new = new._past(said)
        return new

    def _past(self, line: Line) -> LiveMatch:
        """The next pending line is published."""
        if not self.pending or (line is not self.pending[0] and line != self.pending[0]):
            _refuse(line)
        pending = self.pending[1:]
        secret = None if isinstance(line, ProofLine) else self.secret
        opens = isinstance(line, ExposedKongLine) and bool(pending)
        new = replace(self, pending=pending, secret=secret, open=opens)
        return new if pending else new._stopped()

    # --- for learning

    def lesson(self, way: Lesson, on: bool) -> LiveMatch:
        """Switches a teaching aid on or off."""
        if not on:
            return replace(self, lessons=self.lessons - {way})
        return replace(self, lessons=self.lessons | {way}, taught=self.taught | {way})

    def taken_back(self, to: LiveMatch) -> LiveMatch:
        """The match at an earlier point; agreements made since then stay valid."""
        back = replace(to, lessons=self.lessons, taught=self.taught | {"taken_back"})
        return back.ended() if self.ending and not to.ending else back

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """The concealed tiles of E S W N, in tile order; flowers not laid open yet are not among them."""
        return tuple([tuple([tile.text for tile in self.game.dealt.hand(seat)]) for seat in SEATS])

    # --- the end

    def ended(self) -> LiveMatch:
        """The match stops after the deal that is sealed or played, or now if there is none."""
        game = self.game.stop().game if self.game.running else self.game
        return replace(self, game=game, ending=True)._stopped()

    def _stopped(self) -> LiveMatch:
        """Between two deals, when the match is to stop: its last line is pending."""
        if not self.ending or self.stage != "rest":
            return self
        game, lines = self.game.stop()
        return replace(self, game=game, pending=lines)


def _refuse(line: Line) -> NoReturn:
    raise PlayError.of("table.log", type=line.type)
