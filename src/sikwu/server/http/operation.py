"""One thing that can be asked of the server, and what it is answered with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sikwu.server.http.refusals import refused
from sikwu.texts import say

ROOT = "/api/v1"
JSON, LINES, BYTES = "application/json", "application/x-ndjson", "application/octet-stream"
CSV = "text/csv; charset=utf-8"


@dataclass(frozen=True)
class Call:
    """One request, read: its body, the languages asked for, and the names in its address."""

    asked: Any
    words: tuple[str, ...]
    given: Mapping[str, str]
    origin: str = ""
    body: bytes = b""
    token: str = ""
    key: str = ""
    """The sender's own word for what it wants: sent again, it is not done again."""
    match: str = ""
    """The head that the sender insists on."""
    address: str = ""
    wanted: Callable[[], bool] = lambda: True
    """Does somebody still wait for the answer? May be asked from any thread."""

    def number(self, name: str, usual: int) -> int:
        """A number of the address."""
        text = self.given.get(name, "")
        if not text:
            return usual
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 15):
            raise refused("request.query", name=name, wanted=say("request.want_number"))
        return int(text)


@dataclass(frozen=True)
class Given:
    """A parameter of the address."""

    name: str
    says: str
    kind: str = "string"
    needed: bool = False


@dataclass(frozen=True)
class Operation:
    """One thing that can be asked."""

    id: str
    method: str
    path: str
    says: str
    run: Callable[[Any, Call], Any]
    """Answers a call with what a room's answers are made with (its desk)."""
    gives: Any
    takes: Any = None
    given: tuple[Given, ...] = ()
    media: str = JSON
    lasting: bool = False
    """The same until the catalogue changes: a browser may keep it."""
    pure: bool = True
    """The same request has the same answer, which is kept."""
    wide: bool = False
    """Takes many cases: a larger body, and lines."""
    token: str = ""
    """Whose token it needs: a reader's, a keeper's, a host's, or anybody's; empty: none."""
    keyed: bool = False
    """It writes: it needs a key, and is counted as a writer."""
    status: int = 200
    file: bool = False
    """Its body is a file."""
    on_loop: bool = False
    """It is a coroutine of the loop, which owns what is in memory; else a thread works on it."""


@dataclass(frozen=True)
class Told:
    """An answer with a status and headers of its own."""

    body: bytes
    status: int = 200
    media: str = JSON
    headers: Mapping[str, str] = field(default_factory=dict)
