"""Tickets: what a socket's first message holds instead of a token. Signed, good once, for half a minute."""

from __future__ import annotations

import secrets
import time

from itsdangerous import BadSignature, URLSafeTimedSerializer

from sikwu.server.refusals import refused
from sikwu.server.tokens import Holder

LEFT = 30
"""Seconds that a ticket is good for."""


class Tickets:
    """The tickets of one server."""

    def __init__(self, secret: bytes) -> None:
        self._signer = URLSafeTimedSerializer(secret, salt="sikwu.ticket")
        self._used: dict[str, float] = {}

    def ticket(self, holder: Holder) -> str:
        """A ticket for the holder of a token."""
        return str(self._signer.dumps([holder.book, holder.hash, secrets.token_hex(8)]))

    def used(self, ticket: str, book: str) -> tuple[str, str]:
        """The hash of the token that a ticket stands for, and its own name; from now on it is worth nothing here.

        >>> tickets = Tickets(b"secret")
        >>> ticket = tickets.ticket(Holder("h", "i", "keeper", "b", "Wing"))
        >>> tickets.used(ticket, "b")[0]
        'h'
        >>> tickets.used(ticket, "b")
        Traceback (most recent call last):
        ...
        sikwu.server.refusals.Refusal: The ticket is used, expired or of something else: ask for a new one.
        """
        now = time.monotonic()
        for name in [name for name, until in self._used.items() if until < now]:
            del self._used[name]
        try:
            thing, hash, name = self._signer.loads(ticket, max_age=LEFT)
        except (BadSignature, ValueError, TypeError):
            raise refused("ticket.bad") from None
        if thing != book or name in self._used:
            raise refused("ticket.bad")
        self._used[name] = now + LEFT + 1
        return hash, name
