"""Error answers: the status, every problem in three languages, and whether a retry makes sense."""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Iterable, Mapping
from typing import Self

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
    "code.elsewhere": 404,
    "code.expired": 410,
    "invite.unknown": 404,
    "table.unknown": 404,
    "table.elsewhere": 503,
    "table.not_host": 403,
    "table.not_seated": 403,
    "table.no_watchers": 403,
    "table.seat_taken": 409,
    "table.seats_full": 409,
    "table.seat_later": 409,
    "table.seated_already": 409,
    "table.name_taken": 409,
    "table.started": 409,
    "table.not_asking": 404,
    "act.stale": 409,
}
AFTER_RELOAD = ("book.conflict", "book.hand_taken")
"""The codes for a state that has moved on: after reading it again, the client may retry."""
STORE_WAIT = 5_000
"""Milliseconds after which a retry makes sense when the database has failed."""
UNREADABLE = 400
IMPOSSIBLE = 422
TOO_MUCH = 429


class Refusal(SikwuError):
    """An error that is sent to the client; `wait`: milliseconds after which a retry is allowed."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        super().__init__(problems)
        self.wait: int | None = None
        self.headers: dict[str, str] = {}
        self.moved: tuple[str, int, EntryShape | None] | tuple[()] = ()
        """If a book has moved on: its head, the number of its newest entry, and the entry that came first."""

    def after(self, wait: int | None) -> Self:
        """The same error; it allows a retry after this many milliseconds."""
        self.wait = wait
        return self

    def sending(self, headers: Mapping[str, str]) -> Self:
        """The same refusal; its answer has further headers."""
        self.headers |= headers
        return self


def store_down(error: BaseException) -> Refusal:
    """The error for a failed database. The cause is in the log, once in a while, and not sent to strangers."""
    now = time.monotonic()
    if now - _SAID.get("store", -STORE_WAIT) > STORE_WAIT / 1000:
        _SAID["store"] = now
        log.error("The database refused: %s", str(error)[:300])
    return Refusal.of("store.down").after(STORE_WAIT)


_SAID: dict[str, float] = {}


def where(error: BaseException) -> str:
    """The error and its place in the program, without any content of the request: `KeyError at asked:12 <
    answered:40`.
    """
    frames = traceback.extract_tb(error.__traceback__)[-6:]
    return f"{type(error).__name__} at " + " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames))


def status_of(error: SikwuError) -> int:
    """The status of an error: unreadable, not found, or impossible."""
    code = error.code
    if code.startswith("limit."):
        return _STATUS.get(code, TOO_MUCH)
    return _STATUS.get(code, UNREADABLE if code.startswith("request.") else IMPOSSIBLE)


def refusal_shape(error: SikwuError, request: str) -> ServedErrorShape:
    """The error as it is sent.

    >>> told = refusal_shape(Refusal.of("limit.rate", ms=250).after(250), "r-1")
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
