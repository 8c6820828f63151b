"""One step of a table: a copy of its state being changed, and the effects."""

from __future__ import annotations

from sikwu.live.effects import Append, Effect, Tell
from sikwu.live.fold import Seeds, evolve
from sikwu.live.news import EVERYBODY, WATCHERS, Address, EventNews, News, PublicSeat, SeatsNews
from sikwu.live.notes import AnyNote
from sikwu.live.playing import LiveMatch
from sikwu.live.state import PLACES, PUBLIC, LiveState
from sikwu.play.lines import Line
from sikwu.texts import SikwuError

_NO_SEEDS: Seeds = {}


class TableRefusal(SikwuError):
    """A message that is refused; the table does not change."""


class Step:
    """A state being changed, and the effects so far."""

    __slots__ = ("out", "state")

    def __init__(self, state: LiveState) -> None:
        self.state = state.copy()
        self.out: list[Effect] = []

    @property
    def playing(self) -> LiveMatch:
        """The match; raises an error if there is none."""
        if self.state.playing is None:
            raise TableRefusal.of("table.not_playing")
        return self.state.playing

    # --- lines

    def note(self, note: AnyNote, seeds: Seeds = _NO_SEEDS) -> None:
        """Adds a note."""
        evolve(self.state, note, seeds)
        self.out.append(Append(note, None, record=False))

    def record(self, line: Line) -> None:
        """Adds a line of the record, and sends each viewer its version."""
        seen = evolve(self.state, line, _NO_SEEDS)
        v = self.state.v if seen else None
        self.out.append(Append(line, v, record=True))
        if v is None:
            return
        for viewer in PLACES:
            if self.state.seats[viewer].member:
                self.tell(viewer, EventNews(v, seen[viewer], self.state.boards[viewer].hash))
        if self.state.watchers or self.state.place_of(self.state.host) is None:
            self.tell(WATCHERS, EventNews(v, seen[PUBLIC], self.state.boards[PUBLIC].hash))

    # --- news

    def tell(self, to: Address, news: News) -> None:
        """Sends news to one address."""
        self.out.append(Tell(to, news))

    def tell_all(self, news: News) -> None:
        """The same bytes for everybody."""
        self.tell(EVERYBODY, news)

    def tell_seats(self) -> None:
        """Sends the seats to everybody."""
        self.tell_all(seats_news(self.state))


def seats_news(state: LiveState) -> SeatsNews:
    """The public part of all four places."""
    ending = state.playing is not None and state.playing.ending
    seats = tuple(_told(state, place) for place in PLACES)
    host, hints = state.place_of(state.host), state.terms.hints
    return SeatsNews(seats, host, state.pace, state.timed, ending, state.status, hints, state.hands_open)


def _told(state: LiveState, place: int) -> PublicSeat:
    seat, match = state.seats[place], None if state.playing is None else state.playing.game.match
    bot = seat.bot or (state.terms.levels[0] if seat.stand_in else "")
    return PublicSeat(
        "" if match is None else match.players[place], seat.name, bot, presence(state, place), seat.hinted
    )


def presence(state: LiveState, place: int) -> str:
    """here, away, bot, or free."""
    seat = state.seats[place]
    if seat.free or not seat.taken:
        return "free"
    if seat.played_by_bot:
        return "bot"
    return "here" if state.here(place) else "away"
