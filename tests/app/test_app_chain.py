"""The hash chain of a book as a phone checks it, without the browser's crypto: the same as in the library, byte by byte."""

from __future__ import annotations

import hashlib
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from app_node import ask
from sikwu import ruleset
from sikwu.book import Book
from sikwu.book.events import Result, SentEvent
from sikwu.book.exchange import to_jsonl
from sikwu.wire.pages import entry_shape


def kept() -> Book:
    """A book with and without stamps, notes of all kinds, and a player named by a number."""
    book = Book.new("星期五", ("Karen", "7", "Wing", "阿明"), ruleset("hk-taiwanese"))
    notes = ("", '「相公」 \\ " / \n\t', "𠮷 👩‍👧 ｆ", "{}", "é" * 200)
    for n, note in enumerate(notes * 2):
        event = Result("discard", {"Karen": 6 + n, "Wing": 5} if n % 3 else {"阿明": 6}, "7", note=note)
        book.record(
            SentEvent(event, "阿明" if n % 2 else "", f"key-{n:012d}" if n > 2 else "", n + 1 if n > 4 else None)
        )
    book.undo()
    return book


def shown(book: Book) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = msgspec.to_builtins([entry_shape(line) for line in book.journal()])
    return found


def test_the_same_digits(tmp_path: Path) -> None:
    texts = ["", "abc", "相公" * 40, *("x" * n for n in (54, 55, 56, 63, 64, 65, 119, 120, 4000))]
    told = ask(tmp_path, ({"sha256": text} for text in texts))
    assert told == [hashlib.sha256(text.encode()).hexdigest() for text in texts]


def test_a_log_that_holds_and_every_change_of_it(tmp_path: Path) -> None:
    """A sound log holds, whole and in pieces; any letter of any entry that is changed is found."""
    book = kept()
    entries, file, chance = shown(book), to_jsonl(book), Random(7)
    sound: list[dict[str, Any]] = [{"entries": entries}, {"entries": entries[4:]}, {"file": file, "entries": entries}]
    assert ask(tmp_path, sound) == [None] * 3
    bad: list[tuple[dict[str, Any], int]] = []
    for n, entry in enumerate(entries):
        for name, value in (
            ("at", "2001-01-01T00:00:00Z"),
            ("author", "Eve"),
            ("key", "k"),
            ("hand_no", 99),
            ("seq", 99),
        ):
            other = [*entries[:n], {**entry, name: value}, *entries[n + 1 :]]
            if name != "seq":
                bad.append(({"entries": other}, entry["seq"]))
        changed = {**entry["event"], "note": "changed"}
        bad.append(({"entries": [*entries[:n], {**entry, "event": changed}, *entries[n + 1 :]]}, entry["seq"]))
        # The file is intact, but the shown entry is not in it.
        bad.append(({"file": file, "entries": [{**entry, "event": changed}]}, entry["seq"]))
    lines = file.splitlines()
    for n in range(1, len(lines) - 1):
        bad.append(({"file": "\n".join([*lines[:n], *lines[n + 1 :]])}, len(lines) - 1))
        at = lines[n].index('"event":') + 8 + chance.randrange(30)
        wrong = chr(ord(lines[n][at]) ^ 1)
        if wrong not in '"\\':
            text = lines[n][: at - 1] + lines[n][at - 1] + wrong + lines[n][at + 1 :]
            try:
                msgspec.json.decode(text)
            except msgspec.DecodeError:
                continue
            bad.append(({"file": "\n".join([*lines[:n], text, *lines[n + 1 :]])}, n))
    assert len(bad) > 80
    for (asked, seq), found in zip(bad, ask(tmp_path, (asked for asked, _ in bad)), strict=True):
        assert found == seq, asked


def test_a_name_that_is_a_number_alarms_nobody(tmp_path: Path) -> None:
    """A browser puts such keys first: the entry seems changed, the file says that it is not."""
    book = kept()
    book.record(Result("discard", {"Karen": 6, "7": 5}, "Wing"))
    entries = shown(book)
    assert ask(tmp_path, [{"entries": entries}, {"file": to_jsonl(book), "entries": entries}]) == [len(entries), None]
