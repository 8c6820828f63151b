"""A viewer's board: the sum of the lines it has seen. A client that applies events and a fresh snapshot have the same bytes.

`after(board, line)` is the only function that changes it. It gets lines already reduced for this viewer
(`line.seen_by`), so it cannot contain more than they say.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import Any

from msgspec import UNSET, Struct, json
from msgspec.structs import replace

from sikwu.play.lines import (
    AddedKongLine,
    ChowLine,
    ConcealedKongLine,
    CutLine,
    DeadHandLine,
    DealLine,
    DiscardLine,
    DrawLine,
    EndLine,
    ExposedKongLine,
    FalseWinLine,
    FlowerLine,
    HeaderLine,
    Line,
    NoWinLine,
    ProofLine,
    PungLine,
    ReadyLine,
    ResultLine,
    WinLine,
)
from sikwu.play.parts import HIDDEN, SEATS, Holdings, SeatName
from sikwu.play.verify import TILES
from sikwu.rules.ruleset import Ruleset

_ORDER = {tile: number for number, tile in enumerate(TILES)}
_SEATS = {seat: place for place, seat in enumerate(SEATS)}
_FLOWER = "f"


EndingLine = WinLine | FalseWinLine | NoWinLine


class LaidMeld(Struct, frozen=True):
    """A meld on the table: its kind, its tiles, its feeder."""

    kind: str
    tiles: tuple[str, ...]
    feeder: str


class BoardSeat(Struct, frozen=True):
    """The part of a seat that everybody sees."""

    player: str
    tiles: int
    """Concealed tiles, flowers not yet laid open included."""
    melds: tuple[LaidMeld, ...] = ()
    flowers: tuple[str, ...] = ()
    river: tuple[str, ...] = ()
    """Its unclaimed discards."""
    ready: str = ""
    dead: bool = False


class Board(Struct, frozen=True):
    """One viewer's view after version `v`; its fields in this order, as compact JSON, are the canonical view.

    >>> Board(v=0, full=144).hash
    '03fdcad9'
    """

    v: int
    full: int
    """Tiles of the wall that may be drawn in a deal."""
    table: str = ""
    ruleset: str = ""
    rules: str = ""
    players: tuple[str, ...] = ()
    deal: int = 0
    round: str = ""
    streak: int = 0
    dealer: int = 0
    commit: str | None = None
    dice: tuple[int, ...] = ()
    own: str = ""
    """The viewer's seat in this deal; empty for spectators."""
    hand: tuple[str, ...] = ()
    """The viewer's own concealed tiles, in tile order."""
    drawn: str = ""
    """In the viewer's own turn, the tile that counts as drawn."""
    seats: tuple[BoardSeat, ...] = ()
    left: int = 0
    """Tiles that may still be drawn."""
    turn: str = ""
    last: str = ""
    """The kind of the last line."""
    ends: tuple[EndingLine, ...] = ()
    """How the deal ended: its `hora`, `false_win` or `ryukyoku` lines."""
    result: dict[str, Any] | None = None
    """Payments and what comes next, once the deal is over."""
    books: Holdings | None = None
    ranking: tuple[str, ...] = ()

    @property
    def canonical(self) -> bytes:
        """The bytes that are hashed."""
        return json.encode(self)

    @property
    def hash(self) -> str:
        """The first eight hex digits of their SHA-256."""
        return hashlib.sha256(json.encode(self)).hexdigest()[:8]


def blank(rules: Ruleset) -> Board:
    """A board before the first line."""
    return Board(v=0, full=(144 if rules.terms.flowers.in_play else 136) - rules.terms.deal.reserved)


def after(board: Board, line: Line) -> Board:
    """The board after one more line for this viewer."""
    changed = _RULES[type(line)](board, line)
    return replace(board, v=board.v + 1, last=line.type, **changed)


def folded(board: Board, lines: Iterable[Line]) -> Board:
    """The board after many lines."""
    for line in lines:
        board = after(board, line)
    return board


# --- what each kind of line changes

BoardChanges = dict[str, Any]


def _header(board: Board, line: HeaderLine) -> BoardChanges:
    return {"table": line.table, "ruleset": line.ruleset, "rules": line.rules, "players": line.players}


def _deal(board: Board, line: DealLine) -> BoardChanges:
    hands = line.hands
    own = next((seat for seat, tiles in zip(SEATS, hands, strict=True) if HIDDEN not in tiles), None)
    hand = () if own is None else hands[_SEATS[own]]
    return {
        "deal": line.deal,
        "round": line.round,
        "streak": line.streak,
        "dealer": line.dealer,
        "commit": line.commit,
        "dice": () if line.dice is UNSET else line.dice,
        "own": own or "",
        "hand": _sorted(hand),
        "drawn": next((tile for tile in reversed(hand) if not tile.endswith(_FLOWER)), "") if own == "E" else "",
        "seats": tuple([BoardSeat(name, len(tiles)) for name, tiles in zip(line.seats, hands, strict=True)]),
        "left": board.full - sum(map(len, hands)),
        "turn": "E",
        "ends": (),
        "result": None,
    }


