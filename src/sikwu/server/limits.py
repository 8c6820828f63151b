"""What is allowed how often. Limits are settings: a file raises or lowers them, and nothing switches them off."""

from __future__ import annotations

import ipaddress
import time
import tomllib
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from sikwu.texts import RulesError, problem

Count = Annotated[int, Meta(ge=1, le=1_000_000_000)]


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """Every limit with its usual value; sizes in bytes, times in seconds."""

    rate: Count = 20
    """Requests a second from an address, after its burst; of a token of a book that is older than a day, likewise."""
    burst: Count = 60
    young_rate: Count = 60
    """Requests a second of all tokens of younger books that come from one address: who makes tokens does not make credits."""
    young_burst: Count = 300
    address_rate: Count = 200
    """Requests a second from an address whoever asks and for whatever, files of the app too."""
    address_burst: Count = 1_000
    refusal_hold: Count = 1
    """Seconds for which a connection that asked too often is not read."""
    at_once: Count = 64
    """Answers worked on or waited for at the same time."""
    workers: Count = 2
    """Threads that work on them."""
    keepers: Count = 12
    """Threads that work on books, most of them waiting for the disk."""
    workers_address: Count = 1
    """Of these at the same time for one address, where there is more than one."""
    connections: Count = 100_000
    """Open at the same time; never more than the system's limit of open files less a hundred."""
    connections_address: Count = 100
    """Of one address; sockets that have shown a good ticket are not among them."""
    connect_rate: Count = 50
    """New connections a second from an address, after their burst."""
    connect_burst: Count = 400
    keep_alive: Count = 30
    """Seconds that a connection stays open between two requests."""
    body: Count = 64 * 1024
    answer_body: Count = 1024 * 1024
    answer_bytes: Count = 4 * 1024 * 1024
    """Of everything that one request to `/answer` is answered with."""
    answer_time: Count = 4
    """Seconds of work on one request to `/answer`."""
    depth: Count = 12
    array: Count = 2_000
    kept_answers: Count = 4_096
    kept_bytes: Count = 32 * 1024 * 1024
    """Of all answers that are kept in memory."""
    kept_rules: Count = 10_000
    """Rules of houses in the database; the oldest go first."""
    header_bytes: Count = 16 * 1024
    header_time: Count = 5
    body_time: Count = 10
    write_rate: Count = 2
    """Writing requests a second of a token, or of an address that has none, after their burst."""
    write_burst: Count = 20
    import_body: Count = 4 * 1024 * 1024
    entries: Count = 100_000
    """Of one book."""
    books_a_day: Count = 50
    """Made by one address."""
    books_awake: Count = 2_000
    book_idle: Count = 600
    """Seconds after which a book that nobody looks at is put to sleep."""
    asks: Count = 20
    """Who ask at the same time to be let into one book."""
    tokens: Count = 200
    """Of one book that are not taken back."""
    tries: Count = 10
    """Codes and links that an address may try in a minute; then a pause that doubles."""
    sockets: Count = 4_000
    sockets_address: Count = 40
    """Of one address that have not yet shown a good ticket."""
    sockets_token: Count = 10
    """Of one token."""
    sockets_members: Count = 1_000
    """Of one address that have shown a good ticket."""
    handshake_rate: Count = 20
    """New sockets a second from an address, after their burst."""
    handshake_burst: Count = 100
    hello_time: Count = 5
    silence: Count = 25
    """Seconds without a sign after which a socket is closed."""
    frame_up: Count = 4 * 1024
    frame_down: Count = 64 * 1024
    frames_second: Count = 20
    frames_minute: Count = 200
    queue_frames: Count = 64
    queue_bytes: Count = 256 * 1024
    drain_time: Count = 10
    """Seconds without progress after which somebody who does not take what is sent is cut off, on sockets and elsewhere."""
    addresses: Count = 10_000
    """Addresses that are counted at the same time."""


