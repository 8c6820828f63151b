"""`look(hand, ruleset)`: analyses an unfinished hand: missing tiles, winning tiles and their fan.

Copies in the hand, in its melds and among the visible tiles cannot be drawn any more. A kind of which the player
already has four is not a wait. A wait whose copies are all visible is still a wait, but dead.
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
from sikwu.tiles import KINDS, NamedNumber, Tile, Wind
from sikwu.win import By, Circumstances, Win

_USUAL = Circumstances()
_NAMES = tuple(each.name for each in fields(Circumstances) if each.name != "visible")
_KINDS = tuple(Tile)[:KINDS]
_TILE = LAYOUT["tile"].start // 8  # one byte in a packed row
# Circumstances of wins by a robbed kong or by flowers: nothing to a discard or a draw.
_OTHER_WAYS = ("robbed", "eighth_flower")
DEAD = "look.dead"
"""The problem code of a dead wait."""
# Not problems in an unfinished hand.
_UNFINISHED = ("win.no_tile", "win.no_plus", "win.only_flowers", "tiles.count", "feeder.missing")


class HandState(NamedNumber):
    """The state of a hand."""

    BUILDING, UNREADY, READY, FULL, IMPOSSIBLE = range(5)


class UsefulTile(NamedTuple):
    """A kind that brings the hand nearer, and the copies that are left."""

    tile: Tile
    left: int


@dataclass(frozen=True, slots=True)
class WaitWorth:
    """The worth of a wait in one way of winning; `problem`: why the rules do not let it win."""

    fan: int = 0
    capped: int = 0
    valid: bool = False
    """Whether it reaches the minimum."""
    patterns: tuple[tuple[str, int], ...] = ()
    """Patterns and their fan, the dearest first."""
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes the hand. A dead wait has no worth (`WaitWorth.problem`), because it cannot come."""

    tile: Tile
    left: int
    discard: WaitWorth
    self_draw: WaitWorth

    @property
    def dead(self) -> bool:
        """Whether every copy is held or visible."""
        return self.left <= 0

    @property
    def told(self) -> bool:
        """Whether the worth of the wait is given."""
        return self.discard.problem is None or self.discard.problem.code != DEAD


@dataclass(frozen=True, slots=True)
class Discard:
    """A possible discard, and the state of the hand without it."""

    tile: Tile
    away: int
    useful: tuple[UsefulTile, ...]

    @property
    def copies(self) -> int:
        """The number of copies left of all useful kinds."""
        return sum(each.left for each in self.useful)


@dataclass(frozen=True, slots=True)
class HandAim:
    """A hand to play for: the pattern that names it, and what it lacks."""

    pattern: str
    fan: int
    """The least fan of such a hand won by a discard, with the honours and flowers at hand."""
    away: int
    """The number of missing tiles; 1 ready."""
    useful: tuple[UsefulTile, ...]
    """Kinds that bring it nearer and are still available."""

    @property
    def copies(self) -> int:
        """The number of copies left of all useful kinds."""
        return sum(each.left for each in self.useful)


@dataclass(frozen=True, slots=True)
class Look(DrawnAsHtml):
    """The analysis of a hand.

    >>> told = look("22678m 白白 (發發發<E) (中中中<N) 26f seat=S round=E", "hk-standard")
    >>> told.state.text, [(w.tile.text, w.left, w.discard.fan, w.self_draw.fan) for w in told.waits]
    ('ready', [('2m', 2, 10, 11), ('白', 2, 13, 14)])
    >>> look("123m 456p 7s 中").state.text, look("123m 456p 7s 中").missing
    ('building', 6)
    """

    state: HandState
    hand: Hand
    size: int
    """The number of tiles of a ready hand: 13 or 16."""
    missing: int
    """How many tiles the hand lacks to be full; a meld counts three."""
    away: int | None = None
    """The number of missing tiles: 0 complete, 1 ready; for a full hand, before a discard. None if the hand is impossible."""
    useful: tuple[UsefulTile, ...] = ()
    """Kinds that bring the hand nearer and are still available; empty for a full hand."""
    waits: tuple[Wait, ...] = ()
    discards: tuple[Discard, ...] = ()
    """For a full hand: every possible discard, the best first."""
    wins: tuple[Wait, ...] = ()
    """For a complete full hand: each tile that may have been the winning one."""
    problems: tuple[Problem, ...] = ()
    ruleset: Ruleset | None = field(default=None, repr=False, compare=False)
    """The rules used for the analysis."""
    drawn: Win | None = field(default=None, repr=False, compare=False)
    """The hand with its circumstances, before its last tile."""

    @property
    def aims(self) -> tuple[HandAim, ...]:
        """Hands with enough fan that an unready or a full hand may become, the nearest first; computed on demand (`sikwu.plans`).

        >>> [(aim.pattern, aim.away, aim.copies) for aim in look("1123478m 99s EE 中中").aims][:1]
        [('half_flush', 3, 12)]
        """
        if (
            self.state not in (HandState.UNREADY, HandState.FULL)
            or self.wins
            or self.ruleset is None
            or self.drawn is None
        ):
            return ()
        from sikwu.plans import aims  # only who asks loads them

        owned, seen = self.hand.counts(), dict(self.drawn.at.visible)
        named: dict[str, HandAim] = {}
        for aim in aims(self.hand, self.ruleset, self.drawn.seat, self.drawn.round):
            if aim.plan.pattern is None or aim.fan < self.ruleset.minimum or aim.plan.pattern in named:
                continue
            left = [(tile, 4 - owned[tile] - seen.get(tile, 0)) for tile in aim.useful]
            useful = tuple(UsefulTile(tile, copies) for tile, copies in left if copies > 0)
            named[aim.plan.pattern] = HandAim(aim.plan.pattern, aim.fan, aim.away, useful)
        return tuple(named.values())

    @property
    def headline(self) -> Message:
        """The state of the hand in a sentence.

        >>> look("123m 456p 789s EE 中中").headline.en
        'Ready: 2 kinds complete the hand, 4 tiles left.'
        """
        if self.state is HandState.IMPOSSIBLE:
            return self.problems[0]
        if self.state is HandState.READY:
            return say("cli.waits.ready", n=len(self.waits), left=sum(wait.left for wait in self.waits))
        if self.state is HandState.FULL:
            if self.wins:
                return say("cli.waits.complete")
            # After the best discard the hand lacks this many tiles, of which the last is the winning tile.
            return say("cli.waits.full_ready" if self.away == 1 else "cli.waits.full", n=(self.away or 1) - 1)
        if self.state is HandState.BUILDING:
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
    """Analyses a hand: tiles, a text (with words such as `seat=S`, without `+tile`), or a win without its winning tile.

    Arguments take precedence over a text or a win. The discarder is not needed: any possible seat is used.
    """
    rules = rules_of(ruleset)
    if isinstance(hand, str):
        try:
            hand = Win.parse(hand)
        except NotationError as error:
            size = rules.document.size
            return Look(HandState.IMPOSSIBLE, Hand(()), size, size + 1, problems=error.problems, ruleset=rules)
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
    return replace(_LookWork(drawn, rules).told(), ruleset=rules, drawn=drawn)


