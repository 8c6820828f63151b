"""A person at the terminal: any keys, in any order, under every ruleset, and the game goes on; hints and the table say what is there."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from matches import Eager, some_walls
from reference.samples import many
from sikwu.cli import person
from sikwu.cli.drawn import Pen
from sikwu.cli.language import Tiles
from sikwu.cli.person import Left, Person, held
from sikwu.looking import look
from sikwu.play.actions import DISCARD, PASS
from sikwu.play.deal import Deal
from sikwu.play.match import Match
from sikwu.play.replay import replay
from sikwu.play.view import View
from sikwu.play.wall import Wall
from sikwu.players import Sitting
from sikwu.rules.presets import ruleset
from sikwu.tiles import Wind
from terminal import widest
from test_play_twin import RULESETS, some_rules

KEYS = (
    "",
    "",
    "0",
    *"123456789",
    *"abcdefghijklmnopq",
    *"ABCDEFGH",
    "?",
    "t",
    "/",
    "z",
    "é",
    "5m",
    "discard E",
    "pung",
    "食",
)


def pressed(chance: Random, monkeypatch: pytest.MonkeyPatch, among: tuple[str, ...] = KEYS) -> None:
    monkeypatch.setattr(person, "one_key", lambda: chance.choice(among))


@pytest.mark.parametrize("columns", [80, 60])
@pytest.mark.parametrize("name", RULESETS)
def test_any_keys(name: str, columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "dumb")
    asked: set[str] = set()
    for number in range(many(2)):
        chance = Random(f"keys {name} {number}")
        pressed(chance, monkeypatch)
        pen = Pen(chance.choice(("yue", "zh", "en")), chance.choice(tuple(Tiles)))
        rules = some_rules(name, chance)
        match = Match.new(rules, ("阿明", "Ben", "Cat", "Dan"))
        sitting = Sitting(
            match, [Person("阿明", pen, rules), Eager(), Eager(), Eager()], some_walls(chance), seed=number
        )
        lines = [match.start_line(), *sitting.deal(), *sitting.deal()]
        assert replay(lines).match == sitting.match
        assert not any(line.get("default") for line in lines)
        asked |= {str(line["at"]) for line in lines if line["type"] == "decision" and line["seat"] in ("阿明", "E")}
    told = capsys.readouterr().out
    # Drawn tiles may be one or two cells wide: what a terminal makes of them nobody knows, so text alone is measured.
    assert max(widest(line) for line in told.splitlines() if not any(char > "🀀" for char in line)) <= columns
    assert {"turn", "discard"} <= asked


def a_view() -> View:
    deal = Deal.start(Wall.made(bytes(128), "table", 1, "").tiles, "hk-standard")
    return View.of(deal, Wind.EAST)


def answers(*given: str) -> Iterator[str]:
    yield from given
    raise AssertionError("asked again")


@pytest.mark.parametrize(
    ("given", "want"),
    [
        (("a",), 0),
        (("c",), 2),
        (("q", "b"), 1),
        (("x",), None),
        (("discard 9m",), "9m"),
        (("9m",), "9m"),
        (("",), "drawn"),
    ],
)
def test_keys_discard(given: tuple[str, ...], want: object, monkeypatch: pytest.MonkeyPatch) -> None:
    view = a_view()
    said = answers(*given)
    monkeypatch.setattr(person, "one_key", lambda: next(said))
    one = Person("Ann", Pen("en"), view.ruleset)
    if want is None:
        with pytest.raises(Left):
            one.choose(view, view.legal)
        return
    action = one.choose(view, view.legal)
    tiles = list(dict.fromkeys(view.hand))
    if want == "drawn":
        assert action == DISCARD + int(view.drawn or 0)
    else:
        assert action == DISCARD + (tiles[want] if isinstance(want, int) else 8)


def test_nobody_passes_a_win_by_one_key_too_many(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from dataclasses import replace

    view = replace(a_view(), at="discard", legal=(0, 1, 75), drawn=None, offered=a_view().hand[0], offers=Wind.NORTH)
    one = Person("Ann", Pen("en"), ruleset("hk-standard"))
    for given, action in ((("", "0"), PASS), (("", "1"), 1), (("2",), 75), (("pass",), PASS)):
        said = answers(*given)
        monkeypatch.setattr(person, "one_key", lambda said=said: next(said))
        assert one.choose(view, view.legal) == action
    assert capsys.readouterr().out.count("You can win") == 2


def test_a_hint_knows_what_lies_on_the_table() -> None:
    """The copies left of each useful tile are those that the seat does not see."""
    for number in range(5):
        rules = ruleset("hk-standard")
        match = Match.new(rules)
        wall = some_walls(Random(number))(match)
        deal = Deal.start(wall.tiles, rules)
        for _ in range(60):
            window = deal.window
            if window is None:
                break
            for seat in window.waiting:
                deal.apply(seat, deal.usual(seat))
        view = View.of(deal, Wind.SOUTH)
        told = look(held(view), rules)
        for useful in told.useful:
            seen = sum(thrown.tile is useful.tile for thrown in view.river) + view.hand.count(useful.tile)
            assert useful.left == 4 - seen


def test_a_pipe_that_ends_is_leaving(monkeypatch: pytest.MonkeyPatch) -> None:
    def ended() -> str:
        raise EOFError

    monkeypatch.setattr(person, "one_key", ended)
    view = a_view()
    with pytest.raises(Left):
        Person("Ann", Pen("en"), view.ruleset).choose(view, view.legal)
