"""Players whose decisions the kernel makes: the same as their slow twins, without a view being built in Python."""

from __future__ import annotations

from sikwu.play.deal import Deal
from sikwu.play.many import POLICIES
from sikwu.players.protocol import Player
from sikwu.players.simple import Quick, Random
from sikwu.tiles import Wind

_POLICY = {Random: POLICIES.index("random"), Quick: POLICIES.index("quick")}
_ALL = (1 << 64) - 1


def native_policy(player: Player) -> int | None:
    """The kernel's number of a player; None: it is asked in Python. A class made of one of ours is another player."""
    return _POLICY.get(type(player))


def chosen(policy: int, deal: Deal, seat: Wind, seed: int, wall: int, decision: int) -> int:
    """What it does; the kernel hands it a view of its own, from which no hidden tile can be reached."""
    return deal.kernel.choose(policy, seat, seed & _ALL, wall, decision)
