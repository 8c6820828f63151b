"""The finished deals of a table: its record as JSON Lines, the proofs of its walls, and the same deals as a book.

They do not contain the current deal. Lines after a proof (decisions about cuts, cuts) belong to the proved deal.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sikwu.book import Store
from sikwu.live.record import standing
from sikwu.play.lines import ProofLine
from sikwu.play.reader import typed_lines
from sikwu.server.tables import log
from sikwu.wire.tabled import ProofsShape

LINES = "SELECT text FROM lines WHERE tbl = :id ORDER BY seq"


def finished(texts: Iterable[str]) -> list[str]:
    """The lines of a record up to the deal that is running, of a log's lines; without what was taken back."""
    out: list[str] = []
    begun = None
    for kind, text in standing((_kind(text), text) for text in texts):
        if kind == "start_kyoku":
            begun = len(out)
        elif kind == "proof":
            begun = None
        out.append(text)
    return out if begun is None else out[:begun]


class _LineType(msgspec.Struct):
    type: str


_KIND = msgspec.json.Decoder(_LineType)


def _kind(text: str) -> str:
    return _KIND.decode(text).type


def record(store: Store, id: str) -> list[str]:
    """The lines of the finished deals of a table; in a thread."""
    log.row_of(store, id)
    return finished(text for (text,) in store.rows(LINES, id=id))


def proofs(store: Store, id: str) -> ProofsShape:
    """The proofs of a table's finished deals; in a thread."""
    row = log.row_of(store, id)
    lines = typed_lines([msgspec.json.decode(text) for text in record(store, id) if _kind(text) == "proof"])
    return ProofsShape(id, row.rules, tuple(line for line in lines if isinstance(line, ProofLine)))


class _TableReply(msgspec.Struct):
    table: str


def table_of(reply: bytes) -> str:
    """The id of the table that a stored reply names."""
    return msgspec.json.decode(reply, type=_TableReply).table


class _BookReply(msgspec.Struct):
    book: str


def book_of(reply: bytes) -> str:
    """The id of the book in an answer."""
    return msgspec.json.decode(reply, type=_BookReply).book
