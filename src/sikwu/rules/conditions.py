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
from functools import reduce
from typing import Any

from sikwu.rules import language
from sikwu.rules.language import Condition, Fact, NamedValue, NumberVar, Op, Relation, SuitVar, TileSet, TileTest
from sikwu.rules.limits import MOST_DEPTH, MOST_NUMBER, MOST_PARTS, MOST_TEXT, Misuse, shown, too_large, within
from sikwu.texts import Problem, RulesError, SikwuError, did_you_mean, nearest

_VALUES: tuple[type, ...] = (Condition, Fact, NamedValue, TileSet, SuitVar, NumberVar, language.SetOrigin)
_VALUES += (language.TileCounter, TileTest, language.Groups)
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
WORDS: Mapping[str, Any] = {
    name: value for name, value in vars(language).items() if isinstance(value, _VALUES) or name in _FUNCTIONS
}
"""Every word of the language."""
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
    ast.Gt: operator.gt,
    ast.Lt: operator.lt,
}
# What people write for a condition of the language; the error for the word says how to write it.
_CURES = {
    "concealed": "sets.made(CLAIMED) == 0",
    "concealed_hand": "sets.made(CLAIMED) == 0",
    "all_claimed": "sets.made(CLAIMED) == 4",
    "seven_pairs": "shape == PAIRS",
    "pairs": "shape == PAIRS",
    "thirteen_orphans": "shape == ORPHANS",
    "flush": "suits == 1",
    "full_flush": "(suits == 1) & (honours == 0)",
    "half_flush": "(suits == 1) & (honours >= 1)",
    "robbing_kong": "by == ROBBED",
    "kong_replacement": "replacement == KONG",
    "season": "flowers.of(SEASONS) >= 1",
    "seasons": "flowers.of(SEASONS) == 4",
    "fan": "total >= 3",
    "true": "ALWAYS",
}
_SIGNS = {"&&": "&", "||": "|", "!": "~", "=": "==", "=>": ">=", "=<": "<=", "<>": "!="}
_WRITTEN = re.compile(r"&&|\|\||=>|=<|<>|(?<![=!<>])=(?!=)|!(?!=)")
_SPACES = re.compile(r"\s")
METHODS = ("of", "only", "in_", "made", "without", "exists")
_NOT_COUNTED = language.NAMED | {Op.PLACES, Op.TOTAL, Op.LEFT}
"""Facts with named values (how a win came, a shape, a seat), and those that count nothing in the hand."""


def parse_condition(text: object) -> Condition:
    """Parses a condition.

    >>> parse_condition("suits == one")
    Traceback (most recent call last):
        ...
    sikwu.texts.problem.RulesError: "suits == one": the rule language has no word one.
    """
    value = _read(text)
    if isinstance(value, Fact) and value.op not in language.NAMED:
        raise _wrong(text, "condition.only_number", fact=repr(value)[:40])
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
    return language.counted_difference(value) if isinstance(value, Fact) and value.zero else value


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
        slip = _WRITTEN.search(flat)
        if slip is not None and "made=" not in flat and "different=" not in flat:
            at, sign = (lead + slip.start(), lead + slip.end()), _SIGNS[slip[0]]
            raise RulesError.of("condition.sign", at=at, text=shown(text), got=slip[0], sign=sign) from None
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
            if name in _CURES and name not in WORDS:
                raise _wrong(text, "condition.write", word=name, form=_CURES[name])
            if name not in WORDS:
                raise _wrong(text, "condition.word", word=name[:40], hint=did_you_mean(nearest(name, WORDS)))
            return WORDS[name]
        case ast.Attribute(value=inner, attr=name):
            value = _value(inner, text)
            if name not in METHODS or not hasattr(value, name):
                raise _wrong(text, "condition.method", word=name[:40], of=ast.unparse(inner)[:40])
            return getattr(value, name)
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return operator.invert(_condition(inner, text))
        case ast.UnaryOp(op=op, operand=inner) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_value(inner, text))
        case ast.BoolOp(op=joined, values=parts):
            sign = operator.and_ if isinstance(joined, ast.And) else operator.or_
            return reduce(sign, [_condition(part, text) for part in parts])
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            if isinstance(op, ast.BitAnd | ast.BitOr) and (_compares(left) or _compares(right)):
                return _OPERATORS[type(op)](_condition(left, text), _condition(right, text))
            return _OPERATORS[type(op)](_value(left, text), _value(right, text))
        case ast.Compare(left=left, ops=ops, comparators=others):
            return _comparison([left, *others], ops, text)
        case ast.Call(func=func, args=args, keywords=keywords):
            return _called(func, [_value(a, text) for a in args], keywords, text)
    raise _wrong(text, "condition.part", part=ast.unparse(node)[:40])


