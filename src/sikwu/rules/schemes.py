"""How a document pays: everything about money that a ruleset's settings decide, as typed values made once per ruleset.

Two schemes with the same few methods: points of a price table (Hong Kong), and chips for fan (sixteen tiles).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from sikwu.money.amount import Money, exact, part
from sikwu.money.payment import Payment, Reason, ReasonFact
from sikwu.rules.duty import Duty, DutyCharges, Feeder, LiabilityShare, Occasion
from sikwu.rules.pays_table import HALF, PaysTable
from sikwu.rules.prices import ChipPrices, HongKongPrices
from sikwu.rules.side_money import PaymentTable
from sikwu.texts import RulesError
from sikwu.tiles import Wind

if TYPE_CHECKING:
    from sikwu.rules.ruleset import Ruleset
    from sikwu.rules.table_terms import StreakTerms

SEATS = tuple(Wind)
DEALER = Wind.EAST
OTHERS = tuple(tuple(seat for seat in SEATS if seat is not own) for own in SEATS)
"""The three other seats, by seat."""
MOST_FAN = 999
"""The most fan: far above any real hand. A larger number is a slip, and its price would double beyond reason."""
AT_THE_WIN = 99
"""The place of a liability that comes with the win itself: later than every meld (D32)."""
MOST_COSTS = 64
"""The number of fan with precomputed prices; dearer hands are rare."""
SeatPayment = Payment[Wind]
ALONE, HALVES, WHOLE = LiabilityShare.ALONE, LiabilityShare.HALF, LiabilityShare.WHOLE
_payment: Callable[[tuple[Wind, Wind, Money, Reason]], SeatPayment] = partial(tuple.__new__, Payment)
"""Makes a payment at a third of the cost of calling its class; every settlement makes up to six."""


class ScoreFacts(Protocol):
    """The part of a score that a scheme needs."""

    @property
    def fan(self) -> int: ...
    @property
    def capped(self) -> int: ...
    @property
    def spicy(self) -> str | None: ...


class Liability(NamedTuple):
    """One liable player: the share, the reason, the duty, and the meld that caused it."""

    seat: Wind
    share: LiabilityShare
    reason: Reason
    duty: Duty | None = None
    """None if only fan are known: then the writer named the liable player."""
    order: int = AT_THE_WIN
    """The place of the meld that caused it."""


class PaymentFacts(NamedTuple):
    """The circumstances besides the fan that decide a payment."""

    streak: int = 0
    found: Liability | None = None
    spicy: str | None = None
    """'double' or 'triple': 雙辣, 三辣."""
    own: int = 0
    """A winning dealer's fan, if the fan do not include them."""
    flowers: bool = False
    robbed: bool = False
    """Whether the tile was taken from a kong and its maker pays like a discarder."""


PLAIN = PaymentFacts()


class DealerFan(NamedTuple):
    """The dealer's fan: `at_zero` without repeats; with repeats `first` and, for every repeat, `each` (莊, 連 n, 拉 n).
    Hong Kong rules have none.

    >>> DealerFan("both_directions").of_payer(Wind.EAST, Wind.SOUTH, 2), DealerFan().of_winner(Wind.EAST, 2)
    (5, 0)
    """

    scope: str = "none"
    at_zero: int = 1
    first: int = 1
    each: int = 2

    def _fan(self, streak: int) -> int:
        return self.first + self.each * streak if streak else self.at_zero

    def of_winner(self, seat: Wind, streak: int) -> int:
        """The extra fan of a winning dealer."""
        return self._fan(streak) if seat is DEALER and self.scope != "none" else 0

    def of_any(self, streak: int) -> int:
        """The extra fan of whatever the dealer pays or is paid."""
        return 0 if self.scope == "none" else self._fan(streak)

    def of_payer(self, payer: Wind, winner: Wind, streak: int) -> int:
        """The extra fan of a paying dealer."""
        concerned = payer is DEALER and winner is not DEALER and self.pays
        return self._fan(streak) if concerned else 0

    @property
    def pays(self) -> bool:
        """Whether a paying dealer pays more."""
        return self.scope == "both_directions"

    @classmethod
    def of(cls, streak: StreakTerms) -> DealerFan:
        """The dealer fan of a house."""
        return cls(streak.fan_scope, streak.fan_at_zero)


