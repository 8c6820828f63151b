"""Pungs, kongs, honours, and sequences that compete."""

from __future__ import annotations

from sikwu.rules.language import (
    ADDED,
    CONCEALED,
    DRAGONS,
    EXPOSED,
    NUM,
    SELF,
    WINDS,
    A,
    B,
    C,
    Shape,
    chow,
    chow_with,
    chows,
    eyes,
    flowers,
    honours,
    kongs,
    pair,
    pung,
    pungs,
    related,
    shape,
    triplet,
    twice,
    two,
    x,
)
from sikwu.rules.pattern import Family, Pattern, Row, Stack, Text

# 槓亦算是暗坎: every kong counts (C-04).
OWN = SELF | CONCEALED | EXPOSED | ADDED

identical = related(chow(A, x), chow(A, x))
three_identical = related(chow(A, x), chow(A, x), chow(A, x))
four_identical = related(chow(A, x), chow(A, x), chow(A, x), chow(A, x))
doubled_runs = twice(related(two(A, x), two(A, x + 1), two(A, x + 2)), different=True)
straight = related(chow(A, 1), chow(A, 4), chow(A, 7))
double_straight = (
    related(chow(A, 1), chow(A, 1), chow(A, 4), chow(A, 7))
    | related(chow(A, 1), chow(A, 4), chow(A, 4), chow(A, 7))
    | related(chow(A, 1), chow(A, 4), chow(A, 7), chow(A, 7))
)
three_suits = related(chow(A, x), chow(B, x), chow(C, x))
double_three_suits = related(chow(A, x), chow(A, x), chow(B, x), chow(C, x))
old_young = related(chow(A, 1), chow(A, 7))
double_old_young = related(chow(A, 1), chow(A, 1), chow(A, 7)) | related(chow(A, 1), chow(A, 7), chow(A, 7))
old_young_pungs = related(pung(A, 1), pung(A, 9))
pung_and_chow = related(triplet(A, x), chow_with(A, x))
two_pungs_and_chow = (
    related(chow(A, x), triplet(A, x), triplet(A, x + 1))
    | related(chow(A, x), triplet(A, x), triplet(A, x + 2))
    | related(chow(A, x), triplet(A, x + 1), triplet(A, x + 2))
)
three_pungs_and_chow = related(chow(A, x), triplet(A, x), triplet(A, x + 1), triplet(A, x + 2))
pair_and_chows = related(pair(A, x), chow_with(A, x), chow_with(A, x))
four_chows = related(chow_with(A, x), chow_with(A, x), chow_with(A, x), chow_with(A, x))
same_pungs = related(pung(A, x), pung(B, x), pung(C, x))
three_in_row = related(pung(A, x), pung(A, x + 1), pung(A, x + 2))
four_in_row = related(pung(A, x), pung(A, x + 1), pung(A, x + 2), pung(A, x + 3))
five_in_row = related(pung(A, x), pung(A, x + 1), pung(A, x + 2), pung(A, x + 3), pung(A, x + 4))
tail = (
    related(pung(A, x), pung(B, x), pair(C, x))
    | related(pung(A, x), pung(A, x + 1), pair(A, x + 2))
    | related(pung(A, x), pung(A, x + 2), pair(A, x + 1))
    | related(pung(A, x + 1), pung(A, x + 2), pair(A, x))
)

# Rows of sequences compete: any may be given up for a dearer choice (C-14 to C-16).
SEQUENCES = Family("sequences", used_once=False)
IDENTICAL = ("two_identical_chows", "three_identical_chows", "double_identical_chows")
OLD_YOUNG = ("old_young", "double_old_young", "double_old_young_pairs")


