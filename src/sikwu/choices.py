"""possible(win, ruleset): every circumstance that could be chosen, what it would make impossible, and whether any rule asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
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
from sikwu.tiles import KINDS, Named, Tile, Wind
from sikwu.win import By, Circumstances, FirstTurn, Ready, Replacement, Robbed, Win

SEATS = tuple(Wind)


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that may be chosen about a win."""

    problem: Problem | None
    """What would be impossible then; None: it can be."""
    asked: bool
    """Some rule in use, or who pays, depends on it."""
    chosen: bool
    """The win says so already."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A choice as it is written in a text, what it sets, and the fact whose tests ask about it."""

    text: str
    of_win: Mapping[str, Any]
    of_at: Mapping[str, Any]
    op: Op | None = None
    """None: asked by everybody."""
    value: int | None = None
    """The fact's value with it; None: any test of the fact asks."""
    usual: int = 0

    def change(self, win: Win) -> Win:
        """The win with it."""
        at, to = win.at, self.of_at
        if to:  # written out: dataclasses.replace takes longer than all checks together
            at = Circumstances(*[to[name] if name in to else getattr(at, name) for name in _AT])
        if not self.of_win:
            return Win(win.hand, win.tile, win.by, win.seat, win.round, win.feeder, win.streak, at)
        return replace(win, at=at, **self.of_win)

    def is_said(self, win: Win) -> bool:
        """Does the win say so already?"""
        of_at, of_win = self.of_at.items(), self.of_win.items()
        return all(getattr(win.at, k) == v for k, v in of_at) and all(getattr(win, k) == v for k, v in of_win)


_AT = tuple(field.name for field in fields(Circumstances))


