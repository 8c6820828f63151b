"""How and when the hand was won, and who had declared to be ready."""

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
from sikwu.rules.pattern import Pattern, Row, Text
from sikwu.win import By, FirstTurn, Ready, Replacement

# 門前只有槓也算: a kong on an own triplet keeps it, a kong that began as a claimed pung does not (C-05).
closed = sets.made(CHOWED | PUNGED | ADDED) == 0
self_drawn = named("self_drawn")
CLOSED_ROWS = ("concealed_hand", "concealed_self_draw")
# 不能吃、碰、槓: who is ready from the start lays nothing down.
untouched = sets.made(MELDED) == 0

# In pairs and in 十三么 卡五 goes by the tiles: the 4 and the 6 of the suit are there (C-24; C-01).
gap = (
    (win.in_(T("5m")) & (tiles.of(T("4m")) >= 1) & (tiles.of(T("6m")) >= 1))
    | (win.in_(T("5p")) & (tiles.of(T("4p")) >= 1) & (tiles.of(T("6p")) >= 1))
    | (win.in_(T("5s")) & (tiles.of(T("4s")) >= 1) & (tiles.of(T("6s")) >= 1))
)


def _not_held(suit: str, number: int) -> Condition:
    """No copy of this tile stands in the hand: not in the pair, nor in a set that was not laid down."""
    lows = range(max(1, number - 2), min(7, number) + 1)
    none = ~eyes.in_(T(f"{number}{suit}")) & (pungs.of(T(f"{number}{suit}")).made(SELF) == 0)
    for low in lows:
        none = none & (chows.of(T(f"{low}{low + 1}{low + 2}{suit}")).made(SELF) == 0)
    return none


def _ends() -> Condition:
    """Of the two ends of the run that the winning tile completes, the other one is nowhere in the hand."""
    either: Condition = NEVER
    for suit in "mps":
        for low in range(1, 7):  # the two ends are low and low + 3
            for won, other, first in ((low, low + 3, low), (low + 3, low, low + 1)):
                run = chows.of(T(f"{first}{first + 1}{first + 2}{suit}"))
                completed = (run.made(WON) >= 1) | ((by == By.SELF_DRAW) & (run.made(SELF) >= 1))
                either = either | (win.in_(T(f"{won}{suit}")) & completed & _not_held(suit, other))
    return either


# 雙絕張: the winning tile is the last of the eight at the two ends of a run, and nothing else wins. Two kinds that complete
# 十三么 are always such ends: of the run beside the thirteen (T10; the sheet names no shape).
_last_of_eight = (waits == 2) & (appeared_all >= 8)
_run = (place == Place.OPEN) & (other_waits == 0) & _last_of_eight
_orphans_run = (shape == Shape.ORPHANS) & _last_of_eight
# Beside the thirteen there is the run alone: its other end is held only where that is a 1 or a 9 (23 won on 4, 78 on 6).
_orphans_end_not_held = (
    ~win.in_(NUM(4) | NUM(6))
    | (win.in_(NUM(4)) & (tiles.of(NUM(2)) == 0))
    | (win.in_(NUM(6)) & (tiles.of(NUM(8)) == 0))
)
LAST_OF_EIGHT = _run | _orphans_run
LAST_OF_EIGHT_SEEN = (held == 0) & ((_run & _ends()) | (_orphans_run & _orphans_end_not_held))
"""The same without a copy in the own hand."""

