"""`[fan]` and `[off]`: another price for any pattern of a document, and patterns that a house does not play.

The pattern stays the same pattern: what it absorbs, its family, its sentence and the liability rules that name it do
not change. `pattern` means the rows of a pattern that are worth as much as its first; `pattern/row` means one row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from sikwu.rules.changes import Draft, DraftRow
from sikwu.rules.house_tables import HouseTable, TablePoint, no_effect, refused_keys, refused_value
from sikwu.rules.limits import MOST_FAN
from sikwu.rules.pattern import LIMIT, Limit
from sikwu.texts import Guesses, Problem, RulesError, Text, did_you_mean, problem, say
from sikwu.texts.message import worded

if TYPE_CHECKING:
    from sikwu.rules.ruleset import Ruleset

ROW = "pattern/row"


def rows_meant(draft: Draft, name: str) -> Sequence[DraftRow]:
    """The rows that a name of a table means: one row, or those that are worth as much as the pattern's first.

    >>> from sikwu import ruleset
    >>> [row.row.name for row in rows_meant(ruleset("hk-taiwanese").draft, "dealer")]
    ['first', 'repeating']
    """
    rows = draft.named(name)
    if "/" in name:
        return rows
    counting = [row for row in rows if not row.row.mark]
    used = [row for row in counting if row.enabled] or counting
    return [row for row in counting if draft.price(row.worth) == draft.price(used[0].worth)] if used else ()


def _unknown(names: Iterable[str], rules: Ruleset, table: str) -> list[Problem]:
    """The problems of names that mean no pattern or row of the document."""
    own = {house.pattern.id for house in rules.house}
    known = [id for pattern in rules.document.patterns for id in (pattern.id, *pattern.row_names())]
    guesses, found = Guesses([id for id in known if "/" not in id]), []
    for name in names:
        if name in own or name.split("/")[0] in own:
            found.append(problem("fan.own", table=table, name=name[:60]))
        elif name not in known:
            rows = tuple(id for id in known if id.startswith(f"{name.split('/')[0]}/"))
            hint = say("hint.known", names=rows) if rows else did_you_mean(guesses.of(name))
            found.append(problem("fan.unknown", table=table, rules=rules.id, name=name[:60], hint=hint))
        elif not any(not row.row.mark for row in rules.draft.named(name)):
            found.append(problem("fan.mark", table=table, name=name))
    return found


def pattern_name(rules: Ruleset, name: str) -> Text:
    """The name of a pattern, with the name of the row if it means one."""
    pattern = rules.pattern(name.split("/")[0])
    row = f" /{name.split('/')[1]}" if "/" in name else ""
    return Text((pattern.zh or pattern.en) + row, (pattern.en or pattern.zh) + row)


@dataclass(frozen=True, slots=True)
class OwnFan:
    """What one pattern is worth in a house, and whether its fan count towards the minimum; None: as the options say."""

    name: str
    fan: int | Limit | None
    toward: bool = True

    @property
    def value(self) -> str:
        """The line as programs read it."""
        fan = "" if self.fan is None else LIMIT.value if isinstance(self.fan, Limit) else str(self.fan)
        return fan if self.toward else f"{fan} aside".strip()

    @property
    def toml(self) -> str:
        """The value in a file."""
        fan = None if self.fan is None else '"limit"' if isinstance(self.fan, Limit) else str(self.fan)
        if self.toward:
            return str(fan)
        return "{ " + ("" if fan is None else f"fan = {fan}, ") + "toward_minimum = false }"

    @property
    def says(self) -> Text:
        """The line in words."""
        if self.fan is None:
            return worded(say("fan.aside"))
        fan = say("fan.limit") if isinstance(self.fan, Limit) else say("fan.number", fan=self.fan)
        return worded(fan if self.toward else say("fan.both", fan=fan, aside=say("fan.aside")))


@dataclass(frozen=True, slots=True)
class FanTable(HouseTable):
    """`[fan]`: what patterns are worth in this house.

    >>> from sikwu.rules.files import from_toml
    >>> rules = from_toml("[fan]\\nhalf_flush = 2\\nall_pungs = 2\\nbig_three_dragons = 'limit'")
    >>> rules.worth("half_flush"), rules.worth("big_three_dragons"), rules.table(FanTable).fan["all_pungs"]
    (2, 13, 2)
    """

    rows: tuple[OwnFan, ...]

    key = "fan"
    form = "[fan]  full_flush = 8"

    @property
    def fan(self) -> dict[str, int | Limit | None]:
        """The prices by name."""
        return {row.name: row.fan for row in self.rows}

    @classmethod
    def read(cls, entry: Any, rules: Ruleset) -> Self:
        problems = _unknown(entry, rules, cls.key)
        found = []
        for name, told in entry.items():
            both = told if isinstance(told, dict) else {"fan": told}
            wrong = refused_keys(both, ("fan", "toward_minimum"), f"fan.{name}")
            fan, toward = both.get("fan"), both.get("toward_minimum", True)
            if "fan" in both and fan != LIMIT.value and not _in_range(fan):
                wrong.append(refused_value(cls.key, name, fan, f"0…{MOST_FAN} | limit"))
            if not isinstance(toward, bool):
                wrong.append(refused_value(cls.key, f"{name}.toward_minimum", toward, "true | false"))
            if fan is None and toward is True and not wrong:
                wrong.append(refused_value(cls.key, name, "{}", f"0…{MOST_FAN} | limit"))
            problems += wrong
            found.append(OwnFan(name, LIMIT if fan == LIMIT.value else fan, toward is True))
        if not entry:
            problems.append(problem("house.empty", table=cls.key))
        if problems:
            raise RulesError(problems)
        return cls(tuple(found))

    def toml(self) -> list[str]:
        return ["[fan]", *(f"{_key(row.name)} = {row.toml}" for row in self.rows)]

    def change(self, draft: Draft) -> None:
        # all rows are found by the prices of the document before any of them changes
        meant = [(own, rows_meant(draft, own.name)) for own in self.rows]
        for own, rows in meant:
            pattern = own.name.split("/")[0]
            for row in rows:
                row.worth = row.worth if own.fan is None else own.fan
                row.aside = row.aside or not own.toward
            if own.fan is not None and draft.raised is not None and draft.raised.pattern == pattern:
                draft.raised = replace(draft.raised, to=draft.price(own.fan))
            if own.fan is LIMIT:
                draft.limit_hands.add(own.name)
                draft.freely_priced.discard(pattern)
            elif own.fan is not None:
                draft.freely_priced.add(pattern)

    def check(self, rules: Ruleset) -> None:
        for own in self.rows:
            if not any(row.enabled for row in rows_meant(rules.draft, own.name)):
                raise no_effect(self.key, own.name, worded(_why_unused(rules, own.name)))

    def meaning(self, rules: Ruleset) -> object:
        # the rows state the prices, but not that a limit hand is no longer raised to the ceiling
        draft = rules.draft
        lost = draft.limit_hands - draft.unified if draft.unify and draft.cap is not None else set()
        return sorted(lost) or None

    def points(self, rules: Ruleset) -> tuple[TablePoint, ...]:
        return tuple(
            TablePoint(
                f"fan.{own.name}",
                own.value,
                pattern_name(rules, own.name),
                own.says,
                _alone(own.name) if own.toward else "",
            )
            for own in self.rows
        )

    @property
    def size(self) -> int:
        return len(self.rows)


def _in_range(fan: object) -> bool:
    return isinstance(fan, int) and not isinstance(fan, bool) and 0 <= fan <= MOST_FAN


def _why_unused(rules: Ruleset, name: str) -> Any:
    """Why a pattern cannot be priced: it is not in use, and how it comes into use."""
    option = f"{name.split('/')[0]}.enabled"
    known = any(each.id == option for each in rules.options)
    return say("fan.turn_on", option=option) if known else say("fan.not_used")


@dataclass(frozen=True, slots=True)
class OffTable(HouseTable):
    """`[off]`: patterns that are not played in this house.

    >>> from sikwu.rules.files import from_toml
    >>> rules = from_toml("[off]\\npatterns = ['mixed_terminals']")
    >>> rules.in_use("mixed_terminals"), rules.in_use("all_pungs")
    (False, True)
    """

    names: tuple[str, ...]

    key = "off"
    form = '[off]  patterns = ["robbing_kong"]'

    def decides(self, pattern: str, what: str) -> bool:
        return pattern in self.names and what in ("fan", "enabled")

    @classmethod
    def read(cls, entry: Any, rules: Ruleset) -> Self:
        problems = refused_keys(entry, ("patterns",), cls.key)
        names = entry.get("patterns")
        if not problems and not (isinstance(names, list) and names and all(isinstance(each, str) for each in names)):
            problems.append(problem("rules.form", name=cls.key, form=cls.form))
        if problems:
            raise RulesError(problems)
        problems = _unknown(names, rules, cls.key)
        if problems:
            raise RulesError(problems)
        found = cls(tuple(dict.fromkeys(names)))
        for name in found.names:
            if not any(row.enabled for row in rules.draft.named(name)):
                raise no_effect(cls.key, name, worded(say("off.already")))
        return found

    def toml(self) -> list[str]:
        return ["[off]", f"patterns = [{', '.join(map(_quoted, self.names))}]"]

    def change(self, draft: Draft) -> None:
        for name in self.names:
            for row in draft.named(name):
                row.enabled = row.enabled and row.row.mark
            if draft.raised is not None and draft.raised.pattern == name:
                draft.raised = None

    def meaning(self, rules: Ruleset) -> object:
        return None  # the rows in use tell it

    def points(self, rules: Ruleset) -> tuple[TablePoint, ...]:
        says = worded(say("off.says"))
        named = ((name, pattern_name(rules, name)) for name in self.names)
        return tuple(TablePoint(f"off.{id}", "off", name, says, _alone(id)) for id, name in named)

    @property
    def size(self) -> int:
        return len(self.names)


def _alone(name: str) -> str:
    """The pattern of a name that means no single row."""
    return "" if "/" in name else name


def _quoted(name: str) -> str:
    return f'"{name}"'


def _key(name: str) -> str:
    """A name as a key of TOML: quoted if it holds a slash."""
    return _quoted(name) if "/" in name else name
