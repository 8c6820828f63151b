"""The pull ledger 拉 / 踢 / 斬: who owes whom from hand to hand, as a pure algorithm over immutable values.

A won hand is processed as a whole: every old record is updated by the same list of trades, and only then are new
records opened.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from sikwu.book.problems import BookError
from sikwu.money.amount import Money
from sikwu.rules.table_terms import LedgerTerms

MOST_BITS = 8192
"""The most bits of the numbers in a record's exact fraction: five thousand pulls by 3/2, some 2,500 digits."""


class Pair(NamedTuple):
    """The direction of a trade."""

    debtor: str
    creditor: str


class Pull(NamedTuple):
    """An open record: the accumulated amount in fan, and the number of hands."""

    amount: Money
    hands: int


class PullPayment(NamedTuple):
    """Chips paid because a record closes: 'settled', 'kicked', 'cut' or 'closed'."""

    pair: Pair
    amount: Money
    why: str


NOBODY: frozenset[Pair] = frozenset()


class Ledger(NamedTuple):
    """All open records; at most one of A → B and B → A is open.

    >>> terms = LedgerTerms()
    >>> ledger, paid = Ledger().won({Pair("A", "B"): 10}, terms)
    >>> ledger, paid = ledger.won({Pair("A", "B"): 8}, terms)
    >>> ledger.pulls[Pair("A", "B")], paid
    (Pull(amount=23, hands=2), ())
    >>> ledger.won({Pair("C", "A"): 12}, terms)[1]
    (PullPayment(pair=Pair(debtor='A', creditor='B'), amount=23, why='settled'),)
    """

    pulls: Mapping[Pair, Pull] = MappingProxyType({})
    offered: frozenset[Pair] = frozenset()
    """The pulls that the debtor may cut before the next hand."""

    def won(self, trades: Mapping[Pair, Money], terms: LedgerTerms) -> tuple[Ledger, tuple[PullPayment, ...]]:
        """The ledger after a won hand; `trades`: payer → winner with the fan owed."""
        winners = {winner for _, winner in trades}
        pulls: dict[Pair, Pull] = {}
        paid: list[PullPayment] = []
        for pair, old in self.pulls.items():
            debtor, creditor = pair
            fan = trades.get(pair)
            if fan is not None:
                pulls[pair] = Pull(_bounded(terms.kept(terms.pulled(old.amount, fan)), pair, old.hands), old.hands + 1)
            elif (creditor, debtor) in trades:
                paid.append(PullPayment(pair, terms.kicked(old.amount), "kicked"))
            elif terms.hold and creditor in winners:
                pulls[pair] = old
            else:
                paid.append(PullPayment(pair, terms.chips(old.amount), "settled"))
        for pair, fan in trades.items():
            if pair not in pulls:
                pulls[pair] = Pull(terms.kept(fan), 1)
        return Ledger(MappingProxyType(pulls), offered(terms, pulls, trades)), tuple(paid)

    def drawn(self, terms: LedgerTerms) -> tuple[Ledger, tuple[PullPayment, ...]]:
        """The ledger after a drawn hand."""
        return (self.untouched(terms), ()) if terms.draw_keeps else self.closed(terms, "settled")

    def untouched(self, terms: LedgerTerms) -> Ledger:
        """The ledger after a hand that changes no record; the offers of the hand before lapse."""
        return Ledger(self.pulls, offered(terms, self.pulls, ()))

    def cut(self, pair: Pair, terms: LedgerTerms) -> tuple[Ledger, PullPayment]:
        """The ledger after the debtor has paid off a pull; the caller has checked that a cut is offered."""
        pulls = dict(self.pulls)
        amount = pulls.pop(pair).amount
        return Ledger(MappingProxyType(pulls), self.offered - {pair}), PullPayment(pair, terms.chips(amount), "cut")

    def closed(
        self, terms: LedgerTerms, why: str = "closed", of: str | None = None
    ) -> tuple[Ledger, tuple[PullPayment, ...]]:
        """The ledger after every record, or every record of one player, has been paid in full."""
        due = {pair: pull for pair, pull in self.pulls.items() if of is None or of in pair}
        left = {pair: pull for pair, pull in self.pulls.items() if pair not in due}
        paid = tuple(PullPayment(pair, terms.chips(pull.amount), why) for pair, pull in due.items())
        return Ledger(MappingProxyType(left), self.offered - due.keys()), paid

    def ordered(self, players: Iterable[str]) -> Iterator[tuple[Pair, Pull]]:
        """The open records by debtor and creditor, in the order of the players."""
        rank = {player: place for place, player in enumerate(players)}
        yield from sorted(self.pulls.items(), key=lambda each: (rank[each[0].debtor], rank[each[0].creditor]))


def offered(terms: LedgerTerms, pulls: Mapping[Pair, Pull], touched: Container[tuple[str, str]]) -> frozenset[Pair]:
    """The pulls that the debtor may cut now; `touched`: those that this hand opened or extended."""
    if terms.endless or not pulls:
        return NOBODY
    every = terms.interval
    if terms.any_time:
        return frozenset([pair for pair, pull in pulls.items() if pull.hands >= every])
    return frozenset([pair for pair, pull in pulls.items() if pull.hands % every == 0 and pair in touched])


def _bounded(amount: Money, pair: Pair, hands: int) -> Money:
    """The amount of a record, if it is still short enough to write out."""
    if amount.numerator.bit_length() > MOST_BITS or amount.denominator.bit_length() > MOST_BITS:
        raise BookError.of("book.pull_too_long", debtor=pair.debtor, creditor=pair.creditor, hands=hands)
    return amount


EMPTY = Ledger()