@dataclass(frozen=True, slots=True)
class Duties:
    """The duties of a house, by the kind of win."""

    on: tuple[DutyCharges, DutyCharges, DutyCharges, DutyCharges]
    later_replaces: bool = True
    """包後不包先: of two liable players the later one pays."""
    hidden_kongs: bool = False
    """Whether a concealed kong lies face down and so does not count as on the table (R6)."""
    shows: tuple[int, int, int] = (0, 0, 0)
    """The fan of a pung of dragons, of the winner's wind, of the wind of the round; 0 where no duty asks for them."""

    @property
    def asks_left(self) -> bool:
        """Whether some duty asks how many tiles are left in the wall."""
        return any(each.lies.left is not None for on in self.on for each in (*on.by_melds[-1], *on.at_the_win))

    @property
    def ask_the_table(self) -> bool:
        """Whether some duty asks what only a house asks: who fed several melds, what they show, fresh tiles, tiles left."""
        every = [each for on in self.on for each in (*on.by_melds[-1], *on.at_the_win)]
        return any(each.one_feeder or each.lies.shown or each.lies.fresh for each in every) or self.asks_left

    @property
    def kong_feeder_alone(self) -> bool:
        """Whether a win on the replacement tile of another player's konged discard is no self-draw, so that only the
        feeder pays.
        """
        late = self.on[Occasion.SELF_DRAW].at_the_win
        return any(each.duty.feeder is Feeder.KONG and each.lies.share is LiabilityShare.ALONE for each in late)

    @property
    def kong_feeder_pays(self) -> bool:
        """Whether the feeder of an exposed kong is liable for a win on its replacement tile if nothing else is known
        of the win.
        """
        return any(
            each.duty.feeder is Feeder.KONG
            and not each.lies.counts
            and (each.lies.chain is None or each.lies.chain.least <= 1 <= each.lies.chain.most)
            for each in self.on[Occasion.SELF_DRAW].at_the_win
        )

    @classmethod
    def of(cls, ruleset: Ruleset) -> Duties:
        """The duties in force under a ruleset's settings."""
        settings, duties, terms = ruleset.settings, ruleset.duties, ruleset.terms
        discard, drawn, robbed, flowers = (DutyCharges.of(duties, on, settings) for on in Occasion)
        shows = (0, 0, 0)
        if any(lies.shown for duty in duties for lies in duty.lies):
            dragon, seat, round_ = (_shown_worth(ruleset, name) for name in SHOWN_PUNGS)
            shows = dragon, seat, round_
        return cls((discard, drawn, robbed, flowers), terms.prices.later_replaces, terms.kongs.hidden, shows)


SHOWN_PUNGS = ("dragon_pung", "seat_wind_pung", "round_wind_pung")
"""The patterns of a pung of dragons, of the player's own wind, of the wind of the round."""


def _shown_worth(ruleset: Ruleset, pattern: str) -> int:
    known = any(each.id == pattern for each in ruleset.patterns)
    return (ruleset.worth(pattern) or 0) if known else 0


def _seats(code: str, name: str, **facts: ReasonFact) -> tuple[Reason, ...]:
    """The reasons of one kind by seat; made once, so that a settlement makes none."""
    return tuple(Reason(code, (*facts.items(), (name, seat.text))) for seat in SEATS)


_DISCARD = {how: _seats("discard", "payer", how=how) for how in ("whole", "half", "half_gun", "chips")}
_ROBBED = {
    how: _seats("robbed_kong", "feeder", how=told)
    for how, told in (("whole", "alone"), ("half", "half"), ("half_gun", "half_gun"))
}
_BYSTANDER = Reason("bystander")
_CHIPS = _DISCARD["chips"]
_SELF_DRAW = {how: Reason("self_draw", (("how", how),)) for how in ("each", "chips", "flowers")}
_OWN_SHARE = {how: _seats("self_draw", "payer", how=how) for how in ("own", "own_chips")}


