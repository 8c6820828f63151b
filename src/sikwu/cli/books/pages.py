"""Prints the pages of a book: heading, balances, pulls, hands, log, statistics, chart, settling up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from sikwu.book.book import Book
from sikwu.book.events import RULES_HASH, Edit, Entry, Result
from sikwu.book.money import POT
from sikwu.book.settle_up import settle_up
from sikwu.book.shifts import Shift
from sikwu.book.stats import PlayerStats, stats
from sikwu.book.steps import Trail
from sikwu.book.words import event_words
from sikwu.cli.books.chart import chart
from sikwu.cli.shared.paper import WrappedText, heading
from sikwu.money.amount import Money, money_text
from sikwu.rules.naming import called
from sikwu.seats import Table
from sikwu.texts import Message, say

Title = Message | str
NUMBER: Title = "#"


def signed(amount: Money) -> str:
    """An amount with its sign; a dot for zero.

    >>> signed(5), signed(-3), signed(0)
    ('+5', '-3', '·')
    """
    return "·" if not amount else f"{'+' if amount > 0 else ''}{money_text(amount)}"


def coloured(amount: Money) -> Text:
    return Text(signed(amount), "green" if amount > 0 else "red" if amount < 0 else "dim")


def grid_of(*columns: tuple[Title, bool], lang: str) -> Grid:
    """A table from the title of each column and whether it has numbers."""
    grid = Grid(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for title, number in columns:
        grid.add_column(title if isinstance(title, str) else title(lang), justify="right" if number else "left")
    return grid


def print_head(console: Console, book: Book, lang: str) -> None:
    """Prints the book, its rules, and the state of the game."""
    table, rules = book.state.table, book.ruleset
    kept = book.opened.rules_hash.removeprefix(RULES_HASH)
    named, told = rules.name(lang), called(rules)(lang)  # the display name contains the house's own name
    title = told if told.startswith(named) else f"{named} · {told}"
    console.print(WrappedText((book.name, "bold"), f"  {title} · {kept}"))
    if book.same_rules is False:
        console.print(WrappedText((say("cli.book.rules_changed", hash=rules.hash)(lang), "yellow")))
    streak = say("cli.book.streak", n=table.streak) if table.streak else None
    dealer, hands = table.dealer_name or "–", book.state.hands
    stands = say("cli.book.stands", round=table.round, dealer=dealer, streak=streak, hands=hands)
    console.print(WrappedText(stands(lang)))
    _print_beyond(console, book, lang)
    if back := list(book.backwards()):
        console.print(WrappedText((say("cli.book.backwards", seq=back[0], count=len(back))(lang), "yellow")))
    if book.state.over:
        console.print(WrappedText((say("cli.book.over")(lang), "yellow")))
    if book.state.closed:
        console.print(WrappedText((say("cli.book.closed")(lang), "bold yellow")))
    console.print(WrappedText((f"{book.head.seq} · {book.head.hash[:16]}", "dim")))


def _print_beyond(console: Console, book: Book, lang: str, most: int = 3) -> None:
    """Prints entries that would be refused today but still count."""
    found = list(book.beyond())
    for seq, what in found[:most]:
        console.print(WrappedText((say("cli.book.beyond", seq=seq, what=what)(lang), "yellow")))
    if len(found) > most:
        console.print(WrappedText((say("cli.book.beyond_more", count=len(found) - most)(lang), "yellow")))


def print_balances(console: Console, book: Book, lang: str) -> None:
    """Prints each player's seat, total, and total if all pulls were paid now."""
    state, closing = book.state, book.closing()
    pulled, chips = book.ruleset.terms.ledger is not None, state.chips
    columns = [(say("cli.column.player"), False), (say("cli.column.seat"), False), (say("cli.column.total"), True)]
    columns += [(say("cli.column.with_pulls"), True)] if pulled else []
    columns += [(say("cli.column.chips"), True)] if chips is not None else []
    grid = grid_of(*columns, lang=lang)
    for player in state.players:
        seated = player in state.table.seats
        wind = state.table.wind(player) if seated else None
        cells: list[RenderableType] = [
            WrappedText(player),
            WrappedText("–" if wind is None else say(f"seat.{wind.text}")(lang)),
        ]
        cells += [coloured(state.accounts[player])] + ([coloured(closing.accounts[player])] if pulled else [])
        if chips is not None:
            held = chips.held.get(player)
            garden = say("cli.book.no_chips")(lang) if held is not None and held <= 0 else ""
            cells.append("–" if held is None else money_text(held) + garden)
        grid.add_row(*cells)
    console.print(grid)
    if chips is not None:
        console.print(WrappedText(say("cli.book.pot", amount=money_text(chips.pot))(lang)))


