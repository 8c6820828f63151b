"""How a deal is played and followed by the next: the options about it, and what they say as one typed value, read once.

Whether a first turn, a ready declaration or a kong pays is the score's; here stands what may be done, and what happens then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from fractions import Fraction

from sikwu.rules.changes import Value
from sikwu.rules.options import OneOf, Option, switch

# --- options that every document has, though none of them says much of the course of play

RESERVED = Option("tiles.reserved", OneOf((0, 16)), touches="play")
PASSED_WINS = Option("win.passed_win_rule", OneOf(("off", "same_go_around")), touches="play")
ON_DRAW = Option("dealer.on_draw", OneOf(("stay_and_count", "stay", "pass")), touches="play")
AFTER_FALSE_WIN = Option("false_win.after", OneOf(("hand_void_same_dealer", "hand_void_dealer_passes")), touches="play")
CLAIM_LAST_DISCARD = switch("play.claim_last_discard", touches="play")
WIN_ONLY_LAST_DISCARD = Option("play.claim_last_discard", OneOf((False,)), touches="play")


def play_options(last_discard: Option = CLAIM_LAST_DISCARD) -> tuple[Option, ...]:
    """The options of all documents; `last_discard` is what may be claimed when no tile can be drawn any more."""
    return (
        Option("play.flowers_at_deal", OneOf(("passes", "each_seat")), touches="play"),
        switch("play.kong_after_claim", touches="play"),
        last_discard,
        switch("play.allow_false_wins", touches="play"),
        Option("play.rounds", OneOf((1, 2, 4)), touches="play"),
    )


DEFAULTS: dict[str, Value] = {
    "tiles.reserved": 0,
    "play.flowers_at_deal": "passes",
    "play.kong_after_claim": False,
    "play.claim_last_discard": False,
    "play.allow_false_wins": False,
    "play.rounds": 4,
}


# --- what they say


class FlowersAtDeal(IntEnum):
    """Who replaces flowers when the tiles are dealt: all in passes around the table, or one seat after the other."""

    PASSES, EACH_SEAT = range(2)


class PassedWins(IntEnum):
    """Who passes a win may win on the next tile, or not until he has drawn or claimed (糊一不糊二)."""

    OFF, SAME_GO_AROUND = range(2)


class ConcealedKongs(IntEnum):
    """Who may rob a concealed kong."""

    NEVER, THIRTEEN_ORPHANS_ONLY = range(2)


class FlowerWins(IntEnum):
    """When a hand may win by flowers: never; at its seventh; at its seventh or eighth; with eight, the last one replaced."""

    OFF, SEVENTH, SEVENTH_OR_EIGHTH, EIGHTH_REPLACED = range(4)


class Eighth(IntEnum):
    """What the eighth flower brings: a choice, a win at once, nothing."""

    OPTIONAL, FORCED, OFF = range(3)


class Declarations(IntEnum):
    """How a player may declare to be ready: not at all; 聽牌; 天聽 and 地聽; 冚手胡."""

    NONE, DECLARED, HEAVENLY_AND_EARTHLY, CONCEALED = range(4)


class FirstDraws(IntEnum):
    """What a win at the first own draw asks to be one of the first turn: it never is; nobody has claimed; oneself has not."""

    NONE, NOBODY_CLAIMED, NOT_CLAIMED_ONESELF = range(3)


class OnDraw(IntEnum):
    """What a drawn deal does to the dealer."""

    STAY_AND_COUNT, STAY, PASS = range(3)


@dataclass(frozen=True, slots=True)
class Customs:
    """What a document plays whatever its options say, or where it has no option for it."""

    first_draws: FirstDraws
    flower_wins: FlowerWins
    """Where flower wins are played at all."""
    human_wins: bool = False
    tells_streak: bool = False
    declarations: Declarations = Declarations.NONE
    """None: what the options say."""
    says: Mapping[str, Value] = field(default_factory=dict)
    """Option → its value, where the document has no such option and means something else than most."""


HONG_KONG = Customs(FirstDraws.NOBODY_CLAIMED, FlowerWins.SEVENTH, human_wins=True)


@dataclass(frozen=True, slots=True)
class PlayRules:
    """Everything that options say about the course of play.

    >>> from sikwu import ruleset
    >>> ruleset("hk-common").play.passed_wins, ruleset("club16").play.on_draw
    (<PassedWins.SAME_GO_AROUND: 1>, <OnDraw.PASS: 2>)
    """

    # the wall and the deal
    flowers: bool
    """Flowers are in the wall."""
    reserved: int
    """Tiles that always stay in it."""
    flowers_at_deal: FlowersAtDeal
    rounds: int
    """Rounds (圈) of a match."""
    # claims
    minimum: int
    all_win: bool
    """Of several who win on one tile all do; else the nearest in turn (截糊)."""
    orphans_uncut: bool
    """Thirteen orphans win beside a nearer hand."""
    passed_wins: PassedWins
    kong_after_claim: bool
    claim_last_discard: bool
    """With nothing to draw a discard may still be chowed or punged."""
    win_last_discard: bool
    rob_exposed: bool
    """The kong of a discard may be robbed."""
    rob_exposed_from_discarder: bool
    """Then whoever discarded the tile pays, not who made the kong."""
    rob_concealed: ConcealedKongs
    kongs_hidden: bool
    """Concealed kongs lie face down."""
    # flowers
    flower_wins: FlowerWins
    pending_flowers: bool
    """Seven at the opening wait for the first own draw, but the dealer's."""
    may_wait_for_eighth: bool
    seven_rob_one: bool
    """Seven win when the eighth goes to another."""
    eighth: Eighth
    seven_waits_for_eighth: bool
    # ready
    declarations: Declarations
    ready_may_pass: bool
    """Who has declared may pass a win."""
    # the first turn
    first_draws: FirstDraws
    human_wins: bool
    """A win on a discard before the first own draw, with nothing claimed, is one of the first turn (人糊)."""
    tells_streak: bool
    """A win tells how often the dealer has repeated: there are fan for it."""
    # false wins
    allow_false_wins: bool
    false_win_passes_deal: bool
    # from deal to deal
    on_draw: OnDraw
    throws_dice: bool
    """Dice are thrown before each deal."""
    dice: bool
    """The opening throw is played for."""
    dice_each_deal: bool
    """Else in the first deal of a round."""
    kong_bases: Fraction
    """Bases that a concealed kong brings from each of the others; 0: none."""
    kong_at_once: bool
    """Else at the end of the deal."""
    kong_each: bool
    """For each kong; else once a deal."""
    chips: int
    """Chips that each player has at first; 0: none are given out."""
    bust_plays_on: bool
    bust_in_debt: bool
    """Who has no chips owes the rest."""
    bust_ends_at: int
    """The match ends when so many have no chips; 0: never."""

    @classmethod
    def of(cls, settings: Mapping[str, Value], customs: Customs) -> PlayRules:
        """What settings say, and where a document has no such option its customs."""
        said: dict[str, Value] = {**_SILENT, **customs.says, **settings}
        return cls(
            flowers=said["tiles.flowers_in_play"] is True,
            reserved=int(str(said["tiles.reserved"])),
            flowers_at_deal=FlowersAtDeal[_name(said["play.flowers_at_deal"])],
            rounds=int(str(said["play.rounds"])),
            minimum=int(str(said["hand.min_fan"])),
            all_win=said["win.multiple_winners"] == "all_win",
            orphans_uncut=said["thirteen_orphans.immune_to_head_bump"] is True,
            passed_wins=PassedWins[_name(said["win.passed_win_rule"])],
            kong_after_claim=said["play.kong_after_claim"] is True,
            claim_last_discard=said["play.claim_last_discard"] is True,
            win_last_discard=said["win.on_last_discard"] is True,
            rob_exposed=said["robbing_kong.exposed"] is True,
            rob_exposed_from_discarder=said["robbing_kong.exposed_payer"] == "original_discarder",
            rob_concealed=_robbers(said),
            kongs_hidden=said["concealed_kong.hidden"] is True,
            flower_wins=_flower_wins(said, customs),
            pending_flowers=said["flower_win.non_dealer_waits_first_draw"] is True,
            may_wait_for_eighth=said["flower_win.may_wait_for_eighth"] is True,
            seven_rob_one=said["seven_rob_one.enabled"] is True,
            eighth=Eighth[_name(said["flower_win.eight_immediate"])],
            seven_waits_for_eighth=said["flower_win.seven_waits_for_eighth"] is True,
            declarations=customs.declarations or _declarations(said),
            ready_may_pass=said["ready.may_pass_win"] is True,
            first_draws=customs.first_draws,
            human_wins=customs.human_wins,
            tells_streak=customs.tells_streak,
            allow_false_wins=said["play.allow_false_wins"] is True,
            false_win_passes_deal=said["false_win.after"] == "hand_void_dealer_passes",
            on_draw=OnDraw[_name(said["dealer.on_draw"])],
            throws_dice="dice.side_payments" in settings,
            dice=said["dice.side_payments"] is True,
            dice_each_deal=said["dice.payment_per"] == "hand",
            kong_bases=Fraction(str(said["concealed_kong.payment_bases"])),
            kong_at_once=said["concealed_kong.payment_timing"] == "immediate",
            kong_each=said["concealed_kong.payment_per_kong"] is True,
            chips=int(str(said["chips.starting"])),
            bust_plays_on=said["bust.player_continues"] is True,
            bust_in_debt=said["bust.payment"] == "debt",
            bust_ends_at=int(str(said["bust.end_when"])),
        )


