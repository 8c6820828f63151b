"""Options of a house: their possible values, and the change that each value makes to a draft of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import isfinite

from sikwu.rules.changes import Off, On, Price, RuleChange, Value
from sikwu.rules.groups import GROUPS, control_of, group_of
from sikwu.rules.limits import MOST_DENOMINATOR, MOST_FAN, shown
from sikwu.texts import Message, Problem, problem, say
from sikwu.texts.message import either

# --- values


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some values."""

    values: tuple[Value, ...]

    def accepts(self, value: object, ids: frozenset[str]) -> bool:
        """Whether the option may have this value."""
        return any(value == v and type(value) is type(v) for v in self.values)

    @property
    def text(self) -> str:
        """The values in words."""
        return " | ".join(value_text(v) for v in self.values)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `least` to `most`, or one of some words."""

    least: int
    most: int
    words: tuple[str, ...] = ()

    def accepts(self, value: object, ids: frozenset[str]) -> bool:
        """Whether the option may have this value."""
        if isinstance(value, int) and not isinstance(value, bool):
            return self.least <= value <= self.most
        return isinstance(value, str) and value in self.words

    def accepted(self, value: object) -> bool:
        """Whether the option could have this value before numbers had an upper limit."""
        return isinstance(value, int) and not isinstance(value, bool) and value > self.most

    @property
    def text(self) -> str:
        """The values in words."""
        return " | ".join((f"{self.least}…{self.most}", *self.words))


@dataclass(frozen=True, slots=True)
class Ratio:
    """A whole number or a fraction such as 3/2, from `least` (`above`: exclusive) to `most`, with a small
    denominator.
    """

    least: int
    most: int
    above: bool = False

    def accepts(self, value: object, ids: frozenset[str]) -> bool:
        """Whether the option may have this value."""
        number = _fraction(value)
        return number is not None and self._enough(number) and self._small(number)

    def accepted(self, value: object) -> bool:
        """Whether the option could have this value before numbers had an upper limit."""
        number = _fraction(value)
        return number is not None and self._enough(number) and not self._small(number)

    def _enough(self, number: Fraction) -> bool:
        return number > self.least if self.above else number >= self.least

    def _small(self, number: Fraction) -> bool:
        return number <= self.most and number.denominator <= MOST_DENOMINATOR

    @property
    def text(self) -> str:
        """The values in words."""
        return f"{'>' if self.above else '≥'} {self.least}, ≤ {self.most} (1, 3/2, … /{MOST_DENOMINATOR})"


_NUMBER = re.compile(r"\d{1,30}(?:/\d{1,30}|\.\d{1,30})?", re.ASCII)


def _fraction(value: object) -> Fraction | None:
    """The number in a setting or its text; None: it is not a number, or too long."""
    if isinstance(value, str):
        if not _NUMBER.fullmatch(value):
            return None
    elif isinstance(value, bool) or not isinstance(value, int):
        return None
    try:
        return Fraction(value)
    except ZeroDivisionError:
        return None


@dataclass(frozen=True, slots=True)
class PatternIds:
    """A list of pattern ids, or one of some words."""

    words: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The values in words."""
        return " | ".join(("[pattern, …]", *self.words))

    def accepts(self, value: object, ids: frozenset[str]) -> bool:
        """Whether the option may have this value."""
        if isinstance(value, tuple):
            return len(value) <= len(ids) and all(isinstance(v, str) and v in ids for v in value)
        return isinstance(value, str) and value in self.words


Values = OneOf | Whole | Ratio | PatternIds
SWITCH = OneOf((False, True))
ANY_FAN = Whole(0, MOST_FAN, ("limit",))
"""What a house may say that a pattern is worth."""


# --- dependencies on other options


@dataclass(frozen=True, slots=True)
class Need:
    """A dependency: one of some options must have (or must not have) a value.

    >>> Need(Says("score.spicy", ("double_triple",))).met({"score.spicy": "off"})
    False
    """

    any_of: tuple[Says, ...]

    def __init__(self, *any_of: Says) -> None:
        object.__setattr__(self, "any_of", any_of)

    def met(self, settings: Mapping[str, Value]) -> bool:
        """Whether it is met under these settings."""
        return any(each.so(settings) for each in self.any_of)


@dataclass(frozen=True, slots=True)
class Says:
    """An option has one of these values; with `but`, any other value."""

    option: str
    values: tuple[Value, ...]
    but: bool = False

    def so(self, settings: Mapping[str, Value]) -> bool:
        """Whether it holds under these settings."""
        now = settings[self.option]
        return any(now == value and type(now) is type(value) for value in self.values) != self.but


def needs(option: str, *values: Value) -> Need:
    """An option must have one of these values."""
    return Need(Says(option, values))


def needs_not(option: str, *values: Value) -> Need:
    """An option must have none of these values."""
    return Need(Says(option, values, but=True))


