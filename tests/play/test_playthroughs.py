"""Scripted deals: tricky situations of play, each a readable file (see tests/playthroughs/README.md)."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from reference.deal import Deal as Twin
from sikwu import ruleset
from sikwu.notation import parse_tiles
from sikwu.play.deal import Deal
from sikwu.play.game import Game
from sikwu.play.lines import ResultLine
from sikwu.play.match import Match
from sikwu.play.script import play_script
from sikwu.play.wall import Wall, kinds_of
from sikwu.rules.ruleset import Ruleset
from sikwu.tiles import KINDS, Tile, Wind

FOLDER = Path(__file__).parent.parent / "playthroughs"
FILES = sorted(FOLDER.glob("*.toml"))
SHOWN = sorted((FOLDER / "patterns").glob("*.toml"))
"""A deal for each pattern, written by tools/playthroughs.py from the cases that show them."""
PLAYERS = ("Ann", "Ben", "Cat", "Dan")
RULESETS = ("hk-standard", "hk-common", "hk-classic", "hk-taiwanese", "club16")
NEVER = {
    (name, pattern): why
    for name, pattern, why in re.findall(
        r"^\| (\S+) \| (\w+) \| (.+) \|$", (FOLDER / "README.md").read_text("utf-8"), re.M
    )
    if name in RULESETS
}
"""(ruleset, pattern) pairs that cannot occur in play, with the reason."""


def wall_of(told: dict[str, Any], rules: Ruleset) -> list[int]:
    """A wall that deals these hands, then these draws; `back` is what replaces flowers and kongs, first one first."""
    left = Counter({tile: 4 if tile < KINDS else 1 for tile in Tile})
    named: list[list[Tile]] = [list(parse_tiles(told["hands"].get(seat.text, ""))) for seat in Wind]
    draws, back = list(parse_tiles(told.get("draws", ""))), list(parse_tiles(told.get("back", "")))
    for tile in (*(tile for hand in named for tile in hand), *draws, *back):
        left[tile] -= 1
    assert min(left.values()) >= 0, [tile.text for tile in left if left[tile] < 0]
    # Tiles that the file does not name: dull ones first, so that seats without a given hand have no choices.
    pool = [tile for copy in range(4) for tile in Tile if left[tile] > copy and tile < KINDS]
    pool = pool[::5] + pool[1::5] + pool[2::5] + pool[3::5] + pool[4::5]
    flowers = [tile for tile in Tile if tile >= KINDS and left[tile]]
    size = rules.document.size
    for seat, hand in enumerate(named):
        while len(hand) < size + (seat == 0):
            hand.insert(0, pool.pop(0))
    packets = size // 4
    dealt = [tile for i in range(packets) for hand in named for tile in hand[4 * i : 4 * i + 4]]
    dealt += [hand[12] for hand in named] if size == 13 else []
    middle = pool[: len(pool) // 2] + flowers + pool[len(pool) // 2 :]
    wall = [*dealt, named[0][-1], *draws, *middle, *reversed(back)]
    return [int(tile) for tile in wall]


def places(lines: list[dict[str, Any]]) -> list[tuple[str, dict[str, list[str]]]]:
    """Every place where a seat could be asked, with its legal actions there; a turn names its seat."""
    out: list[tuple[str, dict[str, list[str]]]] = [("start", {})]
    words = {
        "dahai": "discard",
        "kakan": "kong",
        "daiminkan": "kong",
        "ankan": "kong",
        "tsumo": "turn",
        "flower": "flower",
    }
    for line in lines:
        if line["type"] == "decision":
            out[-1][1][line["seat"]] = line["legal"]
        elif line["type"] in words:
            tile = line.get("pai") or line["consumed"][0]
            turn = f"{line['actor']} " if line["type"] == "tsumo" else ""
            out.append((f"{turn}{words[line['type']]} {tile}", {}))
        elif line["type"] in ("chi", "pon"):
            out.append((f"claim {line['pai']}", {}))
    return out


class Noted(NamedTuple):
    """A played deal: its lines up to the result as on the disk, and every choice."""

    deal: Deal
    lines: list[dict[str, Any]]
    choices: list[tuple[Wind, int]]


def ids_of(kinds: list[int]) -> list[int]:
    """Physical tiles of these kinds, first drawn first."""
    free = {kind: [id for id, own in enumerate(kinds_of(range(144))) if own == kind] for kind in set(kinds)}
    return [free[kind].pop(0) for kind in kinds]


def match_of(told: dict[str, Any], rules: Ruleset) -> Match:
    """The match in which a file's deal is played."""
    start = told.get("start", {})
    round = Wind.parse(start.get("bakaze", "E"))
    return Match.new(rules, PLAYERS).started(start.get("oya", 0), start.get("honba", told.get("streak", 0)), round)


