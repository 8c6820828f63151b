"""The further tables of a rules file, `[fan]`, `[off]` and others: what each of them must be able to do.

A table is a frozen value of a `Ruleset`. It is read from the parsed file and written back to it, it may change the
draft of the rules, it adds to their hash what nothing else in the hash tells, and it explains itself line by line.
Everything else (files, hash, differences, pages, requests, records) knows tables only by this class. A new table is a
subclass, listed in `sikwu.rules.files.TABLES`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from sikwu.rules.options import value_text
from sikwu.texts import Guesses, Message, Problem, RulesError, Text, did_you_mean, problem, say

if TYPE_CHECKING:
    from sikwu.rules.changes import Draft
    from sikwu.rules.ruleset import Ruleset


class TablePoint(NamedTuple):
    """One line of a table: its id (`pays.discarder`), the value as programs read it, and both in words."""

    id: str
    value: str
    name: Text
    says: Text
    pattern: str = ""
    """The pattern whose worth tells the same; differences then tell that worth."""


class HouseTable:
    """One further table of a rules file. Subclasses are frozen dataclasses whose fields can be hashed."""

    __slots__ = ()
    key: ClassVar[str]
    """Its key in the file."""
    form: ClassVar[str]
    """An example of how it is written, for error messages."""
    kind: ClassVar[type] = dict
    """`dict` for `[key]`, `list` for `[[key]]`."""

    @classmethod
    def read(cls, entry: Any, rules: Ruleset) -> Self:
        """The table of a parsed file, whose other parts are in `rules`; an error lists everything that is wrong."""
        raise NotImplementedError

    def toml(self) -> list[str]:
        """The lines of the table in a file; `read` parses them to an equal value."""
        raise NotImplementedError

    def change(self, draft: Draft) -> None:
        """Changes the draft, after the options; by default nothing."""

    def check(self, rules: Ruleset) -> None:
        """Raises an error if the table, or a line of it, has no effect under the rules that it belongs to."""

    def decides(self, pattern: str, what: str) -> bool:
        """Whether it says in place of the option `pattern.what` what that option would."""
        return False

    def meaning(self, rules: Ruleset) -> object:
        """Its part of the hash, as values for JSON. None: the hash tells all of it elsewhere, as for prices of rows."""
        raise NotImplementedError

    def points(self, rules: Ruleset) -> tuple[TablePoint, ...]:
        """Its lines, for pages and differences."""
        raise NotImplementedError

    @property
    def size(self) -> int:
        """The number of changes that it makes."""
        raise NotImplementedError


def refused_keys(entry: Mapping[str, object], known: Iterable[str], table: str) -> list[Problem]:
    """The problems of the unknown keys of a table, each with the nearest known key."""
    names = tuple(known)
    guesses, found = Guesses(names), []
    for name in [str(name) for name in entry if name not in names]:
        hint = did_you_mean(guesses.of(name)) or say("hint.known", names=names)
        found.append(problem("house.key", table=table, name=name[:60], hint=hint))
    return found


def refused_value(table: str, name: str, value: object, form: str) -> Problem:
    """The problem of a value that a key of a table cannot have; `form` shows what it can be."""
    return problem("house.value", table=table, name=name[:60], value=value_text(value)[:40], form=form)


def no_effect(table: str, name: str, why: Message | Text) -> RulesError:
    """The error for a line that has no effect."""
    return RulesError.of("house.no_effect", table=table, name=name, why=why)
