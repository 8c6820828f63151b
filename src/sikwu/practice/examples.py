"""Wins of the corpus that show a pattern, and near misses with the parts that they lack."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

from sikwu.corpus import examples
from sikwu.explaining import Because
from sikwu.reasons import Line
from sikwu.rules.presets import BOOKS, ruleset
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import Score, score
from sikwu.texts import RulesError, SikwuError
from sikwu.tiles import Tile
from sikwu.win import Win

MOST = 6
"""Wins of one kind that are shown."""


def documents() -> tuple[Ruleset, ...]:
    """The rulesets of the documents themselves."""
    return tuple(ruleset(name) for name in BOOKS)


@dataclass(frozen=True)
class Shown:
    """A win of the corpus that shows a pattern, and the rules by which it does."""

    win: Win
    rules: Ruleset
    base: str
    """The ruleset that these are made of, and the options that were changed."""
    options: dict[str, Any]


class Example(NamedTuple):
    """A win in which a pattern counts, or nearly does."""

    win: Win
    score: Score
    counts: bool
    under: Shown | None
    """Where the win shows the pattern only under other rules than those asked for: those."""


def examples_of(id: str, rules: Ruleset) -> tuple[Example, ...]:
    """Wins in which a pattern counts, those under these rules first.

    >>> found = examples_of("half_flush", ruleset("hk-standard"))
    >>> found[0].score.patterns["half_flush"], found[0].under
    (3, None)
    """
    return _examples(id, rules, True)


def near_misses_of(id: str, rules: Ruleset) -> tuple[Example, ...]:
    """Wins in which a pattern nearly counts; `lacking` says what is missing."""
    return _examples(id, rules, False)


def shown(id: str, among: Collection[str], sort: str) -> list[Shown]:
    """The wins of the corpus that show a pattern (`sort`: `example` or `near_miss`) in one of some documents, each once; those
    without options first."""
    found: dict[str, Shown] = {}
    for case in sorted(examples(id), key=lambda case: len(case.get("options") or ())):
        if case.get("kind", "score") != "score" or case["shows"]["as"] != sort:
            continue
        rules, options = _named(case.get("ruleset", "hk-standard")), case.get("options") or {}
        if rules is not None and rules.document.id in among:
            try:
                win = Win.from_case({key: value for key, value in case.items() if key not in ("options", "kind")})
                own = rules.with_options(options) if options else rules
            except SikwuError:
                continue
            found.setdefault(win.text, Shown(win, own, rules.id, options))
    return list(found.values())


def lacking(told: Because) -> tuple[Line, ...]:
    """The parts of a pattern that a win lacks, in the way that lacks the fewest; none where it holds, or lacks no part."""
    ways = [tuple(line for line in way if line.holds is False) for way in told.ways]
    return () if told.holds else min((way for way in ways if way), key=len, default=())


def tiles_of(win: Win) -> tuple[Tile, ...]:
    """All tiles of a win but its flowers, in order."""
    own = [*win.hand.concealed, *(tile for meld in win.hand.melds for tile in meld.tiles)]
    return tuple(sorted(own if win.tile is None else [*own, win.tile]))


def _named(name: str) -> Ruleset | None:
    try:
        return ruleset(name)
    except RulesError:
        return None


def _examples(id: str, rules: Ruleset, counts: bool) -> tuple[Example, ...]:
    """Wins under some rules as far as they show there what they are to show, else under those by which they do; one that shows
    it nowhere is left out, and no two show the same."""
    among = {each.document.id for each in documents() if each.document.size == rules.document.size}
    found, seen = [], set()
    here = rules.in_use(id) or rules.pattern(id).only_beside is not None
    for each in shown(id, among, "example" if counts else "near_miss"):
        told = _scored(each.win, id, rules, counts) if here else None
        own = _scored(each.win, id, each.rules, counts) if told is None else None
        judged = told or own
        if judged is None:
            continue
        same = (tiles_of(each.win), tuple(judged.patterns.items()), judged.label)
        if same not in seen:
            seen.add(same)
            found.append(Example(each.win, judged, counts, None if own is None else each))
    return tuple(sorted(found, key=lambda each: each.under is not None)[:MOST])


def _scored(win: Win, id: str, rules: Ruleset, counts: bool) -> Score | None:
    """A win under some rules, if the pattern counts in it there, or does not, as it should."""
    try:
        told = score(win, rules)
    except SikwuError:
        return None
    return told if (id in told.patterns or told.label == id) is counts else None
