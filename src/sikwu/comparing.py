"""`compare(win, rulesets)`: scores one hand under several rulesets and finds the rules that cause the difference."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sikwu.explaining import name_of
from sikwu.money.amount import Money
from sikwu.money.settlement import settle
from sikwu.rules.changes import Value
from sikwu.rules.presets import DOCUMENTS, rules_of
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import Score, score
from sikwu.shown import DrawnAsHtml
from sikwu.texts import HandError, Message, Problem, SikwuError, Text, say, wrong_type
from sikwu.tiles import Wind
from sikwu.win import Win


@dataclass(frozen=True, slots=True)
class Column:
    """The result under one ruleset: a score, with payments if it is a valid win, or the reason why there is none."""

    ruleset: Ruleset
    score: Score | None
    problems: tuple[Problem, ...] = ()
    payments: Mapping[Wind, Money] | None = None

    @property
    def other_size(self) -> bool:
        """Whether the hand belongs to a game with more or fewer tiles."""
        return any(each.code in ("tiles.count", "melds.too_many") for each in self.problems)

    @property
    def outcome(self) -> ColumnOutcome:
        """The values that are compared: patterns, fan, capped, valid; None if it is not a win."""
        return _outcome(self.score)


ColumnOutcome = tuple[tuple[tuple[str, int], ...], int, int, bool] | None


@dataclass(frozen=True, slots=True)
class Clause:
    """The result of one pattern in this hand under one ruleset.

    `why`: 'counts'; 'absorbed', 'shared' or 'lost' (it holds, and `by` counts instead); 'condition' (it does not hold
    by these rules); 'off' (not in use); 'unknown' (no such pattern); 'no_win' (the hand is not a win here).
    """

    fan: int
    why: str
    says: Message
    """The same in words: its worth, and why it does not count."""
    by: str | None = None
    worth: int | None = None
    """The worth of the pattern by itself; None: not in use."""
    source: str = ""


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One pattern that counts somewhere, under every ruleset."""

    pattern: str
    clauses: tuple[Clause, ...]
    """One for each column."""
    options: tuple[str, ...] = ()
    """Options that by themselves change what it counts between two of the columns."""

    @property
    def differs(self) -> bool:
        """Whether columns in which the hand wins count it differently."""
        said = {(each.fan, each.why in _HELD) for each in self.clauses if each.why != "no_win"}
        return len(said) > 1

    @property
    def why(self) -> str:
        """The kind of difference: 'price', or the word of the first clause that does not count the pattern; '' if none."""
        if not self.differs:
            return ""
        return next((each.why for each in self.clauses if each.why not in ("counts", "no_win")), "price")


_HELD = ("absorbed", "shared", "lost")


@dataclass(frozen=True, slots=True)
class Remedy:
    """Options that, changed together, make one column count the hand as another does; all of them are needed."""

    column: int
    like: int
    options: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Comparison(DrawnAsHtml):
    """One hand under several rulesets.

    >>> told = compare("999p 111s 999s E (111m<S) +E last_tile", ["hk-standard", "hk-common"])
    >>> [column.score.fan for column in told.columns]
    [7, 7]
    >>> [(row.pattern, row.why) for row in told.rows if row.differs]
    [('mixed_terminals', 'price'), ('all_pungs', 'absorbed'), ('last_tile_draw', 'price'), ('self_draw', 'absorbed')]
    """

    win: Win
    columns: tuple[Column, ...]
    rows: tuple[ComparisonRow, ...]
    """Every pattern that counts in some column, the dearest first."""
    deciding: tuple[str, ...]
    """Options that by themselves change how some column counts the hand."""
    remedies: tuple[Remedy, ...]
    """How each column could be made to count like the first (or the first like another, if only that one wins)."""

    @property
    def alike(self) -> bool:
        """Whether all columns count the hand alike."""
        return len({column.outcome for column in self.columns}) <= 1


