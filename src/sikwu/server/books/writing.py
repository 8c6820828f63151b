"""One entry on its way: from what somebody sends to what is committed and told. Pure: the book that it is for does not change."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from sikwu.book import Store
from sikwu.book.book import Book, now
from sikwu.book.events import Anything, Open, Received, Sent, converted
from sikwu.book.problems import wrong
from sikwu.book.steps import Pending
from sikwu.book.store import Change, Statement
from sikwu.server.http.refusals import Refusal, refused
from sikwu.server.live.history import Version
from sikwu.server.live.once import Remember
from sikwu.server.live.tokens import Holder
from sikwu.texts import SikwuError, say
from sikwu.wire.book_pages import newest_shape, outcome_shape, state_shape
from sikwu.wire.booked import WroteShape
from sikwu.wire.pages import entry_shape
from sikwu.wire.scores import Langs

PLAIN = frozenset(("hand", "cut", "fine", "dice", "kong", "penalty"))
"""Events that only add to what is there: none of them works a book out anew."""
SHORT = 1_000
"""Entries in memory up to which a book is quickly copied."""
EVERYBODY = ""
"""The one kind of viewer that books have: all are told the same."""


class Writing(NamedTuple):
    """What somebody wants written: the event, under which key, for which hand."""

    event: dict[str, Any]
    key: str
    for_hand: int | None = None
    written_at: str | None = None
    match: str = ""

    @property
    def body(self) -> bytes:
        """What the same key must bring again."""
        return msgspec.json.encode((self.event, self.for_hand), order="sorted")

    def is_quick(self, book: Book) -> bool:
        """Is this worked out in a moment? A hand with tiles is scored, an edit moves all that came after it, and a long book
        is copied for long."""
        kind = self.event.get("type")
        plain = isinstance(kind, str) and kind in PLAIN and not self.event.get("tiles")
        return plain and len(book.near[1]) <= SHORT


class Ready(NamedTuple):
    """An entry that only waits for the disk."""

    after: Book
    change: Change
    version: Version[str]
    """What the phones are told when it is there."""
    body: bytes
    """And what its sender is answered."""


def tried(book: Book, sent: Sent, most: int, at: str | None = None) -> tuple[list[Pending], Book]:
    """The book with what was sent; what is pending is empty where it was written before."""
    if book.head.seq >= most:
        raise wrong("book.full", name=book.name, most=most)
    if hasattr(sent.event, "target"):  # once for all who come after: a correction counts by the whole log
        book.recall()
    after = book.twin()
    try:
        _, pending = after.prepare_all([sent], at)
    except SikwuError as error:
        raise explained(book, error) from None
    for each in pending:
        after.accept(each)
    return pending, after


def explained(book: Book, error: SikwuError) -> SikwuError:
    """A conflict with the new head, and the entry that was first."""
    if error.code not in ("book.hand_taken", "book.conflict"):
        return error
    told, head = Refusal(*error.problems), book.head
    seq = error.problems[0].facts.get("seq") if error.code == "book.hand_taken" else None
    first = entry_shape(next(book.journal(seq - 1, 1))) if isinstance(seq, int) else None
    told.moved = (head.hash, head.seq, first)
    return told


class Desk(NamedTuple):
    """What an entry is prepared with."""

    store: Store
    most: int
    """Entries of a book."""
    ring: Callable[[str, str, int], list[Statement]]


def prepared(
    book: Book, holder: Holder, wanted: Writing, remember: Remember, desk: Desk, words: Langs = ()
) -> Ready | None:
    """An entry, checked, and all that is told of it; None: it was written before."""
    if wanted.match and wanted.match != book.head.hash:
        raise explained(book, wrong("book.conflict", name=book.name, seq=book.head.seq))
    sent = Received(event_of(wanted.event), holder.name, wanted.key, wanted.for_hand)
    pending, after = tried(book, sent, desk.most, _moment(wanted.written_at, book))
    if not pending:
        return None
    parts = _parts(book, after)
    body = _wrote(after.head.hash, *(_parts(book, after, words) if words else parts))
    beside = [remember(201, body), *desk.ring("book", book.id, after.head.seq)]
    change, after.rested = desk.store.moving(book, pending, beside, holder.hash)
    return Ready(after, change, Version(after.head.seq, {EVERYBODY: _frame(after.head.seq, *parts)}), body)


def version(before: Book, after: Book) -> Version[str]:
    """What the phones are told of an entry that somebody else wrote."""
    return Version(after.head.seq, {EVERYBODY: _frame(after.head.seq, *_parts(before, after))})


def written_before(book: Book, key: str, words: Langs = ()) -> bytes:
    """The reply to what was written before under its key, where the reply itself is no longer kept."""
    line = next(book.journal(next(each.seq for each in book.entries if each.key == key) - 1, 1))
    before = Book.replay(book.entries[: line.entry.seq - 1])
    after = before.twin()
    after.follow([line.entry])
    outcome = outcome_shape(before, after, words)
    return msgspec.json.encode(WroteShape(entry_shape(line, words), book.head.hash, outcome, state_shape(book, words)))


def event_of(told: Mapping[str, Any]) -> Anything:
    """The event that somebody sends; a book is opened once."""
    event = converted(told)
    if isinstance(event, Open):
        raise wrong("book.event", why=say("why.open_again"))
    return event


def _parts(before: Book, after: Book, words: Langs = ()) -> tuple[bytes, bytes, bytes]:
    """The newest entry, what it did, and the book after it: each is written out once for all who are told."""
    closing = after.closing()
    told = (
        newest_shape(before, after, words),
        outcome_shape(before, after, words, closing),
        state_shape(after, words, closing),
    )
    return msgspec.json.encode(told[0]), msgspec.json.encode(told[1]), msgspec.json.encode(told[2])


def _frame(seq: int, entry: bytes, outcome: bytes, state: bytes) -> bytes:
    """An `EntryFrame`."""
    hash = hashlib.sha256(state).hexdigest()[:8].encode()
    told = (seq, entry, outcome, state, hash)
    return b'{"type":"entry","v":%d,"entry":%s,"outcome":%s,"state":%s,"hash":"%s"}' % told


def _wrote(head: str, entry: bytes, outcome: bytes, state: bytes) -> bytes:
    """A `WroteShape`."""
    return b'{"entry":%s,"head":"%s","outcome":%s,"state":%s}' % (entry, head.encode(), outcome, state)


def _moment(written_at: str | None, book: Book) -> str | None:
    """When somebody wrote it down, if that can be: not before the entry before it, and not in the future."""
    if written_at is None:
        return None
    from datetime import UTC, datetime

    try:
        found = datetime.fromisoformat(written_at).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    except (ValueError, OverflowError):
        raise refused("request.moment", given=written_at[:40]) from None
    return found if book.head.at <= found <= now() else None
