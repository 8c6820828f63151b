"""The arena: the same walls for all, results independent of how the work is shared, and confidence intervals that hold."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest

from figures import told
from loaded import program
from patience import PATIENCE
from reference.deal import Deal as Twin
from sikwu import names, ruleset
from sikwu.arena.contest import UNIT, ArenaError, Contest
from sikwu.arena.results import Results, open_results
from sikwu.arena.stats import bootstrap, estimate, student_quantile, student_within
from sikwu.arena.tally import Tally
from sikwu.arena.unit import _Deals, play_unit
from sikwu.arena.work import work
from sikwu.play.deal import Deal
from sikwu.play.many import COLUMNS, play_many, walls_of
from sikwu.play.native import native
from sikwu.players.chance import Chance
from sikwu.tiles import Wind

RULESETS = ("hk-standard", "hk-classic", "hk-common", "hk-taiwanese", "club16")


def run(contest: Contest, file: Path | None = None, workers: int = 1) -> Results:
    with open_results(contest, file) as results:
        for _ in work(results, workers):
            pass
        results.finish()
    return results


def test_seatings_give_every_player_every_seat_as_often() -> None:
    for players, pairs, many in ((2, False, 4), (2, True, 6), (3, False, 12), (4, False, 24)):
        contest = Contest(("quick", "random", "quick", "random")[:players], deals=96, pairs=pairs)
        assert len(contest.seatings) == many
        for player in range(players):
            often = [sum(seating[seat] == player for seating in contest.seatings) for seat in range(4)]
            assert len(set(often)) == 1, (players, pairs)


def test_a_player_against_itself_brings_nothing_in_any_block() -> None:
    for name in ("quick", "random"):
        results = run(Contest((name, name), deals=4 * UNIT))
        assert set(results.means()) == {0.0}
        assert results.estimate().decided == 0


def test_money_of_a_block_sums_to_zero() -> None:
    for rules in RULESETS:
        unit = play_unit(Contest(("quick", "random"), rules, deals=200), 0)
        assert [sum(points) for points in unit["points"]] == [0] * 50
        assert any(any(points) for points in unit["points"])


@pytest.mark.parametrize("rules", RULESETS)
def test_asking_in_python_brings_what_the_native_loop_brings(rules: str) -> None:
    contest = Contest(("quick", "random"), rules, deals=12, seed=5)
    for seating in contest.seatings:
        looped, asked, deals = Tally(contest, 3), Tally(contest, 3), _Deals(contest, 0)
        looped.add(seating, deals.native([native(contest.players[who]) for who in seating]))
        asked.add(seating, *deals.asked([seating]))
        assert asked.told == looped.told


@pytest.mark.parametrize("rules", RULESETS)
def test_quick_is_better_than_random_at_99_percent(rules: str) -> None:
    found = run(Contest(("quick", "random"), rules, deals=3200)).estimate()
    assert found.decided == 1, found


def test_the_same_bytes_for_any_number_of_workers(tmp_path: Path) -> None:
    contest = Contest(("quick", "random"), "hk-common", deals=5 * 4 * UNIT - 30, seed=11)
    files = {}
    for workers in (1, 2, 8):
        file = tmp_path / f"{workers}.jsonl"
        run(contest, file, workers)
        files[workers] = file.read_bytes()
    assert files[1] == files[2] == files[8]
    assert len(files[1].splitlines()) == 1 + contest.units == 6


def test_a_killed_run_goes_on_and_ends_with_the_same_bytes(tmp_path: Path) -> None:
    contest = Contest(("quick", "random"), deals=6 * 4 * UNIT, seed=3)
    whole = tmp_path / "whole.jsonl"
    run(contest, whole)
    lines = whole.read_bytes().splitlines(keepends=True)
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(
        b"".join([lines[0], lines[4], lines[2]]) + lines[3][:-20]
    )  # out of order, and killed while it wrote
    with open_results(contest, cut) as results:
        assert sorted(results.units) == [1, 3]
    run(contest, cut)
    assert cut.read_bytes() == whole.read_bytes()
    longer = Contest(("quick", "random"), deals=7 * 4 * UNIT, seed=3)  # finished units are not played again
    with open_results(longer, cut) as results:
        assert sorted(results.units) == list(range(6))


def test_a_contest_under_an_option_that_is_a_list_goes_on(tmp_path: Path) -> None:
    rules = ruleset("hk-standard").with_options({"limit.hands": ["thirteen_orphans"]})
    file = tmp_path / "listed.jsonl"
    run(Contest(("quick", "random"), rules, deals=4 * UNIT), file)
    with open_results(Contest(("quick", "random"), rules, deals=8 * UNIT), file) as results:
        assert sorted(results.units) == [0]


def test_results_of_another_contest_or_no_results_are_refused_and_left_alone(tmp_path: Path) -> None:
    contest = Contest(("quick", "random"), deals=4 * UNIT)
    file = tmp_path / "kept.jsonl"
    run(contest, file)
    kept = file.read_bytes()
    others = (
        Contest(("random", "quick"), deals=256), Contest(("quick", "random"), deals=256, seed=1),
        Contest(("quick", "random"), "hk-common", deals=256), Contest(("quick", "random"), deals=256, pairs=True),
        Contest(("quick", "random"), ruleset("hk-standard").with_options({"hand.min_fan": 1}), deals=256),
    )  # fmt: skip
    for other in others:
        with pytest.raises(ArenaError) as refused:
            open_results(other, file)
        assert refused.value.problems[0].code == "arena.other"
    lines = kept.splitlines(keepends=True)
    for wrong in (
        b"{}\n",
        b"[]\n",
        b"nonsense\n",
        lines[1].replace(b'"unit":0', b'"unit":"0"'),
        lines[1].replace(b"[", b"[true,", 1),
    ):
        file.write_bytes(lines[0] + wrong)
        with pytest.raises(ArenaError) as refused:
            open_results(contest, file)
        assert refused.value.problems[0].code == "arena.line"
        assert refused.value.problems[0].facts["line"] == 2
        assert file.read_bytes() == lines[0] + wrong


def test_contests_that_cannot_be() -> None:
    for wrong in ({"players": ("quick",)}, {"players": ("quick",) * 5}, {"deals": 0}, {"deals": 1 << 40}, {"seed": -1}):
        with pytest.raises(ArenaError):
            Contest(**{"players": ("quick", "random"), **wrong})  # type: ignore[arg-type]


class Raising:
    """Always fails: the default action is taken for it."""

    name = "raising"

    def choose(self, view: object, legal: object) -> int:
        raise RuntimeError("no")


def test_a_player_that_raises_is_answered_for_and_told() -> None:
    results = run(Contest(("test_arena:Raising", "quick"), deals=8))
    assert results.deals == 8
    assert results.defaults["test_arena:Raising"]["raised"] > 20


class Wild:
    """Answers anything legal for all rows at once, and something illegal for every hundredth decision."""

    name = "wild"

    def choose_many(self, observations: dict[str, np.ndarray], mask: np.ndarray) -> np.ndarray:
        part = observations["chance"]
        order = mask.cumsum(1)
        wanted = 1 + np.floor(part * order[:, -1]).astype(int)
        return np.where(part < 0.01, -1, (order >= wanted[:, None]).argmax(1))


class WildAlone:
    """The same, one decision after the other."""

    name = "wild"

    def choose_with(self, view: object, legal: Sequence[int], chance: Chance) -> int:
        part = chance.below(1 << 32) / (1 << 32)
        return -1 if part < 0.01 else legal[int(part * len(legal))]

    def choose(self, view: object, legal: Sequence[int]) -> int:
        raise AssertionError


def test_who_is_asked_for_many_decisions_at_once_brings_what_one_by_one_brings(tmp_path: Path) -> None:
    for rules in ("hk-standard", "club16"):
        units = [
            play_unit(Contest((name, "quick"), rules, deals=4 * 6, seed=9), 0)
            for name in ("test_arena:Wild", "test_arena:WildAlone")
        ]
        faults = [unit.pop("defaults") for unit in units]
        assert units[0] == units[1]
        assert faults[0]["test_arena:Wild"] == faults[1]["test_arena:WildAlone"]
        assert faults[0]["test_arena:Wild"]["illegal"] > 2
    contest = Contest(("test_arena:Wild", "quick"), deals=4 * UNIT + 4)
    for workers in (1, 2):
        run(contest, tmp_path / f"{workers}.jsonl", workers)
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()


# --- counts


@pytest.mark.parametrize("rules", RULESETS)
def test_claims_and_ready_hands_are_those_of_the_slow_twin(rules: str) -> None:
    """Native deals, played again by the twin, which reports the claims and the ready hands at the end."""
    deals, book = 60, ruleset(rules)
    found = play_many(deals, ("quick", "random", "quick", "quick"), book, seed=8, columns=("called", "ready"))
    handles = [native(name) for name in ("quick", "random", "quick", "quick")]
    seen = Counter[str]()
    for number, wall in enumerate(walls_of(8, deals).tolist()):
        deal, twin, asked = Deal.start(wall, book), Twin(wall, book), [0] * 4
        while (window := deal.window) is not None:
            for seat in window.waiting:
                action = deal.kernel.choose(handles[seat], seat, 8, number, asked[seat])
                asked[seat] += 1
                deal.apply(seat, action)
                twin.answer(seat, action)
        called = {event["actor"] for event in twin.events if event["type"] in ("chi", "pon", "daiminkan")}
        ready = {seat for seat in range(4) if waits_at_end(twin, seat)} | {int(win.seat) for win in twin.winners}
        assert {seat.text for seat in Wind if found.called[number] >> seat & 1} == called
        assert {seat for seat in range(4) if found.ready[number] >> seat & 1} == ready
        seen.update(called=len(called), ready=len(ready), deals=4)
    assert 0.2 * seen["deals"] < seen["called"] < 0.95 * seen["deals"]
    assert 0.05 * seen["deals"] < seen["ready"] < 0.95 * seen["deals"]


def waits_at_end(twin: Twin, seat: int) -> bool:
    """Ready, or ready after one discard."""
    hand = twin.players[seat].hand
    if len(hand) % 3 == 1:
        return twin.is_ready(seat)
    return any(twin.is_ready(seat, [kind]) for kind in set(hand))


def test_a_ceiling_of_eight_fan_brings_what_a_house_with_that_ceiling_pays() -> None:
    dear, deals, seed = 0, 20_000, 12
    for options in ({}, {"hand.min_fan": 0}, {"score.spicy": "double_triple"}):
        rules = ruleset("hk-standard").with_options({"limit.cap_fan": 13, **options})
        low = rules.with_options({"limit.cap_fan": 8})
        found = play_many(deals, "quick", rules, 2, seed=seed, columns=COLUMNS)
        paid = play_many(deals, "quick", low, 2, seed=seed)
        assert (found.fan == paid.fan).all()
        same = found.fan <= 8
        assert (found.calm[same] == found.changes[same]).all()
        assert (found.calm == paid.changes).all()
        assert (found.calm.sum(1) == 0).all()
        dear += int((found.fan > 8).sum())
    assert dear > 20


# --- statistics


def test_student() -> None:
    table = {1: 63.657, 2: 9.925, 5: 4.032, 10: 3.169, 30: 2.750, 120: 2.617, 10**7: 2.576}  # two-sided 99 %
    for degrees, value in table.items():
        assert math.isclose(student_quantile(degrees), value, abs_tol=6e-4), degrees
    assert math.isclose(student_within(2.228, 10), 0.95, abs_tol=1e-4)


def test_the_bootstrap_follows_the_skew() -> None:
    rng = np.random.default_rng(1)
    low, high = bootstrap(rng.exponential(1.0, 400), 7)
    mean = estimate(rng.exponential(1.0, 400)).mean
    assert 0.5 < low < mean < high < 2
    skewed = rng.exponential(1.0, 60)
    low, high = bootstrap(skewed, 7)
    assert high - skewed.mean() > 1.15 * (skewed.mean() - low)
    assert bootstrap(np.ones(10)) == (1.0, 1.0)
    assert bootstrap(skewed, 7) == bootstrap(skewed, 7)


@cache
def blocks_of_equals(count: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Block means of a player against three equal ones, each seating with independent random numbers: there is no
    difference to find.
    """
    sums = np.zeros(count)
    for seat in range(4):
        sums += play_many(
            count, "random", ruleset("hk-standard").with_options({"hand.min_fan": 0}), seed=100 + seat
        ).changes[:, seat]
    means = sums / 4
    means.flags.writeable = False  # shared by several tests
    return means


