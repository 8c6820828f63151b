"""The typed events of a book, their JSON, and the hash chain of the log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from sikwu.book.problems import BookError, hinted
from sikwu.chain import WHOLE, link
from sikwu.rules.schemes import MOST_FAN
from sikwu.texts.message import say

# Everything ever written must stay readable: before `admission` existed, a line end at the end of a name was accepted.
_LINE = r"\A[^\x00-\x1f\x7f-\x9f\u2028\u2029]+\n?\Z"
ShortName = Annotated[str, Meta(min_length=1, max_length=40, pattern=_LINE)]
Remark = Annotated[str, Meta(max_length=500)]
Fan = Annotated[int, Meta(ge=0, le=MOST_FAN)]
Die = Annotated[int, Meta(ge=1, le=6)]
SeatIndex = Annotated[int, Meta(ge=0, le=3)]
AmountText = Annotated[str, Meta(max_length=80, pattern=r"\A([0-9]+|[0-9]+\.[0-9]+|[0-9]+/[1-9][0-9]*)\n?\Z")]
ResultKind = Literal["discard", "self_draw", "kong_replacement", "draw", "false_win", "heavenly_and_flowers"]
Players = Annotated[tuple[ShortName, ...], Meta(min_length=3, max_length=5)]
Order = Annotated[tuple[ShortName, ...], Meta(min_length=3, max_length=4)]
EventName = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"\A[a-z][a-z0-9_]*\Z")]
EventCount = Annotated[int, Meta(ge=1, le=1000)]
Author = Annotated[str, Meta(max_length=80, pattern=_LINE.replace("+", "*"))]
Key = Annotated[str, Meta(max_length=64, pattern=_LINE.replace("+", "*"))]
HandNumber = Annotated[int, Meta(ge=1, le=1_000_000)]


class Event(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, omit_defaults=True):
    """One thing that somebody wrote down. Each kind has its own name (tag) on the disk."""


RULES_HASH = "2:"
"""Prefix of a rules hash computed from the meaning of the rules. Older entries hold a hash of the text, which cannot
be compared now.
"""


class Open(Event, frozen=True, tag="open"):
    """The first entry: who plays, under which rules."""

    book: str
    """A random id, unique among all books."""
    name: Annotated[str, Meta(min_length=1, max_length=80, pattern=_LINE)]
    players: Players
    """Three or four players; of five the last one waits, and they take turns to sit out."""
    rules: str
    """The rules as TOML: the document, the options of the house, its own patterns."""
    rules_hash: str
    dealer: Annotated[int, Meta(ge=0, le=3)] = 0
    streak: Annotated[int, Meta(ge=0, le=1000)] = 0


class StoredWorth(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The worth of a hand with tiles at the time of writing, and the seat it was scored from."""

    seat: SeatIndex
    round: SeatIndex
    streak: int
    fan: Fan
    moves: tuple[tuple[SeatIndex, SeatIndex, AmountText, str], ...]
    """Payer and payee as seat winds, the amount, the reason."""
    patterns: dict[str, int] = {}


class HandEvent(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename={"source": "from"}):
    """Something that the house pays for beside the hand: a kong, flowers, horses …"""

    event: EventName
    player: ShortName | None = None
    """To whom it happened; without it, the winner."""
    count: EventCount = 1
    source: ShortName | None = None
    """Who fed it."""


class Result(Event, frozen=True, tag="hand", rename={"source": "from"}):
    """The result of one hand: by fan, or with the tiles of the winners. Fan are the hand's own, without dealer fan."""

    result: ResultKind
    wins: dict[ShortName, Fan] = {}
    source: ShortName | None = None
    """The player who discarded the tile, made the robbed kong, or fed the kong."""
    by: ShortName | None = None
    """The player who declared a false win."""
    flowers_by: ShortName | None = None
    robbed: bool = False
    cuts: tuple[tuple[ShortName, ShortName], ...] = ()
    fines: tuple[ShortName, ...] = ()
    kongs: tuple[ShortName, ...] = ()
    dice: tuple[Die, Die, Die] | None = None
    tiles: dict[ShortName, Annotated[str, Meta(max_length=1000)]] = {}
    told: dict[ShortName, StoredWorth] = {}
    note: Remark = ""
    dead: tuple[ShortName, ...] = ()
    """The players marked 相公 in this hand: they may not win, but pay like everybody else."""
    liable: ShortName | None = None
    """包: the player liable for the win, if only the fan are known; with tiles, the tiles decide."""
    liable_share: Literal["rest", "half", "whole"] | None = None
    """What the liable player pays: half or all of a discard, or all three shares of a self-draw; None: as the rules say."""
    events: tuple[HandEvent, ...] = ()
    """What happened beside the hand that the house pays for."""


