"""Liability rules of the Hong Kong documents (包牌規則): full gun, nine and twelve tiles, and claimed kongs.

The documents differ in the duties they list, and in whether they mean the claim that completed a set (doc000, doc002)
or the melds on the table afterwards (doc001).
"""

from __future__ import annotations

from dataclasses import replace

from sikwu.rules.duty import LISTED, Chain, Duty, DutyOccasion, Feeder, LastMeld, LiabilityShare, Occasion, Sets
from sikwu.rules.language import DRAGONS, HONOURS, MAN, PIN, SOU, TERMINALS, WINDS
from sikwu.rules.pattern import Text

# The list belongs to full gun only (R2). Half of a discard: doc002, and a house rule of doc001 for three of them.
_self_draw = DutyOccasion(Occasion.SELF_DRAW, {"score.gun": "full"})
_half_discard = DutyOccasion(
    Occasion.DISCARD,
    {"score.gun": "full", "liability.discard_share": "half", "liability.discard_half_patterns": LISTED},
    LiabilityShare.HALF,
)
LISTED_IN_FULL_GUN = (_self_draw, _half_discard)

FULL_FLUSH = Duty(
    "full_flush",
    zh="清一色包",
    jyutping="cing1 jat1 sik1 baau1",
    en="Liable for a full flush",
    says=Text(
        "{feeder}家打出的牌令{winner}家第四副同一門的牌（{tiles}）落地，而{winner}家食的是清一色。",
        "{feeder} discarded the tile for the fourth set of one suit ({tiles}), and {winner} has a full flush.",
        "{feeder}家打出嘅牌令{winner}家第四副同一門嘅牌（{tiles}）落地，而{winner}家食嘅係清一色。",
    ),
    source="doc000 包牌規則; doc001 包牌規則; doc002 包牌規則",
    feeder=Feeder.CLAIM,
    needs=Sets(4),
    made_of=(MAN, PIN, SOU),
    lies=LISTED_IN_FULL_GUN,
)
ALL_TERMINALS = Duty(
    "all_terminals",
    zh="清幺九包",
    jyutping="cing1 jiu1 gau2 baau1",
    en="Liable for all terminals",
    says=Text(
        "{feeder}家打出的牌令{winner}家第四副幺九（{tiles}）落地，而{winner}家食的是清幺九。",
        "{feeder} discarded the tile for the fourth set of terminals ({tiles}), and {winner} has all terminals.",
        "{feeder}家打出嘅牌令{winner}家第四副幺九（{tiles}）落地，而{winner}家食嘅係清幺九。",
    ),
    source="doc000 包牌規則; doc001 包牌規則",
    feeder=Feeder.CLAIM,
    needs=Sets(4),
    made_of=(TERMINALS,),
    lies=LISTED_IN_FULL_GUN,
)
ALL_HONOURS = Duty(
    "all_honours",
    zh="字一色包",
    jyutping="zi6 jat1 sik1 baau1",
    en="Liable for all honours",
    says=Text(
        "{feeder}家打出的牌令{winner}家第四副番子（{tiles}）落地，而{winner}家食的是字一色。",
        "{feeder} discarded the tile for the fourth set of honours ({tiles}), and {winner} has all honours.",
        "{feeder}家打出嘅牌令{winner}家第四副番子（{tiles}）落地，而{winner}家食嘅係字一色。",
    ),
    source="doc000 包牌規則; doc001 包牌規則, note 30",
    feeder=Feeder.CLAIM,
    needs=Sets(4),
    made_of=(HONOURS,),
    lies=LISTED_IN_FULL_GUN,
)
# Beside 字一色 the pattern does not count in doc001 and is not considered (note 30, R10), so this duty depends on the
# pattern.
BIG_THREE_DRAGONS = Duty(
    "big_three_dragons",
    zh="大三元包",
    jyutping="daai6 saam1 jyun4 baau1",
    en="Liable for big three dragons",
    says=Text(
        "{feeder}家打出的牌令{winner}家中發白三副落地（最後是{tiles}），而{winner}家食的是大三元。",
        "{feeder} discarded the tile for the last of the three dragons ({tiles}), and {winner} has big three dragons.",
        "{feeder}家打出嘅牌令{winner}家中發白三副落地（最後係{tiles}），而{winner}家食嘅係大三元。",
    ),
    source="doc000 包牌規則; doc001 包牌規則, note 30; doc002 包牌規則",
    feeder=Feeder.CLAIM,
    needs=Sets(3, DRAGONS),
    lies=tuple(replace(lies, counts=("big_three_dragons",)) for lies in LISTED_IN_FULL_GUN),
)
BIG_FOUR_WINDS = Duty(
    "big_four_winds",
    zh="大四喜包",
    jyutping="daai6 sei3 hei2 baau1",
    en="Liable for big four winds",
    says=Text(
        "{feeder}家打出的牌令{winner}家東南西北四副落地（最後是{tiles}），而{winner}家食的是大四喜。",
        "{feeder} discarded the tile for the last of the four winds ({tiles}), and {winner} has big four winds.",
        "{feeder}家打出嘅牌令{winner}家東南西北四副落地（最後係{tiles}），而{winner}家食嘅係大四喜。",
    ),
    source="doc000 包牌規則; doc001 包牌規則; doc002 包牌規則",
    feeder=Feeder.CLAIM,
    needs=Sets(4, WINDS),
    lies=LISTED_IN_FULL_GUN,
)


