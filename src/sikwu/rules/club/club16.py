"""club16: doc004, the sheet of a Taiwanese sixteen-tile club (edition of February 2015)."""

from __future__ import annotations

from functools import partial

from sikwu.rules import play
from sikwu.rules.changes import Value
from sikwu.rules.club import events, relations, sets, tiles
from sikwu.rules.club.duties import DUTIES
from sikwu.rules.club.switches import AT_FIRST, OPTIONS
from sikwu.rules.document import Document
from sikwu.rules.pattern import Text, Worth
from sikwu.rules.play import Customs, Declarations, FirstDraws, FlowerWins
from sikwu.rules.schemes import ChipMoney

PATTERNS = (*events.PATTERNS, *tiles.PATTERNS, *sets.PATTERNS, *relations.PATTERNS)

ONE = (
    *("dealer", "dealer_repeat", "dealer_pull"),
    *("honour_pung", "no_honours", "flower", "no_flowers", "self_draw", "concealed_hand", "last_tile_draw"),
    *("win_on_replacement", "readable_single", "two_concealed_pungs", "kong_exposed", "robbing_kong", "eyes_258"),
    *("no_fives", "three_fives", "closed_five", "all_simples", "missing_suit", "two_identical_chows", "dual_pung_wait"),
    *("last_copy_single", "four_return_one", "old_young"),
)
TWO = ("old_young_pungs", "kong_concealed", "single_wait")
THREE = (
    "double_old_young",
    "no_honours_no_flowers",
    "all_chows",
    "concealed_self_draw",
    "five_suits",
    "last_copy_double",
)
FIVE = (
    *(
        "one_becomes_five",
        "tail",
        "three_concealed_pungs",
        "small_three_winds",
        "all_claimed_self_draw",
        "mixed_outside",
    ),
    *("four_return_two", "three_suit_chows", "pure_straight"),
)
EIGHT = ("all_claimed_discard", "big_all_chows")
TEN = (
    *("double_four_return_one", "double_old_young_pairs", "all_pungs", "half_flush", "pure_outside"),
    *("three_identical_chows", "double_dragon", "double_phoenix", "three_suit_pungs", "three_consecutive_pungs"),
)
FIFTEEN = ("big_three_winds", "small_three_dragons", "double_identical_chows", "four_concealed_pungs")
TWENTY = (
    *("three_numbers", "common_number", "eight_pairs", "earthly_ready", "mixed_terminals", "four_return_four"),
    "four_consecutive_pungs",
)
THIRTY = ("four_kongs", "heavenly_ready", "big_three_dragons", "small_four_winds")
FORTY = (
    *("thirteen_orphans", "five_concealed_pungs", "triple_four_return_one", "flower_win_eight", "full_flush"),
    *("big_four_winds", "four_identical_chows", "two_numbers", "five_consecutive_pungs", "all_honours", "earthly_hand"),
)
FIFTY = ("heavenly_hand", "five_kongs")

PRICES: dict[str, Worth] = {
    pattern: fan
    for fan, names in (
        (1, ONE),
        (2, TWO),
        (3, THREE),
        (5, FIVE),
        (8, EIGHT),
        (10, TEN),
        (15, FIFTEEN),
        (20, TWENTY),
        (30, THIRTY),
        (40, FORTY),
        (50, FIFTY),
    )
    for pattern in names
}

DEFAULTS: dict[str, Value] = {
    **play.DEFAULTS,
    "win.passed_win_rule": "off",
    "hand.min_fan": 4,
    "hand.min_counts_payer": False,
    "win_on_replacement.exposed_is_self_draw": False,
    "honour_pung.inside_sets": True,
    "concealed_hand.exposed_kong_keeps": True,
    "concealed_hand.with_all_claimed": True,
    "concealed_pungs.added_kong": True,
    "big_all_chows.absorbs_no_honours_no_flowers": False,
    "eight_pairs.four_of_a_kind_as_two_pairs": True,
    "eight_pairs.two_identical_chows": False,
    "no_fives.when_forced": True,
    "last_copy.own_hand": True,
    "robbing_kong.exposed": False,
    "four_kongs.absorbs_concealed_pungs": False,
    "eyes_258_pungs.enabled": False,
    "all_terminals.enabled": False,
    "one_becomes_five.enabled": True,
    "one_becomes_five.counts_dealer_fan": True,
    "dealer.fan_scope": "both_directions",
    "chips.starting": 200,
    "score.chips_per_fan": 1,
    "score.base_chips": 0,
    "win.multiple_winners": "all_win",
    "win.on_last_discard": True,
    "dealer.on_draw": "pass",
    "fines.chips": 1,
    "fines.pot_on_draw": "carry_over",
    "fines.pot_multiple_winners": "first_in_turn_after_discarder",
    "table.physical_handling": "manual_flag",
    "table.touch_move": True,
    "false_win.chips": 10,
    "false_win.after": "hand_void_same_dealer",
    "bust.player_continues": True,
    "bust.payment": "pay_what_is_left",
    "bust.end_when": 3,
    "ready.may_pass_win": False,
    "table.edition": "2015-02",
}

DOCUMENT = Document(
    id="club16",
    name=Text("台灣十六張會所牌規", "Taiwanese club sheet"),
    says=Text(
        "台灣十六張的會所番表：{limits}，{if win.multiple_winners=all_win: 一炮多響 else: 截糊}，以籌碼計。",
        "The sheet of a Taiwanese sixteen-tile club: {limits}, {if win.multiple_winners=all_win: every winner of a discard is paid else: of "
        "several winners only the first is paid}, in chips.",
        "台灣十六張嘅會所番表：{limits}，{if win.multiple_winners=all_win: 一炮多響 else: 截糊}，用籌碼計。",
    ),
    source="doc004",
    size=16,
    texts="club",
    patterns=PATTERNS,
    options=OPTIONS,
    prices=PRICES,
    defaults=DEFAULTS,
    at_first=AT_FIRST,
    tie_order=("flower_win_eight", *(p.id for p in PATTERNS)),
    duties=DUTIES,
    # 天胡 特例: a dealer's heavenly hand beside another's eight flowers.
    pays=partial(ChipMoney.of, beside_flowers=True),
    # Concealed kongs lie face down (須蓋牌) and are not robbed.
    plays=Customs(
        FirstDraws.NOT_CLAIMED_ONESELF,
        FlowerWins.EIGHTH_REPLACED,
        tells_streak=True,
        declarations=Declarations.HEAVENLY_AND_EARTHLY,
        says={"concealed_kong.hidden": True},
    ),
)
