"""Small random damage to texts, bytes and plain data."""

from __future__ import annotations

import json
from random import Random
from typing import Any

NASTY = (
    "", " ", "\n", "\t", "\x00", "\x1b[2J", "\x9b31m", "\u202e", "\u2066", "\u200b", "\ufeff", "\ufffe", "\ud800", "\udfff",
    "＝", "＋", "'", '"', "\\", "\\u0000", "{", "}", "[", "]", "(", ")", "<", ">", "+", "=", "&", "!", "?", ",", ":", "%s", "{0}",
    "{name}", "0", "-1", "9", "１", "٣", "²", "１２３", "1e999", "NaN", "Infinity", "-0", "0.5", "1/0", "10/3", "9" * 50, "x" * 300,
    "null", "true", "東", "🀄", "🀄︎", "\U0001f468\u200d\U0001f469", "é", "e\u0301", "ſ", "ß", "K", "\U000e0041", "A" * 41, "\r\n", "\u2028",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 13, 255, 256, 999, 1000, 10**6, -(10**6), 2**31, 2**63, 2**64, 10**40, 0.5, -0.0, 1e300, "", "x", "E",
    "\x1b[31m", "\u202e", "x" * 500, [], [[]], {}, {"": {}}, ["E", 1], {"E": 3}, [None] * 30, "1m", "東", "1/3", "3/2", "1e9999", "٣",
)  # fmt: skip


def text(chance: Random, whole: str, others: str = "") -> str:
    """One to four changes: something inserted, deleted, doubled, swapped, or taken from another text."""
    for _ in range(chance.choice((1, 1, 1, 2, 3, 4))):
        at, end = sorted((chance.randrange(len(whole) + 1), chance.randrange(len(whole) + 1)))
        end = min(end, at + chance.choice((1, 2, 5, 40)))
        match chance.randrange(7):
            case 0:
                whole = whole[:at] + chance.choice(NASTY) + whole[at:]
            case 1:
                whole = whole[:at] + whole[end:]
            case 2:
                whole = whole[:end] + whole[at:end] * chance.choice((1, 1, 2, 20)) + whole[end:]
            case 3:
                whole = whole[:at] + chr(chance.choice((chance.randrange(128), chance.randrange(0x3000)))) + whole[end:]
            case 4 if others:
                start = chance.randrange(len(others))
                whole = whole[:at] + others[start : start + chance.randrange(1, 12)] + whole[end:]
            case 5:
                whole = whole[:at] + whole[at:end][::-1] + whole[end:]
            case _:
                whole = whole[:at] + chance.choice(NASTY) + whole[end:]
    return whole


def data(chance: Random, raw: bytes) -> bytes:
    """Bytes with a few of them changed, deleted or doubled."""
    out = bytearray(raw)
    for _ in range(chance.choice((1, 1, 2, 3))):
        at = chance.randrange(len(out) + 1)
        match chance.randrange(4):
            case 0:
                out[at:at] = bytes((chance.randrange(256),))
            case 1:
                del out[at : at + chance.choice((1, 1, 4, 100))]
            case 2 if at < len(out):
                out[at] ^= 1 << chance.randrange(8)
            case _:
                out[at:at] = out[at : at + chance.choice((1, 10, 100))]
    return bytes(out)


def plain(chance: Random, value: Any) -> Any:
    """Plain data with one thing in it replaced, deleted, renamed or nested deeper."""
    whole = json.loads(json.dumps(value))
    places = list(_places(whole))
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        if not places:
            return chance.choice(VALUES)
        inside, key = chance.choice(places)
        try:
            old = inside[key]
        except (KeyError, IndexError):
            continue
        match chance.randrange(7):
            case 0 | 1:
                inside[key] = chance.choice(VALUES)
            case 2:
                del inside[key]
            case 3 if isinstance(inside, dict):
                inside[text(chance, key)] = old
            case 4:
                inside[key] = [old] if chance.random() < 0.5 else {"x": old}
            case 5 if isinstance(old, str):
                inside[key] = text(chance, old)
            case _:
                inside[key] = old * chance.choice((0, -1, 2, 1000)) if type(old) is int else chance.choice(VALUES)
    return whole


def _places(value: Any) -> Any:
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from _places(value[key])
