"""The catalogue of doc003: all patterns in order, which also breaks ties between equal totals."""

from __future__ import annotations

from sikwu.rules.hktw import dealer, events, flowers, honours, relations, sets, suits

PATTERNS = (
    *dealer.PATTERNS,
    *events.PATTERNS,
    *flowers.PATTERNS,
    *honours.PATTERNS,
    *suits.PATTERNS,
    *sets.PATTERNS,
    *relations.PATTERNS,
)

TIE_ORDER = (
    "flower_win_eight",
    "seven_rob_one",
    "thirteen_orphans",
    "sixteen_unrelated",
    "four_identical_chows",
    "three_identical_chows",
    "double_identical_chows",
    "four_return_four",
    *(p.id for p in PATTERNS),
)
