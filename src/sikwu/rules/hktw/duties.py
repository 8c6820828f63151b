"""Who pays alone in doc003: a robbed kong's maker, and a fed kong where the house does not call it a self-draw."""

from __future__ import annotations

from sikwu.rules.duty import Duty, Feeder, Lies, On, Share
from sikwu.rules.pattern import Text
from sikwu.win import Robbed

DUTIES = (
    Duty(
        "kong_feeder",
        zh="槓上開花只食出槓者",
        jyutping="gong3 soeng6 hoi1 faa1 zi2 sik6 ceot1 gong3 ze2",
        en="The kong's feeder pays alone",
        says=Text(
            "{feeder}家的牌被明槓，槓上開花只食{feeder}家。",
            "{feeder}'s tile was konged: he alone pays the win on it.",
        ),
        source="doc003 番數計算（槓上開花）",
        feeder=Feeder.KONG,
        lies=(Lies(On.SELF_DRAW, {"win_on_kong.exposed_is_self_draw": False}, Share.ALONE),),
        code="kong_feeder",
    ),
    # Before the next one: of two at the win, the one that stands first is named.
    Duty(
        "robbed_exposed_kong",
        zh="搶明槓食打出者",
        jyutping="coeng2 ming4 gong3 sik6 daa2 ceot1 ze2",
        en="The discarder pays a robbed exposed kong",
        says=Text(
            "{feeder}家打出的牌被明槓，{winner}家搶槓，由打出的{feeder}家賠。",
            "{winner} robbed the exposed kong of the tile that {feeder} discarded, and the discarder pays.",
        ),
        source="doc003 番數計算（搶槓）; HK-31",
        feeder=Feeder.DISCARDER,
        lies=(
            Lies(
                On.ROBBED,
                {"robbing_kong.exposed_payer": "original_discarder"},
                Share.ALONE,
                robbed=Robbed.EXPOSED,
            ),
        ),
        code="robbed_kong",
    ),
    Duty(
        "robbed_kong_maker",
        zh="搶槓當出銃",
        jyutping="coeng2 gong3 dong3 ceot1 cung3",
        en="A robbed kong is its maker's discard",
        says=Text("{feeder}家開槓被搶，當出銃。", "{feeder} made the kong that was robbed."),
        source="doc003 番數計算（搶槓）",
        feeder=Feeder.DISCARDER,
        lies=(Lies(On.ROBBED, share=Share.ALONE),),
        code="robbed_kong",
    ),
)
