"""Live tables over the network: requests, responses, and messages from a WebSocket. Messages to it are in `sikwu.live.news`.

Each message of a member converts itself to the table's message (`said(by)`); `by` comes from the token alone.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct

from sikwu.live import messages
from sikwu.live.messages import MemberMessage
from sikwu.live.news import (
    AckNews,
    AskNews,
    ConsentNews,
    EventNews,
    EventsNews,
    HandsNews,
    MemberInfo,
    PauseNews,
    PongNews,
    PresenceNews,
    PublicSeat,
    ReactionNews,
    RefusalNews,
    ReopenedNews,
    RestNews,
    ReturnedNews,
    SeatAnswerNews,
    SeatAskedNews,
    SeatsNews,
    SnapshotNews,
    SpeedShape,
    TakenBackNews,
    TurnNews,
    WallNews,
    WatchersNews,
    WelcomeNews,
    WindowNews,
)
from sikwu.live.terms import Pace
from sikwu.play.lines import ProofLine
from sikwu.rules.play import MOST_MINUTES
from sikwu.wire.asked import USUAL, Rules
from sikwu.wire.booked import ListedTokenShape
from sikwu.wire.shapes import RulesShape

TableRole = Literal["host", "seat", "watch"]
"""The kind of a table's token. The table itself decides whether its member is now host, or seated."""
JoinAs = Literal["seat", "watch"]


# --- asked


class NewTableRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A new table; `me`: the opener sits down at `place` (the first one) under this name; `solo`: windows close early while one
    person plays against bots and nobody watches; `hints`: whether seats may have hints on; `teaching`: a table for learning; `bots`: levels of bots that take the places left
    (an empty one: the first level of this server), `bot_names`: their names, by default those of the levels; `start`: the match
    begins at once, which needs all four places; `minutes`: the match ends after the deal during which these minutes of play have
    passed, 0 for what the rules say (`play.minutes`)."""

    rules: Rules = USUAL
    title: str = ""
    pace: Pace = "normal"
    solo: bool = False
    watchers: bool = True
    hints: bool = True
    teaching: bool = False
    me: str = ""
    place: int | None = None
    bots: tuple[str, ...] = ()
    bot_names: tuple[str, ...] = ()
    start: bool = False
    minutes: Annotated[int, Meta(ge=0, le=MOST_MINUTES)] = 0
    words: tuple[str, ...] | None = None


class JoinTableRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to join: by the `secret` of a link at once, or by a `code`, which the host must confirm. `place`: the
    seat; by default the first free one.
    """

    name: str
    secret: str | None = None
    code: str | None = None
    kind: JoinAs = "seat"
    place: int | None = None


class TableInvitationRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Asks which table a link leads to, before the person gives a name."""

    secret: str


class SitRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The holder of a token of the table sits down under a name; empty: the name of the token."""

    name: str = ""


class BotRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot for a free place, or another level for the bot that sits there."""

    place: int
    level: str
    name: str = ""


class SeatAnswerRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The host's answer to a person who asked by a code; `place`: the seat, by default the first free one."""

    allow: bool
    place: int | None = None


class EraseTableRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Deletes a table for good; its title, or its id if it has none, must be typed as confirmation."""

    title: str


class TableBookRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Makes a book of the finished deals; `name`: of the book, by default the table's title."""

    name: str = ""


# --- answered


class TableTokenShape(Struct, frozen=True):
    """A token, sent only this once: the server stores its hash. `id` is the member's id at the table."""

    id: str
    kind: TableRole
    name: str
    token: str


class TableInviteShape(Struct, frozen=True):
    """The `secret` goes into links, after the #. Anybody who knows the `code` may ask for a seat; `left`: seconds
    until it expires.
    """

    secret: str
    code: str
    left: int


class SeatAskShape(Struct, frozen=True):
    """A person who asks for a seat."""

    id: str
    name: str


class TableShape(Struct, frozen=True):
    """A table as the person who asks may know it. `you`: null for strangers; `deal`: the sealed, current or last
    deal; `asking`: only for the host; `again`: the table of the rematch; `book`: the book made from it.
    """

    table: str
    title: str
    status: Literal["open", "playing", "paused", "over"]
    rules: RulesShape
    pace: Pace
    speed: SpeedShape
    solo: bool
    teaching: bool
    minutes: int
    """The agreed time of the match; 0: no limit."""
    watching: bool
    """Whether people may watch."""
    hints: bool
    """Whether seats may have hints on."""
    levels: tuple[str, ...]
    """The bots of this server, by name."""
    seats: tuple[PublicSeat, ...]
    host: int | None
    v: int
    deal: int
    ending: bool
    timed: bool
    watchers: tuple[str, ...]
    you: MemberInfo | None = None
    asking: tuple[SeatAskShape, ...] = ()
    again: str | None = None
    book: str | None = None


