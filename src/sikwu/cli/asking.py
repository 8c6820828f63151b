"""Questions to a person at a terminal: line editing with history, and questions repeated until the answer is valid."""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Callable
from typing import TypeVar

from sikwu.cli.paper import Words, paper, tell
from sikwu.texts import Message, SikwuError

PROMPT = "› "
T = TypeVar("T")


def at_terminal() -> bool:
    """Does somebody type, and read what is printed?"""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def line_editing() -> None:
    """Arrows and history where the system has them; Chinese can be typed whatever the locale."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    if os.environ.get("TERM", "dumb") == "dumb":
        return  # a terminal that cannot move its cursor edits its lines itself
    _wide_letters()
    try:
        import readline
    except ImportError:
        return
    for setting in ("input-meta on", "output-meta on", "convert-meta off", "enable-bracketed-paste off"):
        readline.parse_and_bind(f"set {setting}")


def _wide_letters() -> None:
    """Lines are edited letter by letter, not byte by byte, in a locale that is not there or knows no UTF-8 too."""
    try:
        locale.setlocale(locale.LC_CTYPE, "")
        if "utf" in locale.nl_langinfo(locale.CODESET).lower():
            return
    except (locale.Error, AttributeError):
        pass
    try:
        locale.setlocale(locale.LC_CTYPE, "C.UTF-8")
    except locale.Error:
        return
    os.environ["LC_ALL"] = "C.UTF-8"  # where the line editor looks


def ask(question: Message, read: Callable[[str], T], lang: str, usual: str = "") -> T:
    """Asks one question. Enter accepts the default; after an invalid answer the problem is shown and the question repeated."""
    while True:
        paper().print(Words((question(lang), "bold"), (f" [{usual}]" if usual else "", "dim")))
        given = input(PROMPT).strip() or usual
        try:
            return read(given)
        except SikwuError as error:
            tell(error.problems, lang)
