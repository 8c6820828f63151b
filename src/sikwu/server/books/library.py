"""The books in memory: read in threads, changed by the event loop. Nothing is published before it is on the disk.

The event loop owns the books in memory: only the loop applies entries, one after the other. Threads only read: they
get an immutable snapshot of a book and pass entries that other processes have written to the loop. One thread, the
committer's, writes to the disk.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from threading import RLock
from typing import Any, cast

import msgspec

from sikwu.book import Store
from sikwu.book.book import Book
from sikwu.book.events import ReceivedEvent
from sikwu.book.problems import BookError
from sikwu.book.store import Statement
from sikwu.rules.ruleset import Ruleset
from sikwu.server.books import writing
from sikwu.server.books.writing import EntryContext, PreparedEntry, WriteRequest, event_of, prepared, written_before
from sikwu.server.channels.committing import Committer
from sikwu.server.channels.history import History, Version
from sikwu.server.channels.once import Once, Remember, Reply
from sikwu.server.channels.storing import CurrentStore
from sikwu.server.channels.tokens import Holder, Tokens, may
from sikwu.server.http.limits import Limits
from sikwu.server.http.refusals import Refusal
from sikwu.texts import SikwuError
from sikwu.wire.book_pages import outcome_shape, state_shape
from sikwu.wire.booked import BookStateShape, EventPreviewShape, SnapshotFrame
from sikwu.wire.pages import entry_shape
from sikwu.wire.scores import Langs
from sikwu.wire.shapes import EntryShape

TRIES = 20
SHOWN = 20
"""The number of entries in the view of a book."""
BUSY = 1_000
"""Milliseconds after which a client that waited too long for its turn may retry."""
HEAD = "SELECT length, head, erased FROM books WHERE id = :id"
Runner = Callable[..., Awaitable[Any]]
"""Runs a function in a thread, for a book and somebody's address: `run(book, address, what, *more)`."""


class LoadedBook:
    """One book in memory; only the event loop changes it."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.history = History[str](book.head.seq)
        self.used = time.monotonic()
        self.turn = asyncio.Lock()
        """Held by the writer."""
        self.waiting = 0
        self.reading = RLock()
        """Held by a reading thread, so that the next one can use the history that it has computed."""

    def moved(self, before: str, after: Book, version: Version[str]) -> bool:
        """Applies one entry; False: the book's head is not the one before that entry."""
        if self.book.head.hash != before:
            return False
        self.book = after
        self.history.add(version)
        return True


def last_entries(book: Book, words: Langs = ()) -> tuple[EntryShape, ...]:
    """The last entries of a book."""
    return tuple(entry_shape(line, words) for line in book.journal(max(0, book.head.seq - SHOWN)))


