"""What tiles the hand is made of, flowers among them."""

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
from sikwu.rules.pattern import FlowerCount, Pattern, Row, Text
from sikwu.win import By

PATTERNS = (
    Pattern(
        "flower",
        zh="花",
        jyutping="faa1",
        en="Flower",
        says=Text(
            "每隻花 1 台，不用對座位。八朵花食糊時不再逐隻計。",
            "1 fan for every flower, whatever your seat. Not counted singly in eight immortals.",
        ),
        source="doc004 番數表 1 番, 說明表（花）",
        rows=(
            Row(own_flowers >= 1, "own", each=FlowerCount.OWN),
            Row(flowers >= 1, "other", each=FlowerCount.OTHER),
        ),
    ),
    Pattern(
        "no_flowers",
        zh="無花",
        jyutping="mou4 faa1",
        en="No flowers",
        says=Text(
            "食糊時一隻花都沒有，計 1 台。計了無花無字就不再加。",
            "The winner holds no flower: 1 fan. Already inside no honours, no flowers.",
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
            "八隻花拿齊，補完牌就可以食糊，手牌不理，三家賠。計 40 台，只加莊家台，其他不計。莊家同時天胡，兩家都食"
            "，由另外兩家賠。",
            "With all eight flowers you finish the replacements and may then win, whatever your tiles are; all "
            "three pay. 40 fan and the dealer fan, nothing else. If the dealer has a heavenly hand at the same "
            "time, both win and the other two pay both.",
        ),
        source="doc004 番數表 40 番, 說明表（八朵花）, 說明表（天胡）",
        rows=(Row((by == By.FLOWERS) & (flowers == 8), alone=True),),
    ),
    Pattern(
        "no_honours",
        zh="無字",
        jyutping="mou4 zi6",
        en="No honours",
        says=Text(
            "全副牌沒有風牌和三元牌，計 1 台；斷么、缺門、小平胡都可以加。清一色、清么不加；連花都沒有就改計無花無字。",
            "No wind or dragon in the hand: 1 fan, also beside all simples, one suit missing and all chows. Not "
            "added to full flush or pure outside hand; without flowers too it is no honours, no flowers.",
        ),
        source="doc004 番數表 1 番, 說明表（無字）",
        when=honours == 0,
    ),
    Pattern(
        "no_honours_no_flowers",
        zh="無花無字",
        jyutping="mou4 faa1 mou4 zi6",
        en="No honours, no flowers",
        says=Text(
            "花和字牌都沒有，計 3 台，代替無花和無字。清一色、清么不計無字，只剩無花 1 台。",
            "Neither flowers nor honours: 3 fan in place of the two single patterns. Beside full flush or pure "
            "outside hand only no flowers is left.",
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
            "全副牌沒有五，有字牌無妨，計 1 台。混么、清么不加。",
            "No 5 in any suit; honours are allowed: 1 fan. Not added to mixed or pure outside hand.",
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
            "五筒、五索、五萬三隻都有，計 1 台。",
            "The hand has the 5 of all three suits: 1 fan.",
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
            "全副牌沒有一、九和字牌，計 1 台。無字或無花無字照加。",
            "No 1, 9 or honour: 1 fan. No honours (or no honours, no flowers) is added.",
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
            "筒、索、萬剛好缺一門，而且沒有字牌，計 1 台。無字照加；清一色不計缺門。",
            "Exactly one suit is missing and there are no honours: 1 fan. No honours is added; not counted beside "
            "full flush.",
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
            "筒、索、萬、風牌、三元牌五樣都有，不理花牌，計 3 台。十三么不加。",
            "The hand has all three suits, winds and dragons; flowers do not matter: 3 fan. Not added to thirteen "
            "orphans.",
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
            "只用一門數字牌再混字牌，計 10 台。",
            "Tiles of one suit together with honours: 10 fan.",
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
            "全副牌同一門，計 40 台。無字、缺門不加，無花照加。",
            "All tiles of one suit: 40 fan. No honours and one suit missing are not added, no flowers is.",
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
            "全副牌剛好用三個數字，不分門；風牌合起來當一個數，三元牌當一個數。計 20 台，順子、刻子都可以。",
            "The hand uses exactly three numbers, whatever the suits; all winds are one number and all dragons "
            "another. 20 fan, with chows or pungs.",
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
            "全副牌剛好用兩個數字，數法跟三數一樣，計 40 台。對對、三數不加；全字碰裏不計。",
            "The hand uses exactly two numbers, counted as in three numbers: 40 fan. All pungs and three numbers "
            "are not added; not counted beside all honours.",
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
            "五組和眼全部帶住同一個數字，計 20 台。",
            "All five sets and the pair contain one and the same number: 20 fan.",
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
            "五組和眼每樣都有一、九或字牌，字牌最少要有一隻，計 5 台。缺五不加；混么碰、全字碰、十三么、尼姑裏不計"
            "混么。",
            "Every set and the pair contain a 1, a 9 or honours, with at least one honour: 5 fan, no fives not "
            "added. Not counted in mixed terminals, all honours, thirteen orphans or seven pairs and a pung.",
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
            "五組和眼每樣都有一或九，沒有字牌，計 10 台。缺五、無字不加，無花照加；尼姑裏不計。",
            "Every set and the pair contain a 1 or a 9, no honours: 10 fan. No fives and no honours are not added, "
            "no flowers is. Not counted in seven pairs and a pung.",
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
            "全副牌都是一、九、字牌的刻子或槓，眼亦一樣，計 20 台，混么、對對不加。全部是一、九的都算，清么照加。",
            "Only pungs and kongs of 1s, 9s and honours, the pair as well: 20 fan; mixed outside hand and all "
            "pungs are not added. A hand of 1s and 9s alone qualifies too, and pure outside hand adds.",
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
            "五副刻子或槓和眼全是風牌、三元牌，計 40 台。各種么、對對、混么碰、清一色、兩數不加；三風、四喜、三元照"
            "加，字預設亦加。",
            "Five pungs or kongs and a pair of nothing but winds and dragons: 40 fan. The outside and terminal "
            "patterns, all pungs, full flush and two numbers are not added; wind and dragon patterns are, and by "
            "default each honour pung.",
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
        en="Pungs of 2, 5 and 8",
        says=Text(
            "全副只有二、五、八的刻子。會方 2012 年 12 月因番數難定而刪去，預設不計，當對對等其他番計。",
            "Pungs of 2, 5 and 8 only. The club deleted it in December 2012, finding no fair price: off by "
            "default, the hand counts through its other patterns.",
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
            "全副只有一、九的刻子。會方 2012 年 12 月因番數難定而刪去，預設不計，當混么碰加清么計。",
            "Pungs of 1s and 9s only. The club deleted it in December 2012, finding no fair price: off by default, "
            "the hand counts as mixed terminals and pure outside hand.",
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
            "門清七對加一副刻子，計 20 台，門清不加。字、無字、缺門、缺五、三五、卡五、斷么、雙龍抱、清一色、三數、"
            "兩數，以及自摸、花、獨獨等照加；一獨、混么、清么不計。",
            "Seven pairs and one pung, concealed: 20 fan, concealed hand not added. Number, suit and honour "
            "patterns, twice two identical chows, events, flowers and single wait add; the single-shape wait and "
            "the outside hands do not.",
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
            "全部一、九和字牌各一隻，其中一種成對，再加一副順子或刻子，計 40 台。不可上、碰、槓，食別家那隻就可以。"
            "各種么和五門齊不加，門清照加。",
            "One of each 1, 9 and honour, one of them doubled, plus a chow or pung: 40 fan. No melds, but the "
            "winning tile may be a discard. The outside and terminal patterns and all five kinds are not added, "
            "concealed hand is.",
        ),
        source="doc004 番數表 40 番, 說明表（十三么）; C-28, S9",
        when=shape == Shape.ORPHANS,
        absorbs=("five_suits",),
        opens=(Shape.ORPHANS,),
    ),
)
