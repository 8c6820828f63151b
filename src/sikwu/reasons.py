"""Describes facts and conditions as messages, and evaluates a condition part by part for a hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from sikwu.asked import CHOICES, FLAGS, asked, choice
from sikwu.reading import Group, Kind, Place, Reading, Shape
from sikwu.rules.language import (
    ALL,
    ANY_MADE,
    NEVER,
    And,
    Condition,
    Fact,
    Not,
    Op,
    Or,
    Test,
    TileSet,
)
from sikwu.rules.lowering import resolve
from sikwu.rules.pattern import FlowerCount, PatternRow
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.terms import facts_of
from sikwu.scoring import ConditionPart, Score
from sikwu.texts import Message, say
from sikwu.tiles import Tile
from sikwu.win import Win


def value_told(test: Test, value: int, win: Win) -> Message | None:
    """The hand's value for a test; None if ✓ or ✗ is enough."""
    fact = test.fact
    if fact.op is Op.DISCARDER:
        told = (choice(fact.op, value), *((say("choice.discarder.dealer"),) if value > 4 else ()))
        return say("value.each", each=told)
    if fact.op in FLAGS or fact.op in (Op.WIN_IN, Op.PAIR_IN) or (test.op == "==" and test.holds(value)):
        return None
    if fact.op is Op.PLACES:
        return say("value.each", each=tuple(choice(fact.op, place) for place in Place if value >> place & 1))
    if fact.op in CHOICES:
        return choice(fact.op, value)
    if fact.op in (Op.DISCARDS, Op.LEFT) and value == 255:
        return say("value.unknown")
    if fact.op is Op.TILES:
        # If no test needs more, the kernel records only whether there are any; a reader wants to see them.
        found = tiles_of(fact.tiles, win)
        return (
            say("value.tiles", n=len(found), tiles=found) if 0 < len(found) <= 9 else say("value.number", n=len(found))
        )
    return say("value.number", n=value - fact.zero)


def tiles_of(tiles: TileSet, win: Win) -> tuple[Tile, ...]:
    """The tiles of a win, with the winning tile, that are in a set.

    >>> from sikwu.rules.language import HONOURS
    >>> [str(tile) for tile in tiles_of(HONOURS, Win.parse("11m 中 (EEE) +中"))]
    ['E', 'E', 'E', '中', '中']
    """
    mask = _mask(tiles, win)
    held = [*win.hand.concealed, *(t for meld in win.hand.melds for t in meld.tiles)]
    if win.tile is not None:
        held.append(win.tile)
    return tuple(sorted(t for t in held if mask >> t & 1))


def _mask(tiles: TileSet, win: Win) -> int:
    mask, seat, round_ = tiles.mask, 1 << win.seat.tile, 1 << win.round.tile
    mask |= (seat if tiles.dynamic & 1 else 0) | (round_ if tiles.dynamic & 2 else 0)
    return mask & ~((seat if tiles.dynamic & 4 else 0) | (round_ if tiles.dynamic & 8 else 0))


def spoken_of(condition: Condition, reading: Reading, win: Win) -> tuple[Tile, ...] | None:
    """The tiles that a true condition is about; None: the whole hand.

    >>> from sikwu.rules.language import DRAGONS, eyes, pungs
    >>> from sikwu.reading import readings
    >>> win = Win.parse("中中中 123m 456p 789s 發 +發")
    >>> spoken_of((pungs.of(DRAGONS) >= 1) & eyes.in_(DRAGONS), readings(win)[0], win)
    (Tile.RED, Tile.RED, Tile.RED, Tile.GREEN, Tile.GREEN)
    """
    about = speaks_of(condition)
    if isinstance(about, str):
        return win.hand.flowers if about == "flowers" else () if win.tile is None else (win.tile,)
    asked_for = [group for group in reading.groups if any(_fits(fact, group, win) for fact in about)]
    return tuple(tile for group in asked_for for tile in group.tiles) or None


