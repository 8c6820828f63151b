"""The 147 actions as numbers and as text. All rulesets, records, players and environments use the same ones."""

from __future__ import annotations

from collections.abc import Iterable

from sikwu.notation import parse_tiles
from sikwu.texts import NotationError
from sikwu.tiles import KINDS, Tile

PASS, WIN, WIN_FLOWERS = range(3)
DISCARD, READY_DISCARD = 3, 37
"""Actions with a tile: the number of the action is this plus the number of the tile's kind."""
READY = 71
CHOW_LOWEST, CHOW_MIDDLE, CHOW_HIGHEST, PUNG, KONG = range(72, 77)
KONG_CONCEALED, KONG_ADDED = 77, 111
FALSE_WIN, CUT = 145, 146
ACTIONS = 147

_PLAIN = {
    PASS: "pass",
    WIN: "win",
    WIN_FLOWERS: "win_flowers",
    READY: "ready",
    PUNG: "pung",
    KONG: "kong",
    FALSE_WIN: "false_win",
    CUT: "cut",
}
_OF_KIND = {DISCARD: "discard", READY_DISCARD: "ready", KONG_CONCEALED: "kong_concealed", KONG_ADDED: "kong_added"}
_OWN = {CHOW_LOWEST: (1, 2), CHOW_MIDDLE: (-1, 1), CHOW_HIGHEST: (-2, -1)}
"""The two tiles a chow takes from the hand, as offsets from the claimed tile."""
_TEXTS = _PLAIN | {
    first + kind: f"{word} {kind.text}" for first, word in _OF_KIND.items() for kind in tuple(Tile)[:KINDS]
}


def chow_tiles(action: int, claimed: int) -> tuple[Tile, Tile]:
    """The two tiles that a chow takes from the hand, in tile order.

    >>> chow_tiles(CHOW_MIDDLE, Tile.M5)
    (Tile.M4, Tile.M6)
    """
    low, high = _OWN[action]
    return Tile(claimed + low), Tile(claimed + high)


def action_text(action: int, claimed: int | None = None) -> str:
    """The text of an action. A chow needs the claimed tile, because its text names the two tiles from the hand.

    >>> action_text(7), action_text(74, Tile.M5)
    ('discard 5m', 'chow 3m 4m')
    """
    if action in _OWN and claimed is not None:
        return "chow " + " ".join(tile.text for tile in chow_tiles(action, claimed))
    if action in _TEXTS:
        return _TEXTS[action]
    raise _unknown(str(action))


def action_texts(actions: Iterable[int], claimed: int | None = None) -> tuple[str, ...]:
    """The texts of several actions."""
    return tuple([_TEXTS[each] if each in _TEXTS else action_text(each, claimed) for each in actions])


def said_action(answer: object, claimed: int | None = None) -> str:
    """The answer of a player in words: a valid action as its text, anything else as it is, truncated.

    >>> said_action(7), said_action("7x"), said_action(74)
    ('discard 5m', '7x', '74')
    """
    try:
        return action_text(int(str(answer)), claimed)
    except (NotationError, ValueError):
        return str(answer)[:40]


def parse_action(text: str, claimed: int | None = None) -> int:
    """The number of an action's text. For a chow, the claimed tile is needed to tell which of the three chows it is.

    >>> parse_action("discard 5m"), parse_action("chow 3m 4m", Tile.M5), parse_action("ready")
    (7, 74, 71)
    """
    word, _, rest = text.strip().partition(" ")
    tiles = parse_tiles(rest) if rest else ()
    for number, plain in _PLAIN.items():
        if word == plain and not tiles:
            return number
    for first, of_kind in _OF_KIND.items():
        if word == of_kind and len(tiles) == 1 and tiles[0] < KINDS:
            return first + tiles[0]
    for chow in _OWN:
        if word == "chow" and claimed is not None and tiles == chow_tiles(chow, claimed):
            return chow
    raise _unknown(text)


_MEANS = {
    PASS: ("PASS", "no claim, no robbing, no flower win, no declaration, no cut"),
    WIN: ("WIN", "win on the tile at hand: self-draw, discard or robbed kong"),
    WIN_FLOWERS: ("WIN_FLOWERS", "win by flowers"),
    DISCARD: ("DISCARD + kind", "discard a tile"),
    READY_DISCARD: ("READY_DISCARD + kind", "declare ready and discard a tile"),
    READY: ("READY", "declare ready without a discard (天聽)"),
    CHOW_LOWEST: ("CHOW_LOWEST", "chow; the claimed tile is the lowest"),
    CHOW_MIDDLE: ("CHOW_MIDDLE", "chow; the claimed tile is in the middle"),
    CHOW_HIGHEST: ("CHOW_HIGHEST", "chow; the claimed tile is the highest"),
    PUNG: ("PUNG", "claim the discard for a pung"),
    KONG: ("KONG", "claim the discard for a kong"),
    KONG_CONCEALED: ("KONG_CONCEALED + kind", "lay a concealed kong"),
    KONG_ADDED: ("KONG_ADDED + kind", "add the fourth tile to a pung"),
    FALSE_WIN: ("FALSE_WIN", "declare a win that is none; legal only with `play.allow_false_wins`"),
    CUT: ("CUT", "pay off a pull (斬), between two deals"),
}


def table() -> str:
    """All actions as Markdown: number, name in this module, text, meaning.

    >>> print(table().splitlines()[5])
    | 3-36 | `DISCARD + kind` | `discard 1m` … `discard 白` | discard a tile |
    """
    rows = ["| number | name | text | what |", "| --- | --- | --- | --- |"]
    for first, (name, means) in _MEANS.items():
        where, text = str(first), f"`{action_text(first, Tile.M5)}`"
        if first in _OF_KIND:
            last = first + KINDS - 1
            where, text = f"{first}-{last}", f"{text} … `{action_text(last)}`"
        elif first in _OWN:
            text += " (of a claimed 5m)"
        rows.append(f"| {where} | `{name}` | {text} | {means} |")
    return "\n".join(rows)


def _unknown(text: str) -> NotationError:
    return NotationError.of("play.action", text=text[:40])
