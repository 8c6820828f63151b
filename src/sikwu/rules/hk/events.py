"""How and when the hand was won."""

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
from sikwu.rules.pattern import Pattern, Row, Text
from sikwu.win import By, FirstTurn, Ready, Replacement

four_in_a_row = (replacement == Replacement.KONG) & (kong_chain >= 4) & ~chain_broken

PATTERNS = (
    Pattern(
        "self_draw",
        zh="自摸",
        jyutping="zi6 mo2",
        en="Self-draw",
        says=Text(
            "叫糊那隻牌由自己摸到，補花、補槓摸到的都算。天糊、花糊、槓上槓自摸、鐘鼓齊鳴，以及常用版的槓上開花和海"
            "底撈月，番數已連自摸，不再加。",
            "You draw the winning tile yourself, also as a replacement for a flower or a kong. Not added where the "
            "price already contains it: heavenly hand, flower wins, kong on kong, kong on the last tile, and the "
            "common list's kong win and last-tile win.",
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
            "別家碰了之後再加槓，加的那隻正是你叫的牌，你可以搶來食糊。暗槓不可以搶，十三幺例外。預設加槓那家當出銃"
            "，不加自摸。",
            "Another player adds the fourth tile to an exposed pung and you win on that tile. A concealed kong can "
            "be robbed only by thirteen orphans. By default the kong maker pays like a discarder and no self-draw "
            "is added.",
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
            "牌牆最後一隻牌由你摸到並且食糊。計{fan}番；清章版和舊版再加自摸，常用版已連自摸。那隻牌若是開槓補的，預"
            "設只計槓上自摸。",
            "You win by drawing the very last tile. {fan} fan. The main and classic lists add self-draw, in the common list it is contained. If that tile was a kong replacement, by default only the win by kong counts.",
        ),
        source="doc000 一番, note 8; doc001 兩番, note 6; doc002 一番, note 6",
        rows=(
            Row(self_drawn & last_tile & ~four_in_a_row),
            Row(kong_win & last_tile, "with_kong"),
        ),
    ),
    Pattern(
        "last_discard",
        zh="河底撈魚",
        jyutping="ho4 dai2 laau4 jyu2",
        en="Fish from the river bottom",
        says=Text(
            "牌已摸完，食全局打出的最後一隻牌。香港打法本來不計；枱上講好才加一番。",
            "You win on the last discard of the hand, after the wall is used up. Worth nothing in standard Hong "
            "Kong play; 1 fan if the table agrees.",
        ),
        source="doc000 note 8; doc001 note 6; doc002 note 6",
        when=(by == By.DISCARD) & last_discard,
    ),
    # The second row is in use where seven flowers at the deal are a heavenly hand (花糊牌規).
    Pattern(
        "heavenly_hand",
        zh="天糊",
        jyutping="tin1 wu2",
        en="Heavenly hand",
        aka=("天胡",),
        says=Text(
            "莊家起手牌未打出第一隻就已成糊，雞糊都計，計{fan}番。之前補過花無妨，開過暗槓就不算。當自摸收三家，但自摸、門前清"
            "不另加。",
            "The dealer wins with the dealt tiles before the first discard: {fan} fan; even a chicken will do. Replacing "
            "flowers is fine, a concealed kong spoils it. Paid as a self-draw, but self-draw and concealed hand "
            "are not added.",
        ),
        source="doc000 十三番（例牌）, note 24, 花糊牌規; doc001 十三番（例牌 - 上限番數）, note 19, 花糊牌規; doc002 十三番（例牌）, note 21, 花糊牌規",
        rows=(
            Row((first_turn == FirstTurn.HEAVENLY) & self_drawn, absorbs=("self_draw", "concealed_hand")),
            Row((first_turn == FirstTurn.HEAVENLY) & (by == By.FLOWERS) & (flowers >= 7), "by_flowers", alone=True),
        ),
    ),
    Pattern(
        "earthly_hand",
        zh="地糊",
        jyutping="dei6 wu2",
        en="Earthly hand",
        aka=("地胡",),
        says=Text(
            "閒家食莊家頭一隻打出的牌，雞糊都計，計{fan}番。有人補過花無妨，莊家之前開過槓就不算；門前清不另加。",
            "A non-dealer wins on the dealer's first discard: {fan} fan; even a chicken will do. Replaced flowers are fine, a "
            "kong by the dealer before it is not. Concealed hand is not added.",
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
            "第一巡自己未摸過牌，就食別家打出的牌；之前無人上、碰、槓，而且不是莊家第一隻（那是地糊）。計{fan}番，門前清不另加。",
            "You win on a discard before your own first draw, with no claim or kong before it, and not on the "
            "dealer's first discard (that is the earthly hand). {fan} fan; concealed hand is not added.",
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
            "第一輪已叫糊，講明並冚低手牌，之後不換牌、不上碰槓，直到食糊，計兩番，門前清不另加。文件只說像日本牌的"
            "雙立直，細節是本表的理解。",
            "Ready at your first turn, you announce it, cover the hand and change nothing until you win: 2 fan, "
            "concealed hand not added. The document only compares it to the Japanese double riichi; the details "
            "are our reading.",
        ),
        source="doc001 其他非常用番種",
        when=(ready == Ready.CONCEALED) & (sets.made(MELDED) == 0),
        absorbs=("concealed_hand",),
    ),
)
