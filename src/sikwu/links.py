"""Encodes a win and its rules in the fragment of a link, in letters that messengers leave alone. The app uses the same format.

    1s-h22678m55z-p666zE-p777zN-w5zW-SE-f26

    1              version
    s c k t b      one of the five documents; or p and a preset's id
    h              concealed tiles
    c p k a K      a meld: chow, pung, exposed, added, concealed kong; with its feeder (x: unknown)
    w              winning tile with its feeder (none: drawn)
    q              the kind of kong that was robbed
    two seats      the winner's own wind, the wind of the round
    n, f, z, v     streak, flowers, circumstances, visible tiles
    o              house rules, deflated: always the last field

Links of older versions stay valid.
"""

from __future__ import annotations

import base64
import json
import re
import tomllib
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sikwu.hand import Meld, MeldKind
from sikwu.notation import format_tiles
from sikwu.rules.files import TABLES, to_toml
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import NotationError
from sikwu.tiles import Tile, Wind
from sikwu.win import By, Win

LETTERS = {"s": "hk-standard", "c": "hk-common", "k": "hk-classic", "t": "hk-taiwanese", "b": "club16"}
_LETTER_OF = {id: letter for letter, id in LETTERS.items()}
_MELDS = {
    "c": MeldKind.CHOW,
    "p": MeldKind.PUNG,
    "k": MeldKind.KONG_EXPOSED,
    "a": MeldKind.KONG_ADDED,
    "K": MeldKind.KONG_CONCEALED,
}
_MELD_OF = {kind: letter for letter, kind in _MELDS.items()}
_CODES: tuple[tuple[str, str, object], ...] = (
    ("lt", "last_tile", True),
    ("ld", "last_discard", True),
    ("rk", "replacement", "kong"),
    ("rf", "replacement", "flower"),
    ("he", "first_turn", "heavenly"),
    ("ea", "first_turn", "earthly"),
    ("ed", "first_turn", "earthly_draw"),
    ("hu", "first_turn", "human"),
    ("rd", "ready", "declared"),
    ("rc", "ready", "concealed"),
    ("rh", "ready", "heavenly"),
    ("re", "ready", "earthly"),
    ("os", "one_shot", True),
    ("rx", "robbed", "exposed"),
    ("rq", "robbed", "concealed"),
    ("sk", "second_kong_uses_replacement", True),
    ("fk", "flower_between_kongs", True),
)
_NUMBERED = {"kc": "kong_chain", "wn": "winners", "di": "discards", "kf": "kong_feeder", "ef": "eighth_flower"}
_MOST_PACKED = 65_536
"""The most bytes that house rules may decompress to."""


@dataclass(frozen=True)
class LinkContent:
    """The content of a link; `unknown`: the fields that were not understood."""

    base: str
    text: str
    """The hand line."""
    house: Mapping[str, Any] | None
    unknown: tuple[str, ...]


def to_link(win: Win, base: str = "hk-standard", house: Mapping[str, Any] | None = None) -> str:
    """The link of a win under a ruleset (or preset), with house rules at the end.

    >>> to_link(Win.parse("22678m 白白 (發發發<E) (中中中<N) +白<W 26f seat=S round=E"))
    '1s-h22678m55z-p666zE-p777zN-w5zW-SE-f26'
    """
    letter = _LETTER_OF.get(base) or "p" + base.replace("-", "_")
    fields = [f"1{letter}", f"h{format_tiles(win.hand.concealed, 'mpsz')}", *map(_meld, win.hand.melds)]
    fields += _won(win)
    fields.append(win.seat.text + win.round.text)
    if win.streak:
        fields.append(f"n{win.streak}")
    if win.hand.flowers:
        fields.append("f" + "".join(tile.text[0] for tile in win.hand.flowers))
    at = win.at.to_case()
    codes = [code for code, name, value in _CODES if at.get(name) == value]
    codes += [f"{code}{at[name]}" for code, name in _NUMBERED.items() if name in at]
    if codes:
        fields.append("z" + "".join(codes))
    if win.at.visible:
        fields.append("v" + "".join(f"{count}{_face(tile)}" for tile, count in win.at.visible))
    if house:
        fields.append("o" + pack_house(house))
    return "-".join(field for field in fields if field != "h")


def from_link(link: str) -> LinkContent:
    """Parses a link; raises an error for a text that is not one.

    >>> from_link("1s-h22678m55z-p666zE-p777zN-w5zW-SE-f26").text
    '22678m 55z (666z<E) (777z<N) +5z<W seat=S round=E 26f'
    """
    found = re.fullmatch(r"(.*?)(?:-o([A-Za-z0-9_-]+))?", link)
    head = re.match(r"1(?:p([A-Za-z0-9_]+)|([a-z]))(?=-|$)", found[1] if found else "")
    base = head and (head[1].replace("_", "-") if head[1] else LETTERS.get(head[2]))
    if found is None or head is None or base is None:
        raise NotationError.of("link.unknown")
    words: list[str] = []
    unknown: list[str] = []
    for field in found[1].split("-")[1:]:
        said = _said(field)
        if said is None:
            unknown.append(field)
        else:
            words.append(said)
    house = None
    if found[2]:
        house = _unpacked(found[2])
        if house is None:
            unknown.append("o")
    return LinkContent(base, " ".join(filter(None, words)), house, tuple(unknown))


