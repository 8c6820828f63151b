"""All options of doc003, in the order in which they are applied."""

from __future__ import annotations

from dataclasses import replace

from sikwu.rules.changes import (
    Absorb,
    Also,
    CountDealer,
    Define,
    EachOf,
    Legal,
    NoFamily,
    Off,
    On,
    OrElse,
    PairsDiffer,
    Price,
    Release,
    Remake,
    SetCap,
    SetMinimum,
    Share,
    When,
)
from sikwu.rules.hktw import needs
from sikwu.rules.hktw.events import CLOSED_ROWS
from sikwu.rules.hktw.honours import WIND_PUNGS
from sikwu.rules.hktw.relations import drawn_mixed, drawn_straight, steps, steps_of_two, suit_steps, suit_steps_of_two
from sikwu.rules.hktw.sets import OWN
from sikwu.rules.language import (
    ADDED,
    CONCEALED,
    EXPOSED,
    HONOURS,
    SELF,
    TERMINALS,
    WON,
    Shape,
    by,
    dealer,
    discards,
    eighth_elsewhere,
    first_turn,
    flowers,
    kong_fed,
    kongs,
    pungs,
    replacement,
    robbed_concealed,
    robbed_exposed,
    shape,
    win,
)
from sikwu.rules.limits import MOST_CHIPS, MOST_FACTOR, MOST_FAN, MOST_HANDS
from sikwu.rules.options import OneOf, Option, Ratio, Whole, noted, switch
from sikwu.rules.pattern import Text
from sikwu.rules.play import AFTER_FALSE_WIN, ON_DRAW, PASSED_WINS, RESERVED, play_options
from sikwu.win import By, FirstTurn, Replacement

NAMED_ONLY = (
    "two_concealed_pungs",
    "three_suit_pungs",
    "three_consecutive_pungs",
    "double_identical_chows",
    "three_identical_chows",
    "four_identical_chows",
    "four_return_three",
    "four_return_four",
    "eight_return",
    "twelve_return",
    "three_suit_step_chows",
    "three_step_chows",
    "concealed_self_draw_only",
    "double_winner",
    "triple_winner",
)
CONCEALED_PUNGS = ("two_concealed_pungs", "three_concealed_pungs", "four_concealed_pungs", "five_concealed_pungs")
WIND_SETS = ("small_three_winds", "big_three_winds", "small_four_winds", "big_four_winds")
FORCED_NO_HONOURS = ("all_simples", "full_flush", "pure_outside", "all_terminals", "all_chows")

ONLY_ORPHANS_ROB = Text(
    "暗槓只有十三幺可以搶（robbing_kong.concealed）。",
    "A concealed kong can be robbed by thirteen orphans only (robbing_kong.concealed).",
)
NOBODY_ROBS = Text(
    "暗槓不可以搶（robbing_kong.concealed）。", "A concealed kong cannot be robbed (robbing_kong.concealed)."
)
ONLY_ADDED_ROBBED = Text(
    "明槓不可以搶，只可以搶加槓（robbing_kong.exposed）。",
    "An exposed kong cannot be robbed, only an added one (robbing_kong.exposed).",
)
NO_EIGHT = Text(
    "齊八隻花不可以就此食糊（flower_win.eight_immediate）。",
    "Eight flowers are no win by themselves here (flower_win.eight_immediate).",
)
WAITS_FOR_EIGHTH = Text(
    "七隻花要等第八隻出現才可以食（flower_win.seven_waits_for_eighth）。",
    "Seven flowers win only when the eighth has come to another player (flower_win.seven_waits_for_eighth).",
)
SET_DRAWN = Text(
    "十三幺那副牌要自己摸齊，不可以食別家打出的牌（thirteen_orphans.set_by_discard）。",
    "The set of thirteen orphans must be drawn, not won from a discard (thirteen_orphans.set_by_discard).",
)

SELF_DRAW_INSIDE = ("concealed_self_draw", "concealed_self_draw_only", "all_claimed_self_draw")

AT_FIRST = (
    Define("self_drawn", by == By.SELF_DRAW),
    Off((*NAMED_ONLY, "wind_pung_valued/double", "fake_single_wait/single_shape")),
)

LIMITS = (
    Option("limit.cap_fan", Whole(1, MOST_FAN, ("none",)), {...: (SetCap(),)}),
    Option("hand.min_fan", Whole(0, MOST_FAN), {...: (SetMinimum(),)}),
    switch("hand.min_counts_payer", on=[CountDealer(payer=True)]),
)