def read_limits(path: Path) -> Limits:
    """The limits of a TOML file: `rate = 100`."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Limits)
    except (OSError, ValueError, msgspec.ValidationError) as error:
        raise RulesError([problem("serve.limits", path=str(path), why=str(error)[:200])]) from None


DEBT = 10.0
"""Seconds: the longest pause that work can bring about."""
FORGOTTEN = 600.0
"""Seconds after which an address that asks no more is forgotten."""


class Credits:
    """What each address may still ask: its burst, filled up again by the rate.

    >>> now = [0.0]
    >>> credits = Credits(Limits(rate=2, burst=3), lambda: now[0])
    >>> [credits.wait("a") for _ in range(4)]
    [0, 0, 0, 500]
    >>> now[0] += 0.5
    >>> credits.wait("a"), credits.wait("b")
    (0, 0)
    >>> now[0] += 601
    >>> credits.wait("c"), list(credits._left)
    (0, ['c'])
    """

    def __init__(
        self, limits: Limits, clock: Callable[[], float] = time.monotonic, rate: int = 0, burst: int = 0
    ) -> None:
        self.limits, self.clock = limits, clock
        self.rate, self.burst = rate or limits.rate, burst or limits.burst
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, address: str) -> int:
        """Takes one of an address's credits: 0, or the milliseconds until there is one."""
        now, burst, rate = self.clock(), float(self.burst), self.rate
        left, then = self._left.pop(address, (burst, now))
        left = min(burst, left + (now - then) * rate)
        enough = left >= 1
        self._left[address] = (left - 1 if enough else left, now)
        if len(self._left) > self.limits.addresses:
            self._left.popitem(last=False)
        while next(iter(self._left.values()))[1] < now - FORGOTTEN:
            self._left.popitem(last=False)
        return 0 if enough else max(1, round((1 - left) * 1000 / rate))

    def charge(self, address: str, credits: float) -> None:
        """Takes more of an address's credits for what turned out to be more work than a request usually is; the pause that
        comes of it has a bound.

        >>> now = [0.0]
        >>> credits = Credits(Limits(rate=2, burst=3), lambda: now[0])
        >>> credits.charge("a", 1_000)
        >>> credits.wait("a")
        10500
        """
        now = self.clock()
        left, then = self._left.get(address, (float(self.burst), now))
        left = min(float(self.burst), left + (now - then) * self.rate) - credits
        self._left[address] = (max(left, -DEBT * self.rate), now)
        self._left.move_to_end(address)


class Tries:
    """How often an address has tried something that only the right one should find: so many a minute, then a pause that
    doubles with each further try that comes too early.

    >>> now = [0.0]
    >>> tries = Tries(Limits(tries=2), lambda: now[0])
    >>> [tries.wait("a") for _ in range(4)]
    [0, 0, 60000, 120000]
    >>> now[0] += 121
    >>> tries.wait("a")
    0
    """

    MINUTE, LONGEST = 60, 24 * 3600

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits, self.clock = limits, clock
        self._seen: OrderedDict[str, tuple[int, float, float, int]] = OrderedDict()

    def wait(self, address: str) -> int:
        """Counts a try: 0, or the milliseconds until the next."""
        now = self.clock()
        count, since, until, pause = self._seen.pop(address, (0, now, 0.0, 0))
        if now >= until and now - since >= self.MINUTE:
            count, since = 0, now
        count += 1
        if count > self.limits.tries or now < until:
            pause = min(max(2 * pause, self.MINUTE), self.LONGEST)
            until = now + pause
        self._seen[address] = (count, since, until, pause)
        if len(self._seen) > self.limits.addresses:
            self._seen.popitem(last=False)
        return round((until - now) * 1000) if now < until else 0


def counted_as(address: str) -> str:
    """The address that is counted: of the newer kind the network, of which one house has all.

    >>> counted_as("192.0.2.7"), counted_as("2001:db8:1:2:3::4"), counted_as("somewhere")
    ('192.0.2.7', '2001:db8:1:2::', 'somewhere')
    """
    if ":" not in address:
        return address
    try:
        return str(ipaddress.ip_network(f"{address.partition('%')[0]}/64", strict=False).network_address)
    except ValueError:
        return address
