"""Draws hands on the pages with the library's own pictures; each page defines a tile once and reuses it."""

from __future__ import annotations

import re

from sikwu.draw import Appearance, Sheet, hand_svg, win_svg
from sikwu.draw.row import TilePlace
from sikwu.draw.sheet import number
from sikwu.hand import Hand
from sikwu.win import Win

_TITLE = re.compile("<title>[^<]*</title>")
"""The whole picture has its own name, so the titles of single tiles are removed."""
WIDTH = 34
"""The width of a tile in pixels; on a phone the picture shrinks as a whole."""


class Faces(Sheet):
    """The faces of a page; an upright tile is drawn once and reused."""

    def __init__(self) -> None:
        super().__init__(start="t")
        self._tiles: dict[str, str] = {}

    def tile(self, place: TilePlace, name: str, index: bool) -> str:
        """One tile at its position."""
        if place.won:
            return _TITLE.sub("", super().tile(place, name, index))
        id = (
            f"{self.start}-{'back' if place.tile is None else place.tile.mpsz}{'-turned' if place.turned else ''}-whole"
        )
        if id not in self._tiles:
            whole = super().tile(TilePlace(place.tile, 0, 0, turned=place.turned), "", index)
            body = whole.replace("<title></title>", "").replace('<g transform="translate(0 0)">', f'<g id="{id}">', 1)
            self._tiles[id] = body
        size = "" if place.size == 1 else f" scale({number(place.size)})"
        where = f'transform="translate({number(place.x)} {number(place.y)}){size}"'
        return f'<use href="#{id}" {where}/>'

    def defs(self) -> str:
        """Faces and whole tiles."""
        faces = super().defs()
        return faces.replace("</defs>", "".join(self._tiles.values()) + "</defs>") if faces else ""

    def hidden(self) -> str:
        """The same as an element of the page; empty if the page has no tiles."""
        return super().hidden() if self._used else ""


def figure(value: Win | Hand, faces: Faces, lang: str) -> str:
    """The picture of a win or a hand."""
    look = Appearance(lang=lang, width=WIDTH)
    picture = win_svg(value, look, faces) if isinstance(value, Win) else hand_svg(value, look, faces)
    return f'<div class="hand">{picture}</div>'


def drawn(text: str, faces: Faces, lang: str) -> str:
    """The picture of a hand line: a win if it has a winning tile, otherwise a hand."""
    win = Win.parse(text)
    return figure(win if win.tile is not None else win.hand, faces, lang)
