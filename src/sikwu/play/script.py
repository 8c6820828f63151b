"""A deal played by script: what each seat does where, and what is usual everywhere else."""

from __future__ import annotations

from collections.abc import Sequence

from sikwu.play.deal import Deal
from sikwu.play.record import Recording
from sikwu.tiles import Tile, Wind

ScriptLine = Sequence[str]
"""[seat, action] or [seat, action, where]; where: turn, turn 6m, discard, discard 6m, kong, flower, opening."""


def play_script(recording: Recording, script: Sequence[ScriptLine]) -> list[ScriptLine]:
    """Plays a deal to its end; the script's lines that were never used.

    At each decision the first line left of that seat is used if its place holds and its action is legal, else the seat does
    what is usual. An action that begins with ? or = only marks a place.
    """
    left = list(script)
    deal = recording.deal
    while (window := deal.window) is not None:
        at = _place(deal, window.at)
        for seat in window.waiting:
            recording.choose(seat, _chosen(left, deal, seat, at))
    return left


def _place(deal: Deal, at: str) -> tuple[str, Tile | None]:
    return at, deal.drawn if at == "turn" else deal.claimed


def _chosen(left: list[ScriptLine], deal: Deal, seat: Wind, place: tuple[str, Tile | None]) -> int:
    texts = deal.legal(seat)
    numbers = deal.kernel.legal(seat)
    while (line := next((each for each in left if each[0] == seat.text), None)) is not None:
        if len(line) > 2 and not _holds(line[2], place):
            break
        if line[1][:1] in ("?", "="):
            left.remove(line)
            continue
        if line[1] not in texts:
            break
        left.remove(line)
        return numbers[texts.index(line[1])]
    return deal.usual(seat)


def _holds(where: str, place: tuple[str, Tile | None]) -> bool:
    at, _, tile = where.partition(" ")
    return at == place[0] and (not tile or (place[1] is not None and tile == place[1].text))
