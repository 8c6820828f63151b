"""FitTask: counts give back the numbers they were made by, a stopped fit goes on to the same end, other files are refused."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from sikwu import ruleset
from sikwu._kernel import PARAMETERS, Parameters
from sikwu.fitting import FitTask, PointsSearch, likely
from sikwu.fitting.counted import SHAPES, counted
from sikwu.fitting.search import FitError, careful_player, points_of
from sikwu.play.fits import defaults
from sikwu.play.native import native

RULES = ruleset("hk-standard").with_options({"hand.min_fan": 0})
SMALL = FitTask(RULES, rounds=1, counted=20, generations=2, candidates=4, walls=8, checked=8)


def empty() -> dict[str, np.ndarray]:
    return {name: np.zeros((*shape, 2)) for name, shape in SHAPES.items()}


def test_likelihood_gives_back_what_the_counts_were_made_by() -> None:
    counts, true = empty(), {"hazard": -3.0, "hazard_late": 2.5, "hazard_bend": -0.5, "hazard_meld": 0.3}
    for turns in range(23):
        for melds in range(5):
            late = 1 - turns / 22
            odds = (
                true["hazard"]
                + true["hazard_late"] * late
                + true["hazard_bend"] * late * late
                + true["hazard_meld"] * melds
            )
            counts["ended"][turns, melds] = 100_000, 100_000 / (1 + np.exp(-odds))
    found = likely(counts, defaults())
    for name, value in true.items():
        assert found[name] == pytest.approx(value, abs=0.03)


def test_chances_give_back_what_they_were_made_by() -> None:
    counts = empty()
    for live in range(1, 40):
        counts["nearer"][0, 0, 0, 3, live] = 10_000, 10_000 * (1 - (1 - live / 85) ** 1.7)
    assert likely(counts, defaults())["chances_any"] == pytest.approx(1.7, abs=0.06)


def test_waits_last_as_long_as_the_hands_that_won_tell() -> None:
    true = {**defaults(), "chances_last": 1.9}
    told = Parameters([true[name] for name in PARAMETERS])
    counts = empty()
    counts["finished"] = np.zeros((*SHAPES["finished"], 3))
    for turns in range(1, 18):
        for live in range(1, 9):
            (won,) = told.finish(np.array([[2, 0, 0, 1, turns, live, 80]], float))
            counts["finished"][0, 0, 0, 2, turns, live] = 1000, 1000 * won, 80 * 1000
    assert likely(counts, defaults())["chances_last"] == pytest.approx(1.9, rel=0.05)


def test_who_is_ready_and_for_what_is_told_by_melds_and_suits() -> None:
    counts = empty()
    true = {"ready": -6.0, "ready_late": 7.0, "ready_bend": -3.0, "ready_meld": 0.9, "ready_calm": 0.2}
    for late in range(12):
        for melds in range(5):
            for calm in range(5):
                for bound in range(2):
                    at = (late + 0.5) / 12
                    odds = true["ready"] + true["ready_late"] * at + true["ready_bend"] * at * at
                    odds += true["ready_meld"] * melds + true["ready_calm"] * calm - 0.7 * bound
                    counts["ready"][late, melds, calm, bound] = 1e6, 1e6 / (1 + np.exp(-odds))
    waited = {"wait": 0.1, "in": 1.6, "out": 0.2, "kept": 1.4, "shunned": 0.5}
    for suit, by_melds in enumerate((1.0, waited["in"], waited["out"], 1.0, 1.0)):
        for wanted, by_thrown in enumerate((1.0, waited["kept"], waited["shunned"])):
            counts["waited"][:, 0, 0, 0, suit, wanted] = 1e6, 1e6 * waited["wait"] * by_melds * by_thrown
    found = likely(counts, defaults())
    for name, value in {**true, "ready_bound": -0.7}.items():
        assert found[name] == pytest.approx(value, abs=0.05), name
    shares = {"wait_edge": 0.1, "flush_in": 1.6, "flush_out": 0.2, "kept": 1.4, "shunned": 0.5}
    for name, value in shares.items():
        assert found[name] == pytest.approx(value, rel=0.03), name


def test_what_was_not_seen_stays_as_it_was() -> None:
    assert likely(empty(), defaults()) == defaults()


def test_counts_are_those_of_the_deals() -> None:
    own = native("careful", RULES)
    told = counted(RULES, (own, own, own, own), 30, 3)
    assert told["ended"][..., 1].sum() <= 3 * 30
    assert (told["ended"][..., 1] <= told["ended"][..., 0]).all()
    assert told["won"][..., 1].sum() > 0
    for name in ("won", "dealt_in", "was_ready"):
        mean = told[name][..., 2] / np.maximum(1, told[name][..., 0])
        assert (mean <= 1.0 + 1e-9).all(), name
    again = counted(RULES, (own, own, own, own), 30, 3)
    assert all((told[name] == again[name]).all() for name in told)


def test_no_luck_is_left_in_the_comparison_of_a_player_with_itself() -> None:
    """Against three of itself a player gains nothing on average: seats are shared out."""
    own = careful_player(RULES, defaults())
    assert own != native("quick")
    assert abs(sum(points_of(RULES, defaults(), 60, 1, 0))) < 6


def test_a_stopped_fit_goes_on_to_the_same_end(tmp_path: Path) -> None:
    pytest.importorskip("cma")
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    with PointsSearch(SMALL, whole) as search:
        steps = [step.line["type"] for step in search.run()]
    assert steps == ["likely", "begun", "generation", "generation", "checked"]
    lines = whole.read_bytes().splitlines(keepends=True)
    broken.write_bytes(b"".join(lines[:4]) + lines[4][:10])  # killed while it wrote the second generation
    with PointsSearch(SMALL, broken) as search:
        list(search.run())
        assert search.checked is not None
    assert broken.read_bytes() == whole.read_bytes()


def test_a_file_of_other_rules_is_refused_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "other.jsonl"
    file.write_text(json.dumps({**SMALL.head, "seed": 99}) + "\n")
    before = file.read_bytes()
    with pytest.raises(FitError) as caught, PointsSearch(SMALL, file):
        pass
    assert caught.value.code == "fit.other"
    assert file.read_bytes() == before
