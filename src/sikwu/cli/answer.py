"""`sikwu answer`: one JSON line in, one JSON line out; a bad line is answered like any other."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from sikwu.cases import answer_line
from sikwu.cli.paper import tell
from sikwu.texts import Problem

BROKEN_PIPE, INTERRUPTED = 141, 130  # as a shell counts the two signals


def answer_file(file: Path | None, lang: str) -> int:
    """Answers a file, or standard input; the exit code."""
    try:
        if file is None or str(file) == "-":
            return _answer(sys.stdin.buffer, sys.stdout.buffer)
        with file.open("rb") as source:
            return _answer(source, sys.stdout.buffer)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Nobody reads any more: what Python would still flush at the end goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        why = error.strerror or str(error)
        tell([Problem("file.unreadable", f"讀不到檔案 {file}：{why}", f"cannot read the file {file}: {why}")], lang)
        return 2


def _answer(source: BinaryIO, out: BinaryIO) -> int:
    for line in answers(source):
        out.write(line + b"\n")
        out.flush()
    return 0


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
            yield msgspec.json.encode(answer_line(line))
        except Exception as error:
            yield msgspec.json.encode({"id": _id(line), "error": _unforeseen(error)})


def _id(line: bytes) -> object:
    try:
        case = msgspec.json.decode(line)
    except Exception:
        return None
    return case.get("id") if isinstance(case, dict) else None


def _unforeseen(error: Exception) -> dict[str, str]:
    told = f"{type(error).__name__}: {error}"[:200]
    return {
        "code": "case.unforeseen",
        "message": f"This case cannot be answered ({told}).",
        "message_zh": f"這個個案答不到（{told}）。",
    }
