"""Parses conditions from text, within limits and with the words of the rule language only. Nothing is executed.

>>> parse_condition("(suits == 1) & ~eyes.in_(WINDS | DRAGONS)")
(suits == 1) & ~(eyes.in_(WINDS | DRAGONS))
"""

from __future__ import annotations

import ast
import operator
import re
import warnings
from collections.abc import Callable, Mapping
from typing import Any

from sikwu.rules import language
from sikwu.rules.language import Condition, Fact, NumberVar, Op, Relation, SuitVar, TileSet
from sikwu.rules.limits import MOST_DEPTH, MOST_NUMBER, MOST_PARTS, MOST_TEXT, Misuse, shown, too_large, within
from sikwu.texts import Problem, RulesError, SikwuError, did_you_mean, nearest

_VALUES: tuple[type, ...] = (Condition, Fact, TileSet, SuitVar, NumberVar, language.SetOrigin)
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
    ast.USub: operator.neg,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.GtE: operator.ge,
    ast.LtE: operator.le,
}
_SPACES = re.compile(r"\s")
_METHODS = ("of", "only", "in_", "made", "without", "exists")
_NOT_COUNTED = (Op.BY, Op.REPLACEMENT, Op.ROBBED, Op.FIRST_TURN, Op.READY, Op.SHAPE, Op.PLACE, Op.PLACES)
"""Facts with named values: how a win came, a shape, a place."""


def parse_condition(text: object) -> Condition:
    """Parses a condition.

    >>> parse_condition("suits == one")
    Traceback (most recent call last):
        ...
    sikwu.texts.problem.RulesError: "suits == one": the rule language has no word one.
    """
    value = _read(text)
    if not isinstance(value, Condition):
        raise _wrong(text, "condition.none")
    return value


def parse_each(text: object) -> Fact | Relation:
    """Parses what a row counts: a fact that is a number, or a relation.

    >>> parse_each("pungs.of(DRAGONS)")
    pungs.of(DRAGONS)
    """
    value = _read(text)
    if not isinstance(value, Fact | Relation) or (isinstance(value, Fact) and value.op in _NOT_COUNTED):
        raise _wrong(text, "condition.not_counted")
    return value


def parse_tiles_of(text: object) -> TileSet:
    """Parses a set of tiles.

    >>> parse_tiles_of("DRAGONS | WINDS")
    DRAGONS | WINDS
    """
    value = _read(text)
    if not isinstance(value, TileSet):
        raise _wrong(text, "condition.no_tiles")
    return value


def _wrong(text: object, code: str, **facts: Any) -> Misuse:
    return Misuse.of(code, text=shown(text), **facts)


def _read(text: object) -> Any:
    if not isinstance(text, str):
        raise _wrong(text, "condition.no_text")
    within("text", len(text), MOST_TEXT)
    try:
        lead = len(text) - len(text.lstrip())
        flat = _SPACES.sub(" ", text.strip())  # the length stays the same, so that places in the text stay valid
        text = " ".join(text.split())
        if "\\" in text or not text.isprintable():
            # no word contains either, and both would make the parser print warnings
            raise SyntaxError
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about numbers that run into words: they are reported as errors anyway
            tree = ast.parse(flat, mode="eval").body
    except SyntaxError as error:
        start = min(max((error.offset or 1) - 1, 0), max(len(flat) - 1, 0))
        raise RulesError.of("condition.syntax", at=(lead + start, lead + start + 1), text=shown(text)) from None
    except (ValueError, MemoryError, RecursionError):
        raise _wrong(text, "condition.syntax") from None
    _measure(tree)
    try:
        return _value(tree, text)
    except SikwuError as error:
        told = [p if "text" in p.facts else p.inside(text[:80]) for p in error.problems]
        raise RulesError([Problem(p.code, p.facts, _place(p.at, flat, lead)) for p in told]) from None


def _place(at: tuple[int, int] | None, flat: str, lead: int) -> tuple[int, int] | None:
    """Converts columns of the parser, counted in bytes, to characters of the typed text."""
    if at is None:
        return None
    start, end = (lead + len(flat.encode()[:column].decode()) for column in at)
    return start, end


def _measure(tree: ast.expr) -> None:
    """Refuses a text that is too long or too deep, without recursion."""
    level: list[ast.AST] = [tree]
    parts = depth = 0
    while level:
        parts, depth = parts + len(level), depth + 1
        within("parts", parts, MOST_PARTS)
        within("depth", depth, MOST_DEPTH)
        if any(isinstance(node, ast.Constant) and _large(node.value) for node in level):
            raise too_large("number", MOST_NUMBER)
        level = [inner for node in level for inner in ast.iter_child_nodes(node)]


def _large(value: object) -> bool:
    return isinstance(value, int) and value > MOST_NUMBER


def _value(node: ast.expr, text: str) -> Any:
    """The value of a part of the text; an error names the innermost wrong part and its place."""
    try:
        return _said(node, text)
    except SikwuError as error:
        at = node.col_offset, node.end_col_offset or node.col_offset
        raise RulesError([p if p.at else Problem(p.code, p.facts, at) for p in error.problems]) from None
    except TypeError:
        at = node.col_offset, node.end_col_offset or node.col_offset
        raise RulesError.of("condition.operands", at=at, text=shown(text)) from None


def _said(node: ast.expr, text: str) -> Any:
    match node:
        case ast.Constant(value=int() | str()):
            return node.value
        case ast.Name(id=name):
            if name not in _WORDS:
                raise _wrong(text, "condition.word", word=name[:40], hint=did_you_mean(nearest(name, _WORDS)))
            return _WORDS[name]
        case ast.Attribute(value=inner, attr=name):
            value = _value(inner, text)
            if name not in _METHODS or not hasattr(value, name):
                raise _wrong(text, "condition.method", word=name[:40], of=ast.unparse(inner)[:40])
            return getattr(value, name)
        case ast.UnaryOp(op=op, operand=inner) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_value(inner, text))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_value(left, text), _value(right, text))
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_value(left, text), _value(right, text))
        case ast.Call(func=func, args=args, keywords=keywords):
            return _called(func, [_value(a, text) for a in args], keywords, text)
    raise _wrong(text, "condition.part", part=ast.unparse(node)[:40])


def _called(func: ast.expr, args: list[Any], keywords: list[ast.keyword], text: str) -> Any:
    named = {keyword.arg or "": _value(keyword.value, text) for keyword in keywords}
    try:
        return _value(func, text)(*args, **named)
    except SikwuError:
        raise
    except TypeError:
        raise _wrong(text, "condition.call", word=ast.unparse(func)[:40]) from None


def measure(condition: Condition) -> None:
    """Refuses a condition that is too long or too deep, however it was made."""
    level: list[Condition] = [condition]
    parts = depth = 0
    while level:
        parts, depth = parts + len(level), depth + 1
        within("parts", parts, MOST_PARTS)
        within("depth", depth, MOST_DEPTH)
        level = [inner for each in level for inner in language.parts_of(each)]
