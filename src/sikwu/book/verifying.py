"""Checks a book of any length from its first entry: hash chain, order, amounts, tiles and snapshot."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from sikwu.book.book import Book, uncollected
from sikwu.book.events import GENESIS, Entry, follows
from sikwu.book.exchange import check_tiles
from sikwu.book.problems import BookError
from sikwu.book.snapshot import Snapshot, taken
from sikwu.book.state import BookState
from sikwu.book.steps import BookStep, Rest
from sikwu.book.store import BookSummary, Store
from sikwu.texts import say

CHUNK = 5_000

CheckProgress = Callable[[int, int], None]
"""A progress function: how many entries of how many are done."""


class BookCheck(NamedTuple):
    """A book that passed the check."""

    name: str
    entries: int
    head: str
    state: BookState


def verify(store: Store, name: str, tell: CheckProgress = lambda done, count: None) -> BookCheck:
    """Checks a whole book; an error names the first entry that cannot be trusted.

    >>> from sikwu import ruleset
    >>> from sikwu.book.store import Store
    >>> store = Store(":memory:")
    >>> _ = store.create("Friday", ["A", "B", "C", "D"], ruleset("hk-standard"))
    >>> verify(store, "Friday").entries
    1
    """
    found = store.find(name)
    with uncollected():
        log = _Log(store, found, lambda done: tell(done // 2, found.entries))
        book, steps = Book.folded(log.entries())
        if book.id != found.id:
            raise BookError.of("book.tampered", name=name, seq=1, why=say("why.other_name"))
        state = log.folded(book, steps)
        if state.name != found.name:
            raise BookError.of("book.tampered", name=name, seq=1, why=say("why.other_name"))
    return BookCheck(found.name, found.entries, found.head, state)


class _Log:
    """The check of one book."""

    def __init__(self, store: Store, found: BookSummary, tell: Callable[[int], None]) -> None:
        self.store, self.found, self.tell = store, found, tell
        self.lowest = found.entries + 1
        self.snapshot: Snapshot | None = store.snapshot(found.id)

    def entries(self) -> Iterator[Entry]:
        """The log in batches, each entry checked against the one before."""
        found, before, seq = self.found, GENESIS, 0
        while seq < found.entries and (entries := self.store.entries(found.id, seq, min(CHUNK, found.entries - seq))):
            for entry in entries:
                if not follows(entry, seq + 1, before):
                    raise BookError.of("book.tampered", name=found.name, seq=seq + 1, why=say("why.other_text"))
                before, seq = entry.hash, entry.seq
                yield entry
                self._notes_reach(entry)
            self.tell(seq)
        if seq < found.entries:
            raise BookError.of("book.tampered", name=found.name, seq=seq + 1, why=say("why.missing"))
        if before != found.head:
            raise BookError.of("book.tampered", name=found.name, seq=seq, why=say("why.other_text"))
        if self.store.entries(found.id, seq, 1) and self.store.find(found.id).entries == seq:
            raise BookError.of("book.tampered", name=found.name, seq=seq + 1, why=say("why.other_text"))

    def _notes_reach(self, entry: Entry) -> None:
        if self.snapshot is not None and entry.seq > self.snapshot.seq:
            self.lowest = min(self.lowest, getattr(entry.event, "target", self.lowest))

    def folded(self, book: Book, steps: Iterator[BookStep]) -> BookState:
        """The state at the end. On the way, tiles are scored again and the snapshot is compared."""
        scores, state, compared = book.same_rules, book.start, False
        for number, step in enumerate(steps):
            if not compared and self.snapshot is not None and step.seq > self.snapshot.seq:
                compared = True
                self._compare(book, state)
            if scores:
                check_tiles(book, state, step)
            state = step.state
            if number % CHUNK == 0:
                self.tell(self.found.entries + step.seq)
        if not compared:
            self._compare(book, state)
        return state

    def _compare(self, book: Book, state: BookState) -> None:
        """Compares a snapshot written by this version with the state computed from the log."""
        kept = self.snapshot
        if kept is None or self.lowest <= kept.seq:
            return
        here = self.store.entries(self.found.id, kept.seq - 1, 1)
        if here and not self._fits(kept, here[0], book, state):
            raise BookError.of("book.snapshot", name=self.found.name, seq=kept.seq)

    def _fits(self, kept: Snapshot, entry: Entry, book: Book, state: BookState) -> bool:
        ours = taken(Rest(entry, state), book.ruleset)
        return ours == kept or ours.form != kept.form or ours.hash != kept.hash
