"""Unfinished hands."""

from __future__ import annotations

from msgspec import Struct

from sikwu.wire.shapes.said import ProblemShape, RulesShape


class UsefulTileShape(Struct, frozen=True):
    """A kind that brings the hand nearer, and the copies that are left."""

    tile: str
    left: int


class WorthShape(Struct, frozen=True, omit_defaults=True):
    """The worth of a wait in one way of winning; `problem`: why the rules do not let it win."""

    fan: int
    capped: int
    valid: bool
    patterns: dict[str, int]
    problem: ProblemShape | None = None


class WaitShape(Struct, frozen=True):
    """A tile that completes the hand; its worth is null if no copy is left."""

    tile: str
    left: int
    discard: WorthShape | None
    self_draw: WorthShape | None


class DiscardShape(Struct, frozen=True):
    """A possible discard, and the state of the hand without it."""

    tile: str
    away: int
    copies: int
    useful: tuple[UsefulTileShape, ...]


class LookShape(Struct, frozen=True, omit_defaults=True):
    """The analysis of an unfinished hand."""

    state: str
    size: int
    missing: int
    away: int | None = None
    useful: tuple[UsefulTileShape, ...] = ()
    waits: tuple[WaitShape, ...] = ()
    discards: tuple[DiscardShape, ...] = ()
    wins: tuple[WaitShape, ...] = ()
    problems: tuple[ProblemShape, ...] = ()


class LookWordsShape(Struct, frozen=True):
    """The analysis of a hand under some rules; `says`: the answer in a sentence."""

    text: str
    rules: RulesShape
    says: str
    look: LookShape