def _fourth_kong(otherwise: LastMeld) -> tuple[DutyOccasion, ...]:
    """A fresh tile claimed for the fourth kong, or the document's own condition if the house does not require a fresh
    tile.
    """
    fresh = "liability.fourth_kong_fresh_tile_only"
    return tuple(
        replace(lies, where={**lies.where, fresh: only}, last=last)
        for lies in LISTED_IN_FULL_GUN
        for only, last in ((True, LastMeld.FRESH_KONG), (False, otherwise))
    )


FOUR_KONGS = Duty(
    "four_kongs",
    zh="十八羅漢包",
    jyutping="sap6 baat3 lo4 hon3 baau1",
    en="Liable for all kongs",
    says=Text(
        "{feeder}家打出的牌{if liability.fourth_kong_fresh_tile_only: （生張）}令{winner}家開第四個槓（{tiles}），而{winner}家食的是十八羅漢。",
        "{feeder} discarded the tile for the fourth kong ({tiles}{if liability.fourth_kong_fresh_tile_only: , a tile that nobody "
        "had discarded before}), and {winner} has all kongs.",
        "{feeder}家打出嘅牌{if liability.fourth_kong_fresh_tile_only: （生張）}令{winner}家開第四個槓（{tiles}），而{winner}家食嘅係十八羅漢。",
    ),
    source="doc000 包牌規則; doc001 包牌規則; doc002 包牌規則",
    feeder=Feeder.CLAIM,
    needs=Sets(4, kongs=True),
    lies=_fourth_kong(LastMeld.CLAIMED_KONG),
)
# Under half gun for any hand in all three documents (R2); under full gun by the text of doc000 and doc002, and note 29
# of doc001.
TWELVE_TILES = Duty(
    "twelve_tiles",
    zh="十二張落地包",
    jyutping="sap6 ji6 zoeng1 lok6 dei6 baau1",
    en="Liable for twelve tiles",
    says=Text(
        "{feeder}家打出的牌令{winner}家十二張落地（第四副：{tiles}）。",
        "{feeder} discarded the tile that brought {winner} to twelve tiles on the table (fourth set: {tiles}).",
        "{feeder}家打出嘅牌令{winner}家十二張落地（第四副：{tiles}）。",
    ),
    source="doc000 包牌規則; doc001 包牌規則, note 29; doc002 包牌規則",
    feeder=Feeder.TURN,
    needs=Sets(4),
    lies=(
        DutyOccasion(Occasion.SELF_DRAW, {"score.gun": "half"}),
        replace(_self_draw, where={**_self_draw.where, "liability.twelve_tiles": True}),
        replace(_half_discard, where={**_half_discard.where, "liability.twelve_tiles": True}),
    ),
)
NINE_TILES = Duty(
    "nine_tiles",
    zh="九張落地包",
    jyutping="gau2 zoeng1 lok6 dei6 baau1",
    en="Liable for nine tiles",
    says=Text(
        "打半銃，{feeder}家打出的牌令{winner}家九張落地（第三副：{tiles}）。",
        "Half gun: {feeder} discarded the tile that brought {winner} to nine tiles on the table (third set: {tiles}).",
        "打半銃，{feeder}家打出嘅牌令{winner}家九張落地（第三副：{tiles}）。",
    ),
    source="doc000 包牌規則; doc001 包牌規則; doc002 包牌規則",
    feeder=Feeder.TURN,
    needs=Sets(3),
    lies=(
        DutyOccasion(
            Occasion.DISCARD, {"score.gun": "half", "liability.half_gun_nine_tiles": "feeder_half"}, LiabilityShare.HALF
        ),
        DutyOccasion(
            Occasion.DISCARD, {"score.gun": "half", "liability.half_gun_nine_tiles": "feeder_all"}, LiabilityShare.WHOLE
        ),
    ),
)
NINE_TILES_DISCARDER = Duty(
    "nine_tiles_discarder",
    zh="九張落地出銃包",
    jyutping="gau2 zoeng1 lok6 dei6 ceot1 cung3 baau1",
    en="Liable for a discard to nine tiles",
    says=Text(
        "{winner}家九張落地之後，{feeder}家仍然出銃。",
        "{winner} had nine tiles on the table, and {feeder} discarded the winning tile.",
        "{winner}家九張落咗地，{feeder}家仲係出銃。",
    ),
    source="doc000 包牌規則; D29",
    feeder=Feeder.DISCARDER,
    needs=Sets(3),
    lies=(
        DutyOccasion(
            Occasion.DISCARD,
            {"score.gun": "half", "liability.half_gun_nine_tiles": "discarder_all"},
            LiabilityShare.HALF,
        ),
    ),
    code="liable.nine_tiles",
)

