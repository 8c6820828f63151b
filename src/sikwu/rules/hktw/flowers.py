"""Flowers, and wins by flowers."""

from __future__ import annotations

from sikwu.rules.language import by, flower_sets, flowers, own_flowers
from sikwu.rules.pattern import FlowerCount, Pattern, Row, Text
from sikwu.win import By

PATTERNS = (
    Pattern(
        "no_flowers",
        zh="無花",
        jyutping="mou4 faa1",
        en="No flowers",
        says=Text(
            "食糊時自己一隻花都沒有，計一番。無字花和大平糊已包它，不再計。",
            "The winner holds no flower tile at all: 1 fan. Already inside no honours, no flowers and inside big "
            "all chows.",
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
            "花牌對正自己座位，每隻兩番：東家春、梅，南家夏、蘭，西家秋、菊，北家冬、竹。已經湊成一台花、兩台花的那"
            "些花，以及七搶一，都不再逐隻計。",
            "2 fan for each flower of your own seat: 春 梅 East, 夏 蘭 South, 秋 菊 West, 冬 竹 North. Not counted "
            "inside a full set, eight immortals or seven rob one.",
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
            "花牌不對正自己座位，每隻一番。已經湊成一台花、兩台花的那些花，以及七搶一，都不再逐隻計。",
            "1 fan for each flower that is not of your own seat. Not counted inside a full set, eight immortals or "
            "seven rob one.",
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
            "春夏秋冬或者梅蘭菊竹，一組四隻儲齊，計十番。這四隻預設不再逐隻計，另一組的花照計；兩組都齊就改計兩台花。",
            "All four flowers of one series: 10 fan in place of those four tiles; flowers of the other series "
            "still count singly. Both series make eight immortals.",
        ),
        source="doc003 番數計算（一台花）",
        rows=(Row(flower_sets >= 1, each=FlowerCount.SETS, absorbs_shared=("seat_flower", "flower_other")),),
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
            "八隻花儲齊，手牌甚麼樣都可以即刻食，當自摸三家賠，只計三十番、自摸和莊家番。不即刻食而砌成普通糊的話，"
            "三十番加上去，代替其他花番。",
            "With all eight flowers you may win at once, whatever your other tiles are: 30 fan, self-draw and the "
            "dealer fan, nothing else, paid by all three. If you finish a normal hand instead, the 30 are added in "
            "place of all other flower fan.",
        ),
        source="doc003 番數計算（兩台花）",
        rows=(
            Row((by == By.FLOWERS) & (flowers == 8), alone=True, beside=("self_draw",)),
            Row(
                (by != By.FLOWERS) & (flowers == 8), "in_a_hand", absorbs=("flower_set", "seat_flower", "flower_other")
            ),
        ),
    ),
    Pattern(
        "seven_rob_one",
        zh="七搶一",
        jyutping="cat1 coeng2 jat1",
        en="Seven rob one",
        says=Text(
            "儲到七隻花就可以食，第八隻在哪裏都無妨，預設不用等；計二十番，當自摸三家賠。只加自摸和莊家番，手牌和其"
            "他花番一律不計。",
            "Seven flowers win, wherever the eighth is, and by default without waiting for it: 20 fan, paid by all "
            "three as a self-draw. Only self-draw and the dealer fan are added.",
        ),
        source="doc003 番數計算（七搶一）; S11",
        rows=(Row((by == By.FLOWERS) & (flowers == 7), alone=True, beside=("self_draw",)),),
    ),
)
