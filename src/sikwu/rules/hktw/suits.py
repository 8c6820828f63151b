"""What tiles the hand is made of."""

from __future__ import annotations

from sikwu.rules.hktw.events import CLOSED_ROWS, TIMING
from sikwu.rules.language import (
    ALL,
    DRAGONS,
    HONOURS,
    NUM,
    TERMINALS,
    WINDS,
    Condition,
    Place,
    Shape,
    T,
    carried,
    first_turn,
    flowers,
    groups,
    honours,
    kinds,
    place,
    shape,
    standard,
    suits,
    tiles,
)
from sikwu.rules.pattern import Pattern, Row, Text
from sikwu.win import FirstTurn

# What counts beside the hands that no set pattern fits (HK-26, HK-27).
BESIDE_SPECIAL = (
    "self_draw",
    "no_flowers",
    "seat_flower",
    "flower_other",
    "flower_set",
    "flower_win_eight",
    "ready_declared_closed",
    "one_shot",
    "single_wait",
    "fake_single_wait",
    *TIMING,
    "win_on_flower",
    "last_tile_draw",
    "robbing_kong",
    "double_winner",
    "triple_winner",
)


# 147, 258 and 369, one in each suit.
def _thirds(m: str, p: str, s: str) -> Condition:
    return (kinds.of(T(f"{m}m")) == 3) & (kinds.of(T(f"{p}p")) == 3) & (kinds.of(T(f"{s}s")) == 3)


pure_thirds = (
    _thirds("147", "258", "369")
    | _thirds("147", "369", "258")
    | _thirds("258", "147", "369")
    | _thirds("258", "369", "147")
    | _thirds("369", "147", "258")
    | _thirds("369", "258", "147")
)

