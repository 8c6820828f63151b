"""Deals of an arena as records: the deals of the native loop, line by line; verified and replayed by the commands."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from typer.testing import Result

from commands import invoked
from matches import objects
from sikwu import ruleset
from sikwu.arena import Contest, Records, open_results, play_recorded, play_unit
from sikwu.arena.contest import UNIT, ArenaError, round_of
from sikwu.arena.work import work
from sikwu.play.deal import RESULTS
from sikwu.play.lines import DealLine, Line
from sikwu.play.many import COLUMNS, play_many
from sikwu.play.match import Match
from sikwu.play.native import native
from sikwu.play.problems import PlayError
from sikwu.play.reader import typed_lines
from sikwu.play.record import read_record
from sikwu.play.replay import replay
from sikwu.play.verify import verify
from sikwu.players import Sitting, player, table
from sikwu.players.chance import Chance
from sikwu.texts import say
from test_arena import RULESETS
from test_play_twin import some_rules

SEATS = "ESWN"


def written(contest: Contest, every: int = 1) -> dict[str, list[Line]]:
    """The records of the first unit, read."""
    return {name: read_record(text)[0] for name, text in play_recorded(contest, 0, every)[1].items()}


def of_record(record: Sequence[Line], denominator: int) -> dict[str, Any]:
    """What the columns of `play_many` say of a deal, taken from its record alone."""
    lines = objects(record)
    (end,) = (line for line in lines if line["type"] == "end_kyoku")
    wins = [line for line in lines if line["type"] == "hora"]
    claims = {line["actor"] for line in lines if line["type"] in ("chi", "pon", "daiminkan")}
    told: dict[str, Any] = {
        "changes": [Fraction(end["payments"][seat]) * denominator for seat in SEATS],
        "result": RESULTS.index(end["result"]),
        "winners": sum(1 << SEATS.index(seat) for seat in end["winners"]),
        "winner": SEATS.index(end["winners"][0]) if wins else -1,
        "feeder": SEATS.index(wins[0]["target"]) if wins and "target" in wins[0] else -1,
        "fan": wins[0]["answer"]["fan"] if wins else 0,
        "draws": sum(line["type"] == "tsumo" and "back" not in line for line in lines),
        "decisions": sum(line["type"] == "decision" for line in lines),
        "called": sum(1 << SEATS.index(seat) for seat in claims),
        "patterns": {pattern for win in wins for pattern in win["answer"]["patterns"]},
    }
    return told


def of_loop(contest: Contest, seating: Sequence[int], wall: int) -> dict[str, Any]:
    """The same from the native loop."""
    rounds = np.array([round_of(contest.seed, wall)], np.uint8)
    players = [native(contest.players[who]) for who in seating]
    played = play_many(1, players, contest.rules, seed=contest.seed, first=wall, rounds=rounds, columns=COLUMNS)
    told = {name: getattr(played, name)[0] for name in COLUMNS}
    bits = int(told["patterns"][0]) | int(told["patterns"][1]) << 64
    patterns = {played.names[bit] for bit in range(128) if bits >> bit & 1}
    return {**told, "changes": list(map(int, told["changes"])), "patterns": patterns}


def hold_to_the_loop(contest: Contest) -> Counter[str]:
    """Every record replays and agrees with the loop; returns counts of the events."""
    seen: Counter[str] = Counter()
    records = written(contest)
    assert len(records) == contest.blocks * len(contest.seatings)
    for number, lines in enumerate(records.values()):
        seating, wall = contest.seatings[number // contest.blocks], number % contest.blocks
        done = replay(lines)
        assert done.ended
        assert done.kept == len(lines)
        assert [(each.faults, each.proven) for each in verify(objects(lines))] == [((), False)]
        told, loop = of_record(lines, contest.denominator), of_loop(contest, seating, wall)
        assert {name: loop[name] for name in told} == told, (
            f"{contest.rules.document.id}: wall {wall}, seating {seating}"
        )
        assert isinstance(lines[1], DealLine)
        seen.update((RESULTS[told["result"]], f"round {lines[1].round}"))
        seen["self-drawn"] += told["result"] == 1 and told["feeder"] < 0
    return seen


@pytest.mark.parametrize("rules", RULESETS)
def test_records_are_what_the_native_loop_played(rules: str) -> None:
    seen = hold_to_the_loop(Contest(("quick", "random"), rules, deals=4 * 12, seed=21, pairs=False))
    seen += hold_to_the_loop(Contest(("quick", "quick", "random"), rules, deals=12, seed=3))
    assert seen["win"] > 4
    assert seen["self-drawn"] > 0
    assert {f"round {seat}" for seat in SEATS} <= set(seen)


@pytest.mark.parametrize("rules", RULESETS)
def test_records_under_options_of_a_house_are_what_the_native_loop_played(rules: str) -> None:
    for number in range(3):
        chosen = some_rules(rules, Random(f"records {rules} {number}"))
        hold_to_the_loop(Contest(("quick", "random"), chosen, deals=8, seed=number))


def test_a_record_of_other_chance_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: decisions of another wall's stream, as they were before an arena's deal could be written."""
    contest = Contest(("random", "quick"), deals=16, seed=21)
    hold_to_the_loop(contest)
    chosen = table.chosen
    monkeypatch.setattr(
        table, "chosen", lambda handle, deal, seat, seed, wall, n: chosen(handle, deal, seat, seed, 7, n)
    )
    with pytest.raises(AssertionError, match="wall 0, seating"):
        hold_to_the_loop(contest)


