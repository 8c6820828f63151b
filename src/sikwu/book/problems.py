"""What can be wrong with a book: one stable code, one sentence in Chinese, one in English."""

from __future__ import annotations

from collections.abc import Iterable

from sikwu.texts import Problem, SikwuError, nearest


class BookError(SikwuError):
    """Something that a book refuses; nothing was written."""


def wrong(code: str, **facts: object) -> BookError:
    """The error with this code, its sentences filled in with the facts.

    >>> print(wrong("book.closed", name="Friday"))
    The book "Friday" is closed: nothing more can be written in it (undo the close first).
    """
    zh, en = SENTENCES[code]
    return BookError([Problem(code, zh.format(**facts), en.format(**facts))])


def hinted(error: Exception, *structs: object) -> str:
    """What a reader of JSON says is wrong; of a key it does not know, with the nearest that it does.

    >>> from sikwu.book.events import Cut
    >>> hinted(ValueError("Object contains unknown field `debter`"), Cut)
    'Object contains unknown field `debter` (debtor?)'
    """
    told = str(error)
    _, unknown, rest = told.partition("unknown field `")
    known = [name for struct in structs for name in getattr(struct, "__struct_encode_fields__", ())]
    near = nearest(rest.partition("`")[0], known) if unknown else None
    return f"{told} ({near}?)" if near else told


def listed(names: Iterable[object]) -> str:
    """Names with commas between them."""
    return ", ".join(map(str, names))


