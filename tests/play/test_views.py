"""Views hide secrets: with all hidden tiles dealt again, a seat that cannot see them receives the same bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import pytest
from msgspec import UNSET

from reference.samples import many
from sikwu.play.actions import PASS
from sikwu.play.deal import Deal
from sikwu.play.lines import (
    AddedKongLine,
    ChowLine,
    ConcealedKongLine,
    DiscardLine,
    DrawLine,
    ExposedKongLine,
    FlowerLine,
    PungLine,
    Viewer,
)
from sikwu.play.many import seen_many
from sikwu.play.view import View
from sikwu.rules.ruleset import Ruleset
from sikwu.tiles import KINDS, Tile, Wind
from test_play_laws import choice
from test_play_twin import RULESETS, some_rules, some_wall

SEATS = tuple(Wind)
Sight = Callable[[Deal, "Wind | None"], bytes]
Answers = dict[Wind, int]
"""The answers at one point where the deal paused."""


def sight(deal: Deal, seat: Wind | None) -> bytes:
    """Everything that a viewer receives from a deal: the view, the lines since the last pause, and the observations."""
    hidden = deal.ruleset.terms.kongs.hidden
    viewer = Viewer(None, hidden, None if seat is None else seat.text)
    told = [repr(View.of(deal, seat)), *(repr(line.seen_by(viewer)) for line in deal.lines)]
    if seat is not None:
        seen, mask = seen_many([deal], [seat], aids=True)
        told += [each.tobytes().hex() for each in (*seen.values(), mask)]
    return "\n".join(told).encode()


def careless(deal: Deal, seat: Wind | None) -> bytes:
    """The same, with whether any seat is asked: everybody could see that in earlier versions."""
    return sight(deal, seat) + bool(deal.kernel.asked).to_bytes(1, "big")


def peeping(deal: Deal, seat: Wind | None) -> bytes:
    """The same, and how many dragons another holds."""
    other = Wind.EAST if seat is not Wind.EAST else Wind.SOUTH
    return sight(deal, seat) + bytes([sum(tile >= Tile.RED for tile in deal.hand(other))])


# --- one world, and the same one with other hidden tiles


class World:
    """A deal that pauses at every window, and the places in the wall of the tiles that each seat has."""

    def __init__(self, wall: list[int], rules: Ruleset) -> None:
        self.wall = [tile for tile in wall if rules.terms.flowers.in_play or tile < KINDS]
        self.left_out = [tile for tile in wall if not rules.terms.flowers.in_play and tile >= KINDS]
        self.deal = Deal.start([*self.wall, *self.left_out], rules, holds=True)
        size = rules.document.size
        self.front, self.back = 4 * size + 1, len(self.wall) - 1
        packets = 16 * (size // 4)
        self.held: dict[Wind, list[int]] = {seat: [] for seat in SEATS}
        for place in range(self.front):
            owner = place % 16 // 4 if place < packets else (place - packets) % 4
            self.held[Wind(owner)].append(place)
        self._follow()

    def answer(self, answers: Answers) -> None:
        """Continues to the next pause."""
        held = self.deal.kernel.held
        for seat, action in answers.items():
            self.deal.apply(seat, action)
        if held:
            self.deal.expire()
        self._follow()

    def _follow(self) -> None:
        for line in self.deal.lines:
            match line:
                case DrawLine():
                    back = line.replaces is not UNSET
                    self.held[Wind.parse(line.seat)].append(self.back if back else self.front)
                    self.front, self.back = self.front + (not back), self.back - back
                case FlowerLine() | AddedKongLine():
                    self._lay(line.seat, [line.tile])
                case ChowLine() | PungLine() | ExposedKongLine() | ConcealedKongLine():
                    self._lay(line.seat, line.own)
                case DiscardLine():
                    held = self.held[Wind.parse(line.seat)]
                    drawn = held[-1:] if line.drawn else held[:-1]
                    self._lay(line.seat, [line.tile], [each for each in drawn if self._is(each, line.tile)] or held)

    def _is(self, place: int, tile: str) -> bool:
        return Tile(self.wall[place]).text == tile

    def _lay(self, seat: str, tiles: Sequence[str], among: list[int] | None = None) -> None:
        own = self.held[Wind.parse(seat)]
        for tile in tiles:
            own.remove(next(place for place in reversed(among or own) if self._is(place, tile)))

    def hidden_from(self, viewer: Wind | None) -> list[int]:
        """Where the tiles lay that a viewer has not seen: those that others hold, and those that are left."""
        places = [place for seat in SEATS if seat is not viewer for place in self.held[seat]]
        return [each for each in (*places, *range(self.front, self.back + 1)) if self.wall[each] < KINDS]


def played(wall: list[int], rules: Ruleset, chance: Random, stops: int) -> tuple[World, list[Answers]]:
    """A deal after this many pauses, and the answers at each."""
    world, out = World(wall, rules), list[Answers]()
    while (window := world.deal.window) is not None and len(out) < stops:
        out.append({seat: choice(world.deal, seat, chance) for seat in window.waiting})
        world.answer(out[-1])
    return world, out


def other_answers(deal: Deal, told: Answers) -> Answers | None:
    """The same answers with other tiles in the other hands: a seat with a new choice passes; None: a seat cannot
    repeat its action.
    """
    window = deal.window
    if window is None:
        return None
    out = {seat: told.get(seat, PASS) for seat in window.waiting}
    same = all(action in window.legal[seat] for seat, action in out.items())
    return out if same and all(told[seat] == PASS for seat in told if seat not in out) else None


def flags(deal: Deal) -> list[bool]:
    return [line.drawn for line in deal.lines if isinstance(line, DiscardLine)]


def compared(
    wall: list[int], swapped: list[int], rules: Ruleset, viewer: Wind | None, told: list[Answers], see: Sight
) -> Counter[str]:
    """Plays both as far as the same can be done in both; every stop looks the same to the viewer."""
    one, two, count = World(wall, rules), World(swapped, rules), Counter[str]()
    for answers in told:
        if flags(one.deal) != flags(two.deal):
            break  # a tile was thrown like the one that was drawn: everybody sees that
        assert see(one.deal, viewer) == see(two.deal, viewer), (viewer, one.deal.at)
        asked = [deal.window.waiting for deal in (one.deal, two.deal) if deal.window is not None]
        count["stops"] += 1
        count["asked otherwise"] += asked[0] != asked[-1]
        others = other_answers(two.deal, answers)
        if others is None:
            break
        one.answer(answers)
        two.answer(others)
    return count


def swapped_deal(name: str, number: int, see: Sight = sight) -> Counter[str]:
    """One deal and a viewer; the tiles the viewer cannot see are dealt again."""
    chance = Random(f"views {name} {number}")
    rules = some_rules(name, chance).with_options({"play.allow_false_wins": False})
    wall = some_wall(chance)
    world, told = played(wall, rules, chance, chance.randrange(5, 120))
    viewer = (*SEATS, None)[number % 5]
    places = world.hidden_from(viewer)
    swapped, tiles = list(world.wall), [world.wall[place] for place in places]
    chance.shuffle(tiles)
    for place, tile in zip(places, tiles, strict=True):
        swapped[place] = tile
    return compared(wall, [*swapped, *world.left_out], rules, viewer, told, see)


DEALS = 400 if many(1) > 1 else 12
"""A ruleset: 2,000 deals in the long run."""


@pytest.mark.parametrize("name", RULESETS)
def test_a_view_does_not_depend_on_what_is_hidden(name: str) -> None:
    count = sum((swapped_deal(name, number) for number in range(DEALS)), Counter[str]())
    assert count["stops"] > 10 * DEALS
    assert count["asked otherwise"] > DEALS, "too few windows in which others are asked"


@pytest.mark.parametrize("see", [careless, peeping])
def test_a_leak_is_found(see: Sight) -> None:
    with pytest.raises(AssertionError, match=r"turn|discard|kong|flower"):
        [swapped_deal("hk-standard", number, see) for number in range(DEALS)]


# --- where the deal pauses


@pytest.mark.parametrize("name", RULESETS)
def test_a_deal_that_holds_brings_the_same_lines(name: str) -> None:
    """Held windows change nothing but the time of publication."""
    silent = 0
    for number in range(many(6)):
        chance = Random(f"holds {name} {number}")
        rules, wall = some_rules(name, chance), some_wall(chance)
        plain, holding = Deal.start(wall, rules), Deal.start(wall, rules, holds=True)
        lines, held = list(plain.lines), list(holding.lines)
        while (window := plain.window) is not None:
            while holding.window != window:
                assert holding.kernel.held
                assert holding.window is not None
                assert not holding.window.legal
                held += holding.expire()
                silent += 1
            for seat in window.waiting:
                wrong, right = choice(plain, seat, chance), choice(plain, seat, chance)
                if holding.kernel.held:
                    assert holding.apply(seat, wrong) == ()  # the last answer counts
                held += holding.apply(seat, right)
                lines += plain.apply(seat, right)
            if window.at != "turn" and holding.kernel.held:
                held += holding.expire()
        while not holding.over:
            held += holding.expire()
        assert held == lines
        assert holding.wins == plain.wins
    assert silent > 20
