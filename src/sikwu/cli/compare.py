"""`sikwu rules compare`: the same hand under several rulesets, and what makes the difference."""

from __future__ import annotations

import sys
from string import ascii_uppercase

import msgspec
from rich.console import Console
from rich.table import Table

from sikwu.cli.catalogue import limits, print_option_difference, titles
from sikwu.cli.lookup import books, find_rules
from sikwu.cli.paper import Beside, Words, both, heading, paper, telling
from sikwu.comparing import Clause, Column, Comparison, Row, compare
from sikwu.explain import name_of
from sikwu.money.amount import money_text
from sikwu.rules.naming import called, titled
from sikwu.rules.options import value_text
from sikwu.rules.presets import names as every_name
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import HandError, RulesError, SikwuError, problem, say
from sikwu.tiles import Wind
from sikwu.win import Win

HELD = "–"


def compare_command(text: str, names: list[str], lang: str, json: bool = False, every: bool = False) -> None:
    """Scores a hand under several rulesets and shows them side by side."""
    with telling(lang, json):
        if every and names:
            raise RulesError([problem("cli.compare.all_and_names")])
        win = Win.parse(text)
        chosen = [find_rules(name) for name in (every_name() if every else names)] or list(books())
        fitting = [rules for rules in chosen if not win.problems(rules.document.size)]
        if not fitting:
            raise HandError(win.problems(chosen[0].document.size))
        groups = _alike(win, fitting) if every else [[rules] for rules in (chosen if names else fitting)]
        if json:
            from sikwu.wire import comparison_shape  # only who prints JSON needs it

            told = compare(win, [rules for group in groups for rules in group])
            sys.stdout.write(msgspec.json.encode(comparison_shape(told)).decode() + "\n")
        else:
            _print(paper(), compare(win, [group[0] for group in groups]), groups, lang)


def _alike(win: Win, every: list[Ruleset]) -> list[list[Ruleset]]:
    """The rulesets, those together that count and pay the hand alike."""
    found: dict[str, list[Ruleset]] = {}
    for rules in every:
        column = compare(win, [rules]).columns[0]
        found.setdefault(repr((column.outcome, column.payments, column.problems)), []).append(rules)
    return list(found.values())


def _print(console: Console, told: Comparison, groups: list[list[Ruleset]], lang: str) -> None:
    letters = _letters(len(told.columns))
    console.print(Words((told.win.text, "cyan")))
    for letter, group in zip(letters, groups, strict=True):
        rules, *others = group
        lines = [Words(*titles(rules, lang), (f" {limits(rules).strip()}", "dim"))]
        if others:
            lines.append(Words(("= " + ", ".join(called(each)(lang) for each in others), "dim")))
        console.print(Beside(letter, *lines))
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
    _add_payments(table, told, lang)
    console.print(table)
    if any(HELD in line for line in cells):
        console.print(Words((say("cli.compare.held", mark=HELD)(lang), "dim")))


def _add_payments(table: Table, told: Comparison, lang: str) -> None:
    """What the winner gets, and from whom."""
    winner, paid = told.win.seat, [column.payments for column in told.columns]
    if not any(paid):
        return
    gains = ("" if each is None else f"+{money_text(each[winner])}" for each in paid)
    table.add_row(Words(say("cli.compare.receives")(lang)), *gains)
    for seat in (seat for seat in Wind if seat is not winner):
        if any(each and each[seat] for each in paid):
            amounts = ("" if not each or not each[seat] else money_text(-each[seat]) for each in paid)
            table.add_row(Words(("  " + say("cli.compare.pays", seat=seat)(lang), "dim")), *amounts)


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
        print_option_difference(console, _that_matter(told, letters, id), id, lang)
    for row in unlike:
        if not row.options and not any(option.startswith(f"{row.pattern}.") for option in told.deciding):
            _print_clauses(console, told, letters, row, lang)
    for remedy in told.remedies:
        one, other = letters[remedy.column], letters[remedy.like]
        changes = ", ".join(f"{id}={value_text(value)}" for id, value in remedy.options.items())
        words = say("cli.compare.remedy", one=one, other=other, changes=changes)
        console.print(Words((words(lang), "dim")))


def _that_matter(told: Comparison, letters: list[str], id: str) -> list[tuple[str, Ruleset]]:
    """The columns whose value of an option matters to the hand: as the first has it, or where the hand counts otherwise."""
    first = told.columns[0]
    return [
        (letter, column.ruleset)
        for letter, column in zip(letters, told.columns, strict=True)
        if column.ruleset.settings.get(id) == first.ruleset.settings.get(id) or column.outcome != first.outcome
    ]


def _print_clauses(console: Console, told: Comparison, letters: list[str], row: Row, lang: str) -> None:
    """What a pattern counts in each ruleset, and the clause that says so; those that say the same together."""
    console.print(Words((name_of(_home(told.columns, row.pattern).pattern(row.pattern))(lang), "bold")))
    said: dict[tuple[str, str], list[str]] = {}
    for letter, clause in zip(letters, row.clauses, strict=True):
        if clause.why != "no_win":
            said.setdefault((clause.says(lang), titled(clause.source)(lang)), []).append(letter)
    for (words, source), together in said.items():
        console.print(Beside(" ".join(together), Words(words, (f" {source}", "dim"))))
