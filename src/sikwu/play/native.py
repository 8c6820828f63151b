"""Native players by name: handles of players that decide in the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sikwu._kernel import PLAYER_KINDS
from sikwu._kernel import NativePlayer as NativePlayer
from sikwu._kernel import NativeQuestion as NativeQuestion
from sikwu.plans import plans_of
from sikwu.play.fits import STYLES, parameters_of
from sikwu.play.problems import PlayError
from sikwu.rules.presets import rules_of
from sikwu.rules.ruleset import Ruleset

KINDS = (*PLAYER_KINDS, *STYLES)
"""The names of all native players: those of the kernel, and careful ones in another temper."""
ANY_RULES = ("random", "quick")
"""Those that decide the same way under all rules; the others play by the plans of a ruleset."""
_BY_NAME = {kind: NativePlayer(kind) for kind in ANY_RULES}
Native = NativePlayer | str
"""A handle, or a name."""


def native(player: Native, ruleset: Ruleset | str | None = None) -> NativePlayer:
    """The handle of a name, for a ruleset where the player plays by its plans; a handle stays what it is.

    >>> native("quick"), native(native("quick")) == native("quick"), native("careful", "hk-standard")
    (NativePlayer('quick'), True, NativePlayer('careful'))
    """
    if isinstance(player, NativePlayer):
        return player
    found = _BY_NAME.get(player) if isinstance(player, str) else None
    if found is None and player in KINDS and ruleset is not None:
        return _planning(player, rules_of(ruleset))
    if found is None:
        raise PlayError.of("play.native_player", name=str(player)[:40], known=list(KINDS))
    return found


@lru_cache(64)
def _planning(kind: str, rules: Ruleset) -> NativePlayer:
    plans = plans_of(rules).kernel
    if kind in STYLES:
        return NativePlayer("careful", plans, parameters_of(rules, kind))
    return NativePlayer(kind, plans, parameters_of(rules) if kind == "careful" else None)


def four_natives(
    players: Sequence[Native], ruleset: Ruleset | str | None = None
) -> tuple[NativePlayer, NativePlayer, NativePlayer, NativePlayer]:
    """The handles of four seats, from the dealer on."""
    if len(players) != 4:
        raise PlayError.of("play.four_natives", count=len(players))
    east, south, west, north = (native(each, ruleset) for each in players)
    return east, south, west, north
