"""Connections that are open: how many, of whom, and which of them take nothing that is sent to them.

An address has so many, a process has no more than the system gives it files. Where there is no room, the connection goes that
has been idle longest; where none is idle, the newcomer is refused. Whoever does not take what was sent is cut off.
"""

from __future__ import annotations

import asyncio
import ipaddress
import os
import socket
import struct
import sys
import time
from collections import Counter, OrderedDict
from collections.abc import Iterable
from typing import Any, Protocol

from sikwu.server.http.entrance import Entrance
from sikwu.server.http.limits import Credits, Limits, counted_as

SPARE = 100
"""Files that are kept for everything but connections: the database, the app, the log."""
TICK, EVERY = 0.25, 1.0
"""Seconds between two looks at some connections, and between two looks at the same one."""
PROGRESS = 1024
"""Bytes that somebody must have taken within the time that a connection may stand still."""


class Line(Protocol):
    """One connection, of whichever kind."""

    address: str
    transport: Any
    watch: Watch

    def is_idle(self) -> bool:
        """Is nothing being answered?"""

    def evict(self) -> None:
        """Ends it for the sake of another."""


class Watch:
    """What was seen of a connection's progress: since when something waits to be taken, and how much had been taken then."""

    __slots__ = ("since", "taken")

    def __init__(self) -> None:
        self.since: float | None = None
        self.taken = 0

    def is_stuck(self, waiting: int, taken: int, now: float, longest: float) -> bool:
        """Has somebody taken nothing for too long although something waits?

        >>> watch = Watch()
        >>> [watch.is_stuck(waiting, taken, now, 10) for waiting, taken, now in
        ...     ((5000, 0, 0), (5000, 0, 9), (3000, 2000, 9.5), (3000, 2001, 19), (3000, 2001, 19.5), (0, 5000, 30))]
        [False, False, False, False, True, False]
        """
        if not waiting:
            self.since = None
            return False
        if self.since is None or taken - self.taken >= PROGRESS:
            self.since, self.taken = now, taken
            return False
        return now - self.since >= longest


