"""The effects of a table, in the order in which the shell executes them: all lines are committed, then news are sent and bots asked."""

from __future__ import annotations

from typing import NamedTuple

from sikwu.live.news import Address, News
from sikwu.live.notes import LogLine
from sikwu.play.native import NativeQuestion
from sikwu.play.view import View


class Append(NamedTuple):
    """A line for the log; `line.text` is its text."""

    line: LogLine
    v: int | None
    """Its version; None for decisions and for notes."""
    record: bool
    """Whether it is a line of the record."""


class Tell(NamedTuple):
    """News for a place, a member, the spectators or everybody."""

    to: Address
    news: News


class AskBot(NamedTuple):
    """A question for a bot; its answer (`BotActs`) counts if it arrives by `at`, and is executed then, never before."""

    place: int
    level: str
    decision: str
    view: View
    legal: tuple[int, ...]
    at: int
    native: NativeQuestion | None = None
    """The same question for native players; None for a cut between two deals."""


class WantSeed(NamedTuple):
    """A seed for a deal; it is stored in the transaction that holds the line `wall_sealed`."""

    deal: int


class WantNonce(NamedTuple):
    """A nonce for a seat that a bot plays."""

    deal: int
    place: int


class ForgetSeed(NamedTuple):
    """The proof is published: the stored seed may be deleted."""

    deal: int


class Reopen(NamedTuple):
    """Everybody wants a rematch: `LiveTable.again` opens it under a new id."""

    table: str


class Wake(NamedTuple):
    """When the table wants to be called again; None: it waits for nothing. The last effect of every step."""

    at: int | None


Effect = Append | Tell | AskBot | WantSeed | WantNonce | ForgetSeed | Reopen | Wake
