"""Open connections: how many there are, of which addresses, and which clients do not read what is sent to them.

The number is limited per address, and for the process by the open files that the system allows. If there is no room,
the connection that has been idle longest is closed; if none is idle, the new one is refused. A client that does not
read is cut off.
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
"""Files reserved for everything but connections: the database, the app, the log."""
TICK, EVERY = 0.25, 1.0
"""Seconds between two checks of some connections, and between two checks of the same one."""
PROGRESS = 1024
"""Bytes that a client must have read within the time limit for progress."""


class ServedConnection(Protocol):
    """One connection of either protocol."""

    address: str
    transport: Any
    watch: ProgressWatch

    def is_idle(self) -> bool:
        """Whether no request is being answered."""

    def evict(self) -> None:
        """Closes it to make room for another."""


class ProgressWatch:
    """The progress of a connection: since when data wait to be read, and how much had been read then."""

    __slots__ = ("since", "taken")

    def __init__(self) -> None:
        self.since: float | None = None
        self.taken = 0

    def is_stuck(self, waiting: int, taken: int, now: float, longest: float) -> bool:
        """Whether the client has read nothing for too long although data wait.

        >>> watch = ProgressWatch()
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
    """All connections of a process; used only on its event loop."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.most = limits.connections
        self.counts: Counter[str] = Counter()
        """The number of refused or cut-off connections by reason: `address`, `all`, `rate`, `stuck`, `flood` …"""
        self.trusted: tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...] = ()
        """Trusted proxies: many clients connect through them."""
        self.entrance = Entrance()
        """Requests that arrive at the same time take turns here."""
        self._new = Credits(limits, rate=limits.connect_rate, burst=limits.connect_burst)
        self._all: dict[ServedConnection, None] = {}
        self._asking: OrderedDict[ServedConnection, None] = OrderedDict()
        """The connections that are not sockets, the most recently used last."""
        self._of: dict[str, OrderedDict[ServedConnection, None]] = {}
        """The connections that count for an address, in the same order."""
        self._round: list[ServedConnection] = []
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._all)

    def of(self, address: str) -> int:
        """How many connections count for an address."""
        return len(self._of.get(address, ()))

    def forget(self) -> None:
        """Forgets addresses without connections for a long time."""
        self._new.forget()

    def bound(self, files: int, proxies: Iterable[str] = ()) -> int:
        """Sets the limit from the number of files that the system allows; the addresses of proxies have no limit."""
        self.most = max(1, min(self.limits.connections, files - SPARE))
        self.trusted = tuple(
            ipaddress.ip_network(each, strict=False) for each in proxies if each != "*" and _is_network(each)
        )
        if "*" in proxies:
            self.trusted = (ipaddress.ip_network("0.0.0.0/0"), ipaddress.ip_network("::/0"))
        return self.most

    def is_trusted(self, host: str) -> bool:
        """Whether an address is a trusted proxy."""
        if not self.trusted:
            return False
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in each for each in self.trusted)

    # --- coming and going

    def enter(self, line: ServedConnection, host: str) -> bool:
        """Adds a new connection; False: there is no room for it."""
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

    def _has_room(self, own: OrderedDict[ServedConnection, None], address: str) -> bool:
        if self._new.wait(address):
            self.counts["rate"] += 1
        elif len(own) < self.limits.connections_address or self._made_room(own):
            return True
        else:
            self.counts["address"] += 1
        if not own:
            del self._of[address]
        return False

    def _made_room(self, lines: OrderedDict[ServedConnection, None]) -> bool:
        """Closes the connection that has been idle longest."""
        found = next((line for line in lines if line.is_idle()), None)
        if found is None:
            return False
        self.leave(found)  # at once: others may arrive before it is closed
        found.evict()
        return True

    def used(self, line: ServedConnection) -> None:
        """Marks it as just used: among idle connections it will be closed last."""
        if line in self._asking:
            self._asking.move_to_end(line)
            own = self._of.get(line.address)
            if own is not None and line in own:
                own.move_to_end(line)

    def became(self, line: ServedConnection, other: ServedConnection) -> None:
        """The connection has become a socket."""
        if line not in self._all:
            return
        own = self._of.get(line.address)
        other.address = line.address
        if own is not None and line in own:
            own[other] = None
        self._all[other] = None
        self.leave(line)

    def vouch(self, line: ServedConnection) -> None:
        """The socket has shown a valid ticket: it counts for its token and no longer for its address."""
        self._forget(line)

    def leave(self, line: ServedConnection) -> None:
        """Removes a closed connection."""
        self._all.pop(line, None)
        self._asking.pop(line, None)
        self._forget(line)

    def _forget(self, line: ServedConnection) -> None:
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
        """Checks some of the connections: all of them within a second, without blocking the loop for long."""
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
"""The place in Linux's answer that holds how many bytes the other side has acknowledged (`tcpi_bytes_acked`)."""


def taking(transport: Any) -> tuple[int, int]:
    """How many bytes wait to be read, in the program and in the system, and how many have been read so far."""
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
        """Bytes that the system has sent or queued and the other side has not acknowledged."""
        try:
            told = fcntl.ioctl(descriptor, termios.TIOCOUTQ, b"\0\0\0\0")
        except (OSError, ValueError):
            return 0
        return 0 if told == b"\0\0\0\0" else int.from_bytes(told, sys.byteorder)

else:

    def _queued(descriptor: int) -> int:
        """On other systems this is unknown: only the buffer of the program counts."""
        return 0


def cut(transport: Any) -> None:
    """Closes a connection at once with a reset; data that wait are dropped, also by the system."""
    own = transport.get_extra_info("socket")
    try:
        with socket.socket(fileno=os.dup(own.fileno())) as twin:
            twin.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    except (AttributeError, OSError):
        pass  # it has already closed
    transport.abort()


def _taken(descriptor: int, waiting: int) -> int:
    """Bytes that the other side has acknowledged; if unknown, minus the bytes that wait."""
    try:
        with socket.socket(fileno=os.dup(descriptor)) as twin:
            told = twin.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 128)
    except OSError:
        return -waiting
    return int.from_bytes(told[_ACKED], sys.byteorder) if len(told) >= _ACKED.stop else -waiting


def most_files() -> int:
    """Raises the limit of open files of this process to the system's maximum, and returns it."""
    try:
        import resource
    except ImportError:  # a system without such a limit
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
