"""The reward of a deal for a learner: its settlement, as money or squashed."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from sikwu.play.problems import PlayError
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.schemes import ChipMoney
from sikwu.texts import RulesError

REWARDS = ("money", "squashed")


def unit_of(rules: Ruleset) -> float:
    """The price of the smallest hand that may win by a discard, in units of the paying table.

    >>> from sikwu import ruleset
    >>> unit_of(ruleset("hk-standard")) / ruleset("hk-standard").paying.denominator
    8.0
    """
    money, least = rules.money, rules.minimum
    try:
        price = money.prices.win(least) if isinstance(money, ChipMoney) else money.prices.discard(least, None)
    except RulesError:  # the house's table begins higher
        price = 0
    return float(price or 1) * rules.paying.denominator


def rewards(changes: npt.NDArray[np.integer[Any]], unit: float, kind: str = "money") -> npt.NDArray[np.float32]:
    """Rewards from changes in units of the paying table: the price of the smallest hand is 1; squashed: sign × log2(1
    + |x|).

    >>> rewards(np.array([64, -64, 0, 0]), 32).tolist(), rewards(np.array([96, -96]), 32, "squashed").tolist()
    ([2.0, -2.0, 0.0, 0.0], [2.0, -2.0])
    """
    if kind not in REWARDS:
        raise PlayError.of("env.reward", name=kind[:40], known=list(REWARDS))
    money = changes / unit
    told = np.sign(money) * np.log2(1 + np.abs(money)) if kind == "squashed" else money
    return told.astype(np.float32)
