"""A quiz: random wins for guessing their fan."""

from __future__ import annotations

from random import Random

from sikwu.practice.wins import some_win
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import score
from sikwu.texts import RulesError, SikwuError
from sikwu.win import Win

MOST = 20
"""The most wins of one quiz."""
MOST_TRIES = 60
"""Random wins that are scored for each win of a quiz."""


def quiz(rules: Ruleset, seed: int = 0, n: int = 10) -> list[Win]:
    """The wins of a quiz; the same seed gives the same wins. More than half of them reach the minimum, and if
    possible no two have the same fan.

    >>> from sikwu import ruleset, score
    >>> [score(win, ruleset("hk-standard")).fan for win in quiz(ruleset("hk-standard"), 1, 3)]
    [3, 8, 1]
    """
    if not 1 <= n <= MOST:
        code = "number.too_small" if n < 1 else "number.too_large"
        raise RulesError.of(code, name="n", value=n, least=1, most=MOST)
    chance, found, seen = Random(f"quiz {seed}"), [], set[int]()
    for place in range(n):
        kept: Win | None = None
        for _ in range(MOST_TRIES):
            win = some_win(chance, rules.document.sets, rules.draft.flowers_in_play)
            try:
                told = score(win, rules)
            except SikwuError:  # a house may require more than a complete hand
                continue
            kept = kept or win
            if told.valid or place % 3 == 2:
                kept = win
                if told.fan not in seen:
                    seen.add(told.fan)
                    break
        found += [kept] if kept is not None else []
    return found
