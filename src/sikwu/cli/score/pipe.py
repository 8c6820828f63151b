"""Reads hands from standard input, one per line, and answers each before reading the next."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO

import msgspec

from sikwu.cli.shared.paper import WrappedText, paper, tell
from sikwu.texts import SikwuError, say

MOST_BYTES = 1 << 16
"""Of a longer line only the start is kept; no hand is that long."""


def is_piped(text: str) -> bool:
    """Whether to answer standard input: if the hand is `-`, or if there is no hand and standard input is not a
    terminal.
    """
    return text.strip() == "-" or (not text.strip() and sys.stdin is not None and not sys.stdin.isatty())


def lines(source: BinaryIO) -> Iterator[tuple[int, str]]:
    """The lines with content, with their numbers.

    >>> from io import BytesIO
    >>> list(lines(BytesIO(b"\\xef\\xbb\\xbf1m\\r\\n\\n2m")))
    [(1, '1m'), (3, '2m')]
    """
    number = 0
    while line := source.readline(MOST_BYTES + 1):
        number += 1
        start = line
        while len(line) > MOST_BYTES and not line.endswith(b"\n"):
            line = source.readline(MOST_BYTES + 1)
        text = start.decode("utf-8", "replace").removeprefix("\ufeff").strip()
        if text:
            yield number, text


def answer_lines(answer: Callable[[str], None], lang: str, json: bool) -> tuple[int, bool]:
    """Answers every line of standard input; returns how many there were, and whether all could be answered.

    An invalid line is reported with its number, and the next one is read.
    """
    count, good = 0, True
    for number, text in lines(sys.stdin.buffer) if sys.stdin is not None else ():
        if not json:
            _head(number, text, lang, first=count == 0)
        count += 1
        try:
            answer(text)
        except SikwuError as error:
            good = False
            _refuse(number, error, lang, json)
        sys.stdout.flush()
    return count, good


def _head(number: int, text: str, lang: str, first: bool) -> None:
    console = paper()
    if not first:
        console.print()
    shown = text if len(text) <= 200 else f"{text[:199]}…"
    console.print(WrappedText((say("cli.line", number=number)(lang), "bold"), (f" {shown}", "dim")))
    sys.stdout.flush()


def _refuse(number: int, error: SikwuError, lang: str, json: bool) -> None:
    if json:
        from sikwu.wire import error_shape  # needed only for JSON

        sys.stdout.write(msgspec.json.encode({"line": number, "error": error_shape(error)}).decode() + "\n")
    else:
        tell(error.problems, lang, say("cli.line.wrong", number=number)(lang))