def print_pulls(console: Console, book: Book, lang: str) -> None:
    """Prints the open pulls."""
    state, terms = book.state, book.ruleset.terms.ledger
    if terms is None or not state.ledger.pulls:
        return
    heading(console, say("cli.book.pulls")(lang))
    grid = grid_of(
        (say("cli.column.owes"), False),
        (say("cli.column.to"), False),
        (say("cli.column.fan"), True),
        (say("cli.column.worth"), True),
        (say("cli.column.hands"), True),
        ("", False),
        lang=lang,
    )
    for pair, pull in state.ledger.ordered(state.accounts):
        offer = say("cli.book.may_cut")(lang) if pair in state.ledger.offered else ""
        worth = money_text(terms.chips(pull.amount))
        grid.add_row(
            WrappedText(pair.debtor), WrappedText(pair.creditor), money_text(pull.amount), worth, str(pull.hands), offer
        )
    console.print(grid)


def written_as(line: Trail, lang: str) -> str:
    """The fan that a hand was recorded with, if other fan count now."""
    if line.shown == line.event:
        return ""
    hand = line.event.event if isinstance(line.event, Edit) else line.event
    fans = [f"{who} {fan}" for who, fan in hand.wins.items()] if isinstance(hand, Result) else []
    return say("cli.book.written_as", fans=tuple(fans))(lang)


def accounts_of(book: Book) -> tuple[str, ...]:
    return (*book.state.players, POT) if book.state.chips is not None else book.state.players


def named(accounts: Iterable[str], lang: str) -> list[str]:
    return [account or say("cli.book.pot_name")(lang) for account in accounts]


def print_known(console: Console, entry: Entry, lang: str) -> None:
    """Says that the key was used before and nothing was recorded again."""
    told = event_words(entry.event)(lang)
    console.print(WrappedText((say("cli.book.known", seq=entry.seq)(lang), "yellow"), told))


def print_shifts(console: Console, changed: Sequence[Shift], lang: str) -> None:
    """Prints the later hands that a correction has changed too."""
    if not changed:
        return
    heading(console, say("cli.book.shifts")(lang))
    for each in changed:
        told = [say("cli.book.shift.fan", who=who, old=old, new=new)(lang) for who, (old, new) in each.fans.items()]
        if each.paid:
            told.append(say("cli.book.shift.paid")(lang))
        if each.deal is not None:
            told.append(" → ".join(_deal(table)(lang) for table in each.deal))
        number = say("cli.book.shift", hand=each.hand, seq=each.seq)(lang)
        rest = "".join(say("cli.book.also", what=part)(lang) for part in told[1:])
        console.print(WrappedText((number, "bold"), "".join(told[:1]) + rest))


def _deal(table: Table) -> Message:
    streak = say("cli.book.shift.streak", n=table.streak) if table.streak else None
    return say("cli.book.shift.deal", round=table.round, dealer=table.dealer_name or "–", streak=streak)


def print_kept(console: Console, file: str, lang: str) -> None:
    """Says that an older file was upgraded."""
    console.print(WrappedText(say("cli.book.kept", file=file)(lang)))


def print_stats(console: Console, book: Book, lang: str) -> None:
    """Prints statistics, and the running totals as a chart."""
    found = stats(book)
    titles = [say("cli.column.hands"), say("cli.column.wins"), say("cli.column.self"), say("cli.column.into")]
    titles += [say("cli.column.average"), say("cli.column.best"), say("cli.column.row"), say("cli.column.deal")]
    titles += [say("cli.column.false"), say("cli.column.total")]
    grid = grid_of((say("cli.column.player"), False), *((title, True) for title in titles), lang=lang)
    for each in found.values():
        numbers = [each.hands, each.wins, each.self_draws, each.discards_into]
        biggest = str(each.biggest) if each.wins else "–"
        rows = [each.longest_wins, each.longest_deal, each.false_wins]
        cells = [*map(str, numbers), _average(each), biggest, *map(str, rows)]
        grid.add_row(WrappedText(each.player), *cells, coloured(each.total))
    console.print(grid)
    if legend := say("cli.book.legend")(lang):  # if the titles are abbreviated
        console.print(WrappedText((legend, "dim")))
    lines = chart({each.player: each.running for each in found.values()}, min(console.width, 72))
    if lines:
        heading(console, say("cli.book.running")(lang))
        for line in lines:
            console.print(line, soft_wrap=True)


def _average(each: PlayerStats) -> str:
    """Two decimals, for display only."""
    if each.average_fan is None:
        return "–"
    hundredths = (2 * each.average_fan * 100 + 1) // 2
    return f"{hundredths // 100}.{hundredths % 100:02}"


def print_settle_up(console: Console, book: Book, lang: str) -> None:
    """Prints the fewest transfers that clear all debts."""
    closing = book.closing().accounts
    balances = {player or say("cli.book.pot_name")(lang): amount for player, amount in closing.items()}
    moves = settle_up(balances)
    heading(console, say("cli.book.settle_up")(lang))
    if not moves:
        console.print(WrappedText(say("cli.book.even")(lang)))
    for move in moves:
        console.print(WrappedText(f"{move.payer} → {move.payee}  ", (money_text(move.amount), "bold")))


def print_exported(console: Console, book: Book, file: str, lang: str) -> None:
    """Prints the name and content of an exported file."""
    count = len(book.entries)
    console.print(WrappedText(say("cli.book.exported", count=count, file=file)(lang)))
