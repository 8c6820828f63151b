"""From bytes to a request: the body is checked for size before it is parsed, and an error names the wrong field."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeVar, get_args

import msgspec

from sikwu.server.http.limits import Limits
from sikwu.server.http.refusals import Refusal
from sikwu.texts import LANGUAGES, did_you_mean, nearest
from sikwu.texts.plain import deeper
from sikwu.wire.asked import House

AnyRequest = TypeVar("AnyRequest")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*?)`(?: - at `(.*)`)?", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(.*?)`(?: - at `(.*)`)?", re.DOTALL)
_TYPE = re.compile(r"Expected `(.*?)`, got `(.*?)`(?: - at `(.*)`)?", re.DOTALL)


def read(body: bytes, kind: type[AnyRequest], limits: Limits) -> AnyRequest:
    """Parses the request in a body.

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
        raise Refusal.of("request.too_deep", most=limits.depth)
    try:
        if body.count(b",") >= limits.array and _longest(msgspec.json.decode(body)) > limits.array:
            raise Refusal.of("request.too_many", most=limits.array)
        found: AnyRequest = _decoder(kind).decode(body)
        return found
    except msgspec.ValidationError as error:
        raise _wrong(str(error), kind) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal.of("request.not_json", why=str(error)[:200]) from None


def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    if kind not in _DECODERS:
        _DECODERS[kind] = msgspec.json.Decoder(kind)
    return _DECODERS[kind]


_DECODERS: dict[Any, msgspec.json.Decoder[Any]] = {}


def _longest(value: object) -> int:
    """The most items of any list or object in a value."""
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return max(len(value), max(map(_longest, inner), default=0))
    return 0


def _fields(kind: Any) -> tuple[str, ...]:
    """The fields of a body; where it may be one of several, of all of them."""
    return tuple(dict.fromkeys(name for each in get_args(kind) or (kind,) for name in each.__struct_fields__))


def _wrong(why: str, kind: Any) -> Refusal:
    if found := _UNKNOWN.fullmatch(why):
        known = House.__struct_fields__ if found[2] else _fields(kind)
        hint = did_you_mean(nearest(found[1], known))
        return Refusal.of("request.unknown_field", name=_place(found[2], found[1]), hint=hint)
    if found := _MISSING.fullmatch(why):
        return Refusal.of("request.missing", name=_place(found[2], found[1]))
    if found := _TYPE.fullmatch(why):
        return Refusal.of("request.type", name=_place(found[3], ""), wanted=found[1], given=found[2])
    return Refusal.of("request.form", why=why[:200])


def _place(path: str | None, name: str) -> str:
    """The place in a request: `rules.base`."""
    inside = (path or "").removeprefix("$").removeprefix(".")
    return ".".join(part for part in (inside, name) if part) or "$"


def languages(said: Iterable[str]) -> tuple[str, ...]:
    """The languages that the client asks for.

    >>> languages(["en", "yue", "en"])
    ('yue', 'en')
    """
    wanted = set(said)
    for word in sorted(wanted.difference(LANGUAGES)):
        raise Refusal.of("request.words", word=word[:20])
    return tuple(lang for lang in LANGUAGES if lang in wanted)
