"""One deal has one result: what a learner is paid, what the arena counts and what the settlement says are the same, seat by seat."""

from __future__ import annotations

import os

import numpy as np
import pytest

from sikwu import ruleset
from sikwu.arena.contest import Contest, round_of
from sikwu.arena.unit import play_unit
from sikwu.env import VectorDeals
from sikwu.env.reward import rewards
from sikwu.play.deal import Deal
from sikwu.play.many import play_many, walls_of
from sikwu.play.native import native
from sikwu.tiles import Wind

RULESETS = ("hk-standard", "hk-common", "hk-classic", "hk-taiwanese", "club16")
DEALS = 20_000 if os.environ.get("SIKWU_LONG") else 40
"""Of each ruleset: 10^5 in all in the long run."""
SLOTS = 8


class Shadow:
    """The deals of one slot of the environment once more, one decision at a time; all four seats are the same native player."""

    def __init__(self, rules: str, who: str, seed: int, slot: int) -> None:
        self.rules, self.who, self.seed, self.slot, self.number = ruleset(rules), native(who), seed, slot, -1
        self.next()

    def next(self) -> None:
        self.number += 1
        self.wall = self.slot << 32 | self.number
        tiles = walls_of(self.seed, 1, self.wall)[0].tolist()
        self.deal = Deal.start(tiles, self.rules, Wind(self.number // 4 % 4))
        self.asked = [0] * 4

    def decide(self) -> int:
        """Plays the seats of the opponents, and says what the learner does."""
        learner = (self.slot + self.number) % 4
        while True:
            kernel = self.deal.kernel
            natives = kernel.asked & ~(1 << learner)
            seat = (natives & -natives).bit_length() - 1 if natives else learner
            chosen = kernel.choose(self.who, seat, self.seed, self.wall, self.asked[seat])
            self.asked[seat] += 1
            kernel.apply(seat, chosen)
            if seat == learner:
                return chosen

    def finish(self) -> None:
        """The seats of the opponents to the end."""
        while not self.deal.over:
            kernel = self.deal.kernel
            seat = (kernel.asked & -kernel.asked).bit_length() - 1
            kernel.apply(seat, kernel.choose(self.who, seat, self.seed, self.wall, self.asked[seat]))
            self.asked[seat] += 1


def settled(deal: Deal, denominator: int) -> list[int]:
    """What `settle` says of the wins of a deal, in units of the paying table."""
    changes = deal.finished.changes
    told = [changes[seat] * denominator for seat in Wind]
    assert all(each == int(each) for each in told)
    return [int(each) for each in told]


def audited(rules: str, who: str, deals: int, seed: int) -> tuple[int, int]:
    """Plays until this many deals are compared; returns how many were, and how many of them paid."""
    env = VectorDeals(rules, n=SLOTS, encode="none", seed=seed, opponents=(who,) * 3)
    env.reset()
    shadows = [Shadow(rules, who, seed, slot) for slot in range(SLOTS)]
    compared = paid = 0
    while compared < deals:
        env.step(np.array([each.decide() for each in shadows]))
        for slot in np.flatnonzero(env.done).tolist():
            shadow = shadows[slot]
            shadow.finish()
            wind = np.array([shadow.number // 4 % 4], np.uint8)
            arena = play_many(1, who, rules, seed=seed, first=shadow.wall, rounds=wind, columns=("changes",))
            reward, due = env.reward[slot].tolist(), settled(shadow.deal, env.denominator)
            where = (rules, who, seed, slot, shadow.number)
            assert reward == due, where
            assert arena.changes[0].tolist() == due, where
            assert sum(due) == 0, where
            money = rewards(env.reward[slot], env.unit)
            assert np.allclose(money * env.unit, due), where
            compared, paid = compared + 1, paid + any(due)
            shadow.next()
    return compared, paid


@pytest.mark.parametrize("rules", RULESETS)
def test_reward_arena_and_settlement_agree_on_every_seat(rules: str) -> None:
    compared, paid = audited(rules, "quick", DEALS, seed=11)
    assert compared >= DEALS
    assert paid > compared // 4


def test_the_points_of_a_unit_are_the_settlements_of_its_deals() -> None:
    """Seating by seating: who sat where gets what that seat was paid."""
    contest = Contest(("quick", "random"), deals=32, seed=5)
    told = play_unit(contest, 0)["points"]
    walls = walls_of(5, contest.blocks).tolist()
    for block in range(contest.blocks):
        due = [0, 0]
        for seating in contest.seatings:
            shadow = Shadow("hk-standard", "quick", 5, 0)
            shadow.wall, shadow.asked = block, [0] * 4
            shadow.deal = Deal.start(walls[block], shadow.rules, Wind(round_of(5, block)))
            while not shadow.deal.over:
                kernel = shadow.deal.kernel
                seat = (kernel.asked & -kernel.asked).bit_length() - 1
                who = native(contest.players[seating[seat]])
                kernel.apply(seat, kernel.choose(who, seat, 5, block, shadow.asked[seat]))
                shadow.asked[seat] += 1
            for seat, change in enumerate(settled(shadow.deal, contest.denominator)):
                due[seating[seat]] += change
        assert told[block] == due, block
