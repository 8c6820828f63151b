"""The slow, readable twin of the native player *quick*, from a `View` alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from sikwu.hand import MeldKind
from sikwu.play.actions import chow_tiles
from sikwu.play.view import View
from sikwu.reading import counts, tiles_away, useful_tiles
from sikwu.tiles import KINDS, Tile


def choose(view: View, legal: Sequence[int], shapes: int) -> int:
    """Takes wins; discards for the fewest tiles away, then most live tiles; claims and kongs as `claim` and `turn` say."""
    if 1 in legal or 2 in legal:
        return min(action for action in legal if action in (1, 2))
    if view.at == "turn":
        return turn(view, legal, shapes)
    return claim(view, legal, shapes) if view.at == "discard" else 0


def turn(view: View, legal: Sequence[int], shapes: int) -> int:
    discards = [action - 3 for action in legal if 3 <= action < 37]
    away = {kind: _away(_without(view.hand, [kind]), shapes) for kind in discards}
    least = min(away.values())
    for action in legal:  # kongs, in the order of their numbers, when the distance does not grow
        if action >= 77 and action < 145:
            kind, copies = (action - 77, 4) if action < 111 else (action - 111, 1)
            if _away(_without(view.hand, [kind] * copies), shapes) <= least:
                return action
    seen = _seen(view)

    def worth(kind: int) -> tuple[int, int, int, int]:
        live = sum(4 - seen[tile] for tile in _useful(_without(view.hand, [kind]), shapes))
        edge = 0 if kind >= 27 else 1 + min(kind % 9, 8 - kind % 9)  # honours, terminals, outside in
        return away[kind], -live, edge, kind

    return 3 + min(discards, key=worth)


def claim(view: View, legal: Sequence[int], shapes: int) -> int:
    assert view.offered is not None
    before, tile = _away(view.hand, shapes), int(view.offered)
    found = []
    for action in legal:
        if 72 <= action <= 75:
            own = [tile, tile] if action == 75 else [int(each) for each in chow_tiles(action, tile)]
            rest = _without(view.hand, own)
            after = min(_away(_without(rest, [kind]), shapes) for kind in set(rest))
            if after < before:
                found.append((after, action))
    if found:
        return min(found)[1]
    kong = 76 in legal and _away(_without(view.hand, [tile] * 3), shapes) <= before
    return 76 if kong else 0


def _away(tiles: Iterable[int], shapes: int) -> int:
    return tiles_away(counts(map(Tile, tiles)), shapes)


def _useful(tiles: Iterable[int], shapes: int) -> Iterable[int]:
    return useful_tiles(counts(map(Tile, tiles)), shapes)[1]


def _without(tiles: Iterable[int], some: Iterable[int]) -> list[int]:
    rest = [int(tile) for tile in tiles]
    for tile in some:
        rest.remove(tile)
    return rest


def _seen(view: View) -> Counter[int]:
    """Own tiles, open melds and unclaimed discards."""
    seen = Counter(map(int, view.hand))
    seen.update(int(thrown.tile) for thrown in view.river)
    for seat in view.seats:
        for meld in seat.melds:
            if meld.tile is None:
                continue
            low = int(meld.tile)
            chow = meld.kind is MeldKind.CHOW
            seen.update([low, low + 1, low + 2] if chow else [low] * (3 if meld.kind is MeldKind.PUNG else 4))
    return Counter({kind: seen[kind] for kind in range(KINDS)})
