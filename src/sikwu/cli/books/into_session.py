"""Starts a session with the chosen book, or a new one if there is none. Ctrl-C and Ctrl-D end it cleanly."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sikwu.cli.books.desk import BookAccess
from sikwu.cli.books.session import end_quietly, session_command
from sikwu.cli.shared.asking import at_terminal
from sikwu.cli.shared.paper import WrappedText, paper, telling
from sikwu.cli.shared.places import books_file
from sikwu.texts import say


@contextmanager
def unbroken(lang: str) -> Iterator[None]:
    """Context of questions: if the user breaks them off, nothing was written."""
    try:
        yield
    except (EOFError, KeyboardInterrupt):
        end_quietly(lang)


def play_command(door: BookAccess) -> None:
    """Opens a session; at a terminal without any book, asks for a new one first."""
    with telling(door.lang):
        none = door.db is None and door.book is None and not books_file()[0].exists()
    if none and at_terminal():
        from sikwu.cli.books.booking import new_command
        from sikwu.cli.books.opening import BookFlags, opening

        paper().print(WrappedText(say("cli.session.first")(door.lang)))
        with unbroken(door.lang):
            found = opening(BookFlags(None, ()), door)
        new_command(found.name, found.players, found.ruleset, found.dealer, door)
    session_command(door)