PATTERNS = (
    # A winning dealer's own (T3); what a paying dealer owes more is a matter of that payment.
    Pattern(
        "dealer",
        zh="莊家",
        jyutping="zong1 gaa1",
        en="Dealer",
        aka=("莊",),
        says=Text(
            "收或者賠的一方是莊家，那一筆加 1 台。連莊的話再加連和拉，總數是連莊次數乘二加一；預設莊家食糊、莊家賠"
            "錢都計。",
            "1 fan on any payment to or by the dealer. With repeat and pull it makes 2n+1 for n repeats. By "
            "default it counts when the dealer wins and when the dealer pays.",
        ),
        source="doc004 番數表 1 番, 說明表（莊家）, 規則（莊/連/拉）; T3",
        rows=(Row(dealer, of_dealer=True),),
    ),
    Pattern(
        "dealer_repeat",
        zh="連莊",
        jyutping="lin4 zong1",
        en="Dealer repeat",
        aka=("連一",),
        says=Text(
            "莊家食糊就連莊，每連一次加 1 台，一定跟拉莊一齊計。無人食糊就要落莊，次數由頭數過。",
            "A dealer who wins stays dealer; each repeat is worth 1 fan, always together with the pull. If nobody "
            "wins the deal passes and the count starts again.",
        ),
        source="doc004 番數表 1 番, 說明表（連莊）, 規則（莊/連/拉）; T3",
        rows=(Row(dealer & (streak >= 1), each=streak, of_dealer=True),),
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
            "每連莊一次，除了連那 1 台，再多拉 1 台。連一拉一連莊家共 3 台，連三拉三共 7 台。",
            "A second fan for each repeat beside the repeat itself. One repeat makes 3 in all with the dealer, "
            "three repeats make 7.",
        ),
        source="doc004 番數表 1 番, 說明表（連莊）, 規則（莊/連/拉）; T3",
        rows=(Row(dealer & (streak >= 1), each=streak, of_dealer=True),),
    ),
    # Reported in place of the one fan that was raised (C-09).
    Pattern(
        "one_becomes_five",
        zh="一變五",
        jyutping="jat1 bin3 ng5",
        en="One becomes five",
        says=Text(
            "全副牌只數到 1 台，就當 5 台，不是再加 5 台；典型是字牌做眼、無花或一隻花。自己是莊家就多了莊家台，預"
            "設不適用。",
            "A hand that counts exactly 1 fan is worth 5 instead, not 6; typically a pair of honours with no "
            "flower or one. By default the winner's own dealer fan is counted, so never for the dealer.",
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
            "叫糊那隻由自己摸到，三家賠，計 1 台。門清一摸三、半求已包它。槓別家打出的牌而補到糊，不算自摸，只由被"
            "槓那家賠。",
            "You draw the winning tile yourself; all three pay: 1 fan. Already inside concealed self-draw and half "
            "begging. A win on the replacement after konging a discard is no self-draw: only the player who fed "
            "the kong pays.",
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
            "沒有上過也沒有碰過，計 1 台；門前只有槓都算，但碰後加槓不算。自摸就改計門清一摸三；尼姑、天聽、地聽不加。",
            "No chow and no pung: 1 fan. Kongs from your own three or four tiles are fine, an added kong is not. "
            "Self-drawn it is concealed self-draw; not added to seven pairs and a pung, heavenly ready or earthly "
            "ready.",
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
            "門清兼自摸，合共 3 台，代替兩者。尼姑、天聽、地聽不計門清，只剩自摸 1 台。",
            "A concealed hand won by self-draw: 3 fan in place of both. Where concealed hand is excluded (seven "
            "pairs and a pung, heavenly or earthly ready) only self-draw is left.",
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
            "摸到牌牆最後一隻而自摸，計 1 台，自摸照加。槓別家打出的牌而補到最後一隻，不算自摸，也不算海底。",
            "You win by drawing the very last tile: 1 fan, and self-draw is added. The replacement after konging "
            "another player's discard is no self-draw, so not this either.",
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
            "補花或者補槓那隻牌就食糊，計 1 台，自摸照加。槓別家打出的牌而補到的，這 1 台仍計，但不算自摸。",
            "You win on the replacement for a flower or a kong: 1 fan, and self-draw is added. After konging "
            "another player's discard this fan still counts, self-draw does not.",
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
            "別家加槓那隻正是你叫的牌，搶來食糊，計 1 台，開槓那家當出銃。預設槓別家打出的牌（明槓）也搶得。",
            "You win on the tile another player adds to a pung for a kong: 1 fan, and the kong maker pays like a "
            "discarder. By default the kong of a discard may be robbed too.",
        ),
        source="doc004 番數表 1 番, 說明表（搶槓）",
        when=by == By.ROB_KONG,
    ),
    Pattern(
        "all_claimed_self_draw",
        zh="半求",
        jyutping="bun3 kau4",
        en="Half begging",
        says=Text(
            "五組全靠上、碰、明槓，剩一隻單吊而自摸，計 5 台，自摸和獨獨不加。有暗槓就不算。",
            "All five sets come from chows, pungs and exposed kongs, and you draw the mate of your last tile: 5 "
            "fan, self-draw and single wait not added. A concealed kong spoils it.",
        ),
        source="doc004 番數表 5 番, 說明表（半求）",
        when=(sets.made(CLAIMED) == 5) & self_drawn,
        absorbs=("self_draw", "single_wait"),
    ),
    Pattern(
        "all_claimed_discard",
        zh="全求",
        jyutping="cyun4 kau4",
        en="All begging",
        says=Text(
            "五組全靠上、碰、明槓，剩一隻單吊而食別家的牌，計 8 台，獨獨不加。有暗槓就不算。",
            "All five sets come from chows, pungs and exposed kongs, and another player feeds the mate of your "
            "last tile: 8 fan, single wait not added. A concealed kong spoils it.",
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
            "真正只叫一種牌，計 2 台，代替一獨和對碰。半求、全求已包它。",
            "Only one kind of tile wins: 2 fan in place of the single-shape and two-pair waits. Already inside "
            "half and all begging.",
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
            "叫多過一種牌，但食的那隻可以看成補邊張、卡張或單吊，計 1 台，例如 12、345 食 3。真正只叫一種就計獨獨；"
            "尼姑不計一獨。",
            "Several kinds of tile win, but the winning tile can be read as filling an edge, closed or pair place: "
            "1 fan (12 with 345, winning on 3). If really only one kind wins it is a single wait; not counted in "
            "seven pairs and a pung.",
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
            "手上兩對，食到其中一對變成刻子，計 1 台。只叫一種牌的話計獨獨，不計對碰。",
            "You wait with two pairs and the winning tile makes one of them a pung: 1 fan. Not counted where only "
            "one kind of tile wins.",
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
            "手上有同門的四和六，而且只叫中間那隻五，計 1 台，加在獨獨之上。",
            "You hold 4 and 6 of one suit and the 5 between them is the only tile that wins: 1 fan on top of "
            "single wait.",
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
            "獨獨叫的牌，另外三隻都已現身，食到最後那隻，加 1 台。半求、全求包了獨獨，單絕張仍可以加。",
            "On a single wait, the other three copies are already in sight and you win on the last: 1 fan on top. "
            "It may be added to a begging hand too.",
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
            "只叫兩頭，八隻牌已見七隻，食到最後一隻，計 3 台。",
            "Waiting for the two ends of a run and nothing else, seven of the eight winning tiles are in sight and "
            "you win on the last: 3 fan.",
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
            "未上、碰、槓過，第一次摸牌後打出第一隻就叫糊，莊家閒家都得；要報聽、冚牌，之後不可上、碰、槓、換牌或放"
            "過可食的牌。食到計 20 台，門清不加，自摸照加。",
            "Without any claim or kong you are ready after your first draw and discard, dealer or not: 20 fan on "
            "winning. You declare, cover the hand, and may no longer claim, kong, exchange or pass a win. "
            "Concealed hand is not added, self-draw is.",
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
            "閒家取完牌就叫糊，要報聽、冚牌，之後限制跟地聽一樣。食到計 30 台，代替地聽；門清不加，自摸照加。",
            "A non-dealer is ready as soon as the deal is complete and declares it, bound as in earthly ready, "
            "which it replaces: 30 fan on winning. Concealed hand is not added, self-draw is.",
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
            "閒家取完牌已叫糊，未上、碰、槓過，第一次摸牌就自摸；或者食莊家打出的第一隻牌。計 40 台，天聽不加，門清"
            "或門清一摸三照加。",
            "A non-dealer ready from the deal wins by self-draw at his first draw, having claimed and konged "
            "nothing, or wins on the dealer's first discard: 40 fan. Heavenly ready is not added; concealed hand "
            "or concealed self-draw is.",
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
            "莊家取完牌已經成糊，當自摸，計 50 台。門清一摸三照加，叫牌的台數（獨獨、一獨、對碰、卡五、絕張）不加。",
            "The dealer's dealt tiles are already complete: 50 fan, as a self-draw. Concealed self-draw is added, "
            "the wait patterns are not.",
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
