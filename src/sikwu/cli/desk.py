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
from sikwu.book.events import Action, Edit, Entry, Redo, Reverse, Sent, Undo
from sikwu.book.problems import wrong
from sikwu.book.shifts import Shift, shifts
from sikwu.book.store import Store
from sikwu.book.waiting import Waiting
from sikwu.cli import pages
from sikwu.cli.paper import Words, paper, telling
from sikwu.cli.places import books_file, made_ready
from sikwu.texts import SikwuError, say

Written = Action | Undo | Redo
"""What a command writes."""


class Door(NamedTuple):
    """Which database, which book, and how to tell what happened."""

    db: str | None = None
    book: str | None = None
    lang: str = "en"
    json: bool = False

    def send(self, shape: object) -> None:
        """One line of JSON."""
        sys.stdout.write(msgspec.json.encode(shape).decode() + "\n")


class Stamp(NamedTuple):
    """Who writes, under which key, for which hand."""

    author: str = ""
    key: str = ""
    hand_no: int | None = None

    @classmethod
    def here(cls, key: str = "") -> Stamp:
        """The stamp of somebody at this computer."""
        return cls(os.environ.get("SIKWU_AUTHOR", ""), key)


class Done(NamedTuple):
    """What became of a group of entries."""

    entry: Entry
    """The newest of them."""
    known: bool
    """It was written before, under the same key."""
    changed: list[Shift]
    """Later hands that are not what they were."""


@contextmanager
def open_store(door: Door, make: bool = False) -> Iterator[Store]:
    """Opens the books. Reports errors, and that an older file was upgraded.

    Only who opens or takes in a book makes a file: a path that was mistyped is an error.
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
    Waiting.tell = lambda said: paper(err=True).print(Words((said(lang), "dim")))


def own_file(make: bool, lang: str) -> str:
    """The file of somebody's own books."""
    file, new = books_file()
    if file != new:
        paper(err=True).print(Words((say("cli.book.old_place", old=str(file), new=str(new))(lang), "dim")))
    if make:
        made_ready(file)
    elif not file.exists():
        raise wrong("book.none")
    return str(file)


@contextmanager
def opened(door: Door) -> Iterator[tuple[Store, Book]]:
    """The book that is meant: the one named, or the one written last."""
    with open_store(door) as store:
        yield store, store.open(door.book or newest(store))


def newest(store: Store) -> str:
    """The book written last."""
    known = store.list()
    if not known:
        raise wrong("book.none")
    return known[0].id


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C waits until it is known whether something was written."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def write(store: Store, book: Book, group: Sequence[Written], lang: str, stamp: Stamp, own: str | None = None) -> Done:
    """Writes one event, or several that count together; the disk has it when this returns.

    `own`: the key to write it under where the writer gave none.
    """
    given = own
    own = stamp.key or own or secrets.token_hex(8)
    for event in group:
        if isinstance(event, Undo | Redo | Edit | Reverse):
            book.recall(event)
    before, count = tuple(book.near[1]), book.head.seq
    sent = [
        Sent(event, stamp.author, own if not number else f"{own[:58]}.{number}", stamp.hand_no)
        for number, event in enumerate(group)
    ]
    try:
        with uninterrupted():
            # Under a key that nobody gave it is written right after what was seen, as without one.
            entries = store.append(book, sent, seen=not stamp.key)
    except SikwuError as error:
        if given is None and error.code in ("book.store_unknown", "book.not_stored"):
            paper(err=True).print(Words(say("cli.book.key", key=own)(lang)))
        raise
    past = any(isinstance(event, Undo | Redo | Edit | Reverse) for event in group)
    return Done(entries[-1], entries[-1].seq <= count, shifts(before, book) if past else [])