class NoEffect(Message):
    """Why an option has no effect now."""

    __slots__ = ("because", "option", "table")
    option: str
    because: tuple[Says, ...]
    """It would have an effect if one of these held."""
    table: str
    """The table of the house's file that decides in its place; empty: none does."""

    def __init__(self, option: str, because: tuple[Says, ...], table: str = "") -> None:
        if table:
            super().__init__("option.in_table", {"option": option, "table": table})
        else:
            super().__init__("option.no_effect", {"option": option, "because": either(map(_wanted, because))})
        object.__setattr__(self, "option", option)
        object.__setattr__(self, "because", because)
        object.__setattr__(self, "table", table)

    def __reduce__(self) -> tuple[object, ...]:
        return NoEffect, (self.option, self.because, self.table)


def _wanted(says: Says) -> Message:
    values = either(map(value_text, says.values))
    return say("option.is_not" if says.but else "option.is", option=says.option, value=values)


@dataclass(frozen=True, slots=True)
class Option:
    """Something a house decides: its values, and the changes that each one makes. `...` in `acts` stands for every
    value.
    """

    id: str
    values: Values
    acts: Mapping[object, tuple[RuleChange, ...]] = field(default_factory=dict)
    touches: str = "score"
    """The kind of change: 'score', 'payment' (read by settlement and books) or 'play'."""
    needs: tuple[Need, ...] = ()
    """What other options must say for this one to have an effect; all of it must hold."""
    house: Whole | None = None
    """What a house may choose although no document says so; None: only `values`."""
    for_table_only: bool = False
    """Whether nothing in the program acts on it: it is information for the people at the table."""

    @property
    def group(self) -> str:
        """The group in which the option is shown: one of `groups.GROUPS`."""
        return group_of(self)

    @property
    def control(self) -> str:
        """The control for it: 'switch', 'stepper', 'select', 'patterns' or 'fraction'."""
        return control_of(self)

    @property
    def order(self) -> int:
        """The place of its group; within a group, options keep their order."""
        return list(GROUPS).index(self.group)

    def changes(self, value: Value) -> tuple[RuleChange, ...]:
        """The changes that a value makes."""
        return (*self.acts.get(value, ()), *self.acts.get(..., ()))

    def accepted(self, value: object) -> bool:
        """Whether a book may hold this value from the time before numbers had an upper limit."""
        return isinstance(self.values, Whole | Ratio) and self.values.accepted(value)

    def problem(self, value: object, ids: frozenset[str]) -> Problem | None:
        """The problem with a value, or None."""
        if self.values.accepts(value, ids) or (self.house is not None and self.house.accepts(value, ids)):
            return None
        got = value_text(value)
        unknown = (
            [v for v in value if not isinstance(v, str) or v not in ids]
            if isinstance(self.values, PatternIds) and isinstance(value, tuple)
            else []
        )
        if unknown:
            got = ", ".join(value_text(each)[:80] for each in unknown[:20])
        why = None if self.house is None else say("option.value.documents", values=self.values.text)
        return problem("option.value", option=self.id, value=got[:80], values=(self.house or self.values).text, why=why)

    def advice(self, value: object) -> Message | None:
        """What the documents say, for a value that only a house has; otherwise None."""
        if self.house is None or self.values.accepts(value, frozenset()):
            return None
        return say("option.advice", option=self.id, value=value_text(value), values=self.values.text)


def plain_value(value: object) -> object:
    """A value from JSON or TOML in the form that options hold: 1.5 is the text 3/2, exactly."""
    if value is None:
        return "none"
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, float) and isfinite(value) and abs(value) < 1e18:
        return str(Fraction(str(value)))
    return value


def value_text(value: object) -> str:
    """A value as text: true, 8, limit, [a, b]."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(shown, value[:100])) + "]"
    return shown(value)


def switch(id: str, on: Iterable[RuleChange] = (), off: Iterable[RuleChange] = (), touches: str = "score") -> Option:
    """An option that is true or false."""
    return Option(id, SWITCH, {True: tuple(on), False: tuple(off)}, touches)


def enables(pattern: str) -> Option:
    """The option `<pattern>.enabled`."""
    return switch(f"{pattern}.enabled", [On((pattern,))], [Off((pattern,))])


def priced(pattern: str, least: int, most: int | None = None, *words: str, row: str = "") -> Option:
    """The option `<pattern>.fan`."""
    return Option(
        f"{pattern}.fan",
        Whole(least, most if most is not None else least, words),
        {...: (Price(row or pattern),)},
        house=ANY_FAN,
    )


def noted(
    options: Iterable[Option], needed: Mapping[str, tuple[Need, ...]], for_table_only: Iterable[str]
) -> tuple[Option, ...]:
    """The options with their dependencies, and with a mark on those that are only information for the table."""
    only = frozenset(for_table_only)
    return tuple(
        replace(option, needs=needed.get(option.id, ()), for_table_only=option.id in only) for option in options
    )
