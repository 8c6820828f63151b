"""The table's own lines: state that must survive a restart and is not part of the record. One type per kind; `type` is its name on the disk.

A log holds them among the lines of the record; `log_line` parses both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from sikwu.live.terms import LiveTerms, Pace
from sikwu.play.lines import Line
from sikwu.play.parts import OptionValue
from sikwu.play.problems import PlayError
from sikwu.play.reader import typed


class Note(Struct, frozen=True, tag_field="type", omit_defaults=True):
    """One line of the table's own."""

    @property
    def type(self) -> str:
        """The name of this kind on the disk."""
        return str(self.__struct_config__.tag)

    def to_dict(self) -> dict[str, Any]:
        """The JSON object on the disk.

        >>> BackNote(2).to_dict()
        {'type': 'seat_back', 'place': 2}
        """
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found

    @property
    def text(self) -> str:
        """The line as written to the disk."""
        return msgspec.json.encode(self).decode()


class OpenedNote(Note, frozen=True, tag="table_opened"):
    """A table is opened: its rules, its terms, and who opened it."""

    table: str
    ruleset: str
    options: dict[str, OptionValue]
    rules: str
    """The hash of the rules in force."""
    terms: LiveTerms
    host: str
    house: str | UnsetType = UNSET
    """The rules file, if the rules hold more than options."""


class SeatedNote(Note, frozen=True, tag="seat_taken"):
    """A person sits down."""

    place: int
    member: str
    name: str


class BotNote(Note, frozen=True, tag="bot_seated"):
    """A bot gets a place, or another level."""

    place: int
    level: str
    name: str


class FreedNote(Note, frozen=True, tag="seat_freed"):
    """A place is free for a new player; in a match a bot plays it until then."""

    place: int
    why: str
    """left or removed."""


class StandInNote(Note, frozen=True, tag="bot_stands_in"):
    """A bot decides for an absent seat from the next question on."""

    place: int


class BackNote(Note, frozen=True, tag="seat_back"):
    """The seat is given back."""

    place: int


class FaultNote(Note, frozen=True, tag="bot_fault"):
    """A bot gave no valid answer; the default action was taken."""

    place: int
    level: str
    why: str


class HostNote(Note, frozen=True, tag="host"):
    """Another person is host."""

    member: str


class SealedNote(Note, frozen=True, tag="wall_sealed"):
    """The wall of a deal is committed to; the seed is stored elsewhere."""

    deal: int
    commit: str


class NonceNote(Note, frozen=True, tag="nonce"):
    """A seat's nonce."""

    deal: int
    place: int
    nonce: str


class ActNote(Note, frozen=True, tag="act"):
    """An act and its reply; `code` empty: it was accepted as the seat's answer."""

    place: int
    id: str
    decision: str
    action: str
    code: str = ""


class OpeningClosedNote(Note, frozen=True, tag="opening_closed"):
    """The opening window is over, and nobody had a choice in it."""

    on: int


class MarkedNote(Note, frozen=True, tag="seat_marked"):
    """Three seats marked the fourth 相公, from the next draw from the front on."""

    seat: str


class PausedNote(Note, frozen=True, tag="paused"):
    """The clocks stop."""


class ResumedNote(Note, frozen=True, tag="resumed"):
    """The clocks continue."""


class PaceNote(Note, frozen=True, tag="pace"):
    """Another pace from the next deal on."""

    pace: Pace


class ClockNote(Note, frozen=True, tag="clock"):
    """The clock is off by consent, or on again."""

    on: bool


class WatchNote(Note, frozen=True, tag="watching"):
    """People may watch, or not."""

    on: bool


class HintsNote(Note, frozen=True, tag="hints"):
    """Hints are allowed, or forbidden: then no seat has them on."""

    on: bool


class HintedNote(Note, frozen=True, tag="hinted"):
    """A seat has hints on, or off again."""

    place: int
    on: bool


class EndingNote(Note, frozen=True, tag="ending"):
    """The match ends after this deal."""


class TimeNote(Note, frozen=True, tag="time"):
    """How long the match has been played, told between deals if the table agreed on an end by the clock."""

    played: int


class HandsNote(Note, frozen=True, tag="hands"):
    """The hands lie open by consent of all persons, or no more."""

    open: bool


class StepNote(Note, frozen=True, tag="step"):
    """A person's decision follows; a table for learning can be taken back to this point."""


class TakenBackNote(Note, frozen=True, tag="taken_back"):
    """Everything since the latest step that stands is taken back, by consent of all persons."""

    v: int
    """The version that is valid again."""


AnyNote = (
    OpenedNote | SeatedNote | BotNote | FreedNote | StandInNote | BackNote | FaultNote | HostNote | SealedNote | NonceNote
    | ActNote | OpeningClosedNote | MarkedNote | PausedNote | ResumedNote | PaceNote | ClockNote | WatchNote | HintsNote
    | HintedNote | EndingNote | TimeNote | HandsNote | StepNote | TakenBackNote
)  # fmt: skip
NOTES = {str(each.__struct_config__.tag) for each in AnyNote.__args__}


LogLine = Line | AnyNote


def log_line(object: Mapping[str, Any], number: int) -> LogLine:
    """Parses a line of a table's log, of either kind; `number` is the line number for the error message.

    >>> log_line({"type": "seat_back", "place": 2}, 1)
    BackNote(place=2)
    """
    if object.get("type") not in NOTES:
        return typed(object, number)
    try:
        found: AnyNote = msgspec.convert(object, AnyNote)
    except msgspec.ValidationError:
        raise PlayError.of("table.log", type=str(object["type"])) from None
    return found
