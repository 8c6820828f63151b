"""Reads and writes rulesets as TOML: the name of the rules, changed options, own patterns, prices and further tables.

name = "阿明屋企"
ruleset = "hk-standard"

[options]
"full_flush.fan" = 8

[[patterns]]
id = "lucky_eights"
zh = "八八大發"
en = "Lucky eights"
when = "tiles.of(NUM(8)) >= 6"
fan = 2
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import category

from sikwu.rules.conditions import parse_condition as parse_condition
from sikwu.rules.conditions import parse_each
from sikwu.rules.fan_table import FanTable, OffTable
from sikwu.rules.house_duties import DutyTable
from sikwu.rules.house_tables import HouseTable
from sikwu.rules.language import Fact, Relation
from sikwu.rules.limits import MOST_FAN, MOST_FILE, MOST_KEYS, MOST_NAME, MOST_PATTERNS, MOST_SAYS, within
from sikwu.rules.naming import basis
from sikwu.rules.needs_table import NeedsTable
from sikwu.rules.options import value_text
from sikwu.rules.pattern import LIMIT, Family, FlowerCount, Limit, Pattern, PatternRow, Stack, SumOf, Text, Worth
from sikwu.rules.pays_table import PaysTable
from sikwu.rules.presets import ruleset as named_ruleset
from sikwu.rules.prices import prices_toml, read_prices
from sikwu.rules.ruleset import HousePattern, Ruleset
from sikwu.rules.side_money import PaymentTable
from sikwu.texts import Guesses, Problem, RulesError, did_you_mean, problem, say
from sikwu.texts.toml import toml_text


def to_toml(ruleset: Ruleset) -> str:
    """The ruleset as text: its document, the options that differ from the document's, the patterns and tables of the house.

    >>> from sikwu.rules.presets import ruleset
    >>> print(to_toml(ruleset("eight-fan-burst")))
    ruleset = "hk-standard"
    <BLANKLINE>
    [options]
    "limit.cap_fan" = 8
    <BLANKLINE>
    """
    lines = [f'ruleset = "{ruleset.document.id}"', "", "[options]"]
    if ruleset.name != basis(ruleset).name:
        lines.insert(0, f"name = {_toml(ruleset.name.zh)}")
    lines += [f'"{name}" = {_toml(value)}' for name, value in ruleset.changed_options.items()]
    if ruleset.price_table is not None:
        lines += ["", *prices_toml(ruleset.price_table)]
    for house in ruleset.house:
        lines += ["", *_pattern_toml(house)]
    for table in ruleset.tables:
        lines += ["", *table.toml()]
    return "\n".join(lines) + "\n"


def _pattern_toml(house: HousePattern) -> Iterator[str]:
    """The lines of one pattern of the house; raises an error for a pattern that a file cannot express."""
    pattern, row, fan = house.pattern, house.pattern.rows[0], house.fan
    more = row.absorbs_shared or row.beside or row.mark or isinstance(fan, SumOf) or pattern.opens
    if len(pattern.rows) > 1 or more or isinstance(row.each, FlowerCount):
        raise RulesError.of("pattern.not_toml", pattern=pattern.id)
    yield "[[patterns]]"
    for key, text in (("id", pattern.id), ("zh", pattern.zh), ("en", pattern.en), ("when", repr(row.when))):
        yield f"{key} = {_toml(text)}"
    if isinstance(row.each, Fact | Relation):
        yield f"each = {_toml(repr(row.each))}"
    if row.absorbs:
        yield f"absorbs = {_toml(row.absorbs)}"
    yield f"fan = {_toml('limit' if isinstance(fan, Limit) else fan)}"
    if row.stack is not Stack.EACH:
        yield f"stack = {_toml(row.stack.name.lower())}"
    if row.family is not None:
        yield f"family = {_toml(row.family.name)}"
    if row.alone:
        yield "alone = true"
    if row.aside:
        yield "toward_minimum = false"
    says = (("says_zh", pattern.says.zh), ("says_en", pattern.says.en), ("says_yue", pattern.says.spoken or ""))
    for key, text in (("jyutping", pattern.jyutping), *says, ("source", pattern.source)):
        if text:
            yield f"{key} = {_toml(text)}"


class StoredRules(NamedTuple):
    """Rules that a book holds, and the values in them that are out of today's range."""

    ruleset: Ruleset
    problems: tuple[Problem, ...]


def from_toml(text: str) -> Ruleset:
    """Parses a text in the form of `to_toml`; `ruleset` may also name a preset."""
    within("file", len(text), MOST_FILE)
    return _ruleset(_data(text), None)


def from_record(text: str) -> Ruleset:
    """The same for rules that a record or a server holds: it may be older than the check whether its prices have an effect."""
    within("file", len(text), MOST_FILE)
    return _ruleset(_data(text), None, stored=True)


