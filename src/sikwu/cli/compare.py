"""`sikwu rules compare`: the same hand under several rulesets, and what makes the difference."""

from __future__ import annotations

import sys
from string import ascii_uppercase

import msgspec
from rich.console import Console
from rich.table import Table

from sikwu.cli.lookup import books, find_rules
from sikwu.cli.paper import Beside, Words, both, heading, paper, telling
from sikwu.cli.rules import limits, print_option_difference
from sikwu.comparing import Clause, Column, Comparison, Row, compare
from sikwu.explain import name_of
from sikwu.money.amount import money_text
from sikwu.rules.options import value_text
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import HandError, SikwuError, say
from sikwu.win import Win

HELD = "–"


def compare_command(text: str, names: list[str], lang: str, json: bool = False) -> None:
    """Scores a hand under several rulesets and shows them side by side."""
    with telling(lang, json):
        win = Win.parse(text)
        every = [find_rules(name) for name in names] or list(books())
        fitting = [rules for rules in every if not win.problems(rules.document.size)]
        if not fitting:
            raise HandError(win.problems(every[0].document.size))
        told = compare(win, every if names else fitting)  # of all books, those of this many tiles
        if json:
            from sikwu.wire import comparison_shape  # only who prints JSON needs it

            sys.stdout.write(msgspec.json.encode(comparison_shape(told)).decode() + "\n")
        else:
            _print(paper(), told, lang)


def _print(console: Console, told: Comparison, lang: str) -> None:
    letters = _letters(len(told.columns))
    console.print(Words((told.win.text, "cyan")))
    for letter, column in zip(letters, told.columns, strict=True):
        name = column.ruleset.name
        tail = (f" {column.ruleset.id} {limits(column.ruleset).strip()}", "dim")
        console.print(Beside(letter, Words(*both(name.zh, name.en, lang), tail)))
    console.print()
    _print_table(console, told, letters, lang)
    for letter, column in zip(letters, told.columns, strict=True):
        if column.problems:
            console.print(Beside(letter, Words((SikwuError(column.problems).message(lang), "red"))))
    _print_reasons(console, told, letters, lang)


def _letters(count: int) -> list[str]:
    return [
        ascii_uppercase[i] if i < 26 else f"{ascii_uppercase[i // 26 - 1]}{ascii_uppercase[i % 26]}"
        for i in range(count)
    ]


def _cell(clause: Clause) -> str:
    """What a pattern counts: a number, `–` if it held without counting, else nothing."""
    if clause.why == "counts":
        return str(clause.fan)
    return HELD if clause.by is not None else ""


def _print_table(console: Console, told: Comparison, letters: list[str], lang: str) -> None:
    columns = [column.score for column in told.columns]
    table = Table(box=None, padding=(0, 1, 0, 0))
    table.add_column(say("cli.column.pattern")(lang))
    for letter in letters:
        table.add_column(letter, justify="right", no_wrap=True)
    cells = [[_cell(clause) for clause in row.clauses] for row in told.rows]
    for row, line in zip(told.rows, cells, strict=True):
        name = name_of(_home(told.columns, row.pattern).pattern(row.pattern))
        style = "yellow" if len(set(line)) > 1 else ""
        table.add_row(Words(*both(name.zh, name.en, lang), style=style), *line)
    table.add_section()
    none = say("cli.compare.no_win")(lang)
    totals = [str(score.fan) if score else none for score in columns]
    table.add_row(Words((say("cli.compare.total")(lang), "bold")), *totals, style="bold")
    if any(score and score.capped != score.fan for score in columns):
        capped = (str(score.capped) if score else "" for score in columns)
        table.add_row(Words(say("cli.compare.capped")(lang)), *capped)
    marks = ["✓" if score and score.valid else "✗" for score in columns]
    table.add_row(Words(say("cli.compare.enough")(lang)), *marks)
    paid = [column.payments for column in told.columns]
    if any(paid):
        gains = ("" if each is None else f"+{money_text(each[told.win.seat])}" for each in paid)
        table.add_row(Words(say("cli.compare.receives")(lang)), *gains)
    console.print(table)
    if any(HELD in line for line in cells):
        console.print(Words((say("cli.compare.held", mark=HELD)(lang), "dim")))


def _home(columns: tuple[Column, ...], id: str) -> Ruleset:
    return next(c.ruleset for c in columns if any(pattern.id == id for pattern in c.ruleset.patterns))


# --- what makes the difference


def _print_reasons(console: Console, told: Comparison, letters: list[str], lang: str) -> None:
    """The options that change this hand, and prices that no option explains."""
    unlike = [row for row in told.rows if row.differs]
    if not told.deciding and not unlike:
        if told.alike:
            console.print(Words(say("cli.compare.alike")(lang)))
        return
    heading(console, say("cli.compare.difference")(lang))
    for id in told.deciding:
        columns = [(letter, column.ruleset) for letter, column in zip(letters, told.columns, strict=True)]
        print_option_difference(console, columns, id, lang)
    for row in unlike:
        if not row.options and not any(option.startswith(f"{row.pattern}.") for option in told.deciding):
            _print_clauses(console, told, letters, row, lang)
    for remedy in told.remedies:
        one, other = letters[remedy.column], letters[remedy.like]
        changes = ", ".join(f"{id}={value_text(value)}" for id, value in remedy.options.items())
        words = say("cli.compare.remedy", one=one, other=other, changes=changes)
        console.print(Words((words(lang), "dim")))


def _print_clauses(console: Console, told: Comparison, letters: list[str], row: Row, lang: str) -> None:
    """What a pattern counts in each ruleset, and the clause that says so."""
    console.print(Words((name_of(_home(told.columns, row.pattern).pattern(row.pattern))(lang), "bold")))
    for letter, clause in zip(letters, row.clauses, strict=True):
        if clause.why != "no_win":
            console.print(Beside(letter, Words(clause.says(lang), (f" {clause.source}", "dim"))))
