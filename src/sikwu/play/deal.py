"""One deal: the legal actions of each seat and what follows from them. The kernel plays it; this module turns its events into record lines.

A `Deal` knows every tile. Players get a `View` (sikwu.play.view), never a deal. A record is written in full, as an
archive; every other reader sees it through `sikwu.play.view.seen_record`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import UNSET

from sikwu import _kernel
from sikwu.play.actions import CHOW_LOWEST, action_texts, chow_tiles, said_action
from sikwu.play.finished import FinishedDeal, win_answer, win_case
from sikwu.play.lines import (
    AddedKongLine,
    ChowLine,
    ConcealedKongLine,
    DeadHandLine,
    DiscardLine,
    DrawLine,
    ExposedKongLine,
    FalseWinLine,
    FlowerLine,
    Line,
    NoWinLine,
    PungLine,
    ReadyLine,
    WinLine,
)
from sikwu.play.parts import SEATS, SeatName
from sikwu.play.problems import PlayError as PlayError
from sikwu.rules.paying import MOST, lower_side
from sikwu.rules.playable import check_playable
from sikwu.rules.presets import rules_of
from sikwu.rules.ruleset import Ruleset, too_many_ways
from sikwu.rules.table_terms import TableTerms
from sikwu.tiles import KINDS, Tile, Wind
from sikwu.win import Ready, Win

RESULTS = ("", "win", "draw", "false_win")
"""The results in the order in which the columns of many deals number them."""
NEVER = 255
_SEATS = tuple(Wind)
_TILES = tuple(Tile)


class Window(NamedTuple):
    """An open question: the seats that have a choice, in the order of their decision lines."""

    at: str
    """turn, discard, kong, flower or opening."""
    legal: dict[Wind, tuple[int, ...]]
    """All legal actions of each seat, ascending; seats that have already answered are included."""
    waiting: tuple[Wind, ...]
    """The seats that have not answered yet."""
    claimed: Tile | None = None
    """The tile on offer."""


def play_numbers(terms: TableTerms, size: int) -> _kernel.PlayNumbers:
    """The rules of play as the numbers that the kernel takes."""
    deal, claims, flowers, ready, kongs = terms.deal, terms.claims, terms.flowers, terms.ready, terms.kongs
    numbers = _kernel.PlayNumbers()
    numbers.size = size
    numbers.reserved = deal.reserved
    numbers.flowers_at_deal = deal.flowers_at_deal
    numbers.first_draws = deal.first_draws
    numbers.human_wins = deal.human_wins
    numbers.tells_streak = terms.streak.told
    numbers.all_win = claims.all_win
    numbers.orphans_uncut = claims.orphans_uncut
    numbers.passed_wins = claims.passed_wins
    numbers.passed_pungs = claims.passed_pungs
    numbers.three_winners_void = claims.three_winners_void
    numbers.own_discards_locked = claims.own_discards_locked
    numbers.chows = claims.chows
    numbers.after_claim = claims.after_claim
    numbers.claim_last_discard = claims.last_discard
    numbers.win_last_discard = claims.win_last_discard
    numbers.allow_false_wins = claims.false_wins
    numbers.kong_after_claim = kongs.after_claim
    numbers.rob_exposed = kongs.rob_exposed
    numbers.rob_exposed_from_discarder = kongs.rob_from_discarder
    numbers.kongs_hidden = kongs.hidden
    numbers.flowers = flowers.in_play
    numbers.flower_wins = flowers.wins
    numbers.pending_flowers = flowers.pending
    numbers.may_wait_for_eighth = flowers.may_wait_for_eighth
    numbers.seven_rob_one = flowers.seven_rob_one
    numbers.eighth = flowers.eighth
    numbers.seven_waits_for_eighth = flowers.seven_waits_for_eighth
    numbers.declarations = ready.declarations
    numbers.ready_may_pass = ready.may_pass
    return numbers


@lru_cache(64)
def table_rules(rules: Ruleset) -> _kernel.TableRules:
    """The rules of a ruleset as the kernel needs them to play, judge and pay. Raises an error for rules that cannot
    be played.
    """
    check_playable(rules)
    paying, numbers = rules.paying, play_numbers(rules.terms, rules.document.size)
    numbers.tells_left = rules.money.duties.asks_left
    fine = int(rules.money.fine * paying.denominator) if rules.terms.claims.false_wins else -1
    numbers.fine = fine if 0 <= fine <= MOST else -1
    alone = rules.money.duties.kong_feeder_alone
    return _kernel.TableRules(numbers, rules.lowered.program, paying.table, lower_side(rules), alone)


class Deal:
    """One deal from a wall. `apply` plays an action; `copy` makes a second deal that can be played differently.

    >>> from sikwu.play.wall import sorted_wall
    >>> deal = Deal.start(sorted_wall(), "hk-standard")
    >>> deal.window.at, deal.legal(Wind.EAST)[:2]
    ('turn', ('discard 1m', 'discard 5m'))
    """

    __slots__ = ("_finished", "_kernel", "_rules", "dealt", "name", "round", "streak")

    def __init__(
        self,
        kernel: _kernel.KernelDeal,
        rules: Ruleset,
        dealt: tuple[tuple[Tile, ...], ...],
        round: Wind,
        streak: int,
        name: str,
    ) -> None:
        self._kernel = kernel
        self._rules = rules
        self._finished: FinishedDeal | None = None
        self.dealt = dealt
        """The tiles of each seat in the order dealt, flowers included; the dealer's last one is the extra tile."""
        self.round, self.streak, self.name = round, streak, name

    @classmethod
    def start(
        cls,
        wall: Sequence[int],
        ruleset: Ruleset | str = "hk-standard",
        round: Wind = Wind.EAST,
        streak: int = 0,
        dead: Mapping[Wind, int] | None = None,
        *,
        holds: bool = False,
        seat_walls: bool = False,
        name: str = "table/1",
    ) -> Deal:
        """Deals the tiles of a whole wall, given in the order in which they are drawn.

        `dead`: seat → before which draw from the front it is marked 相公; 0: before the dealer's first turn.
        `holds`: the deal pauses at every window, even if no seat has a choice, until `expire` closes it.
        `seat_walls`: each seat is dealt and draws every fourth tile of the wall; replacements come from the end of its part. A seat with an
        empty part takes the last tile of the fullest part; the deal ends when as many tiles are left as in any other deal.
        `name`: its table and number, for the cases of its wins.
        """
        rules = rules_of(ruleset)
        marks = tuple((dead or {}).get(seat, NEVER) for seat in _SEATS)
        table = table_rules(rules)
        try:
            kernel = _kernel.KernelDeal(table, bytes(wall), int(round), min(streak, 255), marks, holds, seat_walls)
        except _kernel.TooMany:
            raise too_many_ways(rules) from None
        except (ValueError, TypeError):
            raise PlayError.of("play.wall") from None
        dealt = parted_tiles(wall, rules) if seat_walls else dealt_tiles(wall, rules)
        return cls(kernel, rules, dealt, Wind(round), streak, name)

    def copy(self) -> Deal:
        """A copy that is played on independently."""
        return self._with(self._kernel.copy())

    def _with(self, kernel: _kernel.KernelDeal) -> Deal:
        return Deal(kernel, self._rules, self.dealt, self.round, self.streak, self.name)

    # --- what is asked

    @property
    def ruleset(self) -> Ruleset:
        """The rules of this deal."""
        return self._rules

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return self._kernel.over

    @property
    def result(self) -> str:
        """win, draw or false_win; empty while the deal is being played."""
        return self._kernel.result

    @property
    def window(self) -> Window | None:
        """The open question; None when the deal is over."""
        if self._kernel.over:
            return None
        asked = self._kernel.question
        seats = asked.seats
        legal = {_SEATS[each.seat]: tuple(each.legal) for each in seats}
        waiting, tile = tuple([_SEATS[each.seat] for each in seats if each.waiting]), asked.tile
        return Window(asked.at, legal, waiting, None if tile is None else _TILES[tile])

    @property
    def at(self) -> str:
        """turn, discard, kong, flower or opening; empty when the deal is over."""
        return self._kernel.at

    def seen_by(self, seat: Wind | None) -> _kernel.KernelView:
        """The data of a `View` for a seat, or for a spectator (None)."""
        return _kernel.view(self._kernel, seat)

    @property
    def kernel(self) -> _kernel.KernelDeal:
        """The kernel's deal, for native players."""
        return self._kernel

    @property
    def claimed(self) -> Tile | None:
        """The tile on offer in a window for a discard or a kong."""
        return _TILES[self._kernel.tile] if self._kernel.at in ("discard", "kong") else None

    @property
    def drawn(self) -> Tile | None:
        """The tile that counts as drawn in this turn; None if the turn began with a claim."""
        return None if self._kernel.drawn == NEVER else Tile(self._kernel.drawn)

    def legal(self, seat: Wind) -> tuple[str, ...]:
        """The legal actions of a seat that is asked, in ascending order; none for any other seat."""
        return action_texts(self._kernel.legal(seat), self.claimed)

    def last_asked(self, seat: Wind) -> bool:
        """Whether this seat is the only one that has not answered."""
        return self._kernel.asked == 1 << seat

    @property
    def held(self) -> bool:
        """Whether the window stays open until `expire`, even if all seats have answered."""
        return self._kernel.held

    def usual(self, seat: Wind) -> int:
        """The default action of a seat that does not answer: pass, else discard the drawn tile, else the discard with
        the highest number.
        """
        return self._kernel.usual(seat)

    # --- moving on

    def apply(self, seat: Wind, action: int) -> tuple[Line, ...]:
        """Takes one answer and plays on once all seats have answered. An illegal action raises an error and changes
        nothing.
        """
        self._kernel = self._answered(seat, action)
        return self.lines

    def expire(self) -> tuple[Line, ...]:
        """Ends the waiting: seats that have not answered take their default action; returns the events that follow."""
        self._kernel = self._closed()
        return self.lines

    def after(self, seat: Wind, action: int) -> Deal:
        """The deal after an answer; this deal does not change."""
        return self._with(self._answered(seat, action))

    def expired(self) -> Deal:
        """The deal after all seats that have not answered took their default action; this deal does not change."""
        return self._with(self._closed())

    def marked_dead(self, seat: Wind) -> Deal:
        """The deal with a seat marked 相公 from the next draw from the front on; this deal does not change."""
        return self._with(self._kernel.marked_dead(seat))

    def _answered(self, seat: Wind, action: int) -> _kernel.KernelDeal:
        try:
            return self._kernel.after(seat, action)
        except _kernel.TooMany:
            raise too_many_ways(self._rules) from None
        except (ValueError, TypeError):
            raise PlayError.of("play.not_legal", seat=seat, action=said_action(action, self.claimed)) from None

    def _closed(self) -> _kernel.KernelDeal:
        try:
            return self._kernel.closed()
        except _kernel.TooMany:
            raise too_many_ways(self._rules) from None

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the last answer; for a deal that has just begun, its opening lines."""
        events = self._kernel.events
        if self._kernel.result != "win":
            return tuple([_LINES[event.said](event) for event in events])
        wins = iter(self._win_lines())
        return tuple([next(wins) if event.said == "win" else _LINES[event.said](event) for event in events])

    # --- what lies on the table

    @property
    def finished(self) -> FinishedDeal:
        """The result of the deal with every win scored and settled; computed once."""
        if not self.over:
            raise ValueError("the deal is not over")
        if self._finished is None:
            self._finished = FinishedDeal.of(self.result, self.wins, self.offender, self._rules)
        return self._finished

    @property
    def wins(self) -> tuple[Win, ...]:
        """The wins with every circumstance, in the order in which the record lists them."""
        return tuple(map(Win.unpack, self._kernel.wins))

    @property
    def offender(self) -> Wind | None:
        """The seat that declared a false win."""
        return _SEATS[self._kernel.offender] if self.result == "false_win" else None

    @property
    def drawable(self) -> int:
        """How many tiles may still be drawn."""
        return self._kernel.drawable

    @property
    def wall(self) -> tuple[Tile, ...]:
        """The tiles left in the wall, in the order in which they are drawn."""
        return tuple(map(Tile, self._kernel.wall))

    def _win_lines(self) -> list[WinLine]:
        finished = self.finished
        events = [event for event in self._kernel.events if event.said == "win"]
        lines = []
        for event, scored, paid in zip(events, finished.scores, finished.paid, strict=True):
            seat = SEATS[event.seat]
            feeder = UNSET if event.feeder is None else SEATS[event.feeder]
            told = win_case(scored, f"{self.name}/{seat}"), win_answer(scored, paid)
            tile = UNSET if event.tile is None else _TEXTS[event.tile]
            lines.append(WinLine(seat=seat, feeder=feeder, tile=tile, case=told[0], answer=told[1]))
        return lines

    def hand(self, seat: Wind) -> tuple[Tile, ...]:
        """The concealed tiles of a seat, in tile order."""
        counts = self._kernel.hand(seat)
        return tuple([tile for tile, count in zip(_TILES, counts, strict=False) if count for _ in range(count)])


def _used(wall: Sequence[int], rules: Ruleset) -> list[Tile]:
    return [_TILES[tile] for tile in wall if rules.terms.flowers.in_play or tile < KINDS]


def parted_tiles(wall: Sequence[int], rules: Ruleset) -> tuple[tuple[Tile, ...], ...]:
    """The same from seat walls: the first tiles of each seat's part."""
    tiles = _used(wall, rules)
    return tuple(tuple(tiles[seat::4][: rules.document.size + (seat == 0)]) for seat in range(4))


