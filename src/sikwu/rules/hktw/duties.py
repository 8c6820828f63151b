"""Who pays alone in doc003: the maker of a robbed kong, and the player whose tile was konged if that is not a self-draw."""

from __future__ import annotations

from sikwu.rules.duty import Duty, DutyOccasion, Feeder, LiabilityShare, Occasion
from sikwu.rules.pattern import Text
from sikwu.win import RobbedKong

DUTIES = (
    Duty(
        "kong_feeder",
        zh="槓上開花只食出槓者",
        jyutping="gong3 soeng6 hoi1 faa1 zi2 sik6 ceot1 gong3 ze2",
        en="The kong's feeder pays alone",
        says=Text(
            "{winner}家明槓{feeder}家打出的牌，補到的那隻食糊，不當自摸。",
            "{winner} made an exposed kong of {feeder}'s discard and won on its replacement, which is no self-draw.",
            "{winner}家明槓{feeder}家打出嘅牌，補返嚟嗰隻食糊，唔當自摸。",
        ),
        source="doc003 番數計算（槓上開花）",
        feeder=Feeder.KONG,
        lies=(DutyOccasion(Occasion.SELF_DRAW, {"win_on_kong.exposed_is_self_draw": False}, LiabilityShare.ALONE),),
        code="kong_feeder",
    ),
    # Before the next duty: of two at the win, the first in the list is named.
    Duty(
        "robbed_exposed_kong",
        zh="搶明槓食打出者",
        jyutping="coeng2 ming4 gong3 sik6 daa2 ceot1 ze2",
        en="The discarder pays a robbed exposed kong",
        says=Text(
            "{feeder}家打出的牌被人明槓，{winner}家搶槓，當{feeder}家出銃。",
            "{winner} robbed the exposed kong of the tile that {feeder} discarded; it is paid like {feeder}'s discard.",
            "{feeder}家打出嘅牌畀人明槓，{winner}家搶槓，當{feeder}家出銃。",
        ),
        source="doc003 番數計算（搶槓）; HK-31",
        feeder=Feeder.DISCARDER,
        lies=(
            DutyOccasion(
                Occasion.ROBBED,
                {"robbing_kong.exposed_payer": "original_discarder"},
                LiabilityShare.ALONE,
                robbed=RobbedKong.EXPOSED,
            ),
        ),
        code="robbed_kong",
    ),
    Duty(
        "robbed_kong_maker",
        zh="搶槓當出銃",
        jyutping="coeng2 gong3 dong3 ceot1 cung3",
        en="A robbed kong is its maker's discard",
        says=Text(
            "{feeder}家開槓被搶，當{feeder}家出銃。",
            "{feeder}'s kong was robbed; that counts as {feeder}'s discard.",
            "{feeder}家開槓畀人搶，當{feeder}家出銃。",
        ),
        source="doc003 番數計算（搶槓）",
        feeder=Feeder.DISCARDER,
        lies=(DutyOccasion(Occasion.ROBBED, share=LiabilityShare.ALONE),),
        code="robbed_kong",
    ),
)
