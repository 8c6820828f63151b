"""Hands with wild tiles (鬼, 飛, 百搭): the best that they can stand for, tried as one batch.

A wild tile in the hand, or the winning tile, stands for any kind of which the hand then has at most four; melds are as
they lie. The design of `[tiles]`, and what the rest of Sikwu would need, is in docs/house.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from sikwu.notation import format_tiles, parse_tiles
from sikwu.rules.presets import rules_of
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.tile_sets import T, TileSet
from sikwu.scoring import Score, score
from sikwu.texts import HandError, RulesError, wrong_type
from sikwu.tiles import KINDS, Tile
from sikwu.win import By, Win

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MOST_WILD = 4
"""The most wild tiles of a hand, the winning tile included: 66,045 hands to judge."""


@dataclass(frozen=True, slots=True)
class WildScore:
    """The best score of a hand with wild tiles."""

    score: Score
    """Of the hand with every wild tile as what it stands for."""
    stands: tuple[Tile, ...]
    """What the wild tiles of the hand stand for, in tile order."""
    winning: Tile | None
    """What the winning tile stands for; None: it is not wild."""
    tried: int
    """The number of hands that were judged."""

    @property
    def text(self) -> str:
        """What the wild tiles stand for, the winning tile last, behind a plus sign."""
        parts = [format_tiles(self.stands)] if self.stands else []
        return " ".join([*parts, f"+{self.winning}"] if self.winning is not None else parts)


def wild_kinds(text: str) -> TileSet:
    """The wild kinds of a text.

    >>> wild_kinds("白 1m") == T("1m 白")
    True
    """
    kinds = frozenset(parse_tiles(text))
    if not kinds or any(tile >= KINDS for tile in kinds):
        raise HandError.of("wild.kinds", text=text[:40])
    return T(format_tiles(sorted(kinds)))


def score_wild(win: Win | str, ruleset: Ruleset | str, wild: TileSet) -> WildScore:
    """Scores a win in which some kinds of tile are wild: of everything that they can stand for, the dearest counts.

    The capped fan decide, then the raw fan, then the order of the tiles. A hand that cannot be completed raises the
    same error as without wild tiles.

    >>> from sikwu.rules import T
    >>> told = score_wild("123m 456m 78m 白 55m 99m +5m", "hk-standard", T("白"))
    >>> told.stands, told.score.fan, told.score.patterns
    ((Tile.M3,), 9, {'full_flush': 7, 'no_flowers': 1, 'self_draw': 1})
    """
    rules = rules_of(ruleset)
    if isinstance(win, str):
        win = Win.parse(win)
    if not isinstance(win, Win):
        raise wrong_type("score_wild()", "Win, str", win)
    if not isinstance(wild, TileSet) or wild.dynamic or wild.of_flowers:
        raise wrong_type("score_wild()", "TileSet", wild)
    problems = win.problems(rules.document.size)
    if problems:
        raise HandError(problems)
    own = [tile for tile in win.hand.concealed if wild.mask >> tile & 1]
    of_win = win.by is not By.FLOWERS and win.tile is not None and bool(wild.mask >> win.tile & 1)
    if not own and not of_win:
        return WildScore(score(win, rules), (), None, 1)
    if len(own) + of_win > MOST_WILD:
        raise RulesError.of("wild.too_many", found=len(own) + of_win, most=MOST_WILD)
    stands, tiles, rows = _stood_for(win, own, of_win)
    judged = rules.judge_many(rows)
    if not len(rows) or int(judged.fan.max()) < 0:
        return WildScore(score(win, rules), tuple(own), win.tile if of_win else None, len(rows))  # raises the error
    best = max(range(len(rows)), key=lambda i: (int(judged.capped[i]), int(judged.fan[i]), -i))
    meant = tuple(Tile(kind) for kind in stands[best])
    tile = Tile(tiles[best]) if of_win else None
    # as packed bytes: what is visible or robbed is of real tiles, and not checked against what wild tiles stand for
    return WildScore(score(rows[best].tobytes(), rules), meant, tile, len(rows))


def _stood_for(
    win: Win, own: list[Tile], of_win: bool
) -> tuple[list[tuple[int, ...]], list[int], npt.NDArray[np.uint8]]:
    """Everything that the wild tiles can stand for: in the hand, as the winning tile, and as packed rows."""
    import numpy as np

    assert win.tile is not None
    held = np.array(win.hand.counts()[:KINDS], np.int8)
    for tile in own:
        held[tile] -= 1
    plain = np.frombuffer(win.pack(), np.uint8)
    stands = list(combinations_with_replacement(range(KINDS), len(own)))
    more = np.zeros((len(stands), KINDS), np.int8)
    for at in range(len(own)):
        more[np.arange(len(stands)), np.array([each[at] for each in stands])] += 1
    concealed = (plain[:KINDS] & 15).astype(np.int8)
    for tile in own:
        concealed[tile] -= 1
    kinds = range(KINDS) if of_win else (int(win.tile),)
    meant: list[tuple[int, ...]] = []
    tiles: list[int] = []
    parts = []
    for kind in kinds:
        total = held + more
        total[:, kind] += 1
        fits = np.flatnonzero((total <= 4).all(axis=1))
        rows = np.tile(plain, (len(fits), 1))
        rows[:, :KINDS] = (plain[:KINDS] & 240) | (concealed + more[fits]).astype(np.uint8)
        rows[:, KINDS] = kind
        parts.append(rows)
        meant += [stands[i] for i in fits]
        tiles += [kind] * len(fits)
    return meant, tiles, np.concatenate(parts)