class Folding:
    """Asked in Python, one decision after the other; sometimes its answer is illegal."""

    name = "folding"

    def choose(self, view: object, legal: Sequence[int]) -> int:
        raise AssertionError

    def choose_with(self, view: object, legal: Sequence[int], chance: Chance) -> int:
        return -1 if chance.below(20) == 0 else legal[0]


class Batch:
    """Asked with rows."""

    name = "batch"

    def choose_many(self, observations: dict[str, np.ndarray], mask: np.ndarray) -> np.ndarray:
        return mask.argmax(1)


@pytest.mark.parametrize("who", ["Folding", "Batch"])
def test_deals_that_are_asked_in_python_are_recorded_as_they_are_played(who: str) -> None:
    contest = Contest((f"test_arena_records:{who}", "quick"), "hk-taiwanese", deals=12, seed=4)
    unit, texts = play_recorded(contest, 0, 1)
    assert unit == play_unit(contest, 0)
    points = np.zeros((contest.blocks, 2), object)
    defaults = 0
    for number, text in enumerate(texts.values()):
        lines = read_record(text)[0]
        assert replay(lines).ended
        seating = contest.seatings[number // contest.blocks]
        for seat, change in enumerate(of_record(lines, contest.denominator)["changes"]):
            points[number % contest.blocks, seating[seat]] += change
        defaults += sum(line.get("default") is True for line in objects(lines))
    assert points.tolist() == unit["points"]
    assert defaults == sum(unit.get("defaults", {}).get(contest.players[0], {}).values())
    assert (defaults > 0) == (who == "Folding")


# --- the folder


def run(contest: Contest, folder: Path, file: Path | None = None, workers: int = 1, every: int = 1) -> dict[str, bytes]:
    with open_results(contest, file) as results:
        for _ in work(results, workers, records=Records(contest, folder, every)):
            pass
        results.finish()
    return {each.name: each.read_bytes() for each in folder.iterdir()}


def test_the_same_files_for_any_number_of_workers_and_a_run_that_was_stopped(tmp_path: Path) -> None:
    contest = Contest(("quick", "random"), "hk-common", deals=4 * (UNIT + 8), seed=11)
    files = {workers: run(contest, tmp_path / str(workers), workers=workers, every=24) for workers in (1, 2)}
    assert files[1] == files[2]
    assert len(files[1]) == len(Records(contest, tmp_path, 24)) == 3 * 4
    kept = tmp_path / "kept.jsonl"
    with open_results(contest, kept) as results:  # results of before, without records
        for _ in work(results):
            pass
        results.finish()
    before = kept.read_bytes()
    assert run(contest, tmp_path / "later", kept, every=24) == files[1]
    lost = next((tmp_path / "later").glob(f"*-{0:06}-*"))
    lost.unlink()
    stamps = {each: each.stat().st_mtime_ns for each in (tmp_path / "later").glob(f"*-{UNIT + 8 - 1:06}-*")}
    assert run(contest, tmp_path / "later", kept, every=24) == files[1]
    assert stamps == {each: each.stat().st_mtime_ns for each in stamps}  # existing records are not played again
    assert kept.read_bytes() == before
    longer = Contest(("quick", "random"), "hk-common", deals=4 * (UNIT + 32), seed=11)
    assert set(run(longer, tmp_path / "later", kept, every=24)) > set(files[1])


class Fickle:
    """Decides otherwise each time it is made."""

    name = "fickle"
    made = 0

    def __init__(self) -> None:
        Fickle.made += 1
        self.turn = Fickle.made

    def choose(self, view: object, legal: Sequence[int]) -> int:
        return legal[self.turn // 100 % len(legal)]


def test_who_decides_otherwise_the_second_time_is_told(tmp_path: Path) -> None:
    contest = Contest(("test_arena_records:Fickle", "quick"), deals=60)
    file = tmp_path / "kept.jsonl"
    with open_results(contest, file) as results:
        for _ in work(results):
            pass
        results.finish()
    with pytest.raises(ArenaError) as told:
        run(contest, tmp_path / "records", file)
    assert told.value.problems[0].code == "arena.again"


def test_what_cannot_be_written_is_refused_before_the_work_begins(tmp_path: Path) -> None:
    contest = Contest(("quick", "random"), deals=8)
    with pytest.raises(ArenaError) as told:
        Records(contest, tmp_path, 0)
    assert told.value.problems[0].code == "arena.every"
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(ArenaError) as told:
        run(contest, tmp_path / "file")
    assert told.value.problems[0].code == "arena.records"


def test_other_contests_have_other_names(tmp_path: Path) -> None:
    contests = (
        *(Contest(("quick", "random"), deals=4, seed=seed) for seed in (0, 1)),
        Contest(("random", "quick"), deals=4),
        Contest(("quick", "random"), deals=4, pairs=True),
        Contest(("quick", "random"), ruleset("hk-standard").with_options({"hand.min_fan": 1}), deals=4),
        Contest(("quick", "random"), "club16", deals=4),
    )
    names = [name for contest in contests for name in Records(contest, tmp_path).names(0)]
    assert len(names) == len(set(names)) == 6 * 4 + 2


# --- records of a given wall


def test_only_a_given_wall_may_begin_in_another_round() -> None:
    """A match with proven walls begins in the East round; in a study the first deal sets the round, and its wins
    agree.
    """
    contest = Contest(("quick", "random"), deals=4 * 16, seed=21)
    found = map(objects, written(contest).values())
    lines = next(each for each in found if each[1]["bakaze"] == "W" and each[-3]["result"] == "win")
    replay(typed_lines(lines))
    for wrong in "ESN":
        forged = json.loads(json.dumps(lines))
        forged[1]["bakaze"] = wrong
        with pytest.raises(PlayError):
            replay(typed_lines(forged))
    sitting = Sitting(Match.new(), [player("quick")] * 4, seed=1)
    sealed = objects([sitting.game.begin(), *sitting.deal(last=True)])
    replay(typed_lines(sealed))
    sealed[1] = {**sealed[1], "bakaze": "S"}
    with pytest.raises(PlayError, match="bakaze"):
        replay(typed_lines(sealed))


# --- the command


def sikwu(*words: str) -> Result:
    return invoked([*words, "--lang", "en"], {"COLUMNS": "200"})


def test_the_command_writes_records_that_the_others_take(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    out = sikwu(
        "arena", "quick", "random", "--deals", "24", "--rules", "hk-classic", "--records", str(folder), "--every", "4"
    )
    assert out.exit_code == 0, out.output
    files = sorted(folder.iterdir())
    assert len(files) == 8
    assert say("cli.arena.records", n=8, folder=str(folder))("en") in out.output
    out = sikwu("verify", *map(str, files))
    assert out.exit_code == 0, out.output
    assert out.output.count(say("game.verify.rules")("en")) == 8
    out = sikwu("replay", str(files[0]))
    assert out.exit_code == 0, out.output
    assert "quick" in out.output
    out = sikwu("replay", str(files[0]), "--as", "random 2")
    assert out.exit_code == 0, out.output
    for words, code in ((("--every", "0"), 2), (("--records", str(files[0])), 2)):
        out = sikwu("arena", "quick", "random", "--deals", "4", *words)
        assert out.exit_code == code, out.output
        assert "Traceback" not in out.output
