"""The players random and quick in plain Python, slow and readable. The kernel has the same two for its own loops."""

from __future__ import annotations

from collections.abc import Sequence

from sikwu.hand import MeldKind
from sikwu.play.actions import (
    CHOW_LOWEST,
    DISCARD,
    KONG,
    KONG_ADDED,
    KONG_CONCEALED,
    PASS,
    PUNG,
    WIN,
    WIN_FLOWERS,
    chow_tiles,
)
from sikwu.play.native import native
from sikwu.play.view import View
from sikwu.players.chance import Chance
from sikwu.reading import Shapes, tiles_away, useful_tiles
from sikwu.tiles import KINDS, Tile

_COPIES = {MeldKind.PUNG: 3, MeldKind.KONG_EXPOSED: 4, MeldKind.KONG_ADDED: 4, MeldKind.KONG_CONCEALED: 4}
# Honours are discarded first, then terminals, then the tiles nearest to the edge of their suit.
_KEEP = tuple(0 if kind >= 27 else 1 + min(kind % 9, 8 - kind % 9) for kind in range(KINDS))


class RandomPlayer:
    """Takes wins; otherwise chooses among the legal actions with equal probability."""

    ours = True

    def __init__(self, name: str = "random") -> None:
        self.name = name
        self.native = native("random") if type(self) is RandomPlayer else None  # a subclass is another player

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """Without a random stream: always the same action."""
        return self.choose_with(view, legal, Chance.of(0, 0, 0, 0))

    def choose_with(self, view: View, legal: Sequence[int], chance: Chance) -> int:
        """A random legal action."""
        if WIN in legal:
            return WIN
        return WIN_FLOWERS if WIN_FLOWERS in legal else legal[chance.below(len(legal))]


class QuickPlayer:
    """Keeps the fewest tiles away, then the most live useful tiles; claims a tile if that comes nearer; takes any
    win; ignores fan.

    >>> from sikwu.play.deal import Deal
    >>> from sikwu.play.wall import Wall
    >>> from sikwu.tiles import Wind
    >>> deal = Deal.start(Wall.made(bytes(128), "table", 1, "").tiles)
    >>> view = View.of(deal, Wind.EAST)
    >>> from sikwu.play.actions import action_text
    >>> action_text(QuickPlayer().choose(view, view.legal))
    'discard 9m'
    """

    ours = True

    def __init__(self, name: str = "quick") -> None:
        self.name = name
        self.native = native("quick") if type(self) is QuickPlayer else None  # a subclass is another player

    def choose(self, view: View, legal: Sequence[int]) -> int:
        """The action that brings the hand nearest."""
        if WIN in legal:
            return WIN
        if WIN_FLOWERS in legal:
            return WIN_FLOWERS
        shapes = Shapes(view.ruleset.lowered.shapes)
        if view.at == "turn":
            return _turn(view, legal, shapes)
        return _claim(view, legal, shapes) if view.at == "discard" else PASS


def _counts(view: View) -> list[int]:
    out = [0] * KINDS
    for tile in view.hand:
        out[tile] += 1
    return out


def _away(hand: Sequence[int], shapes: Shapes, *, without: int = 0, copies: int = 0) -> int:
    left = bytearray(hand)
    left[without] -= copies
    return tiles_away(bytes(left), shapes)


def _turn(view: View, legal: Sequence[int], shapes: Shapes) -> int:
    hand = _counts(view)
    away = {
        action - DISCARD: _away(hand, shapes, without=action - DISCARD, copies=1)
        for action in legal
        if DISCARD <= action < DISCARD + KINDS
    }
    least = min(away.values())
    for kind in range(KINDS):
        if KONG_CONCEALED + kind in legal and _away(hand, shapes, without=kind, copies=4) <= least:
            return KONG_CONCEALED + kind
        if KONG_ADDED + kind in legal and _away(hand, shapes, without=kind, copies=1) <= least:
            return KONG_ADDED + kind
    return DISCARD + _best(view, hand, [kind for kind in away if away[kind] == least], shapes)


def _best(view: View, hand: list[int], nearest: list[int], shapes: Shapes) -> int:
    """Among discards that leave the hand equally near: the one with the most live useful tiles."""
    if len(nearest) == 1:
        return nearest[0]
    seen = _seen(view, hand)
    best, most = -1, -1
    for kind in nearest:
        left = bytearray(hand)
        left[kind] -= 1
        live = sum(4 - seen[each] for each in useful_tiles(bytes(left), shapes)[1])
        if live > most or (live == most and _KEEP[kind] < _KEEP[best]):
            best, most = kind, live
    return best


def _seen(view: View, hand: list[int]) -> list[int]:
    """The copies of each kind that the seat sees."""
    out = list(hand)
    for thrown in view.river:
        out[thrown.tile] += 1
    for seat in view.seats:
        for meld in seat.melds:
            if meld.tile is None:
                continue
            if meld.kind is MeldKind.CHOW:
                for step in range(3):
                    out[meld.tile + step] += 1
            else:
                out[meld.tile] += _COPIES[meld.kind]
    return out


def _claim(view: View, legal: Sequence[int], shapes: Shapes) -> int:
    hand, tile = _counts(view), view.offered
    if tile is None:
        return PASS
    before = _away(hand, shapes)
    best, least = PASS, before
    for claim in range(CHOW_LOWEST, PUNG + 1):
        if claim not in legal:
            continue
        left = list(hand)
        for own in (tile, tile) if claim == PUNG else chow_tiles(claim, Tile(tile)):
            left[own] -= 1
        after = max(1, _away(left, shapes))  # the best discard keeps the distance, unless the hand is complete
        if after < least:
            best, least = claim, after
    if best == PASS and KONG in legal and _away(hand, shapes, without=tile, copies=3) <= before:
        return KONG
    return best
