"""Who looks at which thing, and what they are told: versions in order, to each viewer his own bytes. On the loop only."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from sikwu.server.http.closing import GONE, REVOKED
from sikwu.server.http.limits import Limits
from sikwu.server.live.history import History, Version
from sikwu.server.live.tokens import Holder
from sikwu.wire.booked import PresenceFrame, PresentShape

K = TypeVar("K")


class Phone(Generic[K]):
    """One socket: who looks, what waits to be sent, and how far it is."""

    def __init__(self, holder: Holder, viewer: K, limits: Limits) -> None:
        self.holder, self.viewer, self.limits = holder, viewer, limits
        self.v = 0
        """The newest version that it was told, or will be by what waits."""
        self.queue: deque[bytes] = deque()
        self.bytes = 0
        self.behind = False
        """It was too slow, or a version too long for a frame: what waited was dropped, and a snapshot follows."""
        self.heard = time.monotonic()
        """When it last gave a sign."""
        self.sending: float | None = None
        """Since when a frame is on its way that it has not taken."""
        self.closing: int | None = None
        self.ready = asyncio.Event()

    def push(self, frame: bytes) -> None:
        """Puts a frame behind those that wait; too many, and all are dropped."""
        if self.closing is not None or self.behind:
            return
        most = self.limits
        if (
            len(frame) > most.frame_down
            or len(self.queue) >= most.queue_frames
            or (self.queue and self.bytes + len(frame) > most.queue_bytes)
        ):
            self._clear(behind=True)
        else:
            self.queue.append(frame)
            self.bytes += len(frame)
        self.ready.set()

    def step(self, v: int, frame: bytes) -> None:
        """Tells it a version, unless it has it already."""
        if v > self.v:
            self.v = v
            self.push(frame)

    def catch_up(self, frame: bytes, v: int) -> None:
        """One snapshot in place of all that was dropped."""
        self._clear(behind=False)
        self.v = v
        self.push(frame)

    def _clear(self, behind: bool) -> None:
        self.queue.clear()
        self.bytes, self.behind = 0, behind

    def close(self, code: int) -> None:
        """Closes it, before anything else is sent."""
        if self.closing is None:
            self.closing = code
            self.ready.set()


class Hub(Generic[K]):
    """All sockets of this process that look at things of one kind."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.phones: dict[str, set[Phone[K]]] = {}
        self.addresses: Counter[str] = Counter()
        """Sockets that have not shown a good ticket, by their addresses."""
        self.members: Counter[str] = Counter()
        """Those that have, likewise."""
        self.tokens: Counter[str] = Counter()
        """And by their tokens: a club, or a mobile network, is one address for many."""
        self.count = 0
        self.loop: asyncio.AbstractEventLoop | None = None

    def soon(self, what: Callable[..., object], *more: Any) -> None:
        """Calls something on the loop, from any thread; where no loop runs, at once."""
        loop = self.loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(what, *more)
        else:
            what(*more)

    # --- who is there

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

    def join(self, phone: Phone[K], frames: Iterable[bytes], v: int, history: History[K]) -> None:
        """A phone that was told everything up to a version by these frames, and is told what came since."""
        thing = phone.holder.thing
        self.phones.setdefault(thing, set()).add(phone)
        for frame in frames:
            phone.push(frame)
        phone.v = v
        self.bring(phone, history)
        self._presence(thing)

    def bring(self, phone: Phone[K], history: History[K]) -> None:
        """Tells a phone what has come since its version; where that is no longer known, a snapshot follows."""
        since = history.after(phone.viewer, phone.v) if history.v > phone.v else []
        if since is None:
            phone._clear(behind=True)
            phone.ready.set()
        for v, frame in since or ():
            phone.step(v, frame)

    def part(self, phone: Phone[K]) -> None:
        """A phone is gone."""
        thing = phone.holder.thing
        others = self.phones.get(thing)
        if others is not None and phone in others:
            others.discard(phone)
            if not others:
                del self.phones[thing]
            else:
                self._presence(thing)

    def here(self, thing: str) -> set[str]:
        """The tokens that are connected to a thing, by their ids; from any thread."""
        return {phone.holder.id for phone in tuple(self.phones.get(thing, ()))}

    def hashes(self) -> set[str]:
        """The hashes of all tokens that are connected; from any thread."""
        return {phone.holder.hash for thing in tuple(self.phones) for phone in tuple(self.phones.get(thing, ()))}

    # --- what they are told

    def publish(self, thing: str, versions: Sequence[Version[K]]) -> None:
        """A thing has moved on, and it is on the disk."""
        for phone in self.phones.get(thing, ()):
            for version in versions:
                phone.step(version.v, version.frames[phone.viewer])

    def say(self, thing: str, frame: bytes, kind: str = "") -> None:
        """Something that is no version, to all or to those with tokens of a kind."""
        for phone in self.phones.get(thing, ()):
            if not kind or phone.holder.kind == kind:
                phone.push(frame)

    def _presence(self, thing: str) -> None:
        found = Counter((phone.holder.name, phone.holder.kind) for phone in self.phones.get(thing, ()))
        here = tuple(PresentShape(name, kind, count) for (name, kind), count in sorted(found.items()))  # type: ignore[arg-type]
        self.say(thing, msgspec.json.encode(PresenceFrame(here)))

    # --- whose time is over

    def close(self, thing: str, code: int, id: str | None = None) -> None:
        """Closes the sockets of a thing, or those of one token (by its id)."""
        for phone in self.phones.get(thing, ()):
            if id is None or phone.holder.id == id:
                phone.close(code)

    def close_all(self, code: int) -> None:
        """Closes every socket."""
        for thing in tuple(self.phones):
            self.close(thing, code)

    def close_dead(self, living: set[str], asked: set[str]) -> None:
        """Closes those whose tokens were taken back, of those that were asked about."""
        for phones in self.phones.values():
            for phone in phones:
                if phone.holder.hash in asked and phone.holder.hash not in living:
                    phone.close(REVOKED)

    def close_gone(self, things: Iterable[str]) -> None:
        """Closes those of things that are no more."""
        for thing in things:
            self.close(thing, GONE)


def _less(counted: Counter[str], name: str) -> None:
    counted[name] -= 1
    if counted[name] <= 0:
        del counted[name]
