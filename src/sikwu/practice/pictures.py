"""The few tiles that stand for a pattern."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from itertools import pairwise

from sikwu.explaining import explain
from sikwu.practice.examples import CorpusWin, documents, tiles_of
from sikwu.scoring import Score, score
from sikwu.texts import SikwuError
from sikwu.tiles import Tile

_FAMILIES = (
    "shapes",
    "flowers",
    "events",
    "kongs",
    "honours",
    "suits",
    "chows",
    "sets",
    "relations",
    "tiles",
    "dealer",
)


@cache
def families() -> dict[tuple[str, str], str]:
    """The file of the catalogue that defines each pattern."""
    found: dict[tuple[str, str], str] = {}
    for catalogue in dict.fromkeys(rules.document.texts for rules in documents()):
        for family in _FAMILIES:
            try:
                module = import_module(f"sikwu.rules.{catalogue}.{family}")
            except ModuleNotFoundError:
                continue
            for pattern in getattr(module, "PATTERNS", ()):
                found[catalogue, pattern.id] = family
    return found


_BY_KIND = ("suits", "honours", "tiles")
"""Families of patterns about the kinds of tiles in a hand, not about its sets."""
_BY_EVENT = ("events", "dealer")
"""Families of patterns about how the hand was won."""


def picture(id: str, family: str, shown: CorpusWin) -> tuple[Tile, ...]:
    """At most three tiles that stand for a pattern: one of its sets, or one tile of each of its sets."""
    try:
        return standing(id, family, score(shown.win, shown.rules))
    except SikwuError:
        return ()


def standing(id: str, family: str, judged: Score) -> tuple[Tile, ...]:
    """The same for a win that is scored already."""
    told, win = explain(judged), judged.win
    made = next((each.tiles for each in told.counted if each.pattern == id), ())
    if made:
        return _standing_for(made)
    if family == "flowers":
        return ()
    if family in _BY_EVENT:
        return () if win.tile is None else (win.tile,)
    groups = [group.tiles for group in told.reading.groups]
    sets = [tiles for tiles in groups if len(tiles) >= 3]
    every = tuple(sorted(set(tiles_of(win))))
    if family in _BY_KIND or not groups:
        return every[0], every[len(every) // 2], every[-1]
    return tuple((sets[0] if sets else groups[0] + groups[1])[:3])


def _standing_for(made: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """One tile of each pung or pair if there are several, otherwise the first three tiles: a set."""
    each = tuple(dict.fromkeys(made))
    several = len(each) > 1 and all(made.count(tile) > 1 for tile in each) and not _run(each[:3])
    return each[:3] if several else made[:3] if not _run(each[:3]) else each[:3]


def _run(tiles: tuple[Tile, ...]) -> bool:
    """Whether three tiles are consecutive numbers of a suit."""
    return len(tiles) == 3 and all(b - a == 1 and a.suit == b.suit is not None for a, b in pairwise(tiles))
