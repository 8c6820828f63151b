"""What one seat, or somebody who only watches, may see of a deal.

A `View` is made of the kernel's view (`kernel/view.hpp`), which is all that is reached from here: no deal, no hidden tile. Whoever is
not asked is not told whether anybody else is. Players are handed a `View`, and read a record's lines through `seen_line`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from sikwu import _kernel
from sikwu.hand import MeldKind
from sikwu.money.amount import Money
from sikwu.play.lines import Line, checked
from sikwu.rules.ruleset import Ruleset
from sikwu.tiles import KINDS, Tile, Wind
from sikwu.win import Ready

HIDDEN = "?"
"""In place of a tile that a viewer may not know."""
_SEATS = tuple(Wind)


@dataclass(frozen=True, slots=True)
class SeenMeld:
    """A meld on the table; the tile of a concealed kong that lies face down is seen by its owner alone."""

    kind: MeldKind
    tile: Tile | None
    feeder: Wind | None


@dataclass(frozen=True, slots=True)
class SeenSeat:
    """What everybody sees of a seat."""

    tiles: int
    """How many concealed tiles it has."""
    melds: tuple[SeenMeld, ...]
    flowers: tuple[Tile, ...]
    ready: Ready
    dead: bool


@dataclass(frozen=True, slots=True)
class Thrown:
    """A discard that nobody claimed."""

    tile: Tile
    seat: Wind
    drawn: bool
    """It had just been drawn."""


# Made once: a view is asked for at every decision.
_TILES = tuple(Tile)
_THROWN = [[[Thrown(tile, seat, drawn) for drawn in (False, True)] for seat in _SEATS] for tile in _TILES[:KINDS]]
_FLOWERS = [tuple(Tile(KINDS + i) for i in range(8) if bits >> i & 1) for bits in range(256)]
_COPIES = [[(tile,) * count for count in range(5)] for tile in _TILES[:KINDS]]
_KINDS, _READY = {int(kind): kind for kind in MeldKind}, {int(ready): ready for ready in Ready}


class Watched(Protocol):
    """What a view is made of; a deal is one."""

    @property
    def ruleset(self) -> Ruleset:
        """The rules it is played by."""

    @property
    def streak(self) -> int:
        """How often the dealer has repeated."""

    def seen_by(self, seat: Wind | None) -> _kernel.View:
        """All that a seat may see."""


@dataclass(frozen=True, slots=True)
class CutOffer:
    """斬: a debtor may pay off a pull between two deals."""

    creditor: Wind
    """His seat in the deal before."""
    amount: Money
    """What has been pulled together, in fan."""
    hands: int


@dataclass(frozen=True, slots=True)
class View:
    """A deal as a seat sees it; `seat` None: somebody who watches.

    >>> from sikwu.play.deal import Deal
    >>> from sikwu.play.wall import sorted_wall
    >>> view = View.of(Deal.start(sorted_wall()), Wind.SOUTH)
    >>> len(view.hand), view.seats[0].tiles, view.legal
    (13, 14, ())
    """

    seat: Wind | None
    hand: tuple[Tile, ...]
    """The own concealed tiles."""
    drawn: Tile | None
    """In the own turn, the tile that counts as drawn."""
    seats: tuple[SeenSeat, ...]
    river: tuple[Thrown, ...]
    drawable: int
    at: str
    """What is asked: turn, discard, kong, flower, opening, cut; empty where this viewer is not asked."""
    legal: tuple[int, ...]
    """The own actions, rising."""
    actor: Wind
    """Whose turn it is."""
    offered: Tile | None
    """The discard, or the tile of the kong, that this viewer is asked about; others see a discard in the river."""
    offers: Wind | None
    """Who discarded it, or makes the kong."""
    result: str
    round: Wind
    streak: int
    ruleset: Ruleset = field(repr=False)
    cut: CutOffer | None = None

    @classmethod
    def of(cls, deal: Watched, seat: Wind | None) -> View:
        """What a seat sees now."""
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


def _seat(seen: _kernel.SeenSeat) -> SeenSeat:
    melds = tuple([_meld(each) for each in seen.melds])
    return SeenSeat(seen.tiles, melds, _FLOWERS[seen.flowers], _READY[seen.ready], seen.dead)


def _meld(seen: _kernel.SeenMeld) -> SeenMeld:
    return SeenMeld(_KINDS[seen.kind], _tile(seen.tile), None if seen.feeder is None else _SEATS[seen.feeder])


# --- lines of a record

_OPEN = {
    "flower": ("actor", "pai"),
    "dahai": ("actor", "pai", "tsumogiri"),
    "chi": ("actor", "target", "pai", "consumed"),
    "pon": ("actor", "target", "pai", "consumed"),
    "daiminkan": ("actor", "target", "pai", "consumed"),
    "kakan": ("actor", "pai", "consumed"),
    "dead": ("actor",),
    "reach": ("actor", "kind"),
    "hora": ("actor", "target", "pai", "win", "case", "answer"),
    "false_win": ("actor",),
    "ryukyoku": ("reason",),
    "end_kyoku": ("result", "winners", "payments", "side", "books", "next"),
    "proof": ("table", "deal", "rules", "nonces", "seed", "commit", "wall"),
    "cut": ("debtor", "creditor", "amount", "books"),
    "end_game": ("books", "ranking"),
}
"""What everybody may read of a line; `proof` is written only when the deal is over."""
_KYOKU = ("deal", "bakaze", "kyoku", "honba", "oya", "seats", "commit", "dice")


def seen_line(line: Line, seat: Wind | None, kongs_hidden: bool) -> Line | None:
    """A line as a seat may read it, or somebody who watches; None: not at all.

    >>> seen_line({"type": "tsumo", "actor": "S", "pai": "5m"}, Wind.EAST, False)
    {'type': 'tsumo', 'actor': 'S', 'pai': '?'}
    """
    kind, own = line["type"], seat is not None and line.get("actor") == seat.text
    if kind in _OPEN:
        return {"type": kind, **{name: line[name] for name in _OPEN[kind] if name in line}}
    if kind == "tsumo":
        back = {"back": line["back"]} if "back" in line else {}
        return {"type": kind, "actor": line["actor"], "pai": line["pai"] if own else HIDDEN, **back}
    if kind == "ankan":
        shown = line["consumed"] if own or not kongs_hidden else [HIDDEN] * 4
        return {"type": kind, "actor": line["actor"], "consumed": shown}
    if kind == "start_kyoku":
        hands = [
            tiles if seat is not None and place == seat else [HIDDEN] * len(tiles)
            for place, tiles in enumerate(line["tehais"])
        ]
        return {"type": kind, **{name: line[name] for name in _KYOKU if name in line}, "tehais": hands}
    if kind == "decision" and line["at"] != "cut" and seat is not None and line["seat"] == seat.text:
        return {"type": kind, **{name: line[name] for name in ("at", "seat", "legal", "chosen")}}
    return None


class Viewer:
    """Reads a whole record, line after line, as a player may, or somebody who only watches (None)."""

    def __init__(self, player: str | None, kongs_hidden: bool) -> None:
        self.player, self.kongs_hidden = player, kongs_hidden
        self._seat: Wind | None = None

    def sees(self, line: Line) -> Line | None:
        """The next line as this viewer may see it; None: not at all."""
        kind = line["type"]
        if kind == "start_game":
            head = {name: line[name] for name in _GAME if name in line}
            return {"type": kind, **head, "view": self.player or "public", **_flags(line)}
        if kind == "start_kyoku":
            seats = line["seats"]
            self._seat = Wind(seats.index(self.player)) if self.player in seats else None
        if kind == "decision" and line["at"] == "cut":
            if self.player is None or line["seat"] != self.player:
                return None
            return {"type": kind, **{name: line[name] for name in ("at", "seat", "creditor", "legal", "chosen")}}
        return seen_line(line, self._seat, self.kongs_hidden)


def seen_record(lines: Iterable[Line], player: str | None, kongs_hidden: bool) -> Iterator[Line]:
    """A whole record as a player may read it, or somebody who only watches (None): as many lines, but for decisions.

    A line that is not what its kind is, is an error that names it.

    >>> from sikwu.play.match import Match
    >>> next(seen_record([Match.new().start_line()], "Ben", False))["view"]
    'Ben'
    """
    viewer = Viewer(player, kongs_hidden)
    for line in checked(lines):
        seen = viewer.sees(line)
        if seen is not None:
            yield seen


_GAME = ("format", "sikwu", "table", "ruleset", "options", "rules", "house", "players")


def _flags(line: Line) -> Line:
    return {name: line[name] for name in ("decisions", "chain") if name in line}
