"""Remembers how far a reader has seen the log of each book, and its hash at that point."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from sikwu.book.book import Book, now
from sikwu.book.events import Entry
from sikwu.book.problems import BookError
from sikwu.cli.shared.files import write_whole
from sikwu.cli.shared.places import state_folder
from sikwu.texts import Message, say

MOST = 1000


class SeenHead(msgspec.Struct, frozen=True):
    """A head, and the time it was seen."""

    seq: int
    hash: str
    at: str


def moved(book: Book, entry: Callable[[int], Entry | None]) -> tuple[Message, bool] | None:
    """How the head moved since this reader last saw it, and whether that is plausible; None: never seen before."""
    heads = _read()
    then = heads.pop(book.id, None)
    heads[book.id] = SeenHead(book.head.seq, book.head.hash, now())
    told = None if then is None else _told(then, book, entry)
    if told is None or told[1]:  # the warning is repeated until it has been examined
        _write(heads)
    return told


def _told(then: SeenHead, book: Book, entry: Callable[[int], Entry | None]) -> tuple[Message, bool]:
    at = then.at[:16].replace("T", " ")
    if book.head.seq < then.seq:
        return say("cli.book.head_gone", at=at, was=then.seq, now=book.head.seq), False
    there = book.head if book.head.seq == then.seq else entry(then.seq)
    other = there.hash if there is not None else "–"
    if other != then.hash:
        return say("cli.book.head_other", at=at, was=then.seq, hash=then.hash[:16], other=other[:16]), False
    if book.head.seq == then.seq:
        return say("cli.book.head_same", at=at), True
    return say("cli.book.head_moved", at=at, was=then.seq, now=book.head.seq), True


def _file() -> Path | None:
    try:
        return state_folder() / "heads.json"
    except BookError:
        return None


def _read() -> dict[str, SeenHead]:
    file = _file()
    try:
        return {} if file is None else msgspec.json.decode(file.read_bytes(), type=dict[str, SeenHead])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):  # a help for the reader, not a part of the books
        return {}


def _write(heads: dict[str, SeenHead]) -> None:
    file = _file()
    if file is None:
        return
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        newest = sorted(heads.items(), key=lambda each: each[1].at)[-MOST:]
        write_whole(file, msgspec.json.encode(dict(newest)), private=True)
    except OSError:
        return
