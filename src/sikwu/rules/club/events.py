"""Patterns of how and when the hand was won, and of ready declarations."""

from __future__ import annotations

from sikwu.rules.language import (
    ADDED,
    CHOWED,
    CLAIMED,
    MELDED,
    NEVER,
    NUM,
    PUNGED,
    SELF,
    WON,
    Condition,
    Place,
    Shape,
    T,
    appeared,
    appeared_all,
    by,
    chows,
    dealer,
    eyes,
    first_turn,
    held,
    last_tile,
    named,
    other_waits,
    place,
    pungs,
    ready,
    replacement,
    sets,
    shape,
    standard,
    streak,
    tiles,
    waits,
    win,
)
from sikwu.rules.pattern import Pattern, PatternRow, Text
from sikwu.win import By, FirstTurn, Ready, Replacement

# 門前只有槓也算: a kong on an own triplet keeps it, a kong that began as a claimed pung does not (C-05).
closed = sets.made(CHOWED | PUNGED | ADDED) == 0
self_drawn = named("self_drawn")
CLOSED_ROWS = ("concealed_hand", "concealed_self_draw")
# 不能吃、碰、槓: a player ready from the start lays nothing down.
untouched = sets.made(MELDED) == 0

# In pairs and in 十三么, 卡五 depends on the tiles: the hand has the 4 and the 6 of the suit (C-24; C-01).
gap = (
    (win.in_(T("5m")) & (tiles.of(T("4m")) >= 1) & (tiles.of(T("6m")) >= 1))
    | (win.in_(T("5p")) & (tiles.of(T("4p")) >= 1) & (tiles.of(T("6p")) >= 1))
    | (win.in_(T("5s")) & (tiles.of(T("4s")) >= 1) & (tiles.of(T("6s")) >= 1))
)


def _not_held(suit: str, number: int) -> Condition:
    """The condition that no copy of this tile is in the hand: not in the pair, nor in a set that was not laid down."""
    lows = range(max(1, number - 2), min(7, number) + 1)
    none = ~eyes.in_(T(f"{number}{suit}")) & (pungs.of(T(f"{number}{suit}")).made(SELF) == 0)
    for low in lows:
        none = none & (chows.of(T(f"{low}{low + 1}{low + 2}{suit}")).made(SELF) == 0)
    return none


def _ends() -> Condition:
    """The condition that of the two ends of the run completed by the winning tile, the other one is nowhere in the
    hand.
    """
    either: Condition = NEVER
    for suit in "mps":
        for low in range(1, 7):  # the two ends are low and low + 3
            for won, other, first in ((low, low + 3, low), (low + 3, low, low + 1)):
                run = chows.of(T(f"{first}{first + 1}{first + 2}{suit}"))
                completed = (run.made(WON) >= 1) | ((by == By.SELF_DRAW) & (run.made(SELF) >= 1))
                either = either | (win.in_(T(f"{won}{suit}")) & completed & _not_held(suit, other))
    return either


# 雙絕張: the winning tile is the last of the eight at the two ends of a run, and nothing else wins. Two kinds that
# complete 十三么 are always such ends, of the run beside the thirteen (T10; the sheet names no shape).
_last_of_eight = (waits == 2) & (appeared_all >= 8)
_run = (place == Place.OPEN) & (other_waits == 0) & _last_of_eight
_orphans_run = (shape == Shape.ORPHANS) & _last_of_eight
# Beside the thirteen there is only the run: its other end is held only if that is a 1 or a 9 (23 won on 4, 78 on 6).
_orphans_end_not_held = (
    ~win.in_(NUM(4) | NUM(6))
    | (win.in_(NUM(4)) & (tiles.of(NUM(2)) == 0))
    | (win.in_(NUM(6)) & (tiles.of(NUM(8)) == 0))
)
LAST_OF_EIGHT = _run | _orphans_run
LAST_OF_EIGHT_SEEN = (held == 0) & ((_run & _ends()) | (_orphans_run & _orphans_end_not_held))
"""The same without a copy in the player's own hand."""

