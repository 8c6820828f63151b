"""A win judged, asked about, compared."""

from __future__ import annotations

from sikwu.comparing import compare
from sikwu.explaining import because
from sikwu.rules.presets import BOOKS
from sikwu.rules.ruleset import Ruleset
from sikwu.server.hands.hand import win_shape
from sikwu.server.hands.references import References
from sikwu.texts import HandError, problem
from sikwu.verdict import judged
from sikwu.win import Win
from sikwu.wire import ComparisonShape
from sikwu.wire.asked import BecauseRequest, CompareRequest, ScoreRequest
from sikwu.wire.pages import comparison_shape, rules_shape
from sikwu.wire.scores import Langs, maybe_message, message_shape, name_shape
from sikwu.wire.served import AskedLineShape, BecauseShape, WinShape

MOST_COLUMNS = 8
"""Rulesets beside each other."""
MOST_WRITTEN = 1_000
"""Characters of a house's conditions up to which it is tried out what makes a difference: that builds the rules many times."""


def scored(request: ScoreRequest, rules: Ruleset, words: Langs = ()) -> WinShape:
    """A win with its whole explanation and who pays.

    >>> from sikwu import ruleset
    >>> scored(ScoreRequest("123678m 中中中 發發發 白 +白<W 1f seat=E round=S"), ruleset("hk-standard")).payments["W"]
    -96
    """
    if (request.text is None) == (request.win is None):
        raise HandError([problem("request.one_of", names=("text", "win"))])
    win = Win.parse(request.text) if request.text is not None else Win.from_case(request.win or {})
    return win_shape(judged(win, rules), rules, words)


def reasons(request: BecauseRequest, rules: Ruleset, words: Langs = ()) -> BecauseShape:
    """Why a pattern holds in a win or not, part by part."""
    told = because(judged(Win.parse(request.text), rules).score, request.pattern)
    ways = (
        tuple(
            AskedLineShape(line.depth, message_shape(line.text, words), line.holds, maybe_message(line.value, words))
            for line in way
        )
        for way in told.ways
    )
    name, verdict = name_shape(told.name), message_shape(told.verdict, words)
    return BecauseShape(told.pattern, name, told.holds, verdict, tuple(ways), rules_shape(rules))


def compared(request: CompareRequest, references: References, words: Langs = ()) -> ComparisonShape:
    """The same win under several rules."""
    if len(request.rules) > MOST_COLUMNS:
        raise HandError([problem("case.too_many", name="rules", count=len(request.rules), most=MOST_COLUMNS)])
    every = [references.find(each) for each in request.rules or tuple(BOOKS)]
    written = sum(len(repr(row.when)) for rules in every for house in rules.house for row in house.pattern.rows)
    return comparison_shape(compare(request.text, every, causes=written <= MOST_WRITTEN), words)
