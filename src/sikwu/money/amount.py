"""Amounts of money: whole numbers or exact fractions, as text and as JSON. This module never rounds."""

from __future__ import annotations

import json
from collections.abc import Collection
from fractions import Fraction
from math import lcm

Money = int | Fraction
_MOST_PLACES = 60
_MANTISSA = 1 << 53
"""A floating-point number holds halves, quarters … exactly if the numerator and denominator are below this."""


def exact(value: object) -> Money:
    """The exact value of a number, a setting or a text: a whole number if it is one.

    >>> exact(3), exact("3/2"), exact("0.5"), exact(Fraction(46, 2))
    (3, Fraction(3, 2), Fraction(1, 2), 23)
    """
    if type(value) is int:
        return value
    amount = value if type(value) is Fraction else Fraction(str(value))
    return amount.numerator if amount.denominator == 1 else amount


def part(amount: Money, of: int) -> Money:
    """One of `of` equal parts, exactly.

    >>> part(16, 2), part(1, 4)
    (8, Fraction(1, 4))
    """
    if type(amount) is int and not amount % of:
        return amount // of
    return exact(Fraction(amount, of))


def balanced(amounts: Collection[Money]) -> bool:
    """Whether the sum is zero; computed over one denominator, which is fast.

    >>> balanced([Fraction(1, 2), 1, Fraction(-3, 2)]), balanced([Fraction(1, 2), -1])
    (True, False)
    """
    if {type(amount) for amount in amounts} == {int}:
        return not sum(amounts)
    whole = lcm(*[amount.denominator for amount in amounts])
    return not sum(amount.numerator * (whole // amount.denominator) for amount in amounts)


def money_text(amount: Money) -> str:
    """The amount as people write it: with decimals if they terminate, otherwise as a fraction.

    >>> money_text(7), money_text(Fraction(-665, 8)), money_text(Fraction(1, 3))
    ('7', '-83.125', '1/3')
    """
    above, below = amount.numerator, amount.denominator
    if below == 1:
        return str(above)
    twos = (below & -below).bit_length() - 1
    rest, fives = below >> twos, 0
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    places = max(twos, fives)
    if rest != 1 or places > _MOST_PLACES:
        return f"{above}/{below}"
    digits = str(abs(above) * 10**places // below).rjust(places + 1, "0")
    return f"{'-' if amount < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def money_json(amount: Money) -> int | float | str:
    """The amount for JSON: a number if a floating-point number holds it exactly, otherwise its fraction as text.

    A fifth is 0.2 to people, but no floating-point number is exactly a fifth.

    >>> [money_json(each) for each in (3, Fraction(77, 2), Fraction(1, 3), Fraction(1, 5))]
    [3, 38.5, '1/3', '1/5']
    """
    n, d = amount.numerator, amount.denominator
    if d == 1:
        return n
    if d & (d - 1) or d >= _MANTISSA or abs(n) >= _MANTISSA:
        return f"{n}/{d}"
    number: float = json.loads(money_text(amount))
    return number
