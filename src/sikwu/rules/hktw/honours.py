"""Dragons and winds."""

from __future__ import annotations

from sikwu.rules.language import DRAGONS, ROUND, SEAT, WINDS, eyes, pungs
from sikwu.rules.pattern import Pattern, Row, Text

WIND_PUNGS = ("wind_pung_valued", "wind_pung_other")
# One pung that is both winds; two different pungs would be two of SEAT | ROUND.
double_wind = (pungs.of(SEAT) == 1) & (pungs.of(ROUND) == 1) & (pungs.of(SEAT | ROUND) == 1)

PATTERNS = (
    Pattern(
        "dragon_pung",
        zh="三元牌",
        jyutping="saam1 jyun4 paai2",
        en="Dragon pung",
        says=Text(
            "中、發、白的刻子或槓，每副兩番。小三元、大三元預設已包在內。",
            "2 fan for each pung or kong of a dragon (中, 發, 白). By default small and big three dragons already c"
            "ontain them.",
        ),
        source="doc003 番數計算（三元牌）",
        when=pungs.of(DRAGONS) >= 1,
        each=pungs.of(DRAGONS),
    ),
    Pattern(
        "wind_pung_valued",
        zh="正風正圈",
        jyutping="zing3 fung1 zing3 hyun1",
        en="Seat or round wind pung",
        aka=(
            "正風",
            "正圈",
            "圈風牌",
        ),
        says=Text(
            "自己門風或者當圈的圈風的刻子、槓，每副{fan}番；門風圈風是同一隻，計{worth:wind_pung_valued/plain+wind_pung_valued/double}番。三風、四喜裏不再計。",
            "{fan} fan for each pung or kong of your seat wind or the round wind; a wind that is both gives {worth:wind_pung_valued/plain+wind_pung_valued/double}. Not counted inside the three-wind and four-wind patterns.",
        ),
        source="doc003 番數計算（圈風牌）",
        rows=(
            Row(pungs.of(SEAT | ROUND) >= 1, each=pungs.of(SEAT | ROUND)),
            Row(double_wind, "double"),
        ),
    ),
    Pattern(
        "wind_pung_other",
        zh="爛風",
        jyutping="laan6 fung1",
        en="Other wind pung",
        aka=("圈風牌",),
        says=Text(
            "不是門風又不是圈風的風牌刻子、槓，每副一番。三風、四喜裏不再計。",
            "1 fan for each pung or kong of a wind that is neither your seat nor the round. Not counted inside the "
            "three-wind and four-wind patterns.",
        ),
        source="doc003 番數計算（圈風牌）",
        when=pungs.of(WINDS - SEAT - ROUND) >= 1,
        each=pungs.of(WINDS - SEAT - ROUND),
    ),
    Pattern(
        "small_three_dragons",
        zh="小三元",
        jyutping="siu2 saam1 jyun4",
        en="Small three dragons",
        says=Text(
            "中、發、白有兩副刻子，第三種做眼，計二十番，預設已包兩副三元牌。",
            "Pungs of two dragons and a pair of the third: 20 fan, by default containing both dragon pungs.",
        ),
        source="doc003 番數計算（小三元）, 計番所採用的牌型 舊章",
        when=(pungs.of(DRAGONS) == 2) & eyes.in_(DRAGONS),
        absorbs=("dragon_pung",),
    ),
    Pattern(
        "big_three_dragons",
        zh="大三元",
        jyutping="daai6 saam1 jyun4",
        en="Big three dragons",
        says=Text(
            "中、發、白三副刻子齊，計四十番，預設已包三副三元牌。",
            "Pungs of all three dragons: 40 fan, by default containing the three dragon pungs.",
        ),
        source="doc003 番數計算（大三元）, 計番所採用的牌型 舊章",
        when=pungs.of(DRAGONS) == 3,
        absorbs=("dragon_pung",),
    ),
    Pattern(
        "small_three_winds",
        zh="小三風",
        jyutping="siu2 saam1 fung1",
        en="Small three winds",
        says=Text(
            "兩種風各一副刻子，第三種風做眼，計十五番，預設已包兩副風刻。",
            "Pungs of two winds and a pair of a third: 15 fan, by default containing the wind pungs.",
        ),
        source="doc003 番數計算（小三風）, 計番所採用的牌型 新章 1)",
        when=(pungs.of(WINDS) == 2) & eyes.in_(WINDS),
        absorbs=WIND_PUNGS,
    ),
    Pattern(
        "big_three_winds",
        zh="大三風",
        jyutping="daai6 saam1 fung1",
        en="Three wind pungs",
        says=Text(
            "有三種風的刻子，計三十番，預設已包三副風刻。第四種風做眼的話是小四喜。",
            "Pungs of three winds: 30 fan, by default containing the wind pungs. With the fourth wind as the pair "
            "it is small four winds.",
        ),
        source="doc003 番數計算（大三風）, 計番所採用的牌型 新章 1)",
        when=pungs.of(WINDS) == 3,
        absorbs=WIND_PUNGS,
    ),
    Pattern(
        "small_four_winds",
        zh="小四喜",
        jyutping="siu2 sei3 hei2",
        en="Small four winds",
        says=Text(
            "三種風各一副刻子，第四種風做眼，計六十番，已包大三風，風刻預設亦不再計。",
            "Pungs of three winds and a pair of the fourth: 60 fan, containing three wind pungs and by default "
            "each single wind pung.",
        ),
        source="doc003 番數計算（小四喜）, 計番所採用的牌型 舊章",
        when=(pungs.of(WINDS) == 3) & eyes.in_(WINDS),
        absorbs=(*WIND_PUNGS, "big_three_winds"),
    ),
    Pattern(
        "big_four_winds",
        zh="大四喜",
        jyutping="daai6 sei3 hei2",
        en="Big four winds",
        says=Text(
            "四種風的刻子齊全，計一百番，風刻預設不再計。第五組也是刻子就加對對糊，混一色、字一色照加。",
            "Pungs of all four winds: 100 fan, by default containing each wind pung. All pungs is added if the "
            "fifth set is a pung, and so is half flush or all honours.",
        ),
        source="doc003 番數計算（大四喜）, 計番所採用的牌型 舊章",
        when=pungs.of(WINDS) == 4,
        absorbs=WIND_PUNGS,
    ),
)