def _told(code: str, share: LiabilityShare, seat: Wind, winner: Wind) -> Liability:
    """The liability if only fan are known and the writer named the liable player."""
    how = "rest" if share is LiabilityShare.REST else "alone"
    return Liability(seat, share, Reason(code, (("how", how), ("feeder", seat.text), ("winner", winner.text))))


def _paying(parts: Iterable[tuple[Wind, Wind, Money, Reason]]) -> list[SeatPayment]:
    """The payments of an amount."""
    return [_payment(part) for part in parts if part[2]]


def _own_fine(ruleset: Ruleset) -> Money | None:
    """The fixed fine of the house (詐糊罰定額), if it has one."""
    table = ruleset.table(PaymentTable)
    return None if table is None else table.fine


# --- Hong Kong


@dataclass(frozen=True, slots=True)
class FalseWinPrice:
    """The hand whose price a false win costs. Computed when needed, because a house without a ceiling may have very
    dear hands.
    """

    fan: int
    as_hand: bool
    """Whether it costs as much as the dearest hand under the house's ceiling; otherwise the house has fixed it."""
    whole: bool
    """Whether each other player gets all of it."""

    def each(self, prices: HongKongPrices) -> Money:
        """The amount for each other player."""
        spicy = "triple" if prices.full_fan else None
        each = prices.share(self.fan, spicy) if self.as_hand else prices.penalty(self.fan)
        return exact(each * 3) if self.whole else each