# On for all, or pattern by pattern with `<pattern>.enabled` (S2).
NAMED = (
    Option("patterns.named_only", OneOf(("off", "on", "per_pattern")), {"on": (On(NAMED_ONLY),)}),
    *(switch(f"{pattern}.enabled", on=[On((pattern,))]) for pattern in NAMED_ONLY),
    *(Option(f"{pattern}.fan", Whole(0, MOST_FAN), {...: (Price(pattern),)}) for pattern in NAMED_ONLY),
    Option(
        "three_step_chows.step",
        OneOf(((1,), (1, 2))),
        {(1, 2): (EachOf("three_step_chows", steps | steps_of_two),)},
    ),
    Option(
        "three_suit_step_chows.step",
        OneOf(((1,), (1, 2))),
        {(1, 2): (EachOf("three_suit_step_chows", suit_steps | suit_steps_of_two),)},
    ),
)

EVENTS = (
    switch(
        "win_on_kong.exposed_is_self_draw",
        off=[Define("self_drawn", (by == By.SELF_DRAW) & ~((replacement == Replacement.KONG) & kong_fed))],
    ),
    # Without the self-draw included, it is not lowered beside the rows that include one (HK-04, S6).
    switch(
        "win_on_flower.adds_self_draw",
        on=[
            Release("win_on_flower/plain", ("self_draw",)),
            *(Release(row, ("win_on_flower/plain",)) for row in SELF_DRAW_INSIDE),
        ],
    ),
    switch("ready.declaration", off=[Off(("ready_declared", "ready_declared_closed", "one_shot"))]),
    switch("ready_declared_closed.absorbs_concealed_hand", on=[Absorb("ready_declared_closed", CLOSED_ROWS)]),
    switch(
        "all_claimed.absorbs_single_wait",
        off=[
            Release("all_claimed_self_draw", ("single_wait", "fake_single_wait")),
            Release("all_claimed_discard", ("single_wait", "fake_single_wait")),
        ],
    ),
    switch(
        "all_claimed.absorbs_self_draw", off=[Release("all_claimed_self_draw", ("self_draw", "win_on_flower/plain"))]
    ),
    switch(
        "all_claimed.with_concealed_kong",
        on=[Remake(("all_claimed_self_draw", "all_claimed_discard"), EXPOSED, add=CONCEALED)],
    ),
    switch(
        "early_win.counts_winning_discard",
        off=[
            When("within_ten", (discards <= 10) | ((by == By.DISCARD) & (discards <= 11))),
            When("within_seven", (discards <= 7) | ((by == By.DISCARD) & (discards <= 8))),
            When(
                "human_hand",
                ~dealer & ((discards <= 4) | ((by == By.DISCARD) & (discards <= 5)) | (first_turn == FirstTurn.HUMAN)),
            ),
        ],
    ),
    switch("robbing_kong.exposed", off=[Legal(~robbed_exposed, ONLY_ADDED_ROBBED)]),
    Option("robbing_kong.exposed_payer", OneOf(("konging_player", "original_discarder")), touches="payment"),
    Option(
        "robbing_kong.concealed",
        OneOf(("thirteen_orphans_only", "never")),
        {
            "thirteen_orphans_only": (Legal(~robbed_concealed | (shape == Shape.ORPHANS), ONLY_ORPHANS_ROB),),
            "never": (Legal(~robbed_concealed, NOBODY_ROBS),),
        },
    ),
)

FLOWERS = (
    switch("flower_set.absorbs_flowers", off=[Share("flower_set", ())]),
    switch("flower_set.two_sets_add_self_draw", off=[Absorb("flower_win_eight/plain", ("self_draw",))]),
    switch("flower_win.adds_self_draw", off=[Off(("self_draw/by_flowers",))]),
    Option(
        "flower_win.eight_immediate",
        OneOf(("optional", "forced", "off")),
        {"off": (Legal((by != By.FLOWERS) | (flowers == 7), NO_EIGHT),)},
    ),
    switch(
        "flower_win.seven_waits_for_eighth",
        on=[Legal((by != By.FLOWERS) | (flowers == 8) | eighth_elsewhere, WAITS_FOR_EIGHTH)],
    ),
    Option("flowers", OneOf((8,)), touches="play"),
)

