"""The pages of a book on a terminal: head, balances, pulls, hands, log, statistics, a small chart, settling up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from sikwu.book.book import Book, Step, Trail
from sikwu.book.events import RULES_HASH, Edit, Entry, Result
from sikwu.book.money import POT
from sikwu.book.settle_up import settle_up
from sikwu.book.shifts import Shift
from sikwu.book.stats import PlayerStats, stats
from sikwu.book.store import Listed
from sikwu.book.table import Table
from sikwu.book.words import IDLE_DICE, event_words, liable_words, status_words, step_words
from sikwu.cli.chart import chart
from sikwu.cli.paper import Words, heading
from sikwu.money.amount import Money, money_text
from sikwu.money.words import reason_name
from sikwu.wording import Both, said


def signed(amount: Money) -> str:
    """An amount with its sign; nothing for zero.

    >>> signed(5), signed(-3), signed(0)
    ('+5', '-3', '·')
    """
    return "·" if not amount else f"{'+' if amount > 0 else ''}{money_text(amount)}"


def _coloured(amount: Money) -> Text:
    return Text(signed(amount), "green" if amount > 0 else "red" if amount < 0 else "dim")


def _grid(*columns: tuple[Both, bool], lang: str) -> Grid:
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for words, number in columns:
        grid.add_column(said(words, lang), justify="right" if number else "left")
    return grid


def print_list(console: Console, books: Sequence[Listed], lang: str) -> None:
    """All books."""
    titles: list[tuple[Both, bool]] = [(("簿", "Book"), False), (("編號", "Id"), False), (("條數", "Entries"), True)]
    grid = _grid(*titles, (("最後寫", "Last written"), False), lang=lang)
    for each in books:
        grid.add_row(Words(each.name), each.id[:8], str(each.entries), each.at[:16].replace("T", " "))
    console.print(grid if books else Words(said(("未有任何簿。", "There is no book yet."), lang)))


def print_head(console: Console, book: Book, lang: str) -> None:
    """Which book, under which rules, and where the game stands."""
    table, rules = book.state.table, book.ruleset
    kept = book.opened.rules_hash.removeprefix(RULES_HASH)
    console.print(Words((book.name, "bold"), f"  {rules.name(lang)} · {rules.id} · {kept}"))
    if book.same_rules is False:
        words = ("規則自開簿後改過：{hash}。", "The rules have changed since the book was opened: now {hash}.")
        console.print(Words((said(words, lang).format(hash=rules.hash), "yellow")))
    dealer = table.dealer_name or "–"
    stands = (
        f"{table.round.zh}圈，{dealer} 做莊" + (f"，連莊 {table.streak}" if table.streak else ""),
        f"{table.round.text} round, {dealer} deals" + (f", streak {table.streak}" if table.streak else ""),
    )
    console.print(
        Words(said(stands, lang) + said((f"；已打 {book.state.hands} 局", f"; hands: {book.state.hands}"), lang))
    )
    if book.state.over:
        console.print(
            Words((said(("牌局結束，須結帳搬風。", "The game is over: settle and redraw seats."), lang), "yellow"))
        )
    if book.state.closed:
        console.print(Words((said(("已埋數。", "Closed."), lang), "bold yellow")))
    console.print(Words((f"{len(book.entries)} · {book.head.hash[:16]}", "dim")))


def print_balances(console: Console, book: Book, lang: str) -> None:
    """Everybody's seat, total, and total if all pulls were paid now."""
    state, closing = book.state, book.closing()
    pulled, chips = book.agreed.terms is not None, state.chips
    columns = [(("玩家", "Player"), False), (("座", "Seat"), False), (("數", "Total"), True)]
    columns += [(("連拉數", "With pulls"), True)] if pulled else []
    columns += [(("籌碼", "Chips"), True)] if chips is not None else []
    grid = _grid(*columns, lang=lang)
    for player in state.players:
        seated = player in state.table.seats
        wind = state.table.wind(player) if seated else None
        cells: list[RenderableType] = [Words(player), Words("–" if wind is None else said((wind.zh, wind.text), lang))]
        cells += [_coloured(state.cash[player])] + ([_coloured(closing.cash[player])] if pulled else [])
        if chips is not None:
            held = chips.held.get(player)
            garden = said(("（逛花園）", " (no chips)"), lang) if held is not None and held <= 0 else ""
            cells.append("–" if held is None else money_text(held) + garden)
        grid.add_row(*cells)
    console.print(grid)
    if chips is not None:
        console.print(Words(said((f"枱面罰子：{money_text(chips.pot)}", f"Pot: {money_text(chips.pot)}"), lang)))


