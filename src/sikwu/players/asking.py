"""Asks a player. If the answer is illegal or late, or the player raises an error, the default action is taken and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from itertools import islice
from operator import index
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, SupportsIndex

from sikwu.play.lines import Line
from sikwu.play.view import View
from sikwu.players.abilities import Abilities
from sikwu.players.chance import Chance
from sikwu.players.protocol import AnyPlayer, Observations

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

ILLEGAL, LATE, RAISED = "illegal", "late", "raised"
Answer = tuple[int | None, str]
"""An action, or the reason why there is none."""


@dataclass(frozen=True, slots=True)
class ThinkingTime:
    """How long a player may think. Our own players are trusted and have no time limit."""

    seconds: float | None = None
    """None: no limit."""


class SeatedPlayer:
    """A player in its seat, and how often the default action was taken for it."""

    def __init__(self, player: AnyPlayer, limits: ThinkingTime | None = None) -> None:
        self.player = player
        self.can = Abilities.of(player)
        self.defaults: Counter[str] = Counter()
        """illegal, late, raised → how often."""
        self.last = ""
        """The last error of the player, as text."""
        seconds = (limits or ThinkingTime()).seconds
        self._seconds = None if self.can.ours else seconds
        self._work: SimpleQueue[Callable[[], None]] | None = None
        self._answers: SimpleQueue[list[Answer]] = SimpleQueue()
        self._busy = 0

    @property
    def together(self) -> bool:
        """Whether the player is asked for many decisions at once."""
        return self.can.many is not None

    def choose(self, view: View, legal: Sequence[int], usual: int, chance: Chance) -> tuple[int, bool]:
        """The player's action, and whether it is the default action."""
        one = self.can.one
        if one is None:
            return usual, True  # a question without a row: a cut between two deals
        (given,) = self._answered(lambda: [_number(one(view, legal, chance))], 1)
        return self._taken(given, legal, usual)

    def choose_many(
        self, seen: Observations, mask: npt.NDArray[np.int8], legal: Sequence[Sequence[int]], usual: Sequence[int]
    ) -> list[tuple[int, bool]]:
        """The same for many decisions, one row each, in one call."""
        many = self.can.many
        assert many is not None
        given = self._answered(lambda: self._chosen_many(many(seen, mask), len(mask)), len(legal))
        return [self._taken(*each) for each in zip(given, legal, usual, strict=True)]

    def _taken(self, given: Answer, legal: Sequence[int], usual: int) -> tuple[int, bool]:
        answer, fault = given
        if not fault and answer not in legal:
            fault = ILLEGAL
        if answer is None or fault:
            self.defaults[fault] += 1
            return usual, True
        return answer, False

    def hear(self, line: Line) -> None:
        """Passes a line to the player, if it listens. An error that it raises is noted, and play continues."""
        hear = self.can.hear
        if hear is None:
            return
        if self.can.ours:
            hear(line)
        elif self._seconds is None:
            self._told(hear, line)
        else:
            self._thinking().put(partial(self._told, hear, line))

    def _told(self, hear: Callable[[Line], object], line: Line) -> None:
        try:
            hear(deepcopy(line))  # a copy, so that the player cannot change the record
        except Exception as error:
            self._note(error)

    def _answered(self, ask: Callable[[], list[Answer]], count: int) -> list[Answer]:
        tried = partial(self._tried, ask, count)
        return tried() if self._seconds is None else self._timed(self._seconds, tried, count)

    def _tried(self, ask: Callable[[], list[Answer]], count: int) -> list[Answer]:
        if self.can.ours:  # an error in our own player is a bug, so it is raised
            return ask()
        try:
            return ask()
        except Exception as error:
            self._note(error)
            return [(None, RAISED)] * count

    def _chosen_many(self, told: object, count: int) -> list[Answer]:
        given = list(islice(told, count + 1)) if isinstance(told, Iterable) else []
        if len(given) != count:
            return [(None, ILLEGAL)] * count
        return [self._tried(partial(_numbers, each), 1)[0] for each in given]

    def _note(self, error: Exception) -> None:
        self.last = f"{type(error).__name__}: {error}"[:200]

    # --- with a clock

    def _timed(self, seconds: float, ask: Callable[[], list[Answer]], count: int) -> list[Answer]:
        """Asks in the player's own thread. A player that still thinks about an old question is late for the new one
        too.
        """
        while self._busy:
            try:
                self._answers.get_nowait()
            except Empty:
                return [(None, LATE)] * count
            self._busy -= 1
        self._thinking().put(lambda: self._answers.put(ask()))
        try:
            return self._answers.get(timeout=seconds)
        except Empty:
            self._busy += 1
            return [(None, LATE)] * count

    def _thinking(self) -> SimpleQueue[Callable[[], None]]:
        """The work of the player's thread, one question after the other."""
        if self._work is None:
            self._work = SimpleQueue()
            Thread(target=_think, args=(self._work,), daemon=True).start()
        return self._work


def _think(work: SimpleQueue[Callable[[], None]]) -> None:
    while True:
        work.get()()


def _numbers(*answers: object) -> list[Answer]:
    return [_number(answer) for answer in answers]


def _number(answer: object) -> Answer:
    if isinstance(answer, bool) or not isinstance(answer, SupportsIndex):
        return None, ILLEGAL
    return index(answer), ""