class Connections:
    """All connections of a process; on its loop only."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.most = limits.connections
        self.counts: Counter[str] = Counter()
        """What was refused or cut off, by its reason: `address`, `all`, `rate`, `stuck`, `flood` …"""
        self.trusted: tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...] = ()
        """Proxies: all the world comes from there."""
        self.entrance = Entrance()
        """Requests that come at the same time take turns here."""
        self._new = Credits(limits, rate=limits.connect_rate, burst=limits.connect_burst)
        self._all: dict[Line, None] = {}
        self._asking: OrderedDict[Line, None] = OrderedDict()
        """Those that are no sockets, the one that asked last at the end."""
        self._of: dict[str, OrderedDict[Line, None]] = {}
        """Those that count for an address, likewise."""
        self._round: list[Line] = []
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._all)

    def of(self, address: str) -> int:
        """How many count for an address."""
        return len(self._of.get(address, ()))

    def forget(self) -> None:
        """Addresses that have come no more for long are no longer known."""
        self._new.forget()

    def bound(self, files: int, proxies: Iterable[str] = ()) -> int:
        """How many there may be, where the system gives so many files; the addresses of proxies have no limit of their own."""
        self.most = max(1, min(self.limits.connections, files - SPARE))
        self.trusted = tuple(
            ipaddress.ip_network(each, strict=False) for each in proxies if each != "*" and _is_network(each)
        )
        if "*" in proxies:
            self.trusted = (ipaddress.ip_network("0.0.0.0/0"), ipaddress.ip_network("::/0"))
        return self.most

    def is_trusted(self, host: str) -> bool:
        """Is it a proxy's address?"""
        if not self.trusted:
            return False
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in each for each in self.trusted)

    # --- coming and going

    def enter(self, line: Line, host: str) -> bool:
        """A new connection; False: there is no room for it."""
        line.address = counted_as(host)
        own = None if self.is_trusted(host) else self._of.setdefault(line.address, OrderedDict())
        if own is not None and not self._has_room(own, line.address):
            return False
        if len(self._all) >= self.most and not self._made_room(self._asking):
            self.counts["all"] += 1
            return False
        if own is not None:
            self._of.setdefault(line.address, own)[line] = None
        self._all[line] = self._asking[line] = None
        self._watch()
        return True

    def _has_room(self, own: OrderedDict[Line, None], address: str) -> bool:
        if self._new.wait(address):
            self.counts["rate"] += 1
        elif len(own) < self.limits.connections_address or self._made_room(own):
            return True
        else:
            self.counts["address"] += 1
        if not own:
            del self._of[address]
        return False

    def _made_room(self, lines: OrderedDict[Line, None]) -> bool:
        """Ends the connection that has been idle longest."""
        found = next((line for line in lines if line.is_idle()), None)
        if found is None:
            return False
        self.leave(found)  # at once: others may come before it is closed
        found.evict()
        return True

    def used(self, line: Line) -> None:
        """It has asked something: of those that are idle it goes last."""
        if line in self._asking:
            self._asking.move_to_end(line)
            own = self._of.get(line.address)
            if own is not None and line in own:
                own.move_to_end(line)

    def became(self, line: Line, other: Line) -> None:
        """A connection is a socket from now on."""
        if line not in self._all:
            return
        own = self._of.get(line.address)
        other.address = line.address
        if own is not None and line in own:
            own[other] = None
        self._all[other] = None
        self.leave(line)

    def vouch(self, line: Line) -> None:
        """It has shown a good ticket: it is counted by its token and no longer by its address."""
        self._forget(line)

    def leave(self, line: Line) -> None:
        """It is over."""
        self._all.pop(line, None)
        self._asking.pop(line, None)
        self._forget(line)

    def _forget(self, line: Line) -> None:
        own = self._of.get(line.address)
        if own is not None:
            own.pop(line, None)
            if not own:
                del self._of[line.address]

    # --- who takes nothing

    def _watch(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(TICK, self._look)

    def _look(self) -> None:
        """Looks at some of the connections: all of them within a second, without holding the loop for long."""
        self._timer = None
        if not self._all:
            self._round = []
            return
        if not self._round:
            self._round = list(self._all)
        some = max(64, int(len(self._all) * TICK / EVERY) + 1)
        now = time.monotonic()
        for line in self._round[-some:]:
            if line in self._all and line.watch.is_stuck(*taking(line.transport), now, self.limits.drain_time):
                self.counts["stuck"] += 1
                cut(line.transport)
        del self._round[-some:]
        self._watch()


def _is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return True


# --- what the system knows

_ACKED = slice(120, 128)
"""Where Linux tells how many bytes the other side has taken (`tcpi_bytes_acked`)."""


def taking(transport: Any) -> tuple[int, int]:
    """How many bytes wait to be taken, in the program and in the system, and how many have been taken so far."""
    waiting = int(transport.get_write_buffer_size())
    own = transport.get_extra_info("socket")
    queued = 0 if own is None else _queued(own.fileno())
    if not waiting + queued:
        return 0, 0
    return waiting + queued, -(waiting + queued) if not queued else _taken(own.fileno(), waiting + queued)


if sys.platform.startswith("linux"):
    import fcntl
    import termios

    def _queued(descriptor: int) -> int:
        """Bytes that the system has sent, or means to, and nobody has confirmed."""
        try:
            told = fcntl.ioctl(descriptor, termios.TIOCOUTQ, b"\0\0\0\0")
        except (OSError, ValueError):
            return 0
        return 0 if told == b"\0\0\0\0" else int.from_bytes(told, sys.byteorder)

else:

    def _queued(descriptor: int) -> int:
        """Elsewhere it is not asked: what waits in the program itself must do."""
        return 0


def cut(transport: Any) -> None:
    """Ends a connection at once: what waits is dropped, by the system too, and the other side is told so."""
    own = transport.get_extra_info("socket")
    try:
        with socket.socket(fileno=os.dup(own.fileno())) as twin:
            twin.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    except (AttributeError, OSError):
        pass  # it has ended by itself
    transport.abort()


def _taken(descriptor: int, waiting: int) -> int:
    """Bytes that the other side has confirmed; where that is not known, less than nothing by what waits."""
    try:
        with socket.socket(fileno=os.dup(descriptor)) as twin:
            told = twin.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 128)
    except OSError:
        return -waiting
    return int.from_bytes(told[_ACKED], sys.byteorder) if len(told) >= _ACKED.stop else -waiting


def most_files() -> int:
    """Raises the number of files that this process may have open to what the system allows; how many that is."""
    try:
        import resource
    except ImportError:  # where there is no such limit that could be asked
        return 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    endless = resource.RLIM_INFINITY
    wanted = MOST_FILES if hard == endless else min(hard, MOST_FILES)
    if soft != endless and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return int(wanted)
        except (OSError, ValueError):
            return int(soft)
    return int(wanted if soft == endless else soft)


MOST_FILES = 1 << 20