def from_book(text: str) -> StoredRules:
    """The same for rules written before numbers had an upper limit: they are accepted, and the values out of range
    are listed.

    Everything except judging still works; judging a hand under rules that are too large raises the error.

    >>> told = from_book('[options]\\n"limit.cap_fan" = 30000')
    >>> told.ruleset.cap, [each.code for each in told.problems]
    (30000, ['option.value'])
    """
    before: list[Problem] = []
    return StoredRules(_ruleset(_data(text), before), tuple(before))


def from_data(data: Mapping[str, Any]) -> Ruleset:
    """The ruleset of a parsed rules file: a mapping with the same keys.

    >>> from_data({"ruleset": "hk-standard", "options": {"limit.cap_fan": 8}}).cap
    8
    """
    return _ruleset(data, None)


def _data(text: str) -> dict[str, Any]:
    _check_keys(text)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of too many digits, or lists nested too deep
        raise RulesError.of("rules.not_toml", why=str(error)[:200]) from None


_BETWEEN = re.compile(r"[][\n=,{}#()&|~<>!?;:/]+")
"""The signs between the keys of a file; they never occur inside a key or inside the parts of a condition."""


def _check_keys(text: str) -> None:
    """Refuses keys with too many dots, a.b.c…, before they are parsed: their cost grows with the square of the
    length.
    """
    for part in _BETWEEN.split(text):
        within("keys", part.count("."), MOST_KEYS)


def _ruleset(data: Mapping[str, Any], before: list[Problem] | None, stored: bool = False) -> Ruleset:
    _refuse_unknown(data, _TOP, "rules.keys")
    wrong: dict[str, type] = {"ruleset": str, "options": dict, "prices": dict, "patterns": list, "name": str}
    wrong |= {table.key: table.kind for table in TABLES}
    for name in [name for name, kind in wrong.items() if not isinstance(data.get(name, kind()), kind)]:
        raise RulesError.of("prices.table" if name == "prices" else "rules.form", name=name, form=_TOP[name])
    rules = named_ruleset(data.get("ruleset", "hk-standard")).with_options(data.get("options", {}), before)
    if "prices" in data:
        rules = rules.with_prices(read_prices(data["prices"], before))
        if before is None and not stored:
            _check_price_table(rules)
    entries = data.get("patterns", [])
    if before is None:
        within("patterns", len(entries), MOST_PATTERNS)
    for name in ("patterns", *(table.key for table in TABLES if table.kind is list)):
        if not all(isinstance(entry, dict) for entry in data.get(name, [])):
            raise RulesError.of("rules.form", name=name, form=_TOP[name])
    if entries:
        families = rules.families
        rules = rules.with_patterns([_house_pattern(entry, before, families) for entry in entries], before)
    for table in TABLES:
        if table.key in data:
            rules = rules.with_table(table.read(data[table.key], rules))
    return named(rules, data["name"]) if "name" in data else rules


def _check_price_table(rules: Ruleset) -> None:
    """Refuses a price table under rules that settle in chips, and one that begins above the minimum."""
    if "score.gun" not in rules.settings:
        raise RulesError.of("prices.chips", rules=rules.document.id)
    if rules.price_table is not None and rules.minimum < rules.price_table.first:
        raise RulesError.of("prices.first", first=rules.price_table.first, minimum=rules.minimum)


def named(rules: Ruleset, name: str) -> Ruleset:
    """The rules with the name of the house, which must be one line of visible characters."""
    if not name.strip() or len(name) > MOST_HOUSE_NAME or not name.isprintable():
        raise RulesError.of("rules.name", most=MOST_HOUSE_NAME)
    return rules.with_name(name.strip())


def load(path: str | Path) -> Ruleset:
    """Loads the ruleset of a file."""
    try:
        with open(path, "rb") as file:
            written = file.read(4 * MOST_FILE + 1)
        text = written.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RulesError.of("rules.not_utf8", path=str(path)[:200]) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise RulesError.of("rules.no_file", path=str(path)[:200], why=why) from None
    return from_toml(text)


MOST_HOUSE_NAME = 40
TABLES: tuple[type[HouseTable], ...] = (OffTable, FanTable, PaysTable, NeedsTable, DutyTable, PaymentTable)
"""The further tables of a rules file, in the order in which they are read, applied and written."""
_KEYS = (
    "id",
    "zh",
    "en",
    "jyutping",
    "when",
    "each",
    "absorbs",
    "stack",
    "family",
    "alone",
    "fan",
    "toward_minimum",
    "says_zh",
    "says_en",
    "says_yue",
    "source",
)
# The keys that a rules file may have, and the form of each.
_TOP = {
    "ruleset": 'ruleset = "hk-standard"',
    "options": '[options]  "full_flush.fan" = 8',
    "prices": "[prices]  3 = 8",
    "patterns": '[[patterns]]  id = "lucky_eights"',
    "name": 'name = "阿明屋企"',
    **{table.key: table.form for table in TABLES},
}


