"""Books: their state, entries and statistics, and the answers to cases of kind `book`."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType, field

from sikwu.wire.shapes.said import Amount, MessageShape, RulesShape, Seats, TransferShape


class PullShape(Struct, frozen=True):
    """An open pull, in fan and in money; `cut`: the debtor may pay it off now."""

    debtor: str = field(name="from")
    creditor: str = field(name="to")
    amount: Amount
    worth: Amount
    hands: int
    cut: bool


class BookShape(Struct, frozen=True):
    """How a book stands. `pot` and `chips` are null where none are kept; `totals`: as if it were closed now."""

    book: str
    name: str
    head: str
    seq: int
    rules: RulesShape
    same_rules: bool | None
    players: tuple[str, ...]
    seats: tuple[str | None, ...]
    dealer: str | None
    streak: int
    round: str
    hands: int
    cash: Seats
    totals: Seats
    pulls: tuple[PullShape, ...]
    chips: Seats | None
    pot: Amount | None
    over: bool
    closed: bool


class EntryShape(Struct, frozen=True):
    """One entry of the audit trail; `by`: the entry that took its place."""

    seq: int
    at: str
    author: str
    key: str
    hand_no: int | None
    hash: str
    event: dict[str, Any]
    words: MessageShape
    status: str
    by: int | None
    change: Seats


class PulledShape(Struct, frozen=True):
    """A pull that a hand has written into, before and after it, in fan; null: not open."""

    debtor: str = field(name="from")
    creditor: str = field(name="to")
    was: Amount | None
    now: Amount | None


class StepShape(Struct, frozen=True):
    """One entry in effect and what it did: money that moved, what went into the pull ledger in fan and what became of those
    pulls, who came too late; `worth`: how fan became money."""

    seq: int
    hand: int | None
    words: MessageShape
    moves: tuple[TransferShape, ...]
    booked: tuple[TransferShape, ...]
    pulls: tuple[PulledShape, ...]
    change: Seats
    beaten: tuple[str, ...]
    offered: tuple[tuple[str, str], ...]
    worth: tuple[MessageShape, ...] = ()


class WrittenShape(Struct, frozen=True):
    """What a command has written; `known`: the key was used before and nothing was written again."""

    seq: int
    known: bool
    words: MessageShape
    step: StepShape | None
    changed: tuple[int, ...]
    """Later hands that are not what they were, by number."""
    book: BookShape


class BookPageShape(Struct, frozen=True):
    """A book with its last hands, or with its whole log."""

    where: str
    book: BookShape
    hands: tuple[StepShape, ...]
    log: tuple[EntryShape, ...] | None


class ListedShape(Struct, frozen=True):
    """A book in a list."""

    book: str
    name: str
    entries: int
    head: str
    at: str


class BookListShape(Struct, frozen=True):
    """All books, the one written last first, and where they lie."""

    where: str | None
    books: tuple[ListedShape, ...]


class PlayerStatsShape(Struct, frozen=True):
    """What one player has done; `running`: the total after each hand from number `joined` on, of a long book after
    every so many of them (`every`)."""

    player: str
    hands: int
    wins: int
    self_draws: int
    discards_into: int
    false_wins: int
    average_fan: Amount | None
    biggest: int
    biggest_hand: int | None
    longest_wins: int
    longest_deal: int
    joined: int
    running: tuple[Amount, ...]
    total: Amount
    every: int = 1


class BookStatsShape(Struct, frozen=True):
    """The statistics of a book."""

    book: str
    name: str
    players: tuple[PlayerStatsShape, ...]


class SettleUpShape(Struct, frozen=True):
    """The fewest transfers that clear all debts; the pot has an empty name."""

    book: str
    name: str
    transfers: tuple[TransferShape, ...]


class CheckedShape(Struct, frozen=True, omit_defaults=True):
    """A book that was checked from its first entry on."""

    name: str
    entries: int
    head: str
    signature: bool | UnsetType = UNSET
    beside: MessageShape | UnsetType = UNSET
    """How the book of a file stands to the one in the database."""


class ExportedShape(Struct, frozen=True):
    """What was written to which file."""

    file: str
    entries: int
    signature: str | None


class DatabaseShape(Struct, frozen=True):
    """Where the books lie."""

    where: str
    exists: bool


class OwedShape(Struct, frozen=True):
    """An open pull as CASES has it."""

    debtor: str = field(name="from")
    creditor: str = field(name="to")
    amount: Amount
    hands: int


class AfterShape(Struct, frozen=True, omit_defaults=True):
    """The books after a hand, as CASES has them: cash, open pulls or chips, as the rules keep them."""

    cash: Seats | UnsetType = UNSET
    open: tuple[OwedShape, ...] | UnsetType = UNSET
    cut_offered: tuple[tuple[str, str], ...] | UnsetType = UNSET
    chips: Seats | UnsetType = UNSET
    pot: Amount | UnsetType = UNSET
    next_dealer: str | UnsetType | None = UNSET
    next_streak: int | UnsetType = UNSET


class BookAnswerShape(Struct, frozen=True):
    """The books after each hand of a case, and after the end."""

    after: tuple[AfterShape, ...]
    close: AfterShape