def dealt_tiles(wall: Sequence[int], rules: Ruleset) -> tuple[tuple[Tile, ...], ...]:
    """What each seat is dealt: packets of four, then one each and the dealer's extra tile (thirteen tiles), or only that."""
    tiles = _used(wall, rules)
    packets = rules.document.size // 4
    out = [[tile for i in range(packets) for tile in tiles[16 * i + 4 * s : 16 * i + 4 * s + 4]] for s in range(4)]
    rest = tiles[16 * packets :]
    for seat in (0, 1, 2, 3, 0) if rules.document.size % 4 else (0,):
        out[seat].append(rest.pop(0))
    return tuple(map(tuple, out))


# --- lines


def _claim(event: _kernel.KernelEvent) -> tuple[SeatName, SeatName, str]:
    assert event.feeder is not None
    return SEATS[event.seat], SEATS[event.feeder], _text(event)


def _text(event: _kernel.KernelEvent) -> str:
    assert event.tile is not None
    return _TEXTS[event.tile]


def _chow(event: _kernel.KernelEvent) -> ChowLine:
    assert event.tile is not None
    low, high = chow_tiles(CHOW_LOWEST + event.form, event.tile)
    return ChowLine(*_claim(event), (low.text, high.text))


_TEXTS = tuple(tile.text for tile in _TILES)
_LINES: dict[str, Callable[[_kernel.KernelEvent], Line]] = {
    "flower": lambda event: FlowerLine(SEATS[event.seat], _text(event)),
    "draw": lambda event: DrawLine(SEATS[event.seat], _text(event)),
    "replace_flower": lambda event: DrawLine(SEATS[event.seat], _text(event), "flower"),
    "replace_kong": lambda event: DrawLine(SEATS[event.seat], _text(event), "kong"),
    "discard": lambda event: DiscardLine(SEATS[event.seat], _text(event), event.drawn),
    "chow": _chow,
    "pung": lambda event: PungLine(*_claim(event), (_text(event),) * 2),
    "kong": lambda event: ExposedKongLine(*_claim(event), (_text(event),) * 3),
    "kong_concealed": lambda event: ConcealedKongLine(SEATS[event.seat], (_text(event),) * 4),
    "kong_added": lambda event: AddedKongLine(SEATS[event.seat], _text(event), (_text(event),) * 3),
    "ready": lambda event: ReadyLine(SEATS[event.seat], Ready(event.ready).text),  # type: ignore[arg-type]
    "dead": lambda event: DeadHandLine(SEATS[event.seat]),
    "false_win": lambda event: FalseWinLine(SEATS[event.seat]),
    "exhausted": lambda event: NoWinLine("exhausted"),
    "void": lambda event: NoWinLine("false_win"),
    "three_winners": lambda event: NoWinLine("three_winners"),
}
"""The line of a kernel event; for a win, the finished deal is needed."""
