"""Books over the network: requests, responses, and messages of the WebSocket."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

from sikwu.wire.asked import USUAL, Rules
from sikwu.wire.shapes import Amount, EntryShape, MessageShape, RulesShape, Seats, StepShape, TransferShape

Role = Literal["host", "keeper", "reader"]
"""What a token lets its holder do: answer for the book, write, read."""
Given = Literal["keeper", "reader"]
"""What a host gives others."""
Seat = Literal["E", "S", "W", "N"]
"""The wind of a seat or of a round."""
WINDS: tuple[Seat, ...] = ("E", "S", "W", "N")

# --- asked


class NewBookRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A new book. The players sit in this order; `me`: the name of whoever makes it; `invite`: what its link gives; `unit`:
    what a point, or a fan of sixteen tiles, is worth, if not what the rules say: a number, a fraction, or a stake's name."""

    name: str
    players: tuple[str, ...]
    rules: Rules = USUAL
    dealer: str | None = None
    streak: int = 0
    me: str = ""
    invite: Given = "keeper"
    unit: str | None = None
    words: tuple[str, ...] | None = None


class EventRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """An event that is tried and not written."""

    event: dict[str, Any]
    for_hand: int | None = None
    words: tuple[str, ...] | None = None


class EntryRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """An event to be written; `for_hand`: the number of the hand that is meant; `written_at`: when somebody wrote it down
    where there was no network."""

    event: dict[str, Any]
    for_hand: int | None = None
    written_at: str | None = None
    words: tuple[str, ...] | None = None


class TokenRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A token for somebody."""

    kind: Given = "keeper"
    name: str = ""


class InviteRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A new link and a new code; the older ones are dead then."""

    kind: Given = "keeper"


class JoinRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody wants in: by the `secret` of a link, or by a `code`, which only asks. `kind`: what he wants to be; a link that
    only lets read gives no more."""

    name: str
    secret: str | None = None
    code: str | None = None
    kind: Given = "keeper"


class InvitedRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Asks which book a link leads to, before the person gives a name."""

    secret: str


class AnswerRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The host's answer to somebody who asked."""

    allow: bool
    kind: Given = "keeper"


class DeleteRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A book is deleted for good: its name must be typed."""

    name: str


# --- the state of a book


class DealingShape(Struct, frozen=True):
    """When the deal is kept: what a drawn deal does, whether a false win passes it, whether all who win on one tile win;
    `fan`: what a dealer's hand is worth more without repeats, and with them a fixed part and so much for each."""

    on_draw: Literal["stay_and_count", "stay", "pass"]
    false_win_passes: bool
    all_win: bool
    fan: tuple[int, int, int]


class BookRulesShape(Struct, frozen=True):
    """The rules in force. `mode`: 'ledger' (pulls), 'chips' or 'cash'; `unit`: what a point, or a fan of sixteen tiles, is
    worth; `kongs`, `dice`, `fines`: what else is written down; `pull`, `kick`, `interval`: the terms of a ledger; `dealing`:
    null where who deals depends on who has lost everything."""

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
    dealing: DealingShape | None = None


class OpenPullShape(Struct, frozen=True):
    """An open pull: in fan and as money, over how many hands; `cut`: the debtor may pay it off now; `to_cut`: the number of
    hands until then (null: never, or now). The two futures: lost again (`again`), and won back (`back`), which pays
    `kicked`."""

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
    """How a book stands after entry `seq`. `seats`: in seat order, the first is where east began; `winds`: of each player at
    the table; `next_hand`: the number a new hand has; `totals`: as if it were closed now; `points`: the same before they
    were multiplied by the unit, null where that is 1; `undo`, `redo`: the entry that would be taken or put back; `pot` and `chips` are null where none are kept; `last`: the last entries in effect."""

    book: str
    name: str
    head: str
    seq: int
    rules: BookRulesShape
    players: tuple[str, ...]
    seats: tuple[str | None, ...]
    winds: dict[str, Seat]
    dealer: str | None
    streak: int
    dealer_fan: int
    """What the dealer's hand is worth more now; 0 where the rules have no dealer's fan."""
    round: Seat
    hands: int
    next_hand: int
    cash: Seats
    totals: Seats
    points: Seats | None
    pulls: tuple[OpenPullShape, ...]
    offers: tuple[tuple[str, str], ...]
    chips: Seats | None
    pot: Amount | None
    undo: int | None
    redo: int | None
    over: bool
    closed: bool
    usual_fan: int | None
    """The fan that was won most often in this book."""
    last: tuple[StepShape, ...]
    first: int = 0
    """The place among the seats that dealt first: a round is over when the deal comes back to it."""


# --- what an event does


class PullChangeShape(Struct, frozen=True):
    """A pull before and after, in fan; null: not open. `says`: the arithmetic, where a hand has written into it."""

    debtor: str
    creditor: str
    was: Amount | None
    now: Amount | None
    hands: int
    cut: bool
    says: MessageShape | None