def _fits(fact: Fact, group: Group, win: Win) -> bool:
    """Whether a set or the pair matches a fact."""
    kind = group.kind is Kind.PAIR if fact.op is Op.PAIR_IN else bool(fact.kinds >> group.kind & 1)
    made = fact.op is Op.PAIR_IN or bool(fact.made_by & group.made)
    return kind and made and all(_mask(fact.tiles, win) >> tile & 1 for tile in group.tiles)


def speaks_of(condition: Condition) -> str | tuple[Fact, ...]:
    """What a condition is about: 'flowers', the winning 'tile', certain sets by their facts, or nothing: the whole
    hand.
    """
    facts = facts_of(condition)
    if facts and all(fact.op in _OF_THE_WIN for fact in facts):
        return "flowers" if any(fact.op in _FLOWERS for fact in facts) else "tile"
    parts = condition.parts if isinstance(condition, And) else (condition,)
    wanted = [
        part.fact
        for part in parts
        if isinstance(part, Test) and not part.holds(0) and part.fact.op in (Op.PAIR_IN, Op.SETS)
    ]
    if any(map(_any_sets, wanted)) or any(map(_special, parts)):
        return ()
    return tuple(wanted) if wanted or not any(fact.op in _OF_THE_WAIT for fact in facts) else "tile"


def of_the_win(condition: Condition) -> bool:
    """Whether a condition is only about how the hand was won."""
    facts = facts_of(condition)
    return bool(facts) and all(fact.op in _OF_THE_WIN for fact in facts)


def _special(condition: Condition) -> bool:
    """Whether a condition asks for a hand that is not sets and a pair."""
    return isinstance(condition, Test) and condition.fact.op is Op.SHAPE and not condition.holds(Shape.STANDARD)


def _any_sets(fact: Fact) -> bool:
    """Whether a fact is about sets of any tiles, however they were made. Kongs are excluded: they are few and stand
    out.
    """
    return fact.op is Op.SETS and fact.tiles == ALL and fact.made_by == ANY_MADE and fact.kinds != 4


# Facts about how the hand was won, not about its sets; and about its wait.
_FLOWERS = frozenset({Op.FLOWERS, Op.OWN_FLOWERS, Op.FLOWER_SETS, Op.FLOWERS_OF})
_OF_THE_WIN = frozenset(
    {Op.WIN_IN, Op.BY, Op.REPLACEMENT, Op.FIRST_TURN, Op.READY, *_FLOWERS}
    | {Op.KONG_CHAIN, Op.DISCARDS, Op.WINNERS, Op.STREAK, *FLAGS}
    | {Op.SEAT, Op.ROUND, Op.DISCARDER, Op.LEFT}
)
_OF_THE_WAIT = frozenset({Op.WAITS, Op.PLACE, Op.PLACES, Op.HELD, Op.APPEARED, Op.APPEARED_ALL, Op.OTHER_WAITS})


@dataclass(frozen=True, slots=True)
class ConditionLine:
    """One line of a condition; `holds` and `value` are given if a hand was evaluated."""

    depth: int
    text: Message
    holds: bool | None = None
    value: Message | None = None


def lines(condition: Condition, part: ConditionPart | None = None, win: Win | None = None) -> tuple[ConditionLine, ...]:
    """A condition line by line, with the results for a hand if one is given.

    >>> from sikwu.rules.language import honours, suits
    >>> [line.text.en for line in lines((suits == 1) & (honours >= 1))]
    ['exactly 1 suit', 'at least 1 honour tile']
    """
    return tuple(_lines(condition, part, win, 0, True))


