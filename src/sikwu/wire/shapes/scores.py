"""A scored win: its fan, reasons and readings, and the same in the words of one language."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from msgspec import Struct

from sikwu.wire.shapes.rules import Setting
from sikwu.wire.shapes.said import (
    ErrorShape,
    MessageShape,
    PatternNameShape,
    SeatAmounts,
    SettlementShape,
    TextShape,
    TransferShape,
)

AnyAnswer = TypeVar("AnyAnswer")


# --- a score


class ScoreShape(Struct, frozen=True, omit_defaults=True):
    """The worth of a win, in the form of CASES."""

    patterns: dict[str, int]
    fan: int
    capped: int
    valid: bool
    payments: SeatAmounts | None = None
    liable: str | None = None
    waits: str | None = None
    stands: str | None = None
    """What the wild tiles of a case with `wild` stand for, the winning tile behind a plus sign."""


class AnswerShape(Struct, Generic[AnyAnswer], frozen=True):
    """The answer to a case: a score, a settlement, or the books after each hand."""

    id: Any
    answer: AnyAnswer


class RefusalShape(Struct, frozen=True):
    """The answer to an impossible case."""

    id: Any
    error: ErrorShape


class LabelShape(Struct, frozen=True):
    """The name of a win in which nothing else counts."""

    pattern: str
    name: PatternNameShape
    says: TextShape
    source: str


class CountedPatternShape(Struct, frozen=True):
    """A pattern that counted."""

    pattern: str
    name: PatternNameShape
    fan: int
    times: int
    tiles: tuple[str, ...]
    shown: MessageShape | None
    limit: bool
    says: TextShape
    source: str


class DroppedPatternShape(Struct, frozen=True):
    """A pattern that held but did not count."""

    pattern: str
    name: PatternNameShape
    by: str
    why: str
    tiles: tuple[str, ...]
    sentence: MessageShape
    source: str


class GroupShape(Struct, frozen=True):
    """A set or the pair of a reading."""

    kind: str
    tiles: tuple[str, ...]
    made: str


class PlaceShape(Struct, frozen=True):
    """The place of the winning tile: in which group, and as what."""

    group: int | None
    kind: str
    says: MessageShape


class ReadingShape(Struct, frozen=True):
    """One way to read the hand."""

    fan: int
    capped: int
    shape: str
    patterns: dict[str, int]
    groups: tuple[GroupShape, ...]
    place: PlaceShape | None
    text: MessageShape


class ExplanationShape(Struct, frozen=True):
    """Everything a player wants to know about a win."""

    fan: int
    capped: int
    valid: bool
    headline: MessageShape
    situation: MessageShape
    label: LabelShape | None
    limit: bool
    counted: tuple[CountedPatternShape, ...]
    dropped: tuple[DroppedPatternShape, ...]
    ceiling: MessageShape | None
    spicy: MessageShape | None
    reading: ReadingShape
    others: tuple[ReadingShape, ...]
    waits: tuple[str, ...] | None
    payments: SeatAmounts | None
    transfers: tuple[TransferShape, ...]
    liable: str | None
    worth: tuple[MessageShape, ...] = ()
    """How fan became money, line by line."""


# --- a score in the words of one language: `sikwu score --json`


class ReadingWordsShape(Struct, frozen=True):
    """A reading in words."""

    fan: int
    capped: int
    groups: tuple[str, ...]
    place: str
    says: str


class CountedPatternWordsShape(Struct, frozen=True):
    """A pattern that counted, in words."""

    pattern: str
    zh: str
    jyutping: str
    en: str
    fan: int
    times: int
    tiles: str
    says: str
    source: str


class DroppedPatternWordsShape(Struct, frozen=True):
    """A pattern that held but did not count, in words."""

    pattern: str
    by: str
    why: str
    tiles: str
    says: str
    source: str


class ScoreWordsShape(Struct, frozen=True):
    """A score in the words of one language, and the same as codes and facts (`explanation`)."""

    text: str
    ruleset: str
    hash: str
    options: dict[str, Setting]
    fan: int
    capped: int
    valid: bool
    minimum: int
    ceiling: int | None
    patterns: dict[str, int]
    label: str | None
    limit_hand: bool
    spicy: str | None
    headline: str
    counted: tuple[CountedPatternWordsShape, ...]
    not_counted: tuple[DroppedPatternWordsShape, ...]
    ceiling_says: str
    spicy_says: str
    reading: ReadingWordsShape
    others: tuple[ReadingWordsShape, ...]
    waits: str | None
    settlement: SettlementShape | None
    """Who pays whom and why; null if there are no payments."""
    unpaid: MessageShape | None
    """Why there are no payments: below the minimum, or the discarder is unknown."""
    explanation: ExplanationShape
