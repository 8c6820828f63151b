"""Cases of kind `deal`: from a wall and a script to the lines of the record and the part of the script that was not used."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sikwu.money.amount import Money, exact
from sikwu.notation import Reader
from sikwu.play.game import Game
from sikwu.play.lines import ResultLine
from sikwu.play.match import PLAYERS, Match
from sikwu.play.problems import PlayError
from sikwu.play.script import ScriptLine, play_script
from sikwu.play.wall import TILES, Wall
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import Problem, say
from sikwu.tiles import Wind

KEYS = ("players", "wall", "start", "dice", "script")
START_KEYS = ("oya", "honba", "bakaze", "opening", "held", "dead")
MOST_LINES, MOST_TEXT, MOST_STREAK = 2000, 80, 255
_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15}|/[1-9][0-9]{0,14})?")


def answer_deal(case: Mapping[str, Any], ruleset: Ruleset) -> dict[str, Any]:
    """The lines of one scripted deal, from `start_kyoku` to `end_kyoku`, with decision lines.

    >>> from sikwu import ruleset
    >>> told = answer_deal({"id": "t", "wall": list(range(144)), "script": [["E", "discard 5m"]]}, ruleset("hk-standard"))
    >>> told["lines"][1]["chosen"], told["lines"][-1]["result"], told["unused"]
    ('discard 5m', 'draw', [])
    """
    problems: list[Problem] = []
    reader = Reader({key: case[key] for key in KEYS if key in case}, problems)
    ids, script, dice = _wall(reader), _script(reader), _dice(reader)
    players = _players(reader)
    start = reader.inner("start")
    dead = _dead(start.inner("dead"))
    at = _start(start, players)
    if problems:
        raise PlayError(problems)
    id = case.get("id")
    match = Match.new(ruleset, players, id if isinstance(id, str) else "" if id is None else str(id)).started(**at)
    wall = Wall.given(ids, match.table, 1, ruleset.hash, dice)
    game, first = Game(match).deal(wall, dead)
    _, lines, unused = play_script(game, script)
    told = [*first, *lines]
    end = next(place for place, line in enumerate(told) if isinstance(line, ResultLine))
    return {"lines": [line.to_dict() for line in told[: end + 1]], "unused": [list(each) for each in unused]}


def _wall(reader: Reader) -> list[int]:
    ids = reader.take("wall", needed=True)
    if isinstance(ids, list) and all(type(id) is int for id in ids) and sorted(ids) == list(range(TILES)):
        return ids
    if ids is not None:
        reader.bad("wall", ids, say("want.wall"))
    return []


def _players(reader: Reader) -> list[str]:
    names = reader.take("players")
    if isinstance(names, list) and all(isinstance(name, str) for name in names):
        return names
    if names is not None:
        reader.bad("players", names, say("want.names"))
    return list(PLAYERS)


def _script(reader: Reader) -> list[ScriptLine]:
    lines, seats = reader.take("script"), [seat.text for seat in Wind]
    if lines is None:
        return []
    if not isinstance(lines, list) or len(lines) > MOST_LINES:
        reader.bad("script", lines, say("want.script"))
        return []
    for number, line in enumerate(lines):
        texts = isinstance(line, list) and all(isinstance(part, str) and len(part) <= MOST_TEXT for part in line)
        if not texts or not 2 <= len(line) <= 3 or line[0] not in seats:
            reader.bad(f"script.{number}", line, say("want.script_line"))
    return lines


def _dice(reader: Reader) -> tuple[int, ...]:
    dice = reader.take("dice")
    if dice is None:
        return ()
    if isinstance(dice, list) and len(dice) == 3 and all(type(each) is int and 1 <= each <= 6 for each in dice):
        return tuple(dice)
    reader.bad("dice", dice, say("want.dice"))
    return ()


def _start(start: Reader, players: list[str]) -> dict[str, Any]:
    """The state of the match before the deal."""
    oya, honba, round = start.number("oya"), start.number("honba"), start.wind("bakaze") or Wind.EAST
    opening = start.flag("opening") if "opening" in start.raw else True
    for name, value, most in (("oya", oya, 3), ("honba", honba, MOST_STREAK)):
        if not 0 <= value <= most:
            start.bad(name, value, say("want.up_to", most=most))
    held = _held(start.take("held"), start, players)
    start.unknown(START_KEYS)
    return {"oya": oya, "honba": honba, "round": round, "opening": opening, "held": held}


def _dead(marks: Reader) -> dict[Wind, int]:
    """The seats marked 相公, each with the number of the draw from the front before which it is marked. 0: before the
    dealer's first turn (T12).
    """
    dead: dict[Wind, int] = {}
    for seat in Wind:
        if seat.text not in marks.raw:
            continue
        draw = marks.number(seat.text)
        if not 0 <= draw <= TILES:
            marks.bad(seat.text, draw, say("want.up_to", most=TILES))
        dead[seat] = draw
    marks.unknown(tuple(seat.text for seat in Wind))
    return dead


def _held(given: object, start: Reader, players: list[str]) -> dict[str, Money]:
    if given is None:
        return {}
    if not isinstance(given, dict) or not given.keys() <= set(players):
        start.bad("held", given, say("want.held"))
        return {}
    held: dict[str, Money] = {}
    for name, amount in given.items():
        if isinstance(amount, int | float | str) and not isinstance(amount, bool) and _NUMBER.fullmatch(str(amount)):
            held[name] = exact(amount)
        else:
            start.bad(f"held.{name}", amount, say("want.amount"))
    return held