# --- kongs: a row of kongs that is not 槓上槓 is paid by all three, on the last tile too (R15)

_kong_feeder = DutyOccasion(Occasion.SELF_DRAW, {"win_on_kong.exposed_kong_payer": "kong_feeder"})
_first_feeder = DutyOccasion(Occasion.SELF_DRAW, {"kong_on_kong.first_exposed_payer": "kong_feeder"})
_one_kong = replace(_kong_feeder, chain=Chain(most=1))
_second = "kong_on_kong.second_kong_tile"
# 槓上槓 that was replaced by 鐘鼓齊鳴, which is worth more.
_row_of_kongs = (
    replace(_kong_feeder, where={**_kong_feeder.where, _second: "any"}, chain=Chain(2, 3, unbroken=True)),
    replace(
        _kong_feeder,
        where={**_kong_feeder.where, _second: "must_be_replacement_tile"},
        chain=Chain(2, 3, unbroken=True, tight=True),
    ),
)

KONG_ON_KONG = Duty(
    "kong_on_kong",
    zh="槓上槓包",
    jyutping="gong3 soeng6 gong3 baau1",
    en="Liable for kong on kong",
    says=Text(
        "{feeder}家打出首槓那隻牌，{winner}家連槓後自摸。",
        "{feeder} discarded the tile for the first, exposed kong of the kongs in a row after which {winner} drew the winning tile.",
        "{feeder}家打出首槓嗰隻牌，{winner}家連槓之後自摸。",
    ),
    source="doc000 八番（槓上槓自摸）, note 16; doc001 八番（例牌）, note 16; doc002 八番, note 16",
    feeder=Feeder.KONG,
    # Four in a row are 十八羅漢, and still paid by the first feeder (D49).
    lies=(replace(_first_feeder, counts=("kong_on_kong",)), replace(_first_feeder, chain=Chain(4, unbroken=True))),
    code="kong_feeder",
)
KONG_LAST_TILE = Duty(
    "kong_last_tile",
    zh="鐘鼓齊鳴包",
    jyutping="zung1 gu2 cai4 ming4 baau1",
    en="Liable for a kong on the last tile",
    says=Text(
        "{feeder}家打出槓牌，{winner}家明槓後鐘鼓齊鳴。",
        "{feeder} discarded the tile for the exposed kong whose replacement, the last tile, won for {winner}.",
        "{feeder}家打出槓牌，{winner}家明槓之後鐘鼓齊鳴。",
    ),
    source="doc000 note 7, 其他自訂食糊牌型; doc001 兩番（槓上開花）; doc002 note 5; R15",
    feeder=Feeder.KONG,
    lies=tuple(
        replace(lies, counts=("kong_last_tile",), unless=("kong_on_kong",)) for lies in (_one_kong, *_row_of_kongs)
    ),
    code="kong_feeder",
)
KONG = Duty(
    "kong",
    zh="出槓包",
    jyutping="ceot1 gong3 baau1",
    en="Liable for an exposed kong",
    says=Text(
        "{feeder}家打出槓牌，{winner}家明槓後槓上自摸。",
        "{feeder} discarded the tile for the exposed kong whose replacement won for {winner}.",
        "{feeder}家打出槓牌，{winner}家明槓之後槓上自摸。",
    ),
    source="doc000 note 7; doc001 兩番（槓上開花）, note 5; doc002 note 5",
    feeder=Feeder.KONG,
    lies=tuple(replace(lies, unless=("kong_on_kong", "kong_last_tile")) for lies in (_one_kong, *_row_of_kongs)),
    code="kong_feeder",
)

# --- flower wins (R16)

