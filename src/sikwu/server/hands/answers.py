"""Answers about a win: its score, the reasons, and comparisons."""

from __future__ import annotations

from sikwu.comparing import compare
from sikwu.explaining import because
from sikwu.rules.presets import DOCUMENTS
from sikwu.rules.ruleset import Ruleset
from sikwu.server.hands.hand import win_shape
from sikwu.server.hands.references import References
from sikwu.texts import HandError
from sikwu.verdict import judged
from sikwu.win import Win
from sikwu.wire import ComparisonShape
from sikwu.wire.asked import CompareRequest, PatternRequest, ScoreRequest
from sikwu.wire.pages import comparison_shape, rules_shape
from sikwu.wire.scores import Langs, maybe_message, message_shape, name_shape
from sikwu.wire.served import AskedLineShape, PatternAnswerShape, WinShape

MOST_COLUMNS = 8
"""The most rulesets compared at once."""
MOST_WRITTEN = 1_000
"""The longest conditions of a house, in characters, for which the cause of a difference is searched: that builds the
rules many times.
"""


def scored(request: ScoreRequest, rules: Ruleset, words: Langs = ()) -> WinShape:
    """A win with its whole explanation and the payments.

    >>> from sikwu import ruleset
    >>> scored(ScoreRequest("123678m 中中中 發發發 白 +白<W 1f seat=E round=S"), ruleset("hk-standard")).payments["W"]
    -96
    """
    if (request.text is None) == (request.win is None):
        raise HandError.of("request.one_of", names=("text", "win"))
    win = Win.parse(request.text) if request.text is not None else Win.from_case(request.win or {})
    return win_shape(judged(win, rules), rules, words)


def reasons(request: PatternRequest, rules: Ruleset, words: Langs = ()) -> PatternAnswerShape:
    """Why a pattern holds in a win or does not, part by part."""
    told = because(judged(Win.parse(request.text), rules).score, request.pattern)
    ways = (
        tuple(
            AskedLineShape(line.depth, message_shape(line.text, words), line.holds, maybe_message(line.value, words))
            for line in way
        )
        for way in told.ways
    )
    name, verdict = name_shape(told.name), message_shape(told.verdict, words)
    return PatternAnswerShape(told.pattern, name, told.holds, verdict, tuple(ways), rules_shape(rules))


def compared(request: CompareRequest, references: References, words: Langs = ()) -> ComparisonShape:
    """The same win under several rules."""
    if len(request.rules) > MOST_COLUMNS:
        raise HandError.of("case.too_many", name="rules", count=len(request.rules), most=MOST_COLUMNS)
    every = [references.find(each) for each in request.rules or tuple(DOCUMENTS)]
    written = sum(len(repr(row.when)) for rules in every for house in rules.house for row in house.pattern.rows)
    return comparison_shape(compare(request.text, every, causes=written <= MOST_WRITTEN), words)
