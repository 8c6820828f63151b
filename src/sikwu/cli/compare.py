"""`sikwu rules compare`: the same hand under several rulesets, and what makes the difference."""

from __future__ import annotations

import sys
from string import ascii_uppercase
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from sikwu.cli.lookup import books, find_rules
from sikwu.cli.paper import Beside, Kept, Words, heading, paper, telling
from sikwu.cli.rules import limits, print_option_difference
from sikwu.comparing import Clause, Column, Comparison, Row, compare
from sikwu.explain import name_of
from sikwu.money.amount import money_json, money_text
from sikwu.rules.options import value_text
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import HandError, SikwuError
from sikwu.win import Win
from sikwu.wording import said

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
            sys.stdout.write(msgspec.json.encode(as_data(told)).decode() + "\n")
        else:
            _print(paper(), told, lang)


def _print(console: Console, told: Comparison, lang: str) -> None:
    letters = _letters(len(told.columns))
    console.print(Words((told.win.text, "cyan")))
    for letter, column in zip(letters, told.columns, strict=True):
        name = column.ruleset.name
        both = (Kept(name.zh), " ", name.en) if lang == "zh" else (name.en, " ", Kept(name.zh))
        tail = (f" {column.ruleset.id} {limits(column.ruleset).strip()}", "dim")
        console.print(Beside(letter, Words(*both, tail)))
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
    table.add_column(said(("番種", "pattern"), lang))
    for letter in letters:
        table.add_column(letter, justify="right", no_wrap=True)
    cells = [[_cell(clause) for clause in row.clauses] for row in told.rows]
    for row, line in zip(told.rows, cells, strict=True):
        name = name_of(_home(told.columns, row.pattern).pattern(row.pattern))
        both = (Kept(name.zh), " ", name.en) if lang == "zh" else (name.en, " ", Kept(name.zh))
        table.add_row(Words(*both, style="yellow" if len(set(line)) > 1 else ""), *line)
    table.add_section()
    none = said(("不成糊", "no"), lang)
    totals = [str(score.fan) if score else none for score in columns]
    table.add_row(Words((said(("合計", "Total"), lang), "bold")), *totals, style="bold")
    if any(score and score.capped != score.fan for score in columns):
        capped = (str(score.capped) if score else "" for score in columns)
        table.add_row(Words(said(("封頂後", "With the ceiling"), lang)), *capped)
    marks = ["✓" if score and score.valid else "✗" for score in columns]
    table.add_row(Words(said(("夠番食糊", "Enough to win"), lang)), *marks)
    paid = [column.payments for column in told.columns]
    if any(paid):
        gains = ("" if each is None else f"+{money_text(each[told.win.seat])}" for each in paid)
        table.add_row(Words(said(("收", "Receives"), lang)), *gains)
    console.print(table)
    if any(HELD in line for line in cells):
        console.print(Words((said((f"{HELD} 有但不計", f"{HELD} held, but not counted"), lang), "dim")))


def _home(columns: tuple[Column, ...], id: str) -> Ruleset:
    return next(c.ruleset for c in columns if any(pattern.id == id for pattern in c.ruleset.patterns))


# --- what makes the difference


def _print_reasons(console: Console, told: Comparison, letters: list[str], lang: str) -> None:
    """The options that change this hand, and prices that no option explains."""
    unlike = [row for row in told.rows if row.differs]
    if not told.deciding and not unlike:
        if told.alike:
            console.print(Words(said(("各套規則計法一樣。", "All these rules count the hand alike."), lang)))
        return
    heading(console, said(("分別在於", "What makes the difference"), lang))
    for id in told.deciding:
        columns = [(letter, column.ruleset) for letter, column in zip(letters, told.columns, strict=True)]
        print_option_difference(console, columns, id, lang)
    for row in unlike:
        if not row.options and not any(option.startswith(f"{row.pattern}.") for option in told.deciding):
            _print_clauses(console, told, letters, row, lang)
    for remedy in told.remedies:
        one, other = letters[remedy.column], letters[remedy.like]
        changes = ", ".join(f"{id}={value_text(value)}" for id, value in remedy.options.items())
        words = (
            f"{one} 如果 {changes}，就同 {other} 計得一樣。",
            f"With {changes}, {one} counts the hand as {other} does.",
        )
        console.print(Words((said(words, lang), "dim")))


def _print_clauses(console: Console, told: Comparison, letters: list[str], row: Row, lang: str) -> None:
    """What a pattern counts in each ruleset, and the clause that says so."""
    console.print(Words((name_of(_home(told.columns, row.pattern).pattern(row.pattern))(lang), "bold")))
    for letter, column, clause in zip(letters, told.columns, row.clauses, strict=True):
        if clause.why != "no_win":
            console.print(Beside(letter, Words(_clause_words(column, clause, lang))))


def _clause_words(column: Column, clause: Clause, lang: str) -> str:
    if clause.why == "unknown":
        return said(("沒有這個番種", "no such pattern"), lang)
    if clause.why == "off" or clause.worth is None:
        return said(("不計", "not in use"), lang) + f" {clause.source}"
    tail = ""
    if clause.by is not None:
        beside = name_of(column.ruleset.pattern(clause.by))(lang)
        tail = said((f"，有 {beside} 所以不計", f", not beside {beside}"), lang)
    elif clause.why == "condition":
        tail = said(("，條件不合", ", and does not hold"), lang)
    return f"{clause.worth}{tail} {clause.source}"


# --- as JSON


def as_data(told: Comparison) -> dict[str, Any]:
    """A comparison as plain data: what `--json` prints."""
    return {
        "win": told.win.text,
        "alike": told.alike,
        "columns": [_column_data(column) for column in told.columns],
        "rows": [
            {
                "pattern": row.pattern,
                "differs": row.differs,
                "why": row.why or None,
                "options": row.options,
                "clauses": [_clause_data(clause) for clause in row.clauses],
            }
            for row in told.rows
        ],
        "deciding": told.deciding,
        "remedies": [{"column": r.column, "like": r.like, "options": r.options} for r in told.remedies],
    }


def _column_data(column: Column) -> dict[str, Any]:
    rules, score = column.ruleset, column.score
    out: dict[str, Any] = {"rules": {"id": rules.id, "hash": rules.hash, "min": rules.minimum, "cap": rules.cap}}
    if score is None:
        problems = [{"code": each.code, "zh": each.zh, "en": each.en} for each in column.problems]
        return out | {"other_size": column.other_size, "problems": problems}
    out |= {"fan": score.fan, "capped": score.capped, "valid": score.valid, "patterns": score.patterns}
    if column.payments is not None:
        out["payments"] = {seat.text: money_json(amount) for seat, amount in column.payments.items()}
    return out


def _clause_data(clause: Clause) -> dict[str, Any]:
    told = {
        "fan": clause.fan,
        "why": clause.why,
        "by": clause.by,
        "worth": clause.worth,
        "source": clause.source or None,
    }
    return {name: value for name, value in told.items() if value is not None}
