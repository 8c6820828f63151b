"""Drawings: tiles, hands and wins as SVG; scores, settlements, analyses, comparisons and books as small HTML pages.

look        language, size, large index, ground: `use(lang="yue", index=True)`
sprite      the tiles as `tools/tiles.py` draws them (`tiles.svg`)
row         the position of each tile of a hand
sheet       tile faces shared by the drawings of one page
pictures    tile, tiles, meld, hand, win
pages       score, settlement, analysis of a hand, comparison, book, state

>>> from sikwu import Hand
>>> svg(Hand.parse("123m 55p")).count("<use ")
5
"""

from __future__ import annotations

from sikwu.draw.appearance import Appearance, current, restore, use
from sikwu.draw.pictures import hand_svg, meld_svg, tile_svg, tiles_svg, win_svg
from sikwu.draw.sheet import Sheet
from sikwu.hand import Hand, Meld
from sikwu.tiles import Tile
from sikwu.win import Win

__all__ = [
    "Appearance",
    "Sheet",
    "current",
    "hand_svg",
    "html",
    "meld_svg",
    "restore",
    "svg",
    "tile_svg",
    "tiles_svg",
    "use",
    "win_svg",
]


def svg(value: object, look: Appearance | None = None) -> str:
    """The picture of a tile, a meld, a hand or a win."""
    match value:
        case Tile():
            return tile_svg(value, look)
        case Meld():
            return meld_svg(value, look)
        case Hand():
            return hand_svg(value, look)
        case Win():
            return win_svg(value, look)
    raise TypeError(f"there is no picture of a {type(value).__name__}")


def html(value: object, look: Appearance | None = None) -> str:
    """The page of a score, a settlement, an analysis of a hand, a comparison, a book or its state."""
    from sikwu.draw.pages import page  # this imports the rules; a picture does not need them

    return page(value, look or current())