@dataclass(frozen=True, slots=True)
class HongKongMoney:
    """Points of a price table: a discard is paid in full or shared, a self-draw in three shares."""

    prices: HongKongPrices
    half_gun: bool
    occasions: tuple[Occasion, Occasion, Occasion, Occasion]
    """The duties by `By`, the kind of win."""
    duties: Duties
    false_win: FalseWinPrice
    costs: tuple[tuple[Money, Money, Money], ...] = ()
    """The price, its half and its quarter, by fan up to the ceiling."""
    own_fine: Money | None = None
    """The house's own fine for a false win, in place of a price."""
    known: dict[int, Any] = field(default_factory=dict, compare=False, repr=False)
    """A cache of settlements: they are values, and most hands are paid as an earlier one was."""
    pays: PaysTable | None = None
    """What the house says under `[pays]`."""
    dealer = DealerFan()
    shared = (0, 0)
    kong = dice = 0
    fed_kong_is_self_draw = False
    beside_flowers = False

    @classmethod
    def of(cls, ruleset: Ruleset) -> HongKongMoney:
        """The scheme that results from a ruleset's settings."""
        settings, prices = ruleset.settings, HongKongPrices.of(ruleset)
        pays = ruleset.table(PaysTable)
        if pays is not None or prices.table.drawn:
            cls = HouseMoney
        as_self_draw = settings["robbing_kong.as_self_draw"] is not False
        robbed = Occasion.ROBBED if as_self_draw else Occasion.DISCARD
        fan, ceiling = settings["false_win.penalty_fan"], 13 if ruleset.cap is None else ruleset.cap
        costs = []
        if prices.table.first == 0:
            for each in range(min(30 if ruleset.cap is None else ruleset.cap, MOST_COSTS) + 1):
                price = prices.discard(each)
                costs.append((price, part(price, 2), part(price, 4)))
        made = cls(
            prices,
            settings["score.gun"] == "half",
            (Occasion.DISCARD, Occasion.SELF_DRAW, robbed, Occasion.FLOWERS),
            Duties.of(ruleset),
            FalseWinPrice(
                ceiling if fan == "cap" else int(str(fan)), fan == "cap", settings["false_win.to_each"] == "whole"
            ),
            tuple(costs),
            own_fine=_own_fine(ruleset),
            pays=pays,
        )
        if not any(made.fed_parts) or not (prices.table.drawn or prices.drawn_part):
            raise RulesError.of("pays.nothing")
        return made

    @property
    def fed_parts(self) -> tuple[Money, Money]:
        """The parts of the price of a discard that the discarder and each of the other two pay."""
        return (Fraction(1, 2), Fraction(1, 4)) if self.half_gun else (1, 0)

    @property
    def times_dealer(self) -> Money:
        """By how much is multiplied what the dealer pays and is paid."""
        return 1

    @property
    def dealer_more(self) -> DealerFan:
        """The fan that are added to the price of what the dealer pays or is paid."""
        return DealerFan()

    @property
    def fine(self) -> Money:
        """The amount that a false win pays each other player."""
        return self.false_win.each(self.prices) if self.own_fine is None else self.own_fine

    def _cost(self, fan: int, spicy: str | None) -> tuple[Money, Money, Money]:
        if spicy is None and fan < len(self.costs):
            return self.costs[fan]
        price = self.prices.discard(fan, spicy)
        return price, part(price, 2), part(price, 4)

    def worth(self, score: ScoreFacts) -> tuple[int, str | None]:
        """The fan that are paid for, and 雙辣 or 三辣 if they are played."""
        return score.capped, None if self.prices.full_fan is None else score.spicy

    def discard(self, winner: Wind, payer: Wind, fan: int, more: PaymentFacts = PLAIN) -> list[SeatPayment]:
        """The price of a discard: from the discarder alone, or shared under half gun or with a liable player."""
        found, why = more.found, _ROBBED if more.robbed else _DISCARD
        price, half, quarter = self._cost(fan, more.spicy)
        if found is not None and found.share is WHOLE and found.seat is not payer:
            return [_payment((found.seat, winner, price, found.reason))]
        if not self.half_gun:
            if found is None or found.seat is payer:
                return [_payment((payer, winner, price, why["whole"][payer]))]
            own = _payment((payer, winner, half, why["half"][payer]))
            return [own, _payment((found.seat, winner, half, found.reason))]
        own = _payment((payer, winner, half, why["half_gun"][payer]))
        if found is None:
            others = [seat for seat in OTHERS[winner] if seat is not payer]
            return [own, *[_payment((seat, winner, quarter, _BYSTANDER)) for seat in others]]
        return [own, _payment((found.seat, winner, half, found.reason))]

    def drawn(self, winner: Wind, fan: int, more: PaymentFacts = PLAIN) -> list[SeatPayment]:
        """Three shares, at least one fan: each player pays one, or one player pays all three."""
        found = more.found
        share = self._cost(fan or 1, more.spicy)[1]
        if found is None:
            reason = _SELF_DRAW["flowers" if more.flowers else "each"]
            return [_payment((seat, winner, share, reason)) for seat in OTHERS[winner]]
        if found.share is ALONE:
            return [_payment((found.seat, winner, share, found.reason))]
        own = _payment((found.seat, winner, share, _OWN_SHARE["own"][found.seat]))
        return [own, _payment((found.seat, winner, exact(share * 2), found.reason))]

    def robbed(
        self, winner: Wind, maker: Wind, fan: int, more: PaymentFacts = PLAIN
    ) -> tuple[list[SeatPayment], Wind | None]:
        """A robbed kong known by its fan: paid like a discard, or its maker pays a self-draw for all; with the liable
        player.
        """
        if self.occasions[Occasion.ROBBED] is Occasion.DISCARD:
            return self.discard(winner, maker, fan, more._replace(robbed=True)), None
        return self.drawn(
            winner, fan, more._replace(found=_told("robbed_kong", LiabilityShare.REST, maker, winner))
        ), maker

    def fed(
        self, winner: Wind, feeder: Wind, fan: int, more: PaymentFacts = PLAIN
    ) -> tuple[list[SeatPayment], Wind | None]:
        """A win on a fed kong known by its fan: the feeder pays all three shares; with the liable player."""
        return self.drawn(
            winner, fan, more._replace(found=_told("kong_feeder", LiabilityShare.REST, feeder, winner))
        ), feeder


