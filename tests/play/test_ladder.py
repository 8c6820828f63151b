"""Ladders and the sequential test: strengths come back, a stopped ladder goes on, errors keep their share."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from sikwu import ruleset
from sikwu.arena import sequential
from sikwu.arena.contest import ArenaError
from sikwu.arena.ladder import Ladder, ladder_of, rungs
from sikwu.arena.rungs import measured, rung_text


def test_strengths_come_back_and_the_worst_opponent_is_named() -> None:
    true = {"quick": 0.0, "steady": 3.0, "careful": 7.0}
    noise = np.random.default_rng(2).normal(0, 5, (6, 900))
    gains = {pair: true[pair[0]] - true[pair[1]] + noise[i] for i, pair in enumerate(permutations(true, 2))}
    told = {rung.player: rung for rung in rungs(tuple(true), gains)}
    assert told["quick"][1:4] == (0.0, 0.0, 0.0)
    assert told["steady"].low < 3.0 < told["steady"].high
    assert told["careful"].worst == "steady"
    gains["careful", "quick"] = gains["careful", "quick"] - 6.0  # it does badly against this one alone
    odd = {rung.player: rung for rung in rungs(tuple(true), gains)}
    assert odd["careful"].worst == "quick"
    assert odd["careful"].points < told["careful"].points


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    chance, missed = np.random.default_rng(5), 0
    for trial in range(150):
        gains = {pair: chance.normal(0, 4, 120) for pair in permutations(("quick", "a"), 2)}
        rung = next(each for each in rungs(("quick", "a"), gains, trial) if each.player == "a")
        missed += not rung.low <= 0 <= rung.high
    assert missed <= 7


def test_a_ladder_goes_on_and_is_the_same(tmp_path: Path) -> None:
    ladder = Ladder("club16", ("random", "quick"), deals=80, seed=3)
    for _ in ladder.play(tmp_path / "a"):
        break  # stopped after one unit
    for _ in ladder.play(tmp_path / "a"):
        pass
    for _ in ladder.play(tmp_path / "b"):
        pass
    assert ladder_of(ladder, tmp_path / "a") == ladder_of(ladder, tmp_path / "b")
    assert [rung["player"] for rung in ladder_of(ladder, tmp_path / "a")["rungs"]] == ["quick", "random"]


def test_one_player_is_no_ladder() -> None:
    with pytest.raises(ArenaError):
        Ladder(pool=("quick", "quick"))


def test_the_sequential_test_errs_rarely() -> None:
    chance = np.random.default_rng(7)
    wrong = sum(
        sequential.decided(chance.normal(gain, 12, 6000)).told == (-1 if gain else 1)
        for gain in (0.0, 1.0)
        for _ in range(150)
    )
    assert wrong <= 9
    assert sequential.decided(np.zeros(400)).told == 0


def test_published_figures_are_of_rules_that_there_are() -> None:
    told = measured()["matches"]
    assert told
    for each in told:
        rules = ruleset(each["ruleset"])
        rules = rules if rules.minimum == each["minimum"] else rules.with_options({"hand.min_fan": each["minimum"]})
        assert rules.hash == each["rules"]
        assert each["low"] <= each["points"] <= each["high"]
    standard = ruleset("hk-standard")
    assert "quick" in rung_text("careful", standard)("en")  # type: ignore[misc]
    assert rung_text("quick", standard) is None
    assert rung_text("steady", standard.with_options({"hand.min_fan": 5}))("en") == "not measured under these rules"  # type: ignore[misc]
