"""`score(win, ruleset)`: every fan with its reason, the patterns that did not count and why, and the other readings.

A `Score` keeps the kernel's recorded computation and turns the part you ask for into values.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, TypeVar

from sikwu._kernel import ROW_BYTES, KernelJudgement, Story, TooMany, waits_of
from sikwu._kernel import readings as kernel_readings
from sikwu.reading import Group, Place, Reading, Shape, Shapes, make_group, tile_set
from sikwu.row import LAYOUT
from sikwu.rules.language import And, Condition, Not, Or, Test, total
from sikwu.rules.lowering import LoweredRules, resolve
from sikwu.rules.pattern import Text
from sikwu.rules.presets import rules_of
from sikwu.rules.ruleset import Ruleset, too_many_ways
from sikwu.shown import DrawnAsHtml
from sikwu.texts import HandError, Problem, problem, wrong_type
from sikwu.tiles import KINDS, Tile, Wind
from sikwu.win import By, Win
from sikwu.written import row_of, row_of_case, row_of_text

AnyValue = TypeVar("AnyValue")
WHYS = ("absorbed", "shared", "lost")
_SHAPES, _PLACES = tuple(Shape), tuple(Place)
_FLOWERS_AT = LAYOUT["flowers"].start // 8
_FLOWERS = tuple(tuple(Tile(KINDS + i) for i in range(8) if mask >> i & 1) for mask in range(256))


class Count(NamedTuple):
    """One time a pattern counted: its fan, and the tiles that made it (empty: the whole hand)."""

    pattern: str
    fan: int
    tiles: tuple[Tile, ...]
    row: str


class UncountedPattern(NamedTuple):
    """A pattern that held but did not count.

    `why`: 'absorbed' (`by` counts, and a rule says that this does not count beside it), 'shared' (the same for the
    tiles both would use), 'lost' (the tiles may serve one of several patterns, and another choice is worth more).
    """

    pattern: str
    by: str
    why: str
    tiles: tuple[Tile, ...]
    row: str = ""


class JudgedReading(NamedTuple):
    """One reading with the winning tile in one place, and its worth."""

    reading: Reading
    fan: int
    capped: int
    counted: tuple[Count, ...]
    not_counted: tuple[UncountedPattern, ...]

    @property
    def patterns(self) -> dict[str, int]:
        """Pattern → its total fan, the dearest first."""
        out: dict[str, int] = {}
        for count in self.counted:
            out[count.pattern] = out.get(count.pattern, 0) + count.fan
        return dict(sorted(out.items(), key=lambda row: (-row[1], row[0])))


@dataclass(frozen=True, slots=True)
class ConditionPart:
    """A part of a condition with its result; leaves carry the fact's value."""

    condition: Condition
    holds: bool
    value: int | None
    parts: tuple[ConditionPart, ...]


