"""Every reading of a win by trial, and every place that the winning tile may have in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from sikwu.hand import Meld, MeldKind
from sikwu.reading import Group, Kind, Place, Reading, SetOrigin, Shape, Shapes
from sikwu.tiles import KINDS, Tile
from sikwu.win import By, Win

Tiles = tuple[int, ...]  # sorted tile numbers

RUNS: tuple[Tiles, ...] = tuple((t, t + 1, t + 2) for t in range(27) if t % 9 <= 6)
TRIPLES: tuple[Tiles, ...] = tuple((t, t, t) for t in range(KINDS))
ORPHANS: Tiles = tuple(t for t in range(KINDS) if t >= 27 or t % 9 in (0, 8))
PAIRS_DIFFER = Shapes(64)
"""Not a shape, but a rule for eight pairs: four identical tiles are not two of them."""

MADE = {
    MeldKind.CHOW: SetOrigin.CHOWED,
    MeldKind.PUNG: SetOrigin.PUNGED,
    MeldKind.KONG_EXPOSED: SetOrigin.EXPOSED,
    MeldKind.KONG_ADDED: SetOrigin.ADDED,
    MeldKind.KONG_CONCEALED: SetOrigin.CONCEALED,
}


def without(tiles: Tiles, some: Tiles) -> Tiles | None:
    """The tiles after some were removed; None if they are not all there.

    >>> without((1, 2, 2, 3), (1, 2, 3)), without((1, 2), (1, 1))
    ((2,), None)
    """
    left = list(tiles)
    for tile in some:
        if tile not in left:
            return None
        left.remove(tile)
    return tuple(left)


@cache
def splits(tiles: Tiles) -> frozenset[tuple[Tiles, ...]]:
    """Every way to divide tiles into chows and pungs, each way once and sorted.

    >>> len(splits((0, 0, 0, 1, 1, 1, 2, 2, 2)))
    2
    """
    if not tiles:
        return frozenset({()})
    found = set()
    low = tiles[0]  # every set with the lowest tile starts with it
    for group in ((low, low, low), (low, low + 1, low + 2)):
        left = without(tiles, group) if group in TRIPLES or group in RUNS else None
        if left is not None:
            found |= {tuple(sorted((group, *rest))) for rest in splits(left)}
    return frozenset(found)


def standard(tiles: Tiles) -> Iterator[tuple[tuple[Tiles, ...], int]]:
    """Every way to read tiles as sets and one pair: (sets, kind of the pair)."""
    for pair in sorted(set(tiles)):
        left = without(tiles, (pair, pair))
        if left is not None:
            for sets in sorted(splits(left)):
                yield sets, pair


def seven_pairs(tiles: Tiles) -> tuple[int, ...] | None:
    """The kinds of seven different pairs."""
    kinds = tuple(sorted(set(tiles)))
    return kinds if len(kinds) == 7 and all(tiles.count(k) == 2 for k in kinds) else None


def doubled_pairs(tiles: Tiles) -> tuple[int, ...] | None:
    """The kinds of seven pairs, of which four identical tiles are two."""
    return tiles[::2] if len(tiles) == 14 and all(tiles.count(k) in (2, 4) for k in tiles) else None


def eight_pairs(tiles: Tiles, differ: bool = False) -> tuple[int, tuple[int, ...]] | None:
    """(kind of the triplet, kinds of the seven pairs); four identical tiles are two pairs, unless the pairs must
    differ.
    """
    for triplet in sorted(set(tiles)):
        left = without(tiles, (triplet,) * 3)
        if left is not None and len(left) == 14 and all(left.count(k) in ((2,) if differ else (2, 4)) for k in left):
            return triplet, left[::2]
    return None


def is_orphans(tiles: Tiles) -> bool:
    """The thirteen orphans, one of them doubled."""
    return any(tiles == tuple(sorted((*ORPHANS, double))) for double in ORPHANS)


def is_orphans_and_set(tiles: Tiles) -> bool:
    """The thirteen orphans, one of them doubled, and any chow or pung."""
    if not set(ORPHANS) <= set(tiles):
        return False
    return any(left is not None and is_orphans(left) for left in (without(tiles, s) for s in (*TRIPLES, *RUNS)))


def is_unrelated(tiles: Tiles) -> bool:
    """All seven honours and three tiles at least 3 apart in every suit, one of the sixteen doubled."""
    kinds = sorted(set(tiles))
    if len(tiles) != 17 or len(kinds) != 16 or not set(range(27, KINDS)) <= set(kinds):
        return False
    for suit in range(3):
        numbers = [k % 9 for k in kinds if k < 27 and k // 9 == suit]
        if len(numbers) != 3 or numbers[1] - numbers[0] < 3 or numbers[2] - numbers[1] < 3:
            return False
    return True


def is_complete(tiles: Tiles, shapes: Shapes) -> bool:
    """Whether concealed tiles are complete in one of the shapes.

    >>> is_complete((0, 1, 2, 27, 27), Shapes.STANDARD)
    True
    """
    n = len(tiles)
    return (
        (Shapes.STANDARD in shapes and n % 3 == 2 and next(standard(tiles), None) is not None)
        or (Shapes.SEVEN_PAIRS in shapes and n == 14 and seven_pairs(tiles) is not None)
        or (Shapes.THIRTEEN_ORPHANS in shapes and n == 14 and is_orphans(tiles))
        or (Shapes.DOUBLED_PAIRS in shapes and n == 14 and doubled_pairs(tiles) is not None)
        or (Shapes.EIGHT_PAIRS in shapes and n == 17 and eight_pairs(tiles, PAIRS_DIFFER in shapes) is not None)
        or (Shapes.ORPHANS_AND_SET in shapes and n == 17 and is_orphans_and_set(tiles))
        or (Shapes.SIXTEEN_UNRELATED in shapes and n == 17 and is_unrelated(tiles))
    )


def concealed_of(win: Win) -> Tiles:
    """The concealed tiles with the winning one."""
    return tuple(sorted((*map(int, win.hand.concealed), *(() if win.tile is None else (int(win.tile),)))))


def read(win: Win, sets: int, shapes: Shapes) -> list[Reading]:
    """Every decomposition of a win; `sets` are those of a whole hand, 4 or 5."""
    if win.by is By.FLOWERS:
        return [Reading(Shape.FLOWERS, ())]
    tiles, melds = concealed_of(win), win.hand.melds
    if len(tiles) + 3 * len(melds) != 3 * sets + 2:
        return []
    laid = tuple(map(_laid, melds))
    found: list[Reading] = []
    if Shapes.STANDARD in shapes:
        for own, pair in standard(tiles):
            drawn = tuple(_drawn(Kind.CHOW if len(set(s)) == 3 else Kind.PUNG, s[0]) for s in own)
            found.append(Reading(Shape.STANDARD, (*laid, *drawn, _drawn(Kind.PAIR, pair))))
    if melds:
        return found  # special shapes have no melds
    if sets == 4:
        if (Shapes.DOUBLED_PAIRS in shapes and (kinds := doubled_pairs(tiles)) is not None) or (
            Shapes.SEVEN_PAIRS in shapes and (kinds := seven_pairs(tiles)) is not None
        ):
            found.append(Reading(Shape.PAIRS, tuple(_drawn(Kind.PAIR, k) for k in kinds)))
        if Shapes.THIRTEEN_ORPHANS in shapes and is_orphans(tiles):
            found.append(Reading(Shape.ORPHANS, ()))
    else:
        if Shapes.EIGHT_PAIRS in shapes and (eight := eight_pairs(tiles, PAIRS_DIFFER in shapes)) is not None:
            groups = (_drawn(Kind.PUNG, eight[0]), *(_drawn(Kind.PAIR, k) for k in eight[1]))
            found.append(Reading(Shape.PAIRS, groups))
        if Shapes.ORPHANS_AND_SET in shapes and is_orphans_and_set(tiles):
            found.append(Reading(Shape.ORPHANS, ()))
        if Shapes.SIXTEEN_UNRELATED in shapes and is_unrelated(tiles):
            found.append(Reading(Shape.UNRELATED, ()))
    return found


def placed(win: Win, reading: Reading) -> list[Reading]:
    """The reading once for every place of the winning tile; equal groups are one place."""
    if reading.shape is Shape.FLOWERS:
        return [Reading(reading.shape, reading.groups, Place.NONE)]
    out: list[Reading] = []
    seen: set[Group] = set()
    for i, group in enumerate(reading.groups):
        if group.made is not SetOrigin.SELF or win.tile not in group.tiles or group in seen:
            continue
        seen.add(group)
        made = SetOrigin.SELF if win.by is By.SELF_DRAW else SetOrigin.WON
        groups = (*reading.groups[:i], Group(group.kind, group.tile, made), *reading.groups[i + 1 :])
        out.append(Reading(reading.shape, groups, _place(reading.shape, group, win.tile), i))
    return out or [Reading(reading.shape, reading.groups, Place.SINGLE)]


def all_placed(win: Win, sets: int, shapes: Shapes) -> list[Reading]:
    """Every reading of a win with the winning tile in every place."""
    return [at for reading in read(win, sets, shapes) for at in placed(win, reading)]


def _place(shape: Shape, group: Group, tile: Tile) -> Place:
    if group.kind is Kind.PAIR:
        return Place.PAIR if shape is Shape.STANDARD else Place.SINGLE
    if group.kind is Kind.PUNG:
        return Place.PUNG
    waiting = sorted(set(group.tiles) - {tile})  # the tiles before the win
    if waiting[1] - waiting[0] == 2:
        return Place.CLOSED
    both_ends = waiting[0].number > 1 and waiting[1].number < 9
    return Place.OPEN if both_ends else Place.EDGE


def _laid(meld: Meld) -> Group:
    kind = {MeldKind.CHOW: Kind.CHOW, MeldKind.PUNG: Kind.PUNG}.get(meld.kind, Kind.KONG)
    return Group(kind, meld.tile, MADE[meld.kind])


def _drawn(kind: Kind, tile: int) -> Group:
    return Group(kind, Tile(tile), SetOrigin.SELF)


def tiles_of(counts: Iterable[int]) -> Tiles:
    """Sorted tiles from copies of each kind."""
    return tuple(kind for kind, copies in enumerate(counts) for _ in range(copies))
