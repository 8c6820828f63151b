"""Shares tile faces between drawings on one page: each face is included once, under unique ids."""

from __future__ import annotations

from html import escape
from itertools import count
from zlib import crc32

from sikwu.draw.row import EDGE, HEIGHT, WIDTH, TilePlace
from sikwu.draw.sprite import face_id, index_id, symbols
from sikwu.tiles import Tile

_serial = count()
_COLOURS = {"m": "#b5231b", "p": "#1c4385", "s": "#0e6b46"}
_HONOURS = {Tile.RED: "#b5231b", Tile.GREEN: "#0e6b46", Tile.WHITE: "#1c4385"}
_LIGHT = '<stop stop-color="#fffef9"/><stop offset=".5" stop-color="#fbf6e7"/><stop offset="1" stop-color="#f1e8d3"/>'
_DARK = '<stop stop-color="#45ab85"/><stop offset=".55" stop-color="#3ba17b"/><stop offset="1" stop-color="#1f6c50"/>'
IVORY, GREEN = "#e2d7bb", "#2f8f6b"
RING = "#f2c14e"


def number(value: float) -> str:
    """A coordinate in as few characters as possible.

    >>> number(12.0), number(0.25), number(1 / 3)
    ('12', '.25', '.33')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


class Sheet:
    """The faces in use, each included once; `start` sets the first id, for pages that must be reproducible.

    Two sheets of one process never share an id. Two processes may, but only for the same drawing.
    """

    def __init__(self, start: str | None = None, text: str = "") -> None:
        if start is None:
            start = f"s{crc32(text.encode('utf-8', 'replace')):08x}{next(_serial)}"
        self.start = start
        self._used: dict[str, None] = {}

    def ref(self, id: str) -> str:
        """The id of a symbol, or of the ivory (`light`) or green (`dark`) gradient, on this sheet."""
        self._used[id] = None
        return f"{self.start}-{id}"

    def defs(self) -> str:
        """Everything used so far, for the head of the drawing or the page."""
        out = []
        for id in self._used:
            named = f'id="{self.start}-{id}"'
            if id in ("light", "dark"):
                stops = _LIGHT if id == "light" else _DARK
                out.append(f'<linearGradient {named} x1=".2" x2=".6" y2="1">{stops}</linearGradient>')
            else:
                symbol = symbols()[id]
                out.append(f'<symbol {named} viewBox="{symbol.box}">{symbol.shapes}</symbol>')
        return "<defs>" + "".join(out) + "</defs>" if out else ""

    def hidden(self) -> str:
        """The same as a hidden element of a page."""
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="position:absolute" aria-hidden="true">'
            f"{self.defs()}</svg>"
        )

    def use(self, id: str, x: float, y: float, width: float, height: float) -> str:
        """A symbol in a box."""
        box = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
        return f'<use href="#{self.ref(id)}" {box}/>'

    def tile(self, place: TilePlace, name: str, index: bool) -> str:
        """One tile: its back, its edge, its face; the light comes from above, however the tile is turned."""
        wide, high = (HEIGHT, WIDTH) if place.turned else (WIDTH, HEIGHT)
        back = place.tile is None
        size = "" if place.size == 1 else f" scale({number(place.size)})"
        ring = ""
        if place.won:
            ring = f'<rect x="-4" y="-4" width="{number(wide + 8)}" height="{number(high + EDGE + 8)}" rx="12" fill="none" stroke="{RING}" stroke-width="3.4"/>'
        face = self._face(place.tile, index)
        if place.turned:
            face = f'<g transform="translate(0 {number(WIDTH)}) rotate(-90)">{face}</g>'
        return (
            f'<g transform="translate({number(place.x)} {number(place.y)}){size}"><title>{escape(name)}</title>{ring}'
            + _slab(wide, high, 1.6 + EDGE, "#000", ' fill-opacity=".2"')
            + _slab(wide, high, EDGE, IVORY if back else GREEN)
            + _slab(wide, high, 2.7, "#c9bd9d" if not back else GREEN)
            + _slab(wide, high, 0, f"url(#{self.ref('dark' if back else 'light')})", _outline(back))
            + face
            + "</g>"
        )

    def _face(self, tile: Tile | None, index: bool) -> str:
        """The face with a small margin; with a large index it makes room for the sign."""
        sign = index_id(tile) if index and tile is not None else None
        if tile is None or sign is None:
            return self.use(face_id(tile), WIDTH * 0.04, HEIGHT * 0.04, WIDTH * 0.92, HEIGHT * 0.92)
        colour = _HONOURS.get(tile, _COLOURS.get(tile.suit, "#1e2a33"))
        art = self.use(face_id(tile), WIDTH * 0.24, HEIGHT * 0.24, WIDTH * 0.74, HEIGHT * 0.74)
        return f'{art}<g fill="{colour}">{self.use(sign, 2.5, 4, 20, 23)}</g>'


def _outline(back: bool) -> str:
    return f' stroke="{"#1f6c50" if back else "#d8cca9"}" stroke-width=".7"'


def _slab(wide: float, high: float, down: float, colour: str, more: str = "") -> str:
    y = f' y="{number(down)}"' if down else ""
    return f'<rect{y} width="{number(wide)}" height="{number(high)}" rx="7.8" fill="{colour}"{more}/>'