class Penalty(Event, frozen=True, tag="penalty"):
    """A separate payment from one player to others, such as a fine that the rules do not name."""

    payer: ShortName
    payees: tuple[ShortName, ...]
    amount: AmountText
    """The amount for each payee."""
    note: Remark = ""


class Collect(Event, frozen=True, tag="collect"):
    """A separate payment from several players to one: each pays the amount."""

    payee: ShortName
    payers: tuple[ShortName, ...]
    amount: AmountText
    """The amount from each payer."""
    note: Remark = ""


class TableEvent(Event, frozen=True, tag="event", rename={"source": "from"}):
    """Something between two hands, or before the hand is recorded, that the house pays for."""

    event: EventName
    player: ShortName | None = None
    count: EventCount = 1
    source: ShortName | None = None


class Cut(Event, frozen=True, tag="cut"):
    """A debtor pays off a pull in full (斬, cut) after the last hand."""

    debtor: ShortName
    creditor: ShortName


class Fine(Event, frozen=True, tag="fine"):
    """A player called and did not claim: a chip goes into the pot."""

    player: ShortName


class Dice(Event, frozen=True, tag="dice"):
    """The opening throw."""

    dice: tuple[Die, Die, Die]


class Kong(Event, frozen=True, tag="kong"):
    """A concealed kong that is paid at once."""

    player: ShortName


class Swap(Event, frozen=True, tag="swap"):
    """A player leaves, a player takes an empty seat, or one replaces another."""

    leaves: ShortName | None = None
    joins: ShortName | None = None


class Seats(Event, frozen=True, tag="seats"):
    """The players at the table exchange seats."""

    order: Order


class Redraw(Event, frozen=True, tag="redraw"):
    """Accounts are settled and seats are drawn again: chips are issued again, and the first player of the order is
    dealer.
    """

    order: Order


class Rename(Event, frozen=True, tag="rename"):
    """The book gets another name; earlier entries keep the old one."""

    name: Annotated[str, Meta(min_length=1, max_length=80, pattern=_LINE)]


class Close(Event, frozen=True, tag="close"):
    """The end of the session: every open pull is paid in full."""


class Undo(Event, frozen=True, tag="undo"):
    """Undoes the newest action in effect."""

    target: int


class Redo(Event, frozen=True, tag="redo"):
    """Redoes the action undone last."""

    target: int


class Edit(Event, frozen=True, tag="edit"):
    """An entry is replaced by another; the old one stays in the log."""

    target: int
    event: Result | Penalty | Collect | TableEvent | Cut | Fine | Dice | Kong | Swap | Seats | Redraw
    note: Remark = ""


class Reverse(Event, frozen=True, tag="reverse"):
    """An entry is taken out of effect; it stays in the log."""

    target: int
    note: Remark = ""


Content = Result | Penalty | Collect | TableEvent | Cut | Fine | Dice | Kong | Swap | Seats | Redraw | Rename | Close
Action = Content | Edit | Reverse
Anything = Open | Action | Undo | Redo

_decoder: msgspec.json.Decoder[Anything] = msgspec.json.Decoder(Anything)
_encoder = msgspec.json.Encoder()


def encode(event: Anything) -> str:
    """The event as JSON; equal events give equal text.

    >>> encode(Result("discard", {"B": 10}, "A"))
    '{"type":"hand","result":"discard","wins":{"B":10},"from":"A"}'
    """
    return _encoder.encode(event).decode()


def decode(text: str | bytes) -> Anything:
    """The event of a JSON text.

    >>> decode('{"type":"cut","debtor":"A","creditor":"B"}')
    Cut(debtor='A', creditor='B')
    """
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BookError.of("book.event", why=hinted(error, StoredWorth, HandEvent, *get_args(Anything))) from None


def converted(told: object) -> Anything:
    """The event of a parsed JSON object.

    >>> converted({"type": "cut", "debtor": "A", "creditor": "B"})
    Cut(debtor='A', creditor='B')
    """
    try:
        found: Anything = msgspec.convert(told, Anything)
    except (msgspec.ValidationError, TypeError) as error:
        raise BookError.of("book.event", why=hinted(error, StoredWorth, HandEvent, *get_args(Anything))) from None
    return found


def checked(event: Anything) -> Anything:
    """The event, if its values are valid for its type."""
    try:
        return decode(encode(event))
    except (TypeError, UnicodeEncodeError) as error:
        raise BookError.of("book.event", why=error) from None


def read_hand(told: Any) -> Result:
    """The hand in a JSON object without its type, as in a case."""
    try:
        return msgspec.convert({"type": "hand", **told}, Result)
    except (msgspec.ValidationError, TypeError) as error:
        raise BookError.of("book.event", why=hinted(error, HandEvent, Result)) from None


# --- the sender


