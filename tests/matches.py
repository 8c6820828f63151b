"""Matches for tests: played by eager players, under rules with changed play options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from random import Random
from typing import Any

from sikwu.play.actions import CUT
from sikwu.play.lines import Line
from sikwu.play.match import Match, Walls, seeded_walls
from sikwu.play.view import View
from sikwu.play.wall import Wall
from sikwu.players import Sitting
from sikwu.players.chance import Chance
from sikwu.players.simple import QuickPlayer
from sikwu.reading import counts
from sikwu.rules.ruleset import Ruleset
from sikwu.tiles import Wind
from test_play_twin import eager, some_rules, some_wall
from test_playthroughs import ids_of


class Eager(QuickPlayer):
    """Prefers kongs, wins, declarations and cuts; sometimes does anything."""

    def choose_with(self, view: View, legal: Sequence[int], chance: Chance) -> int:
        """A random action, from the stream of this decision."""
        if CUT in legal:
            return legal[chance.below(2)]
        return eager(legal, counts(view.hand), view.ruleset.lowered.shapes, Random(chance.below(1 << 32)))


def some_walls(chance: Random) -> Walls:
    """Walls of a seed, or given walls with many events."""
    if chance.random() < 0.5:
        return seeded_walls(chance.random())

    def wall(match: Match) -> Wall:
        dice = [chance.choice((1, 2, 3, 3)) for _ in range(3)]
        return Wall.given(ids_of(some_wall(chance)), match.table, match.deals + 1, match.rules.hash, dice)

    return wall


@cache
def some_match(name: str, number: int, deals: int = 6, decisions: bool = True) -> tuple[Match, list[Line], Match]:
    """A match at its start, its whole record, and the match at its end."""
    chance = Random(f"match {name} {number}")
    rules: Ruleset = some_rules(name, chance).with_options({"play.rounds": 1})
    if "ledger.cut_interval" in rules.settings:  # so that a few deals are enough for a cut
        rules = rules.with_options({"ledger.cut_interval": chance.choice((1, 2, 3)), "hand.min_fan": 0})
    match = Match.new(rules, ("陳大文", "Ben", "E", "Dan"), f"t{number}")
    sitting = Sitting(match, [Eager()] * 4, some_walls(chance), seed=number, decisions=decisions)
    lines: list[Line] = [sitting.game.begin(chain=number % 2 == 0)]
    while not sitting.match.over:
        dead = {Wind(chance.randrange(4)): chance.randrange(10)} if chance.random() < 0.1 else None
        lines += sitting.deal(sitting.match.deals + 1 == deals, dead)
    return match, lines, sitting.match


def objects(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """Lines as JSON objects of the disk."""
    return [line.to_dict() for line in lines]
