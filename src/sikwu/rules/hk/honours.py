"""Dragons and winds."""

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
            "中、發、白每有一副刻子或槓，計一番。小三元、大三元的番數預設已包在內，不再另計。",
            "1 fan for each pung or kong of a dragon (中, 發, 白). By default small and big three dragons already c"
            "ontain them.",
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
            "自己座位那隻風的刻子或槓，計一番；碰巧又是圈風，就再加圈風一番。小四喜、大四喜、三喜臨門裏不再計。",
            "1 fan for a pung or kong of your seat wind; if it is the round wind too, that fan is added. Not "
            "counted inside small four winds, big four winds or three wind pungs.",
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
            "當圈的風湊成刻子或槓，計一番；碰巧又是自己門風，就再加門風一番。小四喜、大四喜、三喜臨門裏不再計。",
            "1 fan for a pung or kong of the wind of the round; if it is your seat wind too, that fan is added. "
            "Not counted inside small four winds, big four winds or three wind pungs.",
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
            "中、發、白有兩副刻子，第三種做眼。計{fan}番，預設已連兩副三元牌；混一色、對對糊、字一色可以再加。",
            "Pungs of two dragons and a pair of the third. {fan} fan, which by default contain both dragon pungs; half "
            "flush, all pungs or all honours are added.",
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
            "中、發、白三副刻子齊。計{fan}番，預設已連三副三元牌；混一色、對對糊可以再加。常用版列為例牌，而且計了字一色就"
            "不再計大三元。",
            "Pungs of all three dragons. {fan} fan, which by default contain the three dragon pungs; half flush and all "
            "pungs are added. The common list marks it as a limit hand and does not count it beside all honours.",
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
            "三種風各一副刻子，第四種風做眼。計{fan}番，一定另有混一色或字一色可加，連混一色即{worth:small_four_winds+half_flush}番；對對糊、三元牌照加。門風"
            "、圈風不再計。",
            "Pungs of three winds and a pair of the fourth. {fan} fan, and a half flush or all honours is always added, {worth:small_four_winds+half_flush} with the half flush; all pungs and a dragon pung add too. Seat and round wind do not count again.",
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
            "四種風的刻子齊全，眼用甚麼牌都可以，計{fan}番。門風、圈風不再計，對對糊預設也不加，只有打無限番才加。",
            "Pungs of all four winds with any pair: {fan} fan. Seat and round wind do not count again; all pungs is added "
            "only in the unlimited game.",
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
            "有三種風的刻子，眼不是第四種風（否則是小四喜）。對對糊、混一色照加，門風、圈風不再計。",
            "Pungs of three winds, the pair not being the fourth wind (that is small four winds). All pungs and "
            "half flush add; seat and round wind do not count again.",
        ),
        source="doc000 其他自訂食糊牌型 三番",
        when=pungs.of(WINDS) == 3,
        absorbs=("seat_wind_pung", "round_wind_pung"),
    ),
)