class Score(DrawnAsHtml):
    """The worth of a win under a ruleset, and the reasons: a frozen record of the kernel's result, converted to
    values on demand.

    >>> from sikwu import Win, score
    >>> told = score(Win.parse("555888m 1z (222m<N) (777z<E) +1z<N seat=S round=W 1f"), "hk-standard")
    >>> told.fan, told.patterns
    (7, {'all_pungs': 3, 'half_flush': 3, 'dragon_pung': 1})
    """

    __slots__ = ("_best", "_capped", "_fan", "_made", "_packed", "_ruleset", "_told")

    def __init__(
        self, packed: bytes, ruleset: Ruleset, fan: int, capped: int, told: KernelJudgement | None = None, **made: Any
    ) -> None:
        self._packed = packed
        self._ruleset = ruleset
        self._fan = fan
        self._capped = capped
        self._told = told  # None in a score that was pickled: then all values were made before
        self._best: JudgedReading | None = made.get("best")
        self._made = made  # values made so far

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Score) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[object, ...]:
        return (self._packed, self._ruleset, self._fan, self._capped)

    def __reduce__(self) -> tuple[object, ...]:
        values = {name: getattr(self, name) for name in ("best", "others", "marks", "win", "waits", "number")}
        return partial(Score, **values), self._key

    # --- the result

    @property
    def packed(self) -> bytes:
        """The win as 64 bytes."""
        return self._packed

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the score."""
        return self._ruleset

    @property
    def fan(self) -> int:
        """The sum of all fan that count."""
        return self._fan

    @property
    def capped(self) -> int:
        """The fan after the ceiling; limit hands count exactly the ceiling if the house unifies them."""
        return self._capped

    @property
    def valid(self) -> bool:
        """Whether the hand reaches the minimum. A winning dealer's own rows count, in some houses a paying dealer's
        fan too.
        """
        least = self._ruleset.draft.minimum
        counted = self.toward_minimum
        return counted >= least or counted + self.payer_fan >= least

    @property
    def toward_minimum(self) -> int:
        """The fan that count towards the minimum: all, unless the house leaves out some patterns."""
        aside = self._ruleset.lowered.aside
        return self._fan - sum(count.fan for count in self.counted if count.row in aside) if aside else self._fan

    @property
    def payer_fan(self) -> int:
        """A paying dealer's fan, if the house counts them towards the minimum (`hand.min_counts_payer`); otherwise 0."""
        if not self.ruleset.draft.payer_in_minimum:
            return 0
        win, payer = self.win, self.win.feeder
        if win.by is By.SELF_DRAW and self.ruleset.money.duties.kong_feeder_alone:
            payer = win.kong_feeder
        return payer_fan(self.ruleset, win.seat, payer, win.streak)

    @property
    def dealer_fan(self) -> int:
        """The fan that the dealer's seat adds for a winning dealer (莊, 連莊, 拉莊); included in `fan`."""
        rows = self.ruleset.draft.rows
        return sum(count.fan for count in self.counted if rows[count.row].row.of_dealer)

    @property
    def own_fan(self) -> int:
        """The fan of the hand itself, without the dealer's extra fan; books store these."""
        return self._fan - self.dealer_fan

    @property
    def patterns(self) -> dict[str, int]:
        """Pattern → its total fan, the dearest first; patterns of no fan are left out."""
        if self._told is None:
            return self.best.patterns
        return self._ruleset.lowered.program.patterns_of(self._told)

    @property
    def label(self) -> str | None:
        """The name of a win in which no pattern of the hand counts: chicken_hand."""
        return self.ruleset.label(set(self.patterns))

    @property
    def first_fan(self) -> int:
        """The fan of everything that does not count last: what `total` is in a condition. 一變五 comes after it."""
        last, raised = self._ruleset.lowered.last, self._ruleset.draft.raised
        more = raised.to - raised.total if raised is not None and raised.pattern in self.patterns else 0
        return self._fan - more - sum(count.fan for count in self.counted if count.row in last)

    @property
    def limit_hand(self) -> bool:
        """Whether one of the counted patterns is a limit hand (例牌)."""
        limits = self.ruleset.draft.limit_hands
        return any(c.pattern in limits or c.row in limits for c in self.counted)

    @property
    def spicy(self) -> str | None:
        """'triple' for a limit hand, 'double' for a hand of one suit, if the house plays 雙辣三辣."""
        if not self.ruleset.plays_spicy:
            return None
        if self.limit_hand:
            return "triple"
        return "double" if not self.marks.isdisjoint(self.ruleset.document.hot) else None

    # --- why

    @property
    def counted(self) -> tuple[Count, ...]:
        """Everything that counted, one entry each time it counted."""
        return self.best.counted

    @property
    def not_counted(self) -> tuple[UncountedPattern, ...]:
        """Everything that held but did not count, with the rule that excludes it."""
        return self.best.not_counted

    @property
    def reading(self) -> Reading:
        """The reading that counts."""
        return self.best.reading

    @property
    def best(self) -> JudgedReading:
        """The reading that counts, judged."""
        if self._best is None:
            self._best = _judged(self._story.best, self._ruleset.lowered)
        return self._best

    @property
    def others(self) -> tuple[JudgedReading, ...]:
        """The other readings, dearest first."""
        return self._once("others", self._others)

    @property
    def marks(self) -> frozenset[str]:
        """Rows that are recorded without counting."""
        return self._once("marks", self._marks)

    @property
    def win(self) -> Win:
        """The win that was judged."""
        made = self._made  # read often, so without another call
        if "win" not in made:
            made["win"] = Win.unpack(self._packed)
        win: Win = made["win"]
        return win

    @property
    def waits(self) -> tuple[Tile, ...]:
        """The tiles that would have completed the hand before the win, in tile order."""
        return self._once("waits", lambda: tile_set(waits_of(self.packed, self.ruleset.lowered.shapes)))

    @property
    def number(self) -> int:
        """The number of the counting reading among all with the winning tile in its place, legal or not."""
        return self._once("number", lambda: self._story.best.number)

    def check(self, pattern: str) -> tuple[ConditionPart, ...]:
        """Why a pattern holds or does not in the reading that counts, part by part; one tree for each row in use."""
        lowered = self.ruleset.lowered
        self.ruleset.pattern(pattern)
        values = self.fact_values()
        names = [n for n, p in zip(lowered.rows, lowered.pattern_of, strict=True) if p == pattern]
        return tuple(_explained(lowered.conditions[n], values) for n in names)

    def fact_values(self) -> dict[Any, int]:
        """Every fact used by some condition, with its value in the reading that counts."""
        lowered = self.ruleset.lowered
        try:
            values = dict(zip(lowered.facts, lowered.program.fact_values(self.packed, self.number), strict=True))
        except TooMany:
            raise too_many_ways(self.ruleset) from None
        return {**values, total: self.first_fan} if lowered.last else values

    # --- made on demand

    def _once(self, name: str, make: Callable[[], AnyValue]) -> AnyValue:
        if name not in self._made:
            self._made[name] = make()
        value: AnyValue = self._made[name]
        return value

    @property
    def _story(self) -> KernelJudgement:
        assert self._told is not None
        return self._told

    def _others(self) -> tuple[JudgedReading, ...]:
        rest = [_judged(story, self.ruleset.lowered) for story in self._story.others]
        return tuple(sorted(rest, key=lambda r: (-r.capped, -r.fan)))

    def _marks(self) -> frozenset[str]:
        bits = self._story.best.marks
        return frozenset(name for i, name in enumerate(self.ruleset.lowered.rows) if bits >> i & 1)

    def __repr__(self) -> str:
        return f"<Score {self.fan} fan {self.patterns} under {self.ruleset.id}>"


