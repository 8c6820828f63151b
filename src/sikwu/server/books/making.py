"""Creates, imports and erases books."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

import msgspec

from sikwu.book.book import Book
from sikwu.book.exchange import read_book
from sikwu.rules.ruleset import Ruleset
from sikwu.server.books.library import Library
from sikwu.server.channels.once import TOKEN, Remember, Reply
from sikwu.server.channels.sharing import ShareDesk
from sikwu.server.channels.tokens import Holder, Tokens, given, person
from sikwu.server.http.refusals import Refusal
from sikwu.wire.book_pages import state_shape
from sikwu.wire.booked import ConfirmationShape, NewBookRequest, NewBookShape, TokenShape

NEW = "new"
"""The idempotency scope of requests without a token."""
DAY = 24 * 3600


class DailyCount:
    """How many things each address has made today; reset every day.

    >>> clock = [DAY * 1.5]
    >>> made = DailyCount(1, clock=lambda: clock[0])
    >>> made.add("a"), len(made._count)
    (None, 1)
    >>> clock[0] += DAY
    >>> made.forget(), len(made._count)
    (None, 0)
    """

    def __init__(self, most: int, code: str = "limit.books", clock: Callable[[], float] = time.time) -> None:
        self.most, self.code, self.clock, self.day = most, code, clock, 0
        self._count: Counter[str] = Counter()

    def check(self, address: str) -> None:
        """Raises an error if the address has reached the limit of the day."""
        self.forget()
        if self._count[address] >= self.most:
            raise Refusal.of(self.code, most=self.most).after(3_600_000)

    def add(self, address: str) -> None:
        """Counts one more."""
        self.forget()
        self._count[address] += 1

    def forget(self) -> None:
        """Forgets the counts of earlier days."""
        today = int(self.clock() // DAY)
        if today != self.day:
            self.day, self._count = today, Counter()


class BookMaker:
    """The beginning and the end of books; runs in threads."""

    def __init__(self, library: Library, sharing: ShareDesk) -> None:
        self.library, self.sharing, self.limits = library, sharing, library.limits
        self.storing, self.once = library.storing, library.once
        self.made = DailyCount(self.limits.books_a_day)
        self.erased: Callable[[str], None] = lambda book: None
        """Called when a book was erased."""

    @property
    def tokens(self) -> Tokens:
        """The tokens of the database."""
        return self.library.tokens

    def create(self, asked: NewBookRequest, rules: Ruleset, key: str, body: bytes, address: str) -> Reply:
        """A new book, its host's and its first keeper's tokens, and an invitation."""
        me = person(asked.me)
        book_of = lambda: Book.new(asked.name, asked.players, rules, asked.dealer, asked.streak)  # noqa: E731
        return self._opened(book_of, me, asked.invite, key, body, address, last=True)

    def take_in(self, file: bytes, key: str, address: str) -> Reply:
        """Imports a book from a file: all of it after a full check, or nothing."""
        return self._opened(lambda: read_book(file), "", "keeper", key, b"import " + file, address, last=False)

    def _opened(
        self, make: Callable[[], Book], me: str, kind: str, key: str, body: bytes, address: str, last: bool
    ) -> Reply:
        def work(remember: Remember) -> Reply:
            self.made.check(address)
            book = make()
            if book.head.seq > self.limits.entries:
                raise Refusal.of("limit.entries", most=self.limits.entries)
            host, host_id = given(self.tokens.minted(NEW, key, 0), "host", book.id, me)
            keeper, keeper_id = given(self.tokens.minted(NEW, key, 1), "keeper", book.id, me)
            invite = self.sharing.invitation(NEW, key, 2, book.id, kind)
            reply = msgspec.json.encode(
                NewBookShape(
                    book.id,
                    book.head.hash,
                    TokenShape(host_id, "host", me, TOKEN.format(0)),
                    TokenShape(keeper_id, "keeper", me, TOKEN.format(1)),
                    invite[0],
                    state_shape(book),
                )
            )
            beside = [host, keeper, *invite[1], remember(201, reply)]
            self.storing.store.put(book, last, beside)
            self.made.add(address)
            return Reply(201, reply)

        return self.once.once(NEW, key, body, work)

    def erase(self, holder: Holder, name: str) -> ConfirmationShape:
        """Erases a book for good; the name must be typed as confirmation."""
        with self.library.open(holder.thing) as book:
            if name != book.name:
                raise Refusal.of("book.other_name", name=name)
            self.storing.store.erase(holder.thing)
            if ring := self.storing.ring("gone", holder.thing, 0):
                self.storing.store.change(ring)
        self.erased(holder.thing)
        return ConfirmationShape(True, book.head.hash)
