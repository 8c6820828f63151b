"""Patterns of the kinds of tiles in the hand."""

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
from sikwu.rules.pattern import Pattern, PatternRow, Text
from sikwu.win import FirstTurn

# Patterns that count beside the hands that no set pattern fits (HK-26, HK-27).
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
            "全副牌一隻番子都沒有，計{fan}番。{drops}{inside}",
            "No wind or dragon in the hand: {fan} fan.{drops}{inside}",
            "成副牌一隻番子都冇，計{fan}番。{drops}{inside}",
        ),
        source="doc003 番數計算（無字）, 計番所採用的牌型 新章 1)",
        when=honours == 0,
    ),
    Pattern(
        "no_honours_no_flowers",
        zh="無字花",
        jyutping="mou4 zi6 faa1",
        en="No honours or flowers",
        says=Text(
            "番子和花牌都沒有，計{fan}番。{drops}{inside}",
            "Neither honours nor flowers: {fan} fan.{drops}{inside}",
            "番子同花都冇，計{fan}番。{drops}{inside}",
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
            "萬、索、筒剛好缺一門，有沒有番子都可以，計{fan}番。{drops}{inside}",
            "Exactly one of the three suits is missing; honours do not matter: {fan} fan.{drops}{inside}",
            "萬、索、筒啱啱少一門，有冇番子都得，計{fan}番。{drops}{inside}",
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
            "萬、索、筒、風牌、三元牌五樣都有，計{fan}番。十三幺、十六不搭不另加。",
            "The hand has all three suits, winds and dragons: {fan} fan. Not added to thirteen orphans or "
            "sixteen unrelated tiles.",
            "萬、索、筒、風牌、三元牌五樣都有，計{fan}番。十三幺、十六不搭唔再加。",
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
            "五組牌和眼全部帶同一個數字，計{fan}番。{drops}{inside}",
            "All five sets and the pair contain one and the same number: {fan} fan.{drops}{inside}",
            "五組牌同對眼全部都有同一個數字，計{fan}番。{drops}{inside}",
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
            "只用一門數字牌再混番子，兩樣都要有，計{fan}番。{drops}{inside}",
            "Tiles of one suit together with honours, both present: {fan} fan.{drops}{inside}",
            "淨係一門數字牌再溝番子，兩樣都要有，計{fan}番。{drops}{inside}",
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
            "全副牌同一門，一隻番子都沒有，計{fan}番。{drops}{inside}",
            "All tiles of one suit, no honours: {fan} fan.{drops}{inside}",
            "成副牌同一門，一隻番子都冇，計{fan}番。{drops}{inside}",
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
            "全副牌都是番子，嚦咕嚦咕全番子都算，計{fan}番。{drops}{inside}",
            "Only winds and dragons, also as seven pairs and a pung: {fan} fan.{drops}{inside}",
            "成副牌都係番子，嚦咕嚦咕全番子都算，計{fan}番。{drops}{inside}",
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
            "全副牌沒有一、九和番子，計{fan}番。{drops}{inside}",
            "No 1, 9 or honour in the hand: {fan} fan.{drops}{inside}",
            "成副牌冇一、九同番子，計{fan}番。{drops}{inside}",
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
            "五組和眼每樣都有一、九或番子，番子最少要有一隻，計{fan}番。{drops}{inside}",
            "Every set and the pair contain a 1, a 9 or honours, with at least one honour: {fan} fan.{drops}{inside}",
            "五組同對眼樣樣都有一、九或者番子，番子最少要有一隻，計{fan}番。{drops}{inside}",
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
            "五組和眼每樣都有一或九，一隻番子都沒有，計{fan}番。{drops}{inside}",
            "Every set and the pair contain a 1 or a 9, no honours: {fan} fan.{drops}{inside}",
            "五組同對眼樣樣都有一或者九，一隻番子都冇，計{fan}番。{drops}{inside}",
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
            "全副牌只有一、九和番子，兩樣都有，計{fan}番。{drops}{inside}",
            "Only 1s, 9s and honours, with both sorts present: {fan} fan.{drops}{inside}",
            "成副牌淨係得一、九同番子，兩樣都有，計{fan}番。{drops}{inside}",
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
            "全副牌只有一和九，計{fan}番。{drops}{inside}",
            "Nothing but 1s and 9s: {fan} fan.{drops}{inside}",
            "成副牌淨係得一同九，計{fan}番。{drops}{inside}",
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
            "全部一、九和番子各一隻，其中一種成對做眼，再加一副自己的順子或刻子，不可上、碰、槓，計{fan}番。{if "
            "thirteen_orphans.set_by_discard: 食出銃哪一隻都可以。 else: 那副順子或刻子要自己摸齊，"
            "食出銃只可以補十三種和眼。}{if robbing_kong.concealed!=never: 可以搶暗槓。}其他牌型番不加，"
            "只加食糊方式（自摸、搶槓、海底撈月等）、花、聽牌、叫牌、時間{if dealer.fan_scope!=none: 、莊家}的番。",
            "One of each 1, 9 and honour, one of them doubled, and a chow or pung of your own, without any meld: "
            "{fan} fan. {if thirteen_orphans.set_by_discard: The winning discard may be any of its tiles. else: The "
            "chow or pung must be self-drawn; a discard may only fill the thirteen and the pair.} {if "
            "robbing_kong.concealed!=never: It may rob a concealed kong.} Other tile patterns are not added, only how "
            "you won (self-draw, robbed kong, last tile and so on), flowers, ready, wait{if dealer.fan_scope!=none: , "
            "dealer} and timing.",
            "一、九同番子每種一隻，其中一種有對做眼，再加一副自己嘅順子或者刻子，唔可以上、碰、槓，計{fan}番。{if "
            "thirteen_orphans.set_by_discard: 食出銃邊隻都得。 else: 嗰副順子或者刻子要自己摸齊，"
            "食出銃淨係可以補十三種同對眼。}{if robbing_kong.concealed!=never: 可以搶暗槓。}其他牌型番唔加，"
            "淨係加點樣食糊（自摸、搶槓、海底撈月等等）、花、聽牌、叫牌、時間{if dealer.fan_scope!=none: 、莊家}嘅番。",
        ),
        source="doc003 番數計算（十三么, 搶槓）, 計番所採用的牌型 舊章; S9",
        rows=(PatternRow(shape == Shape.ORPHANS, alone=True, beside=BESIDE_SPECIAL),),
        opens=(Shape.ORPHANS,),
    ),
    Pattern(
        "sixteen_unrelated",
        zh="十六不搭",
        jyutping="sap6 luk6 bat1 daap3",
        en="Sixteen unrelated tiles",
        says=Text(
            "七種番子各一隻，三門各三隻而且每兩隻相差三或以上，十六隻當中一隻成對做眼，不可上、碰、槓。"
            "計{worth:sixteen_unrelated/plain}番；三門剛好分佔 147、258、369 計{worth:sixteen_unrelated/pure}番。"
            "其他牌型番不加，只加食糊方式（自摸、搶槓、海底撈月等）、花、聽牌、叫牌、時間{if dealer.fan_scope!=none: "
            "、莊家}的番。",
            "All seven honours, three tiles in each suit at least three apart, and a second copy of any one of them, "
            "without any meld: {worth:sixteen_unrelated/plain} fan, or {worth:sixteen_unrelated/pure} if the suits "
            "are 147, 258 and 369. Other tile patterns are not added, only how you won (self-draw, robbed kong, last "
            "tile and so on), flowers, ready, wait{if dealer.fan_scope!=none: , dealer} and timing.",
            "七種番子每種一隻，三門各三隻，每兩隻差三或以上，十六隻入面一隻有對做眼，唔可以上、碰、槓。"
            "計{worth:sixteen_unrelated/plain}番；三門啱啱分佔 147、258、369 計{worth:sixteen_unrelated/pure}番。"
            "其他牌型番唔加，淨係加點樣食糊（自摸、搶槓、海底撈月等等）、花、聽牌、叫牌、時間{if "
            "dealer.fan_scope!=none: 、莊家}嘅番。",
        ),
        source="doc003 番數計算（十六不搭）, 計番所採用的牌型 新章 13)",
        rows=(
            PatternRow(shape == Shape.UNRELATED, alone=True, beside=BESIDE_SPECIAL),
            PatternRow(
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
            "門清七對加一副刻子，刻子不可碰；{if eight_pairs.four_of_a_kind_as_two_pairs: 四隻一樣可以當兩對 "
            "else: 四隻一樣不當兩對}。計{worth:eight_pairs/plain}番，"
            "叫糊時是八對不同的牌（八飛）計{worth:eight_pairs/from_eight_pairs}番。{drops}",
            "Seven pairs and one pung, nothing claimed; four equal tiles {if "
            "eight_pairs.four_of_a_kind_as_two_pairs: may be two pairs else: are not two pairs}. "
            "{worth:eight_pairs/plain} fan, or {worth:eight_pairs/from_eight_pairs} if you were waiting with "
            "eight different pairs.{drops}",
            "門清七對加一副刻子，刻子唔可以碰；{if eight_pairs.four_of_a_kind_as_two_pairs: 四隻一樣可以當兩對 "
            "else: 四隻一樣唔當兩對}。計{worth:eight_pairs/plain}番，"
            "叫糊嗰陣係八對唔同嘅牌（八飛）計{worth:eight_pairs/from_eight_pairs}番。{drops}",
        ),
        source="doc003 番數計算（嚦咕嚦咕）, 計番所採用的牌型 新章 13)",
        rows=(
            PatternRow(shape == Shape.PAIRS, absorbs=CLOSED_ROWS),
            PatternRow(
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
