"""Bots for tests: good, slow and faulty in every way that a live table must survive. They run in child processes (`tests.bad_bots:Hangs`)."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sikwu.play.view import View
from sikwu.players.simple import QuickPlayer

FOREVER = 10_000


class Good:
    """Plays as quick does."""

    name = "good"

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """What quick chooses."""
        return QuickPlayer().choose(view, legal)


class Chatty(Good):
    """Prints, and reads the standard input of its process."""

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """As quick, loudly."""
        print('{"number":1,"action":0}' * 50, flush=True)
        sys.stdin.read()
        return super().choose(view, legal)


class Hangs:
    """Never answers."""

    name = "hangs"

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Sleeps."""
        time.sleep(FOREVER)
        return legal[0]


class Spins(Hangs):
    """Never answers, and works hard at it."""

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """A loop without an end."""
        while True:
            pass


class HangsInTurns(Good):
    """Answers in windows alone."""

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Sleeps in its own turn."""
        if view.at == "turn":
            time.sleep(FOREVER)
        return super().choose(view, legal)


class Exits(Hangs):
    """Ends its process."""

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """At once."""
        os._exit(3)


class Leaves(Hangs):
    """Ends its process politely."""

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """By an exception that is not an error (`SystemExit`)."""
        sys.exit(0)


class Crashes(Hangs):
    """Reads an invalid address."""

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """A segmentation fault."""
        ctypes.string_at(0)
        return legal[0]


class Raises(Hangs):
    """Has a fault."""

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """An error."""
        raise LookupError("no such plan")


class Eats(Hangs):
    """Allocates all memory that it can get."""

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """More and more of it."""
        held = []
        while True:
            held.append(bytearray(1 << 24))


class Says(Hangs):
    """Answers with an illegal action."""

    says: Any = None

    def choose(self, view: View, legal: Sequence[int]) -> Any:
        """Nonsense."""
        return self.says


class SaysNothing(Says):
    """None."""


class SaysText(Says):
    """A word."""

    says = "win"


class SaysTrue(Says):
    """A bool, which Python accepts as a number."""

    says = True


class SaysTooMuch(Says):
    """A number that is no action."""

    says = 10**30


class Writes(Hangs):
    """Writes nonsense into everything that is open."""

    nonsense = b"win!\n"

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """And then answers."""
        for pipe in range(3, 64):
            with contextlib.suppress(OSError):
                os.write(pipe, self.nonsense)
        return legal[0]


class WritesMuch(Writes):
    """A line longer than any answer."""

    nonsense = b"9" * 50_000


class AnswersTwice(Good):
    """Says its next answer before it is asked."""

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """An answer, and one more for the question after."""
        for pipe in range(3, 64):
            with contextlib.suppress(OSError):
                os.write(pipe, b'{"number":77,"action":0}\n')
        return super().choose(view, legal)


class SlowToStart(Good):
    """Takes a while to be made."""

    def __init__(self) -> None:
        time.sleep(0.5)


class NeverStarts(Good):
    """Is never made."""

    def __init__(self) -> None:
        time.sleep(FOREVER)


class CannotStart(Good):
    """Cannot be made."""

    def __init__(self) -> None:
        raise OSError("no such weights")


class Forks(Hangs):
    """Starts another process, and hangs; both do."""

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Forks without a message."""
        os.fork()
        time.sleep(FOREVER)
        return legal[0]


class Looks(Good):
    """Reports whether it can read data of the parent process."""

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Raises what it knows."""
        seen = [name for name in os.environ if "SECRET" in name]
        with contextlib.suppress(OSError):
            Path("/tmp/sikwu_bot_was_here").write_text("x")
            seen.append("file")
        raise LookupError(f"seen: {seen}")


class OnlyRows:
    """Answers only rows, which a live table does not have."""

    name = "rows"

    def choose_many(self, observations: Any, mask: Any) -> Any:
        """Anything."""
        return [0] * len(mask)
