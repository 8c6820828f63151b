"""Finds the database and the book that a command means, and records an entry: stored, not stored, or unknown."""

from __future__ import annotations

import os
import secrets
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import msgspec

from sikwu.book.book import Book
from sikwu.book.events import Action, Edit, Entry, Redo, Reverse, SentEvent, Undo
from sikwu.book.problems import BookError
from sikwu.book.shifts import Shift, shifts
from sikwu.book.store import Store
from sikwu.book.waiting import WaitNotice
from sikwu.cli.books import pages
from sikwu.cli.shared.paper import WrappedText, paper, telling
from sikwu.cli.shared.places import books_file, made_ready
from sikwu.texts import SikwuError, say

CommandEvent = Action | Undo | Redo
"""The events that a command records."""


class BookAccess(NamedTuple):
    """The chosen database and book, and how to report the result."""

    db: str | None = None
    book: str | None = None
    lang: str = "en"
    json: bool = False

    def send(self, shape: object) -> None:
        """Prints one line of JSON."""
        sys.stdout.write(msgspec.json.encode(shape).decode() + "\n")


class Stamp(NamedTuple):
    """Author, key and hand number of an entry."""

    author: str = ""
    key: str = ""
    hand_no: int | None = None

    @classmethod
    def here(cls, key: str = "") -> Stamp:
        """The stamp of the user of this computer."""
        return cls(os.environ.get("SIKWU_AUTHOR", ""), key)


class GroupOutcome(NamedTuple):
    """The result of writing a group of entries."""

    entry: Entry
    """The newest of them."""
    known: bool
    """Whether it was recorded before, under the same key."""
    changed: list[Shift]
    """Later hands whose result changed."""


@contextmanager
def open_store(door: BookAccess, make: bool = False) -> Iterator[Store]:
    """Opens the books. Reports errors, and that an older file was upgraded.

    Only opening or importing a book creates a file; for other commands a missing file is an error, because the path
    may be mistyped.
    """
    with telling(door.lang, door.json):
        tells_waits(door.lang)
        where = door.db or own_file(make, door.lang)
        with Store(where, make) as store:
            if store.kept is not None:
                pages.print_kept(paper(err=True), str(store.kept), door.lang)
            yield store


def tells_waits(lang: str) -> None:
    """Reports a wait for the database that is longer than a moment, and its reason."""
    WaitNotice.tell = lambda said: paper(err=True).print(WrappedText((said(lang), "dim")))


def own_file(make: bool, lang: str) -> str:
    """The file of the user's own books."""
    file, new = books_file()
    if file != new:
        paper(err=True).print(WrappedText((say("cli.book.old_place", old=str(file), new=str(new))(lang), "dim")))
    if make:
        made_ready(file)
    elif not file.exists():
        raise BookError.of("book.none")
    return str(file)


@contextmanager
def opened(door: BookAccess) -> Iterator[tuple[Store, Book]]:
    """The named book, or the one written last."""
    with open_store(door) as store:
        yield store, store.open(door.book or newest(store))


def newest(store: Store) -> str:
    """The book written last."""
    known = store.list()
    if not known:
        raise BookError.of("book.none")
    return known[0].id


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Delays Ctrl-C until it is known whether an entry was stored."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def write(
    store: Store, book: Book, group: Sequence[CommandEvent], lang: str, stamp: Stamp, own: str | None = None
) -> GroupOutcome:
    """Writes one event, or several as a group; they are on the disk when this returns.

    `own`: the key to use if the writer gave none.
    """
    given = own
    own = stamp.key or own or secrets.token_hex(8)
    for event in group:
        if isinstance(event, Undo | Redo | Edit | Reverse):
            book.recall(event)
    before, count = tuple(book.near[1]), book.head.seq
    sent = [
        SentEvent(event, stamp.author, own if not number else f"{own[:58]}.{number}", stamp.hand_no)
        for number, event in enumerate(group)
    ]
    try:
        with uninterrupted():
            # With a generated key, the entry must directly follow what was seen, as without a key.
            entries = store.append(book, sent, seen=not stamp.key)
    except SikwuError as error:
        if given is None and error.code in ("book.store_unknown", "book.not_stored"):
            paper(err=True).print(WrappedText(say("cli.book.key", key=own)(lang)))
        raise
    past = any(isinstance(event, Undo | Redo | Edit | Reverse) for event in group)
    return GroupOutcome(entries[-1], entries[-1].seq <= count, shifts(before, book) if past else [])
