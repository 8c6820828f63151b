"""Asks a player: an answer that is not legal, late or raised becomes the written default, counted and told; play goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from sikwu.play.view import View
from sikwu.players.chance import Chance
from sikwu.players.protocol import Player

ILLEGAL, LATE, RAISED = "illegal", "late", "raised"


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a player may think; our own are trusted and never waited for with a clock."""

    seconds: float | None = None
    """None: as long as he likes."""


class Asked:
    """A player at his place, and how often the written default answered for him."""

    def __init__(self, player: Player, limits: Limits | None = None) -> None:
        self.player = player
        self.defaults: Counter[str] = Counter()
        """illegal, late, raised → how often."""
        self.last = ""
        """What he raised last, for people."""
        seconds = (limits or Limits()).seconds
        self._seconds = None if getattr(player, "ours", False) else seconds
        self._questions: SimpleQueue[tuple[Any, ...]] | None = None
        self._answers: SimpleQueue[tuple[object, str]] = SimpleQueue()
        self._busy = 0

    def choose(self, view: View, legal: Sequence[int], usual: int, chance: Chance) -> tuple[int, bool]:
        """What the player does, and whether that is the written default."""
        answer, fault = self._answer(view, legal, chance)
        if not fault and (type(answer) is not int or answer not in legal):
            answer, fault = None, ILLEGAL
        if not fault:
            assert isinstance(answer, int)
            return answer, False
        self.defaults[fault] += 1
        return usual, True

    def hear(self, line: dict[str, Any]) -> None:
        """Tells him a line, if he listens; who cannot bear it is not told of it again."""
        hear = getattr(self.player, "hear", None)
        if hear is None:
            return
        if getattr(self.player, "ours", False):
            hear(line)
            return
        try:
            hear(line)
        except Exception as error:
            self._note(error)

    def _answer(self, view: View, legal: Sequence[int], chance: Chance) -> tuple[object, str]:
        if self._seconds is None:
            return self._asked(view, legal, chance)
        return self._timed(self._seconds, view, legal, chance)

    def _asked(self, view: View, legal: Sequence[int], chance: Chance) -> tuple[object, str]:
        with_chance = getattr(self.player, "choose_with", None)
        if getattr(self.player, "ours", False):  # a fault of ours is no player's: it is told as it is
            return (with_chance(view, legal, chance) if with_chance else self.player.choose(view, legal)), ""
        try:
            return (with_chance(view, legal, chance) if with_chance else self.player.choose(view, legal)), ""
        except Exception as error:
            self._note(error)
            return None, RAISED

    def _note(self, error: Exception) -> None:
        self.last = f"{type(error).__name__}: {error}"[:200]

    def _timed(self, seconds: float, view: View, legal: Sequence[int], chance: Chance) -> tuple[object, str]:
        """Asks in a thread of his own; while he still thinks about an old question he is late for the new one too."""
        while self._busy:
            try:
                self._answers.get_nowait()
            except Empty:
                break
            self._busy -= 1
        if self._busy:
            return None, LATE
        if self._questions is None:
            self._questions = SimpleQueue()
            Thread(target=self._think, args=(self._questions,), daemon=True).start()
        self._questions.put((view, legal, chance))
        try:
            return self._answers.get(timeout=seconds)
        except Empty:
            self._busy += 1
            return None, LATE

    def _think(self, questions: SimpleQueue[tuple[Any, ...]]) -> None:
        while True:
            self._answers.put(self._asked(*questions.get()))