def _flower(board: Board, line: FlowerLine) -> BoardChanges:
    seat = _of(board, line.seat)
    laid = replace(seat, tiles=seat.tiles - 1, flowers=_sorted((*seat.flowers, line.tile)))
    drawn = {"drawn": ""} if board.drawn == line.tile else {}
    return {**_own(board, line.seat, (line.tile,)), **drawn, **_seat(board, line.seat, laid)}


def _draw(board: Board, line: DrawLine) -> BoardChanges:
    actor, seat = line.seat, _of(board, line.seat)
    turn = actor if line.replaces is UNSET else board.turn
    drew = _seat(board, actor, replace(seat, tiles=seat.tiles + 1))
    changed: BoardChanges = {"left": board.left - 1, "turn": turn, **drew}
    if actor == board.own:
        changed["hand"] = _sorted((*board.hand, line.tile))
    if turn == board.own == actor:
        changed["drawn"] = line.tile
    elif turn != board.own:
        changed["drawn"] = ""
    return changed


def _discard(board: Board, line: DiscardLine) -> BoardChanges:
    seat = _of(board, line.seat)
    thrown = replace(seat, tiles=seat.tiles - 1, river=(*seat.river, line.tile))
    return {**_own(board, line.seat, (line.tile,)), "drawn": "", **_seat(board, line.seat, thrown)}


def _claim(kind: str) -> Callable[[Board, ChowLine | PungLine | ExposedKongLine], BoardChanges]:
    def claim(board: Board, line: ChowLine | PungLine | ExposedKongLine) -> BoardChanges:
        seat, fed = _of(board, line.seat), _of(board, line.feeder)
        meld = LaidMeld(kind, _sorted((*line.own, line.tile)), line.feeder)
        seats = list(board.seats)
        seats[_SEATS[line.seat]] = replace(seat, tiles=seat.tiles - len(line.own), melds=(*seat.melds, meld))
        seats[_SEATS[line.feeder]] = replace(fed, river=fed.river[:-1])
        return {**_own(board, line.seat, line.own), "drawn": "", "turn": line.seat, "seats": tuple(seats)}

    return claim


def _concealed_kong(board: Board, line: ConcealedKongLine) -> BoardChanges:
    seat = _of(board, line.seat)
    laid = replace(seat, tiles=seat.tiles - 4, melds=(*seat.melds, LaidMeld("kong_concealed", line.own, "")))
    return {**_own(board, line.seat, line.own), "drawn": "", **_seat(board, line.seat, laid)}


def _added_kong(board: Board, line: AddedKongLine) -> BoardChanges:
    seat, tile = _of(board, line.seat), line.tile
    melds = tuple(
        LaidMeld("kong_added", (*meld.tiles, tile), meld.feeder)
        if meld.kind == "pung" and meld.tiles[0] == tile
        else meld
        for meld in seat.melds
    )
    laid = replace(seat, tiles=seat.tiles - 1, melds=melds)
    return {**_own(board, line.seat, (tile,)), "drawn": "", **_seat(board, line.seat, laid)}


def _ready(board: Board, line: ReadyLine) -> BoardChanges:
    return _seat(board, line.seat, replace(_of(board, line.seat), ready=line.kind))


def _dead(board: Board, line: DeadHandLine) -> BoardChanges:
    return _seat(board, line.seat, replace(_of(board, line.seat), dead=True, ready=""))


def _end(board: Board, line: EndingLine) -> BoardChanges:
    return {"ends": (*board.ends, line)}


def _result(board: Board, line: ResultLine) -> BoardChanges:
    told = {name: value for name, value in line.to_dict().items() if name not in ("type", "books")}
    return {"result": told, "books": line.books}


def _proof(board: Board, line: ProofLine) -> BoardChanges:
    return {}


def _cut(board: Board, line: CutLine) -> BoardChanges:
    return {"books": line.books}


def _end_game(board: Board, line: EndLine) -> BoardChanges:
    return {"books": line.books, "ranking": line.ranking}


_RULES: dict[type, Callable[[Board, Any], BoardChanges]] = {
    HeaderLine: _header,
    DealLine: _deal,
    FlowerLine: _flower,
    DrawLine: _draw,
    DiscardLine: _discard,
    ChowLine: _claim("chow"),
    PungLine: _claim("pung"),
    ExposedKongLine: _claim("kong_exposed"),
    ConcealedKongLine: _concealed_kong,
    AddedKongLine: _added_kong,
    ReadyLine: _ready,
    DeadHandLine: _dead,
    WinLine: _end,
    FalseWinLine: _end,
    NoWinLine: _end,
    ResultLine: _result,
    ProofLine: _proof,
    CutLine: _cut,
    EndLine: _end_game,
}


def _of(board: Board, seat: SeatName) -> BoardSeat:
    return board.seats[_SEATS[seat]]


def _seat(board: Board, seat: SeatName, new: BoardSeat) -> BoardChanges:
    place = _SEATS[seat]
    return {"seats": (*board.seats[:place], new, *board.seats[place + 1 :])}


def _own(board: Board, seat: SeatName, tiles: Iterable[str]) -> BoardChanges:
    """The viewer's hand without tiles that were laid down or discarded."""
    if seat != board.own:
        return {}
    hand = list(board.hand)
    for tile in tiles:
        hand.remove(tile)
    return {"hand": tuple(hand)}


def _sorted(tiles: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(tiles, key=_ORDER.__getitem__))
