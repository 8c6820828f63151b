"""Sets that stand to each other."""

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
from sikwu.rules.pattern import Family, Pattern, Row, Stack, Text

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
# Within these, a sequence serves one row only; the best choice counts (HK-18, HK-19, G1).
SAME_CHOWS = Family("same_chows")
MEETING_CHOWS = Family("meeting_chows")
STRAIGHTS = Family("straights")
# 八歸 and 十二歸 take the place of the single rows where they are worth more.
RETURNS = Family("returns", used_once=False)
SINGLE_RETURNS = ("four_return_one", "four_return_two", "four_return_three", "four_return_four")

PATTERNS = (
    Pattern(
        "two_identical_chows",
        zh="一般高",
        jyutping="jat1 bun1 gou1",
        en="Two identical chows",
        says=Text(
            "同一門兩副一模一樣的順子，計三番；另有一對不重用的再計。開了雙般高、太般高或超般高，計了那邊就不再計同"
            "樣的順子。",
            "Two identical chows of one suit: 3 fan, again for another pair that shares no chow. Replaced by the "
            "bigger identical-chow patterns where those are switched on.",
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
        en="Twice two identical chows",
        says=Text(
            "有兩組不同的一般高，例如 123、123 配 456、456，代替一般高。文件只列名、沒有番數，預設不計；開了當 {fan:d} 番，可以改。",
            "Two different pairs of identical chows (123 123 456 456), in place of two identical chows. Only named "
            "in the document, without a price: off by default, {fan} fan when switched on unless changed.",
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
            "同一門三副一模一樣的順子，這三副不再計一般高、雙般高。文件只列名、沒有番數，預設不計；開了當 {fan:d} 番，可"
            "以改。",
            "Three identical chows of one suit, not counted as two identical chows or twice two identical chows as "
            "well. Only named in the document, without a price: off by default, {fan} fan when switched on unless "
            "changed.",
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
            "同一門四副一模一樣的順子，一般高、雙般高、太般高、四歸四、八歸、十二歸都不再計。文件只列名、沒有番數，"
            "預設不計；開了當 {fan:d} 番，可以改。",
            "Four identical chows of one suit; the smaller identical-chow patterns, four copies in four chows and "
            "the used-up patterns do not count beside it. Only named in the document, without a price: off by default, {fan} fan when switched on unless changed.",
        ),
        source="doc003 計番所採用的牌型 新章 7); S2",
        # It excludes what S2 names even if that would pay more (G1): it is not waived as the smaller rows are.
        rows=(
            Row(
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
            "兩門有數字相同的順子，計兩番；另有不重用的再計。三相逢用了的順子不再計。",
            "The same chow in two suits: 2 fan, again for another pair that shares no chow. Chows used in the "
            "three-suit version do not count again.",
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
            "萬、索、筒三門各有數字相同的順子，計十番；這三副不再計兩相逢。",
            "The same chow in all three suits: 10 fan; these three are not counted as the two-suit version as well.",
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
            "同一門有 123 配 789 兩副順子，或者一和九兩副刻子，計兩番；另有一對不重用的再計。一條龍自己的 123、789 "
            "不再計老少。",
            "The chows 123 and 789 of one suit, or pungs of its 1 and 9: 2 fan, again for a second pair that "
            "shares no set. The 123 and 789 of a pure straight are not counted again.",
        ),
        source="doc003 番數計算（老少）, 計番所採用的牌型 新章 2)",
        when=old_young.exists,
        each=old_young,
        stack=Stack.DISJOINT,
        family=STRAIGHTS,
    ),
    # All nine tiles drawn: the closed price. The winning discard may stand in another set (HK-17).
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
            "同一門有 123、456、789 三副順子。九隻全部自己摸到計二十番（暗龍），有一副是上的計十番（明龍）；靠食出"
            "銃那隻才成，預設都當明。自己的 123、789 不再計老少。",
            "The chows 123, 456 and 789 of one suit: 20 fan if all nine tiles were self-drawn, otherwise 10. A "
            "chow finished by the winning discard makes it open by default. Its own 123 and 789 are not old and "
            "young as well.",
        ),
        source="doc003 番數計算（一條龍）, 計番所採用的牌型 新章 6)",
        rows=(
            Row(drawn_straight.exists, "closed", each=drawn_straight, stack=Stack.ONCE, family=STRAIGHTS),
            Row(straight.exists, "open", each=straight, stack=Stack.ONCE, family=STRAIGHTS),
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
            "123、456、789 三副順子分屬三門。九隻全部自己摸到計十五番（暗彩龍），有一副是上的計八番（明彩龍）；靠食"
            "出銃那隻才成，預設都當明。",
            "The chows 123, 456 and 789 in three different suits: 15 fan if all nine tiles were self-drawn, "
            "otherwise 8. A chow finished by the winning discard makes it open by default.",
        ),
        source="doc003 番數計算（彩龍）, 計番所採用的牌型 新章 6)",
        rows=(
            Row(drawn_mixed.exists, "closed", each=drawn_mixed, stack=Stack.ONCE, absorbs=("mixed_straight/open",)),
            Row(mixed.exists, "open", each=mixed, stack=Stack.ONCE),
        ),
    ),
    Pattern(
        "four_return_one",
        zh="四歸一",
        jyutping="sei3 gwai1 jat1",
        en="Four copies in pung and chow",
        says=Text(
            "一種牌四隻用盡，三隻做刻子、一隻在順子裏，每種計五番；開成槓就不算。牌型名單叫它四歸二。",
            "All four copies of a tile, three in a pung and one in a chow: 5 fan for each such tile; kongs do not c"
            "ount. The list of names calls it 四歸二.",
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
            "一種牌四隻用盡，一對做眼，另外兩隻在兩副順子裏，計十番。牌型名單叫它四歸三。",
            "All four copies of a tile: the pair and one in each of two chows, 10 fan. The list of names calls it "
            "四歸三.",
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
            "名單上的四歸三，本表當作就是番數表的四歸二：一對眼加兩副順子。所以預設不計，現定 {fan:d} 番；要另訂番數才有"
            "作用，兩個名只計一個。",
            "The list's name for what the price table calls 四歸二: the pair and two chows. Hence off by default at {fan} fan; it matters only with a price of its own, and only one of the two counts.",
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
            "一種牌的四隻，分別用在同一門四副順子裏，每種計一次。文件只列名、沒有番數，預設不計；開了當 {fan:d} 番，可以"
            "改。",
            "All four copies of a tile, each in another chow of its suit; counted for each such tile. Only named "
            "in the document, without a price: off by default, {fan} fan when switched on unless changed.",
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
            "有兩種牌四隻都用盡，又沒有開槓；比逐種計四歸大時就代替它們。文件只列名、沒有番數，預設不計；開了當 {fan:d} 番，可以改。",
            "Two kinds of tile with all four copies used and no kong of them; replaces the single four-copies "
            "patterns where it is larger. Only named in the document, without a price: off by default, {fan} fan when "
            "switched on unless changed.",
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
            "有三種牌四隻都用盡，又沒有開槓；比八歸和逐種計四歸大時就代替它們。文件只列名、沒有番數，預設不計；開了當 {fan:d} 番，可以改。",
            "Three kinds of tile with all four copies used and no kong of them; replaces the smaller four-copies "
            "patterns where it is larger. Only named in the document, without a price: off by default, {fan} fan when "
            "switched on unless changed.",
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
            "萬、索、筒三門各有同一個數字的刻子或槓。文件只列名、沒有番數，預設不計；開了當 {fan:d} 番，可以改。",
            "Pungs or kongs of one number in all three suits. Only named in the document, without a price: off by default, {fan} fan when switched on unless changed.",
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
            "同一門三個相連數字的刻子或槓。文件只列名、沒有番數，預設不計；開了當 {fan:d} 番，可以改。",
            "Pungs or kongs of three consecutive numbers of one suit. Only named in the document, without a price: "
            "off by default, {fan} fan when switched on unless changed.",
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
            "三副順子分屬三門，一副比一副大一，例如 234 萬、345 索、456 筒。文件只列名、沒有番數，預設不計；開了當 {fan:d} 番，可以改。",
            "Three chows in three suits, each one higher than the last (234, 345, 456). Only named in the "
            "document, without a price: off by default, {fan} fan when switched on unless changed.",
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
            "同一門三副順子，一副比一副大一，預設每副大二亦可，例如 123、345、567。文件只列名、沒有番數，預設不計；"
            "開了當 {fan:d} 番，可以改。",
            "Three chows of one suit, each one higher than the last; by default steps of two (123, 345, 567) count "
            "too. Only named in the document, without a price: off by default, {fan} fan when switched on unless "
            "changed.",
        ),
        source="doc003 計番所採用的牌型 新章 9); S2",
        when=steps.exists,
        each=steps,
        stack=Stack.ONCE,
    ),
)
