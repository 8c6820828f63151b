"""Explains line by line how the fan became money."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sikwu.money.amount import Money, money_json, part
from sikwu.money.settlement import Settlement
from sikwu.rules.prices import SPICY, ChipPrices, HongKongPrices
from sikwu.rules.schemes import HongKongMoney
from sikwu.scoring import Score
from sikwu.texts import Message, say


def worth_words(score: Score, paid: Settlement | None) -> tuple[Message, ...]:
    """Explains the amounts of a win's payments; empty if there are no payments.

    >>> from sikwu import score
    >>> from sikwu.money.settlement import settle
    >>> told = score("123456789p N (發發發<E) +N<W seat=S 1f")
    >>> [line.en for line in worth_words(told, settle(told))]
    ['4 fan: a discard costs 16 (half-spicy table).']
    """
    if paid is None or not paid.transfers:
        return ()
    money = score.ruleset.money
    lines = _points(score, paid, money) if isinstance(money, HongKongMoney) else _chips(score, money.prices)
    pulled = score.ruleset.terms.ledger is not None
    return (*lines, say("worth.pull")) if pulled else tuple(lines)


def _points(score: Score, paid: Settlement, money: HongKongMoney) -> Iterator[Message]:
    """The price of a discard by the table, then what a self-draw or half gun makes of it."""
    fan, spicy = money.worth(score)
    drawn = any(move.reason.code == "self_draw" for move in paid.transfers)
    least = max(fan, 1) if drawn else fan
    price, unit = money.prices.discard(least, spicy), money.prices.unit
    points = replace(money.prices, unit=1)
    yield _price(points, least, spicy)
    if unit != 1:
        told = {"unit": unit, "points": points.discard(least, spicy), "amount": price}
        yield say("worth.unit", **{name: told_amount(each) for name, each in told.items()})
    if drawn:
        yield say("worth.share", share=told_amount(part(price, 2)))
    elif any(move.reason.code == "bystander" for move in paid.transfers):
        yield say("worth.half_gun", half=told_amount(part(price, 2)), quarter=told_amount(part(price, 4)))


def _price(prices: HongKongPrices, fan: int, spicy: str | None) -> Message:
    """The price of a discard with this many fan, in points of the table."""
    points = told_amount(prices.discard(fan, spicy))
    table = say(f"worth.table.{prices.table.id}")
    if prices.full_fan is not None and (spicy or fan > prices.full_fan):
        how, full = f"worth.{spicy or 'full'}", prices.table.price(prices.full_fan)
        return say(how, fan=fan, full=prices.full_fan, price=full, times=SPICY[spicy], points=points, table=table)
    return say("worth.price", fan=fan, points=points, table=table)


def _chips(score: Score, prices: ChipPrices) -> Iterator[Message]:
    """Chips for fan, and a base on top of them."""
    counted = score.fan if prices.cap is None else min(score.fan, prices.cap)
    chips = told_amount(counted * prices.per_fan)
    if counted < score.fan:
        yield say("worth.cut", fan=score.fan, cap=counted)
    yield say("worth.chips", fan=counted, each=told_amount(prices.per_fan), chips=chips)
    if prices.win_base:
        yield say("worth.base", base=told_amount(prices.win_base), amount=told_amount(prices.win(score.fan)))


def told_amount(amount: Money) -> int | str:
    """An amount as a fact of a message: a whole number, or a text."""
    told = money_json(amount)
    return told if isinstance(told, int) else str(told)
