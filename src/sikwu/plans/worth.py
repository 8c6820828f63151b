"""Measures what hands of a template are worth under some rules, by judging random complete hands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from sikwu.hand import MeldKind
from sikwu.plans.template import ALL_KINDS, HONOURS, CompleteHand, HandTemplate, complete_hand, tiles_of
from sikwu.row import LAYOUT
from sikwu.rules.ruleset import Ruleset
from sikwu.tiles import KINDS, Wind
from sikwu.win import Win

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

SAMPLES = 40
"""The number of hands judged for a template."""
MOST_HONOUR = 3
"""The most fan of one pung of honours; a dearer one counts as this many."""
_TILE, _MELDS, _FLOWERS, _SEAT, _ROUND = (
    LAYOUT[name].start // 8 for name in ("tile", "melds", "flowers", "seat", "round")
)
SAMPLED_SEAT = Wind.SOUTH
_LAID = ("(123m<N)", "(123p<N)", "(123s<N)", "(789m<N)", "(789p<N)")


class SampleJudge:
    """Judges samples under a ruleset, for the seat of South in the round of East: what only the dealer has is added with the flowers."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules, self.size = rules, rules.document.size

    def measured(self, template: HandTemplate) -> tuple[tuple[int, ...], tuple[int, ...], str | None] | None:
        """The least and the mean fan of hands of a template, for four kinds of wins, and the pattern that names it; None if no hand of it wins.

        The four kinds are those of `Plan`. The fan of honours and flowers are subtracted.
        """
        import numpy as np

        chance = Random(template.kinds * 8 + template.sets + template.shape)
        drawn = [complete_hand(template, self.size, chance, self.valued) for _ in range(SAMPLES)]
        hands = [each for each in drawn if each is not None]
        if len(hands) < SAMPLES // 2:
            return None
        off = np.array([self._honour_fan(each) for each in hands])
        least, mean = [], []
        for claimed in (self.size // 3 - 1, 0):
            for self_drawn in (False, True):
                fan = self._fan(self.rows(hands, self_drawn, claimed if hands[0].sets else 0))
                if (fan < 0).any():  # hands without sets are concealed; some rules ask more of them
                    least.append(-1)
                    mean.append(-1)
                    continue
                own = np.maximum(fan - off, 0)
                least.append(int(own.min()))
                mean.append(int(own.mean() + 0.5))
        if max(least) < 0:
            return None
        return tuple(least), tuple(mean), self._named(hands)

    def _named(self, hands: Sequence[CompleteHand]) -> str | None:
        """The pattern that all hands with the least fan have and plain hands lack; of several, the one with the most fan."""
        from sikwu.scoring import score

        told = [score(row.tobytes(), self.rules) for row in self.rows(hands, False, 0)]
        few = [each.patterns for each in told if each.fan == min(each.fan for each in told)]
        own = {
            name: fan for name, fan in few[0].items() if name not in self.plain and all(name in each for each in few)
        }
        return max(own, key=lambda name: own[name], default=None)

    @cached_property
    def plain(self) -> frozenset[str]:
        """Patterns that any concealed hand won by a discard may have."""
        from sikwu.scoring import score

        chance = Random(1)
        hands = [complete_hand(HandTemplate(ALL_KINDS), self.size, chance, HONOURS) for _ in range(12)]
        rows = self.rows([each for each in hands if each is not None], False, 0)
        return frozenset.intersection(*(frozenset(score(row.tobytes(), self.rules).patterns) for row in rows))

    # --- honours and flowers

    @cached_property
    def quiet(self) -> int:
        """Open flowers of South that bring least."""
        import numpy as np

        return int(np.array(self._flower_fan[256:512]).argmin()) if self.rules.terms.flowers.in_play else 0

    @cached_property
    def flowers(self) -> bytes:
        """Fan of open flowers by seat, beside those that bring least."""
        if not self.rules.terms.flowers.in_play:
            return bytes(4 * 256)
        return bytes(min(127, max(0, each - min(self._flower_fan))) for each in self._flower_fan)

    @cached_property
    def _flower_fan(self) -> list[int]:
        import numpy as np

        row = self._row(_mixed(self.size, 4), flowers=0)
        rows = np.repeat(row[None], 4 * 256, 0)
        rows[:, _FLOWERS] = np.tile(np.arange(256, dtype=np.uint8), 4)
        rows[:, _SEAT] = np.repeat(np.arange(4, dtype=np.uint8), 256)
        return [int(each) for each in self._fan(rows)]

    @cached_property
    def honour(self) -> bytes:
        """Fan of a pung of each honour beside a pung of suited tiles, by seat and round: 4 × 4 × 7."""
        import numpy as np

        kinds = [4, *range(27, KINDS)]
        rows = np.array([self._row(_mixed(self.size, kind), self.quiet) for kind in kinds])
        rows = np.tile(rows, (16, 1))
        rows[:, _SEAT] = np.repeat(np.arange(4, dtype=np.uint8), 4 * 8)
        rows[:, _ROUND] = np.tile(np.repeat(np.arange(4, dtype=np.uint8), 8), 4)
        fan = self._fan(rows).reshape(16, 8).astype(int)
        return bytes(np.clip(fan[:, 1:] - fan[:, :1], 0, MOST_HONOUR).astype(np.uint8).tobytes())

    @cached_property
    def valued(self) -> int:
        """Honours whose pungs bring something to South in the round of East."""
        return sum(1 << (27 + k) for k in range(7) if self._honour_of(27 + k))

    def _honour_fan(self, hand: CompleteHand) -> int:
        pungs = [low for kind, low in hand.sets if kind is MeldKind.PUNG and low >= 27]
        return sum(self._honour_of(low) for low in pungs)

    def _honour_of(self, kind: int) -> int:
        return self.honour[int(SAMPLED_SEAT) * 4 * 7 + kind - 27]

    # --- rows

    def rows(self, hands: Sequence[CompleteHand], self_drawn: bool, claimed: int) -> npt.NDArray[np.uint8]:
        """The wins as packed rows, with this many sets claimed."""
        import numpy as np

        return np.array([self._row(each, self.quiet, self_drawn, claimed) for each in hands])

    def _row(
        self, hand: CompleteHand, flowers: int, self_drawn: bool = False, claimed: int = 0
    ) -> npt.NDArray[np.uint8]:
        row = self._bases(self_drawn, claimed).copy()
        concealed = bytearray(hand.counts)
        concealed[hand.tile] -= 1
        for place, made in enumerate(hand.sets[:claimed]):
            for tile in tiles_of(made):
                concealed[tile] -= 1
            row[_MELDS + place] = made[0] * KINDS + made[1]
        row[:KINDS] = list(concealed)
        row[_TILE], row[_FLOWERS] = hand.tile, flowers
        return row

    def _bases(self, self_drawn: bool, claimed: int) -> npt.NDArray[np.uint8]:
        """A win whose tiles are put in afterwards: seat, round, feeders."""
        import numpy as np

        made = self._made.get((self_drawn, claimed))
        if made is None:
            text = f"9s {' '.join(_LAID[:claimed])} +9s{'' if self_drawn else '<E'} seat=S round=E"
            made = self._made[self_drawn, claimed] = np.frombuffer(Win.parse(text).pack(), np.uint8)
        return made

    @cached_property
    def _made(self) -> dict[tuple[bool, int], npt.NDArray[np.uint8]]:
        return {}

    def _fan(self, rows: npt.NDArray[np.uint8]) -> npt.NDArray[np.int32]:
        fan: npt.NDArray[np.int32] = self.rules.judge_many(rows).fan
        return fan


def _mixed(size: int, pung: int) -> CompleteHand:
    """Chows of three suits, a pung and a pair of 8s."""
    chows = [(MeldKind.CHOW, low) for low in (9, 21, 13, 1)[: size // 3 - 1]]
    sets = (*chows[:-1], (MeldKind.PUNG, pung), chows[-1])
    counts = bytearray(KINDS)
    for tile in (25, 25, *(tile for each in sets for tile in tiles_of(each))):
        counts[tile] += 1
    return CompleteHand(bytes(counts), sets, sets[-1][1])
