"""Lines of cases answered, within a budget of bytes and of work."""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec

from sikwu.cases import answered
from sikwu.server.http.limits import Limits
from sikwu.server.http.refusals import Refusal, refused
from sikwu.server.http.workers import Dropped
from sikwu.texts import HandError, problem

MOST_CASES = 1_000
"""Cases in one request."""


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
