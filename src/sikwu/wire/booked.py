"""Books over the network: requests, responses, and messages of the WebSocket."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

from sikwu.wire.asked import USUAL, Rules
from sikwu.wire.shapes import (
    Amount,
    EntryShape,
    MessageShape,
    RulesShape,
    SeatAmounts,
    StepShape,
    TextShape,
    TransferShape,
)

Role = Literal["host", "keeper", "reader"]
"""The role of a token's holder: owner of the book, writer, or reader."""
InviteKind = Literal["keeper", "reader"]
"""The roles that a host can give to others."""
SeatLetter = Literal["E", "S", "W", "N"]
"""The wind of a seat or of a round."""
WINDS: tuple[SeatLetter, ...] = ("E", "S", "W", "N")

# --- asked


class NewBookRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A new book. The players sit in this order. `me`: the name of the person who creates it; `invite`: the role that
    its link gives; `unit`: the worth of a point, or of a fan in sixteen tiles, if it differs from the rules: a
    number, a fraction, or a stake's name.
    """

    name: str
    players: tuple[str, ...]
    rules: Rules = USUAL
    dealer: str | None = None
    streak: int = 0
    me: str = ""
    invite: InviteKind = "keeper"
    unit: str | None = None
    words: tuple[str, ...] | None = None


class EventRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """An event to try without recording it."""

    event: dict[str, Any]
    for_hand: int | None = None
    words: tuple[str, ...] | None = None


class EntryRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """An event to record. `for_hand`: the number of the hand that is meant; `written_at`: when a phone without a
    network wrote it down.
    """

    event: dict[str, Any]
    for_hand: int | None = None
    written_at: str | None = None
    words: tuple[str, ...] | None = None


class TokenRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A token for a person."""

    kind: InviteKind = "keeper"
    name: str = ""


class InviteRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A new link and a new code; the older ones become invalid."""

    kind: InviteKind = "keeper"


class JoinRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to join: by the `secret` of a link, or by a `code`, which the host must confirm. `kind`: the wanted
    role; a link for readers gives no more.
    """

    name: str
    secret: str | None = None
    code: str | None = None
    kind: InviteKind = "keeper"


class InvitationRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Asks which book a link leads to, before the person gives a name."""

    secret: str


class AnswerRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The host's answer to somebody who asked."""

    allow: bool
    kind: InviteKind = "keeper"


class DeleteRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Deletes a book for good; its name must be typed as confirmation."""

    name: str


# --- the state of a book


class DealTermsShape(Struct, frozen=True):
    """When the dealer stays: what a drawn deal and a win do, how often a dealer may repeat (0: without limit), whether a false win passes the deal, whether all who win on one
    tile win. `fan`: the extra fan of a dealer's hand: without repeats, and with repeats a fixed part and a part for
    each repeat.
    """

    on_draw: Literal["stay_and_count", "stay", "pass"]
    on_win: Literal["keep", "pass", "winner"]
    most_repeats: int
    false_win_passes: bool
    all_win: bool
    fan: tuple[int, int, int]


class HouseEventShape(Struct, frozen=True):
    """An event that the house pays for: its name, and whether an entry must say to whom it happened (`player`) and who
    fed it (`fed`); `of_hand`: it is entered with a hand only.
    """

    event: str
    name: TextShape
    player: bool
    fed: bool
    of_hand: bool


class BookRulesShape(Struct, frozen=True):
    """The rules in force. `mode`: 'ledger' (pulls), 'chips' or 'cash'; `unit`: the worth of a point, or of a fan in
    sixteen tiles; `kongs`, `dice`, `fines`: what else is recorded; `pull`, `kick`, `interval`: the terms of a ledger;
    `dealing`: null if the next dealer depends on players who have lost everything. `events`: what else the house pays
    for.
    """

    rules: RulesShape
    same: bool | None
    size: int
    mode: Literal["ledger", "chips", "cash"]
    unit: Amount
    kongs: bool
    dice: bool
    fines: bool
    pull: Amount | None
    kick: Amount | None
    interval: int | None
    dealing: DealTermsShape | None = None
    events: tuple[HouseEventShape, ...] = ()


class OpenPullShape(Struct, frozen=True):
    """An open pull: in fan and as money, and its number of hands; `cut`: the debtor may pay it off now; `to_cut`: the
    number of hands until then (null: never, or now). The two possible futures: the debtor loses again (`again`), or
    wins back (`back`), which pays `kicked`."""

    debtor: str = field(name="from")
    creditor: str = field(name="to")
    amount: Amount
    worth: Amount
    hands: int
    cut: bool
    to_cut: int | None
    kicked: Amount
    again: MessageShape
    back: MessageShape


class BookStateShape(Struct, frozen=True):
    """The state of a book after entry `seq`. `seats`: in seat order, the first is where east began; `winds`: of each
    player at the table; `next_hand`: the number of the next hand; `totals`: as if the book were closed now; `points`:
    the same before multiplication by the unit, null if that is 1; `undo`, `redo`: the entry that would be undone or
    redone; `pot` and `chips` are null if the rules have none; `last`: the last entries in effect.
    """

    book: str
    name: str
    head: str
    seq: int
    rules: BookRulesShape
    players: tuple[str, ...]
    seats: tuple[str | None, ...]
    winds: dict[str, SeatLetter]
    dealer: str | None
    streak: int
    dealer_fan: int
    """The extra fan of the dealer's hand now; 0 if the rules have no dealer's fan."""
    round: SeatLetter
    hands: int
    next_hand: int
    cash: SeatAmounts
    totals: SeatAmounts
    points: SeatAmounts | None
    pulls: tuple[OpenPullShape, ...]
    offers: tuple[tuple[str, str], ...]
    chips: SeatAmounts | None
    pot: Amount | None
    undo: int | None
    redo: int | None
    over: bool
    closed: bool
    usual_fan: int | None
    """The fan that was won most often in this book."""
    last: tuple[StepShape, ...]
    first: int = 0
    """The place of the seat that was dealer first: a round is over when the deal comes back to it."""


# --- the effect of an event


class PullChangeShape(Struct, frozen=True):
    """A pull before and after, in fan; null: not open. `says`: the arithmetic, if a hand changed it."""

    debtor: str
    creditor: str
    was: Amount | None
    now: Amount | None
    hands: int
    cut: bool
    says: MessageShape | None


class HandTableShape(Struct, frozen=True):
    """The table of a hand: its number among the hands in effect, the dealer, and the dealer's extra fan."""

    hand: int
    dealer: str | None
    streak: int
    dealer_fan: int
    round: SeatLetter


class NextTableShape(Struct, frozen=True):
    """The next dealer, round and hand."""

    seats: tuple[str | None, ...]
    winds: dict[str, SeatLetter]
    dealer: str | None
    streak: int
    round: SeatLetter
    hand: int
    over: bool
    closed: bool


class OutcomeShape(Struct, frozen=True):
    """The effect of an event: payments, changes of the ledger in fan, pulls before and after, and the table after it.
    `change`: of each player's cash; `totals`: as if the book were closed then; `changed`: the numbers of later hands
    whose result changed; `beaten`: players who claimed the tile too late; `at`: the table of the hand that is
    recorded or changed, null if the event is not about a hand; `worth`: how fan became money.
    """

    words: MessageShape
    moves: tuple[TransferShape, ...]
    booked: tuple[TransferShape, ...]
    pulls: tuple[PullChangeShape, ...]
    change: SeatAmounts
    totals: SeatAmounts
    beaten: tuple[str, ...]
    offered: tuple[tuple[str, str], ...]
    changed: tuple[int, ...]
    idle_dice: bool
    next: NextTableShape
    at: HandTableShape | None
    worth: tuple[MessageShape, ...] = ()


# --- answered


class TokenShape(Struct, frozen=True):
    """A token, sent only this once: the server stores its hash."""

    id: str
    kind: Role
    name: str
    token: str


class InviteShape(Struct, frozen=True):
    """The `secret` goes into links, after the #. Anybody who knows the `code` may ask to join; `left`: seconds until
    the code expires.
    """

    secret: str
    code: str
    kind: InviteKind
    left: int


class NewBookShape(Struct, frozen=True):
    """A book that was created or imported, and everything its host needs."""

    book: str
    head: str
    host: TokenShape
    keeper: TokenShape
    invite: InviteShape
    state: BookStateShape


class BookViewShape(Struct, frozen=True):
    """A book: its state and its last entries, the newest last. `you`: the role of the token; `phones`: how many
    phones watch it through this process now.
    """

    you: TokenRoleShape
    state: BookStateShape
    entries: tuple[EntryShape, ...]
    phones: int


class TokenRoleShape(Struct, frozen=True):
    """The holder of the token."""

    role: Role
    name: str