class NewTableShape(Struct, frozen=True):
    """A table that was opened, and everything its host needs."""

    table: str
    host: TableTokenShape
    invite: TableInviteShape
    state: TableShape


class TableJoinAnswerShape(Struct, frozen=True):
    """The result of joining. The `token` is sent once, on joining or asking; it gives no access before the host has
    answered. `table`, `title` and `place` are null until then.
    """

    state: Literal["in", "asked", "refused"]
    kind: JoinAs | None
    name: str
    token: str | None
    table: str | None
    title: str | None
    place: int | None


class TableInvitationShape(Struct, frozen=True):
    """The table that a link leads to."""

    table: str
    title: str
    status: str
    seats: tuple[PublicSeat, ...]
    watching: bool


class TableTokensShape(Struct, frozen=True):
    """The holders of tokens of a table."""

    tokens: tuple[ListedTokenShape, ...]


class ProofsShape(Struct, frozen=True):
    """The proofs of a table's finished deals, as in the record."""

    table: str
    rules: str
    proofs: tuple[ProofLine, ...]


# --- through a socket, up


class TableHelloFrame(Struct, frozen=True, forbid_unknown_fields=True, tag="hello", tag_field="type"):
    """The first message: the ticket, and the known version (null: none)."""

    ticket: str
    have: int | None = None
    build: str = ""


