"""A win judged, asked about, compared; and cases answered."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec

from sikwu.cases import answered
from sikwu.comparing import compare
from sikwu.explaining import because
from sikwu.rules.presets import BOOKS
from sikwu.rules.ruleset import Ruleset
from sikwu.server.hands import win_shape
from sikwu.server.limits import Limits
from sikwu.server.references import References
from sikwu.server.refusals import Refusal, refused
from sikwu.server.workers import Dropped
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
MOST_CASES = 1_000
"""Cases in one request."""


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


class Budget:
    """What one request may cost: bytes of its whole answer, and seconds of work. It ends too when nobody waits any more.

    >>> budget = Budget(Limits(answer_bytes=10))
    >>> budget.spend(10)
    >>> try:
    ...     budget.spend(1)
    ... except Spent as error:
    ...     print(error.refusal)
    The answer would be longer than 10 bytes: send fewer or shorter cases at a time.
    """

    def __init__(self, limits: Limits, wanted: Callable[[], bool] = lambda: True) -> None:
        self.limits, self.wanted = limits, wanted
        self.done = 0
        self._case = 0
        self._began = time.thread_time()

    def spend(self, size: int) -> None:
        """So many bytes more, of a case that is being answered."""
        self._case += size
        if self.done + self._case > self.limits.answer_bytes:
            raise Spent(refused("limit.answer", most=self.limits.answer_bytes))
        if time.thread_time() - self._began > self.limits.answer_time:
            raise Spent(refused("limit.work", seconds=self.limits.answer_time))
        if not self.wanted():
            raise Dropped

    def answered(self, told: bytes) -> bytes:
        """A case is answered: from now on its true length counts."""
        self._case, self.done = 0, self.done + len(told)
        self.spend(0)
        return told


class Spent(Exception):
    """More than a request may cost: no error of any of its cases."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


def cases(body: bytes, budget: Budget) -> list[msgspec.Raw]:
    """The answers to one case or to lines of cases, in order: a bad one gets its error as its answer.

    >>> [bytes(each)[:12] for each in cases(b'{"id": 1}\\n\\nnonsense', Budget(Limits()))]
    [b'{"id":1,"err', b'{"id":null,"']
    """
    lines = [body] if _is_one(body) else [line for line in body.splitlines() if line.strip()]
    if len(lines) > MOST_CASES:
        raise HandError([problem("limit.cases", count=len(lines), most=MOST_CASES)])
    try:
        return [msgspec.Raw(budget.answered(msgspec.json.encode(answered(line, budget.spend)))) for line in lines]
    except Spent as spent:
        raise spent.refusal from None


def _is_one(body: bytes) -> bool:
    """One object, perhaps over several lines."""
    if body.count(b"\n") > 5_000:
        return False
    try:
        msgspec.json.decode(body, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True
