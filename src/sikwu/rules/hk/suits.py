"""Patterns of suits: flushes, terminals, honours only, and colours."""

from __future__ import annotations

from sikwu.rules.hk.chows import CUSTOMS
from sikwu.rules.language import (
    ALL,
    HONOURS,
    MELDED,
    NUM,
    TERMINALS,
    T,
    eyes,
    face_sum,
    honours,
    kinds,
    pungs,
    sets,
    standard,
    suits,
    tiles,
)
from sikwu.rules.pattern import Pattern, PatternRow, Text

one_suit = (suits == 1) & (honours == 0)
GREEN = T("2s 3s 4s 6s 8s")

PATTERNS = (
    Pattern(
        "half_flush",
        zh="混一色",
        jyutping="wan6 jat1 sik1",
        en="Half flush",
        says=Text(
            "全副牌只用一門數字牌，再混番子，兩樣都要有，計{fan}番。{inside}",
            "Tiles of one suit together with honours, both present: {fan} fan.{inside}",
            "成副牌淨係一門數字牌，再溝番子，兩樣都要有，計{fan}番。{inside}",
        ),
        source="doc000 三番; doc001 三番; doc002 三番",
        when=(suits == 1) & (honours >= 1),
    ),
    # Two rows are in use if the flush has a fixed price beside 平糊 and 對對糊 (notes 12 / 10). The mark depends on the
    # tiles alone, whatever pattern replaces the flush: 雙辣 needs it (R9).
    Pattern(
        "full_flush",
        zh="清一色",
        jyutping="cing1 jat1 sik1",
        en="Full flush",
        says=Text(
            "全副牌同一門，一隻番子都沒有，計{fan}番。{if full_flush.combo_table=fixed_8_10: {if uses all_chows: 有"
            "平糊時清一色改計{worth:full_flush/beside_all_chows}番，連平糊即"
            "{worth:full_flush/beside_all_chows+all_chows}番。}{if uses all_pungs: 有對對糊時改計"
            "{worth:full_flush/beside_all_pungs}番，連對對糊即{worth:full_flush/beside_all_pungs+all_pungs}番。} "
            "else: {if uses all_chows and uses all_pungs: 連平糊即{worth:full_flush/plain+all_chows}番，連對對糊即"
            "{worth:full_flush/plain+all_pungs}番。 elif uses all_chows: 連平糊即{worth:full_flush/plain+all_chows}"
            "番。 elif uses all_pungs: 連對對糊即{worth:full_flush/plain+all_pungs}番。}}{inside}",
            "All tiles of one suit, no honours: {fan} fan. {if full_flush.combo_table=fixed_8_10: {if uses "
            "all_chows: Beside all chows it counts {worth:full_flush/beside_all_chows} instead, with all chows "
            "{worth:full_flush/beside_all_chows+all_chows}.} {if uses all_pungs: Beside all pungs it counts "
            "{worth:full_flush/beside_all_pungs} instead, with all pungs "
            "{worth:full_flush/beside_all_pungs+all_pungs}.} else: {if uses all_chows and uses all_pungs: With all "
            "chows {worth:full_flush/plain+all_chows}, with all pungs {worth:full_flush/plain+all_pungs}. elif "
            "uses all_chows: With all chows {worth:full_flush/plain+all_chows}. elif uses all_pungs: With all "
            "pungs {worth:full_flush/plain+all_pungs}.}}{inside}",
            "成副牌同一門，一隻番子都冇，計{fan}番。{if full_flush.combo_table=fixed_8_10: {if uses all_chows: 有平"
            "糊嗰陣清一色改計{worth:full_flush/beside_all_chows}番，連埋平糊就"
            "{worth:full_flush/beside_all_chows+all_chows}番。}{if uses all_pungs: 有對對糊嗰陣改計"
            "{worth:full_flush/beside_all_pungs}番，連埋對對糊就{worth:full_flush/beside_all_pungs+all_pungs}番。} "
            "else: {if uses all_chows and uses all_pungs: 連埋平糊就{worth:full_flush/plain+all_chows}番，連埋對對"
            "糊就{worth:full_flush/plain+all_pungs}番。 elif uses all_chows: 連埋平糊就"
            "{worth:full_flush/plain+all_chows}番。 elif uses all_pungs: 連埋對對糊就"
            "{worth:full_flush/plain+all_pungs}番。}}{inside}",
        ),
        source="doc000 七番, note 12; doc001 七番, note 11; doc002 七番, note 10",
        rows=(
            PatternRow(one_suit),
            PatternRow(one_suit, "beside_all_chows", absorbs=("full_flush/plain",)),
            PatternRow(one_suit, "beside_all_pungs", absorbs=("full_flush/plain",)),
            PatternRow(one_suit, "by_tiles", mark=True),
        ),
    ),
    Pattern(
        "mixed_terminals",
        zh="花幺九",
        jyutping="faa1 jiu1 gau2",
        en="Mixed terminals",
        aka=(
            "花幺",
            "混老頭",
        ),
        says=Text(
            "四副刻子或槓加一對眼，全部是一、九和番子，兩樣都要有，計{fan}番。{drops}{inside}",
            "Four pungs or kongs and a pair made only of 1s, 9s and honours, with at least one of each sort: {fan} "
            "fan.{drops}{inside}",
            "四副刻子或者槓加一對眼，全部係一、九同番子，兩樣都要有，計{fan}番。{drops}{inside}",
        ),
        source="doc000 一番, note 9; doc001 四番, notes 7-8; doc002 一番, note 7",
        when=(pungs == 4) & tiles.only(TERMINALS | HONOURS) & (tiles.of(TERMINALS) >= 1) & (honours >= 1),
    ),
    Pattern(
        "terminals_with_honour_pair",
        zh="混幺九",
        jyutping="wan6 jiu1 gau2",
        en="Terminal pungs with an honour pair",
        says=Text(
            "四副刻子或槓都是一或九，用番子做眼，計{fan}番。{drops}{inside}",
            "Four pungs or kongs of 1s and 9s with a pair of honours: {fan} fan.{drops}{inside}",
            "四副刻子或者槓都係一或者九，用番子做眼，計{fan}番。{drops}{inside}",
        ),
        source="doc001 其他非常用番種",
        when=(pungs.of(TERMINALS) == 4) & eyes.in_(HONOURS),
        absorbs=("mixed_terminals", "all_pungs"),
    ),
    Pattern(
        "all_terminals",
        zh="清幺九",
        jyutping="cing1 jiu1 gau2",
        en="All terminals",
        aka=(
            "清么九",
            "清幺",
            "幺九",
            "清老頭",
        ),
        says=Text(
            "四副刻子或槓和眼全部是一或九，沒有番子，計{fan}番。{drops}{inside}",
            "Four pungs or kongs and a pair of nothing but 1s and 9s: {fan} fan.{drops}{inside}",
            "四副刻子或者槓同對眼全部係一或者九，冇番子，計{fan}番。{drops}{inside}",
        ),
        source="doc000 十番（例牌）, note 22; doc001 十番（例牌）, note 18; doc002 十番（例牌）, note 19",
        when=(pungs == 4) & tiles.only(TERMINALS),
        absorbs=("all_pungs",),
    ),
    Pattern(
        "all_honours",
        zh="字一色",
        jyutping="zi6 jat1 sik1",
        en="All honours",
        aka=("全字糊",),
        says=Text(
            "全副牌都是番子，沒有數字牌，計{fan}番{if all_honours.scoring=as_full_flush_all_pungs: ，"
            "即清一色連對對糊的番數}。{drops}{inside}",
            "Only winds and dragons: {fan} fan{if all_honours.scoring=as_full_flush_all_pungs: , the price of a "
            "full flush with all pungs}.{drops}{inside}",
            "成副牌都係番子，冇數字牌，計{fan}番{if all_honours.scoring=as_full_flush_all_pungs: ，"
            "即係清一色連對對糊嘅番}。{drops}{inside}",
        ),
        source="doc000 十番（例牌）, note 21; doc001 十番（例牌）, notes 17, 30; doc002 十番（例牌）, note 18",
        when=tiles.only(HONOURS) & (honours >= 1),
        absorbs=("all_pungs",),
    ),
    Pattern(
        "nine_gates",
        zh="九子連環",
        jyutping="gau2 zi2 lin4 waan4",
        en="Nine gates",
        aka=(
            "九蓮寶燈",
            "僞九子連環",
            "變九蓮寶燈",
            "九蓮花燈",
        ),
        says=Text(
            "門清、無槓，同一門砌成 1112345678999，再多任何一隻同門牌，計{fan}番。{if "
            "nine_gates.discard_win=nine_wait_only: 食出銃就要叫齊九飛。 else: 怎樣叫都可以，食出銃也計。}{drops}",
            "Concealed and without a kong: 1112345678999 of one suit and any one more tile of it, {fan} fan. {if "
            "nine_gates.discard_win=nine_wait_only: On a discard the wait must have been for all nine tiles. "
            "else: Any wait will do, also on a discard.}{drops}",
            "門清、冇槓，同一門砌到 1112345678999，再多一隻同門牌，計{fan}番。{if "
            "nine_gates.discard_win=nine_wait_only: 食出銃就要叫齊九飛。 else: 點叫都得，食出銃都計。}{drops}",
        ),
        source="doc000 十番（例牌）, note 23; doc001 其他非常用番種, notes 27-28; doc002 十番（例牌）, note 20",
        when=standard
        & one_suit
        & (sets.made(MELDED) == 0)
        & (tiles.of(NUM(1)) >= 3)
        & (tiles.of(NUM(9)) >= 3)
        & (kinds.of(ALL) == 9),
        absorbs=("full_flush", "concealed_hand", *CUSTOMS),
    ),
    Pattern(
        "million_stones",
        zh="百萬石",
        jyutping="baak3 maan6 sek6",
        en="A million",
        aka=("百萬雄兵",),
        says=Text(
            "清一色，而且所有牌的數字加起來有一百或以上，槓計足四隻；哪一門都可以。計{fan}番。{drops}",
            "A full flush of any suit whose numbers add up to 100 or more, counting all four tiles of a kong: "
            "{fan} fan.{drops}",
            "清一色，所有牌嘅數字加埋有一百或以上，槓計足四隻；邊一門都得。計{fan}番。{drops}",
        ),
        source="doc000 其他自訂食糊牌型 十番",
        when=one_suit & (face_sum >= 100),
        absorbs=("full_flush",),
    ),
    Pattern(
        "all_green",
        zh="綠一色",
        jyutping="luk6 jat1 sik1",
        en="All green",
        says=Text(
            "全副牌只有 2、3、4、6、8 索和發財，沒有發財都可以。計{fan}番。{drops}",
            "Only 2, 3, 4, 6, 8 of bamboo and 發 (發 is not required): {fan} fan.{drops}",
            "成副牌淨係得 2、3、4、6、8 索同發財，冇發財都得。計{fan}番。{drops}",
        ),
        source="doc000 其他自訂食糊牌型 十三番",
        when=tiles.only(GREEN | T("發")) & (tiles.of(GREEN) >= 1),
        absorbs=("half_flush", "full_flush"),
    ),
    Pattern(
        "red_dot_in_green",
        zh="萬綠叢中一點紅",
        jyutping="maan6 luk6 cung4 zung1 jat1 dim2 hung4",
        en="A touch of red in the green",
        says=Text(
            "近似綠一色，但多了一點紅：用中取代發，或者加入五索，兩樣不可齊有。計{fan}番。{drops}",
            "Like all green with one touch of red: either 中 in place of 發, or the 5 of bamboo as well, never "
            "both. {fan} fan.{drops}",
            "似綠一色，不過多咗一點紅：用中頂替發，或者加埋五索，兩樣唔可以齊有。計{fan}番。{drops}",
        ),
        source="doc000 其他自訂食糊牌型 十番",
        when=(tiles.only(GREEN | T("中")) & (tiles.of(T("中")) >= 1))
        | (tiles.only(GREEN | T("5s 發")) & (tiles.of(T("5s")) >= 1)),
        absorbs=("half_flush", "full_flush"),
    ),
    Pattern(
        "all_blue",
        zh="藍一色",
        jyutping="laam4 jat1 sik1",
        en="All blue",
        says=Text(
            "全副牌只有四隻風、白板和八筒，沒有八筒都可以。計{fan}番。{drops}",
            "Only winds, 白 and the 8 of circles (the 8 is not required): {fan} fan.{drops}",
            "成副牌淨係得四隻風、白板同八筒，冇八筒都得。計{fan}番。{drops}",
        ),
        source="doc000 其他自訂食糊牌型 十三番",
        when=tiles.only(T("E S W N 白 8p")) & (pungs == 4),
        absorbs=("half_flush", "all_pungs", "all_honours"),
    ),
    Pattern(
        "red_peacock",
        zh="紅孔雀",
        jyutping="hung4 hung2 zoek3",
        en="Red peacock",
        says=Text(
            "全副牌只有 1、5、7、9 索和紅中，五種必定齊全。計{fan}番。{drops}",
            "Only 1, 5, 7, 9 of bamboo and 中; all five are always present. {fan} fan.{drops}",
            "成副牌淨係得 1、5、7、9 索同紅中，五種一定齊。計{fan}番。{drops}",
        ),
        source="doc000 其他自訂食糊牌型 十三番",
        when=tiles.only(T("1s 5s 7s 9s 中")) & (pungs == 4),
        absorbs=("half_flush", "full_flush", "all_pungs"),
    ),
)
