"""The pull ledger 拉 / 踢 / 斬: who owes whom from hand to hand, as a pure algorithm over immutable values.

A won hand is judged as a whole: every old record meets the same list of trades, and only then are new records opened.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from sikwu.book.money import ROUNDINGS
from sikwu.book.problems import wrong
from sikwu.money.amount import Money, exact

MOST_BITS = 8192
"""A record is exact, and its fraction has no longer numbers than this: five thousand pulls by 3/2, some 2,500 digits."""
_SHORT = 512


class Pair(NamedTuple):
    """The direction of a trade."""

    debtor: str
    creditor: str


class Pull(NamedTuple):
    """An open record: what has been pulled together, in fan, over how many hands."""

    amount: Money
    hands: int


class Paid(NamedTuple):
    """Chips that change hands because a record closes: 'settled', 'kicked', 'cut' or 'closed'."""

    pair: Pair
    amount: Money
    why: str


NOBODY: frozenset[Pair] = frozenset()


@dataclass(frozen=True, slots=True)
class Terms:
    """What a house has agreed about the ledger."""

    pull: Money = Fraction(3, 2)
    kick: Money = Fraction(1, 2)
    hold: bool = True
    """A creditor who wins from somebody else keeps the record open."""
    draw_keeps: bool = True
    rounding: str = "exact"
    each_step: bool = False
    """Round at every opening and pull too, not only what is paid."""
    endless: bool = False
    """無限拉: nobody may buy himself out."""
    interval: int = 3
    any_time: bool = False
    """From the first offer on, a debtor may cut after any hand."""
    unit: Money = 1
    """Chips for one fan."""

    @classmethod
    def of(cls, settings: Mapping[str, object]) -> Terms | None:
        """The terms in the settings of a ruleset; None where no ledger is kept.

        >>> Terms.of({"ledger.enabled": True, "ledger.pull_factor": "2"}).pull
        2
        """
        if not settings.get("ledger.enabled", False):
            return None

        def get(id: str, usual: object) -> object:
            return settings.get(id, usual)

        return cls(
            pull=exact(get("ledger.pull_factor", "3/2")),
            kick=exact(get("ledger.kick_factor", "1/2")),
            hold=get("ledger.creditor_wins_elsewhere", "hold") == "hold",
            draw_keeps=get("ledger.on_draw", "keep") == "keep",
            rounding=str(get("ledger.rounding", "exact")),
            each_step=get("ledger.rounding_point", "at_payment") == "each_step",
            endless=get("ledger.cut_mode", "three_hand") == "endless",
            interval=int(str(get("ledger.cut_interval", 3))),
            any_time=get("ledger.cut_window", "only_at_multiples") == "any_time_after_first",
            unit=exact(get("score.chips_per_fan", 1)),
        )

    def fan(self, chips: Money) -> Money:
        """An amount of chips as fan."""
        return exact(Fraction(chips, self.unit))

    def kept(self, amount: Money) -> Money:
        """An amount of fan as it is written into a record."""
        return ROUNDINGS[self.rounding](amount) if self.each_step else exact(amount)

    def pulled(self, amount: Money, fan: Money) -> Money:
        """A record, pulled, and the fan of the new hand; over one denominator, which is fast.

        >>> Terms().pulled(23, 4), Terms().pulled(10, 8)
        (Fraction(77, 2), 23)
        """
        if amount.denominator.bit_length() > _SHORT:  # long numbers: a fraction looks only at what can have changed
            return exact(amount * self.pull + fan)
        below = amount.denominator * self.pull.denominator * fan.denominator
        above = amount.numerator * self.pull.numerator * fan.denominator + fan.numerator * (below // fan.denominator)
        whole, rest = divmod(above, below)
        return Fraction(above, below) if rest else whole

    def chips(self, amount: Money) -> Money:
        """An amount of fan as it is paid."""
        return ROUNDINGS[self.rounding](amount if self.unit == 1 else amount * self.unit)

    def kicked(self, amount: Money) -> Money:
        """What is paid for a record whose debtor wins from his creditor."""
        return self.chips(amount * self.kick)

    def offered(self, pulls: Mapping[Pair, Pull], touched: Container[tuple[str, str]]) -> frozenset[Pair]:
        """Whose debtor may cut now; `touched`: those that this hand opened or extended."""
        if self.endless or not pulls:
            return NOBODY
        every = self.interval
        if self.any_time:
            return frozenset([pair for pair, pull in pulls.items() if pull.hands >= every])
        return frozenset([pair for pair, pull in pulls.items() if pull.hands % every == 0 and pair in touched])


class Ledger(NamedTuple):
    """All open records; at most one of A → B and B → A is open.

    >>> terms = Terms()
    >>> ledger, paid = Ledger().won({Pair("A", "B"): 10}, terms)
    >>> ledger, paid = ledger.won({Pair("A", "B"): 8}, terms)
    >>> ledger.pulls[Pair("A", "B")], paid
    (Pull(amount=23, hands=2), ())
    >>> ledger.won({Pair("C", "A"): 12}, terms)[1]
    (Paid(pair=Pair(debtor='A', creditor='B'), amount=23, why='settled'),)
    """

    pulls: Mapping[Pair, Pull] = MappingProxyType({})
    offered: frozenset[Pair] = frozenset()
    """Whose debtor may cut before the next hand."""

    def won(self, trades: Mapping[Pair, Money], terms: Terms) -> tuple[Ledger, tuple[Paid, ...]]:
        """After a won hand: `trades` are payer → winner with the fan each owes."""
        winners = {winner for _, winner in trades}
        pulls: dict[Pair, Pull] = {}
        paid: list[Paid] = []
        for pair, old in self.pulls.items():
            debtor, creditor = pair
            fan = trades.get(pair)
            if fan is not None:
                pulls[pair] = Pull(_bounded(terms.kept(terms.pulled(old.amount, fan)), pair, old.hands), old.hands + 1)
            elif (creditor, debtor) in trades:
                paid.append(Paid(pair, terms.kicked(old.amount), "kicked"))
            elif terms.hold and creditor in winners:
                pulls[pair] = old
            else:
                paid.append(Paid(pair, terms.chips(old.amount), "settled"))
        for pair, fan in trades.items():
            if pair not in pulls:
                pulls[pair] = Pull(terms.kept(fan), 1)
        return Ledger(MappingProxyType(pulls), terms.offered(pulls, trades)), tuple(paid)

    def drawn(self, terms: Terms) -> tuple[Ledger, tuple[Paid, ...]]:
        """After a drawn hand."""
        return (self.untouched(terms), ()) if terms.draw_keeps else self.closed(terms, "settled")

    def untouched(self, terms: Terms) -> Ledger:
        """After a hand that leaves every record as it is: offers of the hand before have lapsed."""
        return Ledger(self.pulls, terms.offered(self.pulls, ()))

    def cut(self, pair: Pair, terms: Terms) -> tuple[Ledger, Paid]:
        """After the debtor has bought himself out; the caller has made sure that it is offered."""
        pulls = dict(self.pulls)
        amount = pulls.pop(pair).amount
        return Ledger(MappingProxyType(pulls), self.offered - {pair}), Paid(pair, terms.chips(amount), "cut")

    def closed(self, terms: Terms, why: str = "closed", of: str | None = None) -> tuple[Ledger, tuple[Paid, ...]]:
        """After every record, or every record of one player, has been paid in full."""
        due = {pair: pull for pair, pull in self.pulls.items() if of is None or of in pair}
        left = {pair: pull for pair, pull in self.pulls.items() if pair not in due}
        paid = tuple(Paid(pair, terms.chips(pull.amount), why) for pair, pull in due.items())
        return Ledger(MappingProxyType(left), self.offered - due.keys()), paid

    def ordered(self, players: Iterable[str]) -> Iterator[tuple[Pair, Pull]]:
        """The open records by debtor and creditor, in the order of the players."""
        rank = {player: place for place, player in enumerate(players)}
        yield from sorted(self.pulls.items(), key=lambda each: (rank[each[0].debtor], rank[each[0].creditor]))


def _bounded(amount: Money, pair: Pair, hands: int) -> Money:
    """The amount of a record, if it can still be written out."""
    if amount.numerator.bit_length() > MOST_BITS or amount.denominator.bit_length() > MOST_BITS:
        raise wrong("book.pull_too_long", debtor=pair.debtor, creditor=pair.creditor, hands=hands)
    return amount


EMPTY = Ledger()
