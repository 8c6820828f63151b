"""What is counted in an arena: points of every block, and how often each player won, fed, claimed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sikwu.arena.contest import Contest
from sikwu.play.deal import RESULTS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

COUNTS = (
    "deals", "wins", "self_draws", "deal_ins", "draws", "called", "ready", "fan", "turns", "won", "fed", "calm", "squares",
)  # fmt: skip
"""What is counted for each player over the deals of its seats; `won`, `fed`, `calm` and the root of `squares` in the contest's units.

`called`: deals in which it claimed a tile. `ready`: deals at whose end it had won or was ready.
"""
WIN, DRAW = RESULTS.index("win"), RESULTS.index("draw")


class Ended(NamedTuple):
    """How the deals of one seating ended, an entry a block: columns of `play_many` (`sikwu.play.many.Played`)."""

    changes: npt.NDArray[np.int64]
    result: npt.NDArray[np.uint8]
    winners: npt.NDArray[np.uint8]
    feeder: npt.NDArray[np.int8]
    fan: npt.NDArray[np.int16]
    draws: npt.NDArray[np.uint8]
    calm: npt.NDArray[np.int64]
    called: npt.NDArray[np.uint8]
    ready: npt.NDArray[np.uint8]


class Tally:
    """Points and counts of so many blocks."""

    def __init__(self, contest: Contest, count: int) -> None:
        import numpy as np

        self.count = count
        self.points = np.zeros((count, len(contest.players)), np.int64)
        self.counts = [dict.fromkeys(COUNTS, 0) for _ in contest.players]

    @property
    def told(self) -> dict[str, Any]:
        """All of it, as a line of the results has it."""
        return {"points": self.points.tolist(), "counts": self.counts}

    def add(self, seating: Sequence[int], ended: Ended) -> None:
        """Takes in what came of a seating."""
        for seat, who in enumerate(seating):
            change = ended.changes[:, seat]
            won = (ended.result == WIN) & (ended.winners >> seat & 1 == 1)
            fed = (ended.result == WIN) & (ended.feeder == seat)
            self.points[:, who] += change
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
