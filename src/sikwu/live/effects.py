"""What comes out of a table, in the order in which the shell does it: first every line is committed, then news are told and bots asked."""

from __future__ import annotations

from typing import NamedTuple

from sikwu.live.news import Address, News
from sikwu.live.notes import LogLine
from sikwu.play.view import View


class Append(NamedTuple):
    """A line for the log; `line.text` is what is written."""

    line: LogLine
    v: int | None
    """Its version; None of decisions and of the table's own lines."""
    record: bool
    """Is it a line of the record?"""


class Tell(NamedTuple):
    """News for a place, a member, the watchers or everybody."""

    to: Address
    news: News


class AskBot(NamedTuple):
    """A question for a bot; its answer (`BotActs`) counts if it is there by `at`, and is done then, never before."""

    place: int
    level: str
    decision: str
    view: View
    legal: tuple[int, ...]
    at: int


class WantSeed(NamedTuple):
    """A seed for a deal; it is stored in the transaction that holds the line `wall_sealed`."""

    deal: int


class WantNonce(NamedTuple):
    """A nonce for a seat that a bot plays."""

    deal: int
    place: int


class ForgetSeed(NamedTuple):
    """The proof is out: the stored seed may go."""

    deal: int


class Reopen(NamedTuple):
    """Everybody wants a rematch: `LiveTable.again` opens it under a new id."""

    table: str


class Wake(NamedTuple):
    """When the table wants to hear that time has passed; None: it waits for nothing. The last effect of every step."""

    at: int | None


Effect = Append | Tell | AskBot | WantSeed | WantNonce | ForgetSeed | Reopen | Wake
