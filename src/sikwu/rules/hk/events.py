"""Patterns of how and when the hand was won."""

from __future__ import annotations

from sikwu.rules.hk.kongs import kong_win
from sikwu.rules.language import (
    MELDED,
    by,
    chain_broken,
    first_turn,
    flowers,
    kong_chain,
    last_discard,
    last_tile,
    ready,
    replacement,
    self_drawn,
    sets,
)
from sikwu.rules.pattern import Pattern, PatternRow, Text
from sikwu.win import By, FirstTurn, Ready, Replacement

four_in_a_row = (replacement == Replacement.KONG) & (kong_chain >= 4) & ~chain_broken

PATTERNS = (
    Pattern(
        "self_draw",
        zh="自摸",
        jyutping="zi6 mo2",
        en="Self-draw",
        says=Text(
            "叫糊那隻牌由自己摸到，{if win_on_kong/plain drops self_draw: 補花摸到的也算 else: 補花、補槓摸到的都算}，"
            "計{fan}番。{if robbing_kong.as_self_draw=payment_and_fan: 搶槓也當自摸，一樣加。}{inside}",
            "You draw the winning tile yourself, also as a replacement for a flower{if not win_on_kong/plain drops "
            "self_draw:  or a kong}: {fan} fan. {if robbing_kong.as_self_draw=payment_and_fan: A robbed kong counts "
            "as a self-draw too.}{inside}",
            "叫糊嗰隻自己摸返嚟，{if win_on_kong/plain drops self_draw: 補花摸到都算 else: 補花、補槓摸到都算}，"
            "計{fan}番。{if robbing_kong.as_self_draw=payment_and_fan: 搶槓都當自摸，一樣加。}{inside}",
        ),
        source="doc000 一番; doc001 一番; doc002 一番",
        when=self_drawn,
    ),
    Pattern(
        "robbing_kong",
        zh="搶槓",
        jyutping="coeng2 gong3",
        en="Robbing the kong",
        says=Text(
            "別家碰了之後加槓，加的那隻正是你叫的牌，你搶來食糊，計{fan}番。{if "
            "thirteen_orphans.rob_concealed_kong: 暗槓只有十三幺可以搶。 else: 暗槓不可以搶。}{if "
            "robbing_kong.as_self_draw=false: 加槓那家當出銃。 else: 當自摸，加槓那家包三家{if "
            "robbing_kong.as_self_draw=payment_and_fan: ，自摸的番照加}。}",
            "Another player adds the fourth tile to a claimed pung and you win on that tile: {fan} fan. {if "
            "thirteen_orphans.rob_concealed_kong: Only thirteen orphans may rob a concealed kong. else: A "
            "concealed kong may not be robbed.} {if robbing_kong.as_self_draw=false: The kong maker pays like a "
            "discarder. else: It is paid like a self-draw, and the kong maker pays for all three{if "
            "robbing_kong.as_self_draw=payment_and_fan: ; the fan of self-draw are added}.}",
            "人哋碰咗再加槓，加嗰隻啱啱係你叫嘅，你搶嚟食糊，計{fan}番。{if thirteen_orphans.rob_concealed_kong: "
            "暗槓要十三幺先搶得。 else: 暗槓唔可以搶。}{if robbing_kong.as_self_draw=false: 加槓嗰家當出銃。 else: "
            "當自摸，加槓嗰家包三家{if robbing_kong.as_self_draw=payment_and_fan: ，自摸嘅番照加}。}",
        ),
        source="doc000 一番, notes 5-6, 28; doc001 一番, note 4; doc002 一番, notes 3-4, 24",
        when=by == By.ROB_KONG,
    ),
    Pattern(
        "last_tile_draw",
        zh="海底撈月",
        jyutping="hoi2 dai2 laau4 jyut6",
        en="Moon from the sea bottom",
        says=Text(
            "牌牆最後一隻牌由你摸到並且食糊，計{fan}番{if last_tile_draw/plain drops self_draw: ，已連自摸}。"
            "那隻牌若是開槓補的，{if uses last_tile_draw/with_kong: 就與槓上自摸各計{worth:last_tile_draw/with_kong}"
            "番，自摸另加。 else: 海底撈月就不另計。}",
            "You win by drawing the last tile of the wall: {fan} fan{if last_tile_draw/plain drops self_draw: , "
            "self-draw included}. If it replaces a kong, {if uses last_tile_draw/with_kong: this and the win on a "
            "kong count {worth:last_tile_draw/with_kong} fan each, and self-draw is added. else: this is not counted.}",
            "最尾一隻牌由你摸到兼食糊，計{fan}番{if last_tile_draw/plain drops self_draw: ，已經連自摸}。"
            "嗰隻如果係開槓補返嚟，{if uses last_tile_draw/with_kong: 就同槓上自摸各計{worth:last_tile_draw/with_kong}"
            "番，自摸另外加。 else: 就唔再計海底撈月。}",
        ),
        source="doc000 一番, note 8; doc001 兩番, note 6; doc002 一番, note 6",
        rows=(
            PatternRow(self_drawn & last_tile & ~four_in_a_row),
            PatternRow(kong_win & last_tile, "with_kong"),
        ),
    ),
    Pattern(
        "last_discard",
        zh="河底撈魚",
        jyutping="ho4 dai2 laau4 jyu2",
        en="Fish from the river bottom",
        says=Text(
            "牌已摸完，食全局打出的最後一隻牌，計{fan}番。{if not uses last_discard: 這裏不計河底撈魚。}",
            "You win on the last discard of the hand, after the wall is used up: {fan} fan. {if not uses "
            "last_discard: It is not counted here.}",
            "牌摸晒，食全局打出嘅最尾一隻，計{fan}番。{if not uses last_discard: 而家唔計河底撈魚。}",
        ),
        source="doc000 note 8; doc001 note 6; doc002 note 6",
        when=(by == By.DISCARD) & last_discard,
    ),
    # The second row is in use if seven flowers at the deal count as a heavenly hand (花糊牌規).
    Pattern(
        "heavenly_hand",
        zh="天糊",
        jyutping="tin1 wu2",
        en="Heavenly hand",
        aka=("天胡",),
        says=Text(
            "莊家起手牌未打出第一隻就已成糊，雞糊也計，當自摸計{fan}番。之前補過花無妨，開過暗槓就不算。{if uses "
            "heavenly_hand/by_flowers: 莊家起手有七隻花或以上{if "
            "flower_win.dealer_opening_as_heavenly=with_replacements: （補花補到的也算，開槓補到的不算） else: （補"
            "牌補到的不算）}，食花糊當天糊計{worth:heavenly_hand/by_flowers}番，其他番不加。}{drops}",
            "The dealer wins with the dealt tiles before the first discard, even with a chicken hand: {fan} fan, paid "
            "like a self-draw. Replacing flowers is fine; a concealed kong spoils it. {if uses "
            "heavenly_hand/by_flowers: A dealer who wins with seven or more flowers at the start{if "
            "flower_win.dealer_opening_as_heavenly=with_replacements: , flower replacements included, kong "
            "replacements not, else: , replacements not counted,} has a heavenly hand of "
            "{worth:heavenly_hand/by_flowers} fan, and nothing else is added.}{drops}",
            "莊家起手未打出第一隻就已經食糊，雞糊都計，當自摸計{fan}番。之前補過花冇所謂，開過暗槓就唔算。{if uses "
            "heavenly_hand/by_flowers: 莊家起手有七隻花或以上{if "
            "flower_win.dealer_opening_as_heavenly=with_replacements: （補花補到嘅都算，開槓補到嘅唔算） else: "
            "（補牌補到嘅唔算）}，食花糊當天糊計{worth:heavenly_hand/by_flowers}番，其他番唔加。}{drops}",
        ),
        source="doc000 十三番（例牌）, note 24, 花糊牌規; doc001 十三番（例牌 - 上限番數）, note 19, 花糊牌規; doc002 十三番（例牌）, note 21, 花糊牌規",
        rows=(
            PatternRow((first_turn == FirstTurn.HEAVENLY) & self_drawn, absorbs=("self_draw", "concealed_hand")),
            PatternRow(
                (first_turn == FirstTurn.HEAVENLY) & (by == By.FLOWERS) & (flowers >= 7), "by_flowers", alone=True
            ),
        ),
    ),
    Pattern(
        "earthly_hand",
        zh="地糊",
        jyutping="dei6 wu2",
        en="Earthly hand",
        aka=("地胡",),
        says=Text(
            "閒家食莊家打出的第一隻牌{if earthly_hand.first_draw: ，或者第一次摸牌就自摸（之前無人上、碰、槓）}，雞"
            "糊也計，計{fan}番。有人補過花無妨，莊家之前開過槓就不算。{drops}",
            "A non-dealer wins on the dealer's first discard{if earthly_hand.first_draw:  or by self-draw at the "
            "first draw, if nobody has claimed or konged before}, even with a chicken hand: {fan} fan. Replaced "
            "flowers are fine; a kong by the dealer before it spoils it.{drops}",
            "閒家食莊家打出嘅第一隻{if earthly_hand.first_draw: ，或者第一次摸牌就自摸（之前冇人上、碰、槓）}，雞糊"
            "都計，計{fan}番。有人補過花冇所謂，莊家之前開過槓就唔算。{drops}",
        ),
        source="doc000 十三番（例牌）, note 25; doc001 十三番（例牌 - 上限番數）; doc002 十三番（例牌）, note 22",
        when=first_turn == FirstTurn.EARTHLY,
        absorbs=("concealed_hand", "human_hand"),
    ),
    Pattern(
        "human_hand",
        zh="人糊",
        jyutping="jan4 wu2",
        en="Human hand",
        aka=("人胡",),
        says=Text(
            "第一巡自己未摸過牌，就食別家打出的牌；之前無人上、碰、槓，而且不是莊家的第一隻（那是地糊）。計{fan}"
            "番。{drops}",
            "You win on a discard before your own first draw, with no claim or kong before it, and not on the "
            "dealer's first discard (that is the earthly hand). {fan} fan.{drops}",
            "第一巡自己未摸過牌，就食人哋打出嘅牌；之前冇人上、碰、槓，亦唔係莊家第一隻（嗰隻係地糊）。計{fan}番。"
            "{drops}",
        ),
        source="doc000 其他自訂食糊牌型 三番; doc001 其他非常用番種",
        when=first_turn == FirstTurn.HUMAN,
        absorbs=("concealed_hand",),
    ),
    Pattern(
        "concealed_ready",
        zh="冚手胡",
        jyutping="kam2 sau2 wu2",
        en="Covered hand",
        says=Text(
            "第一輪已叫糊，聲明並蓋下手牌，之後不換牌、不上碰槓，直到食糊，計{fan}番。{drops}文件只說像日本牌的雙立"
            "直，細節是本表的理解。",
            "You are ready at your first turn, announce it, cover the hand and change nothing until you win: "
            "{fan} fan.{drops} The document only compares it to the Japanese double riichi; the details are our "
            "reading.",
            "第一輪已經叫糊，講明兼冚低手牌，之後唔換牌、唔上碰槓，等到食糊，計{fan}番。{drops}"
            "份文件淨係話似日本牌嘅雙立直，細節係呢度嘅理解。",
        ),
        source="doc001 其他非常用番種",
        when=(ready == Ready.CONCEALED) & (sets.made(MELDED) == 0),
        absorbs=("concealed_hand",),
    ),
)
