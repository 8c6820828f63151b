"""Settles a house's side money: from what happened in a deal to payments between players, and into and out of the pot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sikwu.money.amount import Money, exact, part
from sikwu.money.payment import Payment, Reason
from sikwu.rules.side_money import ALL, HAND, SidePayment

POT = ""
"""The pot as an account: no player has an empty name."""


class SideEvent(NamedTuple):
    """Something that happened: to whom, how often, and who fed it."""

    event: str
    maker: str | None = None
    times: int = 1
    feeder: str | None = None


class SideFacts(NamedTuple):
    """What side payments need to know of a deal."""

    result: str
    """win, draw or false_win."""
    seated: tuple[str, ...]
    """The players in turn, the dealer first."""
    dealer: str | None = None
    winners: tuple[str, ...] = ()
    moves: tuple[Payment[str], ...] = ()
    """What was paid, or owed, for the hand."""
    sitters: tuple[str, ...] = ()
    """Who sits out this deal."""
    pot: Money = 0


def side_moves(payments: Iterable[SidePayment], events: Sequence[SideEvent], facts: SideFacts) -> list[Payment[str]]:
    """The payments of a deal, in the order of the house's file; the pot never pays more than it holds.

    >>> kong = SidePayment("kong", "槓錢", "Kong", "kong_exposed", "feeder", "maker", 2)
    >>> told = side_moves([kong], [SideEvent("kong_exposed", "A", 1, "B")], SideFacts("draw", ("A", "B", "C", "D")))
    >>> [each[:3] for each in told]
    [('B', 'A', 2)]
    """
    pot, out = facts.pot, list[Payment[str]]()
    for payment in payments:
        if facts.result not in payment.results:
            continue
        paid = set[str]()
        for event in events:
            if event.event != payment.on or (payment.once and event.maker in paid):
                continue
            paid |= {event.maker} if event.maker is not None else set()
            made = _paid(payment, event, facts, pot)
            out += made
            pot = exact(pot + sum(each.amount * ((each.payee == POT) - (each.payer == POT)) for each in made))
    return out


def _paid(payment: SidePayment, event: SideEvent, facts: SideFacts, pot: Money) -> list[Payment[str]]:
    """The payments of one event."""
    payers, payees = _who(payment.payer, event, facts), _who(payment.payee, event, facts)
    if payment.payer == "others":
        payers = [each for each in facts.seated if each not in payees]
    if payment.payee == "others":
        payees = [each for each in facts.seated if each not in payers]
    times, reason = 1 if payment.once else event.times, Reason(payment.code)
    pairs = [(payer, payee) for payer in payers for payee in payees if payer != payee]
    if payers == [POT]:
        amount = pot if payment.amount == ALL else exact(_fixed(payment) * times)
        return _from_pot(amount, payees, pot, reason)
    if payment.amount == HAND:
        owed: dict[tuple[str, str], Money] = {}
        for move in facts.moves:
            owed[move.payer, move.payee] = owed.get((move.payer, move.payee), 0) + move.amount
        told = [(pair, exact(owed.get(pair, 0) * times)) for pair in pairs]
    else:
        told = [(pair, exact(_fixed(payment) * times)) for pair in pairs]
    return [Payment(payer, payee, amount, reason) for (payer, payee), amount in told if amount]


def _fixed(payment: SidePayment) -> Money:
    assert not isinstance(payment.amount, str)
    return payment.amount


def _from_pot(amount: Money, payees: Sequence[str], pot: Money, reason: Reason) -> list[Payment[str]]:
    """Each payee gets the amount, or all share what is there."""
    if not payees or not pot:
        return []
    each = min(amount, part(pot, len(payees))) if amount != pot else part(pot, len(payees))
    return [Payment(POT, payee, exact(each), reason) for payee in payees]


def _who(role: str, event: SideEvent, facts: SideFacts) -> list[str]:
    """The players of a role; nobody if there is none in this deal."""
    fed = [event.feeder] if event.feeder is not None else []
    named: Mapping[str, Sequence[str | None]] = {
        "maker": [event.maker],
        "feeder": fed,
        "everybody": facts.seated,
        "others": (),
        "winner": facts.winners,
        "losers": [each for each in facts.seated if facts.winners and each not in facts.winners],
        "payers": tuple(dict.fromkeys(move.payer for move in facts.moves if move.amount)),
        "dealer": [facts.dealer],
        "sitter": facts.sitters,
        "pot": [POT],
    }
    return [each for each in named[role] if each is not None]
