"""`sikwu rules new` and `sikwu rules export`: write house rules to a file."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVar

import typer
from rich.console import Console

from sikwu.cli.rules.catalogue import print_option
from sikwu.cli.rules.commands import print_json
from sikwu.cli.shared.lookup import find_rules, unknown_name, with_typed
from sikwu.cli.shared.paper import MarkedText, WrappedText, heading, paper, tell, telling
from sikwu.rules.files import MOST_HOUSE_NAME, to_toml
from sikwu.rules.naming import called
from sikwu.rules.options import Option, value_text
from sikwu.rules.presets import names
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.texts import option_words
from sikwu.texts import Message, RulesError, SikwuError, say

T = TypeVar("T")
INTERRUPTED = 130
ASKED = (
    "hand.min_fan",
    "limit.cap_fan",
    "tiles.flowers_in_play",
    "score.progression",
    "score.gun",
    "win.multiple_winners",
    "liability.twelve_tiles",
    "dealer.fan_scope",
    "ledger.enabled",
)
"""The options in which tables differ most; each document is asked for those it has."""


@dataclass(frozen=True, slots=True)
class HouseFlags:
    """The arguments of the command."""

    file: Path
    rules: str | None = None
    options: list[str] = field(default_factory=list)
    name: str | None = None
    force: bool = False


def new_command(wanted: HouseFlags, lang: str, json: bool = False) -> None:
    """Makes house rules from flags, or from answers at a terminal."""
    with telling(lang, json):
        check_place(wanted)
        told = wanted.rules is not None or wanted.options or wanted.name is not None
        if told or json or not (sys.stdin.isatty() and sys.stdout.isatty()):
            rules = house_rules(wanted)
        else:
            try:
                rules = Questions(lang).ask_all()
            except (EOFError, KeyboardInterrupt):
                paper().print()
                raise typer.Exit(INTERRUPTED) from None
        _write(wanted, rules, lang, json)


def export_command(wanted: HouseFlags, lang: str, json: bool = False) -> None:
    """Writes rules to a file, or to standard output."""
    with telling(lang, json):
        check_place(wanted)
        _write(wanted, house_rules(wanted), lang, json)


def house_rules(wanted: HouseFlags) -> Ruleset:
    rules = find_rules(wanted.rules or "hk-standard", wanted.options)
    return rules if wanted.name is None else rules.with_name(_house_name(wanted.name))


def _house_name(text: str) -> str:
    name = text.strip()
    if not name or len(name) > MOST_HOUSE_NAME or not name.isprintable():
        raise RulesError.of("rules.name", most=MOST_HOUSE_NAME)
    return name


def check_place(wanted: HouseFlags) -> None:
    """Refuses to overwrite an existing file unless told to."""
    if str(wanted.file) != "-" and not wanted.force and os.path.lexists(wanted.file):
        raise RulesError.of("file.exists", file=str(wanted.file))


def _write(wanted: HouseFlags, rules: Ruleset, lang: str, json: bool) -> None:
    text = to_toml(rules)
    if str(wanted.file) == "-":
        sys.stdout.write(text)
        return
    write_file(wanted.file, text)
    if json:
        from sikwu.wire import RulesFileShape, ruleset_shape  # needed only for JSON

        print_json(RulesFileShape(str(wanted.file), ruleset_shape(rules)))
        return
    console = paper()
    console.print(WrappedText((called(rules)(lang), "bold"), (f" {rules.hash}", "dim")))
    console.print(WrappedText(say("cli.house.written", file=str(wanted.file))(lang)))
    place = str(wanted.file) if wanted.file.suffix == ".toml" else f"./{wanted.file}"
    for command in (f'sikwu score "…" --rules {place}', f"sikwu book new … --rules {place}"):
        console.print(MarkedText("·", WrappedText((command, "cyan"))))


def write_file(file: Path, text: str) -> None:
    """Writes a text to a file; raises an error that names the file."""
    try:
        file.write_text(text, "utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise RulesError.of("file.unusable", file=str(file), why=why) from None


# --- questions at a terminal


class Questions:
    """Asks for house rules, question by question; Enter keeps a rule."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.console: Console = paper()

    def ask_all(self) -> Ruleset:
        """Asks every question in turn."""
        self.console.print(WrappedText((say("cli.house.start")(self.lang), "dim")))
        rules = self._ask(say("cli.house.basis"), self._read_basis, "hk-standard")
        name = self._ask(say("cli.house.name"), lambda text: _house_name(text) if text else "", "")
        for id in ASKED:
            if id in rules.settings and rules.no_effect(id) is None:
                rules = self._ask_option(rules, id)
        return self._ask_more(rules.with_name(name) if name else rules)

    def _ask_more(self, rules: Ruleset) -> Ruleset:
        """Asks for any other option until the answer is empty."""
        while True:
            changed = self._ask(say("cli.house.more"), partial(self._more, rules), "")
            if changed is None:
                return rules
            rules = changed
            self.console.print(WrappedText((called(rules)(self.lang), "dim")))

    def _ask(self, question: Message, read: Callable[[str], T], usual: str) -> T:
        while True:
            self.console.print()
            self.console.print(WrappedText((question(self.lang), "bold"), (f" [{usual}]" if usual else "", "dim")))
            given = input("› ").strip() or usual
            try:
                return read(given)
            except SikwuError as error:
                tell(error.problems, self.lang)

    def _read_basis(self, text: str) -> Ruleset:
        if text == "?":
            self.console.print(WrappedText(", ".join(names())))
            raise RulesError([])
        return find_rules(text)

    def _ask_option(self, rules: Ruleset, id: str) -> Ruleset:
        option = _option(rules, id)
        text = option_words(rules, id)
        question = say("cli.house.option", what=text.says, values=option.values.text)
        now = value_text(rules.settings[id])
        return self._ask(question, lambda value: with_typed(rules, [f"{id}={value}"]), now)

    def _more(self, rules: Ruleset, text: str) -> Ruleset | None:
        """One more change `id=value`; a word lists the options that contain it; an empty answer ends."""
        if not text:
            return None
        if "=" in text:
            return with_typed(rules, [text])
        found = [option for option in rules.options if _speaks_of(rules, option, text)]
        if not found:
            raise RulesError([unknown_name(text)])
        for option in found[:8]:
            heading(self.console, option.id)
            print_option(self.console, rules, option, self.lang)
        return rules


def _option(rules: Ruleset, id: str) -> Option:
    return next(option for option in rules.options if option.id == id)


def _speaks_of(rules: Ruleset, option: Option, word: str) -> bool:
    text = option_words(rules, option.id)
    return any(word.casefold() in each.casefold() for each in (option.id, text.says.zh, text.says.en, text.says.yue))
