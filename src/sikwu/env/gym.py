"""One learner and three native opponents as a Gymnasium `VectorEnv` over `VectorDeals`; needs the extra `[rl]`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from sikwu.env.aec import observation_space
from sikwu.env.encode import Observation
from sikwu.env.reward import rewards
from sikwu.env.vector import VectorDeals
from sikwu.play.actions import ACTIONS
from sikwu.play.native import Native
from sikwu.rules.ruleset import Ruleset


class HongKongMahjong(VectorEnv[Observation, npt.NDArray[np.integer[Any]], npt.NDArray[Any]]):
    """Each episode is one deal; the learner's seat advances by one each deal. An ended deal is replaced by the next
    in the same step.

    Observations are the arrays of `VectorDeals`. Every step overwrites them, so copy an observation to keep it. The
    end of a deal is a terminal state, so there is no final observation. `infos`: `action_mask`, and for deals that
    ended `money`, whatever the reward is.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        num_envs: int = 64,
        ruleset: Ruleset | str = "hk-standard",
        opponents: Sequence[Native] = ("random", "random", "random"),
        reward: str = "money",
        aids: bool = False,
        threads: int = 1,
        seed: int = 0,
    ) -> None:
        super().__init__()
        self._options: dict[str, Any] = {
            "ruleset": ruleset,
            "n": num_envs,
            "opponents": opponents,
            "aids": aids,
            "threads": threads,
        }
        self.num_envs, self._kind = num_envs, reward
        self.deals = VectorDeals(**self._options, seed=seed)
        rewards(np.zeros(1, np.int32), 1.0, reward)  # refuses an unknown reward
        self.single_observation_space = observation_space()
        self.single_action_space = spaces.Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _seen(self) -> Observation:
        return {**self.deals.observation, "action_mask": self.deals.mask}

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Starts every slot at its first deal; a new seed gives other deals."""
        first = next((each for each in seed if each is not None), None) if isinstance(seed, list) else seed
        if first is not None:
            self.deals = VectorDeals(**self._options, seed=first % (1 << 64))
        self.deals.reset()
        return self._seen(), {"action_mask": self.deals.mask}

    def step(
        self, actions: npt.NDArray[np.integer[Any]]
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Takes one action of each learner: (observation, reward, terminated, truncated, infos)."""
        learner = self.deals.seat.astype(np.intp)
        self.deals.step(actions)
        changes = self.deals.reward[np.arange(self.num_envs), learner]
        done = self.deals.done.astype(bool)
        infos = {"action_mask": self.deals.mask, "money": rewards(changes, self.deals.unit)}
        told = rewards(changes, self.deals.unit, self._kind)
        return self._seen(), told, done, np.zeros(self.num_envs, bool), infos
