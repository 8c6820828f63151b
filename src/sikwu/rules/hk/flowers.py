"""Patterns of flowers, and wins by flowers."""

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
from sikwu.rules.pattern import FlowerCount, Pattern, PatternRow, Text
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
            "食糊時自己一隻花都沒有，計{fan}番。{if not tiles.flowers_in_play: 不打花就沒有這一番。}{inside}",
            "The winner holds no flower: {fan} fan. {if not tiles.flowers_in_play: It does not exist without "
            "flowers in the game.}{inside}",
            "食糊嗰陣自己一隻花都冇，計{fan}番。{if not tiles.flowers_in_play: 唔打花就冇呢番。}{inside}",
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
            "花牌與自己門風相符（春梅東、夏蘭南、秋菊西、冬竹北），每隻計{fan}番，與圈風無關。湊成一台花的那一組，"
            "不再計當中的正花。",
            "Each flower of your seat (1f 5f East, 2f 6f South, 3f 7f West, 4f 8f North) gives {fan} fan; the round "
            "wind does not matter. A flower inside a full set of flowers is not counted again.",
            "花啱自己門風（春梅東、夏蘭南、秋菊西、冬竹北），每隻計{fan}番，同圈風冇關。儲齊一台花嗰組，"
            "就唔再計入面嘅正花。",
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
            "春夏秋冬或梅蘭菊竹，一組四隻集齊，計{fan}番；兩組都齊就計兩次。同組的正花不另計，另一組的正花照計。",
            "All four flowers of one series: {fan} fan, twice if you have both series. The own flower of that "
            "series is not added; one of the other series is.",
            "春夏秋冬或者梅蘭菊竹，一組四隻儲齊，計{fan}番；兩組都齊就計兩次。同組嘅正花唔再計，第二組嘅正花照計。",
        ),
        source="doc000 兩番; doc001 兩番; doc002 兩番",
        rows=(PatternRow(flower_sets >= 1, each=FlowerCount.SETS, absorbs_shared=("seat_flower",)),),
    ),
    # A fixed price (D18): nothing else counts. The bonus rows are house rules, one fan at most (R16).
    Pattern(
        "flower_win_seven",
        zh="花糊",
        jyutping="faa1 wu2",
        en="Flower win",
        aka=("花胡",),
        says=Text(
            "集齊七隻花就可以推牌食糊，不論手牌如何，當自摸計{fan}番。{if flower_win.non_dealer_waits_first_draw: "
            "閒家起手已有七隻，要等自己第一次摸牌才可食糊。}{if uses flower_win_seven/on_kong: 那隻花是開槓補到的，"
            "再加{worth:flower_win_seven/on_kong}番。}{if uses flower_win_seven/last_tile: 那隻花是牌牆最後一隻，"
            "再加{worth:flower_win_seven/last_tile}番{if uses flower_win_seven/on_kong: ；兩樣都有只加一樣}。}{if "
            "uses flower_win_seven/kong_on_kong: 連槓補到那隻花{if "
            "kong_on_kong.second_kong_tile=must_be_replacement_tile: （第二槓用首槓補到的牌）}，"
            "改計{worth:flower_win_seven/kong_on_kong}番。}手牌、正花、自摸等其他番一律不加。{if "
            "flower_win.may_wait_for_eighth: 可以不食，等第八隻。 else: 可以不食，但就當放棄。}",
            "With seven flowers you may lay down and win at once, whatever your other tiles are: {fan} fan, paid like "
            "a self-draw. {if flower_win.non_dealer_waits_first_draw: A non-dealer who has them from the deal must "
            "wait for the first draw.} {if uses flower_win_seven/on_kong: {worth:flower_win_seven/on_kong} fan more "
            "if a kong's replacement was that flower.} {if uses flower_win_seven/last_tile: "
            "{worth:flower_win_seven/last_tile} fan more if it was the last tile of the wall{if uses "
            "flower_win_seven/on_kong: , but only one of the two}.} {if uses flower_win_seven/kong_on_kong: After "
            "kongs in a row{if kong_on_kong.second_kong_tile=must_be_replacement_tile: , the second with the first "
            "one's replacement,} it is {worth:flower_win_seven/kong_on_kong} fan instead.} Nothing else is added: no "
            "fan for the tiles, own flowers or self-draw. {if flower_win.may_wait_for_eighth: You may pass and wait "
            "for the eighth flower. else: You may pass, but that gives it up.}",
            "摸夠七隻花就可以推牌食糊，手牌點樣都唔理，當自摸計{fan}番。{if flower_win.non_dealer_waits_first_draw: "
            "閒家起手已經有七隻，要等自己第一次摸牌先食得。}{if uses flower_win_seven/on_kong: 嗰隻花係開槓補返嚟，"
            "再加{worth:flower_win_seven/on_kong}番。}{if uses flower_win_seven/last_tile: 嗰隻花係最尾一隻牌，"
            "再加{worth:flower_win_seven/last_tile}番{if uses flower_win_seven/on_kong: ；兩樣都有淨係加一樣}。}{if "
            "uses flower_win_seven/kong_on_kong: 連槓補到嗰隻花{if "
            "kong_on_kong.second_kong_tile=must_be_replacement_tile: （第二槓要用第一槓補返嚟嗰隻）}，"
            "改計{worth:flower_win_seven/kong_on_kong}番。}手牌、正花、自摸嗰啲番一律唔加。{if "
            "flower_win.may_wait_for_eighth: 可以唔食，等第八隻。 else: 可以唔食，不過就當放棄。}",
        ),
        source="doc000 三番, 花糊牌規; doc001 三番, 花糊牌規; doc002 三番, 花糊牌規",
        rows=(
            PatternRow(seven, alone=True),
            PatternRow(seven & on_kong, "on_kong", absorbs=("flower_win_seven/last_tile",)),
            PatternRow(seven & last_tile, "last_tile"),
            PatternRow(seven & on_kong_after_kong, "kong_on_kong", absorbs=("flower_win_seven",), alone=True),
        ),
    ),
    Pattern(
        "flower_win_eight",
        zh="大花糊",
        jyutping="daai6 faa1 wu2",
        en="Eight immortals",
        aka=("八仙過海",),
        says=Text(
            "八隻花全數到手，可以立刻推牌食糊，當自摸計{fan}番。{if flower_win.non_dealer_waits_first_draw: "
            "閒家起手已有八隻，要等自己第一次摸牌才可食糊。}{if uses flower_win_eight/kong_on_kong: 連槓補到那隻花{if "
            "kong_on_kong.second_kong_tile=must_be_replacement_tile: （第二槓用首槓補到的牌）}，"
            "改計{worth:flower_win_eight/kong_on_kong}番。}其他番一律不加。",
            "With all eight flowers you may lay down and win at once: {fan} fan, paid like a self-draw. {if "
            "flower_win.non_dealer_waits_first_draw: A non-dealer who has them from the deal must wait for the first "
            "draw.} {if uses flower_win_eight/kong_on_kong: After kongs in a row{if "
            "kong_on_kong.second_kong_tile=must_be_replacement_tile: , the second with the first one's replacement,} "
            "it is {worth:flower_win_eight/kong_on_kong} fan instead.} Nothing else is added.",
            "八隻花儲齊，可以即刻推牌食糊，當自摸計{fan}番。{if flower_win.non_dealer_waits_first_draw: "
            "閒家起手已經有八隻，要等自己第一次摸牌先食得。}{if uses flower_win_eight/kong_on_kong: 連槓補到嗰隻花{if "
            "kong_on_kong.second_kong_tile=must_be_replacement_tile: （第二槓要用第一槓補返嚟嗰隻）}，"
            "改計{worth:flower_win_eight/kong_on_kong}番。}其他番一律唔加。",
        ),
        source="doc000 八番, note 17, 花糊牌規; doc001 八番（例牌）, note 13, 花糊牌規; doc002 八番, note 17, 花糊牌規",
        rows=(
            PatternRow(eight, alone=True),
            PatternRow(eight & on_kong_after_kong, "kong_on_kong", absorbs=("flower_win_eight",), alone=True),
        ),
    ),
    Pattern(
        "seven_rob_one",
        zh="七搶一",
        jyutping="cat1 coeng2 jat1",
        en="Seven flowers rob the eighth",
        says=Text(
            "自己有七隻花，第八隻在別家手上，可以推牌食糊，當自摸計{fan}番，{if "
            "seven_rob_one.payer=holder_of_eighth: 由有第八隻花那家包 else: 三家賠}。{drops}",
            "You have seven flowers and another player has the eighth: you may lay down and win. {fan} fan, paid "
            "like a self-draw, {if seven_rob_one.payer=holder_of_eighth: by the holder of the eighth for all "
            "three. else: by all three.}{drops}",
            "自己有七隻花，第八隻喺人哋度，可以推牌食糊，當自摸計{fan}番，{if "
            "seven_rob_one.payer=holder_of_eighth: 有第八隻花嗰個包 else: 三家賠}。{drops}",
        ),
        source="doc002 花糊牌規",
        rows=(PatternRow(seven & eighth_elsewhere, alone=True),),
    ),
)
