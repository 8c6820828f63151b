"""`look(hand, ruleset)`: analyses an unfinished hand: missing tiles, winning tiles and their fan.

Copies in the hand, in its melds and among the visible tiles are not left to come. A kind that the player already owns four times
is not a wait; a wait whose copies are all visible stays a wait, but is dead.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import NamedTuple

from sikwu.hand import Hand
from sikwu.reading import Shapes, counts, is_complete, nearest_tiles, useful_tiles, waits
from sikwu.row import LAYOUT
from sikwu.rules.lowering import PAIRS_DIFFER
from sikwu.rules.presets import rules_of
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import score, table_problems
from sikwu.shown import DrawnAsHtml
from sikwu.texts import HandError, Message, NotationError, Problem, problem, say, wrong_type
from sikwu.tiles import KINDS, Named, Tile, Wind
from sikwu.win import By, Circumstances, Win

_USUAL = Circumstances()
_NAMES = tuple(each.name for each in fields(Circumstances) if each.name != "visible")
_KINDS = tuple(Tile)[:KINDS]
_TILE = LAYOUT["tile"].start // 8  # a byte of its own in a packed row
# Circumstances of wins by a robbed kong or by flowers: nothing to a discard or a draw.
_OTHER_WAYS = ("robbed", "eighth_flower")
DEAD = "look.dead"
"""The problem of a wait that cannot come."""
# Of a hand that is not finished these are no problems.
_UNFINISHED = ("win.no_tile", "win.no_plus", "win.only_flowers", "tiles.count", "feeder.missing")


class State(Named):
    """What can be said about a hand."""

    BUILDING, UNREADY, READY, FULL, IMPOSSIBLE = range(5)


class Useful(NamedTuple):
    """A kind that brings the hand nearer, and the copies that may still come."""

    tile: Tile
    left: int


@dataclass(frozen=True, slots=True)
class Won:
    """What a wait is worth in one way of winning; `problem` tells where these rules do not let it win."""

    fan: int = 0
    capped: int = 0
    valid: bool = False
    """Reaches the minimum."""
    patterns: tuple[tuple[str, int], ...] = ()
    """Pattern and fan, the dearest first."""
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes the hand; what it is worth is not told of a dead one (`Won.problem`): it cannot come."""

    tile: Tile
    left: int
    discard: Won
    self_draw: Won

    @property
    def dead(self) -> bool:
        """Every copy is held or visible."""
        return self.left <= 0

    @property
    def told(self) -> bool:
        """Is it told what the wait is worth?"""
        return self.discard.problem is None or self.discard.problem.code != DEAD


@dataclass(frozen=True, slots=True)
class Discard:
    """A tile that may go, and how the hand stands without it."""

    tile: Tile
    away: int
    useful: tuple[Useful, ...]

    @property
    def copies(self) -> int:
        """All copies of the useful kinds together."""
        return sum(each.left for each in self.useful)


@dataclass(frozen=True, slots=True)
class Look(DrawnAsHtml):
    """What can be said about a hand.

    >>> told = look("22678m 白白 (發發發<E) (中中中<N) 26f seat=S round=E", "hk-standard")
    >>> told.state.text, [(w.tile.text, w.left, w.discard.fan, w.self_draw.fan) for w in told.waits]
    ('ready', [('2m', 2, 10, 11), ('白', 2, 13, 14)])
    >>> look("123m 456p 7s 中").state.text, look("123m 456p 7s 中").missing
    ('building', 6)
    """

    state: State
    hand: Hand
    size: int
    """Tiles of a ready hand: 13 or 16."""
    missing: int
    """Tiles until the hand is full, a meld counting three."""
    away: int | None = None
    """The number of missing tiles: 0 complete, 1 ready; for a full hand, before a discard. None if the hand is impossible."""
    useful: tuple[Useful, ...] = ()
    """Kinds that bring it nearer and can still come; not of a full hand."""
    waits: tuple[Wait, ...] = ()
    discards: tuple[Discard, ...] = ()
    """Of a full hand: every kind that may go, the best first."""
    wins: tuple[Wait, ...] = ()
    """Of a full hand that is complete: each tile that may have been the winning one."""
    problems: tuple[Problem, ...] = ()
    ruleset: Ruleset | None = field(default=None, repr=False, compare=False)
    """The rules that it was looked at by."""

    @property
    def headline(self) -> Message:
        """How the hand stands, in a sentence.

        >>> look("123m 456p 789s EE 中中").headline.en
        'Ready: 2 kinds complete the hand, 4 tiles left.'
        """
        if self.state is State.IMPOSSIBLE:
            return self.problems[0]
        if self.state is State.READY:
            return say("cli.waits.ready", n=len(self.waits), left=sum(wait.left for wait in self.waits))
        if self.state is State.FULL:
            if self.wins:
                return say("cli.waits.complete")
            # After the best discard the hand lacks this many tiles, of which the last is the winning tile.
            return say("cli.waits.full_ready" if self.away == 1 else "cli.waits.full", n=(self.away or 1) - 1)
        if self.state is State.BUILDING:
            return say("cli.waits.building", missing=self.missing, size=self.size + 1, away=self.away)
        return say("cli.waits.unready", n=(self.away or 1) - 1)


