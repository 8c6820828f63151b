"""Compiles prices and liability rules to the table by which the kernel pays a deal. It must equal `sikwu.money.settlement`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from sikwu._kernel import KernelCharge, PayTable, PriceLine
from sikwu.money.amount import Money
from sikwu.rules.duty import Chain, DutyCharge, DutyCharges, Feeder, LiabilityShare
from sikwu.rules.limits import within
from sikwu.rules.lowering import KERNEL_FAN
from sikwu.rules.prices import SPICY
from sikwu.rules.schemes import ChipMoney, HongKongMoney, Scheme
from sikwu.rules.side_money import ALL, HAND, RESULTS, SidePayment

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from sikwu.rules.lowering import LoweredRules
    from sikwu.rules.ruleset import Ruleset

MOST = 1 << 58
"""The largest amount in the kernel, so that no sum overflows; Python settles larger ones."""
LONGEST = 256
"""The number of fan for which prices are listed one by one."""


class PayOutcome(IntEnum):
    """The status of a paid row; the same numbers as in the kernel."""

    PAID = 0
    NO_WIN = 1
    BELOW_MINIMUM = 2
    NO_FEEDER = 3
    """A discard or a robbed kong without the player it came from."""
    NO_PRICE = 4
    """The house's table starts higher, or the amount is too large for the kernel: call `settle`."""
    TOO_MANY = 5
    """Made-up rules can count the hand in more ways than the kernel tries."""


@dataclass(frozen=True, slots=True)
class ScaledPayTable:
    """The kernel's table of a ruleset, and how many of its units are one point or chip."""

    table: PayTable
    denominator: int


@dataclass(frozen=True, slots=True)
class BatchPayments:
    """The payments of a batch: arrays with one entry per row. The caller adds up the rows of several winners."""

    amounts: npt.NDArray[np.int64]
    """(n, 4): the change of each seat E S W N, in units of 1/`denominator`; zeros if nothing is paid."""
    came: npt.NDArray[np.uint8]
    """`PayOutcome`: 0 if the row is paid."""
    denominator: int


def lower_paying(ruleset: Ruleset, every: bool = False) -> ScaledPayTable:
    """The paying table of a ruleset; `every`: includes duties that change only the name of a payment."""
    money, lowered = ruleset.money, ruleset.lowered
    fined = Fraction(money.fine).denominator if _is_fined(ruleset) else 1
    unit = lcm(_denominator(money, fined), _side_denominator(ruleset.side))
    points = money if isinstance(money, HongKongMoney) else None
    dealt = _PriceParts.of(money)
    discard, drawn = _lines(money, unit)
    dealer = money.dealer if points is None else points.dealer_more
    table = PayTable(
        minimum=ruleset.minimum,
        payer_in_minimum=ruleset.draft.payer_in_minimum,
        by_capped=points is not None,
        heated=points is not None and points.prices.full_fan is not None,
        hot=_bits(lowered, ruleset.document.hot),
        hottest=_bits(lowered, ruleset.draft.limit_hands),
        discard=discard,
        drawn=drawn,
        parts=dealt.parts,
        discarder=dealt.discarder,
        bystander=dealt.bystander,
        dealer_times=dealt.times.numerator,
        dealer_over=dealt.times.denominator,
        dealer_pays_more=dealer.pays,
        dealer_wins_more=points is not None and dealer.pays,
        dealer_at_zero=dealer.at_zero,
        dealer_first=dealer.first,
        dealer_each=dealer.each,
        occasion=tuple(map(int, money.occasions)),
        charges=[_charges(_lying(on, every), lowered) for on in money.duties.on],
        later_replaces=money.duties.later_replaces,
        hidden_kongs=money.duties.hidden_kongs,
        shows=money.duties.shows,
    )
    return ScaledPayTable(table, unit)


# --- beside the hands

