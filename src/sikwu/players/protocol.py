"""What a player is, and players by name: ours, or anybody's class as `module:Class`."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, Protocol, runtime_checkable

from sikwu.play.view import View
from sikwu.texts import SikwuError, did_you_mean, nearest, problem, say


class PlayerError(SikwuError):
    """A player that nobody knows, or that cannot be made."""


@runtime_checkable
class Player(Protocol):
    """Whoever decides for a seat. `legal` is never empty and rises; the answer is one of it (`sikwu.play.actions` names them).

    A player may also have
    - `choose_with(view, legal, chance)`, asked instead, with the stream of this decision: whoever needs chance takes it there;
    - `choose_many(observations, mask)`, asked instead, and once for all decisions that wait on it in an arena: rows of what the
      environments show (`sikwu.env.encode`; `chance`: a number from 0 to 1 each) and of legal actions in, an action a row out;
      with `aids = True` the planes hold their aids. Who has it needs no `choose`;
    - `hear(line)`: told every line of the record that its seat may see, as it happens;
    - `remembers = True`: keeps something from deal to deal; in a match that is gone on with it hears the lines before, too.
    """

    name: str

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """One of the legal actions."""


def _random(**options: Any) -> Player:
    from sikwu.players.simple import Random

    return Random(**options)


def _quick(**options: Any) -> Player:
    from sikwu.players.simple import Quick

    return Quick(**options)


OURS: dict[str, Callable[..., Player]] = {"random": _random, "quick": _quick}
"""Our own, by name."""


def player(name: str, /, **options: Any) -> Player:
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


def _foreign(name: str, options: dict[str, Any]) -> Player:
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
        raise PlayerError((problem("players.choose", name=name),))
    if not isinstance(getattr(made, "name", None), str):
        try:
            made.name = path
        except AttributeError:
            raise PlayerError((problem("players.choose", name=name),)) from None
    player: Player = made
    return player
