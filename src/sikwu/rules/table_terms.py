"""The terms of a table as one typed value per ruleset: how deals are played and follow each other, and who owes whom.

Every field states the option it is read from and the value for documents without that option; no other module has a
fallback for an option. Parts that a document does not have (dice, paid kongs, chips, the ledger) are None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from enum import IntEnum
from fractions import Fraction
from typing import Any, Self, TypeVar

from sikwu.money.amount import Money, exact
from sikwu.rules.changes import Value
from sikwu.rules.play import (
    DEFAULTS,
    AfterClaim,
    Customs,
    Declarations,
    EighthFlower,
    FirstDraws,
    FlowersAtDeal,
    FlowerWins,
    OnDraw,
    OnWin,
    PassedWins,
)
from sikwu.tiles import Wind

T = TypeVar("T")
E = TypeVar("E", bound=IntEnum)


def term(option: str, silent: Value, read: Callable[[Value], T]) -> T:
    """A field read from an option; `silent`: the value for a document without that option."""
    made: Any = field(default=read(silent), metadata={"option": option, "silent": silent, "read": read})
    return made  # type: ignore[no-any-return]


def switch(option: str, silent: Value) -> bool:
    """A field that is true if the option is on."""
    return term(option, silent, lambda value: value is True)


def chosen(option: str, silent: str, value: str) -> bool:
    """A field that is true if the option has one given value."""
    return term(option, silent, lambda said: said == value)


def number(option: str, silent: Value) -> int:
    """A field with the option's whole number."""
    return term(option, silent, lambda value: int(str(value)))


def money(option: str, silent: Value) -> Money:
    """A field with the option's exact number."""
    return term(option, silent, exact)


def one_of(option: str, silent: Value, kinds: type[E]) -> E:
    """A field with the member of an enumeration that the option names."""
    return term(option, silent, lambda value: kinds[str(value).upper()])


class TermsPart:
    """A part of the terms: fields read from options, and fields that the document decides."""

    __slots__ = ()

    @classmethod
    def of(cls, settings: Mapping[str, Value], **given: object) -> Self:
        """The terms under the settings of a ruleset."""
        for each in fields(cls):  # type: ignore[arg-type]
            if (option := each.metadata.get("option")) is not None:
                given[each.name] = each.metadata["read"](settings.get(option, each.metadata["silent"]))
        return cls(**given)


@dataclass(frozen=True, slots=True)
class DealTerms(TermsPart):
    """The wall, the tiles dealt, the first turn, and how long a match is."""

    first_draws: FirstDraws
    human_wins: bool
    """Whether a win on a discard before the player's first draw, with nothing claimed, counts as first turn (人糊)."""
    reserved: int = number("tiles.reserved", DEFAULTS["tiles.reserved"])
    """The number of tiles that always stay in the wall."""
    flowers_at_deal: FlowersAtDeal = one_of("play.flowers_at_deal", DEFAULTS["play.flowers_at_deal"], FlowersAtDeal)
    rounds: int = number("play.rounds", DEFAULTS["play.rounds"])
    """Rounds (圈) of a match."""
    minutes: int = number("play.minutes", DEFAULTS["play.minutes"])
    """The time after which a match ends with the deal that is being played then (限時); 0: no limit."""