def _name(value: Value) -> str:
    return str(value).upper()


def _robbers(said: Mapping[str, Value]) -> ConcealedKongs:
    if "thirteen_orphans.rob_concealed_kong" in said:
        orphans = said["thirteen_orphans.rob_concealed_kong"] is True
        return ConcealedKongs.THIRTEEN_ORPHANS_ONLY if orphans else ConcealedKongs.NEVER
    return ConcealedKongs[_name(said["robbing_kong.concealed"])]


def _flower_wins(said: Mapping[str, Value], customs: Customs) -> FlowerWins:
    played = said["flower_win.enabled"] is True and said["tiles.flowers_in_play"] is True
    return customs.flower_wins if played else FlowerWins.OFF


def _declarations(said: Mapping[str, Value]) -> Declarations:
    if said["ready.declaration"] is True:
        return Declarations.DECLARED
    return Declarations.CONCEALED if said["concealed_ready.enabled"] is True else Declarations.NONE


# What a document plays without having an option for it, where its customs say nothing else.
_SILENT: dict[str, Value] = {
    "tiles.flowers_in_play": True,
    "thirteen_orphans.immune_to_head_bump": False,
    "win.on_last_discard": True,
    "robbing_kong.exposed": False,
    "robbing_kong.exposed_payer": "konging_player",
    "concealed_kong.hidden": False,
    "flower_win.enabled": True,
    "flower_win.non_dealer_waits_first_draw": False,
    "flower_win.may_wait_for_eighth": False,
    "seven_rob_one.enabled": False,
    "flower_win.eight_immediate": "optional",
    "flower_win.seven_waits_for_eighth": False,
    "ready.declaration": False,
    "ready.may_pass_win": True,
    "concealed_ready.enabled": False,
    "dice.side_payments": False,
    "dice.payment_per": "round",
    "concealed_kong.payment_bases": 0,
    "concealed_kong.payment_timing": "end_of_hand",
    "concealed_kong.payment_per_kong": True,
    "chips.starting": 0,
    "bust.player_continues": True,
    "bust.payment": "debt",
    "bust.end_when": 0,
}
