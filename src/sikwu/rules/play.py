"""How deals are played and follow each other: the options about it, the types of their values, and a document's customs.

Whether a first turn, a ready declaration or a kong pays belongs to the score. This module defines what players may do
and what happens then. `sikwu.rules.table_terms` reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from sikwu.rules.changes import Value
from sikwu.rules.options import OneOf, Option, Whole, switch

MOST_REPEATS = 100
"""The most repeats of a dealer that a house may set as a limit."""
MOST_MINUTES = 1440
"""The longest time that a match may be given."""

# --- options that every document has, though none of them says much of the course of play

RESERVED = Option("tiles.reserved", OneOf((0, 16)), touches="play", house=Whole(0, 40))
PASSED_WINS = Option(
    "win.passed_win_rule", OneOf(("off", "same_go_around", "same_tile", "self_draw_too")), touches="play"
)
ON_DRAW = Option("dealer.on_draw", OneOf(("stay_and_count", "stay", "pass")), touches="play")
AFTER_FALSE_WIN = Option("false_win.after", OneOf(("hand_void_same_dealer", "hand_void_dealer_passes")), touches="play")
CLAIM_LAST_DISCARD = switch("play.claim_last_discard", touches="play")
WIN_ONLY_LAST_DISCARD = Option("play.claim_last_discard", OneOf((False,)), touches="play")


HOUSE_WAYS = (
    switch("play.chows", touches="play"),
    Option("play.after_claim", OneOf(("any", "not_same", "not_either_end")), touches="play"),
    switch("play.passed_pungs", touches="play"),
    switch("win.own_discards_locked", touches="play"),
    switch("win.three_winners_void", touches="play"),
    Option("dealer.on_win", OneOf(("keep", "pass", "winner")), touches="play"),
    Option("dealer.most_repeats", Whole(0, MOST_REPEATS), touches="play"),
    Option("play.minutes", Whole(0, MOST_MINUTES), touches="play"),
)
"""Ways of playing that no document has; houses have them. The documents play them as `HOUSE_DEFAULTS` says."""
HOUSE_DEFAULTS: dict[str, Value] = {
    "play.chows": True,
    "play.after_claim": "any",
    "play.passed_pungs": False,
    "win.own_discards_locked": False,
    "win.three_winners_void": False,
    "dealer.on_win": "keep",
    "dealer.most_repeats": 0,
    "play.minutes": 0,
}
"""Their values in every document. With these values the hash of rules is what it was before there were such options."""
LATER_DEFAULTS: dict[str, Value] = {**HOUSE_DEFAULTS, "seven_pairs.four_of_a_kind_as_two_pairs": False}
"""The values of all options that came later than the hash."""


def play_options(last_discard: Option = CLAIM_LAST_DISCARD) -> tuple[Option, ...]:
    """The play options of all documents; `last_discard`: what may be claimed when no tile is left to draw."""
    return (
        Option("play.flowers_at_deal", OneOf(("passes", "each_seat")), touches="play"),
        switch("play.kong_after_claim", touches="play"),
        last_discard,
        switch("play.allow_false_wins", touches="play"),
        Option("play.rounds", OneOf((1, 2, 4)), touches="play", house=Whole(1, 4)),
        *HOUSE_WAYS,
    )


DEFAULTS: dict[str, Value] = {
    "tiles.reserved": 0,
    "play.flowers_at_deal": "passes",
    "play.kong_after_claim": False,
    "play.claim_last_discard": False,
    "play.allow_false_wins": False,
    "play.rounds": 4,
    **HOUSE_DEFAULTS,
}


# --- their values


class FlowersAtDeal(IntEnum):
    """How flowers are replaced when the tiles are dealt: all in passes around the table, or one seat after the other."""

    PASSES, EACH_SEAT = range(2)


class PassedWins(IntEnum):
    """When a player who passes a win may win again: on the next tile; only after drawing or claiming (糊一不糊二); the
    same, but other kinds of tile may be won on; or only after the next discard, so that the next draw cannot win either.
    """

    OFF, SAME_GO_AROUND, SAME_TILE, SELF_DRAW_TOO = range(4)


class AfterClaim(IntEnum):
    """What a player may discard after a claim: anything; not the tile that was claimed (食替); nor, after a chow, the
    tile at its other end.
    """

    ANY, NOT_SAME, NOT_EITHER_END = range(3)


class OnWin(IntEnum):
    """Who deals after a win: the dealer if the dealer has won, otherwise the next player; always the next player; the
    winner.
    """

    KEEP, PASS, WINNER = range(3)


class FlowerWins(IntEnum):
    """When a hand may win by flowers: never; at its seventh; at its seventh or eighth; with eight, the last one replaced."""

    OFF, SEVENTH, SEVENTH_OR_EIGHTH, EIGHTH_REPLACED = range(4)


class EighthFlower(IntEnum):
    """What the eighth flower does: gives a choice, wins at once, nothing."""

    OPTIONAL, FORCED, OFF = range(3)


class Declarations(IntEnum):
    """How a player may declare a ready hand: not at all; 聽牌; 天聽 and 地聽; 冚手胡."""

    NONE, DECLARED, HEAVENLY_AND_EARTHLY, CONCEALED = range(4)


class FirstDraws(IntEnum):
    """When a win at a player's first draw counts as a win of the first turn: never; if nobody has claimed; if that
    player has not claimed.
    """

    NONE, NOBODY_CLAIMED, NOT_CLAIMED_ONESELF = range(3)


class OnDraw(IntEnum):
    """What a drawn deal does to the dealer."""

    STAY_AND_COUNT, STAY, PASS = range(3)


@dataclass(frozen=True, slots=True)
class Customs:
    """How a document is played if it has no option for it, or whatever its options say."""

    first_draws: FirstDraws
    flower_wins: FlowerWins
    """If flower wins are played."""
    human_wins: bool = False
    tells_streak: bool = False
    declarations: Declarations = Declarations.NONE
    """None: the options decide."""
    says: Mapping[str, Value] = field(default_factory=dict)
    """Option → its value, for options that the document lacks and that have an unusual value there."""


HONG_KONG = Customs(FirstDraws.NOBODY_CLAIMED, FlowerWins.SEVENTH, human_wins=True)