SIDE_EVENTS = (
    *("deal", "kong_exposed", "kong_added", "kong_concealed", "flower", "own_flower", "flower_set", "eight_flowers"),
    *("win", "discard", "self_draw", "robbed", "draw", "false_win", "pattern"),
)
"""The events that the kernel knows; a deal of the arena has no dice."""
SIDE_ROLES = (*("maker", "feeder", "winner", "losers", "payers", "dealer", "others", "everybody", "sitter", "pot"),)
SIDE_HAND, SIDE_ALL, SIDE_UNKNOWN, MOST_SIDE = -1, -2, -3, 1 << 48
SideNumbers = tuple[int, int, int, int, bool, int, int, int]
_SHARES = 12
"""The pot is shared by up to four: whole in units, if a point has that many."""


def lower_side(ruleset: Ruleset) -> list[SideNumbers]:
    """The side payments of a house as the kernel takes them; those on events that no deal of its own knows are left out."""
    unit, found = ruleset.paying.denominator, []
    for payment in ruleset.side:
        pattern = payment.on not in SIDE_EVENTS
        rows = _bits(ruleset.lowered, (payment.on,)) if pattern else (0, 0)
        if pattern and rows == (0, 0):
            continue
        amount = {HAND: SIDE_HAND, ALL: SIDE_ALL}.get(str(payment.amount))
        if amount is None:
            amount = int(Fraction(payment.amount) * unit)
            amount = amount if amount <= MOST_SIDE else SIDE_UNKNOWN
        results = sum(1 << RESULTS.index(each) for each in payment.results)
        on = SIDE_EVENTS.index("pattern" if pattern else payment.on)
        roles = SIDE_ROLES.index(payment.payer), SIDE_ROLES.index(payment.payee)
        found.append((on, *roles, amount, payment.once, results, *rows))
    return found


def _side_denominator(payments: Iterable[SidePayment]) -> int:
    """The number of units in a point or chip, so that every side payment is whole."""
    fixed = [Fraction(each.amount).denominator for each in payments if each.amount not in (HAND, ALL)]
    return lcm(*fixed, _SHARES if any(each.payer == "pot" for each in payments) else 1)


# --- amounts


