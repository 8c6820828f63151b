"""Patterns of dragons and winds."""

from __future__ import annotations

from sikwu.rules.language import DRAGONS, ROUND, SEAT, WINDS, eyes, pungs
from sikwu.rules.pattern import Pattern, PatternRow, Text

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
            "中、發、白的刻子或槓，每副{fan}番。{inside}",
            "{fan} fan for each pung or kong of a dragon (中, 發, 白).{inside}",
            "中、發、白嘅刻子或者槓，每副{fan}番。{inside}",
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
            "自己門風或當圈那隻風的刻子、槓，每副{fan}番；門風圈風是同一隻，{if wind_pung_valued.double_fan=2: "
            "也只計{fan}番 else: 共計{worth:wind_pung_valued/plain+wind_pung_valued/double}番}。{inside}",
            "{fan} fan for each pung or kong of your seat wind or the round wind; a wind that is both gives {if "
            "wind_pung_valued.double_fan=2: {fan} as well else: {worth:wind_pung_valued/plain+wind_pung_valued/do"
            "uble} in all}.{inside}",
            "自己門風或者當圈嗰隻風嘅刻子、槓，每副{fan}番；門風圈風係同一隻，{if wind_pung_valued.double_fan=2: "
            "都淨係計{fan}番 else: 一共計{worth:wind_pung_valued/plain+wind_pung_valued/double}番}。{inside}",
        ),
        source="doc003 番數計算（圈風牌）",
        rows=(
            PatternRow(pungs.of(SEAT | ROUND) >= 1, each=pungs.of(SEAT | ROUND)),
            PatternRow(double_wind, "double"),
        ),
    ),
    Pattern(
        "wind_pung_other",
        zh="爛風",
        jyutping="laan6 fung1",
        en="Other wind pung",
        aka=("圈風牌",),
        says=Text(
            "不是門風又不是圈風的風牌刻子、槓，每副{fan}番。{inside}",
            "{fan} fan for each pung or kong of a wind that is neither your seat nor the round.{inside}",
            "唔係門風又唔係圈風嘅風牌刻子、槓，每副{fan}番。{inside}",
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
            "中、發、白有兩副刻子（槓也可以），第三種做眼，計{fan}番。{drops}{inside}",
            "Pungs or kongs of two dragons and a pair of the third: {fan} fan.{drops}{inside}",
            "中、發、白有兩副刻子（槓都得），第三種做眼，計{fan}番。{drops}{inside}",
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
            "中、發、白三副刻子（槓也可以）齊，計{fan}番。{drops}{inside}",
            "Pungs or kongs of all three dragons: {fan} fan.{drops}{inside}",
            "中、發、白三副刻子（槓都得）齊晒，計{fan}番。{drops}{inside}",
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
            "剛好兩種風各一副刻子（槓也可以），第三種風做眼，計{fan}番。{drops}{inside}",
            "Pungs or kongs of exactly two winds and a pair of a third: {fan} fan.{drops}{inside}",
            "啱啱兩種風各一副刻子（槓都得），第三種風做眼，計{fan}番。{drops}{inside}",
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
            "剛好三種風的刻子或槓（第四種風做眼就是小四喜，做刻子就是大四喜），計{fan}番。{drops}{inside}",
            "Pungs or kongs of exactly three winds (with the fourth as the pair it is small four winds, as a pung big "
            "four winds): {fan} fan.{drops}{inside}",
            "啱啱三種風嘅刻子或者槓（第四種風做眼就係小四喜，做刻子就係大四喜），計{fan}番。{drops}{inside}",
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
            "三種風各一副刻子（槓也可以），第四種風做眼，計{fan}番。{drops}{inside}",
            "Pungs or kongs of three winds and a pair of the fourth: {fan} fan.{drops}{inside}",
            "三種風各一副刻子（槓都得），第四種風做眼，計{fan}番。{drops}{inside}",
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
            "四種風的刻子（槓也可以）齊全，計{fan}番。{drops}{inside}",
            "Pungs or kongs of all four winds: {fan} fan.{drops}{inside}",
            "四種風嘅刻子（槓都得）齊晒，計{fan}番。{drops}{inside}",
        ),
        source="doc003 番數計算（大四喜）, 計番所採用的牌型 舊章",
        when=pungs.of(WINDS) == 4,
        absorbs=WIND_PUNGS,
    ),
)
