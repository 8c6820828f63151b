"""Sets of tile kinds for conditions. SEAT and ROUND stand for the winds of the hand being judged."""

from __future__ import annotations

from dataclasses import dataclass, field

from sikwu.notation import parse_tiles
from sikwu.rules.limits import Misuse, misplaced, numbered
from sikwu.tiles import KINDS


@dataclass(frozen=True, slots=True)
class TileSet:
    """A set of tile kinds; SEAT and ROUND stand for the winds of the hand being judged."""

    mask: int
    dynamic: int = 0  # 1 + seat, 2 + round, 4 - seat, 8 - round
    text: str = field(default="", compare=False)

    def __or__(self, other: TileSet) -> TileSet:
        _tiles(other, "WINDS | DRAGONS")
        if self.of_flowers != other.of_flowers:
            raise misplaced(other, "T('1f 2f')" if self.of_flowers else "WINDS | DRAGONS")
        if (self.dynamic | other.dynamic) & 12:
            raise Misuse.of("condition.seat_last", form="(WINDS | DRAGONS) - SEAT")
        return TileSet(self.mask | other.mask, self.dynamic | other.dynamic, f"{self.text} | {other.text}")

    def __sub__(self, other: TileSet) -> TileSet:
        _tiles(other, "WINDS - SEAT")
        if self.dynamic & 3 or other.dynamic & 12:
            raise Misuse.of("condition.seat_last", form="(WINDS | DRAGONS) - SEAT")
        text = (
            f"{_bracketed(self.text)} - {_bracketed(other.text)}"
            if " - " not in self.text
            else f"{self.text} - {_bracketed(other.text)}"
        )
        return TileSet(self.mask & ~other.mask, self.dynamic | other.dynamic << 2, text)

    def __invert__(self) -> TileSet:
        if self.dynamic:
            raise Misuse.of("condition.seat_last", form="ALL - SEAT")
        return TileSet((_FLOWERS if self.of_flowers else _ALL) & ~self.mask, 0, f"~{_bracketed(self.text)}")

    @property
    def of_flowers(self) -> bool:
        """Whether it is a set of flowers, which only `flowers.of` can count."""
        return self.mask > _ALL

    def __repr__(self) -> str:
        return self.text


def _tiles(value: object, form: str) -> None:
    if not isinstance(value, TileSet):
        raise misplaced(value, form)


def _bracketed(text: str) -> str:
    compound = " | " in text or " - " in text  # tiles inside T('…') are separated by plain spaces
    return f"({text})" if compound else text


_ALL = (1 << KINDS) - 1
_FLOWERS = 255 << KINDS
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
    numbers = tuple(numbered(n, 1, 9, "NUM(2, 5, 8)") for n in numbers)
    mask = sum(1 << (9 * suit + n - 1) for suit in range(3) for n in set(numbers))
    return TileSet(mask, 0, f"NUM({', '.join(map(str, numbers))})")


def T(text: str) -> TileSet:
    """The tiles, or the flowers, written in `text`, in any notation."""
    if not isinstance(text, str):
        raise misplaced(text, "T('1m 9m')")
    kinds = set(parse_tiles(text))
    if not kinds or min(kinds) < KINDS <= max(kinds):
        raise misplaced(text, "T('1m 9m')")
    return TileSet(sum(1 << tile for tile in kinds), 0, f"T({text!r})")


SEASONS = TileSet(15 << KINDS, 0, "SEASONS")
BLOSSOMS = TileSet(240 << KINDS, 0, "BLOSSOMS")
