"""All options of the three Hong Kong documents, in the order in which they are applied."""

from __future__ import annotations

from sikwu.rules.changes import (
    Absorb,
    AbsorbLike,
    Also,
    AlsoLike,
    Dearer,
    FourAsTwoPairs,
    Legal,
    NoLimitHand,
    Off,
    On,
    OrElse,
    Price,
    PriceWithoutCap,
    Release,
    SetCap,
    SetFlowers,
    SetLimitHands,
    SetMinimum,
    SetUnify,
    When,
)
from sikwu.rules.hk.needs import FOR_TABLE_ONLY, NEEDS
from sikwu.rules.language import (
    CLAIMED,
    CONCEALED,
    HONOURS,
    SELF,
    Place,
    Shape,
    by,
    chain_tight,
    eyes,
    first_turn,
    place,
    pungs,
    replacement,
    robbed_concealed,
    robbed_exposed,
    self_drawn,
    sets,
    shape,
    waits,
)
from sikwu.rules.limits import MOST_CHIPS, MOST_FAN
from sikwu.rules.options import ANY_FAN, SWITCH, OneOf, Option, PatternIds, Ratio, Whole, enables, noted, priced, switch
from sikwu.rules.pattern import SumOf, Text
from sikwu.rules.play import AFTER_FALSE_WIN, ON_DRAW, PASSED_WINS, RESERVED, play_options
from sikwu.win import By, FirstTurn, Replacement

FLOWER_WINS = ("flower_win_seven", "flower_win_eight", "seven_rob_one", "heavenly_hand/by_flowers")
FLOWER_PATTERNS = ("no_flowers", "seat_flower", "flower_set", *FLOWER_WINS)

# Rows that only an option puts into use.
AT_FIRST = (
    Off(
        (
            "full_flush/beside_all_chows",
            "full_flush/beside_all_pungs",
            "flower_win_seven/on_kong",
            "flower_win_seven/last_tile",
            "flower_win_seven/kong_on_kong",
            "flower_win_eight/kong_on_kong",
            "heavenly_hand/by_flowers",
            "win_on_kong/with_last_tile",
            "last_tile_draw/with_kong",
        )
    ),
    # All three documents name the added kong (別人加槓); instead of robbing an exposed one, a player wins on the discard
    # itself.
    Legal(
        ~robbed_exposed,
        Text("明槓不可以搶，只可以搶加槓。", "An exposed kong cannot be robbed, only an added one."),
    ),
)

# After all options: of 鐘鼓齊鳴 and 槓上槓 in one win, the dearer counts (R15).
AT_LAST = (Dearer("kong_on_kong", "kong_last_tile"),)

LIMITS = (
    Option("limit.cap_fan", Whole(1, MOST_FAN, ("none",)), {...: (SetCap(),)}),
    Option("limit.hands", PatternIds(), {...: (SetLimitHands(),)}),
    Option("limit.unify", SWITCH, {...: (SetUnify(),)}),
    Option("hand.min_fan", Whole(0, MOST_FAN), {...: (SetMinimum(),)}),
)

ONLY_ORPHANS_ROB = Text(
    "暗槓只有十三幺可以搶（thirteen_orphans.rob_concealed_kong）。",
    "A concealed kong can be robbed by thirteen orphans only (thirteen_orphans.rob_concealed_kong).",
)
NOBODY_ROBS = Text(
    "暗槓不可以搶（thirteen_orphans.rob_concealed_kong）。",
    "A concealed kong cannot be robbed (thirteen_orphans.rob_concealed_kong).",
)
NO_FLOWER_WINS = Text("這裏不計花糊（flower_win.enabled）。", "Flower wins are not played here (flower_win.enabled).")
NO_FLOWERS = Text(
    "這裏不打花，沒有花糊（tiles.flowers_in_play）。",
    "The game has no flowers to win by (tiles.flowers_in_play).",
)