def look(
    hand: Hand | Win | str,
    ruleset: Ruleset | str = "hk-standard",
    *,
    seat: Wind | None = None,
    round: Wind | None = None,
    streak: int | None = None,
    at: Circumstances | None = None,
) -> Look:
    """Looks at a hand: tiles, a text (with words such as `seat=S`, without `+tile`), or a win before its tile came.

    What is given by name goes before what a text or a win says. Who discards is not asked: some seat that can.
    """
    rules = rules_of(ruleset)
    if isinstance(hand, str):
        try:
            hand = Win.parse(hand)
        except NotationError as error:
            size = rules.document.size
            return Look(State.IMPOSSIBLE, Hand(()), size, size + 1, problems=error.problems, ruleset=rules)
    if isinstance(hand, Hand):
        hand = Win(hand, None, By.SELF_DRAW, Wind.EAST, Wind.EAST)
    if not isinstance(hand, Win):
        raise wrong_type("look()", "Hand, Win, str", hand)
    drawn = Win(
        hand.hand,
        None,
        By.SELF_DRAW,
        hand.seat if seat is None else seat,
        hand.round if round is None else round,
        None,
        hand.streak if streak is None else streak,
        hand.at if at is None else at,
    )
    return replace(_Looking(drawn, rules).told(), ruleset=rules)