def _refuse_unknown(entry: Mapping[str, Any], known: Iterable[str], code: str, pattern: str = "") -> None:
    """Reports every unknown key with the nearest known one."""
    names = tuple(known)
    problems, guesses = [], Guesses(names)
    for name in [str(name) for name in entry if name not in names]:
        hint = did_you_mean(guesses.of(name)) or say("hint.known", names=names)
        problems.append(problem(code, name=name[:60], pattern=pattern, hint=hint))
    if problems:
        raise RulesError(problems)


def _house_pattern(
    entry: Mapping[str, Any], before: list[Problem] | None, families: Mapping[str, Family]
) -> tuple[Pattern, Worth]:
    missing = {"id", "when", "fan"} - set(entry)
    id = value_text(entry.get("id", "?"))[:MOST_NAME]
    _refuse_unknown(entry, _KEYS, "pattern.keys", id)
    if missing:
        raise RulesError.of("pattern.missing", pattern=id, names=sorted(missing))
    _check_texts(entry, id, before)
    fan = entry["fan"]
    if fan != "limit" and (not isinstance(fan, int) or isinstance(fan, bool)):
        raise RulesError.of("pattern.fan", pattern=id, fan=value_text(fan)[:40], most=MOST_FAN)
    try:
        when = parse_condition(entry["when"])
        each = parse_each(entry["each"]) if "each" in entry else None
    except RulesError as error:
        raise RulesError([_of_pattern(told, id) for told in error.problems]) from None
    toward = entry.get("toward_minimum", True)
    if not isinstance(toward, bool):
        raise RulesError.of("pattern.toward", pattern=id)
    alone, stack, family = _stacked(entry, id, each, families)
    row = PatternRow(
        when, each=each, stack=stack, absorbs=tuple(entry.get("absorbs", ())), alone=alone, family=family, aside=not toward
    )  # fmt: skip
    pattern = Pattern(
        entry["id"],
        rows=(row,),
        zh=entry.get("zh", entry["id"]),
        en=entry.get("en", entry["id"]),
        jyutping=entry.get("jyutping", ""),
        says=Text(entry.get("says_zh", ""), entry.get("says_en", ""), entry.get("says_yue")),
        source=entry.get("source", ""),
    )
    return pattern, LIMIT if fan == "limit" else fan


def _stacked(
    entry: Mapping[str, Any], id: str, each: Fact | Relation | None, families: Mapping[str, Family]
) -> tuple[bool, Stack, Family | None]:
    """Whether nothing counts beside a pattern, how its instances stack, and the family in which it competes."""
    alone, stack, family = entry.get("alone", False), entry.get("stack", "each"), entry.get("family")
    if not isinstance(alone, bool):
        raise RulesError.of("pattern.alone", pattern=id)
    if not isinstance(stack, str) or stack not in _STACKS:
        raise RulesError.of("pattern.stack", pattern=id, stack=value_text(stack)[:40], names=tuple(_STACKS))
    if (stack != "each" or family is not None) and not isinstance(each, Relation):
        raise RulesError.of("pattern.relation", pattern=id, key="family" if family is not None else "stack")
    if family is None:
        return alone, _STACKS[stack], None
    if not isinstance(family, str) or not 1 <= len(family) <= MOST_NAME or not family.isprintable():
        raise RulesError.of("pattern.text", pattern=id, name="family")
    return alone, _STACKS[stack], families.get(family, Family(family))


_STACKS = {stack.name.lower(): stack for stack in Stack}


def _of_pattern(told: Problem, id: str) -> Problem:
    where = told.facts.get("where")
    return told.inside(id if where is None else f"{id}, {where}")


def _check_texts(entry: Mapping[str, Any], id: str, before: list[Problem] | None) -> None:
    """Checks that names and sentences are texts of allowed length, and that absorbed patterns are a list of names."""
    problems = []
    for name in _KEYS:
        value, most = entry.get(name), MOST_SAYS if name.startswith(("says", "source")) else MOST_NAME
        if name in ("when", "each", "fan", "toward_minimum", "stack", "family", "alone") or name not in entry:
            continue
        if name == "absorbs":
            good = isinstance(value, list) and len(value) <= MOST_PATTERNS and all(isinstance(v, str) for v in value)
            if not good:
                problems.append(problem("pattern.absorbs", pattern=id))
        elif not isinstance(value, str):
            problems.append(problem("pattern.text", pattern=id, name=name))
        elif before is None and (len(value) > most or any(category(c)[0] == "C" and c != "\n" for c in value)):
            problems.append(problem("pattern.long_text", pattern=id, name=name, most=most))
    if problems:
        raise RulesError(problems)


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return toml_text(str(value))
