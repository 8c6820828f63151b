"""House patterns of related sets: a chow counts for one of them only, and the best selection counts (D23)."""

from __future__ import annotations

from sikwu.rules.language import A, B, chow, chow_with, chows, pung, related, twice, x, y
from sikwu.rules.pattern import Family, Pattern, Text

identical = related(chow(A, x), chow(A, x))
step = related(chow(A, x), chow(A, x + 1))
three_identical = related(chow(A, x), chow(A, x), chow(A, x))
three_step = related(chow(A, x), chow(A, x + 1), chow(A, x + 2))
straight = related(chow(A, 1), chow(A, 4), chow(A, 7))
mirror = related(chow(A, x), chow(A, y), chow(B, x), chow(B, y))
four_identical = related(chow(A, x), chow(A, x), chow(A, x), chow(A, x))
four_step = related(chow(A, x), chow(A, x + 1), chow(A, x + 2), chow(A, x + 3))
four_through_one = related(chow_with(A, x), chow_with(A, x), chow_with(A, x), chow_with(A, x))
twin_pungs = related(pung(A, x), pung(A, y), pung(B, x), pung(B, y))

CHOW_CUSTOMS = Family("chow_customs")
CUSTOMS = (
    "two_identical_chows",
    "two_step_chows",
    "three_identical_chows",
    "three_step_chows",
    "pure_straight",
    "mirror_hand",
    "double_identical_chows",
    "double_step_chows",
    "four_identical_chows",
    "four_step_chows",
    "four_return_four",
)

