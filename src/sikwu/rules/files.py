"""Rulesets as TOML: the name of a house, its options and its own patterns, written and read back.

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

import ast
import operator
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from sikwu.rules import language
from sikwu.rules.language import Condition, Fact, NumberVar, Relation, SuitVar, TileSet
from sikwu.rules.naming import basis
from sikwu.rules.options import value_text
from sikwu.rules.pattern import LIMIT, Limit, Pattern, SumOf, Text, Worth
from sikwu.rules.presets import ruleset as named_ruleset
from sikwu.rules.prices import prices_toml, read_prices
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import RulesError, SikwuError, did_you_mean, nearest, problem, say

_VALUES: tuple[type, ...] = (Condition, Fact, TileSet, SuitVar, NumberVar, language.Made)
_VALUES += (language.TileCounter, language.TileTest, language.Groups)
_FUNCTIONS = {
    "NUM",
    "T",
    "related",
    "twice",
    "count",
    "named",
    "places",
    "chow",
    "chow_with",
    "pung",
    "triplet",
    "pair",
    "two",
}
_WORDS = {name: value for name, value in vars(language).items() if isinstance(value, _VALUES) or name in _FUNCTIONS}
_OPERATORS: Mapping[type[ast.AST], Callable[..., Any]] = {
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.Sub: operator.sub,
    ast.Add: operator.add,
    ast.Invert: operator.invert,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.GtE: operator.ge,
    ast.LtE: operator.le,
}
_METHODS = {"of", "only", "in_", "made", "without", "exists"}


def parse_condition(text: str) -> Condition:
    """The condition a text writes; only words of the rule language are understood, nothing is executed.

    >>> parse_condition("(suits == 1) & ~eyes.in_(WINDS | DRAGONS)")
    (suits == 1) & ~(eyes.in_(WINDS | DRAGONS))
    """
    try:
        value = _value(ast.parse(text.strip(), mode="eval").body)
    except SyntaxError:
        raise _unreadable(text, "it is not an expression") from None
    except (TypeError, KeyError, ValueError) as error:
        if isinstance(error, SikwuError):
            raise
        raise _unreadable(text, str(error)) from None
    if not isinstance(value, Condition):
        raise _unreadable(text, "it is not a condition such as suits == 1")
    return value


def _unreadable(text: str, why: str) -> RulesError:
    return RulesError([problem("condition.unreadable", text=text[:80], why=why)])


def _value(node: ast.expr) -> Any:
    match node:
        case ast.Constant(value=int() | str() | bool()):
            return node.value
        case ast.Name(id=name):
            if name not in _WORDS:
                raise TypeError(f"unknown word {name}")
            return _WORDS[name]
        case ast.Attribute(value=inner, attr=name) if name in _METHODS:
            return getattr(_value(inner), name)
        case ast.UnaryOp(op=op, operand=inner) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_value(inner))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_value(left), _value(right))
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_value(left), _value(right))
        case ast.Call(func=func, args=args, keywords=keywords):
            return _value(func)(*map(_value, args), **{k.arg or "": _value(k.value) for k in keywords})
    raise TypeError(f"{ast.unparse(node)} is not part of the rule language")


def to_toml(ruleset: Ruleset) -> str:
    """The ruleset as text: its book, the options that differ from the book's, and the patterns of the house.

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
    for name, value in ruleset.settings.items():
        if value != ruleset.document.defaults[name]:
            lines.append(f'"{name}" = {_toml(value)}')
    if ruleset.price_table is not None:
        lines += ["", *prices_toml(ruleset.price_table)]
    for house in ruleset.house:
        pattern = house.pattern
        row = pattern.rows[0]
        if (
            len(pattern.rows) > 1
            or row.absorbs_shared
            or row.alone
            or row.family
            or row.mark
            or isinstance(house.fan, SumOf)
        ):
            raise RulesError([problem("pattern.not_toml", pattern=pattern.id)])
        lines += [
            "",
            "[[patterns]]",
            f"id = {_toml(pattern.id)}",
            f"zh = {_toml(pattern.zh)}",
            f"en = {_toml(pattern.en)}",
        ]
        lines.append(f"when = {_toml(repr(row.when))}")
        if isinstance(row.each, Fact | Relation):
            lines.append(f"each = {_toml(repr(row.each))}")
        if row.absorbs:
            lines.append(f"absorbs = {_toml(row.absorbs)}")
        lines.append(f"fan = {_toml('limit' if isinstance(house.fan, Limit) else house.fan)}")
        for key, text in (
            ("jyutping", pattern.jyutping),
            ("says_zh", pattern.says.zh),
            ("says_en", pattern.says.en),
            ("source", pattern.source),
        ):
            if text:
                lines.append(f"{key} = {_toml(text)}")
    return "\n".join(lines) + "\n"


