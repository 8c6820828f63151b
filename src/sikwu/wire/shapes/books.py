"""Books: their state, entries and statistics, and the answers to cases of kind `book`."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType, field

from sikwu.wire.shapes.said import Amount, MessageShape, RulesShape, SeatAmounts, TransferShape


class PullShape(Struct, frozen=True):
    """An open pull, in fan and in money; `cut`: the debtor may pay it off now."""

    debtor: str = field(name="from")
    creditor: str = field(name="to")
    amount: Amount
    worth: Amount
    hands: int
    cut: bool


class BookShape(Struct, frozen=True):
    """The state of a book. `pot` and `chips` are null if the rules have none; `totals`: as if the book were closed
    now.
    """

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
    cash: SeatAmounts
    totals: SeatAmounts
    pulls: tuple[PullShape, ...]
    chips: SeatAmounts | None
    pot: Amount | None
    over: bool
    closed: bool


class EntryShape(Struct, frozen=True):
    """One entry of the audit trail; `by`: the entry that replaced it."""

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
    change: SeatAmounts


class PullStepShape(Struct, frozen=True):
    """A pull that a hand changed, before and after it, in fan; null: not open."""

    debtor: str = field(name="from")
    creditor: str = field(name="to")
    was: Amount | None
    now: Amount | None


class StepShape(Struct, frozen=True):
    """One entry in effect, and its effect: payments, changes of the pull ledger in fan and the pulls after them,
    players who claimed too late; `worth`: how fan became money.
    """

    seq: int
    hand: int | None
    words: MessageShape
    moves: tuple[TransferShape, ...]
    booked: tuple[TransferShape, ...]
    pulls: tuple[PullStepShape, ...]
    change: SeatAmounts
    beaten: tuple[str, ...]
    offered: tuple[tuple[str, str], ...]
    worth: tuple[MessageShape, ...] = ()


class WriteReportShape(Struct, frozen=True):
    """The result of a command; `known`: the key was used before, and nothing was recorded again."""

    seq: int
    known: bool
    words: MessageShape
    step: StepShape | None
    changed: tuple[int, ...]
    """The numbers of later hands whose result changed."""
    book: BookShape


class BookPageShape(Struct, frozen=True):
    """A book with its last hands, or with its whole log."""

    where: str
    book: BookShape
    hands: tuple[StepShape, ...]
    log: tuple[EntryShape, ...] | None


class BookSummaryShape(Struct, frozen=True):
    """A book in a list."""

    book: str
    name: str
    entries: int
    head: str
    at: str


class BookListShape(Struct, frozen=True):
    """All books, the one written last first, and the place of their database."""

    where: str | None
    books: tuple[BookSummaryShape, ...]


class PlayerStatsShape(Struct, frozen=True):
    """The statistics of one player; `running`: the total after each hand from number `joined` on; for a long book
    after every n-th hand (`every`).
    """

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


class BookCheckShape(Struct, frozen=True, omit_defaults=True):
    """The result of checking a book from its first entry."""

    name: str
    entries: int
    head: str
    signature: bool | UnsetType = UNSET
    beside: MessageShape | UnsetType = UNSET
    """How the book in a file compares with the one in the database."""


class ExportShape(Struct, frozen=True):
    """The content and name of an exported file."""

    file: str
    entries: int
    signature: str | None


class DatabaseShape(Struct, frozen=True):
    """The place of the database."""

    where: str
    exists: bool


class CasePullShape(Struct, frozen=True):
    """An open pull in the form of CASES."""

    debtor: str = field(name="from")
    creditor: str = field(name="to")
    amount: Amount
    hands: int


class CaseBooksShape(Struct, frozen=True, omit_defaults=True):
    """The books after a hand in the form of CASES: cash, open pulls or chips, depending on the rules."""

    cash: SeatAmounts | UnsetType = UNSET
    open: tuple[CasePullShape, ...] | UnsetType = UNSET
    cut_offered: tuple[tuple[str, str], ...] | UnsetType = UNSET
    chips: SeatAmounts | UnsetType = UNSET
    pot: Amount | UnsetType = UNSET
    next_dealer: str | UnsetType | None = UNSET
    next_streak: int | UnsetType = UNSET


class BookAnswerShape(Struct, frozen=True):
    """The books after each hand of a case, and after the end."""

    after: tuple[CaseBooksShape, ...]
    close: CaseBooksShape