def possible(
    win: Win | Hand | str, ruleset: Ruleset | str = "hk-standard", *, asked_only: bool = False
) -> dict[str, Choice]:
    """Every circumstance, as a text writes it, with the problem it would cause in this win (or hand that is not yet one).

    With `asked_only`, those that nothing depends on are left out, unless the win says so already.

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
    asking = _Asking(win, rules)
    asked = asked_by(rules)
    out: dict[str, Choice] = {}
    for chip in chips(win, rules.document.sets):
        wanted, said = chip.op is None or chip.text in asked, chip.is_said(win)
        if wanted or said or not asked_only:
            out[chip.text] = Choice(asking.problem(chip, said), wanted, said)
    return out


class _Asking:
    """One win, and what each choice would make impossible in it."""

    def __init__(self, win: Win, rules: Ruleset) -> None:
        self.win, self.rules, self.size = win, rules, rules.document.size
        # The kernel sees faster that nothing is wrong.
        self.before = () if packed_under(win, rules) is not None else win.problems(self.size)
        self.scored = not self.before and _refused(win, rules) is None
        melds = tuple([(meld.kind, meld.feeder) for meld in win.hand.melds])
        held = len(win.hand.concealed), len(win.hand.flowers), win.tile is None
        self.like = _known((win.by, win.seat, win.feeder, win.streak, win.at, melds, held, self.before, self.size))

    def problem(self, chip: Chip, said: bool) -> Problem | None:
        """What a choice makes impossible: by itself, then by the rules."""
        known = self.like.get(chip.text, _UNKNOWN)
        if isinstance(known, Problem):
            return known
        then = chip.change(self.win)
        if known is _UNKNOWN:
            found = next((each for each in circumstance_problems(then, self.size) if each not in self.before), None)
            if chip.text not in _OF_TILES and not (found is not None and "tile" in found.facts):
                self.like[chip.text] = found
            if found is not None:
                return found
        return _refused(then, self.rules) if self.scored and not said else None


_UNKNOWN = object()
_OF_TILES = frozenset(("rob_kong", "visible"))
"""Choices for which it matters which tiles there are."""


@lru_cache(2048)
def _known(like: tuple[object, ...]) -> dict[str, Problem | None]:
    """What choices make impossible in all hands that are alike but for their tiles; filled as they are asked for."""
    return {}


def _refused(win: Win, rules: Ruleset) -> Problem | None:
    """Why these rules do not let a win be one, if they do not."""
    try:
        score(win, rules)
    except HandError as error:
        return error.problems[0]
    return None


# --- what can be chosen


def chips(win: Win, sets: int) -> Iterator[Chip]:
    """Every choice there is about a win."""
    yield from _ways(win)
    yield from _SEATED
    yield Chip("streak=1", {"streak": win.streak or 1}, {}, Op.STREAK)
    yield from _usual(sets)
    yield Chip("discards", {}, {"discards": 1 if win.at.discards is None else win.at.discards}, Op.DISCARDS)
    yield Chip("visible", {}, {"visible": _one_more_seen(win)}, Op.APPEARED)
    yield from _LAST


@cache
def _usual(sets: int) -> tuple[Chip, ...]:
    """The choices that are the same about every win."""
    return (
        *(_at("replacement", given, Op.REPLACEMENT) for given in (Replacement.KONG, Replacement.FLOWER)),
        *(_at("kong_chain", n, Op.KONG_CHAIN) for n in range(1, sets + 1)),
        _at("second_kong_uses_replacement", True, Op.CHAIN_TIGHT),
        _at("flower_between_kongs", True, Op.CHAIN_BROKEN),
        *(_at("kong_feeder", seat, Op.KONG_FED, told=1) for seat in SEATS),
        *(_at("robbed", robbed, Op.ROBBED) for robbed in (Robbed.CONCEALED, Robbed.EXPOSED)),
        _at("last_tile", True, Op.LAST_TILE),
        _at("last_discard", True, Op.LAST_DISCARD),
        *(_at("first_turn", turn, Op.FIRST_TURN) for turn in tuple(FirstTurn)[1:]),
        *(_at("ready", ready, Op.READY) for ready in tuple(Ready)[1:]),
        _at("one_shot", True, Op.ONE_SHOT),
    )


def _ways(win: Win) -> Iterator[Chip]:
    fed = Wind((win.seat + 1) % 4) if win.feeder is None else win.feeder
    for by in (By.SELF_DRAW, By.DISCARD, By.ROB_KONG, By.FLOWERS):
        feeder = fed if by in (By.DISCARD, By.ROB_KONG) else None
        word = "flowers_win" if by is By.FLOWERS else by.text
        yield Chip(word, {} if win.by is by else {"by": by, "feeder": feeder}, {})
    for seat in SEATS:
        yield Chip(f"from={seat.text}", {"feeder": seat}, {})


def _at(name: str, value: int, op: Op, told: int | None = None, usual: int = 0) -> Chip:
    text = value.text if isinstance(value, Named) else str(value)
    written = name if value is True else f"{name}={text}"
    return Chip(written, {}, {name: value}, op, int(value) if told is None else told, usual)


_SEATED = tuple(Chip(f"{name}={seat.text}", {name: seat}, {}) for name in ("seat", "round") for seat in SEATS)
_LAST = (
    *(_at("eighth_flower", seat, Op.EIGHTH_ELSEWHERE, told=1) for seat in SEATS),
    *(_at("winners", n, Op.WINNERS, usual=1) for n in (2, 3)),
)


def _one_more_seen(win: Win) -> tuple[tuple[Tile, int], ...]:
    """One copy more lying open, of a kind that has one left."""
    seen, owned = dict(win.at.visible), win.hand.counts()
    if win.tile is not None:
        owned[win.tile] += 1
    tile = next((t for t in tuple(Tile)[:KINDS] if owned[t] + seen.get(t, 0) < 4), Tile.M1)
    return tuple((seen | {tile: seen.get(tile, 0) + 1}).items())


# --- what is asked


@lru_cache(maxsize=64)
def asked_by(rules: Ruleset) -> frozenset[str]:
    """The choices, as written, that a row in use, the legality of a win or a payment depends on."""
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
    if found.intersection(_FEEDERS):  # which kong of a row was the first, and so whose tile it was
        found |= {f"kong_chain={n}" for n in range(1, rules.document.sets + 1)}
    return frozenset(found)


def _tells(test: Test, chip: Chip) -> bool:
    """Does a test tell the choice from the usual?"""
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


# Who pays depends on these where the settings say so (or, with None, anything but off or none).
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
