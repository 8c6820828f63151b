"""What a client does when its socket was closed; the numbers are those of docs/tables.md."""

from __future__ import annotations

from typing import Literal

AfterClose = Literal["stop", "ticket", "wait", "again"]
_STOP = {4000: "protocol", 1007: "protocol", 1009: "protocol", 4003: "revoked", 4004: "gone", 4009: "replaced"}
_WAIT = (4008, 1008, 4029, 4030, 4013)
WAIT = 5.0
"""Seconds."""
_SOONEST, _LONGEST = 0.25, 10.0


def after_close(code: int) -> AfterClose:
    """stop: for good; ticket: once more with a new ticket; wait: in five seconds; again: at once.

    >>> after_close(4009), after_close(4001), after_close(4008), after_close(1012), after_close(1006)
    ('stop', 'ticket', 'wait', 'again', 'again')
    """
    if code in _STOP:
        return "stop"
    return "ticket" if code == 4001 else "wait" if code in _WAIT else "again"


def why(code: int) -> str:
    """Why it stops: protocol, revoked, gone or replaced."""
    return _STOP.get(code, "protocol")


def pause(code: int, tries: int) -> float:
    """Seconds to wait before the next attempt, after this many failures in a row.

    >>> [pause(1012, tries) for tries in range(4)], pause(4008, 0), pause(1006, 99)
    ([0.0, 0.25, 0.5, 1.0], 5.0, 10.0)
    """
    least = WAIT if after_close(code) == "wait" else 0.0
    if not tries:
        return least
    return max(least, min(_LONGEST, _SOONEST * float(2 ** min(tries - 1, 20))))
