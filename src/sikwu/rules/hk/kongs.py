"""Patterns of kongs, and of wins on their replacement tiles."""

from __future__ import annotations

from sikwu.rules.language import chain_broken, kong_chain, kongs, last_tile, replacement, self_drawn
from sikwu.rules.pattern import Pattern, PatternRow, Text
from sikwu.win import Replacement

# Four kongs in a row are 十八羅漢 and not a kong win (D49, R15).
kong_win = self_drawn & (replacement == Replacement.KONG) & ((kong_chain <= 3) | chain_broken)

PATTERNS = (
    # The second row is in use if the last tile adds to a kong win: 1 + 1 + 1 with the self-draw (R7).
    Pattern(
        "win_on_kong",
        zh="槓上自摸",
        jyutping="gong3 soeng6 zi6 mo2",
        en="Win on a kong's replacement tile",
        aka=("槓上開花",),
        says=Text(
            "自己開槓後，補上來那隻牌就自摸食糊，明槓、暗槓、加槓都算，計{fan}番{if win_on_kong/plain drops "
            "self_draw: ，已連自摸}。補到花要再補，就只剩自摸。那隻是牌牆最後一隻的話，{if uses "
            "win_on_kong/with_last_tile: 就與海底撈月各計{worth:win_on_kong/with_last_tile}番，自摸另加。 else: "
            "海底撈月不另計。}{inside}",
            "You win on the replacement tile of your own kong of any kind: {fan} fan{if win_on_kong/plain drops "
            "self_draw: , self-draw included}. If that tile was a flower and you drew again, only self-draw is "
            "left. If it is the last tile of the wall, {if uses win_on_kong/with_last_tile: this and the moon "
            "from the sea bottom count {worth:win_on_kong/with_last_tile} fan each, and self-draw is added. "
            "else: the moon from the sea bottom is not added.}{inside}",
            "自己開槓，補返嚟嗰隻就自摸食糊，明槓、暗槓、加槓都算，計{fan}番{if win_on_kong/plain drops "
            "self_draw: ，已經連自摸}。補到花要再補，就淨返自摸。嗰隻係最尾一隻牌嘅話，{if uses "
            "win_on_kong/with_last_tile: 就同海底撈月各計{worth:win_on_kong/with_last_tile}番，自摸另外加。 "
            "else: 唔再計海底撈月。}{inside}",
        ),
        source="doc000 一番, note 7; doc001 兩番, note 5; doc002 一番, note 5",
        rows=(
            PatternRow(kong_win, absorbs=("last_tile_draw/plain",)),
            PatternRow(kong_win & last_tile, "with_last_tile", absorbs=("win_on_kong/plain", "last_tile_draw/plain")),
        ),
    ),
    Pattern(
        "kong_on_kong",
        zh="槓上槓自摸",
        jyutping="gong3 soeng6 gong3 zi6 mo2",
        en="Kong on kong",
        says=Text(
            "未打牌之前連開兩個或三個槓，用最後一槓的補牌自摸，計{fan}番；中途補花就斷{if uses four_kongs: ，連開四"
            "槓是十八羅漢 else: ，連開四槓不算}。{if kong_on_kong.second_kong_tile=must_be_replacement_tile: 第二槓"
            "要用首槓補到的牌。}{if kong_on_kong.first_exposed_payer=kong_feeder: 首槓若是明槓，由打出槓牌那家包三"
            "家。 else: 首槓是明槓也由三家賠。}{drops}{inside}",
            "You make two or three kongs in a row in one turn and win on the last replacement tile: {fan} fan. A "
            "flower in between breaks the row, and four in a row {if uses four_kongs: are all kongs. else: do not "
            "count here.} {if kong_on_kong.second_kong_tile=must_be_replacement_tile: The second kong must use the "
            "first one's replacement tile.} {if kong_on_kong.first_exposed_payer=kong_feeder: If the first kong is "
            "exposed, whoever discarded its tile pays for all three. else: All three pay, also if the first kong "
            "is exposed.}{drops}{inside}",
            "未打牌之前連開兩個或者三個槓，用最後一槓補返嚟嗰隻自摸，計{fan}番；中途補花就斷{if uses four_kongs: ，"
            "連開四槓係十八羅漢 else: ，連開四槓唔算}。{if kong_on_kong.second_kong_tile=must_be_replacement_tile: "
            "第二槓要用第一槓補返嚟嗰隻。}{if kong_on_kong.first_exposed_payer=kong_feeder: 第一槓係明槓嘅話，邊個"
            "打出嗰隻槓牌，邊個就包三家。 else: 第一槓係明槓都係三家賠。}{drops}{inside}",
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
            "開槓補到的正是牌牆最後一隻牌，而且就此自摸，計{fan}番。{drops}{inside}",
            "You win on a kong's replacement tile that is also the last tile of the wall: {fan} fan.{drops}{inside}",
            "開槓補到嘅啱啱係最尾一隻牌，就噉自摸，計{fan}番。{drops}{inside}",
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
            "開了三個槓，明、暗、加槓都算，計{fan}番；夠四槓就{if uses four_kongs: 是十八羅漢 else: 不算}。{inside}",
            "Three kongs of any kind: {fan} fan; with four it {if uses four_kongs: is all kongs. else: does not "
            "count.}{inside}",
            "開咗三個槓，明、暗、加槓都算，計{fan}番；夠四槓就{if uses four_kongs: 係十八羅漢 else: 唔算}。{inside}",
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
            "開足四個槓再加一對眼，合共十八隻牌；明、暗、加槓不拘，食出銃或自摸都計{fan}番。連開四槓自摸亦計十八羅漢。"
            "{drops}",
            "Four kongs of any kind and a pair, eighteen tiles, by discard or self-draw: {fan} fan. A self-draw "
            "after four kongs in a row is this hand.{drops}",
            "開足四個槓再加一對眼，一共十八隻牌；明、暗、加槓都得，食出銃或者自摸都計{fan}番。"
            "連開四槓自摸都當十八羅漢。{drops}",
        ),
        source="doc000 八番（槓上槓自摸）, 十三番（例牌）, notes 16, 29; doc001 八番（例牌）（槓上槓自摸）, 十三番（例牌 - 上限番數）, notes 16, 22-23; doc002 八番（槓上槓自摸）, 十三番（例牌）, notes 16, 26",
        when=kongs == 4,
        absorbs=("all_pungs", "three_kongs"),
    ),
)