def missed(matches: int, blocks: int) -> float:
    """How often the interval of such a match misses zero."""
    means = blocks_of_equals(matches * blocks).reshape(matches, blocks)
    return sum(estimate(match, seed).decided != 0 for seed, match in enumerate(means)) / matches


def test_equal_players_are_called_unequal_in_one_match_of_a_hundred() -> None:
    if os.environ.get("SIKWU_LONG"):
        for blocks in (60, 250):
            share = missed(2000, blocks)
            told("arena.missed", 100 * share, "%", f"of 2,000 matches of {blocks} walls")
            assert 0.005 <= share <= 0.015
    assert missed(300, 60) <= 0.03
    # planted: an interval for 90 % would miss far more often
    means = blocks_of_equals(300 * 60).reshape(300, 60)
    narrow = sum(abs(match.mean()) > 1.645 * match.std(ddof=1) / math.sqrt(60) for match in means) / 300
    assert narrow > 0.05


# --- the command


def sikwu(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "COLUMNS": "60", **more}
    return subprocess.run([*program(), *words], capture_output=True, text=True, env=env, check=False)


def test_the_command_tells_points_interval_and_verdict() -> None:
    for lang, says in (
        ("en", "quick is better at 99 %."),
        ("yue", "quick 有 99 % 把握係強啲。"),
        ("zh", "quick 有 99 % 把握較強。"),
    ):
        out = sikwu("arena", "quick", "random", "--deals", "1600", "--rules", "club16", "--lang", lang)
        assert out.returncode == 0, out.stderr
        assert says in out.stdout
        assert max(map(len, out.stdout.splitlines())) <= 60
    shape = json.loads(sikwu("arena", "quick", "random", "--deals", "400", "--json").stdout)
    assert shape["deals"] == 400
    low, high = shape["players"][0]["interval"]
    assert low < shape["players"][0]["points"] < high
    assert abs(shape["players"][0]["points"] + 3 * shape["players"][1]["points"]) < 1e-5


