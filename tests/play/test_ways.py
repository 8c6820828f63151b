"""177 ways of playing: each is said by a file, a preset or a document, and a hand, an ending, a book or deals prove it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from tools.ways import PAGES, page

from house_proofs import WAYS, proof, rules_of, without
from reference.samples import many
from sikwu.live.table import LiveTable
from sikwu.play.deal import Deal
from sikwu.play.lines import ChowLine, DrawLine, Line, NoWinLine, PungLine, WinLine
from sikwu.play.match import Match
from sikwu.players import Sitting, player
from sikwu.rules.files import from_toml, to_toml
from sikwu.rules.presets import names, ruleset
from sikwu.rules.ruleset import Ruleset
from sikwu.tiles import Tile, Wind
from test_house_ways import LAWS, lines_of, punged_after_passing, three_wait
from test_play_laws import choice
from test_play_twin import some_wall

PASS, WIN = 0, 1
SAYABLE = [way for way in WAYS if "rules" in way]
DEALS = many(60)


def test_there_are_177_ways_and_160_can_be_said() -> None:
    assert len({way["id"] for way in WAYS}) == len(WAYS) == 177
    assert len(SAYABLE) >= 160
    for way in WAYS:
        assert way["zh"]
        assert way["en"]
        assert ("rules" in way) != ("missing" in way), way["id"]
        assert sum(key in way for key in ("hand", "ending", "book", "play")) == ("rules" in way), way["id"]


@pytest.mark.parametrize("way", SAYABLE, ids=[way["id"] for way in SAYABLE])
def test_each_way_has_rules_that_are_written_and_read_again(way: dict[str, Any]) -> None:
    rules = rules_of(way)
    assert from_toml(to_toml(rules)).hash == rules.hash
    alone = rules.settings == ruleset(rules.document.id).settings and without(rules) is ruleset(rules.document.id)
    assert bool(way.get("document")) == (alone and rules.hash == ruleset(rules.document.id).hash)


PROVED = [way for way in SAYABLE if "play" not in way]


@pytest.mark.parametrize("way", PROVED, ids=[way["id"] for way in PROVED])
def test_each_way_is_proved(way: dict[str, Any]) -> None:
    """It comes to what is written, and without its rules to something else, unless the document plays that way itself."""
    rules = rules_of(way)
    found = proof(way, rules)
    assert found == way["comes"]
    assert way.get("shows", "") in ("", *found.get("patterns", ()))
    if not way.get("document"):
        assert proof(way, without(rules)) != found


# --- proved by deals: how often something happens under the rules, and without them


def winners(rules: Ruleset) -> int:
    """How many of three who wait for one tile win on it."""
    deal = Deal.start(three_wait(), rules.with_options({"hand.min_fan": 0, "tiles.flowers_in_play": False}))
    lines: list[Line] = list(deal.apply(Wind.EAST, 3 + int(Tile.parse("9s"))))
    for seat in (Wind.SOUTH, Wind.WEST, Wind.NORTH):
        lines += deal.apply(seat, WIN)
    return sum(isinstance(line, WinLine) for line in lines)


def wins_after_passing(rules: Ruleset, drawn: bool) -> int:
    """How often a player may win again after passing a win on a discard: on the same kind before a draw or claim of
    their own; `drawn`: with the next tile that they draw.
    """
    found = 0
    for number in range(DEALS):
        chance = Random(f"passed {number}")
        deal = Deal.start(some_wall(chance), rules.with_options({"hand.min_fan": 0, "tiles.flowers_in_play": False}))
        passed: dict[Wind, Tile | None] = {}
        while (window := deal.window) is not None:
            seat = window.waiting[0]
            action, may_win = choice(deal, seat, chance), WIN in window.legal[seat]
            if window.at == "turn":
                found += drawn and may_win and seat in passed
                passed.pop(seat, None)
            elif window.at == "discard" and may_win:
                found += not drawn and seat in passed and passed[seat] is window.claimed
                passed[seat], action = window.claimed, PASS
            for line in deal.apply(seat, action):
                claimed = isinstance(line, ChowLine | PungLine) or (isinstance(line, DrawLine) and not drawn)
                if claimed and (who := Wind.parse(line.seat)) in passed:
                    del passed[who]
    return found


def left_in_the_wall(rules: Ruleset) -> int:
    """The tiles that nobody has drawn when a deal ends without a winner."""
    for number in range(40):
        chance = Random(f"left {number}")
        deal = Deal.start(some_wall(chance), rules)
        lines: list[Line] = []
        while (window := deal.window) is not None:
            seat = window.waiting[0]
            action = choice(deal, seat, chance)
            lines += deal.apply(seat, PASS if PASS in window.legal[seat] else action)
        if any(isinstance(line, NoWinLine) for line in lines):
            return deal.kernel.drawable + rules.terms.deal.reserved
    raise AssertionError("no deal was drawn")


def broken(law: str) -> Callable[[Ruleset], int]:
    """How often the law of a way that only houses have is broken."""
    return lambda rules: sum(len(list(LAWS[law][1](lines_of(rules, number)))) for number in range(DEALS))


DEALT: dict[str, tuple[Callable[[Ruleset], int], Callable[[int, int], bool]]] = {
    "head bump": (winners, lambda ours, theirs: ours == theirs == 1),
    "all win": (winners, lambda ours, theirs: (ours, theirs) == (3, 1)),
    "three winners": (winners, lambda ours, theirs: (ours, theirs) == (0, 1)),
    "passed wins": (lambda rules: wins_after_passing(rules, False), lambda ours, theirs: ours == 0 < theirs),
    "passed self-draws": (lambda rules: wins_after_passing(rules, True), lambda ours, theirs: ours == 0 < theirs),
    "passed pungs": (punged_after_passing, lambda ours, theirs: ours == 0 < theirs),
    "reserved": (left_in_the_wall, lambda ours, theirs: (ours, theirs) == (14, 0)),
    **{law: (broken(law), lambda ours, theirs: ours == 0 < theirs) for law in LAWS},
}
BY_DEALS = [way for way in SAYABLE if way.get("play") in DEALT]


@pytest.mark.parametrize("way", BY_DEALS, ids=[way["id"] for way in BY_DEALS])
def test_each_way_is_proved_by_deals(way: dict[str, Any]) -> None:
    rules = rules_of(way)
    often, good = DEALT[way["play"]]
    options = {
        id: value
        for id, value in rules.changed_options.items()
        if id in ("hand.min_fan", "tiles.flowers_in_play") and way["play"] in ("passed pungs", *LAWS)
    }
    assert good(often(rules), often(ruleset(rules.document.id).with_options(options)))


def test_a_match_of_one_round() -> None:
    way = next(each for each in SAYABLE if each.get("play") == "one round")
    sitting = Sitting(Match.new(rules_of(way)), [player("quick")] * 4, seed=7)
    while not sitting.match.over:
        sitting.deal()
    assert (sitting.match.over, sitting.match.state.table.rounds) == ("rounds", 1)
    assert {each["play"] for each in SAYABLE if "play" in each} <= {*DEALT, "one round", "time limit"}


def test_a_match_of_two_hours() -> None:
    """A live table ends after the deal in which the time of its rules is over; `test_live_company` shows how."""
    rules = rules_of(next(each for each in SAYABLE if each.get("play") == "time limit"))
    table, _ = LiveTable.opened("t", rules, host="A", now=0)
    assert table.state.terms.minutes == rules.terms.deal.minutes == 120
    free, _ = LiveTable.opened("t", without(rules), host="A", now=0)
    assert free.state.terms.minutes == 0


def test_every_preset_is_a_way() -> None:
    """The presets of houses are found among the ways, by name."""
    text = "".join(way["rules"] for way in SAYABLE)
    for name in ("steps-4-7-10", "full-spicy", "half-gun-traditional", "no-flowers-game", "unlimited", "new-style"):
        assert name in names()
        assert f'"{name}"' in text, name


def test_the_pages_of_ways_are_what_the_file_says() -> None:
    """`python -m tools.ways` writes them."""
    for lang, path in PAGES.items():
        assert path.read_text("utf-8") == page(lang), f"{path.name} is not the table of the ways"