class HouseMoney(HongKongMoney):
    """Points of a price table in a house with its own parts, dealer or price of a self-draw (`[pays]`, `[prices]`).

    Who pays is decided as by the documents. What each seat owes is its own part of the price, for the fan that the
    dealer adds and times the dealer's factor if that seat or the winner is the dealer.
    """

    __slots__ = ()

    @property
    def fed_parts(self) -> tuple[Money, Money]:
        discarder, others = super().fed_parts
        pays = self.pays or PaysTable()
        return (
            discarder if pays.discarder is None else pays.discarder,
            others if pays.others is None else pays.others,
        )

    @property
    def times_dealer(self) -> Money:
        own = None if self.pays is None else self.pays.dealer
        return 1 if own is None else own

    @property
    def dealer_more(self) -> DealerFan:
        pays = self.pays
        if pays is None or (pays.dealer_fan is None and pays.repeat_fan is None):
            return DealerFan()
        first = pays.dealer_fan or 0
        return DealerFan("both_directions", first, first, pays.repeat_fan or 0)

    def _owed(self, seat: Wind, winner: Wind, fan: int, more: PaymentFacts) -> tuple[Money, Money, tuple[Any, ...]]:
        """The price of a discard and the share of a self-draw for one seat, and the facts of the dealer's part in it."""
        if DEALER is not seat and DEALER is not winner:
            return self.prices.discard(fan, more.spicy), self.prices.share(fan, more.spicy), ()
        added, times = self.dealer_more.of_any(more.streak), self.times_dealer
        facts = (("dealer_fan", added),) * (added > 0) + (("times", str(times)),) * (times != 1)
        price = self.prices.discard(fan + added, more.spicy)
        return exact(price * times), exact(self.prices.share(fan + added, more.spicy) * times), facts

    def discard(self, winner: Wind, payer: Wind, fan: int, more: PaymentFacts = PLAIN) -> list[SeatPayment]:
        found, (mine, theirs) = more.found, self.fed_parts
        code, name = ("robbed_kong", "feeder") if more.robbed else ("discard", "payer")
        price, _, facts = self._owed(payer, winner, fan, more)
        due = exact(price * mine)
        beside = []
        for seat in [seat for seat in OTHERS[winner] if seat is not payer] if theirs else ():
            whole, _, of_dealer = self._owed(seat, winner, fan, more)
            beside.append((seat, exact(whole * theirs), of_dealer))
        how = parts_told(code, (mine, theirs))
        why = Reason(code, (("how", str(how)), (name, payer.text), *_part(how, mine), *facts))
        own = (payer, winner, due, why)
        if not theirs:
            if found is None or found.seat is payer:
                return _some(own)
            if found.share is WHOLE:
                return _some((found.seat, winner, due, found.reason))
            halved = "half" if mine == 1 else "part"
            half = Reason(code, (("how", halved), (name, payer.text), *_part(halved, part(mine, 2)), *facts))
            return _some((payer, winner, part(due, 2), half), (found.seat, winner, part(due, 2), found.reason))
        if found is None:
            told = parts_told("bystander", (mine, theirs))
            how_told = () if told is None else (("how", told), *_part(told, theirs))
            return _some(
                own, *((seat, winner, amount, Reason("bystander", (*how_told, *of))) for seat, amount, of in beside)
            )
        rest = exact(sum(amount for _, amount, _ in beside))
        if found.share is WHOLE and found.seat is not payer:
            return _some((found.seat, winner, exact(due + rest), found.reason))
        return _some(own, (found.seat, winner, rest, found.reason))

    def drawn(self, winner: Wind, fan: int, more: PaymentFacts = PLAIN) -> list[SeatPayment]:
        found, part_drawn = more.found, self.prices.drawn_part
        how = "column" if self.prices.table.drawn else "each" if part_drawn == HALF else "part"
        shares = [(seat, *self._owed(seat, winner, fan, more)[1:]) for seat in OTHERS[winner]]
        if found is None:
            told = "flowers" if more.flowers else how
            said = (("how", told), *_part(told, part_drawn))
            return _some(*((seat, winner, share, Reason("self_draw", (*said, *of))) for seat, share, of in shares))
        own = next((share, facts) for seat, share, facts in shares if seat is found.seat)
        if found.share is ALONE:
            return _some((found.seat, winner, own[0], found.reason))
        told = "own" if how == "each" else f"own_{how}"
        facts = (("how", told), ("payer", found.seat.text), *_part(how, part_drawn), *own[1])
        mine = Reason("self_draw", facts)
        rest = exact(sum(share for seat, share, _ in shares if seat is not found.seat))
        return _some((found.seat, winner, own[0], mine), (found.seat, winner, rest, found.reason))