SETS = (
    Option(
        "wind_pung_valued.double_fan",
        OneOf((2, 3, 4)),
        {
            3: (On(("wind_pung_valued/double",)), Price("wind_pung_valued/double", 1)),
            4: (On(("wind_pung_valued/double",)), Price("wind_pung_valued/double", 2)),
        },
    ),
    switch(
        "honour_sets.absorb_pungs",
        off=[
            Release("small_three_dragons", ("dragon_pung",)),
            Release("big_three_dragons", ("dragon_pung",)),
            *(Release(row, WIND_PUNGS) for row in WIND_SETS),
        ],
    ),
    switch(
        "all_chows.adds_eyes_258",
        on=[Release("all_chows", ("eyes_258",)), Release("big_all_chows", ("eyes_258",))],
    ),
    Option(
        "fake_single_wait.mode",
        OneOf(("held_copy", "many_waits_single_shape", "both", "off")),
        {
            "many_waits_single_shape": (Off(("fake_single_wait/plain",)), On(("fake_single_wait/single_shape",))),
            "both": (On(("fake_single_wait/single_shape",)),),
            "off": (Off(("fake_single_wait",)),),
        },
    ),
    switch("straight.absorbs_old_young", off=[NoFamily("old_young")]),
    Option(
        "straight.completed_by_discard",
        OneOf(("open", "closed")),
        {
            "closed": (
                EachOf("pure_straight/closed", replace(drawn_straight, made=SELF | WON)),
                EachOf("mixed_straight/closed", replace(drawn_mixed, made=SELF | WON)),
            )
        },
    ),
    # 40 if there is any kong: only an all-drawn hand without kongs is worth 100.
    Option(
        "five_concealed_pungs.with_concealed_kong",
        OneOf((100, 40)),
        {
            40: (
                Also("five_concealed_pungs/plain", kongs == 0),
                OrElse("five_concealed_pungs/open", (pungs.made(OWN) == 5) & (kongs >= 1)),
            )
        },
    ),
    switch("concealed_pungs.exposed_kong", off=[Remake(CONCEALED_PUNGS, SELF, drop=EXPOSED)]),
    switch("concealed_pungs.added_kong", on=[Remake(CONCEALED_PUNGS, SELF, add=ADDED)]),
    switch(
        "all_pungs.when_forced",
        off=[
            Absorb("mixed_terminals", ("all_pungs",)),
            Absorb("all_terminals", ("all_pungs",)),
            Absorb("all_honours", ("all_pungs",)),
        ],
    ),
    switch(
        "no_honours.when_forced",
        off=[Absorb(row, ("no_honours", "no_honours_no_flowers")) for row in FORCED_NO_HONOURS],
    ),
    switch("eight_pairs.four_of_a_kind_as_two_pairs", off=[PairsDiffer()]),
    # An orphan kind can always be read as the orphan; the set was complete before (S9).
    switch(
        "thirteen_orphans.set_by_discard",
        off=[Legal((shape != Shape.ORPHANS) | (by == By.SELF_DRAW) | win.in_(TERMINALS | HONOURS), SET_DRAWN)],
    ),
)

# Who pays, the pull ledger, and how the hand is played: read by settlement, books and play.
TABLE = (
    Option("dealer.fan_at_zero", OneOf((0, 1)), {...: (Price("dealer/first"),)}),
    Option("dealer.fan_scope", OneOf(("none", "dealer_wins_only", "both_directions")), {"none": (Off(("dealer",)),)}),
    ON_DRAW,
    Option("score.chips_per_fan", Ratio(0, MOST_CHIPS, above=True), touches="payment"),
    Option("score.base_chips", Ratio(0, MOST_CHIPS, above=True), touches="payment"),
    switch("score.win_includes_base", touches="payment"),
    switch("ledger.enabled", touches="payment"),
    Option("ledger.pull_factor", Ratio(1, MOST_FACTOR), touches="payment"),
    Option("ledger.kick_factor", Ratio(0, 1), touches="payment"),
    Option("ledger.creditor_wins_elsewhere", OneOf(("hold", "settle")), touches="payment"),
    Option("ledger.on_draw", OneOf(("keep", "settle")), touches="payment"),
    Option("ledger.rounding", OneOf(("exact", "floor", "ceil", "half_up")), touches="payment"),
    Option("ledger.rounding_point", OneOf(("each_step", "at_payment")), touches="payment"),
    Option("ledger.cut_mode", OneOf(("endless", "three_hand")), touches="payment"),
    Option("ledger.cut_interval", Whole(1, MOST_HANDS), touches="payment"),
    Option("ledger.cut_window", OneOf(("only_at_multiples", "any_time_after_first")), touches="payment"),
    Option("concealed_kong.payment_bases", Ratio(1, MOST_CHIPS), touches="payment"),
    Option("concealed_kong.payment_timing", OneOf(("immediate", "end_of_hand")), touches="payment"),
    switch("concealed_kong.payment_per_kong", touches="payment"),
    switch("dice.side_payments", touches="payment"),
    Option("dice.payment_per", OneOf(("hand", "round")), touches="payment"),
    Option("false_win.fan", Whole(0, MOST_FAN), touches="payment"),
    switch("false_win.in_ledger", touches="payment"),
    AFTER_FALSE_WIN,
    Option("win.multiple_winners", OneOf(("all_win", "head_bump")), touches="payment"),
)

PLAY = (RESERVED, PASSED_WINS, *play_options())

OPTIONS = noted((*LIMITS, *NAMED, *EVENTS, *FLOWERS, *SETS, *TABLE, *PLAY), needs.of(NAMED_ONLY), needs.FOR_TABLE_ONLY)
