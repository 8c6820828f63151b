"""Parts of the history of a book: a step, a line of the audit trail, a pending change, and a point to reload from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from msgspec.structs import replace as changed

from sikwu.book.events import Anything, Content, Entry, Result
from sikwu.book.state import Outcome, State
from sikwu.money.amount import Money


class Step(NamedTuple):
    """One event in effect: the entry it stands for, what it did, and the state after it."""

    seq: int
    event: Content
    outcome: Outcome
    state: State

    @property
    def shown(self) -> Content:
        """The event with the fan that count now: an edit may have moved the deal, and so what tiles are worth."""
        event, verdict = self.event, self.outcome.verdict
        if not isinstance(event, Result) or not event.told or verdict is None:
            return event
        wins = {player: verdict.fans.get(player, fan) for player, fan in event.wins.items()}
        return event if wins == event.wins else changed(event, wins=wins)

    @property
    def hand(self) -> int | None:
        """Its number among the hands in effect; None: it is no hand."""
        return self.state.hands if isinstance(self.event, Result) else None

    @property
    def beaten(self) -> tuple[str, ...]:
        """Who claimed the tile too and did not win: a nearer hand went first (截糊)."""
        event, verdict = self.event, self.outcome.verdict
        if not isinstance(event, Result) or verdict is None:
            return ()
        return tuple(player for player in event.wins if player not in verdict.winners)


class Trail(NamedTuple):
    """One entry as the audit trail shows it: whether it is in effect, and what it changed for everybody."""

    entry: Entry
    event: Anything
    """As it was written."""
    shown: Anything
    """As it counts now: tiles may be worth something else where an edit has moved the deal."""
    status: str
    """'in effect', 'undone', 'edited' (its place was taken by `by`) or 'reversed'."""
    by: int | None
    change: dict[str, Money]


@dataclass(frozen=True, slots=True)
class Pending:
    """An entry that may be written, and the history as it will then be."""

    entry: Entry
    event: Anything
    kept: int
    """How many steps stay as they are."""
    steps: tuple[Step, ...]
    """Those that come after them."""
    name: str
    """What the book will be called."""


class Rest(NamedTuple):
    """A place in the log at which a book may be put down and taken up again: nothing after it reaches back before it."""

    entry: Entry
    state: State
    """After that entry."""


class Past(Protocol):
    """Where the entries lie that a book taken up at a rest has not read."""

    def entries(self, last: int) -> list[Entry]:
        """The log from its first entry to that number."""

    def keyed(self, key: str) -> Entry | None:
        """The entry that was written under a key."""
