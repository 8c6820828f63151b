"""Patterns of related sets; of competing sequence patterns the best selection counts."""

from __future__ import annotations

from sikwu.rules.language import (
    A,
    B,
    C,
    Shape,
    chow,
    chow_with,
    pair,
    pung,
    related,
    shape,
    triplet,
    twice,
    two,
    x,
)
from sikwu.rules.pattern import Family, Pattern, PatternRow, Stack, Text

identical = related(chow(A, x), chow(A, x))
three_identical = related(chow(A, x), chow(A, x), chow(A, x))
four_identical = related(chow(A, x), chow(A, x), chow(A, x), chow(A, x))
doubled_run = related(two(A, x), two(A, x + 1), two(A, x + 2))
doubled_runs = twice(doubled_run, different=True)
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
# Rows of sequences compete: any may be given up for a dearer selection (C-14 to C-16).
SEQUENCES = Family("sequences", used_once=False)
IDENTICAL = ("two_identical_chows", "three_identical_chows", "double_identical_chows")
OLD_YOUNG = ("old_young", "double_old_young", "double_old_young_pairs")

PATTERNS = (
    Pattern(
        "two_identical_chows",
        zh="般高",
        jyutping="bun1 gou1",
        en="Two identical chows",
        says=Text(
            "同門兩副一模一樣的順子，計{fan}番，一副牌計一次。{if eight_pairs.two_identical_chows: "
            "尼姑有三對相連的對子（如 22 33 44）也計。}雙老少重複的那副不再計。{inside}",
            "Two identical chows of one suit: {fan} fan, once a hand. {if eight_pairs.two_identical_chows: In "
            "seven pairs and a pung three pairs in a row (22 33 44) count too.} The doubled chow of double old "
            "and young does not count again.{inside}",
            "同門兩副一模一樣嘅順子，計{fan}番，一副牌計一次。{if eight_pairs.two_identical_chows: "
            "尼姑有三對相連嘅對（例如 22 33 44）都計。}雙老少重複嗰副唔再計。{inside}",
        ),
        source="doc004 番數表 1 番, 說明表（般高）; T7",
        rows=(
            PatternRow(identical.exists, each=identical, stack=Stack.ONCE, family=SEQUENCES),
            # In pairs: one doubled run, if the house counts it; two tiles of the triplet may serve.
            PatternRow((shape == Shape.PAIRS) & doubled_run.exists, "in_pairs", each=doubled_run, stack=Stack.ONCE),
        ),
    ),
    Pattern(
        "three_identical_chows",
        zh="三般高",
        jyutping="saam1 bun1 gou1",
        en="Three identical chows",
        says=Text(
            "同門三副一模一樣的順子，計{fan}番，這三副不再計般高。與雙龍抱、雙龍、雙鳳只計一個，取總數最高。",
            "Three identical chows of one suit: {fan} fan; these three are not counted as two identical chows. "
            "Of this, two pairs of identical chows, double dragon and double phoenix only one counts, whichever "
            "gives the best total.",
            "同門三副一模一樣嘅順子，計{fan}番，呢三副唔再計般高。同雙龍抱、雙龍、雙鳳淨係計一個，攞總數最高嗰個。",
        ),
        source="doc004 番數表 10 番, 說明表（三般高）",
        rows=(
            PatternRow(
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
            "同門四副一模一樣的順子，計{fan}番。{drops}{inside}",
            "Four identical chows of one suit: {fan} fan.{drops}{inside}",
            "同門四副一模一樣嘅順子，計{fan}番。{drops}{inside}",
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
        en="Two pairs of identical chows",
        aka=("双龍抱",),
        says=Text(
            "有兩組不同的般高，計{fan}番，般高不另計。尼姑有兩組三對相連的對子（如 22 33 44）也計。"
            "與三般高、雙龍、雙鳳只計一個，取總數最高；計了四般高就不計。",
            "Two different pairs of identical chows: {fan} fan, two identical chows not added. In seven pairs "
            "and a pung, two runs of three pairs (22 33 44) count too. Of this, three identical chows, double "
            "dragon and double phoenix only one counts, whichever gives the best total; not added to four "
            "identical chows.",
            "有兩組唔同嘅般高，計{fan}番，般高唔再計。尼姑有兩組三對相連嘅對（例如 22 33 44）都計。"
            "同三般高、雙龍、雙鳳淨係計一個，攞總數最高嗰個；計咗四般高就唔計。",
        ),
        source="doc004 番數表 15 番, 說明表（双龍抱）, 說明表（四歸四, 四般高, 尼姑）",
        rows=(
            PatternRow(
                twice(identical, different=True).exists,
                each=twice(identical, different=True),
                stack=Stack.ONCE,
                absorbs=("two_identical_chows", "three_identical_chows", "double_dragon", "double_phoenix"),
                absorbs_shared=("double_old_young",),
                family=SEQUENCES,
            ),
            # In pairs: two doubled runs; two tiles of the triplet may serve (C-24, S12).
            PatternRow(
                (shape == Shape.PAIRS) & doubled_runs.exists,
                "in_pairs",
                each=doubled_runs,
                stack=Stack.ONCE,
                absorbs=("two_identical_chows",),
            ),
        ),
    ),
    Pattern(
        "pure_straight",
        zh="一條龍",
        jyutping="jat1 tiu4 lung4",
        en="Pure straight",
        says=Text(
            "同門有 123、456、789 三副順子，計{fan}番，自己的 123、789 不計老少。{inside}",
            "The chows 123, 456 and 789 of one suit: {fan} fan; its own 123 and 789 are not old and young as "
            "well.{inside}",
            "同門有 123、456、789 三副順子，計{fan}番，自己嘅 123、789 唔計老少。{inside}",
        ),
        source="doc004 番數表 5 番, 說明表（一條龍）",
        rows=(
            PatternRow(straight.exists, each=straight, stack=Stack.ONCE, absorbs_shared=OLD_YOUNG, family=SEQUENCES),
        ),
    ),
    Pattern(
        "double_dragon",
        zh="雙龍",
        jyutping="soeng1 lung4",
        en="Double dragon",
        aka=("双龍",),
        says=Text(
            "一條龍再多一副當中的順子，計{fan}番，一副牌最多一次。一條龍、般高和它自己的老少不另計；"
            "一條龍配雙龍抱較大的話可以改計。",
            "A pure straight and a second copy of one of its chows: {fan} fan, once a hand. Pure straight, two "
            "identical chows and its own old and young are not added; pure straight with two pairs of identical "
            "chows may be taken instead if that is higher.",
            "一條龍再多一副入面嘅順子，計{fan}番，一副牌最多一次。一條龍、般高同佢自己嘅老少唔再計；"
            "一條龍配雙龍抱大啲嘅話可以改計。",
        ),
        source="doc004 番數表 10 番, 說明表（双龍）",
        rows=(
            PatternRow(
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
            "筒、索、萬三門各有數字相同的順子，計{fan}番。{inside}",
            "The same chow in all three suits: {fan} fan.{inside}",
            "筒、索、萬三門各有數字一樣嘅順子，計{fan}番。{inside}",
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
            "三相逢再多一副當中的順子，計{fan}番，一副牌最多一次。三相逢、般高不另計。",
            "The same chow in three suits and a second copy of one of them: {fan} fan, once a hand. The same "
            "chow in three suits and two identical chows are not added.",
            "三相逢再多一副入面嘅順子，計{fan}番，一副牌最多一次。三相逢、般高唔再計。",
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
            "同門有 123 和 789 兩副順子，計{fan}番。一條龍和雙龍自己的 123、789 不再計。{inside}",
            "The chows 123 and 789 of one suit: {fan} fan. Those of a pure straight or double dragon are not "
            "counted again.{inside}",
            "同門有 123 同 789 兩副順子，計{fan}番。一條龍同雙龍自己嘅 123、789 唔再計。{inside}",
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
            "同門 123、789 其中一副有兩副，即三副順子，計{fan}番。重複那副不再計般高、三般高、四般高。{drops}{inside}",
            "One 123 with two 789 of the same suit, or two 123 with one 789: {fan} fan. The doubled chow is not "
            "counted as identical chows as well.{drops}{inside}",
            "同門 123、789 其中一副有兩副，即係三副順子，計{fan}番。重複嗰副唔再計般高、三般高、四般高。{drops}"
            "{inside}",
        ),
        source="doc004 番數表 3 番, 說明表（双老少）; S5",
        rows=(
            PatternRow(
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
            "有兩個不共用順子的老少，同門或兩門都可以，計{fan}番。{drops}{inside}",
            "Two old-and-youngs that share no chow, in one suit or two: {fan} fan.{drops}{inside}",
            "有兩個唔共用順子嘅老少，同門或者兩門都得，計{fan}番。{drops}{inside}",
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
            "同門一和九的刻子或槓齊全，計{fan}番，每門計一次。",
            "Pungs or kongs of the 1 and the 9 of one suit: {fan} fan, for each such suit.",
            "同門一同九嘅刻子或者槓齊晒，計{fan}番，每門計一次。",
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
            "一種牌四隻用盡，一副刻子加一隻在順子裏，每個{fan}番；開成槓不算。已計入雙四歸一、三個四歸一的不再計。",
            "All four copies of a tile, a pung and one in a chow: {fan} fan each; kongs do not count. A pung that "
            "counts in chow and two of its pungs, or in chow and all its pungs, does not count here again.",
            "一種牌四隻用晒，一副刻子加一隻喺順子入面，每個{fan}番；開成槓唔算。"
            "已經計咗入雙四歸一、三個四歸一嘅唔再計。",
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
            "一副順子，當中兩隻牌各再有一副刻子，計{fan}番，這兩個不再計四歸一。兩個各不相干的四歸一就逐個計。",
            "One chow and pungs of two of its three tiles: {fan} fan; these two are not counted singly. Two that "
            "share no chow count one by one as four copies in pung and chow.",
            "一副順子，入面兩隻牌各再有一副刻子，計{fan}番，呢兩個唔再計四歸一。兩個唔相干嘅四歸一就逐個計。",
        ),
        source="doc004 番數表 10 番, 說明表（雙四歸一）",
        rows=(
            PatternRow(
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
            "一副順子，當中三隻牌各再有一副刻子，計{fan}番；這些刻子不再計四歸一、雙四歸一。{drops}",
            "One chow and pungs of all three of its tiles: {fan} fan; these pungs are not counted in the smaller "
            "patterns of this kind.{drops}",
            "一副順子，入面三隻牌各再有一副刻子，計{fan}番；呢啲刻子唔再計四歸一、雙四歸一。{drops}",
        ),
        source="doc004 番數表 40 番, 說明表（三個四歸一）",
        rows=(
            PatternRow(
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
            "一種牌四隻用盡，一對做眼，另外兩隻在兩副順子裏，計{fan}番。兩副順子一樣的話般高照加。",
            "All four copies of a tile, the pair and one in each of two chows: {fan} fan. If the chows are "
            "equal, two identical chows is added.",
            "一種牌四隻用晒，一對做眼，另外兩隻喺兩副順子入面，計{fan}番。兩副順子一樣嘅話般高照加。",
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
            "同門四副順子都有同一隻牌，計{fan}番，一副牌計一次。{inside}",
            "Four chows of one suit that all contain the same tile: {fan} fan, once a hand.{inside}",
            "同門四副順子都有同一隻牌，計{fan}番，一副牌計一次。{inside}",
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
            "三門各有同一個數字的刻子或槓，計{fan}番。",
            "Pungs or kongs of one number in all three suits: {fan} fan.",
            "三門各有同一個數字嘅刻子或者槓，計{fan}番。",
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
            "同門三個相連數字的刻子或槓，計{fan}番。{drops}{inside}",
            "Pungs or kongs of three consecutive numbers of one suit: {fan} fan.{drops}{inside}",
            "同門三個相連數字嘅刻子或者槓，計{fan}番。{drops}{inside}",
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
            "同門四個相連數字的刻子或槓，計{fan}番。{drops}{inside}",
            "Pungs or kongs of four consecutive numbers of one suit: {fan} fan.{drops}{inside}",
            "同門四個相連數字嘅刻子或者槓，計{fan}番。{drops}{inside}",
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
            "同門五個相連數字的刻子或槓，計{fan}番。{drops}{inside}",
            "Pungs or kongs of five consecutive numbers of one suit: {fan} fan.{drops}{inside}",
            "同門五個相連數字嘅刻子或者槓，計{fan}番。{drops}{inside}",
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
            "三門同一個數字，或者同門三個相連數字，兩樣是刻子或槓、一樣做眼，計{fan}番，一副牌計一次。",
            "One number in three suits, or three consecutive numbers of one suit: two of them pungs or kongs, "
            "the third the pair. {fan} fan, once a hand.",
            "三門同一個數字，或者同門三個相連數字，兩樣係刻子或者槓、一樣做眼，計{fan}番，一副牌計一次。",
        ),
        source="doc004 番數表 5 番, 說明表（尾巴）",
        when=tail.exists,
        each=tail,
        stack=Stack.ONCE,
    ),
)
