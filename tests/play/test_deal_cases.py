"""Cases of kind `deal`: from a wall and a script to the record of the deal; every playthrough as a case."""

from __future__ import annotations

import json
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sikwu import ruleset, wire
from sikwu.cases import answer, answer_line, answered
from test_playthroughs import FILES, ids_of, match_of, played, wall_of

SORTED = list(range(144))


def case_of(path: Path) -> dict[str, Any]:
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    rules = ruleset(told["ruleset"]).with_options(told.get("options", {}))
    start = dict(told.get("start", {}))
    if told.get("streak"):
        start["honba"] = told["streak"]
    if told.get("dead"):
        start["dead"] = told["dead"]
    case = {"id": path.stem, "kind": "deal", "ruleset": told["ruleset"], "options": told.get("options", {})}
    return case | {"wall": ids_of(wall_of(told, rules)), "start": start, "script": told.get("script", [])}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_playthrough_as_a_case(path: Path) -> None:
    told, recording = played(path)
    found = answer(case_of(path))
    assert found["unused"] == []
    lines = recording.lines
    assert [_plain(line) for line in found["lines"][:-1]] == [_plain(line) for line in lines]
    end = found["lines"][-1]
    assert (end["type"], end["result"]) == ("end_kyoku", recording.deal.result)
    assert end["next"] == told.get("next", end["next"])
    seats = match_of(told, recording.deal.ruleset).seats
    assert found["lines"][0]["seats"] == list(seats)


def _plain(line: dict[str, Any]) -> dict[str, Any]:
    """The case without the options that only repeat the file."""
    case = {key: value for key, value in line.get("case", {}).items() if key not in ("id", "options")}
    return {**line, "case": case} if case else line


def deal(**more: Any) -> dict[str, Any]:
    return answer({"id": "t1", "kind": "deal", "wall": SORTED, **more})


def test_lines_that_are_never_used_are_told_and_marks_are_used_up() -> None:
    script = [
        ["E", "discard 5m"],
        ["E", "kong_concealed 9s"],
        ["S", "?", "turn"],
        ["S", "= here", "turn"],
        ["W", "win"],
    ]
    found = deal(script=script)
    assert found["unused"] == [["E", "kong_concealed 9s"], ["W", "win"]]
    first = next(line for line in found["lines"] if line["type"] == "decision")
    assert (first["seat"], first["chosen"]) == ("E", "discard 5m")
    assert found["lines"][0]["commit"] is None
    assert [line["type"] for line in found["lines"]].count("proof") == 0


def test_where_the_match_stands() -> None:
    start = {"oya": 2, "honba": 3, "bakaze": "W", "opening": False, "held": {"Ann": 12.5, "Dan": "1/3"}}
    found = deal(ruleset="hk-taiwanese", start=start, dice=[2, 2, 2])
    head, end = found["lines"][0], found["lines"][-1]
    assert (head["oya"], head["kyoku"], head["honba"], head["bakaze"], head["dice"]) == (2, 3, 3, "W", [2, 2, 2])
    assert "side" not in end
    assert (end["books"]["cash"]["Ann"], end["books"]["cash"]["Dan"]) == (12.5, "1/3")
    assert end["next"] == {"oya": 2, "honba": 4, "bakaze": "W"}
    opened = deal(ruleset="hk-taiwanese", start=start | {"opening": True}, dice=[2, 2, 2])["lines"][-1]
    assert opened["side"] == {"E": 30, "S": -10, "W": -10, "N": -10}
    assert "dice" not in deal(ruleset="hk-taiwanese")["lines"][0]
    chips = deal(ruleset="club16", start={"held": {"Ben": 7}}, players=["Ann", "Ben", "Cat", "丁"])["lines"][-1]
    assert chips["books"]["chips"] == {"Ann": 200, "Ben": 7, "Cat": 200, "丁": 200}