def compare(win: Win | str, rulesets: Iterable[Ruleset | str] = tuple(DOCUMENTS), causes: bool = True) -> Comparison:
    """Scores the same win under several rulesets; if it is not a win under one, that column says why.

    Without `causes`, the deciding options are not searched: that would build slow rules many times.
    """
    if isinstance(win, str):
        win = Win.parse(win)
    if not isinstance(win, Win):
        raise wrong_type("compare()", "Win, str", win)
    every = [rules_of(each) for each in rulesets]
    columns = tuple(_column(win, rules) for rules in every)
    deciding: dict[str, set[str]] = {}
    remedies = []
    for place, column in enumerate(columns[1:], 1):
        comparable = causes and not (column.other_size or columns[0].other_size)
        if comparable and column.outcome != columns[0].outcome:
            found = _deciding(columns[0], column, win)
            for id, patterns in found.items():
                deciding.setdefault(id, set()).update(patterns)
            one, other = (place, 0) if columns[0].score else (0, place)  # like the one under which it is a win
            remedy = _remedy(columns[one].ruleset, columns[other], win, found)
            remedies += [Remedy(one, other, remedy)] if remedy else []
    rows = tuple(
        ComparisonRow(
            id, tuple(_clause(column, id) for column in columns), tuple(o for o, of in deciding.items() if id in of)
        )
        for id in _patterns(columns)
    )
    return Comparison(win, columns, rows, tuple(deciding), tuple(remedies))


def _column(win: Win, rules: Ruleset) -> Column:
    try:
        told = score(win, rules)
    except SikwuError as error:
        return Column(rules, None, error.problems)
    try:
        return Column(rules, told, payments=settle(told).payments if told.valid else None)
    except HandError:  # the discarder is unknown
        return Column(rules, told)


def _outcome(told: Score | None) -> ColumnOutcome:
    if told is None:
        return None
    return tuple(sorted(told.patterns.items())), told.fan, told.capped, told.valid


def _patterns(columns: Iterable[Column]) -> list[str]:
    """Every pattern that counted somewhere, dearest first."""
    most: dict[str, int] = {}
    for column in columns:
        for id, fan in (column.score.patterns if column.score else {}).items():
            most[id] = max(most.get(id, 0), fan)
    return sorted(most, key=lambda id: -most[id])


def _clause(column: Column, id: str) -> Clause:
    rules, told = column.ruleset, column.score
    own = next((pattern for pattern in rules.patterns if pattern.id == id), None)
    if own is None:
        why = "no_win" if told is None else "unknown"
        return Clause(0, why, say(f"clause.{why}"))
    worth = rules.worth(id)
    if told is None:
        return Clause(0, "no_win", say("clause.no_win"), None, worth, own.source)
    if id in told.patterns:
        return Clause(told.patterns[id], "counts", _worth_says("counts", worth), None, worth, own.source)
    held = next((each for each in told.not_counted if each.pattern == id), None)
    if held is not None:
        says = _worth_says("held", worth, name_of(rules.pattern(held.by)).text)
        return Clause(0, held.why, says, held.by, worth, own.source)
    why = "condition" if rules.in_use(id) else "off"
    return Clause(0, why, _worth_says(why, worth), None, worth, own.source)


def _worth_says(why: str, worth: int | None, by: Text | None = None) -> Message:
    return say("clause.off") if worth is None else say(f"clause.{why}", worth=worth, by=by)


# --- the cause of a difference


def _try(rules: Ruleset, options: Mapping[str, Value], win: Win) -> Score | None:
    try:
        return score(win, rules.with_options(options))
    except SikwuError:
        return None


def _differing(base: Ruleset, other: Ruleset) -> dict[str, Value]:
    """The options that both have with different values, at the other's value if both may have it."""
    known, ids = {option.id: option for option in base.options}, frozenset(p.id for p in base.patterns)
    return {
        id: value
        for id, value in other.settings.items()
        if base.settings.get(id, value) != value and known[id].problem(value, ids) is None
    }


def _deciding(ours: Column, theirs: Column, win: Win) -> dict[str, set[str]]:
    """Options of one that by themselves change how the other counts this hand → the patterns they change."""
    found: dict[str, set[str]] = {}
    for base, other in ((ours, theirs), (theirs, ours)):
        before = base.score.patterns if base.score else {}
        for id, value in _differing(base.ruleset, other.ruleset).items():
            told = _try(base.ruleset, {id: value}, win)
            if _outcome(told) != base.outcome:
                after = told.patterns if told else {}
                changed = {p for p in (*before, *after) if before.get(p) != after.get(p)}
                found.setdefault(id, set()).update(changed)
    return found


def _remedy(rules: Ruleset, like: Column, win: Win, deciding: Iterable[str]) -> dict[str, Value]:
    """The fewest options that make `rules` count like `like`: first those that decide alone, then all that differ."""
    every = _differing(rules, like.ruleset)
    for options in ({id: every[id] for id in deciding if id in every}, every):
        if options and _outcome(_try(rules, options, win)) == like.outcome:
            for id in list(options):
                fewer = {name: value for name, value in options.items() if name != id}
                if _outcome(_try(rules, fewer, win)) == like.outcome:
                    options = fewer
            return options
    return {}
