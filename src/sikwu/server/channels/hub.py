"""The viewers of each thing, and their messages: versions in order, each viewer's own bytes. Used only on the event loop."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from sikwu.server.channels.history import History, Version
from sikwu.server.channels.tokens import Holder
from sikwu.server.http.closing import GONE, REVOKED
from sikwu.server.http.limits import Limits
from sikwu.wire.booked import PresenceFrame, PresentShape

K = TypeVar("K")


class Phone(Generic[K]):
    """One socket: its viewer, the waiting frames, and its version."""

    def __init__(self, holder: Holder, viewer: K, limits: Limits, thing: str = "") -> None:
        self.holder, self.viewer, self.limits = holder, viewer, limits
        self.thing = thing or holder.thing
        self.v = 0
        """The newest version that was sent, or waits to be sent."""
        self.queue: deque[bytes] = deque()
        self.bytes = 0
        self.behind = False
        """Whether it was too slow, or a version too long for a frame: the waiting frames were dropped, and a snapshot
        follows.
        """
        self.heard = time.monotonic()
        """When it last gave a sign of life."""
        self.sending: float | None = None
        """Since when a frame has been on its way without being read."""
        self.closing: int | None = None
        self.ready = asyncio.Event()

    def push(self, frame: bytes) -> None:
        """Appends a frame for this viewer; if too many wait, all are dropped, and a snapshot follows later."""
        if self.closing is not None or self.behind:
            return
        most = self.limits
        if (
            len(frame) > most.frame_down
            or len(self.queue) >= most.queue_frames
            or (self.queue and self.bytes + len(frame) > most.queue_bytes)
        ):
            self.clear(behind=True)
        else:
            self.queue.append(frame)
            self.bytes += len(frame)
        self.ready.set()

    def taken(self, size: int) -> list[bytes]:
        """Takes the first waiting frames, up to a size together; one at least."""
        out = [self.queue.popleft()]
        while self.queue and sum(map(len, out)) + len(self.queue[0]) <= size:
            out.append(self.queue.popleft())
        self.bytes -= sum(map(len, out))
        return out

    def step(self, v: int, frame: bytes) -> None:
        """Sends a version, unless the phone has it already."""
        if v > self.v:
            self.v = v
            self.push(frame)

    def catch_up(self, frame: bytes, v: int) -> None:
        """Sends one snapshot in place of all dropped frames."""
        self.clear(behind=False)
        self.v = v
        self.push(frame)

    def clear(self, behind: bool) -> None:
        """Drops the waiting frames; `behind`: a snapshot is to follow."""
        self.queue.clear()
        self.bytes, self.behind = 0, behind

    def close(self, code: int) -> None:
        """Closes it before anything else is sent."""
        if self.closing is None:
            self.closing = code
            self.ready.set()


class SocketCounts:
    """The number of sockets of a process, over all kinds of things."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.addresses: Counter[str] = Counter()
        """Sockets without a valid ticket yet, by address."""
        self.members: Counter[str] = Counter()
        """Sockets with a valid ticket, by address."""
        self.tokens: Counter[str] = Counter()
        """Sockets with a valid ticket, by token: many people may share the address of a club or a mobile network."""
        self.count = 0

    def admit(self, address: str) -> bool:
        """Counts one more socket of an address; False: too many."""
        if self.count >= self.limits.sockets or self.addresses[address] >= self.limits.sockets_address:
            return False
        self.count += 1
        self.addresses[address] += 1
        return True

    def vouch(self, address: str, hash: str) -> bool:
        """A socket has shown a valid ticket: from now on it counts for its token; False: too many."""
        if self.tokens[hash] >= self.limits.sockets_token or self.members[address] >= self.limits.sockets_members:
            return False
        _less(self.addresses, address)
        self.members[address] += 1
        self.tokens[hash] += 1
        return True

    def leave(self, address: str, hash: str | None) -> None:
        """Counts one less; `hash`: of its token, if it has shown a valid ticket."""
        self.count -= 1
        if hash is None:
            _less(self.addresses, address)
        else:
            _less(self.members, address)
            _less(self.tokens, hash)


