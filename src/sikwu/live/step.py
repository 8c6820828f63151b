"""One step of a table: a copy of its state that is worked on, and what comes out."""

from __future__ import annotations

from typing import Any, NoReturn

from sikwu.live.effects import Append, Effect, Tell
from sikwu.live.fold import Seeds, evolve
from sikwu.live.news import EVERYBODY, WATCHERS, Address, EventNews, News, SeatsNews, SeatTold
from sikwu.live.notes import AnyNote
from sikwu.live.playing import Playing
from sikwu.live.state import PLACES, PUBLIC, LiveState
from sikwu.play.lines import Line
from sikwu.texts import SikwuError, problem

_NO_SEEDS: Seeds = {}


class TableRefusal(SikwuError):
    """What somebody said cannot be; the table is as it was."""


def refuse(code: str, **facts: Any) -> NoReturn:
    """Nothing is changed, and whoever said it is told why."""
    raise TableRefusal((problem(code, **facts),))


class Step:
    """A state that is worked on, and the effects so far."""

    __slots__ = ("out", "state")

    def __init__(self, state: LiveState) -> None:
        self.state = state.copy()
        self.out: list[Effect] = []

    @property
    def playing(self) -> Playing:
        """The match; refused where there is none."""
        if self.state.playing is None:
            refuse("table.not_playing")
        return self.state.playing

    # --- lines

    def note(self, note: AnyNote, seeds: Seeds = _NO_SEEDS) -> None:
        """One more line of the table's own."""
        evolve(self.state, note, seeds)
        self.out.append(Append(note, None, record=False))

    def record(self, line: Line) -> None:
        """One more line of the record, told to everybody as each may see it."""
        seen = evolve(self.state, line, _NO_SEEDS)
        v = self.state.v if seen else None
        self.out.append(Append(line, v, record=True))
        if v is None:
            return
        for viewer in PLACES:
            if self.state.seats[viewer].member:
                self.tell(viewer, EventNews(v, seen[viewer], self.state.boards[viewer].hash))
        if self.state.watchers:
            self.tell(WATCHERS, EventNews(v, seen[PUBLIC], self.state.boards[PUBLIC].hash))

    # --- news

    def tell(self, to: Address, news: News) -> None:
        """News for somebody."""
        self.out.append(Tell(to, news))

    def tell_all(self, news: News) -> None:
        """The same bytes for everybody."""
        self.tell(EVERYBODY, news)

    def tell_seats(self) -> None:
        """Who sits where."""
        self.tell_all(seats_news(self.state))


def seats_news(state: LiveState) -> SeatsNews:
    """All four places as everybody may know them."""
    ending = state.playing is not None and state.playing.ending
    seats = tuple(_told(state, place) for place in PLACES)
    return SeatsNews(seats, state.place_of(state.host), state.pace, state.timed, ending, state.status)


def _told(state: LiveState, place: int) -> SeatTold:
    seat, match = state.seats[place], None if state.playing is None else state.playing.game.match
    bot = seat.bot or (state.terms.levels[0] if seat.stand_in else "")
    return SeatTold("" if match is None else match.players[place], seat.name, bot, presence(state, place))


def presence(state: LiveState, place: int) -> str:
    """here, away, bot, or free."""
    seat = state.seats[place]
    if seat.free or not seat.taken:
        return "free"
    if seat.played_by_bot:
        return "bot"
    return "here" if state.here(place) else "away"
