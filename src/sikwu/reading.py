"""Readings of complete tiles, winning tiles, and the distance from complete: the kernel's answers as values."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from functools import cached_property, lru_cache

from sikwu._kernel import away_many as _away_many
from sikwu._kernel import complete_many as _complete_many
from sikwu._kernel import is_complete as _is_complete
from sikwu._kernel import nearest as _nearest
from sikwu._kernel import readings as _readings
from sikwu._kernel import tiles_away as _tiles_away
from sikwu._kernel import useful as _useful
from sikwu._kernel import useful_many as _useful_many
from sikwu._kernel import waits as _waits
from sikwu.notation import parse_tiles
from sikwu.texts import wrong_type
from sikwu.tiles import KINDS, Tile
from sikwu.win import Win

TYPE_CHECKING = False  # as in typing, without the cost of importing it
if TYPE_CHECKING:
    from typing import NamedTuple

    import numpy as np
    import numpy.typing as npt


class Shape(IntEnum):
    """The shape of a whole hand."""

    STANDARD = 0
    PAIRS = 1
    ORPHANS = 2
    UNRELATED = 3
    FLOWERS = 4


class Shapes(IntFlag):
    """Shapes that count as complete, for 13 tiles and for 16."""

    STANDARD = 1
    SEVEN_PAIRS = 2
    THIRTEEN_ORPHANS = 4
    EIGHT_PAIRS = 8
    ORPHANS_AND_SET = 16
    SIXTEEN_UNRELATED = 32
    DOUBLED_PAIRS = 128
    """Seven pairs of which four identical tiles are two."""


HONG_KONG = Shapes.STANDARD | Shapes.THIRTEEN_ORPHANS


class Place(IntEnum):
    """The place of the winning tile in a reading."""

    NONE = 0
    PAIR = 1
    PUNG = 2
    EDGE = 3
    CLOSED = 4
    OPEN = 5
    SINGLE = 6


class Kind(IntEnum):
    """The kinds of groups in a reading."""

    CHOW = 0
    PUNG = 1
    KONG = 2
    PAIR = 3


class SetOrigin(IntFlag):
    """How a set was made."""

    SELF = 1
    """All its tiles were drawn."""
    WON = 2
    """Completed by another player's tile, as the win."""
    CHOWED = 4
    PUNGED = 8
    EXPOSED = 16
    ADDED = 32
    CONCEALED = 64


@dataclass(frozen=True)
class Group:
    """A set or the pair of a reading."""

    kind: Kind
    tile: Tile
    made: SetOrigin

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """Its two to four tiles."""
        if self.kind is Kind.CHOW:
            return (self.tile, Tile(self.tile + 1), Tile(self.tile + 2))
        return (self.tile,) * {Kind.PUNG: 3, Kind.KONG: 4, Kind.PAIR: 2}[self.kind]

    def __str__(self) -> str:
        return "".join(map(str, self.tiles))


if TYPE_CHECKING:

    class _ReadingFields(NamedTuple):
        shape: Shape
        groups: tuple[Group, ...]
        place: Place = Place.NONE
        at: int | None = None
else:
    _ReadingFields = namedtuple("_ReadingFields", ("shape", "groups", "place", "at"), defaults=(Place.NONE, None))
    _ReadingFields.__new__.__annotations__ = {
        "shape": "Shape",
        "groups": "tuple[Group, ...]",
        "place": "Place",
        "at": "int | None",
    }


class Reading(_ReadingFields):
    """One way to read a complete hand; melds come first, the pair last. `at` is the group that the winning tile
    completes.
    """

    __slots__ = ()

    def __str__(self) -> str:
        return " ".join(map(str, self.groups)) if self.groups else self.shape.name.lower()


class _GroupCache(dict[int, Group]):
    """Groups by the kernel's numbers, (kind * 34 + tile) * 128 + made; cached, because there are few different ones."""

    def __missing__(self, code: int) -> Group:
        kind, tile = divmod(code >> 7, KINDS)
        group = self[code] = Group(Kind(kind), Tile(tile), SetOrigin(code & 127))
        return group


make_group = _GroupCache().__getitem__


