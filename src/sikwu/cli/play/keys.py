"""Reads one key from a person: without Enter if the terminal allows it, otherwise a whole line."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from sikwu.cli.shared.asking import PROMPT, at_terminal

ENTER, END = "", "\x04"


def one_key() -> str:
    """The pressed key or typed line, without surrounding spaces; Enter alone is empty. Ctrl-D or the end of a pipe
    raises EOFError.
    """
    if not at_terminal():
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            raise EOFError
        print(PROMPT, flush=True)
        return line.strip()
    pressed = _pressed()
    return input(PROMPT).strip() if pressed is None else pressed


def _pressed() -> str | None:
    """One key without Enter; None if the terminal does not support that."""
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
        tty.setcbreak(descriptor, termios.TCSADRAIN)  # before the question, so that a key pressed at once is not lost
        print(PROMPT, end="", flush=True)
        key = _letter(descriptor)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
    if key in ("", END):
        print()
        raise EOFError
    print(key if key.isprintable() else "", flush=True)
    return "" if key in "\r\n " else key


class Woken(Exception):
    """Something else has happened while the program waited for a key."""


class WakingKeys:
    """Keys that can be interrupted: a byte in the pipe `wake` raises `Woken`. Keys typed meanwhile are not lost."""

    def __init__(self, wake: int) -> None:
        self.wake = wake
        self._typed = b""

    def read(self, prompt: bool = True) -> str:
        """Like `one_key`."""
        descriptor = sys.stdin.fileno()
        with _single_keys(descriptor) as single:
            if prompt:
                print(PROMPT, end="", flush=True)
            while (key := self._next(single)) is None:
                ready, _, _ = select.select([descriptor, self.wake], [], [])
                if descriptor not in ready:
                    raise Woken
                data = os.read(descriptor, 1024)
                if not data:
                    raise EOFError
                self._typed += data
        if key == END:
            print()
            raise EOFError
        print(key if single and key.isprintable() else "", end="\n" if single else "", flush=True)
        return "" if key in "\r\n " else key

    def _next(self, single: bool) -> str | None:
        """The next key, or the next line if the terminal does not support single keys; None: not yet there."""
        if not single:
            line, end, rest = self._typed.partition(b"\n")
            if not end:
                return None
            self._typed = rest
            return line.decode(errors="replace").strip()
        for size in range(1, min(4, len(self._typed)) + 1):
            try:
                key = self._typed[:size].decode()
            except UnicodeDecodeError:
                continue
            self._typed = self._typed[size:]
            return key
        return None


@contextmanager
def _single_keys(descriptor: int) -> Iterator[bool]:
    """Switches a terminal to single keys for a while; False: it only gives lines."""
    if os.environ.get("TERM", "dumb") == "dumb" or not os.isatty(descriptor):
        yield False
        return
    import termios
    import tty

    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor, termios.TCSADRAIN)
        yield True
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _letter(descriptor: int) -> str:
    """Reads a character of any number of bytes."""
    data = os.read(descriptor, 1)
    while data and len(data) < 4:
        try:
            return data.decode()
        except UnicodeDecodeError:
            data += os.read(descriptor, 1)
    return data.decode(errors="replace")
