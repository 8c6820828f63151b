"""Prepares one entry, from the request to the commit and the published frames. Pure functions: the book itself does not change."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from sikwu.book import Store
from sikwu.book.book import Book, now
from sikwu.book.events import Anything, Open, ReceivedEvent, SentEvent, converted
from sikwu.book.problems import BookError
from sikwu.book.steps import PendingEntry
from sikwu.book.store import Change, Statement
from sikwu.server.channels.history import Version
from sikwu.server.channels.once import Remember
from sikwu.server.channels.tokens import Holder
from sikwu.server.http.refusals import Refusal
from sikwu.texts import SikwuError, say
from sikwu.wire.book_pages import newest_shape, outcome_shape, state_shape
from sikwu.wire.booked import StoredEntryShape
from sikwu.wire.pages import entry_shape
from sikwu.wire.scores import Langs

PLAIN = frozenset(("hand", "cut", "fine", "dice", "kong", "penalty"))
"""Events that only add to the book; none of them needs a recomputation of earlier entries."""
SHORT = 1_000
"""The most entries in memory for which copying a book is quick."""
EVERYBODY = ""
"""The one kind of viewer of a book: all get the same."""


class WriteRequest(NamedTuple):
    """A request to write: the event, its key, and its hand number."""

    event: dict[str, Any]
    key: str
    for_hand: int | None = None
    written_at: str | None = None
    match: str = ""

    @property
    def body(self) -> bytes:
        """The content that a repeated request with the same key must have."""
        return msgspec.json.encode((self.event, self.for_hand), order="sorted")

    def is_quick(self, book: Book) -> bool:
        """Whether the entry is prepared quickly. Scoring a hand with tiles, recomputing everything after an edit, and
        copying a long book take long."""
        kind = self.event.get("type")
        plain = isinstance(kind, str) and kind in PLAIN and not self.event.get("tiles")
        return plain and len(book.near[1]) <= SHORT


class PreparedEntry(NamedTuple):
    """An entry that only needs to be committed."""

    after: Book
    change: Change
    version: Version[str]
    """The frame for the phones once it is committed."""
    body: bytes
    """The reply to its sender."""


def tried(book: Book, sent: SentEvent, most: int, at: str | None = None) -> tuple[list[PendingEntry], Book]:
    """The book with the event applied; `pending` is empty if the event was written before."""
    if book.head.seq >= most:
        raise BookError.of("book.full", name=book.name, most=most)
    if hasattr(sent.event, "target"):  # computed once for all that follow: a correction depends on the whole log
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
    """A conflict error with the new head and the entry that came first."""
    if error.code not in ("book.hand_taken", "book.conflict"):
        return error
    told, head = Refusal(error.problems), book.head
    seq = error.problems[0].facts.get("seq") if error.code == "book.hand_taken" else None
    first = entry_shape(next(book.journal(seq - 1, 1))) if isinstance(seq, int) else None
    told.moved = (head.hash, head.seq, first)
    return told


class EntryContext(NamedTuple):
    """The resources for preparing entries."""

    store: Store
    most: int
    """The most entries of a book."""
    ring: Callable[[str, str, int], list[Statement]]


def prepared(
    book: Book, holder: Holder, wanted: WriteRequest, remember: Remember, desk: EntryContext, words: Langs = ()
) -> PreparedEntry | None:
    """Checks an entry and makes its frame and reply; None: it was written before."""
    if wanted.match and wanted.match != book.head.hash:
        raise explained(book, BookError.of("book.conflict", name=book.name, seq=book.head.seq))
    sent = ReceivedEvent(event_of(wanted.event), holder.name, wanted.key, wanted.for_hand)
    pending, after = tried(book, sent, desk.most, _moment(wanted.written_at, book))
    if not pending:
        return None
    parts = _parts(book, after)
    body = _wrote(after.head.hash, *(_parts(book, after, words) if words else parts))
    beside = [remember(201, body), *desk.ring("book", book.id, after.head.seq)]
    change, after.rested = desk.store.moving(book, pending, beside, holder.hash)
    return PreparedEntry(after, change, Version(after.head.seq, {EVERYBODY: _frame(after.head.seq, *parts)}), body)


def version(before: Book, after: Book) -> Version[str]:
    """The frame of an entry that somebody else wrote."""
    return Version(after.head.seq, {EVERYBODY: _frame(after.head.seq, *_parts(before, after))})


def written_before(book: Book, key: str, words: Langs = ()) -> bytes:
    """The reply to a request that was written before under its key, if the original reply is no longer stored."""
    line = next(book.journal(next(each.seq for each in book.entries if each.key == key) - 1, 1))
    before = Book.replay(book.entries[: line.entry.seq - 1])
    after = before.twin()
    after.follow([line.entry])
    outcome = outcome_shape(before, after, words)
    return msgspec.json.encode(
        StoredEntryShape(entry_shape(line, words), book.head.hash, outcome, state_shape(book, words))
    )


def event_of(told: Mapping[str, Any]) -> Anything:
    """The event in a request; a book has only one opening event."""
    event = converted(told)
    if isinstance(event, Open):
        raise BookError.of("book.event", why=say("why.open_again"))
    return event


def _parts(before: Book, after: Book, words: Langs = ()) -> tuple[bytes, bytes, bytes]:
    """The newest entry, its effect, and the book after it; each is encoded once for all readers."""
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
    """A `StoredEntryShape`."""
    return b'{"entry":%s,"head":"%s","outcome":%s,"state":%s}' % (entry, head.encode(), outcome, state)


def _moment(written_at: str | None, book: Book) -> str | None:
    """The client's time of writing if it is plausible: not before the previous entry, and not in the future."""
    if written_at is None:
        return None
    from datetime import UTC, datetime

    try:
        found = datetime.fromisoformat(written_at).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    except (ValueError, OverflowError):
        raise Refusal.of("request.moment", given=written_at[:40]) from None
    return found if book.head.at <= found <= now() else None
