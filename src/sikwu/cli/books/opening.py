"""Opens a new book from flags or questions at a terminal: names, rules, stakes, first dealer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sikwu.book.book import Book
from sikwu.book.problems import BookError
from sikwu.cli.books.desk import BookAccess
from sikwu.cli.books.shorthand import name_of
from sikwu.cli.shared.asking import ask, at_terminal, line_editing
from sikwu.cli.shared.lookup import find_rules
from sikwu.cli.shared.paper import WrappedText, paper, telling
from sikwu.money.amount import Money, exact, money_text
from sikwu.rules.presets import names, ruleset
from sikwu.rules.prices import STAKES, stake
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import RulesError, say
from sikwu.texts.plain import normal

POINTS, CHIPS = "score.unit_multiplier", "score.chips_per_fan"
"""The options for the worth of a point of the price table, and of a fan in sixteen tiles, in money."""


class BookFlags(NamedTuple):
    """A new book as typed."""

    name: str | None
    players: Sequence[str]
    rules: str | None = None
    options: Sequence[str] = ()
    stake: str | None = None
    unit: str | None = None
    dealer: str | None = None


class NewBook(NamedTuple):
    """A valid new book."""

    name: str
    players: Sequence[str]
    ruleset: Ruleset
    dealer: str | None


def opening(wanted: BookFlags, door: BookAccess) -> NewBook:
    """The new book that was typed; missing parts are asked for at a terminal."""
    with telling(door.lang, door.json):
        if wanted.name is not None and 3 <= len(wanted.players) <= 5:
            return NewBook(wanted.name, wanted.players, _rules(wanted), wanted.dealer)
        if not at_terminal() or door.json:
            typed = tuple(each for each in (wanted.name, *wanted.players) if each is not None)
            raise BookError.of("book.new_needs", typed=typed, count=len(wanted.players))
        return _asked(wanted, door.lang)


def _rules(wanted: BookFlags) -> Ruleset:
    return staked(find_rules(wanted.rules or "hk-standard", wanted.options), wanted.stake, wanted.unit)


def staked(rules: Ruleset, name: str | None, unit: str | None) -> Ruleset:
    """The rules with a stake: either a named one or a unit, not both.

    >>> staked(ruleset("hk-standard"), "五一", None).settings["score.unit_multiplier"]
    2
    """
    if name is None and unit is None:
        return rules
    if name is not None and unit is not None:
        raise BookError.of("book.stake_twice", stake=name, unit=unit)
    if POINTS in rules.settings:
        return rules.with_options({POINTS: _value(stake(name if name is not None else str(unit)).unit)})
    if name is not None:
        raise BookError.of("book.stake_chips", stake=name, rules=rules.name)
    return rules.with_options({CHIPS: _value(_unit(str(unit)))})


def _unit(text: str) -> Money:
    try:
        return stake(text).unit if not re.fullmatch(r"\d{1,9}", text) else exact(text)
    except RulesError:
        raise BookError.of("book.unit", typed=text) from None


def _value(unit: Money) -> int | str:
    return unit if isinstance(unit, int) else str(unit)


# --- questions


def _asked(wanted: BookFlags, lang: str) -> NewBook:
    line_editing()
    today = datetime.now().astimezone().strftime("%Y-%m-%d")
    name = wanted.name or ask(say("cli.new.name"), _title, lang, today)
    players = wanted.players
    if not 3 <= len(players) <= 5:
        players = ask(say("cli.new.players"), _players, lang)
    rules = (
        find_rules(wanted.rules, wanted.options)
        if wanted.rules
        else ask(say("cli.new.rules"), lambda text: _ruleset(text, wanted.options, lang), lang, "hk-standard")
    )
    if wanted.stake is None and wanted.unit is None:
        rules = _ask_stake(rules, lang)
    else:
        rules = staked(rules, wanted.stake, wanted.unit)
    dealer = wanted.dealer or ask(say("cli.new.dealer"), lambda text: name_of(text, players), lang, players[0])
    return NewBook(name, players, rules, dealer)


def _title(text: str) -> str:
    Book.new(text, "ABCD", ruleset("hk-standard"))  # raises problems of the name now
    return text


def _players(text: str) -> tuple[str, ...]:
    """Four names separated by commas or blanks."""
    parts = re.split(r"[,，、;；]", text) if re.search(r"[,，、;；]", text) else text.split()
    players = tuple(normal(part) for part in parts if part.strip())
    Book.new("-", players, ruleset("hk-standard"))
    return players


def _ruleset(text: str, options: Sequence[str], lang: str) -> Ruleset:
    if text in ("?", "？"):
        for id in names():
            paper().print(WrappedText(f"{id}  {ruleset(id).name(lang)}"))
        raise BookError(())
    return find_rules(text, options)


def _ask_stake(rules: Ruleset, lang: str) -> Ruleset:
    if POINTS in rules.settings:
        unit = exact(rules.settings[POINTS])
        usual = STAKES[0].zh if unit == STAKES[0].unit else money_text(unit)
        return ask(say("cli.new.stake"), lambda text: staked(rules, text, None), lang, usual)
    usual = money_text(exact(rules.settings[CHIPS]))
    return ask(say("cli.new.unit"), lambda text: staked(rules, None, text), lang, usual)
