"""Distance to the hands of a template, by listing them: every way to fill a suit with sets, part by part. Slow and to be read."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, product

from sikwu.plans.template import ALL_KINDS, CHOWS, PUNGS, HandTemplate
from sikwu.tiles import KINDS

NEVER = 99
GROUPS = ((0, 9), (9, 18), (18, 27), (27, 34))
Part = dict[tuple[int, int, int], int]
"""Sets, pairs and fan from honours → the fewest tiles missing."""


def sets_in(template: HandTemplate, first: int, last: int) -> list[tuple[int, int, int]]:
    """Every set of a template within some kinds."""
    kinds = [kind for kind in range(first, last) if template.kinds >> kind & 1]
    found = [] if template.sets == CHOWS else [(kind, kind, kind) for kind in kinds]
    if template.sets != PUNGS and last <= 27:
        found += [(kind, kind + 1, kind + 2) for kind in kinds if {kind + 1, kind + 2} <= set(kinds)]
    return found


@cache
def part(template: HandTemplate, first: int, last: int, held: tuple[int, ...], most: int, fan: tuple[int, ...]) -> Part:
    """What the tiles of one suit, or the honours, lack of everything that can be made of it."""
    out: Part = {}
    pairs = [kind for kind in range(first, last) if template.kinds >> kind & 1]
    for count in range(most + 1):
        for sets in combinations_with_replacement(sets_in(template, first, last), count):
            for pair in (None, *pairs):
                wanted = [0] * (last - first)
                for kind in (*(k for each in sets for k in each), *(() if pair is None else (pair, pair))):
                    wanted[kind - first] += 1
                if max(wanted) > 4:
                    continue
                won = sum(fan[each[0] - 27] for each in sets) if first == 27 else 0
                missing = sum(max(0, want - have) for want, have in zip(wanted, held, strict=True))
                key = (count, pair is not None, min(won, 3))
                out[key] = min(out.get(key, NEVER), missing)
    return out


def away(template: HandTemplate, level: int, counts: bytes, sets: int, fan: tuple[int, ...]) -> int:
    """The fewest tiles missing from this many sets and a pair with at least this much fan from pungs of honours."""
    parts = [part(template, a, b, tuple(counts[a:b]), sets, fan) for a, b in GROUPS]
    best = NEVER
    for chosen in product(*(each.items() for each in parts)):
        made, pairs, won = (sum(key[i] for key, _ in chosen) for i in range(3))
        if made == sets and pairs == 1 and won >= level:
            best = min(best, sum(missing for _, missing in chosen))
    return best


def useful(template: HandTemplate, level: int, counts: bytes, sets: int, fan: tuple[int, ...]) -> set[int]:
    """Kinds whose draw lowers it."""
    now, found = away(template, level, counts, sets, fan), set()
    for kind in range(KINDS):
        if counts[kind] < 4 and ALL_KINDS >> kind & 1:
            more = bytearray(counts)
            more[kind] += 1
            if away(template, level, bytes(more), sets, fan) < now:
                found.add(kind)
    return found
