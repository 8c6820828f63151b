"""A refusal as it is sent: its status, every problem in three languages, and whether it is worth trying again."""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Mapping

from sikwu.texts import LANGUAGES, Problem, SikwuError, problem
from sikwu.texts.message import as_json
from sikwu.wire.scores import problem_shape
from sikwu.wire.served import ServedErrorShape
from sikwu.wire.shapes import EntryShape

log = logging.getLogger("sikwu.server")
_STATUS = {
    "request.too_long": 413,
    "request.slow": 408,
    "request.media": 415,
    "request.method": 405,
    "path.unknown": 404,
    "ruleset.unknown": 404,
    "rules.unknown": 404,
    "pattern.unknown": 404,
    "limit.rate": 429,
    "limit.busy": 429,
    "limit.cases": 400,
    "limit.answer": 400,
    "limit.work": 400,
    "server.failed": 500,
    "store.down": 503,
    "book.busy": 503,
    "token.missing": 401,
    "token.unknown": 403,
    "token.forbidden": 403,
    "origin.foreign": 403,
    "book.unknown": 404,
    "token.absent": 404,
    "ask.unknown": 404,
    "book.conflict": 409,
    "book.hand_taken": 409,
    "book.exists": 409,
    "key.in_flight": 409,
    "key.missing": 400,
    "code.unknown": 404,
    "code.expired": 410,
    "invite.unknown": 404,
}
AFTER_RELOAD = ("book.conflict", "book.hand_taken")
"""The state has moved: who looks again may write again."""
STORE_WAIT = 5_000
"""Milliseconds after which it may be tried again with a database that has failed."""
UNREADABLE = 400
IMPOSSIBLE = 422
TOO_MUCH = 429


class Refusal(SikwuError):
    """Something that a server does not do; `wait`: milliseconds after which it may."""

    def __init__(self, *problems: Problem, wait: int | None = None, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(problems)
        self.wait, self.headers = wait, dict(headers or {})
        self.moved: tuple[str, int, EntryShape | None] | tuple[()] = ()
        """Where a book has moved: its head, the number of it, and the entry that was first."""


def refused(code: str, wait: int | None = None, **facts: object) -> Refusal:
    """The refusal with this code."""
    return Refusal(Problem(code, facts), wait=wait)


def store_down(error: BaseException) -> Refusal:
    """The refusal where the database fails. Why is no stranger's business: it is in the log, once in a while."""
    now = time.monotonic()
    if now - _SAID.get("store", -STORE_WAIT) > STORE_WAIT / 1000:
        _SAID["store"] = now
        log.error("The database refused: %s", str(error)[:300])
    return refused("store.down", STORE_WAIT)


_SAID: dict[str, float] = {}


def where(error: BaseException) -> str:
    """What went wrong and where in the program, and nothing of what was asked: `KeyError at asked:12 < answered:40`."""
    frames = traceback.extract_tb(error.__traceback__)[-6:]
    return f"{type(error).__name__} at " + " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames))


def status_of(error: SikwuError) -> int:
    """The status of a refusal: what cannot be read, what is not there, what cannot be."""
    code = error.code
    if code.startswith("limit."):
        return _STATUS.get(code, TOO_MUCH)
    return _STATUS.get(code, UNREADABLE if code.startswith("request.") else IMPOSSIBLE)


def refusal_shape(error: SikwuError, request: str) -> ServedErrorShape:
    """What is sent.

    >>> told = refusal_shape(refused("limit.rate", 250, ms=250), "r-1")
    >>> told.code, told.retry, told.en
    ('limit.rate', 250, 'Too many requests: try again in 250 milliseconds.')
    """
    first = error.problems[0] if error.problems else problem("server.failed", request=request)
    wait = getattr(error, "wait", None)
    return ServedErrorShape(
        error.code,
        {name: as_json(fact) for name, fact in first.facts.items()},
        error.message("yue"),
        error.message("zh"),
        error.message("en"),
        tuple(problem_shape(each, LANGUAGES) for each in error.problems),
        _retry(error.code, wait),
        request,
        *getattr(error, "moved", ()),
    )


def _retry(code: str, wait: int | None) -> str | int:
    if wait is not None:
        return wait
    return "after_reload" if code in AFTER_RELOAD else "same" if code == "key.in_flight" else "never"
