"""One deal: who may do what, and what follows. The kernel plays it; here its numbers become the lines of a record.

A `Deal` knows every tile. Players are handed a `View` (sikwu.play.view), never a deal; a record is written whole, as an archive, and
everybody else reads it through `sikwu.play.view.seen_record`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from sikwu import _kernel
from sikwu.play.actions import CHOW_LOWEST, action_text, chow_tiles
from sikwu.rules.paying import MOST
from sikwu.rules.play import PassedWins
from sikwu.rules.playable import check_playable
from sikwu.rules.presets import rules_of
from sikwu.rules.ruleset import Ruleset, too_many_ways
from sikwu.rules.table_terms import TableTerms
from sikwu.texts import SikwuError, problem
from sikwu.tiles import KINDS, Tile, Wind
from sikwu.win import Ready, Win

Line = dict[str, Any]
"""A line of the record, as an object; a `hora` line holds the `Win` under 'win' until the record writes its case."""

RESULTS = ("", "win", "draw", "false_win")
"""As columns of many deals number them."""
NEVER = 255
_SEATS = tuple(Wind)
_TILES = tuple(Tile)


class PlayError(SikwuError):
    """Something that cannot be done in this deal, or a wall or record that cannot be played."""


class Window(NamedTuple):
    """What is asked, and of whom: seats with a choice, in the order of their decision lines."""

    at: str
    """turn, discard, kong, flower or opening."""
    legal: dict[Wind, tuple[int, ...]]
    """All their actions, rising; also of those who have answered."""
    waiting: tuple[Wind, ...]
    """Those who have not."""


def play_numbers(terms: TableTerms, size: int) -> _kernel.PlayNumbers:
    """The rules of play as the kernel takes them."""
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
    numbers.bars_passed_wins = claims.passed_wins is PassedWins.SAME_GO_AROUND
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
    """Everything that the kernel plays, judges and pays by under a ruleset; rules that cannot be played are refused."""
    check_playable(rules)
    paying, numbers = rules.paying, play_numbers(rules.terms, rules.document.size)
    fine = int(rules.money.fine * paying.denominator) if rules.terms.claims.false_wins else -1
    numbers.fine = fine if 0 <= fine <= MOST else -1
    return _kernel.TableRules(numbers, rules.lowered.program, paying.table)


class Deal:
    """One deal from a wall; `apply` moves it on, `copy` lets it be played on in another way.

    >>> from sikwu.play.wall import sorted_wall
    >>> deal = Deal.start(sorted_wall(), "hk-standard")
    >>> deal.window.at, deal.legal(Wind.EAST)[:2]
    ('turn', ('discard 1m', 'discard 5m'))
    """

    __slots__ = ("_kernel", "_rules", "dealt", "round", "streak")

    def __init__(
        self, kernel: _kernel.Deal, rules: Ruleset, dealt: tuple[tuple[Tile, ...], ...], round: Wind, streak: int
    ) -> None:
        self._kernel = kernel
        self._rules = rules
        self.dealt = dealt
        """The tiles of each seat in the order dealt, flowers included; the dealer's last one is his extra tile."""
        self.round, self.streak = round, streak

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
    ) -> Deal:
        """Deals the tiles of a whole wall, first drawn first.

        `dead`: seat → before which draw from the front it is marked 相公; 0: before the dealer's first turn.
        `holds`: it stands still at every window, whoever has a choice there, until it is closed (`expire`).
        """
        rules = rules_of(ruleset)
        marks = tuple((dead or {}).get(seat, NEVER) for seat in _SEATS)
        table = table_rules(rules)
        try:
            kernel = _kernel.Deal(table, bytes(wall), int(round), min(streak, 255), marks, holds)
        except _kernel.TooMany:
            raise too_many_ways(rules) from None
        except (ValueError, TypeError):
            raise PlayError((problem("play.wall"),)) from None
        return cls(kernel, rules, dealt_tiles(wall, rules), Wind(round), streak)

    def copy(self) -> Deal:
        """The same deal, which goes on by itself."""
        return Deal(self._kernel.copy(), self._rules, self.dealt, self.round, self.streak)

    # --- what is asked

    @property
    def ruleset(self) -> Ruleset:
        """The rules it is played by."""
        return self._rules

    @property
    def over(self) -> bool:
        """Has it ended?"""
        return self._kernel.over

    @property
    def result(self) -> str:
        """win, draw or false_win; empty while it is played."""
        return self._kernel.result

    @property
    def window(self) -> Window | None:
        """What is asked now; None when it is over."""
        if self._kernel.over:
            return None
        asked = self._kernel.question
        seats = asked.seats
        legal = {_SEATS[each.seat]: tuple(each.legal) for each in seats}
        return Window(asked.at, legal, tuple([_SEATS[each.seat] for each in seats if each.waiting]))

    @property
    def at(self) -> str:
        """turn, discard, kong, flower or opening; empty when it is over."""
        return self._kernel.at

    def seen_by(self, seat: Wind | None) -> _kernel.View:
        """What a seat may see, or somebody who watches (None): all that a `View` is made of."""
        return _kernel.view(self._kernel, seat)

    @property
    def kernel(self) -> _kernel.Deal:
        """The kernel's deal, for what plays on natively."""
        return self._kernel

    @property
    def claimed(self) -> Tile | None:
        """The tile on offer in a window for a discard or a kong."""
        return _TILES[self._kernel.tile] if self._kernel.at in ("discard", "kong") else None

    @property
    def drawn(self) -> Tile | None:
        """The tile that counts as drawn in this turn; None after a claim."""
        return None if self._kernel.drawn == NEVER else Tile(self._kernel.drawn)

    def legal(self, seat: Wind) -> tuple[str, ...]:
        """The actions of a seat that is asked, in the order of their numbers; none for any other."""
        claimed = self.claimed
        return tuple([action_text(each, claimed) for each in self._kernel.legal(seat)])

    def usual(self, seat: Wind) -> int:
        """What is done for a seat that does not answer: pass, else the drawn tile, else the highest discard."""
        return self._kernel.usual(seat)

    # --- moving on

    def apply(self, seat: Wind, action: int) -> tuple[Line, ...]:
        """One answer, and what follows once everybody has answered; refused, and nothing changed, if it is not legal."""
        try:
            self._kernel.apply(seat, action)
        except _kernel.TooMany:
            raise too_many_ways(self._rules) from None
        except (ValueError, TypeError):
            raise PlayError((problem("play.not_legal", seat=seat, action=_told(action, self.claimed)),)) from None
        return self.lines

    def expire(self) -> tuple[Line, ...]:
        """The time is up: whoever has not answered does what is usual; what follows."""
        self._kernel = self._kernel.closed()
        return self.lines

    @property
    def lines(self) -> tuple[Line, ...]:
        """What the last answer brought; of a deal that has just begun, its opening."""
        wins = iter(self._kernel.wins)
        return tuple(_line(event, wins) for event in self._kernel.events)

    # --- what lies on the table

    @property
    def wins(self) -> tuple[Win, ...]:
        """The wins with every circumstance, in the order told."""
        return tuple(map(Win.unpack, self._kernel.wins))

    @property
    def offender(self) -> Wind | None:
        """Who declared a false win."""
        return _SEATS[self._kernel.offender] if self.result == "false_win" else None

    @property
    def drawable(self) -> int:
        """Tiles that may still be drawn."""
        return self._kernel.drawable

    @property
    def wall(self) -> tuple[Tile, ...]:
        """The tiles left in the wall, first drawn first."""
        return tuple(map(Tile, self._kernel.wall))

    def hand(self, seat: Wind) -> tuple[Tile, ...]:
        """The concealed tiles of a seat, in tile order."""
        counts = self._kernel.hand(seat)
        return tuple([tile for tile, count in zip(_TILES, counts, strict=False) if count for _ in range(count)])


