"""Kongs, and wins on their replacement tiles."""

from __future__ import annotations

from sikwu.rules.language import chain_broken, kong_chain, kongs, last_tile, replacement, self_drawn
from sikwu.rules.pattern import Pattern, Row, Text
from sikwu.win import Replacement

# Four kongs in a row are 十八羅漢 and nothing of the kong wins (D49, R15).
kong_win = self_drawn & (replacement == Replacement.KONG) & ((kong_chain <= 3) | chain_broken)

PATTERNS = (
    # The second row is in use where the last tile adds to a kong win: 1 + 1 + 1 with the self-draw (R7).
    Pattern(
        "win_on_kong",
        zh="槓上自摸",
        jyutping="gong3 soeng6 zi6 mo2",
        en="Win by kong",
        aka=("槓上開花",),
        says=Text(
            "自己開槓後，補上來那隻牌就自摸食糊，明槓、暗槓、加槓都算；補到花要再補，就只剩自摸。計{fan}番；清章版和舊版再加自摸，常用版已連自摸。",
            "You win on the replacement tile of your own kong of any kind; if that tile was a flower and you drew "
            "again, only self-draw is left. {fan} fan. The main and classic lists add self-draw, in the common list it is contained.",
        ),
        source="doc000 一番, note 7; doc001 兩番, note 5; doc002 一番, note 5",
        rows=(
            Row(kong_win, absorbs=("last_tile_draw/plain",)),
            Row(kong_win & last_tile, "with_last_tile", absorbs=("win_on_kong/plain", "last_tile_draw/plain")),
        ),
    ),
    Pattern(
        "kong_on_kong",
        zh="槓上槓自摸",
        jyutping="gong3 soeng6 gong3 zi6 mo2",
        en="Kong on kong",
        says=Text(
            "同一輪連開兩個或三個槓，用最後一槓的補牌自摸；中途補花就斷，連開四槓改計十八羅漢。計{fan}番，預設已連自摸和槓上自摸；首槓若是明槓，由打出槓牌那家包。常用版規定第二槓要用首槓補到的牌。",
            "Two or three kongs in a row in one turn, won on the last replacement tile; a flower in between breaks "
            "it, and four in a row are all kongs. {fan} fan; self-draw and win by kong are contained by default. If the first "
            "kong was exposed, its feeder pays for everybody; in the common list the second kong must use the tile "
            "just drawn.",
        ),
        source="doc000 八番, notes 14-16; doc001 八番（例牌）, notes 14-16; doc002 八番, notes 14-16",
        when=self_drawn & (replacement == Replacement.KONG) & kong_chain.in_(2, 3) & ~chain_broken,
        absorbs=("win_on_kong", "last_tile_draw", "self_draw"),
    ),
    Pattern(
        "kong_last_tile",
        zh="鐘鼓齊鳴",
        jyutping="zung1 gu2 cai4 ming4",
        en="Kong on the last tile",
        aka=("槓爆",),
        says=Text(
            "開槓補到的正是全局最後一隻牌，而且就此自摸。計{fan}番，已連槓上自摸、海底撈月和自摸。",
            "You win on a kong replacement that is also the last tile. {fan} fan, which contain win by kong, last tile and self-draw.",
        ),
        source="doc000 其他自訂食糊牌型 三番; doc001 其他非常用番種",
        when=kong_win & last_tile,
        absorbs=("win_on_kong", "last_tile_draw", "self_draw"),
    ),
    Pattern(
        "three_kongs",
        zh="三槓子",
        jyutping="saam1 gong3 zi2",
        en="Three kongs",
        says=Text(
            "手上開了三個槓，明、暗、加槓都算。對對糊可以加；夠四槓就是十八羅漢。",
            "Three kongs of any kind. All pungs is added; with four it is all kongs instead.",
        ),
        source="doc000 其他自訂食糊牌型 三番",
        when=kongs == 3,
    ),
    Pattern(
        "four_kongs",
        zh="十八羅漢",
        jyutping="sap6 baat3 lo4 hon3",
        en="All kongs",
        aka=("四槓子",),
        says=Text(
            "開足四個槓再加一對眼，合共十八隻牌；明、暗、加槓不拘，食出銃或自摸都計，計{fan}番。對對糊不再計。連開四槓自摸也是"
            "它，首槓若是明槓，由打出槓牌那家包。",
            "Four kongs of any kind and a pair, eighteen tiles; discard or self-draw: {fan} fan. All pungs is not added. A "
            "self-draw after four kongs in a row is this hand, and if the first was exposed its feeder pays for "
            "everybody.",
        ),
        source="doc000 八番（槓上槓自摸）, 十三番（例牌）, notes 16, 29; doc001 八番（例牌）（槓上槓自摸）, 十三番（例牌 - 上限番數）, notes 16, 22-23; doc002 八番（槓上槓自摸）, 十三番（例牌）, notes 16, 26",
        when=kongs == 4,
        absorbs=("all_pungs", "three_kongs"),
    ),
)
