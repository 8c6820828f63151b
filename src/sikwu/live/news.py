"""The frames for viewers, one type per frame; they cannot contain hidden tiles, because every line is a viewer's own copy."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType, json

from sikwu.live.board import Board
from sikwu.live.terms import Pace
from sikwu.play.lines import Line

EVERYBODY, WATCHERS = "everybody", "watchers"
"""Addresses besides the places 0-3 and members."""
Address = int | str


class News(Struct, frozen=True, tag_field="type", omit_defaults=True):
    """A frame; `bytes(frame)` is what is sent."""

    def __bytes__(self) -> bytes:
        return json.encode(self)


class SpeedShape(Struct, frozen=True):
    """The clocks of a table, in milliseconds."""

    window: int
    turn: int
    bank: int


class PublicSeat(Struct, frozen=True):
    """The public part of a place."""

    player: str
    """The name in the record; empty before the match and while nobody sits there."""
    name: str
    """The present occupant."""
    bot: str
    """The level of the bot that plays, in its own seat or as a stand-in."""
    presence: str
    """here, away, bot, or free: a new player may take it."""
    hinted: bool = False
    """Whether this person has hints on."""


class MemberInfo(Struct, frozen=True, omit_defaults=True):
    """The role of a person at the table."""

    role: Literal["seat", "host", "watch"]
    """Seated; host without a seat; or watching."""
    host: bool = False
    place: int | UnsetType = UNSET
    player: str = ""
    """The seat's name in the record."""


class WelcomeNews(News, frozen=True, tag="welcome"):
    """The answer to a hello."""

    you: MemberInfo
    v: int
    hash: str
    """The hash of the receiver's view at `v`."""
    rules: str
    speed: SpeedShape
    status: str
    ping: int = 10_000


class EventsNews(News, frozen=True, tag="events", rename={"start": "from"}):
    """Missed lines after a reconnection; `hash` is of the view after the last line."""

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
    """A window is open; the same bytes for everybody. `left` is absent without a clock."""

    id: str
    on: int
    left: int | UnsetType = UNSET


class AskNews(News, frozen=True, tag="ask"):
    """A question, sent only to the seat concerned."""

    decision: str
    at: str
    legal: tuple[str, ...]
    window: str = ""
    win: dict[str, int] | UnsetType = UNSET
    creditor: str = ""
    answered: str = ""
    """The present answer of this seat."""
    left: int | UnsetType = UNSET


class TurnNews(News, frozen=True, tag="turn"):
    """Whose turn it is, sent to all."""

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
    """Sent only to the seat: the bot's actions during the absence."""

    did: tuple[str, ...]


class SeatsNews(News, frozen=True, tag="seats"):
    """All four places, the host, and what the table has agreed."""

    seats: tuple[PublicSeat, ...]
    host: int | None
    """The host's place, if seated."""
    pace: Pace
    timed: bool
    ending: bool
    status: str
    hints: bool
    """Whether the host allows hints."""
    hands_open: bool = False


class SeatAskedNews(News, frozen=True, tag="seat_asked"):
    """To the host: who asks for a seat."""

    asking: dict[str, str]


class SeatAnswerNews(News, frozen=True, tag="seat_answer"):
    """Sent to the person who asked for a seat."""

    yes: bool
    place: int | None = None


class WatchersNews(News, frozen=True, tag="watchers"):
    """The spectators."""

    names: tuple[str, ...]


class PauseNews(News, frozen=True, tag="pause"):
    """The clocks stop, or continue; `agreed`: seats that want a pause at once."""

    on: bool
    left: int | UnsetType = UNSET
    agreed: tuple[int, ...] = ()


class ConsentNews(News, frozen=True, tag="consent"):
    """Requests that not all seats have agreed to yet: `clock_off`, `hands_open`, `take_back`, `dead`, `rematch`."""

    to: str
    agreed: tuple[int, ...]
    about: int | UnsetType = UNSET


class HandsNews(News, frozen=True, tag="hands"):
    """The hands lie open by consent: concealed tiles of E S W N after version `v`. Not part of the view; empty: they are closed again."""

    v: int
    hands: tuple[tuple[str, ...], ...] = ()


class TakenBackNews(News, frozen=True, tag="taken_back"):
    """Everything after version `v` is taken back by consent; a snapshot of the view at `v` follows."""

    v: int


class ReactionNews(News, frozen=True, tag="reaction"):
    """A seat reacts."""

    place: int
    reaction: str


class AckNews(News, frozen=True, tag="ack"):
    """The act is on the disk; its consequences arrive as events."""

    id: str
    v: int


class RefusalNews(News, frozen=True, tag="refused"):
    """The message was refused; nothing has changed."""

    code: str
    facts: dict[str, Any]
    id: str = ""


class PongNews(News, frozen=True, tag="pong"):
    """The answer to a sign of life: its mark, and the time left."""

    t: int = 0
    left: int | UnsetType = UNSET


class ReopenedNews(News, frozen=True, tag="reopened"):
    """再嚟: the rematch is at another table, where the same tokens are valid."""

    table: str