PATTERNS = (
    Pattern(
        "no_honours",
        zh="無字",
        jyutping="mou4 zi6",
        en="No honours",
        says=Text(
            "全副牌一隻番子都沒有，計一番；斷幺、清一色、平糊等本身無番子的，預設一樣加。無字花、大平糊已包它。",
            "No wind or dragon in the hand: 1 fan, by default also beside patterns that cannot have one, such as "
            "all simples or a full flush. Already inside no honours, no flowers and inside big all chows.",
        ),
        source="doc003 番數計算（無字）, 計番所採用的牌型 新章 1)",
        when=honours == 0,
    ),
    Pattern(
        "no_honours_no_flowers",
        zh="無字花",
        jyutping="mou4 zi6 faa1",
        en="No honours, no flowers",
        says=Text(
            "番子和花牌都沒有，計五番，代替無字和無花。大平糊已包它。",
            "Neither honours nor flowers: 5 fan in place of no honours and no flowers. Already inside big all chows.",
        ),
        source="doc003 番數計算（無字花）, 計番所採用的牌型 新章 1)",
        when=(honours == 0) & (flowers == 0),
        absorbs=("no_honours", "no_flowers"),
    ),
    Pattern(
        "missing_suit",
        zh="缺一門",
        jyutping="kyut3 jat1 mun4",
        en="One suit missing",
        says=Text(
            "萬、索、筒剛好缺一門，有沒有番子都可以，計五番。混一色、清一色、字一色不計缺一門。",
            "Exactly one of the three suits is missing; honours do not matter: 5 fan. Not counted beside half "
            "flush, full flush or all honours.",
        ),
        source="doc003 番數計算（缺一門）, 計番所採用的牌型 新章 3)",
        when=suits == 2,
    ),
    Pattern(
        "five_suits",
        zh="五門齊",
        jyutping="ng5 mun4 cai4",
        en="All five kinds",
        says=Text(
            "萬、索、筒、風牌、三元牌五樣都有，計十番。十三幺、十六不搭本身齊五門，不加；嚦咕嚦咕可以加。",
            "The hand has all three suits, winds and dragons: 10 fan. Not added to thirteen orphans or sixteen "
            "unrelated tiles, which always have them; it is to seven pairs and a pung.",
        ),
        source="doc003 番數計算（五門齊）, 計番所採用的牌型 新章 3)",
        when=(suits == 3) & (tiles.of(WINDS) >= 1) & (tiles.of(DRAGONS) >= 1),
    ),
    Pattern(
        "common_number",
        zh="滿庭芳",
        jyutping="mun5 ting4 fong1",
        en="Same number in every set",
        says=Text(
            "五組牌和眼全部帶住同一個數字，計四十番。有番子就不可能成。",
            "All five sets and the pair contain one and the same number: 40 fan. No honours are possible.",
        ),
        source="doc003 番數計算（滿庭芳）",
        when=carried >= 1,
    ),
    Pattern(
        "half_flush",
        zh="混一色",
        jyutping="wan6 jat1 sik1",
        en="Half flush",
        says=Text(
            "只用一門數字牌再混番子，兩樣都要有，計三十番。缺一門不加。",
            "Tiles of one suit together with honours, both present: 30 fan. One suit missing is not added.",
        ),
        source="doc003 番數計算（混一色）, 計番所採用的牌型 舊章",
        when=(suits == 1) & (honours >= 1),
    ),
    Pattern(
        "full_flush",
        zh="清一色",
        jyutping="cing1 jat1 sik1",
        en="Full flush",
        says=Text(
            "全副牌同一門，一隻番子都沒有，計八十番。無字或無字花照加，缺一門不加。",
            "All tiles of one suit: 80 fan. No honours (or no honours, no flowers) is added, one suit missing is not.",
        ),
        source="doc003 番數計算（清一色）, 計番所採用的牌型 舊章",
        when=(suits == 1) & (honours == 0),
    ),
    Pattern(
        "all_honours",
        zh="字一色",
        jyutping="zi6 jat1 sik1",
        en="All honours",
        aka=("全番子",),
        says=Text(
            "全副牌都是番子，計一百番；嚦咕嚦咕全番子都算。三元、三風、四喜照加，五組的對對糊預設亦加；混一色、混幺"
            "、全帶混幺不加。",
            "Only winds and dragons: 100 fan, also as seven pairs and a pung. Dragon and wind patterns add, and by "
            "default all pungs; half flush, mixed terminals and mixed outside hand do not.",
        ),
        source="doc003 番數計算（字一色）, 計番所採用的牌型 舊章; S1",
        when=tiles.only(HONOURS) & (honours >= 1),
        absorbs=("mixed_outside",),
    ),
    Pattern(
        "all_simples",
        zh="斷幺",
        jyutping="tyun5 jiu1",
        en="All simples",
        aka=(
            "斷么",
            "斷么九",
        ),
        says=Text(
            "全副牌沒有一、九和番子，計五番。無字照加。",
            "No 1, 9 or honour in the hand: 5 fan. No honours is added.",
        ),
        source="doc003 番數計算（斷么）, 計番所採用的牌型 新章 2)",
        when=tiles.only(NUM(2, 3, 4, 5, 6, 7, 8)),
    ),
    Pattern(
        "mixed_outside",
        zh="全帶混幺",
        jyutping="cyun4 daai3 wan6 jiu1",
        en="Mixed outside hand",
        aka=(
            "全帶混么",
            "混帶么",
        ),
        says=Text(
            "五組和眼每樣都有一、九或番子，番子最少要有一隻，計十番。混幺、清幺、字一色較大，不再加它。",
            "Every set and the pair contain a 1, a 9 or honours, with at least one honour: 10 fan. Not added to "
            "mixed terminals, all terminals or all honours.",
        ),
        source="doc003 番數計算（全帶混么）, 計番所採用的牌型 新章 2)",
        when=standard & (groups.without(TERMINALS | HONOURS) == 0) & (honours >= 1),
    ),
    Pattern(
        "pure_outside",
        zh="全帶幺",
        jyutping="cyun4 daai3 jiu1",
        en="Pure outside hand",
        aka=("全帶么",),
        says=Text(
            "五組和眼每樣都有一或九，一隻番子都沒有，計十五番。無字照加；清幺較大，不再加它。",
            "Every set and the pair contain a 1 or a 9, no honours: 15 fan. No honours is added; not counted "
            "beside all terminals.",
        ),
        source="doc003 番數計算（全帶么）, 計番所採用的牌型 新章 2)",
        when=standard & (groups.without(TERMINALS) == 0) & (honours == 0),
    ),
    Pattern(
        "mixed_terminals",
        zh="混幺",
        jyutping="wan6 jiu1",
        en="Mixed terminals",
        aka=(
            "混么",
            "花么",
            "混么九",
            "混老頭",
        ),
        says=Text(
            "全副牌只有一、九和番子，兩樣都有，計三十番。對對糊預設照加，番牌亦加；全帶混幺不加。",
            "Only 1s, 9s and honours, with both sorts present: 30 fan. All pungs (by default) and honour pungs "
            "add; mixed outside hand does not.",
        ),
        source="doc003 番數計算（混么）, 計番所採用的牌型 新章 2); S1",
        when=tiles.only(TERMINALS | HONOURS) & (tiles.of(TERMINALS) >= 1) & (honours >= 1),
        absorbs=("mixed_outside",),
    ),
    Pattern(
        "all_terminals",
        zh="清幺",
        jyutping="cing1 jiu1",
        en="All terminals",
        aka=(
            "清么",
            "全么九",
            "清么九",
            "清老頭",
        ),
        says=Text(
            "全副牌只有一和九，計八十番。對對糊預設照加，無字亦加；全帶幺、混幺不加。",
            "Nothing but 1s and 9s: 80 fan. All pungs (by default) and no honours add; pure outside hand and mixed "
            "terminals do not.",
        ),
        source="doc003 番數計算（清么）, 計番所採用的牌型 舊章; S1",
        when=tiles.only(TERMINALS) & (tiles.of(TERMINALS) >= 1),
        absorbs=("pure_outside",),
    ),
    Pattern(
        "thirteen_orphans",
        zh="十三幺",
        jyutping="sap6 saam1 jiu1",
        en="Thirteen orphans",
        aka=("十三么",),
        says=Text(
            "全部一、九和番子各一隻，其中一種成對做眼，再加一副自己的順子或刻子，不可上、碰、槓；食出銃預設哪一隻都"
            "可以。計一百番，只加自摸、花、聽牌、叫牌、時間和莊家等番。可以搶暗槓。",
            "One of each 1, 9 and honour, one of them doubled, plus a chow or pung of your own, without any meld; "
            "by default any tile may come from the winning discard. 100 fan; only event, flower, ready, wait, "
            "timing and dealer fan add. It may rob a concealed kong.",
        ),
        source="doc003 番數計算（十三么, 搶槓）, 計番所採用的牌型 舊章; S9",
        rows=(Row(shape == Shape.ORPHANS, alone=True, beside=BESIDE_SPECIAL),),
        opens=(Shape.ORPHANS,),
    ),
    Pattern(
        "sixteen_unrelated",
        zh="十六不搭",
        jyutping="sap6 luk6 bat1 daap3",
        en="Sixteen unrelated tiles",
        says=Text(
            "七種番子各一隻，三門各三隻而且每兩隻相差三或以上，十六隻當中一隻成對做眼，全部靠自己摸。計四十番；三門"
            "剛好分佔 147、258、369 計五十番。其他牌型番不加，只加自摸、花、聽牌、時間等番。",
            "All seven honours, three tiles in each suit at least three apart, and a second copy of any one of "
            "them; concealed. 40 fan, or 50 if the suits are 147, 258 and 369. Other tile patterns do not add, "
            "only events, flowers, ready, wait and timing.",
        ),
        source="doc003 番數計算（十六不搭）, 計番所採用的牌型 新章 13)",
        rows=(
            Row(shape == Shape.UNRELATED, alone=True, beside=BESIDE_SPECIAL),
            Row(
                (shape == Shape.UNRELATED) & pure_thirds,
                "pure",
                absorbs=("sixteen_unrelated/plain",),
                alone=True,
                beside=BESIDE_SPECIAL,
            ),
        ),
        opens=(Shape.UNRELATED,),
    ),
    # Eight different pairs waited for any of them; a dealt hand had no wait (S8).
    Pattern(
        "eight_pairs",
        zh="嚦咕嚦咕",
        jyutping="lik1 gu1 lik1 gu1",
        en="Seven pairs and a pung",
        aka=(
            "力古力古",
            "八對子",
        ),
        says=Text(
            "門清七對加一副刻子，刻子不可碰；四隻一樣預設當兩對。計四十番，叫糊時是八對不同的牌（八飛）計五十番。一"
            "色、幺九、番牌、獨獨等照加，門前清、將眼和要順子的番不加。",
            "Seven pairs and one pung, concealed; by default four equal tiles are two pairs. 40 fan, or 50 if you "
            "were waiting with eight different pairs. Flushes, terminals, honour pungs and single wait add; "
            "concealed hand, the 2-5-8 pair and patterns that need sets do not.",
        ),
        source="doc003 番數計算（嚦咕嚦咕）, 計番所採用的牌型 新章 13)",
        rows=(
            Row(shape == Shape.PAIRS, absorbs=CLOSED_ROWS),
            Row(
                (shape == Shape.PAIRS)
                & (place == Place.PUNG)
                & (kinds.of(ALL) == 8)
                & (first_turn != FirstTurn.HEAVENLY),
                "from_eight_pairs",
                absorbs=("eight_pairs/plain", *CLOSED_ROWS),
            ),
        ),
        opens=(Shape.PAIRS,),
    ),
)