def _some(*parts: tuple[Wind, Wind, Money, Reason]) -> list[SeatPayment]:
    """The payments that are more than nothing."""
    return [_payment(each) for each in parts if each[2]]


def parts_told(code: str, fed: tuple[Money, Money]) -> str | None:
    """The sentence for a discard that is paid in these parts: the documents' own, or that of a house."""
    if fed == (1, 0):
        return "alone" if code == "robbed_kong" else "whole"
    if fed == (HALF, Fraction(1, 4)):
        return None if code == "bystander" else "half_gun"
    return "part"


def _part(how: str | None, part: Money) -> tuple[tuple[str, str], ...]:
    """The part as a fact, for sentences that tell it."""
    return (("part", str(exact(part))),) if how == "part" else ()


# --- sixteen tiles


@dataclass(frozen=True, slots=True)
class ChipMoney:
    """Chips for fan: each payer pays the hand's fan, and the dealer's if payer or winner is the dealer."""

    prices: ChipPrices
    dealer: DealerFan
    duties: Duties
    shared: tuple[int, int]
    """The bonus for each of two, of three winners on one tile (一炮雙響, 一炮三響)."""
    fine: Money
    """The amount that a false win pays each other player."""
    kong: Money
    """The amount from each other player for a concealed kong; 0 if it is not paid for."""
    dice: Money
    """The amount for an opening throw of a triple, or of 1-2-3; 0 if dice are not paid for."""
    fed_kong_is_self_draw: bool
    """By fan alone: whether a win on the replacement tile of another player's konged discard is paid by all three."""
    beside_flowers: bool
    """Whether a dealer's heavenly hand may win beside another player's eight flowers (doc004 天胡 特例)."""
    known: dict[int, Any] = field(default_factory=dict, compare=False, repr=False)
    """As in `HongKongMoney`."""
    occasions = tuple(Occasion)

    @classmethod
    def of(cls, ruleset: Ruleset, beside_flowers: bool = False) -> ChipMoney:
        """The scheme that results from a ruleset's settings."""
        settings, terms, prices = ruleset.settings, ruleset.terms, ChipPrices.of(ruleset)
        double, triple = (_house_worth(ruleset, name) for name in ("double_winner", "triple_winner"))
        own = _own_fine(ruleset)
        if own is not None:
            fine = own
        elif "false_win.chips" in settings:
            fine = exact(settings["false_win.chips"])
        else:
            fine = exact(exact(settings["false_win.fan"]) * prices.per_fan)
        return cls(
            prices,
            DealerFan.of(terms.streak),
            Duties.of(ruleset),
            (double, triple),
            fine,
            exact(prices.base * terms.kong_pay.bases) if terms.kong_pay else 0,
            prices.base if terms.dice and terms.dice.paid else 0,
            terms.prices.fed_kong_is_self_draw,
            beside_flowers,
        )

    def worth(self, score: ScoreFacts) -> tuple[int, str | None]:
        """The fan that are paid for: a ceiling cuts them with the paying dealer's (S13)."""
        return score.fan, None

    def discard(self, winner: Wind, payer: Wind, fan: int, more: PaymentFacts = PLAIN) -> list[SeatPayment]:
        """Paid by the player who fed the tile, or by the only liable player."""
        found = more.found
        if found is None or (found.seat is payer and found.share is not ALONE):
            return self._paid((payer,), winner, fan, more, _CHIPS[payer])
        if found.share is ALONE:
            return self._paid((found.seat,), winner, fan, more, found.reason)
        price = self._owed(payer, winner, fan, more)
        if found.share is not HALVES:
            return _paying([(found.seat, winner, price, found.reason)])
        half = part(price, 2)
        return _paying([(payer, winner, half, _DISCARD["half"][payer]), (found.seat, winner, half, found.reason)])

    def drawn(self, winner: Wind, fan: int, more: PaymentFacts = PLAIN) -> list[SeatPayment]:
        """Paid by the three others, or by the only liable player."""
        if (found := more.found) is not None:
            if found.share is ALONE:
                return self.discard(winner, found.seat, fan, more)
            own = self._owed(found.seat, winner, fan, more)
            rest = exact(sum(self._owed(seat, winner, fan, more) for seat in OTHERS[winner]) - own)
            shares = [(own, _OWN_SHARE["own_chips"][found.seat]), (rest, found.reason)]
            return _paying((found.seat, winner, amount, why) for amount, why in shares)
        reason = _SELF_DRAW["flowers" if more.flowers else "chips"]
        return self._paid(OTHERS[winner], winner, fan, more, reason)

    def robbed(
        self, winner: Wind, maker: Wind, fan: int, more: PaymentFacts = PLAIN
    ) -> tuple[list[SeatPayment], Wind | None]:
        """A robbed kong known by its fan: paid like a discard of its maker."""
        found = _told("robbed_kong", LiabilityShare.ALONE, maker, winner)
        return self.discard(winner, maker, fan, more._replace(found=found)), None

    def fed(
        self, winner: Wind, feeder: Wind, fan: int, more: PaymentFacts = PLAIN
    ) -> tuple[list[SeatPayment], Wind | None]:
        """A win on a fed kong known by its fan: paid like a discard of the feeder, unless the house calls it a
        self-draw.
        """
        if self.fed_kong_is_self_draw:
            return self.drawn(winner, fan, more), None
        found = _told("kong_feeder", LiabilityShare.ALONE, feeder, winner)
        return self.discard(winner, feeder, fan, more._replace(found=found)), None

    def _owed(self, payer: Wind, winner: Wind, fan: int, more: PaymentFacts) -> Money:
        """What a payer owes the winner, a dealer's further fan included."""
        dealer = more.own or (self.dealer.of_payer(payer, winner, more.streak) if payer is DEALER else 0)
        return self.prices.win(fan + dealer)

    def _paid(
        self, payers: tuple[Wind, ...], winner: Wind, fan: int, more: PaymentFacts, reason: Reason
    ) -> list[SeatPayment]:
        """The amount that each payer owes the winner: the hand's fan, and the dealer's if they are not included."""
        prices = self.prices
        hand = prices.win(fan)
        out = []
        for payer in payers:
            if hand:
                out.append(_payment((payer, winner, hand, reason)))
            dealer = more.own or (self.dealer.of_payer(payer, winner, more.streak) if payer is DEALER else 0)
            if dealer and (beside := exact(prices.win(fan + dealer) - hand)):
                why = Reason("dealer", (("streak", more.streak), ("fan", dealer), *prices.cut(fan, dealer)))
                out.append(_payment((payer, winner, beside, why)))
        return out


def _house_worth(ruleset: Ruleset, pattern: str) -> int:
    """The amount that a house pays for one of its patterns, if it plays it."""
    known = any(each.id == pattern for each in ruleset.patterns)
    return (ruleset.worth(pattern) or 0) if known and ruleset.in_use(pattern) else 0


Scheme = HongKongMoney | ChipMoney
