"""How a deal is played and followed by the next: the options about it, the kinds of their values, and a document's customs.

Whether a first turn, a ready declaration or a kong pays is the score's; here stands what may be done, and what happens then.
`sikwu.rules.table_terms` reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

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


# --- what they may say


class FlowersAtDeal(IntEnum):
    """Who replaces flowers when the tiles are dealt: all in passes around the table, or one seat after the other."""

    PASSES, EACH_SEAT = range(2)


class PassedWins(IntEnum):
    """Who passes a win may win on the next tile, or not until he has drawn or claimed (糊一不糊二)."""

    OFF, SAME_GO_AROUND = range(2)


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
