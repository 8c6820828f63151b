"""Patterns of dragons and winds."""

from __future__ import annotations

from sikwu.rules.language import DRAGONS, ROUND, SEAT, WINDS, eyes, pungs
from sikwu.rules.pattern import Pattern, Text

PATTERNS = (
    Pattern(
        "dragon_pung",
        zh="三元牌",
        jyutping="saam1 jyun4 paai2",
        en="Dragon pung",
        aka=("番牌",),
        says=Text(
            "中、發、白每有一副刻子或槓，計{fan}番。{inside}",
            "{fan} fan for each pung or kong of a dragon (中, 發, 白).{inside}",
            "中、發、白每有一副刻子或者槓，計{fan}番。{inside}",
        ),
        source="doc000 一番; doc001 一番; doc002 一番",
        when=pungs.of(DRAGONS) >= 1,
        each=pungs.of(DRAGONS),
    ),
    Pattern(
        "seat_wind_pung",
        zh="門風",
        jyutping="mun4 fung1",
        en="Seat wind pung",
        aka=(
            "番牌",
            "風牌",
        ),
        says=Text(
            "自己座位那隻風的刻子或槓，計{fan}番；碰巧又是圈風，圈風照加。{inside}",
            "{fan} fan for a pung or kong of your seat wind; if it is the round wind too, the round wind pung is "
            "added as well.{inside}",
            "自己座位嗰隻風嘅刻子或者槓，計{fan}番；啱啱又係圈風，圈風照加。{inside}",
        ),
        source="doc000 一番, 六番, note 26, 其他自訂食糊牌型 三番; doc001 一番, 六番; doc002 一番, notes 9, 25",
        when=pungs.of(SEAT) >= 1,
        each=pungs.of(SEAT),
    ),
    Pattern(
        "round_wind_pung",
        zh="圈風",
        jyutping="hyun1 fung1",
        en="Round wind pung",
        aka=(
            "番牌",
            "風牌",
        ),
        says=Text(
            "當圈的風湊成刻子或槓，計{fan}番；碰巧又是自己門風，門風照加。{inside}",
            "{fan} fan for a pung or kong of the wind of the round; if it is your seat wind too, the seat wind pung "
            "is added as well.{inside}",
            "當圈嗰隻風嘅刻子或者槓，計{fan}番；啱啱又係自己門風，門風照加。{inside}",
        ),
        source="doc000 一番, 六番, note 26, 其他自訂食糊牌型 三番; doc001 一番, 六番; doc002 一番, notes 9, 25",
        when=pungs.of(ROUND) >= 1,
        each=pungs.of(ROUND),
    ),
    Pattern(
        "small_three_dragons",
        zh="小三元",
        jyutping="siu2 saam1 jyun4",
        en="Small three dragons",
        says=Text(
            "中、發、白有兩副刻子（槓也可以），第三種做眼，計{fan}番。{drops}{inside}",
            "Pungs or kongs of two dragons and a pair of the third: {fan} fan.{drops}{inside}",
            "中、發、白有兩副刻子（槓都得），第三種做眼，計{fan}番。{drops}{inside}",
        ),
        source="doc000 五番, note 10; doc001 五番, note 9; doc002 五番, note 8",
        when=(pungs.of(DRAGONS) == 2) & eyes.in_(DRAGONS),
        absorbs=("dragon_pung",),
    ),
    Pattern(
        "big_three_dragons",
        zh="大三元",
        jyutping="daai6 saam1 jyun4",
        en="Big three dragons",
        says=Text(
            "中、發、白三副刻子（槓也可以）齊，計{fan}番。{drops}{inside}",
            "Pungs or kongs of all three dragons: {fan} fan.{drops}{inside}",
            "中、發、白三副刻子（槓都得）齊晒，計{fan}番。{drops}{inside}",
        ),
        source="doc000 食糊準則, 八番, note 13; doc001 八番（例牌）, notes 12, 30; doc002 八番, note 11",
        when=pungs.of(DRAGONS) == 3,
        absorbs=("dragon_pung",),
    ),
    Pattern(
        "small_four_winds",
        zh="小四喜",
        jyutping="siu2 sei3 hei2",
        en="Small four winds",
        says=Text(
            "三種風各一副刻子（槓也可以），第四種風做眼，計{fan}番。{if uses half_flush and uses all_honours: 一定"
            "另有混一色或字一色，連混一色即{worth:small_four_winds+half_flush}番。 elif uses half_flush: 連混一色即"
            "{worth:small_four_winds+half_flush}番。}{drops}{inside}",
            "Pungs or kongs of three winds and a pair of the fourth: {fan} fan. {if uses half_flush and uses "
            "all_honours: There is always a half flush or all honours beside it; with the half flush it makes "
            "{worth:small_four_winds+half_flush}. elif uses half_flush: With a half flush it makes "
            "{worth:small_four_winds+half_flush}.}{drops}{inside}",
            "三種風各一副刻子（槓都得），第四種風做眼，計{fan}番。{if uses half_flush and uses all_honours: 一定另"
            "有混一色或者字一色，連埋混一色就{worth:small_four_winds+half_flush}番。 elif uses half_flush: 連埋混一"
            "色就{worth:small_four_winds+half_flush}番。}{drops}{inside}",
        ),
        source="doc000 六番, note 11; doc001 六番, note 10; doc002 六番, note 9",
        when=(pungs.of(WINDS) == 3) & eyes.in_(WINDS),
        absorbs=("seat_wind_pung", "round_wind_pung", "big_three_winds"),
    ),
    Pattern(
        "big_four_winds",
        zh="大四喜",
        jyutping="daai6 sei3 hei2",
        en="Big four winds",
        says=Text(
            "四種風的刻子（槓也可以）齊全，用甚麼做眼都可以，計{fan}番。{drops}{inside}",
            "Pungs or kongs of all four winds with any pair: {fan} fan.{drops}{inside}",
            "四種風嘅刻子（槓都得）齊晒，乜嘢做眼都得，計{fan}番。{drops}{inside}",
        ),
        source="doc000 食糊準則, 十三番（例牌）, note 26; doc001 十三番（例牌 - 上限番數）, note 21; doc002 遊戲準則, 十三番（例牌）, note 25",
        when=pungs.of(WINDS) == 4,
        absorbs=("seat_wind_pung", "round_wind_pung", "all_pungs"),
    ),
    Pattern(
        "big_three_winds",
        zh="三喜臨門",
        jyutping="saam1 hei2 lam4 mun4",
        en="Three wind pungs",
        aka=("三風刻",),
        says=Text(
            "有三種風的刻子或槓，眼不是第四種風（否則是小四喜），計{fan}番。{drops}{inside}",
            "Pungs or kongs of three winds, the pair not being the fourth wind (that is small four winds): {fan} "
            "fan.{drops}{inside}",
            "有三種風嘅刻子或者槓，眼唔係第四種風（如果係就係小四喜），計{fan}番。{drops}{inside}",
        ),
        source="doc000 其他自訂食糊牌型 三番",
        when=pungs.of(WINDS) == 3,
        absorbs=("seat_wind_pung", "round_wind_pung"),
    ),
)
