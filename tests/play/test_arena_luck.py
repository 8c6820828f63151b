"""Seat walls and credit for luck: a seat's draws do not depend on other seats' claims; luck has mean zero, so subtracting it changes no mean."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from sikwu import ruleset
from sikwu.arena.contest import ArenaError, Contest
from sikwu.arena.credit import FOLDS, LEAST, _coefficients, credited
from sikwu.arena.records import Records
from sikwu.arena.results import Results, open_results
from sikwu.arena.unit import play_unit
from sikwu.arena.work import work
from sikwu.play.deal import Deal
from sikwu.play.many import LUCK_WAYS, play_many, walls_of
from sikwu.play.native import native
from sikwu.players.simple import QuickPlayer
from sikwu.tiles import Wind

RULESETS = ("hk-standard", "hk-classic", "hk-common", "hk-taiwanese", "club16")


class Slow(QuickPlayer):
    """A player that is asked in Python."""


def run(contest: Contest) -> Results:
    with open_results(contest) as results:
        for _ in work(results):
            pass
    return results


def played(wall: list[int], rules: str, who: str, number: int, *, seat_walls: bool) -> tuple[Deal, list[list[int]]]:
    """A deal to its end, and the kinds that each seat drew from the front, in order."""
    deal, asked = Deal.start(wall, rules, seat_walls=seat_walls), [0] * 4
    drawn: list[list[int]] = [[] for _ in Wind]
    while not deal.over:
        kernel = deal.kernel
        seat = (kernel.asked & -kernel.asked).bit_length() - 1
        kernel.apply(seat, kernel.choose(native(who), seat, 3, number, asked[seat]))
        asked[seat] += 1
        for event in deal.kernel.events:
            if event.said == "draw":
                drawn[event.seat].append(event.tile)
    return deal, drawn


@pytest.mark.parametrize("rules", RULESETS)
def test_each_seat_draws_its_own_part_in_order(rules: str) -> None:
    flowers, size = ruleset(rules).terms.flowers.in_play, ruleset(rules).document.size
    for number, wall in enumerate(walls_of(3, 12).tolist()):
        parts = [[tile for tile in wall if flowers or tile < 34][seat::4] for seat in range(4)]
        for who in ("quick", "random"):
            deal, drawn = played(wall, rules, who, number, seat_walls=True)
            for seat in range(4):
                dealt = size + (seat == 0)
                assert [int(tile) for tile in deal.dealt[seat]] == parts[seat][:dealt]
                own = parts[seat][dealt:]
                kept = min(len(drawn[seat]), len(own) - 8)  # replacements come from the end of the part
                assert drawn[seat][:kept] == own[:kept], (rules, number, who, seat)


def test_a_shared_wall_is_not_parted() -> None:
    """The law above can fail: from a shared wall seats do not draw every fourth tile."""
    wall = walls_of(3, 1)[0].tolist()
    deal, _ = played(wall, "hk-standard", "quick", 0, seat_walls=False)
    assert [int(tile) for tile in deal.dealt[1]] != wall[1::4][:13]


@pytest.mark.parametrize("rules", RULESETS)
def test_seat_walls_are_the_same_natively_and_in_python(rules: str) -> None:
    walls = walls_of(3, 16)
    native_deals = play_many(walls, "quick", rules, seed=3, seat_walls=True)
    for number, wall in enumerate(walls.tolist()):
        deal, _ = played(wall, rules, "quick", number, seat_walls=True)
        denominator = ruleset(rules).paying.denominator
        told = [int(deal.finished.changes[seat] * denominator) for seat in Wind]
        assert native_deals.changes[number].tolist() == told
    shared = play_many(walls, "quick", rules, seed=3)
    assert (shared.changes != native_deals.changes).any()
    # The end of the wall is where it is in any other deal.
    over = play_many(2000, "random", rules, seed=4, seat_walls=True, columns=("draws", "result"))
    usual = play_many(2000, "random", rules, seed=4, columns=("draws", "result"))
    assert abs(float(over.draws[over.result == 2].mean()) - float(usual.draws[usual.result == 2].mean())) < 1.0


def test_contests_of_shared_walls_keep_their_heads_and_seat_walls_have_their_own() -> None:
    shared, seats = Contest(("quick", "random")), Contest(("quick", "random"), walls="seats")
    assert "walls" not in shared.head
    assert "luck" not in shared.head
    assert seats.head["walls"] == "seats"
    assert seats.key != shared.key
    assert play_unit(shared, 0)["points"] != play_unit(seats, 0)["points"]
    for name in ("quick", "random"):
        assert set(run(Contest((name, name), deals=400, walls="seats")).means()) == {0.0}


def test_what_cannot_be_is_refused(tmp_path: Path) -> None:
    for make in (
        lambda: Contest(("quick", "random"), walls="own"),
        lambda: Records(Contest(("quick", "random"), walls="seats"), tmp_path),
        lambda: play_unit(Contest(("quick", f"{__name__}:Slow"), luck=True), 0),
    ):
        with pytest.raises(ArenaError):
            make()


# --- luck


def far_from_zero(luck: npt.NDArray[np.float64]) -> float:
    """The largest mean of a column, in its standard errors."""
    error = luck.std(0, ddof=1) / len(luck) ** 0.5
    return float(np.abs(luck.mean(0) / np.where(error > 0, error, np.inf)).max())


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("seat_walls", [False, True])
def test_luck_has_mean_zero_between_equal_players(rules: str, seat_walls: bool) -> None:
    told = play_many(4000, "quick", rules, seed=21, columns=("luck",), seat_walls=seat_walls)
    luck = told.luck / 1000.0
    assert luck.shape == (4000, 4 * len(LUCK_WAYS))
    assert far_from_zero(luck) < 4.5, rules
    assert (luck.std(0) > 0).all()
    # The test detects a bias of a tenth of a helpful tile per deal.
    assert far_from_zero(luck[:, 2::3] + 0.1) > 4.5


def test_luck_is_the_luck_of_the_deal_that_is_played() -> None:
    """The column changes nothing else, and any number of threads gives the same."""
    plain = play_many(200, "quick", "club16", seed=5)
    told = play_many(200, "quick", "club16", seed=5, columns=("changes", "luck"))
    assert (plain.changes == told.changes).all()
    assert (told.luck == play_many(200, "quick", "club16", seed=5, threads=2, columns=("luck",)).luck).all()


def test_credit_is_unbiased_where_fitting_on_the_same_blocks_is_not() -> None:
    """Skewed results that grow with the size of luck: coefficients fitted on the same blocks take part of the mean away."""
    rng = np.random.default_rng(7)
    crossed, same = [], []
    for _ in range(3000):
        luck = rng.exponential(1.0, (LEAST, 6)) - 1.0
        points = luck[:, 0] ** 3 - 2.0 + rng.normal(size=LEAST)  # E[(X-1)³] = 2
        crossed.append(float(credited(points, luck).mean()))
        same.append(float((points - luck @ _coefficients(points, luck)).mean()))

    def off(means: list[float]) -> float:
        return abs(float(np.mean(means))) / (float(np.std(means)) / len(means) ** 0.5)

    assert off(crossed) < 4
    assert off(same) > 6


def test_credit_on_equal_players_keeps_the_mean_and_a_planted_bias_is_caught() -> None:
    """Quick against quick with other numbers, so that the players are equal and the blocks are not zero."""
    one = play_many(6000, "quick", "hk-taiwanese", seed=31, columns=("changes", "luck"))
    seat = np.arange(6000) % 4
    points = one.changes[np.arange(6000), seat] / one.denominator
    luck = one.luck.reshape(6000, 4, -1) / 1000.0
    own, others = luck[np.arange(6000), seat], luck.sum(1) - luck[np.arange(6000), seat]
    features = np.hstack([own, others])
    left = credited(points, features)
    assert left.var() < 0.7 * points.var()
    assert abs(left.mean()) < 4 * left.std() / 6000**0.5
    # Draws that are credited too little, such as by a mean over useful tiles alone, move the mean.
    biased = credited(points, features - np.array([0.0, 1.0, 0.0, 0.0, 0.0, 0.0]))
    assert abs(biased.mean()) > 4 * biased.std() / 6000**0.5
    assert FOLDS > 1


def test_a_contest_tells_both_estimates() -> None:
    results = run(Contest(("quick", "random"), "club16", deals=1600, luck=True))
    plain, told = results.estimate(), results.credited()
    assert told.deviation < 0.95 * plain.deviation
    assert plain.low < told.mean < plain.high
