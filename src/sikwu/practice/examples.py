"""Wins of the corpus that show a pattern, and near misses with the parts that they lack."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

from sikwu.corpus import examples
from sikwu.explaining import PatternAnswer
from sikwu.reasons import ConditionLine
from sikwu.rules.presets import DOCUMENTS, ruleset
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import Score, score
from sikwu.texts import RulesError, SikwuError
from sikwu.tiles import Tile
from sikwu.win import Win

MOST = 6
"""The most wins of one kind that are shown."""


def documents() -> tuple[Ruleset, ...]:
    """The rulesets of the documents themselves."""
    return tuple(ruleset(name) for name in DOCUMENTS)


@dataclass(frozen=True)
class CorpusWin:
    """A win of the corpus that shows a pattern, and the rules under which it does."""

    win: Win
    rules: Ruleset
    base: str
    """The ruleset that these rules are based on, and the options that were changed."""
    options: dict[str, Any]


class Example(NamedTuple):
    """A win in which a pattern counts, or nearly does."""

    win: Win
    score: Score
    counts: bool
    under: CorpusWin | None
    """The other rules, if the win shows the pattern only under those."""


def examples_of(id: str, rules: Ruleset) -> tuple[Example, ...]:
    """Wins in which a pattern counts, those under these rules first.

    >>> found = examples_of("half_flush", ruleset("hk-standard"))
    >>> found[0].score.patterns["half_flush"], found[0].under
    (3, None)
    """
    return _examples(id, rules, True)


def near_misses_of(id: str, rules: Ruleset) -> tuple[Example, ...]:
    """Wins in which a pattern nearly counts; `lacking` gives the missing parts."""
    return _examples(id, rules, False)


def shown(id: str, among: Collection[str], sort: str) -> list[CorpusWin]:
    """The wins of the corpus that show a pattern (`sort`: `example` or `near_miss`) in one of several documents, each
    once; wins without options come first."""
    found: dict[str, CorpusWin] = {}
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
            found.setdefault(win.text, CorpusWin(win, own, rules.id, options))
    return list(found.values())


def lacking(told: PatternAnswer) -> tuple[ConditionLine, ...]:
    """The parts of a pattern that a win lacks, in the way that lacks the fewest; empty if the pattern holds or no
    part is missing.
    """
    ways = [tuple(line for line in way if line.holds is False) for way in told.ways]
    return () if told.holds else min((way for way in ways if way), key=len, default=())


def tiles_of(win: Win) -> tuple[Tile, ...]:
    """All tiles of a win except its flowers, in order."""
    own = [*win.hand.concealed, *(tile for meld in win.hand.melds for tile in meld.tiles)]
    return tuple(sorted(own if win.tile is None else [*own, win.tile]))


def _named(name: str) -> Ruleset | None:
    try:
        return ruleset(name)
    except RulesError:
        return None


def _examples(id: str, rules: Ruleset, counts: bool) -> tuple[Example, ...]:
    """Wins under the given rules if they show the pattern there, otherwise under the rules where they do. A win that
    shows it nowhere is left out, and so is a duplicate."""
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
    """A win under some rules, if the pattern counts in it there, or does not, as expected."""
    try:
        told = score(win, rules)
    except SikwuError:
        return None
    return told if (id in told.patterns or told.label == id) is counts else None
