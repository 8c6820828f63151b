"""`hk_mahjong_v0` for PettingZoo: a deal or a match in which one seat after the other is asked; needs the extra `[rl]`.

Claims are asked seat by seat, hidden from each other, and resolved together; a seat with one legal action is not asked.

v0: the first version.
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
from sikwu.env.course import AGENTS, course
from sikwu.env.encode import MASK_SHAPE, PLANES_SHAPE, SCALARS_SHAPE, STATE_SHAPE, Observation
from sikwu.env.reward import REWARDS, rewards, unit_of
from sikwu.play.actions import ACTIONS
from sikwu.play.native import native
from sikwu.play.problems import PlayError
from sikwu.rules.presets import rules_of
from sikwu.rules.ruleset import Ruleset

_FIRST = (-1, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0)
"""The lowest seat of a set of seats."""


def observation_space() -> spaces.Dict:
    """The observation space of every seat."""
    return spaces.Dict(
        {
            "planes": spaces.Box(0, 255, PLANES_SHAPE, np.uint8),
            "scalars": spaces.Box(0, 255, SCALARS_SHAPE, np.float32),
            "action_mask": spaces.Box(0, 1, MASK_SHAPE, np.int8),
        }
    )


class raw_env(AECEnv[str, Observation, int | None]):
    """Four seats, `seat_0` the first dealer. `reset(seed)` starts the seed's first episode; without a seed the next one follows.

    `episode`: "deal", or "match": then agents keep their places while the dealer changes, and each deal is paid when it ends.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "hk_mahjong_v0", "render_modes": [], "is_parallelizable": False}
    agent_selection: str
    rewards: dict[str, float]
    terminations: dict[str, bool]

    def __init__(
        self,
        ruleset: Ruleset | str = "hk-standard",
        reward: str = "money",
        episode: str = "deal",
        aids: bool = False,
    ) -> None:
        super().__init__()
        rules = rules_of(ruleset)
        if reward not in REWARDS:
            raise PlayError.of("env.reward", name=reward[:40], known=list(REWARDS))
        self.ruleset, self.render_mode = rules, None
        self._course, self._reward = course(episode, rules), reward
        self._aids = native("careful", rules) if aids else None
        self._unit = unit_of(rules) / rules.paying.denominator
        self.possible_agents = list(AGENTS)
        self.observation_spaces = {agent: observation_space() for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in AGENTS}
        self.state_space = spaces.Box(0, 1, STATE_SHAPE, np.uint8)
        self._seed, self._next = secrets.randbits(63), 0

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """147 actions, the same for every agent and ruleset."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals until a seat has a choice. `options` for a deal: `wall` (144 kinds in the order drawn), `round`
        (0-3), `streak`.
        """
        if seed is not None:
            self._seed, self._next = seed % (1 << 64), 0
        self.agents = self.possible_agents[:]
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        while True:
            self.terminations = dict.fromkeys(AGENTS, False)
            self.rewards, self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0), dict.fromkeys(AGENTS, 0.0)
            self._paid = False
            self._deal = self._course.begin(self._seed, self._next, options or {})
            self._next += 1
            self._go_on()
            if not self.terminations[self.agent_selection] or options:
                return

    def observe(self, agent: str) -> Observation:
        """The current observation of a seat, as new arrays."""
        planes, scalars = np.empty(PLANES_SHAPE, np.uint8), np.empty(SCALARS_SHAPE, np.float32)
        mask = np.empty(MASK_SHAPE, np.int8)
        _kernel.observe(self._deal, self._place[agent], self._aids, planes, scalars, mask)
        return {"planes": planes, "scalars": scalars, "action_mask": mask}

    def state(self) -> npt.NDArray[np.uint8]:
        """The part that the asked seat does not see: the hands of the others and the wall. For critics."""
        told = _kernel.state_planes(self._deal, self._place[self.agent_selection])
        return np.frombuffer(told, np.uint8).reshape(STATE_SHAPE)

    def step(self, action: int | None) -> None:
        """Takes the action of the asked seat; an illegal one raises an error and changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        try:
            self._deal.apply(self._place[agent], action)  # type: ignore[arg-type] # what is no number is refused
        except (ValueError, TypeError):
            raise PlayError.of("env.action", slot=0, action=str(action)[:40]) from None
        self._cumulative_rewards[agent] = 0.0
        if self._paid:
            self.rewards, self._paid = dict.fromkeys(AGENTS, 0.0), False
        asked = self._deal.asked
        if asked:
            self.agent_selection = self._seats[_FIRST[asked]]
        else:
            self._go_on()

    def _go_on(self) -> None:
        """Plays to the next question or to the end of the episode; deals that end on the way are paid."""
        deal: _kernel.KernelDeal | None = self._deal
        while deal is not None and not deal.asked:
            changed, deal = self._course.ended()
            told = rewards(np.array([changed[agent] for agent in AGENTS]), self._unit, self._reward).tolist()
            self.rewards, self._paid = dict(zip(AGENTS, told, strict=True)), True
            self._accumulate_rewards()
        self._seats = self._course.seats
        self._place = {agent: seat for seat, agent in enumerate(self._seats)}
        if deal is None:
            self.terminations, self.agent_selection = dict.fromkeys(AGENTS, True), AGENTS[0]
        else:
            self._deal, self.agent_selection = deal, self._seats[_FIRST[deal.asked]]

    def render(self) -> None:
        """Does nothing; `sikwu.play` and `sikwu.draw` show deals."""

    def close(self) -> None:
        """Does nothing: there are no resources to release."""


def env(**options: Any) -> AECEnv[str, Observation, int | None]:
    """The environment with PettingZoo's wrappers: an illegal action ends the deal with a loss for the player that
    chose it.
    """
    guarded = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))