class EventPreviewShape(Struct, frozen=True):
    """The effect that an event would have if it were recorded after entry `seq`."""

    head: str
    seq: int
    outcome: OutcomeShape


class StoredEntryShape(Struct, frozen=True):
    """A recorded entry, its effect, and the book after it."""

    entry: EntryShape
    head: str
    outcome: OutcomeShape
    state: BookStateShape


class EntriesShape(Struct, frozen=True):
    """A page of the audit trail; `next`: the value of `after` for the next page, null at the end."""

    entries: tuple[EntryShape, ...]
    next: int | None
    head: str
    seq: int


class ListedTokenShape(Struct, frozen=True):
    """A token as a host sees it; `here`: a phone is connected with it."""

    id: str
    kind: str
    name: str
    made: str
    revoked: str | None
    here: bool


class AskShape(Struct, frozen=True):
    """A person who asks to be let in."""

    id: str
    name: str
    at: str


class TokensShape(Struct, frozen=True):
    """The tokens of a book, and the people who ask for one."""

    tokens: tuple[ListedTokenShape, ...]
    asks: tuple[AskShape, ...]


class JoinAnswerShape(Struct, frozen=True):
    """The result of joining. `state`: 'in', 'asked' or 'refused'. The `token` is sent once, on joining or asking; it
    gives no access before the host has answered. `book` and `title` are null until then.
    """

    state: Literal["in", "asked", "refused"]
    kind: InviteKind | None
    name: str
    token: str | None
    book: str | None
    title: str | None


class InvitationShape(Struct, frozen=True):
    """Where a link leads: the book's title, the players at its table, and the role that the link gives. A code of
    four letters could be guessed, so it reveals nothing before the host has answered.
    """

    title: str
    players: tuple[str, ...]
    kind: InviteKind


class TicketShape(Struct, frozen=True):
    """The ticket for the first message of a socket; valid once, for `left` milliseconds."""

    ticket: str
    left: int


class ConfirmationShape(Struct, frozen=True):
    """Done."""

    done: bool
    head: str | None = None


# --- through a socket, down


class WelcomeFrame(Struct, frozen=True, tag="welcome", tag_field="type"):
    """The first answer."""

    you: TokenRoleShape
    v: int
    ping: int
    rules: str


class SnapshotFrame(Struct, frozen=True, tag="snapshot", tag_field="type"):
    """The whole state of a book; `hash`: the first eight digits of the SHA-256 of `view` as it was sent."""

    v: int
    view: BookStateShape
    entries: tuple[EntryShape, ...]
    hash: str


class EntryFrame(Struct, frozen=True, tag="entry", tag_field="type"):
    """A recorded entry, its effect, and the book after it; `hash` as in a snapshot."""

    v: int
    entry: EntryShape
    outcome: OutcomeShape
    state: BookStateShape
    hash: str


class EventsFrame(Struct, frozen=True, tag="events", tag_field="type"):
    """Missed entries, from a number on."""

    first: int = field(name="from")
    lines: tuple[EntryFrame, ...]


class PresentShape(Struct, frozen=True):
    """A connected person, with the number of their phones or pages."""

    name: str
    role: Role
    phones: int


class PresenceFrame(Struct, frozen=True, tag="presence", tag_field="type"):
    """The people who are connected."""

    here: tuple[PresentShape, ...]


class AsksFrame(Struct, frozen=True, tag="asks", tag_field="type"):
    """Requests to join; sent to the host only."""

    asks: tuple[AskShape, ...]


class PongFrame(Struct, frozen=True, tag="pong", tag_field="type"):
    """An answer to a ping."""

    t: float
    v: int


# --- through a socket, up


class HelloFrame(Struct, frozen=True, forbid_unknown_fields=True, tag="hello", tag_field="type"):
    """The first message: the ticket, and the newest entry that is known (0: none)."""

    ticket: str
    have: int = 0
    build: str = ""


class PingFrame(Struct, frozen=True, forbid_unknown_fields=True, tag="ping", tag_field="type"):
    """A sign of life."""

    t: float = 0


class ResyncFrame(Struct, frozen=True, forbid_unknown_fields=True, tag="resync", tag_field="type"):
    """Asks for everything after `have`, because something was missed."""

    have: int = 0


UP = HelloFrame | PingFrame | ResyncFrame
"""Messages from a phone."""
DOWN = WelcomeFrame | SnapshotFrame | EventsFrame | EntryFrame | PresenceFrame | AsksFrame | PongFrame
"""Messages to a phone."""
