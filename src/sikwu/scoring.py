"""score(win, ruleset): every fan with its reason, what did not count and by which rule, and the other readings.

A `Score` keeps the kernel's recorded computation and turns the part you ask for into values.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from sikwu._kernel import readings as kernel_readings
from sikwu._kernel import waits_of
from sikwu.problems import HandError, Problem
from sikwu.reading import Group, Place, Reading, Shape, make_group, tile_set
from sikwu.rules.language import And, Condition, Not, Or, Test
from sikwu.rules.lowering import resolve
from sikwu.rules.pattern import Text
from sikwu.rules.presets import ruleset as ruleset_named
from sikwu.rules.ruleset import Ruleset
from sikwu.tiles import KINDS, Tile, Wind
from sikwu.win import By, Win

KONG_IS_SELF_DRAW = ("win_on_replacement.exposed_is_self_draw", "win_on_kong.exposed_is_self_draw")
WHYS = ("absorbed", "shared", "lost")
_SHAPES, _PLACES = tuple(Shape), tuple(Place)
_FLOWERS = tuple(tuple(Tile(KINDS + i) for i in range(8) if mask >> i & 1) for mask in range(256))


class Count(NamedTuple):
    """One time a pattern counted: its fan, and the tiles that made it (empty: the whole hand)."""

    pattern: str
    fan: int
    tiles: tuple[Tile, ...]
    row: str


class NotCounted(NamedTuple):
    """A pattern that held and did not count.

    `why`: 'absorbed' (`by` counts, and a rule says that this does not count beside it), 'shared' (the same for the
    tiles both would use), 'lost' (the tiles may serve one of several patterns, and another choice is worth more).
    """

    pattern: str
    by: str
    why: str
    tiles: tuple[Tile, ...]


class JudgedReading(NamedTuple):
    """One reading with the winning tile in one place, and what it is worth."""

    reading: Reading
    fan: int
    capped: int
    counted: tuple[Count, ...]
    not_counted: tuple[NotCounted, ...]

    @property
    def patterns(self) -> dict[str, int]:
        """Pattern → fan counted in total for it, the dearest first."""
        out: dict[str, int] = {}
        for count in self.counted:
            out[count.pattern] = out.get(count.pattern, 0) + count.fan
        return dict(sorted(out.items(), key=lambda row: (-row[1], row[0])))


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a condition with the answer to it; leaves carry the fact's value."""

    condition: Condition
    holds: bool
    value: int | None
    parts: tuple[Part, ...]