class SentEvent(Struct, frozen=True):
    """An event with its sender, its idempotency key and its hand number.

    With a key, a repeated event is recorded once. With a hand number, a hand that is already recorded is not recorded
    again.
    """

    event: Anything
    author: Author = ""
    key: Key = ""
    hand_no: HandNumber | None = None

    @classmethod
    def of(cls, what: Anything | SentEvent) -> SentEvent:
        """The event with its sender, if all values are valid for their types.

        >>> SentEvent.of(Close())
        SentEvent(event=Close(), author='', key='', hand_no=None)
        """
        sent = what if isinstance(what, SentEvent) else cls(what)
        try:
            msgspec.convert((sent.author, sent.key, sent.hand_no), tuple[Author, Key, HandNumber | None])
        except msgspec.ValidationError as error:
            raise BookError.of("book.event", why=error) from None
        event = sent.event if isinstance(sent, ReceivedEvent) else checked(sent.event)
        return SentEvent(event, sent.author, sent.key, sent.hand_no)


class ReceivedEvent(SentEvent, frozen=True):
    """The same with an event that was parsed from JSON, whose values are valid."""


# --- the chain

GENESIS = "0" * WHOLE
SHORT, MOST_READ = 160, 4096
_read: dict[str, Anything] = {}
"""A cache of parsed texts; events are immutable."""


class Entry(Struct, frozen=True):
    """One line of the log: its number, the time of writing, the event's text, and the hash of the log up to here."""

    seq: int
    at: str
    text: str
    hash: str
    author: str = ""
    """The author; empty if unknown."""
    key: str = ""
    """The sender's key, unique in its book; empty if there is none."""
    hand_no: int | None = None
    """The number of the hand that the writer meant to record."""

    @property
    def event(self) -> Anything:
        """The parsed event; cached, because the same few short texts occur again and again."""
        found = _read.get(self.text)
        if found is None:
            found = decode(self.text)
            if len(self.text) <= SHORT and len(_read) < MOST_READ:
                _read[self.text] = found
        return found

    @property
    def stamped(self) -> bool:
        """Whether it has an author, a key or a hand number."""
        return bool(self.author or self.key or self.hand_no is not None)


def chain_hash(
    previous: str, seq: int, at: str, text: str, author: str = "", key: str = "", hand_no: int | None = None
) -> str:
    """The hash of an entry, which covers all entries before it."""
    told = f"\n{seq}\n{at}\n{text}"
    if author or key or hand_no is not None:
        # This first line makes sure that no entry without a stamp can be made to look like one with a stamp.
        previous, told = f"stamped\n{previous}", f"{told}\n{_encoder.encode((author, key, hand_no)).decode()}"
    return link(previous, told)


def chained(previous: Entry | None, at: str, what: Anything | SentEvent) -> Entry:
    """The entry that follows another."""
    sent = what if isinstance(what, SentEvent) else SentEvent(what)
    seq, before = (previous.seq + 1, previous.hash) if previous else (1, GENESIS)
    text = encode(sent.event)
    entry = Entry(seq, at, text, "", sent.author, sent.key, sent.hand_no)
    return replace(entry, hash=_hash_of(entry, before))


def follows(entry: Entry, seq: int, before: str) -> bool:
    """Whether this entry has that number and follows the one with that hash."""
    return entry.seq == seq and entry.hash == _hash_of(entry, before)


def _hash_of(entry: Entry, before: str) -> str:
    stamp = (entry.author, entry.key, entry.hand_no) if entry.stamped else ()
    return chain_hash(before, entry.seq, entry.at, entry.text, *stamp)


def broken_at(entries: Iterable[Entry], length: int | None = None, head: str | None = None) -> int | None:
    """The number of the first entry that does not follow from those before it; None: the chain holds.

    `length` and `head`, stored apart from the log, show whether entries are missing at the end.

    >>> one = chained(None, "2024-01-01T20:00:00Z", Close())
    >>> broken_at([one]), broken_at([one], length=2), broken_at([msgspec.structs.replace(one, at="")])
    (None, 2, 1)
    """
    before, count = GENESIS, 0
    for count, entry in enumerate(entries, 1):
        if not follows(entry, count, before):
            return count
        before = entry.hash
    if length is not None and count != length:
        return min(count, length) + 1
    if head is not None and before != head:
        return max(count, 1)
    return None


def trusted(entries: list[Entry], name: str, length: int | None = None, head: str | None = None) -> list[Entry]:
    """The entries, if their chain is intact; otherwise an error that names the first bad one."""
    bad = broken_at(entries, length, head)
    if bad is not None:
        why = say("why.missing" if bad > len(entries) else "why.other_text")
        raise BookError.of("book.tampered", name=name, seq=bad, why=why)
    if not entries:
        raise BookError.of("book.tampered", name=name, seq=1, why=say("why.missing"))
    return entries
