"""Shows tiles in the reader's language or as Unicode pictures; both forms can be typed again.

Words are the default: the drawn tiles are small in most terminals, and missing in some fonts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sikwu.cli.shared.language import Tiles
from sikwu.hand import Meld, MeldKind
from sikwu.notation import parse_tiles
from sikwu.texts import Message, say
from sikwu.tiles import Tile, Wind
from sikwu.win import By, Win


@dataclass(frozen=True, slots=True)
class Pen:
    """A language, and how tiles are shown in it.

    >>> Pen("yue").hand(Win.parse("123m 東東 (中中中<N) +東<W 1f")), Pen("en", Tiles.UNICODE).tiles([Tile.M1, Tile.RED])
    ('123萬 東東 (中中中<北) 春 +東<西', '🀇🀄')
    """

    lang: str
    style: Tiles = Tiles.TEXT

    def tiles(self, tiles: Iterable[Tile]) -> str:
        """Tiles one after another."""
        if self.style is Tiles.UNICODE:
            return "".join(tile.unicode for tile in tiles)
        return say("tiles.text", tiles=tuple(tiles))(self.lang)

    def tile(self, tile: Tile) -> str:
        """One tile by its name, after its picture if tiles are drawn."""
        name = say("cli.tile", tile=tile)(self.lang)
        return f"{tile.unicode} {name}" if self.style is Tiles.UNICODE else name

    def shown(self, told: Message) -> str:
        """The tiles of a pattern, set by set, as in an explanation."""
        if self.style is not Tiles.UNICODE or "each" not in told.facts:
            return told(self.lang)
        each = told.facts["each"]
        return "  ".join(self._sets(part) for part in each if isinstance(part, Message)) if type(each) is tuple else ""

    def _sets(self, told: Message) -> str:
        sets = told.facts["sets"]
        codes = [" ".join(map(str, each)) for each in sets if isinstance(each, tuple)] if type(sets) is tuple else []
        return " ".join(self.tiles(parse_tiles(each)) for each in codes)

    def hand(self, win: Win) -> str:
        """The hand in one line: tiles, melds with their feeders, flowers, the winning tile."""
        hand = win.hand
        parts = [self.tiles(hand.concealed), *map(self.meld, hand.melds), self.tiles(hand.flowers)]
        if win.tile is not None:
            fed = "<?" if win.feeder is None and win.by in (By.DISCARD, By.ROB_KONG) else self._fed(win.feeder)
            parts.append(f"+{self.tiles((win.tile,))}{fed}")
        return " ".join(part for part in parts if part)

    def meld(self, meld: Meld) -> str:
        """A meld with its feeder."""
        if meld.kind is MeldKind.KONG_CONCEALED:
            return f"[{self.tiles(meld.tiles)}]"
        tiles = self.tiles(meld.tiles)
        if meld.kind is MeldKind.KONG_ADDED:
            tiles = f"{self.tiles(meld.tiles[:3])}+{self.tiles(meld.tiles[3:])}"
        return f"{'&' * meld.same_turn}({tiles}{self._fed(meld.feeder)}{'!' * meld.fresh})"

    def _fed(self, seat: Wind | None) -> str:
        return "" if seat is None else f"<{self.seat(seat)}"

    def seat(self, seat: Wind) -> str:
        """A seat: 東, E."""
        return say(f"seat.{seat.text}")(self.lang)