@pytest.mark.parametrize(("deals", "needed"), [(1, 80), (8, 80), (16, 160), (40, 100)])
def test_too_few_deals_have_no_interval_but_the_number_it_takes(deals: int, needed: int) -> None:
    """Without spread an interval would be a point, and with a resample in a thousand without spread it has no end."""
    for lang, says in (
        ("en", f"Too few deals for a 99 % interval: it needs about {needed} or more."),
        ("yue", f"局數太少，計唔到 99 % 區間：大約要打 {needed} 局或者以上。"),
        ("zh", f"局數太少，算不出 99 % 區間：大約要打 {needed} 局或以上。"),
    ):
        out = sikwu("arena", "quick", "random", "--deals", str(deals), "--lang", lang, COLUMNS="100")
        assert says in out.stdout
        assert "…" not in out.stdout
    shape = json.loads(sikwu("arena", "quick", "random", "--deals", str(deals), "--json").stdout)
    assert shape["needed_deals"] == needed
    assert [each["interval"] for each in shape["players"]] == [None, None]


def test_an_interval_that_is_told_has_ends() -> None:
    """Few different results, many walls: the reported interval is as wide as the data allow, and finite."""
    for others in range(10, 40):
        told = estimate([0.0] * 60 + [1.0 + each % 3 for each in range(others)], seed=others)
        assert told.known
        assert -100 < told.low < told.mean < told.high < 100
    assert not estimate([0.0] * 5_000 + [1.0] * 9).known