PATTERNS = (
    Pattern(
        "honour_pung",
        zh="字",
        jyutping="zi6",
        en="Honour pung",
        says=Text(
            "風牌或三元牌的刻子、槓，每副 1 台，不分門風圈風。三風、四喜、三元、全字碰裏預設照加。",
            "1 fan for each pung or kong of any wind or dragon; seat and round do not matter. By default also "
            "added beside the wind and dragon patterns and all honours.",
        ),
        source="doc004 番數表 1 番, 說明表（字）",
        rows=(
            Row(pungs.of(WINDS) >= 1, "wind", each=pungs.of(WINDS)),
            Row(pungs.of(DRAGONS) >= 1, "dragon", each=pungs.of(DRAGONS)),
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
        absorbs=("kong_exposed", "kong_concealed", "five_concealed_pungs"),
    ),
    Pattern(
        "two_identical_chows",
        zh="般高",
        jyutping="bun1 gou1",
        en="Two identical chows",
        says=Text(
            "同門兩副一模一樣的順子，計 1 台，一副牌計一次。雙老少的重複順子、雙龍、雙鳳、雙龍抱和更大的般高已包它。",
            "Two identical chows of one suit: 1 fan, once a hand. Contained in the doubled chow of double old and "
            "young, in double dragon, double phoenix, twice two identical chows and the bigger identical-chow "
            "patterns.",
        ),
        source="doc004 番數表 1 番, 說明表（般高）",
        when=identical.exists,
        each=identical,
        stack=Stack.ONCE,
        family=SEQUENCES,
    ),
    Pattern(
        "three_identical_chows",
        zh="三般高",
        jyutping="saam1 bun1 gou1",
        en="Three identical chows",
        says=Text(
            "同門三副一模一樣的順子，計 10 台，這三副不再計般高。跟雙龍抱、雙龍、雙鳳只揀一個，取總數最高。",
            "Three identical chows of one suit: 10 fan; these three are not counted as two identical chows. Of "
            "this, twice two identical chows, double dragon and double phoenix only one counts, whichever gives "
            "the best total.",
        ),
        source="doc004 番數表 10 番, 說明表（三般高）",
        rows=(
            Row(
                three_identical.exists,
                each=three_identical,
                stack=Stack.ONCE,
                absorbs=("double_identical_chows", "double_dragon", "double_phoenix"),
                absorbs_shared=("two_identical_chows",),
                family=SEQUENCES,
            ),
        ),
    ),
    Pattern(
        "four_identical_chows",
        zh="四般高",
        jyutping="sei3 bun1 gou1",
        en="Four identical chows",
        says=Text(
            "同門四副一模一樣的順子，計 40 台。四歸四、雙龍抱和較細的般高不加。",
            "Four identical chows of one suit: 40 fan. Four copies in four chows and the smaller identical-chow "
            "patterns are not added.",
        ),
        source="doc004 番數表 40 番, 說明表（四般高）",
        when=four_identical.exists,
        each=four_identical,
        stack=Stack.ONCE,
        absorbs=(*IDENTICAL, "double_dragon", "double_phoenix", "four_return_four"),
        family=SEQUENCES,
    ),
    Pattern(
        "double_identical_chows",
        zh="雙龍抱",
        jyutping="soeng1 lung4 pou5",
        en="Twice two identical chows",
        aka=("双龍抱",),
        says=Text(
            "有兩組不同的般高，計 15 台，般高不加。四歸四可以加，尼姑亦可以計；四般高不計雙龍抱，跟三般高、雙龍、雙"
            "鳳只揀一個。",
            "Two different pairs of identical chows: 15 fan, two identical chows not added. Adds to four copies in "
            "four chows and to seven pairs and a pung; not counted beside four identical chows, and of this, three "
            "identical chows, double dragon and double phoenix only one counts.",
        ),
        source="doc004 番數表 15 番, 說明表（双龍抱）, 說明表（四歸四, 四般高, 尼姑）",
        rows=(
            Row(
                twice(identical, different=True).exists,
                each=twice(identical, different=True),
                stack=Stack.ONCE,
                absorbs=("two_identical_chows", "three_identical_chows", "double_dragon", "double_phoenix"),
                absorbs_shared=("double_old_young",),
                family=SEQUENCES,
            ),
            # In pairs: two doubled runs; two tiles of the triplet may serve (C-24, S12).
            Row((shape == Shape.PAIRS) & doubled_runs.exists, "in_pairs", each=doubled_runs, stack=Stack.ONCE),
        ),
    ),
    Pattern(
        "pure_straight",
        zh="一條龍",
        jyutping="jat1 tiu4 lung4",
        en="Pure straight",
        says=Text(
            "同門有 123、456、789 三副順子，計 5 台，自己的 123、789 不計老少。計了雙龍就不計一條龍。",
            "The chows 123, 456 and 789 of one suit: 5 fan; its own 123 and 789 are not old and young as well. Not "
            "counted beside double dragon.",
        ),
        source="doc004 番數表 5 番, 說明表（一條龍）",
        rows=(Row(straight.exists, each=straight, stack=Stack.ONCE, absorbs_shared=OLD_YOUNG, family=SEQUENCES),),
    ),
    Pattern(
        "double_dragon",
        zh="雙龍",
        jyutping="soeng1 lung4",
        en="Double dragon",
        aka=("双龍",),
        says=Text(
            "一條龍再多一副當中的順子，計 10 台，一副牌最多一次。一條龍、各種般高和它自己的老少不加；一條龍配雙龍抱"
            "較大的話可以改計。",
            "A pure straight and a second copy of one of its chows: 10 fan, once a hand. Pure straight, identical "
            "chows and its own old and young are not added; pure straight with twice two identical chows may be "
            "taken instead if higher.",
        ),
        source="doc004 番數表 10 番, 說明表（双龍）",
        rows=(
            Row(
                double_straight.exists,
                each=double_straight,
                stack=Stack.ONCE,
                absorbs=("pure_straight", *IDENTICAL),
                absorbs_shared=OLD_YOUNG,
                family=SEQUENCES,
            ),
        ),
    ),
    Pattern(
        "three_suit_chows",
        zh="三相逢",
        jyutping="saam1 soeng1 fung4",
        en="Same chow in three suits",
        aka=("三姐妹",),
        says=Text(
            "筒、索、萬三門各有數字相同的順子，計 5 台。計了雙鳳就不計三相逢。",
            "The same chow in all three suits: 5 fan. Not counted beside double phoenix.",
        ),
        source="doc004 番數表 5 番, 說明表（三相逢）",
        when=three_suits.exists,
        each=three_suits,
        stack=Stack.ONCE,
        family=SEQUENCES,
    ),
    Pattern(
        "double_phoenix",
        zh="雙鳳",
        jyutping="soeng1 fung6",
        en="Double phoenix",
        aka=("双鳳",),
        says=Text(
            "三相逢再多一副當中的順子，計 10 台，一副牌最多一次。三相逢和各種般高不加。",
            "The same chow in three suits and a second copy of one of them: 10 fan, once a hand. The three-suit "
            "pattern and identical chows are not added.",
        ),
        source="doc004 番數表 10 番, 說明表（双鳳）",
        when=double_three_suits.exists,
        each=double_three_suits,
        stack=Stack.ONCE,
        absorbs=("three_suit_chows", *IDENTICAL),
        family=SEQUENCES,
    ),
    Pattern(
        "old_young",
        zh="老少",
        jyutping="lou5 siu3",
        en="Old and young",
        says=Text(
            "同門有 123 和 789 兩副順子，計 1 台。一條龍和雙龍自己的 123、789 不再計；雙老少、雙飄已包它。",
            "The chows 123 and 789 of one suit: 1 fan. Those of a pure straight or double dragon are not counted "
            "again; contained in double old and young and in two old-and-young pairs.",
        ),
        source="doc004 番數表 1 番, 說明表（老少）",
        when=old_young.exists,
        each=old_young,
        stack=Stack.ONCE,
        family=SEQUENCES,
    ),
    Pattern(
        "double_old_young",
        zh="雙老少",
        jyutping="soeng1 lou5 siu3",
        en="Double old and young",
        aka=("双老少",),
        says=Text(
            "同門 123、789 其中一副有兩副，即三副順子，計 3 台，代替老少。重複那副不再計般高、三般高、四般高。",
            "One 123 with two 789 of the same suit, or two 123 with one 789: 3 fan in place of old and young. The "
            "doubled chow is not counted as identical chows as well.",
        ),
        source="doc004 番數表 3 番, 說明表（双老少）; S5",
        rows=(
            Row(
                double_old_young.exists,
                each=double_old_young,
                stack=Stack.ONCE,
                absorbs=("old_young",),
                absorbs_shared=("two_identical_chows", "three_identical_chows", "four_identical_chows"),
                family=SEQUENCES,
            ),
        ),
    ),
    Pattern(
        "double_old_young_pairs",
        zh="雙飄",
        jyutping="soeng1 piu1",
        en="Two old-and-young pairs",
        aka=("双飄",),
        says=Text(
            "有兩個不共用順子的老少，同門或兩門都可以，計 10 台，代替老少和雙老少。",
            "Two old-and-youngs that share no chow, in one suit or two: 10 fan in place of old and young and "
            "double old and young.",
        ),
        source="doc004 番數表 10 番, 說明表（双飄）",
        when=twice(old_young).exists,
        each=twice(old_young),
        stack=Stack.ONCE,
        absorbs=("old_young", "double_old_young"),
        family=SEQUENCES,
    ),
    Pattern(
        "old_young_pungs",
        zh="老少碰",
        jyutping="lou5 siu3 pung3",
        en="Old and young pungs",
        says=Text(
            "同門一和九的刻子或槓齊全，計 2 台，每門計一次。",
            "Pungs or kongs of the 1 and the 9 of one suit: 2 fan, for each such suit.",
        ),
        source="doc004 番數表 2 番, 說明表（老少碰）",
        when=old_young_pungs.exists,
        each=old_young_pungs,
    ),
    Pattern(
        "four_return_one",
        zh="四歸一",
        jyutping="sei3 gwai1 jat1",
        en="Four copies in pung and chow",
        says=Text(
            "一種牌四隻用盡，一副刻子加一隻在順子裏，每個 1 台；開成槓不算。已計入雙四歸一、三個四歸一的不再計。",
            "All four copies of a tile, a pung and one in a chow: 1 fan each; kongs do not count. Not counted "
            "again for pungs used in the two bigger patterns of this kind.",
        ),
        source="doc004 番數表 1 番, 說明表（四歸一）, 說明表（雙四歸一）",
        when=pung_and_chow.exists,
        each=pung_and_chow,
    ),
    Pattern(
        "double_four_return_one",
        zh="雙四歸一",
        jyutping="soeng1 sei3 gwai1 jat1",
        en="Chow and two of its pungs",
        aka=("双四歸一",),
        says=Text(
            "一副順子，當中兩隻牌各再有一副刻子，計 10 台，這兩個不再計四歸一。兩個各不相干的四歸一只計 2 台。",
            "One chow and pungs of two of its three tiles: 10 fan; these two are not counted singly. Two unrelated "
            "ones of the single kind stay at 2.",
        ),
        source="doc004 番數表 10 番, 說明表（雙四歸一）",
        rows=(
            Row(
                two_pungs_and_chow.exists,
                each=two_pungs_and_chow,
                stack=Stack.ONCE,
                absorbs_shared=("four_return_one",),
            ),
        ),
    ),
    Pattern(
        "triple_four_return_one",
        zh="三個四歸一",
        jyutping="saam1 go3 sei3 gwai1 jat1",
        en="Chow and all its pungs",
        says=Text(
            "一副順子，當中三隻牌各再有一副刻子，計 40 台。三連碰、四歸一、雙四歸一不加。",
            "One chow and pungs of all three of its tiles: 40 fan. Three consecutive pungs and the smaller "
            "patterns of this kind are not added.",
        ),
        source="doc004 番數表 40 番, 說明表（三個四歸一）",
        rows=(
            Row(
                three_pungs_and_chow.exists,
                each=three_pungs_and_chow,
                stack=Stack.ONCE,
                absorbs=("three_consecutive_pungs",),
                absorbs_shared=("four_return_one", "double_four_return_one"),
            ),
        ),
    ),
    Pattern(
        "four_return_two",
        zh="四歸二",
        jyutping="sei3 gwai1 ji6",
        en="Four copies in pair and chows",
        says=Text(
            "一種牌四隻用盡，一對做眼，另外兩隻在兩副順子裏，計 5 台。兩副順子一樣的話般高照加。",
            "All four copies of a tile: the pair and one in each of two chows, 5 fan. If the chows are equal, two "
            "identical chows adds.",
        ),
        source="doc004 番數表 5 番, 說明表（四歸二）",
        when=pair_and_chows.exists,
        each=pair_and_chows,
        stack=Stack.ONCE,
    ),
    Pattern(
        "four_return_four",
        zh="四歸四",
        jyutping="sei3 gwai1 sei3",
        en="Four copies in four chows",
        says=Text(
            "同門四副順子都有同一隻牌，計 20 台，一副牌計一次。般高、雙龍抱可以加，四般高就不計四歸四。",
            "Four chows of one suit that all contain the same tile: 20 fan, once a hand. Two identical chows or "
            "twice two identical chows adds; not counted beside four identical chows.",
        ),
        source="doc004 番數表 20 番, 說明表（四歸四）",
        when=four_chows.exists,
        each=four_chows,
        stack=Stack.ONCE,
    ),
    Pattern(
        "three_suit_pungs",
        zh="三相碰",
        jyutping="saam1 soeng1 pung3",
        en="Same pung in three suits",
        says=Text(
            "三門各有同一個數字的刻子或槓，計 10 台。",
            "Pungs or kongs of one number in all three suits: 10 fan.",
        ),
        source="doc004 番數表 10 番, 說明表（三相碰）",
        when=same_pungs.exists,
        each=same_pungs,
    ),
    Pattern(
        "three_consecutive_pungs",
        zh="三連碰",
        jyutping="saam1 lin4 pung3",
        en="Three consecutive pungs",
        says=Text(
            "同門三個相連數字的刻子或槓，計 10 台。四連碰、五連碰、三個四歸一已包它。",
            "Pungs or kongs of three consecutive numbers of one suit: 10 fan. Contained in four and five "
            "consecutive pungs and in a chow and all its pungs.",
        ),
        source="doc004 番數表 10 番, 說明表（三連碰）, 說明表（三個四歸一）",
        when=three_in_row.exists,
        each=three_in_row,
        stack=Stack.ONCE,
    ),
    Pattern(
        "four_consecutive_pungs",
        zh="四連碰",
        jyutping="sei3 lin4 pung3",
        en="Four consecutive pungs",
        says=Text(
            "同門四個相連數字的刻子或槓，計 20 台，代替三連碰。",
            "Pungs or kongs of four consecutive numbers of one suit: 20 fan in place of three consecutive pungs.",
        ),
        source="doc004 番數表 20 番, 說明表（四連碰）",
        when=four_in_row.exists,
        each=four_in_row,
        stack=Stack.ONCE,
        absorbs=("three_consecutive_pungs",),
    ),
    Pattern(
        "five_consecutive_pungs",
        zh="五連碰",
        jyutping="ng5 lin4 pung3",
        en="Five consecutive pungs",
        says=Text(
            "同門五個相連數字的刻子或槓，計 40 台。對對、三連碰、四連碰不加。",
            "Pungs or kongs of five consecutive numbers of one suit: 40 fan. All pungs and the smaller consecutive "
            "pungs are not added.",
        ),
        source="doc004 番數表 40 番, 說明表（五連碰）",
        when=five_in_row.exists,
        each=five_in_row,
        stack=Stack.ONCE,
        absorbs=("three_consecutive_pungs", "four_consecutive_pungs", "all_pungs"),
    ),
    Pattern(
        "tail",
        zh="尾巴",
        jyutping="mei5 baa1",
        en="Tail",
        says=Text(
            "三門同一個數字，或者同門三個相連數字，兩樣是刻子或槓、一樣做眼，計 5 台，一副牌計一次。",
            "One number in three suits, or three consecutive numbers of one suit: two of them pungs or kongs, the "
            "third the pair. 5 fan, once a hand.",
        ),
        source="doc004 番數表 5 番, 說明表（尾巴）",
        when=tail.exists,
        each=tail,
        stack=Stack.ONCE,
    ),
)