@dataclass(frozen=True, slots=True)
class _PriceParts:
    """Into how many parts the price of a discard goes, how many the discarder and each of the other two pay, and the
    dealer's factor.
    """

    parts: int
    discarder: int
    bystander: int
    times: Fraction

    @classmethod
    def of(cls, money: Scheme) -> _PriceParts:
        """The parts of a scheme."""
        if not isinstance(money, HongKongMoney):
            return cls(1, 1, 0, Fraction(1))
        fed = [Fraction(each) for each in money.fed_parts]
        parts = lcm(*[each.denominator for each in fed])
        return cls(parts, int(fed[0] * parts), int(fed[1] * parts), Fraction(money.times_dealer))

    @property
    def most(self) -> int:
        """How many times the price can be in all payments of a discard, rounded up."""
        return max(1, -(-(self.discarder + 2 * self.bystander) // self.parts)) * -(-self.times // 1)


def _is_fined(ruleset: Ruleset) -> bool:
    """Whether a false win has a price: a house's own prices may begin above it, if false wins are not played."""
    money = ruleset.money
    if ruleset.terms.claims.false_wins or not isinstance(money, HongKongMoney):
        return True
    return money.false_win.as_hand or money.prices.table.first <= max(money.false_win.fan, 1)


def _denominator(money: Scheme, fine: int) -> int:
    """The number of units in a point or chip, so that every part is whole: a quarter of a price, the chips of a fan,
    a fine.
    """
    if isinstance(money, ChipMoney):
        charges = [each for on in money.duties.on for each in (*on.by_melds[-1], *on.at_the_win)]
        shared = 2 if any(each.lies.share is LiabilityShare.HALF for each in charges) else 1
        return lcm(shared * lcm(money.prices.per_fan.denominator, money.prices.win_base.denominator), fine)
    dealt, prices = _PriceParts.of(money), money.prices
    priced = prices.unit.denominator * lcm(*[each.denominator for each in prices.factors])
    drawn = 1 if prices.table.drawn else prices.drawn_part.denominator
    halved = (
        dealt.parts if dealt.bystander else 2 * dealt.parts
    )  # only a discarder who pays alone shares with a liable player
    return lcm(priced * lcm(halved, drawn, 4) * dealt.times.denominator, fine)


def _lines(money: Scheme, unit: int) -> tuple[list[PriceLine], list[PriceLine]]:
    """The prices of a discard, and of each share of a self-draw; by spice."""
    if isinstance(money, ChipMoney):
        chips = money.prices
        if chips.cap is None:
            line = PriceLine(0, [int(chips.win(0) * unit)], int(chips.per_fan * unit), False)
        else:
            within("fan", chips.cap, KERNEL_FAN)
            line = _line(0, chips.cap + 1, chips.win, unit)
        return [line] * 3, [line] * 3
    prices, first = money.prices, money.prices.table.first
    low = 0 if first <= 1 else first  # a self-draw has at least one fan
    most = MOST // _PriceParts.of(money).most
    discard = [_line(first, LONGEST, lambda fan, s=spicy: prices.discard(fan, s), unit, most) for spicy in SPICY]  # type: ignore[misc]
    drawn = [_line(low, LONGEST, lambda fan, s=spicy: prices.share(fan, s), unit, most) for spicy in SPICY]  # type: ignore[misc]
    return discard, drawn


def _line(first: int, length: int, price: Callable[[int], Money], unit: int, most: int = MOST) -> PriceLine:
    amounts: list[int] = []
    for fan in range(first, first + length):
        amount = int(price(fan) * unit)
        if amount > most:
            return PriceLine(first, amounts or [0], 0, True)
        amounts.append(amount)
    while len(amounts) > 1 and amounts[-1] == amounts[-2]:
        amounts.pop()  # a line continues as it ends
    return PriceLine(first, amounts, 0, False)


# --- duties


def _lying(on: DutyCharges, every: bool) -> Iterable[DutyCharge]:
    # A discarder who pays alone needs no liability rule.
    plain = (Feeder.DISCARDER, LiabilityShare.ALONE)
    both = (*on.by_melds[-1], *on.at_the_win)
    return [each for each in both if every or (each.duty.feeder, each.lies.share) != plain]


def _charges(charges: Iterable[DutyCharge], lowered: LoweredRules) -> list[KernelCharge]:
    return [_charge(each, lowered) for each in charges]


def _charge(charge: DutyCharge, lowered: LoweredRules) -> KernelCharge:
    duty, lies = charge.duty, charge.lies
    needs, chain = duty.needs, lies.chain or Chain()
    return KernelCharge(
        sets=needs.count if needs else 0,
        of=needs.of.mask if needs else 0,
        kongs=bool(needs and needs.kongs),
        last=int(lies.last),
        asks_chain=lies.chain is not None,
        least=chain.least,
        most=chain.most,
        unbroken=chain.unbroken,
        tight=chain.tight,
        robbed=-1 if lies.robbed is None else int(lies.robbed),
        made_of=[tiles.mask for tiles in duty.made_of],
        asks_counted=bool(lies.counts),
        counts=_bits(lowered, lies.counts),
        unless=_bits(lowered, lies.unless),
        bearer=int(duty.feeder),
        share=int(lies.share),
        one_feeder=bool(needs and needs.one_feeder),
        shown=lies.shown,
        left=-1 if lies.left is None else lies.left,
        fresh=lies.fresh,
    )


def _bits(lowered: LoweredRules, names: Iterable[str]) -> tuple[int, int]:
    """The bits of the named rows, by row or by pattern."""
    some = set(names)
    bits = sum(1 << i for i, row in enumerate(lowered.rows) if row in some or lowered.pattern_of[i] in some)
    return bits & (1 << 64) - 1, bits >> 64
