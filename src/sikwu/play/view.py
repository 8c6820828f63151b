"""The view of a deal for one seat or a spectator.

A `View` is made from the kernel's view (`kernel/view.hpp`) alone, so that it cannot reach the deal or a hidden tile.
A viewer who is not asked cannot tell whether another seat is. Players get a `View`; the types of lines decide what
players may read of the record (`seen_by`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from sikwu import _kernel
from sikwu.hand import MeldKind
from sikwu.money.amount import Money
from sikwu.play.lines import DealLine, Line, Viewer
from sikwu.rules.ruleset import Ruleset
from sikwu.tiles import KINDS, Tile, Wind
from sikwu.win import Ready

_SEATS = tuple(Wind)


@dataclass(frozen=True, slots=True)
class SeenMeld:
    """A meld on the table. Only its owner sees the tile of a concealed kong that lies face down."""

    kind: MeldKind
    tile: Tile | None
    feeder: Wind | None


@dataclass(frozen=True, slots=True)
class SeenSeat:
    """The part of a seat that everybody sees."""

    tiles: int
    """The number of concealed tiles."""
    melds: tuple[SeenMeld, ...]
    flowers: tuple[Tile, ...]
    ready: Ready
    dead: bool


@dataclass(frozen=True, slots=True)
class RiverTile:
    """A discard that nobody claimed."""

    tile: Tile
    seat: Wind
    drawn: bool
    """Whether the tile had just been drawn."""


# Made once: every decision needs a view.
_TILES = tuple(Tile)
_THROWN = [[[RiverTile(tile, seat, drawn) for drawn in (False, True)] for seat in _SEATS] for tile in _TILES[:KINDS]]
_FLOWERS = [tuple(Tile(KINDS + i) for i in range(8) if bits >> i & 1) for bits in range(256)]
_COPIES = [[(tile,) * count for count in range(5)] for tile in _TILES[:KINDS]]
_KINDS, _READY = {int(kind): kind for kind in MeldKind}, {int(ready): ready for ready in Ready}


class VisibleDeal(Protocol):
    """The source of a view; a deal is one."""

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the deal."""

    @property
    def streak(self) -> int:
        """How many times in a row the dealer has stayed dealer."""

    def seen_by(self, seat: Wind | None) -> _kernel.KernelView:
        """Everything a seat may see."""


@dataclass(frozen=True, slots=True)
class CutOffer:
    """The offer of a cut (斬): a debtor may pay off a pull between two deals."""

    creditor: Wind
    """The debtor's seat in the deal before."""
    amount: Money
    """The size of the pull, in fan."""
    hands: int


@dataclass(frozen=True, slots=True)
class View:
    """A deal as a seat sees it; `seat` is None for a spectator.

    >>> from sikwu.play.deal import Deal
    >>> from sikwu.play.wall import sorted_wall
    >>> view = View.of(Deal.start(sorted_wall()), Wind.SOUTH)
    >>> len(view.hand), view.seats[0].tiles, view.legal
    (13, 14, ())
    """

    seat: Wind | None
    hand: tuple[Tile, ...]
    """The viewer's own concealed tiles."""
    drawn: Tile | None
    """In the viewer's own turn, the tile that counts as drawn."""
    seats: tuple[SeenSeat, ...]
    river: tuple[RiverTile, ...]
    drawable: int
    at: str
    """The kind of question: turn, discard, kong, flower, opening, cut; empty if this viewer is not asked."""
    legal: tuple[int, ...]
    """The viewer's legal actions, ascending."""
    actor: Wind
    """The seat whose turn it is."""
    offered: Tile | None
    """The discard, or the tile of the kong, that this viewer is asked about; other viewers see a discard in the
    river.
    """
    offers: Wind | None
    """The seat that discarded the tile or makes the kong."""
    result: str
    round: Wind
    streak: int
    ruleset: Ruleset = field(repr=False)
    cut: CutOffer | None = None

    @classmethod
    def of(cls, deal: VisibleDeal, seat: Wind | None) -> View:
        """The current view of a seat."""
        seen = deal.seen_by(seat)
        river = zip(seen.river_tiles, seen.river_seats, seen.river_drawn, strict=True)
        return cls(
            seat=seat,
            hand=tuple([tile for kind, copies in enumerate(seen.hand) if copies for tile in _COPIES[kind][copies]]),
            drawn=_tile(seen.drawn),
            seats=tuple([_seat(each) for each in seen.seats]),
            river=tuple([_THROWN[tile][by][drawn] for tile, by, drawn in river]),
            drawable=seen.drawable,
            at=seen.at,
            legal=tuple(seen.legal),
            actor=_SEATS[seen.actor],
            offered=_tile(seen.offered),
            offers=None if seen.offers is None else _SEATS[seen.offers],
            result=seen.result,
            round=_SEATS[seen.round],
            streak=deal.streak,
            ruleset=deal.ruleset,
        )


def _tile(number: int | None) -> Tile | None:
    return None if number is None else _TILES[number]


def _seat(seen: _kernel.KernelSeenSeat) -> SeenSeat:
    melds = tuple([_meld(each) for each in seen.melds])
    return SeenSeat(seen.tiles, melds, _FLOWERS[seen.flowers], _READY[seen.ready], seen.dead)


def _meld(seen: _kernel.KernelSeenMeld) -> SeenMeld:
    return SeenMeld(_KINDS[seen.kind], _tile(seen.tile), None if seen.feeder is None else _SEATS[seen.feeder])


# --- lines of a record


def seen_record(lines: Iterable[Line], player: str | None, kongs_hidden: bool) -> Iterator[Line]:
    """A whole record as a player or a spectator (None) may read it: the same number of lines except decisions.

    >>> from sikwu.play.match import Match
    >>> next(seen_record([Match.new().start_line()], "Ben", False)).view
    'Ben'
    """
    return (seen for seen in seen_lines(lines, player, kongs_hidden) if seen is not None)


def seen_lines(lines: Iterable[Line], player: str | None, kongs_hidden: bool) -> Iterator[Line | None]:
    """The same, one result per line; None: the line is hidden."""
    viewer = Viewer(player, kongs_hidden)
    for line in lines:
        if isinstance(line, DealLine):
            viewer = viewer.seated(line)
        yield line.seen_by(viewer)
