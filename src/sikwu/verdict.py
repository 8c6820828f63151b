"""A scored win with its payments, or the reason why there are none."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sikwu.money.settlement import Settlement, settle
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import Score, score
from sikwu.texts import HandError, Message, SikwuError, say
from sikwu.tiles import Wind
from sikwu.win import Win


@dataclass(frozen=True, slots=True)
class Verdict:
    """The score of a win and its payments; `unpaid` says why there are none."""

    win: Win
    """The win as written: the discarder may be unknown."""
    score: Score
    paid: Settlement | None
    unpaid: Message | None = None


def judged(win: Win, rules: Ruleset) -> Verdict:
    """Scores a win and settles it. If the discarder is unknown, it is still scored, provided that the discarder makes no difference.

    >>> from sikwu import ruleset
    >>> told = judged(Win.parse("123678m 中中中 發發發 白 +白<? 1f"), ruleset("hk-standard"))
    >>> told.score.fan, told.paid, told.unpaid.code
    (9, None, 'unpaid.no_feeder')
    """
    try:
        told = score(win, rules)
    except HandError as error:
        if [each.code for each in error.problems] != ["feeder.missing"]:
            raise
        told = _unfed(win, rules)
    if not told.valid:
        return Verdict(win, told, None, say("unpaid.short", fan=told.toward_minimum, least=rules.minimum))
    if told.win.feeder is not win.feeder:
        return Verdict(win, told, None, say("unpaid.no_feeder", tile=win.tile))
    return Verdict(win, told, settle(told))


def _unfed(win: Win, rules: Ruleset) -> Score:
    """The score for any discarder; raises an error if it depends on who discarded."""
    found: list[Score] = []
    for seat in Wind:
        if seat is not win.seat:
            try:
                found.append(score(replace(win, feeder=seat), rules))
            except SikwuError:  # not possible from this seat
                continue
    # A paying dealer's fan may be needed to reach the minimum.
    if not found or any((each.patterns, each.valid) != (found[0].patterns, found[0].valid) for each in found):
        raise HandError(win.problems(rules.document.size))
    return found[0]
