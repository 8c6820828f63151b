"""Checks the arguments of a command, and handles an output that is closed or full."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sikwu.cli.shared.language import default_language
from sikwu.texts import Problem, problem
from sikwu.texts.plain import shown

WRONG, BROKEN_PIPE = 2, 141
_MAY_BE = str.maketrans("", "", "\t\n\r")
"""Control characters that are allowed: a hand may be pasted in several lines."""


def not_text(arguments: Sequence[str]) -> str | None:
    """The first argument that is not UTF-8 or contains control characters; None: all are plain text.

    >>> not_text(["score", "1m\\n2m"]) is None, not_text(["\\x1b[2J"]), not_text(["caf\\udce9"])
    (True, '\\x1b[2J', 'caf\\udce9')
    """
    for argument in arguments:
        plain = argument.translate(_MAY_BE)
        if shown(plain) != plain:
            return plain
    return None


@contextmanager
def written() -> Iterator[None]:
    """Context of a command: bad arguments and an unwritable output end in one sentence.

    For books, what was stored counts, not what could be printed: `book` continues with a closed output, all other commands need one.
    """
    strange = not_text(sys.argv[1:])
    if strange is not None:
        raise SystemExit(_told(problem("cli.not_text", text=strange)))
    if sys.stdout is None:
        if sys.argv[1:2] != ["book"]:
            raise SystemExit(_told(problem("cli.no_output", why=os.strerror(9))))
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - as long as the process lasts
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        silenced()
        raise SystemExit(BROKEN_PIPE) from None
    except OSError as error:  # a full disk; errors of reading and storing were reported before
        silenced()
        raise SystemExit(_told(problem("cli.no_output", why=error.strerror or error))) from None


def silenced() -> None:
    """The output is closed or full: discards everything that Python would still flush at the end."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def coded(wrong: Problem) -> str:
    """The code of a problem, printed after its sentence if SIKWU_CODES=1; `--json` always has it."""
    return f" [{wrong.code}]" if os.environ.get("SIKWU_CODES") == "1" else ""


def _told(wrong: Problem) -> int:
    """Prints a problem as plain text; returns the exit code."""
    if sys.stderr is not None:
        print(f"✗ {wrong(default_language())}{coded(wrong)}", file=sys.stderr)
    return WRONG