SHAPES = (
    switch(
        "concealed_kong.hidden",
        on=[
            When("concealed_hand", sets.made(CLAIMED) == 0),
            When("four_concealed_pungs", pungs.made(SELF | CONCEALED) == 4),
        ],
    ),
    Option("all_chows.pair", OneOf(("any", "no_honours")), {"no_honours": (Also("all_chows", ~eyes.in_(HONOURS)),)}),
    Option(
        "all_chows.wait",
        OneOf(("any", "two_sided_only")),
        {"two_sided_only": (Also("all_chows", place == Place.OPEN),)},
    ),
    enables("four_concealed_pungs"),
    priced("four_concealed_pungs", 5, 8, "limit"),
    Option(
        "four_concealed_pungs.discard_win",
        OneOf(("single_wait", "never")),
        {"never": (Also("four_concealed_pungs", self_drawn),)},
    ),
    enables("seven_pairs"),
    switch("seven_pairs.four_of_a_kind_as_two_pairs", on=[FourAsTwoPairs()]),
    switch(
        "thirteen_orphans.rob_concealed_kong",
        on=[Legal(~robbed_concealed | (shape == Shape.ORPHANS), ONLY_ORPHANS_ROB)],
        off=[Legal(~robbed_concealed, NOBODY_ROBS)],
    ),
    switch("thirteen_orphans.immune_to_head_bump", touches="payment"),
)

HONOUR_PRICES = (
    priced("small_three_dragons", 3, 6),
    switch("small_three_dragons.add_dragon_pungs", on=[Release("small_three_dragons", ("dragon_pung",))]),
    priced("big_three_dragons", 5, 8, "limit"),
    switch("big_three_dragons.add_dragon_pungs", on=[Release("big_three_dragons", ("dragon_pung",))]),
    priced("small_four_winds", 4, 10, "limit"),
    priced("big_four_winds", 10, 13, "limit"),
    switch("big_four_winds.add_all_pungs", on=[Release("big_four_winds", ("all_pungs",))]),
    enables("big_three_winds"),
)

SUIT_PRICES = (
    priced("full_flush", 6, 10, row="full_flush/plain"),
    Option(
        "full_flush.combo_table",
        OneOf(("additive", "fixed_8_10")),
        {
            "fixed_8_10": (
                On(("full_flush/beside_all_chows", "full_flush/beside_all_pungs")),
                AlsoLike("full_flush/beside_all_chows", "all_chows"),
                AlsoLike("full_flush/beside_all_pungs", "all_pungs"),
                AbsorbLike("full_flush/beside_all_chows", "all_chows"),
                AbsorbLike("full_flush/beside_all_pungs", "all_pungs"),
            )
        },
    ),
    enables("mixed_terminals"),
    priced("mixed_terminals", 1, 6),
    switch("mixed_terminals.add_all_pungs", off=[Absorb("mixed_terminals", ("all_pungs",))]),
    Option(
        "all_honours.scoring",
        OneOf(("ten", "as_full_flush_all_pungs")),
        {
            "ten": (Price("all_honours", 10),),
            "as_full_flush_all_pungs": (
                Price("all_honours", SumOf((("full_flush/beside_all_pungs", "full_flush/plain"), ("all_pungs",)))),
                NoLimitHand("all_honours"),
                Release("all_honours", ("big_three_dragons",)),
            ),
        },
    ),
    switch("all_terminals.is_limit", off=[NoLimitHand("all_terminals")]),
    enables("nine_gates"),
    switch("nine_gates.as_full_flush_only", on=[Off(("nine_gates",))]),
    Option(
        "nine_gates.discard_win",
        OneOf(("any", "nine_wait_only")),
        {"nine_wait_only": (Also("nine_gates", self_drawn | (waits == 9)),)},
    ),
    enables("terminals_with_honour_pair"),
    enables("million_stones"),
    enables("all_green"),
    enables("red_dot_in_green"),
    enables("all_blue"),
    enables("red_peacock"),
)

CHOW_CUSTOMS = (
    enables("two_identical_chows"),
    enables("two_step_chows"),
    enables("three_identical_chows"),
    enables("three_step_chows"),
    enables("pure_straight"),
    enables("mirror_hand"),
    enables("double_identical_chows"),
    enables("double_step_chows"),
    enables("four_identical_chows"),
    enables("four_step_chows"),
    enables("four_return_four"),
    enables("two_suit_twin_pungs"),
)

