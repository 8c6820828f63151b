"""All limits of the server. Limits are settings: a file raises or lowers them, and nothing switches them off."""

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

from sikwu.texts import RulesError

Quantity = Annotated[int, Meta(ge=1, le=1_000_000_000)]


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """Every limit with its default value; sizes in bytes, times in seconds."""

    rate: Quantity = 20
    """Requests a second from an address, after its burst; the same for a token of a book older than a day."""
    burst: Quantity = 60
    young_rate: Quantity = 60
    """Requests a second of all tokens of younger books from one address, so that making tokens does not give more
    credits.
    """
    young_burst: Quantity = 300
    address_rate: Quantity = 200
    """Requests a second from an address for anything, with or without a token, files of the app included."""
    address_burst: Quantity = 1_000
    refusal_hold: Quantity = 1
    """Seconds for which a connection that asked too often is not read."""
    at_once: Quantity = 64
    """Answers computed or waited for at the same time."""
    workers: Quantity = 2
    """Threads that compute them."""
    keepers: Quantity = 12
    """Threads that work on books; most of the time they wait for the disk."""
    workers_address: Quantity = 1
    """The threads that one address may use at the same time, if there is more than one."""
    waiting_address: Quantity = 24
    """Requests of one address that wait for them."""
    answer_processes: Quantity = 1
    """Processes that answer `/answer`, one request at a time each."""
    connections: Quantity = 100_000
    """Connections open at the same time; never more than the system's limit of open files less a hundred."""
    connections_address: Quantity = 100
    """Connections of one address; sockets that have shown a valid ticket do not count."""
    connect_rate: Quantity = 50
    """New connections a second from an address, after their burst."""
    connect_burst: Quantity = 400
    keep_alive: Quantity = 30
    """Seconds that a connection stays open between two requests."""
    book_threads: Quantity = 2
    """Threads that one book may use at the same time."""
    address_threads: Quantity = 6
    """Threads for books that one address may use at the same time; other requests wait for their turn."""
    turns_waiting: Quantity = 64
    """Requests that wait for the turn of one book, or of one address."""
    turn_time: Quantity = 5
    """Seconds that a request waits for its turn."""
    body: Quantity = 64 * 1024
    answer_body: Quantity = 1024 * 1024
    answer_bytes: Quantity = 4 * 1024 * 1024
    """Bytes of the whole answer to one request to `/answer`."""
    answer_time: Quantity = 4
    """Seconds of work on one request to `/answer`."""
    untaken_bytes: Quantity = 64 * 1024 * 1024
    """Bytes of answers to `/answer` that nobody has read yet; above this no further one is begun."""
    depth: Quantity = 12
    array: Quantity = 2_000
    kept_answers: Quantity = 4_096
    kept_bytes: Quantity = 32 * 1024 * 1024
    """Bytes of all cached answers."""
    kept_rules: Quantity = 10_000
    """Rules of houses in the database; the oldest are deleted first."""
    header_bytes: Quantity = 16 * 1024
    header_time: Quantity = 5
    body_time: Quantity = 10
    write_rate: Quantity = 2
    """Writing requests a second of a token, or of an address without a token, after their burst."""
    write_burst: Quantity = 20
    import_body: Quantity = 4 * 1024 * 1024
    entries: Quantity = 100_000
    """Entries of one book."""
    books_a_day: Quantity = 50
    """Books made by one address in a day."""
    books_awake: Quantity = 2_000
    book_idle: Quantity = 600
    """Seconds after which a book that nobody watches leaves the memory."""
    tables_a_day: Quantity = 200
    """Tables opened by one address in a day."""
    tables_awake: Quantity = 1_000
    table_idle: Quantity = 600
    """Seconds after which a table that nobody watches or plays leaves the memory."""
    table_lines: Quantity = 100_000
    """Lines of one table; a table that reaches the limit ends after its deal."""
    table_hurry: Quantity = 1
    """The factor by which waits at tables (windows, bots' turns, nonces, rests) are shortened: for tests and measurements."""
    asks: Quantity = 20
    """People who ask at the same time to be let into one book."""
    tokens: Quantity = 200
    """Tokens of one book that are not revoked."""
    tries: Quantity = 10
    """Wrong codes that an address may try in a minute; then a pause that doubles."""
    sockets: Quantity = 4_000
    sockets_address: Quantity = 40
    """Sockets of one address that have not yet shown a valid ticket."""
    sockets_token: Quantity = 10
    """Sockets of one token."""
    sockets_members: Quantity = 1_000
    """Sockets of one address that have shown a valid ticket."""
    handshake_rate: Quantity = 20
    """New sockets a second from an address, after their burst."""
    handshake_burst: Quantity = 100
    hello_time: Quantity = 5
    silence: Quantity = 25
    """Seconds without a sign of life after which a socket is closed."""
    frame_up: Quantity = 4 * 1024
    frame_down: Quantity = 64 * 1024
    frames_second: Quantity = 20
    frames_minute: Quantity = 200
    queue_frames: Quantity = 64
    queue_bytes: Quantity = 256 * 1024
    drain_time: Quantity = 10
    """Seconds without progress after which a client that does not read is cut off, on sockets and elsewhere."""
    addresses: Quantity = 10_000
    """Addresses that are counted at the same time."""


