"""`sikwu rules compare`: the same hand under several rulesets, and what makes the difference."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from string import ascii_uppercase

import msgspec
from rich.console import Console
from rich.table import Table

from sikwu.cli.drawn import Pen
from sikwu.cli.lookup import books, find_rules
from sikwu.cli.paper import Beside, Words, both, heading, paper, telling
from sikwu.cli.rules import limits, print_option_difference
from sikwu.cli.sources import cited
from sikwu.cli.story import duty_text
from sikwu.comparing import Clause, Column, Comparison, Row, compare
from sikwu.explain import name_of
from sikwu.money.amount import Money, money_text
from sikwu.money.settlement import settle
from sikwu.money.words import reason_text
from sikwu.rules.options import value_text
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import Score
from sikwu.texts import HandError, SikwuError, say
from sikwu.tiles import Wind
from sikwu.win import Win
from sikwu.wording import situation

HELD = "–"


def compare_command(text: str, names: list[str], lang: str, json: bool = False) -> None:
    """Scores a hand under several rulesets and shows them side by side."""
    with telling(lang, json):
        win = Win.parse(text)
        every = [find_rules(name) for name in names] or list(books())
        fitting = [rules for rules in every if not win.problems(rules.document.size)]
        compare_hand(
            win, every if names or not fitting else fitting, lang, json
        )  # of all books, those of this many tiles


def compare_hand(win: Win, rulesets: Sequence[Ruleset], lang: str, json: bool = False) -> None:
    """Shows a win under several rulesets; refused where it can be none under any of them."""
    if all(win.problems(rules.document.size) for rules in rulesets):
        raise HandError(win.problems(rulesets[0].document.size))
    told = compare(win, rulesets)
    if json:
        from sikwu.wire import comparison_shape  # only who prints JSON needs it

        sys.stdout.write(msgspec.json.encode(comparison_shape(told)).decode() + "\n")
    else:
        _print(paper(), told, lang)


def _print(console: Console, told: Comparison, lang: str) -> None:
    letters = _letters(len(told.columns))
    console.print(Words((Pen(lang).hand(told.win), "cyan")))
    console.print(Words(situation(told.win)(lang)))
    for letter, column in zip(letters, told.columns, strict=True):
        name = column.ruleset.name
        tail = (f" {column.ruleset.id} {limits(column.ruleset).strip()}", "dim")
        console.print(Beside(letter, Words(*both(name.zh, name.en, lang), tail)))
    console.print()
    _print_table(console, told, letters, lang)
    for letter, column in zip(letters, told.columns, strict=True):
        if column.problems:
            console.print(Beside(letter, Words((SikwuError(column.problems).message(lang), "red"))))
    _print_payments(console, told, letters, lang)
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
    _add_payments(table, told, lang)
    console.print(table)
    if any(HELD in line for line in cells):
        console.print(Words((say("cli.compare.held", mark=HELD)(lang), "dim")))


def _add_payments(table: Table, told: Comparison, lang: str) -> None:
    """What each seat gains or loses in every column, the winner first; seats that none asks to pay are left out."""
    paid = [column.payments for column in told.columns]
    turn = [Wind((told.win.seat + step) % 4) for step in range(4)]
    for seat in (seat for seat in turn if any(each and each[seat] for each in paid)):
        amounts = ("" if each is None else _signed(each[seat]) for each in paid)
        table.add_row(Words(say("cli.compare.pays", seat=seat)(lang)), *amounts)


def _signed(amount: Money) -> str:
    """+72, −24, or 0: a minus as wide as the plus."""
    return f"+{money_text(amount)}" if amount > 0 else money_text(amount).replace("-", "−")


def _print_payments(console: Console, told: Comparison, letters: list[str], lang: str) -> None:
    """Why they pay: once for all columns that say the same."""
    said: dict[tuple[str, ...], list[str]] = {}
    for letter, column in zip(letters, told.columns, strict=True):
        if column.score is not None and column.payments is not None:
            said.setdefault(_reasons(column.score, lang), []).append(letter)
        elif column.score is not None:
            short = say("cli.paid.short", least=column.ruleset.minimum)
            said.setdefault((short(lang),), []).append(letter)
    if said:
        heading(console, say("cli.compare.paid")(lang))
    for lines, those in said.items():
        console.print(Beside(" ".join(those), *map(Words, lines)))


def _reasons(score: Score, lang: str) -> tuple[str, ...]:
    """Who pays whom and why; those who pay alike for the same reason together."""
    alike: dict[tuple[Wind, Money, str], list[Wind]] = {}
    for payer, payee, amount, reason in settle(score).transfers:
        why = duty_text(reason, lang) + reason_text(reason)(lang)
        alike.setdefault((payee, amount, why), []).append(payer)
    return tuple(
        say("cli.compare.move", payers=tuple(payers), payee=payee, amount=money_text(amount), why=why)(lang)
        for (payee, amount, why), payers in alike.items()
    )


def _home(columns: tuple[Column, ...], id: str) -> Ruleset:
    return next(c.ruleset for c in columns if any(pattern.id == id for pattern in c.ruleset.patterns))


# --- what makes the difference


def _print_reasons(console: Console, told: Comparison, letters: list[str], lang: str) -> None:
    """The options that change this hand, and prices that no option explains."""
    unlike = [row for row in told.rows if row.differs]
    if not told.deciding and not unlike:
        if told.alike:
            paid = [column.payments for column in told.columns]
            same = all(each == paid[0] for each in paid)
            console.print(Words(say("cli.compare.alike" if same else "cli.compare.alike_fan")(lang)))
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
            console.print(Beside(letter, Words(clause.says(lang), (f" {cited(clause.source, lang)}", "dim"))))
