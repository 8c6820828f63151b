"""A viewer's board: what the lines it has seen add up to. A client that applies events and a fresh snapshot have the same bytes.

`after(board, line)` is the one function that moves it on; it is given lines that are already this viewer's own (`sikwu.play.view`),
so it can know no more than they say.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct, json
from msgspec.structs import replace

from sikwu.play.deal import Line
from sikwu.play.verify import TILES
from sikwu.rules.ruleset import Ruleset

_ORDER = {tile: number for number, tile in enumerate(TILES)}
_SEATS = "ESWN"
_FLOWER = "f"
_HIDDEN = "?"


class LaidMeld(Struct, frozen=True):
    """A meld on the table: its word, its tiles, who fed it."""

    kind: str
    tiles: tuple[str, ...]
    feeder: str


class BoardSeat(Struct, frozen=True):
    """What everybody sees of a seat."""

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
    """The viewer's seat in this deal; empty for watchers."""
    hand: tuple[str, ...] = ()
    """The own concealed tiles, in tile order."""
    drawn: str = ""
    """In the own turn, the tile that counts as drawn."""
    seats: tuple[BoardSeat, ...] = ()
    left: int = 0
    """Tiles that may still be drawn."""
    turn: str = ""
    last: str = ""
    """The kind of the last line."""
    ends: tuple[dict[str, Any], ...] = ()
    """How the deal ended: its `hora`, `false_win` or `ryukyoku` lines."""
    result: dict[str, Any] | None = None
    """Payments and what comes next, once the deal is over."""
    books: dict[str, Any] | None = None
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
    """The board after one more line of this viewer's."""
    changed = _RULES[line["type"]](board, line)
    return replace(board, v=board.v + 1, last=line["type"], **changed)


def folded(board: Board, lines: Iterable[Line]) -> Board:
    """The board after many."""
    for line in lines:
        board = after(board, line)
    return board


# --- what each kind of line changes

Changed = dict[str, Any]


def _header(board: Board, line: Line) -> Changed:
    same = {name: line[name] for name in ("table", "ruleset", "rules")}
    return {**same, "players": tuple(line["players"])}


def _deal(board: Board, line: Line) -> Changed:
    hands = line["tehais"]
    own = next((seat for seat, tiles in zip(_SEATS, hands, strict=True) if _HIDDEN not in tiles), "")
    hand = tuple(hands[_SEATS.index(own)]) if own else ()
    return {
        "deal": line["deal"],
        "round": line["bakaze"],
        "streak": line["honba"],
        "dealer": line["oya"],
        "commit": line["commit"],
        "dice": tuple(line.get("dice", ())),
        "own": own,
        "hand": _sorted(hand),
        "drawn": next((tile for tile in reversed(hand) if not tile.endswith(_FLOWER)), "") if own == "E" else "",
        "seats": tuple(BoardSeat(name, len(tiles)) for name, tiles in zip(line["seats"], hands, strict=True)),
        "left": board.full - sum(map(len, hands)),
        "turn": "E",
        "ends": (),
        "result": None,
    }


def _flower(board: Board, line: Line) -> Changed:
    seat = _of(board, line)
    laid = replace(seat, tiles=seat.tiles - 1, flowers=_sorted((*seat.flowers, line["pai"])))
    drawn = {"drawn": ""} if board.drawn == line["pai"] else {}
    return {**_own(board, line, (line["pai"],)), **drawn, **_seat(board, line, laid)}


def _draw(board: Board, line: Line) -> Changed:
    actor, tile, seat = line["actor"], line["pai"], _of(board, line)
    turn = board.turn if "back" in line else actor
    changed: Changed = {"left": board.left - 1, "turn": turn, **_seat(board, line, replace(seat, tiles=seat.tiles + 1))}
    if actor == board.own:
        changed["hand"] = _sorted((*board.hand, tile))
    if turn == board.own == actor:
        changed["drawn"] = tile
    elif turn != board.own:
        changed["drawn"] = ""
    return changed