class MemberFrame(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A message of a member after the hello."""

    def said(self, by: str) -> MemberMessage:
        """The message for the table."""
        heard: MemberMessage = _HEARD[type(self)](
            by=by, **{name: getattr(self, name) for name in self.__struct_fields__}
        )
        return heard


class TablePingFrame(MemberFrame, frozen=True, tag="ping"):
    """A sign of life, every ten seconds; `t` is returned."""

    t: int = 0


class TableResyncFrame(MemberFrame, frozen=True, tag="resync"):
    """Asks for everything after `have` because of a gap or a wrong hash; null: everything."""

    have: int | None = None


class ActFrame(MemberFrame, frozen=True, tag="act"):
    """An answer to a question; an id always gets the same reply."""

    id: str
    decision: str
    action: str


class NonceFrame(MemberFrame, frozen=True, tag="nonce"):
    """The seat's part of a wall: 32 hex digits."""

    deal: int
    nonce: str


class ReadyFrame(MemberFrame, frozen=True, tag="ready"):
    """The seat has seen the result; the next deal may begin."""


class GoOnFrame(MemberFrame, frozen=True, tag="go_on"):
    """Without a clock: the seat has seen this window."""

    window: str


class ReactFrame(MemberFrame, frozen=True, tag="react"):
    """One of the fixed reactions."""

    reaction: str


class HintsFrame(MemberFrame, frozen=True, tag="hints"):
    """Has hints on, or off again."""

    on: bool


class PauseNowFrame(MemberFrame, frozen=True, tag="pause_now"):
    """Wants a pause at once; three seats together get it."""


class ClockFrame(MemberFrame, frozen=True, tag="clock"):
    """Wants the clock off, or on again."""

    off: bool


class HandsFrame(MemberFrame, frozen=True, tag="open_hands"):
    """At a table for learning: wants the hands open, or closed again."""

    open: bool


class BackFrame(MemberFrame, frozen=True, tag="take_back"):
    """At a table for learning: wants the latest decision taken back, or (`yes` false) not."""

    yes: bool = True


class MarkFrame(MemberFrame, frozen=True, tag="mark"):
    """Wants another seat marked 相公; three together do it."""

    place: int


class LeaveFrame(MemberFrame, frozen=True, tag="leave"):
    """Leaves on purpose."""


class RematchFrame(MemberFrame, frozen=True, tag="rematch"):
    """再嚟."""


# --- what only the host may say: through a socket, or as the body of `POST /tables/{id}/host`


class StartFrame(MemberFrame, frozen=True, tag="start"):
    """All four places are taken: the match begins."""


class PauseFrame(MemberFrame, frozen=True, tag="pause"):
    """A pause between deals."""


class ResumeFrame(MemberFrame, frozen=True, tag="resume"):
    """The pause is over."""


class PaceFrame(MemberFrame, frozen=True, tag="pace"):
    """Another pace from the next deal on."""

    pace: Pace


class TimeFrame(MemberFrame, frozen=True, tag="time"):
    """Extra time for a seat."""

    place: int


class EndFrame(MemberFrame, frozen=True, tag="end"):
    """The match ends after this deal."""


class WatchingFrame(MemberFrame, frozen=True, tag="watching"):
    """Allows or forbids spectators."""

    on: bool


class LetHintsFrame(MemberFrame, frozen=True, tag="let_hints"):
    """Allows or forbids hints."""

    on: bool


class HandOverFrame(MemberFrame, frozen=True, tag="hand_over"):
    """Another seated player becomes host."""

    place: int


class AddBotFrame(MemberFrame, frozen=True, tag="add_bot"):
    """A bot for a free place."""

    place: int
    level: str
    name: str = ""


class ChangeBotFrame(MemberFrame, frozen=True, tag="change_bot"):
    """Another level for a bot."""

    place: int
    level: str


class RemoveBotFrame(MemberFrame, frozen=True, tag="remove_bot"):
    """A bot's place is free."""

    place: int


class AnswerSeatFrame(MemberFrame, frozen=True, tag="answer_seat"):
    """The host's answer to a person who asks for a seat."""

    member: str
    yes: bool
    place: int | None = None


_HEARD: dict[type[MemberFrame], type[Any]] = {
    TablePingFrame: messages.SignOfLife,
    TableResyncFrame: messages.Resync,
    ActFrame: messages.Act,
    NonceFrame: messages.GiveNonce,
    ReadyFrame: messages.ReadyForDeal,
    GoOnFrame: messages.GoOn,
    ReactFrame: messages.React,
    HintsFrame: messages.UseHints,
    PauseNowFrame: messages.AgreePause,
    ClockFrame: messages.AgreeClock,
    HandsFrame: messages.AgreeHands,
    BackFrame: messages.AgreeBack,
    MarkFrame: messages.MarkDead,
    LeaveFrame: messages.LeaveTable,
    RematchFrame: messages.WantRematch,
    StartFrame: messages.StartMatch,
    PauseFrame: messages.PauseTable,
    ResumeFrame: messages.ResumeTable,
    PaceFrame: messages.SetPace,
    TimeFrame: messages.GrantTime,
    EndFrame: messages.EndAfterDeal,
    WatchingFrame: messages.LetWatch,
    LetHintsFrame: messages.LetHints,
    HandOverFrame: messages.HandOver,
    AddBotFrame: messages.AddBot,
    ChangeBotFrame: messages.ChangeBot,
    RemoveBotFrame: messages.RemoveBot,
    AnswerSeatFrame: messages.AnswerSeat,
}
HOST_POWER = (
    StartFrame | PauseFrame | ResumeFrame | PaceFrame | TimeFrame | EndFrame | WatchingFrame | LetHintsFrame
    | HandOverFrame | AddBotFrame | ChangeBotFrame | RemoveBotFrame | AnswerSeatFrame
)  # fmt: skip
"""Messages that only the host may send."""
SEAT_SAYS = (
    TablePingFrame | TableResyncFrame | ActFrame | NonceFrame | ReadyFrame | GoOnFrame | ReactFrame | HintsFrame
    | PauseNowFrame | ClockFrame | HandsFrame | BackFrame | MarkFrame | LeaveFrame | RematchFrame
)  # fmt: skip
TABLE_UP = TableHelloFrame | SEAT_SAYS | HOST_POWER
"""Messages from the socket of a table."""
TABLE_DOWN = (
    WelcomeNews | EventsNews | SnapshotNews | EventNews | WindowNews | AskNews | TurnNews | WallNews | RestNews | PresenceNews
    | ReturnedNews | SeatsNews | SeatAskedNews | SeatAnswerNews | WatchersNews | PauseNews | ConsentNews | ReactionNews
    | AckNews | RefusalNews | PongNews | ReopenedNews | HandsNews | TakenBackNews
)  # fmt: skip
"""Messages to it."""
TABLE_FRAMES: tuple[Any, ...] = (*get_args(TABLE_UP), *get_args(TABLE_DOWN))
