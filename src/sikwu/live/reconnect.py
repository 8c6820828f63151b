"""What a client does when its socket is open again: one pure function, `decide(have, told, pending)`, with numbered cases.

The view
  1. The table is another one, or it is gone: stop; the client's data do not belong to it.
  2. The client has no view: take the snapshot.
  3. Same version, same hash: the view is valid; nothing is fetched.
  4. Same version, another hash: the view is wrong somewhere; discard it, take the snapshot.
  5. The client is behind by no more events than the server sends one by one: apply the missed events, then compare the hash.
  6. The client is further behind: take the snapshot.
  7. The client is ahead of the server: what it saw was never committed, or the server went back; take the snapshot.

Acts that wait for their reply, the oldest first
  8. Of this table: send every one again with its old id, whatever is open now. The reply to an id never changes, so an act that
     arrived is acknowledged once more, one that did not is taken or refused as stale, and none is done twice.
  9. Of another table (case 1): drop it, and say so.

The order is fixed: first the view, then the acts. The person never has to press a button.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from sikwu.live.terms import MISSED


class HaveView(NamedTuple):
    """What the client kept: the version and hash of its view; `v` None: nothing."""

    table: str
    v: int | None = None
    hash: str = ""


class ServerSays(NamedTuple):
    """What the welcome said; `gone`: the table was erased, or the token was revoked."""

    table: str
    v: int
    hash: str
    """Of this viewer's view at `v`."""
    gone: bool = False


class WaitingAct(NamedTuple):
    """An act without a reply; it is kept together with this note that it waits."""

    table: str
    id: str
    decision: str
    action: str


class ReconnectPlan(NamedTuple):
    """What to do, in this order."""

    case: int
    view: Literal["stop", "keep", "events", "snapshot"]
    start: int | None
    """With `events`: the first version that is missing."""
    send: tuple[WaitingAct, ...]
    drop: tuple[WaitingAct, ...]


def decide(have: HaveView, told: ServerSays, pending: Sequence[WaitingAct] = ()) -> ReconnectPlan:
    """What to do with the view and with acts that wait; the cases are those of the page above.

    >>> decide(HaveView("t1", 57, "aa"), ServerSays("t1", 61, "bb")).view
    'events'
    >>> decide(HaveView("t1"), ServerSays("t1", 61, "bb")).case
    2
    """
    if told.gone or have.table != told.table:
        return ReconnectPlan(1, "stop", None, (), tuple(pending))
    send = tuple(act for act in pending if act.table == told.table)
    drop = tuple(act for act in pending if act.table != told.table)
    case, view, start = _view(have, told)
    return ReconnectPlan(case, view, start, send, drop)


def _view(have: HaveView, told: ServerSays) -> tuple[int, Literal["keep", "events", "snapshot"], int | None]:
    if have.v is None:
        return 2, "snapshot", None
    if have.v == told.v:
        return (3, "keep", None) if have.hash == told.hash else (4, "snapshot", None)
    if have.v > told.v:
        return 7, "snapshot", None
    return (5, "events", have.v + 1) if told.v - have.v <= MISSED else (6, "snapshot", None)
