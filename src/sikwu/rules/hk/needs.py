"""Which options of the Hong Kong documents depend on others, and which are only information for the table."""

from __future__ import annotations

from sikwu.rules.options import Need, needs, needs_not

_FLOWERS = needs("tiles.flowers_in_play", True)
_FLOWER_WINS = (_FLOWERS, needs("flower_win.enabled", True))
_FULL_GUN = needs("score.gun", "full")
_NO_CEILING = needs("limit.cap_fan", "none")

_OF_A_PATTERN = {
    "four_concealed_pungs": ("fan", "discard_win"),
    "mixed_terminals": ("fan", "add_all_pungs"),
    "nine_gates": ("as_full_flush_only", "discard_win"),
    "kong_last_tile": ("fan",),
    "human_hand": ("fan",),
}

NEEDS: dict[str, tuple[Need, ...]] = {
    "win.three_winners_void": (needs("win.multiple_winners", "all_win"),),
    **{f"{id}.{each}": (needs(f"{id}.enabled", True),) for id, every in _OF_A_PATTERN.items() for each in every},
    "nine_gates.discard_win": (needs("nine_gates.enabled", True), needs("nine_gates.as_full_flush_only", False)),
    "seven_pairs.four_of_a_kind_as_two_pairs": (needs("seven_pairs.enabled", True),),
    "limit.unify": (needs_not("limit.cap_fan", "none"),),
    "heavenly_hand.fan_unlimited": (_NO_CEILING,),
    "earthly_hand.fan_unlimited": (_NO_CEILING,),
    "thirteen_orphans.immune_to_head_bump": (needs("win.multiple_winners", "head_bump"),),
    "flower_win.enabled": (_FLOWERS,),
    "concealed_hand.with_flowers": (_FLOWERS,),
    "play.flowers_at_deal": (_FLOWERS,),
    **dict.fromkeys(
        (
            "flower_win_seven.fan",
            "flower_win_eight.fan",
            "flower_win.kong_bonus_fan",
            "flower_win.last_tile_bonus_fan",
            "flower_win.kong_on_kong",
            "flower_win.dealer_opening_as_heavenly",
            "flower_win.exposed_kong_payer",
            "flower_win.non_dealer_waits_first_draw",
            "flower_win.may_wait_for_eighth",
            "flower_win.short_hand_allowed",
            "flower_win.long_hand_allowed",
            "seven_rob_one.enabled",
        ),
        _FLOWER_WINS,
    ),
    "seven_rob_one.payer": (*_FLOWER_WINS, needs("seven_rob_one.enabled", True)),
    "score.full_fan": (needs("score.spicy", "double_triple"),),
    # A full hand is then the dearest, and up to it both tables are equal.
    "score.progression": (needs("score.spicy", "off"),),
    "liability.half_gun_nine_tiles": (needs("score.gun", "half"),),
    "liability.fourth_kong_fresh_tile_only": (_FULL_GUN,),
    "liability.twelve_tiles": (_FULL_GUN,),
    "liability.discard_share": (_FULL_GUN,),
    "liability.discard_half_patterns": (_FULL_GUN, needs("liability.discard_share", "half")),
}

FOR_TABLE_ONLY = (
    "flower_win.short_hand_allowed",
    "flower_win.long_hand_allowed",
    "score.chips_per_stake",
    "false_win.requires_14_tiles",
)
