"""One deal has one result: what a learner is paid, what the arena counts and what the settlement says are the same, seat by seat."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from own_tables import own_payments
from sikwu import ruleset
from sikwu.arena.contest import Contest, round_of
from sikwu.arena.unit import play_unit
from sikwu.book.evolve import evolve
from sikwu.env import VectorDeals
from sikwu.env.reward import rewards
from sikwu.money.side import POT, SideEvent, SideFacts, side_moves
from sikwu.play import deal as deal_module
from sikwu.play.deal import Deal
from sikwu.play.many import play_many, walls_of
from sikwu.play.match import Match, judge_of
from sikwu.play.native import native
from sikwu.rules.files import from_toml, to_toml
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.side_money import SIDE, SidePayment
from sikwu.texts import RulesError
from sikwu.tiles import Wind

RULESETS = ("hk-standard", "hk-common", "hk-classic", "hk-taiwanese", "club16")
DEALS = 20_000 if os.environ.get("SIKWU_LONG") else 40
"""Of each ruleset: 10^5 in all in the long run."""
SLOTS = 8
HOUSES = 40 if os.environ.get("SIKWU_LONG") else 6
PAID = '[[payments]]\nid = "fed"\non = "win"\nfrom = "losers"\nto = "winner"\namount = 5\n'


class Shadow:
    """The deals of one slot of the environment once more, one decision at a time; all four seats are the same native player."""

    def __init__(self, rules: Ruleset, who: str, seed: int, slot: int) -> None:
        self.rules, self.who, self.seed, self.slot, self.number = rules, native(who), seed, slot, -1
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
            if self.deal.over:  # before the learner was asked: the environment leaves such a deal out
                self.next()
                learner = (self.slot + self.number) % 4
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
    """What `settle` says of the wins of a deal, and the books of the side money, in units of the paying table."""
    changes = Counter(deal.finished.changes)
    rules = deal.ruleset
    if rules.side:
        state = Match.new(rules, tuple("ESWN")).state
        state = state._replace(table=state.table._replace(rounds=int(deal.round)))
        match = replace(Match.new(rules, tuple("ESWN")), state=state)
        for move in evolve(state, match.event(deal), judge_of(rules))[1].moves:
            if move.reason.code.startswith(SIDE):
                for name, amount in ((move.payer, -move.amount), (move.payee, move.amount)):
                    if name != POT:
                        changes[Wind.parse(name)] += amount  # type: ignore[assignment]
    told = [changes[seat] * denominator for seat in Wind]
    assert all(each == int(each) for each in told)
    return [int(each) for each in told]


def audited(rules: Ruleset, who: str, deals: int, seed: int) -> tuple[int, int]:
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
            where = (to_toml(rules), who, seed, slot, shadow.number)
            assert reward == due, where
            assert arena.changes[0].tolist() == due, where
            assert sum(due) == 0 or _has_pot(rules), where
            money = rewards(env.reward[slot], env.unit)
            assert np.allclose(money * env.unit, due), where
            compared, paid = compared + 1, paid + any(due)
            shadow.next()
    return compared, paid


@pytest.mark.parametrize("rules", RULESETS)
def test_reward_arena_and_settlement_agree_on_every_seat(rules: str) -> None:
    compared, paid = audited(ruleset(rules), "quick", DEALS, seed=11)
    assert compared >= DEALS
    assert paid > compared // 4


@pytest.mark.parametrize("rules", RULESETS)
def test_side_money_of_a_house_is_part_of_them(rules: str) -> None:
    """Random payments on everything that play knows, but dice, which no deal of the arena throws."""
    chance, compared, beside = Random(f"side {rules}"), 0, 0
    for _ in range(HOUSES):
        house = side_house(chance, rules)
        done, paid = audited(house, "quick", 10, seed=chance.randrange(1 << 30))
        compared, beside = compared + done, beside + paid
    assert beside > compared // 2


def test_side_money_counts_once_for_each_maker() -> None:
    payment = SidePayment("kong", "槓", "Kong", "kong_exposed", "others", "maker", 1, once=True)
    twice = [SideEvent("kong_exposed", "A"), SideEvent("kong_exposed", "A"), SideEvent("kong_exposed", "B")]
    assert len(side_moves([payment], twice, SideFacts("win", tuple("ABCD")))) == 6


def test_side_money_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rewards without the payments of the house differ from its books."""
    monkeypatch.setattr(deal_module, "lower_side", lambda _: [])
    deal_module.table_rules.cache_clear()
    try:
        house = from_toml('[options]\n"hand.min_fan" = 0\n\n' + PAID)
        with pytest.raises(AssertionError):
            audited(house, "quick", 20, seed=1)
    finally:
        deal_module.table_rules.cache_clear()


def side_house(chance: Random, rules: str) -> Ruleset:
    """A document with random side money."""
    while True:
        lines = own_payments(chance, ruleset(rules))
        try:
            found = from_toml(f'ruleset = "{rules}"\n[options]\n"hand.min_fan" = 0\n' + "\n".join(lines))
        except RulesError:
            continue
        if found.side:
            return found


def _has_pot(rules: Ruleset) -> bool:
    return any("pot" in (each.payer, each.payee) for each in rules.side)


def test_the_points_of_a_unit_are_the_settlements_of_its_deals() -> None:
    """Seating by seating: who sat where gets what that seat was paid."""
    contest = Contest(("quick", "random"), deals=32, seed=5)
    told = play_unit(contest, 0)["points"]
    walls = walls_of(5, contest.blocks).tolist()
    for block in range(contest.blocks):
        due = [0, 0]
        for seating in contest.seatings:
            shadow = Shadow(ruleset("hk-standard"), "quick", 5, 0)
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