def test_bad_words_are_one_message() -> None:
    for words, code in (
        (("quick",), "arena.players"), (("quick", "quack"), "players.unknown"), (("quick", "random", "--deals", "0"), "arena.deals"),
        (("quick", "random", "--ray", "127.0.0.1:1"), "arena.ray"), (("quick", "nowhere:Bot"), "players.made"),
    ):  # fmt: skip
        out = sikwu("arena", *words, "--lang", "en")
        assert out.returncode == 2, words
        assert f"[{code}" in out.stderr.replace("\n", ""), (words, out.stderr)
        assert "Traceback" not in out.stderr


def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    words = [
        sys.executable,
        "-m",
        "sikwu",
        "arena",
        "quick",
        "random",
        "--deals",
        "2000000",
        "--lang",
        "en",
        "--results",
        str(file),
    ]
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # even if the tests themselves run in the background
    child = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heard)
    while not file.exists() or file.read_bytes().count(b"\n") < 4:
        time.sleep(0.05)
        assert child.poll() is None
    child.send_signal(signal.SIGINT)
    _, said = child.communicate(timeout=PATIENCE)
    assert child.returncode == 130
    assert "The same command resumes" in " ".join(said.split())
    assert "Traceback" not in said
    contest = Contest(("quick", "random"), deals=2_000_000)
    with open_results(contest, file) as results:
        assert len(results.units) >= 3


def test_every_document_is_tried() -> None:
    assert set(RULESETS) <= set(names())