def snapshot(book: Book, most: int) -> bytes | None:
    """Everything that a phone shows, as one frame, with as many of the newest entries as fit. None: the state alone
    is too long.
    """
    state, entries = state_shape(book), last_entries(book)
    while True:
        frame = msgspec.json.encode(SnapshotFrame(state.seq, state, entries, view_hash(state)))
        if len(frame) <= most:
            return frame
        if not entries:
            return None
        entries = entries[max(1, len(entries) // 4) :]


def view_hash(state: BookStateShape) -> str:
    """The first digits of the hash of a state as it is sent."""
    return hashlib.sha256(msgspec.json.encode(state)).hexdigest()[:8]


async def _in_thread(book: str, address: str, what: Callable[..., Any], *more: Any) -> Any:
    return await asyncio.to_thread(what, *more)


class Library:
    """The books of a database, for many clients at once."""

    def __init__(self, storing: CurrentStore | Store, limits: Limits | None = None) -> None:
        self.storing = CurrentStore(storing) if isinstance(storing, Store) else storing
        self.limits = limits or Limits()
        self.tokens = Tokens(lambda: self.store)
        self.once = Once(self.storing, self.tokens)
        self.committer = Committer(lambda group: self.store.commit_changes(group))
        self.written = 0.0
        """When an entry was last written."""
        self.run: Runner = _in_thread
        self.soon: Callable[..., None] = lambda what, *more: what(*more)
        """Calls a function on the event loop; may be used from any thread."""
        self.tell: Callable[[str, Sequence[Version[str]]], None] = lambda book, versions: None
        """Called on the event loop with the new versions of a book, when they are on the disk."""
        self.woken: Callable[[Ruleset], None] = lambda rules: None
        """Called with the rules of a book that is loaded into memory, so that its hands can be scored by their hash."""
        self.held: Callable[[], set[str]] = lambda: set()
        """The books that somebody watches: they stay in memory."""
        self._awake: OrderedDict[str, LoadedBook] = OrderedDict()
        self.storing.failed.append(lambda: self.soon(self._awake.clear))

    @property
    def store(self) -> Store:
        """The current database."""
        return self.storing.store

    # --- in memory; on the loop

    @property
    def awake(self) -> tuple[str, ...]:
        """The books in memory."""
        return tuple(self._awake)

    def _kept(self, awake: LoadedBook) -> LoadedBook:
        found = self._awake.setdefault(awake.book.id, awake)
        found.used = time.monotonic()
        self._awake.move_to_end(awake.book.id)
        self.sleep()
        return found

    def sleep(self) -> None:
        """Removes books from memory that nobody watches: those idle for long, and above the limit the oldest."""
        early = time.monotonic() - self.limits.book_idle
        more = len(self._awake) - self.limits.books_awake
        oldest = next(iter(self._awake.values()), None)
        if more <= 0 and (oldest is None or oldest.used >= early):
            return
        held = self.held() | {id for id, each in self._awake.items() if each.turn.locked() or each.waiting}
        idle = [id for id, each in self._awake.items() if id not in held and each.used < early]
        more -= len(idle)
        if more > 0:
            idle += [id for id in self._awake if id not in held and id not in idle][:more]
        for id in idle:
            del self._awake[id]

    @property
    def count(self) -> int:
        """How many books are in memory."""
        return len(self._awake)

    def forget(self, id: str) -> None:
        """Removes a book from memory."""
        self._awake.pop(id, None)

    def _follow(self, awake: LoadedBook, steps: Sequence[tuple[str, Book, Version[str]]]) -> None:
        """Applies entries that others have written, and publishes them."""
        told = [version for before, after, version in steps if awake.moved(before, after, version)]
        if told:
            self.tell(awake.book.id, told)

    # --- reading; in threads

    @contextmanager
    def open(self, id: str) -> Iterator[Book]:
        """A book as it is on the disk, for reading."""
        awake = self._awake.get(id)
        if awake is None:
            awake = self._read(id)
            self.soon(self._kept, awake)
        awake.used = time.monotonic()
        with awake.reading, self.storing.told():
            yield self._fresh(awake)

    def _read(self, id: str) -> LoadedBook:
        with self.storing.told():
            book = self.store.open(id)
        if book.id != id:  # the path must hold the full id, not a name or the start of an id
            raise BookError.of("book.unknown", name=id[:40], hint=None)
        self.woken(book.ruleset)
        return LoadedBook(book)

    def _fresh(self, awake: LoadedBook) -> Book:
        """The book with entries that others have written."""
        book = awake.book
        rows = self.store.rows(HEAD, id=book.id)
        if not rows or rows[0][2] is not None:
            self.soon(self.forget, book.id)
            raise BookError.of("book.unknown", name=book.id, hint=None)
        length, head, _ = rows[0]
        if (length, head) == (book.head.seq, book.head.hash):
            return book
        steps = []
        for entry in self.store.entries(book, book.head.seq):
            after = book.twin()
            after.follow([entry])
            steps.append((book.head.hash, after, writing.version(book, after)))
            book = after
        self.soon(self._follow, awake, steps)
        return book

    def look(self, ids: Sequence[str]) -> list[str]:
        """Checks whether others have written into some books, and publishes their entries; returns the books that are
        gone.
        """
        gone = []
        for start in range(0, len(ids), 200):
            some = {f"b{place}": id for place, id in enumerate(ids[start : start + 200])}
            names = ", ".join(f":{name}" for name in some)
            rows = self.store.rows(f"SELECT id, head, erased FROM books WHERE id IN ({names})", **some)
            heads = {id: head for id, head, erased in rows if erased is None}
            for id in some.values():
                if id not in heads:
                    gone.append(id)
                    continue
                awake = self._awake.get(id)
                if awake is not None and awake.book.head.hash != heads[id]:
                    with self.open(id):
                        pass
        return gone

    def preview(self, id: str, event: dict[str, Any], for_hand: int | None, words: Langs = ()) -> EventPreviewShape:
        """The effect of an event; nothing is written."""
        with self.open(id) as book:
            _, after = writing.tried(book, ReceivedEvent(event_of(event), "", "", for_hand), self.limits.entries)
            return EventPreviewShape(book.head.hash, book.head.seq, outcome_shape(book, after, words))

    # --- writing; on the loop

    async def current(self, id: str, address: str = "") -> LoadedBook:
        """A book in memory, brought up to date with the disk."""
        awake = self._awake.get(id)
        if awake is None:
            awake = self._kept(await self.run(id, address, self._read, id))
        else:
            awake.used = time.monotonic()

        def look() -> None:
            with awake.reading, self.storing.told():
                self._fresh(awake)

        await self.run(id, address, look)
        return self._awake.get(id, awake)

    async def write(self, token: str, id: str, wanted: WriteRequest, words: Langs = (), address: str = "") -> Reply:
        """Writes an entry; idempotent by key. If the client hangs up before its turn, nothing is written."""
        await self.once.free(id, wanted.key, self.limits.turn_time)
        with ExitStack() as held:
            held.enter_context(self.once.alone(id, wanted.key))
            holder = self.tokens.recent(token)
            if holder is None:
                holder = await self.run(id, address, self._holder, token, id)
            may(holder, "keeper", id)
            awake = self._awake.get(id) or self._kept(await self.run(id, address, self._read, id))
            await self._turn(awake)
            held.callback(awake.turn.release)
            work = asyncio.ensure_future(self._written(awake, token, holder, wanted, words, address, held.pop_all()))
        work.add_done_callback(lambda done: done.cancelled() or done.exception())  # even if nobody waits any more
        return await asyncio.shield(work)

    async def _turn(self, awake: LoadedBook) -> None:
        """Waits for earlier writers of the same book; raises an error if too many wait or it takes too long."""
        if awake.waiting >= self.limits.turns_waiting:
            raise Refusal.of("book.busy").after(BUSY)
        awake.waiting += 1
        try:
            async with asyncio.timeout(self.limits.turn_time):
                await awake.turn.acquire()
        except TimeoutError:
            raise Refusal.of("book.busy").after(BUSY) from None
        finally:
            awake.waiting -= 1

    async def _written(
        self,
        awake: LoadedBook,
        token: str,
        holder: Holder,
        wanted: WriteRequest,
        words: Langs,
        address: str,
        held: ExitStack,
    ) -> Reply:
        """Writes from memory first (optimistically): the transaction checks head, token and key. If they do not
        match, or anything is wrong, the database is read, and its state counts."""
        id, body = awake.book.id, wanted.body

        def remember(status: int, reply: bytes) -> Statement:
            return self.once.remember(id, wanted.key, body, status, reply)

        with held:
            for attempt in range(TRIES):
                if attempt and (reply := await self.run(id, address, self._looked, awake, token, wanted.key, body)):
                    return cast(Reply, reply)
                try:
                    ready = await self._ready(awake.book, holder, wanted, remember, words, address)
                except SikwuError:
                    if attempt:
                        raise
                    continue
                if ready is not None and await self._committed(awake, ready):
                    return Reply(201, ready.body)
                if ready is None and attempt:
                    known = await self.run(id, address, written_before, awake.book, wanted.key, words)
                    return Reply(201, known, True)
            raise BookError.of("book.conflict", name=awake.book.name, seq=awake.book.head.seq + 1)

    async def _ready(
        self, book: Book, holder: Holder, wanted: WriteRequest, remember: Remember, words: Langs, address: str
    ) -> PreparedEntry | None:
        """Prepares the entry: on the loop if that is quick, otherwise in a thread."""
        desk = EntryContext(self.store, self.limits.entries, self.storing.ring)
        if wanted.is_quick(book):
            return prepared(book, holder, wanted, remember, desk, words)
        found: PreparedEntry | None = await self.run(
            book.id, address, prepared, book, holder, wanted, remember, desk, words
        )
        return found

    async def _committed(self, awake: LoadedBook, ready: PreparedEntry) -> bool:
        """Commits the entry. On success the book advances and everybody is informed."""
        before = awake.book.head.hash
        with self.storing.told():
            if not await self.committer.commit(ready.change):
                return False
        self.written = time.monotonic()
        self._follow(awake, [(before, ready.after, ready.version)])
        return True

    def _holder(self, token: str, id: str) -> Holder:
        with self.storing.told():
            return self.tokens.holder(token, "keeper", id)

    def _looked(self, awake: LoadedBook, token: str, key: str, body: bytes) -> Reply | None:
        """Checks in a thread whether the sender still has access, whether the entry was written before, and what
        others have written.
        """
        self._holder(token, awake.book.id)
        with self.storing.told():
            reply = self.once.remembered(awake.book.id, key, body)
            if reply is None:
                with awake.reading:
                    self._fresh(awake)
        return reply