def _lines(
    condition: Condition, part: ConditionPart | None, win: Win | None, depth: int, top: bool
) -> Iterator[ConditionLine]:
    holds = None if part is None else part.holds
    match condition:
        case Test():
            known = part is not None and part.value is not None and win is not None
            value = value_told(condition, part.value, win) if known else None  # type: ignore[union-attr, arg-type]
            yield ConditionLine(depth, asked(condition), holds, value)
        case Not(part=Test() as inner):
            below = None if part is None else part.parts[0]
            told = next(_lines(inner, below, win, depth, False))
            yield ConditionLine(depth, say("line.not", what=told.text), holds, told.value)
        case Not():
            yield ConditionLine(depth, say("line.must_not"), holds)
            yield from _lines(condition.part, None if part is None else part.parts[0], win, depth + 1, False)
        case _:
            parts: tuple[Condition, ...] = getattr(condition, "parts", ())
            every = isinstance(condition, And)
            if not parts:
                yield ConditionLine(depth, say("line.any_hand" if every else "line.no_hand"), holds)
            if not (top and every) and parts:
                yield ConditionLine(depth, say("line.all" if every else "line.any"), holds)
                depth += 1
            for i, each in enumerate(parts):
                yield from _lines(each, None if part is None else part.parts[i], win, depth, False)


# --- a pattern under a ruleset


def lines_of(
    row: PatternRow, condition: Condition, part: ConditionPart | None = None, win: Win | None = None
) -> tuple[ConditionLine, ...]:
    """A row line by line: its condition, and, if it counts the flowers of other seats, those."""
    if row.each is not FlowerCount.OTHER:
        return lines(condition, part, win)
    if win is None:
        return (ConditionLine(0, say("asks.other_flowers")),)
    others = sum(tile.number != win.seat + 1 for tile in win.hand.flowers)
    return (ConditionLine(0, say("asks.other_flowers"), others > 0, say("value.number", n=others)),)


def ways(rules: Ruleset, pattern: str) -> list[tuple[Condition, tuple[ConditionLine, ...]]]:
    """Every way to make a pattern under these rules: its condition, and the same line by line; none for a name that
    does not depend on tiles.

    For a pattern that is not in use, the ways in which it would be made.

    >>> from sikwu import ruleset
    >>> [line.text.en for _, way in ways(ruleset("hk-standard"), "half_flush") for line in way]
    ['exactly 1 suit', 'at least 1 honour tile']
    """
    found: list[tuple[Condition, tuple[ConditionLine, ...]]] = []
    of, raised = rules.pattern(pattern), rules.draft.raised
    if raised is not None and raised.pattern == pattern:  # it depends on the total of the others, not on the hand
        return [(NEVER, (ConditionLine(0, say("because.raised", n=raised.total)),))]
    rows = [] if of.only_beside is not None else [rules.draft.rows[name] for name in of.row_names()]
    counting = [row for row in rows if not row.row.mark]
    for row in [row for row in counting if row.enabled] or counting:
        condition = resolve(row.when, rules.draft.defined)
        way = lines_of(row.row, condition)
        if all(way != told for _, told in found):
            found.append((condition, way))
    return found


def asks_alike(one: Ruleset, other: Ruleset, pattern: str) -> bool:
    """Whether two rulesets have the same condition for a pattern.

    >>> from sikwu import ruleset
    >>> rules = ruleset("hk-standard")
    >>> asks_alike(rules, rules.with_options({"all_chows.pair": "no_honours"}), "all_chows")
    False
    """
    return [repr(way) for way, _ in ways(one, pattern)] == [repr(way) for way, _ in ways(other, pattern)]


class PatternRelations(NamedTuple):
    """How a pattern relates to others, by their ids."""

    absorbs: tuple[str, ...]
    shares: tuple[str, ...]
    """The patterns it absorbs if they are made of its own sets."""
    absorbed_by: tuple[str, ...]
    alone: bool
    """Whether nothing counts beside it."""


def together(rules: Ruleset, pattern: str) -> PatternRelations:
    """What a pattern absorbs, and what absorbs it.

    >>> from sikwu import ruleset
    >>> together(ruleset("hk-standard"), "big_three_dragons").absorbs
    ('dragon_pung',)
    """

    def absorbed(id: str) -> dict[str, None]:
        rows = [rules.draft.rows[name] for name in rules.pattern(id).row_names()]
        return dict.fromkeys(target.split("/")[0] for row in rows for target in sorted(row.absorbs))

    rows = [rules.draft.rows[name].row for name in rules.pattern(pattern).row_names()]
    shared = dict.fromkeys(target.split("/")[0] for row in rows for target in row.absorbs_shared)
    over = (each.id for each in rules.patterns if each.id != pattern and pattern in absorbed(each.id))
    dropped = (id for id in absorbed(pattern) if id != pattern)
    return PatternRelations(tuple(dropped), tuple(shared), tuple(over), any(row.alone for row in rows))


