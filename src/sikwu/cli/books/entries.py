"""Prints entries of a book in local time: the newest with its effect, the last hands, the whole log."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, RenderableType

from sikwu.book.book import Book
from sikwu.book.clock import local
from sikwu.book.events import Anything, Entry, Result
from sikwu.book.pulling import kicked_words, pull_words
from sikwu.book.state import BookState
from sikwu.book.steps import BookStep
from sikwu.book.store import BookSummary
from sikwu.book.words import IDLE_DICE, event_words, liable_words, status_words, step_words
from sikwu.cli.books import pages
from sikwu.cli.books.pages import NUMBER, Title, accounts_of, coloured, grid_of, named, written_as
from sikwu.cli.books.tally import stake_of
from sikwu.cli.shared.paper import MarkedText, WrappedText, heading
from sikwu.money.amount import money_text
from sikwu.money.words import reason_name
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import Message, say


def print_head(console: Console, book: Book, lang: str) -> None:
    """Prints the book, its rules and stake, and the state of the game."""
    pages.print_head(console, book, lang)
    stake = stake_of(book.ruleset)
    if stake is not None and book.ruleset.price_table is None:
        console.print(WrappedText(say("cli.book.stake", stake=stake)(lang)))
    for point in book.ruleset.points:
        console.print(MarkedText("·", WrappedText((point.name(lang), "bold"), f"  {point.says(lang)}")))


def print_list(console: Console, books: Sequence[BookSummary], lang: str) -> None:
    """Prints all books."""
    grid = grid_of(
        (say("cli.column.book"), False),
        (say("cli.column.id"), False),
        (say("cli.column.entries"), True),
        (say("cli.column.written"), False),
        lang=lang,
    )
    for each in books:
        grid.add_row(WrappedText(each.name), each.id[:8], str(each.entries), local(each.at))
    console.print(grid if books else WrappedText(say("cli.book.none")(lang)))


def print_where(console: Console, where: str, lang: str) -> None:
    """Prints the place of the database."""
    console.print(WrappedText((say("cli.book.where", where=where)(lang), "dim")))


def print_hands(console: Console, book: Book, lang: str, count: int) -> None:
    """Prints the last steps, each with its payments."""
    steps = book.recent(count) if count else book.steps
    if not steps:
        return
    heading(console, say("cli.book.last_hands" if count else "cli.book.all_hands")(lang))
    accounts = accounts_of(book)
    columns: list[tuple[Title, bool]] = [
        (say("cli.column.hand"), True),
        (NUMBER, True),
        (say("cli.column.entry"), False),
    ]
    grid = grid_of(*columns, *((name, True) for name in named(accounts, lang)), lang=lang)
    for step in steps:
        change = step.outcome.change()
        cells = [coloured(change.get(account, 0)) for account in accounts]
        told = WrappedText(step_words(step.shown, step.outcome.idle_dice, step.beaten)(lang))
        grid.add_row(_number(step.hand), str(step.seq), told, *cells)
    console.print(grid)


def print_log(console: Console, book: Book, lang: str) -> None:
    """Prints the audit trail."""
    heading(console, say("cli.book.log")(lang))
    accounts = accounts_of(book)
    columns: list[tuple[Title, bool]] = [(say("cli.column.hand"), True), (NUMBER, True)]
    columns += [(say("cli.column.time"), False), (say("cli.column.entry"), False)]
    signed_by = any(entry.author for entry in book.entries)
    columns += [(say("cli.column.by"), False)] if signed_by else []
    grid = grid_of(*columns, *((name, True) for name in named(accounts, lang)), lang=lang)
    done = {step.seq: step for step in book.steps}
    for line in book.journal():
        standing = status_words(line.status, line.by)
        status = standing(lang) if standing else ""
        step = done.get(line.entry.seq)
        answers, told = None, event_words(line.shown)(lang)
        if step is not None:
            answers = liable_words((*step.outcome.moves, *step.outcome.booked), book.ruleset)
            told = step_words(line.shown, step.outcome.idle_dice, step.beaten)(lang)
        if isinstance(line.event, Result) and line.event.liable is not None:
            answers = None  # the entry already names that player
        told += say("cli.book.also", what=answers)(lang) if answers else ""
        words = WrappedText((told, "" if not status else "dim strike"), (written_as(line, lang), "dim"), f"  {status}")
        cells: list[RenderableType] = [WrappedText(line.entry.author)] if signed_by else []
        cells += [coloured(line.change.get(account, 0)) for account in accounts]
        number = _number(None if step is None else step.hand)
        grid.add_row(number, str(line.entry.seq), local(line.entry.at)[5:], words, *cells)
    console.print(grid)


def print_last(console: Console, book: Book, lang: str) -> None:
    """Prints the new entry, its effect, and the totals."""
    print_entry(console, book, lang)
    pages.print_balances(console, book, lang)
    pages.print_pulls(console, book, lang)


def print_entry(console: Console, book: Book, lang: str) -> None:
    """Prints the newest entry: its numbers, its words, its effect."""
    head = book.head
    step = next(iter(book.recent(1)), None)
    own = step if step is not None and step.seq == head.seq else None
    told = event_words(head.event) if own is None else step_words(own.shown, False, own.beaten)
    console.print(WrappedText((_numbers(head, own)(lang), "dim"), (told(lang), "bold")))
    if own is not None:
        _print_moves(console, book, own, lang)


def pays_kongs(rules: Ruleset) -> bool:
    """Whether something is paid for a concealed kong."""
    return rules.terms.kong_pay is not None or any(each.on == "kong_concealed" for each in rules.side)


def _numbers(entry: Entry, step: BookStep | None) -> Message:
    """The number of the hand, if it is one, the number of the entry, and its time."""
    at = local(entry.at)[11:]
    if step is None or step.hand is None:
        return say("cli.book.entry_number", seq=entry.seq, at=at)
    return say("cli.book.hand_number", hand=step.hand, seq=entry.seq, at=at)


def _number(hand: int | None) -> str:
    return "" if hand is None else str(hand)


def _print_moves(console: Console, book: Book, step: BookStep, lang: str) -> None:
    before = _before(book, step)
    for move in step.outcome.moves:
        payer, payee = named((move.payer, move.payee), lang)
        why = reason_name(move.reason.code, book.ruleset)(lang) + kicked_words(book, before, move)(lang)
        console.print(WrappedText(f"  {payer} → {payee}  {money_text(move.amount)}  ", (why, "dim")))
    if step.outcome.idle_dice:
        console.print(WrappedText((IDLE_DICE(lang), "dim")))
    if isinstance(step.event, Result) and step.event.kongs and not pays_kongs(book.ruleset):
        console.print(WrappedText((say("cli.book.idle_kong")(lang), "dim")))
    if step.outcome.booked:
        for line in pull_words(book, before, step):
            console.print(WrappedText((f"  {line(lang)}", "dim")))
    if isinstance(step.event, Result) and step.outcome.offered:
        offered = [f"{pair.debtor} → {pair.creditor}" for pair in step.outcome.offered]
        console.print(WrappedText((say("cli.book.may_cut_now", pairs=", ".join(offered))(lang), "yellow")))


def _before(book: Book, step: BookStep) -> BookState:
    """The state before the last step."""
    start, steps = book.near
    return steps[-2].state if len(steps) > 1 else start


def print_undone(console: Console, book: Book, group: Sequence[Anything], lang: str) -> None:
    """Prints the effect of undoing or redoing."""
    print_taken(console, book, group, lang)
    pages.print_balances(console, book, lang)
    pages.print_pulls(console, book, lang)


def print_taken(console: Console, book: Book, group: Sequence[Anything], lang: str) -> None:
    """Prints each undone or redone action, in words."""
    for back, event in zip(range(len(group) - 1, -1, -1), group, strict=True):
        entry = book.entries[book.head.seq - 1 - back]
        target = book.entries[getattr(event, "target", 1) - 1].event
        number = say("cli.book.entry_number", seq=entry.seq, at=local(entry.at)[11:])(lang)
        told = say("cli.book.colon", first=event_words(event), then=event_words(target))(lang)
        console.print(WrappedText((number, "dim"), (told, "bold")))
