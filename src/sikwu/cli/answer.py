"""`sikwu answer`: one JSON line in, one JSON line out; a bad line is answered like any other."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from sikwu.cases import MOST_BYTES, answered
from sikwu.cli.paper import tell
from sikwu.cli.streams import silenced
from sikwu.texts import SikwuError, problem, say
from sikwu.wire import ErrorShape, RefusalShape, error_shape

BROKEN_PIPE, INTERRUPTED = 141, 130  # as a shell counts the two signals


def answer_file(file: Path | None, lang: str) -> int:
    """Answers a file, or standard input; the exit code."""
    try:
        if file is None or str(file) == "-":
            if sys.stdin is None:
                raise OSError(say("why.no_input")(lang))
            return _answer(sys.stdin.buffer, sys.stdout.buffer)
        with file.open("rb") as source:
            return _answer(source, sys.stdout.buffer)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        silenced()
        return BROKEN_PIPE
    except Unwritable as error:
        tell([problem("cli.no_output", why=error)], lang)
        silenced()
        return 2
    except (OSError, ValueError) as error:  # a path with a NUL in it is a ValueError
        why = getattr(error, "strerror", None) or str(error)
        tell([problem("file.unreadable", file=file or "-", why=why)], lang)
        return 2


class Unwritable(Exception):
    """The answer cannot be written, for another reason than that nobody reads any more."""


def _answer(source: BinaryIO, out: BinaryIO) -> int:
    for line in answers(_lines(source)):
        try:
            out.write(line + b"\n")
            out.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise Unwritable(error.strerror or str(error)) from None
    return 0


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines; of one that is too long only its start is ever held."""
    while line := source.readline(MOST_BYTES + 1):
        yield line
        while len(line) > MOST_BYTES and not line.endswith(b"\n"):
            line = source.readline(MOST_BYTES + 1)


def answers(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The answers to lines of bytes, empty ones left out; nothing a line holds can stop it.

    >>> list(answers([b"", b"x"]))[0][:42]
    b'{"id":null,"error":{"code":"case.not_json"'
    """
    for number, line in enumerate(lines):
        line = line.removeprefix(b"\xef\xbb\xbf") if number == 0 else line
        if not line.strip():
            continue
        try:
            yield msgspec.json.encode(answered(line))
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
    return error_shape(SikwuError([problem("case.unforeseen", told=told)]))