class _LookWork:
    """One analysis: the copies, the two ways of winning, and their consequences."""

    def __init__(self, drawn: Win, rules: Ruleset) -> None:
        self.rules, self.size, self.hand = rules, rules.document.size, drawn.hand
        self.drawn = drawn
        self.count = len(self.hand.concealed) + 3 * len(self.hand.melds)

    def told(self) -> Look:
        missing = self.size + 1 - self.count
        problems = self._problems()
        if problems:
            return Look(HandState.IMPOSSIBLE, self.hand, self.size, max(missing, 0), problems=problems)
        self.owned = self.hand.counts()
        seen = dict(self.drawn.at.visible)
        self.left = [4 - self.owned[kind] - seen.get(kind, 0) for kind in _KINDS]
        self.concealed = counts(self.hand.concealed)
        if missing == 0:
            return self._full()
        waiting = self._waits() if missing == 1 else ()
        if waiting:
            told = tuple(self._wait(tile) for tile in waiting)
            return Look(HandState.READY, self.hand, self.size, 1, 1, self._useful(waiting), told)
        away, kinds = self._nearest(self.concealed)
        state = HandState.UNREADY if missing == 1 else HandState.BUILDING
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
        """Whether no tile is visible elsewhere and the shapes are standard, so that the quick tables apply."""
        return not self.hand.melds and not self.rules.lowered.shapes & PAIRS_DIFFER and self.count >= self.size

    def _nearest(self, concealed: bytes) -> tuple[int, tuple[Tile, ...]]:
        shapes = self.rules.lowered.shapes
        if self._plain:
            return useful_tiles(concealed, Shapes(shapes))
        laid = [self.owned[kind] - self.concealed[kind] for kind in _KINDS]
        sets = self.rules.document.sets - len(self.hand.melds)
        return nearest_tiles(concealed, bytes(4 - n for n in laid), sets, shapes)

    def _waits(self) -> tuple[Tile, ...]:
        """The kinds that complete a hand of 13 or 16 tiles, except those of which the player has four."""
        shapes = self.rules.lowered.shapes
        if shapes & PAIRS_DIFFER:
            away, kinds = self._nearest(self.concealed)
            return kinds if away == 1 else ()
        return tuple(tile for tile in waits(self.concealed, Shapes(shapes)) if self.owned[tile] < 4)

    def _useful(self, kinds: Iterable[Tile]) -> tuple[UsefulTile, ...]:
        return tuple(UsefulTile(tile, self.left[tile]) for tile in kinds if self.left[tile] > 0)

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
        return Look(HandState.FULL, self.hand, self.size, 0, away, discards=tuple(discards), wins=told)

    # --- what it is worth

    @cached_property
    def discard_row(self) -> bytes:
        """The hand won on a discard, packed; only the tile changes for each wait."""
        return self.by_discard.pack()

    @cached_property
    def draw_row(self) -> bytes:
        """The same for a self-draw."""
        return self.by_draw.pack()

    def _wait(self, tile: Tile) -> Wait:
        if self.left[tile] <= 0:
            never = WaitWorth(problem=problem(DEAD, tile=tile))
            return Wait(tile, 0, never, never)
        return Wait(tile, self.left[tile], self._worth(self.discard_row, tile), self._worth(self.draw_row, tile))

    def _won(self, tile: Tile) -> Wait:
        """The full hand, won with one of its tiles."""
        rest = list(self.hand.concealed)
        rest.remove(tile)
        hand = replace(self.hand, concealed=tuple(rest))
        rows = [replace(way, hand=hand, tile=tile).pack() for way in (self.by_discard, self.by_draw)]
        return Wait(tile, max(self.left[tile], 0), self._worth(rows[0], tile), self._worth(rows[1], tile))

    def _worth(self, row: bytes, tile: Tile) -> WaitWorth:
        try:
            told = score(row[:_TILE] + bytes((tile,)) + row[_TILE + 1 :], self.rules)
        except HandError as error:
            return WaitWorth(problem=error.problems[0])
        return WaitWorth(told.fan, told.capped, told.valid, tuple(told.patterns.items()))
