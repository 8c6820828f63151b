"""Patterns of how and when the hand was won, and of ready declarations."""

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
from sikwu.rules.pattern import Family, Pattern, PatternRow, Text
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
            "叫糊那隻牌由自己摸到，補花、補槓摸到的都算，計{fan}番。{if not win_on_kong.exposed_is_self_draw: 明槓"
            "補到的不算自摸。}{if uses self_draw/by_flowers: {if uses seven_rob_one: 七搶一{if uses "
            "flower_win_eight/plain and not flower_win_eight/plain drops self_draw: 和即食的兩台花}也加自摸。 elif "
            "uses flower_win_eight/plain and not flower_win_eight/plain drops self_draw: 即食的兩台花也加自摸。"
            "}}{if win_on_flower/plain drops self_draw: 花上自摸已連自摸。}{inside}",
            "You draw the winning tile yourself, also as a replacement for a flower or a kong: {fan} fan. {if not "
            "win_on_kong.exposed_is_self_draw: The replacement of an exposed kong is no self-draw.} {if uses "
            "self_draw/by_flowers: {if uses seven_rob_one: It is added to seven flowers rob the eighth{if uses "
            "flower_win_eight/plain and not flower_win_eight/plain drops self_draw:  and to eight immortals won at "
            "once} too. elif uses flower_win_eight/plain and not flower_win_eight/plain drops self_draw: It is "
            "added to eight immortals won at once too.}} {if win_on_flower/plain drops self_draw: Win on a "
            "flower's replacement tile includes it.}{inside}",
            "叫糊嗰隻自己摸返嚟，補花、補槓摸到都算，計{fan}番。{if not win_on_kong.exposed_is_self_draw: 明槓補到"
            "嘅唔算自摸。}{if uses self_draw/by_flowers: {if uses seven_rob_one: 七搶一{if uses "
            "flower_win_eight/plain and not flower_win_eight/plain drops self_draw: 同即食嘅兩台花}都加自摸。 elif "
            "uses flower_win_eight/plain and not flower_win_eight/plain drops self_draw: 即食嘅兩台花都加自摸。"
            "}}{if win_on_flower/plain drops self_draw: 花上自摸已經連自摸。}{inside}",
        ),
        source="doc003 番數計算（自摸）, 計番所採用的牌型 舊章",
        rows=(PatternRow(self_drawn), PatternRow(by == By.FLOWERS, "by_flowers")),
    ),
    Pattern(
        "concealed_hand",
        zh="門前清",
        jyutping="mun4 cin4 cing1",
        en="Concealed hand",
        aka=("門清",),
        says=Text(
            "沒有上、碰、明槓、加槓就食糊，計{fan}番；暗槓無妨。十三幺、十六不搭不另加。{inside}",
            "You win without a claimed chow or pung and without an exposed or added kong: {fan} fan; concealed kongs "
            "are fine. Thirteen orphans and sixteen unrelated tiles do not add it.{inside}",
            "冇上、冇碰、冇明槓加槓就食糊，計{fan}番；暗槓冇所謂。十三幺、十六不搭唔再加。{inside}",
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
            "門清兼自摸，合共{fan}番。{if concealed_self_draw drops win_on_flower/plain: 花上自摸的話，"
            "那邊的自摸番不重複計。}十三幺、十六不搭不計，只計自摸。{drops}{inside}",
            "A concealed hand won by self-draw: {fan} fan in all. {if concealed_self_draw drops "
            "win_on_flower/plain: On a flower's replacement the self-draw is not counted there again.} Thirteen "
            "orphans and sixteen unrelated tiles take only the self-draw.{drops}{inside}",
            "門清兼自摸，一共{fan}番。{if concealed_self_draw drops win_on_flower/plain: 花上自摸嘅話，"
            "嗰邊嘅自摸番唔重複計。}十三幺、十六不搭唔計，淨係計自摸。{drops}{inside}",
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
            "門清兼自摸，即是門清一摸五的另一個名，計{fan}番。文件只列名，番數由枱上定{if uses "
            "concealed_self_draw_only: ；兩個名只計番多的一個 else: ，這裏沒有開}。",
            "A concealed hand won by self-draw, another name for concealed self-draw: {fan} fan. The document "
            "only names it, so the table sets the price{if uses concealed_self_draw_only: ; of the two names "
            "only the dearer counts else: , and here it is not counted}.",
            "門清兼自摸，即係門清一摸五嘅另一個名，計{fan}番。份文件淨係列名，番數由張枱定{if uses "
            "concealed_self_draw_only: ；兩個名淨係計多番嗰個 else: ，而家冇開}。",
        ),
        source="doc003 計番所採用的牌型 新章 10), 番數計算（門清一摸五）; HK-29, S2",
        when=closed & self_drawn,
        absorbs=(*MERGED, "concealed_self_draw"),
        family=CLOSED_SELF_DRAW,
    ),
    # Worth 2 with the self-draw included; 1 if a merged row already includes the self-draw (HK-04, S6).
    Pattern(
        "win_on_flower",
        zh="花上自摸",
        jyutping="faa1 soeng6 zi6 mo2",
        en="Win on a flower's replacement tile",
        says=Text(
            "摸到花，補上來那隻就食糊，計{worth:win_on_flower/plain}番{if win_on_flower/plain drops self_draw: ，"
            "已連自摸}。{if concealed_self_draw drops win_on_flower/plain: 有門清一摸五{if uses "
            "concealed_self_draw_only: 、不求人}{if all_claimed_self_draw drops win_on_flower/plain: 、半求人}"
            "的話，自摸已在那邊，這裏只計{worth:win_on_flower/beside_self_draw}番。}{inside}",
            "You win on the replacement for a flower: {worth:win_on_flower/plain} fan{if win_on_flower/plain "
            "drops self_draw: , self-draw included}. {if concealed_self_draw drops win_on_flower/plain: Beside "
            "concealed self-draw{if uses concealed_self_draw_only:  or no begging}{if all_claimed_self_draw drops "
            "win_on_flower/plain:  or all melded (last tile drawn)}, which hold the self-draw already, it "
            "counts {worth:win_on_flower/beside_self_draw}.}{inside}",
            "摸到花，補返嚟嗰隻就食糊，計{worth:win_on_flower/plain}番{if win_on_flower/plain drops self_draw: ，"
            "已經連自摸}。{if concealed_self_draw drops win_on_flower/plain: 有門清一摸五{if uses "
            "concealed_self_draw_only: 、不求人}{if all_claimed_self_draw drops win_on_flower/plain: 、半求人}"
            "嘅話，自摸已經喺嗰邊，呢度淨係計{worth:win_on_flower/beside_self_draw}番。}{inside}",
        ),
        source="doc003 番數計算（花上自摸）, 計番所採用的牌型 新章 12); S6",
        rows=(
            PatternRow(
                (by == By.SELF_DRAW) & (replacement == Replacement.FLOWER),
                absorbs=("self_draw", "win_on_flower/beside_self_draw"),
            ),
            PatternRow((by == By.SELF_DRAW) & (replacement == Replacement.FLOWER), "beside_self_draw"),
        ),
    ),
    Pattern(
        "win_on_kong",
        zh="槓上開花",
        jyutping="gong3 soeng6 hoi1 faa1",
        en="Win on a kong's replacement tile",
        says=Text(
            "開槓補上來那隻就食糊，明槓、加槓、暗槓都算，計{fan}番。{if not win_on_kong.exposed_is_self_draw: "
            "明槓補到的不算自摸，只由打出槓牌那家賠。}{inside}",
            "You win on the replacement tile of your own kong of any kind: {fan} fan. {if not "
            "win_on_kong.exposed_is_self_draw: After an exposed kong it is no self-draw, and only the player who "
            "discarded the konged tile pays.}{inside}",
            "開槓補返嚟嗰隻就食糊，明槓、加槓、暗槓都算，計{fan}番。{if not win_on_kong.exposed_is_self_draw: "
            "明槓補到嘅唔算自摸，淨係打出嗰隻嘅賠。}{inside}",
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
            "牌牆最後一隻由你摸到並且食糊，計{fan}番。食最後打出的牌沒有番。",
            "You win by drawing the last tile of the wall: {fan} fan. Winning on the last discard gives nothing.",
            "最尾一隻牌由你摸到兼食糊，計{fan}番。食最尾打出嗰隻冇番。",
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
            "別家開槓那隻正是你叫的牌，搶來食糊，計{fan}番，開槓那家當出銃。{if robbing_kong.exposed: 加槓、"
            "明槓任何糊都可以搶{if robbing_kong.exposed_payer=original_discarder: ；搶明槓就由打出那隻牌的一家賠}， "
            "else: 加槓可以搶，明槓不可以搶，}{if robbing_kong.concealed=never: 暗槓不可以搶。 else: "
            "暗槓要十三幺才可以搶。}",
            "You win on the tile another player uses for a kong: {fan} fan, and the kong maker pays like a discarder. "
            "{if robbing_kong.exposed: Any hand may rob an added or an exposed kong{if "
            "robbing_kong.exposed_payer=original_discarder: ; for an exposed one the player who discarded the tile "
            "pays}. else: An added kong may be robbed, an exposed one not.} {if robbing_kong.concealed=never: A "
            "concealed kong may not be robbed. else: A concealed kong may be robbed by thirteen orphans only.}",
            "人哋開槓嗰隻啱啱係你叫嘅，搶嚟食糊，計{fan}番，開槓嗰家當出銃。{if robbing_kong.exposed: 加槓、"
            "明槓乜嘢糊都搶得{if robbing_kong.exposed_payer=original_discarder: ；搶明槓就打出嗰隻嘅賠}， else: "
            "加槓搶得，明槓搶唔得，}{if robbing_kong.concealed=never: 暗槓唔可以搶。 else: 暗槓要十三幺先搶得。}",
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
            "叫糊後向三家聲明，之後只可以開暗槓、加槓，摸到食不到的牌就要打出；食到糊計{fan}番。門清就{if uses "
            "ready_declared_closed: 改計門清聽牌 else: 不計}。{if not uses ready_declared: 這裏不打聽牌。}",
            "You announce that you are ready and then win: {fan} fan. From then on only concealed and added kongs "
            "are allowed, and every other tile you draw must be discarded. A concealed hand {if uses "
            "ready_declared_closed: counts declared ready (concealed) instead. else: does not count it.} {if not "
            "uses ready_declared: Declaring ready is not played here.}",
            "叫糊之後同三家講明，之後淨係可以開暗槓、加槓，摸到食唔到嘅牌就要打出；食到糊計{fan}番。門清就{if uses "
            "ready_declared_closed: 改計門清聽牌 else: 唔計}。{if not uses ready_declared: 而家唔打聽牌。}",
        ),
        source="doc003 番數計算（聽牌）",
        when=(ready >= 1) & ~closed,
    ),
    Pattern(
        "ready_declared_closed",
        zh="門清聽牌",
        jyutping="mun4 cing1 ting1 paai2",
        en="Declared ready (concealed)",
        aka=("門清立直",),
        says=Text(
            "門清時聲明聽牌再食糊，計{worth:ready_declared_closed/plain}番，代替聽牌；嚦咕嚦咕、十三幺、"
            "十六不搭本來就要門清，只計{worth:ready_declared_closed/restricted_hand}番。{drops}{if not uses "
            "ready_declared_closed: 這裏不打聽牌。}",
            "You declare ready with a concealed hand and win: {worth:ready_declared_closed/plain} fan in place "
            "of declared ready; {worth:ready_declared_closed/restricted_hand} for seven pairs and a pung, "
            "thirteen orphans and sixteen unrelated tiles, which are concealed anyway.{drops} {if not uses "
            "ready_declared_closed: Declaring ready is not played here.}",
            "門清嗰陣講明聽牌再食糊，計{worth:ready_declared_closed/plain}番，代替聽牌；"
            "嚦咕嚦咕、十三幺、十六不搭本身就要門清，淨係計{worth:ready_declared_closed/restricted_hand}番。"
            "{drops}{if not uses ready_declared_closed: 而家唔打聽牌。}",
        ),
        source="doc003 番數計算（門清聽牌）, note 1",
        rows=(
            PatternRow((ready >= 1) & closed),
            PatternRow((ready >= 1) & restricted, "restricted_hand", absorbs=("ready_declared_closed/plain",)),
        ),
    ),
    Pattern(
        "one_shot",
        zh="一發",
        jyutping="jat1 faat3",
        en="One shot",
        says=Text(
            "講明聽牌之後，到自己下一次摸牌為止就食糊，計{fan}番，加在聽牌之上。中間有人上、碰、槓就沒有；"
            "補花無妨。{if not uses one_shot: 這裏不打聽牌。}",
            "You win no later than your next draw after declaring ready: {fan} fan on top. Any chow, pung or "
            "kong in between spoils it; flowers do not. {if not uses one_shot: Declaring ready is not played "
            "here.}",
            "講明聽牌之後，到自己下一次摸牌為止就食糊，計{fan}番，加喺聽牌上面。中間有人上、碰、槓就冇；"
            "補花冇所謂。{if not uses one_shot: 而家唔打聽牌。}",
        ),
        source="doc003 番數計算（一發）",
        when=one_shot & (ready >= 1),
    ),
    Pattern(
        "all_claimed_self_draw",
        zh="半求人",
        jyutping="bun3 kau4 jan4",
        en="All melded (last tile drawn)",
        says=Text(
            "五組全部落地，手上只剩一隻單吊，自摸成眼，計{fan}番。明槓、加槓可以，{if "
            "all_claimed.with_concealed_kong: 暗槓也可以 else: 有暗槓就不算}。{if not "
            "win_on_kong.exposed_is_self_draw: 明槓補到的不算自摸，改計全求人。}{drops}",
            "All five sets lie on the table, and you draw the mate of your last tile yourself: {fan} fan. Exposed and "
            "added kongs are fine, {if all_claimed.with_concealed_kong: and so are concealed ones. else: a concealed "
            "kong spoils it.} {if not win_on_kong.exposed_is_self_draw: The replacement of an exposed kong is no "
            "self-draw: then it is all melded (last tile discarded).}{drops}",
            "五組全部落地，手上淨返一隻單吊，自摸做眼，計{fan}番。明槓、加槓都得，{if "
            "all_claimed.with_concealed_kong: 暗槓都得 else: 有暗槓就唔算}。{if not "
            "win_on_kong.exposed_is_self_draw: 明槓補到嘅唔算自摸，改計全求人。}{drops}",
        ),
        source="doc003 番數計算（半求人）",
        when=(sets.made(CLAIMED) == 5) & self_drawn,
        absorbs=("self_draw", "single_wait", "fake_single_wait", "win_on_flower/plain"),
    ),
    Pattern(
        "all_claimed_discard",
        zh="全求人",
        jyutping="cyun4 kau4 jan4",
        en="All melded (last tile discarded)",
        says=Text(
            "五組全部落地，手上只剩一隻單吊，食別家的牌，計{fan}番。明槓、加槓可以，{if "
            "all_claimed.with_concealed_kong: 暗槓也可以 else: 有暗槓就不算}。{if not "
            "win_on_kong.exposed_is_self_draw: 明槓補到的也當食別家。}{drops}",
            "All five sets lie on the table, and another player gives you the mate of your last tile: {fan} fan. "
            "Exposed and added kongs are fine, {if all_claimed.with_concealed_kong: and so are concealed ones. "
            "else: a concealed kong spoils it.} {if not win_on_kong.exposed_is_self_draw: The replacement of an "
            "exposed kong counts as given.}{drops}",
            "五組全部落地，手上淨返一隻單吊，食人哋嘅牌，計{fan}番。明槓、加槓都得，{if "
            "all_claimed.with_concealed_kong: 暗槓都得 else: 有暗槓就唔算}。{if not "
            "win_on_kong.exposed_is_self_draw: 明槓補到嘅都當食人哋。}{drops}",
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
            "枱面打出的牌不過十隻就食糊，計{fan}番；被上、碰走的不計，{if early_win.counts_winning_discard: "
            "連你食的那隻在內 else: 你食的那隻不計在內}。{inside}",
            "You win with at most ten discards on the table: {fan} fan. Claimed tiles are not counted; the "
            "winning discard {if early_win.counts_winning_discard: is. else: is not.}{inside}",
            "枱面打出嘅牌唔過十隻就食糊，計{fan}番；畀人上、碰走嘅唔計，{if early_win.counts_winning_discard: "
            "連埋你食嗰隻 else: 你食嗰隻唔計}。{inside}",
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
            "枱面打出的牌不過七隻就食糊，計{fan}番，數法跟十隻內一樣，{if early_win.counts_winning_discard: "
            "連你食的那隻在內 else: 你食的那隻不計在內}。{drops}{inside}",
            "You win with at most seven discards on the table, the winning discard {if "
            "early_win.counts_winning_discard: included else: not counted}: {fan} fan.{drops}{inside}",
            "枱面打出嘅牌唔過七隻就食糊，計{fan}番，同十隻內一樣數，{if early_win.counts_winning_discard: "
            "連埋你食嗰隻 else: 你食嗰隻唔計}。{drops}{inside}",
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
            "閒家在枱面打出的牌不過四隻時食糊，計{fan}番，數法跟十隻內一樣，{if "
            "early_win.counts_winning_discard: 連你食的那隻在內 else: 你食的那隻不計在內}。食莊家第一隻是地糊。"
            "{drops}{inside}",
            "A non-dealer wins with at most four discards on the table, the winning discard {if "
            "early_win.counts_winning_discard: included else: not counted}: {fan} fan. On the dealer's first "
            "discard it is the earthly hand.{drops}{inside}",
            "閒家喺枱面打出嘅牌唔過四隻嗰陣食糊，計{fan}番，同十隻內一樣數，{if "
            "early_win.counts_winning_discard: 連埋你食嗰隻 else: 你食嗰隻唔計}。食莊家第一隻係地糊。{drops}"
            "{inside}",
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
            "閒家食莊家打出的第一隻牌，計{fan}番。{drops}{inside}",
            "A non-dealer wins on the dealer's first discard: {fan} fan.{drops}{inside}",
            "閒家食莊家打出嘅第一隻，計{fan}番。{drops}{inside}",
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
            "莊家起手補花後已經成糊，計{fan}番；要開槓補牌才成就不算。平糊不問怎樣叫。{drops}",
            "The dealer's tiles are complete after replacing flowers: {fan} fan; a kong's replacement does not "
            "qualify. All chows needs no two-sided wait here.{drops}",
            "莊家起手補完花已經食糊，計{fan}番；要開槓補牌先成就唔算。平糊唔理點叫。{drops}",
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
            "兩家同時食同一隻打出的牌，每個食糊的都加，計{fan}番；文件只列名，番數由枱上定{if not uses "
            "double_winner: ，這裏沒有開}。{drops}{inside}",
            "Two players win on the same discard, and each of them adds it: {fan} fan; the document only names "
            "it, so the table sets the price{if not uses double_winner: , and here it is not counted}.{drops}"
            "{inside}",
            "兩家同時食同一隻打出嘅牌，每個食糊嘅都加，計{fan}番；份文件淨係列名，番數由張枱定{if not uses "
            "double_winner: ，而家冇開}。{drops}{inside}",
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
            "三家同時食同一隻打出的牌，每個食糊的都加，代替一炮雙響，計{fan}番；文件只列名，番數由枱上定{if not "
            "uses triple_winner: ，這裏沒有開}。{drops}{inside}",
            "All three others win on the same discard, and each of them adds it in place of the two-winner "
            "bonus: {fan} fan; the document only names it, so the table sets the price{if not uses "
            "triple_winner: , and here it is not counted}.{drops}{inside}",
            "三家同時食同一隻打出嘅牌，每個食糊嘅都加，代替一炮雙響，計{fan}番；份文件淨係列名，番數由張枱定{if "
            "not uses triple_winner: ，而家冇開}。{drops}{inside}",
        ),
        source="doc003 計番所採用的牌型 新章 10); HK-30, S2",
        when=winners == 3,
    ),
)
