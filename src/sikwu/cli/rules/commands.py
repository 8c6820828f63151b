"""`sikwu rules`: shows rulesets, patterns and options."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from sikwu.cli.rules.catalogue import (
    both_names,
    cap,
    limits,
    print_option,
    print_option_difference,
    show_duty,
    show_option,
    show_pattern,
    show_ruleset,
    show_word,
    titles,
)
from sikwu.cli.shared.lookup import (
    documents,
    find_duties,
    find_pattern,
    find_patterns,
    find_rules,
    is_file,
    option_ids,
    options_about,
    unknown_name,
)
from sikwu.cli.shared.paper import MarkedText, WrappedText, heading, paper, telling
from sikwu.explaining import name_of
from sikwu.rules.duty import Duty, summary_text
from sikwu.rules.groups import GROUPS
from sikwu.rules.presets import ALIASES, names, ruleset
from sikwu.rules.ruleset import Difference, Ruleset
from sikwu.texts import RulesError, Text, say
from sikwu.vocabulary.glossary import explained

NARROW = 76  # below this width, tables are printed line by line


def print_json(shape: Any) -> None:
    """Prints one line of JSON."""
    sys.stdout.write(msgspec.json.encode(shape).decode() + "\n")


def list_command(lang: str, json: bool = False) -> None:
    """Prints all rulesets with minimum, ceiling and hash."""
    console = paper()
    every = [ruleset(name) for name in names()]
    if json:
        from sikwu.wire import ruleset_shape  # needed only for JSON

        print_json([ruleset_shape(rules) for rules in every])
        return
    if console.width < NARROW:
        for rules in every:
            told = (WrappedText((rules.id, "bold"), " ", *both_names(rules, lang)), WrappedText((rules.hash, "dim")))
            console.print(MarkedText(limits(rules), *told))
        return
    table = Table(box=None, padding=(0, 1, 0, 0))
    table.add_column(say("cli.column.ruleset")(lang), style="bold", no_wrap=True)
    table.add_column(say("cli.column.name")(lang))
    table.add_column(say("cli.column.min")(lang), justify="right")
    table.add_column(say("cli.column.cap")(lang), justify="right")
    table.add_column("hash", style="dim", no_wrap=True)
    for rules in every:
        table.add_row(rules.id, WrappedText(*both_names(rules, lang)), str(rules.minimum), cap(rules), rules.hash)
    console.print(table)


# --- one thing


def show_command(name: str, rules_name: str | None, options: list[str], lang: str, json: bool = False) -> None:
    """Prints one pattern, duty, option or ruleset, under the given rules if any."""
    with telling(lang, json):
        among = (find_rules(rules_name or "hk-standard", options),) if rules_name or options else documents()
        found = NameMatches(name, among)
        if json:
            print_json(found.shape())
        else:
            found.show(paper(), lang)


class NameMatches:
    """Everything that a name means among some rulesets."""

    def __init__(self, name: str, among: tuple[Ruleset, ...]) -> None:
        file = is_file(name)
        self.among = among
        self.entry = None if file else explained(name)
        self.patterns = () if file else find_patterns(name, among)
        self.duties: list[tuple[Ruleset, Duty]] = [] if file else find_duties(name, among)
        self.options: list[tuple[Ruleset, str]] = []
        self.ruleset: Ruleset | None = None
        if file or not (self.patterns or self.duties or self.entry):
            self.options = [] if file else self._options(name)
            if not self.options:
                self.ruleset = _ruleset_called(name)

    def _options(self, name: str) -> list[tuple[Ruleset, str]]:
        """The options with that name, each in the first ruleset that has it."""
        homes: dict[str, Ruleset] = {}
        for rules in self.among:
            for id in option_ids(name, rules):
                homes.setdefault(id, rules)
        return [(home, id) for id, home in homes.items()]

    def show(self, console: Console, lang: str) -> None:
        """Prints it on the terminal."""
        parts: list[Callable[[], None]] = []
        if self.entry is not None:
            parts.append(partial(show_word, console, self.entry, lang, self.among))
        parts += [partial(show_pattern, console, id, lang, self.among) for id in self.patterns]
        parts += [partial(show_duty, console, home, duty, lang) for home, duty in self.duties]
        parts += [partial(show_option, console, home, id, lang) for home, id in self.options]
        if self.ruleset is not None:
            parts.append(partial(show_ruleset, console, self.ruleset, lang))
        for place, part in enumerate(parts):
            if place:
                console.print()
            part()

    def shape(self) -> Any:
        """The same as JSON."""
        from sikwu.wire import NameMeaningsShape, duty_shape, option_shape, pattern_shape, ruleset_shape, word_shape

        shown = [(rules, id) for id in self.patterns for rules in self.among if find_pattern(id, (rules,)) == id]
        options = [option_shape(home, each) for home, id in self.options for each in home.options if each.id == id]
        return NameMeaningsShape(
            tuple(pattern_shape(rules, id) for rules, id in shown),
            tuple(duty_shape(rules, duty) for rules, duty in self.duties),
            tuple(options),
            None if self.ruleset is None else ruleset_shape(self.ruleset),
            None if self.entry is None else word_shape(self.entry),
        )


def _ruleset_called(name: str) -> Ruleset:
    try:
        return find_rules(name)
    except RulesError as error:
        if is_file(name) or name in names() or name in ALIASES:
            raise
        raise RulesError([unknown_name(name)]) from error


# --- options


def options_command(name: str, part: str, lang: str, json: bool = False) -> None:
    """Prints all options of a ruleset with all their choices."""
    with telling(lang, json):
        rules = find_rules(name)
        about = options_about(part, rules)
        found = [option for option in rules.options if part.casefold() in option.id or option.id in about]
        entry = explained(part) if part else None
        patterns = find_patterns(part, (rules,)) if part else ()
        if not (found or entry or patterns):
            raise RulesError([unknown_name(part)])
        if json:
            from sikwu.wire import option_shape  # needed only for JSON

            print_json([option_shape(rules, option) for option in found])
            return
        console = paper()
        console.print(WrappedText(*titles(rules, lang), style="bold"))
        if entry is not None:
            console.print(MarkedText("·", WrappedText((entry.title(lang), "bold"), f"  {entry.says(lang)}")))
        for id in patterns:
            console.print(MarkedText("·", WrappedText(say("cli.rules.fan_of", pattern=id)(lang))))
        for group, name_ in GROUPS.items():
            some = [option for option in found if option.group == group]
            if some:
                heading(console, name_(lang))
            for place, option in enumerate(some):
                if place:
                    console.print()
                print_option(console, rules, option, lang)


# --- two rulesets


def diff_command(ours: str, theirs: str, lang: str, json: bool = False) -> None:
    """Prints the differences between two rulesets."""
    with telling(lang, json):
        a, b = find_rules(ours), find_rules(theirs)
        if json:
            from sikwu.wire import rules_diff_shape  # needed only for JSON

            print_json(rules_diff_shape(a, b))
            return
        console = paper()
        for letter, rules in (("A", a), ("B", b)):
            console.print(MarkedText(letter, WrappedText(*titles(rules, lang), (f" {rules.hash}", "dim"))))
        found = a.diff(b)
        if not found:
            console.print(WrappedText(say("cli.rules.alike")(lang)))
        options = [each.id for each in found if each.kind == "option"]
        if options:
            heading(console, say("cli.rules.options")(lang))
        for id in options:
            print_option_difference(console, (("A", a), ("B", b)), id, lang)
        _print_table_differences(console, a, b, [each for each in found if each.kind == "table"], lang)
        prices = [each for each in found if each.kind == "pattern"]
        if prices:
            heading(console, say("cli.rules.worth")(lang))
        for each in prices:
            home = a if any(p.id == each.id for p in a.patterns) else b
            none = say("cli.rules.not_in_use")(lang)
            name = (name_of(home.pattern(each.id))(lang), "bold")
            console.print(MarkedText("·", WrappedText(name, f"  A {each.ours or none} → B {each.theirs or none}")))
        _print_duty_differences(console, a, b, [each for each in found if each.kind == "duty"], lang)


def _print_table_differences(console: Console, a: Ruleset, b: Ruleset, found: list[Difference], lang: str) -> None:
    if found:
        heading(console, say("cli.rules.house")(lang))
    none = say("cli.rules.no_line")(lang)
    for each in found:
        lines = [next((point for point in rules.points if point.id == each.id), None) for rules in (a, b)]
        name = next(point.name(lang) for point in lines if point is not None)
        ours, theirs = (none if point is None else point.says(lang) for point in lines)
        console.print(MarkedText("·", WrappedText((name, "bold"), f"  A {ours} → B {theirs}")))


def _print_duty_differences(console: Console, a: Ruleset, b: Ruleset, found: list[Difference], lang: str) -> None:
    if found:
        heading(console, say("cli.rules.liability")(lang))
    none = say("cli.rules.not_in_force")(lang)
    for each in found:
        duty = (a if any(mine.id == each.id for mine in a.duties) else b).duty(each.id)
        name = (Text(duty.zh, duty.en)(lang), "bold")
        ours, theirs = (summary_text(way, lang) or none for way in (each.ours, each.theirs))
        console.print(MarkedText("·", WrappedText(name, f"  A {ours} → B {theirs}")))
