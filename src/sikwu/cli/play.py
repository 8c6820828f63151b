"""Starts a session with the chosen book, or a new one if there is none. Ctrl-C and Ctrl-D end it cleanly."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sikwu.cli.asking import at_terminal
from sikwu.cli.desk import Door
from sikwu.cli.paper import Words, paper, telling
from sikwu.cli.places import books_file
from sikwu.cli.session import end_quietly, session_command
from sikwu.texts import say


@contextmanager
def unbroken(lang: str) -> Iterator[None]:
    """Questions inside: who breaks them off has written nothing."""
    try:
        yield
    except (EOFError, KeyboardInterrupt):
        end_quietly(lang)


def play_command(door: Door) -> None:
    """Opens a session; at a terminal without any book a new one is asked for first."""
    with telling(door.lang):
        none = door.db is None and door.book is None and not books_file()[0].exists()
    if none and at_terminal():
        from sikwu.cli.booking import new_command
        from sikwu.cli.opening import Wanted, opening

        paper().print(Words(say("cli.session.first")(door.lang)))
        with unbroken(door.lang):
            found = opening(Wanted(None, ()), door)
        new_command(found.name, found.players, found.ruleset, found.dealer, door)
    session_command(door)
