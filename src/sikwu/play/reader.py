"""The door at which the lines of a record are read: text or objects in, typed lines out, or an error that names line and key.

A line that lacks something, or holds something else than its kind does, is refused. Keys that no kind knows are passed over.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NoReturn

import msgspec

from sikwu.play.lines import TYPES, Line
from sikwu.play.problems import PlayError
from sikwu.texts import Message, problem, say

_LONGEST_TOLD = 60
_DECODER: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


def read_line(row: str, number: int) -> Line:
    """The line of a text; `number` is told where it is none.

    >>> read_line('{"type":"dead","actor":"S","clock":9}', 1)
    DeadHandLine(seat='S')
    """
    if "\\u" not in row:  # half a character cannot be written down again: those are looked at
        try:
            return _DECODER.decode(row)
        except (ValueError, RecursionError):
            pass  # told below, in our words
    return typed(read_object(row, number), number)


def typed(line: Mapping[str, Any], number: int) -> Line:
    """A line as its type; `number` is told where it is not one.

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
    """Objects as lines; an error at the first that is not what its kind is."""
    return [typed(line, number) for number, line in enumerate(lines, 1)]


def read_object(row: str, number: int) -> dict[str, Any]:
    """The object of a line's text; what it holds, `typed` looks at."""
    try:
        row.encode()
        line = json.loads(row, parse_constant=_no_number)
        if "\\u" in row:
            json.dumps(line, ensure_ascii=False).encode()  # half a character cannot be written down again
    except (ValueError, RecursionError):
        _refuse(number, say("play.why.json"))
    if not isinstance(line, dict):
        _refuse(number, say("play.why.json"))
    return line


def _no_number(word: str) -> NoReturn:
    raise ValueError(word)


def _refuse(number: int, why: Message) -> NoReturn:
    raise PlayError((problem("play.record_line", line=number, why=why),)) from None


def _why(told: str, line: object) -> Message:
    """What msgspec found, in our words: which key, what stands there, and how it is written."""
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
    """The line that stands in the docstring of its type."""
    rows = (row.strip() for row in (TYPES[kind].__doc__ or "").splitlines())
    found: Mapping[str, Any] = json.loads(next((row for row in rows if row.startswith("{")), "{}"))
    return found


def short(value: Any, most: int) -> str:
    """A value as its line has it, cut off where it is long."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    return text if len(text) <= most else text[: most - 1] + "…"