@dataclass(frozen=True, slots=True)
class ClaimTerms(TermsPart):
    """How discards may be claimed, and who goes first."""

    all_win: bool = chosen("win.multiple_winners", "head_bump", "all_win")
    """Whether all who win on one tile win; otherwise only the nearest in turn (截糊)."""
    orphans_uncut: bool = switch("thirteen_orphans.immune_to_head_bump", False)
    """Whether thirteen orphans win beside a nearer hand; only nearer orphans come first."""
    passed_wins: PassedWins = one_of("win.passed_win_rule", "off", PassedWins)
    passed_pungs: bool = switch("play.passed_pungs", DEFAULTS["play.passed_pungs"])
    """Whether a player who passes a pung may pung that kind of tile only after drawing or claiming (碰過水)."""
    three_winners_void: bool = switch("win.three_winners_void", DEFAULTS["win.three_winners_void"])
    """Whether the deal is drawn when three players win on one tile (三響流局)."""
    own_discards_locked: bool = switch("win.own_discards_locked", DEFAULTS["win.own_discards_locked"])
    """Whether no player may win on a discard of a kind that the player has discarded (鎖牌)."""
    chows: bool = switch("play.chows", DEFAULTS["play.chows"])
    """Whether discards may be chowed."""
    after_claim: AfterClaim = one_of("play.after_claim", DEFAULTS["play.after_claim"], AfterClaim)
    last_discard: bool = switch("play.claim_last_discard", DEFAULTS["play.claim_last_discard"])
    """Whether the last discard may still be chowed or punged."""
    win_last_discard: bool = switch("win.on_last_discard", True)
    false_wins: bool = switch("play.allow_false_wins", DEFAULTS["play.allow_false_wins"])
    """Whether a player may declare a false win."""

    def winners(self, discarder: Wind, claimants: Iterable[Wind], orphans: frozenset[Wind]) -> tuple[Wind, ...]:
        """The claimants who win, in turn order after the discarder: all, or only the nearest (截糊)."""
        seats = tuple(sorted(set(claimants), key=lambda seat: (seat - discarder) % 4))
        if self.all_win:
            return seats
        uncut = [seat for seat in seats if seat in orphans][:1] if self.orphans_uncut else []
        return tuple(seat for seat in seats if seat in (seats[0], *uncut))


@dataclass(frozen=True, slots=True)
class FlowerTerms(TermsPart):
    """Flowers in the wall, and wins by them."""

    way: FlowerWins
    """When the document lets a hand win by flowers, if such wins are played."""
    in_play: bool = switch("tiles.flowers_in_play", True)
    enabled: bool = switch("flower_win.enabled", True)
    pending: bool = switch("flower_win.non_dealer_waits_first_draw", False)
    """Whether seven flowers at the opening wait for the player's first draw; the dealer's do not."""
    may_wait_for_eighth: bool = switch("flower_win.may_wait_for_eighth", False)
    seven_rob_one: bool = switch("seven_rob_one.enabled", False)
    """Whether seven flowers win when another player draws the eighth."""
    eighth: EighthFlower = one_of("flower_win.eight_immediate", "optional", EighthFlower)
    seven_waits_for_eighth: bool = switch("flower_win.seven_waits_for_eighth", False)

    @property
    def wins(self) -> FlowerWins:
        """When a hand may win by flowers."""
        return self.way if self.enabled and self.in_play else FlowerWins.OFF


@dataclass(frozen=True, slots=True)
class ReadyTerms(TermsPart):
    """How a player may declare a ready hand."""

    way: Declarations
    """The declarations of the document, whatever its options say; NONE: the options decide."""
    declared: bool = switch("ready.declaration", False)
    concealed: bool = switch("concealed_ready.enabled", False)
    may_pass: bool = switch("ready.may_pass_win", True)
    """Whether a player who has declared may pass a win."""

    @property
    def declarations(self) -> Declarations:
        """Which declaration is played."""
        if self.way is not Declarations.NONE:
            return self.way
        if self.declared:
            return Declarations.DECLARED
        return Declarations.CONCEALED if self.concealed else Declarations.NONE


@dataclass(frozen=True, slots=True)
class KongTerms(TermsPart):
    """How kongs lie on the table, and which may be robbed or made."""

    hidden: bool = switch("concealed_kong.hidden", False)
    """Whether concealed kongs lie face down."""
    after_claim: bool = switch("play.kong_after_claim", DEFAULTS["play.kong_after_claim"])
    """Whether a kong may be made in the turn of a claim."""
    rob_exposed: bool = switch("robbing_kong.exposed", False)
    """Whether a kong made from a discard may be robbed."""
    rob_from_discarder: bool = chosen("robbing_kong.exposed_payer", "konging_player", "original_discarder")
    """Whether the discarder pays then, not the maker of the kong."""


