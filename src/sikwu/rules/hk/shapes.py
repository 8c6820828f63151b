"""Patterns of the shape of the hand: chows, pungs, pairs, orphans, and whether it is concealed."""

from __future__ import annotations

from sikwu.rules.language import ALWAYS, MELDED, SELF, Shape, chows, pungs, sets, shape
from sikwu.rules.pattern import Pattern, PatternRow, Text

PATTERNS = (
    # A label of no fan (D06): given to a win in which nothing but these patterns counts.
    Pattern(
        "chicken_hand",
        zh="雞糊",
        jyutping="gai1 wu2",
        en="Chicken hand",
        aka=(
            "無番糊",
            "自摸雞",
        ),
        says=Text(
            "牌型本身一番都沒有；花牌和自摸的番不改變它是雞糊。{if min: 要靠花牌、自摸等湊夠{min}番才可食糊。 else: "
            "一番都沒有也可以食糊。}",
            "A complete hand with no fan of its own. Fan for flowers or self-draw do not stop it being a "
            "chicken. {if min: It wins only if they bring it to {min} fan. else: It wins without any fan.}",
            "牌型本身一番都冇；花同自摸嘅番都唔改變佢係雞糊。{if min: 要靠花、自摸等儲夠{min}番先食得。 else: "
            "一番都冇都食得。}",
        ),
        source="doc000 食糊準則, 零番, 一番（自摸）, note 3; doc001 十三番（天胡、地胡）, 分數計算, note 29; doc002 遊戲準則, 一番（自摸）, 十三番（天糊）, 分數計算",
        rows=(PatternRow(ALWAYS, mark=True),),
        only_beside=("no_flowers", "seat_flower", "flower_set", "self_draw"),
    ),
    Pattern(
        "concealed_hand",
        zh="門前清",
        jyutping="mun4 cin4 cing1",
        en="Concealed hand",
        aka=("門清",),
        says=Text(
            "沒有上、碰、明槓、加槓就食糊，食出銃也計。{if concealed_kong.hidden: 暗槓蓋住，開了也算門前清。 else: "
            "暗槓要攤開，開了就不算。}{if uses concealed_hand: 計{fan}番。{inside} elif tiles.flowers_in_play and "
            "not concealed_hand.with_flowers: 打花牌，所以不計這一番。 else: 這裏不計。}",
            "You win without a claimed chow or pung and without an exposed or added kong; a discard may complete "
            "the hand. {if concealed_kong.hidden: A concealed kong stays face down and does not break it. else: A "
            "concealed kong is turned up and breaks it.} {if uses concealed_hand: {fan} fan.{inside} elif "
            "tiles.flowers_in_play and not concealed_hand.with_flowers: It is not counted, because flowers are "
            "played. else: It is not counted here.}",
            "冇上、冇碰、冇明槓加槓就食糊，食出銃都計。{if concealed_kong.hidden: 暗槓冚住，開咗都算門清。 else: 暗"
            "槓要攤開，開咗就唔算。}{if uses concealed_hand: 計{fan}番。{inside} elif tiles.flowers_in_play and "
            "not concealed_hand.with_flowers: 打花，所以唔計呢番。 else: 而家唔計。}",
        ),
        source="doc000 一番, notes 1-2, 20; doc001 引言, 一番, notes 1-2, 26; doc002 一番, note 1",
        when=sets.made(MELDED) == 0,
    ),
    Pattern(
        "all_chows",
        zh="平糊",
        jyutping="ping4 wu2",
        en="All chows",
        aka=("平胡",),
        says=Text(
            "四副順子加一對眼，沒有刻子也沒有槓，計{fan}番；上過牌一樣計。{if all_chows.pair=any: "
            "用甚麼做眼都可以， else: 番子不可以做眼，}{if all_chows.wait=any: 怎樣叫都可以。 else: 而且要兩頭叫。"
            "}{inside}",
            "Four chows and a pair, no pung and no kong: {fan} fan; claimed chows are fine. {if "
            "all_chows.pair=any: Any pair will do else: The pair may not be honours}, {if all_chows.wait=any: "
            "and any wait. else: and the wait must be two-sided.}{inside}",
            "四副順子加一對眼，冇刻子又冇槓，計{fan}番；上過牌都照計。{if all_chows.pair=any: 乜嘢做眼都得， "
            "else: 番子唔可以做眼，}{if all_chows.wait=any: 點叫都得。 else: 仲要兩頭叫。}{inside}",
        ),
        source="doc000 一番, notes 3-4; doc001 一番, note 3; doc002 一番, note 2",
        when=chows == 4,
    ),
    Pattern(
        "all_pungs",
        zh="對對糊",
        jyutping="deoi3 deoi3 wu2",
        en="All pungs",
        aka=(
            "對對胡",
            "碰碰糊",
        ),
        says=Text(
            "四副刻子或槓加一對眼，一副順子都沒有，計{fan}番。{inside}",
            "Four pungs or kongs and a pair, no chow: {fan} fan.{inside}",
            "四副刻子或者槓加一對眼，一副順子都冇，計{fan}番。{inside}",
        ),
        source="doc000 三番, 八番（坎坎糊）, 十番（例牌）, notes 18, 22, 26, 29; doc001 三番, 四番, 十番（例牌）, 十三番（大四喜）; doc002 三番, notes 12, 19, 26",
        when=pungs == 4,
    ),
    # A discard into the pair leaves four drawn pungs; a discard into a pung makes that pung claimed: the reading
    # decides (D57).
    Pattern(
        "four_concealed_pungs",
        zh="坎坎糊",
        jyutping="kaan2 kaan2 wu2",
        en="Four concealed pungs",
        aka=(
            "坎坎胡",
            "四暗坎",
            "四暗刻",
        ),
        says=Text(
            "四副刻子全靠自己摸成，不可碰、明槓、加槓，{if concealed_kong.hidden: 暗槓可以 else: 連暗槓也不可}。"
            "計{fan}番。{if four_concealed_pungs.discard_win=never: 一定要自摸。 else: 單吊可以食出銃；對碰就要自摸，"
            "因為食出銃湊成那副不算自己摸成。}{drops}",
            "Four pungs that you drew yourself, without a claimed pung, an exposed or an added kong; {if "
            "concealed_kong.hidden: concealed kongs are fine. else: a concealed kong spoils it too.} {fan} fan. {if "
            "four_concealed_pungs.discard_win=never: It must be self-drawn. else: A pair wait may be won by a "
            "discard; with two pairs waiting you must draw the tile, because a pung completed by a discard is not "
            "your own.}{drops}",
            "四副刻子全部自己摸返嚟，唔可以碰、明槓、加槓，{if concealed_kong.hidden: 暗槓就得 else: 連暗槓都唔得}。"
            "計{fan}番。{if four_concealed_pungs.discard_win=never: 一定要自摸。 else: 單吊可以食出銃；對碰就要自摸，"
            "因為食出銃砌成嗰副唔算自己摸返嚟。}{drops}",
        ),
        source="doc000 食糊準則, 八番, notes 18-20; doc001 其他非常用番種, notes 24-26; doc002 八番, notes 12-13",
        when=pungs.made(SELF) == 4,
        absorbs=("all_pungs", "concealed_hand"),
    ),
    Pattern(
        "seven_pairs",
        zh="七對眼",
        jyutping="cat1 deoi3 ngaan5",
        en="Seven pairs",
        aka=("嚦咕嚦咕",),
        says=Text(
            "門清湊七對{if seven_pairs.four_of_a_kind_as_two_pairs: ，四隻一樣可以當兩對 else: 不同的牌，四隻一樣的"
            "不當兩對}。計{fan}番。{drops}{if not uses seven_pairs: 這裏不打七對眼，七對食不到糊。}",
            "Seven {if not seven_pairs.four_of_a_kind_as_two_pairs: different }pairs, nothing claimed; four equal tiles "
            "are {if not seven_pairs.four_of_a_kind_as_two_pairs: not }two pairs. {fan} fan.{drops} {if "
            "not uses seven_pairs: It is not played here: seven pairs do not win.}",
            "門清儲七對{if seven_pairs.four_of_a_kind_as_two_pairs: ，四隻一樣可以當兩對 else: 唔同嘅牌，四隻一樣唔當兩對}。"
            "計{fan}番。{drops}{if not uses seven_pairs: 而家唔打七對眼，"
            "七對食唔到糊。}",
        ),
        source="doc000 其他自訂食糊牌型 三番",
        when=shape == Shape.PAIRS,
        absorbs=("concealed_hand",),
        opens=(Shape.PAIRS,),
    ),
    Pattern(
        "thirteen_orphans",
        zh="十三幺",
        jyutping="sap6 saam1 jiu1",
        en="Thirteen orphans",
        aka=(
            "十三么",
            "牌王",
        ),
        says=Text(
            "三門的一和九、四隻風、中發白共十三種，每種一隻，其中一種有兩隻做眼；不可上、碰、槓。計{fan}番。{if "
            "thirteen_orphans.rob_concealed_kong: 別家開暗槓，只有它可以搶。 else: 別家的暗槓，它也不可以搶。}"
            "{drops}",
            "One each of every 1 and 9, the four winds and the three dragons, and a second copy of one of them; "
            "nothing claimed. {fan} fan. {if thirteen_orphans.rob_concealed_kong: It is the only hand that may "
            "rob a concealed kong. else: It may not rob a concealed kong either.}{drops}",
            "三門嘅一同九、四隻風、中發白，十三種每種一隻，其中一種有兩隻做眼；唔可以上、碰、槓。計{fan}番。{if "
            "thirteen_orphans.rob_concealed_kong: 人哋開暗槓，得佢可以搶。 else: 人哋嘅暗槓，佢都唔可以搶。}"
            "{drops}",
        ),
        source="doc000 食糊準則, 一番（搶槓）, 十三番（例牌）, notes 6, 27-28; doc001 引言, 一番（搶槓）, 十三番（例牌 - 上限番數）, note 20; doc002 一番（搶槓）, 十三番（例牌）, notes 4, 23-24",
        when=shape == Shape.ORPHANS,
        absorbs=("concealed_hand",),
        opens=(Shape.ORPHANS,),
    ),
)
