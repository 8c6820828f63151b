"""Parses the lines of a record: from text or objects to typed lines, or an error that names line and key.

A line with a missing or wrong value raises an error. Unknown keys are ignored.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NoReturn

import msgspec

from sikwu.play.lines import TYPES, Line
from sikwu.play.problems import PlayError
from sikwu.texts import Message, say

_LONGEST_TOLD = 60
_DECODER: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


def read_line(row: str, number: int) -> Line:
    """Parses the text of a line; `number` is the line number for the error message.

    >>> read_line('{"type":"dead","actor":"S","clock":9}', 1)
    DeadHandLine(seat='S')
    """
    if "\\u" not in row:  # a lone surrogate cannot be written again: such lines are checked below
        try:
            return _DECODER.decode(row)
        except (ValueError, RecursionError):
            pass  # reported below, in our words
    return typed(read_object(row, number), number)


def typed(line: Mapping[str, Any], number: int) -> Line:
    """Converts an object to its type of line; `number` is the line number for the error message.

    >>> typed({"type": "dahai", "actor": "E", "pai": "9p", "tsumogiri": False}, 7)
    DiscardLine(seat='E', tile='9p', drawn=False)
    >>> typed({"type": "dahai", "actor": "E", "pai": ["9p"], "tsumogiri": False}, 7)
    Traceback (most recent call last):
        ...
    sikwu.play.problems.PlayError: Line 7 of the record cannot be read: "pai" of a line "dahai" cannot be ["9p"]; for example "9p".
    """
    try:
        found: Line = msgspec.convert(line, Line)
    except msgspec.ValidationError as error:
        _refuse(number, _why(str(error), line))
    return found


def typed_lines(lines: Iterable[Mapping[str, Any]]) -> list[Line]:
    """Converts objects to lines; raises an error at the first that is not valid."""
    return [typed(line, number) for number, line in enumerate(lines, 1)]


def read_object(row: str, number: int) -> dict[str, Any]:
    """Parses a line's text to a JSON object; `typed` checks its content."""
    try:
        row.encode()
        line = json.loads(row, parse_constant=_no_number)
        if "\\u" in row:
            json.dumps(line, ensure_ascii=False).encode()  # a lone surrogate cannot be written again
    except (ValueError, RecursionError):
        _refuse(number, say("play.why.json"))
    if not isinstance(line, dict):
        _refuse(number, say("play.why.json"))
    return line


def _no_number(word: str) -> NoReturn:
    raise ValueError(word)


def _refuse(number: int, why: Message) -> NoReturn:
    raise PlayError.of("play.record_line", line=number, why=why) from None


def _why(told: str, line: object) -> Message:
    """The msgspec error in our words: the key, its value, and an example of a valid one."""
    kind = line.get("type") if isinstance(line, Mapping) else None
    if not isinstance(line, Mapping) or not isinstance(kind, str) or kind not in TYPES:
        return say("play.why.type", types=tuple(TYPES))
    words, _, path = told.partition(" - at `$")
    missing = words.partition("missing required field `")[2].partition("`")[0]
    place = path.strip("`.")
    top = place.partition(".")[0].partition("[")[0] or missing or words  # a type's own check names the key
    shown = _example(kind).get(top)
    like = None if shown is None else say("play.why.like", like=short(shown, _LONGEST_TOLD))
    if missing:
        return say("play.why.no_key", key=".".join(filter(None, (place, missing))), type=kind, like=like)
    return say("play.why.key", key=top, type=kind, told=short(line.get(top), _LONGEST_TOLD), like=like)


@cache
def _example(kind: str) -> Mapping[str, Any]:
    """The example line in the docstring of a type."""
    rows = (row.strip() for row in (TYPES[kind].__doc__ or "").splitlines())
    found: Mapping[str, Any] = json.loads(next((row for row in rows if row.startswith("{")), "{}"))
    return found


def short(value: Any, most: int) -> str:
    """A value as JSON, truncated if long."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    return text if len(text) <= most else text[: most - 1] + "…"