@dataclass(frozen=True, slots=True)
class KongPayTerms(TermsPart):
    """The payment of each other player for a concealed kong."""

    bases: Money = money("concealed_kong.payment_bases", 1)
    at_once: bool = chosen("concealed_kong.payment_timing", "immediate", "immediate")
    """Whether it is paid at once; otherwise with the result of the deal, and not at all if the deal is void."""
    each: bool = switch("concealed_kong.payment_per_kong", True)
    """Whether each kong is paid; otherwise once per deal."""


@dataclass(frozen=True, slots=True)
class StreakTerms(TermsPart):
    """Who deals next, and the worth of a dealer's repeats."""

    told: bool
    """Whether a win states the dealer's repeats, because there are fan for them."""
    on_draw: OnDraw = one_of("dealer.on_draw", "stay", OnDraw)
    on_win: OnWin = one_of("dealer.on_win", DEFAULTS["dealer.on_win"], OnWin)
    most_repeats: int = number("dealer.most_repeats", DEFAULTS["dealer.most_repeats"])
    """After this many repeats (連莊) the deal passes whatever happens; 0: no limit."""
    false_win_passes: bool = chosen("false_win.after", "hand_void_same_dealer", "hand_void_dealer_passes")
    """Whether a false win passes the deal."""
    fan_scope: str = term("dealer.fan_scope", "none", str)
    """'none', 'dealer_wins_only' or 'both_directions'."""
    fan_at_zero: int = number("dealer.fan_at_zero", 1)


@dataclass(frozen=True, slots=True)
class DiceTerms(TermsPart):
    """The opening throw of a document that has one."""

    paid: bool = switch("dice.side_payments", True)
    """Whether dice are paid for."""
    each_deal: bool = chosen("dice.payment_per", "round", "hand")
    """Whether every throw counts; otherwise only in the first deal of a round."""


@dataclass(frozen=True, slots=True)
class ChipTerms(TermsPart):
    """Club chips: how many are issued, fines, and players who have none left (逛花園)."""

    starting: int = number("chips.starting", 200)
    fine: int = number("fines.chips", 1)
    pot_splits_on_draw: bool = chosen("fines.pot_on_draw", "carry_over", "split")
    pot_splits_on_winners: bool = chosen("fines.pot_multiple_winners", "first_in_turn_after_discarder", "split")
    debt: bool = chosen("bust.payment", "pay_what_is_left", "debt")
    """Whether a player without chips goes below zero; otherwise the player pays what is left."""
    bust_plays_on: bool = switch("bust.player_continues", True)
    ends_at: int = number("bust.end_when", 3)
    """The game ends when this many players have no chips."""


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
"""The roundings that a house may choose."""
_SHORT = 512
"""The most bits of a denominator for which a pull is computed over one denominator."""


