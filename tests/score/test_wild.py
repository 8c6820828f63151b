"""Hands with wild tiles: the best reading, against a twin that tries one kind after the other."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from commands import invoked
from reference.judge import Judge
from reference.samples import random_win
from sikwu import Win, ruleset, score
from sikwu.cases import answer
from sikwu.hand import Hand
from sikwu.rules import MAN, T
from sikwu.rules.tile_sets import SEASONS, TileSet
from sikwu.texts import HandError, RulesError
from sikwu.tiles import KINDS, Tile
from sikwu.wild import MOST_WILD, score_wild
from sikwu.win import By

RULES = {4: "hk-standard", 5: "hk-taiwanese"}


def best_of_all(win: Win, judge: Judge, wild: set[int]) -> tuple[int, int] | None:
    """The best capped and raw fan, by trying every kind for every wild tile with the slow twin."""
    own = [tile for tile in win.hand.concealed if int(tile) in wild]
    rest = [tile for tile in win.hand.concealed if int(tile) not in wild]
    kinds = [range(KINDS)] * len(own) + [range(KINDS) if int(win.tile or 0) in wild else [int(win.tile or 0)]]
    found = []
    for *stands, tile in product(*kinds):
        hand = Hand(tuple(sorted((*rest, *map(Tile, stands)))), win.hand.melds, win.hand.flowers)
        owned = hand.counts()
        owned[tile] += 1
        if max(owned[:KINDS]) > 4:
            continue
        verdict = judge.judge(replace(win, hand=hand, tile=Tile(tile)))
        if verdict is not None:
            found.append((verdict.capped, verdict.fan))
    return max(found, default=None)


@pytest.mark.parametrize("sets", [4, 5])
@pytest.mark.parametrize("of_win", [False, True])
def test_one_wild_tile_counts_as_the_twin_says(sets: int, of_win: bool) -> None:
    chance, rules = Random(f"wild {sets} {of_win}"), ruleset(RULES[sets])
    judge, seen = Judge(rules), 0
    while seen < 6:
        win = random_win(chance, sets)
        if win.by is By.FLOWERS or win.tile is None or not win.hand.concealed or win.problems(rules.document.size):
            continue
        kind = win.tile if of_win else chance.choice(win.hand.concealed)
        if (win.hand.concealed.count(kind) + (win.tile == kind)) != 1:
            continue
        wanted = best_of_all(win, judge, {int(kind)})
        wild = TileSet(1 << kind, text="WILD")
        if wanted is None:
            with pytest.raises(HandError):
                score_wild(win, rules, wild)
            continue
        told = score_wild(win, rules, wild)
        assert (told.score.capped, told.score.fan) == wanted, win.text
        assert len(told.stands) == (not of_win)
        assert (told.winning is None) == (not of_win)
        seen += 1


def test_wild_tiles_become_what_counts_most() -> None:
    told = score_wild("12345678m 白 55m 99m +5m", "hk-standard", T("白"))
    assert (told.stands, told.score.fan, told.score.patterns["full_flush"]) == ((Tile.M3,), 9, 7)
    assert told.tried > 20
    winds = score_wild("EEE SSS WWW 白白 N 中 +中", "hk-standard", T("白"))
    assert winds.stands == (Tile.NORTH, Tile.NORTH)
    assert winds.score.capped == 13
    drawn = score_wild("EEE SSS WWW NNN 中 +白", "hk-standard", T("白"))
    assert (drawn.winning, drawn.stands) == (Tile.RED, ())


def test_a_hand_without_wild_tiles_scores_as_ever() -> None:
    line = "123m 456p 789s 11m 55p +1m<W seat=S"
    assert score_wild(line, "hk-standard", T("白")).score.patterns == score(line).patterns
    assert score_wild(line, "hk-standard", T("白")).tried == 1


def test_a_meld_is_as_it_lies() -> None:
    line = "123m 456p 11m 78s (白白白<W) +9s<W seat=S"
    assert score_wild(line, "hk-standard", T("白")).stands == ()


def test_what_cannot_be_scored_is_told() -> None:
    with pytest.raises(RulesError) as many:
        score_wild("1234m 123456p 111m +2m", "hk-standard", MAN)
    assert many.value.code == "wild.too_many"
    assert str(MOST_WILD) in many.value.message("en")
    with pytest.raises(HandError):
        score_wild("159m 159p 159s ESW 白 +N", "club16", T("白"))
    with pytest.raises(TypeError):
        score_wild("123m 456p 789s 11m 55p +1m", "hk-standard", SEASONS)


def test_the_command_and_cases_take_wild_tiles() -> None:
    told = invoked(["score", "12345678m 白 55m 99m +5m", "--wild", "白", "--lang", "en"], {"COLUMNS": "120"}, b"")
    assert told.exit_code == 0
    assert "Wild tiles: 白 stands for 3m." in told.stdout
    assert "9 fan: a win" in told.stdout
    plain = {"ruleset": "hk-standard", "text": "EEE SSS WWW NNN 中 +白"}
    best = answer({**plain, "wild": "白"})
    assert (best["stands"], best["capped"]) == ("+中", 13)
    with pytest.raises(HandError):
        answer(plain)  # without wild tiles the hand is not complete


@pytest.mark.parametrize("wild", ["1f", "", 3, ["白"]])
def test_what_cannot_be_wild_is_refused(wild: object) -> None:
    with pytest.raises(HandError) as caught:
        answer({"ruleset": "hk-standard", "text": "EEE SSS WWW NNN 中 +中", "wild": wild})
    assert [each.code for each in caught.value.problems] == ["wild.kinds"]


def test_wild_tiles_ask_for_one_ruleset() -> None:
    args = ["score", "EEE SSS WWW NNN 中 +白", "--wild", "白", "-r", "hk-standard", "-r", "hk-common", "--lang", "en"]
    told = invoked(args, {"COLUMNS": "120"}, b"")
    assert told.exit_code == 2
    assert "give one ruleset" in told.stdout + told.stderr
