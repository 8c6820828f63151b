"""What is allowed how often. Limits are settings: a file raises or lowers them, and nothing switches them off."""

from __future__ import annotations

import hashlib
import ipaddress
import time
import tomllib
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Annotated, NamedTuple

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
    waiting_address: Count = 24
    """Requests of one address that wait for them."""
    answer_processes: Count = 1
    """Processes that answer `/answer`, one request at a time each."""
    connections: Count = 100_000
    """Open at the same time; never more than the system's limit of open files less a hundred."""
    connections_address: Count = 100
    """Of one address; sockets that have shown a good ticket are not among them."""
    connect_rate: Count = 50
    """New connections a second from an address, after their burst."""
    connect_burst: Count = 400
    keep_alive: Count = 30
    """Seconds that a connection stays open between two requests."""
    book_threads: Count = 2
    """Of these at the same time for one book."""
    address_threads: Count = 6
    """And for one address; the others wait for their turn."""
    turns_waiting: Count = 64
    """Requests that wait for the turn of one book, or of one address."""
    turn_time: Count = 5
    """Seconds that a request waits for its turn."""
    body: Count = 64 * 1024
    answer_body: Count = 1024 * 1024
    answer_bytes: Count = 4 * 1024 * 1024
    """Of everything that one request to `/answer` is answered with."""
    answer_time: Count = 4
    """Seconds of work on one request to `/answer`."""
    untaken_bytes: Count = 64 * 1024 * 1024
    """Of answers to `/answer` that nobody has taken yet; above it none is begun."""
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
    """Wrong codes that an address may try in a minute; then a pause that doubles."""
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
CODE_HOURS, REPLY_HOURS = 12, 48
"""After which codes, and replies that were sent, are swept away."""
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
        self.forget()
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

    def forget(self) -> None:
        """Addresses that have asked no more for so long are no longer known."""
        early = self.clock() - FORGOTTEN
        while self._left and next(iter(self._left.values()))[1] < early:
            self._left.popitem(last=False)


class Tries:
    """How often an address has guessed wrong at what only the right one should find: so many a minute, then a pause. Who asks
    during the pause makes it no longer; who guesses wrong again after it waits twice as long. After an hour all is forgotten.

    >>> now = [0.0]
    >>> tries = Tries(Limits(tries=2), lambda: now[0])
    >>> tries.wrong("a"), tries.wrong("a"), tries.wait("a")
    (None, None, 60000)
    >>> now[0] += 30
    >>> tries.wait("a"), tries.wait("b")
    (30000, 0)
    >>> now[0] += 31
    >>> tries.wait("a"), tries.wrong("a"), tries.wrong("a"), tries.wait("a")
    (0, None, None, 120000)
    >>> now[0] += 3601
    >>> tries.forget(), tries.wait("a"), len(tries._seen)
    (None, 0, 0)
    """

    MINUTE, LONGEST, FORGOTTEN = 60, 30 * 60, 3600

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits, self.clock = limits, clock
        self._seen: OrderedDict[str, _Guesses] = OrderedDict()
        self._lock = Lock()

    def wait(self, address: str) -> int:
        """0, or the milliseconds until an address may guess again."""
        with self._lock:
            found = self._seen.get(address)
        return 0 if found is None else max(0, round((found.until - self.clock()) * 1000))

    def wrong(self, address: str) -> None:
        """One more guess was wrong."""
        now = self.clock()
        self.forget()
        with self._lock:
            count, since, until, pause, _ = self._seen.pop(address, _Guesses(0, now, 0.0, 0, now))
            if now - max(since, until) >= self.MINUTE:
                count, since = 0, now
            count += 1
            if count >= self.limits.tries and now >= until:
                pause = min(max(2 * pause, self.MINUTE), self.LONGEST)
                count, since, until = 0, now + pause, now + pause
            self._seen[address] = _Guesses(count, since, until, pause, now)
            if len(self._seen) > self.limits.addresses:
                self._seen.popitem(last=False)

    def forget(self) -> None:
        """Addresses that have guessed wrong no more for an hour are no longer known."""
        early = self.clock() - self.FORGOTTEN
        with self._lock:
            while self._seen and next(iter(self._seen.values())).last <= early:
                self._seen.popitem(last=False)


class _Guesses(NamedTuple):
    """Wrong guesses of an address: how many since when, until when it must wait, how long its pause was, when the last came."""

    guessed: int
    since: float
    until: float
    pause: int
    last: float


def digest(secret: str) -> str:
    """What is kept of a token, and what it is counted by."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


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