@dataclass(frozen=True, slots=True)
class LedgerTerms(TermsPart):
    """The pull ledger 拉 / 踢 / 斬."""

    pull: Money = money("ledger.pull_factor", "3/2")
    kick: Money = money("ledger.kick_factor", "1/2")
    hold: bool = chosen("ledger.creditor_wins_elsewhere", "hold", "hold")
    """Whether the record stays open when the creditor wins from another player."""
    draw_keeps: bool = chosen("ledger.on_draw", "keep", "keep")
    rounding: str = term("ledger.rounding", "exact", str)
    each_step: bool = chosen("ledger.rounding_point", "at_payment", "each_step")
    """Whether every opening and pull is rounded too, not only the payment."""
    endless: bool = chosen("ledger.cut_mode", "three_hand", "endless")
    """無限拉: whether no debtor may pay off a pull."""
    interval: int = number("ledger.cut_interval", 3)
    any_time: bool = chosen("ledger.cut_window", "only_at_multiples", "any_time_after_first")
    """Whether a debtor may cut after any hand from the first offer on."""
    unit: Money = money("score.chips_per_fan", 1)
    """Chips for one fan."""
    false_win_pulled: bool = switch("false_win.in_ledger", False)
    """Whether the cost of a false win is pulled like a win."""

    def fan(self, chips: Money) -> Money:
        """Converts chips to fan."""
        return exact(Fraction(chips, self.unit))

    def kept(self, amount: Money) -> Money:
        """An amount of fan as stored in a record."""
        return ROUNDINGS[self.rounding](amount) if self.each_step else exact(amount)

    def pulled(self, amount: Money, fan: Money) -> Money:
        """A record after a further pull, plus the fan of the new hand; computed over one denominator, which is fast.

        >>> LedgerTerms().pulled(23, 4), LedgerTerms().pulled(10, 8)
        (Fraction(77, 2), 23)
        """
        if amount.denominator.bit_length() > _SHORT:
            # for long numbers, `Fraction` computes only the parts that can change
            return exact(amount * self.pull + fan)
        below = amount.denominator * self.pull.denominator * fan.denominator
        above = amount.numerator * self.pull.numerator * fan.denominator + fan.numerator * (below // fan.denominator)
        whole, rest = divmod(above, below)
        return Fraction(above, below) if rest else whole

    def chips(self, amount: Money) -> Money:
        """Converts fan to chips, as paid."""
        return ROUNDINGS[self.rounding](amount if self.unit == 1 else amount * self.unit)

    def kicked(self, amount: Money) -> Money:
        """The amount paid for a record when its debtor wins from the creditor."""
        return self.chips(amount * self.kick)


@dataclass(frozen=True, slots=True)
class PriceTerms(TermsPart):
    """Prices that one document decides and another leaves out."""

    win_includes_base: bool = switch("score.win_includes_base", True)
    """Whether a base (底) is paid with each win, not only for kongs and dice."""
    spicy: bool = chosen("score.spicy", "off", "double_triple")
    """Whether 雙辣 and 三辣 are played: some hands cost more than a full one."""
    fed_kong_is_self_draw: bool = switch("win_on_replacement.exposed_is_self_draw", False)
    """Whether a win on the replacement tile of another player's konged discard is paid by all three."""
    later_replaces: bool = switch("liability.later_replaces_earlier", True)
    """包後不包先: whether of two liable players the later one pays."""


@dataclass(frozen=True, slots=True)
class TableTerms:
    """Everything that a table agrees on besides the worth of hands.

    >>> from sikwu import ruleset
    >>> ruleset("hk-common").terms.claims.passed_wins, ruleset("club16").terms.streak.on_draw
    (<PassedWins.SAME_GO_AROUND: 1>, <OnDraw.PASS: 2>)
    >>> ruleset("hk-taiwanese").terms.ledger.interval, ruleset("club16").terms.chips.starting, ruleset("hk-standard").terms.chips
    (3, 200, None)
    """

    deal: DealTerms
    claims: ClaimTerms
    flowers: FlowerTerms
    ready: ReadyTerms
    kongs: KongTerms
    streak: StreakTerms
    prices: PriceTerms
    kong_pay: KongPayTerms | None
    """None: the document pays for no concealed kong."""
    dice: DiceTerms | None
    """None: the document has no dice."""
    chips: ChipTerms | None
    """None: no chips are issued, every player has an account."""
    ledger: LedgerTerms | None
    """None: no ledger is kept."""
    knows_ledger: bool
    """Whether the document has a ledger, kept or not: then books list their open records."""

    @classmethod
    def of(cls, settings: Mapping[str, Value], customs: Customs) -> TableTerms:
        """The terms under the settings of a ruleset; for missing options the document's customs, otherwise the usual
        value.
        """
        said = {**customs.says, **settings}
        return cls(
            deal=DealTerms.of(said, first_draws=customs.first_draws, human_wins=customs.human_wins),
            claims=ClaimTerms.of(said),
            flowers=FlowerTerms.of(said, way=customs.flower_wins),
            ready=ReadyTerms.of(said, way=customs.declarations),
            kongs=KongTerms.of(said),
            streak=StreakTerms.of(said, told=customs.tells_streak),
            prices=PriceTerms.of(said),
            kong_pay=KongPayTerms.of(said) if "concealed_kong.payment_bases" in settings else None,
            dice=DiceTerms.of(said) if "dice.side_payments" in settings else None,
            chips=ChipTerms.of(said) if "chips.starting" in settings else None,
            ledger=LedgerTerms.of(said) if said.get("ledger.enabled") is True else None,
            knows_ledger="ledger.enabled" in settings,
        )