# --- what nearly holds


class NearPattern(NamedTuple):
    """A pattern that does not hold in the reading that counts, with the number of failing parts."""

    pattern: str
    failing: int
    parts: int


class _Shortfall(NamedTuple):
    """How far a condition is from true: the sum of what its parts lack, and how many parts fail of how many."""

    gap: int
    failing: int
    parts: int


def near_misses(score: Score, most: int = 4) -> tuple[NearPattern, ...]:
    """The patterns in use that lack the least; of equal ones, the dearest.

    >>> from sikwu import score
    >>> near_misses(score("123456789m 22p 55m +5m<W"), 1)
    (NearPattern(pattern='full_flush', failing=1, parts=2),)
    """
    rules, lowered, win = score.ruleset, score.ruleset.lowered, score.win
    values = score.fact_values()
    raised = rules.draft.raised
    held = {each.pattern for each in score.counted} | {each.pattern for each in score.not_counted}
    held |= {raised.pattern} if raised else set()
    nearest: dict[str, _Shortfall] = {}
    for row, pattern in zip(lowered.rows, lowered.pattern_of, strict=True):
        if pattern in held or rules.draft.rows[row].row.mark:
            continue
        found = _short(lowered.conditions[row], values, win)
        if not found.failing:
            held.add(pattern)  # it holds, but counts nothing
        elif pattern not in nearest or found < nearest[pattern]:
            nearest[pattern] = found
    ranked = sorted(
        (found.gap, -(rules.worth(pattern) or 0), pattern)
        for pattern, found in nearest.items()
        if pattern not in held and found.gap < _FAR
    )
    return tuple(NearPattern(pattern, *nearest[pattern][1:]) for *_, pattern in ranked[:most])


_FAR = 100
_ELSE = 7
"""The weight of a missing circumstance or shape, compared with tiles."""


def _short(condition: Condition, values: Mapping[Fact, int], win: Win) -> _Shortfall:
    match condition:
        case Test():
            value = values[condition.fact]
            return _Shortfall(0, 0, 1) if condition.holds(value) else _Shortfall(_gap(condition, value, win), 1, 1)
        case And():
            each = [_short(part, values, win) for part in condition.parts]
            return _Shortfall(sum(s.gap for s in each), sum(s.failing for s in each), sum(s.parts for s in each) or 1)
        case Or():
            return min((_short(part, values, win) for part in condition.parts), default=_Shortfall(_FAR, 1, 1))
        case Not():
            return _Shortfall(0, 0, 1) if _short(condition.part, values, win).failing else _Shortfall(_ELSE, 1, 1)
        case _:
            raise TypeError(f"{condition!r} is not resolved")


def _gap(test: Test, value: int, win: Win) -> int:
    """How much a failing test lacks: tiles or sets; a circumstance always counts the same."""
    fact = test.fact
    if fact.op in _OF_THE_WIN or fact.op in CHOICES or fact.op is Op.PAIR_IN:
        return _ELSE
    if fact.op is Op.TILES:  # the kernel may record only whether there are any
        value = len(tiles_of(fact.tiles, win))
    if fact.op is Op.SUITS and test.op == "==":
        return _others(win, max(test.values))
    lacks = min(abs(value - fact.zero - wanted) for wanted in test.values) or 1
    return lacks * 3 if fact.op in (Op.SETS, Op.RELATED) else lacks  # a set is three tiles


def _others(win: Win, suits: int) -> int:
    """The number of tiles outside the largest suits, which would have to be changed."""
    held = [*win.hand.concealed, *(tile for meld in win.hand.melds for tile in meld.tiles)]
    each = sorted((sum(tile // 9 == suit for tile in held) for suit in range(3)), reverse=True)
    return sum(each[suits:]) or 1
