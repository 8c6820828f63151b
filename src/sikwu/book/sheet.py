"""A book as a spreadsheet for people: one row per event in effect, local times, money and pulls. It cannot be imported.

For files that can be imported, see `sikwu.book.exchange`.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone

from sikwu.book.book import Book
from sikwu.book.events import Result
from sikwu.book.exchange import plain_cell
from sikwu.book.money import POT
from sikwu.book.steps import BookStep
from sikwu.book.words import step_words
from sikwu.money.amount import money_text
from sikwu.texts import say

FURTHEST = 14 * 60
"""The largest offset of a local clock from UTC, in minutes."""


def to_sheet(book: Book, lang: str = "en", ahead: int = 0) -> str:
    """The table as CSV in a language; `ahead`: offset of the readers' clocks from UTC, in minutes.

    >>> from sikwu import ruleset
    >>> book = Book.new("Friday", ["A", "B", "C", "D"], ruleset("hk-taiwanese"))
    >>> _ = book.record(Result("discard", {"B": 10}, "A"))
    >>> to_sheet(book).splitlines()[1].split(",")[3:6]
    ['A', '0', 'B 10 fan from A']
    """
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows(_rows(book, lang, ahead))
    return out.getvalue()


def _rows(book: Book, lang: str, ahead: int) -> Iterator[list[str]]:
    accounts = (*book.state.players, POT) if book.state.chips is not None else book.state.players
    called = [each or say("sheet.pot")(lang) for each in accounts]
    head = [say(f"sheet.{each}")(lang) for each in ("hand", "time", "round", "dealer", "streak", "what", "fan")]
    money = [say(code, player=each)(lang) for code in ("sheet.change", "sheet.total") for each in called]
    ledger = book.ruleset.terms.ledger is not None
    tail = [*([say("sheet.pulls")(lang)] if ledger else []), say("sheet.author")(lang)]
    yield [plain_cell(each) for each in (*head, *money, *tail)]
    written = {entry.seq: entry for entry in book.entries}
    before = book.start
    for step in book.steps:
        entry, table, change = written[step.seq], before.table, step.outcome.change()
        cells = [
            "" if step.hand is None else str(step.hand),
            _clock(entry.at, ahead),
            say("sheet.wind", seat=table.round.text)(lang),
            table.dealer_name or "",
            str(table.streak),
            step_words(step.shown, step.outcome.idle_dice, step.beaten)(lang),
            _fan(step),
        ]
        moved = [money_text(change.get(account, 0)) for account in accounts]
        stands = [money_text(step.state.accounts.get(account, 0)) for account in accounts]
        pulls = [plain_cell(_pulls(step, lang))] if ledger else []
        yield [*map(plain_cell, cells), *moved, *stands, *pulls, plain_cell(entry.author)]
        before = step.state


def _fan(step: BookStep) -> str:
    return " ".join(map(str, step.shown.wins.values())) if isinstance(step.shown, Result) else ""


def _pulls(step: BookStep, lang: str) -> str:
    """The open pulls after it, joined in one text."""
    found = step.state.ledger.ordered(step.state.cash)
    told = (
        say("sheet.pull", debtor=pair.debtor, creditor=pair.creditor, fan=money_text(pull.amount))
        for pair, pull in found
    )
    return "; ".join(each(lang) for each in told)


def _clock(at: str, ahead: int) -> str:
    """A time of the log as local time, `2026-01-09 21:40`; a text that is no time is returned unchanged."""
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return at
    if moment.tzinfo is None:
        return at
    minutes = max(-FURTHEST, min(FURTHEST, ahead))
    return moment.astimezone(timezone(timedelta(minutes=minutes))).strftime("%Y-%m-%d %H:%M")
