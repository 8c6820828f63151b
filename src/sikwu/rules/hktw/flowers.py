"""Patterns of flowers, and wins by flowers."""

from __future__ import annotations

from sikwu.rules.language import by, flower_sets, flowers, own_flowers
from sikwu.rules.pattern import FlowerCount, Pattern, PatternRow, Text
from sikwu.win import By

PATTERNS = (
    Pattern(
        "no_flowers",
        zh="無花",
        jyutping="mou4 faa1",
        en="No flowers",
        says=Text(
            "食糊時自己一隻花都沒有，計{fan}番。{drops}{inside}",
            "The winner holds no flower: {fan} fan.{drops}{inside}",
            "食糊嗰陣自己一隻花都冇，計{fan}番。{drops}{inside}",
        ),
        source="doc003 番數計算（無花）",
        when=flowers == 0,
    ),
    Pattern(
        "seat_flower",
        zh="正花",
        jyutping="zing3 faa1",
        en="Own flower",
        aka=("花牌",),
        says=Text(
            "花牌與自己座位相符，每隻{fan}番：東家春、梅，南家夏、蘭，西家秋、菊，北家冬、竹。{if "
            "flower_set.absorbs_flowers: 湊成一台花的那四隻不再逐隻計；}有兩台花或七搶一就不逐隻計。",
            "{fan} fan for each flower of your own seat: 1f 5f East, 2f 6f South, 3f 7f West, 4f 8f North. Not "
            "counted singly {if flower_set.absorbs_flowers: inside a full set of flowers, }in eight immortals or "
            "seven flowers rob the eighth.",
            "花啱自己座位，每隻{fan}番：東家春、梅，南家夏、蘭，西家秋、菊，北家冬、竹。{if "
            "flower_set.absorbs_flowers: 儲齊一台花嗰四隻唔再逐隻計；}有兩台花或者七搶一就唔逐隻計。",
        ),
        source="doc003 番數計算（花牌）",
        when=own_flowers >= 1,
        each=FlowerCount.OWN,
    ),
    Pattern(
        "flower_other",
        zh="爛花",
        jyutping="laan6 faa1",
        en="Other flower",
        aka=("花牌",),
        says=Text(
            "花牌與自己座位不符，每隻{fan}番。{if flower_set.absorbs_flowers: 湊成一台花的那四隻不再逐隻計；}"
            "有兩台花或七搶一就不逐隻計。",
            "{fan} fan for each flower that is not of your own seat. Not counted singly {if "
            "flower_set.absorbs_flowers: inside a full set of flowers, }in eight immortals or seven flowers rob "
            "the eighth.",
            "花唔啱自己座位，每隻{fan}番。{if flower_set.absorbs_flowers: 儲齊一台花嗰四隻唔再逐隻計；}"
            "有兩台花或者七搶一就唔逐隻計。",
        ),
        source="doc003 番數計算（花牌）",
        when=flowers >= 1,
        each=FlowerCount.OTHER,
    ),
    Pattern(
        "flower_set",
        zh="一台花",
        jyutping="jat1 toi4 faa1",
        en="Full set of flowers",
        says=Text(
            "春夏秋冬或梅蘭菊竹，一組四隻集齊，計{fan}番。這四隻{if flower_set.absorbs_flowers: 不再逐隻計 else: 照"
            "樣逐隻計}，另一組的花照計{if uses flower_win_eight: ；兩組都齊就改計兩台花}。",
            "All four flowers of one series: {fan} fan. Those four {if flower_set.absorbs_flowers: are not counted "
            "singly else: are counted singly as well}; flowers of the other series are. {if uses flower_win_eight: "
            "Both series make eight immortals.}",
            "春夏秋冬或者梅蘭菊竹，一組四隻儲齊，計{fan}番。呢四隻{if flower_set.absorbs_flowers: 唔再逐隻計 else: "
            "照樣逐隻計}，另一組嘅花照計{if uses flower_win_eight: ；兩組都齊就改計兩台花}。",
        ),
        source="doc003 番數計算（一台花）",
        rows=(PatternRow(flower_sets >= 1, each=FlowerCount.SETS, absorbs_shared=("seat_flower", "flower_other")),),
    ),
    # At once: the flowers and the self-draw alone (HK-13). In an ordinary win: in place of all other flower rows.
    Pattern(
        "flower_win_eight",
        zh="兩台花",
        jyutping="loeng5 toi4 faa1",
        en="Eight immortals",
        aka=(
            "八仙過海",
            "花胡",
        ),
        says=Text(
            "{if flower_win.eight_immediate=off: 八隻花儲齊，計{worth:flower_win_eight/in_a_hand}番，"
            "但要砌成普通糊才可食糊。 elif flower_win.eight_immediate=forced: 八隻花集齊，不論手牌，要立即食，"
            "計{worth:flower_win_eight/plain}番。 else: 八隻花集齊，不論手牌，可以立即食，"
            "計{worth:flower_win_eight/plain}番；不立即食而砌成普通糊，也加{worth:flower_win_eight/in_a_hand}番。}{if "
            "flower_win.eight_immediate!=off: 立即食{if uses self_draw/by_flowers and not flower_win_eight/plain "
            "drops self_draw: 只加自摸{if dealer.fan_scope!=none: 和莊家番}。 else: 不加其他番{if "
            "dealer.fan_scope!=none: ，莊家番除外}。}}其他花番不再計。",
            "{if flower_win.eight_immediate=off: All eight flowers add {worth:flower_win_eight/in_a_hand} fan to "
            "a normal hand; they do not win by themselves. elif flower_win.eight_immediate=forced: With all "
            "eight flowers you must win at once, whatever your other tiles are: {worth:flower_win_eight/plain} "
            "fan. else: With all eight flowers you may win at once, whatever your other tiles are: "
            "{worth:flower_win_eight/plain} fan. If you finish a normal hand instead, "
            "{worth:flower_win_eight/in_a_hand} fan are added to it.} {if flower_win.eight_immediate!=off: A win "
            "at once adds {if uses self_draw/by_flowers and not flower_win_eight/plain drops self_draw: "
            "self-draw{if dealer.fan_scope!=none:  and the dealer fan} and nothing else. else: nothing else{if "
            "dealer.fan_scope!=none:  but the dealer fan}.}} Other flower fan are not counted.",
            "{if flower_win.eight_immediate=off: 八隻花儲齊，計{worth:flower_win_eight/in_a_hand}番，"
            "不過要砌到普通糊先食得。 elif flower_win.eight_immediate=forced: 八隻花儲齊，唔理手牌，要即刻食，"
            "計{worth:flower_win_eight/plain}番。 else: 八隻花儲齊，唔理手牌，可以即刻食，"
            "計{worth:flower_win_eight/plain}番；唔即刻食而砌到普通糊，都加{worth:flower_win_eight/in_a_hand}番。"
            "}{if flower_win.eight_immediate!=off: 即刻食{if uses self_draw/by_flowers and not "
            "flower_win_eight/plain drops self_draw: 淨係加自摸{if dealer.fan_scope!=none: 同莊家番}。 else: "
            "唔加其他番{if dealer.fan_scope!=none: ，莊家番除外}。}}其他花番唔再計。",
        ),
        source="doc003 番數計算（兩台花）",
        rows=(
            PatternRow((by == By.FLOWERS) & (flowers == 8), alone=True, beside=("self_draw",)),
            PatternRow(
                (by != By.FLOWERS) & (flowers == 8), "in_a_hand", absorbs=("flower_set", "seat_flower", "flower_other")
            ),
        ),
    ),
    Pattern(
        "seven_rob_one",
        zh="七搶一",
        jyutping="cat1 coeng2 jat1",
        en="Seven flowers rob the eighth",
        says=Text(
            "儲到七隻花就可以食糊，{if flower_win.seven_waits_for_eighth: 但要等第八隻落在別家手上 else: "
            "不用等第八隻}，計{fan}番。{if uses self_draw/by_flowers: 只加自摸{if dealer.fan_scope!=none: "
            "和莊家番}， else: {if dealer.fan_scope!=none: 只加莊家番，}}手牌和其他花番一律不計。",
            "Seven flowers win, {if flower_win.seven_waits_for_eighth: but only once another player has the "
            "eighth else: without waiting for the eighth}: {fan} fan. {if uses self_draw/by_flowers: Only "
            "self-draw{if dealer.fan_scope!=none:  and the dealer fan} are added; else: {if "
            "dealer.fan_scope!=none: Only the dealer fan are added;}} the other tiles and flowers do not count.",
            "儲到七隻花就可以食糊，{if flower_win.seven_waits_for_eighth: 不過要等第八隻去咗人哋度 else: "
            "唔使等第八隻}，計{fan}番。{if uses self_draw/by_flowers: 淨係加自摸{if dealer.fan_scope!=none: "
            "同莊家番}， else: {if dealer.fan_scope!=none: 淨係加莊家番，}}手牌同其他花番一律唔計。",
        ),
        source="doc003 番數計算（七搶一）; S11",
        rows=(PatternRow((by == By.FLOWERS) & (flowers == 7), alone=True, beside=("self_draw",)),),
    ),
)