def dealt_tiles(wall: Sequence[int], rules: Ruleset) -> tuple[tuple[Tile, ...], ...]:
    """What each seat is dealt: packets of four, then one each and the dealer's extra tile (thirteen tiles), or only that."""
    tiles = [Tile(tile) for tile in wall if rules.terms.flowers.in_play or tile < KINDS]
    packets = rules.document.size // 4
    out = [[tile for i in range(packets) for tile in tiles[16 * i + 4 * s : 16 * i + 4 * s + 4]] for s in range(4)]
    rest = tiles[16 * packets :]
    for seat in (0, 1, 2, 3, 0) if rules.document.size % 4 else (0,):
        out[seat].append(rest.pop(0))
    return tuple(map(tuple, out))


# --- lines


def _told(action: object, claimed: Tile | None) -> str:
    try:
        return action_text(int(str(action)), claimed)
    except (SikwuError, ValueError):
        return str(action)[:40]


_WORDS = {
    "flower": "flower", "draw": "tsumo", "replace_flower": "tsumo", "replace_kong": "tsumo", "discard": "dahai", "chow": "chi",
    "pung": "pon", "kong": "daiminkan", "kong_concealed": "ankan", "kong_added": "kakan", "ready": "reach", "dead": "dead",
    "win": "hora", "false_win": "false_win", "exhausted": "ryukyoku", "void": "ryukyoku",
}  # fmt: skip


def _line(event: _kernel.Event, wins: Any) -> Line:
    """An event of the kernel as a line of the record."""
    said, tile = event.said, event.tile
    line: Line = {"type": _WORDS[said]}
    if said in ("exhausted", "void"):
        return {**line, "reason": "exhausted" if said == "exhausted" else "false_win"}
    line["actor"] = _SEATS[event.seat].text
    if event.feeder is not None:
        line["target"] = _SEATS[event.feeder].text
    if tile is not None and said != "kong_concealed":
        line["pai"] = _TILES[tile].text
    if said in ("replace_flower", "replace_kong"):
        line["back"] = said.removeprefix("replace_")
    elif said == "discard":
        line["tsumogiri"] = event.drawn
    elif said == "chow" and tile is not None:
        line["consumed"] = [own.text for own in chow_tiles(CHOW_LOWEST + event.form, tile)]
    elif said in ("pung", "kong", "kong_concealed", "kong_added") and tile is not None:
        line["consumed"] = [_TILES[tile].text] * {"pung": 2, "kong_concealed": 4}.get(said, 3)
    elif said == "ready":
        line["kind"] = Ready(event.ready).text
    elif said == "win":
        line["win"] = Win.unpack(next(wins))
    return line
