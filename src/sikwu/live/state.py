"""The whole state of a table. The persistent part follows from its lines alone; the transient part starts again after a restart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from sikwu.live.board import Board, blank
from sikwu.live.clock import TableClock
from sikwu.live.history import LineHistory, Replies
from sikwu.live.messages import BotActs
from sikwu.live.playing import LiveMatch
from sikwu.live.seats import LiveSeat, Sign
from sikwu.live.terms import BANK, LiveTerms, Pace
from sikwu.play.deal_game import Question
from sikwu.rules.ruleset import Ruleset

PLACES = range(4)
PUBLIC = 4
"""The board of spectators comes after those of the four places."""
NOBODY: frozenset[int] = frozenset()
_EMPTY: Mapping[Any, Any] = MappingProxyType({})


class TableWait(NamedTuple):
    """What the table waits for, in table time."""

    kind: str
    """nonces, opening, window, pace, turn, flower, cut or rest."""
    started: int
    closes: int | None
    """None: no clock runs."""
    length: int | None = None
    """The time left that is announced at the start."""
    window: str = ""
    decision: str = ""
    on: int = 0
    asked: tuple[tuple[int, Question], ...] = ()
    """Places that have a choice."""
    bots: frozenset[int] = NOBODY
    """Places that a bot answers for."""
    earliest: int = 0
    """It does not end before this time, even if all have answered."""
    answers: Mapping[int, BotActs] = _EMPTY
    """The answers of bots."""
    seen: frozenset[int] = NOBODY
    """Places that are ready, or have nothing more to say."""

    @property
    def persons(self) -> tuple[int, ...]:
        """Places that are asked and that no bot answers for."""
        return tuple(place for place, _ in self.asked if place not in self.bots)

    def of(self, place: int) -> Question | None:
        """The question of a place."""
        return next((asked for each, asked in self.asked if each == place), None)


class StandingAnswer(NamedTuple):
    """A seat's answer to the open question."""

    id: str
    action: str


class TableStep(NamedTuple):
    """The deal before a person's decision: a table for learning can be taken back to it."""

    playing: LiveMatch
    v: int
    boards: tuple[Board, ...]
    history: LineHistory


@dataclass
class LiveState:
    """A table as a value: a step works on a copy."""

    id: str
    rules: Ruleset
    terms: LiveTerms
    host: str
    # --- persistent
    seats: tuple[LiveSeat, ...] = (LiveSeat(),) * 4
    playing: LiveMatch | None = None
    v: int = 0
    length: int = 1
    """Lines of the log."""
    boards: tuple[Board, ...] = ()
    history: LineHistory = field(default_factory=LineHistory)
    replies: Replies = field(default_factory=Replies)
    answers: Mapping[int, StandingAnswer] = field(default_factory=dict)
    """By place."""
    pace: Pace = "normal"
    """From the next deal on."""
    timed: bool = True
    paused: bool = False
    played: int = 0
    """How long the match has been played, in milliseconds, as told last."""
    steps: tuple[TableStep, ...] = ()
    """Of the current deal, the latest last; only at a table for learning."""
    backs: int = 0
    """How many steps were taken back in the match."""
    # --- transient
    clock: TableClock = field(default_factory=TableClock)
    counted: int | None = None
    """Since when the time played is counted, beyond what was reported last; None: not yet."""
    awaited: TableWait | None = None
    wanted: int = 0
    """The deal for which a seed is awaited."""
    banks: tuple[int, ...] = (BANK,) * 4
    signs: Mapping[str, Sign] = field(default_factory=dict)
    asking: Mapping[str, str] = field(default_factory=dict)
    watchers: Mapping[str, str] = field(default_factory=dict)
    reacted: Mapping[int, int] = field(default_factory=dict)
    pauses: tuple[int, ...] = ()
    paused_at: int = 0
    pause_after: bool = False
    pause_agreed: frozenset[int] = NOBODY
    clock_agreed: frozenset[int] = NOBODY
    marks_agreed: Mapping[int, frozenset[int]] = field(default_factory=dict)
    rematch_agreed: frozenset[int] = NOBODY
    hands_agreed: frozenset[int] = NOBODY
    back_agreed: frozenset[int] = NOBODY
    hands_told: tuple[tuple[str, ...], ...] = ()
    """The open hands as last published."""

    def __post_init__(self) -> None:
        if not self.boards:
            self.boards = (blank(self.rules),) * 5
            self.pace = self.terms.pace

    def copy(self) -> LiveState:
        """A copy to work on: every part of it is a value, or append-only."""
        new = object.__new__(LiveState)
        new.__dict__.update(self.__dict__)
        return new

    @property
    def status(self) -> str:
        """open, playing, paused or over."""
        if self.playing is None:
            return "open"
        if self.playing.over:
            return "over"
        return "paused" if self.paused else "playing"

    @property
    def time(self) -> int:
        """The table's time."""
        return self.clock.time

    def place_of(self, member: str) -> int | None:
        """Where a member sits."""
        for place in PLACES:
            if member and self.seats[place].member == member:
                return place
        return None

    @property
    def persons(self) -> tuple[int, ...]:
        """Places of persons, here or away."""
        return tuple(place for place in PLACES if self.seats[place].member)

    def here(self, place: int) -> bool:
        """Whether the person of this place is present."""
        sign = self.signs.get(self.seats[place].member)
        return sign is not None and sign.gone is None

    @property
    def hands_open(self) -> bool:
        """Whether the hands are open, by consent."""
        return self.playing is not None and "hands_open" in self.playing.lessons

    def at_v(self, letter: str) -> str:
        """The name of the current question or window; a name is never reused, even after a step was taken back."""
        return f"{letter}{self.v}" + (f".{self.backs}" if self.backs else "")

    @property
    def between(self) -> bool:
        """Whether the table is between two deals, with no wall committed to."""
        return self.playing is not None and self.playing.stage in ("rest", "seal")


FLEETING = (
    "clock", "counted", "awaited", "wanted", "banks", "signs", "asking", "watchers", "reacted", "pauses", "paused_at", "pause_after",
    "pause_agreed", "clock_agreed", "marks_agreed", "rematch_agreed", "hands_agreed", "back_agreed", "hands_told",
)  # fmt: skip
"""What a restart forgets."""
