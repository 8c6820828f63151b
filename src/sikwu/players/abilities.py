"""The abilities of a player: the protocols that it implements, looked up once when it takes its seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from sikwu.play.lines import Line
from sikwu.play.native import NativePlayer
from sikwu.play.view import View
from sikwu.players.chance import Chance
from sikwu.players.native import checked
from sikwu.players.protocol import AnyPlayer, Observations, no_player
from sikwu.rules.ruleset import Ruleset

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

One = Callable[[View, Sequence[int], Chance], object]
Many = Callable[[Observations, "npt.NDArray[np.int8]"], object]


@dataclass(frozen=True, slots=True)
class Abilities:
    """The protocols (`sikwu.players.protocol`) that a player implements.

    >>> from sikwu.players.protocol import player
    >>> can = Abilities.of(player("quick"))
    >>> can.native, can.many, can.hear
    (NativePlayer('quick'), None, None)
    """

    one: One | None
    """Answers one question: `choose_with`, else `choose`; None for a player that answers only rows."""
    many: Many | None
    """Answers many questions at once: `choose_many`."""
    aids: bool
    """Whether the planes of its rows contain the aids."""
    hear: Callable[[Line], object] | None
    """Whether it hears lines."""
    remembers: bool
    """Whether it also hears the lines of earlier deals."""
    native: NativePlayer | None
    """The handle of a player that decides in the kernel; None: it decides in Python, or has a handle for each ruleset."""
    native_for: Callable[[Ruleset], object] | None
    """Makes the handle of a player that decides in the kernel by the plans of a ruleset."""
    ours: bool
    """Whether the player is one of ours. Ours are trusted: they have no time limit, and their errors are raised."""

    @classmethod
    def of(cls, player: AnyPlayer) -> Abilities:
        """The abilities of a player; raises an error if it can answer no question."""
        one, many = _one(player), _method(player, "choose_many")
        if one is None and many is None:
            raise no_player(getattr(player, "name", type(player).__name__))
        flags = {name: getattr(player, name, False) is True for name in ("aids", "remembers", "ours")}
        return cls(
            one=one,
            many=many,
            hear=_method(player, "hear"),
            native=checked(getattr(player, "native", None)),
            native_for=_method(player, "native_for"),
            **flags,
        )

    def handle(self, rules: Ruleset) -> NativePlayer | None:
        """The handle with which the player decides under these rules; None: it decides in Python."""
        return self.native if self.native_for is None else checked(self.native_for(rules))


def _one(player: AnyPlayer) -> One | None:
    with_chance, choose = _method(player, "choose_with"), _method(player, "choose")
    if with_chance is not None or choose is None:
        return with_chance
    return lambda view, legal, _: choose(view, legal)


def _method(player: AnyPlayer, name: str) -> Callable[..., Any] | None:
    found = getattr(player, name, None)
    return cast("Callable[..., Any]", found) if callable(found) else None
