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

# For equal totals: the larger relation first (D23); among wins that stand alone, the dearer name first.
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