def _judged(story: Story, lowered: LoweredRules) -> JudgedReading:
    pattern_of, rows = lowered.pattern_of, lowered.rows
    made, at = tuple(map(make_group, story.groups)), story.at
    return JudgedReading(
        Reading(_SHAPES[story.shape], made, _PLACES[story.place], None if at < 0 else at),
        story.fan,
        story.capped,
        tuple(
            [
                Count(pattern_of[row], worth, _tiles(mask, made) if mask else (), rows[row])
                for row, mask, worth in story.counted
                if worth  # a row without a price counts nothing
            ]
        ),
        tuple(
            [
                UncountedPattern(
                    pattern_of[row], pattern_of[by], WHYS[why], _tiles(mask, made) if mask else (), rows[row]
                )
                for row, mask, by, why in story.dropped
                if pattern_of[row] != pattern_of[by]
            ]
        ),
    )


def score(win: Win | bytes | str, ruleset: Ruleset | str = "hk-standard") -> Score:
    """Scores a win; an error lists everything that is wrong with it.

    A `Win` or its text is fully checked; packed bytes are not checked, except that the hand must be complete.
    """
    rules = rules_of(ruleset)
    if isinstance(win, bytes):
        return _score(win, rules) if len(win) == ROW_BYTES else _score(Win.unpack(win).pack(), rules)
    packed = packed_under(win, rules)
    if packed is not None:
        return _score(packed, rules, win if isinstance(win, Win) else None)
    if isinstance(win, str):
        win = Win.parse(win)
    if not isinstance(win, Win):
        raise wrong_type("score()", "Win, str, bytes", win)
    problems = (*win.problems(rules.document.size), *table_problems(win, rules))
    if problems:
        raise HandError(problems)
    return _score(win.pack(), rules, win)


