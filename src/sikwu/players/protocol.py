"""What a player is, as small protocols, and players by name: ours, or anybody's class as `module:Class`.

A class that plays has a `name` and `choose`, or `choose_many`; what else it can is found when it sits down (`sikwu.players.abilities`).
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
from sikwu.texts import SikwuError, did_you_mean, nearest, problem, say

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Observations = dict[str, "npt.NDArray[Any]"]
"""What seats see, a row each: `planes`, `scalars`, `raw` as the environments have them (`sikwu.env.encode`), and `chance`."""


class PlayerError(SikwuError):
    """A player that nobody knows, or that cannot be made."""


@runtime_checkable
class Player(Protocol):
    """Whoever decides for a seat, one question at a time."""

    name: str

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """One of the legal actions, which are never none and rise (`sikwu.play.actions` names them)."""


@runtime_checkable
class ChancePlayer(Player, Protocol):
    """A player that needs chance: `choose_with` is asked instead of `choose`."""

    def choose_with(self, view: View, legal: Sequence[int], chance: Chance) -> int:
        """One of the legal actions; `chance` is the stream of this decision, the same on every machine."""


@runtime_checkable
class BatchPlayer(Protocol):
    """A player that decides by arrays: asked once for all decisions that wait on it. It needs no `choose`.

    With `aids = True` in the class the planes hold their aids.
    """

    name: str

    def choose_many(self, observations: Observations, mask: npt.NDArray[np.int8]) -> Sequence[int]:
        """An action a row, of rows of what seats see and of legal actions."""


@runtime_checkable
class Listener(Protocol):
    """A player that is told every line of the record that its seat may see, as it happens.

    With `remembers = True` in the class it keeps something from deal to deal: in a resumed match it hears the lines
    before, too.
    """

    def hear(self, line: Line) -> object:
        """A line; the record stays as it is, whatever becomes of this one."""


AnyPlayer = Player | BatchPlayer
"""Whoever can sit down."""


def _random(**options: Any) -> Player:
    from sikwu.players.simple import Random

    return Random(**options)


def _quick(**options: Any) -> Player:
    from sikwu.players.simple import Quick

    return Quick(**options)


OURS: dict[str, Callable[..., Player]] = {"random": _random, "quick": _quick}
"""Our own, by name."""


def player(name: str, /, **options: Any) -> AnyPlayer:
    """A player by its name, or of anybody's class: `module:Class`; options go to its maker.

    >>> player("quick").name
    'quick'
    """
    if ":" in str(name):
        return _foreign(str(name), options)
    maker = OURS.get(name)
    if maker is None:
        guess = nearest(str(name), OURS)
        hint = did_you_mean(guess) or say("hint.known", names=tuple(OURS))
        raise PlayerError((problem("players.unknown", name=str(name), hint=hint),))
    try:
        return maker(**options)
    except TypeError as error:
        raise PlayerError((problem("players.made", name=name, why=str(error)),)) from None


def no_player(name: object) -> PlayerError:
    """The refusal of what answers no question."""
    return PlayerError((problem("players.choose", name=str(name)),))


def _foreign(name: str, options: dict[str, Any]) -> AnyPlayer:
    """Whatever goes wrong in a stranger's module or class is told as one error."""
    module, _, path = name.partition(":")
    if os.getcwd() not in sys.path:  # a class in the folder one stands in, as `python -m` finds it
        sys.path.insert(0, os.getcwd())
    try:
        found: Any = importlib.import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
        made = found(**options)
    except Exception as error:
        raise PlayerError((problem("players.made", name=name, why=f"{type(error).__name__}: {error}"),)) from None
    if not any(callable(getattr(made, each, None)) for each in ("choose", "choose_many")):
        raise no_player(name)
    if not isinstance(getattr(made, "name", None), str):
        try:
            made.name = path
        except AttributeError:
            raise no_player(name) from None
    player: AnyPlayer = made
    return player
