"""How and when the hand was won, and who had declared to be ready."""

from __future__ import annotations

from sikwu.rules.language import (
    CLAIMED,
    Shape,
    by,
    dealer,
    discards,
    first_turn,
    last_tile,
    named,
    one_shot,
    ready,
    replacement,
    sets,
    shape,
    winners,
)
from sikwu.rules.pattern import Family, Pattern, Row, Text
from sikwu.win import By, FirstTurn, Replacement

# A concealed kong leaves the hand closed; any claim opens it (門前清: 無碰上可暗槓).
closed = sets.made(CLAIMED) == 0
self_drawn = named("self_drawn")
CLOSED_ROWS = ("concealed_hand", "concealed_self_draw", "concealed_self_draw_only")
# Both names mean the same hand; whichever is worth more counts (HK-29).
CLOSED_SELF_DRAW = Family("closed_self_draw", used_once=False)
MERGED = ("concealed_hand", "self_draw", "win_on_flower/plain")
TIMING = ("heavenly_hand", "earthly_hand", "human_hand", "within_seven", "within_ten")
WAIT_ROWS = ("single_wait", "fake_single_wait", "dual_pung_wait")
restricted = shape.in_(Shape.PAIRS, Shape.ORPHANS, Shape.UNRELATED)

PATTERNS = (
    Pattern(
        "self_draw",
        zh="自摸",
        jyutping="zi6 mo2",
        en="Self-draw",
        says=Text(
            "叫糊那隻牌由自己摸到，補花、補槓摸到的都算，三家賠，計一番。門清一摸五、花上自摸、半求人和天糊已包自摸"
            "，不再加。",
            "You draw the winning tile yourself, also as a replacement; all three pay: 1 fan. Already inside "
            "concealed self-draw, win by flower, half begging and heavenly hand.",
        ),
        source="doc003 番數計算（自摸）, 計番所採用的牌型 舊章",
        rows=(Row(self_drawn), Row(by == By.FLOWERS, "by_flowers")),
    ),
    Pattern(
        "concealed_hand",
        zh="門前清",
        jyutping="mun4 cin4 cing1",
        en="Concealed hand",
        aka=("門清",),
        says=Text(
            "沒有上、碰、明槓、加槓，食別家的牌，計三番；暗槓無妨。自摸就改計門清一摸五。嚦咕嚦咕、十三幺、十六不搭"
            "、一百番的五暗刻、天糊、地糊不加。",
            "No chow, pung, exposed or added kong, won on another player's tile: 3 fan; concealed kongs are fine. "
            "Self-drawn it is concealed self-draw. Not added to hands concealed anyway: seven pairs and a pung, "
            "thirteen orphans, sixteen unrelated tiles, five concealed pungs at 100, heavenly and earthly hand.",
        ),
        source="doc003 番數計算（門前清）, 計番所採用的牌型 新章 10)",
        when=closed,
    ),
    Pattern(
        "concealed_self_draw",
        zh="門清一摸五",
        jyutping="mun4 cing1 jat1 mo2 ng5",
        en="Concealed self-draw",
        says=Text(
            "門清兼自摸，合共五番，代替門前清和自摸。本身已要門清的牌（嚦咕嚦咕、十三幺、十六不搭、一百番的五暗刻）"
            "只計自摸一番，天糊連自摸都不加。",
            "A concealed hand won by self-draw: 5 fan in place of both. Hands that are concealed anyway (seven "
            "pairs and a pung, thirteen orphans, sixteen unrelated tiles, five concealed pungs at 100) take only "
            "self-draw, heavenly hand not even that.",
        ),
        source="doc003 番數計算（門清一摸五）",
        when=closed & self_drawn,
        absorbs=(*MERGED, "concealed_self_draw_only"),
        family=CLOSED_SELF_DRAW,
    ),
    Pattern(
        "concealed_self_draw_only",
        zh="不求人",
        jyutping="bat1 kau4 jan4",
        en="No begging",
        says=Text(
            "門清兼自摸；本表當作就是門清一摸五的另一個名。所以預設不計，現定 {fan:d} 番；要另訂番數才有作用，兩個名只計"
            "一個。",
            "A concealed hand won by self-draw; taken as another name for concealed self-draw. Hence off by default at {fan} fan; it matters only with a price of its own, and only one of the two counts.",
        ),
        source="doc003 計番所採用的牌型 新章 10), 番數計算（門清一摸五）; HK-29, S2",
        when=closed & self_drawn,
        absorbs=(*MERGED, "concealed_self_draw"),
        family=CLOSED_SELF_DRAW,
    ),
    # Worth 2 with the self-draw inside; 1 where a merged row holds the self-draw already (HK-04, S6).
    Pattern(
        "win_on_flower",
        zh="花上自摸",
        jyutping="faa1 soeng6 zi6 mo2",
        en="Win by flower",
        says=Text(
            "摸到花，補上來那隻就食糊，計兩番，已連自摸。有門清一摸五或半求人的話，自摸已在那邊，這裏只計一番；天糊"
            "不加。",
            "You win on the replacement for a flower: 2 fan, self-draw contained. Beside concealed self-draw or "
            "half begging it is worth 1, as they already hold the self-draw; not added to heavenly hand.",
        ),
        source="doc003 番數計算（花上自摸）, 計番所採用的牌型 新章 12); S6",
        rows=(
            Row(
                (by == By.SELF_DRAW) & (replacement == Replacement.FLOWER),
                absorbs=("self_draw", "win_on_flower/beside_self_draw"),
            ),
            Row((by == By.SELF_DRAW) & (replacement == Replacement.FLOWER), "beside_self_draw"),
        ),
    ),
    Pattern(
        "win_on_kong",
        zh="槓上開花",
        jyutping="gong3 soeng6 hoi1 faa1",
        en="Win by kong",
        says=Text(
            "開槓補上來那隻就食糊，明槓、加槓、暗槓都算，計一番。自摸或門清一摸五預設另加。",
            "You win on the replacement tile of your own kong of any kind: 1 fan. Self-draw or concealed self-draw "
            "is added by default.",
        ),
        source="doc003 番數計算（槓上開花）",
        when=(by == By.SELF_DRAW) & (replacement == Replacement.KONG),
    ),
    Pattern(
        "last_tile_draw",
        zh="海底撈月",
        jyutping="hoi2 dai2 laau4 jyut6",
        en="Moon from the sea bottom",
        says=Text(
            "牌牆最後一隻由你摸到並且食糊，計十五番，自摸另加。食最後打出的牌沒有番。",
            "You win by drawing the very last tile: 15 fan, and self-draw is added. Winning on the last discard "
            "gives nothing.",
        ),
        source="doc003 番數計算（海底撈月）",
        when=(by == By.SELF_DRAW) & last_tile,
    ),
    Pattern(
        "robbing_kong",
        zh="搶槓",
        jyutping="coeng2 gong3",
        en="Robbing the kong",
        says=Text(
            "別家開槓那隻正是你叫的牌，搶來食糊，計一番，開槓那家當出銃。預設明槓、加槓任何糊都搶得，暗槓只有十三幺可以搶。",
            "You win on the tile another player uses for a kong: 1 fan, and the kong maker pays like a discarder. "
            "By default exposed and added kongs may be robbed by any hand, concealed ones only by thirteen orphans.",
        ),
        source="doc003 番數計算（搶槓）",
        when=by == By.ROB_KONG,
    ),
    Pattern(
        "ready_declared",
        zh="聽牌",
        jyutping="ting1 paai2",
        en="Declared ready",
        aka=(
            "立直",
            "叫胡",
        ),
        says=Text(
            "叫糊後向三家講明，之後只可以開暗槓、加槓，摸到食不到的牌就要打出；食到糊加五番。未上過碰過就改計門清聽"
            "牌。",
            "You announce that you are ready and then win: 5 fan. From then on only concealed and added kongs are "
            "allowed and every other drawn tile goes out. With a concealed hand the concealed version counts "
            "instead.",
        ),
        source="doc003 番數計算（聽牌）",
        when=(ready >= 1) & ~closed,
    ),
    Pattern(
        "ready_declared_closed",
        zh="門清聽牌",
        jyutping="mun4 cing1 ting1 paai2",
        en="Declared ready, concealed",
        aka=("門清立直",),
        says=Text(
            "門清時講明聽牌再食糊，計十番，代替聽牌；嚦咕嚦咕、十三幺、十六不搭本來就要門清，只計五番。門前清或門清"
            "一摸五預設照加。",
            "Ready declared with a concealed hand: 10 fan in place of declared ready, but only 5 for seven pairs "
            "and a pung, thirteen orphans and sixteen unrelated tiles. Concealed hand or concealed self-draw is "
            "added by default.",
        ),
        source="doc003 番數計算（門清聽牌）, note 1",
        rows=(
            Row((ready >= 1) & closed),
            Row((ready >= 1) & restricted, "restricted_hand", absorbs=("ready_declared_closed/plain",)),
        ),
    ),
    Pattern(
        "one_shot",
        zh="一發",
        jyutping="jat1 faat3",
        en="One shot",
        says=Text(
            "講明聽牌之後，到自己下一次摸牌為止就食糊，計五番，加在聽牌之上。中間有人上、碰、槓就沒有；補花無妨。",
            "You win no later than your next draw after declaring ready: 5 fan on top. Any chow, pung or kong in "
            "between spoils it; flowers do not.",
        ),
        source="doc003 番數計算（一發）",
        when=one_shot & (ready >= 1),
    ),
    Pattern(
        "all_claimed_self_draw",
        zh="半求人",
        jyutping="bun3 kau4 jan4",
        en="Half begging",
        says=Text(
            "五組全部落地，手上只剩一隻單吊，自摸成眼，計八番，自摸、獨獨、假獨預設已包。明槓、加槓可以，有暗槓預設"
            "就不算。",
            "All five sets claimed, and you draw the mate of your last tile yourself: 8 fan, by default containing "
            "self-draw and the single wait. Exposed and added kongs are fine, a concealed kong spoils it by "
            "default.",
        ),
        source="doc003 番數計算（半求人）",
        when=(sets.made(CLAIMED) == 5) & self_drawn,
        absorbs=("self_draw", "single_wait", "fake_single_wait", "win_on_flower/plain"),
    ),
    Pattern(
        "all_claimed_discard",
        zh="全求人",
        jyutping="cyun4 kau4 jan4",
        en="All begging",
        says=Text(
            "五組全部落地，手上只剩一隻單吊，食別家打出的牌，計十五番，獨獨、假獨預設已包。有暗槓預設就不算。",
            "All five sets claimed, and the mate of your last tile comes from a discard: 15 fan, by default "
            "containing the single wait. A concealed kong spoils it by default.",
        ),
        source="doc003 番數計算（全求人）, 計番所採用的牌型 新章 10)",
        when=(sets.made(CLAIMED) == 5) & ~self_drawn,
        absorbs=("single_wait", "fake_single_wait"),
    ),
    Pattern(
        "within_ten",
        zh="十隻內",
        jyutping="sap6 zek3 noi6",
        en="Within ten discards",
        aka=(
            "十只内",
            "十子內",
        ),
        says=Text(
            "枱面打出的牌不過十隻就食糊，計十番；被上、碰走的不計，預設連你食的那隻在內。七隻內、人糊、地糊、天糊較"
            "大，不再加它。",
            "You win with at most ten discards on the table: 10 fan. Claimed tiles are not counted, the winning "
            "discard is by default. Not added to within seven, human, earthly or heavenly hand.",
        ),
        source="doc003 番數計算（十只内）, 計番所採用的牌型 新章 11)",
        when=discards <= 10,
    ),
    Pattern(
        "within_seven",
        zh="七隻內",
        jyutping="cat1 zek3 noi6",
        en="Within seven discards",
        aka=(
            "七只内",
            "七子內",
        ),
        says=Text(
            "枱面打出的牌不過七隻就食糊，計二十番，數法跟十隻內一樣，並代替它。人糊、地糊、天糊較大，不再加它。",
            "You win with at most seven discards on the table, counted as in within ten, which it replaces: 20 "
            "fan. Not added to human, earthly or heavenly hand.",
        ),
        source="doc003 番數計算（七只内）, 計番所採用的牌型 新章 11)",
        when=discards <= 7,
        absorbs=("within_ten",),
    ),
    Pattern(
        "human_hand",
        zh="人糊",
        jyutping="jan4 wu2",
        en="Human hand",
        aka=(
            "人胡",
            "四子內",
        ),
        says=Text(
            "閒家在枱面打出的牌不過四隻時食糊，計八十番，數法跟十隻內一樣，代替七隻內和十隻內。食莊家第一隻是地糊。",
            "A non-dealer wins with at most four discards on the table, counted as in within ten: 80 fan in place "
            "of within seven and within ten. On the dealer's first discard it is the earthly hand.",
        ),
        source="doc003 番數計算（人胡）, 計番所採用的牌型 新章 11); T2",
        when=~dealer & ((discards <= 4) | (first_turn == FirstTurn.HUMAN)),
        absorbs=("within_seven", "within_ten"),
    ),
    Pattern(
        "earthly_hand",
        zh="地糊",
        jyutping="dei6 wu2",
        en="Earthly hand",
        aka=("地胡",),
        says=Text(
            "閒家食莊家頭一隻打出的牌，計九十番。門前清、人糊、七隻內、十隻內不加，其他牌型照加。",
            "A non-dealer wins on the dealer's first discard: 90 fan. Concealed hand and the early-win patterns "
            "are not added; other tile patterns are.",
        ),
        source="doc003 番數計算（地胡）, 計番所採用的牌型 舊章",
        when=first_turn == FirstTurn.EARTHLY,
        absorbs=(*CLOSED_ROWS, "human_hand", "within_seven", "within_ten"),
    ),
    Pattern(
        "heavenly_hand",
        zh="天糊",
        jyutping="tin1 wu2",
        en="Heavenly hand",
        aka=("天胡",),
        says=Text(
            "莊家起手補花後已經成糊，計一百番，三家賠；要開槓補牌才成就不算。自摸、門清、花上自摸和叫牌的番不加，平"
            "糊亦不問怎樣叫；其他牌型照加。",
            "The dealer's tiles are complete after replacing flowers: 100 fan, paid by all three; a kong "
            "replacement does not qualify. Self-draw, concealed hand, win by flower and the wait patterns are not "
            "added, and all chows needs no two-sided wait; other tile patterns add.",
        ),
        source="doc003 番數計算（天胡）, 計番所採用的牌型 舊章",
        when=(first_turn == FirstTurn.HEAVENLY) & (by == By.SELF_DRAW),
        absorbs=("self_draw", *CLOSED_ROWS, "win_on_flower", *WAIT_ROWS, *TIMING[1:]),
    ),
    Pattern(
        "double_winner",
        zh="一炮雙響",
        jyutping="jat1 paau3 soeng1 hoeng2",
        en="Two winners on one discard",
        aka=("雙響",),
        says=Text(
            "兩家同時食同一隻打出的牌，每個食糊的都加。文件只列名、沒有番數，預設不計；開了當 {fan:d} 番，可以改。",
            "Two players win on the same discard; each of them adds it. Only named in the document, without a "
            "price: off by default, {fan} fan when switched on unless changed.",
        ),
        source="doc003 計番所採用的牌型 新章 10); HK-30, S2",
        when=winners == 2,
    ),
    Pattern(
        "triple_winner",
        zh="一炮三響",
        jyutping="jat1 paau3 saam1 hoeng2",
        en="Three winners on one discard",
        aka=("三響",),
        says=Text(
            "三家同時食同一隻打出的牌，每個食糊的都加，代替一炮雙響。文件只列名、沒有番數，預設不計；開了當 {fan:d} 番，"
            "可以改。",
            "All three others win on the same discard; each of them adds it in place of the two-winner bonus. Only "
            "named in the document, without a price: off by default, {fan} fan when switched on unless changed.",
        ),
        source="doc003 計番所採用的牌型 新章 10); HK-30, S2",
        when=winners == 3,
    ),
)