_exposed = "flower_win.exposed_kong_payer"
EIGHTH_FLOWER = Duty(
    "eighth_flower",
    zh="七搶一包",
    jyutping="cat1 coeng2 jat1 baau1",
    en="Liable for the eighth flower",
    says=Text(
        "{winner}家七搶一，第八隻花在{feeder}家手上。",
        "{winner} wins with seven flowers, and {feeder} holds the eighth.",
        "{winner}家七搶一，第八隻花喺{feeder}家度。",
    ),
    source="doc002 花糊牌規; D19",
    feeder=Feeder.EIGHTH,
    lies=(DutyOccasion(Occasion.FLOWERS, {"seven_rob_one.payer": "holder_of_eighth"}, counts=("seven_rob_one",)),),
    code="eighth_flower",
)
KONG_ON_KONG_FLOWER = Duty(
    "kong_on_kong_flower",
    zh="槓上槓花糊包",
    jyutping="gong3 soeng6 gong3 faa1 wu2 baau1",
    en="Liable for a flower win after kong on kong",
    says=Text(
        "{feeder}家打出首槓那隻牌，{winner}家連槓後補到花糊那隻花。",
        "{feeder} discarded the tile for the first, exposed kong of the kongs in a row after which {winner} drew the flower.",
        "{feeder}家打出首槓嗰隻牌，{winner}家連槓之後補到花糊嗰隻花。",
    ),
    source="doc000 花糊牌規; doc001 花糊牌規",
    feeder=Feeder.KONG,
    lies=(DutyOccasion(Occasion.FLOWERS, counts=("flower_win_seven/kong_on_kong", "flower_win_eight/kong_on_kong")),),
    code="kong_feeder",
)
# The last kong of a row is never the exposed one: only a single kong is paid by its feeder.
KONG_FLOWER = Duty(
    "kong_flower",
    zh="槓上花糊包",
    jyutping="gong3 soeng6 faa1 wu2 baau1",
    en="Liable for a flower win on a kong",
    says=Text(
        "{feeder}家打出槓牌，{winner}家明槓後補到花糊那隻花。",
        "{feeder} discarded the tile for the exposed kong whose replacement was the flower of {winner}'s win.",
        "{feeder}家打出槓牌，{winner}家明槓之後補到花糊嗰隻花。",
    ),
    source="doc000 花糊牌規; doc001 花糊牌規; doc002 花糊牌規",
    feeder=Feeder.KONG,
    lies=(
        DutyOccasion(
            Occasion.FLOWERS, {_exposed: "kong_feeder", "seven_rob_one.payer": "all_three"}, chain=Chain(most=1)
        ),
        DutyOccasion(
            Occasion.FLOWERS,
            {_exposed: "kong_feeder", "seven_rob_one.payer": "holder_of_eighth"},
            unless=("seven_rob_one",),
            chain=Chain(most=1),
        ),
    ),
    code="kong_feeder",
)
ROBBED_KONG = Duty(
    "robbed_kong",
    zh="搶槓包",
    jyutping="coeng2 gong3 baau1",
    en="Liable for a robbed kong",
    says=Text(
        "搶槓當自摸賠，{feeder}家開槓被搶。",
        "A robbed kong is paid like a self-draw, and {feeder} made the kong.",
        "搶槓當自摸賠，{feeder}家開槓畀人搶。",
    ),
    source="doc000 note 5; doc001 note 4; doc002 note 4; D38",
    feeder=Feeder.DISCARDER,
    lies=(DutyOccasion(Occasion.ROBBED, {"robbing_kong.as_self_draw": ("payment", "payment_and_fan")}),),
    code="robbed_kong",
)

_ANY_HAND = (TWELVE_TILES, NINE_TILES, NINE_TILES_DISCARDER)
_AT_THE_WIN = (
    KONG_ON_KONG,
    KONG_LAST_TILE,
    KONG,
    EIGHTH_FLOWER,
    KONG_ON_KONG_FLOWER,
    KONG_FLOWER,
    ROBBED_KONG,
)
# If one meld completes two duties, the first in this list is named.
STANDARD = (
    *(FULL_FLUSH, ALL_TERMINALS, ALL_HONOURS, BIG_THREE_DRAGONS, BIG_FOUR_WINDS, FOUR_KONGS),
    *_ANY_HAND,
    *_AT_THE_WIN,
)
# doc002 does not list terminals and honours: twelve tiles cover them.
CLASSIC = tuple(duty for duty in STANDARD if duty not in (ALL_TERMINALS, ALL_HONOURS))
# doc001: 落地 means the melds on the table, regardless of the claim that began the turn, and any fourth kong will do. But 清一色 means
# the fourth claim (最後一家打出讓玩家上/碰/槓第四次): if a concealed kong is the fourth set, nobody is liable for it (T11).
COMMON = tuple(
    replace(duty, feeder=Feeder.TURN, lies=_fourth_kong(LastMeld.ANY) if duty is FOUR_KONGS else duty.lies)
    if duty.feeder is Feeder.CLAIM and duty is not FULL_FLUSH
    else duty
    for duty in STANDARD
)
