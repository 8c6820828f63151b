"""All options of the club sheet, in the order in which they are applied."""

from __future__ import annotations

from sikwu.rules.changes import (
    Absorb,
    Also,
    CountDealer,
    Define,
    Legal,
    Off,
    On,
    PairsDiffer,
    Raise,
    Remake,
    SetMinimum,
    SetRaise,
    When,
)
from sikwu.rules.club.events import CLOSED_ROWS, LAST_OF_EIGHT_SEEN
from sikwu.rules.club.needs import FOR_TABLE_ONLY, NEEDS
from sikwu.rules.language import (
    ADDED,
    CHOWED,
    EXPOSED,
    SELF,
    by,
    flowers,
    held,
    kong_fed,
    last_discard,
    replacement,
    robbed_concealed,
    robbed_exposed,
)
from sikwu.rules.limits import MOST_CHIPS, MOST_FAN
from sikwu.rules.options import OneOf, Option, Whole, enables, noted, switch
from sikwu.rules.pattern import Text
from sikwu.rules.play import AFTER_FALSE_WIN, PASSED_WINS, RESERVED, WIN_ONLY_LAST_DISCARD, play_options
from sikwu.win import By, Replacement

CONCEALED_PUNGS = ("two_concealed_pungs", "three_concealed_pungs", "four_concealed_pungs", "five_concealed_pungs")
WIND_SETS = ("small_three_winds", "big_three_winds", "small_four_winds", "big_four_winds")
DRAGON_SETS = ("small_three_dragons", "big_three_dragons")
ALL_CLAIMED = ("all_claimed_self_draw", "all_claimed_discard")
HONOUR_PUNGS = ("honour_pung/wind", "honour_pung/dragon")

# A win on the replacement tile after konging another player's discard is no self-draw (規則, C-07).
AT_FIRST = (
    Define("self_drawn", (by == By.SELF_DRAW) & ~((replacement == Replacement.KONG) & kong_fed)),
    Legal(~robbed_concealed, Text("暗槓不可以搶。", "A concealed kong cannot be robbed.")),
    Legal(
        (by != By.FLOWERS) | (flowers == 8),
        Text("花糊要齊八朵花。", "A win by flowers needs all eight flowers."),
    ),
    Off(("two_identical_chows/in_pairs",)),
)

SCORE = (
    Option("hand.min_fan", Whole(0, MOST_FAN), {...: (SetMinimum(),)}),
    switch("hand.min_counts_payer", on=[CountDealer(payer=True)]),
    switch("win_on_replacement.exposed_is_self_draw", on=[Define("self_drawn", by == By.SELF_DRAW)]),
    switch(
        "honour_pung.inside_sets",
        off=[
            *(Absorb(row, ("honour_pung/wind",)) for row in WIND_SETS),
            *(Absorb(row, ("honour_pung/dragon",)) for row in DRAGON_SETS),
            Absorb("all_honours", HONOUR_PUNGS),
        ],
    ),
    switch(
        "concealed_hand.exposed_kong_keeps",
        off=[Remake(("concealed_hand", "concealed_self_draw"), CHOWED, add=EXPOSED)],
    ),
    # Five exposed kongs are all claimed and, if they keep the hand concealed, 門清 too.
    switch("concealed_hand.with_all_claimed", off=[Absorb(row, CLOSED_ROWS) for row in ALL_CLAIMED]),
    switch("concealed_pungs.added_kong", off=[Remake(CONCEALED_PUNGS, SELF, drop=ADDED)]),
    switch(
        "big_all_chows.absorbs_no_honours_no_flowers",
        on=[Absorb("big_all_chows", ("no_honours_no_flowers", "no_honours", "no_flowers"))],
    ),
    switch("eight_pairs.four_of_a_kind_as_two_pairs", off=[PairsDiffer()]),
    switch("eight_pairs.two_identical_chows", on=[On(("two_identical_chows/in_pairs",))]),
    switch("no_fives.when_forced", off=[Absorb(row, ("no_fives",)) for row in ("mixed_terminals", "all_honours")]),
    switch(
        "last_copy.own_hand",
        off=[Also("last_copy_single", held == 0), When("last_copy_double", LAST_OF_EIGHT_SEEN)],
    ),
    # 胡別人明槓的那張牌: the sheet itself uses 明槓 for the kong of a discard; the added kong counts as one too (C-06).
    switch(
        "robbing_kong.exposed",
        off=[
            Legal(
                ~robbed_exposed,
                Text(
                    "明槓不可以搶，只可以搶加槓（robbing_kong.exposed）。",
                    "An exposed kong cannot be robbed, only an added one (robbing_kong.exposed).",
                ),
            )
        ],
    ),
    switch("four_kongs.absorbs_concealed_pungs", on=[Absorb("four_kongs", ("five_concealed_pungs",))]),
    enables("eyes_258_pungs"),
    enables("all_terminals"),
    switch("one_becomes_five.enabled", on=[SetRaise(Raise("one_becomes_five", 1, 5))]),
    switch("one_becomes_five.counts_dealer_fan", off=[CountDealer(raising=False)]),
    Option(
        "dealer.fan_scope",
        OneOf(("none", "dealer_wins_only", "both_directions")),
        {"none": (Off(("dealer", "dealer_repeat", "dealer_pull")),)},
    ),
)

TABLE = (
    Option("chips.starting", OneOf((200, 300)), touches="payment", house=Whole(1, MOST_CHIPS)),
    Option("score.chips_per_fan", Whole(1, MOST_CHIPS), touches="payment"),
    Option("score.base_chips", Whole(0, MOST_CHIPS), touches="payment"),
    Option("win.multiple_winners", OneOf(("all_win", "head_bump")), touches="payment"),
    switch(
        "win.on_last_discard",
        off=[
            Legal(
                ~last_discard,
                Text(
                    "最後一隻打出的牌不可以食糊（win.on_last_discard）。",
                    "The last discard cannot be won on (win.on_last_discard).",
                ),
            )
        ],
    ),
    RESERVED,
    Option("dealer.on_draw", OneOf(("pass", "stay")), touches="play"),
    Option("fines.chips", Whole(0, MOST_CHIPS), touches="payment"),
    Option("fines.pot_on_draw", OneOf(("carry_over", "split")), touches="payment"),
    Option("fines.pot_multiple_winners", OneOf(("first_in_turn_after_discarder", "split")), touches="payment"),
    Option("table.physical_handling", OneOf(("off", "manual_flag")), touches="play"),
    switch("table.touch_move", touches="play"),
    Option("false_win.chips", Whole(0, MOST_CHIPS), touches="payment"),
    AFTER_FALSE_WIN,
    switch("bust.player_continues", touches="play"),
    Option("bust.payment", OneOf(("pay_what_is_left", "debt")), touches="payment"),
    Option("bust.end_when", OneOf((1, 2, 3)), touches="play"),
    Option("ready.may_pass_win", OneOf((False,)), touches="play"),
    Option("table.edition", OneOf(("2015-02",)), touches="play"),
)

PLAY = (PASSED_WINS, *play_options(WIN_ONLY_LAST_DISCARD))

OPTIONS = noted((*SCORE, *TABLE, *PLAY), NEEDS, FOR_TABLE_ONLY)
