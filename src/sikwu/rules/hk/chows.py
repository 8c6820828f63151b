"""House patterns of related sets: a chow serves one of them only, and the best choice counts (D23)."""

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
            "同一門有兩副一模一樣的順子，上過牌都計。每副順子只可以用在一個順子花式，取總番最高的算法。自訂牌型，開"
            "枱前要講好。",
            "Two identical chows of one suit, claimed or not. Each chow may serve only one chow pattern; the best "
            "total counts. A custom pattern: agree on it before play.",
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
            "同一門兩副順子，第二副比第一副大一，例如 456 配 567。每副順子只可以用在一個順子花式，取總番最高的算法"
            "。自訂牌型，開枱前要講好。",
            "Two chows of one suit, the second one higher than the first (456 and 567). Each chow may serve only "
            "one chow pattern; the best total counts. A custom pattern: agree on it before play.",
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
            "同一門三副一模一樣的順子。混一色、清一色可以加，平糊和二同順不加。沒有上過這些牌的話，也可以改當三副刻"
            "子，取較大的算法。",
            "Three identical chows of one suit. Half or full flush adds; all chows and two identical chows do not. "
            "If none of them was claimed, the tiles may be read as three pungs instead when that is worth more.",
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
            "同一門三副順子，一副比一副大一，例如 456、567、678。混一色、清一色可以加，平糊和二步高不加。",
            "Three chows of one suit, each one higher than the last (456, 567, 678). Half or full flush adds; all "
            "chows and two step chows do not.",
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
            "同一門有 123、456、789 三副順子。平糊不加，混一色、清一色可以加；九子連環已包它。",
            "The chows 123, 456 and 789 of one suit. All chows is not added, a flush is; already inside nine gates.",
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
            "兩門牌各有同樣的兩副順子，像照鏡一樣，例如 234、678 筒配 234、678 萬；同門那兩副不可以一樣。平糊不加。",
            "Two suits with the same two different chows each, such as 234 678 dots and 234 678 characters, and "
            "any pair. All chows is not added.",
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
        en="Twice two identical chows",
        aka=("兩般高",),
        says=Text(
            "四副順子剛好是兩組二同順。平糊、二同順不再加。有打七對眼的話，門清時可以揀較大的算法。",
            "Four chows that form two identical pairs. All chows and two identical chows are not added. If seven "
            "pairs is in use, a concealed hand may be read that way when it is worth more.",
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
        en="Twice two step chows",
        aka=("兩般低",),
        says=Text(
            "四副順子剛好是兩組二步高。平糊、二步高不再加。",
            "Four chows that form two step pairs. All chows and two step chows are not added.",
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
            "同一門四副順子完全相同。混一色、清一色可以加，平糊和較細的同順花式不加。上過不多於一副時，也可以改當三"
            "副刻子加一副順子，取較大的算法。",
            "Four identical chows of one suit. Half or full flush adds; all chows and the smaller identical-chow "
            "patterns do not. With at most one of them claimed, the tiles may be read as three pungs and a chow "
            "when that is worth more.",
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
            "同一門四副順子，一副比一副大一，例如 123、234、345、456。混一色、清一色可以加，平糊和較細的步高花式不加。",
            "Four chows of one suit, each one higher than the last (123, 234, 345, 456). Half or full flush adds; "
            "all chows and the smaller step patterns do not.",
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
            "同一隻牌的四隻，分別用在四副順子裏。混一色、清一色可以加，平糊和其他順子花式不加。",
            "All four copies of one tile, one in each of the four chows. Half or full flush adds; all chows and "
            "other chow patterns do not.",
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
            "兩門牌各有同樣的兩副刻子，例如 111、777 筒配 111、777 索；槓當刻子，眼不限。對對糊照加。",
            "Two suits with the same two pungs each, such as 111 777 dots and 111 777 bamboo; kongs count as pungs "
            "and the pair is free. All pungs is added.",
        ),
        source="doc000 其他自訂食糊牌型 三番",
        when=(chows == 0) & twin_pungs.exists,
        each=twin_pungs,
    ),
)
