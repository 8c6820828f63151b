"""Computes the position of each tile of a hand. Pure geometry: a tile is 60 wide and 80 high."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sikwu.hand import Hand, Meld, MeldKind
from sikwu.tiles import Tile

WIDTH, HEIGHT = 60.0, 80.0
EDGE = 7.8
"""The visible height of the tile's back below the face."""
MELD_GAP, WIN_GAP, FLOWER_GAP = 12.0, 18.0, 26.0
LIFT = 15.0
"""How far the fourth tile of a kong, which lies on another tile, is raised above it."""
FLOWER_SIZE = 0.72


class TilePlace(NamedTuple):
    """A tile and the position of its upper left corner."""

    tile: Tile | None
    """None: face down."""
    x: float
    y: float
    turned: bool = False
    """Turned a quarter to the left: 80 wide, 60 high."""
    won: bool = False
    on_top: bool = False
    """Lies on another tile and takes no place in the row."""
    size: float = 1


class MeldCaption(NamedTuple):
    """The text below a meld."""

    x: float
    width: float
    meld: Meld


class HandLayout(NamedTuple):
    """A hand laid out."""

    places: tuple[TilePlace, ...]
    unders: tuple[MeldCaption, ...]
    width: float
    height: float
    """With the edge of the tiles, without the text below melds."""

    @property
    def taken(self) -> int:
        """How many places the tiles take, without flowers: 14 or 17 for a complete hand, because a kong takes three.

        >>> laid(Hand.parse("2378m 1p (555p<S) [EEEE] 1f"), Tile.P1).taken
        12
        """
        return sum(not place.on_top and place.size == 1 for place in self.places)


def laid(hand: Hand, won: Tile | None = None) -> HandLayout:
    """Concealed tiles, melds, the winning tile apart, flowers smaller at the end.

    >>> [place.x for place in laid(Hand.parse("12m (EEE<S)"), Tile.M3).places]
    [0.0, 60.0, 132.0, 212.0, 272.0, 350.0]
    """
    top = LIFT if any(meld.kind.is_kong for meld in hand.melds) else 0.0
    places = [TilePlace(tile, WIDTH * at, top) for at, tile in enumerate(hand.concealed)]
    x = WIDTH * len(places)
    unders = []
    for meld in hand.melds:
        x += MELD_GAP if places else 0
        tiles, width = _meld(meld, x, top)
        unders.append(MeldCaption(x, width, meld))
        places += tiles
        x += width
    if won is not None:
        x += WIN_GAP if places else 0
        places.append(TilePlace(won, x, top, won=True))
        x += WIDTH
    if hand.flowers:
        x += FLOWER_GAP if places else 0
        flowers, x = _flowers(hand.flowers, x, top)
        places += flowers
    return HandLayout(tuple(places), tuple(unders), x, top + HEIGHT + EDGE)


def plain_row(tiles: Sequence[Tile]) -> HandLayout:
    """Tiles side by side, flowers too."""
    places = tuple(TilePlace(tile, WIDTH * at, 0.0) for at, tile in enumerate(tiles))
    return HandLayout(places, (), WIDTH * len(places), HEIGHT + EDGE)


def _meld(meld: Meld, x: float, top: float) -> tuple[list[TilePlace], float]:
    """A meld takes three places. The first tile of a claimed meld is turned. The fourth tile of a kong lies on the
    middle one; that of an added kong lies on the turned one and is turned too. A concealed kong shows two backs.

    The claimed tile of a chow is unknown, so the first tile is turned.
    """
    first, *rest = meld.tiles
    low = top + HEIGHT - WIDTH
    if meld.kind is MeldKind.KONG_CONCEALED:
        backs = [TilePlace(None, x, top), TilePlace(first, x + WIDTH, top), TilePlace(None, x + 2 * WIDTH, top)]
        return [*backs, TilePlace(first, x + WIDTH, top - LIFT, on_top=True)], 3 * WIDTH
    second = x + HEIGHT
    tiles = [
        TilePlace(first, x, low, turned=True),
        TilePlace(rest[0], second, top),
        TilePlace(rest[1], second + WIDTH, top),
    ]
    if meld.kind is MeldKind.KONG_ADDED:
        tiles.append(TilePlace(first, x, low - LIFT, turned=True, on_top=True))
    elif meld.kind is MeldKind.KONG_EXPOSED:
        tiles.append(TilePlace(first, second, top - LIFT, on_top=True))
    return tiles, HEIGHT + 2 * WIDTH


def _flowers(tiles: Sequence[Tile], x: float, top: float) -> tuple[list[TilePlace], float]:
    width, y = WIDTH * FLOWER_SIZE, top + (HEIGHT + EDGE) * (1 - FLOWER_SIZE)
    return [TilePlace(tile, x + width * at, y, size=FLOWER_SIZE) for at, tile in enumerate(tiles)], x + width * len(
        tiles
    )
