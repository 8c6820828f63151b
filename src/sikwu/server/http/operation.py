"""One operation of the server: a path with its request and its answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sikwu.server.http.refusals import Refusal
from sikwu.texts import say

ROOT = "/api/v1"
JSON, LINES, BYTES = "application/json", "application/x-ndjson", "application/octet-stream"
CSV = "text/csv; charset=utf-8"
PAGE = "text/html; charset=utf-8"


@dataclass(frozen=True)
class Call:
    """One parsed request: its body, the languages asked for, and the names in its path."""

    asked: Any
    words: tuple[str, ...]
    given: Mapping[str, str]
    origin: str = ""
    body: bytes = b""
    token: str = ""
    key: str = ""
    """The idempotency key of the sender: a request sent again with it is not executed again."""
    match: str = ""
    """The head that the book must have (If-Match)."""
    address: str = ""
    wanted: Callable[[], bool] = lambda: True
    """Whether the client still waits for the answer; may be called from any thread."""

    def number(self, name: str, usual: int) -> int:
        """A number in the path."""
        text = self.given.get(name, "")
        if not text:
            return usual
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 15):
            raise Refusal.of("request.query", name=name, wanted=say("request.want_number"))
        return int(text)


@dataclass(frozen=True)
class AddressParameter:
    """A parameter of the path or query."""

    name: str
    says: str
    kind: str = "string"
    needed: bool = False


@dataclass(frozen=True)
class Operation:
    """One operation."""

    id: str
    method: str
    path: str
    says: str
    run: Callable[[Any, Call], Any]
    """The function that answers a call, with the desk of its room."""
    gives: Any
    takes: Any = None
    given: tuple[AddressParameter, ...] = ()
    media: str = JSON
    lasting: bool = False
    """Whether the answer stays the same until the catalogue changes, so that a browser may cache it."""
    pure: bool = True
    """Whether the same request always has the same answer, which is then cached."""
    wide: bool = False
    """Whether it takes many cases: a larger body, and lines."""
    token: str = ""
    """Which token it needs: a reader's, a keeper's, a host's, or any; empty: none."""
    keyed: bool = False
    """Whether it writes: then it needs a key and counts as a writing request."""
    status: int = 200
    file: bool = False
    """Whether its body is a file."""
    on_loop: bool = False
    """Whether it is a coroutine on the event loop, which owns the memory; otherwise it runs in a thread."""


@dataclass(frozen=True)
class HttpAnswer:
    """An answer with its own status and headers."""

    body: bytes
    status: int = 200
    media: str = JSON
    headers: Mapping[str, str] = field(default_factory=dict)
