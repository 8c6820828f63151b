"""Checks that every wall of a record matches its commitment and was played unchanged. Uses the standard library only.

The wall of a proof must follow from its seed and nonces, belong to this table, deal and rules, and match the deal's
`commit`. Then the tiles dealt and drawn must be those of the wall, from the ends that the lines name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sikwu.play.wall import kinds_of, proof_faults

_SUITED = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)]
TILES = (*_SUITED, *"ESWN中發白", *(f"{number}f" for number in range(1, 9)))
"""The kinds of tiles as records write them."""
HIDDEN = "?"
_NO_FLOWERS = "tiles.flowers_in_play"


@dataclass(frozen=True, slots=True)
class DealCheck:
    """One deal of a record."""

    deal: int
    line: int
    """The number of the proof line, or of the deal's first line if it has no proof; counted from 1."""
    faults: tuple[str, ...]
    """The parts that are wrong: names of the proof's parts, `tehais` or `tsumo`; empty if all is well."""
    proven: bool
    """False if the wall was given or the deal is not finished: nothing proves it then."""


def verify(lines: Iterable[Mapping[str, Any]]) -> Iterator[DealCheck]:
    """Checks a record deal by deal; for any view, as far as it shows tiles."""
    head: Mapping[str, Any] = {}
    deal: list[Mapping[str, Any]] = []
    begun = 0
    for number, line in enumerate(lines, 1):
        kind = line.get("type")
        if kind == "start_game":
            head = line
        elif kind == "start_kyoku":
            if deal:
                yield _unproven(deal[0], begun)
            deal, begun = [line], number
        elif kind == "proof" and deal:
            yield _checked(head, deal, line, number)
            deal = []
        elif deal:
            deal.append(line)
    if deal:
        yield _unproven(deal[0], begun)


def _unproven(start: Mapping[str, Any], line: int) -> DealCheck:
    number = start.get("deal")
    return DealCheck(number if type(number) is int else 0, line, (), False)


def _checked(
    head: Mapping[str, Any], deal: Sequence[Mapping[str, Any]], proof: Mapping[str, Any], number: int
) -> DealCheck:
    start = deal[0]
    given = proof.get("seed") is None
    faults = proof_faults(proof, None if given else start.get("dice"))
    known = {"table": head.get("table"), "deal": start.get("deal"), "rules": head.get("rules")}
    known["commit"] = start.get("commit")
    faults += [name for name, value in known.items() if proof.get(name) != value and name not in faults]
    if "wall" not in faults:
        options = head.get("options")
        flowers = not isinstance(options, dict) or options.get(_NO_FLOWERS) is not False
        faults += _played([TILES[kind] for kind in kinds_of(proof["wall"]) if flowers or kind < 34], deal)
    told = start.get("deal")
    return DealCheck(told if type(told) is int else 0, number, tuple(faults), not given)


def dealt(wall: Sequence[str], size: int) -> list[list[str]]:
    """The tiles dealt to the four seats from a wall: packets of four, then one each and one more to E, or (sixteen
    tiles) only that one.
    """
    packets = size // 4
    rest = iter(wall[16 * packets :])
    hands = [[t for i in range(packets) for t in wall[16 * i + 4 * s : 16 * i + 4 * s + 4]] for s in range(4)]
    for seat in (0, 1, 2, 3, 0) if size == 13 else (0,):
        hands[seat].append(next(rest))
    return hands


def _played(wall: Sequence[str], deal: Sequence[Mapping[str, Any]]) -> list[str]:
    """Whether these tiles were dealt and drawn."""
    told = deal[0].get("tehais")
    if not isinstance(told, list) or len(told) != 4 or not all(isinstance(hand, list) for hand in told):
        return ["tehais"]
    size = len(told[1])
    if size not in (13, 16):
        return ["tehais"]
    for own, other in zip(dealt(wall, size), told, strict=True):
        if len(own) != len(other) or any(b not in (a, HIDDEN) for a, b in zip(own, other, strict=True)):
            return ["tehais"]
    front, back = 4 * size + 1, len(wall) - 1
    for line in deal[1:]:
        if line.get("type") == "tsumo":
            if front > back:
                return ["tsumo"]
            tile = wall[back if "back" in line else front]
            front, back = (front, back - 1) if "back" in line else (front + 1, back)
            if line.get("pai") not in (tile, HIDDEN):
                return ["tsumo"]
    return []
