"""Reads one entry of a house's own table in a rules file, such as `[[duties]]`: every wrong key and value is reported at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any
from unicodedata import category

from sikwu.money.amount import Money, exact
from sikwu.rules.limits import MOST_DENOMINATOR, MOST_NAME, MOST_PRICE, MOST_SAYS
from sikwu.rules.options import value_text
from sikwu.texts import Guesses, Problem, RulesError, did_you_mean, nearest, problem

_ID = re.compile(r"[a-z][a-z0-9_]*")
_AMOUNT = re.compile(r"[0-9]+(\.[0-9]+|/[1-9][0-9]*)?")


class HouseEntry:
    """One entry: its values by key, checked for their form; `close` raises an error that lists all problems."""

    def __init__(self, table: str, data: object, keys: Iterable[str], needed: Iterable[str] = ("id",)) -> None:
        self.table, self.problems = table, list[Problem]()
        if not isinstance(data, Mapping):
            raise RulesError.of("own.entry", table=table)
        self.data: Mapping[str, Any] = data
        self.id = value_text(data.get("id", "?"))[:MOST_NAME]
        known, guesses = tuple(keys), Guesses(tuple(keys))
        for name in [str(name) for name in data if name not in known]:
            hint = did_you_mean(guesses.of(name))
            self.problems.append(problem("own.keys", table=table, id=self.id, name=name[:60], hint=hint))
        missing = sorted(set(needed) - set(data))
        if missing:
            self.problems.append(problem("own.missing", table=table, id=self.id, names=missing))
        if "id" in data and not (
            isinstance(data["id"], str) and _ID.fullmatch(data["id"]) and len(data["id"]) <= MOST_NAME
        ):
            self.wrong("id", 'id = "own_rule"')

    def __contains__(self, name: str) -> bool:
        return name in self.data

    def wrong(self, name: str, form: str) -> None:
        """Reports a value, with the form that it must have."""
        told = value_text(self.data[name])[:60] if name in self.data else ""
        self.problems.append(problem("own.value", table=self.table, id=self.id, name=name, value=told, form=form))

    def refuse(self, code: str, **facts: Any) -> None:
        """Reports something that keys cannot say together."""
        self.problems.append(problem(code, table=self.table, id=self.id, **facts))

    def text(self, name: str, usual: str = "") -> str:
        """A line of text."""
        value = self.data.get(name, usual)
        most = MOST_SAYS if name == "source" else MOST_NAME
        if not isinstance(value, str) or len(value) > most or any(category(c)[0] == "C" for c in value):
            self.wrong(name, f'{name} = "…"')
            return usual
        return value

    def flag(self, name: str) -> bool:
        """True or false."""
        value = self.data.get(name, False)
        if not isinstance(value, bool):
            self.wrong(name, f"{name} = true")
            return False
        return value

    def number(self, name: str, least: int, most: int) -> int | None:
        """A whole number; None: it is not given."""
        value = self.data.get(name)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            self.wrong(name, f"{name} = {least}…{most}")
            return None
        return value

    def amount(self, name: str) -> Money | None:
        """An amount of money above zero; None: it is wrong."""
        value = self.data.get(name)
        told = value if isinstance(value, str) else repr(value) if type(value) in (int, float) else ""
        if len(told) <= 40 and _AMOUNT.fullmatch(told):
            money = exact(Fraction(told))
            if 0 < money <= MOST_PRICE and money.denominator <= MOST_DENOMINATOR:
                return money
        self.wrong(name, f'{name} = 2, {name} = "1/2"')
        return None

    def word(self, name: str, words: Iterable[str], usual: str) -> str:
        """One of some words."""
        value, known = self.data.get(name, usual), tuple(words)
        if value not in known or not isinstance(value, str):
            self.wrong(name, " | ".join(f'"{word}"' for word in known))
            return usual
        return value

    def words(self, name: str, known: Iterable[str] | None = None, most: int = 32) -> tuple[str, ...]:
        """A list of words, or one word; with `known`, an unknown one is reported with the nearest."""
        value = self.data.get(name, ())
        told = [value] if isinstance(value, str) else value
        if not isinstance(told, list | tuple) or len(told) > most or not all(isinstance(each, str) for each in told):
            self.wrong(name, f'{name} = ["…", "…"]')
            return ()
        if known is not None:
            names = frozenset(known)
            for each in told:
                if each not in names:
                    hint = did_you_mean(nearest(each, sorted(names)))
                    self.refuse("own.unknown", name=name, value=each[:60], hint=hint)
        return tuple(dict.fromkeys(told))

    def close(self) -> None:
        """Raises an error with everything that was wrong."""
        if self.problems:
            raise RulesError(self.problems)


def toml_lines(table: str, values: Mapping[str, object]) -> Iterator[str]:
    """The lines of one entry; values that are None, False or empty are left out.

    >>> print("\\n".join(toml_lines("duties", {"id": "own", "needs": 3, "fresh": False, "on": ("self_draw",)})))
    [[duties]]
    id = "own"
    needs = 3
    on = ["self_draw"]
    """
    yield f"[[{table}]]"
    for name, value in values.items():
        if value not in (None, "", ()) and value is not False:
            yield f"{name} = {_toml(value)}"


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{name} = {_toml(each)}" for name, each in value.items()) + " }"
    return '"' + "".join(_ESCAPED.get(c, c) for c in str(value)) + '"'


_ESCAPED = {chr(c): f"\\u{c:04X}" for c in (*range(32), 127)} | {"\\": "\\\\", '"': '\\"', "\n": "\\n"}