def rules_field(rules: Ruleset) -> str:
    """The rules alone, as the House page of the app reads them after the `#` of its address.

    >>> from sikwu.rules.presets import ruleset
    >>> rules_field(ruleset("hk-standard")), from_link(rules_field(ruleset("eight-fan-burst"))).house
    ('1s', {'options': {'limit.cap_fan': 8}})
    """
    data = tomllib.loads(to_toml(rules))
    base = data.pop("ruleset")
    tables = {table.key: data.pop(table.key) for table in TABLES if table.key in data}
    house = {key: value for key, value in {**data, "tables": tables}.items() if value}
    return f"1{_LETTER_OF[base]}" + (f"-o{pack_house(house)}" if house else "")


def pack_house(house: Mapping[str, Any]) -> str:
    """House rules (`options`, `patterns`, `prices`, `tables`, `name`) as the last field of a link."""
    packer = zlib.compressobj(wbits=-15)
    whole = packer.compress(json.dumps(house, ensure_ascii=False, separators=(",", ":")).encode()) + packer.flush()
    return base64.urlsafe_b64encode(whole).decode().rstrip("=")


def _unpacked(text: str) -> Mapping[str, Any] | None:
    try:
        opener = zlib.decompressobj(wbits=-15)
        whole = opener.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), _MOST_PACKED)
        if opener.unconsumed_tail:
            return None
        house = json.loads(whole)
    except (ValueError, zlib.error, RecursionError):
        return None
    return house if isinstance(house, dict) else None


# --- writing


def _face(tile: Tile) -> str:
    return format_tiles((tile,), "mpsz")


def _meld(meld: Meld) -> str:
    face = _face(meld.tiles[0])
    low = int(face[0])
    numbers = f"{low}{low + 1}{low + 2}" if meld.kind is MeldKind.CHOW else str(low) * 3
    fed = "" if meld.kind is MeldKind.KONG_CONCEALED else _fed(meld.feeder)
    return f"{_MELD_OF[meld.kind]}{numbers}{face[1]}{fed}{'t' * meld.same_turn}{'f' * meld.fresh}"


def _fed(feeder: Wind | None) -> str:
    return "x" if feeder is None else feeder.text


def _won(win: Win) -> list[str]:
    if win.by is By.FLOWERS:
        return ["wF"]
    if win.tile is None:
        return ["w"] if win.by is By.SELF_DRAW else []
    fields = [f"w{_face(win.tile)}{'' if win.by is By.SELF_DRAW else _fed(win.feeder)}"]
    return [*fields, "q"] if win.by is By.ROB_KONG else fields


# --- reading


def _said(field: str) -> str | None:
    """A field as words of the hand line; None: not understood."""
    if re.fullmatch("[ESWN]{2}", field):
        return f"seat={field[0]} round={field[1]}"
    kind, rest = field[:1], field[1:]
    if kind == "h":
        groups = re.findall(r"([1-9]+)([mpsz])", rest)
        whole = "".join(numbers + suit for numbers, suit in groups) == rest
        honours = all(suit != "z" or set(numbers) <= set("1234567") for numbers, suit in groups)
        return " ".join(numbers + suit for numbers, suit in groups) if whole and honours else None
    if kind == "w":
        return _said_won(rest)
    if field == "q":
        return "rob_kong"
    if kind == "n":
        return f"streak={rest}" if re.fullmatch(r"\d{1,3}", rest) else None
    if kind == "f":
        return f"{rest}f" if re.fullmatch("[1-8]+", rest) and len(set(rest)) == len(rest) else None
    if kind == "z":
        return _said_codes(rest)
    if kind == "v":
        seen = re.findall(r"([1-4])([1-9][mpsz])", rest)
        if not seen or "".join(count + tile for count, tile in seen) != rest:
            return None
        return "visible=" + ",".join(f"{tile}:{count}" for count, tile in seen)
    return _said_meld(kind, rest)


def _said_won(rest: str) -> str | None:
    if rest in ("", "F"):
        return "flowers_win" if rest else "self_draw"
    found = re.fullmatch(r"([1-9][mpsz])([ESWNx]?)", rest)
    if found is None:
        return None
    return f"+{found[1]}" + (f"<{found[2].replace('x', '?')}" if found[2] else "")


def _said_meld(letter: str, rest: str) -> str | None:
    found = re.fullmatch(r"([1-9])([1-9])([1-9])([mpsz])([ESWNx]?)(t?)(f?)", rest)
    kind = _MELDS.get(letter)
    if found is None or kind is None:
        return None
    low, middle, high = (int(found[at]) for at in (1, 2, 3))
    run = (middle, high) == (low + 1, low + 2) and found[4] != "z"
    if run != (kind is MeldKind.CHOW) or (not run and not low == middle == high):
        return None
    turn, suit = "&" if found[6] else "", found[4]
    if kind is MeldKind.KONG_CONCEALED:
        return f"{turn}[{str(low) * 4}{suit}]"
    own = f"{low}{middle}{high}{suit}"
    if kind is MeldKind.KONG_EXPOSED:
        own = f"{str(low) * 4}{suit}"
    elif kind is MeldKind.KONG_ADDED:
        own += f"+{low}{suit}"
    return f"{turn}({own}<{found[5].replace('x', '?') or '?'}{'!' if found[7] else ''})"


def _said_codes(rest: str) -> str | None:
    words = []
    while rest:
        code = rest[:2]
        known = next(((name, value) for each, name, value in _CODES if each == code), None)
        number = re.match(r"\d+|[ESWN]", rest[2:])
        if known:
            words.append(known[0] if known[1] is True else f"{known[0]}={known[1]}")
            rest = rest[2:]
        elif code in _NUMBERED and number:
            words.append(f"{_NUMBERED[code]}={number[0]}")
            rest = rest[2 + len(number[0]) :]
        else:
            return None
    return " ".join(words)
