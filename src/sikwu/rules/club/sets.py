"""Honours, pungs and kongs, each by itself."""

from __future__ import annotations

from sikwu.rules.language import (
    ADDED,
    CONCEALED,
    DRAGONS,
    EXPOSED,
    NUM,
    SELF,
    WINDS,
    Shape,
    chows,
    eyes,
    flowers,
    honours,
    kongs,
    pungs,
    shape,
    tiles,
)
from sikwu.rules.pattern import Pattern, Row, Text

# 槓亦算是暗坎: every kong counts (C-04).
OWN = SELF | CONCEALED | EXPOSED | ADDED

PATTERNS = (
    Pattern(
        "honour_pung",
        zh="字",
        jyutping="zi6",
        en="Honour pung",
        says=Text(
            "風牌或三元牌的刻子、槓，每副 1 台，不分門風圈風。三風、四喜、三元、全字碰裏預設照加，十三么那副刻子也計。",
            "1 fan for each pung or kong of any wind or dragon; seat and round do not matter. By default also "
            "added beside the wind and dragon patterns and all honours, and for the pung of thirteen orphans.",
        ),
        source="doc004 番數表 1 番, 說明表（字）",
        rows=(
            Row(pungs.of(WINDS) >= 1, "wind", each=pungs.of(WINDS)),
            Row(pungs.of(DRAGONS) >= 1, "dragon", each=pungs.of(DRAGONS)),
            # The set of 十三么, beside one of each honour and perhaps a second (C-01, C-28).
            Row((shape == Shape.ORPHANS) & ((tiles.of(WINDS) >= 7) | (tiles.of(DRAGONS) >= 6)), "in_orphans"),
        ),
    ),
    Pattern(
        "small_three_winds",
        zh="小三風",
        jyutping="siu2 saam1 fung1",
        en="Small three winds",
        says=Text(
            "兩種風的刻子或槓，第三種風做眼，計 5 台，字照加。四喜已包三風。",
            "Pungs of two winds and a pair of a third: 5 fan; honour pungs add. Contained in the four-wind patterns.",
        ),
        source="doc004 番數表 5 番, 說明表（小三風）",
        when=(pungs.of(WINDS) == 2) & eyes.in_(WINDS),
    ),
    Pattern(
        "big_three_winds",
        zh="大三風",
        jyutping="daai6 saam1 fung1",
        en="Three wind pungs",
        says=Text(
            "有三種風的刻子或槓，計 15 台，字照加。第四種風做眼就是小四喜。",
            "Pungs of three winds: 15 fan; honour pungs add. With the fourth wind as the pair it is small four winds.",
        ),
        source="doc004 番數表 15 番, 說明表（大三風）",
        when=pungs.of(WINDS) == 3,
    ),
    Pattern(
        "small_four_winds",
        zh="小四喜",
        jyutping="siu2 sei3 hei2",
        en="Small four winds",
        says=Text(
            "三種風的刻子或槓，第四種風做眼，計 30 台，已包大三風，字照加。",
            "Pungs of three winds and a pair of the fourth: 30 fan, containing three wind pungs; honour pungs add.",
        ),
        source="doc004 番數表 30 番, 說明表（小四喜）",
        when=(pungs.of(WINDS) == 3) & eyes.in_(WINDS),
        absorbs=("big_three_winds",),
    ),
    Pattern(
        "big_four_winds",
        zh="大四喜",
        jyutping="daai6 sei3 hei2",
        en="Big four winds",
        says=Text(
            "四種風的刻子或槓齊全，計 40 台，字照加。",
            "Pungs of all four winds: 40 fan; honour pungs add.",
        ),
        source="doc004 番數表 40 番, 說明表（大四喜）",
        when=pungs.of(WINDS) == 4,
    ),
    Pattern(
        "small_three_dragons",
        zh="小三元",
        jyutping="siu2 saam1 jyun4",
        en="Small three dragons",
        says=Text(
            "中、發、白有兩副刻子或槓，第三種做眼，計 15 台，字照加。",
            "Pungs of two dragons and a pair of the third: 15 fan; honour pungs add.",
        ),
        source="doc004 番數表 15 番, 說明表（小三元）",
        when=(pungs.of(DRAGONS) == 2) & eyes.in_(DRAGONS),
    ),
    Pattern(
        "big_three_dragons",
        zh="大三元",
        jyutping="daai6 saam1 jyun4",
        en="Big three dragons",
        says=Text(
            "中、發、白三副刻子或槓齊，計 30 台，字照加。",
            "Pungs of all three dragons: 30 fan; honour pungs add.",
        ),
        source="doc004 番數表 30 番, 說明表（大三元）",
        when=pungs.of(DRAGONS) == 3,
    ),
    Pattern(
        "eyes_258",
        zh="將",
        jyutping="zoeng3",
        en="Pair of 2, 5 or 8",
        says=Text(
            "眼是數字牌的二、五或八，計 1 台。",
            "The pair is a suited 2, 5 or 8: 1 fan.",
        ),
        source="doc004 番數表 1 番, 說明表（將）",
        when=eyes.in_(NUM(2, 5, 8)),
    ),
    Pattern(
        "all_chows",
        zh="小平胡",
        jyutping="siu2 ping4 wu2",
        en="All chows",
        aka=("小平",),
        says=Text(
            "五組全是順子，眼也不是字牌，但有花，計 3 台；用甚麼數字做眼、怎樣叫都可以。無字、將照加；沒有花就是大"
            "平胡。",
            "Five chows, no honours, and at least one flower: 3 fan; any pair and any wait. No honours and the "
            "2-5-8 pair add. Without flowers it is big all chows.",
        ),
        source="doc004 番數表 3 番, 說明表（小平胡）",
        when=(chows == 5) & (honours == 0) & (flowers >= 1),
    ),
    Pattern(
        "big_all_chows",
        zh="大平胡",
        jyutping="daai6 ping4 wu2",
        en="Big all chows",
        aka=("大平",),
        says=Text(
            "五組全是順子，花和字牌都沒有，計 8 台，代替小平胡。無花無字預設照加，將亦加。",
            "Five chows, no flowers and no honours: 8 fan in place of all chows. No honours, no flowers is added "
            "by default, and so is the 2-5-8 pair.",
        ),
        source="doc004 番數表 8 番, 說明表（大平胡）",
        when=(chows == 5) & (honours == 0) & (flowers == 0),
    ),
    Pattern(
        "all_pungs",
        zh="對對",
        jyutping="deoi3 deoi3",
        en="All pungs",
        aka=("碰碰",),
        says=Text(
            "五組都是刻子或槓，計 10 台。混么碰、五暗坎、兩數、五連碰、全字碰不加；四槓、五槓可以加。",
            "Five pungs or kongs and a pair: 10 fan. Not added to mixed terminals, five concealed pungs, two "
            "numbers, five consecutive pungs or all honours; it is to four and five kongs.",
        ),
        source="doc004 番數表 10 番, 說明表（對對）",
        when=pungs == 5,
    ),
    Pattern(
        "kong_exposed",
        zh="明槓",
        jyutping="ming4 gong3",
        en="Exposed kong",
        says=Text(
            "手上三隻，槓別家打出的第四隻，每個 1 台；碰後加槓一樣計。五槓裏不再計。",
            "1 fan for each kong of your own three tiles and a discard; an added kong counts the same. Not counted "
            "beside five kongs.",
        ),
        source="doc004 番數表 1 番, 說明表（明槓）",
        when=kongs.made(EXPOSED | ADDED) >= 1,
        each=kongs.made(EXPOSED | ADDED),
    ),
    Pattern(
        "kong_concealed",
        zh="暗槓",
        jyutping="am3 gong3",
        en="Concealed kong",
        says=Text(
            "四隻全是自己的槓，要冚住放，每個 2 台。五槓裏不再計。",
            "2 fan for each kong of four own tiles, laid face down. Not counted beside five kongs.",
        ),
        source="doc004 番數表 2 番, 說明表（暗槓）",
        when=kongs.made(CONCEALED) >= 1,
        each=kongs.made(CONCEALED),
    ),
    Pattern(
        "two_concealed_pungs",
        zh="兩暗坎",
        jyutping="loeng5 am3 kaan2",
        en="Two concealed pungs",
        says=Text(
            "剛好兩副暗坎，計 1 台；槓當暗坎，食出銃才成的刻子不算。四槓、五槓裏不計。",
            "Exactly two concealed pungs: 1 fan. Kongs count as such, a pung finished by a discard does not. Not "
            "counted beside four or five kongs.",
        ),
        source="doc004 番數表 1 番, 說明表（兩暗坎）; S5",
        when=pungs.made(OWN) == 2,
    ),
    Pattern(
        "three_concealed_pungs",
        zh="三暗坎",
        jyutping="saam1 am3 kaan2",
        en="Three concealed pungs",
        says=Text(
            "剛好三副暗坎，計 5 台；槓當暗坎，食出銃才成的刻子不算。四槓、五槓裏不計。",
            "Exactly three concealed pungs: 5 fan. Kongs count as such, a pung finished by a discard does not. Not "
            "counted beside four or five kongs.",
        ),
        source="doc004 番數表 5 番, 說明表（三暗坎）; S5",
        when=pungs.made(OWN) == 3,
    ),
    Pattern(
        "four_concealed_pungs",
        zh="四暗坎",
        jyutping="sei3 am3 kaan2",
        en="Four concealed pungs",
        says=Text(
            "剛好四副暗坎，計 15 台；槓當暗坎，食出銃才成的刻子不算。四槓、五槓裏不計，對對照加。",
            "Exactly four concealed pungs: 15 fan. Kongs count as such, a pung finished by a discard does not. Not "
            "counted beside four or five kongs; all pungs is added.",
        ),
        source="doc004 番數表 15 番, 說明表（四暗坎）, 說明表（四槓）",
        when=pungs.made(OWN) == 4,
    ),
    Pattern(
        "five_concealed_pungs",
        zh="五暗坎",
        jyutping="ng5 am3 kaan2",
        en="Five concealed pungs",
        says=Text(
            "五副都是暗坎，計 40 台；槓當暗坎。對對不加；五槓裏不計。",
            "All five sets are concealed pungs, kongs included: 40 fan. All pungs is not added; not counted beside "
            "five kongs.",
        ),
        source="doc004 番數表 40 番, 說明表（五暗坎）",
        when=pungs.made(OWN) == 5,
        absorbs=("all_pungs",),
    ),
    Pattern(
        "four_kongs",
        zh="四槓",
        jyutping="sei3 gong3",
        en="Four kongs",
        says=Text(
            "開了四個槓，明暗不拘，計 30 台。兩暗坎、三暗坎、四暗坎不加；每個槓照計，第五組也是暗坎的話，五暗坎預設"
            "照加。",
            "Four kongs, exposed or concealed: 30 fan. Two, three and four concealed pungs are not added; each "
            "kong still is, and by default five concealed pungs too if the fifth set is one.",
        ),
        source="doc004 番數表 30 番, 說明表（四槓）; S5",
        when=kongs == 4,
        absorbs=("two_concealed_pungs", "three_concealed_pungs", "four_concealed_pungs"),
    ),
    Pattern(
        "five_kongs",
        zh="五槓",
        jyutping="ng5 gong3",
        en="Five kongs",
        says=Text(
            "五組全部開槓，明暗不拘，計 50 台。每個槓、四槓和各種暗坎不加，對對照加。",
            "Five kongs, exposed or concealed: 50 fan. Single kongs, four kongs and concealed pungs are not added; "
            "all pungs is.",
        ),
        source="doc004 番數表 50 番, 說明表（五槓）",
        when=kongs == 5,
        absorbs=(
            "kong_exposed",
            "kong_concealed",
            "two_concealed_pungs",
            "three_concealed_pungs",
            "four_concealed_pungs",
            "five_concealed_pungs",
        ),
    ),
)
