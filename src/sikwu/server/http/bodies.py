"""From bytes to a request: looked at before it is read, and refused with the name of what is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from sikwu.server.http.limits import Limits
from sikwu.server.http.refusals import Refusal, refused
from sikwu.texts import LANGUAGES, did_you_mean, nearest, problem
from sikwu.texts.plain import deeper
from sikwu.wire.asked import House

Asked = TypeVar("Asked")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*?)`(?: - at `(.*)`)?", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(.*?)`(?: - at `(.*)`)?", re.DOTALL)
_TYPE = re.compile(r"Expected `(.*?)`, got `(.*?)`(?: - at `(.*)`)?", re.DOTALL)


def read(body: bytes, kind: type[Asked], limits: Limits) -> Asked:
    """The request in a body.

    >>> from sikwu.wire.asked import HandRequest
    >>> read(b'{"text": "123m"}', HandRequest, Limits()).text
    '123m'
    >>> try:
    ...     read(b'{"txt": "123m"}', HandRequest, Limits())
    ... except Refusal as error:
    ...     print(error)
    The field "txt" is unknown; did you mean text?
    """
    if deeper(body, limits.depth):
        raise refused("request.too_deep", most=limits.depth)
    try:
        if body.count(b",") >= limits.array and _longest(msgspec.json.decode(body)) > limits.array:
            raise refused("request.too_many", most=limits.array)
        found: Asked = _decoder(kind).decode(body)
        return found
    except msgspec.ValidationError as error:
        raise _wrong(str(error), kind) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise refused("request.not_json", why=str(error)[:200]) from None


def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    if kind not in _DECODERS:
        _DECODERS[kind] = msgspec.json.Decoder(kind)
    return _DECODERS[kind]


_DECODERS: dict[Any, msgspec.json.Decoder[Any]] = {}


def _longest(value: object) -> int:
    """The most items that one list or object of a value has."""
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return max(len(value), max(map(_longest, inner), default=0))
    return 0


def _wrong(why: str, kind: type[Any]) -> Refusal:
    if found := _UNKNOWN.fullmatch(why):
        known = House.__struct_fields__ if found[2] else kind.__struct_fields__
        hint = did_you_mean(nearest(found[1], known))
        return Refusal(problem("request.unknown_field", name=_place(found[2], found[1]), hint=hint))
    if found := _MISSING.fullmatch(why):
        return refused("request.missing", name=_place(found[2], found[1]))
    if found := _TYPE.fullmatch(why):
        return refused("request.type", name=_place(found[3], ""), wanted=found[1], given=found[2])
    return refused("request.form", why=why[:200])


def _place(path: str | None, name: str) -> str:
    """Where in a request: `rules.base`."""
    inside = (path or "").removeprefix("$").removeprefix(".")
    return ".".join(part for part in (inside, name) if part) or "$"


def languages(said: Iterable[str]) -> tuple[str, ...]:
    """The languages whose words are asked for.

    >>> languages(["en", "yue", "en"])
    ('yue', 'en')
    """
    wanted = set(said)
    for word in sorted(wanted.difference(LANGUAGES)):
        raise refused("request.words", word=word[:20])
    return tuple(lang for lang in LANGUAGES if lang in wanted)
