"""Reads one key from a person: without Enter if the terminal allows it, otherwise a whole line."""

from __future__ import annotations

import os
import sys

from sikwu.cli.asking import PROMPT, at_terminal

ENTER, END = "", "\x04"


def one_key() -> str:
    """What was pressed or typed, without spaces around; Enter alone is nothing. Ctrl-D, or the end of a pipe, is an EOFError."""
    if not at_terminal():
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            raise EOFError
        print(PROMPT, flush=True)
        return line.strip()
    pressed = _pressed()
    return input(PROMPT).strip() if pressed is None else pressed


def _pressed() -> str | None:
    """One key without Enter; None where the terminal has no such thing."""
    if os.environ.get("TERM", "dumb") == "dumb":
        return None
    try:
        import termios
        import tty
    except ImportError:
        return None
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor, termios.TCSADRAIN)  # before the question: a key that comes at once is not lost
        print(PROMPT, end="", flush=True)
        key = _letter(descriptor)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
    if key in ("", END):
        print()
        raise EOFError
    print(key if key.isprintable() else "", flush=True)
    return "" if key in "\r\n " else key


def _letter(descriptor: int) -> str:
    """A letter of any number of bytes."""
    data = os.read(descriptor, 1)
    while data and len(data) < 4:
        try:
            return data.decode()
        except UnicodeDecodeError:
            data += os.read(descriptor, 1)
    return data.decode(errors="replace")
