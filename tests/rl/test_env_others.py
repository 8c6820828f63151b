"""Other libraries run on the environments: SuperSuit's wrappers, and the MaskablePPO of Stable-Baselines3."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

pytest.importorskip("pettingzoo")

from sikwu.env import hk_mahjong_v0
from sikwu.env.gym import HongKongMahjong


@pytest.mark.filterwarnings("ignore")
def test_supersuit_clips_what_is_paid() -> None:
    supersuit = pytest.importorskip("supersuit")
    env = supersuit.clip_reward_v0(hk_mahjong_v0.raw_env(ruleset="hk-taiwanese"), -0.25, 0.25)
    chance, paid = Random(1), set()
    env.reset(seed=5)
    for _ in range(40):
        for _ in env.agent_iter():
            seen, reward, over, _, _ = env.last()
            paid.add(round(float(reward), 3))
            legal = np.flatnonzero(seen["action_mask"]).tolist()
            env.step(None if over else 1 if 1 in legal else int(chance.choice(legal)))
        env.reset()
    assert paid == {-0.25, 0.0, 0.25}


@pytest.mark.filterwarnings("ignore")
def test_maskable_ppo_learns_on_many_deals() -> None:
    vec_env = pytest.importorskip("stable_baselines3.common.vec_env")
    contrib = pytest.importorskip("sb3_contrib")

    class Deals(vec_env.VecEnv):  # type: ignore[misc]
        """The vector environment as Stable-Baselines3 takes it."""

        def __init__(self, env: HongKongMahjong) -> None:
            super().__init__(env.num_envs, env.single_observation_space, env.single_action_space)
            self.inner, self.illegal, self.paid = env, 0, 0.0

        def copied(self, seen: dict[str, npt.NDArray[Any]]) -> dict[str, npt.NDArray[Any]]:
            return {name: array.copy() for name, array in seen.items()}

        def reset(self) -> dict[str, npt.NDArray[Any]]:
            return self.copied(self.inner.reset(seed=1)[0])

        def step_async(self, actions: npt.NDArray[Any]) -> None:
            self.actions = actions

        def step_wait(self) -> Any:
            mask = self.inner.deals.mask
            self.illegal += int((mask[np.arange(self.num_envs), self.actions] == 0).sum())
            seen, reward, over, _, _ = self.inner.step(self.actions)
            self.paid += float(np.abs(reward).sum())
            last = self.copied(seen)
            infos = [
                {"terminal_observation": {name: last[name][i] for name in last}} if over[i] else {}
                for i in range(self.num_envs)
            ]
            return last, reward, over, infos

        def env_method(self, method_name: str, *args: Any, indices: Any = None, **more: Any) -> list[Any]:
            assert method_name == "action_masks"
            return list(self.inner.deals.mask.astype(bool))

        def has_attr(self, attr_name: str) -> bool:
            return attr_name == "action_masks"

        def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
            return [None] * self.num_envs

        def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None: ...

        def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
            return [False] * self.num_envs

        def close(self) -> None: ...

    env = Deals(HongKongMahjong(16, "hk-taiwanese", reward="squashed"))
    model = contrib.MaskablePPO("MultiInputPolicy", env, n_steps=32, batch_size=128, n_epochs=1, seed=1, device="cpu")
    before = [weights.clone() for weights in model.policy.parameters()]
    model.learn(1024)
    assert env.illegal == 0
    assert env.paid > 0
    assert any(not one.equal(two) for one, two in zip(before, model.policy.parameters(), strict=True))
