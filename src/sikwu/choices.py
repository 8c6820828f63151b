"""`possible(win, ruleset)`: for every circumstance, what it would make impossible and whether a rule uses it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache, lru_cache
from typing import Any

from sikwu.checks import circumstance_problems
from sikwu.hand import Hand
from sikwu.rules.language import And, Condition, Fact, Not, Op, Or, Test
from sikwu.rules.lowering import resolve
from sikwu.rules.presets import rules_of
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import packed_under, score
from sikwu.texts import HandError, Problem, wrong_type
from sikwu.tiles import KINDS, NamedNumber, Tile, Wind
from sikwu.win import USUAL, By, Circumstances, FirstTurn, Ready, Replacement, RobbedKong, Win

SEATS = tuple(Wind)


@dataclass(frozen=True, slots=True)
class WinChoice:
    """One circumstance that may be chosen for a win."""

    problem: Problem | None
    """What the choice would make impossible; None: it is possible."""
    asked: bool
    """Whether a rule in use, or who pays, depends on it."""
    chosen: bool
    """Whether the win has it already."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A choice as written in a text, the fields that it sets, and the fact that tests it."""

    text: str
    of_win: Mapping[str, Any]
    of_at: Mapping[str, Any]
    op: Op | None = None
    """None: every ruleset asks for it."""
    value: int | None = None
    """The fact's value with this choice; None: any test of the fact depends on it."""
    usual: int = 0
    sets: frozenset[str] = field(init=False)
    """The names of the fields that it sets."""
    alone: Circumstances = field(init=False)
    """The usual circumstances with this choice."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "sets", frozenset((*self.of_win, *self.of_at)))
        object.__setattr__(self, "alone", _changed(USUAL, self.of_at) if self.of_at else USUAL)

    def change(self, win: Win) -> Win:
        """The win with this choice."""
        at, to = win.at, self.of_win
        if self.of_at:
            at = self.alone if at is USUAL else _changed(at, self.of_at)
        if not to:  # written out: dataclasses.replace takes longer than all checks together
            return Win(win.hand, win.tile, win.by, win.seat, win.round, win.feeder, win.streak, at)
        get = to.get
        feeder = to.get("feeder", win.feeder)
        by, seat, round_ = get("by", win.by), get("seat", win.seat), get("round", win.round)
        return Win(win.hand, win.tile, by, seat, round_, feeder, get("streak", win.streak), at)

    def is_said(self, win: Win) -> bool:
        """Whether the win has it already."""
        if win.at is USUAL and self.of_at:  # under the usual circumstances nothing has been chosen
            return False
        of_at, of_win = self.of_at.items(), self.of_win.items()
        return all(getattr(win.at, k) == v for k, v in of_at) and all(getattr(win, k) == v for k, v in of_win)


_AT = tuple(each.name for each in fields(Circumstances))


def _changed(at: Circumstances, to: Mapping[str, Any]) -> Circumstances:
    return Circumstances(*[to[name] if name in to else getattr(at, name) for name in _AT])


def possible(
    win: Win | Hand | str, ruleset: Ruleset | str = "hk-standard", *, asked_only: bool = False
) -> dict[str, WinChoice]:
    """Every circumstance, as written in a text, with the problem it would cause in this win (or unfinished hand).

    With `asked_only`, circumstances that nothing depends on are left out, unless the win has them already.

    >>> told = possible("123m 456p 789s EE 中中 +中 seat=S round=E")
    >>> told["last_tile"].problem is None, told["first_turn=heavenly"].problem.code, told["one_shot"].asked
    (True, 'first_turn.heavenly_seat', False)
    """
    rules = rules_of(ruleset)
    if isinstance(win, str):
        win = Win.parse(win)
    if isinstance(win, Hand):
        win = Win(win, None, By.SELF_DRAW, Wind.EAST, Wind.EAST)
    if not isinstance(win, Win):
        raise wrong_type("possible()", "Win, Hand, str", win)
    if win.at == USUAL:  # the same object, so that later checks need only `is`
        win = Win(win.hand, win.tile, win.by, win.seat, win.round, win.feeder, win.streak, USUAL)
    asking = _ChoiceChecks(win, rules)
    asked = asked_by(rules)
    out: dict[str, WinChoice] = {}
    for chip in chips(win, rules.document.sets, asked if asked_only and win.at is USUAL else None):
        wanted, said = chip.op is None or chip.text in asked, chip.is_said(win)
        if wanted or said or not asked_only:
            out[chip.text] = WinChoice(None if said else asking.problem(chip), wanted, said)
    return out


class _ChoiceChecks:
    """One win, and what each choice would make impossible in it."""

    def __init__(self, win: Win, rules: Ruleset) -> None:
        self.win, self.rules, self.size = win, rules, rules.document.size
        # The kernel finds faster that nothing is wrong.
        self.before = () if packed_under(win, rules) is not None else win.problems(self.size)
        self.scored = not self.before and _refused(win, rules) is None
        self.decisive = decisive(rules)
        # If nothing was wrong before, the feeders of chows and pungs matter only to choices of seats.
        some = win.hand.melds if self.before else [meld for meld in win.hand.melds if meld.kind.is_kong]
        melds = tuple([(meld.kind, meld.feeder) for meld in some])
        held = len(win.hand.concealed), len(win.hand.melds), len(win.hand.flowers), win.tile is None
        claimed = any(meld.kind.is_claimed for meld in win.hand.melds)
        came = win.by, win.seat, win.feeder, win.streak, win.at
        self.like = _known((*came, melds, held, claimed, self.before, self.size))

    def problem(self, chip: Chip) -> Problem | None:
        """The problem that a choice would cause: first by itself, then under the rules."""
        known, then = self.like.get(chip.text, _UNKNOWN), None
        if isinstance(known, Problem):
            return known
        if known is _UNKNOWN:
            then, before = chip.change(self.win), self.before
            wrong = circumstance_problems(then, self.size, chip.sets)
            found = next((each for each in wrong if each not in before), None)
            if chip.text not in _OF_MELDS and not (found is not None and "tile" in found.facts):
                self.like[chip.text] = found
            if found is not None:
                return found
        if not self.scored or (self.decisive is not None and self.decisive.isdisjoint(chip.sets)):
            return None
        return _refused(then or chip.change(self.win), self.rules)


_UNKNOWN = object()
_OF_MELDS = frozenset(("rob_kong", "visible", *(f"seat={seat.text}" for seat in SEATS)))
"""Choices that depend on the tiles of the hand, or on who fed them."""


@lru_cache(8192)
def _known(like: tuple[object, ...]) -> dict[str, Problem | None]:
    """A cache of the problems of choices, shared by all hands that differ only in their tiles, chows and pungs."""
    return {}


def _refused(win: Win, rules: Ruleset) -> Problem | None:
    """Why these rules do not accept a win, or None."""
    try:
        score(win, rules)
    except HandError as error:
        return error.problems[0]
    return None


_DECIDED: Mapping[Op, tuple[str, ...]] = {
    Op.SHAPE: ("by",),
    Op.FLOWERS: (),
    Op.BY: ("by",),
    Op.ROBBED: ("by", "robbed"),
}
"""The fields, besides the tiles, on which facts in legality conditions depend."""


@lru_cache(maxsize=64)
def decisive(rules: Ruleset) -> frozenset[str] | None:
    """The choices that can make the rules refuse a win with winning tiles; None: they have to be tried."""
    found = {"by"}  # a win by flowers is read in another way
    for test in _tests(resolve(rules.draft.legal, rules.draft.defined)):
        if test.fact.op not in _DECIDED:
            return None
        found.update(_DECIDED[test.fact.op])
    return frozenset(found)


# --- what can be chosen


def chips(win: Win, sets: int, wanted: Container[str] | None = None) -> Iterator[Chip]:
    """Every choice about a win; of those that some rules do not ask for, only the `wanted`."""
    yield from _ways(win.by, win.seat, win.feeder)
    yield from _SEATED
    if wanted is None or win.streak or "streak=1" in wanted:
        yield Chip("streak=1", {"streak": win.streak or 1}, {}, Op.STREAK)
    yield from (_usual(sets) if wanted is None else [chip for chip in _usual(sets) if chip.text in wanted])
    if wanted is None or "discards" in wanted:
        yield Chip("discards", {}, {"discards": 1 if win.at.discards is None else win.at.discards}, Op.DISCARDS)
    if wanted is None or "visible" in wanted:
        yield Chip("visible", {}, {"visible": _one_more_seen(win)}, Op.APPEARED)
    yield from (_LAST if wanted is None else [chip for chip in _LAST if chip.text in wanted])


@cache
def _usual(sets: int) -> tuple[Chip, ...]:
    """The choices that are the same for every win."""
    return (
        *(_at("replacement", given, Op.REPLACEMENT) for given in (Replacement.KONG, Replacement.FLOWER)),
        *(_at("kong_chain", n, Op.KONG_CHAIN) for n in range(1, sets + 1)),
        _at("second_kong_uses_replacement", True, Op.CHAIN_TIGHT),
        _at("flower_between_kongs", True, Op.CHAIN_BROKEN),
        *(_at("kong_feeder", seat, Op.KONG_FED, told=1) for seat in SEATS),
        *(_at("robbed", robbed, Op.ROBBED) for robbed in (RobbedKong.CONCEALED, RobbedKong.EXPOSED)),
        _at("last_tile", True, Op.LAST_TILE),
        _at("last_discard", True, Op.LAST_DISCARD),
        *(_at("first_turn", turn, Op.FIRST_TURN) for turn in tuple(FirstTurn)[1:]),
        *(_at("ready", ready, Op.READY) for ready in tuple(Ready)[1:]),
        _at("one_shot", True, Op.ONE_SHOT),
    )


@cache
def _ways(by: By, seat: Wind, feeder: Wind | None) -> tuple[Chip, ...]:
    fed = Wind((seat + 1) % 4) if feeder is None else feeder
    found = []
    for way in (By.SELF_DRAW, By.DISCARD, By.ROB_KONG, By.FLOWERS):
        who = fed if way in (By.DISCARD, By.ROB_KONG) else None
        word = "flowers_win" if way is By.FLOWERS else way.text
        found.append(Chip(word, {} if by is way else {"by": way, "feeder": who}, {}))
    return (*found, *(Chip(f"from={seat.text}", {"feeder": seat}, {}) for seat in SEATS))


def _at(name: str, value: int, op: Op, told: int | None = None, usual: int = 0) -> Chip:
    text = value.text if isinstance(value, NamedNumber) else str(value)
    written = name if value is True else f"{name}={text}"
    return Chip(written, {}, {name: value}, op, int(value) if told is None else told, usual)


_SEATED = tuple(Chip(f"{name}={seat.text}", {name: seat}, {}) for name in ("seat", "round") for seat in SEATS)
_LAST = (
    *(_at("eighth_flower", seat, Op.EIGHTH_ELSEWHERE, told=1) for seat in SEATS),
    *(_at("winners", n, Op.WINNERS, usual=1) for n in (2, 3)),
)


def _one_more_seen(win: Win) -> tuple[tuple[Tile, int], ...]:
    """One more visible copy of a kind that has one left."""
    seen, owned = dict(win.at.visible), win.hand.counts()
    if win.tile is not None:
        owned[win.tile] += 1
    tile = next((t for t in tuple(Tile)[:KINDS] if owned[t] + seen.get(t, 0) < 4), Tile.M1)
    return tuple((seen | {tile: seen.get(tile, 0) + 1}).items())


# --- which choices matter


@lru_cache(maxsize=64)
def asked_by(rules: Ruleset) -> frozenset[str]:
    """The choices, as written, on which a row in use, the legality of a win or a payment depends."""
    draft = rules.draft
    tests: dict[Op, list[Test]] = {}
    for condition in (*rules.lowered.conditions.values(), resolve(draft.legal, draft.defined)):
        for test in _tests(condition):
            tests.setdefault(test.fact.op, []).append(test)
    each = {row.row.each.op for row in draft.rows.values() if row.enabled and isinstance(row.row.each, Fact)}
    if Op.APPEARED_ALL in tests:
        tests.setdefault(Op.APPEARED, []).extend(tests[Op.APPEARED_ALL])
    nobody = Win(Hand(()), None, By.SELF_DRAW, Wind.EAST, Wind.EAST)
    found = set()
    for chip in chips(nobody, rules.document.sets):
        if chip.op is None or chip.op in each or any(_tells(test, chip) for test in tests.get(chip.op, ())):
            found.add(chip.text)
    found |= _paid(rules)
    if found.intersection(_FEEDERS):  # which kong of a row was the first, and so who fed it
        found |= {f"kong_chain={n}" for n in range(1, rules.document.sets + 1)}
    return frozenset(found)


def _tells(test: Test, chip: Chip) -> bool:
    """Whether a test can distinguish the choice from the usual value."""
    return chip.value is None or test.holds(chip.value) != test.holds(chip.usual)


def _tests(condition: Condition) -> Iterator[Test]:
    match condition:
        case Test():
            yield condition
        case And() | Or():
            for part in condition.parts:
                yield from _tests(part)
        case Not():
            yield from _tests(condition.part)


# Who pays depends on these if the settings have this value (None: any value but off or none).
_FEEDERS = tuple(f"kong_feeder={seat.text}" for seat in SEATS)
_EIGHTH = tuple(f"eighth_flower={seat.text}" for seat in SEATS)
_PAYERS: tuple[tuple[str, object, tuple[str, ...]], ...] = (
    ("win_on_kong.exposed_kong_payer", "kong_feeder", _FEEDERS),
    ("kong_on_kong.first_exposed_payer", "kong_feeder", (*_FEEDERS, "flower_between_kongs")),
    ("flower_win.exposed_kong_payer", "kong_feeder", _FEEDERS),
    ("flower_win.kong_on_kong", None, _FEEDERS),
    ("win_on_kong.exposed_is_self_draw", False, _FEEDERS),
    ("win_on_replacement.exposed_is_self_draw", False, _FEEDERS),
    ("seven_rob_one.payer", "holder_of_eighth", _EIGHTH),
    ("dealer.fan_scope", None, ("streak=1",)),
)


def _paid(rules: Ruleset) -> set[str]:
    out: set[str] = set()
    for option, wanted, names in _PAYERS:
        value = rules.settings.get(option, "off")
        if value == wanted or (wanted is None and value not in ("off", "none")):
            out.update(names)
    return out
