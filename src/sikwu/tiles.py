"""Tiles and winds: the smallest values, with the same numbers as in the kernel."""

from __future__ import annotations

from enum import IntEnum

from .shown import DrawnAsSvg
from .texts import NotationError, wrong_type

KINDS = 34
"""The number of kinds of suited tiles and honours; from this number on, tiles are flowers."""
FLOWERS = 8
"""The number of flowers, one copy of each."""


class NamedNumber(IntEnum):
    """A number with a word for it; its `repr` evaluates."""

    @property
    def text(self) -> str:
        """The word used in cases and texts, such as 'self_draw'."""
        return self.name.lower()

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class Tile(DrawnAsSvg, NamedNumber):
    """One kind of tile; the order of the numbers is the tile order used everywhere.

    >>> Tile.M1 < Tile.P1 < Tile.EAST < Tile.SPRING
    True
    >>> str(Tile.P5), Tile.P5.zh, repr(Tile.P5)
    ('5p', '五筒', 'Tile.P5')
    """

    M1, M2, M3, M4, M5, M6, M7, M8, M9 = range(9)
    P1, P2, P3, P4, P5, P6, P7, P8, P9 = range(9, 18)
    S1, S2, S3, S4, S5, S6, S7, S8, S9 = range(18, 27)
    EAST, SOUTH, WEST, NORTH, RED, GREEN, WHITE = range(27, 34)
    SPRING, SUMMER, AUTUMN, WINTER = range(34, 38)
    PLUM, ORCHID, CHRYSANTHEMUM, BAMBOO = range(38, 42)

    @property
    def suit(self) -> str:
        """'m' 萬, 'p' 筒, 's' 索, 'z' honour or 'f' flower."""
        return _SUIT[self]

    @property
    def number(self) -> int:
        """1-9 for a suited tile, the seat 1-4 of a flower, 0 for an honour."""
        return _NUMBER[self]

    @property
    def is_suited(self) -> bool:
        """A tile of 萬, 筒 or 索."""
        return self < 27

    @property
    def is_honour(self) -> bool:
        """A wind or a dragon."""
        return 27 <= self < KINDS

    @property
    def is_flower(self) -> bool:
        """One of 春夏秋冬 梅蘭菊竹."""
        return self >= KINDS

    @property
    def is_terminal(self) -> bool:
        """A one or a nine of a suit."""
        return self < 27 and self % 9 in (0, 8)

    @property
    def zh(self) -> str:
        """The Chinese name.

        >>> Tile.S3.zh, Tile.RED.zh, Tile.BAMBOO.zh
        ('三索', '中', '竹')
        """
        return _ZH[self]

    @property
    def mpsz(self) -> str:
        """A digit and a suit letter, honours as 1z-7z = 東南西北白發中.

        >>> Tile.M1.mpsz, Tile.RED.mpsz, Tile.PLUM.mpsz
        ('1m', '7z', '5f')
        """
        return _MPSZ[self]

    @property
    def unicode(self) -> str:
        """The character of the Unicode block "Mahjong Tiles"."""
        return _UNICODE[self]

    @property
    def text(self) -> str:
        """The canonical text.

        >>> Tile.M1.text, Tile.EAST.text, Tile.RED.text, Tile.SPRING.text
        ('1m', 'E', '中', '1f')
        """
        return _TEXT[self]

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Parses one tile, in any spelling.

        >>> Tile.parse("3s"), Tile.parse("紅中"), Tile.parse("🀀")
        (Tile.S3, Tile.RED, Tile.EAST)
        """
        from sikwu.notation import parse_tiles  # imports this module

        tiles = parse_tiles(text)
        if len(tiles) != 1:
            raise NotationError.of("notation.one_tile", text=text[:20], count=len(tiles))
        return tiles[0]


class Wind(NamedNumber):
    """A wind: of a seat or of the round. The dealer sits East.

    >>> Wind.SOUTH.text, Wind.SOUTH.zh, Wind.SOUTH.tile
    ('S', '南', Tile.SOUTH)
    """

    EAST, SOUTH, WEST, NORTH = range(4)

    @property
    def text(self) -> str:
        """'E', 'S', 'W' or 'N'."""
        return "ESWN"[self]

    @property
    def zh(self) -> str:
        """東, 南, 西 or 北."""
        return "東南西北"[self]

    @property
    def words(self) -> tuple[str, ...]:
        """Every way to write it, in lower case.

        >>> Wind.EAST.words
        ('e', 'east', '東', '东')
        """
        return (self.text.lower(), self.name.lower(), self.zh, *("东" if self is Wind.EAST else ""))

    @property
    def tile(self) -> Tile:
        """The wind's tile."""
        return Tile(27 + self)

    @classmethod
    def parse(cls, text: str) -> Wind:
        """Parses a wind: a letter, a word or Chinese.

        >>> Wind.parse("E"), Wind.parse("北"), Wind.parse("south")
        (Wind.EAST, Wind.NORTH, Wind.SOUTH)
        """
        if not isinstance(text, str):
            raise wrong_type("Wind.parse()", "str", text)
        word = text.strip().casefold()
        for wind in cls:
            if word in wind.words:
                return wind
        raise NotationError.of("notation.wind", text=text[:20])


# The names of all tiles, by tile number.
_SUIT = "m" * 9 + "p" * 9 + "s" * 9 + "z" * 7 + "f" * 8
_NUMBER: tuple[int, ...] = (*range(1, 10), *range(1, 10), *range(1, 10), *([0] * 7), 1, 2, 3, 4, 1, 2, 3, 4)
_ZH: tuple[str, ...] = (
    *(number + suit for suit in "萬筒索" for number in "一二三四五六七八九"),
    *"東南西北中發白",
    *"春夏秋冬梅蘭菊竹",
)
_MPSZ: tuple[str, ...] = (
    *(f"{number}{suit}" for suit in "mps" for number in range(1, 10)),
    *(f"{number}z" for number in (1, 2, 3, 4, 7, 6, 5)),
    *(f"{number}f" for number in range(1, 9)),
)
_TEXT: tuple[str, ...] = (*_MPSZ[:27], *"ESWN中發白", *_MPSZ[34:])
# Unicode puts 索 before 筒, the flowers before the seasons, and 竹 before 菊.
_UNICODE = "🀇🀈🀉🀊🀋🀌🀍🀎🀏🀙🀚🀛🀜🀝🀞🀟🀠🀡🀐🀑🀒🀓🀔🀕🀖🀗🀘🀀🀁🀂🀃🀄🀅🀆🀦🀧🀨🀩🀢🀣🀥🀤"
