"""The HTTP answer about a table."""

from __future__ import annotations

from sikwu.live.state import LiveState
from sikwu.live.step import seats_news
from sikwu.live.viewers import speed_told, you_told
from sikwu.wire.pages import rules_shape
from sikwu.wire.tabled import SeatAskShape, TableShape


def table_shape(state: LiveState, member: str = "", again: str | None = None, book: str | None = None) -> TableShape:
    """A table as a member may know it."""
    seats = seats_news(state)
    asking = state.asking.items() if member and member == state.host else ()
    return TableShape(
        state.id,
        state.terms.title,
        state.status,  # type: ignore[arg-type]
        rules_shape(state.rules),
        state.pace,
        speed_told(state),
        state.terms.solo,
        state.terms.teaching,
        state.terms.minutes,
        state.terms.watchers,
        state.terms.hints,
        state.terms.levels,
        seats.seats,
        seats.host,
        state.v,
        0 if state.playing is None else state.playing.number,
        seats.ending,
        state.timed,
        tuple(sorted(state.watchers.values())),
        you_told(state, member, state.place_of(member)) if member else None,
        tuple(SeatAskShape(id, name) for id, name in asking),
        again,
        book,
    )
