"""Many deals by native players: walls in, or a seed; arrays out, never objects. Python does not run between the first deal and the last.

What a deal brings depends on the seed, the number of its wall, the wall and the players alone: on no thread and no machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sikwu import _kernel
from sikwu.play.deal import Deal, PlayError, table_rules
from sikwu.rules.presets import rules_of
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import problem, wrong_type

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

POLICIES = ("random", "quick")
"""The native players by name; their places are the kernel's numbers."""
MOST_DEALS = 1 << 26
"""Of one call."""
NOT_PLAYED = 255
"""The result of a deal whose hands cannot be counted, or that has no price: made-up rules can bring that about."""


@dataclass(frozen=True, slots=True)
class Played:
    """What came of many deals: arrays, one entry a deal. Seats are 0-3 from the dealer."""

    changes: npt.NDArray[np.int64]
    """(n, 4): what each seat gains or loses by wins and false wins, in units of 1/`denominator` of a point or chip."""
    result: npt.NDArray[np.uint8]
    """1 win, 2 draw, 3 false win; `NOT_PLAYED`."""
    winner: npt.NDArray[np.int8]
    """The first told; -1: nobody."""
    winners: npt.NDArray[np.uint8]
    """All of them, a bit each."""
    feeder: npt.NDArray[np.int8]
    """Who fed the first told; -1: nobody."""
    fan: npt.NDArray[np.int16]
    """Of the first told."""
    patterns: npt.NDArray[np.uint64]
    """(n, 2): rows that count, of all winners, a bit each; `names` says which."""
    draws: npt.NDArray[np.uint8]
    """Turns that began with a draw."""
    decisions: npt.NDArray[np.uint16]
    """Choices that were made."""
    denominator: int
    names: tuple[str, ...]
    """The pattern of each bit of `patterns`."""
    calm: npt.NDArray[np.int64] | None = None
    """(n, 4), where `calm_fan` was told: the changes if no hand is paid for more fan than that."""
    called: npt.NDArray[np.uint8] | None = None
    """Where it was told: who has claimed a tile, a bit each."""
    ready: npt.NDArray[np.uint8] | None = None
    """Where it was told: who had won or was ready when the deal ended, a bit each."""

    def __len__(self) -> int:
        return len(self.result)


def policy_of(name: str) -> int:
    """The kernel's number of a native player."""
    if not isinstance(name, str) or name not in POLICIES:
        raise PlayError((problem("play.native_player", name=str(name)[:40], known=list(POLICIES)),))
    return POLICIES.index(name)


def walls_of(seed: int, count: int, first: int = 0, threads: int = 1) -> npt.NDArray[np.uint8]:
    """The walls that `play_many` makes of a seed: (count, 144) kinds, first drawn first.

    >>> walls_of(7, 2).shape, bool((walls_of(7, 1, first=1) == walls_of(7, 2)[1:]).all())
    ((2, 144), True)
    """
    try:
        return _kernel.make_walls(seed % (1 << 64), first, count, threads)
    except (ValueError, TypeError):
        raise PlayError((problem("play.many", most=MOST_DEALS),)) from None


def seen_many(
    deals: Sequence[Deal], seats: Sequence[int], aids: bool = False
) -> tuple[dict[str, npt.NDArray[Any]], npt.NDArray[np.int8]]:
    """What a seat of each deal sees as rows of `planes`, `scalars` and `raw` (`sikwu.env.encode`), and the mask of its actions."""
    if not (isinstance(deals, Sequence) and all(isinstance(each, Deal) for each in deals)):
        raise wrong_type("seen_many(deals)", "Sequence[Deal]", deals)
    try:
        planes, scalars, raw, mask = _kernel.observe_many([each.kernel for each in deals], [*map(int, seats)], aids)
    except _kernel.TooMany:  # made-up rules
        raise
    except (ValueError, TypeError):
        raise wrong_type("seen_many(seats)", f"{len(deals)} × 0-3", seats) from None
    return {"planes": planes, "scalars": scalars, "raw": raw}, mask


def play_many(
    walls: npt.NDArray[np.uint8] | int,
    players: Sequence[str] | str = "random",
    ruleset: Ruleset | str = "hk-standard",
    threads: int = 1,
    *,
    seed: int = 0,
    first: int = 0,
    rounds: npt.NDArray[np.uint8] | None = None,
    streak: int = 0,
    calm_fan: int | None = None,
) -> Played:
    """Plays whole deals: one from each wall, or from so many walls made of the seed.

    `players`: four names from the dealer on, or one for all. `first`: the number of the first wall, by which walls and chance are
    drawn. `rounds`: the round wind of each deal, 0-3; without it East. `calm_fan`: three columns more, `calm`, `called` and `ready`.

    >>> played = play_many(100, "quick", threads=2)
    >>> len(played), int(played.changes.sum())
    (100, 0)
    """
    rules = rules_of(ruleset)
    names = (players,) * 4 if isinstance(players, str) else players
    if not isinstance(names, Sequence):
        raise wrong_type("play_many(players)", "Sequence[str], str", players)
    if len(names) != 4:
        raise PlayError((problem("play.four_natives", count=len(names)),))
    east, south, west, north = map(policy_of, names)
    given, table = None if isinstance(walls, int) else walls, table_rules(rules)
    try:
        count = walls if isinstance(walls, int) else len(walls)
        columns = _kernel.play_many(
            table,
            (east, south, west, north),
            count,
            given,
            rounds,
            seed=seed % (1 << 64),
            first=first,
            streak=streak,
            threads=threads,
            most=-1 if calm_fan is None else max(0, calm_fan),
        )
    except (ValueError, TypeError):
        raise PlayError((problem("play.many", most=MOST_DEALS),)) from None
    return Played(**columns, denominator=rules.paying.denominator, names=rules.lowered.pattern_of)
