"""Ways of playing that only houses have: each law holds with its option, and is broken without it on the same walls.

No chows, what may be discarded after a claim, passed wins and pungs, locked tiles, three winners, who deals next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random

import pytest

from reference.samples import many
from sikwu import ruleset
from sikwu.play.actions import action_text
from sikwu.play.deal import Deal
from sikwu.play.lines import ChowLine, DiscardLine, DrawLine, Line, NoWinLine, PungLine, WinLine
from sikwu.rules.ruleset import Ruleset
from sikwu.seats import Table
from sikwu.tiles import Tile, Wind
from test_play_laws import choice
from test_play_twin import some_wall

HAND = {"hand.min_fan": 0, "tiles.flowers_in_play": False}
DEALS = many(120)


def lines_of(rules: Ruleset, number: int, willing: float = 0.5) -> list[Line]:
    """A deal of eager players, who pass random wins and pungs."""
    chance = Random(f"ways {number}")
    deal = Deal.start(some_wall(chance), rules)
    lines: list[Line] = []
    while (window := deal.window) is not None:
        seat = window.waiting[0]
        action = choice(deal, seat, chance)
        if window.at != "turn" and 0 in window.legal[seat] and chance.random() > willing:
            action = 0
        lines += deal.apply(seat, action)
    return lines


def chowed(lines: list[Line]) -> Iterator[Line]:
    return (line for line in lines if isinstance(line, ChowLine))


def thrown_back(lines: list[Line]) -> Iterator[Line]:
    """Discards of the kind that the same player has just claimed."""
    for line, after in pairwise(lines):
        if isinstance(line, ChowLine | PungLine) and isinstance(after, DiscardLine) and after.tile == line.tile:
            yield after


def other_end(lines: list[Line]) -> Iterator[Line]:
    """Discards of the tile at the other end of the chow that has just been claimed."""
    for line, after in pairwise(lines):
        if isinstance(line, ChowLine) and isinstance(after, DiscardLine):
            claimed, held = Tile.parse(line.tile), sorted(map(Tile.parse, line.own))
            step = 3 if claimed < held[0] else -3 if claimed > held[1] else 0
            end = Tile(claimed + step) if step and 0 <= claimed + step < 27 else None
            if end is not None and end.suit == claimed.suit and after.tile == end.text:
                yield after


def on_own_discard(lines: list[Line]) -> Iterator[Line]:
    """Wins on a discard of a kind that the winner has discarded."""
    thrown: set[tuple[str, str]] = set()
    for line in lines:
        if isinstance(line, DiscardLine):
            thrown.add((line.seat, line.tile))
        if isinstance(line, WinLine) and line.feeder and (line.seat, line.tile) in thrown:
            yield line


def threes(lines: list[Line]) -> Iterator[Line]:
    """The third win on one tile."""
    return iter([line for line in lines if isinstance(line, WinLine)][2:])


LAWS: dict[str, tuple[dict[str, object], Callable[[list[Line]], Iterator[Line]]]] = {
    "no chows": ({"play.chows": False}, chowed),
    "not the same": ({"play.after_claim": "not_same"}, thrown_back),
    "neither end: the same": ({"play.after_claim": "not_either_end"}, thrown_back),
    "neither end: the other": ({"play.after_claim": "not_either_end"}, other_end),
    "locked": ({"win.own_discards_locked": True}, on_own_discard),
}


@pytest.mark.parametrize("law", LAWS)
def test_what_may_not_happen_does_not(law: str) -> None:
    option, broken = LAWS[law]
    free = ruleset("hk-standard").with_options(HAND)
    house = free.with_options(option)
    without = sum(len(list(broken(lines_of(free, number)))) for number in range(DEALS))
    with_ = [line for number in range(DEALS) for line in broken(lines_of(house, number))]
    assert without > 0, "the walls never try the law"
    assert with_ == []


def test_three_winners_draw_the_deal() -> None:
    """Three players wait for one tile; the fourth discards it."""
    free = ruleset("hk-standard").with_options(HAND | {"win.multiple_winners": "all_win"})
    house = free.with_options({"win.three_winners_void": True})
    for rules, winners, reason in ((free, 3, None), (house, 0, "three_winners")):
        deal = Deal.start(three_wait(), rules)
        lines: list[Line] = []
        lines += deal.apply(Wind.EAST, 3 + int(Tile.parse("9s")))
        assert deal.window is not None
        for seat in (Wind.SOUTH, Wind.WEST, Wind.NORTH):
            assert action_text(1) == "win"
            lines += deal.apply(seat, 1)
        assert sum(isinstance(line, WinLine) for line in lines) == winners
        ends = [line.reason for line in lines if isinstance(line, NoWinLine)]
        assert ends == ([] if reason is None else [reason])
        assert set(deal.finished.changes.values()) != {0} if reason is None else not any(deal.finished.changes.values())


def three_wait() -> list[int]:
    """A wall that deals three hands waiting for 9s, and 9s to the dealer."""
    hands = {
        Wind.SOUTH: "123m 456m 789m 99p 78s",
        Wind.WEST: "111m 234m 567p 88p 78s",
        Wind.NORTH: "222p 345p 678m 33p 78s",
        Wind.EAST: "1p EEE SSS WWW NN 中 9s",
    }
    from sikwu import Hand

    dealt = {seat: list(map(int, Hand.parse(text).concealed)) for seat, text in hands.items()}
    wall: list[int] = []
    for _ in range(3):
        for seat in Wind:
            wall += [dealt[seat].pop(0) for _ in range(4)]
    for seat in Wind:
        wall.append(dealt[seat].pop(0))
    wall += dealt[Wind.EAST]
    rest = [kind for kind in range(34) for _ in range(4)] + list(range(34, 42))
    for tile in wall:
        rest.remove(tile)
    return wall + rest


# --- who deals next


def table(**options: object) -> tuple[Table, Ruleset]:
    return Table(("A", "B", "C", "D")), ruleset("hk-standard").with_options(options)


def test_the_deal_passes_after_any_win() -> None:
    seats, rules = table(**{"dealer.on_win": "pass"})
    assert seats.after_win(["A"], rules.terms.streak).dealer_name == "B"


def test_the_winner_deals_and_a_round_ends_when_the_deal_comes_round() -> None:
    seats, rules = table(**{"dealer.on_win": "winner"})
    streak = rules.terms.streak
    third = seats.after_win(["C"], streak)
    assert (third.dealer_name, third.streak, third.rounds) == ("C", 0, 0)
    again = third.after_win(["C"], streak)
    assert (again.dealer_name, again.streak) == ("C", 1)
    back = again.after_win(["B", "C"], streak)
    assert (back.dealer_name, back.rounds) == ("C", 0), "the dealer is among the winners and stays"
    over = again.after_win(["B"], streak)
    assert (over.dealer_name, over.rounds, over.opening) == ("B", 1, True)
    first = again.after_win(["A"], streak)
    assert (first.dealer_name, first.rounds) == ("A", 1)


def test_a_dealer_repeats_at_most_so_often() -> None:
    seats, rules = table(**{"dealer.most_repeats": 2})
    streak = rules.terms.streak
    for repeats in (1, 2):
        seats = seats.after_win(["A"], streak)
        assert (seats.dealer_name, seats.streak) == ("A", repeats)
    assert seats.after_win(["A"], streak).dealer_name == "B"
    assert seats.after_draw(streak).dealer_name == "A", "hk-standard counts no repeat for a drawn deal"


def punged_after_passing(rules: Ruleset) -> int:
    """How often a kind is punged after its pung was passed, before the player's next draw or claim."""
    found = 0
    for number in range(DEALS):
        chance = Random(f"pungs {number}")
        deal = Deal.start(some_wall(chance), rules)
        passed: dict[Wind, set[int]] = {seat: set() for seat in Wind}
        while (window := deal.window) is not None:
            seat = window.waiting[0]
            action = choice(deal, seat, chance)
            if window.at == "discard" and 75 in window.legal[seat]:
                assert window.claimed is not None
                found += int(window.claimed) in passed[seat]
                if chance.random() < 0.7:
                    action = 0
                    passed[seat].add(int(window.claimed))
            for line in deal.apply(seat, action):
                if isinstance(line, DrawLine | ChowLine | PungLine):
                    passed[Wind.parse(line.seat)].clear()
    return found


def test_passed_pungs() -> None:
    """Between a passed pung and the player's next draw or claim, the same kind is not punged."""
    free = ruleset("hk-standard").with_options(HAND | {"hand.min_fan": 3})
    assert punged_after_passing(free) > 0
    assert punged_after_passing(free.with_options({"play.passed_pungs": True})) == 0


def test_what_houses_add_leaves_the_hashes_of_the_documents() -> None:
    """Defaults of ways that only houses have are no part of the hash; anything else is."""
    rules = ruleset("hk-standard")
    same = rules.with_options({"play.chows": True, "dealer.most_repeats": 0, "dealer.on_win": "keep"})
    assert same.hash == rules.hash
    changed = {
        rules.with_options({id: value}).hash
        for id, value in (("play.chows", False), ("dealer.most_repeats", 1), ("dealer.on_win", "pass"))
    }
    assert len(changed | {rules.hash}) == 4
