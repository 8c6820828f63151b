"""What a fact measures, and the names of the values of facts that are no numbers: a shape, a seat, a way to win.

>>> from sikwu.rules.language import PAIRS, shape
>>> shape == PAIRS
shape == PAIRS
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from sikwu.reading import Place, Shape
from sikwu.win import By, FirstTurn, Ready, Replacement


class Op(IntEnum):
    """What a fact measures; the same numbers as the kernel's `Op`."""

    TILES = 0
    KINDS = 1
    SUITS = 2
    NUMBERS = 3
    FACE_SUM = 4
    FOURS = 5
    WAITS = 6
    HELD = 7
    WIN_IN = 8
    APPEARED = 9
    APPEARED_ALL = 10
    PLACES = 11
    FLOWERS = 12
    OWN_FLOWERS = 13
    FLOWER_SETS = 14
    BY = 15
    REPLACEMENT = 16
    KONG_CHAIN = 17
    CHAIN_TIGHT = 18
    CHAIN_BROKEN = 19
    KONG_FED = 20
    ROBBED = 21
    LAST_TILE = 22
    LAST_DISCARD = 23
    ONE_SHOT = 24
    EIGHTH_ELSEWHERE = 25
    DEALER = 26
    FIRST_TURN = 27
    READY = 28
    DISCARDS = 29
    WINNERS = 30
    STREAK = 31
    SETS = 32
    PAIR_IN = 33
    GROUPS_WITHOUT = 34
    CARRIED = 35
    SHAPE = 36
    RELATED = 37
    PLACE = 38
    OTHER_WAITS = 39
    FLOWERS_OF = 40
    SEAT = 41
    ROUND = 42
    DISCARDER = 43
    LEFT = 44
    SUM = 45
    TOTAL = 255
    """Known only when everything else has counted: no fact of the kernel."""


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A word for some values of one fact, or of several; `discarder` has two words for each seat that deals."""

    text: str
    of: tuple[tuple[Op, tuple[int, ...]], ...]

    def values(self, op: Op) -> tuple[int, ...]:
        """The values that it means of a fact; none if it is no word for that fact."""
        return dict(self.of).get(op, ())

    def __repr__(self) -> str:
        return self.text


def _value(text: str, **of: int | tuple[int, ...]) -> NamedValue:
    return NamedValue(text, tuple((Op[op], (int(v),) if isinstance(v, int) else v) for op, v in of.items()))


STANDARD = _value("STANDARD", SHAPE=Shape.STANDARD)
PAIRS = _value("PAIRS", SHAPE=Shape.PAIRS)
ORPHANS = _value("ORPHANS", SHAPE=Shape.ORPHANS)
UNRELATED = _value("UNRELATED", SHAPE=Shape.UNRELATED)
FLOWERS = _value("FLOWERS", SHAPE=Shape.FLOWERS, BY=By.FLOWERS)
PAIR = _value("PAIR", PLACE=Place.PAIR, PLACES=Place.PAIR)
PUNG = _value("PUNG", PLACE=Place.PUNG, PLACES=Place.PUNG)
EDGE = _value("EDGE", PLACE=Place.EDGE, PLACES=Place.EDGE)
CLOSED = _value("CLOSED", PLACE=Place.CLOSED, PLACES=Place.CLOSED)
OPEN = _value("OPEN", PLACE=Place.OPEN, PLACES=Place.OPEN)
SINGLE = _value("SINGLE", PLACE=Place.SINGLE, PLACES=Place.SINGLE)
DISCARD = _value("DISCARD", BY=By.DISCARD)
SELF_DRAW = _value("SELF_DRAW", BY=By.SELF_DRAW)
ROBBED = _value("ROBBED", BY=By.ROB_KONG)
KONG = _value("KONG", REPLACEMENT=Replacement.KONG)
FLOWER = _value("FLOWER", REPLACEMENT=Replacement.FLOWER)
HEAVENLY = _value("HEAVENLY", FIRST_TURN=FirstTurn.HEAVENLY, READY=Ready.HEAVENLY)
EARTHLY = _value("EARTHLY", FIRST_TURN=FirstTurn.EARTHLY, READY=Ready.EARTHLY)
EARTHLY_DRAW = _value("EARTHLY_DRAW", FIRST_TURN=FirstTurn.EARTHLY_DRAW)
HUMAN = _value("HUMAN", FIRST_TURN=FirstTurn.HUMAN)
DECLARED = _value("DECLARED", READY=Ready.DECLARED)
FACE_DOWN = _value("FACE_DOWN", READY=Ready.CONCEALED)
NONE = _value("NONE", PLACE=Place.NONE, REPLACEMENT=Replacement.NONE, FIRST_TURN=FirstTurn.NONE, READY=Ready.NONE)
EAST, SOUTH, WEST, NORTH = (_value(text, SEAT=n, ROUND=n) for n, text in enumerate(("EAST", "SOUTH", "WEST", "NORTH")))
# The discarder is numbered by how many seats after the winner it sits, plus four for the dealer.
NOBODY = _value("NOBODY", DISCARDER=0)
RIGHT = _value("RIGHT", DISCARDER=(1, 5))
ACROSS = _value("ACROSS", DISCARDER=(2, 6))
LEFT = _value("LEFT", DISCARDER=(3, 7))
DEALER = _value("DEALER", DISCARDER=(5, 6, 7))

NAMED_VALUES = tuple(value for value in tuple(globals().values()) if isinstance(value, NamedValue))
NAMED = frozenset(op for value in NAMED_VALUES for op, _ in value.of) | {Op.ROBBED}
"""The facts whose values have names."""
WHO_DISCARDED = (NOBODY, RIGHT, ACROSS, LEFT, DEALER)


def names_of(op: Op) -> tuple[NamedValue, ...]:
    """The names of the values of a fact."""
    return tuple(value for value in NAMED_VALUES if value.values(op))


def value_names(op: Op, values: Sequence[int]) -> list[str]:
    """Values as words; a value without a name, or a part of one, stays a number.

    >>> value_names(Op.SHAPE, (0, 1)), value_names(Op.DISCARDER, (5, 6, 7)), value_names(Op.DISCARDER, (2, 3, 6, 7))
    (['STANDARD', 'PAIRS'], ['DEALER'], ['ACROSS', 'LEFT'])
    """
    every, left, found = set(values), set(values), []
    for name in sorted(names_of(op), key=lambda name: set(name.values(op)) != every):  # one name for all of them first
        own = set(name.values(op))
        if own <= every and own & left:
            left -= own
            found.append((min(own), name.text))
    return [text for _, text in sorted([*found, *((value, str(value)) for value in left)])]