# 槓上槓 by itself and by flowers.
KONGS_IN_A_ROW = ("kong_on_kong", "flower_win_seven/kong_on_kong", "flower_win_eight/kong_on_kong")

KONGS = (
    Option(
        "win_on_kong.scoring",
        OneOf(("one_plus_self_draw", "two_including_self_draw", "two_plus_self_draw")),
        {
            "one_plus_self_draw": (Price("win_on_kong/plain", 1),),
            "two_including_self_draw": (Price("win_on_kong/plain", 2), Absorb("win_on_kong/plain", ("self_draw",))),
            "two_plus_self_draw": (Price("win_on_kong/plain", 2),),
        },
    ),
    Option("win_on_kong.exposed_kong_payer", OneOf(("all_three", "kong_feeder")), touches="payment"),
    Option(
        "last_tile_draw.scoring",
        OneOf(("one_plus_self_draw", "two_including_self_draw")),
        {
            "one_plus_self_draw": (Price("last_tile_draw/plain", 1),),
            "two_including_self_draw": (
                Price("last_tile_draw/plain", 2),
                Absorb("last_tile_draw/plain", ("self_draw",)),
            ),
        },
    ),
    Option(
        "last_tile_draw.with_kong_win",
        OneOf(("excluded", "added")),
        {"added": (On(("win_on_kong/with_last_tile", "last_tile_draw/with_kong")),)},
    ),
    priced("kong_on_kong", 2, 8, "limit"),
    Option(
        "kong_on_kong.self_draw",
        OneOf(("included", "added")),
        {"added": (Release("kong_on_kong", ("self_draw",)),)},
    ),
    Option(
        "kong_on_kong.second_kong_tile",
        OneOf(("any", "must_be_replacement_tile")),
        {"must_be_replacement_tile": tuple(Also(row, chain_tight) for row in KONGS_IN_A_ROW)},
    ),
    Option("kong_on_kong.first_exposed_payer", OneOf(("kong_feeder", "all_three")), touches="payment"),
    enables("kong_last_tile"),
    Option("kong_last_tile.fan", OneOf((3, "limit")), {...: (Price("kong_last_tile"),)}, house=ANY_FAN),
    enables("three_kongs"),
    priced("four_kongs", 10, 18, "limit"),
    switch("four_kongs.is_limit", off=[NoLimitHand("four_kongs")]),
)

EVENTS = (
    Option(
        "robbing_kong.as_self_draw",
        OneOf((False, "payment", "payment_and_fan")),
        {"payment_and_fan": (OrElse("self_draw", by == By.ROB_KONG),)},
    ),
    enables("last_discard"),
    Option("heavenly_hand.fan_unlimited", Whole(1, MOST_FAN), {...: (PriceWithoutCap("heavenly_hand"),)}),
    Option("earthly_hand.fan_unlimited", Whole(1, MOST_FAN), {...: (PriceWithoutCap("earthly_hand"),)}),
    switch("earthly_hand.first_draw", on=[OrElse("earthly_hand", first_turn == FirstTurn.EARTHLY_DRAW)]),
    enables("human_hand"),
    Option("human_hand.fan", OneOf((3, "limit")), {...: (Price("human_hand"),)}, house=ANY_FAN),
    enables("concealed_ready"),
)

