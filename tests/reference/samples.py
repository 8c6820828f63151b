"""Random wins of many styles and random options, from a given random source."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from random import Random

from reference.readings import ORPHANS, RUNS, TRIPLES, Tiles
from sikwu.hand import Hand, Meld, MeldKind
from sikwu.rules.limits import MOST_FAN
from sikwu.rules.options import OneOf, PatternIds, Ratio, Values, Whole
from sikwu.rules.ruleset import Ruleset
from sikwu.tiles import KINDS, Tile, Wind
from sikwu.win import By, Circumstances, FirstTurn, Ready, Replacement, RobbedKong, Win

SEATS = tuple(Wind)
FLOWERS = tuple(Tile)[KINDS:]


def many(count: int) -> int:
    """How many examples to try: the given number, or twenty times as many if SIKWU_LONG is set."""
    return count * 20 if os.environ.get("SIKWU_LONG") else count


# --- tiles of complete hands

GREEN = {19, 20, 21, 23, 25, 32}
BLUE = {16, *range(27, 31), 33}
PEACOCK = {18, 22, 24, 26, 31}


def _inside(kinds: set[int], runs: bool = True) -> list[Tiles]:
    return [s for s in (*TRIPLES, *(RUNS if runs else ())) if set(s) <= kinds]


def _suit(suit: int) -> set[int]:
    return set(range(9 * suit, 9 * suit + 9))


# A style is the list of sets from which a hand is drawn; a short list makes hands with many readings.
STYLES: dict[str, Callable[[Random], list[Tiles]]] = {
    "anything": lambda chance: [*TRIPLES, *RUNS],
    "chows": lambda chance: list(RUNS),
    "pungs": lambda chance: list(TRIPLES),
    "one suit": lambda chance: _inside(_suit(chance.randrange(3))),
    "one suit and honours": lambda chance: _inside(_suit(chance.randrange(3)) | set(range(27, KINDS))),
    "chows of one suit": lambda chance: list(RUNS[7 * (s := chance.randrange(3)) : 7 * s + 7]),
    "two suits": lambda chance: _inside(_suit(0) | _suit(chance.choice((1, 2)))),
    "few sets": lambda chance: chance.sample([*TRIPLES, *RUNS, *RUNS], 4),
    "neighbours": lambda chance: _neighbours(chance),
    "same numbers": lambda chance: _same_numbers(chance),
    "honours": lambda chance: _inside(set(range(27, KINDS))),
    "winds and a suit": lambda chance: _inside(set(range(27, 31)) | _suit(chance.randrange(3)), runs=False),
    "dragons": lambda chance: [*TRIPLES[31:34] * 6, *TRIPLES, *RUNS],
    "terminals": lambda chance: _inside({t for t in ORPHANS if t < 27} | set(chance.sample(range(27, 34), 2))),
    "green": lambda chance: _inside(GREEN | set(chance.sample((22, 31), 1)) if chance.random() < 0.5 else GREEN),
    "blue": lambda chance: _inside(BLUE, runs=False),
    "peacock": lambda chance: _inside(PEACOCK, runs=False),
    "high": lambda chance: _inside(set(range(9 * (s := chance.randrange(3)) + 4, 9 * s + 9))),
    "nine gates": lambda chance: [],
    "pairs": lambda chance: [],
    "orphans": lambda chance: [],
    "unrelated": lambda chance: [],
}


def _neighbours(chance: Random) -> list[Tiles]:
    low = 9 * chance.randrange(3) + chance.randrange(5)
    return [*((t, t + 1, t + 2) for t in range(low, low + 3)), *((t, t, t) for t in range(low, low + 5))]


def _same_numbers(chance: Random) -> list[Tiles]:
    one, two = chance.sample(range(7), 2)
    runs = chance.random() < 0.5
    return [(t, t + 1, t + 2) if runs else (t, t, t) for s in range(3) for t in (9 * s + one, 9 * s + two)]


def _fits(counts: list[int], tiles: Tiles) -> bool:
    return all(counts[t] + tiles.count(t) <= 4 for t in tiles)


def _special(chance: Random, style: str, sets: int) -> list[int] | None:
    if style == "nine gates":
        low = 9 * chance.randrange(3)
        gates = [low] * 3 + [low + 8] * 3 + list(range(low + 1, low + 8)) + [low + chance.randrange(9)]
        return gates if sets == 4 else None
    if style == "pairs" and sets == 4:
        kinds = chance.choice(
            (list(range(KINDS)), list(range(9)), list(range(9, 18)), list(range(18, 34)), list(ORPHANS))
        )
        return sorted(chance.sample(kinds, 7) * 2)
    if style == "pairs":
        kinds = chance.choice((list(range(KINDS)), list(range(9)), list(range(18, 34))))
        chosen = chance.sample(kinds, 8)
        if chance.random() < 0.3:
            chosen[1] = chosen[2]  # four identical tiles are two pairs
        return sorted(chosen * 2 + chosen[:1])
    if style == "orphans":
        tiles = [*ORPHANS, chance.choice(ORPHANS)]
        return tiles if sets == 4 else tiles + list(chance.choice((*TRIPLES, *RUNS)))
    if style == "unrelated" and sets == 5:
        trios = [(0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 3, 7), (0, 4, 8), (1, 5, 8)]
        tiles = [*range(27, KINDS), *(9 * suit + n for suit in range(3) for n in chance.choice(trios))]
        return [*tiles, chance.choice(tiles)]
    return None


def random_hand(chance: Random, sets: int = 4, style: str | None = None) -> tuple[list[Meld], list[int]]:
    """Melds and concealed tiles (the winning one among them) of a complete hand; at least one tile is concealed."""
    while True:
        name = style or chance.choice(list(STYLES))
        special = _special(chance, name, sets)
        if special is not None:
            if all(special.count(t) <= 4 for t in special):
                return [], special
            continue
        pool = STYLES[name](chance)
        if not pool:
            style = None
            continue
        counts = [0] * KINDS
        melds: list[Meld] = []
        concealed: list[int] = []
        open_, kongs = chance.choice((0, 0, 0.3, 0.8)), chance.choice((0, 0.1, 0.6))
        for _ in range(sets):
            group = next((g for g in chance.sample(pool, len(pool)) if _fits(counts, g)), None)
            if group is None:
                break
            low = group[0]
            if group[1] == low and chance.random() < kongs and _fits(counts, (low,) * 4):
                kind = MeldKind(chance.randrange(2, 5))
                group = (low,) * 4
            elif chance.random() < open_:
                kind = MeldKind.PUNG if group[1] == low else MeldKind.CHOW
            else:
                kind = None
            for tile in group:
                counts[tile] += 1
            if kind is None:
                concealed += group
            else:
                melds.append(Meld(kind, Tile(low)))
        else:
            near = {t for s in pool for t in s}
            pairs = [t for t in (near if chance.random() < 0.8 else range(KINDS)) if counts[t] <= 2]
            if pairs:
                return melds, [*concealed, *[chance.choice(pairs)] * 2]


# --- circumstances


def told_left(chance: Random, win: Win) -> Win:
    """The same win, in half of the cases with the number of tiles left in the wall."""
    return replace(win, at=replace(win.at, left=chance.randrange(0, 90))) if chance.random() < 0.5 else win


def random_win(chance: Random, sets: int = 4, style: str | None = None) -> Win:
    """A complete win of a random or the given style, with circumstances that do not contradict each other."""
    if style is None and chance.random() < 0.03:
        return _flower_win(chance, sets)
    melds, tiles = random_hand(chance, sets, style)
    tile = Tile(chance.choice(tiles))
    tiles.remove(tile)
    while True:
        win = _dressed(chance, melds, tiles, tile)
        if not win.problems(3 * sets + 1):
            return win


def _flower_win(chance: Random, sets: int) -> Win:
    seat = chance.choice(SEATS)
    others = [s for s in SEATS if s is not seat]
    while True:
        melds, tiles = random_hand(chance, sets)
        hand = Hand(tuple(map(Tile, tiles[1:])), tuple(melds), tuple(chance.sample(FLOWERS, chance.choice((7, 7, 8)))))
        at = Circumstances(
            replacement=chance.choice(list(Replacement)),
            kong_chain=chance.choice((0, 0, 1, 2, 3)),
            flower_between_kongs=chance.random() < 0.2,
            last_tile=chance.random() < 0.3,
            first_turn=FirstTurn.HEAVENLY if chance.random() < 0.3 else FirstTurn.NONE,
            eighth_flower=chance.choice(others) if chance.random() < 0.4 else None,
        )
        win = Win(hand, None, By.FLOWERS, seat, chance.choice(SEATS), at=at)
        if not win.problems(3 * sets + 1):
            return win


def _dressed(chance: Random, melds: list[Meld], tiles: list[int], tile: Tile) -> Win:
    def sometimes(often: float = 0.15) -> bool:
        return chance.random() < often

    seat = chance.choice(SEATS)
    others = [s for s in SEATS if s is not seat]
    by = chance.choice((By.DISCARD, By.SELF_DRAW, By.SELF_DRAW, By.ROB_KONG if sometimes(0.5) else By.DISCARD))
    feeders = {MeldKind.KONG_CONCEALED: (None,), MeldKind.CHOW: (Wind((seat + 3) % 4),)}  # otherwise any seat
    claims = [Meld(m.kind, m.tile, chance.choice(feeders.get(m.kind, others))) for m in melds]
    fed = [m.feeder for m in claims if m.kind is MeldKind.KONG_EXPOSED]
    drawn, robbed, kongs = by is By.SELF_DRAW, by is By.ROB_KONG, sum(m.kind.is_kong for m in melds)
    flowers = tuple(chance.sample(FLOWERS, chance.choice((0, 0, 1, 2, 3, 5, 7, 8))))
    after_kong = drawn and bool(kongs) and sometimes(0.6)
    chain = chance.randrange(kongs + 1) if after_kong else 0
    owned = Hand(tuple(map(Tile, tiles)), tuple(melds)).counts()
    owned[tile] += 1
    seen = {Tile(k): chance.randint(1, 4 - owned[k]) for k in range(KINDS) if owned[k] < 4 and sometimes(0.2)}
    first = chance.choice(list(FirstTurn)) if sometimes() else FirstTurn.NONE
    ready = chance.choice(list(Ready)[: 3 if melds else 5]) if sometimes(0.2) else Ready.NONE
    at = Circumstances(
        replacement=Replacement.KONG
        if after_kong
        else Replacement.FLOWER
        if drawn and flowers and sometimes()
        else Replacement.NONE,
        kong_chain=chain,
        kong_feeder=chance.choice(fed) if fed and sometimes(0.5) else None,
        second_kong_uses_replacement=chain >= 2 and sometimes(0.5),
        flower_between_kongs=chain >= 2 and sometimes(0.3),
        robbed=chance.choice(list(RobbedKong)) if robbed else RobbedKong.ADDED,
        last_tile=by is not By.DISCARD and sometimes(),
        last_discard=not drawn and sometimes(),
        first_turn=first,
        ready=ready,
        one_shot=bool(ready) and sometimes(0.4),
        discards=chance.randrange(1, 60) if sometimes(0.5) and first is not FirstTurn.HEAVENLY else None,
        visible=tuple(seen.items()) if sometimes(0.5) else (),
        eighth_flower=chance.choice(others) if sometimes() and len(flowers) < 8 else None,
        winners=chance.choice((1, 1, 1, 2, 3)),
    )
    hand = Hand(tuple(map(Tile, tiles)), tuple(claims), flowers)
    feeder = None if drawn else chance.choice(others)
    return Win(hand, tile, by, seat, chance.choice(SEATS), feeder, chance.choice((0, 0, 1, 2, 7)), at)


# --- options


def random_value(chance: Random, values: Values, ids: tuple[str, ...]) -> object:
    """Any value an option takes."""
    match values:
        case OneOf(values=some):
            return chance.choice(some)
        case Whole(least, most, words):
            number = chance.randint(least, most if most < MOST_FAN else least + 15)  # values that people would choose
            return chance.choice((number, *words)) if chance.random() < 0.5 else number
        case Ratio(least, most, above):
            whole = chance.randint(least + above, min(most, least + 3))
            return chance.choice((whole, f"{2 * whole + 1}/2")) if whole != most else whole
        case PatternIds(words):
            some = tuple(chance.sample(ids, chance.randrange(len(ids) + 1)))
            return chance.choice((some, *words))


def random_options(chance: Random, ruleset: Ruleset, often: float | None = None) -> dict[str, object]:
    """New values for some or all of a ruleset's options."""
    ids = tuple(p.id for p in ruleset.patterns)
    often = chance.choice((0.1, 0.4, 1.0)) if often is None else often
    chosen = {o.id: random_value(chance, o.values, ids) for o in ruleset.options if chance.random() < often}
    if chance.random() < 0.5:  # all customs together, because they compete
        chosen |= {o.id: True for o in ruleset.options if o.id.endswith(".enabled")}
    return chosen
