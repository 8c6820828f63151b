"""The counts of an arena: points of every block, and how often each player won, fed, claimed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sikwu.arena.contest import Contest
from sikwu.play.deal import RESULTS
from sikwu.play.many import LUCK_WAYS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

COUNTS = (
    "deals", "wins", "self_draws", "deal_ins", "draws", "called", "ready", "fan", "turns", "won", "fed", "calm", "squares",
)  # fmt: skip
"""The counts of each player over the deals of its seats; `won`, `fed`, `calm` and the root of `squares` are in the
contest's units.

`called`: deals in which it claimed a tile. `ready`: deals at the end of which it had won or was ready.
"""
WIN, DRAW = RESULTS.index("win"), RESULTS.index("draw")


class DealEndings(NamedTuple):
    """The results of one seating, one entry per block: columns of `play_many` (`sikwu.play.many.PlayedDeals`)."""

    changes: npt.NDArray[np.int64]
    result: npt.NDArray[np.uint8]
    winners: npt.NDArray[np.uint8]
    feeder: npt.NDArray[np.int8]
    fan: npt.NDArray[np.int16]
    draws: npt.NDArray[np.uint8]
    calm: npt.NDArray[np.int64]
    called: npt.NDArray[np.uint8]
    ready: npt.NDArray[np.uint8]
    luck: npt.NDArray[np.int64] | None = None
    """The luck of the draws, if it is credited."""


class Tally:
    """Points and counts of several blocks."""

    def __init__(self, contest: Contest, count: int) -> None:
        import numpy as np

        self.count = count
        self.points = np.zeros((count, len(contest.players)), np.int64)
        self.luck = np.zeros((count, len(contest.players), len(LUCK_WAYS)), np.int64) if contest.luck else None
        self.counts = [dict.fromkeys(COUNTS, 0) for _ in contest.players]

    @property
    def told(self) -> dict[str, Any]:
        """All counts, in the form of a line of the results."""
        luck = {} if self.luck is None else {"luck": self.luck.tolist()}
        return {"points": self.points.tolist(), **luck, "counts": self.counts}

    def add(self, seating: Sequence[int], ended: DealEndings) -> None:
        """Adds the results of a seating."""
        for seat, who in enumerate(seating):
            change = ended.changes[:, seat]
            won = (ended.result == WIN) & (ended.winners >> seat & 1 == 1)
            fed = (ended.result == WIN) & (ended.feeder == seat)
            self.points[:, who] += change
            if self.luck is not None and ended.luck is not None:
                self.luck[:, who] += ended.luck.reshape(self.count, 4, -1)[:, seat]
            sums = {
                "deals": self.count,
                "wins": won.sum(),
                "self_draws": (won & (ended.feeder < 0)).sum(),
                "deal_ins": fed.sum(),
                "draws": (ended.result == DRAW).sum(),
                "called": (ended.called >> seat & 1).sum(),
                "ready": (ended.ready >> seat & 1).sum(),
                "fan": ended.fan[won].sum(),
                "turns": ended.draws[won].sum(),
                "won": change[won].sum(),
                "fed": -change[fed].sum(),
                "calm": ended.calm[:, seat].sum(),
                "squares": (change * change).sum(),
            }
            for name, value in sums.items():
                self.counts[who][name] += int(value)
