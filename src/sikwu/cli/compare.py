"""`sikwu rules compare`: the same hand under several rulesets, and what makes the difference."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_uppercase

from rich.console import Console
from rich.table import Table

from sikwu.cli.lookup import books, find_rules
from sikwu.cli.paper import Beside, Kept, Words, heading, paper, telling
from sikwu.cli.rules import limits, print_option_difference
from sikwu.explain import name_of
from sikwu.problems import HandError, SikwuError
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import Score, score
from sikwu.win import Win
from sikwu.wording import said

HELD = "–"


@dataclass(frozen=True, slots=True)
class Column:
    """One ruleset's answer: a score, or why there is none."""

    letter: str
    rules: Ruleset
    told: Score | None
    error: SikwuError | None

    def fan(self, pattern: str) -> str:
        """What a pattern counts here: a number, `–` if it held without counting, else nothing."""
        if self.told is None:
            return ""
        if pattern in self.told.patterns:
            return str(self.told.patterns[pattern])
        return HELD if any(each.pattern == pattern for each in self.told.not_counted) else ""


def compare_command(text: str, names: list[str], lang: str) -> None:
    """Scores a hand under several rulesets and shows them side by side."""
    with telling(lang):
        win = Win.parse(text)
        every = [find_rules(name) for name in names] or list(books())
        fitting = [rules for rules in every if not win.problems(rules.book.size)]
        if not fitting:
            raise HandError(win.problems(every[0].book.size))
        every = every if names else fitting  # of all books, those of this many tiles
        columns = [_column(letter, rules, win) for letter, rules in zip(_letters(len(every)), every, strict=True)]
        console = paper()
        console.print(Words((win.text, "cyan")))
        for column in columns:
            name = column.rules.name
            both = (Kept(name.zh), " ", name.en) if lang == "zh" else (name.en, " ", Kept(name.zh))
            tail = (f" {column.rules.id} {limits(column.rules).strip()}", "dim")
            console.print(Beside(column.letter, Words(*both, tail)))
        console.print()
        _print_table(console, columns, lang)
        for column in columns:
            if column.error is not None:
                console.print(Beside(column.letter, Words((column.error.message(lang), "red"))))
        _print_reasons(console, columns, win, lang)


def _letters(count: int) -> list[str]:
    return [
        ascii_uppercase[i] if i < 26 else f"{ascii_uppercase[i // 26 - 1]}{ascii_uppercase[i % 26]}"
        for i in range(count)
    ]


def _column(letter: str, rules: Ruleset, win: Win) -> Column:
    try:
        return Column(letter, rules, score(win, rules), None)
    except SikwuError as error:
        return Column(letter, rules, None, error)


def _print_table(console: Console, columns: list[Column], lang: str) -> None:
    table = Table(box=None, padding=(0, 1, 0, 0))
    table.add_column(said(("番種", "pattern"), lang))
    for column in columns:
        table.add_column(column.letter, justify="right", no_wrap=True)
    for id in _patterns(columns):
        cells = [column.fan(id) for column in columns]
        name = name_of(_home(columns, id).pattern(id))
        both = (Kept(name.zh), " ", name.en) if lang == "zh" else (name.en, " ", Kept(name.zh))
        table.add_row(Words(*both, style="yellow" if len(set(cells)) > 1 else ""), *cells)
    table.add_section()
    none = said(("不成糊", "no"), lang)
    totals = [str(c.told.fan) if c.told else none for c in columns]
    table.add_row(Words((said(("合計", "Total"), lang), "bold")), *totals, style="bold")
    if any(c.told and c.told.capped != c.told.fan for c in columns):
        table.add_row(
            Words(said(("封頂後", "With the ceiling"), lang)), *(str(c.told.capped) if c.told else "" for c in columns)
        )
    marks = ["✓" if c.told and c.told.valid else "✗" for c in columns]
    table.add_row(Words(said(("夠番食糊", "Enough to win"), lang)), *marks)
    console.print(table)
    if any(column.fan(id) == HELD for column in columns for id in _patterns(columns)):
        console.print(Words((said((f"{HELD} 有但不計", f"{HELD} held, but not counted"), lang), "dim")))


def _patterns(columns: list[Column]) -> list[str]:
    """Every pattern that counted somewhere, dearest first; not counted anywhere: left out."""
    most: dict[str, int] = {}
    for column in columns:
        for id, fan in (column.told.patterns if column.told else {}).items():
            most[id] = max(most.get(id, 0), fan)
    return sorted(most, key=lambda id: -most[id])


def _home(columns: list[Column], id: str) -> Ruleset:
    return next(c.rules for c in columns if any(pattern.id == id for pattern in c.rules.patterns))


# --- what makes the difference


def _print_reasons(console: Console, columns: list[Column], win: Win, lang: str) -> None:
    """The options that change this hand, and prices that no option explains."""
    deciding: dict[str, None] = {}
    first = columns[0]
    for other in columns[1:]:
        if _outcome(first.told) != _outcome(other.told):
            deciding |= dict.fromkeys(deciding_options(first.rules, other.rules, win))
    scored = [column for column in columns if column.told is not None]
    unlike = [id for id in _patterns(columns) if len({column.fan(id) for column in scored}) > 1]
    if not deciding and not unlike:
        same = ("各套規則計法一樣。", "All these rules count the hand alike.")
        if len({_outcome(column.told) for column in columns}) == 1:
            console.print(Words(said(same, lang)))
        return
    heading(console, said(("分別在於", "What makes the difference"), lang))
    for id in deciding:
        print_option_difference(console, [(c.letter, c.rules) for c in columns], id, lang)
    for id in unlike:
        if not any(option.startswith(f"{id}.") for option in deciding):
            _print_clauses(console, scored, id, lang)


def _print_clauses(console: Console, columns: list[Column], id: str, lang: str) -> None:
    """What a pattern counts in each ruleset, and the clause that says so."""
    console.print(Words((name_of(_home(columns, id).pattern(id))(lang), "bold")))
    for column in columns:
        own = next((pattern for pattern in column.rules.patterns if pattern.id == id), None)
        if own is None:
            clause = said(("沒有這個番種", "no such pattern"), lang)
        elif column.rules.worth(id) is None:
            clause = said(("不計", "not in use"), lang) + f" {own.source}"
        else:
            why = [each.by for each in column.told.not_counted if each.pattern == id] if column.told else []
            beside = [name_of(column.rules.pattern(by))(lang) for by in why[:1]]
            dropped = said((f"，有 {beside[0]} 所以不計", f", not beside {beside[0]}"), lang) if beside else ""
            clause = f"{column.rules.worth(id)}{dropped} {own.source}"
        console.print(Beside(column.letter, Words(clause)))


def deciding_options(ours: Ruleset, theirs: Ruleset, win: Win) -> list[str]:
    """The options of `theirs` that, taken over alone, change how `ours` counts this hand, or the reverse."""
    found: dict[str, None] = {}
    for base, other in ((ours, theirs), (theirs, ours)):
        before = _try(base, win)
        for id, value in other.settings.items():
            if id not in base.settings or base.settings[id] == value:
                continue
            try:
                changed = base.with_options({id: value})
            except SikwuError:
                continue
            if _try(changed, win) != before:
                found[id] = None
    return list(found)


Outcome = tuple[tuple[tuple[str, int], ...], int, int, bool] | None


def _try(rules: Ruleset, win: Win) -> Outcome:
    try:
        return _outcome(score(win, rules))
    except SikwuError:
        return None


def _outcome(told: Score | None) -> Outcome:
    if told is None:
        return None
    return tuple(sorted(told.patterns.items())), told.fan, told.capped, told.valid
