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
from sikwu.rules.schemes import DEALER, HongKongMoney, HouseMoney
from sikwu.scoring import Score
from sikwu.texts import Message, say
from sikwu.win import By


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
        # A liable player may bear the whole self-draw: then no payment names a share of it.
        drawn = "self_draw" in codes or score.win.by in (By.SELF_DRAW, By.FLOWERS)
        how = "self_draw" if drawn else "half_gun" if "bystander" in codes else "discard"
        if isinstance(rules.money, HouseMoney):
            dealer = DEALER in (move.payer for move in paid.transfers) or DEALER in paid.winners
            return _told(rules, _own(rules.money, fan, spicy, how, score.win.streak if dealer else None))
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
        if isinstance(money, HouseMoney):
            return _found(money, fan, how, moves)
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


def _own(money: HouseMoney, fan: int, spicy: str | None, how: str, streak: int | None) -> Iterator[Message]:
    """The same in a house with its own parts; `streak`: the repeats of a dealer who pays or is paid, None: there is none."""
    prices = money.prices
    parts, drawn = money.fed_parts, prices.drawn_part
    usual = parts in ((1, 0), (part(1, 2), part(1, 4)))
    if how == "self_draw" and (prices.table.drawn or drawn != part(1, 2)):
        yield from _points(prices, max(fan, 1), spicy, "discard")
        share = told_amount(prices.share(fan, spicy))
        yield (
            say("worth.drawn_column", share=share)
            if prices.table.drawn
            else say("worth.drawn_part", part=str(drawn), share=share)
        )
    elif how == "self_draw" or usual:
        yield from _points(prices, fan, spicy, how)
    else:
        yield from _points(prices, fan, spicy, "discard")
        price, (mine, theirs) = prices.discard(fan, spicy), parts
        due, beside = told_amount(exact(price * mine)), told_amount(exact(price * theirs))
        yield say("worth.parts", mine=str(mine), due=due, theirs=str(theirs), beside=beside)
    if streak is not None and (added := money.dealer_more.of_any(streak)):
        yield say("worth.dealer_fan", fan=added)
    if streak is not None and money.times_dealer != 1:
        yield say("worth.dealer_times", times=str(money.times_dealer))


def _found(money: HouseMoney, fan: int, how: str, moves: Collection[Payment[Any]]) -> tuple[Message, ...]:
    """The lines for a hand of a book, which knows no seats: they name the price if somebody pays exactly its part."""
    owed = {move.amount for move in moves}
    for spicy in SPICY:
        price = money.prices.discard(fan, spicy)
        dues = (
            {money.prices.share(fan, spicy)}
            if how == "self_draw"
            else {exact(price * each) for each in money.fed_parts}
        )
        if owed & dues:
            return tuple(_own(money, fan, spicy, how, None))
    return ()


def _price(prices: HongKongPrices, fan: int, spicy: str | None) -> Message:
    """The price of a discard with this many fan, in points of the table."""
    points = told_amount(prices.discard(fan, spicy))
    table = say(f"worth.table.{prices.table.id}")
    if prices.full_fan is not None and (spicy or fan > prices.full_fan):
        how, full = f"worth.{spicy or 'full'}", prices.table.price(prices.full_fan)
        return say(
            how,
            fan=fan,
            full=prices.full_fan,
            price=full,
            times=told_amount(prices.times(spicy)),
            points=points,
            table=table,
        )
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
