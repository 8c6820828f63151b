"""Patterns of related sets."""

from __future__ import annotations

from sikwu.rules.language import (
    SELF,
    A,
    B,
    C,
    chow,
    chow_with,
    fours,
    pair,
    pung,
    related,
    standard,
    triplet,
    twice,
    x,
)
from sikwu.rules.pattern import Family, Pattern, PatternRow, Stack, Text

identical = related(chow(A, x), chow(A, x))
two_suits = related(chow(A, x), chow(B, x))
three_suits = related(chow(A, x), chow(B, x), chow(C, x))
three_identical = related(chow(A, x), chow(A, x), chow(A, x))
four_identical = related(chow(A, x), chow(A, x), chow(A, x), chow(A, x))
old_young = related(chow(A, 1), chow(A, 7)) | related(pung(A, 1), pung(A, 9))
straight = related(chow(A, 1), chow(A, 4), chow(A, 7))
drawn_straight = related(chow(A, 1), chow(A, 4), chow(A, 7), made=SELF)
mixed = related(chow(A, 1), chow(B, 4), chow(C, 7))
drawn_mixed = related(chow(A, 1), chow(B, 4), chow(C, 7), made=SELF)
pung_and_chow = related(triplet(A, x), chow_with(A, x))
pair_and_chows = related(pair(A, x), chow_with(A, x), chow_with(A, x))
four_chows = related(chow_with(A, x), chow_with(A, x), chow_with(A, x), chow_with(A, x))
brothers = related(pung(A, x), pung(B, x), pung(C, x))
pungs_in_row = related(pung(A, x), pung(A, x + 1), pung(A, x + 2))
suit_steps = related(chow(A, x), chow(B, x + 1), chow(C, x + 2))
suit_steps_of_two = related(chow(A, x), chow(B, x + 2), chow(C, x + 4))
steps = related(chow(A, x), chow(A, x + 1), chow(A, x + 2))
steps_of_two = related(chow(A, x), chow(A, x + 2), chow(A, x + 4))
# Within these, a sequence serves only one row; the best selection counts (HK-18, HK-19, G1).
SAME_CHOWS = Family("same_chows")
MEETING_CHOWS = Family("meeting_chows")
STRAIGHTS = Family("straights")
# 八歸 and 十二歸 replace the single rows if they are worth more.
RETURNS = Family("returns", used_once=False)
SINGLE_RETURNS = ("four_return_one", "four_return_two", "four_return_three", "four_return_four")