PATTERNS = (
    # For a winning dealer (T3); the extra of a paying dealer belongs to that payment.
    Pattern(
        "dealer",
        zh="莊家",
        jyutping="zong1 gaa1",
        en="Dealer",
        aka=("莊",),
        says=Text(
            "莊家食糊，手牌加{fan}番{if dealer.fan_scope=both_directions: ；莊家要賠，他那一份也加}。{if uses "
            "dealer_repeat and uses dealer_pull: 連莊的話再加連莊和拉莊。 elif uses dealer_repeat: 連莊的話再加連莊"
            "。 elif uses dealer_pull: 連莊的話再加拉莊。}",
            "A dealer who wins adds {fan} fan to the hand{if dealer.fan_scope=both_directions: ; a dealer who pays "
            "adds it to that payment}. {if uses dealer_repeat and uses dealer_pull: With repeats, dealer repeat "
            "and dealer pull are added. elif uses dealer_repeat: With repeats, dealer repeat is added. elif uses "
            "dealer_pull: With repeats, dealer pull is added.}",
            "莊家食糊，手牌加{fan}番{if dealer.fan_scope=both_directions: ；莊家要賠，佢嗰份都加}。{if uses "
            "dealer_repeat and uses dealer_pull: 連莊嘅話再加連莊同拉莊。 elif uses dealer_repeat: 連莊嘅話再加連莊"
            "。 elif uses dealer_pull: 連莊嘅話再加拉莊。}",
        ),
        source="doc004 番數表 1 番, 說明表（莊家）, 規則（莊/連/拉）; T3",
        rows=(PatternRow(dealer, of_dealer=True),),
    ),
    Pattern(
        "dealer_repeat",
        zh="連莊",
        jyutping="lin4 zong1",
        en="Dealer repeat",
        aka=("連一",),
        says=Text(
            "莊家每連莊一次加{fan}番，{if dealer.fan_scope=both_directions: 莊家食糊、賠錢都計， else: 只在莊家食糊"
            "時計，}{if uses dealer_pull: 一定跟拉莊同時計 else: 每次連莊都計}。",
            "{fan} fan for each repeat of the dealer, {if dealer.fan_scope=both_directions: when the dealer wins "
            "and when the dealer pays, else: when the dealer wins,} {if uses dealer_pull: always together with the "
            "dealer pull. else: however often the deal is kept.}",
            "莊家每連莊一次加{fan}番，{if dealer.fan_scope=both_directions: 莊家食糊、賠錢都計， else: 淨係莊家食糊"
            "先計，}{if uses dealer_pull: 一定同拉莊一齊計 else: 每次連莊都計}。",
        ),
        source="doc004 番數表 1 番, 說明表（連莊）, 規則（莊/連/拉）; T3",
        rows=(PatternRow(dealer & (streak >= 1), each=streak, of_dealer=True),),
    ),
    Pattern(
        "dealer_pull",
        zh="拉莊",
        jyutping="laai1 zong1",
        en="Dealer pull",
        aka=(
            "拉",
            "拉一",
        ),
        says=Text(
            "莊家每連莊一次，{if uses dealer_repeat: 除了連莊，再多拉 else: 拉}{fan}番{if "
            "dealer.fan_scope=both_directions: ，莊家食糊、賠錢都計 else: ，只在莊家食糊時計}。",
            "{fan} fan{if uses dealer_repeat:  more} for each repeat{if uses dealer_repeat: , beside the repeat "
            "itself}, {if dealer.fan_scope=both_directions: when the dealer wins and when the dealer pays. else: "
            "when the dealer wins.}",
            "莊家每連莊一次，{if uses dealer_repeat: 除咗連莊，再拉多 else: 拉}{fan}番{if "
            "dealer.fan_scope=both_directions: ，莊家食糊、賠錢都計 else: ，淨係莊家食糊先計}。",
        ),
        source="doc004 番數表 1 番, 說明表（連莊）, 規則（莊/連/拉）; T3",
        rows=(PatternRow(dealer & (streak >= 1), each=streak, of_dealer=True),),
    ),
    # Reported in place of the one fan that was raised (C-09).
    Pattern(
        "one_becomes_five",
        zh="一變五",
        jyutping="jat1 bin3 ng5",
        en="One becomes five",
        says=Text(
            "全副牌剛好只有一番，就當{fan}番，不是再加；典型是字牌做眼、無花或一隻花。{if "
            "one_becomes_five.counts_dealer_fan: 莊家食糊，莊家番計在那一番之內，所以{if dealer.fan_scope=none: "
            "這裏莊家也適用 else: 莊家不適用}。 else: 莊家番不計在那一番之內，莊家也適用。}",
            "A hand that counts exactly 1 fan is worth {fan} instead, not {fan} more; typically a pair of "
            "honours with no flower or one. {if one_becomes_five.counts_dealer_fan: A winning dealer's own fan "
            "are part of that total{if dealer.fan_scope!=none: , so the dealer never has it}. else: A winning "
            "dealer's own fan are left out of that total, so the dealer may have it too.}",
            "成副牌啱啱得一番，就當{fan}番，唔係再加；通常係字牌做眼、冇花或者一隻花。{if "
            "one_becomes_five.counts_dealer_fan: 莊家食糊，莊家番計埋落嗰一番度，所以{if dealer.fan_scope=none: "
            "而家莊家都啱用 else: 莊家冇得用}。 else: 莊家番唔計落嗰一番度，莊家都用得。}",
        ),
        source="doc004 番數表 5 番, 說明表（一變五）",
        when=NEVER,
    ),
    Pattern(
        "self_draw",
        zh="自摸",
        jyutping="zi6 mo2",
        en="Self-draw",
        says=Text(
            "叫糊那隻由自己摸到，補花、補槓摸到的都算，計{fan}番。{if not "
            "win_on_replacement.exposed_is_self_draw: 槓別家打出的牌而補到糊，不算自摸，只由被槓那家賠。}{inside}",
            "You draw the winning tile yourself, also as a replacement: {fan} fan. {if not "
            "win_on_replacement.exposed_is_self_draw: A win on the replacement after konging a discard is no "
            "self-draw: only the player whose tile was konged pays.}{inside}",
            "叫糊嗰隻自己摸返嚟，補花、補槓摸到都算，計{fan}番。{if not win_on_replacement.exposed_is_self_draw: "
            "槓人哋打出嘅牌而補到糊，唔算自摸，淨係畀人槓嗰家賠。}{inside}",
        ),
        source="doc004 番數表 1 番, 說明表（自摸）, 規則（明槓他人打出的牌）",
        when=self_drawn,
    ),
    Pattern(
        "concealed_hand",
        zh="門清",
        jyutping="mun4 cing1",
        en="Concealed hand",
        says=Text(
            "沒有上過也沒有碰過，計{fan}番；暗槓無妨，{if concealed_hand.exposed_kong_keeps: "
            "手上三隻再槓別家第四隻也可以， else: 槓別家打出的牌就不算，}碰後加槓不算。{inside}",
            "No chow and no pung: {fan} fan. Concealed kongs are fine, {if concealed_hand.exposed_kong_keeps: and so "
            "is a kong of your own three tiles and a discard, but an added kong is not. else: but a kong of a discard "
            "and an added kong are not.}{inside}",
            "冇上過又冇碰過，計{fan}番；暗槓冇所謂，{if concealed_hand.exposed_kong_keeps: "
            "手上三隻再槓人哋第四隻都得， else: 槓人哋打出嘅牌就唔算，}碰咗再加槓唔算。{inside}",
        ),
        source="doc004 番數表 1 番, 說明表（門清）",
        when=closed,
    ),
    Pattern(
        "concealed_self_draw",
        zh="門清一摸三",
        jyutping="mun4 cing1 jat1 mo2 saam1",
        en="Concealed self-draw",
        says=Text(
            "門清兼自摸，合共{fan}番；{if concealed_hand.exposed_kong_keeps: 手上三隻再槓別家第四隻也算門清。 "
            "else: 槓別家打出的牌就不算門清。}{if not win_on_replacement.exposed_is_self_draw: "
            "槓別家打出的牌而補到的不算自摸。}{drops}{inside}",
            "A concealed hand won by self-draw: {fan} fan in all. {if concealed_hand.exposed_kong_keeps: A kong "
            "of your own three tiles and a discard keeps it concealed. else: A kong of a discard spoils it.} {if "
            "not win_on_replacement.exposed_is_self_draw: Its replacement tile is no self-draw.}{drops}{inside}",
            "門清兼自摸，一共{fan}番；{if concealed_hand.exposed_kong_keeps: 手上三隻再槓人哋第四隻都算門清。 "
            "else: 槓人哋打出嘅牌就唔算門清。}{if not win_on_replacement.exposed_is_self_draw: "
            "槓人哋打出嘅牌而補到嘅唔算自摸。}{drops}{inside}",
        ),
        source="doc004 番數表 3 番, 說明表（門清一摸三）",
        when=closed & self_drawn,
        absorbs=("concealed_hand", "self_draw"),
    ),
    Pattern(
        "last_tile_draw",
        zh="海底撈月",
        jyutping="hoi2 dai2 laau4 jyut6",
        en="Moon from the sea bottom",
        aka=("海底",),
        says=Text(
            "摸到牌牆最後一隻而自摸，計{fan}番。{if not win_on_replacement.exposed_is_self_draw: "
            "槓別家打出的牌而補到最後一隻，不算自摸，也不算海底。}{inside}",
            "You win by drawing the last tile of the wall: {fan} fan. {if not "
            "win_on_replacement.exposed_is_self_draw: The replacement after konging a discard is no self-draw, "
            "so it is not this either.}{inside}",
            "摸到最尾一隻牌自摸，計{fan}番。{if not win_on_replacement.exposed_is_self_draw: "
            "槓人哋打出嘅牌而補到最尾嗰隻，唔算自摸，亦唔算海底。}{inside}",
        ),
        source="doc004 番數表 1 番, 說明表（海底撈月）, 規則（槓上開花）",
        when=self_drawn & last_tile,
    ),
    Pattern(
        "win_on_replacement",
        zh="槓上開花",
        jyutping="gong3 soeng6 hoi1 faa1",
        en="Win on a replacement tile",
        says=Text(
            "補花或者補槓那隻牌就食糊，計{fan}番。{if win_on_replacement.exposed_is_self_draw: "
            "槓別家打出的牌而補到的，一樣當自摸。 else: 槓別家打出的牌而補到的，這{fan}番仍計，但不算自摸。}",
            "You win on the replacement for a flower or a kong: {fan} fan. {if "
            "win_on_replacement.exposed_is_self_draw: After konging a discard it is a self-draw all the same. "
            "else: After konging a discard it still counts {fan}, but it is no self-draw.}",
            "補花或者補槓嗰隻就食糊，計{fan}番。{if win_on_replacement.exposed_is_self_draw: "
            "槓人哋打出嘅牌而補到嘅，一樣當自摸。 else: 槓人哋打出嘅牌而補到嘅，呢{fan}番照計，不過唔算自摸。}",
        ),
        source="doc004 番數表 1 番, 說明表（槓上開花）, 規則（明槓他人打出的牌）",
        when=(by == By.SELF_DRAW) & (replacement != Replacement.NONE),
    ),
    Pattern(
        "robbing_kong",
        zh="搶槓",
        jyutping="coeng2 gong3",
        en="Robbing the kong",
        says=Text(
            "別家加槓那隻正是你叫的牌，搶來食糊，計{fan}番，開槓那家當出銃。{if robbing_kong.exposed: "
            "槓別家打出的牌（明槓）也可以搶。 else: 明槓不可以搶。}",
            "You win on the tile another player adds to a pung for a kong: {fan} fan, and the kong maker pays "
            "like a discarder. {if robbing_kong.exposed: The kong of a discard may be robbed too. else: The kong "
            "of a discard may not be robbed.}",
            "人哋加槓嗰隻啱啱係你叫嘅，搶嚟食糊，計{fan}番，開槓嗰家當出銃。{if robbing_kong.exposed: "
            "槓人哋打出嘅牌（明槓）都搶得。 else: 明槓唔可以搶。}",
        ),
        source="doc004 番數表 1 番, 說明表（搶槓）",
        when=by == By.ROB_KONG,
    ),
    Pattern(
        "all_claimed_self_draw",
        zh="半求",
        jyutping="bun3 kau4",
        en="All melded (last tile drawn)",
        says=Text(
            "五組全靠上、碰、明槓，剩一隻單吊而自摸，計{fan}番。有暗槓就不算。{if not "
            "win_on_replacement.exposed_is_self_draw: 槓別家打出的牌而補到的不算自摸{if uses all_claimed_discard: "
            "，改計全求}。}{drops}",
            "All five sets come from chows, pungs and exposed kongs, and you draw the mate of your last tile: "
            "{fan} fan. A concealed kong spoils it. {if not win_on_replacement.exposed_is_self_draw: The "
            "replacement after konging a discard is no self-draw{if uses all_claimed_discard: : then it is all "
            "melded (last tile discarded)}.}{drops}",
            "五組全靠上、碰、明槓，淨返一隻單吊自摸，計{fan}番。有暗槓就唔算。{if not "
            "win_on_replacement.exposed_is_self_draw: 槓人哋打出嘅牌而補到嘅唔算自摸{if uses all_claimed_discard: "
            "，改計全求}。}{drops}",
        ),
        source="doc004 番數表 5 番, 說明表（半求）",
        when=(sets.made(CLAIMED) == 5) & self_drawn,
        absorbs=("self_draw", "single_wait"),
    ),
    Pattern(
        "all_claimed_discard",
        zh="全求",
        jyutping="cyun4 kau4",
        en="All melded (last tile discarded)",
        says=Text(
            "五組全靠上、碰、明槓，剩一隻單吊而食別家的牌，計{fan}番。有暗槓就不算。{if not "
            "win_on_replacement.exposed_is_self_draw: 槓別家打出的牌而補到的也當食別家。}{drops}",
            "All five sets come from chows, pungs and exposed kongs, and another player gives you the mate of "
            "your last tile: {fan} fan. A concealed kong spoils it. {if not "
            "win_on_replacement.exposed_is_self_draw: The replacement after konging a discard counts as given.}"
            "{drops}",
            "五組全靠上、碰、明槓，淨返一隻單吊食人哋嘅牌，計{fan}番。有暗槓就唔算。{if not "
            "win_on_replacement.exposed_is_self_draw: 槓人哋打出嘅牌而補到嘅都當食人哋。}{drops}",
        ),
        source="doc004 番數表 8 番, 說明表（全求）",
        when=(sets.made(CLAIMED) == 5) & ~self_drawn,
        absorbs=("single_wait",),
    ),
    Pattern(
        "single_wait",
        zh="獨獨",
        jyutping="duk6 duk6",
        en="Single wait",
        aka=("獨聽",),
        says=Text(
            "真正只叫一種牌，計{fan}番。{drops}{inside}",
            "Only one kind of tile wins: {fan} fan.{drops}{inside}",
            "真係淨係叫一種牌，計{fan}番。{drops}{inside}",
        ),
        source="doc004 番數表 2 番, 說明表（獨獨）",
        when=waits == 1,
        absorbs=("dual_pung_wait",),
    ),
    Pattern(
        "readable_single",
        zh="一獨",
        jyutping="jat1 duk6",
        en="Single-shape wait",
        says=Text(
            "叫多過一種牌，但食的那隻可以看成補邊張、卡窿或單吊，計{fan}番，例如 12、345 食 3。真正只叫一種就計獨獨；"
            "尼姑、十三么不計一獨。{inside}",
            "Several kinds of tile win, but the winning tile can be read as filling an edge, closed or pair place: "
            "{fan} fan (12 with 345, winning on 3). If really only one kind wins it is a single wait; not counted in "
            "seven pairs and a pung or thirteen orphans.{inside}",
            "叫多過一種牌，不過食嗰隻可以睇成補邊張、卡窿或者單吊，計{fan}番，例如 12、345 食 3。"
            "真係淨係叫一種就計獨獨；尼姑、十三么唔計一獨。{inside}",
        ),
        source="doc004 番數表 1 番, 說明表（一獨）; S12",
        when=(waits >= 2) & place.in_(Place.EDGE, Place.CLOSED, Place.PAIR),
    ),
    Pattern(
        "dual_pung_wait",
        zh="對碰",
        jyutping="deoi3 pung3",
        en="Two-pair wait",
        says=Text(
            "手上兩對，食到其中一對變成刻子，計{fan}番。{inside}",
            "You wait with two pairs and the winning tile makes one of them a pung: {fan} fan.{inside}",
            "手上兩對，食到其中一對變刻子，計{fan}番。{inside}",
        ),
        source="doc004 番數表 1 番, 說明表（對碰）",
        when=standard & (place == Place.PUNG),
    ),
    Pattern(
        "closed_five",
        zh="卡五",
        jyutping="kaa1 ng5",
        en="Closed wait on 5",
        says=Text(
            "手上有同門的四和六，而且只叫中間那隻五，計{fan}番，加在獨獨之上。{inside}",
            "You hold 4 and 6 of one suit and the 5 between them is the only tile that wins: {fan} fan on top of "
            "single wait.{inside}",
            "手上有同門嘅四同六，淨係叫中間嗰隻五，計{fan}番，加喺獨獨上面。{inside}",
        ),
        source="doc004 番數表 1 番, 說明表（卡五）",
        when=(waits == 1)
        & ((win.in_(NUM(5)) & (place == Place.CLOSED)) | (shape.in_(Shape.PAIRS, Shape.ORPHANS) & gap)),
    ),
    Pattern(
        "last_copy_single",
        zh="單絕張",
        jyutping="daan1 zyut6 zoeng1",
        en="Last copy on a single wait",
        says=Text(
            "只叫一種牌，另外三隻都已現身，{if last_copy.own_hand: 枱面和自己手上的都算 else: 只算枱面攤開的}，"
            "食到最後那隻，加{fan}番。{inside}",
            "On a single wait, the other three copies {if last_copy.own_hand: lie open or are in your own hand "
            "else: lie open} and you win on the last: {fan} fan on top.{inside}",
            "淨係叫一種牌，另外三隻都見晒，{if last_copy.own_hand: 枱面同自己手上嘅都算 else: 淨係算枱面攤開嘅}，"
            "食到最尾嗰隻，加{fan}番。{inside}",
        ),
        source="doc004 番數表 1 番, 說明表（單絕張）; S14",
        when=(waits == 1) & (appeared >= 3),
    ),
    Pattern(
        "last_copy_double",
        zh="雙絕張",
        jyutping="soeng1 zyut6 zoeng1",
        en="Last copy on a two-sided wait",
        says=Text(
            "只叫兩頭，八隻牌已見七隻，{if last_copy.own_hand: 枱面和自己手上的都算 else: 只算枱面攤開的}，"
            "食到最後一隻，計{fan}番。{inside}",
            "Waiting for the two ends of a run and nothing else, seven of the eight winning tiles {if "
            "last_copy.own_hand: lie open or are in your own hand else: lie open} and you win on the last: {fan} "
            "fan.{inside}",
            "淨係叫兩頭，八隻牌已經見咗七隻，{if last_copy.own_hand: 枱面同自己手上嘅都算 else: 淨係算枱面攤開嘅}"
            "，食到最尾一隻，計{fan}番。{inside}",
        ),
        source="doc004 番數表 3 番, 說明表（雙絕張）; C-13, S14, T10",
        when=LAST_OF_EIGHT,
    ),
    Pattern(
        "earthly_ready",
        zh="地聽",
        jyutping="dei6 ting1",
        en="Earthly ready",
        says=Text(
            "未上、碰、槓過，第一次摸牌後打出第一隻就叫糊，莊家閒家都可以；要報聽、蓋牌，之後不可上、碰、槓、換牌或"
            "放過可食的牌。食到計{fan}番。{drops}",
            "Without any claim or kong you are ready after your first draw and discard, dealer or not: {fan} fan "
            "on winning. You declare, cover the hand, and may no longer claim, kong, exchange or pass a "
            "win.{drops}",
            "未上、碰、槓過，第一次摸牌之後打出第一隻就叫糊，莊家閒家都得；要報聽、冚牌，"
            "之後唔可以上、碰、槓、換牌或者放過食得嘅牌。食到計{fan}番。{drops}",
        ),
        source="doc004 番數表 20 番, 說明表（地聽）",
        when=(ready == Ready.EARTHLY) & untouched,
        absorbs=CLOSED_ROWS,
    ),
    Pattern(
        "heavenly_ready",
        zh="天聽",
        jyutping="tin1 ting1",
        en="Heavenly ready",
        says=Text(
            "閒家取完牌就叫糊，要報聽、蓋牌，之後限制跟地聽一樣。食到計{fan}番，代替地聽。{drops}{inside}",
            "A non-dealer is ready as soon as the deal is complete and declares it, bound as in earthly ready, "
            "which it replaces: {fan} fan on winning.{drops}{inside}",
            "閒家攞完牌就叫糊，要報聽、冚牌，之後嘅限制同地聽一樣。食到計{fan}番，代替地聽。{drops}{inside}",
        ),
        source="doc004 番數表 30 番, 說明表（天聽）",
        when=(ready == Ready.HEAVENLY) & ~dealer & untouched,
        absorbs=CLOSED_ROWS,
    ),
    Pattern(
        "earthly_hand",
        zh="地胡",
        jyutping="dei6 wu2",
        en="Earthly hand",
        says=Text(
            "閒家取完牌已叫糊，未上、碰、槓過，第一次摸牌就自摸；或者食莊家打出的第一隻牌。計{fan}番。{drops}",
            "A non-dealer ready from the deal wins by self-draw at the first draw, having claimed and konged "
            "nothing, or wins on the dealer's first discard: {fan} fan.{drops}",
            "閒家攞完牌已經叫糊，未上、碰、槓過，第一次摸牌就自摸；或者食莊家打出嘅第一隻。計{fan}番。{drops}",
        ),
        source="doc004 番數表 40 番, 說明表（地胡）",
        when=first_turn.in_(FirstTurn.EARTHLY, FirstTurn.EARTHLY_DRAW),
        absorbs=("heavenly_ready",),
    ),
    Pattern(
        "heavenly_hand",
        zh="天胡",
        jyutping="tin1 wu2",
        en="Heavenly hand",
        says=Text(
            "莊家取完牌已經成糊，當自摸，計{fan}番。{drops}",
            "The dealer's dealt tiles are already complete: {fan} fan, as a self-draw.{drops}",
            "莊家攞完牌已經食糊，當自摸，計{fan}番。{drops}",
        ),
        source="doc004 番數表 50 番, 說明表（天胡）; S5",
        when=(first_turn == FirstTurn.HEAVENLY) & (by == By.SELF_DRAW),
        absorbs=(
            "single_wait",
            "readable_single",
            "dual_pung_wait",
            "closed_five",
            "last_copy_single",
            "last_copy_double",
        ),
    ),
)