def counts(tiles: str | bytes | Iterable[Tile]) -> bytes:
    """Copies of each of the 34 kinds, as the kernel takes them.

    >>> sum(counts("123m 11z"))
    5
    """
    if isinstance(tiles, bytes):
        return tiles
    if isinstance(tiles, str):
        tiles = parse_tiles(tiles)
    if not isinstance(tiles, Iterable):
        raise wrong_type("tiles", "str, bytes, Iterable[Tile]", tiles)
    out = bytearray(KINDS)
    for tile in tiles:
        out[tile] += 1
    return bytes(out)


def readings(win: Win, shapes: Shapes = HONG_KONG, sets: int = 4) -> tuple[Reading, ...]:
    """Every decomposition of a win's tiles.

    >>> from sikwu.win import Win
    >>> for reading in readings(Win.parse("222333444m 55p 78s +9s")): print(reading)
    2m3m4m 2m3m4m 2m3m4m 7s8s9s 5p5p
    2m2m2m 3m3m3m 4m4m4m 7s8s9s 5p5p
    """
    if not isinstance(win, Win):
        raise wrong_type("readings()", "Win", win)
    told = _readings(win.pack(), sets, shapes)
    return tuple(Reading(Shape(shape), tuple(map(make_group, groups))) for shape, groups in told)


def is_complete(tiles: str | bytes | Iterable[Tile], shapes: Shapes = HONG_KONG) -> bool:
    """Whether the concealed tiles (2, 5, 8, 11, 14 or 17 of them) are complete.

    >>> is_complete("123m 456p 789s 111z 22z")
    True
    """
    return _is_complete(tiles if isinstance(tiles, bytes) else counts(tiles), shapes)


def tiles_away(tiles: str | bytes | Iterable[Tile], shapes: Shapes = HONG_KONG) -> int:
    """The fewest tiles to exchange until the hand is complete: 0 complete, 1 ready. Melds are not among the tiles.

    >>> tiles_away("123m 456p 789s 111z 2z")
    1
    """
    return _tiles_away(tiles if isinstance(tiles, bytes) else counts(tiles), shapes)


def useful_tiles(tiles: str | bytes | Iterable[Tile], shapes: Shapes = HONG_KONG) -> tuple[int, tuple[Tile, ...]]:
    """(tiles away, the kinds that bring the hand nearer).

    >>> useful_tiles("123m 456p 78s 111z 22z")
    (1, (Tile.S6, Tile.S9))
    """
    away, mask = _useful(tiles if isinstance(tiles, bytes) else counts(tiles), shapes)
    return away, tile_set(mask)


def nearest_tiles(counts: bytes, limits: bytes, sets: int, shapes: int = HONG_KONG) -> tuple[int, tuple[Tile, ...]]:
    """`useful_tiles` for any number of tiles towards `sets` sets, if a complete hand holds each kind at most `limits` times.

    >>> nearest_tiles(counts("EE 789s"), bytes([4] * 34), 4, Shapes.STANDARD)[0]
    9
    """
    away, mask = _nearest(counts, limits, sets, shapes)
    return away, tile_set(mask)


def waits(tiles: str | bytes | Iterable[Tile], shapes: Shapes = HONG_KONG) -> tuple[Tile, ...]:
    """The kinds that complete the concealed tiles (1, 4, 7, 10, 13 or 16 of them)."""
    return tile_set(_waits(tiles if isinstance(tiles, bytes) else counts(tiles), shapes))


@lru_cache(4096)  # the same few waits occur again and again
def tile_set(mask: int) -> tuple[Tile, ...]:
    """The kinds of a bit set, in tile order."""
    return tuple(Tile(t) for t in range(KINDS) if mask >> t & 1)


def complete_many(rows: npt.NDArray[np.uint8], shapes: Shapes = HONG_KONG, threads: int = 1) -> npt.NDArray[np.bool_]:
    """`is_complete` of an (n, 34) array of counts."""
    return _complete_many(rows, shapes, threads).view("bool")


def away_many(rows: npt.NDArray[np.uint8], shapes: Shapes = HONG_KONG, threads: int = 1) -> npt.NDArray[np.int8]:
    """`tiles_away` of an (n, 34) array of counts."""
    return _away_many(rows, shapes, threads)


def useful_many(
    rows: npt.NDArray[np.uint8], shapes: Shapes = HONG_KONG, threads: int = 1
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.uint64]]:
    """`useful_tiles` of an (n, 34) array of counts; kinds as bit sets."""
    return _useful_many(rows, shapes, threads)