SENTENCES: dict[str, tuple[str, str]] = {
    # Players and seats.
    "book.players": (
        "開簿要四個不同名的玩家（每個名 1 至 40 字），現在是：{names}。",
        "A book needs four players with different names (1 to 40 characters each), not: {names}.",
    ),
    "book.unknown_player": (
        "簿裏沒有「{player}」這個玩家{zh_hint}；枱上有：{seated}。",
        'There is no player "{player}" in this book{en_hint}; seated are {seated}.',
    ),
    "book.not_seated": (
        "「{player}」現在不在枱上；枱上有：{seated}。",
        '"{player}" is not seated now; seated are {seated}.',
    ),
    "book.seat_empty": (
        "枱上只有 {count} 人，未夠四個腳：先補人入座。",
        "Only {count} are seated: fill the empty seat first.",
    ),
    "book.seated_already": ("「{player}」已經在枱上。", '"{player}" is seated already.'),
    "book.no_empty_seat": ("枱上已有四個人，沒有空位。", "All four seats are taken."),
    "book.swap_nobody": ("換人要講誰離開或誰入座。", "A change of players names who leaves, who joins, or both."),
    "book.seats_order": (
        "新座位要剛好是枱上這幾個人：{seated}。",
        "The new seats must hold exactly those seated: {seated}.",
    ),
    "book.bust_player": (
        "「{player}」已經輸光（逛花園），這枱的規則是輸光即離場（bust.player_continues）。",
        '"{player}" has no chips left and is out of the game (bust.player_continues is false).',
    ),
    # Hands.
    "book.win_from_self": (
        "「{player}」不可以食自己打出的牌：出銃的要是另外三家。",
        '"{player}" cannot win on their own discard: the tile came from one of the other three.',
    ),
    "book.no_winner": ("這一局未講誰食糊、幾多番。", "This hand does not say who won, and with how many fan."),
    "book.winners": (
        "{result} 只可以有一個人食糊，現在有 {count} 個。",
        "{result} has exactly one winner, not {count}.",
    ),
    "book.no_source": (
        "{result} 要講由誰打出或槓出那隻牌（from）。",
        "{result} needs the player the tile came from (from).",
    ),
    "book.no_offender": ("詐糊要講是誰（by）。", "A false win needs the player who declared it (by)."),
    "book.extra": (
        "{result} 不可以有「{key}」。",
        'A hand that ended in {result} cannot have "{key}".',
    ),
    "book.fan_range": (
        "「{player}」的番數 {fan} 不對：要是 0 至 {most} 的整數。",
        'The fan of "{player}" cannot be {fan}: it must be a whole number from 0 to {most}.',
    ),
    "book.below_minimum": (
        "「{player}」只有 {fan} 番，未夠 {minimum} 番起糊：不算食糊。要當詐糊罰就要講明（--or-false-win）。",
        '"{player}" has {fan} fan, below the minimum of {minimum}: that is no win. To book it as a false win, '
        "say so (--or-false-win).",
    ),
    "book.heavenly_dealer": (
        "天胡同八朵花一齊食：wins 只可以是莊家「{dealer}」，八朵花要是另外三家。",
        'A heavenly win beside eight flowers: wins names the dealer "{dealer}", flowers_by another player.',
    ),
    "book.not_this_game": (
        "規則 {rules} 沒有「{what}」。",
        'The rules {rules} have no "{what}".',
    ),
    "book.hand_text": (
        "「{player}」的牌寫着{zh_what}，與這一局不符。",
        'The tiles of "{player}" say {en_what}, which does not agree with this hand.',
    ),
    "book.dead_wins": (
        "「{player}」這一局是相公，不可以食糊。",
        '"{player}" was marked dead (相公) in this hand and cannot win it.',
    ),
    "book.dice": ("骰子要是三個 1 至 6 的數。", "A throw is three numbers from 1 to 6."),
    "book.amount": (
        "金額 {amount} 不對：要是大過零的數（整數、小數或分數）。",
        "The amount {amount} cannot be: it must be a number above zero (whole, decimal or a fraction).",
    ),
    "book.pay_self": ("「{player}」不可以付給自己。", '"{player}" cannot pay themselves.'),
    # The pull ledger.
    "book.cut_not_offered": (
        "「{debtor}」現在不可以斬「{creditor}」的拉{zh_hint}。",
        '"{debtor}" may not cut the pull of "{creditor}" now{en_hint}.',
    ),
    "book.no_pull": (
        "「{debtor}」沒有欠「{creditor}」的拉。",
        'There is no open pull from "{debtor}" to "{creditor}".',
    ),
    # The log.
    "book.closed": (
        "「{name}」這本簿已經埋數，不可以再寫（可以先還原埋數）。",
        'The book "{name}" is closed: nothing more can be written in it (undo the close first).',
    ),
    "book.over": (
        "已有 {count} 家逛花園（輸光），牌局結束：要先結帳重新搬風（redraw）。",
        "{count} players have no chips left and the game is over: settle and draw seats anew first (redraw).",
    ),
    "book.nothing_to_undo": ("沒有可以還原的記錄。", "There is nothing to undo."),
    "book.nothing_to_redo": ("沒有可以重做的記錄。", "There is nothing to redo."),
    "book.no_entry": ("沒有第 {seq} 條有效記錄可以改。", "There is no entry {seq} in effect that could be changed."),
    "book.later_entry": (
        "這樣改會令第 {seq} 條記錄不成立：{zh_why}",
        "With this change entry {seq} would no longer be possible: {en_why}",
    ),
    "book.hand_taken": (
        "第 {hand} 局已經記了（第 {seq} 條：{zh_what}{zh_by}）：這次沒有寫入。",
        "Hand {hand} is booked already (entry {seq}: {en_what}{en_by}): nothing of yours was written.",
    ),
    "book.hand_ahead": (
        "簿裏只記了 {count} 局，未輪到第 {hand} 局：這次沒有寫入。",
        "Only {count} hands are booked, so hand {hand} cannot be yet: nothing of yours was written.",
    ),
    "book.key_taken": (
        "同一個鍵（{key}）已經寫了另一條（第 {seq} 條）：這次沒有寫入。",
        "The key {key} has written something else already (entry {seq}): nothing of yours was written.",
    ),
    "book.event": ("這條記錄讀不到：{why}", "This entry cannot be read: {why}"),
    "book.tampered": (
        "「{name}」的記錄由第 {seq} 條起不可信：{zh_why}",
        'The log of "{name}" cannot be trusted from entry {seq} on: {en_why}',
    ),
    # The store.
    "book.unknown": ("沒有叫「{name}」的簿{zh_hint}。", 'There is no book "{name}"{en_hint}.'),
    "book.none": ("未有任何簿：先用 sikwu book new 開一本。", "There is no book yet: open one with sikwu book new."),
    "book.several": (
        "有 {count} 本簿都叫「{name}」，請用編號（頭幾個字便可）講明是哪一本：{books}。",
        '{count} books are called "{name}"; say which by its id, or the start of it: {books}.',
    ),
    "book.exists": (
        "這本簿「{name}」（{id}）已經在資料庫裏。",
        'This book, "{name}" ({id}), is in the database already.',
    ),
    "book.name": ("簿名要有 1 至 80 個字。", "The name of a book has 1 to 80 characters."),
    "book.conflict": (
        "有人同時在「{name}」寫了第 {seq} 條：這次沒有寫入，請重開再寫。",
        'Somebody else has just written entry {seq} of "{name}": nothing of yours was written. Open it again and retry.',
    ),
    "book.store": ("資料庫 {where} 用不到：{why}", "The database {where} cannot be used: {why}"),
    "book.store_newer": (
        "資料庫 {where} 是較新版本的 sikwu 寫的（{revision}）：請更新 sikwu。",
        "The database {where} was written by a newer sikwu ({revision}): update sikwu to use it.",
    ),
    "book.store_missing": (
        "未裝資料庫套件（{package}）：請裝 sikwu[book]。",
        "The database packages are not installed ({package}): install sikwu[book].",
    ),
    # Import.
    "book.import": ("匯入檔第 {line} 行不對：{zh_why}", "Line {line} of the file to import is wrong: {en_why}"),
    "book.import_foreign": (
        "這個檔不是 sikwu 的簿：{why}",
        "This file is no book of sikwu: {why}",
    ),
}