def from_toml(text: str) -> Ruleset:
    """The ruleset that a text of `to_toml`'s form describes; `ruleset` may also name a preset."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesError([problem("rules.not_toml", why=str(error))]) from None
    _refuse_unknown(data, _TOP, "rules.keys")
    wrong = {"ruleset": str, "options": dict, "prices": dict, "patterns": list, "name": str}
    for name in [name for name, kind in wrong.items() if not isinstance(data.get(name, kind()), kind)]:
        raise RulesError([problem("prices.table" if name == "prices" else "rules.form", name=name, form=_TOP[name])])
    rules = named_ruleset(data.get("ruleset", "hk-standard")).with_options(data.get("options", {}))
    if "prices" in data:
        rules = rules.with_prices(read_prices(data["prices"]))
    for entry in data.get("patterns", []):
        if not isinstance(entry, dict):
            raise RulesError([problem("rules.form", name="patterns", form=_TOP["patterns"])])
        rules = rules.with_pattern(*_house_pattern(entry))
    return _named(rules, data["name"]) if "name" in data else rules


def _named(rules: Ruleset, name: str) -> Ruleset:
    """The rules under the name of the house: one line of letters that can be seen."""
    if not name.strip() or len(name) > MOST_HOUSE_NAME or not name.isprintable():
        raise RulesError([problem("rules.name", most=MOST_HOUSE_NAME)])
    return rules.with_name(name.strip())


def load(path: str | Path) -> Ruleset:
    """The ruleset in a file."""
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RulesError([problem("rules.no_file", path=str(path), why=str(error))]) from None
    return from_toml(text)


MOST_HOUSE_NAME = 40
_KEYS = ("id", "zh", "en", "jyutping", "when", "each", "absorbs", "fan", "says_zh", "says_en", "source")
# What a rules file may hold, and how each is written.
_TOP = {
    "ruleset": 'ruleset = "hk-standard"',
    "options": '[options]  "full_flush.fan" = 8',
    "prices": "[prices]  3 = 8",
    "patterns": '[[patterns]]  id = "lucky_eights"',
    "name": 'name = "阿明屋企"',
}


def _refuse_unknown(entry: Mapping[str, Any], known: Iterable[str], code: str, pattern: str = "") -> None:
    """Every key that is not known is told, with the nearest one that is."""
    names = tuple(known)
    problems = []
    for name in [str(name) for name in entry if name not in names]:
        near = nearest(name, names)
        hint = did_you_mean(near) or say("hint.known", names=names)
        problems.append(problem(code, name=name[:60], pattern=pattern, hint=hint))
    if problems:
        raise RulesError(problems)


def _house_pattern(entry: Mapping[str, Any]) -> tuple[Pattern, Worth]:
    missing = {"id", "when", "fan"} - set(entry)
    id = str(entry.get("id", "?"))[:60]
    _refuse_unknown(entry, _KEYS, "pattern.keys", id)
    if missing:
        raise RulesError([problem("pattern.missing", pattern=id, names=sorted(missing))])
    fan = entry["fan"]
    if fan != "limit" and (not isinstance(fan, int) or isinstance(fan, bool)):
        raise RulesError([problem("pattern.fan", fan=value_text(fan))])
    each = _value(ast.parse(entry["each"], mode="eval").body) if "each" in entry else None
    pattern = Pattern(
        entry["id"],
        when=parse_condition(entry["when"]),
        each=each,
        zh=entry.get("zh", entry["id"]),
        en=entry.get("en", entry["id"]),
        jyutping=entry.get("jyutping", ""),
        absorbs=tuple(entry.get("absorbs", ())),
        says=Text(entry.get("says_zh", ""), entry.get("says_en", "")),
        source=entry.get("source", ""),
    )
    return pattern, LIMIT if fan == "limit" else fan


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
