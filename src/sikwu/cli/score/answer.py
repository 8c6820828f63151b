"""`sikwu answer`: one line of JSON in, one line of JSON out. A bad line gets an error as its answer.

All lines that have arrived are answered together before the command waits for more. A single typed line is answered
at once, and thousands of lines do not need one write each.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import BinaryIO, Protocol, cast

import msgspec

from sikwu.cases import MOST_BYTES, NO_HOUSES, Houses, answered
from sikwu.cli.shared.paper import tell, telling
from sikwu.cli.shared.streams import silenced
from sikwu.texts import SikwuError, problem, say
from sikwu.wire import ErrorShape, RefusalShape, error_shape

BROKEN_PIPE, INTERRUPTED = 141, 130  # exit codes as a shell counts the two signals
_BLOCK = 1 << 16  # the size of a pipe buffer


def answer_file(file: Path | None, lang: str, rules: Sequence[str] = ()) -> int:
    """Answers a file, or standard input; returns the exit code. `rules`: files of rules that cases name by their
    hash.
    """
    with telling(lang):
        houses = _houses(rules)
    try:
        if file is None or str(file) == "-":
            if sys.stdin is None:
                raise OSError(say("why.no_input")(lang))
            return _answer(cast("Source", sys.stdin.buffer), sys.stdout.buffer, houses)
        with file.open("rb") as source:
            return _answer(source, sys.stdout.buffer, houses)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        silenced()
        return BROKEN_PIPE
    except WriteFailure as error:
        tell([problem("cli.no_output", why=error)], lang)
        silenced()
        return 2
    except (OSError, ValueError) as error:  # a path with a NUL in it is a ValueError
        why = getattr(error, "strerror", None) or str(error)
        tell([problem("file.unreadable", file=file or "-", why=why)], lang)
        return 2


def _houses(files: Sequence[str]) -> Houses:
    if not files:
        return NO_HOUSES
    from sikwu.cli.shared.lookup import find_rules  # seldom needed

    return {each.hash: each for each in map(find_rules, files)}


class WriteFailure(Exception):
    """The answer cannot be written, for another reason than a closed output."""


class Source(Protocol):
    """A byte source: one read returns what is available, and waits only if nothing is."""

    def read1(self, size: int, /) -> bytes:
        """Reads at most `size` bytes; empty at the end."""


def _answer(source: Source, out: BinaryIO, houses: Houses) -> int:
    for line in answers(lines(source, before_waiting=partial(_put, out.flush)), houses):
        _put(out.write, line + b"\n")
    _put(out.flush)
    return 0


def _put(do: Callable[..., object], *what: bytes) -> None:
    try:
        do(*what)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise WriteFailure(error.strerror or str(error)) from None


def lines(source: Source, before_waiting: Callable[[], None] = lambda: None) -> Iterator[bytes]:
    """The lines without their ends; of a line that is too long only the start is kept.

    >>> from io import BytesIO
    >>> list(lines(BytesIO(b"one\\ntwo")))
    [b'one', b'two']
    """
    begun, passing = b"", False  # the start of an unfinished line; whether the rest of a long line is being skipped
    before_waiting()
    while block := source.read1(_BLOCK):
        first, *more = block.split(b"\n")
        if not passing:
            begun += first
        if more:
            if not passing:
                yield begun
            yield from more[:-1]
            begun, passing = more[-1], False
        if len(begun) > MOST_BYTES:
            yield begun[: MOST_BYTES + 1]
            begun, passing = b"", True
        before_waiting()
    if begun:
        yield begun


def answers(lines: Iterable[bytes], houses: Houses = NO_HOUSES) -> Iterator[bytes]:
    """The answers to lines of bytes, without empty lines; no content of a line can stop it.

    >>> list(answers([b"", b"x"]))[0][:42]
    b'{"id":null,"error":{"code":"case.not_json"'
    """
    for number, line in enumerate(lines):
        line = line.removeprefix(b"\xef\xbb\xbf") if number == 0 else line
        if not line.strip():
            continue
        try:
            yield msgspec.json.encode(answered(line, None, houses))
        except Exception as error:
            yield msgspec.json.encode(RefusalShape(_id(line), _unforeseen(error)))


def _id(line: bytes) -> object:
    try:
        case = msgspec.json.decode(line)
    except Exception:
        return None
    return case.get("id") if isinstance(case, dict) else None


def _unforeseen(error: Exception) -> ErrorShape:
    told = f"{type(error).__name__}: {error}"[:200]
    return error_shape(SikwuError.of("case.unforeseen", told=told))
