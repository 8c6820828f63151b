"""Takes the needed tile symbols from the file that `tools/tiles.py` draws."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sikwu.tiles import Tile

FILE = Path(__file__).with_name("tiles.svg")
"""All symbols, with colours as CSS variables and the colour itself as fallback: for pages that load the file once."""
_SYMBOL = re.compile(r'<symbol id="(\w+)" viewBox="([\d ]+)">(.*?)</symbol>')
_VARIABLE = re.compile(r"var\(--[\w-]+,(#\w+)\)")


class Symbol(NamedTuple):
    """One drawing: its view box, and its shapes in plain colours."""

    box: str
    shapes: str


@cache
def symbols() -> dict[str, Symbol]:
    """Every symbol by its id: 1m … 9s, 1z-7z = 東南西北白發中, 1f-8f, back; n0-n9, iE …; fan, sik, wu.

    >>> len(symbols()), symbols()["5p"].box, "var(" in symbols()["5p"].shapes
    (63, '0 0 60 80', False)
    """
    found = _SYMBOL.findall(FILE.read_text(encoding="utf-8"))
    # Programs that are not browsers do not support variables.
    return {id: Symbol(box, _VARIABLE.sub(r"\1", shapes)) for id, box, shapes in found}


def face_id(tile: Tile | None) -> str:
    """The symbol of a tile; None: its back.

    >>> face_id(Tile.P5), face_id(Tile.WHITE), face_id(None)
    ('5p', '5z', 'back')
    """
    return "back" if tile is None else tile.mpsz


def index_id(tile: Tile) -> str | None:
    """The sign of the large index; flowers already show their number.

    >>> index_id(Tile.P5), index_id(Tile.EAST), index_id(Tile.GREEN), index_id(Tile.SPRING)
    ('n5', 'iE', 'iF', None)
    """
    if tile.is_flower:
        return None
    return f"n{tile.number}" if tile.is_suited else f"i{'ESWNCFB'[tile - Tile.EAST]}"