FLOWERS = (
    Option("flower_win_seven.fan", OneOf((3,)), {...: (Price("flower_win_seven/plain"),)}, house=ANY_FAN),
    priced("flower_win_eight", 4, 8, "limit", row="flower_win_eight/plain"),
    Option("flower_win.kong_bonus_fan", OneOf((0, 1)), {1: (On(("flower_win_seven/on_kong",)),)}),
    Option("flower_win.last_tile_bonus_fan", OneOf((0, 1)), {1: (On(("flower_win_seven/last_tile",)),)}),
    Option(
        "flower_win.dealer_opening_as_heavenly",
        OneOf(("off", "dealt_only", "with_replacements")),
        {
            "dealt_only": (
                On(("heavenly_hand/by_flowers",)),
                Also("heavenly_hand/by_flowers", replacement == Replacement.NONE),
            ),
            "with_replacements": (
                On(("heavenly_hand/by_flowers",)),
                Also("heavenly_hand/by_flowers", replacement != Replacement.KONG),
            ),
        },
    ),
    enables("seven_rob_one"),
    Option("seven_rob_one.payer", OneOf(("all_three", "holder_of_eighth")), touches="payment"),
    Option("flower_win.exposed_kong_payer", OneOf(("all_three", "kong_feeder")), touches="payment"),
    switch("flower_win.non_dealer_waits_first_draw", touches="play"),
    switch("flower_win.may_wait_for_eighth", touches="play"),
    switch("flower_win.short_hand_allowed", touches="play"),
    Option("flower_win.long_hand_allowed", OneOf((False,)), touches="play"),
    switch("flower_win.enabled", off=[Off(FLOWER_WINS), Legal(by != By.FLOWERS, NO_FLOWER_WINS)]),
    Option(
        "tiles.flowers_in_play",
        SWITCH,
        {
            True: (Off(("concealed_hand",)),),
            False: (Off(FLOWER_PATTERNS), Legal(by != By.FLOWERS, NO_FLOWERS)),
            ...: (SetFlowers(),),
        },
    ),
    switch("concealed_hand.with_flowers", on=[On(("concealed_hand",))]),
)

# doc000: eight flowers after kong on kong are a limit hand. doc001: seven flowers are 6 to 8 fan, or a limit hand.
EIGHT_AFTER_KONGS = Option(
    "flower_win.kong_on_kong",
    OneOf(("off", "limit")),
    {"limit": (On(("flower_win_eight/kong_on_kong",)), Price("flower_win_eight/kong_on_kong"))},
)
_seven_after_kongs = (On(("flower_win_seven/kong_on_kong",)), Price("flower_win_seven/kong_on_kong"))
SEVEN_AFTER_KONGS = Option(
    "flower_win.kong_on_kong",
    OneOf(("off", 6, 7, 8, "limit")),
    {6: _seven_after_kongs, 7: _seven_after_kongs, 8: _seven_after_kongs, "limit": _seven_after_kongs},
)

# Who pays, and how the hand is played: read by settlement and play.
TABLE = (
    Option("score.progression", OneOf(("half_spicy", "full_spicy")), touches="payment"),
    Option("score.full_fan", OneOf((4,)), touches="payment", house=Whole(1, MOST_FAN)),
    Option("score.spicy", OneOf(("off", "double_triple")), touches="payment"),
    Option("score.gun", OneOf(("full", "half")), touches="payment"),
    Option("score.unit_multiplier", Ratio(0, MOST_CHIPS, above=True), touches="payment"),
    Option("score.chips_per_stake", Whole(1, MOST_CHIPS, ("none",)), touches="payment"),
    Option("win.multiple_winners", OneOf(("head_bump", "all_win")), touches="payment"),
    PASSED_WINS,
    Option(
        "liability.half_gun_nine_tiles",
        OneOf(("off", "feeder_half", "feeder_all", "discarder_all")),
        touches="payment",
    ),
    switch("liability.later_replaces_earlier", touches="payment"),
    switch("liability.fourth_kong_fresh_tile_only", touches="payment"),
    switch("liability.twelve_tiles", touches="payment"),
    Option("liability.discard_share", OneOf(("none", "half")), touches="payment"),
    Option("liability.discard_half_patterns", PatternIds(("all",)), touches="payment"),
    Option("false_win.penalty_fan", Whole(0, MOST_FAN, ("cap",)), touches="payment"),
    switch("false_win.requires_14_tiles", touches="play"),
    Option("false_win.to_each", OneOf(("share", "whole")), touches="payment"),
)


def options(after_kongs: Option) -> tuple[Option, ...]:
    """All options of a Hong Kong document; `after_kongs` is its own rule for flower wins after kong on kong."""
    early, late = FLOWERS[:5], FLOWERS[5:]
    every = (
        *LIMITS,
        *SHAPES,
        *HONOUR_PRICES,
        *SUIT_PRICES,
        *CHOW_CUSTOMS,
        *KONGS,
        *EVENTS,
        *early,
        after_kongs,
        *late,
        *TABLE,
        RESERVED,
        *play_options(),
        ON_DRAW,
        AFTER_FALSE_WIN,
    )
    return noted(every, NEEDS, FOR_TABLE_ONLY)
