"""Laws of every deal: tiles are conserved, only legal actions are accepted, copies behave the same, views are blind."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from reference.samples import many
from sikwu import ruleset
from sikwu.play.actions import ACTIONS, action_text, parse_action
from sikwu.play.deal import Deal
from sikwu.play.game import Game, GameStep
from sikwu.play.lines import Viewer
from sikwu.play.match import PLAYERS, Match
from sikwu.play.problems import PlayError
from sikwu.play.record import read_record, text_of
from sikwu.play.view import View
from sikwu.play.wall import Wall, ids_of, proof_faults
from sikwu.tiles import KINDS, Tile, Wind
from test_play_twin import RULESETS, TILES, eager, some_rules, some_wall

SEATS = tuple(Wind)


def all_tiles(deal: Deal) -> Counter[int]:
    """Every tile of a deal, wherever it is."""
    kernel, out = deal.kernel, Counter(map(int, deal.wall))
    for seat in SEATS:
        out.update(map(int, deal.hand(seat)))
        flowers = kernel.flowers(seat) | kernel.held_flowers(seat)
        out.update(KINDS + i for i in range(8) if flowers >> i & 1)
        for meld in kernel.melds(seat):
            tile = meld.tile
            out.update([tile, tile + 1, tile + 2] if meld.kind == 0 else [tile] * (3 if meld.kind == 1 else 4))
    out.update(thrown.tile for thrown in kernel.river)
    return out


def choice(deal: Deal, seat: Wind, chance: Random) -> int:
    counts = bytes(Counter(map(int, deal.hand(seat)))[kind] for kind in range(KINDS))
    return eager(deal.kernel.legal(seat), counts, deal.ruleset.lowered.shapes, chance)


def played(step: GameStep, chance: Random, stops: int = 10_000) -> GameStep:
    """Plays to the end of the deal, or for this many windows; returns the game and all lines."""
    game, lines = step.game, list(step.lines)
    while game.running and stops:
        stops -= 1
        for question in game.questions():
            game, more = game.answer(question.seat, choice(game.dealt, question.seat, chance))
            lines += more
    return GameStep(game, tuple(lines))


@pytest.mark.parametrize("name", RULESETS)
def test_laws_of_a_deal(name: str) -> None:
    for number in range(many(20)):
        chance = Random(f"laws {name} {number}")
        rules = some_rules(name, chance)
        wall = some_wall(chance)
        deal = Deal.start(wall, rules, Wind(number % 4), number % 3)
        whole = Counter(tile for tile in wall if rules.terms.flowers.in_play or tile < KINDS)
        while (window := deal.window) is not None:
            if window.at != "kong":  # otherwise the tiles of the kong are in between
                assert all_tiles(deal) == whole
            seat = window.waiting[0]
            wrong = chance.choice([each for each in range(-2, ACTIONS + 3) if each not in window.legal[seat]])
            before = (deal.window, View.of(deal, seat))
            with pytest.raises(PlayError):
                deal.apply(seat, wrong)
            assert (deal.window, View.of(deal, seat)) == before
            action = choice(deal, seat, chance)
            other = deal.copy()
            assert deal.apply(seat, action) == other.apply(seat, action)
            assert [View.of(deal, each) for each in SEATS] == [View.of(other, each) for each in SEATS]
        assert sum(deal.finished.changes.values()) == 0


@pytest.mark.parametrize("name", RULESETS)
def test_a_view_does_not_know_hidden_tiles(name: str) -> None:
    """Tiles of the wall that nobody has drawn yet are swapped: no view, and no line of a view, changes until they come."""
    changed = 0
    for number in range(many(20)):
        chance = Random(f"blind {name} {number}")
        wall = chance.sample(TILES, len(TILES))
        dealt = 53 if ruleset(name).document.size == 13 else 65
        # Two tiles of W are exchanged with two of N: E and S must not see it before these lay something open.
        one, two = 8 + chance.randrange(4), 12 + chance.randrange(4)
        if max(wall[one], wall[two]) >= KINDS or wall[one] == wall[two]:
            continue
        swapped = list(wall)
        swapped[one], swapped[two] = wall[two], wall[one]
        left = list(range(dealt, 110))
        a, b = chance.sample(left, 2)
        swapped[a], swapped[b] = swapped[b], swapped[a]
        deals = Deal.start(wall, name), Deal.start(swapped, name)
        if deals[0].at != "turn":
            continue
        for seat in (Wind.EAST, Wind.SOUTH, None):
            assert View.of(deals[0], seat) == View.of(deals[1], seat)
            viewer = Viewer(None if seat is None else PLAYERS[seat], True, None if seat is None else seat.text)
            heads = [Match.new(name).deal(Wall.given(ids_of(tiles)))[1].seen_by(viewer) for tiles in (wall, swapped)]
            assert heads[0] == heads[1]
            lines = [[line.seen_by(viewer) for line in deal.lines] for deal in deals]
            assert lines[0] == lines[1]
        assert View.of(deals[0], Wind.WEST) != View.of(deals[1], Wind.WEST)
        changed += 1
    assert changed > 3


@pytest.mark.parametrize("name", RULESETS)
def test_a_record_is_read_back_and_tampering_is_seen(name: str) -> None:
    chance = Random(f"record {name}")
    rules = ruleset(name)
    wall = Wall.made(bytes(range(128)), "t", 1, rules.hash)
    game = Game(Match.new(rules, table="t"))
    lines = [game.begin(chain=True), *played(game.deal(wall), chance)[1]]
    text = text_of(lines, chain=True)
    assert read_record(text) == (lines, ())
    cut, problems = read_record(text[:-9])
    assert cut == lines[:-1]
    assert [each.code for each in problems] == ["play.record_cut"]
    rows = text.splitlines(keepends=True)
    place = chance.randrange(2, len(rows) - 1)
    for bad in (
        rows[:place] + rows[place + 1 :],
        [*rows[:place], rows[place].replace('"actor":"', '"actor":"?', 1), *rows[place + 1 :]],
    ):
        if bad == rows:
            continue
        with pytest.raises(PlayError) as told:
            read_record("".join(bad))
        assert told.value.problems[0].facts["line"] in (place + 1, place + 2)


def test_a_wall_is_proved_by_its_proof_alone() -> None:
    for number in range(many(10)):
        seed = Random(number).randbytes(128)
        wall = Wall.made(seed, "table", number, "0123456789abcdef", [f"{number:032x}"] * 4)
        proof = wall.proof
        assert proof_faults(proof, wall.dice) == []
        assert sorted(wall.tiles) == sorted(TILES)
        other = [*wall.ids[1:2], *wall.ids[:1], *wall.ids[2:]]
        assert proof_faults(proof | {"wall": other}) == ["wall"]
        assert proof_faults(proof | {"seed": "00" + str(proof["seed"])[2:]}) == ["commit", "wall"]
        assert proof_faults(proof | {"nonces": ["0" * 32] * 4}) == (["wall"] if number else [])
        assert proof_faults(proof | {"deal": number + 1}) == ["wall"]
        assert proof_faults(proof, (wall.dice[0] % 6 + 1, *wall.dice[1:])) == ["dice"]


def test_actions_are_text_and_number() -> None:
    texts = [action_text(action, Tile.P5) for action in range(ACTIONS)]
    assert len(set(texts)) == ACTIONS
    assert [parse_action(text, Tile.P5) for text in texts] == list(range(ACTIONS))
