"""The protocols of players, and players by name: our own, or any class as `module:Class`.

A player class has a `name` and either `choose` or `choose_many`. Its other abilities are looked up when it takes a
seat (`sikwu.players.abilities`).
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from sikwu.play.lines import Line
from sikwu.play.view import View
from sikwu.players.chance import Chance
from sikwu.texts import SikwuError, did_you_mean, nearest, say

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Observations = dict[str, "npt.NDArray[Any]"]
"""Views of seats, one row each: `planes`, `scalars`, `raw` as in the environments (`sikwu.env.encode`), and `chance`.
"""


class PlayerError(SikwuError):
    """An unknown player, or one that cannot be created."""


@runtime_checkable
class Player(Protocol):
    """A player: decides for a seat, one question at a time."""

    name: str

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Returns one of the legal actions; they are never empty and ascending (`sikwu.play.actions` names them)."""


@runtime_checkable
class ChancePlayer(Player, Protocol):
    """A player that needs random numbers: `choose_with` is called instead of `choose`."""

    def choose_with(self, view: View, legal: Sequence[int], chance: Chance) -> int:
        """Returns one of the legal actions; `chance` is the random stream of this decision, the same on every
        machine.
        """


@runtime_checkable
class BatchPlayer(Protocol):
    """A player that decides by arrays: it is called once for all decisions that wait for it. It needs no `choose`.

    With `aids = True` in the class, the planes contain the aids.
    """

    name: str

    def choose_many(self, observations: Observations, mask: npt.NDArray[np.int8]) -> Sequence[int]:
        """One action per row, from rows of views and of legal actions."""


@runtime_checkable
class Listener(Protocol):
    """A player that hears every line of the record that its seat may see, as it happens.

    With `remembers = True` in the class it keeps state from deal to deal: in a resumed match it also hears the
    earlier lines.
    """

    def hear(self, line: Line) -> object:
        """Takes a copy of a line; changing it does not change the record."""


AnyPlayer = Player | BatchPlayer
"""Anything that can take a seat."""


def _random(**options: Any) -> Player:
    from sikwu.players.simple import RandomPlayer

    return RandomPlayer(**options)


def _quick(**options: Any) -> Player:
    from sikwu.players.simple import QuickPlayer

    return QuickPlayer(**options)


def _planning(name: str) -> Callable[..., Player]:
    def made(**options: Any) -> Player:
        from sikwu.players.levels import PlanningPlayer

        return PlanningPlayer(name, **options)

    return made


OURS: dict[str, Callable[..., Player]] = {
    "random": _random,
    "quick": _quick,
    "steady": _planning("steady"),
    "careful": _planning("careful"),
    "hasty": _planning("hasty"),
    "greedy": _planning("greedy"),
    "timid": _planning("timid"),
}
"""Our own, by name."""


def player(name: str, /, **options: Any) -> AnyPlayer:
    """Creates a player by its name, or from any class as `module:Class`; options go to its constructor.

    >>> player("quick").name
    'quick'
    """
    if ":" in str(name):
        return _foreign(str(name), options)
    maker = OURS.get(name)
    if maker is None:
        guess = nearest(str(name), OURS)
        hint = did_you_mean(guess) or say("hint.known", names=tuple(OURS))
        raise PlayerError.of("players.unknown", name=str(name), hint=hint)
    try:
        return maker(**options)
    except TypeError as error:
        raise PlayerError.of("players.made", name=name, why=str(error)) from None


def no_player(name: object) -> PlayerError:
    """The error for an object that cannot answer questions."""
    return PlayerError.of("players.choose", name=str(name))


def _foreign(name: str, options: dict[str, Any]) -> AnyPlayer:
    """Loads a foreign class; anything that goes wrong in it becomes one error."""
    module, _, path = name.partition(":")
    if os.getcwd() not in sys.path:  # finds a class in the current folder, as `python -m` does
        sys.path.insert(0, os.getcwd())
    try:
        found: Any = importlib.import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
        made = found(**options)
    except Exception as error:
        raise PlayerError.of("players.made", name=name, why=f"{type(error).__name__}: {error}") from None
    if not any(callable(getattr(made, each, None)) for each in ("choose", "choose_many")):
        raise no_player(name)
    if not isinstance(getattr(made, "name", None), str):
        try:
            made.name = path
        except AttributeError:
            raise no_player(name) from None
    player: AnyPlayer = made
    return player