class Score:
    """What a win is worth under a ruleset, and why.

    >>> from sikwu import Win, score
    >>> told = score(Win.parse("555888m 1z (222m<N) (777z<E) +1z<N seat=S round=W 1f"), "hk-standard")
    >>> told.fan, told.patterns
    (7, {'all_pungs': 3, 'half_flush': 3, 'dragon_pung': 1})
    """

    __slots__ = ("__dict__", "_best", "_capped", "_chosen", "_fan", "_stories", "_win", "packed", "ruleset")

    def __init__(self, packed: bytes, ruleset: Ruleset, win: Win | None = None) -> None:
        self.packed = packed
        self.ruleset = ruleset
        self._win = win
        self._chosen: JudgedReading | None = None
        self._fan, self._capped, complete, self._best, self._stories = ruleset.lowered.program.judge_fully(packed)
        if self._best < 0:
            raise HandError([_not_a_win(self.win, ruleset, complete)])

    # --- the result

    @property
    def fan(self) -> int:
        """The sum of all fan that count."""
        return self._fan

    @property
    def capped(self) -> int:
        """The fan after the ceiling; limit hands count the ceiling itself where the house unifies them."""
        return self._capped

    @property
    def valid(self) -> bool:
        """Does the hand reach the minimum? A winning dealer's own rows help, in some houses a paying dealer's fan too."""
        return self._fan + self.payer_fan >= self.ruleset.minimum

    @property
    def payer_fan(self) -> int:
        """A paying dealer's fan, where the house counts it under the minimum (`hand.min_counts_payer`); else 0."""
        if not self.ruleset.draft.payer_in_minimum:
            return 0
        win, settings = self.win, self.ruleset.settings
        payer = win.feeder
        if win.by is By.SELF_DRAW and not all(settings.get(name, True) for name in KONG_IS_SELF_DRAW):
            payer = win.kong_feeder  # where it is no self-draw, only the feeder of the kong pays
        return payer_fan(self.ruleset, win.seat, payer, win.streak)

    @property
    def dealer_fan(self) -> int:
        """What the dealer's seat adds to the hand of a winning dealer (莊, 連莊, 拉莊): part of `fan`."""
        rows = self.ruleset.draft.rows
        return sum(count.fan for count in self.counted if rows[count.row].row.of_dealer)

    @property
    def own_fan(self) -> int:
        """The fan of the hand itself, without what the dealer's seat adds: what is written into books."""
        return self._fan - self.dealer_fan

    @property
    def patterns(self) -> dict[str, int]:
        """Pattern → fan counted in total for it; patterns of no fan are left out."""
        return self.best.patterns

    @property
    def label(self) -> str | None:
        """The name of a win in which nothing of the hand itself counts: chicken_hand."""
        return self.ruleset.label(set(self.patterns))

    @cached_property
    def limit_hand(self) -> bool:
        """Is one of the counted patterns a limit hand (例牌)?"""
        draft = self.ruleset.draft
        return any(c.pattern in draft.limit_hands or c.row in draft.limit_hands for c in self.counted)

    @property
    def spicy(self) -> str | None:
        """'triple' for a limit hand, 'double' for a hand of one suit, where the house plays 雙辣三辣."""
        if self.ruleset.settings.get("score.spicy") != "double_triple":
            return None
        if self.limit_hand:
            return "triple"
        return "double" if "full_flush/by_tiles" in self.marks else None

    # --- why

    @property
    def counted(self) -> tuple[Count, ...]:
        """Everything that counted, one entry each time."""
        return self.best.counted

    @property
    def not_counted(self) -> tuple[NotCounted, ...]:
        """Everything that held but did not count, with the rule that says so."""
        return self.best.not_counted

    @property
    def reading(self) -> Reading:
        """The reading that counts."""
        return self.best.reading

    @property
    def best(self) -> JudgedReading:
        """The reading that counts, judged."""
        if self._chosen is None:
            self._chosen = self._judged(self._stories[self._best])
        return self._chosen

    @cached_property
    def others(self) -> tuple[JudgedReading, ...]:
        """The other readings, dearest first."""
        rest = [self._judged(s) for i, s in enumerate(self._stories) if i != self._best]
        return tuple(sorted(rest, key=lambda r: (-r.capped, -r.fan)))

    @cached_property
    def marks(self) -> frozenset[str]:
        """Rows that are noted without counting."""
        low, high = self._stories[self._best][8:10]
        bits = low | high << 64  # type: ignore[operator]
        return frozenset(name for i, name in enumerate(self.ruleset.lowered.rows) if bits >> i & 1)

    @property
    def win(self) -> Win:
        """The win that was judged."""
        if self._win is None:
            self._win = Win.unpack(self.packed)
        return self._win

    @cached_property
    def waits(self) -> tuple[Tile, ...]:
        """The tiles that would have completed the hand before the win, in tile order."""
        return tile_set(waits_of(self.packed, self.ruleset.lowered.shapes))

    def check(self, pattern: str) -> tuple[Part, ...]:
        """Part by part, why a pattern holds or not in the reading that counts; one tree for each row in use."""
        lowered = self.ruleset.lowered
        self.ruleset.pattern(pattern)
        number: int = self._stories[self._best][10]  # type: ignore[assignment]
        values = dict(zip(lowered.facts, lowered.program.fact_values(self.packed, number), strict=True))
        names = [n for n, p in zip(lowered.rows, lowered.pattern_of, strict=True) if p == pattern]
        return tuple(_explained(lowered.conditions[n], values) for n in names)

    def _judged(self, story: tuple[Any, ...]) -> JudgedReading:
        shape, groups, at, place, fan, capped, counted, dropped, *_ = story
        lowered = self.ruleset.lowered
        pattern_of, rows = lowered.pattern_of, lowered.rows
        made = tuple(map(make_group, groups))
        reading = Reading(_SHAPES[shape], made, _PLACES[place], None if at < 0 else at)
        return JudgedReading(
            reading,
            fan,
            capped,
            tuple(
                [
                    Count(pattern_of[r], worth, _tiles(mask, made) if mask else (), rows[r])
                    for r, mask, worth in counted
                    if worth  # a row of no price counts nothing
                ]
            ),
            tuple(
                [
                    NotCounted(pattern_of[r], pattern_of[by], WHYS[why], _tiles(mask, made) if mask else ())
                    for r, mask, by, why in dropped
                    if pattern_of[r] != pattern_of[by]
                ]
            ),
        )

    def __repr__(self) -> str:
        return f"<Score {self.fan} fan {self.patterns} under {self.ruleset.id}>"


