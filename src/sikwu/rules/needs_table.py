"""`[[needs]]`: conditions that every win of a house must satisfy, each with its sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self
from unicodedata import category

from sikwu.rules.changes import Draft
from sikwu.rules.conditions import measure, parse_condition
from sikwu.rules.house_tables import HouseTable, TablePoint, no_effect, refused_keys
from sikwu.rules.identity import ALL, ANY, normal
from sikwu.rules.language import Condition
from sikwu.rules.limits import MOST_NEEDS, MOST_SAYS, within
from sikwu.rules.lowering import resolve
from sikwu.texts import Problem, RulesError, Text, problem, say
from sikwu.texts.message import worded
from sikwu.texts.toml import toml_text

if TYPE_CHECKING:
    from sikwu.rules.ruleset import Ruleset

KEYS = ("when", "zh", "en", "yue")


@dataclass(frozen=True, slots=True)
class WinNeed:
    """One condition, and what is said of a hand that does not satisfy it."""

    when: Condition
    says: Text


@dataclass(frozen=True, slots=True)
class NeedsTable(HouseTable):
    """`[[needs]]`.

    >>> from sikwu import score
    >>> from sikwu.texts import HandError
    >>> from sikwu.rules.files import from_toml
    >>> rules = from_toml("[[needs]]\\nwhen = 'self_drawn'\\nzh = '只准自摸。'\\nen = 'Only self-draws win.'")
    >>> try:
    ...     score("123m 456m 789m 中中中 5m +5m<S seat=E", rules)
    ... except HandError as error:
    ...     error.code
    'win.not_legal'
    """

    needs: tuple[WinNeed, ...]

    key = "needs"
    form = '[[needs]]  when = "self_drawn"'
    kind = list

    @classmethod
    def read(cls, entry: Any, rules: Ruleset) -> Self:
        within("needs", len(entry), MOST_NEEDS)
        found: list[WinNeed] = []
        problems: list[Problem] = []
        for place, each in enumerate(entry, 1):
            try:
                found.append(_need(each, place))
            except RulesError as error:
                problems += error.problems
        if not entry:
            problems.append(problem("house.empty", table=cls.key))
        if problems:
            raise RulesError(problems)
        return cls(tuple(found))

    def toml(self) -> list[str]:
        lines = []
        for place, need in enumerate(self.needs):
            lines += [""] * (place > 0) + ["[[needs]]", f"when = {toml_text(repr(need.when))}"]
            says = (("zh", need.says.zh), ("en", need.says.en), ("yue", need.says.spoken))
            lines += [f"{key} = {toml_text(text)}" for key, text in says if text]
        return lines

    def change(self, draft: Draft) -> None:
        for need in self.needs:
            draft.clauses.append((need.when, need.says))

    def check(self, rules: Ruleset) -> None:
        for place, need in enumerate(self.needs, 1):
            measure(need.when)
            meant = normal(resolve(need.when, rules.draft.defined))
            if meant == (ALL,):
                raise no_effect(self.key, str(place), say("needs.always"))
            if meant == (ANY,):
                raise RulesError.of("needs.never", place=place)

    def meaning(self, rules: Ruleset) -> object:
        return None  # the condition that every win must satisfy is in the hash

    def points(self, rules: Ruleset) -> tuple[TablePoint, ...]:
        named = worded(say("needs.name"))
        return tuple(
            TablePoint(f"needs.{place}", repr(need.when), named, need.says) for place, need in enumerate(self.needs, 1)
        )

    @property
    def size(self) -> int:
        return len(self.needs)


def _need(entry: Any, place: int) -> WinNeed:
    """One entry of the table."""
    problems: list[Problem] = refused_keys(entry, KEYS, f"needs {place}")
    if "when" not in entry:
        problems.append(problem("needs.when", place=place))
    for key in KEYS[1:]:
        text = entry.get(key, "")
        if not isinstance(text, str) or len(text) > MOST_SAYS or any(category(c)[0] == "C" for c in text):
            problems.append(problem("needs.text", place=place, name=key, most=MOST_SAYS))
    zh, en = entry.get("zh"), entry.get("en")
    if not (zh or en) and not problems:
        problems.append(problem("needs.says", place=place))
    if problems:
        raise RulesError(problems)
    try:
        when = parse_condition(entry["when"])
    except RulesError as error:
        raise RulesError([told.inside(f"needs {place}") for told in error.problems]) from None
    return WinNeed(when, Text(zh or en, en or zh, entry.get("yue")))