def read_limits(path: Path) -> Limits:
    """The limits of a TOML file: `rate = 100`."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Limits)
    except (OSError, ValueError, msgspec.ValidationError) as error:
        raise RulesError.of("serve.limits", path=str(path), why=str(error)[:200]) from None


DEBT = 10.0
"""The longest pause that work can cause, in seconds."""
CODE_HOURS, REPLY_HOURS = 12, 48
"""Hours after which codes and sent replies are deleted."""
FORGOTTEN = 600.0
"""Seconds after which an address without requests is forgotten."""


class Credits:
    """The credits of each address: a burst that refills at a rate (a token bucket).

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
        """Takes one credit of an address: 0, or the milliseconds until there is one."""
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
        """Takes more credits of an address for a request that took more work than usual; the resulting pause is
        bounded.

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
        """Forgets addresses that have not asked for a long time."""
        early = self.clock() - FORGOTTEN
        while self._left and next(iter(self._left.values()))[1] < early:
            self._left.popitem(last=False)


class Tries:
    """Counts wrong guesses of a secret by address: a number of guesses a minute, then a pause. Guesses during the
    pause do not extend it; a wrong guess after it doubles the pause. After an hour everything is forgotten.

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
        self._seen: OrderedDict[str, _GuessCount] = OrderedDict()
        self._lock = Lock()

    def wait(self, address: str) -> int:
        """0, or the milliseconds until an address may guess again."""
        with self._lock:
            found = self._seen.get(address)
        return 0 if found is None else max(0, round((found.until - self.clock()) * 1000))

    def wrong(self, address: str) -> None:
        """Counts a wrong guess."""
        now = self.clock()
        self.forget()
        with self._lock:
            count, since, until, pause, _ = self._seen.pop(address, _GuessCount(0, now, 0.0, 0, now))
            if now - max(since, until) >= self.MINUTE:
                count, since = 0, now
            count += 1
            if count >= self.limits.tries and now >= until:
                pause = min(max(2 * pause, self.MINUTE), self.LONGEST)
                count, since, until = 0, now + pause, now + pause
            self._seen[address] = _GuessCount(count, since, until, pause, now)
            if len(self._seen) > self.limits.addresses:
                self._seen.popitem(last=False)

    def forget(self) -> None:
        """Forgets addresses without a wrong guess for an hour."""
        early = self.clock() - self.FORGOTTEN
        with self._lock:
            while self._seen and next(iter(self._seen.values())).last <= early:
                self._seen.popitem(last=False)


class _GuessCount(NamedTuple):
    """The wrong guesses of an address: how many since when, until when it must wait, how long its pause was, when the
    last one came.
    """

    guessed: int
    since: float
    until: float
    pause: int
    last: float


def digest(secret: str) -> str:
    """The digest of a token: it is stored, and requests are counted by it."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def counted_as(address: str) -> str:
    """The address that is counted; for IPv6 the /64 network, because one house has all of its addresses.

    >>> counted_as("192.0.2.7"), counted_as("2001:db8:1:2:3::4"), counted_as("somewhere")
    ('192.0.2.7', '2001:db8:1:2::', 'somewhere')
    """
    if ":" not in address:
        return address
    try:
        return str(ipaddress.ip_network(f"{address.partition('%')[0]}/64", strict=False).network_address)
    except ValueError:
        return address
