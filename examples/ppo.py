"""A masked PPO in one file: learns to play against three native players, then prints the points it wins per deal, with a 99 % interval.

    pip install ".[rl]"        # in a clone; else "sikwu[rl]"
    python examples/ppo.py --minutes 10 --opponent random

It sees the planes and numbers of `hk_mahjong_v0` with the aids on (how far each discard leaves the hand, how many live tiles help then),
and is paid the squashed settlement; the change of "tiles away" is added as a difference of potentials, which leaves the best play as it is.
"""

from __future__ import annotations

import argparse
import math
import time
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn

from sikwu.env import VectorDeals
from sikwu.env.encode import PLANES, SCALARS_SHAPE
from sikwu.env.gym import HongKongMahjong

ACTIONS, DISCARDS = 147, slice(3, 37)
KEPT = [place for name in ("mine", "offered", "live", "away_after", "live_after") for place in PLANES[name].places]
"""The planes that the net uses; it ignores the others."""
OFFERED, LIVE, AWAY, USEFUL = range(4, 8)


@dataclass(frozen=True)
class Plan:
    """What is tried; the defaults fit ten minutes on two cores."""

    slots: int = 512
    steps: int = 48
    epochs: int = 2
    batch: int = 4096
    rate: float = 1e-3
    clip: float = 0.2
    entropy: float = 0.01
    kept: float = 0.95
    potential: float = 0.1


