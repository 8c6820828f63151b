"""What can be wrong with a text, a hand or a win: one stable code, one sentence in Chinese, one in English."""

from __future__ import annotations

from sikwu import texts
from sikwu.texts import HandError, NotationError, RulesError, SikwuError, nearest

__all__ = ["HandError", "NotationError", "Problem", "RulesError", "SikwuError", "nearest", "problem"]


class Problem(texts.Problem):
    """A problem whose sentences were made already; stands until every problem says its facts."""

    def __init__(self, code: str, zh: str, en: str) -> None:
        super().__init__(code, {"zh": zh, "en": en})

    def __call__(self, lang: str) -> str:
        return str(self.facts["en" if lang == "en" else "zh"])

    def __reduce__(self) -> tuple[object, ...]:
        return Problem, (self.code, self.facts["zh"], self.facts["en"])


def problem(code: str, **facts: object) -> Problem:
    """The problem with this code, its sentences filled in with the facts of the case.

    >>> problem("value.missing", name="seat").en
    '"seat" is missing: it must be given.'
    """
    zh, en = SENTENCES[code]
    return Problem(code, zh.format(**facts), en.format(**facts))


# Every problem of tiles, text, hands and wins: code -> (Chinese, English).
SENTENCES: dict[str, tuple[str, str]] = {
    # Text.
    "notation.unknown": (
        "第 {at} 個字「{text}」讀不到：牌要寫成 1m-9m、1p-9p、1s-9s、E S W N、中 發 白 或 1f-8f。",
        'Cannot read "{text}" at character {at}: write tiles as 1m-9m, 1p-9p, 1s-9s, E S W N, 中 發 白 or 1f-8f.',
    ),
    "notation.no_suit": (
        "第 {at} 個字「{text}」有數字但沒有花色：後面要寫細楷 m（萬）、p（筒）、s（索）、z（番子）或 f（花）。",
        '"{text}" at character {at} has no suit: put a small m, p, s, z or f behind the numbers.',
    ),
    "notation.no_number": (
        "第 {at} 個字「{text}」有花色但沒有數字：要寫成例如 {example}。",
        '"{text}" at character {at} has no number: write it like {example}.',
    ),
    "notation.number": (
        "第 {at} 個字「{text}」沒有這隻牌：{suit} 只有 1 至 {most}。",
        '"{text}" at character {at} is no tile: {suit} goes from 1 to {most}.',
    ),
    "notation.wind": (
        "「{text}」不是風位：要寫 E S W N 或 東 南 西 北。",
        '"{text}" is no wind: write E, S, W or N (or 東 南 西 北).',
    ),
    "notation.bracket": (
        "第 {at} 個字的「{text}」沒有收括號：應該以「{close}」收尾。",
        'The "{text}" at character {at} is never closed: put a "{close}" behind the meld.',
    ),
    "notation.meld": (
        "「{text}」不是一副落地牌：要寫成例如 (123m<N)、(555p<S)、(5555p<S)、(555p+5p<S) 或 [7777s]。",
        '"{text}" is no meld: write it like (123m<N), (555p<S), (5555p<S), (555p+5p<S) or [7777s].',
    ),
    "notation.win_tile": (
        "「{text}」不是一隻糊牌：自摸寫 +5m，食北家出銃寫 +5m<N，而且只可以有一隻。",
        '"{text}" is no winning tile: write +5m for a self-draw, +5m<N for a discard by N, and only one of them.',
    ),
    "notation.too_long": (
        "這段文字有 {count} 個字：一副牌最多寫 {most} 個字。",
        "The text has {count} characters: a hand is written with {most} at most.",
    ),
    "name.unknown": ("沒有「{name}」這一項{zh_hint}。", '"{name}" is not known{en_hint}.'),
    "name.twice": ("「{name}」寫了兩次，只可以寫一次。", '"{name}" is given twice; give it once.'),
    "value.bad": ("「{name}」不可以是 {value}：應該是{zh_want}。", '"{name}" cannot be {value}: it must be {en_want}.'),
    "value.missing": ("漏了「{name}」，一定要有。", '"{name}" is missing: it must be given.'),
    "case.not_object": (
        "一個案例要是一個 JSON 物件，裏面有「hand」、「win」等項目。",
        'A case must be one JSON object with keys such as "hand" and "win".',
    ),
    "case.text_and_keys": (
        "「text」已寫出整副食糊牌，不可以再寫 {names}：二擇其一。",
        '"text" tells the whole win, so {names} cannot be given beside it: keep one of the two.',
    ),
    # Melds.
    "meld.size": (
        "落地牌「{text}」有 {count} 隻牌：{kind.zh}要有 {want} 隻。",
        'The meld "{text}" has {count} tiles: {kind.en}s have {want}.',
    ),
    "meld.not_alike": (
        "落地牌「{text}」的牌不相同：{kind.zh}要全部是同一隻牌。",
        'The tiles of the meld "{text}" are not alike: {kind.en}s are made of one kind of tile.',
    ),
    "meld.not_run": (
        "落地牌「{text}」不是順子：上牌要三隻同花色、數字相連。",
        'The meld "{text}" is no run: a chow is three numbers in a row of one suit.',
    ),
    "meld.not_set": (
        "落地牌「{text}」既不是順子又不是刻子：要三隻相連同花色，或者三隻相同。",
        'The meld "{text}" is neither a run nor alike: lay down three in a row of one suit, or three of a kind.',
    ),
    "meld.honour_chow": (
        "{tile.zh}是番子，不可以上：番子只可以碰或槓。",
        "{tile.text} is an honour and cannot be chowed: honours are only punged or konged.",
    ),
    "meld.over_nine": (
        "由{tile.zh}起上牌會超過九：順子最大是七八九。",
        "A chow from {tile.text} runs over nine: the highest chow is 789.",
    ),
    "meld.flower": (
        "{tile.zh}是花，不可以上、碰或槓：花要放在花牌裏面。",
        "{tile.text} is a flower and cannot be in a meld: put it among the flowers.",
    ),
    "meld.concealed_fed": (
        "暗槓{tile.zh}寫了由{seat.zh}家餵：暗槓四隻都是自己摸的，不可以有餵牌人。",
        "The concealed kong of {tile.text} is fed by {seat.text}: all four are drawn, so nobody feeds it.",
    ),
    "meld.first_same_turn": (
        "第一副落地牌不可以寫「同一巡」：之前未有落地牌。",
        "The first meld cannot be in the same turn as the one before: there is none before it.",
    ),
    "meld.own_seat": (
        "{tile.zh}那副落地牌寫了由自己（{seat.zh}家）餵：只可以是另外三家。",
        "The meld of {tile.text} is fed by the winner's own seat {seat.text}: it must be another seat.",
    ),
    "meld.chow_feeder": (
        "由{tile.zh}起的上牌寫了由{feeder.zh}家餵：{seat.zh}家只可以上上家（{before.zh}家）的牌。",
        "The chow from {tile.text} is fed by {feeder.text}: {seat.text} can only chow from the seat before, {before.text}.",
    ),
    "melds.too_many": (
        "有 {count} 副落地牌：{size} 隻牌的打法最多 {most} 副。",
        "There are {count} melds: with {size} tiles there can be {most} at most.",
    ),
    # Tiles and flowers.
    "tiles.five_copies": (
        "{tile.zh}有 {count} 隻：一副牌裏面每隻牌只有四隻。",
        "There are {count} copies of {tile.text}: a set of tiles has only four.",
    ),
    "tiles.count": (
        "未計糊的那隻，有 {count} 隻牌（每副落地牌當三隻）：應該有 {size} 隻。",
        "The hand has {count} tiles without the winning tile (each meld counting three): there should be {size}.",
    ),
    "flowers.twice": (
        "花牌{tile.zh}有 {count} 隻：每隻花只有一隻。",
        "There are {count} copies of the flower {tile.text}: there is only one of each.",
    ),
    "flowers.concealed": (
        "手牌裏面有花牌{tile.zh}：要放在花牌裏面。",
        "The flower {tile.text} is among the concealed tiles: put it among the flowers.",
    ),
    "flowers.not_flower": (
        "花牌裏面有{tile.zh}，它不是花：花牌只可以是春夏秋冬、梅蘭菊竹。",
        "{tile.text} is among the flowers but is none: flowers are 1f to 8f.",
    ),
    "flowers.too_few": (
        "食花糊但只有 {count} 隻花：最少要七隻。",
        "A win by flowers with {count} flowers: it takes seven at least.",
    ),
    # The win.
    "win.no_tile": (
        "未講糊哪隻牌：除了花糊，一定要有糊牌。",
        "The winning tile is missing: only a win by flowers needs none.",
    ),
    "win.flower_tile": (
        "糊牌不可以是花牌{tile.zh}：花只可以食花糊。",
        "The winning tile cannot be the flower {tile.text}: flowers win only by flowers.",
    ),
    "win.two_ways": (
        "寫了多過一種食糊方式（{ways}）：只可以有一種。",
        "The win is said to come in more than one way ({ways}): keep one.",
    ),
    "feeder.missing": (
        "{by.zh}但未講來自哪一家：要寫清楚是另外三家的哪一家。",
        "A win by {by.text} without the seat it came from: say which of the other three.",
    ),
    "feeder.extra": (
        "{by.zh}但寫了由{seat.zh}家出銃：不是出銃或搶槓就不可以有出銃人。",
        "A win by {by.text} cannot come from {seat.text}: only a discard or a robbed kong comes from a seat.",
    ),
    "feeder.own_seat": (
        "不可以食自己（{seat.zh}家）打出的牌：出銃或被搶槓的要是另外三家。",
        "The winning tile comes from the winner's own seat {seat.text}: it must be another seat.",
    ),
    "last_discard.not_discard": (
        "{by.zh}不會是最後一隻打出的牌（last_discard）：只有食出銃才可以。",
        "last_discard with {by.text}: only a win on a discard can be on the last discard.",
    ),
    "last_tile.discard": (
        "{by.zh}不會是摸牆上最後一隻牌（last_tile）：海底撈月要自摸；食最後一隻打出的牌請用 last_discard。",
        "last_tile with {by.text}: the last tile of the wall is drawn by the winner (a win on the last discard is last_discard).",
    ),
    "rob_kong.copies": (
        "搶槓{tile.zh}但自己還有 {count} 隻：槓牌的人四隻齊，自己不可能有。",
        "The robbed kong is of {tile.text} but the winner has {count} more: the player of the kong had all four.",
    ),
    "rob_kong.not_robbed": (
        "寫了搶的是哪一種槓（robbed）但不是搶槓食糊：只有搶槓才可以。",
        "The kind of the robbed kong is given (robbed) but the win is not by rob_kong: it must be.",
    ),
    "replacement.not_drawn": (
        "{by.zh}的牌不是補牌：補牌食糊要是自摸或花糊。",
        "A tile won by {by.text} replaced nothing: a win on a replacement is a self-draw or by flowers.",
    ),
    "replacement.no_kong": (
        "寫了槓上食糊但無槓：落地牌裏面最少要有一個槓。",
        "The win is on the replacement of a kong but there is no kong: at least one meld must be a kong.",
    ),
    "replacement.no_flower": (
        "寫了花上食糊但無花牌：補花最少要有一隻花。",
        "The win is on the replacement of a flower but there is no flower: there must be at least one.",
    ),
    "kong_chain.too_long": (
        "連槓（kong_chain）{count} 個但只有 {most} 個槓：連槓不可以多過槓。",
        "kong_chain is {count}, but there are only {most} kongs: the row cannot be longer.",
    ),
    "kong_chain.no_replacement": (
        "寫了連槓但不是槓上食糊：連槓要以槓的補牌食糊（replacement=kong）。",
        "Kongs in a row end in this win, so it must be on the replacement of a kong (replacement=kong).",
    ),
    "kong_chain.too_short": (
        "「{name}」要連槓兩個或以上才有：現在連槓 {count} 個。",
        '"{name}" needs two kongs in a row or more: kong_chain is {count}.',
    ),
    "kong_chain.exposed_later": (
        "連槓 {count} 個，但明槓{tile.zh}不是第一個：槓別家打出的牌是新一巡的開始，只可以是連槓的第一個。",
        "The exposed kong of {tile.text} is not the first of {count} kongs in a row: konging a discard begins a turn, so it can only be the first.",
    ),
    "kong_feeder.no_kong": (
        "寫了由{seat.zh}家餵明槓但無明槓：落地牌裏面要有明槓。",
        "{seat.text} is said to have fed an exposed kong but there is none: a meld must be an exposed kong.",
    ),
    "kong_feeder.not_fed": (
        "寫了由{seat.zh}家餵明槓但所有明槓都由別家餵：兩處要一致。",
        "{seat.text} is said to have fed an exposed kong but others fed them all: the two must agree.",
    ),
    "kong_feeder.own_kong": (
        "寫了由{seat.zh}家餵槓，但補牌那個槓是{tile.zh}的{kind.zh}，無人餵：不要寫 kong_feeder。",
        "{seat.text} is said to have fed the kong, but it is the {kind.en} of {tile.text}, which nobody fed: leave kong_feeder out.",
    ),
    "kong_feeder.disagrees": (
        "寫了由{seat.zh}家餵槓，但落地牌寫{tile.zh}那個明槓由{fed.zh}家餵：兩處要一致。",
        "{seat.text} is said to have fed the kong, but by the melds {fed.text} fed the exposed kong of {tile.text}: the two must agree.",
    ),
    "kong_feeder.own_seat": (
        "不可以由自己（{seat.zh}家）餵自己的明槓：要是另外三家。",
        "The winner's own seat {seat.text} cannot feed the exposed kong: it must be another seat.",
    ),
    "first_turn.heavenly_seat": (
        "{seat.zh}家不可以食天糊：天糊只有莊家（東家）才有。",
        "{seat.text} cannot win the heavenly hand: only the dealer (E) can.",
    ),
    "first_turn.heavenly_by": (
        "天糊不可以{by.zh}：天糊是莊家一開牌自摸（或花糊）。",
        "The heavenly hand is not won by {by.text}: the dealer wins it by self_draw (or by flowers).",
    ),
    "first_turn.heavenly_discards": (
        "天糊但枱面已有 {count} 隻打出的牌：天糊時未有人打過牌。",
        "A heavenly hand with discards lying ({count}): nobody has discarded yet.",
    ),
    "first_turn.heavenly_ready": (
        "天糊不可以報聽：莊家一開牌已經食糊。",
        "A heavenly hand with ready declared: the dealer has won before anybody could declare.",
    ),
    "first_turn.earthly_discards": (
        "地糊食莊家第一隻牌，枱面卻有 {count} 隻打出的牌：應該只有一隻。",
        "An earthly hand on the dealer's first discard with {count} discards lying: there is only one.",
    ),
    "first_turn.last": (
        "第一巡食糊（{first.text}）不會是最後一隻牌。",
        "A first-turn win ({first.text}) is not on the last tile or the last discard.",
    ),
    "first_turn.earthly_seat": (
        "莊家不可以食地糊：地糊只有閒家才有。",
        "The dealer cannot win the earthly hand: only the other three can.",
    ),
    "first_turn.earthly_by": (
        "地糊要食莊家（東家）打出的第一隻牌：現在不是。",
        "The earthly hand is won on the dealer's first discard: it must be by discard from E.",
    ),
    "first_turn.earthly_draw_by": (
        "第一隻牌自摸的地糊不可以{by.zh}：要自摸。",
        "The earthly hand on the first draw is not won by {by.text}: it must be by self_draw.",
    ),
    "first_turn.human_by": (
        "人糊不可以{by.zh}：人糊要食別人打出的牌。",
        "The human hand is not won by {by.text}: it must be by discard.",
    ),
    "first_turn.human_feeder": (
        "人糊不可以食莊家（東家）的牌：輪到自己摸第一隻牌之前，莊家只打過第一隻，食那隻是地糊（earthly）。",
        "The human hand is not won from the dealer (E): before the winner's first draw the dealer discards only once, and on that tile it is the earthly hand (earthly).",
    ),
    "ready.heavenly_seat": (
        "莊家不可以天聽：天聽是閒家取完牌就叫糊；莊家打出第一隻牌後叫糊是地聽（earthly）。",
        "The dealer cannot be heavenly ready: only the other three are ready as dealt; a dealer ready after the first discard is earthly ready (earthly).",
    ),
    "ready.melds": (
        "天聽或地聽（{ready.text}）但有落地牌：報聽之後不可以上、碰、槓。",
        "Ready from the start ({ready.text}) with melds laid down: who declares it may not chow, pung or kong.",
    ),
    "one_shot.not_ready": (
        "寫了一發（one_shot）但無報聽：一發要先報聽（ready）。",
        "one_shot without a declaration: it is won within one turn of declaring ready (ready).",
    ),
    "first_turn.melds": (
        "第一巡食糊（{first.text}）但已有落地牌：應該未上、碰、槓過。",
        "A first-turn win ({first.text}) with melds laid down: there can be none yet.",
    ),
    "eighth_flower.own_seat": (
        "第八隻花不可以在自己（{seat.zh}家）手：要是另外三家。",
        "The eighth flower cannot be with the winner's own seat {seat.text}: it must be another seat.",
    ),
    "eighth_flower.held": (
        "自己已有八隻花，別家不可能再有第八隻：不要寫 eighth_flower。",
        "The winner has all eight flowers, so no other seat has the eighth: leave eighth_flower out.",
    ),
    "visible.too_many": (
        "{tile.zh}枱面見 {seen} 隻、自己有 {own} 隻：合共不可以多過四隻。",
        "{tile.text} is seen {seen} times and owned {own} times: together there are four at most.",
    ),
    "visible.flower": (
        "見光的牌裏面有花牌{tile.zh}：只計萬、筒、索和番子。",
        "The flower {tile.text} is among the visible tiles: only suits and honours are counted there.",
    ),
    "discards.none": (
        "食出銃但枱面無打出的牌：糊的那隻也要計，最少一隻。",
        "A win on a discard with no discards lying: the winning one counts, so there is at least one.",
    ),
    "number.too_small": (
        "「{name}」是 {value}：不可以少過 {least}。",
        '"{name}" is {value}: it cannot be below {least}.',
    ),
    "number.too_large": ("「{name}」是 {value}：最多是 {most}。", '"{name}" is {value}: it can be {most} at most.'),
    # Packed rows.
    "pack.range": (
        "這副牌放不進 64 個位元組：{zh_what}。",
        "This win does not fit the packed row of 64 bytes: {en_what}.",
    ),
    "pack.field": (
        "這副牌放不進 64 個位元組：{name} 最多 {count} 個，每個由 0 至 {most}，不可以是 {value}。",
        "This win does not fit the packed row of 64 bytes: {name} holds at most {count}, each from 0 to {most}, and not {value}.",
    ),
    "pack.row": (
        "這一行不是一副壓縮了的牌：第 {at} 個位元組不對。",
        "This is no packed win: byte {at} is wrong (a row has 64 bytes).",
    ),
}
