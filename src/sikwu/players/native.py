"""Players whose decisions the kernel makes: the same as their slow twins, without a view being built in Python."""

from __future__ import annotations

from typing import Protocol

from sikwu.play.deal import Deal
from sikwu.play.native import NativePlayer
from sikwu.tiles import Wind

_ALL = (1 << 64) - 1


class KernelPlayer(Protocol):
    """A player with a handle: in a deal the kernel decides by it; the player itself is asked what the kernel does not know (斬)."""

    native: NativePlayer | None
    """None: it is asked in Python after all."""


def handle_of(player: object) -> NativePlayer | None:
    """The handle of a player that has one."""
    found = getattr(player, "native", None)
    return found if isinstance(found, NativePlayer) else None


def chosen(handle: NativePlayer, deal: Deal, seat: Wind, seed: int, wall: int, decision: int) -> int:
    """What it does; the kernel hands it a view of its own, from which no hidden tile can be reached."""
    return deal.kernel.choose(handle, seat, seed & _ALL, wall, decision)
