"""A finished deal: its wins, each scored and settled once, and what each seat gains or loses. Lines, cases and books are made from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import UNSET

from sikwu.money.amount import Money, exact, money_json
from sikwu.money.settlement import FalseWin, HeavenlyAndFlowers, Settlement, settle
from sikwu.notation import format_tiles
from sikwu.play.house import has_own_rules
from sikwu.play.parts import SEATS, Changes, WinAnswer, WinCase
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import Score, score
from sikwu.tiles import Wind
from sikwu.win import By, Win

_SEATS = tuple(Wind)


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """How a deal ended.

    >>> finished = FinishedDeal.of("draw", (), None, __import__("sikwu").ruleset("hk-standard"))
    >>> finished.scores, sum(finished.changes.values())
    ((), 0)
    """

    result: str
    """win, draw or false_win."""
    scores: tuple[Score, ...]
    """The wins with every circumstance, in the order in which the record lists them."""
    paid: tuple[Settlement, ...]
    """The settlement of each win by itself."""
    offender: Wind | None
    """The seat that declared a false win."""
    changes: Mapping[Wind, Money]
    """What each seat gains or loses: the sum over the winners, the penalty of a false win, or nothing."""

    @classmethod
    def of(cls, result: str, wins: Sequence[Win], offender: Wind | None, rules: Ruleset) -> FinishedDeal:
        """Scores and settles the wins. No other function does."""
        scores = tuple([score(win, rules) for win in wins])
        paid = tuple(map(settle, scores))
        return cls(result, scores, paid, offender, _changes(scores, paid, offender, rules))


def _changes(
    scores: Sequence[Score], paid: Sequence[Settlement], offender: Wind | None, rules: Ruleset
) -> dict[Wind, Money]:
    if offender is not None:
        paid = (settle(FalseWin(offender), rules),)
    elif len(scores) == 2 and scores[0].win.by is By.SELF_DRAW:
        # a win beside eight flowers: the two winners do not pay each other
        heavenly, flowers = scores
        both = HeavenlyAndFlowers(heavenly.own_fan, flowers.win.seat, flowers.own_fan, heavenly.win.streak)
        paid = (settle(both, rules),)
    return {seat: exact(sum(part.payments.get(seat, 0) for part in paid)) for seat in _SEATS}


# --- as written in lines


def options_told(rules: Ruleset) -> dict[str, Any]:
    """The options that differ from the ruleset's own, as JSON."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in rules.changed_options.items()}


def changes_told(changes: Mapping[Wind, Money]) -> Changes:
    """The change of each seat, as lines write it."""
    return Changes(*[money_json(exact(changes.get(seat, 0))) for seat in _SEATS])


def win_case(scored: Score, id: str) -> WinCase:
    """A win as a complete case of kind `score`, with everything that a record must hold."""
    win, rules = scored.win, scored.ruleset
    told = win.to_case()
    at = dict(told.get("at", {}))  # type: ignore[call-overload]
    if win.by is not By.FLOWERS:
        at |= {"discards": win.at.discards or 0, "visible": at.get("visible", {})}
    case: dict[str, Any] = {"id": id, "kind": "score", "ruleset": rules.document.id}
    case["options"] = {name: value for name, value in options_told(rules).items() if not name.startswith("play.")}
    case |= {"rules": rules.hash} if has_own_rules(rules) else {}
    case |= {"streak": win.streak} if rules.terms.streak.told else {}
    names = ("seat", "round", "hand", "melds", "win", "by", "from", "flowers")
    return msgspec.convert({**case, **{name: told[name] for name in names if name in told}, "at": at}, WinCase)


def win_answer(scored: Score, paid: Settlement) -> WinAnswer:
    """Our own answer to that case."""
    return WinAnswer(
        patterns=dict(scored.patterns),
        fan=scored.fan,
        capped=scored.capped,
        valid=scored.valid,
        payments=changes_told(paid.payments),
        liable=UNSET if paid.liable is None else SEATS[paid.liable],
        waits=UNSET if scored.win.by is By.FLOWERS else format_tiles(scored.waits),
    )
