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
    """Requests a second from an address, after its burst."""
    burst: Count = 60
    at_once: Count = 64
    """Answers worked on or waited for at the same time."""
    workers: Count = 2
    """Threads that work on them."""
    body: Count = 64 * 1024
    answer_body: Count = 1024 * 1024
    depth: Count = 12
    array: Count = 2_000
    kept_answers: Count = 4_096
    kept_rules: Count = 10_000
    """Rules of houses in the database; the oldest go first."""
    header_bytes: Count = 16 * 1024
    header_time: Count = 5
    body_time: Count = 10
    addresses: Count = 10_000
    """Addresses that are counted at the same time."""


def read_limits(path: Path) -> Limits:
    """The limits of a TOML file: `rate = 100`."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Limits)
    except (OSError, ValueError, msgspec.ValidationError) as error:
        raise RulesError([problem("serve.limits", path=str(path), why=str(error)[:200])]) from None


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

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits, self.clock = limits, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, address: str) -> int:
        """Takes one of an address's credits: 0, or the milliseconds until there is one."""
        now, burst, rate = self.clock(), float(self.limits.burst), self.limits.rate
        left, then = self._left.pop(address, (burst, now))
        left = min(burst, left + (now - then) * rate)
        enough = left >= 1
        self._left[address] = (left - 1 if enough else left, now)
        if len(self._left) > self.limits.addresses:
            self._left.popitem(last=False)
        while next(iter(self._left.values()))[1] < now - FORGOTTEN:
            self._left.popitem(last=False)
        return 0 if enough else max(1, round((1 - left) * 1000 / rate))


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