@pytest.mark.parametrize("rules", ["hk-standard", "club16"])
def test_seats_are_marked_dead_just_before_the_draw_that_is_told(rules: str) -> None:
    usual = deal(ruleset=rules)["lines"]
    draws = [place for place, line in enumerate(usual) if line["type"] == "tsumo" and not line.get("back")]
    first = next(place for place, line in enumerate(usual) if line["type"] == "decision" and line["at"] == "turn")
    for marks in ({"S": 0}, {"N": 1}, {"E": 2, "W": 2}, {"S": 0, "N": 7}):
        lines = deal(ruleset=rules, start={"dead": marks})["lines"]
        assert sorted(line["actor"] for line in lines if line["type"] == "dead") == sorted(marks)
        drawn = 0
        for line, after in pairwise(lines):
            drawn += line["type"] == "tsumo" and not line.get("back")
            if line["type"] != "dead":
                continue
            draw = marks[line["actor"]]
            assert drawn == max(draw - 1, 0), line
            if draw:
                assert after["type"] == "dead" or (after["type"] == "tsumo" and not after.get("back")), after
        if 0 in marks.values():
            assert [line["type"] for line in lines[:first]] == [line["type"] for line in usual[:first]]
            assert lines[first] == {"type": "dead", "actor": "S"}
        assert draws, "nobody drew"


def test_a_mark_beyond_the_last_draw_never_falls() -> None:
    assert deal(start={"dead": {"S": 144}})["lines"] == deal()["lines"]
    assert deal(start={"dead": {}})["lines"] == deal()["lines"]


def test_a_dead_seat_is_offered_nothing_from_its_mark_on() -> None:
    lines = deal(start={"dead": {"S": 5}})["lines"]
    mark = next(place for place, line in enumerate(lines) if line["type"] == "dead")
    before = [line for line in lines[:mark] if line["type"] == "decision" and line["seat"] == "S"]
    later = [line for line in lines[mark:] if line["type"] == "decision" and line["seat"] == "S"]
    assert later
    assert before
    assert all(each.startswith("discard") for line in later for each in line["legal"])


def test_the_shape_of_the_answer() -> None:
    told = answered(msgspec.json.encode({"id": 1, "kind": "deal", "wall": SORTED}))
    data = msgspec.json.decode(msgspec.json.encode(told), type=wire.AnswerShape[wire.DealAnswerShape])
    assert data.answer.lines[0]["type"] == "start_kyoku"


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"wall": SORTED[:-1]}, '"wall"'),
        ({"wall": [*SORTED[:-1], 0]}, '"wall"'),
        ({"wall": [str(id) for id in SORTED]}, '"wall"'),
        ({"wall": None}, '"wall" is missing'),
        ({"script": "E discard"}, '"script"'),
        ({"script": [["E", "pass"], ["X", "pass"]]}, '"script.1"'),
        ({"script": [["E"]]}, '"script.0"'),
        ({"dice": [1, 2, 7]}, '"dice"'),
        ({"players": "Ann"}, '"players"'),
        ({"players": ["Ann", "Ann", "Cat", "Dan"]}, "four different names"),
        ({"start": {"oya": 4}}, '"start.oya"'),
        ({"start": {"honba": -1}}, '"start.honba"'),
        ({"start": {"bakaze": "X"}}, '"start.bakaze"'),
        ({"start": {"opening": 1}}, '"start.opening"'),
        ({"start": {"held": {"Eve": 1}}}, '"start.held"'),
        ({"start": {"held": {"Ann": True}}}, '"start.held.Ann"'),
        ({"start": {"held": {"Ann": "1/0"}}}, '"start.held.Ann"'),
        ({"start": {"dead": ["S"]}}, '"start.dead"'),
        ({"start": {"dead": {"X": 1}}}, '"start.dead.X"'),
        ({"start": {"dead": {"S": -1}}}, '"start.dead.S"'),
        ({"start": {"dead": {"S": 145}}}, '"start.dead.S"'),
        ({"start": {"dead": {"S": True}}}, '"start.dead.S"'),
        ({"start": {"oja": 1}}, "oya"),
        ({"start": []}, '"start"'),
        ({"scrpt": []}, "script"),
    ],
)
def test_bad_cases(more: dict[str, Any], words: str) -> None:
    told = answer_line(json.dumps({"id": 1, "kind": "deal", "wall": SORTED, **more}))
    assert words in told["error"]["message"], told
    assert told["error"]["message_zh"]