class _Looking:
    """One look: the copies, the two ways of winning, and what follows."""

    def __init__(self, drawn: Win, rules: Ruleset) -> None:
        self.rules, self.size, self.hand = rules, rules.document.size, drawn.hand
        self.drawn = drawn
        self.count = len(self.hand.concealed) + 3 * len(self.hand.melds)

    def told(self) -> Look:
        missing = self.size + 1 - self.count
        problems = self._problems()
        if problems:
            return Look(State.IMPOSSIBLE, self.hand, self.size, max(missing, 0), problems=problems)
        self.owned = self.hand.counts()
        seen = dict(self.drawn.at.visible)
        self.left = [4 - self.owned[kind] - seen.get(kind, 0) for kind in _KINDS]
        self.concealed = counts(self.hand.concealed)
        if missing == 0:
            return self._full()
        waiting = self._waits() if missing == 1 else ()
        if waiting:
            told = tuple(self._wait(tile) for tile in waiting)
            return Look(State.READY, self.hand, self.size, 1, 1, self._useful(waiting), told)
        away, kinds = self._nearest(self.concealed)
        state = State.UNREADY if missing == 1 else State.BUILDING
        return Look(state, self.hand, self.size, missing, away, self._useful(kinds))

    # --- problems

    def _problems(self) -> tuple[Problem, ...]:
        """All problems of the hand; also finds the two ways of winning."""
        bare = replace(self.drawn, at=replace(_USUAL, visible=self.drawn.at.visible))
        found = [each for each in bare.problems(self.size) if each.code not in _UNFINISHED]
        if self.count > self.size + 1:
            found.append(problem("tiles.count", count=self.count, size=self.size))
        found += table_problems(bare, self.rules)
        if found:
            return tuple(found)
        self.by_draw = bare
        self.by_discard = replace(bare, by=By.DISCARD, feeder=Wind((bare.seat + 1) % 4))
        if self.drawn.at == bare.at:
            return ()
        self.by_draw, undrawn = self._fitting(bare)
        ways = [replace(self.by_discard, feeder=Wind((bare.seat + step) % 4)) for step in (1, 2, 3)]
        self.by_discard, undiscarded = min(map(self._fitting, ways), key=lambda way: len(way[1]))
        for name in undrawn:
            if name in undiscarded and name not in _OTHER_WAYS:
                fewer = len(undrawn[name]) <= len(undiscarded[name])
                found += undrawn[name] if fewer else undiscarded[name]
        return tuple(dict.fromkeys(found))

    def _fitting(self, way: Win) -> tuple[Win, dict[str, list[Problem]]]:
        """A way of winning with every circumstance that fits it, and why the others do not."""
        before = set(way.problems(self.size))
        dropped: dict[str, list[Problem]] = {}
        for name in _NAMES:
            value = getattr(self.drawn.at, name)
            if value == getattr(_USUAL, name):
                continue
            tried = replace(way, at=replace(way.at, **{name: value}))
            new = [each for each in tried.problems(self.size) if each not in before]
            if new:
                dropped[name] = new
            else:
                way = tried
        return way, dropped

    # --- what it lacks

    @property
    def _plain(self) -> bool:
        """Nothing lies elsewhere and the shapes are plain: the quick tables know it all."""
        return not self.hand.melds and not self.rules.lowered.shapes & PAIRS_DIFFER and self.count >= self.size

    def _nearest(self, concealed: bytes) -> tuple[int, tuple[Tile, ...]]:
        shapes = self.rules.lowered.shapes
        if self._plain:
            return useful_tiles(concealed, Shapes(shapes))
        laid = [self.owned[kind] - self.concealed[kind] for kind in _KINDS]
        sets = self.rules.document.sets - len(self.hand.melds)
        return nearest_tiles(concealed, bytes(4 - n for n in laid), sets, shapes)

    def _waits(self) -> tuple[Tile, ...]:
        """The kinds that complete a hand of 13 or 16 tiles and are not owned four times."""
        shapes = self.rules.lowered.shapes
        if shapes & PAIRS_DIFFER:
            away, kinds = self._nearest(self.concealed)
            return kinds if away == 1 else ()
        return tuple(tile for tile in waits(self.concealed, Shapes(shapes)) if self.owned[tile] < 4)

    def _useful(self, kinds: Iterable[Tile]) -> tuple[Useful, ...]:
        return tuple(Useful(tile, self.left[tile]) for tile in kinds if self.left[tile] > 0)

    def _full(self) -> Look:
        shapes = self.rules.lowered.shapes
        discards = []
        for tile in dict.fromkeys(self.hand.concealed):
            kept = bytearray(self.concealed)
            kept[tile] -= 1
            away, kinds = self._nearest(bytes(kept))
            discards.append(Discard(tile, away, self._useful(kinds)))
        discards.sort(key=lambda each: (each.away, -each.copies, -len(each.useful), each.tile))
        if self._plain or self.hand.melds:
            complete = is_complete(self.concealed, Shapes(shapes & ~PAIRS_DIFFER))
        else:
            complete = self._nearest(self.concealed)[0] == 0
        away = 0 if complete else discards[0].away if discards else 0
        told = tuple(self._won(tile) for tile in dict.fromkeys(self.hand.concealed)) if complete else ()
        return Look(State.FULL, self.hand, self.size, 0, away, discards=tuple(discards), wins=told)

    # --- what it is worth

    @cached_property
    def discard_row(self) -> bytes:
        """The hand won from a discard, packed; only the tile is put in for each wait."""
        return self.by_discard.pack()

    @cached_property
    def draw_row(self) -> bytes:
        """The same for a self-draw."""
        return self.by_draw.pack()

    def _wait(self, tile: Tile) -> Wait:
        if self.left[tile] <= 0:
            never = Won(problem=problem(DEAD, tile=tile))
            return Wait(tile, 0, never, never)
        return Wait(tile, self.left[tile], self._worth(self.discard_row, tile), self._worth(self.draw_row, tile))

    def _won(self, tile: Tile) -> Wait:
        """The full hand, won with one of its tiles."""
        rest = list(self.hand.concealed)
        rest.remove(tile)
        hand = replace(self.hand, concealed=tuple(rest))
        rows = [replace(way, hand=hand, tile=tile).pack() for way in (self.by_discard, self.by_draw)]
        return Wait(tile, max(self.left[tile], 0), self._worth(rows[0], tile), self._worth(rows[1], tile))

    def _worth(self, row: bytes, tile: Tile) -> Won:
        try:
            told = score(row[:_TILE] + bytes((tile,)) + row[_TILE + 1 :], self.rules)
        except HandError as error:
            return Won(problem=error.problems[0])
        return Won(told.fan, told.capped, told.valid, tuple(told.patterns.items()))
