"""A seat's board and question as the `View` that players take.

The order of discards is known from the lines that were seen; after a snapshot, only the order of each seat's own discards is known.
"""

from __future__ import annotations

from collections.abc import Sequence

from sikwu.hand import MeldKind
from sikwu.live.board import Board, BoardSeat, LaidMeld
from sikwu.live.news import AskNews
from sikwu.money.amount import exact
from sikwu.notation import parse_tiles
from sikwu.play.actions import parse_action
from sikwu.play.lines import ChowLine, DealLine, DiscardLine, ExposedKongLine, Line, PungLine
from sikwu.play.parts import HIDDEN
from sikwu.play.view import CutOffer, RiverTile, SeenMeld, SeenSeat, View
from sikwu.rules.ruleset import Ruleset
from sikwu.tiles import KINDS, Tile, Wind
from sikwu.win import Ready

_KINDS = {kind.name.lower(): kind for kind in MeldKind}
_READY = {ready.name.lower(): ready for ready in Ready}
_CLAIMS = (ChowLine, PungLine, ExposedKongLine)


class River:
    """The unclaimed discards, in order."""

    def __init__(self, thrown: Sequence[RiverTile] = ()) -> None:
        self.thrown = list(thrown)

    @classmethod
    def of(cls, board: Board) -> River:
        """Those of a snapshot."""
        rivers = zip(Wind, (own.river for own in board.seats), strict=False)  # no seats before the first deal
        return cls([RiverTile(_tile(tile), seat, False) for seat, river in rivers for tile in river])

    def follow(self, line: Line) -> None:
        """One more line."""
        if isinstance(line, DealLine):
            self.thrown.clear()
        elif isinstance(line, DiscardLine):
            self.thrown.append(RiverTile(_tile(line.tile), Wind.parse(line.seat), line.drawn))
        elif isinstance(line, _CLAIMS) and self.thrown:
            feeder = Wind.parse(line.feeder)
            last = max(place for place, each in enumerate(self.thrown) if each.seat is feeder)
            del self.thrown[last]


def view_of(board: Board, ask: AskNews, rules: Ruleset, thrown: Sequence[RiverTile]) -> View:
    """The view of a seat that is asked."""
    offers, offered = _offer(board, ask)
    return View(
        seat=Wind.parse(board.own),
        hand=tuple(tile for tile in map(_tile, board.hand) if tile < KINDS),
        drawn=_tile(board.drawn) if board.drawn and board.turn == board.own else None,
        seats=tuple(map(_seat, board.seats)),
        river=tuple(thrown),
        drawable=board.left,
        at=ask.at,
        legal=tuple(parse_action(text, offered) for text in ask.legal),
        actor=Wind.parse(board.turn),
        offered=offered,
        offers=offers,
        result="",
        round=Wind.parse(board.round),
        streak=board.streak,
        ruleset=rules,
        cut=_cut(board, ask) if ask.at == "cut" else None,
    )


def _tile(text: str) -> Tile:
    return parse_tiles(text)[0]


def _seat(seat: BoardSeat) -> SeenSeat:
    melds = tuple(map(_meld, seat.melds))
    flowers = tuple(map(_tile, seat.flowers))
    return SeenSeat(seat.tiles, melds, flowers, _READY[seat.ready or "none"], seat.dead)


def _meld(meld: LaidMeld) -> SeenMeld:
    lowest = meld.tiles[0]
    feeder = Wind.parse(meld.feeder) if meld.feeder else None
    return SeenMeld(_KINDS[meld.kind], None if lowest == HIDDEN else _tile(lowest), feeder)


def _offer(board: Board, ask: AskNews) -> tuple[Wind | None, Tile | None]:
    """The seat that discarded or makes a kong, and the tile."""
    if ask.at not in ("discard", "kong"):
        return None, None
    by = Wind.parse(board.turn)
    if ask.at == "discard":
        return by, _tile(board.seats[by].river[-1])
    kong = next(meld for meld in reversed(board.seats[by].melds) if meld.kind.startswith("kong"))
    return by, None if kong.tiles[0] == HIDDEN else _tile(kong.tiles[0])


def _cut(board: Board, ask: AskNews) -> CutOffer:
    names = [seat.player for seat in board.seats]
    own = names[Wind.parse(board.own)]
    assert board.books is not None
    pulls = board.books.open or ()
    pull = next(each for each in pulls if each.debtor == own and each.creditor == ask.creditor)
    return CutOffer(Wind(names.index(ask.creditor)), exact(pull.amount), pull.hands)
