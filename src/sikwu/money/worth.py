"""Explains line by line how the fan became money."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from sikwu.money.amount import Money, exact, money_json, part
from sikwu.money.payment import Payment
from sikwu.money.settlement import Settlement
from sikwu.rules.prices import SPICY, ChipPrices, HongKongPrices
from sikwu.rules.ruleset import Ruleset
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
    rules, codes = score.ruleset, {move.reason.code for move in paid.transfers}
    if isinstance(rules.money, HongKongMoney):
        fan, spicy = rules.money.worth(score)
        how = "self_draw" if "self_draw" in codes else "half_gun" if "bystander" in codes else "discard"
        return _told(rules, _points(rules.money.prices, fan, spicy, how))
    return _told(rules, _chips(score.fan, rules.money.prices))


def hand_words(
    rules: Ruleset, result: str, fan: int, dealer: int, moves: Collection[Payment[Any]]
) -> tuple[Message, ...]:
    """The same for a hand in a book, from its fan and the amount owed to its winner; empty if that amount is not the
    price.

    `dealer`: the winner's own dealer fan; for a hand with tiles they may already be included in its fan.

    >>> from sikwu import ruleset
    >>> from sikwu.money.payment import Reason
    >>> paid = Payment("Wing", "Karen", 24, Reason("discard"))
    >>> [line.en for line in hand_words(ruleset("hk-standard"), "discard", 5, 0, [paid])]
    ['5 fan: a discard costs 24 (half-spicy table).']
    """
    total, money = exact(sum(move.amount for move in moves)), rules.money
    if not total:
        return ()
    if isinstance(money, HongKongMoney):
        how = "self_draw" if result != "discard" else "half_gun" if money.half_gun and len(moves) > 2 else "discard"
        for spicy in SPICY:
            price = 3 * money.prices.share(fan, spicy) if how == "self_draw" else money.prices.discard(fan, spicy)
            if price == total:
                return tuple(_points(money.prices, fan, spicy, how))
        return ()
    owed = {move.amount for move in moves}
    for counted in (fan + dealer, fan):
        if money.prices.win(counted) in owed:
            return tuple(_chips(counted, money.prices))
    return ()


def _told(rules: Ruleset, lines: Iterator[Message]) -> tuple[Message, ...]:
    """The lines, with a note that nothing is paid at once if pulls are kept."""
    return (*lines, say("worth.pull")) if rules.terms.ledger is not None else tuple(lines)


def _points(prices: HongKongPrices, fan: int, spicy: str | None, how: str) -> Iterator[Message]:
    """The price of a discard in the table, then the effect of a self-draw or half gun."""
    least = max(fan, 1) if how == "self_draw" else fan
    price, unit = prices.discard(least, spicy), prices.unit
    points = replace(prices, unit=1)
    yield _price(points, least, spicy)
    if unit != 1:
        told = {"unit": unit, "points": points.discard(least, spicy), "amount": price}
        yield say("worth.unit", **{name: told_amount(each) for name, each in told.items()})
    if how == "self_draw":
        yield say("worth.share", share=told_amount(part(price, 2)))
    elif how == "half_gun":
        yield say("worth.half_gun", half=told_amount(part(price, 2)), quarter=told_amount(part(price, 4)))


def _price(prices: HongKongPrices, fan: int, spicy: str | None) -> Message:
    """The price of a discard with this many fan, in points of the table."""
    points = told_amount(prices.discard(fan, spicy))
    table = say(f"worth.table.{prices.table.id}")
    if prices.full_fan is not None and (spicy or fan > prices.full_fan):
        how, full = f"worth.{spicy or 'full'}", prices.table.price(prices.full_fan)
        return say(how, fan=fan, full=prices.full_fan, price=full, times=SPICY[spicy], points=points, table=table)
    return say("worth.price", fan=fan, points=points, table=table)


def _chips(fan: int, prices: ChipPrices) -> Iterator[Message]:
    """Chips for fan, and a base on top of them."""
    counted = fan if prices.cap is None else min(fan, prices.cap)
    chips = told_amount(counted * prices.per_fan)
    if counted < fan:
        yield say("worth.cut", fan=fan, cap=counted)
    yield say("worth.chips", fan=counted, each=told_amount(prices.per_fan), chips=chips)
    if prices.win_base:
        yield say("worth.base", base=told_amount(prices.win_base), amount=told_amount(prices.win(fan)))


def told_amount(amount: Money) -> int | str:
    """An amount as a fact of a message: a whole number, or a text."""
    told = money_json(amount)
    return told if isinstance(told, int) else str(told)
