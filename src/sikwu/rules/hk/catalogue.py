"""The Hong Kong catalogue: all patterns in the order of the documents, which also breaks ties between equal totals."""

from __future__ import annotations

from sikwu.rules.hk import chows, events, flowers, honours, kongs, shapes, suits

PATTERNS = (
    *shapes.PATTERNS,
    *flowers.PATTERNS,
    *events.PATTERNS,
    *kongs.PATTERNS,
    *honours.PATTERNS,
    *suits.PATTERNS,
    *chows.PATTERNS,
)

# Of equal totals the first pattern in this list is shown: larger relations first (D23); of wins that stand alone, the one with the higher price first.
TIE_ORDER = (
    "heavenly_hand",
    "seven_rob_one",
    "flower_win_eight",
    "flower_win_seven",
    "four_identical_chows",
    "four_step_chows",
    "four_return_four",
    "double_identical_chows",
    "double_step_chows",
    "mirror_hand",
    *(p.id for p in PATTERNS),
)
