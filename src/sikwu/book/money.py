"""Money in the books: the pot as an account, and the roundings a house may choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from sikwu.money.amount import Money, exact

POT = ""
"""The pot of fines as an account: no player has an empty name."""


def _floor(amount: Money) -> Money:
    return amount // 1


def _ceil(amount: Money) -> Money:
    return -(-amount // 1)


def _half_up(amount: Money) -> Money:
    return (amount + Fraction(1, 2)) // 1


ROUNDINGS: Mapping[str, Callable[[Money], Money]] = {
    "exact": exact,
    "floor": _floor,
    "ceil": _ceil,
    "half_up": _half_up,
}
