"""A person at the terminal: any keys, in any order, under every ruleset, and the game continues; hints and table are correct."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from matches import Eager, some_walls
from reference.samples import many
from sikwu.cli.play import person
from sikwu.cli.play.person import Departure, Letters, Person, held
from sikwu.cli.shared.drawn import Pen
from sikwu.cli.shared.language import Tiles
from sikwu.looking import look
from sikwu.play.actions import DISCARD, PASS
from sikwu.play.deal import Deal
from sikwu.play.lines import DecisionLine
from sikwu.play.match import Match
from sikwu.play.replay import replay
from sikwu.play.view import View
from sikwu.play.wall import Wall
from sikwu.players import Sitting
from sikwu.rules.presets import ruleset
from sikwu.tiles import Tile, Wind
from terminal import widest
from test_play_twin import RULESETS, some_rules

KEYS = (
    "",
    "",
    ".",
    "s",
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
        decisions = [line for line in lines if isinstance(line, DecisionLine)]
        assert not any(line.default for line in decisions)
        asked |= {line.at for line in decisions if line.seat in ("阿明", "E")}
    told = capsys.readouterr().out
    # Drawn tiles may be one or two cells wide, depending on the terminal, so only text is measured.
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
        ((".",), "drawn"),
        (("", "s", "", "."), "drawn"),
    ],
)
def test_keys_discard(given: tuple[str, ...], want: object, monkeypatch: pytest.MonkeyPatch) -> None:
    view = a_view()
    said = answers(*given)
    monkeypatch.setattr(person, "one_key", lambda: next(said))
    one = Person("Ann", Pen("en"), view.ruleset)
    if want is None:
        with pytest.raises(Departure):
            one.choose(view, view.legal)
        return
    action = one.choose(view, view.legal)
    tiles = list(dict.fromkeys(view.hand))
    if want == "drawn":
        assert action == DISCARD + int(view.drawn or 0)
    else:
        assert action == DISCARD + (tiles[want] if isinstance(want, int) else 8)


@pytest.mark.parametrize("key", ["", "s", "?", "t", "/"])
def test_the_hand_is_shown_again_whatever_is_asked_for(
    key: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Enter does not discard: it shows the hand again, as `s` does; after a hint, the table or the help it is shown
    again.
    """
    monkeypatch.setenv("COLUMNS", "80")
    view, said = a_view(), answers(key, ".")
    monkeypatch.setattr(person, "one_key", lambda: next(said))
    Person("Ann", Pen("en"), view.ruleset).choose(view, view.legal)
    told = capsys.readouterr().out
    assert told.count("Hand  a") == 2
    assert told.rstrip().splitlines()[-1].endswith(f". discard {view.drawn.text if view.drawn else ''}")


def test_letters_stay_with_their_tiles() -> None:
    """Over a deal of many turns a kind that is held again has the letter it had, and two kinds never have the same."""
    chance, letters, had = Random(5), Letters(), dict[Tile, str]()
    hand = chance.sample(list(Tile)[:34], 9)
    moved = 0
    for _ in range(14):
        hand[chance.randrange(len(hand))] = chance.choice([tile for tile in list(Tile)[:34] if tile not in hand])
        given = letters.of(sorted(hand))
        assert len(set(given.values())) == len(given)
        moved += sum(had.get(tile, letter) != letter for tile, letter in given.items())
        had |= given
    assert moved == 0
    for _ in range(100):  # more kinds than letters: those that are held keep theirs
        before = letters.of(sorted(hand))
        place = chance.randrange(len(hand))
        hand[place] = chance.choice([tile for tile in list(Tile)[:34] if tile not in hand])
        after = letters.of(sorted(hand))
        assert all(after[tile] == letter for tile, letter in before.items() if tile in after)
        assert len(set(after.values())) == len(after)
        assert not set(after.values()) & set("stx")


def told_to(
    keys: tuple[str, ...],
    view: View,
    lang: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> str:
    """The output for a person who presses these keys and leaves."""
    said = answers(*keys)
    monkeypatch.setattr(person, "one_key", lambda: next(said))
    with pytest.raises(Departure):
        Person("Ann", Pen(lang), view.ruleset).choose(view, view.legal)
    return capsys.readouterr().out


@pytest.mark.parametrize("lang", ["yue", "zh", "en"])
@pytest.mark.parametrize("name", RULESETS)
def test_a_hint_and_the_hand_fit_on_a_small_screen(
    name: str, lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What `?` prints and the hand after it are 24 lines of 80 at most, with the best discards first."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "dumb")
    turns = 0
    for number in range(many(6)):
        rules = ruleset(name)
        deal = Deal.start(some_walls(Random(f"screen {number}"))(Match.new(rules)).tiles, rules)
        while (window := deal.window) is not None:
            for seat in window.waiting:
                view = View.of(deal, seat)
                if view.at in ("turn", "discard") and Random(turns).random() < 0.2:
                    alone, hinted = (told_to(keys, view, lang, monkeypatch, capsys) for keys in (("x",), ("?", "x")))
                    assert len(hinted.splitlines()) - len(alone.splitlines()) <= 23, hinted  # and one to type in
                    best = look(held(view), rules)
                    if best.discards and not best.wins:
                        assert Pen(lang).tile(best.discards[0].tile) in hinted[len(alone) :]
                turns += 1
                deal.apply(seat, deal.usual(seat))
    assert turns > 50


def test_after_a_drawn_deal_everybody_shows(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = ruleset("hk-standard")
    deal = Deal.start(Wall.made(bytes(128), "table", 1, "").tiles, rules)
    while (window := deal.window) is not None:
        for seat in window.waiting:
            deal.apply(seat, deal.usual(seat))
    assert deal.result == "draw"
    Person("Ann", Pen("en"), rules).reveal([View.of(deal, seat) for seat in Wind])
    told = capsys.readouterr().out
    assert "Hands at the end" in told
    for seat in Wind:
        row = told[told.index(f"\n{seat.text} ") :]
        for tile in deal.hand(seat):
            assert tile.text in row


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
    with pytest.raises(Departure):
        Person("Ann", Pen("en"), view.ruleset).choose(view, view.legal)
