"""Flowers, and wins by flowers."""

from __future__ import annotations

from sikwu.rules.language import (
    by,
    chain_broken,
    eighth_elsewhere,
    flower_sets,
    flowers,
    kong_chain,
    last_tile,
    own_flowers,
    replacement,
)
from sikwu.rules.pattern import FlowerCount, Pattern, Row, Text
from sikwu.win import By, Replacement

seven = (by == By.FLOWERS) & (flowers == 7)
eight = (by == By.FLOWERS) & (flowers == 8)
on_kong = replacement == Replacement.KONG
on_kong_after_kong = on_kong & (kong_chain >= 2) & ~chain_broken

PATTERNS = (
    Pattern(
        "no_flowers",
        zh="無花",
        jyutping="mou4 faa1",
        en="No flowers",
        says=Text(
            "食糊時自己一隻花都沒有。打花牌才計，不打花就沒有這一番。",
            "The winner holds no flower tile at all. Counts only when the game is played with flowers.",
        ),
        source="doc000 一番; doc001 一番; doc002 一番",
        when=flowers == 0,
    ),
    Pattern(
        "seat_flower",
        zh="正花",
        jyutping="zing3 faa1",
        en="Own flower",
        says=Text(
            "花牌號數對正自己門風：1 東、2 南、3 西、4 北，每隻計一番，跟圈風無關。已經湊成一台花的那一組，不再計當"
            "中的正花。",
            "Each flower whose number is your seat (1 East, 2 South, 3 West, 4 North) gives 1 fan; the round wind "
            "does not matter. A flower inside a complete set of four is not counted again.",
        ),
        source="doc000 一番; doc001 一番; doc002 一番",
        when=own_flowers >= 1,
        each=FlowerCount.OWN,
    ),
    Pattern(
        "flower_set",
        zh="一台花",
        jyutping="jat1 toi4 faa1",
        en="Full set of flowers",
        aka=("一臺花",),
        says=Text(
            "春夏秋冬或梅蘭菊竹，一組四隻儲齊，計兩番。同組的正花已包在內，另一組的正花照計；兩組都齊就計兩次。",
            "All four flowers of one series: 2 fan. The own flower of that series is contained, one of the other "
            "series still counts. Both series count twice.",
        ),
        source="doc000 兩番; doc001 兩番; doc002 兩番",
        rows=(Row(flower_sets >= 1, each=FlowerCount.SETS, absorbs_shared=("seat_flower",)),),
    ),
    # A fixed price (D18): nothing else counts. The bonus rows are house rules, one fan at most (R16).
    Pattern(
        "flower_win_seven",
        zh="花糊",
        jyutping="faa1 wu2",
        en="Flower win",
        aka=("花胡",),
        says=Text(
            "摸夠七隻花就可以推牌食糊，手牌甚麼樣都不理，當{fan}番自摸，三家賠。番數固定，正花、自摸等一律不加。可以不"
            "食，但為那隻花補了牌就不能回頭。",
            "With seven flowers you may lay down and win at once, whatever your other tiles are: {fan} fan, paid by all three as a self-draw. The price is fixed and nothing is added. You may decline, but once you take "
            "the replacement the chance is gone.",
        ),
        source="doc000 三番, 花糊牌規; doc001 三番, 花糊牌規; doc002 三番, 花糊牌規",
        rows=(
            Row(seven, alone=True),
            Row(seven & on_kong, "on_kong", absorbs=("flower_win_seven/last_tile",)),
            Row(seven & last_tile, "last_tile"),
            Row(seven & on_kong_after_kong, "kong_on_kong", absorbs=("flower_win_seven",), alone=True),
        ),
    ),
    Pattern(
        "flower_win_eight",
        zh="大花糊",
        jyutping="daai6 faa1 wu2",
        en="Eight immortals",
        aka=("八仙過海",),
        says=Text(
            "八隻花全數到手，可以立刻推牌，計{fan}番，當自摸三家賠。番數固定，其他番不加。常用版列為例牌。",
            "All eight flowers: you may lay down at once for {fan} fan, paid by all three as a self-draw. "
            "The price is fixed and nothing is added. A limit hand in the common list.",
        ),
        source="doc000 八番, note 17, 花糊牌規; doc001 八番（例牌）, note 13, 花糊牌規; doc002 八番, note 17, 花糊牌規",
        rows=(
            Row(eight, alone=True),
            Row(eight & on_kong_after_kong, "kong_on_kong", absorbs=("flower_win_eight",), alone=True),
        ),
    ),
    Pattern(
        "seven_rob_one",
        zh="七搶一",
        jyutping="cat1 coeng2 jat1",
        en="Seven rob one",
        says=Text(
            "有七隻花的一家可以等第八隻，或者直接當七搶一；第八隻落在別家，一樣可以食。只見於舊版，又沒有寫番數，這"
            "裏跟花糊計三番、三家賠。",
            "The holder of seven flowers may wait for the eighth or take this win at once; he may still take it "
            "when the eighth goes to another player. Only in the classic list, which gives no price: here 3 fan "
            "paid by all three, like a flower win.",
        ),
        source="doc002 花糊牌規",
        rows=(Row(seven & eighth_elsewhere, alone=True),),
    ),
)
