"""The messages for a viewer who arrives: identity, missed lines or the whole view, and everything that is open."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from sikwu.live.board import blank, folded
from sikwu.live.hosting import pause_left
from sikwu.live.messages import Hello, Resync, SignOfLife
from sikwu.live.news import (
    Address,
    EventsNews,
    HandsNews,
    MemberInfo,
    PauseNews,
    PongNews,
    RestNews,
    SeatAskedNews,
    SnapshotNews,
    SpeedShape,
    WallNews,
    WelcomeNews,
)
from sikwu.live.state import PUBLIC, LiveState, TableWait
from sikwu.live.step import Step, TableRefusal, seats_news
from sikwu.live.terms import BANK, MISSED, TURN
from sikwu.live.windows import ask_news, turn_news, window_news
from sikwu.play.lines import DealLine, Line
from sikwu.play.view import seen_lines


def hello(step: Step, said: Hello) -> None:
    """A seat, or a host without a seat, is here."""
    state = step.state
    place = state.place_of(said.by)
    if place is None and said.by != state.host and said.by not in state.watchers:
        raise TableRefusal.of("table.not_seated")
    welcome(step, said.by, said.have)


def resync(step: Step, said: Resync) -> None:
    """A client found a gap: sends the missing part again."""
    state = step.state
    place = state.place_of(said.by)
    if place is None and said.by != state.host and said.by not in state.watchers:
        raise TableRefusal.of("table.not_seated")
    if place is None:
        _caught_up(step, said.by, PUBLIC, said.have)
    else:
        _caught_up(step, place, place, said.have)


def welcome(step: Step, member: str, have: int | None) -> None:
    """Everything that a client needs to continue."""
    state = step.state
    place = state.place_of(member)
    to: Address = member if place is None else place
    you = you_told(state, member, place)
    speed = speed_told(state)
    step.tell(
        to,
        WelcomeNews(
            you, state.v, state.boards[PUBLIC if place is None else place].hash, state.rules.hash, speed, state.status
        ),
    )
    _caught_up(step, to, PUBLIC if place is None else place, have)
    step.tell(to, seats_news(state))
    if member == state.host and state.asking:
        step.tell(to, SeatAskedNews(dict(state.asking)))
    _standing(step, to, place)


def speed_told(state: LiveState) -> SpeedShape:
    """The clocks of a table."""
    return SpeedShape(state.terms.window, TURN, BANK)


def you_told(state: LiveState, member: str, place: int | None) -> MemberInfo:
    """The identity of a person at this table."""
    host = member == state.host
    if place is None:
        return MemberInfo("host" if host and member not in state.watchers else "watch", host)
    player = state.seats[place].name if state.playing is None else state.playing.game.match.players[place]
    return MemberInfo("seat", host, place, player)


def _caught_up(step: Step, to: Address, viewer: int, have: int | None) -> None:
    state = step.state
    if have is not None and 0 <= have <= state.v and state.v - have <= MISSED:
        if have < state.v:
            step.tell(to, EventsNews(have + 1, missed(state, viewer, have), state.boards[viewer].hash))
    else:
        step.tell(to, snapshot(state, viewer))


def snapshot(state: LiveState, viewer: int) -> SnapshotNews:
    """The whole view of a viewer: 0-3 the places, 4 the spectators."""
    board = state.boards[viewer]
    return SnapshotNews(state.v, board, board.hash)


def missed(state: LiveState, viewer: int, have: int) -> list[Line]:
    """The lines after a version, as a viewer sees them."""
    playing = state.playing
    if playing is None:
        return []
    player = None if viewer == PUBLIC else playing.game.match.players[viewer]
    lines = state.history.since(0)
    first = next((v for v in range(min(have, len(lines) - 1), -1, -1) if isinstance(lines[v], DealLine)), 0)
    seen = list(seen_lines(lines[first:], player, state.rules.terms.kongs.hidden))
    return [line for line in seen[have - first :] if line is not None]


def fresh_view(state: LiveState, viewer: int) -> bytes:
    """The canonical view computed again from every line: equal to the board that was carried along."""
    return folded(blank(state.rules), missed(state, viewer, 0)).canonical


# --- open questions and windows


def _standing(step: Step, to: Address, place: int | None) -> None:
    """Tells somebody who has just come what is going on: a pause, open hands, the open question or window."""
    state, awaited = step.state, step.state.awaited
    if state.paused:
        step.tell(to, PauseNews(on=True, left=pause_left(state)))
    if state.hands_told:
        step.tell(to, HandsNews(state.v, state.hands_told))
    if awaited is None:
        return
    left = told_left(state, awaited)
    if awaited.window:
        step.tell(to, window_news(awaited, left))
    elif awaited.kind in ("turn", "flower", "cut"):
        for news in turn_news(state, awaited, left):
            step.tell(to, news)
    elif awaited.kind == "nonces":
        step.tell(to, WallNews(step.playing.number, step.playing.sealed, left or 0))
    elif awaited.kind == "rest":
        step.tell(to, RestNews(tuple(sorted(awaited.seen)), UNSET if left is None else left))
    asked = None if place is None or place in awaited.bots else awaited.of(place)
    if asked is not None and place is not None:
        step.tell(to, ask_news(state, awaited, place, asked, left))


def told_left(state: LiveState, awaited: TableWait) -> int | None:
    """The part of the announced time that is left; while the clocks stop, as much as when they stopped."""
    time = state.paused_at if state.paused else state.time
    return None if awaited.length is None else max(0, awaited.started + awaited.length - time)


def pong(step: Step, said: SignOfLife) -> None:
    """The answer to a sign of life."""
    state = step.state
    place = state.place_of(said.by)
    left: int | None = None if state.awaited is None else told_left(state, state.awaited)
    told: int | UnsetType = UNSET if left is None else left
    step.tell(said.by if place is None else place, PongNews(said.t, told))