def print_pulls(console: Console, book: Book, lang: str) -> None:
    """The open pulls."""
    state, terms = book.state, book.agreed.terms
    if terms is None or not state.ledger.pulls:
        return
    heading(console, said(("未結的拉", "Open pulls"), lang))
    grid = _grid(
        (("欠家", "Owes"), False),
        (("收家", "To"), False),
        (("番", "Fan"), True),
        (("值", "Worth"), True),
        (("局", "Hands"), True),
        (("", ""), False),
        lang=lang,
    )
    for pair, pull in state.ledger.ordered(state.cash):
        offer = said(("可以斬", "may be cut"), lang) if pair in state.ledger.offered else ""
        worth = money_text(terms.chips(pull.amount))
        grid.add_row(Words(pair.debtor), Words(pair.creditor), money_text(pull.amount), worth, str(pull.hands), offer)
    console.print(grid)


def print_hands(console: Console, book: Book, lang: str, count: int) -> None:
    """The last steps, each with what changed hands."""
    steps = book.steps[-count:] if count else book.steps
    if not steps:
        return
    heading(console, said(("最近各局", "The last hands") if count else ("各局", "All hands"), lang))
    accounts = _accounts(book)
    columns = [(("#", "#"), True), (("記錄", "Entry"), False)]
    grid = _grid(*columns, *(((name, name), True) for name in _named(accounts, lang)), lang=lang)
    for step in steps:
        change = step.outcome.change()
        cells = [_coloured(change.get(account, 0)) for account in accounts]
        grid.add_row(str(step.seq), Words(step_words(step.shown, step.outcome.idle_dice)(lang)), *cells)
    console.print(grid)


def print_log(console: Console, book: Book, lang: str) -> None:
    """The audit trail."""
    heading(console, said(("全部記錄", "The whole log"), lang))
    accounts = _accounts(book)
    columns = [(("#", "#"), True), (("時間", "Time"), False), (("記錄", "Entry"), False)]
    signed_by = any(entry.author for entry in book.entries)
    columns += [(("寫的人", "By"), False)] if signed_by else []
    grid = _grid(*columns, *(((name, name), True) for name in _named(accounts, lang)), lang=lang)
    done = {step.seq: step.outcome for step in book.steps}
    for line in book.journal():
        standing = status_words(line.status, line.by)
        status = standing(lang) if standing else ""
        outcome = done.get(line.entry.seq)
        answers = liable_words((*outcome.moves, *outcome.booked)) if outcome else None
        told = step_words(line.shown, outcome is not None and outcome.idle_dice)(lang)
        told += said(("；", "; "), lang) + answers(lang) if answers else ""
        words = Words((told, "" if not status else "dim strike"), (_written_as(line, lang), "dim"), f"  {status}")
        cells: list[RenderableType] = [Words(line.entry.author)] if signed_by else []
        cells += [_coloured(line.change.get(account, 0)) for account in accounts]
        grid.add_row(str(line.entry.seq), line.entry.at[5:16].replace("T", " "), words, *cells)
    console.print(grid)


def _written_as(line: Trail, lang: str) -> str:
    """The fan that a hand was written with, where they are no longer what counts."""
    if line.shown == line.event:
        return ""
    hand = line.event.event if isinstance(line.event, Edit) else line.event
    fans = [f"{who} {fan}" for who, fan in hand.wins.items()] if isinstance(hand, Result) else []
    return said((f"（寫時：{'、'.join(fans)}）", f" (written as: {', '.join(fans)})"), lang)


def _accounts(book: Book) -> tuple[str, ...]:
    return (*book.state.players, POT) if book.state.chips is not None else book.state.players


def _named(accounts: Iterable[str], lang: str) -> list[str]:
    return [account or said(("罰子", "Pot"), lang) for account in accounts]


def print_last(console: Console, book: Book, lang: str) -> None:
    """What was just written, what it did, and how everybody stands."""
    head = book.head
    console.print(Words((f"{head.seq}  ", "dim"), (event_words(head.event)(lang), "bold")))
    step = book.steps[-1] if book.steps else None
    if step is not None and step.seq == head.seq:
        _print_moves(console, step, lang)
    print_balances(console, book, lang)
    print_pulls(console, book, lang)


def _print_moves(console: Console, step: Step, lang: str) -> None:
    for move in step.outcome.moves:
        payer, payee = _named((move.payer, move.payee), lang)
        console.print(
            Words(f"  {payer} → {payee}  {money_text(move.amount)}  ", (reason_name(move.reason.code)(lang), "dim"))
        )
    if step.outcome.idle_dice:
        console.print(Words((IDLE_DICE(lang), "dim")))
    if step.outcome.booked:
        for move in step.outcome.booked:
            words = said((f"記 {money_text(move.amount)} 番", f"{money_text(move.amount)} fan on the ledger"), lang)
            console.print(Words((f"  {move.payer} → {move.payee}  {words}", "dim")))
    if isinstance(step.event, Result) and step.outcome.offered:
        offered = [f"{pair.debtor} → {pair.creditor}" for pair in step.outcome.offered]
        console.print(Words((said(("可以斬拉：", "May cut: "), lang) + ", ".join(offered), "yellow")))


