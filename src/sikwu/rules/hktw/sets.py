"""Patterns of single sets, and of the wait."""

from __future__ import annotations

from sikwu.rules.hktw.events import WAIT_ROWS, closed
from sikwu.rules.language import (
    ADDED,
    CONCEALED,
    EXPOSED,
    NUM,
    SELF,
    Place,
    chows,
    eyes,
    first_turn,
    flowers,
    held,
    kongs,
    place,
    places,
    pungs,
    standard,
    waits,
)
from sikwu.rules.pattern import Pattern, PatternRow, Text
from sikwu.win import FirstTurn

# All sequences, a pair of 2, 5 or 8, and a two-sided wait (S7: by shape); a dealt hand has no wait.
ping = (chows == 5) & eyes.in_(NUM(2, 5, 8)) & ((place == Place.OPEN) | (first_turn == FirstTurn.HEAVENLY))
# Drawn by the player: also a kong on the player's own triplet, whoever discarded the fourth tile (HK-15).
OWN = SELF | CONCEALED | EXPOSED

PATTERNS = (
    Pattern(
        "eyes_258",
        zh="將眼",
        jyutping="zoeng3 ngaan5",
        en="258 pair",
        says=Text(
            "眼是萬、索、筒的二、五或八，五組一對的糊才有，計{fan}番。{drops}{inside}",
            "The pair is a suited 2, 5 or 8, in hands of five sets and a pair only: {fan} fan.{drops}{inside}",
            "眼係萬、索、筒嘅二、五或者八，五組一對嘅糊先有，計{fan}番。{drops}{inside}",
        ),
        source="doc003 番數計算（將眼）",
        when=eyes.in_(NUM(2, 5, 8)),
    ),
    Pattern(
        "all_chows",
        zh="平糊",
        jyutping="ping4 wu2",
        en="All chows",
        aka=("平胡",),
        says=Text(
            "五組全是順子，用二、五、八做眼，而且要兩頭叫；上過牌無妨，計{fan}番。{if uses big_all_chows: 連花都沒"
            "有就是大平糊。}{drops}{inside}",
            "Five chows with a suited 2, 5 or 8 as the pair, won on a two-sided wait: {fan} fan; claimed chows are "
            "fine. {if uses big_all_chows: Without flowers it is big all chows.}{drops}{inside}",
            "五組全部係順子，用二、五、八做眼，仲要兩頭叫；上過牌冇所謂，計{fan}番。{if uses big_all_chows: 連花都"
            "冇就係大平糊。}{drops}{inside}",
        ),
        source="doc003 番數計算（平胡）, 計番所採用的牌型 舊章",
        when=ping,
        absorbs=("eyes_258", *WAIT_ROWS),
    ),
    Pattern(
        "big_all_chows",
        zh="大平糊",
        jyutping="daai6 ping4 wu2",
        en="Big all chows",
        aka=(
            "大平胡",
            "無字花平胡",
        ),
        says=Text(
            "平糊而且一隻花都沒有，計{fan}番。{drops}{inside}",
            "All chows without any flower: {fan} fan.{drops}{inside}",
            "平糊而且一隻花都冇，計{fan}番。{drops}{inside}",
        ),
        source="doc003 番數計算（無字花平胡）",
        when=ping & (flowers == 0),
        absorbs=("all_chows", "no_honours_no_flowers", "no_honours", "no_flowers", "eyes_258", *WAIT_ROWS),
    ),
    Pattern(
        "all_pungs",
        zh="對對糊",
        jyutping="deoi3 deoi3 wu2",
        en="All pungs",
        aka=("對對胡",),
        says=Text(
            "五組都是刻子或槓，一副順子都沒有，計{fan}番。{drops}{inside}",
            "Five pungs or kongs and a pair, no chow: {fan} fan.{drops}{inside}",
            "五組都係刻子或者槓，一副順子都冇，計{fan}番。{drops}{inside}",
        ),
        source="doc003 番數計算（對對胡, 五暗刻）, 計番所採用的牌型 舊章; S1",
        when=pungs == 5,
    ),
    Pattern(
        "single_wait",
        zh="獨獨",
        jyutping="duk6 duk6",
        en="Single wait",
        aka=("單釣",),
        says=Text(
            "只有一種牌可以食，單吊、卡窿、邊張都算，計{fan}番；自己已拿齊四隻的牌不當叫。{drops}{inside}",
            "Only one kind of tile wins (a pair, closed or edge wait): {fan} fan. A tile of which you hold all "
            "four is no wait.{drops}{inside}",
            "得一種牌可以食，單吊、卡窿、邊張都算，計{fan}番；自己已經揸齊四隻嘅牌唔當叫。{drops}{inside}",
        ),
        source="doc003 番數計算（獨獨）",
        when=waits == 1,
        absorbs=("dual_pung_wait",),
    ),
    Pattern(
        "fake_single_wait",
        zh="假獨",
        jyutping="gaa2 duk6",
        en="False single wait",
        says=Text(
            "{if fake_single_wait.mode=held_copy|both: 只叫一種牌，那種牌自己手上已經有，而且可以看成補順子，"
            "例如 4556 叫 5，計{fan}番，代替獨獨。}{if fake_single_wait.mode=many_waits_single_shape|both: "
            "叫多過一種牌，但食的那隻可以看成補卡窿、邊張或單吊，計{fan}番。}{if fake_single_wait.mode=off: "
            "這裏不計假獨（{fan}番）；只叫一種牌就是獨獨。}{if fake_single_wait.mode=held_copy: {drops}{inside}}",
            "{if fake_single_wait.mode=held_copy|both: Only one kind of tile wins, you already hold a copy of "
            "it, and it can be read as finishing a chow (4556 waiting for 5): {fan} fan in place of single wait.}"
            " {if fake_single_wait.mode=many_waits_single_shape|both: Several kinds of tile win, but the winning "
            "one can be read as filling a closed, edge or pair place: {fan} fan.} {if fake_single_wait.mode=off: "
            "It is not counted here ({fan} fan): every one-tile wait is a single wait.}{if "
            "fake_single_wait.mode=held_copy: {drops}{inside}}",
            "{if fake_single_wait.mode=held_copy|both: 淨係叫一種牌，嗰種牌自己手上已經有，又可以睇成補順子，"
            "例如 4556 叫 5，計{fan}番，代替獨獨。}{if fake_single_wait.mode=many_waits_single_shape|both: "
            "叫多過一種牌，不過食嗰隻可以睇成補卡窿、邊張或者單吊，計{fan}番。}{if fake_single_wait.mode=off: "
            "而家唔計假獨（{fan}番）；淨係叫一種牌就係獨獨。}{if fake_single_wait.mode=held_copy: {drops}{inside}"
            "}",
        ),
        source="doc003 番數計算（假獨）",
        rows=(
            PatternRow(
                (waits == 1) & (held >= 1) & places(Place.EDGE, Place.CLOSED, Place.OPEN),
                absorbs=("single_wait", "dual_pung_wait"),
            ),
            PatternRow((waits >= 2) & place.in_(Place.EDGE, Place.CLOSED, Place.PAIR), "single_shape"),
        ),
    ),
    Pattern(
        "dual_pung_wait",
        zh="對碰",
        jyutping="deoi3 pung3",
        en="Two-pair wait",
        says=Text(
            "手上兩對等碰，食到其中一對變成刻子，計{fan}番。{inside}",
            "You wait with two pairs and the winning tile makes one of them a pung: {fan} fan.{inside}",
            "手上兩對等碰，食到其中一對變刻子，計{fan}番。{inside}",
        ),
        source="doc003 番數計算（對碰）",
        when=standard & (place == Place.PUNG),
    ),
    Pattern(
        "kong_exposed",
        zh="明槓",
        jyutping="ming4 gong3",
        en="Exposed kong",
        aka=("槓",),
        says=Text(
            "手上有三隻，槓別家打出的第四隻，每個槓{fan}番。",
            "{fan} fan for each kong made of three tiles in hand and a discard.",
            "手上有三隻，槓人哋打出嘅第四隻，每個槓{fan}番。",
        ),
        source="doc003 番數計算（槓）, 計番所採用的牌型 新章 4)",
        when=kongs.made(EXPOSED) >= 1,
        each=kongs.made(EXPOSED),
    ),
    Pattern(
        "kong_added",
        zh="加槓",
        jyutping="gaa1 gong3",
        en="Added kong",
        aka=("槓",),
        says=Text(
            "碰了之後自己再摸到第四隻，加上去開槓，每個槓{fan}番。",
            "{fan} fan for each kong made by adding a drawn fourth tile to a claimed pung.",
            "碰咗之後自己再摸到第四隻，加上去開槓，每個槓{fan}番。",
        ),
        source="doc003 番數計算（槓）",
        when=kongs.made(ADDED) >= 1,
        each=kongs.made(ADDED),
    ),
    Pattern(
        "kong_concealed",
        zh="暗槓",
        jyutping="am3 gong3",
        en="Concealed kong",
        aka=("槓",),
        says=Text(
            "四隻全由自己摸到的槓，每個{fan}番。另外，開暗槓向三家各收 {value:concealed_kong.payment_bases} "
            "底{if not concealed_kong.payment_per_kong: （一局只收一次）}，{if "
            "concealed_kong.payment_timing=immediate: 即時付 else: 完局時付}，誰食糊都一樣；這筆不在食糊的賠付裏。",
            "{fan} fan for each kong of four self-drawn tiles. Besides, each of the others pays its owner "
            "{value:concealed_kong.payment_bases} {if concealed_kong.payment_bases=1: base else: bases}{if not "
            "concealed_kong.payment_per_kong:  once a hand}, {if concealed_kong.payment_timing=immediate: at once "
            "else: at the end of the hand}, whoever wins; that is not part of the payments for the win.",
            "四隻全部自己摸返嚟嘅槓，每個{fan}番。另外，開暗槓向三家各收 {value:concealed_kong.payment_bases} "
            "底{if not concealed_kong.payment_per_kong: （一鋪淨係收一次）}，{if "
            "concealed_kong.payment_timing=immediate: 即刻畀 else: 打完先畀}，邊個食糊都一樣；"
            "呢筆唔喺食糊嘅賠數入面。",
        ),
        source="doc003 番數計算（槓）, 規則（暗槓）, 計番所採用的牌型 新章 4)",
        when=kongs.made(CONCEALED) >= 1,
        each=kongs.made(CONCEALED),
    ),
    Pattern(
        "two_concealed_pungs",
        zh="兩暗刻",
        jyutping="loeng5 am3 hak1",
        en="Two concealed pungs",
        aka=("二暗刻",),
        says=Text(
            "剛好兩副刻子全靠自己摸成；暗槓當暗刻，{if concealed_pungs.exposed_kong: "
            "手上三隻再槓別家第四隻的明槓也當，}{if not concealed_pungs.exposed_kong: 明槓不算，}{if "
            "concealed_pungs.added_kong: 加槓也當， else: 加槓不算，}食出銃才成的刻子不算。計{fan}番；文件只列名，"
            "番數由枱上定{if not uses two_concealed_pungs: ，這裏沒有開}。{drops}{inside}",
            "Exactly two pungs drawn by yourself. Concealed kongs count{if concealed_pungs.exposed_kong: , "
            "exposed kongs on your own three tiles too}{if concealed_pungs.added_kong: , added kongs too}; {if "
            "not concealed_pungs.exposed_kong: exposed kongs, }{if not concealed_pungs.added_kong: added kongs "
            "and }pungs finished by the winning discard do not. {fan} fan; the document only names it, so the "
            "table sets the price{if not uses two_concealed_pungs: , and here it is not counted}.{drops}{inside}",
            "啱啱兩副刻子全部自己摸返嚟；暗槓當暗刻，{if concealed_pungs.exposed_kong: "
            "手上三隻再槓人哋第四隻嘅明槓都當，}{if not concealed_pungs.exposed_kong: 明槓唔算，}{if "
            "concealed_pungs.added_kong: 加槓都當， else: 加槓唔算，}食出銃先成嘅刻子唔算。計{fan}番；"
            "份文件淨係列名，番數由張枱定{if not uses two_concealed_pungs: ，而家冇開}。{drops}{inside}",
        ),
        source="doc003 計番所採用的牌型 新章 4); S2",
        when=pungs.made(OWN) == 2,
    ),
    Pattern(
        "three_concealed_pungs",
        zh="三暗刻",
        jyutping="saam1 am3 hak1",
        en="Three concealed pungs",
        says=Text(
            "剛好三副刻子全靠自己摸成，計{fan}番。暗槓當暗刻，{if concealed_pungs.exposed_kong: "
            "手上三隻再槓別家第四隻的明槓也當，}{if not concealed_pungs.exposed_kong: 明槓不算，}{if "
            "concealed_pungs.added_kong: 加槓也當， else: 加槓不算，}食出銃才成的刻子不算。",
            "Exactly three pungs drawn by yourself: {fan} fan. Concealed kongs count{if "
            "concealed_pungs.exposed_kong: , exposed kongs on your own three tiles too}{if "
            "concealed_pungs.added_kong: , added kongs too}; {if not concealed_pungs.exposed_kong: exposed "
            "kongs, }{if not concealed_pungs.added_kong: added kongs and }pungs finished by the winning discard "
            "do not.",
            "啱啱三副刻子全部自己摸返嚟，計{fan}番。暗槓當暗刻，{if concealed_pungs.exposed_kong: "
            "手上三隻再槓人哋第四隻嘅明槓都當，}{if not concealed_pungs.exposed_kong: 明槓唔算，}{if "
            "concealed_pungs.added_kong: 加槓都當， else: 加槓唔算，}食出銃先成嘅刻子唔算。",
        ),
        source="doc003 番數計算（三暗刻）, note 2, 計番所採用的牌型 新章 4)",
        when=pungs.made(OWN) == 3,
    ),
    Pattern(
        "four_concealed_pungs",
        zh="四暗刻",
        jyutping="sei3 am3 hak1",
        en="Four concealed pungs",
        says=Text(
            "剛好四副刻子全靠自己摸成，計{fan}番。暗槓當暗刻，{if concealed_pungs.exposed_kong: "
            "手上三隻再槓別家第四隻的明槓也當，}{if not concealed_pungs.exposed_kong: 明槓不算，}{if "
            "concealed_pungs.added_kong: 加槓也當， else: 加槓不算，}食出銃才成的刻子不算。",
            "Exactly four pungs drawn by yourself: {fan} fan. Concealed kongs count{if "
            "concealed_pungs.exposed_kong: , exposed kongs on your own three tiles too}{if "
            "concealed_pungs.added_kong: , added kongs too}; {if not concealed_pungs.exposed_kong: exposed "
            "kongs, }{if not concealed_pungs.added_kong: added kongs and }pungs finished by the winning discard "
            "do not.",
            "啱啱四副刻子全部自己摸返嚟，計{fan}番。暗槓當暗刻，{if concealed_pungs.exposed_kong: "
            "手上三隻再槓人哋第四隻嘅明槓都當，}{if not concealed_pungs.exposed_kong: 明槓唔算，}{if "
            "concealed_pungs.added_kong: 加槓都當， else: 加槓唔算，}食出銃先成嘅刻子唔算。",
        ),
        source="doc003 番數計算（四暗刻）, note 2, 計番所採用的牌型 新章 4)",
        when=pungs.made(OWN) == 4,
    ),
    Pattern(
        "five_concealed_pungs",
        zh="五暗刻",
        jyutping="ng5 am3 hak1",
        en="Five concealed pungs",
        aka=(
            "坎坎糊",
            "坎坎胡",
            "間間胡",
            "刻刻胡",
        ),
        says=Text(
            "五副刻子全靠自己摸成：門清{if five_concealed_pungs.with_concealed_kong=100: （可以有暗槓） else: "
            "而且無槓}計{worth:five_concealed_pungs/plain}番，否則計{worth:five_concealed_pungs/open}番。暗槓當暗刻，"
            "{if concealed_pungs.exposed_kong: 手上三隻再槓別家第四隻的明槓也當，}{if not "
            "concealed_pungs.exposed_kong: 明槓不算，}{if concealed_pungs.added_kong: 加槓也當， else: 加槓不算，}"
            "食出銃才成的刻子不算。{if five_concealed_pungs/plain drops concealed_hand: "
            "{worth:five_concealed_pungs/plain}番的不另計門前清、門清一摸五，自摸照加。}",
            "All five pungs drawn by yourself: {worth:five_concealed_pungs/plain} fan if the hand is "
            "concealed{if five_concealed_pungs.with_concealed_kong=100: , concealed kongs included else:  and "
            "has no kong}, otherwise {worth:five_concealed_pungs/open}. Concealed kongs count{if "
            "concealed_pungs.exposed_kong: , exposed kongs on your own three tiles too}{if "
            "concealed_pungs.added_kong: , added kongs too}; {if not concealed_pungs.exposed_kong: exposed "
            "kongs, }{if not concealed_pungs.added_kong: added kongs and }pungs finished by the winning discard "
            "do not. {if five_concealed_pungs/plain drops concealed_hand: At {worth:five_concealed_pungs/plain} "
            "concealed hand and concealed self-draw are not added, but self-draw is.}",
            "五副刻子全部自己摸返嚟：門清{if five_concealed_pungs.with_concealed_kong=100: （可以有暗槓） else: "
            "而且冇槓}計{worth:five_concealed_pungs/plain}番，唔係就計{worth:five_concealed_pungs/open}番。"
            "暗槓當暗刻，{if concealed_pungs.exposed_kong: 手上三隻再槓人哋第四隻嘅明槓都當，}{if not "
            "concealed_pungs.exposed_kong: 明槓唔算，}{if concealed_pungs.added_kong: 加槓都當， else: 加槓唔算，}"
            "食出銃先成嘅刻子唔算。{if five_concealed_pungs/plain drops concealed_hand: "
            "{worth:five_concealed_pungs/plain}番嗰種唔再計門前清、門清一摸五，自摸照加。}",
        ),
        source="doc003 番數計算（五暗刻）, note 2, 計番所採用的牌型 舊章（刻刻胡）, 新章 4)",
        rows=(
            PatternRow(
                (pungs.made(OWN) == 5) & closed,
                absorbs=("concealed_hand", "concealed_self_draw", "concealed_self_draw_only"),
            ),
            PatternRow((pungs.made(OWN) == 5) & ~closed, "open"),
        ),
    ),
)