def _condition(node: ast.expr, text: str) -> Any:
    """A part that is joined to others by and, or, not: it must be a condition."""
    value = _value(node, text)
    if isinstance(value, Fact):
        at = node.col_offset, node.end_col_offset or node.col_offset
        raise RulesError.of("condition.only_number", at=at, text=shown(text), fact=repr(value)[:40])
    return value


def _compares(node: ast.expr) -> bool:
    return isinstance(node, ast.Compare | ast.BoolOp)


def _comparison(sides: list[ast.expr], ops: list[ast.cmpop], text: str) -> Any:
    """A comparison of two sides, or of several in a row, such as `3 <= pungs <= 4`."""
    if any(_joins_words(side) for side in sides):
        raise _wrong(text, "condition.brackets", form=_with_brackets(sides, ops)[:200])
    if any(type(op) not in _OPERATORS and not isinstance(op, ast.In | ast.NotIn) for op in ops):
        raise _wrong(text, "condition.part", part=ast.unparse(ast.Compare(sides[0], ops, sides[1:]))[:40])
    values = [
        _listed(side, text) if i and isinstance(ops[i - 1], ast.In | ast.NotIn) else _value(side, text)
        for i, side in enumerate(sides)
    ]
    found = [_compared(one, op, other) for one, op, other in zip(values, ops, values[1:], strict=False)]
    return reduce(operator.and_, found)


def _compared(one: Any, op: ast.cmpop, other: Any) -> Any:
    if isinstance(op, ast.In | ast.NotIn):
        among = one.in_(*other) if isinstance(other, tuple) else one.in_(other)
        return ~among if isinstance(op, ast.NotIn) else among
    if isinstance(one, Fact) and isinstance(other, Fact) and isinstance(op, ast.Eq | ast.NotEq):
        return one.equals(other) if isinstance(op, ast.Eq) else ~one.equals(other)
    if isinstance(one, NamedValue) and isinstance(other, Fact):
        one, other = other, one
    found = _OPERATORS[type(op)](one, other)
    if not isinstance(found, Condition):
        raise TypeError
    return found


def _listed(node: ast.expr, text: str) -> Any:
    """The right side of `in`: a list of values, or a set of tiles."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return tuple(_value(each, text) for each in node.elts)
    return _value(node, text)


def _joins_words(side: ast.expr) -> bool:
    """Whether a side of a comparison joins numbers or conditions by & or |: then brackets are missing."""
    if not (isinstance(side, ast.BinOp) and isinstance(side.op, ast.BitAnd | ast.BitOr)):
        return False
    return not all(_joins_words(part) or _is_tiles(part) for part in (side.left, side.right))


def _is_tiles(node: ast.expr) -> bool:
    """Whether a part is surely a set of tiles."""
    match node:
        case ast.Name(id=name):
            return isinstance(WORDS.get(name), TileSet)
        case ast.Call(func=ast.Name(id=name)):
            return name in ("NUM", "T")
        case ast.UnaryOp(operand=inner):
            return _is_tiles(inner)
        case ast.BinOp(left=left, right=right):
            return _is_tiles(left) and _is_tiles(right)
    return False


def _with_brackets(sides: list[ast.expr], ops: list[ast.cmpop]) -> str:
    """The text that was probably meant: each comparison in brackets of its own."""
    pieces: list[tuple[str, bool]] = [("", False)]
    joined: list[str] = []

    def add(node: ast.expr) -> None:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr):
            add(node.left)
            joined.append(" & " if isinstance(node.op, ast.BitAnd) else " | ")
            pieces.append(("", False))
            add(node.right)
        else:
            told, compared = pieces[-1]
            pieces[-1] = (told + ast.unparse(node), compared)

    add(sides[0])
    for op, side in zip(ops, sides[1:], strict=True):
        told, _ = pieces[-1]
        pieces[-1] = (f"{told} {_COMPARED.get(type(op), 'in')} ", True)
        add(side)
    out = [f"({told})" if compared else told for told, compared in pieces]
    return "".join(part for pair in zip(out, [*joined, ""], strict=True) for part in pair)


_COMPARED: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.GtE: ">=",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.Lt: "<",
    ast.NotIn: "not in",
}


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
