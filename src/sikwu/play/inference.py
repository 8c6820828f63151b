"""Infers what each seat chose from the following lines, for records without decision lines."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from msgspec import UNSET

from sikwu.play.actions import (
    CHOW_LOWEST,
    DISCARD,
    FALSE_WIN,
    KONG,
    KONG_ADDED,
    KONG_CONCEALED,
    PASS,
    PUNG,
    READY,
    READY_DISCARD,
    WIN,
    WIN_FLOWERS,
    chow_tiles,
)
from sikwu.play.deal_game import Question
from sikwu.play.lines import (
    AddedKongLine,
    ChowLine,
    ConcealedKongLine,
    DiscardLine,
    ExposedKongLine,
    FalseWinLine,
    Line,
    PungLine,
    ReadyLine,
    WinLine,
)
from sikwu.texts import SikwuError
from sikwu.tiles import Tile

_ACTS = (
    AddedKongLine, ChowLine, ConcealedKongLine, DiscardLine, ExposedKongLine, FalseWinLine, PungLine, ReadyLine, WinLine,
)  # fmt: skip


def inferred(question: Question, after: Sequence[Line]) -> int:
    """What a seat chose, inferred from the lines that follow. A claim that lost to a higher one leaves no trace, so
    it is taken for a pass.
    """
    together = list(takewhile(lambda line: isinstance(line, WinLine | ReadyLine), after)) or after[:1]
    own = next((line for line in together if isinstance(line, _ACTS) and line.seat == question.seat.text), None)
    action = None if own is None else _action_of(own, after)
    if action is not None and action in question.legal:
        return action
    return PASS if PASS in question.legal else question.usual


def _action_of(line: Line, after: Sequence[Line]) -> int | None:
    """The action that caused an event."""
    try:
        match line:
            case WinLine():
                return WIN_FLOWERS if line.tile is UNSET else WIN
            case ReadyLine(kind="heavenly"):
                return READY
            case ReadyLine():
                thrown = next((each for each in after if isinstance(each, DiscardLine)), None)
                return None if thrown is None else READY_DISCARD + Tile.parse(thrown.tile)
            case DiscardLine():
                return DISCARD + Tile.parse(line.tile)
            case ConcealedKongLine():
                return KONG_CONCEALED + Tile.parse(line.own[0])
            case AddedKongLine():
                return KONG_ADDED + Tile.parse(line.tile)
            case ChowLine():
                return _chow(line)
    except SikwuError:
        return None
    return {PungLine: PUNG, ExposedKongLine: KONG, FalseWinLine: FALSE_WIN}.get(type(line))


def _chow(line: ChowLine) -> int | None:
    claimed, own = Tile.parse(line.tile), tuple(map(Tile.parse, line.own))
    return next((each for each in range(CHOW_LOWEST, PUNG) if chow_tiles(each, claimed) == own), None)