def _discard(board: Board, line: Line) -> Changed:
    seat = _of(board, line)
    thrown = replace(seat, tiles=seat.tiles - 1, river=(*seat.river, line["pai"]))
    return {**_own(board, line, (line["pai"],)), "drawn": "", **_seat(board, line, thrown)}


def _claim(kind: str) -> Callable[[Board, Line], Changed]:
    def claim(board: Board, line: Line) -> Changed:
        tiles = _sorted((*line["consumed"], line["pai"]))
        seat, place = _of(board, line), _SEATS.index(line["target"])
        laid = replace(
            seat,
            tiles=seat.tiles - len(line["consumed"]),
            melds=(*seat.melds, LaidMeld(kind, tiles, line["target"])),
        )
        seats = list(board.seats)
        seats[_SEATS.index(line["actor"])] = laid
        seats[place] = replace(board.seats[place], river=board.seats[place].river[:-1])
        return {**_own(board, line, line["consumed"]), "drawn": "", "turn": line["actor"], "seats": tuple(seats)}

    return claim


def _concealed_kong(board: Board, line: Line) -> Changed:
    seat = _of(board, line)
    meld = LaidMeld("kong_concealed", tuple(line["consumed"]), "")
    laid = replace(seat, tiles=seat.tiles - 4, melds=(*seat.melds, meld))
    return {**_own(board, line, line["consumed"]), "drawn": "", **_seat(board, line, laid)}


def _added_kong(board: Board, line: Line) -> Changed:
    seat, tile = _of(board, line), line["pai"]
    melds = tuple(
        LaidMeld("kong_added", (*meld.tiles, tile), meld.feeder)
        if meld.kind == "pung" and meld.tiles[0] == tile
        else meld
        for meld in seat.melds
    )
    laid = replace(seat, tiles=seat.tiles - 1, melds=melds)
    return {**_own(board, line, (tile,)), "drawn": "", **_seat(board, line, laid)}


def _ready(board: Board, line: Line) -> Changed:
    return _seat(board, line, replace(_of(board, line), ready=line["kind"]))


def _dead(board: Board, line: Line) -> Changed:
    return _seat(board, line, replace(_of(board, line), dead=True, ready=""))


def _end(board: Board, line: Line) -> Changed:
    return {"ends": (*board.ends, line)}


def _result(board: Board, line: Line) -> Changed:
    told = {name: value for name, value in line.items() if name not in ("type", "books")}
    return {"result": told, "books": line["books"]}


def _proof(board: Board, line: Line) -> Changed:
    return {}


def _cut(board: Board, line: Line) -> Changed:
    return {"books": line["books"]}


def _end_game(board: Board, line: Line) -> Changed:
    return {"books": line["books"], "ranking": tuple(line["ranking"])}


_RULES: dict[str, Callable[[Board, Line], Changed]] = {
    "start_game": _header,
    "start_kyoku": _deal,
    "flower": _flower,
    "tsumo": _draw,
    "dahai": _discard,
    "chi": _claim("chow"),
    "pon": _claim("pung"),
    "daiminkan": _claim("kong_exposed"),
    "ankan": _concealed_kong,
    "kakan": _added_kong,
    "reach": _ready,
    "dead": _dead,
    "hora": _end,
    "false_win": _end,
    "ryukyoku": _end,
    "end_kyoku": _result,
    "proof": _proof,
    "cut": _cut,
    "end_game": _end_game,
}


def _of(board: Board, line: Line) -> BoardSeat:
    return board.seats[_SEATS.index(line["actor"])]


def _seat(board: Board, line: Line, seat: BoardSeat) -> Changed:
    place = _SEATS.index(line["actor"])
    return {"seats": (*board.seats[:place], seat, *board.seats[place + 1 :])}


def _own(board: Board, line: Line, tiles: Iterable[str]) -> Changed:
    """The own hand without tiles that the viewer laid down or threw."""
    if line["actor"] != board.own:
        return {}
    hand = list(board.hand)
    for tile in tiles:
        hand.remove(tile)
    return {"hand": tuple(hand)}


def _sorted(tiles: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(tiles, key=_ORDER.__getitem__))
