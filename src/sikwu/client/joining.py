"""Joining a table by a link, its secret or a code; and the data needed to come back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import urlsplit

from sikwu.client.http import Client
from sikwu.texts import SikwuError
from sikwu.wire.tabled import JoinAs, TableJoinAnswerShape

CODE = 4
"""The number of letters of a code."""
_ASKS = 1.0
"""Seconds between two checks whether the host has answered."""


class JoinRefusal(SikwuError):
    """The host has refused."""


class Invitation(NamedTuple):
    """A secret or a code; exactly one of them."""

    secret: str | None = None
    code: str | None = None


class Membership(NamedTuple):
    """A table, and a person's token there."""

    table: str
    token: str


def invitation(text: str) -> Invitation:
    """Parses an invitation: a link with its secret after #, the secret itself, or a code of four letters.

    >>> invitation("bcdf"), invitation("http://a.test/join#0123abcd").secret
    (Invitation(secret=None, code='BCDF'), '0123abcd')
    """
    given = text.strip()
    if urlsplit(given).scheme in ("http", "https"):
        given = urlsplit(given).fragment.rpartition("/")[2]
    return Invitation(code=given.upper()) if len(given) == CODE and given.isalpha() else Invitation(secret=given)


async def join(
    client: Client,
    name: str,
    invited: Invitation,
    kind: JoinAs = "seat",
    waits: Callable[[], None] = lambda: None,
) -> Membership:
    """Joins a table; by a code, waits for the host's answer, and says so once by `waits`."""
    joined = await asyncio.to_thread(client.join_table, name, secret=invited.secret, code=invited.code, kind=kind)
    token = joined.token or ""
    if joined.state == "asked":
        waits()
    while joined.state == "asked":
        await asyncio.sleep(_ASKS)
        joined = await asyncio.to_thread(client.joined, token)
    return Membership(_table(joined), token)


def _table(joined: TableJoinAnswerShape) -> str:
    if joined.state == "refused" or joined.table is None:
        raise JoinRefusal.of("table.join_refused")
    return joined.table
