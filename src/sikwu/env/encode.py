"""Names of everything a learner observes: planes, numbers, raw bytes. The kernel (`kernel/encode.cpp`) writes them.

Seats are relative to the one who sees: 0 himself, 1 the next, 2 opposite, 3 the one before.
"""

from __future__ import annotations

from itertools import accumulate
from typing import NamedTuple

from sikwu.play.actions import ACTIONS
from sikwu.tiles import KINDS

SEATS = ("me", "next", "opposite", "before")


class Part(NamedTuple):
    """Some planes, numbers or bytes in a row: where they begin, how many they are, what they say."""

    name: str
    size: int
    says: str
    first: int = 0

    @property
    def places(self) -> range:
        """Where it stands."""
        return range(self.first, self.first + self.size)


def _laid(*parts: Part) -> dict[str, Part]:
    starts = accumulate((part.size for part in parts), initial=0)
    return {part.name: part._replace(first=first) for part, first in zip(parts, starts, strict=False)}


PLANES = _laid(
    Part("mine", 4, "my tiles, at least 1, 2, 3, 4"),
    Part("drawn", 1, "the tile I have drawn"),
    Part("offered", 1, "the discard, or the tile of a kong, on offer"),
    *(Part(f"melds_{seat}", 5, "a chow begins here, a second one; pung; open kong; concealed kong") for seat in SEATS),
    *(Part(f"thrown_{seat}", 4, "thrown at least 1, 2, 3, 4 times, claimed or not") for seat in SEATS),
    *(
        Part(
            f"river_{seat}",
            3,
            "1 + unclaimed discards since; drawn and thrown at once; claimed by 1 + seat, the later seat of two",
        )
        for seat in SEATS
    ),
    Part("live", 1, "4 less all that I see"),
    Part("seen", 4, "I see at least 1, 2, 3, 4"),
    Part("seat_wind", 1, "my wind"),
    Part("round_wind", 1, "the wind of the round"),
    Part("away_after", 1, "aid, on my turn: tiles away after discarding this"),
    Part("live_after", 1, "aid, on my turn: live useful tiles after discarding this"),
    Part("price_after", 1, "aid: the best price level within one more tile; nought for now"),
    Part("danger", 3, "aid: danger to next, opposite, before; nought for now"),
    Part("win_by_claim", 1, "would win, thrown now"),
    Part("win_by_draw", 1, "would win, drawn now"),
    Part("passed", 1, "completes my hand, but I have passed a win and may not win on a discard yet"),
    Part("frozen", 1, "held, and not to be discarded after declaring"),
    Part("spare", 1, "nought"),
)
SCALARS = _laid(
    Part("seat", 4, "my seat, E S W N"),
    Part("round", 4, "round, E S W N"),
    Part("dealer", 4, "the dealer, relative"),
    Part("streak", 1, "the dealer's streak"),
    Part("wall_left", 1, "tiles that may be drawn, of 144"),
    Part("reserved", 1, "tiles that stay in the wall, of 16"),
    Part("phase", 4, "turn; claim; robbing; before the first draw, or a win by flowers"),
    Part("offers", 4, "nobody; who offers: next, opposite, before"),
    *(Part(f"flowers_{seat}", 8, "open flowers") for seat in SEATS),
    Part("tiles", 4, "concealed tiles, of 17"),
    Part("ready", 4, "has declared"),
    Part("dead", 4, "is marked dead"),
    Part("pending", 4, "pending 拉; nought for now"),
    Part("chips", 4, "nought for now"),
    Part("minimum", 1, "what my hand lacks of the minimum; nought for now"),
    Part("spare", 4, "nought"),
)
RAW = _laid(
    Part("hand", KINDS, "my copies of each kind"),
    Part("drawn", 1, "the tile I have drawn; 255: none"),
    Part("offered", 1, "the tile on offer; 255: none, or I may not know"),
    Part("offers", 1, "who offers it, relative"),
    Part("at", 1, "0 not asked, 1 turn, 2 discard, 3 kong, 4 flower, 5 opening"),
    Part("seat", 1, "my seat from the dealer"),
    Part("round", 1, "round wind"),
    Part("streak", 1, "the dealer's streak"),
    Part("drawable", 1, "tiles that may be drawn"),
    Part("reserved", 1, "tiles that stay in the wall"),
    Part("lying", 1, "unclaimed discards"),
    Part("flowers", 4, "open flowers of each seat, a bit each"),
    Part("tiles", 4, "concealed tiles of each seat"),
    Part("ready", 4, "how each seat has declared; 0: not"),
    Part("marks", 4, "1: dead; 2: I have passed a win and am barred"),
    Part("meld_counts", 4, "melds of each seat"),
    Part("melds", 80, "five of each seat: 1 + kind, lowest tile (255: face down), feeder, tile claimed"),
    Part("river", 110, "unclaimed discards in order: tile + 64 × seat"),
    Part("river_drawn", 14, "a bit each: it had just been drawn"),
    Part("legal", 19, "my actions, a bit each"),
    Part("spare", 33, "nought"),
)


def _size(parts: dict[str, Part]) -> int:
    return sum(part.size for part in parts.values())


PLANES_SHAPE = (_size(PLANES), KINDS)
SCALARS_SHAPE = (_size(SCALARS),)
RAW_SHAPE = (_size(RAW),)
MASK_SHAPE = (ACTIONS,)
STATE_SHAPE = (16, KINDS)
"""Hands of next, opposite, before, and the wall: at least 1, 2, 3, 4 each. Nobody sees it; for critics."""


def table(parts: dict[str, Part]) -> str:
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