class HandTableShape(Struct, frozen=True):
    """The table at which a hand is played: its number among the hands in effect, who deals it, what that adds."""

    hand: int
    dealer: str | None
    streak: int
    dealer_fan: int
    round: Seat


class NextTableShape(Struct, frozen=True):
    """Who deals next, in which round, for which hand."""

    seats: tuple[str | None, ...]
    winds: dict[str, Seat]
    dealer: str | None
    streak: int
    round: Seat
    hand: int
    over: bool
    closed: bool


class OutcomeShape(Struct, frozen=True):
    """What an event does: money that moves, what goes into the ledger in fan, pulls before and after, the table after it.
    `change`: of everybody's cash; `totals`: as if the book were closed then; `changed`: later hands that are not what they
    were, by number; `beaten`: who claimed the tile and came too late; `at`: the table of the hand that is written or changed,
    null where the event is about no hand; `worth`: how fan became money."""

    words: MessageShape
    moves: tuple[TransferShape, ...]
    booked: tuple[TransferShape, ...]
    pulls: tuple[PullChangeShape, ...]
    change: Seats
    totals: Seats
    beaten: tuple[str, ...]
    offered: tuple[tuple[str, str], ...]
    changed: tuple[int, ...]
    idle_dice: bool
    next: NextTableShape
    at: HandTableShape | None
    worth: tuple[MessageShape, ...] = ()


# --- answered


class TokenShape(Struct, frozen=True):
    """A token, told this once: it is kept here only as its hash."""

    id: str
    kind: Role
    name: str
    token: str


class InviteShape(Struct, frozen=True):
    """The `secret` goes into links, after the #; anybody who knows the `code` may ask to join; `left`: seconds until the code expires."""

    secret: str
    code: str
    kind: Given
    left: int


class OpenedBookShape(Struct, frozen=True):
    """A book that was made or taken in, and everything its host needs."""

    book: str
    head: str
    host: TokenShape
    keeper: TokenShape
    invite: InviteShape
    state: BookStateShape


class BookViewShape(Struct, frozen=True):
    """A book: its state and its last entries, the newest last; `you`: what the token may; `phones`: how many look at it
    through this process now."""

    you: YouShape
    state: BookStateShape
    entries: tuple[EntryShape, ...]
    phones: int


class YouShape(Struct, frozen=True):
    """Whose token it is."""

    role: Role
    name: str


class PreviewedShape(Struct, frozen=True):
    """What an event would do, if it were written after entry `seq`."""

    head: str
    seq: int
    outcome: OutcomeShape


class WroteShape(Struct, frozen=True):
    """An entry that is on the disk, what it did, and the book after it."""

    entry: EntryShape
    head: str
    outcome: OutcomeShape
    state: BookStateShape


class EntriesShape(Struct, frozen=True):
    """A piece of the audit trail; `next`: what to ask for the rest `after`, null at the end."""

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
    """Somebody who asks to be let in."""

    id: str
    name: str
    at: str


class TokensShape(Struct, frozen=True):
    """Who has a token, and who asks for one."""

    tokens: tuple[ListedTokenShape, ...]
    asks: tuple[AskShape, ...]


class JoinedShape(Struct, frozen=True):
    """In, or asked. `state`: 'in', 'asked' or 'refused'. The `token` is told once, when somebody joins or asks: it lets
    nobody in before the host has answered. `book` and `title` are null until then."""

    state: Literal["in", "asked", "refused"]
    kind: Given | None
    name: str
    token: str | None
    book: str | None
    title: str | None


class InvitedShape(Struct, frozen=True):
    """What a link leads to: the book's title, who sits at its table, and what the link gives. A code of four letters could be
    guessed: it tells nothing before the host has answered."""

    title: str
    players: tuple[str, ...]
    kind: Given


class TicketShape(Struct, frozen=True):
    """What the first message of a socket holds; good once, for `left` milliseconds."""

    ticket: str
    left: int


class DoneShape(Struct, frozen=True):
    """Done."""

    done: bool
    head: str | None = None


# --- through a socket, down


class WelcomeFrame(Struct, frozen=True, tag="welcome", tag_field="type"):
    """The first answer."""

    you: YouShape
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
    """An entry that is on the disk, what it did, and the book after it; `hash` as in a snapshot."""

    v: int
    entry: EntryShape
    outcome: OutcomeShape
    state: BookStateShape
    hash: str


class EventsFrame(Struct, frozen=True, tag="events", tag_field="type"):
    """Entries that were missed, from a number on."""

    first: int = field(name="from")
    lines: tuple[EntryFrame, ...]


class PresentShape(Struct, frozen=True):
    """A connected person, with the number of their phones or pages."""

    name: str
    role: Role
    phones: int


class PresenceFrame(Struct, frozen=True, tag="presence", tag_field="type"):
    """Who is here."""

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
    """Something was missed: what came after `have`?"""

    have: int = 0


UP = HelloFrame | PingFrame | ResyncFrame
"""What a phone may send."""
DOWN = WelcomeFrame | SnapshotFrame | EventsFrame | EntryFrame | PresenceFrame | AsksFrame | PongFrame
"""What a phone is sent."""
