"""Makes a book from a table: its finished deals, and the cuts between them, become the events of a book.

1. Every entry has a key made of the table's id and the event's number. So a continued match can be recorded again: entries that are already in
   the book are not written twice.
2. The book stays open; its totals are those of a closed book. A rematch continues in it, with seats drawn again and the first player as dealer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from sikwu.book import Store
from sikwu.book.book import Book
from sikwu.book.events import Anything, Cut, Redraw, SentEvent, Swap
from sikwu.live.fold import evolve, opened
from sikwu.live.notes import LogLine, log_line
from sikwu.live.table import Secrets
from sikwu.play.lines import CutLine, DealLine, ProofLine
from sikwu.rules.ruleset import Ruleset
from sikwu.server.books.making import NEW
from sikwu.server.books.room import Books
from sikwu.server.channels.once import TOKEN, Remember, Reply
from sikwu.server.channels.tokens import Holder, given
from sikwu.server.http.refusals import Refusal
from sikwu.server.tables import log
from sikwu.wire.book_pages import state_shape
from sikwu.wire.booked import NewBookShape, TokenShape

LINK = "UPDATE tables SET book = :book WHERE id = :id"
LIVING = "SELECT 1 FROM books WHERE id = :id AND erased IS NULL"


class BookContent(NamedTuple):
    """The content of a table for a book."""

    title: str
    players: Sequence[str]
    rules: Ruleset
    events: list[Anything]


def told(lines: Sequence[LogLine], secrets: Secrets) -> BookContent:
    """The finished deals of a log as events; raises an error if none is finished."""
    proved = {line.deal: bytes.fromhex(line.seed) for line in lines if isinstance(line, ProofLine) and line.seed}
    seeds = {**secrets, **proved}
    state, events = opened(lines[0]), list[Anything]()
    begun = before = None
    for line in lines[1:]:
        if isinstance(line, DealLine):
            begun, before = line, None if state.playing is None else state.playing.game.match
        evolve(state, line, seeds)
        match line:
            case ProofLine():
                assert state.playing is not None
                assert begun is not None
                assert before is not None
                events.append(before.event(state.playing.game.dealt, begun.dice or None))
            case CutLine(debtor, creditor):
                events.append(Cut(debtor, creditor))
    if not events or state.playing is None:
        raise Refusal.of("table.no_deals")
    return BookContent(state.terms.title or state.id, state.playing.game.match.players, state.rules, events)


def _rematch(store: Store, book: Book, table: str, players: Sequence[str]) -> list[SentEvent]:
    """The events before the first deal of a rematch: new players, and seats as at the start."""
    if store.keyed(book.id, f"{table}.1") is not None:
        return []
    before, names = book.state.table.seated, tuple(players)
    pairs = [(old, new) for old, new in zip(before, names, strict=True) if old != new]
    swaps: list[Anything] = [Swap(old, new) for old, new in pairs]
    events = [*swaps, Redraw((names[0], names[1], names[2], names[3]))]
    return [SentEvent(event, "", f"{table}.r{number}") for number, event in enumerate(events)]


def into_book(books: Books, holder: Holder, table: str, name: str, key: str, body: bytes) -> Reply:
    """The book of a table, created or updated, with tokens for the person who asks; runs in a thread."""
    store = books.storing.store

    def work(remember: Remember) -> Reply:
        row, objects, secrets = log.read(store, table)
        found = told([log_line(each, number) for number, each in enumerate(objects, 1)], secrets)
        sent = [SentEvent(event, "", f"{table}.{number}") for number, event in enumerate(found.events, 1)]
        known = row.book is not None and bool(store.rows(LIVING, id=row.book))
        if known:
            book = store.open(str(row.book))
            store.append(book, [*_rematch(store, book, table, found.players), *sent])
        else:
            book = Book.new(name or found.title, found.players, found.rules)
            for each in book.prepare_all(sent)[1]:
                book.accept(each)
        host, host_id = given(books.tokens.minted(NEW, key, 0), "host", book.id, holder.name)
        keeper, keeper_id = given(books.tokens.minted(NEW, key, 1), "keeper", book.id, holder.name)
        invite, inviting = books.sharing.invitation(NEW, key, 2, book.id, "keeper")
        reply = msgspec.json.encode(
            NewBookShape(
                book.id,
                book.head.hash,
                TokenShape(host_id, "host", holder.name, TOKEN.format(0)),
                TokenShape(keeper_id, "keeper", holder.name, TOKEN.format(1)),
                invite,
                state_shape(book),
            )
        )
        beside = [host, keeper, *inviting, (LINK, {"book": book.id, "id": table}), remember(201, reply)]
        if known:
            store.change(beside)
        else:
            store.put(book, True, beside)
        return Reply(201, reply)

    return books.library.once.once(NEW, key, b"table " + table.encode() + body, work)
