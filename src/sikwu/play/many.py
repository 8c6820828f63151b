"""Many deals by native players: from walls or a seed to arrays. No Python runs between the first deal and the last.

The result of a deal depends only on the seed, the wall, the number of the wall and the players, not on threads or machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from sikwu import _kernel
from sikwu.play.deal import Deal, table_rules
from sikwu.play.native import Native, NativePlayer, four_natives, native
from sikwu.play.problems import PlayError
from sikwu.rules.presets import rules_of
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import did_you_mean, nearest, say, wrong_type

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MOST_DEALS = 1 << 26
"""The most deals in one call."""
NOT_PLAYED = 255
"""The result of a deal whose hands cannot be counted or priced; made-up rules can cause that."""
CALM_FAN = 8
"""The most fan that any hand is paid for in the column `calm`."""
LUCK_WAYS = ("price", "ready", "nearer")
"""How a drawn tile helps: it wins (measured by the payment, in units of the paying table), makes a hand ready, or brings one nearer."""
COLUMNS = _kernel.COLUMNS
"""All columns of `play_many`; `PlayedDeals` describes them, and the kernel has the list."""
USUAL = tuple(name for name in COLUMNS if name not in ("calm", "called", "ready", "luck"))
"""The default columns: those that cost no second evaluation of a deal."""


class PlayedDeals:
    """The results of many deals as columns, one entry per deal. Seats are 0-3 from the dealer.

    Reading a column that was not requested raises an error that names it.

    >>> play_many(3, columns=("result", "draws")).fan
    Traceback (most recent call last):
        ...
    sikwu.play.problems.PlayError: The column "fan" was not asked for: name it in play_many(columns=…).
    """

    changes: npt.NDArray[np.int64]
    """(n, 4): what each seat gains or loses, in units of 1/`denominator` of a point or chip: by wins, false wins, and what a
    house pays beside the hands (`[[payments]]`, from an empty pot).
    """
    result: npt.NDArray[np.uint8]
    """1 win, 2 draw, 3 false win; `NOT_PLAYED`."""
    winner: npt.NDArray[np.int8]
    """The first winner listed; -1: nobody."""
    winners: npt.NDArray[np.uint8]
    """All winners, one bit each."""
    feeder: npt.NDArray[np.int8]
    """The player who fed the first winner; -1: nobody."""
    fan: npt.NDArray[np.int16]
    """The fan of the first winner."""
    patterns: npt.NDArray[np.uint64]
    """(n, 2): the rows that count for any winner, one bit each; `names` gives their names."""
    draws: npt.NDArray[np.uint8]
    """The number of turns that began with a draw."""
    decisions: npt.NDArray[np.uint16]
    """The number of choices made."""
    calm: npt.NDArray[np.int64]
    """(n, 4): the changes if no hand is paid for more than `CALM_FAN` fan."""
    called: npt.NDArray[np.uint8]
    """The seats that have claimed a tile, one bit each."""
    ready: npt.NDArray[np.uint8]
    """The seats that had won or were ready when the deal ended, one bit each."""
    luck: npt.NDArray[np.int64]
    """(n, 12), by seat and `LUCK_WAYS`: the worth of its draws above the mean of the tiles left, in thousandths."""

    def __init__(
        self, count: int, columns: Mapping[str, npt.NDArray[Any]], denominator: int, names: tuple[str, ...]
    ) -> None:
        self._count = count
        self.columns = tuple(columns)
        """The requested columns."""
        self.denominator = denominator
        self.names = names
        """The pattern of each bit of `patterns`."""
        vars(self).update(columns)

    def __len__(self) -> int:
        return self._count

    def __getattr__(self, name: str) -> NoReturn:
        if name in COLUMNS:
            raise PlayError.of("play.column_not_asked", name=name)
        raise AttributeError(name)


def walls_of(seed: int, count: int, first: int = 0, threads: int = 1) -> npt.NDArray[np.uint8]:
    """The walls that `play_many` makes from a seed: (count, 144) tile kinds, in the order in which they are drawn.

    >>> walls_of(7, 2).shape, bool((walls_of(7, 1, first=1) == walls_of(7, 2)[1:]).all())
    ((2, 144), True)
    """
    try:
        return _kernel.make_walls(seed % (1 << 64), first, count, threads)
    except (ValueError, TypeError):
        raise PlayError.of("play.many", most=MOST_DEALS) from None


def seen_many(
    deals: Sequence[Deal], seats: Sequence[int], aids: bool = False
) -> tuple[dict[str, npt.NDArray[Any]], npt.NDArray[np.int8]]:
    """The view of one seat in each deal as rows of `planes`, `scalars` and `raw` (`sikwu.env.encode`), with the mask
    of its legal actions.
    """
    if not (isinstance(deals, Sequence) and all(isinstance(each, Deal) for each in deals)):
        raise wrong_type("seen_many(deals)", "Sequence[Deal]", deals)
    by = [native("careful", each.ruleset) if aids else None for each in deals]
    try:
        planes, scalars, raw, mask = _kernel.observe_many([each.kernel for each in deals], [*map(int, seats)], by)
    except _kernel.TooMany:  # made-up rules
        raise
    except (ValueError, TypeError):
        raise wrong_type("seen_many(seats)", f"{len(deals)} × 0-3", seats) from None
    return {"planes": planes, "scalars": scalars, "raw": raw}, mask


def play_many(
    walls: npt.NDArray[np.uint8] | int,
    players: Sequence[Native] | Native = "random",
    ruleset: Ruleset | str = "hk-standard",
    threads: int = 1,
    *,
    seed: int = 0,
    first: int = 0,
    rounds: npt.NDArray[np.uint8] | None = None,
    streak: int = 0,
    columns: Sequence[str] = USUAL,
    seat_walls: bool = False,
) -> PlayedDeals:
    """Plays whole deals: one from each wall, or as many as `walls` says, from walls made from the seed.

    `players`: four from the dealer on, or one for all; handles or names. `first`: the number of the first wall; walls and random
    numbers depend on it. `rounds`: the round wind of each deal, 0-3; by default East. `columns`: the wanted ones of `COLUMNS`.
    `seat_walls`: each seat draws from a part of the wall of its own (`sikwu.play.deal.Deal.start`).

    >>> played = play_many(100, "quick", threads=2)
    >>> len(played), int(played.changes.sum())
    (100, 0)
    """
    rules, wanted = rules_of(ruleset), _columns(columns)
    each = (players,) * 4 if isinstance(players, str | NativePlayer) else players
    if not isinstance(each, Sequence):
        raise wrong_type("play_many(players)", "Sequence[NativePlayer | str], NativePlayer, str", players)
    seated = four_natives(each, rules)
    given, table = None if isinstance(walls, int) else walls, table_rules(rules)
    try:
        count = walls if isinstance(walls, int) else len(walls)
        told = _kernel.play_many(
            table,
            seated,
            count,
            wanted,
            given,
            rounds,
            seed=seed % (1 << 64),
            first=first,
            streak=streak,
            threads=threads,
            most=CALM_FAN,
            seat_walls=seat_walls,
        )
    except (ValueError, TypeError):
        raise PlayError.of("play.many", most=MOST_DEALS) from None
    return PlayedDeals(count, told, rules.paying.denominator, rules.lowered.pattern_of)


def _columns(names: Sequence[str]) -> tuple[str, ...]:
    """The names of the columns without duplicates; raises an error for an unknown name."""
    if names is USUAL:
        return USUAL
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise wrong_type("play_many(columns)", "Sequence[str]", names)
    for name in names:
        if name not in COLUMNS:
            hint = did_you_mean(nearest(str(name), COLUMNS)) or say("hint.known", names=COLUMNS)
            raise PlayError.of("play.column", name=str(name)[:40], hint=hint)
    return tuple(dict.fromkeys(names))
