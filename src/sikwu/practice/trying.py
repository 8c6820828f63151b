"""Tries an option: a few wins of the corpus before and after it is changed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

from sikwu.corpus import examples, option_examples
from sikwu.money.amount import Money
from sikwu.money.settlement import settle
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import Score, score
from sikwu.texts import SikwuError
from sikwu.tiles import Wind
from sikwu.win import Win

SHOWN = 3
"""The number of wins shown."""
MOST_TRIED = 120
"""The most wins scored to find those that differ."""


class WinWorth(NamedTuple):
    """The worth of a win under some rules: its score, and its payments if it reaches the minimum."""

    score: Score
    payments: dict[Wind, Money] | None


class TriedWin(NamedTuple):
    """One win before and after; None if it is not a win under those rules."""

    win: Win
    before: WinWorth | None
    after: WinWorth | None

    @property
    def differs(self) -> bool:
        """Whether its worth changes."""
        return _figures(self.before) != _figures(self.after)


class Trial(NamedTuple):
    """The rules before and after one option is changed, and the wins that show the difference, if there are any."""

    option: str
    before: Ruleset
    after: Ruleset
    wins: tuple[TriedWin, ...]


def trial(rules: Ruleset, option: str, value: Any) -> Trial:
    """A few wins of the corpus before and after one option is changed; those that it changes come first.

    >>> from sikwu import ruleset
    >>> found = trial(ruleset("hk-standard"), "limit.cap_fan", 8)
    >>> [(each.before.score.capped, each.after.score.capped, each.differs) for each in found.wins][0]
    (10, 8, True)
    """
    after = rules.with_options({option: value})
    changed: list[TriedWin] = []
    same: list[TriedWin] = []
    for win in _candidates(option, rules):
        each = TriedWin(win, _worth(win, rules), _worth(win, after))
        if each.before is None and each.after is None:
            continue
        (changed if each.differs else same).append(each)
        if len(changed) == SHOWN:
            break
    return Trial(option, rules, after, tuple((changed + same)[:SHOWN]))


def _candidates(option: str, rules: Ruleset) -> Iterator[Win]:
    """The wins that show the option, those of the pattern it is named after, then any of the patterns in use."""
    named = option.split(".")[0]
    others = (case for pattern in rules.patterns if rules.in_use(pattern.id) for case in examples(pattern.id)[:1])
    seen: set[str] = set()
    for case in chain(option_examples(option), examples(named), others):
        if case.get("kind", "score") != "score" or len(seen) >= MOST_TRIED:
            continue
        try:
            win = Win.from_case({key: value for key, value in case.items() if key not in ("options", "kind")})
        except SikwuError:
            continue
        if win.text not in seen and not win.problems(rules.document.size):
            seen.add(win.text)
            yield win


def _worth(win: Win, rules: Ruleset) -> WinWorth | None:
    try:
        told = score(win, rules)
    except SikwuError:
        return None
    return WinWorth(told, dict(settle(told).payments) if told.valid else None)


def _figures(worth: WinWorth | None) -> tuple[object, ...] | None:
    """The visible figures of a worth."""
    if worth is None:
        return None
    told = worth.score
    return told.fan, told.capped, told.valid, told.patterns, worth.payments
