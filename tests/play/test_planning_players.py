"""Steady and careful: they play for hands that may win and pay, decide by what their seat sees, and beat quick."""

from __future__ import annotations

import numpy as np
import pytest

from sikwu import ruleset
from sikwu._kernel import PARAMETERS
from sikwu.arena.contest import Contest
from sikwu.arena.results import Results, open_results
from sikwu.arena.unit import play_unit
from sikwu.arena.work import work
from sikwu.env import VectorDeals
from sikwu.play.deal import Deal
from sikwu.play.fits import numbers_of
from sikwu.play.many import play_many, walls_of
from sikwu.play.native import native
from sikwu.play.problems import PlayError
from sikwu.players.levels import PlanningPlayer
from sikwu.players.protocol import player
from sikwu.players.simple import QuickPlayer
from sikwu.tiles import Wind

RULESETS = ("hk-standard", "hk-classic", "hk-common", "hk-taiwanese", "club16")
LEVELS = ("steady", "careful")


class Slow(QuickPlayer):
    """A player that is asked in Python."""


def run(contest: Contest) -> Results:
    with open_results(contest) as results:
        for _ in work(results):
            pass
    return results


@pytest.mark.parametrize("rules", RULESETS)
def test_they_play_whole_deals_under_every_ruleset(rules: str) -> None:
    for level in LEVELS:
        told = play_many(12, level, rules, seed=2)
        assert set(told.result.tolist()) <= {1, 2}
        assert (told.changes.sum(1) == 0).all()


@pytest.mark.parametrize("level", LEVELS)
def test_they_beat_quick_where_three_fan_are_needed(level: str) -> None:
    """A small run of fixed walls; the published figures are of larger ones."""
    told = run(Contest((level, "quick"), "hk-standard", deals=1600, seed=12)).estimate()
    assert told.decided == 1, told


def test_without_a_minimum_steady_is_as_near_as_quick() -> None:
    """Any hand may win: its distances are those of quick, only ties differ."""
    free = ruleset("hk-standard").with_options({"hand.min_fan": 0})
    told = play_many(400, "steady", free, seed=3)
    quick = play_many(400, "quick", free, seed=3)
    assert abs(float(told.draws.mean()) - float(quick.draws.mean())) < 3


@pytest.mark.parametrize("level", LEVELS)
def test_asked_one_by_one_they_do_what_they_do_in_the_kernels_loop(level: str) -> None:
    native_points = play_unit(Contest((level, "quick"), deals=16, seed=4), 0)["points"]
    assert play_unit(Contest((level, f"{__name__}:Slow"), deals=16, seed=4), 0)["points"] == native_points


@pytest.mark.parametrize("level", LEVELS)
def test_they_do_not_see_hidden_tiles(level: str) -> None:
    """The tiles of the others and of the wall change places; what the dealer does stays the same."""
    chance, handle, changed = np.random.default_rng(1), native(level, "hk-standard"), 0
    own = [place for place in range(48) if place % 16 < 4] + [48, 52]
    for wall in walls_of(9, 30).tolist():
        plain = [tile for tile in wall if tile < 34]
        first = [*plain[:90], *range(34, 42), *plain[90:]]  # no flower is dealt
        hidden = [place for place in range(144) if place not in own and first[place] < 34]
        second = list(first)
        for place, other in zip(hidden, chance.permutation(hidden).tolist(), strict=True):
            second[place] = first[other]
        actions = [Deal.start(each, "hk-standard").kernel.choose(handle, 0, 1, 1, 0) for each in (first, second)]
        assert actions[0] == actions[1]
        changed += first != second
    assert changed == 30


def test_names_numbers_and_refusals() -> None:
    assert player("careful").name == "careful"
    assert isinstance(player("steady"), PlanningPlayer)
    for rules in RULESETS:
        assert tuple(numbers_of(ruleset(rules))) == PARAMETERS
    with pytest.raises(PlayError):
        native("careful")  # without rules there are no plans
    view = Deal.start(walls_of(1, 1)[0].tolist(), "hk-standard")
    from sikwu.play.view import View

    seen = View.of(view, Wind.EAST)
    with pytest.raises(PlayError):
        player("careful").choose(seen, seen.legal)  # type: ignore[union-attr]


def test_they_are_opponents_in_the_environment() -> None:
    deals = VectorDeals(n=4, encode="none", seed=1, opponents=("careful", "steady", "quick"))
    deals.reset()
    for _ in range(60):
        deals.step(deals.pick(np.full(4, 0.5, np.float32)))
    assert deals.reward.shape == (4, 4)
