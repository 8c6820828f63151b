"""`hk_mahjong_v0` for PettingZoo: one deal, its seats asked one after the other; needs the extra `[rl]`.

Claims are asked seat by seat, hidden from each other, and resolved together; a seat with one legal action is not asked.

v0: the first one.
"""

from __future__ import annotations

import secrets
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from sikwu import _kernel
from sikwu.env.encode import MASK_SHAPE, PLANES_SHAPE, SCALARS_SHAPE, STATE_SHAPE
from sikwu.env.reward import REWARDS, rewards, unit_of
from sikwu.play.actions import ACTIONS
from sikwu.play.deal import PlayError, table_rules
from sikwu.play.many import walls_of
from sikwu.rules.presets import rules_of
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import problem

Observation = dict[str, npt.NDArray[Any]]
_FIRST = (-1, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0)
"""The lowest seat of a set of seats."""


def observation_space() -> spaces.Dict:
    """What every seat sees."""
    return spaces.Dict(
        {
            "planes": spaces.Box(0, 255, PLANES_SHAPE, np.uint8),
            "scalars": spaces.Box(0, 255, SCALARS_SHAPE, np.float32),
            "action_mask": spaces.Box(0, 1, MASK_SHAPE, np.int8),
        }
    )


class raw_env(AECEnv[str, Observation, int | None]):
    """Four seats, `seat_0` the dealer. `reset(seed)` starts the seed's first deal; without a seed the next one follows."""

    metadata: ClassVar[dict[str, Any]] = {"name": "hk_mahjong_v0", "render_modes": [], "is_parallelizable": False}

    def __init__(self, ruleset: Ruleset | str = "hk-standard", reward: str = "money", aids: bool = False) -> None:
        super().__init__()
        rules = rules_of(ruleset)
        if reward not in REWARDS:
            raise PlayError((problem("env.reward", name=reward[:40], known=list(REWARDS)),))
        self.ruleset, self.render_mode = rules, None
        self._table, self._unit = table_rules(rules), unit_of(rules)
        self._reward, self._aids = reward, aids
        self.possible_agents = [f"seat_{seat}" for seat in range(4)]
        self._number = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self.state_space = spaces.Box(0, 1, STATE_SHAPE, np.uint8)
        self._seed, self._next = secrets.randbits(63), 0

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """147 actions, the same for every agent and ruleset."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals until somebody has a choice. `options`: `wall` (144 kinds, first drawn first), `round` (0-3), `streak`."""
        if seed is not None:
            self._seed, self._next = seed % (1 << 64), 0
        said = options or {}
        while True:
            wall = said["wall"] if "wall" in said else walls_of(self._seed, 1, self._next)
            round_ = int(said.get("round", self._next // 4 % 4))
            self._next += 1
            try:
                self._deal = _kernel.Deal(
                    self._table, bytes(np.asarray(wall, np.uint8)), round_, int(said.get("streak", 0))
                )
            except (ValueError, TypeError):
                raise PlayError((problem("play.wall"),)) from None
            if self._deal.asked or "wall" in said:
                break
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[max(0, _FIRST[self._deal.asked])]
        if not self._deal.asked:
            self._end()

    def observe(self, agent: str) -> Observation:
        """What a seat sees now; new arrays each time."""
        planes, scalars = np.empty(PLANES_SHAPE, np.uint8), np.empty(SCALARS_SHAPE, np.float32)
        mask = np.empty(MASK_SHAPE, np.int8)
        _kernel.observe(self._deal, self._number[agent], self._aids, planes, scalars, mask)
        return {"planes": planes, "scalars": scalars, "action_mask": mask}

    def state(self) -> npt.NDArray[np.uint8]:
        """What the seat that is asked does not see: the hands of the others, and the wall. For critics."""
        told = _kernel.state_planes(self._deal, self._number[self.agent_selection])
        return np.frombuffer(told, np.uint8).reshape(STATE_SHAPE)

    def step(self, action: int | None) -> None:
        """The answer of the seat that is asked; one that is not legal is refused, and nothing is changed."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        try:
            self._deal.apply(self._number[agent], action)  # type: ignore[arg-type] # what is no number is refused
        except (ValueError, TypeError):
            raise PlayError((problem("env.action", slot=0, action=str(action)[:40]),)) from None
        self._cumulative_rewards[agent] = 0.0
        asked = self._deal.asked
        if asked:
            self.agent_selection = self.possible_agents[_FIRST[asked]]
        else:
            self._end()

    def _end(self) -> None:
        changes, _ = self._deal.settle()
        told = rewards(np.array(changes), self._unit, self._reward).tolist()
        self.rewards = dict(zip(self.agents, told, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]
        self._accumulate_rewards()

    def render(self) -> None:
        """Nothing is drawn here; `sikwu.play` and `sikwu.draw` show deals."""

    def close(self) -> None:
        """Nothing is held."""


def env(**options: Any) -> AECEnv[str, Observation, int | None]:
    """The environment with PettingZoo's guards: an illegal action ends the deal with a loss for who chose it."""
    guarded = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))
