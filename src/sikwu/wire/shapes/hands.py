"""Unfinished hands."""

from __future__ import annotations

from msgspec import Struct

from sikwu.wire.shapes.said import ProblemShape, RulesShape


class UsefulShape(Struct, frozen=True):
    """A kind that brings the hand nearer, and the copies that may still come."""

    tile: str
    left: int


class WorthShape(Struct, frozen=True, omit_defaults=True):
    """What a wait is worth in one way of winning; `problem`: these rules do not let it win."""

    fan: int
    capped: int
    valid: bool
    patterns: dict[str, int]
    problem: ProblemShape | None = None


class WaitShape(Struct, frozen=True):
    """A tile that completes the hand; what it is worth is null where no copy is left."""

    tile: str
    left: int
    discard: WorthShape | None
    self_draw: WorthShape | None


class DiscardShape(Struct, frozen=True):
    """A tile that may go, and how the hand stands without it."""

    tile: str
    away: int
    copies: int
    useful: tuple[UsefulShape, ...]


class LookShape(Struct, frozen=True, omit_defaults=True):
    """What can be said about a hand that is not finished."""

    state: str
    size: int
    missing: int
    away: int | None = None
    useful: tuple[UsefulShape, ...] = ()
    waits: tuple[WaitShape, ...] = ()
    discards: tuple[DiscardShape, ...] = ()
    wins: tuple[WaitShape, ...] = ()
    problems: tuple[ProblemShape, ...] = ()


class ToldLookShape(Struct, frozen=True):
    """A hand that was looked at under some rules; `says` is the answer in a sentence."""

    text: str
    rules: RulesShape
    says: str
    look: LookShape
