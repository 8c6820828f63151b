"""Patterns of the kinds of tiles in the hand, including flowers."""

from __future__ import annotations

from sikwu.rules.language import (
    DRAGONS,
    HONOURS,
    NUM,
    TERMINALS,
    WINDS,
    Shape,
    by,
    carried,
    flowers,
    groups,
    honours,
    kinds,
    numbers,
    own_flowers,
    pungs,
    shape,
    standard,
    suits,
    tiles,
)
from sikwu.rules.pattern import FlowerCount, Pattern, PatternRow, Text
from sikwu.win import By

PATTERNS = (
    Pattern(
        "flower",
        zh="花",
        jyutping="faa1",
        en="Flower",
        says=Text(
            "每隻花{fan}番，不用對座位。八朵花食糊時不再逐隻計。",
            "{fan} fan for every flower, whatever your seat. Not counted singly in eight immortals.",
            "每隻花{fan}番，唔使啱座位。八朵花食糊嗰陣唔再逐隻計。",
        ),
        source="doc004 番數表 1 番, 說明表（花）",
        rows=(
            PatternRow(own_flowers >= 1, "own", each=FlowerCount.OWN),
            PatternRow(flowers >= 1, "other", each=FlowerCount.OTHER),
        ),
    ),
    Pattern(
        "no_flowers",
        zh="無花",
        jyutping="mou4 faa1",
        en="No flowers",
        says=Text(
            "食糊時一隻花都沒有，計{fan}番。{drops}{inside}",
            "The winner holds no flower: {fan} fan.{drops}{inside}",
            "食糊嗰陣一隻花都冇，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 1 番, 說明表（無花）",
        when=flowers == 0,
    ),
    Pattern(
        "flower_win_eight",
        zh="八朵花",
        jyutping="baat3 do2 faa1",
        en="Eight immortals",
        aka=("八仙過海",),
        says=Text(
            "八隻花拿齊，補完牌就可以食糊，不論手牌，計{fan}番；{if dealer.fan_scope!=none: 只加莊家番，}"
            "其他一律不計。莊家同時天胡，兩家都食，由另外兩家賠。",
            "With all eight flowers you finish the replacements and may then win, whatever your tiles are: {fan} "
            "fan{if dealer.fan_scope!=none:  and the dealer fan}, nothing else. If the dealer has a heavenly "
            "hand at the same time, both win and the other two pay both.",
            "八隻花攞齊，補完牌就可以食糊，唔理手牌，計{fan}番；{if dealer.fan_scope!=none: 淨係加莊家番，}"
            "其他一律唔計。莊家同時天胡，兩家都食，另外兩家賠。",
        ),
        source="doc004 番數表 40 番, 說明表（八朵花）, 說明表（天胡）",
        rows=(PatternRow((by == By.FLOWERS) & (flowers == 8), alone=True),),
    ),
    Pattern(
        "no_honours",
        zh="無字",
        jyutping="mou4 zi6",
        en="No honours",
        says=Text(
            "全副牌沒有風牌和三元牌，計{fan}番。{drops}{inside}",
            "No wind or dragon in the hand: {fan} fan.{drops}{inside}",
            "成副牌冇風牌同三元牌，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 1 番, 說明表（無字）",
        when=honours == 0,
    ),
    Pattern(
        "no_honours_no_flowers",
        zh="無花無字",
        jyutping="mou4 faa1 mou4 zi6",
        en="No honours or flowers",
        says=Text(
            "花和字牌都沒有，計{fan}番。{drops}{inside}",
            "Neither flowers nor honours: {fan} fan.{drops}{inside}",
            "花同字牌都冇，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 3 番, 說明表（無花無字）",
        when=(honours == 0) & (flowers == 0),
        absorbs=("no_flowers", "no_honours"),
    ),
    Pattern(
        "no_fives",
        zh="缺五",
        jyutping="kyut3 ng5",
        en="No fives",
        says=Text(
            "全副牌沒有五，有字牌無妨，計{fan}番。{drops}{inside}",
            "No 5 in any suit; honours are allowed: {fan} fan.{drops}{inside}",
            "成副牌冇五，有字牌冇所謂，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 1 番, 說明表（缺五）",
        when=tiles.of(NUM(5)) == 0,
    ),
    Pattern(
        "three_fives",
        zh="三五",
        jyutping="saam1 ng5",
        en="Fives of all suits",
        says=Text(
            "五筒、五索、五萬三隻都有，計{fan}番。{drops}{inside}",
            "The hand has the 5 of all three suits: {fan} fan.{drops}{inside}",
            "五筒、五索、五萬三隻都有，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 1 番, 說明表（三五）",
        when=kinds.of(NUM(5)) == 3,
    ),
    Pattern(
        "all_simples",
        zh="斷么",
        jyutping="tyun5 jiu1",
        en="All simples",
        says=Text(
            "全副牌沒有一、九和字牌，計{fan}番。{drops}{inside}",
            "No 1, 9 or honour: {fan} fan.{drops}{inside}",
            "成副牌冇一、九同字牌，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 1 番, 說明表（斷么）",
        when=tiles.only(NUM(2, 3, 4, 5, 6, 7, 8)),
    ),
    Pattern(
        "missing_suit",
        zh="缺門",
        jyutping="kyut3 mun4",
        en="One suit missing",
        says=Text(
            "筒、索、萬剛好缺一門，而且沒有字牌，計{fan}番。{drops}{inside}",
            "Exactly one suit is missing and there are no honours: {fan} fan.{drops}{inside}",
            "筒、索、萬啱啱少一門，而且冇字牌，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 1 番, 說明表（缺門）",
        when=(suits == 2) & (honours == 0),
    ),
    Pattern(
        "five_suits",
        zh="五門齊",
        jyutping="ng5 mun4 cai4",
        en="All five kinds",
        says=Text(
            "筒、索、萬、風牌、三元牌五樣都有，不理花牌，計{fan}番。{drops}{inside}",
            "The hand has all three suits, winds and dragons; flowers do not matter: {fan} fan.{drops}{inside}",
            "筒、索、萬、風牌、三元牌五樣都有，唔理花，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 3 番, 說明表（五門齊）",
        when=(suits == 3) & (tiles.of(WINDS) >= 1) & (tiles.of(DRAGONS) >= 1),
    ),
    Pattern(
        "half_flush",
        zh="混一色",
        jyutping="wan6 jat1 sik1",
        en="Half flush",
        aka=("湊湊",),
        says=Text(
            "只用一門數字牌再混字牌，計{fan}番。{drops}{inside}",
            "Tiles of one suit together with honours: {fan} fan.{drops}{inside}",
            "淨係一門數字牌再溝字牌，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 10 番, 說明表（混一色）",
        when=(suits == 1) & (honours >= 1),
    ),
    Pattern(
        "full_flush",
        zh="清一色",
        jyutping="cing1 jat1 sik1",
        en="Full flush",
        says=Text(
            "全副牌同一門，計{fan}番。{drops}{inside}",
            "All tiles of one suit: {fan} fan.{drops}{inside}",
            "成副牌同一門，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 40 番, 說明表（清一色）",
        when=(suits == 1) & (honours == 0),
        absorbs=("no_honours", "no_honours_no_flowers"),
    ),
    Pattern(
        "three_numbers",
        zh="三數",
        jyutping="saam1 sou3",
        en="Three numbers",
        says=Text(
            "全副牌剛好用三個數字，不分門；風牌合起來當一個數，三元牌當一個數，計{fan}番。{drops}{inside}",
            "The hand uses exactly three numbers, whatever the suits; all winds are one number and all dragons "
            "another: {fan} fan.{drops}{inside}",
            "成副牌啱啱用三個數字，唔分門；風牌夾埋當一個數，三元牌當一個數，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 20 番, 說明表（三數）",
        when=numbers == 3,
    ),
    Pattern(
        "two_numbers",
        zh="兩數",
        jyutping="loeng5 sou3",
        en="Two numbers",
        aka=("两數",),
        says=Text(
            "全副牌剛好用兩個數字，數法跟三數一樣，計{fan}番。{drops}{inside}",
            "The hand uses exactly two numbers, counted as in three numbers: {fan} fan.{drops}{inside}",
            "成副牌啱啱用兩個數字，同三數一樣數，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 40 番, 說明表（兩數）",
        when=numbers == 2,
        absorbs=("all_pungs",),
    ),
    Pattern(
        "common_number",
        zh="全帶",
        jyutping="cyun4 daai3",
        en="Same number in every set",
        says=Text(
            "五組和眼全部帶同一個數字，計{fan}番。{drops}{inside}",
            "All five sets and the pair contain one and the same number: {fan} fan.{drops}{inside}",
            "五組同對眼全部都有同一個數字，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 20 番, 說明表（全帶）",
        when=carried >= 1,
    ),
    Pattern(
        "mixed_outside",
        zh="混么",
        jyutping="wan6 jiu1",
        en="Mixed outside hand",
        says=Text(
            "五組和眼每樣都有一、九或字牌，字牌最少要有一隻，計{fan}番；十三么、尼姑不計。{drops}{inside}",
            "Every set and the pair contain a 1, a 9 or honours, with at least one honour: {fan} fan. Not "
            "counted in thirteen orphans or seven pairs and a pung.{drops}{inside}",
            "五組同對眼樣樣都有一、九或者字牌，字牌最少要有一隻，計{fan}番；十三么、尼姑唔計。{drops}{inside}",
        ),
        source="doc004 番數表 5 番, 說明表（混么）; S12",
        when=standard & (groups.without(TERMINALS | HONOURS) == 0) & (honours >= 1),
        absorbs=("no_fives",),
    ),
    Pattern(
        "pure_outside",
        zh="清么",
        jyutping="cing1 jiu1",
        en="Pure outside hand",
        says=Text(
            "五組和眼每樣都有一或九，沒有字牌，計{fan}番；尼姑不計。{drops}{inside}",
            "Every set and the pair contain a 1 or a 9, no honours: {fan} fan. Not counted in seven pairs and a "
            "pung.{drops}{inside}",
            "五組同對眼樣樣都有一或者九，冇字牌，計{fan}番；尼姑唔計。{drops}{inside}",
        ),
        source="doc004 番數表 10 番, 說明表（清么）; S12",
        when=standard & (groups.without(TERMINALS) == 0) & (honours == 0),
        absorbs=("no_fives", "no_honours", "no_honours_no_flowers"),
    ),
    Pattern(
        "mixed_terminals",
        zh="混么碰",
        jyutping="wan6 jiu1 pung3",
        en="Mixed terminals",
        says=Text(
            "全副牌都是一、九、字牌的刻子或槓，眼亦一樣，全部是一、九的都算，計{fan}番。{drops}{inside}",
            "Only pungs and kongs of 1s, 9s and honours, the pair as well; 1s and 9s alone qualify too: {fan} "
            "fan.{drops}{inside}",
            "成副牌都係一、九、字牌嘅刻子或者槓，眼都一樣，全部係一、九都算，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 20 番, 說明表（混么碰）, 修改紀錄 Nov 2012",
        when=(pungs == 5) & tiles.only(TERMINALS | HONOURS),
        absorbs=("mixed_outside", "all_pungs"),
    ),
    Pattern(
        "all_honours",
        zh="全字碰",
        jyutping="cyun4 zi6 pung3",
        en="All honours",
        says=Text(
            "五副刻子或槓和眼全是風牌、三元牌，計{fan}番。{drops}{inside}",
            "Five pungs or kongs and a pair of nothing but winds and dragons: {fan} fan.{drops}{inside}",
            "五副刻子或者槓同對眼全部係風牌、三元牌，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 40 番, 說明表（全字碰）",
        when=(pungs == 5) & tiles.only(HONOURS),
        absorbs=("mixed_outside", "all_pungs", "mixed_terminals", "full_flush", "two_numbers"),
    ),
    # Two rows that the club deleted in 2012, because no fair price was found; they count nothing (C-22).
    Pattern(
        "eyes_258_pungs",
        zh="將將碰",
        jyutping="zoeng3 zoeng3 pung3",
        en="258 pungs",
        says=Text(
            "全副只有二、五、八的刻子。會方 2012 年 12 月因番數難定而刪去，沒有番數：計{fan}番，其他番照計。",
            "Pungs of 2, 5 and 8 only. The club deleted it in December 2012, finding no fair price: it is worth "
            "{fan} fan, and the hand's other patterns count.",
            "成副淨係得二、五、八嘅刻子。會方 2012 年 12 月因為番數難定刪咗，冇番數：計{fan}番，其他番照計。",
        ),
        source="doc004 修改紀錄 Dec 2012; C-22",
        when=pungs.of(NUM(2, 5, 8)) == 5,
    ),
    Pattern(
        "all_terminals",
        zh="清么碰",
        jyutping="cing1 jiu1 pung3",
        en="All terminals",
        says=Text(
            "全副只有一、九的刻子。會方 2012 年 12 月因番數難定而刪去，沒有番數：計{fan}番，其他番照計。",
            "Pungs of 1s and 9s only. The club deleted it in December 2012, finding no fair price: it is worth "
            "{fan} fan, and the hand's other patterns count.",
            "成副淨係得一、九嘅刻子。會方 2012 年 12 月因為番數難定刪咗，冇番數：計{fan}番，其他番照計。",
        ),
        source="doc004 修改紀錄 Dec 2012; C-22",
        when=pungs.of(TERMINALS) == 5,
    ),
    Pattern(
        "eight_pairs",
        zh="尼姑",
        jyutping="nei4 gu1",
        en="Seven pairs and a pung",
        aka=("八對",),
        says=Text(
            "門清七對加一副刻子，計{fan}番；{if eight_pairs.four_of_a_kind_as_two_pairs: 四隻一樣可以當兩對 "
            "else: 四隻一樣不當兩對}。對子湊成兩組般高的樣子，可以計雙龍抱{if eight_pairs.two_identical_chows: ，"
            "一組就計般高}；一獨、混么、清么不計。{drops}",
            "Seven pairs and one pung, concealed: {fan} fan; four equal tiles {if "
            "eight_pairs.four_of_a_kind_as_two_pairs: may be two pairs else: are not two pairs}. Pairs that make "
            "two doubled runs count as two pairs of identical chows{if eight_pairs.two_identical_chows: , and "
            "one doubled run as two identical chows}; the single-shape wait and the outside hands do not "
            "count.{drops}",
            "門清七對加一副刻子，計{fan}番；{if eight_pairs.four_of_a_kind_as_two_pairs: 四隻一樣可以當兩對 "
            "else: 四隻一樣唔當兩對}。啲對砌到兩組般高嘅樣，可以計雙龍抱{if eight_pairs.two_identical_chows: ，"
            "一組就計般高}；一獨、混么、清么唔計。{drops}",
        ),
        source="doc004 番數表 20 番, 說明表（尼姑）; S12",
        when=shape == Shape.PAIRS,
        absorbs=("concealed_hand", "concealed_self_draw"),
        opens=(Shape.PAIRS,),
    ),
    Pattern(
        "thirteen_orphans",
        zh="十三么",
        jyutping="sap6 saam1 jiu1",
        en="Thirteen orphans",
        says=Text(
            "全部一、九和字牌各一隻，其中一種成對，再加一副順子或刻子，計{fan}番。不可上、碰、槓，"
            "但食糊那隻可以是別家打出的。各種幺九番種不計。{drops}",
            "One of each 1, 9 and honour, one of them doubled, and a chow or pung: {fan} fan. No melds, but the "
            "winning tile may be a discard. The outside and terminal patterns do not count.{drops}",
            "一、九同字牌每種一隻，其中一種有對，再加一副順子或者刻子，計{fan}番。唔可以上、碰、槓，"
            "不過食糊嗰隻可以係人哋打出嘅。各種幺九番種唔計。{drops}",
        ),
        source="doc004 番數表 40 番, 說明表（十三么）; C-28, S9",
        when=shape == Shape.ORPHANS,
        absorbs=("five_suits",),
        opens=(Shape.ORPHANS,),
    ),
)
