"""Players that decide in the kernel: the same decisions as their slow twins, without building a view in Python."""

from __future__ import annotations

from typing import Protocol

from sikwu.play.deal import Deal
from sikwu.play.native import NativePlayer
from sikwu.tiles import Wind

_ALL = (1 << 64) - 1


class KernelPlayer(Protocol):
    """A player with a handle. The kernel decides for it during a deal; the player itself answers questions that the
    kernel does not know (斬).
    """

    native: NativePlayer | None
    """None: the player is asked in Python."""


def checked(handle: object) -> NativePlayer | None:
    """A handle, if it is one."""
    return handle if isinstance(handle, NativePlayer) else None


def chosen(handle: NativePlayer, deal: Deal, seat: Wind, seed: int, wall: int, decision: int) -> int:
    """The player's action. The kernel gives it a view from which no hidden tile can be reached."""
    return deal.kernel.choose(handle, seat, seed & _ALL, wall, decision)