PATTERNS = (
    Pattern(
        "two_identical_chows",
        zh="二同順",
        jyutping="ji6 tung4 seon6",
        en="Two identical chows",
        aka=("般高",),
        says=Text(
            "同一門兩副一模一樣的順子，上過牌都計，每對計{fan}番。每副順子只用在一個順子花式，取總番最高的算法。"
            "{inside}",
            "Two identical chows of one suit, claimed or not: {fan} fan for each pair. Each chow serves only one "
            "chow pattern; the best total counts.{inside}",
            "同一門兩副一模一樣嘅順子，上過牌都計，每對計{fan}番。每副順子淨係用喺一個順子花式，攞總番最高嘅計法。"
            "{inside}",
        ),
        source="doc000 其他自訂食糊牌型 一番",
        when=identical.exists,
        each=identical,
        family=CHOW_CUSTOMS,
    ),
    Pattern(
        "two_step_chows",
        zh="二步高",
        jyutping="ji6 bou6 gou1",
        en="Two step chows",
        aka=("般低",),
        says=Text(
            "同一門兩副順子，第二副比第一副大一，例如 456 配 567，每對計{fan}番。每副順子只用在一個順子花式，"
            "取總番最高的算法。{inside}",
            "Two chows of one suit, the second one higher than the first (456 and 567): {fan} fan for each pair. "
            "Each chow serves only one chow pattern; the best total counts.{inside}",
            "同一門兩副順子，第二副大第一副一，例如 456 配 567，每對計{fan}番。每副順子淨係用喺一個順子花式，"
            "攞總番最高嘅計法。{inside}",
        ),
        source="doc000 其他自訂食糊牌型 一番",
        when=step.exists,
        each=step,
        family=CHOW_CUSTOMS,
    ),
    Pattern(
        "three_identical_chows",
        zh="三同順",
        jyutping="saam1 tung4 seon6",
        en="Three identical chows",
        aka=("三般高",),
        says=Text(
            "同一門三副一模一樣的順子，計{fan}番。沒有上過這些牌的話，也可以改當三副刻子，取較大的算法。{drops}"
            "{inside}",
            "Three identical chows of one suit: {fan} fan. If none of them was claimed, the tiles may be read as "
            "three pungs instead when that is worth more.{drops}{inside}",
            "同一門三副一模一樣嘅順子，計{fan}番。冇上過呢啲牌嘅話，都可以當三副刻子，攞大嗰個計法。{drops}{inside}",
        ),
        source="doc000 其他自訂食糊牌型 二番",
        when=three_identical.exists,
        each=three_identical,
        absorbs=("all_chows",),
        family=CHOW_CUSTOMS,
    ),
    Pattern(
        "three_step_chows",
        zh="三步高",
        jyutping="saam1 bou6 gou1",
        en="Three step chows",
        aka=("三般低",),
        says=Text(
            "同一門三副順子，一副比一副大一，例如 456、567、678，計{fan}番。{drops}{inside}",
            "Three chows of one suit, each one higher than the last (456, 567, 678): {fan} fan.{drops}{inside}",
            "同一門三副順子，一副大過一副一，例如 456、567、678，計{fan}番。{drops}{inside}",
        ),
        source="doc000 其他自訂食糊牌型 二番",
        when=three_step.exists,
        each=three_step,
        absorbs=("all_chows",),
        family=CHOW_CUSTOMS,
    ),
    Pattern(
        "pure_straight",
        zh="一條龍",
        jyutping="jat1 tiu4 lung4",
        en="Pure straight",
        aka=("一氣通貫",),
        says=Text(
            "同一門有 123、456、789 三副順子，計{fan}番。{drops}{inside}",
            "The chows 123, 456 and 789 of one suit: {fan} fan.{drops}{inside}",
            "同一門有 123、456、789 三副順子，計{fan}番。{drops}{inside}",
        ),
        source="doc000 其他自訂食糊牌型 二番",
        when=straight.exists,
        each=straight,
        absorbs=("all_chows",),
        family=CHOW_CUSTOMS,
    ),
    Pattern(
        "mirror_hand",
        zh="鏡糊糊",
        jyutping="geng3 wu2 wu2",
        en="Mirror hand",
        says=Text(
            "兩門牌各有同樣的兩副順子，像照鏡一樣，例如 234、678 筒配 234、678 萬；同門那兩副不可以一樣。計{fan}"
            "番。{drops}{inside}",
            "Two suits with the same two different chows each, such as 234 678 circles and 234 678 characters, and "
            "any pair: {fan} fan.{drops}{inside}",
            "兩門牌各有同樣嘅兩副順子，好似照鏡噉，例如 234、678 筒配 234、678 萬；同門嗰兩副唔可以一樣。計{fan}"
            "番。{drops}{inside}",
        ),
        source="doc000 其他自訂食糊牌型 三番",
        when=mirror.exists,
        each=mirror,
        absorbs=("all_chows",),
        family=CHOW_CUSTOMS,
    ),
    Pattern(
        "double_identical_chows",
        zh="雙龍抱",
        jyutping="soeng1 lung4 pou5",
        en="Two pairs of identical chows",
        aka=("兩般高",),
        says=Text(
            "四副順子剛好是兩組二同順，計{fan}番。{if uses seven_pairs: 門清時也可以當七對眼，取較大的算法。}"
            "{drops}{inside}",
            "Four chows that form two pairs of identical chows: {fan} fan. {if uses seven_pairs: A concealed "
            "hand may be read as seven pairs instead when that is worth more.}{drops}{inside}",
            "四副順子啱啱係兩組二同順，計{fan}番。{if uses seven_pairs: 門清嗰陣都可以當七對眼，攞大嗰個計法。}"
            "{drops}{inside}",
        ),
        source="doc000 其他自訂食糊牌型 三番",
        when=twice(identical).exists,
        each=twice(identical),
        absorbs=("all_chows",),
        family=CHOW_CUSTOMS,
    ),
    Pattern(
        "double_step_chows",
        zh="雙蛇抱",
        jyutping="soeng1 se4 pou5",
        en="Two pairs of step chows",
        aka=("兩般低",),
        says=Text(
            "四副順子剛好是兩組二步高，計{fan}番。{drops}{inside}",
            "Four chows that form two pairs of step chows: {fan} fan.{drops}{inside}",
            "四副順子啱啱係兩組二步高，計{fan}番。{drops}{inside}",
        ),
        source="doc000 其他自訂食糊牌型 三番",
        when=twice(step).exists,
        each=twice(step),
        absorbs=("all_chows",),
        family=CHOW_CUSTOMS,
    ),
    Pattern(
        "four_identical_chows",
        zh="四同順",
        jyutping="sei3 tung4 seon6",
        en="Four identical chows",
        aka=(
            "全同順",
            "同般高",
        ),
        says=Text(
            "同一門四副順子完全相同，計{fan}番。上過不多於一副時，也可以改當三副刻子加一副順子，取較大的算法。"
            "{drops}{inside}",
            "Four identical chows of one suit: {fan} fan. With at most one of them claimed, the tiles may be "
            "read as three pungs and a chow when that is worth more.{drops}{inside}",
            "同一門四副順子一模一樣，計{fan}番。上過最多一副嘅話，都可以當三副刻子加一副順子，攞大嗰個計法。"
            "{drops}{inside}",
        ),
        source="doc000 其他自訂食糊牌型 三番",
        when=four_identical.exists,
        each=four_identical,
        absorbs=("all_chows",),
        family=CHOW_CUSTOMS,
    ),
    Pattern(
        "four_step_chows",
        zh="四步高",
        jyutping="sei3 bou6 gou1",
        en="Four step chows",
        aka=(
            "步步高",
            "段橋",
        ),
        says=Text(
            "同一門四副順子，一副比一副大一，例如 123、234、345、456，計{fan}番。{drops}{inside}",
            "Four chows of one suit, each one higher than the last (123, 234, 345, 456): {fan} fan.{drops}{inside}",
            "同一門四副順子，一副大過一副一，例如 123、234、345、456，計{fan}番。{drops}{inside}",
        ),
        source="doc000 其他自訂食糊牌型 三番",
        when=four_step.exists,
        each=four_step,
        absorbs=("all_chows",),
        family=CHOW_CUSTOMS,
    ),
    Pattern(
        "four_return_four",
        zh="四歸四",
        jyutping="sei3 gwai1 sei3",
        en="Four copies in four chows",
        says=Text(
            "同一隻牌的四隻，分別用在四副順子裏，計{fan}番。{drops}{inside}",
            "All four copies of one tile, one in each of the four chows: {fan} fan.{drops}{inside}",
            "同一隻牌嘅四隻，分別用喺四副順子入面，計{fan}番。{drops}{inside}",
        ),
        source="doc000 其他自訂食糊牌型 三番",
        when=four_through_one.exists,
        each=four_through_one,
        absorbs=("all_chows",),
        family=CHOW_CUSTOMS,
    ),
    Pattern(
        "two_suit_twin_pungs",
        zh="雙色同刻",
        jyutping="soeng1 sik1 tung4 hak1",
        en="Twin pungs in two suits",
        says=Text(
            "兩門牌各有同樣的兩副刻子，例如 111、777 筒配 111、777 索；槓當刻子，用甚麼做眼都可以。計{fan}番。{drops}",
            "Two suits with the same two pungs each, such as 111 777 circles and 111 777 bamboo; kongs count as "
            "pungs and any pair will do. {fan} fan.{drops}",
            "兩門牌各有同樣嘅兩副刻子，例如 111、777 筒配 111、777 索；槓當刻子，乜嘢做眼都得。計{fan}番。{drops}",
        ),
        source="doc000 其他自訂食糊牌型 三番",
        when=(chows == 0) & twin_pungs.exists,
        each=twin_pungs,
    ),
)
