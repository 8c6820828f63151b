"""Exact money: whole numbers or fractions, their text, and the roundings a house may choose."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import msgspec

from sikwu.rules.prices import Money as Money

POT = ""
"""The pot of fines as an account: no player has an empty name."""


class Move(NamedTuple):
    """Money that goes, or is owed, from one account to another, and why."""

    payer: str
    payee: str
    amount: Money
    why: str = ""


def exact(amount: Money) -> Money:
    """The amount, as a whole number where it is one.

    >>> exact(Fraction(46, 2)), exact(Fraction(77, 2))
    (23, Fraction(77, 2))
    """
    return amount if type(amount) is int or amount.denominator != 1 else amount.numerator


def balanced(amounts: Collection[Money]) -> bool:
    """Is the sum zero? Worked out over one denominator, which is fast.

    >>> balanced([Fraction(1, 2), 1, Fraction(-3, 2)]), balanced([Fraction(1, 2), -1])
    (True, False)
    """
    if {type(amount) for amount in amounts} == {int}:
        return not sum(amounts)
    whole = lcm(*[amount.denominator for amount in amounts])
    return not sum(amount.numerator * (whole // amount.denominator) for amount in amounts)


def read_money(value: object) -> Money:
    """The amount a setting or a text says: 3, '3/2' or '1.5'.

    >>> read_money("3/2"), read_money(2)
    (Fraction(3, 2), 2)
    """
    return value if type(value) is int else exact(Fraction(str(value)))


def money_text(amount: Money) -> str:
    """The amount as people write it: with its decimals if they end, else as a fraction.

    >>> money_text(7), money_text(Fraction(-665, 8)), money_text(Fraction(1, 3))
    ('7', '-83.125', '1/3')
    """
    if amount.denominator == 1:
        return str(amount.numerator)
    scale, places = 1, 0
    while scale * amount % 1 and places < 60:
        scale, places = scale * 10, places + 1
    if scale * amount % 1:
        return f"{amount.numerator}/{amount.denominator}"
    digits = str(abs(int(scale * amount))).rjust(places + 1, "0")
    return f"{'-' if amount < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def money_number(amount: Money) -> object:
    """The amount as a number of JSON, if a reader gets exactly this back; else its text.

    >>> money_number(Fraction(77, 2)), money_number(Fraction(1, 3))
    (38.5, '1/3')
    """
    if amount.denominator == 1:
        return amount.numerator
    text = money_text(amount)
    number: object = msgspec.json.decode(text) if "/" not in text else text
    return number if number == amount else text


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
