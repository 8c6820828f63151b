"""What a player can do: looked up once, when he sits down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from sikwu.play.lines import Line
from sikwu.play.native import NativePlayer
from sikwu.play.view import View
from sikwu.players.chance import Chance
from sikwu.players.native import handle_of
from sikwu.players.protocol import AnyPlayer, Observations, no_player

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

One = Callable[[View, Sequence[int], Chance], object]
Many = Callable[[Observations, "npt.NDArray[np.int8]"], object]


@dataclass(frozen=True, slots=True)
class Abilities:
    """Which of the small protocols (`sikwu.players.protocol`) a player keeps.

    >>> from sikwu.players.protocol import player
    >>> can = Abilities.of(player("quick"))
    >>> can.native, can.many, can.hear
    (NativePlayer('quick'), None, None)
    """

    one: One | None
    """Answers one question: `choose_with`, else `choose`; None of a player that answers rows alone."""
    many: Many | None
    """Answers many questions at once: `choose_many`."""
    aids: bool
    """Are the planes of his rows to hold their aids?"""
    hear: Callable[[Line], object] | None
    """Is told lines."""
    remembers: bool
    """Is told those of the deals before, too."""
    native: NativePlayer | None
    """Decides in the kernel; None: in Python."""
    ours: bool
    """One of ours is trusted: no clock is set, and what it raises is told as it is."""

    @classmethod
    def of(cls, player: AnyPlayer) -> Abilities:
        """Of whoever sits down; refused, if he can answer nothing."""
        one, many = _one(player), _method(player, "choose_many")
        if one is None and many is None:
            raise no_player(getattr(player, "name", type(player).__name__))
        flags = {name: getattr(player, name, False) is True for name in ("aids", "remembers", "ours")}
        return cls(one=one, many=many, hear=_method(player, "hear"), native=handle_of(player), **flags)


def _one(player: AnyPlayer) -> One | None:
    with_chance, choose = _method(player, "choose_with"), _method(player, "choose")
    if with_chance is not None or choose is None:
        return with_chance
    return lambda view, legal, _: choose(view, legal)


def _method(player: AnyPlayer, name: str) -> Callable[..., Any] | None:
    found = getattr(player, name, None)
    return cast("Callable[..., Any]", found) if callable(found) else None
