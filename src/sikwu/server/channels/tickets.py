"""Tickets: a socket's first message holds one instead of a token. They are random, and valid once for half a minute.

A ticket cannot be derived from stored data: a single process keeps its tickets in memory; several processes that
share a database store hashes there.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import Protocol

from sikwu.book import Store
from sikwu.server.channels.tokens import Holder, moment
from sikwu.server.http.limits import digest
from sikwu.server.http.refusals import Refusal

LEFT = 30
"""The lifetime of a ticket in seconds."""
MOST = 100_000
"""The most waiting tickets; the oldest are dropped."""
GIVE = (
    "INSERT INTO requests (scope, key, body_hash, status, reply, at) VALUES ('ticket', :key, :holder, 200, :book, :at)"
)
GIVEN = "SELECT body_hash FROM requests WHERE scope = 'ticket' AND key = :key AND reply = :book AND at > :early"
TAKE = "DELETE FROM requests WHERE scope = 'ticket' AND key = :key"


class Tickets(Protocol):
    """Gives and accepts tickets."""

    def ticket(self, holder: Holder) -> str:
        """A ticket for the holder of a token."""

    def used(self, ticket: str, thing: str) -> str:
        """The hash of the token of a ticket; the ticket becomes invalid."""


class OwnTickets:
    """The tickets of a process with its own database; uses the monotonic clock.

    >>> tickets = OwnTickets()
    >>> ticket = tickets.ticket(Holder("h", "i", "keeper", "b", "Wing"))
    >>> tickets.used(ticket, "b")
    'h'
    >>> tickets.used(ticket, "b")
    Traceback (most recent call last):
    ...
    sikwu.server.http.refusals.Refusal: The ticket was used, has expired or is for something else: get a new one.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._given: OrderedDict[str, tuple[str, str, float]] = OrderedDict()
        self._lock = Lock()

    def ticket(self, holder: Holder) -> str:
        """A ticket for the holder of a token."""
        ticket, now = secrets.token_hex(16), self.clock()
        with self._lock:
            self._given[digest(ticket)] = (holder.thing, holder.hash, now + LEFT)
            while self._given and (len(self._given) > MOST or next(iter(self._given.values()))[2] < now):
                self._given.popitem(last=False)
        return ticket

    def used(self, ticket: str, thing: str) -> str:
        """The hash of the token of a ticket; the ticket becomes invalid."""
        name = digest(ticket)
        with self._lock:
            found = self._given.get(name)
            if found is None or found[0] != thing or found[2] < self.clock():
                raise Refusal.of("ticket.bad")
            del self._given[name]
        return found[1]


class SharedTickets:
    """The tickets of several processes with one database: each is valid at any of them, once."""

    def __init__(self, store: Callable[[], Store]) -> None:
        self.store = store

    def ticket(self, holder: Holder) -> str:
        """A ticket for the holder of a token."""
        ticket = secrets.token_hex(16)
        row = {"key": digest(ticket), "holder": holder.hash, "book": holder.thing, "at": moment(datetime.now(UTC))}
        self.store().change([(GIVE, row)])
        return ticket

    def used(self, ticket: str, thing: str) -> str:
        """The hash of the token of a ticket; the ticket becomes invalid.

        It uses the clocks of the processes; a clock set back in between only makes a ticket valid for longer.
        """
        early = moment(datetime.now(UTC) - timedelta(seconds=LEFT))
        found = self.store().rows(GIVEN, key=digest(ticket), book=thing, early=early)
        if not found or not self.store().change([(TAKE, {"key": digest(ticket)})])[0]:
            # only one of two requests succeeds
            raise Refusal.of("ticket.bad")
        return str(found[0][0])
