"""The arena on a Ray cluster: one on this machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from sikwu.arena.contest import ArenaError, Contest
from sikwu.arena.results import open_results
from sikwu.arena.work import work

pytest.importorskip("ray")


def run(contest: Contest, file: Path, ray: str | None) -> bytes:
    with open_results(contest, file) as results:
        for _ in work(results, ray=ray):
            pass
        results.finish()
    return file.read_bytes()


def test_a_cluster_writes_the_same_bytes(tmp_path: Path) -> None:
    contest = Contest(("quick", "random"), "hk-taiwanese", deals=1500, seed=4)
    alone = run(contest, tmp_path / "alone.jsonl", None)
    assert run(contest, tmp_path / "ray.jsonl", "local") == alone
    assert len(alone.splitlines()) == 1 + contest.units


def test_a_cluster_that_is_not_there_is_one_message(tmp_path: Path) -> None:
    contest = Contest(("quick", "random"), deals=64)
    with pytest.raises(ArenaError) as refused:
        run(contest, tmp_path / "no.jsonl", "127.0.0.1:1")
    assert refused.value.problems[0].code == "arena.ray_address"
