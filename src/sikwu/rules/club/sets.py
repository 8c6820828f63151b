"""Patterns of single sets: honours, pungs and kongs."""

from __future__ import annotations

from sikwu.rules.language import (
    ADDED,
    CONCEALED,
    DRAGONS,
    EXPOSED,
    NUM,
    SELF,
    WINDS,
    Shape,
    chows,
    eyes,
    flowers,
    honours,
    kongs,
    pungs,
    shape,
    tiles,
)
from sikwu.rules.pattern import Pattern, PatternRow, Text

# 槓亦算是暗坎: every kong counts (C-04).
OWN = SELF | CONCEALED | EXPOSED | ADDED

PATTERNS = (
    Pattern(
        "honour_pung",
        zh="字",
        jyutping="zi6",
        en="Honour pung",
        says=Text(
            "風牌或三元牌的刻子、槓，每副{fan}番，不分門風圈風。{if honour_pung.inside_sets: "
            "三風、四喜、三元、全字碰裏照計， else: 三風、四喜、三元、全字碰裏不再計，}十三么那副刻子是字牌也計。",
            "{fan} fan for each pung or kong of any wind or dragon; seat and round do not matter. {if "
            "honour_pung.inside_sets: They count inside the wind and dragon patterns and all honours too. else: "
            "They do not count inside the wind and dragon patterns and all honours.} An honour pung of thirteen "
            "orphans counts.",
            "風牌或者三元牌嘅刻子、槓，每副{fan}番，唔分門風圈風。{if honour_pung.inside_sets: "
            "三風、四喜、三元、全字碰入面照計， else: 三風、四喜、三元、全字碰入面唔再計，}"
            "十三么嗰副刻子係字牌都計。",
        ),
        source="doc004 番數表 1 番, 說明表（字）",
        rows=(
            PatternRow(pungs.of(WINDS) >= 1, "wind", each=pungs.of(WINDS)),
            PatternRow(pungs.of(DRAGONS) >= 1, "dragon", each=pungs.of(DRAGONS)),
            # The set of 十三么, besides one of each honour and perhaps a second (C-01, C-28).
            PatternRow((shape == Shape.ORPHANS) & ((tiles.of(WINDS) >= 7) | (tiles.of(DRAGONS) >= 6)), "in_orphans"),
        ),
    ),
    Pattern(
        "small_three_winds",
        zh="小三風",
        jyutping="siu2 saam1 fung1",
        en="Small three winds",
        says=Text(
            "剛好兩種風的刻子或槓，第三種風做眼，計{fan}番。{drops}{inside}",
            "Pungs or kongs of exactly two winds and a pair of a third: {fan} fan.{drops}{inside}",
            "啱啱兩種風嘅刻子或者槓，第三種風做眼，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 5 番, 說明表（小三風）",
        when=(pungs.of(WINDS) == 2) & eyes.in_(WINDS),
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
        source="doc004 番數表 15 番, 說明表（大三風）",
        when=pungs.of(WINDS) == 3,
    ),
    Pattern(
        "small_four_winds",
        zh="小四喜",
        jyutping="siu2 sei3 hei2",
        en="Small four winds",
        says=Text(
            "三種風的刻子或槓，第四種風做眼，計{fan}番。{drops}{inside}",
            "Pungs or kongs of three winds and a pair of the fourth: {fan} fan.{drops}{inside}",
            "三種風嘅刻子或者槓，第四種風做眼，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 30 番, 說明表（小四喜）",
        when=(pungs.of(WINDS) == 3) & eyes.in_(WINDS),
        absorbs=("big_three_winds",),
    ),
    Pattern(
        "big_four_winds",
        zh="大四喜",
        jyutping="daai6 sei3 hei2",
        en="Big four winds",
        says=Text(
            "四種風的刻子或槓齊全，計{fan}番。{drops}{inside}",
            "Pungs or kongs of all four winds: {fan} fan.{drops}{inside}",
            "四種風嘅刻子或者槓齊晒，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 40 番, 說明表（大四喜）",
        when=pungs.of(WINDS) == 4,
    ),
    Pattern(
        "small_three_dragons",
        zh="小三元",
        jyutping="siu2 saam1 jyun4",
        en="Small three dragons",
        says=Text(
            "中、發、白有兩副刻子或槓，第三種做眼，計{fan}番。{drops}{inside}",
            "Pungs or kongs of two dragons and a pair of the third: {fan} fan.{drops}{inside}",
            "中、發、白有兩副刻子或者槓，第三種做眼，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 15 番, 說明表（小三元）",
        when=(pungs.of(DRAGONS) == 2) & eyes.in_(DRAGONS),
    ),
    Pattern(
        "big_three_dragons",
        zh="大三元",
        jyutping="daai6 saam1 jyun4",
        en="Big three dragons",
        says=Text(
            "中、發、白三副刻子或槓齊，計{fan}番。{drops}{inside}",
            "Pungs or kongs of all three dragons: {fan} fan.{drops}{inside}",
            "中、發、白三副刻子或者槓齊晒，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 30 番, 說明表（大三元）",
        when=pungs.of(DRAGONS) == 3,
    ),
    Pattern(
        "eyes_258",
        zh="將",
        jyutping="zoeng3",
        en="258 pair",
        says=Text(
            "眼是數字牌的二、五或八，計{fan}番。{drops}{inside}",
            "The pair is a suited 2, 5 or 8: {fan} fan.{drops}{inside}",
            "眼係數字牌嘅二、五或者八，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 1 番, 說明表（將）",
        when=eyes.in_(NUM(2, 5, 8)),
    ),
    Pattern(
        "all_chows",
        zh="小平胡",
        jyutping="siu2 ping4 wu2",
        en="All chows",
        aka=("小平",),
        says=Text(
            "五組全是順子，眼也不是字牌，但有花，計{fan}番；用甚麼數字做眼、怎樣叫都可以。{if uses big_all_chows: "
            "沒有花就是大平胡 else: 沒有花就不計}。{drops}{inside}",
            "Five chows, no honours, and at least one flower: {fan} fan; any suited pair and any wait. Without "
            "flowers it is {if uses big_all_chows: big all chows. else: not counted.}{drops}{inside}",
            "五組全部係順子，眼都唔係字牌，不過有花，計{fan}番；乜嘢數字做眼、點叫都得。{if uses big_all_chows: 冇"
            "花就係大平胡 else: 冇花就唔計}。{drops}{inside}",
        ),
        source="doc004 番數表 3 番, 說明表（小平胡）",
        when=(chows == 5) & (honours == 0) & (flowers >= 1),
    ),
    Pattern(
        "big_all_chows",
        zh="大平胡",
        jyutping="daai6 ping4 wu2",
        en="Big all chows",
        aka=("大平",),
        says=Text(
            "五組全是順子，花和字牌都沒有，代替小平胡，計{fan}番。{drops}{inside}",
            "Five chows, no flowers and no honours, in place of all chows: {fan} fan.{drops}{inside}",
            "五組全部係順子，花同字牌都冇，代替小平胡，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 8 番, 說明表（大平胡）",
        when=(chows == 5) & (honours == 0) & (flowers == 0),
    ),
    Pattern(
        "all_pungs",
        zh="對對",
        jyutping="deoi3 deoi3",
        en="All pungs",
        aka=("碰碰",),
        says=Text(
            "五組都是刻子或槓，計{fan}番。{drops}{inside}",
            "Five pungs or kongs and a pair: {fan} fan.{drops}{inside}",
            "五組都係刻子或者槓，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 10 番, 說明表（對對）",
        when=pungs == 5,
    ),
    Pattern(
        "kong_exposed",
        zh="明槓",
        jyutping="ming4 gong3",
        en="Exposed kong",
        says=Text(
            "手上三隻，槓別家打出的第四隻，每個{fan}番；碰後加槓一樣計。{inside}",
            "{fan} fan for each kong of your own three tiles and a discard; an added kong counts the same.{inside}",
            "手上三隻，槓人哋打出嘅第四隻，每個{fan}番；碰咗再加槓一樣計。{inside}",
        ),
        source="doc004 番數表 1 番, 說明表（明槓）",
        when=kongs.made(EXPOSED | ADDED) >= 1,
        each=kongs.made(EXPOSED | ADDED),
    ),
    Pattern(
        "kong_concealed",
        zh="暗槓",
        jyutping="am3 gong3",
        en="Concealed kong",
        says=Text(
            "四隻全是自己的槓，要蓋住放，每個{fan}番。{inside}",
            "{fan} fan for each kong of four own tiles, laid face down.{inside}",
            "四隻全部係自己嘅槓，要冚住放，每個{fan}番。{inside}",
        ),
        source="doc004 番數表 2 番, 說明表（暗槓）",
        when=kongs.made(CONCEALED) >= 1,
        each=kongs.made(CONCEALED),
    ),
    Pattern(
        "two_concealed_pungs",
        zh="兩暗坎",
        jyutping="loeng5 am3 kaan2",
        en="Two concealed pungs",
        says=Text(
            "剛好兩副暗坎，計{fan}番；槓當暗坎{if not concealed_pungs.added_kong: （碰後加槓除外）}，"
            "食出銃才成的刻子不算。{drops}{inside}",
            "Exactly two concealed pungs: {fan} fan. Kongs count as such{if not concealed_pungs.added_kong: , "
            "except those added to a claimed pung}; a pung finished by a discard does not.{drops}{inside}",
            "啱啱兩副暗坎，計{fan}番；槓當暗坎{if not concealed_pungs.added_kong: （碰咗再加槓除外）}，"
            "食出銃先成嘅刻子唔算。{drops}{inside}",
        ),
        source="doc004 番數表 1 番, 說明表（兩暗坎）; S5",
        when=pungs.made(OWN) == 2,
    ),
    Pattern(
        "three_concealed_pungs",
        zh="三暗坎",
        jyutping="saam1 am3 kaan2",
        en="Three concealed pungs",
        says=Text(
            "剛好三副暗坎，計{fan}番；槓當暗坎{if not concealed_pungs.added_kong: （碰後加槓除外）}，"
            "食出銃才成的刻子不算。{drops}{inside}",
            "Exactly three concealed pungs: {fan} fan. Kongs count as such{if not concealed_pungs.added_kong: , "
            "except those added to a claimed pung}; a pung finished by a discard does not.{drops}{inside}",
            "啱啱三副暗坎，計{fan}番；槓當暗坎{if not concealed_pungs.added_kong: （碰咗再加槓除外）}，"
            "食出銃先成嘅刻子唔算。{drops}{inside}",
        ),
        source="doc004 番數表 5 番, 說明表（三暗坎）; S5",
        when=pungs.made(OWN) == 3,
    ),
    Pattern(
        "four_concealed_pungs",
        zh="四暗坎",
        jyutping="sei3 am3 kaan2",
        en="Four concealed pungs",
        says=Text(
            "剛好四副暗坎，計{fan}番；槓當暗坎{if not concealed_pungs.added_kong: （碰後加槓除外）}，"
            "食出銃才成的刻子不算。{drops}{inside}",
            "Exactly four concealed pungs: {fan} fan. Kongs count as such{if not concealed_pungs.added_kong: , "
            "except those added to a claimed pung}; a pung finished by a discard does not.{drops}{inside}",
            "啱啱四副暗坎，計{fan}番；槓當暗坎{if not concealed_pungs.added_kong: （碰咗再加槓除外）}，"
            "食出銃先成嘅刻子唔算。{drops}{inside}",
        ),
        source="doc004 番數表 15 番, 說明表（四暗坎）, 說明表（四槓）",
        when=pungs.made(OWN) == 4,
    ),
    Pattern(
        "five_concealed_pungs",
        zh="五暗坎",
        jyutping="ng5 am3 kaan2",
        en="Five concealed pungs",
        says=Text(
            "五副都是暗坎，計{fan}番；槓當暗坎{if not concealed_pungs.added_kong: （碰後加槓除外）}，"
            "食出銃才成的刻子不算。{drops}{inside}",
            "All five sets are concealed pungs: {fan} fan. Kongs count as such{if not "
            "concealed_pungs.added_kong: , except those added to a claimed pung}; a pung finished by a discard "
            "does not.{drops}{inside}",
            "五副都係暗坎，計{fan}番；槓當暗坎{if not concealed_pungs.added_kong: （碰咗再加槓除外）}，"
            "食出銃先成嘅刻子唔算。{drops}{inside}",
        ),
        source="doc004 番數表 40 番, 說明表（五暗坎）",
        when=pungs.made(OWN) == 5,
        absorbs=("all_pungs",),
    ),
    Pattern(
        "four_kongs",
        zh="四槓",
        jyutping="sei3 gong3",
        en="Four kongs",
        says=Text(
            "開了四個槓，明暗不拘，計{fan}番。{drops}{inside}",
            "Four kongs, exposed or concealed: {fan} fan.{drops}{inside}",
            "開咗四個槓，明暗都得，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 30 番, 說明表（四槓）; S5",
        when=kongs == 4,
        absorbs=("two_concealed_pungs", "three_concealed_pungs", "four_concealed_pungs"),
    ),
    Pattern(
        "five_kongs",
        zh="五槓",
        jyutping="ng5 gong3",
        en="Five kongs",
        says=Text(
            "五組全部開槓，明暗不拘，計{fan}番。{drops}{inside}",
            "Five kongs, exposed or concealed: {fan} fan.{drops}{inside}",
            "五組全部開槓，明暗都得，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 50 番, 說明表（五槓）",
        when=kongs == 5,
        absorbs=(
            "kong_exposed",
            "kong_concealed",
            "two_concealed_pungs",
            "three_concealed_pungs",
            "four_concealed_pungs",
            "five_concealed_pungs",
        ),
    ),
)
