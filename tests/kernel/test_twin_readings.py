"""The kernel finds the same readings and places of the winning tile as the twin."""

from __future__ import annotations

from random import Random

import pytest

from reference.agreement import plain, well_ordered
from reference.probes import bare
from reference.readings import all_placed, read
from reference.samples import STYLES, many, random_hand, random_win
from sikwu.hand import Hand
from sikwu.reading import SetOrigin, Shape, Shapes, readings
from sikwu.scoring import score
from sikwu.tiles import KINDS, Tile, Wind
from sikwu.win import By, Win

ALL_SHAPES = Shapes(63)
SHAPES_OF = {4: {Shape.STANDARD, Shape.PAIRS, Shape.ORPHANS, Shape.FLOWERS}, 5: set(Shape)}


def compare(win: Win, sets: int, shapes: Shapes = ALL_SHAPES) -> int:
    """Asserts that both read a win alike; how many readings there are."""
    melds = len(win.hand.melds)
    found = readings(win, shapes, sets)
    ours, theirs = (sorted((plain(r, melds) for r in some), key=repr) for some in (read(win, sets, shapes), found))
    assert ours == theirs, win.text
    assert all(well_ordered(r, win) for r in found), win.text
    return len(found)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("sets", [4, 5])
def test_complete_hands_are_read_in_every_way(style: str, sets: int) -> None:
    chance = Random(f"readings {style} {sets}")
    special = {"unrelated": 5, "nine gates": 4}.get(style, sets)
    for _ in range(many(60)):
        assert compare(random_win(chance, sets, style if special == sets else None), sets) >= 1


@pytest.mark.parametrize("sets", [4, 5])
def test_hands_with_a_wrong_tile_are_read_alike(sets: int) -> None:
    chance = Random(f"wrong tile {sets}")
    complete = 0
    for _ in range(many(1500)):
        melds, tiles = random_hand(chance, sets)
        at = chance.randrange(len(tiles))
        tiles[at] = chance.choice([t for t in range(KINDS) if t != tiles[at]])
        hand = Hand(tuple(map(Tile, tiles[1:])), tuple(melds))
        win = Win(hand, Tile(tiles[0]), By.SELF_DRAW, Wind.EAST, Wind.EAST)
        if not win.hand.problems(win.tile):
            complete += compare(win, sets) > 0
    assert complete


@pytest.mark.parametrize("sets", [4, 5])
def test_only_shapes_in_use_are_read(sets: int) -> None:
    chance = Random(f"shapes {sets}")
    for _ in range(many(400)):
        style = chance.choice(("pairs", "orphans", "unrelated" if sets == 5 else "one suit", "few sets"))
        compare(random_win(chance, sets, style), sets, Shapes(chance.randrange(64)))


@pytest.mark.parametrize("sets", [4, 5])
def test_the_winning_tile_stands_in_the_same_places(sets: int) -> None:
    chance = Random(f"places {sets}")
    rules = bare(3 * sets + 1, (), {})
    shapes, seen = Shapes(rules.lowered.shapes), set()
    for _ in range(many(1000)):
        win = random_win(chance, sets)
        whole = score(win.pack(), rules)
        told = [r.reading for r in (whole.best, *whole.others)]
        melds = len(win.hand.melds)
        ours = sorted((plain(r, melds) for r in all_placed(win, sets, shapes)), key=repr)
        assert ours == sorted((plain(r, melds) for r in told), key=repr), win.text
        seen |= {r.shape for r in told}
        won = [g for r in told for g in r.groups if g.made is SetOrigin.WON]
        assert bool(won) <= (win.by in (By.DISCARD, By.ROB_KONG))
    assert seen == SHAPES_OF[sets]


@pytest.mark.parametrize(
    ("text", "sets", "count"),
    [
        ("222333444m 55p 78s +9s", 4, 2),
        ("1112345678999p +5p", 4, 1),
        ("2233445566778m +8m", 4, 4),
        ("1122334455667s +7s", 4, 4),
        ("222233334444m 6m +6m", 4, 2),
        ("2222333344445556m +6m", 5, 5),
        ("19m 19p 19s ESWN中發白 +9s", 4, 1),
    ],
)
def test_known_counts_of_readings(text: str, sets: int, count: int) -> None:
    win = Win.parse(text)
    assert len(read(win, sets, ALL_SHAPES)) == count
    assert compare(win, sets) == count
