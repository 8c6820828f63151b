"""What viewers are told, one type a frame; hidden tiles never come this far, since every line is a viewer's own copy."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType, json

from sikwu.live.board import Board
from sikwu.live.terms import Pace
from sikwu.play.lines import Line

EVERYBODY, WATCHERS = "everybody", "watchers"
"""Addresses beside the places 0-3 and members."""
Address = int | str


class News(Struct, frozen=True, tag_field="type", omit_defaults=True):
    """A frame; `bytes(frame)` is what leaves."""

    def __bytes__(self) -> bytes:
        return json.encode(self)


class SpeedShape(Struct, frozen=True):
    """The clocks of a table, in milliseconds."""

    window: int
    turn: int
    bank: int


class SeatTold(Struct, frozen=True):
    """A place as everybody may know it."""

    player: str
    """The name in the record; empty before the match and while nobody sits there."""
    name: str
    """Who sits there now."""
    bot: str
    """Its level, if a bot plays: because it is a bot's seat, or because it stands in."""
    presence: str
    """here, away, bot, or free: a newcomer may take it."""


class WelcomeNews(News, frozen=True, tag="welcome"):
    """The answer to a hello."""

    you: dict[str, Any]
    v: int
    hash: str
    """Of the receiver's view at `v`."""
    rules: str
    speed: SpeedShape
    status: str
    ping: int = 10_000


class EventsNews(News, frozen=True, tag="events", rename={"start": "from"}):
    """What somebody who comes back has missed; `hash` is of the view after the last line."""

    start: int
    lines: list[Line]
    hash: str


class SnapshotNews(News, frozen=True, tag="snapshot"):
    """The whole view."""

    v: int
    view: Board
    hash: str


class EventNews(News, frozen=True, tag="event"):
    """One more line of the record, as this viewer sees it."""

    v: int
    line: Line
    hash: str


class WindowNews(News, frozen=True, tag="window"):
    """A window is open; the same bytes for everybody. `left` is absent where no clock runs."""

    id: str
    on: int
    left: int | UnsetType = UNSET


class AskNews(News, frozen=True, tag="ask"):
    """A question, to the seat concerned alone."""

    decision: str
    at: str
    legal: tuple[str, ...]
    window: str = ""
    win: dict[str, int] | UnsetType = UNSET
    creditor: str = ""
    answered: str = ""
    """What stands as this seat's answer."""
    left: int | UnsetType = UNSET


class TurnNews(News, frozen=True, tag="turn"):
    """Whose turn it is, to all."""

    seat: str
    at: str = "turn"
    left: int | UnsetType = UNSET
    bank: int | UnsetType = UNSET


class WallNews(News, frozen=True, tag="wall"):
    """A wall is sealed; nonces are awaited."""

    deal: int
    commit: str
    left: int


class RestNews(News, frozen=True, tag="rest"):
    """Between two deals: who is ready."""

    ready: tuple[int, ...]
    left: int | UnsetType = UNSET


class PresenceNews(News, frozen=True, tag="presence"):
    """A seat is here, away, or played by a bot."""

    place: int
    state: str


class ReturnedNews(News, frozen=True, tag="returned"):
    """To the seat alone: what the bot did while it was away."""

    did: tuple[str, ...]


class SeatsNews(News, frozen=True, tag="seats"):
    """All four places, who is host and what the table has agreed."""

    seats: tuple[SeatTold, ...]
    host: int | None
    """The host's place, if seated."""
    pace: Pace
    timed: bool
    ending: bool
    status: str


class SeatAskedNews(News, frozen=True, tag="seat_asked"):
    """To the host: who asks for a seat."""

    asking: dict[str, str]


class SeatAnswerNews(News, frozen=True, tag="seat_answer"):
    """To who asked for a seat."""

    yes: bool
    place: int | None = None


class WatchersNews(News, frozen=True, tag="watchers"):
    """Who watches."""

    names: tuple[str, ...]


class PauseNews(News, frozen=True, tag="pause"):
    """The clocks stand, or go on; `agreed`: seats that want a pause at once."""

    on: bool
    left: int | UnsetType = UNSET
    agreed: tuple[int, ...] = ()


class ConsentNews(News, frozen=True, tag="consent"):
    """What some seats want and others have not agreed to yet: `clock_off`, `dead`, `rematch`."""

    to: str
    agreed: tuple[int, ...]
    about: int | UnsetType = UNSET


class ReactionNews(News, frozen=True, tag="reaction"):
    """A seat reacts."""

    place: int
    reaction: str


class AckNews(News, frozen=True, tag="ack"):
    """The act is on the disk; what comes of it arrives as events."""

    id: str
    v: int


class RefusalNews(News, frozen=True, tag="refused"):
    """What was said cannot be; nothing has been changed."""

    code: str
    facts: dict[str, Any]
    id: str = ""


class PongNews(News, frozen=True, tag="pong"):
    """The answer to a sign of life: its own mark, and what time is left."""

    t: int = 0
    left: int | UnsetType = UNSET
