"""hk-common: doc001, the patterns in common use, as differences from hk-standard."""

from __future__ import annotations

from dataclasses import replace

from sikwu.rules.changes import Absorb, Value
from sikwu.rules.hk import standard
from sikwu.rules.hk.duties import COMMON
from sikwu.rules.hk.switches import AT_FIRST, SEVEN_AFTER_KONGS, options
from sikwu.rules.pattern import Text

LIMIT_HANDS = (
    "big_three_dragons",
    "flower_win_eight",
    "kong_on_kong",
    "all_honours",
    "all_terminals",
    "heavenly_hand",
    "earthly_hand",
    "thirteen_orphans",
    "big_four_winds",
    "four_kongs",
)

DEFAULTS: dict[str, Value] = {
    **standard.DEFAULTS,
    "limit.cap_fan": 10,
    "limit.hands": LIMIT_HANDS,
    "four_concealed_pungs.enabled": False,
    "four_concealed_pungs.discard_win": "never",
    "mixed_terminals.fan": 4,
    "mixed_terminals.add_all_pungs": False,
    "nine_gates.enabled": False,
    "nine_gates.discard_win": "nine_wait_only",
    "win_on_kong.scoring": "two_including_self_draw",
    "win_on_kong.exposed_kong_payer": "kong_feeder",
    "last_tile_draw.scoring": "two_including_self_draw",
    "kong_on_kong.second_kong_tile": "must_be_replacement_tile",
    "flower_win.non_dealer_waits_first_draw": True,
    "score.chips_per_stake": 100,
    "win.passed_win_rule": "same_go_around",
    "liability.half_gun_nine_tiles": "feeder_all",  # the document does not say half (R3)
    "liability.fourth_kong_fresh_tile_only": False,
    "liability.twelve_tiles": False,
    "liability.discard_half_patterns": ("big_three_dragons", "big_four_winds", "four_kongs"),
    "false_win.requires_14_tiles": True,
}

DOCUMENT = replace(
    standard.DOCUMENT,
    id="hk-common",
    name=Text("香港蔴雀常用番種", "Hong Kong common"),
    says=Text(
        "香港十三張常用番種：{limits}{if not uses four_concealed_pungs and not uses nine_gates: ；坎坎糊、九子連環"
        "不計}{if win_on_kong.scoring=two_including_self_draw and last_tile_draw.scoring=two_including_self_draw: "
        "；槓上自摸、海底撈月的番已連自摸}。",
        "The patterns in common use: {limits}{if not uses four_concealed_pungs and not uses nine_gates: ; four concealed pungs and nine "
        "gates do not count}{if win_on_kong.scoring=two_including_self_draw and last_tile_draw.scoring=two_including_self_draw: ; a win on a "
        "kong's replacement or on the last tile contains the self-draw}.",
        "香港十三張常用番種：{limits}{if not uses four_concealed_pungs and not uses nine_gates: ；坎坎糊、九子連環"
        "唔計}{if win_on_kong.scoring=two_including_self_draw and last_tile_draw.scoring=two_including_self_draw: "
        "；槓上自摸、海底撈月嘅番已經連自摸}。",
    ),
    source="doc001",
    options=options(SEVEN_AFTER_KONGS),
    defaults=DEFAULTS,
    duties=COMMON,
    limit_hands=LIMIT_HANDS,
    # note 30: 字一色 is a limit hand; 大三元 is not counted beside it (D16), the dragon pungs are.
    at_first=(*AT_FIRST, Absorb("all_honours", ("big_three_dragons",))),
)
