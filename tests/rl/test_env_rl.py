"""The environments of the extra `[rl]`: PettingZoo's own tests, Gymnasium's vector environment, torch without copies."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import warnings
from random import Random

import numpy as np
import pytest

pettingzoo = pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, seed_test  # noqa: E402

from sikwu.env import hk_mahjong_v0  # noqa: E402
from sikwu.env.gym import HongKongMahjong  # noqa: E402
from sikwu.play.problems import PlayError  # noqa: E402

RULESETS = ("hk-standard", "hk-common", "hk-classic", "hk-taiwanese", "club16")


@pytest.mark.parametrize("name", RULESETS)
def test_api(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of advice that is not ours to follow
        api_test(hk_mahjong_v0.env(ruleset=name), num_cycles=1000)


def test_seeds() -> None:
    seed_test(hk_mahjong_v0.env, num_cycles=300)


def transcript(seed: int, deals: int) -> str:
    """A hash of everything that a learner receives in some random deals."""
    env, chance, digest = hk_mahjong_v0.raw_env(ruleset="hk-taiwanese"), Random(seed), hashlib.sha256()
    for number in range(deals):
        env.reset(seed if number == 0 else None)
        for agent in env.agent_iter():
            seen, reward, over, _, _ = env.last()
            digest.update(f"{agent} {reward} {over}".encode())
            for name in sorted(seen):
                digest.update(seen[name].tobytes())
            env.step(None if over else int(chance.choice(np.flatnonzero(seen["action_mask"]).tolist())))
    return digest.hexdigest()


def test_transcripts_are_equal_in_other_processes() -> None:
    code = "import sys; sys.path.insert(0, sys.argv[1]); from test_env_rl import transcript; print(transcript(5, 3))"
    here = os.path.dirname(__file__)
    told = []
    for hash_seed in ("0", "77"):
        done = subprocess.run(
            [sys.executable, "-c", code, here],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        )
        told.append(done.stdout.strip())
    assert told == [transcript(5, 3)] * 2
    assert transcript(6, 3) != told[0]


def test_money_sums_to_zero_and_ends_the_deal() -> None:
    env, chance, won = hk_mahjong_v0.raw_env(), Random(3), 0
    env.reset(seed=1)
    for _ in range(150):
        while not env.terminations[env.agent_selection]:
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(1 if mask[1] else int(chance.choice(np.flatnonzero(mask).tolist())))
        assert abs(sum(env.rewards.values())) < 1e-6
        won += any(env.rewards.values())
        env.reset()
    assert won > 0


def test_an_illegal_action_is_refused_by_the_bare_environment_and_ends_the_guarded_one() -> None:
    bare = hk_mahjong_v0.raw_env()
    bare.reset(seed=1)
    before = bare.observe("seat_0")
    with pytest.raises(PlayError, match="146"):
        bare.step(146)
    assert all((before[name] == bare.observe("seat_0")[name]).all() for name in before)
    guarded = hk_mahjong_v0.env()
    guarded.reset(seed=1)
    guarded.step(146)
    assert guarded.terminations["seat_0"]
    assert guarded.rewards["seat_0"] == -1


def test_a_given_wall_is_dealt() -> None:
    from sikwu.play.wall import sorted_wall

    env = hk_mahjong_v0.raw_env()
    env.reset(options={"wall": list(sorted_wall()), "round": 2})
    assert env.observe("seat_0")["planes"][60].argmax() == 29
    assert env.state().shape == (16, 34)
    with pytest.raises(PlayError):
        env.reset(options={"wall": [0] * 144})


@pytest.mark.parametrize("name", ["hk-standard", "hk-taiwanese", "club16"])
def test_a_match_is_an_episode(name: str) -> None:
    """The total rewards of the agents agree with the books of the same match."""
    from sikwu.play.match import Match, seeded_walls

    env, chance = hk_mahjong_v0.raw_env(ruleset=name, episode="match"), Random(2)
    rules = env.ruleset.with_options({"play.rounds": 1, "hand.min_fan": 0})
    env = hk_mahjong_v0.raw_env(ruleset=rules, episode="match")
    env.reset(seed=3)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    match, walls = Match.new(rules, env.possible_agents), seeded_walls("3 0")
    wall = walls(match)
    deal, deals = match.deal(wall)[0], 0
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        totals[agent] += reward
        if over:
            env.step(None)
            continue
        window = deal.window
        assert window is not None
        seat = min(window.waiting)
        assert match.seats[seat] == agent
        legal = np.flatnonzero(seen["action_mask"]).tolist()
        assert legal == list(window.legal[seat])
        action = 1 if 1 in legal else int(chance.choice(legal))
        env.step(action)
        deal.apply(seat, action)
        while deal.over and not match.over:
            match, deals = match.after(deal, wall)[0], deals + 1
            if not match.over:
                wall = walls(match)
                deal = match.deal(wall)[0]
    assert match.over
    assert deals >= 4
    start, end = Match.new(rules, env.possible_agents).held, match.closed().held
    for agent, total in totals.items():
        assert abs(total * env._unit - float(end[agent] - start[agent])) < 1e-2
    with pytest.raises(PlayError):
        hk_mahjong_v0.raw_env(episode="evening")


def test_gymnasium() -> None:
    env = HongKongMahjong(16, opponents=("quick", "random", "random"), reward="squashed", seed=4)
    seen, infos = env.reset(seed=9)
    assert env.observation_space.contains(seen)
    chance, ended, squashed = np.random.default_rng(1), 0, 0
    for _ in range(400):
        actions = env.deals.pick(chance.random(16, np.float32))
        seen, reward, over, cut, infos = env.step(actions)
        assert not cut.any()
        assert not reward[~over].any()
        assert (np.sign(reward) == np.sign(infos["money"])).all()
        ended += int(over.sum())
        squashed += int((np.abs(reward) < np.abs(infos["money"])).sum())
    assert env.observation_space.contains(seen)
    assert (infos["action_mask"].sum(axis=1) > 1).all()
    assert ended > 50
    assert squashed > 0
    with pytest.raises(PlayError):
        HongKongMahjong(2, reward="fame")


def test_torch_reads_the_arrays_where_they_are() -> None:
    torch = pytest.importorskip("torch")
    from sikwu.env import VectorDeals

    deals = VectorDeals(n=4)
    deals.reset()
    planes = torch.from_dlpack(deals.observation["planes"])
    before = planes.clone()
    deals.step(deals.pick(np.full(4, 0.5, np.float32)))
    assert not torch.equal(before, planes)
    assert (planes.numpy() == deals.observation["planes"]).all()
