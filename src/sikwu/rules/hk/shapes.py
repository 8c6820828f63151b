"""The shape of the hand: chows, pungs, pairs, orphans, and whether it is concealed."""

from __future__ import annotations

from sikwu.rules.language import ALWAYS, MELDED, SELF, Shape, chows, pungs, sets, shape
from sikwu.rules.pattern import Pattern, Row, Text

PATTERNS = (
    # A label of no fan (D06): given to a win in which nothing but these counts.
    Pattern(
        "chicken_hand",
        zh="雞糊",
        jyutping="gai1 wu2",
        en="Chicken hand",
        aka=(
            "無番糊",
            "自摸雞",
        ),
        says=Text(
            "牌型本身一番都數不到，就是雞糊，計 0 番；花牌的番和自摸都不改變它是雞糊。要打{min}番起糊，就要靠花牌、自摸等湊夠番才食得。自摸的雞糊有一番，叫自摸雞。",
            "A complete hand with no fan of its own: 0 fan. Fan from flowers or self-draw do not stop it being a "
            "chicken, but they do count towards the minimum of {min}. A self-drawn chicken has 1 fan.",
        ),
        source="doc000 食糊準則, 零番, 一番（自摸）, note 3; doc001 十三番（天胡、地胡）, 分數計算, note 29; doc002 遊戲準則, 一番（自摸）, 十三番（天糊）, 分數計算",
        rows=(Row(ALWAYS, mark=True),),
        only_beside=("no_flowers", "seat_flower", "flower_set", "self_draw"),
    ),
    Pattern(
        "concealed_hand",
        zh="門前清",
        jyutping="mun4 cin4 cing1",
        en="Concealed hand",
        aka=("門清",),
        says=Text(
            "食糊前沒有上、碰、槓過，食出銃都計。開暗槓要翻開，預設當破門清；有打花牌的話，預設不計這一番。坎坎糊、"
            "九子連環、十三幺、天糊等本身已要門清的，不再另加。",
            "No chow, pung or kong before the win; winning on a discard is fine. A concealed kong breaks it, and "
            "it does not count when flowers are in play (both can be changed). Not added to hands that are "
            "concealed anyway, such as four concealed pungs, nine gates or thirteen orphans.",
        ),
        source="doc000 一番, notes 1-2, 20; doc001 引言, 一番, notes 1-2, 26; doc002 一番, note 1",
        when=sets.made(MELDED) == 0,
    ),
    Pattern(
        "all_chows",
        zh="平糊",
        jyutping="ping4 wu2",
        en="All chows",
        aka=("平胡",),
        says=Text(
            "四組全是順子，再加一對眼，沒有刻子也沒有槓；上過牌一樣計。預設用番子做眼、單吊或卡窿都可以。三同順、三"
            "步高、一條龍和用盡四組順子的自訂牌型已包平糊，不再加。",
            "Four chows and a pair, no pung and no kong; claimed chows are fine. By default any pair and any wait "
            "will do. Not added to three identical chows, three step chows, the straight or custom hands that use "
            "all four chows.",
        ),
        source="doc000 一番, notes 3-4; doc001 一番, note 3; doc002 一番, note 2",
        when=chows == 4,
    ),
    Pattern(
        "all_pungs",
        zh="對對糊",
        jyutping="deoi3 deoi3 wu2",
        en="All pungs",
        aka=(
            "對對胡",
            "碰碰糊",
        ),
        says=Text(
            "四組都是刻子或槓，加一對眼，一副順子都沒有。混一色、清一色可以一齊計。坎坎糊、字一色、清幺九、大四喜、"
            "十八羅漢已包它，常用版的花幺亦然。",
            "Four pungs or kongs and a pair, no chow. Adds to a half or full flush. Already inside four concealed "
            "pungs, all honours, all terminals, big four winds and all kongs, and inside the common list's mixed "
            "terminals.",
        ),
        source="doc000 三番, 八番（坎坎糊）, 十番（例牌）, notes 18, 22, 26, 29; doc001 三番, 四番, 十番（例牌）, 十三番（大四喜）; doc002 三番, notes 12, 19, 26",
        when=pungs == 4,
    ),
    # A discard into the pair leaves four drawn pungs; into a pung it makes one of them won: the reading decides (D57).
    Pattern(
        "four_concealed_pungs",
        zh="坎坎糊",
        jyutping="kaan2 kaan2 wu2",
        en="Four concealed pungs",
        aka=(
            "坎坎胡",
            "四暗坎",
            "四暗刻",
        ),
        says=Text(
            "四副刻子全靠自己摸成，不可碰，連暗槓也不可開。計{fan}番。單吊可以食出銃；對碰就要自摸，食出銃只當對對糊。番牌和混"
            "、清一色照加，對對糊、門前清不加；常用版屬自選牌型，而且一定要自摸。",
            "Four pungs all drawn by yourself, without any claim or kong, not even a concealed one: {fan} fan. On a single "
            "wait a discard may win it; on a two-pair wait it must be self-drawn, else it is only all pungs. Value "
            "pungs and flushes add, all pungs and concealed hand do not; optional in the common list, and "
            "self-draw only.",
        ),
        source="doc000 食糊準則, 八番, notes 18-20; doc001 其他非常用番種, notes 24-26; doc002 八番, notes 12-13",
        when=pungs.made(SELF) == 4,
        absorbs=("all_pungs", "concealed_hand"),
    ),
    Pattern(
        "seven_pairs",
        zh="七對眼",
        jyutping="cat1 deoi3 ngaan5",
        en="Seven pairs",
        aka=("嚦咕嚦咕",),
        says=Text(
            "門清湊七對不同的牌；四隻一樣的不當兩對。混一色、清一色、字一色、花牌和自摸可以加，門前清和對對糊不加。"
            "不打這個牌型的話，根本食不到糊。",
            "Seven different pairs, concealed; four equal tiles are not two pairs. Flushes, all honours, flowers "
            "and self-draw add, concealed hand and all pungs do not. If the pattern is not in use this is no "
            "winning hand at all.",
        ),
        source="doc000 其他自訂食糊牌型 三番",
        when=shape == Shape.PAIRS,
        absorbs=("concealed_hand",),
        opens=(Shape.PAIRS,),
    ),
    Pattern(
        "thirteen_orphans",
        zh="十三幺",
        jyutping="sap6 saam1 jiu1",
        en="Thirteen orphans",
        aka=(
            "十三么",
            "牌王",
        ),
        says=Text(
            "門清，三門的一和九、四隻風、中發白共十三種齊全，其中一種有兩隻做眼。標準糊之中只有它不是四組一對；別家"
            "開暗槓，也只有它可以搶。",
            "Concealed: one each of every 1 and 9, the four winds and the three dragons, plus a second copy of one "
            "of them. The only standard hand that is not four sets and a pair, and the only one that may rob a "
            "concealed kong.",
        ),
        source="doc000 食糊準則, 一番（搶槓）, 十三番（例牌）, notes 6, 27-28; doc001 引言, 一番（搶槓）, 十三番（例牌 - 上限番數）, note 20; doc002 一番（搶槓）, 十三番（例牌）, notes 4, 23-24",
        when=shape == Shape.ORPHANS,
        absorbs=("concealed_hand",),
        opens=(Shape.ORPHANS,),
    ),
)