def score(win: Win | bytes | str, ruleset: Ruleset | str = "hk-standard") -> Score:
    """Scores a win; everything that is wrong with it is told in one error.

    A `Win` or its text is checked in full; packed bytes are taken as they are and only need to be complete.
    """
    rules = ruleset_named(ruleset) if isinstance(ruleset, str) else ruleset
    if isinstance(win, bytes):
        return Score(win, rules)
    if isinstance(win, str):
        win = Win.parse(win)
    problems = (*win.problems(rules.book.size), *table_problems(win, rules))
    if problems:
        raise HandError(problems)
    return Score(win.pack(), rules, win)


def payer_fan(ruleset: Ruleset, winner: Wind, payer: Wind | None, streak: int) -> int:
    """What a paying dealer's fan adds under the minimum; payer None: all three pay, and so the dealer too."""
    if not ruleset.draft.payer_in_minimum or payer not in (Wind.EAST, None):
        return 0
    return ruleset.money.dealer.of_payer(Wind.EAST, winner, streak)


def table_problems(win: Win, ruleset: Ruleset) -> tuple[Problem, ...]:
    """What cannot be in a game under these rules."""
    if win.hand.flowers and not ruleset.draft.flowers_in_play:
        held = " ".join(map(str, win.hand.flowers))
        return (
            Problem(
                "flowers.not_in_play",
                f"這局不打花（tiles.flowers_in_play），不會有花牌 {held}。",
                f"This game is played without flowers (tiles.flowers_in_play), but the winner holds {held}.",
            ),
        )
    return ()


NO_PAIRS = Text(
    "七對眼未有採用（seven_pairs.enabled），這副牌不是食糊牌型。",
    "Seven pairs are not played here (seven_pairs.enabled), so the hand is not complete.",
)
NO_FOURS_IN_PAIRS = Text(
    "四隻一樣的牌在這裏不當兩對（eight_pairs.four_of_a_kind_as_two_pairs），這副牌不是食糊牌型。",
    "Four alike are not two pairs here (eight_pairs.four_of_a_kind_as_two_pairs), so the hand is not complete.",
)


def _clause_broken(packed: bytes, ruleset: Ruleset) -> Text:
    """The words for what keeps a complete hand from being a win: the first clause that no reading satisfies."""
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
    return draft.clauses[-1][1]  # no clause alone, but all of them together


def _not_a_win(win: Win, ruleset: Ruleset, complete: bool) -> Problem:
    packed = win.pack()
    if complete:
        says = _clause_broken(packed, ruleset)
        return Problem("win.no_flower_win" if win.by is By.FLOWERS else "win.not_legal", says.zh, says.en)
    if kernel_readings(packed, ruleset.book.sets, 2 | 8):
        says = NO_PAIRS if ruleset.book.sets == 4 else NO_FOURS_IN_PAIRS
        return Problem("win.pairs_not_played", says.zh, says.en)
    waiting = " ".join(map(str, tile_set(waits_of(packed, ruleset.lowered.shapes))))
    return Problem(
        "win.not_complete",
        f"食 {win.tile} 不成糊：" + (f"這手牌叫 {waiting}。" if waiting else "這手牌未叫糊。"),
        f"{win.tile} does not complete the hand; " + (f"it waits for {waiting}." if waiting else "it is not ready."),
    )


def _tiles(mask: int, groups: tuple[Group, ...]) -> tuple[Tile, ...]:
    out: tuple[Tile, ...] = ()
    for i, group in enumerate(groups):
        if mask >> i & 1:
            out += group.tiles
    return out + _FLOWERS[mask >> 8] if mask >> 8 else out


def _explained(condition: Condition, values: dict[Any, int]) -> Part:
    match condition:
        case Test():
            value = values[condition.fact]
            return Part(condition, condition.holds(value), value, ())
        case And():
            parts = tuple(_explained(p, values) for p in condition.parts)
            return Part(condition, all(p.holds for p in parts), None, parts)
        case Or():
            parts = tuple(_explained(p, values) for p in condition.parts)
            return Part(condition, any(p.holds for p in parts), None, parts)
        case Not():
            part = _explained(condition.part, values)
            return Part(condition, not part.holds, None, (part,))
        case _:
            raise TypeError(f"{condition!r} is not resolved")
