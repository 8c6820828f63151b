"""The messages to a table, one type per message. `by` is the member identified by the shell through a token, never by the message itself.

Members are opaque ids. `place` is one of the four places 0-3, which stay the same while seat winds change from deal to deal.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import get_args

from msgspec import Struct

from sikwu.live.terms import Pace


class FromMember(Struct, frozen=True, kw_only=True):
    """A message of a person at the table; it is a sign of life too."""

    by: str


# --- being there


class Hello(FromMember, frozen=True):
    """A socket was opened: a seat, the host or a spectator is here; `have` is the version it knows."""

    have: int | None = None


class SignOfLife(FromMember, frozen=True):
    """A heartbeat; `t` is the client's own mark and is returned."""

    t: int = 0


class Bye(FromMember, frozen=True):
    """The socket was closed."""


class Resync(FromMember, frozen=True):
    """The client found a gap, or a view hash that differs."""

    have: int | None = None


class WatchTable(FromMember, frozen=True):
    """A person wants to watch."""

    name: str
    have: int | None = None


class StopWatching(FromMember, frozen=True):
    """A watcher leaves."""


# --- seats


class TakeSeat(FromMember, frozen=True):
    """By an invitation: sits down at a place, or at the first free one."""

    name: str
    place: int | None = None


class AskForSeat(FromMember, frozen=True):
    """By a code: asks the host for a seat."""

    name: str


class AnswerSeat(FromMember, frozen=True):
    """The host's answer to a person who asks for a seat."""

    member: str
    yes: bool
    place: int | None = None


class AddBot(FromMember, frozen=True):
    """The host puts a bot at a free place."""

    place: int
    level: str
    name: str = ""


class ChangeBot(FromMember, frozen=True):
    """The host changes the level of a bot, from its next question on."""

    place: int
    level: str


class RemoveBot(FromMember, frozen=True):
    """The host frees a bot's place; during a match the bot plays until somebody takes it."""

    place: int


class LeaveTable(FromMember, frozen=True):
    """Leaves on purpose: a bot takes over at once."""


# --- the host


class StartMatch(FromMember, frozen=True):
    """All four places are taken: the match begins."""


class PauseTable(FromMember, frozen=True):
    """A pause between deals."""


class AgreePause(FromMember, frozen=True):
    """A seat wants a pause at once; three together get it."""


class ResumeTable(FromMember, frozen=True):
    """The pause is over."""


class SetPace(FromMember, frozen=True):
    """Another pace from the next deal on."""

    pace: Pace


class GrantTime(FromMember, frozen=True):
    """Extra time for a seat."""

    place: int


class EndAfterDeal(FromMember, frozen=True):
    """The match ends after this deal."""


class LetWatch(FromMember, frozen=True):
    """The host allows or forbids spectators; present ones leave."""

    on: bool


class LetHints(FromMember, frozen=True):
    """The host allows or forbids hints; where they are forbidden, nobody has them on."""

    on: bool


class HandOver(FromMember, frozen=True):
    """The host hands the role to a seated player."""

    place: int


# --- playing


class Act(FromMember, frozen=True):
    """An answer to a question; an id always gets the same reply."""

    id: str
    decision: str
    action: str


class GiveNonce(FromMember, frozen=True):
    """A seat's part of the wall."""

    deal: int
    nonce: str


class ReadyForDeal(FromMember, frozen=True):
    """The seat has seen the result; the next deal may begin."""


class GoOn(FromMember, frozen=True):
    """Without a clock: the seat has seen this window and has nothing to say."""

    window: str


class AgreeClock(FromMember, frozen=True):
    """A seat wants the clock off, or on again; it is off when all persons agree, and on when one asks."""

    off: bool


class AgreeHands(FromMember, frozen=True):
    """At a table for learning: a seat wants the hands open, or closed again; they are open when all persons agree, closed when one asks."""

    open: bool


class AgreeBack(FromMember, frozen=True):
    """At a table for learning: a seat wants the latest decision of a person taken back, or (`yes` false) not."""

    yes: bool = True


class MarkDead(FromMember, frozen=True):
    """A seat wants another one marked 相公 for the rest of the deal; three together do it."""

    place: int


class React(FromMember, frozen=True):
    """One of the fixed reactions."""

    reaction: str


class UseHints(FromMember, frozen=True):
    """A seat has hints on, or off again; everybody learns it."""

    on: bool


class WantRematch(FromMember, frozen=True):
    """再嚟: the same seats, rules and book once more."""


# --- from the shell


@dataclass(frozen=True, slots=True)
class SealWall:
    """The seed of the next deal, drawn outside."""

    deal: int
    seed: bytes = field(repr=False)


class BotNonce(Struct, frozen=True):
    """A nonce drawn for a seat that a bot plays."""

    place: int
    deal: int
    nonce: str


class BotActs(Struct, frozen=True):
    """A bot's answer; None if it has none, with the reason: late, raised, illegal."""

    place: int
    decision: str
    action: int | None
    why: str = ""


class TimePassed(Struct, frozen=True):
    """Time has passed without a message."""


MemberMessage = (
    Hello | SignOfLife | Bye | Resync | WatchTable | StopWatching | TakeSeat | AskForSeat | AnswerSeat
    | AddBot | ChangeBot | RemoveBot | LeaveTable | StartMatch | PauseTable | AgreePause | ResumeTable
    | SetPace | GrantTime | EndAfterDeal | LetWatch | LetHints | HandOver | Act | GiveNonce | ReadyForDeal | GoOn | AgreeClock
    | AgreeHands | AgreeBack | MarkDead | React | UseHints | WantRematch
)  # fmt: skip
FromShell = SealWall | BotNonce | BotActs | TimePassed
TableMessage = MemberMessage | FromShell
SAID: tuple[type[FromMember], ...] = get_args(MemberMessage)