def played(path: Path) -> tuple[dict[str, Any], Noted]:
    """The content of a file, and its deal played to the end."""
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    options = told.get("options", {})
    rules = ruleset(told["ruleset"]).with_options(options)
    dead = {Wind.parse(seat): draw for seat, draw in told.get("dead", {}).items()}
    game, first = Game(match_of(told, rules)).deal(Wall.given(ids_of(wall_of(told, rules))), dead)
    choices: list[tuple[Wind, int]] = []
    game, lines, unused = play_script(game, told.get("script", []), lambda *choice: choices.append(choice))
    assert unused == [], "lines of the script were never used"
    whole = [*first, *lines]
    end = next(place for place, line in enumerate(whole) if isinstance(line, ResultLine))
    return told, Noted(game.dealt, [line.to_dict() for line in whole[:end]], choices)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_twin_plays_it_too(path: Path) -> None:
    told, recording = played(path)
    rules = recording.deal.ruleset
    dead = {int(Wind.parse(seat)): draw for seat, draw in told.get("dead", {}).items()}
    twin = Twin(wall_of(told, rules), rules, recording.deal.round, recording.deal.streak, dead)
    for seat, action in recording.choices:
        twin.answer(seat, action)
    assert twin.window is None
    lines = [{k: v for k, v in line.items() if k not in ("case", "answer")} for line in recording.lines[1:]]
    events = [{k: v for k, v in event.items() if k != "win"} for event in twin.events]
    assert [line for line in lines if line["type"] != "decision"] == events
    assert list(recording.deal.wins) == twin.winners


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_playthrough(path: Path) -> None:
    told, recording = played(path)
    deal = recording.deal
    seen = places(recording.lines)
    for seat, where, action, *nth in told.get("offered", []):
        place = f"{seat} {where}" if where.startswith("turn") else where
        found = [offers.get(seat, []) for each, offers in seen if each == place]
        assert len(found) > sum(nth), f"{where} never came"
        assert (action.lstrip("-") in found[sum(nth)]) != action.startswith("-"), (seat, where, action, found)
    lines = [f"{line['type']} {line.get('actor', '')} {line.get('pai', '')}".strip() for line in recording.lines]
    assert [line for line in told.get("happens", []) if line not in lines] == []
    assert [line for line in told.get("never", []) if line in lines] == []
    wins = [line["case"] | {"answer": line["answer"]} for line in recording.lines if line["type"] == "hora"]
    if "result" in told:
        assert deal.result == told["result"]
    assert len(told.get("wins", wins)) == len(wins), wins
    for want, win in zip(told.get("wins", []), wins, strict=False):
        _check_win(want, win)
    assert not NEVER.keys() & {(told["ruleset"], each) for found in patterns_of(recording) for each in found}
    if "payments" in told:
        assert {seat.text: amount for seat, amount in deal.finished.changes.items()} == told["payments"]
    if "next" in told:
        wall = Wall.given(ids_of(wall_of(told, deal.ruleset)))
        assert match_of(told, deal.ruleset).after(deal, wall)[1].to_dict()["next"] == told["next"]


def patterns_of(recording: Noted) -> list[set[str]]:
    """What counts in each win of a deal; a hand in which nothing does has a name too."""
    counted = [set(line["answer"]["patterns"]) for line in recording.lines if line["type"] == "hora"]
    return [each | set(filter(None, [recording.deal.ruleset.label(each)])) for each in counted]


def declared(path: Path) -> list[tuple[str, str]]:
    """(ruleset, pattern) that a file says it shows; its own test finds out whether it does."""
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    return [(told["ruleset"], pattern) for win in told.get("wins", ()) for pattern in win.get("patterns", ())]


@pytest.mark.parametrize("path", SHOWN, ids=lambda path: path.stem)
def test_a_pattern_can_be_played(path: Path) -> None:
    told, recording = played(path)
    (want,) = told["wins"]
    (found,) = patterns_of(recording)
    assert set(want["patterns"]) <= found
    assert not NEVER.keys() & {(told["ruleset"], each) for each in found}
    assert recording.deal.wins[0].seat.text == want["seat"]


def _check_win(want: dict[str, Any], win: dict[str, Any]) -> None:
    at = win.get("at", {})
    for name, value in want.items():
        if name == "at":
            assert {each: at.get(each) for each in value} == value, at
        elif name == "without":
            assert not set(value) & (set(at) | set(win["answer"]["patterns"])), win
        elif name == "patterns":
            assert set(value) <= set(win["answer"]["patterns"]), win
        elif name == "melds":
            assert [meld["kind"] for meld in win["melds"]] == value
        else:
            assert win.get(name) == value, win


def test_every_tricky_situation_has_a_file() -> None:
    assert {int(path.stem[:2]) for path in FILES} >= set(range(1, 50))


@pytest.mark.parametrize("name", RULESETS)
def test_every_pattern_is_played_or_told_why_not(name: str) -> None:
    shown = {what for path in (*FILES, *SHOWN) for what in declared(path)}
    every = {(name, pattern.id) for pattern in ruleset(name).document.patterns}
    never = {what for what in NEVER if what[0] == name}
    assert every - shown == never
    assert never <= every


CIRCUMSTANCES: dict[str, set[Any]] = {
    "replacement": {"kong", "flower"},
    "kong_chain": {1, 2},
    "kong_feeder": {"E"},
    "second_kong_uses_replacement": {True},
    "robbed": {"concealed", "exposed"},
    "last_tile": {True},
    "last_discard": {True},
    "first_turn": {"heavenly", "earthly", "earthly_draw", "human"},
    "ready": {"declared", "heavenly", "earthly", "concealed"},
    "one_shot": {True},
    "eighth_flower": {"E", "N", "S"},
    "winners": {2, 3},
}


def test_every_circumstance_is_played() -> None:
    told = [tomllib.loads(path.read_text(encoding="utf-8")) for path in FILES]
    ats = [win.get("at", {}) for each in told for win in each.get("wins", ())]
    assert {name: {at[name] for at in ats if name in at} for name in CIRCUMSTANCES} == CIRCUMSTANCES
