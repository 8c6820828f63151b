"""A contest: the same walls for every seating that matters.

A *block* is one wall played in every seating: with two players the first in each of the four seats against three of the second
(or two against two in six), with three the last one twice, with four all 24. Chance belongs to (seed, wall, seat, decision), so
two players that are the same one bring exactly nothing in every block.
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
from sikwu.texts import SikwuError, problem

FORMAT = "sikwu-arena-2"
UNIT = 64
"""Blocks of a unit of work."""
MOST_BLOCKS = 1 << 24


class ArenaError(SikwuError):
    """A contest that cannot be played, or results that are not its own."""


@dataclass(frozen=True)
class Contest:
    """Who meets whom, under which rules, on how many walls.

    >>> contest = Contest(("quick", "random"), "hk-standard", deals=1000)
    >>> len(contest.seatings), contest.blocks, contest.units
    (4, 250, 4)
    """

    players: tuple[str, ...]
    ruleset: Ruleset | str = "hk-standard"
    deals: int = 1024
    seed: int = 0
    pairs: bool = False
    """Two against two, where there are two players."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", tuple(self.players))
        if not 2 <= len(self.players) <= 4:
            raise ArenaError((problem("arena.players", count=len(self.players)),))
        if self.deals < 1 or self.blocks > MOST_BLOCKS:
            raise ArenaError((problem("arena.deals", most=MOST_BLOCKS * len(self.seatings)),))
        if not 0 <= self.seed < 1 << 63:
            raise ArenaError((problem("arena.seed"),))

    @cached_property
    def rules(self) -> Ruleset:
        """The rules in force."""
        return rules_of(self.ruleset)

    @cached_property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """Who sits at E S W N (by number in `players`), in every way that differs."""
        last = len(self.players) - 1
        seats = (0, 0, 1, 1) if self.pairs and last == 1 else tuple(min(i, last) for i in range(4))
        return tuple(sorted(set(permutations(seats))))

    @property
    def blocks(self) -> int:
        """Walls: as many as bring at least so many deals."""
        return -(-self.deals // len(self.seatings))

    @property
    def units(self) -> int:
        """Pieces of work."""
        return -(-self.blocks // UNIT)

    @cached_property
    def denominator(self) -> int:
        """Points are told in units of 1 / this, so that they are whole numbers."""
        return self.rules.paying.denominator

    @property
    def head(self) -> dict[str, Any]:
        """What tells one contest from another: the first line of its results."""
        rules = {"ruleset": self.rules.document.id, "options": options_told(self.rules), "rules": self.rules.hash}
        seats = {"players": list(self.players), "seatings": len(self.seatings)}
        return {"type": "arena", "format": FORMAT, **rules, **seats, "seed": self.seed, "blocks": self.blocks}

    @cached_property
    def key(self) -> str:
        """The same in eight digits; a contest of more deals keeps it."""
        told = json.dumps({**self.head, "blocks": 0}, ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(told.encode()).hexdigest()[:8]


def round_of(seed: int, wall: int) -> int:
    """The round wind of a wall, drawn from the seed."""
    return hashlib.blake2b(f"{seed}:{wall}".encode(), digest_size=1).digest()[0] & 3


def same_contest(contest: Contest, head: Mapping[str, Any]) -> bool:
    """Do results that begin so belong to it? The number of blocks may have grown."""
    own = contest.head
    return {**own, "blocks": 0} == {**dict(head), "blocks": 0}
