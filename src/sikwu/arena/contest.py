"""A contest: every relevant seating plays the same walls.

A *block* is one wall played in every seating. With two players, the first sits in each of the four seats against
three copies of the second (or two against two in six seatings). With three players, the last one sits twice; with
four there are 24 seatings. Random numbers depend only on (seed, wall, seat, decision), so two identical players score
exactly 0 in every block.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import Any

from sikwu.play.finished import options_told
from sikwu.rules.presets import rules_of
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import SikwuError

FORMAT = "sikwu-arena-2"
UNIT = 64
"""Blocks in one unit of work."""
MOST_BLOCKS = 1 << 24
WALLS = ("shared", "seats")


class ArenaError(SikwuError):
    """A contest that cannot be played, or results of another contest."""


@dataclass(frozen=True)
class Contest:
    """The players, rules and number of walls of a contest.

    >>> contest = Contest(("quick", "random"), "hk-standard", deals=1000)
    >>> len(contest.seatings), contest.blocks, contest.units
    (4, 250, 4)
    """

    players: tuple[str, ...]
    ruleset: Ruleset | str = "hk-standard"
    deals: int = 1024
    seed: int = 0
    pairs: bool = False
    """Whether two players sit two against two."""
    walls: str = "shared"
    """One of `WALLS`; with "seats", each seat draws from its own part of the wall, so that a claim changes no other seat's draws."""
    luck: bool = False
    """Whether the luck of draws is credited; only if all players are native."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", tuple(self.players))
        if not 2 <= len(self.players) <= 4:
            raise ArenaError.of("arena.players", count=len(self.players))
        if self.deals < 1 or self.blocks > MOST_BLOCKS:
            raise ArenaError.of("arena.deals", most=MOST_BLOCKS * len(self.seatings))
        if not 0 <= self.seed < 1 << 63:
            raise ArenaError.of("arena.seed")
        if self.walls not in WALLS:
            raise ArenaError.of("arena.walls", name=str(self.walls)[:40], known=list(WALLS))

    @cached_property
    def rules(self) -> Ruleset:
        """The rules in force."""
        return rules_of(self.ruleset)

    @cached_property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """The players at E S W N (by number in `players`), in every way that differs."""
        last = len(self.players) - 1
        seats = (0, 0, 1, 1) if self.pairs and last == 1 else tuple(min(i, last) for i in range(4))
        return tuple(sorted(set(permutations(seats))))

    @property
    def blocks(self) -> int:
        """The number of walls: enough for at least the wanted number of deals."""
        return -(-self.deals // len(self.seatings))

    @property
    def units(self) -> int:
        """The number of units of work."""
        return -(-self.blocks // UNIT)

    @cached_property
    def denominator(self) -> int:
        """Points are stored in units of 1 / this, so that they are whole numbers."""
        return self.rules.paying.denominator

    @property
    def head(self) -> dict[str, Any]:
        """The identity of a contest: the first line of its results."""
        rules = {"ruleset": self.rules.document.id, "options": options_told(self.rules), "rules": self.rules.hash}
        seats = {"players": list(self.players), "seatings": len(self.seatings)}
        more: dict[str, Any] = {"walls": self.walls} if self.walls != "shared" else {}
        more |= {"luck": True} if self.luck else {}
        return {"type": "arena", "format": FORMAT, **rules, **seats, **more, "seed": self.seed, "blocks": self.blocks}

    @cached_property
    def key(self) -> str:
        """The identity as eight hex digits; it stays the same if deals are added."""
        told = json.dumps({**self.head, "blocks": 0}, ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(told.encode()).hexdigest()[:8]


def round_of(seed: int, wall: int) -> int:
    """The round wind of a wall, drawn from the seed."""
    return hashlib.blake2b(f"{seed}:{wall}".encode(), digest_size=1).digest()[0] & 3


def same_contest(contest: Contest, head: Mapping[str, Any]) -> bool:
    """Whether results with this head belong to the contest; the number of blocks may have grown."""
    own = contest.head
    return {**own, "blocks": 0} == {**dict(head), "blocks": 0}
