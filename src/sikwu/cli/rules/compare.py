"""`sikwu rules compare`: scores one hand under several rulesets and names the rules that cause the difference."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from string import ascii_uppercase

import msgspec
from rich.console import Console
from rich.table import Table

from sikwu.cli.rules.catalogue import limits, print_option_difference, titles
from sikwu.cli.shared.drawn import Pen
from sikwu.cli.shared.lookup import documents, find_rules
from sikwu.cli.shared.paper import MarkedText, WrappedText, both, heading, paper, telling
from sikwu.cli.shared.story import duty_text
from sikwu.comparing import Clause, Column, Comparison, ComparisonRow, compare
from sikwu.explaining import name_of
from sikwu.money.amount import Money, money_text
from sikwu.money.settlement import settle
from sikwu.money.words import reason_text
from sikwu.rules.naming import called, titled
from sikwu.rules.options import value_text
from sikwu.rules.presets import names as every_name
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import Score
from sikwu.texts import HandError, RulesError, SikwuError, say
from sikwu.tiles import Wind
from sikwu.win import Win
from sikwu.wording import situation

HELD = "–"


def compare_command(text: str, names: list[str], lang: str, json: bool = False, every: bool = False) -> None:
    """Scores a hand under several rulesets and shows them side by side."""
    with telling(lang, json):
        if every and names:
            raise RulesError.of("cli.compare.all_and_names")
        win = Win.parse(text)
        chosen = [find_rules(name) for name in (every_name() if every else names)] or list(documents())
        fitting = [rules for rules in chosen if not win.problems(rules.document.size)]
        if every and fitting:
            _compare_groups(win, _alike(win, fitting), lang, json)
        else:  # all documents with this hand size
            compare_hand(win, chosen if names or not fitting else fitting, lang, json)


def compare_hand(win: Win, rulesets: Sequence[Ruleset], lang: str, json: bool = False) -> None:
    """Shows a win under several rulesets; raises an error if it is not a win under any of them."""
    if all(win.problems(rules.document.size) for rules in rulesets):
        raise HandError(win.problems(rulesets[0].document.size))
    _compare_groups(win, [[rules] for rules in rulesets], lang, json)


def _compare_groups(win: Win, groups: list[list[Ruleset]], lang: str, json: bool) -> None:
    if json:
        from sikwu.wire import comparison_shape  # needed only for JSON

        told = compare(win, [rules for group in groups for rules in group])
        sys.stdout.write(msgspec.json.encode(comparison_shape(told)).decode() + "\n")
    else:
        _print(paper(), compare(win, [group[0] for group in groups]), groups, lang)


def _alike(win: Win, every: list[Ruleset]) -> list[list[Ruleset]]:
    """The rulesets, grouped by equal fan and payments."""
    found: dict[str, list[Ruleset]] = {}
    for rules in every:
        column = compare(win, [rules]).columns[0]
        found.setdefault(repr((column.outcome, column.payments, column.problems)), []).append(rules)
    return list(found.values())


def _print(console: Console, told: Comparison, groups: list[list[Ruleset]], lang: str) -> None:
    letters = _letters(len(told.columns))
    console.print(WrappedText((Pen(lang).hand(told.win), "cyan")))
    console.print(WrappedText(situation(told.win)(lang)))
    for letter, group in zip(letters, groups, strict=True):
        rules, *others = group
        lines = [WrappedText(*titles(rules, lang), (f" {limits(rules).strip()}", "dim"))]
        if others:
            lines.append(WrappedText(("= " + ", ".join(called(each)(lang) for each in others), "dim")))
        console.print(MarkedText(letter, *lines))
    console.print()
    _print_table(console, told, letters, lang)
    for letter, column in zip(letters, told.columns, strict=True):
        if column.problems:
            console.print(MarkedText(letter, WrappedText((SikwuError(column.problems).message(lang), "red"))))
    _print_payments(console, told, letters, lang)
    _print_reasons(console, told, letters, lang)


def _letters(count: int) -> list[str]:
    return [
        ascii_uppercase[i] if i < 26 else f"{ascii_uppercase[i // 26 - 1]}{ascii_uppercase[i % 26]}"
        for i in range(count)
    ]


def _cell(clause: Clause) -> str:
    """The fan of a pattern, `–` if it held without counting, otherwise empty."""
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
        table.add_row(WrappedText(*both(name.zh, name.en, lang), style=style), *line)
    table.add_section()
    none = say("cli.compare.no_win")(lang)
    totals = [str(score.fan) if score else none for score in columns]
    table.add_row(WrappedText((say("cli.compare.total")(lang), "bold")), *totals, style="bold")
    if any(score and score.capped != score.fan for score in columns):
        capped = (str(score.capped) if score else "" for score in columns)
        table.add_row(WrappedText(say("cli.compare.capped")(lang)), *capped)
    marks = ["✓" if score and score.valid else "✗" for score in columns]
    table.add_row(WrappedText(say("cli.compare.enough")(lang)), *marks)
    _add_payments(table, told, lang)
    console.print(table)
    if any(HELD in line for line in cells):
        console.print(WrappedText((say("cli.compare.held", mark=HELD)(lang), "dim")))


def _add_payments(table: Table, told: Comparison, lang: str) -> None:
    """What each seat gains or loses in every column, the winner first; seats that pay in no column are left out."""
    paid = [column.payments for column in told.columns]
    turn = [Wind((told.win.seat + step) % 4) for step in range(4)]
    for seat in (seat for seat in turn if any(each and each[seat] for each in paid)):
        amounts = ("" if each is None else _signed(each[seat]) for each in paid)
        table.add_row(WrappedText(say("cli.compare.pays", seat=seat)(lang)), *amounts)


def _signed(amount: Money) -> str:
    """+72, −24, or 0, with a minus sign as wide as the plus."""
    return f"+{money_text(amount)}" if amount > 0 else money_text(amount).replace("-", "−")


def _print_payments(console: Console, told: Comparison, letters: list[str], lang: str) -> None:
    """Prints the reasons of the payments, once for all columns with the same ones."""
    said: dict[tuple[str, ...], list[str]] = {}
    for letter, column in zip(letters, told.columns, strict=True):
        if column.score is not None and column.payments is not None:
            said.setdefault(_reasons(column.score, lang), []).append(letter)
        elif column.score is not None:
            short = say("unpaid.short", least=column.ruleset.minimum)
            said.setdefault((short(lang),), []).append(letter)
    if said:
        heading(console, say("cli.compare.paid")(lang))
    for lines, those in said.items():
        console.print(MarkedText(" ".join(those), *map(WrappedText, lines)))


def _reasons(score: Score, lang: str) -> tuple[str, ...]:
    """Payments with their reasons; payers with the same amount and reason together."""
    alike: dict[tuple[Wind, Money, str], list[Wind]] = {}
    for payer, payee, amount, reason in settle(score).transfers:
        why = duty_text(reason, lang, score.ruleset) + reason_text(reason, score.ruleset)(lang)
        alike.setdefault((payee, amount, why), []).append(payer)
    return tuple(
        say("cli.compare.move", payers=tuple(payers), payee=payee, amount=money_text(amount), why=why)(lang)
        for (payee, amount, why), payers in alike.items()
    )


def _home(columns: tuple[Column, ...], id: str) -> Ruleset:
    return next(c.ruleset for c in columns if any(pattern.id == id for pattern in c.ruleset.patterns))


# --- the cause of a difference


def _print_reasons(console: Console, told: Comparison, letters: list[str], lang: str) -> None:
    """The options that change this hand, and prices that no option explains."""
    unlike = [row for row in told.rows if row.differs]
    if not told.deciding and not unlike:
        if told.alike:
            paid = [column.payments for column in told.columns]
            same = all(each == paid[0] for each in paid)
            console.print(WrappedText(say("cli.compare.alike" if same else "cli.compare.alike_fan")(lang)))
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
        console.print(WrappedText((words(lang), "dim")))


def _that_matter(told: Comparison, letters: list[str], id: str) -> list[tuple[str, Ruleset]]:
    """The columns in which the value of an option matters: those with the value of the first, and those that count
    the hand differently.
    """
    first = told.columns[0]
    return [
        (letter, column.ruleset)
        for letter, column in zip(letters, told.columns, strict=True)
        if column.ruleset.settings.get(id) == first.ruleset.settings.get(id) or column.outcome != first.outcome
    ]


def _print_clauses(console: Console, told: Comparison, letters: list[str], row: ComparisonRow, lang: str) -> None:
    """Prints what a pattern counts in each ruleset and the clause behind it; rulesets with the same clause together."""
    console.print(WrappedText((name_of(_home(told.columns, row.pattern).pattern(row.pattern))(lang), "bold")))
    said: dict[tuple[str, str], list[str]] = {}
    for letter, clause in zip(letters, row.clauses, strict=True):
        if clause.why != "no_win":
            said.setdefault((clause.says(lang), titled(clause.source)(lang)), []).append(letter)
    for (words, source), together in said.items():
        console.print(MarkedText(" ".join(together), WrappedText(words, (f" {source}", "dim"))))
