"""Native players: handles of players that decide in the kernel, by name."""

from __future__ import annotations

from collections.abc import Sequence

from sikwu._kernel import PLAYER_KINDS
from sikwu._kernel import NativePlayer as NativePlayer
from sikwu.play.problems import PlayError
from sikwu.texts import problem

KINDS = PLAYER_KINDS
"""The names of all native players; the kernel has the list."""
_BY_NAME = {kind: NativePlayer(kind) for kind in KINDS}
Native = NativePlayer | str
"""A handle, or the name of one that needs no parts."""


def native(player: Native) -> NativePlayer:
    """The handle of a name; a handle stays what it is.

    >>> native("quick"), native(native("quick")) == native("quick")
    (NativePlayer('quick'), True)
    """
    if isinstance(player, NativePlayer):
        return player
    found = _BY_NAME.get(player) if isinstance(player, str) else None
    if found is None:
        raise PlayError((problem("play.native_player", name=str(player)[:40], known=list(KINDS)),))
    return found


def four_natives(players: Sequence[Native]) -> tuple[NativePlayer, NativePlayer, NativePlayer, NativePlayer]:
    """The handles of four seats, from the dealer on."""
    if len(players) != 4:
        raise PlayError((problem("play.four_natives", count=len(players)),))
    east, south, west, north = map(native, players)
    return east, south, west, north
