"""Random wins of the kinds that people meet, and how often the patterns of a house count in them."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from sikwu.hand import Hand, Meld, MeldKind
from sikwu.rules.ruleset import Ruleset
from sikwu.tiles import Tile, Wind
from sikwu.win import By, Win

TILES, WINDS = tuple(Tile), tuple(Wind)
SAMPLE = 1_000
"""The number of wins in a sample."""


def some_win(chance: Random, sets: int = 4, flowers: bool = True) -> Win:
    """A win: mostly mixed hands, some of one suit with honours, some pure, some of pungs.

    >>> win = some_win(Random(1))
    >>> win.problems()
    ()
    """
    seat, round_ = chance.choice(WINDS), chance.choice(WINDS)
    groups, pair = _groups(chance, sets)
    opened = set(chance.sample(range(sets), min(chance.choices(range(5), (40, 22, 18, 14, 6))[0], sets - 1)))
    concealed, melds = [pair, pair], []
    for place, group in enumerate(groups):
        if place in opened:
            melds.append(_meld(chance, group, seat))
        else:
            concealed += group
    tile = concealed.pop(chance.randrange(len(concealed)))
    by = By.SELF_DRAW if chance.random() < 0.4 else By.DISCARD
    feeder = None if by is By.SELF_DRAW else WINDS[(seat + chance.randrange(1, 4)) % 4]
    drawn = chance.sample(TILES[34:], chance.choices((0, 1, 2, 3), (35, 40, 20, 5))[0]) if flowers else []
    hand = Hand(tuple(sorted(concealed)), tuple(melds), tuple(sorted(drawn)))
    return Win(hand, tile, by, seat, round_, feeder)


def _groups(chance: Random, sets: int) -> tuple[list[tuple[Tile, ...]], Tile]:
    style, suit = chance.random(), 9 * chance.randrange(3)
    one, honours = range(suit, suit + 9), range(27, 34)
    pool, pungs = (range(34), 0.3) if style < 0.6 else ((*one, *honours), 0.4) if style < 0.8 else (one, 0.25)
    if style >= 0.9:
        pool, pungs = range(34), 1.0
    starts = [tile for tile in pool if tile < 27 and tile % 9 <= 6]
    while True:
        found: list[tuple[Tile, ...]] = []
        for _ in range(sets):
            alike = chance.random() < pungs
            low = chance.choice(list(pool) if alike else starts)
            found.append((TILES[low],) * 3 if alike else TILES[low : low + 3])
        pair = TILES[chance.choice(list(pool))]
        every = [tile for group in found for tile in group] + [pair, pair]
        if max(map(every.count, every)) <= 4:
            return found, pair


def _meld(chance: Random, group: tuple[Tile, ...], seat: Wind) -> Meld:
    if group[0] is not group[1]:
        return Meld(MeldKind.CHOW, group[0], WINDS[(seat + 3) % 4])
    return Meld(MeldKind.PUNG, group[0], WINDS[(seat + chance.randrange(1, 4)) % 4])


@lru_cache(4)
def sample_rows(sets: int, flowers: bool) -> bytes:
    """The packed rows of a number of wins, always the same."""
    chance = Random(20261116)
    return b"".join(some_win(chance, sets, flowers).pack() for _ in range(SAMPLE))


def how_often(rules: Ruleset) -> dict[str, int]:
    """The number of wins of a sample in which each pattern of the house counts.

    >>> from sikwu import ruleset
    >>> how_often(ruleset("hk-standard"))
    {}
    """
    if not rules.house:
        return {}
    import numpy as np

    rows = np.frombuffer(sample_rows(rules.document.sets, rules.draft.flowers_in_play), np.uint8).reshape(-1, 64)
    judged = rules.judge_many(rows)
    return {each.pattern.id: int(judged.has(each.pattern.id).sum()) for each in rules.house}
