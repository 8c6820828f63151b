"""Questions to a person at a terminal: line editing with history, and questions repeated until the answer is valid."""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Callable
from typing import TypeVar

from sikwu.cli.shared.paper import WrappedText, paper, tell
from sikwu.texts import Message, SikwuError

PROMPT = "› "
T = TypeVar("T")


def at_terminal() -> bool:
    """Whether input and output are a terminal."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def line_editing() -> None:
    """Turns on arrow keys and history if the system has them; Chinese can be typed under every locale."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    if os.environ.get("TERM", "dumb") == "dumb":
        return  # a terminal without cursor movement edits lines itself
    _wide_letters()
    try:
        import readline
    except ImportError:
        return
    for setting in ("input-meta on", "output-meta on", "convert-meta off", "enable-bracketed-paste off"):
        readline.parse_and_bind(f"set {setting}")


def _wide_letters() -> None:
    """Makes line editing work by characters instead of bytes, even if the locale is missing or not UTF-8."""
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
    os.environ["LC_ALL"] = "C.UTF-8"  # read by the line editor


def ask(question: Message, read: Callable[[str], T], lang: str, usual: str = "") -> T:
    """Asks one question. Enter accepts the default; after an invalid answer the problem is shown and the question repeated."""
    while True:
        paper().print(WrappedText((question(lang), "bold"), (f" [{usual}]" if usual else "", "dim")))
        given = input(PROMPT).strip() or usual
        try:
            return read(given)
        except SikwuError as error:
            tell(error.problems, lang)