def packed_under(win: Win | str | dict[str, object], rules: Ruleset) -> bytes | None:
    """The row of a win, of its text or of its case, if nothing is wrong with it under these rules.

    The kernel parses it. If it returns None, the ordinary way finds the problems, if there are any.

    >>> from sikwu import ruleset
    >>> packed_under("123p 333s 567s 678m E +E 1f", ruleset("hk-standard").with_options({"tiles.flowers_in_play": False}))
    """
    size = rules.document.size
    if isinstance(win, Win):
        packed = row_of(win, size)
    elif isinstance(win, str):
        packed = row_of_text(win, size)
    else:
        packed = row_of_case(win, size) if isinstance(win, dict) else None
    if packed is not None and packed[_FLOWERS_AT] and not rules.draft.flowers_in_play:
        return None
    return packed


def _score(packed: bytes, rules: Ruleset, win: Win | None = None) -> Score:
    try:
        told = rules.lowered.program.judge_fully(packed)
    except TooMany:
        raise too_many_ways(rules) from None
    if not told.wins:
        raise HandError([_not_a_win(win or Win.unpack(packed), rules, told.complete)])
    if win is None:
        return Score(packed, rules, told.fan, told.capped, told)
    return Score(packed, rules, told.fan, told.capped, told, win=win)


def payer_fan(ruleset: Ruleset, winner: Wind, payer: Wind | None, streak: int) -> int:
    """The fan of a paying dealer that count towards the minimum; payer None: all three pay, so the dealer too."""
    if not ruleset.draft.payer_in_minimum or payer not in (Wind.EAST, None):
        return 0
    return ruleset.money.dealer.of_payer(Wind.EAST, winner, streak)


def table_problems(win: Win, ruleset: Ruleset) -> tuple[Problem, ...]:
    """Problems of a win in a game under these rules."""
    if win.hand.flowers and not ruleset.draft.flowers_in_play:
        return (problem("flowers.not_in_play", tiles=win.hand.flowers),)
    return ()


def _clause_broken(packed: bytes, ruleset: Ruleset) -> Text:
    """The sentence for the first legality clause that no reading of a complete hand satisfies."""
    facts, draft, program = ruleset.lowered.facts, ruleset.draft, ruleset.lowered.program
    values: list[dict[Any, int]] = []
    while True:
        try:
            values.append(dict(zip(facts, program.fact_values(packed, len(values)), strict=True)))
        except IndexError:
            break
    for condition, says in draft.clauses:
        wanted = resolve(condition, draft.defined)
        if not any(_explained(wanted, each).holds for each in values):
            return says
    return draft.clauses[-1][1]  # no single clause, but all of them together


def _not_a_win(win: Win, ruleset: Ruleset, complete: bool) -> Problem:
    packed = win.pack()
    if complete:
        says = _clause_broken(packed, ruleset)
        return problem("win.no_flower_win" if win.by is By.FLOWERS else "win.not_legal", says=says)
    sets = ruleset.document.sets
    if kernel_readings(packed, sets, Shapes.DOUBLED_PAIRS | Shapes.EIGHT_PAIRS):
        if sets == 4 and not ruleset.lowered.shapes & Shapes.SEVEN_PAIRS:
            return problem("win.pairs_not_played")
        option = f"{'seven' if sets == 4 else 'eight'}_pairs.four_of_a_kind_as_two_pairs"
        return problem("win.fours_are_no_pairs", option=option)
    waiting = tile_set(waits_of(packed, ruleset.lowered.shapes))
    tile = () if win.tile is None else (win.tile,)
    return problem("win.not_complete" if waiting else "win.not_ready", tile=tile, waits=waiting)


def _tiles(mask: int, groups: tuple[Group, ...]) -> tuple[Tile, ...]:
    out: tuple[Tile, ...] = ()
    for i, group in enumerate(groups):
        if mask >> i & 1:
            out += group.tiles
    return out + _FLOWERS[mask >> 8] if mask >> 8 else out


def _explained(condition: Condition, values: dict[Any, int]) -> ConditionPart:
    match condition:
        case Test():
            value = values[condition.fact]
            return ConditionPart(condition, condition.holds(value), value, ())
        case And():
            parts = tuple(_explained(p, values) for p in condition.parts)
            return ConditionPart(condition, all(p.holds for p in parts), None, parts)
        case Or():
            parts = tuple(_explained(p, values) for p in condition.parts)
            return ConditionPart(condition, any(p.holds for p in parts), None, parts)
        case Not():
            part = _explained(condition.part, values)
            return ConditionPart(condition, not part.holds, None, (part,))
        case _:
            raise TypeError(f"{condition!r} is not resolved")