def print_known(console: Console, entry: Entry, lang: str) -> None:
    """The key was used before: nothing is written twice."""
    words = ("第 {seq} 條早已寫下，沒有再寫：", "Entry {seq} was written before; nothing was written again: ")
    told = event_words(entry.event)(lang)
    console.print(Words((said(words, lang).format(seq=entry.seq), "yellow"), told))


def print_shifts(console: Console, changed: Sequence[Shift], lang: str) -> None:
    """The later hands that a change of the past has changed too."""
    if not changed:
        return
    heading(console, said(("之後各局也變了", "Later hands that changed"), lang))
    for each in changed:
        fans = [(f"{who} {old} → {new} 番", f"{who} {old} → {new} fan") for who, (old, new) in each.fans.items()]
        told = [said(words, lang) for words in fans]
        if each.paid:
            told.append(said(("賠數不同", "other payments"), lang))
        if each.deal is not None:
            then, now = (said(_deal(table), lang) for table in each.deal)
            told.append(f"{then} → {now}")
        number = said((f"第 {each.hand} 局（第 {each.seq} 條）：", f"hand {each.hand} (entry {each.seq}): "), lang)
        console.print(Words((number, "bold"), said(("；", "; "), lang).join(told)))


def _deal(table: Table) -> Both:
    dealer = table.dealer_name or "–"
    streak = (f"連莊 {table.streak}", f"streak {table.streak}") if table.streak else ("", "")
    return (
        f"{table.round.zh}圈 {dealer} 做莊{streak[0]}",
        f"{table.round.text} round, {dealer} deals{', ' if streak[1] else ''}{streak[1]}",
    )


def print_kept(console: Console, file: str, lang: str) -> None:
    """An older file was brought up to date."""
    words = (f"資料庫已更新；原來的副本：{file}", f"The database was brought up to date; a copy of the old one: {file}")
    console.print(Words(said(words, lang)))


def print_undone(console: Console, book: Book, lang: str) -> None:
    """What an undo or redo did."""
    console.print(Words((f"{book.head.seq}  ", "dim"), (event_words(book.head.event)(lang), "bold")))
    print_balances(console, book, lang)
    print_pulls(console, book, lang)


def print_stats(console: Console, book: Book, lang: str) -> None:
    """Statistics, and the running totals as a chart."""
    found = stats(book)
    titles: list[Both] = [("局", "Hands"), ("食糊", "Wins"), ("自摸", "Self"), ("出銃", "Into"), ("均番", "Avg")]
    titles += [("最大", "Best"), ("連食", "Row"), ("連莊", "Deal"), ("詐糊", "False"), ("數", "Total")]
    grid = _grid((("玩家", "Player"), False), *((title, True) for title in titles), lang=lang)
    for each in found.values():
        numbers = [each.hands, each.wins, each.self_draws, each.discards_into]
        biggest = str(each.biggest) if each.wins else "–"
        rows = [each.longest_wins, each.longest_deal, each.false_wins]
        cells = [*map(str, numbers), _average(each), biggest, *map(str, rows)]
        grid.add_row(Words(each.player), *cells, _coloured(each.total))
    console.print(grid)
    if lang != "zh":
        legend = "Self: self-draws. Into: discards into. Avg, Best: fan. Row: wins in a row. Deal: dealer streak."
        console.print(Words((legend, "dim")))
    lines = chart({each.player: each.running for each in found.values()}, min(console.width, 72))
    if lines:
        heading(console, said(("走勢", "Running totals"), lang))
        for line in lines:
            console.print(line, soft_wrap=True)


def _average(each: PlayerStats) -> str:
    """Two decimals, for the eye only."""
    if each.average_fan is None:
        return "–"
    hundredths = (2 * each.average_fan * 100 + 1) // 2
    return f"{hundredths // 100}.{hundredths % 100:02}"


def print_settle_up(console: Console, book: Book, lang: str) -> None:
    """The fewest transfers that clear all debts."""
    closing = book.closing().cash
    balances = {player or said(("罰子", "pot"), lang): amount for player, amount in closing.items()}
    moves = settle_up(balances)
    heading(console, said(("找數", "Settle up"), lang))
    if not moves:
        console.print(Words(said(("大家無拖無欠。", "Everybody is even."), lang)))
    for move in moves:
        console.print(Words(f"{move.payer} → {move.payee}  ", (money_text(move.amount), "bold")))


def print_exported(console: Console, book: Book, file: str, lang: str) -> None:
    """What was written where."""
    count = len(book.entries)
    console.print(Words(said((f"已匯出 {count} 條到 {file}", f"{count} entries written to {file}"), lang)))
