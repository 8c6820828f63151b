"""Who looks at which book, and what they are told: frames in order, none before its entry is on the disk."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

import msgspec

from sikwu.server.library import Library
from sikwu.server.limits import Limits
from sikwu.server.sharing import Sharing
from sikwu.server.tokens import Holder
from sikwu.wire.booked import AsksFrame, PresenceFrame, PresentShape

PROTOCOL, TICKET, REVOKED, GONE, SLOW, STORE, FLOOD = 4000, 4001, 4003, 4004, 4008, 4013, 1008
NOT_TEXT, TOO_LARGE = 1007, 1009
TOO_MANY, TOO_OFTEN = 4029, 4030
"""A browser does not tell its page why a handshake was refused, only why a socket was closed: these are closed after it."""
REASONS = {
    PROTOCOL: "protocol", TICKET: "ticket", REVOKED: "revoked", GONE: "gone", SLOW: "slow", STORE: "store",
    FLOOD: "flood", NOT_TEXT: "not text", TOO_LARGE: "large", TOO_MANY: "limit.sockets", TOO_OFTEN: "limit.rate",
}  # fmt: skip

Run = Callable[..., Awaitable[Any]]
"""Runs a function that may wait for the disk where it holds nobody up."""


class Phone:
    """One socket: what waits to be sent, and how far it is."""

    def __init__(self, holder: Holder, limits: Limits) -> None:
        self.holder, self.limits = holder, limits
        self.v = 0
        """The newest entry that it was told, or will be by what waits."""
        self.queue: deque[bytes] = deque()
        self.bytes = 0
        self.behind = False
        """It was too slow, or an entry too long for a frame: what waited was dropped, and a snapshot follows."""
        self.since: float | None = None
        self.heard = time.monotonic()
        """When it last gave a sign."""
        self.sending: float | None = None
        """Since when a frame is on its way that it has not taken."""
        self.closing: int | None = None
        self.ready = asyncio.Event()

    def push(self, frame: bytes, now: float) -> None:
        """Puts a frame behind those that wait; too many, and all are dropped."""
        if self.closing is not None or self.behind:
            return
        most = self.limits
        if (
            len(frame) > most.frame_down
            or len(self.queue) >= most.queue_frames
            or (self.queue and self.bytes + len(frame) > most.queue_bytes)
        ):
            self.queue.clear()
            self.bytes, self.behind, self.since = 0, True, now
        else:
            self.queue.append(frame)
            self.bytes += len(frame)
        self.ready.set()

    def close(self, code: int) -> None:
        """Closes it, before anything else is sent."""
        if self.closing is None:
            self.closing = code
            self.ready.set()


class Hub:
    """All sockets of this process."""

    def __init__(self, library: Library, sharing: Sharing) -> None:
        self.library, self.sharing, self.limits = library, sharing, library.limits
        self.phones: dict[str, set[Phone]] = {}
        self.addresses: Counter[str] = Counter()
        """Sockets that have not shown a good ticket, by their addresses."""
        self.members: Counter[str] = Counter()
        """Those that have, likewise."""
        self.tokens: Counter[str] = Counter()
        """And by their tokens: a club, or a mobile network, is one address for many."""
        self.count = 0
        self.loop: asyncio.AbstractEventLoop | None = None
        library.tell = self._told
        library.fail = lambda: self._soon(self.close_all, STORE)
        library.held = lambda: set(self.phones)
        sharing.told = self._asked
        sharing.revoked = lambda book, id: self._soon(self._close, book, REVOKED, id)
        sharing.erased = lambda book: self._soon(self._close, book, GONE, None)

    @property
    def known(self) -> dict[str, float]:
        """Tokens that were found good, and when their books are a day old."""
        return self.library.tokens.known

    # --- from any thread

    def _soon(self, what: Callable[..., None], *more: Any) -> None:
        loop = self.loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(what, *more)

    def _told(self, book: str, frames: Sequence[tuple[int, bytes]]) -> None:
        if book in self.phones:
            self._soon(self._send, book, frames)

    def _asked(self, book: str) -> None:
        if any(phone.holder.kind == "host" for phone in tuple(self.phones.get(book, ()))):
            self._soon(self._tell_hosts, book, self.asks(book))

    def asks(self, book: str) -> bytes:
        """Who asks to be let in, as a frame."""
        return msgspec.json.encode(AsksFrame(self.sharing.asks(book)))

    def here(self, book: str) -> set[str]:
        """The tokens that are connected to a book, by their ids."""
        return {phone.holder.id for phone in tuple(self.phones.get(book, ()))}

    # --- on the loop

    def admit(self, address: str) -> bool:
        """One more socket of an address; False: these are too many."""
        if self.count >= self.limits.sockets or self.addresses[address] >= self.limits.sockets_address:
            return False
        self.count += 1
        self.addresses[address] += 1
        return True

    def vouch(self, address: str, hash: str) -> bool:
        """A socket has shown a good ticket: from now on it is counted by its token; False: these are too many."""
        if self.tokens[hash] >= self.limits.sockets_token or self.members[address] >= self.limits.sockets_members:
            return False
        _less(self.addresses, address)
        self.members[address] += 1
        self.tokens[hash] += 1
        return True

    def leave(self, address: str, hash: str | None) -> None:
        """One less; `hash`: of its token, if it has shown a good ticket."""
        self.count -= 1
        if hash is None:
            _less(self.addresses, address)
        else:
            _less(self.members, address)
            _less(self.tokens, hash)

    def join(self, phone: Phone, frames: Iterable[bytes], v: int) -> None:
        """A phone that has been told everything up to an entry by these frames."""
        self.phones.setdefault(phone.holder.book, set()).add(phone)
        phone.v = v
        for frame in frames:
            phone.push(frame, self._now())
        self._presence(phone.holder.book)

    def part(self, phone: Phone) -> None:
        """A phone is gone."""
        others = self.phones.get(phone.holder.book)
        if others is not None and phone in others:
            others.discard(phone)
            if not others:
                del self.phones[phone.holder.book]
            else:
                self._presence(phone.holder.book)

    def synced(self, phone: Phone, frame: bytes, v: int, replace: bool = False) -> None:
        """What a phone had missed."""
        if replace:
            phone.queue.clear()
            phone.bytes, phone.behind, phone.since = 0, False, None
        phone.v = max(phone.v, v) if not replace else v
        phone.push(frame, self._now())

    def _send(self, book: str, frames: Sequence[tuple[int, bytes]]) -> None:
        for phone in self.phones.get(book, ()):
            for v, frame in frames:
                if v > phone.v:  # what a snapshot held already is not told twice
                    phone.v = v
                    phone.push(frame, self._now())

    def _presence(self, book: str) -> None:
        found = Counter((phone.holder.name, phone.holder.kind) for phone in self.phones.get(book, ()))
        here = tuple(PresentShape(name, kind, count) for (name, kind), count in sorted(found.items()))  # type: ignore[arg-type]
        frame = msgspec.json.encode(PresenceFrame(here))
        for phone in self.phones.get(book, ()):
            phone.push(frame, self._now())

    def _tell_hosts(self, book: str, frame: bytes) -> None:
        for phone in self.phones.get(book, ()):
            if phone.holder.kind == "host":
                phone.push(frame, self._now())

    def _close(self, book: str, code: int, id: str | None = None) -> None:
        for phone in self.phones.get(book, ()):
            if id is None or phone.holder.id == id:
                phone.close(code)

    def close_all(self, code: int) -> None:
        """Closes every socket."""
        for book in tuple(self.phones):
            self._close(book, code)

    def close_dead(self, living: set[str], asked: set[str]) -> None:
        """Closes those whose tokens were taken back, of those that were asked about."""
        for phones in self.phones.values():
            for phone in phones:
                if phone.holder.hash in asked and phone.holder.hash not in living:
                    phone.close(REVOKED)

    def close_gone(self, books: Iterable[str]) -> None:
        """Closes those of books that are no more."""
        for book in books:
            self._close(book, GONE)

    def _now(self) -> float:
        return 0.0 if self.loop is None else self.loop.time()

    # --- what others have done

    def look(self) -> None:
        """Looks at all books that somebody looks at: entries of others, tokens taken back, books erased. In a thread."""
        books = tuple(self.phones)
        if not books:
            return
        gone = self.library.look(books)
        hashes = {phone.holder.hash for book in books for phone in tuple(self.phones.get(book, ()))}
        living = self.library.tokens.living(hashes)
        self._soon(self.close_gone, gone)
        self._soon(self.close_dead, living, hashes)


def _less(counted: Counter[str], name: str) -> None:
    counted[name] -= 1
    if counted[name] <= 0:
        del counted[name]
