"""The books that are awake: read, tried, written. Validate, commit, then tell: nothing is told before it is on the disk."""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock, RLock
from typing import Any, NamedTuple

import msgspec

from sikwu.book import Store
from sikwu.book.book import Book, now
from sikwu.book.database import Refused, Unsure
from sikwu.book.events import Anything, Open, Sent, decode
from sikwu.book.problems import BookError, wrong
from sikwu.book.steps import Trail
from sikwu.rules.ruleset import Ruleset
from sikwu.server.committing import Asked, Committer
from sikwu.server.limits import Limits
from sikwu.server.refusals import Refusal, refused, store_down
from sikwu.server.tickets import OwnTickets, SharedTickets, Tickets
from sikwu.server.tokens import Change, Holder, Tokens, digest
from sikwu.texts import SikwuError, say
from sikwu.wire.book_pages import newest_shape, outcome_shape, state_shape
from sikwu.wire.booked import (
    BookStateShape,
    PreviewedShape,
    SnapshotFrame,
    WroteShape,
)
from sikwu.wire.pages import entry_shape
from sikwu.wire.scores import Langs
from sikwu.wire.shapes import EntryShape

TRIES = 20
SHOWN = 20
"""Entries that a view of a book brings along."""
LINES = 200
"""Frames of a book that wait in memory for who has missed them."""
DOWN = ("book.store", "book.store_unknown", "book.store_stopped", "book.not_stored")
HEAD = "SELECT length, head, erased FROM books WHERE id = :id"
REMEMBER = (
    "INSERT INTO requests (scope, key, body_hash, status, reply, at) "
    "VALUES (:scope, :key, :body_hash, :status, :reply, :at)"
)
REMEMBERED = "SELECT body_hash, status, reply FROM requests WHERE scope = :scope AND key = :key"
TOKEN = "\0t{}"
"""Where in a reply that is kept a token stands: no text that people write can hold it."""


Remember = Callable[[int, bytes], Change]
"""The statement that keeps a reply, by its status and body, under the key of its request."""


class Reply(NamedTuple):
    """What is answered to something that writes."""

    status: int
    body: bytes
    replay: bool = False


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


class Ready(NamedTuple):
    """An entry that only waits for the disk."""

    before: Book
    after: Book
    pending: list[Any]
    frame: bytes
    """What the phones are told when it is there."""
    body: bytes
    beside: list[Change]
    token: str

    @property
    def asked(self) -> Asked:
        """What is committed."""
        return self.before, self.pending, self.beside, self.token


