"""Sets, each by itself, and the wait."""

from __future__ import annotations

from sikwu.rules.hktw.events import WAIT_ROWS, closed
from sikwu.rules.language import (
    ADDED,
    CONCEALED,
    EXPOSED,
    NUM,
    SELF,
    Place,
    chows,
    eyes,
    first_turn,
    flowers,
    held,
    kongs,
    place,
    places,
    pungs,
    standard,
    waits,
)
from sikwu.rules.pattern import Pattern, Row, Text
from sikwu.win import FirstTurn

# All sequences, a pair of 2, 5 or 8, and a two-sided wait (S7: by shape); a dealt hand has no wait.
ping = (chows == 5) & eyes.in_(NUM(2, 5, 8)) & ((place == Place.OPEN) | (first_turn == FirstTurn.HEAVENLY))
# Drawn by oneself: also a kong on an own triplet, whoever gave the fourth tile (HK-15).
OWN = SELF | CONCEALED | EXPOSED

PATTERNS = (
    Pattern(
        "eyes_258",
        zh="將眼",
        jyutping="zoeng3 ngaan5",
        en="Pair of 2, 5 or 8",
        says=Text(
            "眼是萬、索、筒的二、五或八，計一番；五組一對的糊才有。平糊、大平糊本身要有將眼，不再加。",
            "The pair is a suited 2, 5 or 8; only in hands of five sets and a pair: 1 fan. All chows and big all "
            "chows need it anyway, so it is not added there.",
        ),
        source="doc003 番數計算（將眼）",
        when=eyes.in_(NUM(2, 5, 8)),
    ),
    Pattern(
        "all_chows",
        zh="平糊",
        jyutping="ping4 wu2",
        en="All chows",
        aka=("平胡",),
        says=Text(
            "五組全是順子，用二、五、八做眼，而且要兩頭叫；上過牌無妨，計五番。將眼和叫牌的番不加，無字照加；連花都"
            "沒有就升做大平糊。",
            "Five chows with a suited 2, 5 or 8 as the pair, won on a two-sided wait: 5 fan; claimed chows are "
            "fine. The pair and the wait are not counted again, no honours is. Without flowers it becomes big all "
            "chows.",
        ),
        source="doc003 番數計算（平胡）, 計番所採用的牌型 舊章",
        when=ping,
        absorbs=("eyes_258", *WAIT_ROWS),
    ),
    Pattern(
        "big_all_chows",
        zh="大平糊",
        jyutping="daai6 ping4 wu2",
        en="Big all chows",
        aka=(
            "大平胡",
            "無字花平胡",
        ),
        says=Text(
            "平糊而且一隻花都沒有，計十番，已包平糊、無字花、無字、無花和將眼。叫牌的番也不加。",
            "All chows without any flower: 10 fan, containing all chows, no honours, no flowers and the 2-5-8 "
            "pair. No wait is counted either.",
        ),
        source="doc003 番數計算（無字花平胡）",
        when=ping & (flowers == 0),
        absorbs=("all_chows", "no_honours_no_flowers", "no_honours", "no_flowers", "eyes_258", *WAIT_ROWS),
    ),
    Pattern(
        "all_pungs",
        zh="對對糊",
        jyutping="deoi3 deoi3 wu2",
        en="All pungs",
        aka=("對對胡",),
        says=Text(
            "五組都是刻子或槓，一副順子都沒有，計三十番。五暗刻、混一色、清一色都可以加，預設混幺、清幺、字一色一樣"
            "加。",
            "Five pungs or kongs and a pair: 30 fan. Adds to five concealed pungs and flushes, and by default to "
            "mixed terminals, all terminals and all honours as well.",
        ),
        source="doc003 番數計算（對對胡, 五暗刻）, 計番所採用的牌型 舊章; S1",
        when=pungs == 5,
    ),
    Pattern(
        "single_wait",
        zh="獨獨",
        jyutping="duk6 duk6",
        en="Single wait",
        aka=("單釣",),
        says=Text(
            "只有一種牌可以食，單吊、卡窿、偏張都算，計兩番；自己已拿齊四隻的牌不當叫。計了假獨、平糊、全求人、半求"
            "人或天糊就不計。",
            "Only one kind of tile wins (a pair, closed or edge wait): 2 fan. A tile of which you hold all four is "
            "no wait. Not counted beside a false single wait, all chows, either begging hand or heavenly hand.",
        ),
        source="doc003 番數計算（獨獨）",
        when=waits == 1,
        absorbs=("dual_pung_wait",),
    ),
    Pattern(
        "fake_single_wait",
        zh="假獨",
        jyutping="gaa2 duk6",
        en="False single wait",
        says=Text(
            "只叫一種牌，那種牌自己手上已經有，而且可以看成補順子，例如 4556 叫 5，計一番。計假獨就不計獨獨；全求人"
            "、半求人裏不計。",
            "Only one kind of tile wins, you already hold a copy of it, and it can be read as finishing a chow "
            "(4556 waiting for 5): 1 fan in place of single wait. Not counted in all begging or half begging.",
        ),
        source="doc003 番數計算（假獨）",
        rows=(
            Row(
                (waits == 1) & (held >= 1) & places(Place.EDGE, Place.CLOSED, Place.OPEN),
                absorbs=("single_wait", "dual_pung_wait"),
            ),
            Row((waits >= 2) & place.in_(Place.EDGE, Place.CLOSED, Place.PAIR), "single_shape"),
        ),
    ),
    Pattern(
        "dual_pung_wait",
        zh="對碰",
        jyutping="deoi3 pung3",
        en="Two-pair wait",
        says=Text(
            "手上兩對等碰，食到其中一對變成刻子，計一番。只叫一種牌的話計獨獨或假獨，不計對碰。",
            "You wait with two pairs and the winning tile makes one of them a pung: 1 fan. Not counted where only "
            "one kind of tile wins.",
        ),
        source="doc003 番數計算（對碰）",
        when=standard & (place == Place.PUNG),
    ),
    Pattern(
        "kong_exposed",
        zh="明槓",
        jyutping="ming4 gong3",
        en="Exposed kong",
        aka=("槓",),
        says=Text(
            "手上有三隻，槓別家打出的第四隻，每個槓一番。",
            "1 fan for each kong made of three tiles in hand and a discard.",
        ),
        source="doc003 番數計算（槓）, 計番所採用的牌型 新章 4)",
        when=kongs.made(EXPOSED) >= 1,
        each=kongs.made(EXPOSED),
    ),
    Pattern(
        "kong_added",
        zh="加槓",
        jyutping="gaa1 gong3",
        en="Added kong",
        aka=("槓",),
        says=Text(
            "碰了之後自己再摸到第四隻，加上去開槓，每個槓一番。",
            "1 fan for each kong made by adding a drawn fourth tile to a claimed pung.",
        ),
        source="doc003 番數計算（槓）",
        when=kongs.made(ADDED) >= 1,
        each=kongs.made(ADDED),
    ),
    Pattern(
        "kong_concealed",
        zh="暗槓",
        jyutping="am3 gong3",
        en="Concealed kong",
        aka=("槓",),
        says=Text(
            "四隻全由自己摸到的槓，每個兩番。另外三家各付一底，不論誰食糊。",
            "2 fan for each kong of four self-drawn tiles. Besides, each of the others pays its owner one base, "
            "whoever wins.",
        ),
        source="doc003 番數計算（槓）, 規則（暗槓）, 計番所採用的牌型 新章 4)",
        when=kongs.made(CONCEALED) >= 1,
        each=kongs.made(CONCEALED),
    ),
    Pattern(
        "two_concealed_pungs",
        zh="兩暗刻",
        jyutping="loeng5 am3 hak1",
        en="Two concealed pungs",
        aka=("二暗刻",),
        says=Text(
            "剛好兩副刻子全靠自己摸成，算法跟三暗刻一樣。文件只列名、沒有番數，預設不計；開了當 {fan:d} 番，可以改。",
            "Exactly two pungs drawn by yourself, by the same test as three concealed pungs. Only named in the "
            "document, without a price: off by default, {fan} fan when switched on unless changed.",
        ),
        source="doc003 計番所採用的牌型 新章 4); S2",
        when=pungs.made(OWN) == 2,
    ),
    Pattern(
        "three_concealed_pungs",
        zh="三暗刻",
        jyutping="saam1 am3 hak1",
        en="Three concealed pungs",
        says=Text(
            "剛好三副刻子全靠自己摸成，計十番。暗槓，以及手上三隻再槓別家第四隻的明槓，預設都當暗刻；加槓和食出銃才"
            "成的刻子不算。",
            "Exactly three pungs drawn by yourself: 10 fan. Concealed kongs and exposed kongs on your own three "
            "tiles count by default; added kongs and a pung finished by the winning discard do not.",
        ),
        source="doc003 番數計算（三暗刻）, note 2, 計番所採用的牌型 新章 4)",
        when=pungs.made(OWN) == 3,
    ),
    Pattern(
        "four_concealed_pungs",
        zh="四暗刻",
        jyutping="sei3 am3 hak1",
        en="Four concealed pungs",
        says=Text(
            "剛好四副刻子全靠自己摸成，計三十番，不再計三暗刻。暗槓，以及手上三隻再槓別家第四隻的明槓，預設都當暗刻"
            "；加槓和食出銃才成的刻子不算。",
            "Exactly four pungs drawn by yourself: 30 fan in place of three concealed pungs. Concealed kongs and "
            "exposed kongs on your own three tiles count by default; added kongs and a pung finished by the "
            "winning discard do not.",
        ),
        source="doc003 番數計算（四暗刻）, note 2, 計番所採用的牌型 新章 4)",
        when=pungs.made(OWN) == 4,
    ),
    Pattern(
        "five_concealed_pungs",
        zh="五暗刻",
        jyutping="ng5 am3 hak1",
        en="Five concealed pungs",
        aka=(
            "坎坎糊",
            "坎坎胡",
            "間間胡",
            "刻刻胡",
        ),
        says=Text(
            "五副刻子全靠自己摸成：門清一百番，暗槓預設無妨；有明槓攤開就只計四十番。對對糊另加；一百番的話門前清、"
            "門清一摸五不加，自摸一番照加。",
            "All five pungs drawn by yourself: 100 fan if the hand is concealed (concealed kongs are fine by "
            "default), 40 if an exposed kong lies open. All pungs is added. At 100 the concealed-hand fan are not, "
            "but self-draw is.",
        ),
        source="doc003 番數計算（五暗刻）, note 2, 計番所採用的牌型 舊章（刻刻胡）, 新章 4)",
        rows=(
            Row(
                (pungs.made(OWN) == 5) & closed,
                absorbs=("concealed_hand", "concealed_self_draw", "concealed_self_draw_only"),
            ),
            Row((pungs.made(OWN) == 5) & ~closed, "open"),
        ),
    ),
)
