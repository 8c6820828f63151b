"""Names of everything a learner observes: planes, numbers, raw bytes. The kernel (`kernel/encode.cpp`) writes them.

Seats are relative to the viewer: 0 the viewer, 1 the next seat, 2 opposite, 3 the one before.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Any, NamedTuple

import numpy.typing as npt

from sikwu.play.actions import ACTIONS
from sikwu.tiles import KINDS

Observation = dict[str, npt.NDArray[Any]]
"""What a learner sees, by the names below."""
SEATS = ("me", "next", "opposite", "before")


class EncodingPart(NamedTuple):
    """Consecutive planes, numbers or bytes: where they begin, how many there are, what they mean."""

    name: str
    size: int
    says: str
    first: int = 0

    @property
    def places(self) -> range:
        """The range of its places."""
        return range(self.first, self.first + self.size)


def _laid(*parts: EncodingPart) -> dict[str, EncodingPart]:
    starts = accumulate((part.size for part in parts), initial=0)
    return {part.name: part._replace(first=first) for part, first in zip(parts, starts, strict=False)}


PLANES = _laid(
    EncodingPart("mine", 4, "my tiles, at least 1, 2, 3, 4"),
    EncodingPart("drawn", 1, "the tile I have drawn"),
    EncodingPart("offered", 1, "the discard, or the tile of a kong, on offer"),
    *(
        EncodingPart(f"melds_{seat}", 5, "a chow begins here, a second one; pung; open kong; concealed kong")
        for seat in SEATS
    ),
    *(EncodingPart(f"thrown_{seat}", 4, "thrown at least 1, 2, 3, 4 times, claimed or not") for seat in SEATS),
    *(
        EncodingPart(
            f"river_{seat}",
            3,
            "1 + unclaimed discards since; drawn and thrown at once; claimed by 1 + seat, the later seat of two",
        )
        for seat in SEATS
    ),
    EncodingPart("live", 1, "4 less all that I see"),
    EncodingPart("seen", 4, "I see at least 1, 2, 3, 4"),
    EncodingPart("seat_wind", 1, "my wind"),
    EncodingPart("round_wind", 1, "the wind of the round"),
    EncodingPart("away_after", 1, "aid, on my turn: tiles away after discarding this"),
    EncodingPart("live_after", 1, "aid, on my turn: live useful tiles after discarding this"),
    EncodingPart(
        "price_after",
        1,
        "aid, on my turn: after discarding this, the most fan of a hand that is at most one tile further away than the nearest that may win",
    ),
    EncodingPart("danger", 3, "aid: the chance of 255 that next, opposite, before wins with it, as `careful` reckons"),
    EncodingPart("win_by_claim", 1, "would win, thrown now"),
    EncodingPart("win_by_draw", 1, "would win, drawn now"),
    EncodingPart("passed", 1, "completes my hand, but I have passed a win and may not win on a discard yet"),
    EncodingPart("frozen", 1, "held, and not to be discarded after declaring"),
    EncodingPart("spare", 1, "zero"),
)
SCALARS = _laid(
    EncodingPart("seat", 4, "my seat, E S W N"),
    EncodingPart("round", 4, "round, E S W N"),
    EncodingPart("dealer", 4, "the dealer, relative"),
    EncodingPart("streak", 1, "the dealer's streak"),
    EncodingPart("wall_left", 1, "tiles that may be drawn, of 144"),
    EncodingPart("reserved", 1, "tiles that stay in the wall, of 16"),
    EncodingPart("phase", 4, "turn; claim; robbing; before the first draw, or a win by flowers"),
    EncodingPart("offers", 4, "nobody; who offers: next, opposite, before"),
    *(EncodingPart(f"flowers_{seat}", 8, "open flowers") for seat in SEATS),
    EncodingPart("tiles", 4, "concealed tiles, of 17"),
    EncodingPart("ready", 4, "has declared"),
    EncodingPart("dead", 4, "is marked dead"),
    EncodingPart("pending", 4, "pending 拉: zero, since a deal does not know the books"),
    EncodingPart("chips", 4, "chips: zero, since a deal does not know the books"),
    EncodingPart("minimum", 1, "aid: fan that a plain hand with my melds and flowers lacks of the minimum, of 10"),
    EncodingPart("spare", 4, "zero"),
)
RAW = _laid(
    EncodingPart("hand", KINDS, "my copies of each kind"),
    EncodingPart("drawn", 1, "the tile I have drawn; 255: none"),
    EncodingPart("offered", 1, "the tile on offer; 255: none, or I may not know"),
    EncodingPart("offers", 1, "who offers it, relative"),
    EncodingPart("at", 1, "0 not asked, 1 turn, 2 discard, 3 kong, 4 flower, 5 opening"),
    EncodingPart("seat", 1, "my seat from the dealer"),
    EncodingPart("round", 1, "round wind"),
    EncodingPart("streak", 1, "the dealer's streak"),
    EncodingPart("drawable", 1, "tiles that may be drawn"),
    EncodingPart("reserved", 1, "tiles that stay in the wall"),
    EncodingPart("lying", 1, "unclaimed discards"),
    EncodingPart("flowers", 4, "open flowers of each seat, a bit each"),
    EncodingPart("tiles", 4, "concealed tiles of each seat"),
    EncodingPart("ready", 4, "how each seat has declared; 0: not"),
    EncodingPart("marks", 4, "1: dead; 2: I have passed a win and am barred"),
    EncodingPart("meld_counts", 4, "melds of each seat"),
    EncodingPart("melds", 80, "five of each seat: 1 + kind, lowest tile (255: face down), feeder, tile claimed"),
    EncodingPart("river", 110, "unclaimed discards in order: tile + 64 × seat"),
    EncodingPart("river_drawn", 14, "a bit each: it had just been drawn"),
    EncodingPart("legal", 19, "my actions, a bit each"),
    EncodingPart("spare", 33, "zero"),
)


def _size(parts: dict[str, EncodingPart]) -> int:
    return sum(part.size for part in parts.values())


PLANES_SHAPE = (_size(PLANES), KINDS)
SCALARS_SHAPE = (_size(SCALARS),)
RAW_SHAPE = (_size(RAW),)
MASK_SHAPE = (ACTIONS,)
STATE_SHAPE = (16, KINDS)
"""The hands of next, opposite, before, and the wall: at least 1, 2, 3, 4 each. No seat sees it; it is for critics."""


def table(parts: dict[str, EncodingPart]) -> str:
    """A list as Markdown.

    >>> print(table(PLANES).splitlines()[2])
    | 0-3 | `mine` | my tiles, at least 1, 2, 3, 4 |
    """
    rows = ["| place | name | what |", "| --- | --- | --- |"]
    for part in parts.values():
        last = part.first + part.size - 1
        where = str(part.first) if last == part.first else f"{part.first}-{last}"
        rows.append(f"| {where} | `{part.name}` | {part.says} |")
    return "\n".join(rows)