PATTERNS = (
    Pattern(
        "two_identical_chows",
        zh="一般高",
        jyutping="jat1 bun1 gou1",
        en="Two identical chows",
        says=Text(
            "同一門兩副一模一樣的順子，計{fan}番；另有兩副未用過的順子也一樣，再計一次。{if uses "
            "double_identical_chows: 用在雙般高的順子不再計。}{if uses three_identical_chows: 用在太般高的不再計。}"
            "{if uses four_identical_chows: 用在超般高的不再計。}",
            "Two identical chows of one suit: {fan} fan, again for another pair that shares no chow. {if uses "
            "double_identical_chows: Chows of two pairs of identical chows do not count again.} {if uses "
            "three_identical_chows: Chows of three identical chows do not count again.} {if uses "
            "four_identical_chows: Chows of four identical chows do not count again.}",
            "同一門兩副一模一樣嘅順子，計{fan}番；另外有兩副冇用過嘅順子都一樣，再計一次。{if uses "
            "double_identical_chows: 用咗喺雙般高嘅順子唔再計。}{if uses three_identical_chows: "
            "用咗喺太般高嘅唔再計。}{if uses four_identical_chows: 用咗喺超般高嘅唔再計。}",
        ),
        source="doc003 番數計算（一般高）, 計番所採用的牌型 新章 7)",
        when=identical.exists,
        each=identical,
        stack=Stack.DISJOINT,
        family=SAME_CHOWS,
    ),
    Pattern(
        "double_identical_chows",
        zh="雙般高",
        jyutping="soeng1 bun1 gou1",
        en="Two pairs of identical chows",
        says=Text(
            "有兩組不同的一般高，例如 123、123 配 456、456，代替一般高，計{fan}番；文件只列名，番數由枱上定{if "
            "not uses double_identical_chows: ，這裏沒有開}。{drops}{inside}",
            "Two different pairs of identical chows (123 123 456 456), in place of two identical chows: {fan} "
            "fan; the document only names it, so the table sets the price{if not uses double_identical_chows: , "
            "and here it is not counted}.{drops}{inside}",
            "有兩組唔同嘅一般高，例如 123、123 配 456、456，代替一般高，計{fan}番；份文件淨係列名，"
            "番數由張枱定{if not uses double_identical_chows: ，而家冇開}。{drops}{inside}",
        ),
        source="doc003 計番所採用的牌型 新章 7); S2",
        when=twice(identical, different=True).exists,
        each=twice(identical, different=True),
        stack=Stack.ONCE,
        family=SAME_CHOWS,
    ),
    Pattern(
        "three_identical_chows",
        zh="太般高",
        jyutping="taai3 bun1 gou1",
        en="Three identical chows",
        aka=("一色三同順",),
        says=Text(
            "同一門三副一模一樣的順子，這三副不再計一般高，計{fan}番；文件只列名，番數由枱上定{if not uses "
            "three_identical_chows: ，這裏沒有開}。{drops}{inside}",
            "Three identical chows of one suit, which are not counted as two identical chows as well: {fan} fan; "
            "the document only names it, so the table sets the price{if not uses three_identical_chows: , and "
            "here it is not counted}.{drops}{inside}",
            "同一門三副一模一樣嘅順子，呢三副唔再計一般高，計{fan}番；份文件淨係列名，番數由張枱定{if not uses "
            "three_identical_chows: ，而家冇開}。{drops}{inside}",
        ),
        source="doc003 計番所採用的牌型 新章 7); S2",
        when=three_identical.exists,
        each=three_identical,
        stack=Stack.ONCE,
        family=SAME_CHOWS,
    ),
    Pattern(
        "four_identical_chows",
        zh="超般高",
        jyutping="ciu1 bun1 gou1",
        en="Four identical chows",
        aka=("一色四同順",),
        says=Text(
            "同一門四副一模一樣的順子，這四副不再計一般高，計{fan}番；文件只列名，番數由枱上定{if not uses "
            "four_identical_chows: ，這裏沒有開}。{drops}{inside}",
            "Four identical chows of one suit, which are not counted as two identical chows as well: {fan} fan; "
            "the document only names it, so the table sets the price{if not uses four_identical_chows: , and "
            "here it is not counted}.{drops}{inside}",
            "同一門四副一模一樣嘅順子，呢四副唔再計一般高，計{fan}番；份文件淨係列名，番數由張枱定{if not uses "
            "four_identical_chows: ，而家冇開}。{drops}{inside}",
        ),
        source="doc003 計番所採用的牌型 新章 7); S2",
        # It excludes the patterns named in S2 even if those would pay more (G1): unlike the smaller rows it is not
        # given up.
        rows=(
            PatternRow(
                four_identical.exists,
                each=four_identical,
                stack=Stack.ONCE,
                absorbs=("three_identical_chows", "four_return_four", "eight_return", "twelve_return"),
                absorbs_shared=("two_identical_chows", "double_identical_chows"),
            ),
        ),
    ),
    Pattern(
        "two_suit_chows",
        zh="兩相逢",
        jyutping="loeng5 soeng1 fung4",
        en="Same chow in two suits",
        aka=("二相逢",),
        says=Text(
            "兩門有數字相同的順子，計{fan}番；另有兩副未用過的順子相同，再計一次。三相逢用了的順子不再計。",
            "The same chow in two suits: {fan} fan, again for another pair that shares no chow. Chows used for "
            "the same chow in three suits do not count again.",
            "兩門有數字一樣嘅順子，計{fan}番；另外有兩副冇用過嘅順子都一樣，再計一次。三相逢用咗嘅順子唔再計。",
        ),
        source="doc003 番數計算（兩相逢）",
        when=two_suits.exists,
        each=two_suits,
        stack=Stack.DISJOINT,
        family=MEETING_CHOWS,
    ),
    Pattern(
        "three_suit_chows",
        zh="三相逢",
        jyutping="saam1 soeng1 fung4",
        en="Same chow in three suits",
        aka=("三色同順",),
        says=Text(
            "萬、索、筒三門各有數字相同的順子，計{fan}番；這三副不再計兩相逢。",
            "The same chow in all three suits: {fan} fan; these three are not counted as the two-suit pattern as well.",
            "萬、索、筒三門各有數字一樣嘅順子，計{fan}番；呢三副唔再計兩相逢。",
        ),
        source="doc003 番數計算（三相逢）, 計番所採用的牌型 新章 5)",
        when=three_suits.exists,
        each=three_suits,
        stack=Stack.DISJOINT,
        family=MEETING_CHOWS,
    ),
    Pattern(
        "old_young",
        zh="老少",
        jyutping="lou5 siu3",
        en="Old and young",
        aka=(
            "老少上",
            "老少碰",
        ),
        says=Text(
            "同一門有 123 配 789 兩副順子，或者一和九兩副刻子，計{fan}番；另有未用過的兩副又成老少，再計一次。"
            "一條龍自己的 123、789 {if straight.absorbs_old_young: 不再計 else: 也計}老少。",
            "The chows 123 and 789 of one suit, or pungs of its 1 and 9: {fan} fan, again for a second pair that "
            "shares no set. The 123 and 789 of a pure straight {if straight.absorbs_old_young: are not counted "
            "again. else: count too.}",
            "同一門有 123 配 789 兩副順子，或者一同九兩副刻子，計{fan}番；另外有兩副冇用過嘅又成老少，再計一次。"
            "一條龍自己嘅 123、789 {if straight.absorbs_old_young: 唔再計 else: 都計}老少。",
        ),
        source="doc003 番數計算（老少）, 計番所採用的牌型 新章 2)",
        when=old_young.exists,
        each=old_young,
        stack=Stack.DISJOINT,
        family=STRAIGHTS,
    ),
    # All nine tiles drawn: the closed price. The winning discard may belong to another set (HK-17).
    Pattern(
        "pure_straight",
        zh="一條龍",
        jyutping="jat1 tiu4 lung4",
        en="Pure straight",
        aka=(
            "清龍",
            "一氣通貫",
            "明龍",
            "暗龍",
        ),
        says=Text(
            "同一門有 123、456、789 三副順子。九隻全部自己摸到計{worth:pure_straight/closed}番，"
            "否則計{worth:pure_straight/open}番；靠食出銃那隻才成的，{if straight.completed_by_discard=open: 當明龍，"
            "計{worth:pure_straight/open}番 else: 沒有上過就當暗龍}。自己的 123、789 {if straight.absorbs_old_young: "
            "不再計 else: 也計}老少。",
            "The chows 123, 456 and 789 of one suit: {worth:pure_straight/closed} fan if all nine tiles were "
            "self-drawn, otherwise {worth:pure_straight/open}. A chow finished by the winning discard {if "
            "straight.completed_by_discard=open: makes it open. else: keeps it concealed if no chow of it was "
            "claimed.} Its own 123 and 789 {if straight.absorbs_old_young: are not old and young as well. else: "
            "count as old and young too.}",
            "同一門有 123、456、789 三副順子。九隻全部自己摸到計{worth:pure_straight/closed}番，"
            "唔係就計{worth:pure_straight/open}番；靠食出銃嗰隻先成嘅，{if straight.completed_by_discard=open: "
            "當明龍，計{worth:pure_straight/open}番 else: 冇上過就當暗龍}。自己嘅 123、789 {if "
            "straight.absorbs_old_young: 唔再計 else: 都計}老少。",
        ),
        source="doc003 番數計算（一條龍）, 計番所採用的牌型 新章 6)",
        rows=(
            PatternRow(drawn_straight.exists, "closed", each=drawn_straight, stack=Stack.ONCE, family=STRAIGHTS),
            PatternRow(straight.exists, "open", each=straight, stack=Stack.ONCE, family=STRAIGHTS),
        ),
    ),
    Pattern(
        "mixed_straight",
        zh="彩龍",
        jyutping="coi2 lung4",
        en="Mixed straight",
        aka=(
            "雜龍",
            "明彩龍",
            "暗彩龍",
        ),
        says=Text(
            "123、456、789 三副順子分屬三門。九隻全部自己摸到計{worth:mixed_straight/closed}番，"
            "否則計{worth:mixed_straight/open}番；靠食出銃那隻才成的，{if straight.completed_by_discard=open: "
            "當明彩龍，計{worth:mixed_straight/open}番 else: 沒有上過就當暗彩龍}。",
            "The chows 123, 456 and 789 in three different suits: {worth:mixed_straight/closed} fan if all nine "
            "tiles were self-drawn, otherwise {worth:mixed_straight/open}. A chow finished by the winning "
            "discard {if straight.completed_by_discard=open: makes it open. else: keeps it concealed if no chow "
            "of it was claimed.}",
            "123、456、789 三副順子分屬三門。九隻全部自己摸到計{worth:mixed_straight/closed}番，"
            "唔係就計{worth:mixed_straight/open}番；靠食出銃嗰隻先成嘅，{if straight.completed_by_discard=open: "
            "當明彩龍，計{worth:mixed_straight/open}番 else: 冇上過就當暗彩龍}。",
        ),
        source="doc003 番數計算（彩龍）, 計番所採用的牌型 新章 6)",
        rows=(
            PatternRow(
                drawn_mixed.exists, "closed", each=drawn_mixed, stack=Stack.ONCE, absorbs=("mixed_straight/open",)
            ),
            PatternRow(mixed.exists, "open", each=mixed, stack=Stack.ONCE),
        ),
    ),
    Pattern(
        "four_return_one",
        zh="四歸一",
        jyutping="sei3 gwai1 jat1",
        en="Four copies in pung and chow",
        says=Text(
            "一種牌四隻用盡，三隻做刻子、一隻在順子裏，每種計{fan}番；開成槓就不算。牌型名單叫它四歸二。{if uses "
            "eight_return: 八歸較大時代替它。}{if uses twelve_return: 十二歸較大時代替它。}",
            "All four copies of a tile, three in a pung and one in a chow: {fan} fan for each such tile; kongs "
            "do not count. The list of names calls it 四歸二. {if uses eight_return: All four of two tiles "
            "replaces it where that is larger.} {if uses twelve_return: All four of three tiles replaces it "
            "where that is larger.}",
            "一種牌四隻用晒，三隻做刻子、一隻喺順子入面，每種計{fan}番；開成槓就唔算。牌型名單叫佢做四歸二。{if "
            "uses eight_return: 八歸大過佢就代替佢。}{if uses twelve_return: 十二歸大過佢就代替佢。}",
        ),
        source="doc003 番數計算（四歸一）, 計番所採用的牌型 新章 8)",
        when=pung_and_chow.exists,
        each=pung_and_chow,
        family=RETURNS,
    ),
    Pattern(
        "four_return_two",
        zh="四歸二",
        jyutping="sei3 gwai1 ji6",
        en="Four copies in pair and chows",
        says=Text(
            "一種牌四隻用盡，一對做眼，另外兩隻在兩副順子裏，計{fan}番。牌型名單叫它四歸三{if uses "
            "four_return_three: ；兩個名只計番多的一個}。",
            "All four copies of a tile, the pair and one in each of two chows: {fan} fan. The list of names "
            "calls it 四歸三{if uses four_return_three: ; of the two names only the dearer counts}.",
            "一種牌四隻用晒，一對做眼，另外兩隻喺兩副順子入面，計{fan}番。牌型名單叫佢做四歸三{if uses "
            "four_return_three: ；兩個名淨係計多番嗰個}。",
        ),
        source="doc003 番數計算（四歸二）, 計番所採用的牌型 新章 8)",
        when=pair_and_chows.exists,
        each=pair_and_chows,
        stack=Stack.ONCE,
        absorbs=("four_return_three",),
        family=RETURNS,
    ),
    # The list's name for the table's 四歸二; of the two names the dearer counts (HK-20).
    Pattern(
        "four_return_three",
        zh="四歸三",
        jyutping="sei3 gwai1 saam1",
        en="Four copies in three groups",
        says=Text(
            "名單上的四歸三，即是番數表的四歸二：一對眼加兩副順子，計{fan}番。文件只列名，番數由枱上定{if uses "
            "four_return_three: ；兩個名只計番多的一個 else: ，這裏沒有開}。",
            "The list's name for what the price table calls 四歸二, the pair and two chows: {fan} fan. The "
            "document only names it, so the table sets the price{if uses four_return_three: ; of the two names "
            "only the dearer counts else: , and here it is not counted}.",
            "名單上嘅四歸三，即係番數表嘅四歸二：一對眼加兩副順子，計{fan}番。份文件淨係列名，番數由張枱定{if "
            "uses four_return_three: ；兩個名淨係計多番嗰個 else: ，而家冇開}。",
        ),
        source="doc003 計番所採用的牌型 新章 8), 番數計算（四歸二）; HK-20, S2",
        when=pair_and_chows.exists,
        each=pair_and_chows,
        stack=Stack.ONCE,
        absorbs=("four_return_two",),
        family=RETURNS,
    ),
    Pattern(
        "four_return_four",
        zh="四歸四",
        jyutping="sei3 gwai1 sei3",
        en="Four copies in four chows",
        says=Text(
            "一種牌的四隻，分別用在同一門四副順子裏，每種計{fan}番；文件只列名，番數由枱上定{if not uses "
            "four_return_four: ，這裏沒有開}。",
            "All four copies of a tile, each in another chow of its suit: {fan} fan for each such tile; the "
            "document only names it, so the table sets the price{if not uses four_return_four: , and here it is "
            "not counted}.",
            "一種牌嘅四隻，分別用喺同一門四副順子入面，每種計{fan}番；份文件淨係列名，番數由張枱定{if not uses "
            "four_return_four: ，而家冇開}。",
        ),
        source="doc003 計番所採用的牌型 新章 8); S2",
        when=four_chows.exists,
        each=four_chows,
        family=RETURNS,
    ),
    Pattern(
        "eight_return",
        zh="八歸",
        jyutping="baat3 gwai1",
        en="All four of two tiles",
        says=Text(
            "有兩種牌四隻都用盡，又沒有開槓，計{fan}番；文件只列名，番數由枱上定{if not uses eight_return: ，"
            "這裏沒有開}。與較細的四歸只計總番較大的一邊。",
            "Two kinds of tile with all four copies used and no kong of them: {fan} fan; the document only names "
            "it, so the table sets the price{if not uses eight_return: , and here it is not counted}. Of it and "
            "the smaller four-copies patterns the better total counts.",
            "有兩種牌四隻都用晒，又冇開槓，計{fan}番；份文件淨係列名，番數由張枱定{if not uses eight_return: ，"
            "而家冇開}。同細啲嘅四歸淨係計總番大嗰邊。",
        ),
        source="doc003 計番所採用的牌型 新章 8); S2",
        when=standard & (fours == 2),
        absorbs=SINGLE_RETURNS,
        family=RETURNS,
    ),
    Pattern(
        "twelve_return",
        zh="十二歸",
        jyutping="sap6 ji6 gwai1",
        en="All four of three tiles",
        says=Text(
            "有三種牌四隻都用盡，又沒有開槓，計{fan}番；文件只列名，番數由枱上定{if not uses twelve_return: ，"
            "這裏沒有開}。與較細的四歸只計總番較大的一邊。",
            "Three kinds of tile with all four copies used and no kong of them: {fan} fan; the document only "
            "names it, so the table sets the price{if not uses twelve_return: , and here it is not counted}. Of "
            "it and the smaller four-copies patterns the better total counts.",
            "有三種牌四隻都用晒，又冇開槓，計{fan}番；份文件淨係列名，番數由張枱定{if not uses twelve_return: ，"
            "而家冇開}。同細啲嘅四歸淨係計總番大嗰邊。",
        ),
        source="doc003 計番所採用的牌型 新章 8); S2",
        when=standard & (fours >= 3),
        absorbs=SINGLE_RETURNS,
        family=RETURNS,
    ),
    Pattern(
        "three_suit_pungs",
        zh="三兄弟",
        jyutping="saam1 hing1 dai6",
        en="Same pung in three suits",
        aka=("三色同刻",),
        says=Text(
            "萬、索、筒三門各有同一個數字的刻子或槓，計{fan}番；文件只列名，番數由枱上定{if not uses "
            "three_suit_pungs: ，這裏沒有開}。{drops}{inside}",
            "Pungs or kongs of one number in all three suits: {fan} fan; the document only names it, so the "
            "table sets the price{if not uses three_suit_pungs: , and here it is not counted}.{drops}{inside}",
            "萬、索、筒三門各有同一個數字嘅刻子或者槓，計{fan}番；份文件淨係列名，番數由張枱定{if not uses "
            "three_suit_pungs: ，而家冇開}。{drops}{inside}",
        ),
        source="doc003 計番所採用的牌型 新章 5); S2",
        when=brothers.exists,
        each=brothers,
        stack=Stack.ONCE,
    ),
    Pattern(
        "three_consecutive_pungs",
        zh="三連刻",
        jyutping="saam1 lin4 hak1",
        en="Three consecutive pungs",
        says=Text(
            "同一門三個相連數字的刻子或槓，計{fan}番；文件只列名，番數由枱上定{if not uses "
            "three_consecutive_pungs: ，這裏沒有開}。{drops}{inside}",
            "Pungs or kongs of three consecutive numbers of one suit: {fan} fan; the document only names it, so "
            "the table sets the price{if not uses three_consecutive_pungs: , and here it is not counted}.{drops}"
            "{inside}",
            "同一門三個相連數字嘅刻子或者槓，計{fan}番；份文件淨係列名，番數由張枱定{if not uses "
            "three_consecutive_pungs: ，而家冇開}。{drops}{inside}",
        ),
        source="doc003 計番所採用的牌型 新章 6); S2",
        when=pungs_in_row.exists,
        each=pungs_in_row,
        stack=Stack.ONCE,
    ),
    Pattern(
        "three_suit_step_chows",
        zh="三色三步高",
        jyutping="saam1 sik1 saam1 bou6 gou1",
        en="Three step chows in three suits",
        says=Text(
            "三副順子分屬三門，一副比一副大一，例如 234 萬、345 索、456 筒{if three_suit_step_chows.step=[1, 2]: "
            "；每副大二亦可，例如 123、345、567}，計{fan}番；文件只列名，番數由枱上定{if not uses "
            "three_suit_step_chows: ，這裏沒有開}。{drops}{inside}",
            "Three chows in three suits, each one higher than the last (234, 345, 456){if "
            "three_suit_step_chows.step=[1, 2]: , or each two higher (123, 345, 567)}: {fan} fan; the document "
            "only names it, so the table sets the price{if not uses three_suit_step_chows: , and here it is not "
            "counted}.{drops}{inside}",
            "三副順子分屬三門，一副大過一副一，例如 234 萬、345 索、456 筒{if three_suit_step_chows.step=[1, 2]: "
            "；每副大二都得，例如 123、345、567}，計{fan}番；份文件淨係列名，番數由張枱定{if not uses "
            "three_suit_step_chows: ，而家冇開}。{drops}{inside}",
        ),
        source="doc003 計番所採用的牌型 新章 9); S2",
        when=suit_steps.exists,
        each=suit_steps,
        stack=Stack.ONCE,
    ),
    Pattern(
        "three_step_chows",
        zh="一色三步高",
        jyutping="jat1 sik1 saam1 bou6 gou1",
        en="Three step chows",
        says=Text(
            "同一門三副順子，一副比一副大一，例如 123、234、345{if three_step_chows.step=[1, 2]: ；每副大二亦可，"
            "例如 123、345、567}，計{fan}番；文件只列名，番數由枱上定{if not uses three_step_chows: ，這裏沒有開}"
            "。{drops}{inside}",
            "Three chows of one suit, each one higher than the last (123, 234, 345){if three_step_chows.step=[1, "
            "2]: , or each two higher (123, 345, 567)}: {fan} fan; the document only names it, so the table sets "
            "the price{if not uses three_step_chows: , and here it is not counted}.{drops}{inside}",
            "同一門三副順子，一副大過一副一，例如 123、234、345{if three_step_chows.step=[1, 2]: ；每副大二都得，"
            "例如 123、345、567}，計{fan}番；份文件淨係列名，番數由張枱定{if not uses three_step_chows: ，"
            "而家冇開}。{drops}{inside}",
        ),
        source="doc003 計番所採用的牌型 新章 9); S2",
        when=steps.exists,
        each=steps,
        stack=Stack.ONCE,
    ),
)