class Hub(Generic[K]):
    """All sockets of this process for things of one kind."""

    def __init__(self, limits: Limits, counts: SocketCounts | None = None) -> None:
        self.limits = limits
        self.counts = counts or SocketCounts(limits)
        self.phones: dict[str, set[Phone[K]]] = {}
        self.loop: asyncio.AbstractEventLoop | None = None

    def soon(self, what: Callable[..., object], *more: Any) -> None:
        """Calls a function on the event loop, from any thread; without a running loop, at once."""
        loop = self.loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(what, *more)
        else:
            what(*more)

    # --- presence

    def enter(self, phone: Phone[K]) -> None:
        """Adds a phone to its thing."""
        self.phones.setdefault(phone.thing, set()).add(phone)

    def exit(self, phone: Phone[K]) -> bool:
        """Removes a phone; False: it was not here."""
        others = self.phones.get(phone.thing)
        if others is None or phone not in others:
            return False
        others.discard(phone)
        if not others:
            del self.phones[phone.thing]
        return True

    def join(self, phone: Phone[K], frames: Iterable[bytes], v: int, history: History[K]) -> None:
        """Adds a phone that has received everything up to a version with these frames, and sends it what came since."""
        self.enter(phone)
        for frame in frames:
            phone.push(frame)
        phone.v = v
        self.bring(phone, history)
        self._presence(phone.thing)

    def bring(self, phone: Phone[K], history: History[K]) -> None:
        """Sends a phone everything since its version; if that is no longer in memory, a snapshot follows."""
        since = history.after(phone.viewer, phone.v) if history.v > phone.v else []
        if since is None:
            phone.clear(behind=True)
            phone.ready.set()
        for v, frame in since or ():
            phone.step(v, frame)

    def part(self, phone: Phone[K]) -> None:
        """Removes a phone, and informs the others about presence."""
        if self.exit(phone):
            self._presence(phone.thing)

    def here(self, thing: str) -> set[str]:
        """The ids of the tokens that are connected to a thing; may be called from any thread."""
        return {phone.holder.id for phone in tuple(self.phones.get(thing, ()))}

    def hashes(self) -> set[str]:
        """The hashes of all connected tokens; may be called from any thread."""
        return {phone.holder.hash for thing in tuple(self.phones) for phone in tuple(self.phones.get(thing, ()))}

    # --- messages

    def publish(self, thing: str, versions: Sequence[Version[K]]) -> None:
        """Publishes new versions of a thing that are on the disk."""
        for phone in self.phones.get(thing, ()):
            for version in versions:
                phone.step(version.v, version.frames[phone.viewer])

    def say(self, thing: str, frame: bytes, kind: str = "") -> None:
        """Sends a message without a version, to all or to holders of one kind of token."""
        for phone in self.phones.get(thing, ()):
            if not kind or phone.holder.kind == kind:
                phone.push(frame)

    def _presence(self, thing: str) -> None:
        found = Counter((phone.holder.name, phone.holder.kind) for phone in self.phones.get(thing, ()))
        here = tuple(PresentShape(name, kind, count) for (name, kind), count in sorted(found.items()))  # type: ignore[arg-type]
        self.say(thing, msgspec.json.encode(PresenceFrame(here)))

    # --- closing

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
        """Closes the sockets of revoked tokens, among those that were checked."""
        for phones in self.phones.values():
            for phone in phones:
                if phone.holder.hash in asked and phone.holder.hash not in living:
                    phone.close(REVOKED)

    def close_gone(self, things: Iterable[str]) -> None:
        """Closes the sockets of things that no longer exist."""
        for thing in things:
            self.close(thing, GONE)


def _less(counted: Counter[str], name: str) -> None:
    counted[name] -= 1
    if counted[name] <= 0:
        del counted[name]
