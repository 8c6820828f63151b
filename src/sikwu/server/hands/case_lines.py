"""Answers lines of cases within a budget of bytes and of work."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec

from sikwu.cases import answered
from sikwu.server.http.limits import Limits
from sikwu.server.http.refusals import Refusal
from sikwu.server.http.workers import AbandonedWork
from sikwu.texts import HandError

MOST_CASES = 1_000
"""The most cases in one request."""


class Budget:
    """The budget of one request: bytes of its whole answer, and seconds of work. It also ends when the client no
    longer waits.

    >>> budget = Budget(Limits(answer_bytes=10))
    >>> budget.spend(10)
    >>> try:
    ...     budget.spend(1)
    ... except OverBudget as error:
    ...     print(error.refusal)
    The answer would be longer than 10 bytes: send fewer or shorter cases at a time.
    """

    def __init__(self, limits: Limits, wanted: Callable[[], bool] = lambda: True) -> None:
        self.limits, self.wanted = limits, wanted
        self.done = 0
        self._case = 0
        self._began = time.thread_time()

    def spend(self, size: int) -> None:
        """Counts bytes of a case that is being answered."""
        self._case += size
        if self.done + self._case > self.limits.answer_bytes:
            raise OverBudget(Refusal.of("limit.answer", most=self.limits.answer_bytes))
        if time.thread_time() - self._began > self.limits.answer_time:
            raise OverBudget(Refusal.of("limit.work", seconds=self.limits.answer_time))
        if not self.wanted():
            raise AbandonedWork

    def answered(self, told: bytes) -> bytes:
        """Counts a finished answer by its true length."""
        self._case, self.done = 0, self.done + len(told)
        self.spend(0)
        return told


class OverBudget(Exception):
    """The budget is spent; this is not an error of a single case."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


def cases(body: bytes, budget: Budget) -> list[msgspec.Raw]:
    """The answers to one case or to lines of cases, in order; a bad case gets its error as its answer.

    >>> [bytes(each)[:12] for each in cases(b'{"id": 1}\\n\\nnonsense', Budget(Limits()))]
    [b'{"id":1,"err', b'{"id":null,"']
    """
    lines = [body] if _is_one(body) else [line for line in body.splitlines() if line.strip()]
    if len(lines) > MOST_CASES:
        raise HandError.of("limit.cases", count=len(lines), most=MOST_CASES)
    try:
        return [msgspec.Raw(budget.answered(msgspec.json.encode(answered(line, budget.spend)))) for line in lines]
    except OverBudget as spent:
        raise spent.refusal from None


def _is_one(body: bytes) -> bool:
    """Whether the body is one object, perhaps over several lines."""
    if body.count(b"\n") > 5_000:
        return False
    try:
        msgspec.json.decode(body, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True
