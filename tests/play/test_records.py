"""Records: replayed, they are equal line by line; every change, omission or truncation is found with its line."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from copy import deepcopy
from functools import partial
from io import StringIO
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace as changed_to
from rich.console import Console

from matches import objects, some_match
from reference.samples import many
from sikwu.cases import answer
from sikwu.cli.play.narration import Narrator
from sikwu.cli.play.records import _piece
from sikwu.cli.shared.drawn import Pen
from sikwu.play.actions import PASS
from sikwu.play.game import Game, GameStep
from sikwu.play.lines import DeadHandLine, DecisionLine, DrawLine, EndLine, HeaderLine, Line, ProofLine, WinLine
from sikwu.play.match import Match, seeded_walls
from sikwu.play.problems import PlayError
from sikwu.play.reader import typed_lines
from sikwu.play.record import read_record, text_of
from sikwu.play.replay import replay, rules_of_record, steps
from sikwu.play.verify import verify
from sikwu.play.view import seen_record
from sikwu.play.wall import Wall, ids_of
from sikwu.players import Sitting, player
from sikwu.texts import SikwuError
from sikwu.tiles import KINDS, Wind
from test_play_laws import choice
from test_play_twin import RULESETS, some_rules

ROOT = Path(__file__).parent.parent.parent
SEATS = tuple(Wind)


@pytest.mark.parametrize("decisions", [True, False], ids=["decisions", "events"])
@pytest.mark.parametrize("name", RULESETS)
def test_a_record_played_again_is_the_match(name: str, decisions: bool) -> None:
    for number in range(many(4)):
        _, lines, end = some_match(name, number, decisions=decisions)
        assert any(isinstance(line, DecisionLine) for line in lines) == decisions
        text = text_of(lines, chain=chained(lines))
        read, problems = read_record(text)
        assert (read, problems) == (lines, ())
        done = replay(read)
        assert (done.match, done.kept, done.ended) == (end, len(lines), True)


def chained(lines: Sequence[Line]) -> bool:
    return isinstance(lines[0], HeaderLine) and lines[0].chain


def changed(value: Any, chance: Random) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        tiles = ["1m", "9p", "E", "5f", "白"]
        return chance.choice([each for each in (*tiles, "S", "W") if each != value])
    if isinstance(value, list):
        return [*value[1:], changed(value[0], chance)] if value else ["1m"]
    if isinstance(value, dict) and value:
        key = chance.choice(list(value))
        return {**value, key: changed(value[key], chance)}
    return {"x": 1}


NOT_PLAYED = {
    "sikwu",
    "h",
    "table",
    "players",
    "rules",
    "ruleset",
    "options",
    "format",
    "view",
    "chain",
    "default",
    "type",
}


@pytest.mark.parametrize("name", RULESETS)
def test_a_changed_record_is_refused_with_its_line(name: str) -> None:
    """One value of one line is changed; the error names that line or a later one of the same deal."""
    chance = Random(f"changed {name}")
    lines = objects(some_match(name, 200, deals=3)[1])
    found = set()
    places: dict[str, list[int]] = {}
    for place, line in enumerate(lines[1:], 1):
        places.setdefault(line["type"], []).append(place)
    for _ in range(many(60)):
        place = chance.choice(places[chance.choice(sorted(places))])
        keys = [key for key in lines[place] if key not in NOT_PLAYED]
        if lines[place]["type"] == "dead":
            continue  # a mark from outside is input, like a choice
        key = chance.choice(keys)
        bad = [*lines]
        bad[place] = deepcopy(lines[place])
        bad[place][key] = changed(bad[place][key], chance)
        if key == "options" or bad[place] == lines[place]:
            continue
        with pytest.raises(PlayError) as error:
            replay(typed_lines(bad))
        told = error.value.problems[0]
        assert told.code in ("play.record_deal", "play.record_line")
        assert int(str(told.facts["line"])) >= place + 1, (lines[place], told)
        found.add(lines[place]["type"])
    assert len(found) > 4


def test_marks_of_one_moment_may_be_told_in_any_order() -> None:
    """Dead hands come from outside: their order does not matter, but naming the same hand twice does."""
    sitting = Sitting(Match.new("hk-standard"), [player("quick")] * 4, seed=3)
    start = sitting.game.begin()
    lines = [start, *sitting.deal(True, {Wind.NORTH: 2, Wind.SOUTH: 2, Wind.WEST: 5})]
    places = [place for place, line in enumerate(lines) if isinstance(line, DeadHandLine)]
    assert [line.seat for line in lines if isinstance(line, DeadHandLine)] == ["S", "N", "W"]
    first, second = places[:2]
    lines[first], lines[second] = lines[second], lines[first]
    assert replay(lines).match.deals == 1
    lines[first] = lines[second]
    with pytest.raises(PlayError):
        replay(lines)


@pytest.mark.parametrize("name", ["hk-standard", "club16"])
def test_a_dropped_doubled_or_moved_line_is_refused(name: str) -> None:
    chance = Random(f"dropped {name}")
    _, lines, _ = some_match(name, 300, deals=3)
    for _ in range(many(50)):
        place = chance.randrange(1, len(lines) - 2)
        one, two = lines[place], lines[place + 1]
        for bad in ([one], [two], [one, one, two], [two, one]):
            if bad in ([one, two], [two, one]) and one == two:
                continue
            with pytest.raises(PlayError):
                replay([*lines[:place], *bad, *lines[place + 2 :]])


def test_a_record_that_is_cut_off_is_taken_to_its_last_finished_deal() -> None:
    for number in range(3):
        _, lines, _ = some_match("hk-taiwanese", 400 + number, deals=4)
        text = text_of(lines, chain=chained(lines))
        groups = list(steps(lines))
        chance = Random(number)
        for _ in range(40):
            at = chance.randrange(len(text_of(lines[:1])) + 1, len(text))
            read, problems = read_record(text[:at])
            assert bool(problems) == (text[at - 1] != "\n")
            done = replay(read)
            ends = sum(isinstance(line, ProofLine) for line in read)
            assert done.match.deals == ends
            assert done.kept <= len(read)
            assert not done.ended or isinstance(read[-1], EndLine)
    assert len(groups) == 6


# --- walls


def a_record() -> list[Line]:
    sitting = Sitting(Match.new("hk-taiwanese", table="wall"), [player("quick")] * 4, seed=8)
    return [sitting.game.begin(), *sitting.deal(), *sitting.deal(last=True)]


def test_walls_verify_and_what_was_changed_is_named() -> None:
    lines = objects(a_record())
    assert [(each.deal, each.faults, each.proven) for each in verify(lines)] == [(1, (), True), (2, (), True)]
    proof = next(place for place, line in enumerate(lines) if line["type"] == "proof")
    start = next(place for place, line in enumerate(lines) if line["type"] == "start_kyoku")
    draw = next(place for place, line in enumerate(lines) if line["type"] == "tsumo")
    wall = lines[proof]["wall"]
    swapped = [wall[1], wall[0], *wall[2:]]
    other = "0" if lines[proof]["seed"][0] != "0" else "1"
    nonces = lines[proof]["nonces"]
    tehais = deepcopy(lines[start]["tehais"])
    tehais[2][3], tehais[2][4] = tehais[2][4], tehais[2][3]
    for place, key, value, fault in (
        (proof, "seed", other + lines[proof]["seed"][1:], "commit"),
        (proof, "nonces", [nonces[1], nonces[0], *nonces[2:]], "wall"),
        (proof, "nonces", ["0" * 32] * 4, "wall"),
        (proof, "wall", swapped, "wall"),
        (proof, "wall", [*wall[:-1], wall[0]], "wall"),
        (proof, "table", "other", "wall"),
        (proof, "deal", 2, "wall"),
        (proof, "rules", "0" * 16, "wall"),
        (proof, "commit", "0" * 64, "commit"),
        (start, "commit", "0" * 64, "commit"),
        (start, "dice", [7 - each for each in lines[start]["dice"]], "dice"),
        (start, "tehais", tehais, "tehais"),
        (draw, "pai", "9s" if lines[draw]["pai"] != "9s" else "1s", "tsumo"),
    ):
        bad = deepcopy(lines)
        bad[place][key] = value
        found = next(iter(verify(bad)))
        assert fault in found.faults, (key, found)
        assert next(each for each in list(verify(bad))[1:]).faults == ()


def test_walls_verify_in_every_view_and_without_us(tmp_path: Path) -> None:
    """The stand-alone check runs where neither our package nor anything else is installed."""
    lines = a_record()
    for who in (None, "Ann", "Dan"):
        assert all(each.proven and not each.faults for each in verify(objects(seen_record(lines, who, True))))
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_text(text_of(lines), encoding="utf-8")
    lines = [changed_to(line, seed="ab" * 128) if isinstance(line, ProofLine) else line for line in lines]
    bad.write_text(text_of(lines), encoding="utf-8")
    command = [sys.executable, "-I", "-S", str(ROOT / "examples" / "verify_walls.py")]
    done = subprocess.run([*command, str(good)], capture_output=True, text=True)
    assert (done.returncode, done.stdout.split()[-2:]) == (0, ["2", "proven"]), done
    done = subprocess.run([*command, str(bad)], capture_output=True, text=True)
    assert done.returncode == 1
    assert "commit" in done.stdout


# --- views


def hidden_swap(step: GameStep, wall: list[int], seat: Wind, chance: Random, thrown: set[int]) -> list[int] | None:
    """The wall with a tile that a seat still holds, dealt or drawn, exchanged for one that nobody has drawn."""
    deal = step.game.dealt
    size = deal.ruleset.document.size
    front, back = 4 * size + 1, len(wall) - 1
    own = [place for place in range(front) if owner(place, size) is seat]
    drawn = []
    for line in step.lines:
        if isinstance(line, DrawLine):
            place = front if line.replaces is UNSET else back
            front, back = (front + 1, back) if line.replaces is UNSET else (front, back - 1)
            drawn += [place] if line.seat == seat.text else []
    assert bytes(wall[front : back + 1]) == bytes(deal.wall)
    held = [place for place in (drawn or own if chance.random() < 0.5 else own) if wall[place] in deal.hand(seat)]
    if not held or front > back:
        return None
    one, two = chance.choice(held), chance.randint(front, back)
    pair = {wall[one], wall[two]}
    if len(pair) < 2 or max(pair) >= KINDS or pair & thrown:
        return None
    out = list(wall)
    out[one], out[two] = wall[two], wall[one]
    return out


def owner(place: int, size: int) -> Wind:
    """Who is dealt the tile at a place of the wall."""
    packets = 16 * (size // 4)
    return Wind(place % 16 // 4) if place < packets else Wind((place - packets) % 4)


def again(step: GameStep, choices: list[tuple[Wind, int]], blind: Wind) -> GameStep | None:
    """Makes the same choices; None: the seat with changed tiles could not."""
    left, game, lines = list(choices), step.game, list(step.lines)
    while game.running and (left or [each.seat for each in game.questions()] == [blind]):
        for question in game.questions():
            action = PASS  # it has a new choice, and passes
            if left and left[0][0] is question.seat:
                action = left.pop(0)[1]
            elif question.seat is not blind:
                return None
            if action not in question.legal:
                return None
            game, more = game.answer(question.seat, action)
            lines += more
    return None if left else GameStep(game, tuple(lines))


@pytest.mark.parametrize("name", RULESETS)
def test_nobody_sees_hidden_tiles_late_in_a_deal_either(name: str) -> None:
    """A tile that W holds is exchanged for one of the wall: views of the others, and their records, keep every byte."""
    compared = seen = 0
    for number in range(many(50)):
        chance = Random(f"late {name} {number}")
        rules = some_rules(name, chance).with_options(
            {"tiles.flowers_in_play": True} if name.startswith("hk-s") else {}
        )
        game = Game(Match.new(rules))
        first = seeded_walls(number)(game.match)
        wall = [tile for tile in first.tiles if rules.terms.flowers.in_play or tile < KINDS]
        step, choices, stop = game.deal(first), list[tuple[Wind, int]](), chance.randrange(20, 90)
        while step.game.running and len(choices) < stop:
            lines = step.lines
            for question in step.game.questions():
                choices.append((question.seat, choice(step.game.dealt, question.seat, chance)))
                step = step.game.answer(*choices[-1])
                lines = (*lines, *step.lines)
            step = GameStep(step.game, lines)
        blind = Wind.WEST
        if not step.game.running or [each.seat for each in step.game.questions()] == [blind]:
            continue
        thrown = {action - 3 for seat, action in choices if seat is blind and 3 <= action < 37}
        swapped = hidden_swap(step, wall, blind, chance, thrown)
        if swapped is None:
            continue
        flowers = [] if rules.terms.flowers.in_play else list(range(KINDS, KINDS + 8))
        twin = again(game.deal(Wall.given(ids_of([*swapped, *flowers]), dice=first.dice)), choices, blind)
        if twin is None or not twin.game.running:
            continue
        for seat in (*(each for each in SEATS if each is not blind), None):
            assert step.game.view(seat) == twin.game.view(seat)
            name_of = None if seat is None else game.match.seats[seat]
            records = [list(seen_record(each.lines, name_of, rules.terms.kongs.hidden)) for each in (step, twin)]
            records = [[changed_to(each[0], commit=None), *each[1:]] for each in records]
            texts = [text_of(each) for each in records]
            assert texts[0] == texts[1]
            seen += len(texts[0])
        assert step.game.view(blind) != twin.game.view(blind)
        compared += 1
    assert compared > 5, "too few of the samples could be compared"
    assert seen > 10_000


def test_a_players_record_has_the_lines_of_the_archive() -> None:
    cuts = 0
    for number, who in product(range(8), ("陳大文", "E", None)):
        lines = some_match("hk-taiwanese", number)[1]
        seen = list(seen_record(lines, who, False))
        assert isinstance(seen[0], HeaderLine)
        assert seen[0].view == (who or "public")
        plain = [[line.type for line in each if not isinstance(line, DecisionLine)] for each in (lines, seen)]
        assert plain[0] == plain[1]
        own = [line for line in seen if isinstance(line, DecisionLine)]
        assert bool(own) == (who is not None)
        assert not any(line.default for line in own)
        cut = [line for line in lines if isinstance(line, DecisionLine) and line.at == "cut"]
        asked = [line for line in cut if line.seat == who]
        assert [line for line in own if line.at == "cut"] == asked
        cuts += len(asked)
    assert cuts > 0


# --- arbitrary files


JUNK: list[Any] = [None, True, 0, -1, 2**70, 1.5, "", "x" * 100, "E", "5m", [], [[]], ["?"], [None], {}, {"a": {}}, "?"]


@pytest.mark.parametrize("name", ["hk-taiwanese", "club16"])
def test_no_record_breaks_whoever_reads_it(name: str) -> None:
    """Any value, at any place, of any type: checked, refused or read, but never a crash."""
    chance = Random(f"junk {name}")
    lines = [
        {**line, "chain": False} if not place else line for place, line in enumerate(objects(some_match(name, 3)[1]))
    ]
    refused = 0
    for _ in range(many(100)):
        bad = deepcopy(lines[: chance.randrange(5, min(len(lines), 400))])
        touched = {1}
        for _ in range(chance.choice((1, 1, 3))):
            place = chance.choice((0, 1, len(bad) - 1, chance.randrange(len(bad))))
            touched.add(place)
            inner: Any = bad[place]
            while isinstance(inner, dict) and inner:
                key = chance.choice(list(inner))
                if chance.random() < 0.2:
                    del inner[key]
                    break
                if not isinstance(inner[key], dict) or chance.random() < 0.5:
                    inner[key] = chance.choice(JUNK)
                    break
                inner = inner[key]
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in bad)
        for reads in (list_verified, replay, partial(told, some=touched)):
            try:
                reads(read_record(text)[0])
            except SikwuError as error:
                refused += error.code.startswith(("play.", "option.", "ruleset."))
    assert refused > 60


def list_verified(lines: list[Line]) -> None:
    list(verify(objects(lines)))


def told(lines: list[Line], some: set[int]) -> None:
    """Describes some lines of a record in words, as `sikwu replay` does."""
    story = Narrator(Pen("en"), rules_of_record(lines))
    for place in sorted(some):
        _piece(story, place + 1, lines[place], Console(file=StringIO()))


@pytest.mark.parametrize("name", RULESETS)
def test_the_answer_of_a_win_is_what_the_product_answers_to_its_case(name: str) -> None:
    wins = 0
    for number in range(many(8)):
        for line in some_match(name, number)[1]:
            if isinstance(line, WinLine):
                told = line.to_dict()
                assert answer(told["case"]) == told["answer"]
                wins += 1
    assert wins > 5
