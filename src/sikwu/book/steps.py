"""Parts of the history of a book: a step, a line of the audit trail, a pending change, and a point to reload from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from msgspec.structs import replace as changed

from sikwu.book.events import Anything, Content, Entry, Result
from sikwu.book.state import BookState, Outcome
from sikwu.money.amount import Money


class BookStep(NamedTuple):
    """One event in effect: its entry, its outcome, and the state after it."""

    seq: int
    event: Content
    outcome: Outcome
    state: BookState

    @property
    def shown(self) -> Content:
        """The event with the fan that count now: an edit may have moved the deal and so changed the worth of tiles."""
        event, verdict = self.event, self.outcome.verdict
        if not isinstance(event, Result) or not event.told or verdict is None:
            return event
        wins = {player: verdict.fans.get(player, fan) for player, fan in event.wins.items()}
        return event if wins == event.wins else changed(event, wins=wins)

    @property
    def hand(self) -> int | None:
        """Its number among the hands in effect; None: it is not a hand."""
        return self.state.hands if isinstance(self.event, Result) else None

    @property
    def beaten(self) -> tuple[str, ...]:
        """The players who claimed the tile too and did not win, because a nearer player did (截糊)."""
        event, verdict = self.event, self.outcome.verdict
        if not isinstance(event, Result) or verdict is None:
            return ()
        return tuple(player for player in event.wins if player not in verdict.winners)


class Trail(NamedTuple):
    """One entry of the audit trail: whether it is in effect, and what it changed for every player."""

    entry: Entry
    event: Anything
    """The event as it was written."""
    shown: Anything
    """The event as it counts now: an edit may have moved the deal and so changed the worth of tiles."""
    status: str
    """'in effect', 'undone', 'edited' (replaced by `by`) or 'reversed'."""
    by: int | None
    change: dict[str, Money]


@dataclass(frozen=True, slots=True)
class PendingEntry:
    """An entry that may be written, and the history after it."""

    entry: Entry
    event: Anything
    kept: int
    """How many steps stay unchanged."""
    steps: tuple[BookStep, ...]
    """The steps after those."""
    name: str
    """The name of the book afterwards."""


class Rest(NamedTuple):
    """A point in the log from which a book can be reloaded: no later entry refers to one before it."""

    entry: Entry
    state: BookState
    """The state after that entry."""


class Past(Protocol):
    """Access to the entries that a book reloaded from a rest has not read."""

    def entries(self, last: int) -> list[Entry]:
        """The log from its first entry to that number."""

    def keyed(self, key: str) -> Entry | None:
        """The entry written under a key."""