class Net(nn.Module):
    """A small trunk for everything, and one scorer that every discard shares: what it leaves the hand with."""

    def __init__(self, width: int = 64) -> None:
        super().__init__()
        size = 4 * 34 + 34 + SCALARS_SHAPE[0]
        self.trunk = nn.Sequential(nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.act, self.value = nn.Linear(width, ACTIONS), nn.Linear(width, 1)
        self.discard = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 1))
        self.register_buffer("honour", (torch.arange(34) >= 27).float())

    def forward(self, planes: Tensor, scalars: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        seen = planes.float()
        hand, live = seen[:, :4], seen[:, LIVE] / 4
        whole = torch.cat([hand.flatten(1), seen[:, OFFERED], scalars], 1)
        trunk = self.trunk(whole)
        away, useful = seen[:, AWAY], seen[:, USEFUL]
        least = torch.where(away > 0, away, torch.full_like(away, 99)).amin(1, keepdim=True)
        honour = self.honour.expand_as(away)
        each = torch.stack([away - least, away / 8, useful / 40, hand.sum(1) / 4, live, honour], 2).clamp(-2, 3)
        logits = self.act(trunk)
        logits = torch.cat([logits[:, :3], logits[:, DISCARDS] + self.discard(each).squeeze(2), logits[:, 37:]], 1)
        return logits.masked_fill(mask == 0, -1e9), self.value(trunk).squeeze(1)


def seen_of(deals: VectorDeals) -> tuple[Tensor, Tensor, Tensor]:
    """Copies of the observations, because every step overwrites the arrays."""
    planes = torch.from_numpy(deals.observation["planes"][:, KEPT])
    return planes, torch.from_dlpack(deals.observation["scalars"]).clone(), torch.from_dlpack(deals.mask).clone()


def nearness(planes: Tensor) -> Tensor:
    """The potential: the fewer tiles away after the best discard, the higher; zero if it is not the seat's own turn."""
    away = planes[:, AWAY].float()
    return -torch.where(away > 0, away, torch.full_like(away, 9)).amin(1) * (away.amax(1) > 0)


def collect(env: HongKongMahjong, net: Net, plan: Plan) -> tuple[dict[str, Tensor], Tensor]:
    """Some steps of every slot, and the value of the last state."""
    rows: dict[str, list[Tensor]] = {
        name: [] for name in ("planes", "scalars", "mask", "action", "old", "value", "reward", "over")
    }
    held = torch.zeros(plan.slots)  # the potential at the last own turn
    with torch.no_grad():
        for _ in range(plan.steps):
            planes, scalars, mask = seen_of(env.deals)
            logits, value = net(planes, scalars, mask)
            chosen = torch.distributions.Categorical(logits=logits, validate_args=False)
            action = chosen.sample()
            _, reward, over, _, _ = env.step(action.numpy())
            ended, turn = torch.from_numpy(over), planes[:, AWAY].amax(1) > 0
            now = torch.where(turn, nearness(planes), held)
            earned = torch.from_numpy(reward).clone()
            if rows["reward"]:
                rows["reward"][-1] += plan.potential * (now - held) * ~rows["over"][-1]
            held = torch.where(ended, torch.zeros_like(now), now)
            for name, values in (("planes", planes), ("scalars", scalars), ("mask", mask), ("action", action)):
                rows[name].append(values)
            for name, values in (
                ("old", chosen.log_prob(action)),
                ("value", value),
                ("reward", earned),
                ("over", ended),
            ):
                rows[name].append(values)
        _, after = net(*seen_of(env.deals))
    return {name: torch.stack(values) for name, values in rows.items()}, after


def advantages(rows: dict[str, Tensor], after: Tensor, kept: float) -> Tensor:
    """How much better than expected each choice went (generalised, undiscounted: deals are short)."""
    out, told = torch.zeros_like(rows["reward"]), torch.zeros_like(after)
    for step in reversed(range(len(out))):
        on = ~rows["over"][step]
        told = rows["reward"][step] + on * after - rows["value"][step] + kept * on * told
        out[step], after = told, rows["value"][step]
    return out


def improve(net: Net, optimiser: torch.optim.Optimizer, rows: dict[str, Tensor], better: Tensor, plan: Plan) -> float:
    """The clipped steps of PPO; the mean entropy of the choices."""
    flat = {name: values.flatten(0, 1) for name, values in rows.items()}
    gain, wanted = better.flatten(), (better + rows["value"]).flatten()
    gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    told = []
    for _ in range(plan.epochs):
        for some in torch.randperm(len(gain)).split(plan.batch):
            logits, value = net(flat["planes"][some], flat["scalars"][some], flat["mask"][some])
            chosen = torch.distributions.Categorical(logits=logits, validate_args=False)
            ratio = (chosen.log_prob(flat["action"][some]) - flat["old"][some]).exp()
            gained = torch.minimum(ratio * gain[some], ratio.clamp(1 - plan.clip, 1 + plan.clip) * gain[some]).mean()
            entropy = chosen.entropy().mean()
            loss = -gained + 0.5 * (value - wanted[some]).square().mean() - plan.entropy * entropy
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()
            told.append(float(entropy.detach()))
    return sum(told) / len(told)


def measured(net: Net, ruleset: str, opponent: str, deals: int, seed: int) -> tuple[float, float, int]:
    """Points a deal on fresh walls, half a 99 % interval, and how many deals; the likeliest action is taken."""
    env = HongKongMahjong(512, ruleset, (opponent,) * 3, aids=True, seed=seed)
    env.reset()
    points: list[float] = []
    with torch.no_grad():
        while len(points) < deals:
            logits, _ = net(*seen_of(env.deals))
            _, _, over, _, infos = env.step(logits.argmax(1).numpy())
            points += infos["money"][over].tolist()
    scale = env.deals.unit / env.deals.denominator
    values = np.array(points) * scale
    return float(values.mean()), 2.576 * float(values.std()) / math.sqrt(len(values)), len(values)


def main() -> None:
    said = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    said.add_argument("--minutes", type=float, default=10)
    said.add_argument("--ruleset", default="hk-standard")
    said.add_argument("--opponent", default="random", choices=("random", "quick"))
    said.add_argument("--deals", type=int, default=20_000, help="played at the end")
    said.add_argument("--seed", type=int, default=1)
    said.add_argument("--threads", type=int, default=2)
    said.add_argument("--save", help="where the net is written to")
    asked, plan = said.parse_args(), Plan()
    torch.manual_seed(asked.seed)
    torch.set_num_threads(asked.threads)
    env = HongKongMahjong(
        plan.slots, asked.ruleset, (asked.opponent,) * 3, "squashed", aids=True, threads=asked.threads, seed=asked.seed
    )
    env.reset()
    net = Net()
    optimiser = torch.optim.Adam(net.parameters(), plan.rate)
    start, decisions, told = time.monotonic(), 0, 0.0
    while (spent := time.monotonic() - start) < 60 * asked.minutes:
        for group in optimiser.param_groups:
            group["lr"] = plan.rate * max(0.1, 1 - spent / (60 * asked.minutes))
        rows, after = collect(env, net, plan)
        entropy = improve(net, optimiser, rows, advantages(rows, after, plan.kept), plan)
        decisions += plan.slots * plan.steps
        if spent - told > 60:
            mean, half, _ = measured(net, asked.ruleset, asked.opponent, 2_000, 99)
            line = f"{spent / 60:5.1f} min {decisions / 1e6:6.2f} M decisions  {mean:+.2f} ± {half:.2f} points a deal"
            print(f"{line}  entropy {entropy:.2f}", flush=True)
            told = spent
    if asked.save:
        torch.save(net.state_dict(), asked.save)
    mean, half, deals = measured(net, asked.ruleset, asked.opponent, asked.deals, 12345)
    verdict = "better" if mean > half else "worse" if mean < -half else "no difference seen"
    print(f"against three {asked.opponent}: {mean:+.3f} ± {half:.3f} points a deal (99 %, {deals:,} deals): {verdict}")


if __name__ == "__main__":
    main()
