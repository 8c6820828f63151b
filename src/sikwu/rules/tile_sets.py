"""Sets of tile kinds that conditions speak of; SEAT and ROUND stand for the winds of the hand being judged."""

from __future__ import annotations

from dataclasses import dataclass, field

from sikwu.notation import parse_tiles
from sikwu.tiles import KINDS


@dataclass(frozen=True, slots=True)
class TileSet:
    """A set of tile kinds; SEAT and ROUND stand for the winds of the hand being judged."""

    mask: int
    dynamic: int = 0  # 1 + seat, 2 + round, 4 - seat, 8 - round
    text: str = field(default="", compare=False)

    def __or__(self, other: TileSet) -> TileSet:
        if (self.dynamic | other.dynamic) & 12:
            raise TypeError("take SEAT and ROUND away last: (A | B) - SEAT")
        return TileSet(self.mask | other.mask, self.dynamic | other.dynamic, f"{self.text} | {other.text}")

    def __sub__(self, other: TileSet) -> TileSet:
        if self.dynamic & 3 or other.dynamic & 12:
            raise TypeError("SEAT and ROUND can be added or taken away, not both")
        text = (
            f"{_bracketed(self.text)} - {_bracketed(other.text)}"
            if " - " not in self.text
            else f"{self.text} - {_bracketed(other.text)}"
        )
        return TileSet(self.mask & ~other.mask, self.dynamic | other.dynamic << 2, text)

    def __invert__(self) -> TileSet:
        if self.dynamic:
            raise TypeError("a set with SEAT or ROUND has no complement")
        return TileSet(_ALL & ~self.mask, 0, f"~{_bracketed(self.text)}")

    def __repr__(self) -> str:
        return self.text


def _bracketed(text: str) -> str:
    compound = " | " in text or " - " in text  # tiles inside T('…') are separated by plain spaces
    return f"({text})" if compound else text


_ALL = (1 << KINDS) - 1
_SUIT = (1 << 9) - 1
ALL = TileSet(_ALL, 0, "ALL")
MAN = TileSet(_SUIT, 0, "MAN")
PIN = TileSet(_SUIT << 9, 0, "PIN")
SOU = TileSet(_SUIT << 18, 0, "SOU")
SUITED = TileSet((1 << 27) - 1, 0, "SUITED")
WINDS = TileSet(15 << 27, 0, "WINDS")
DRAGONS = TileSet(7 << 31, 0, "DRAGONS")
HONOURS = TileSet(127 << 27, 0, "HONOURS")
TERMINALS = TileSet(sum(0x101 << s for s in (0, 9, 18)), 0, "TERMINALS")
SEAT = TileSet(0, 1, "SEAT")
ROUND = TileSet(0, 2, "ROUND")


def NUM(*numbers: int) -> TileSet:
    """The suited tiles with these numbers, in all three suits."""
    mask = sum(1 << (9 * suit + n - 1) for suit in range(3) for n in set(numbers))
    return TileSet(mask, 0, f"NUM({', '.join(map(str, numbers))})")


def T(text: str) -> TileSet:
    """The tiles written in `text`, in any notation."""
    return TileSet(sum(1 << tile for tile in set(parse_tiles(text))), 0, f"T({text!r})")