class Awake:
    """One book in memory. Whoever works on it holds its lock."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.lock = RLock()
        self.used = time.monotonic()
        self.lines: deque[tuple[int, bytes]] = deque(maxlen=LINES)
        self.gone = False
        self.moving = False
        """An entry of it is on its way to the disk with others."""

    def last(self, words: Langs = ()) -> tuple[EntryShape, ...]:
        """The last entries."""
        return tuple(entry_shape(line, words) for line in self.book.journal(max(0, self.book.head.seq - SHOWN)))

    def line(self, seq: int) -> Trail:
        """One entry as the audit trail shows it."""
        return next(self.book.journal(seq - 1, 1))

    def snapshot(self, most: int) -> bytes | None:
        """Everything that a phone shows, as a frame; of entries only so many as it has room for, the newest first. None:
        the state alone is too long for one."""
        state, entries = state_shape(self.book), self.last()
        while True:
            frame = msgspec.json.encode(SnapshotFrame(state.seq, state, entries, view_hash(state)))
            if len(frame) <= most:
                return frame
            if not entries:
                return None
            entries = entries[max(1, len(entries) // 4) :]

    def missed(self, have: int, most: int) -> bytes | None:
        """The frames after an entry as one; None: not all of them are in memory, or they would be too long."""
        head = self.book.head.seq
        found = [line for seq, line in self.lines if seq > have]
        if have > head or len(found) != head - have or sum(map(len, found)) + 100 > most:
            return None
        return b'{"type":"events","from":%d,"lines":[%s]}' % (have + 1, b",".join(found))


def view_hash(state: BookStateShape) -> str:
    """The first digits of the hash of a state as it is sent."""
    return hashlib.sha256(msgspec.json.encode(state)).hexdigest()[:8]


class Library:
    """The books of a database, for many at once."""

    def __init__(self, store: Store, limits: Limits | None = None) -> None:
        self.store, self.limits = store, limits or Limits()
        self.tokens = Tokens(store)
        self.tickets: Tickets = SharedTickets(lambda: self.store) if "://" in store.where else OwnTickets()
        self._awake: OrderedDict[str, Awake] = OrderedDict()
        self._lock = Lock()
        self.committer = Committer(lambda group: self.store.commit_all(group))
        self._flying: set[tuple[str, str]] = set()
        self.written = 0.0
        """When an entry was written last."""
        self.tell: Callable[[str, Sequence[tuple[int, bytes]]], None] = lambda book, frames: None
        """Called with the frames of a book, in order, when they are on the disk."""
        self.fail: Callable[[], None] = lambda: None
        """Called when a commit has failed: nothing more is acknowledged before the database was looked at anew."""
        self.woken: Callable[[Ruleset], None] = lambda rules: None
        """Called with the rules of a book that is taken into memory: its hands are scored by their hash."""
        self.held: Callable[[], set[str]] = lambda: set()
        """The books at which somebody is looking: they stay awake."""

    # --- awake

    @contextmanager
    def open(self, id: str) -> Iterator[Awake]:
        """A book as it is on the disk, for one who works on it."""
        awake = self._woken(id)
        with awake.lock, self.storing():
            self._fresh(awake)
            yield awake

    @contextmanager
    def storing(self) -> Iterator[None]:
        """A database that fails is told as such, and looked at anew before anything else is said of it."""
        try:
            yield
        except (Unsure, BookError) as error:
            code = getattr(error, "code", "book.store_unknown")
            if code not in DOWN:
                raise
            if code != "book.not_stored":
                self._again()
            raise store_down(error) from None

    def _again(self) -> None:
        """What is in memory counts for nothing any more."""
        with self._lock:
            self._awake.clear()
            if self.store.stopped:
                try:
                    self.store = Store(self.store.where, make=False) if "://" not in self.store.where else self.store
                    self.store.stopped = False
                    self.tokens.store = self.store
                except SikwuError:
                    pass  # the next who asks tries again
        self.fail()

    def _woken(self, id: str) -> Awake:
        with self._lock:
            found = self._awake.get(id)
            if found is not None:
                found.used = time.monotonic()
                self._awake.move_to_end(id)
                return found
        with self.storing():
            book = self.store.open(id)
        if book.id != id:  # a name, or the start of an id, is not what an address holds
            raise wrong("book.unknown", name=id[:40], hint=None)
        self.woken(book.ruleset)
        with self._lock:
            awake = self._awake.setdefault(id, Awake(book))
            self._sleep()
        return awake

    def at_hand(self, id: str) -> Awake | None:
        """A book that is in memory."""
        with self._lock:
            return self._awake.get(id)

    def sleep(self) -> None:
        """Puts to sleep what nobody needs."""
        with self._lock:
            self._sleep()

    def _sleep(self) -> None:
        """Puts to sleep what nobody looks at: what was idle for long, and beyond the limit the oldest."""
        held, early = self.held(), time.monotonic() - self.limits.book_idle
        idle = [id for id, each in self._awake.items() if id not in held and each.used < early]
        more = len(self._awake) - len(idle) - self.limits.books_awake
        if more > 0:
            idle += [id for id in self._awake if id not in held and id not in idle][:more]
        for id in idle:
            del self._awake[id]

    def forget(self, id: str) -> None:
        """A book is no longer in memory."""
        with self._lock:
            awake = self._awake.pop(id, None)
        if awake is not None:
            awake.gone = True

    @property
    def awake(self) -> tuple[str, ...]:
        """The books in memory."""
        with self._lock:
            return tuple(self._awake)

    def _fresh(self, awake: Awake) -> None:
        """Brings a book up to what others have written, and tells it."""
        rows = self.store.rows(HEAD, id=awake.book.id)
        if not rows or rows[0][2] is not None:
            awake.gone = True
            with self._lock:
                self._awake.pop(awake.book.id, None)
            raise wrong("book.unknown", name=awake.book.id, hint=None)
        length, head, _ = rows[0]
        if (length, head) == (awake.book.head.seq, awake.book.head.hash):
            return
        frames = []
        for entry in self.store.entries(awake.book, awake.book.head.seq):
            after = awake.book.twin()
            after.follow([entry])
            frames.append((entry.seq, self._moved(awake, after)))
        if frames:
            self.tell(awake.book.id, frames)

    def _moved(self, awake: Awake, after: Book, frame: bytes | None = None) -> bytes:
        """The book is now another, and this is what a phone is told."""
        if frame is None:
            frame = _frame(after.head.seq, *_parts(awake.book, after))
        awake.book = after
        awake.lines.append((after.head.seq, frame))
        return frame

    def look(self, ids: Sequence[str]) -> list[str]:
        """Looks whether others have written into some books, and tells it; those that are gone are given back."""
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
                awake = self.at_hand(id)
                if awake is not None and awake.book.head.hash != heads[id]:
                    with self.open(id):
                        pass
        return gone

    # --- trying and writing

    def preview(self, id: str, event: dict[str, Any], for_hand: int | None, words: Langs = ()) -> PreviewedShape:
        """What an event would do; nothing is written."""
        with self.open(id) as awake:
            _, after = self._tried(awake, Sent(_event(event), "", "", for_hand))
            head = awake.book.head
            return PreviewedShape(head.hash, head.seq, outcome_shape(awake.book, after, words))

    def _tried(self, awake: Awake, sent: Sent, at: str | None = None) -> tuple[list[Any], Book]:
        """The book with what was sent; what is pending is empty where it was written before."""
        if awake.book.head.seq >= self.limits.entries:
            raise wrong("book.full", name=awake.book.name, most=self.limits.entries)
        if hasattr(sent.event, "target"):  # once for all who come after: a correction counts by the whole log
            awake.book.recall()
        after = awake.book.twin()
        try:
            _, pending = after.prepare_all([sent], at)
        except SikwuError as error:
            raise self._explained(awake, error) from None
        for each in pending:
            after.accept(each)
        return pending, after

    def _explained(self, awake: Awake, error: SikwuError) -> SikwuError:
        """A conflict with the new head, and the entry that was first."""
        if error.code not in ("book.hand_taken", "book.conflict"):
            return error
        told, head = Refusal(*error.problems), awake.book.head
        seq = error.problems[0].facts.get("seq") if error.code == "book.hand_taken" else None
        first = entry_shape(awake.line(seq)) if isinstance(seq, int) else None
        told.moved = (head.hash, head.seq, first)
        return told

    def write(self, holder: Holder, wanted: Writing, words: Langs = ()) -> Reply:
        """Writes an entry; the same key again is answered again, whichever way it comes."""
        body = wanted.body

        def work(remember: Remember) -> Reply:
            with self.open(holder.book) as awake:
                for _ in range(TRIES):
                    reply = self._write(awake, holder, wanted, remember, words)
                    if reply is not None:
                        return reply
                    self._fresh(awake)
                    if (known := self._remembered(holder.book, wanted.key, body)) is not None:
                        return known
                    if self.tokens.by_hash(holder.hash) is None:
                        raise refused("token.unknown")
                raise wrong("book.conflict", name=awake.book.name, seq=awake.book.head.seq + 1)

        return self.once(holder.book, wanted.key, body, work)

    def _write(self, awake: Awake, holder: Holder, wanted: Writing, remember: Remember, words: Langs) -> Reply | None:
        """One try; None: somebody else has written first, or the token was taken back."""
        ready = self.ready(awake, holder, wanted, remember, words)
        if ready is None:
            return self._known(awake, wanted.key, words)
        if not self.committer.committed(ready.asked):
            return None
        self.wrote(awake, ready)
        return Reply(201, ready.body)

    def ready(
        self, awake: Awake, holder: Holder, wanted: Writing, remember: Remember, words: Langs = ()
    ) -> Ready | None:
        """An entry, checked, and all that is told of it; None: it was written before."""
        before = awake.book
        if wanted.match and wanted.match != before.head.hash:
            raise self._explained(awake, wrong("book.conflict", name=before.name, seq=before.head.seq))
        sent = Sent(_event(wanted.event), holder.name, wanted.key, wanted.for_hand)
        pending, after = self._tried(awake, sent, _moment(wanted.written_at, before))
        if not pending:
            return None
        parts = _parts(before, after)
        frame = _frame(after.head.seq, *parts)
        body = _wrote(after.head.hash, *(_parts(before, after, words) if words else parts))
        beside = [remember(201, body), *self.ring("book", before.id, after.head.seq)]
        return Ready(before, after, pending, frame, body, beside, holder.hash)

    def wrote(self, awake: Awake, ready: Ready) -> None:
        """An entry is on the disk: the book moves on, and everybody is told."""
        ready.after.rested = ready.before.rested
        self._moved(awake, ready.after, ready.frame)
        self.written = time.monotonic()
        self.tell(ready.after.id, [(ready.after.head.seq, ready.frame)])

    def _known(self, awake: Awake, key: str, words: Langs) -> Reply:
        """The reply to what was written before under its key, where the reply itself is no longer kept."""
        entry = awake.line(next(each.seq for each in awake.book.entries if each.key == key))
        before = Book.replay(awake.book.entries[: entry.entry.seq - 1])
        after = before.twin()
        after.follow([entry.entry])
        shape = WroteShape(
            entry_shape(entry, words),
            awake.book.head.hash,
            outcome_shape(before, after, words),
            state_shape(awake.book, words),
        )
        return Reply(201, msgspec.json.encode(shape), True)

    def ring(self, kind: str, id: str, seq: int) -> list[Change]:
        """The doorbell for other processes; a file has only one."""
        if "://" not in self.store.where:
            return []
        return [("SELECT pg_notify('sikwu', :told)", {"told": f"{kind} {id} {seq}"})]

    # --- once and not twice

    @contextmanager
    def flying(self, scope: str, key: str) -> Iterator[None]:
        """While something is written under a key, nothing else is."""
        _check_key(key)
        name = (scope, digest(key))
        with self._lock:
            if name in self._flying:
                raise refused("key.in_flight")
            self._flying.add(name)
        try:
            yield
        finally:
            with self._lock:
                self._flying.discard(name)

    def once(self, scope: str, key: str, body: bytes, work: Callable[[Remember], Reply]) -> Reply:
        """Does something that writes, or tells again what came of it; `work` puts its reply into its own transaction."""
        with self.flying(scope, key), self.storing():
            reply = self._remembered(scope, key, body)
            if reply is None:
                try:
                    reply = work(lambda status, told: self.remember(scope, key, body, status, told))
                except Refused:  # another process was faster under the same key
                    reply = self._remembered(scope, key, body)
                    if reply is None:
                        raise refused("key.in_flight") from None
        return reply._replace(body=self._filled(scope, key, reply.body))

    def remember(self, scope: str, key: str, body: bytes, status: int, reply: bytes) -> Change:
        """The statement that keeps a reply."""
        row = {"scope": scope, "key": digest(key), "body_hash": hashlib.sha256(body).hexdigest()}
        return REMEMBER, {**row, "status": status, "reply": reply.decode(), "at": now()}

    def _remembered(self, scope: str, key: str, body: bytes) -> Reply | None:
        found = self.store.rows(REMEMBERED, scope=scope, key=digest(key))
        if not found:
            return None
        body_hash, status, reply = found[0]
        if body_hash != hashlib.sha256(body).hexdigest():
            raise refused("key.other_body")
        return Reply(status, reply.encode(), True)

    def _filled(self, scope: str, key: str, body: bytes) -> bytes:
        """A reply with its tokens: they follow from the key, and are kept nowhere."""
        for number in range(3):
            mark = msgspec.json.encode(TOKEN.format(number))
            if mark in body:
                body = body.replace(mark, msgspec.json.encode(self.tokens.minted(scope, key, number)))
        return body


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


def _event(told: dict[str, Any]) -> Anything:
    event = decode(msgspec.json.encode(told))
    if isinstance(event, Open):
        raise wrong("book.event", why=say("why.open_again"))
    return event


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


def _check_key(key: str) -> None:
    if not (16 <= len(key) <= 64 and key.isascii() and all(each.isalnum() or each in "_.-" for each in key)):
        raise refused("key.missing")
