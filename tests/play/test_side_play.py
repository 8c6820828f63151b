"""A house's own 包 and side money at a table: played, recorded, replayed, verified; what the books hold is what was paid."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from matches import objects
from sikwu.money.amount import exact
from sikwu.play.many import play_many
from sikwu.rules.files import from_toml
from sikwu.rules.ruleset import Ruleset
from sikwu.tiles import Wind
from test_house_play import held_up, played

DUTIES = """
[[duties]]
id = "two_fed"
zh = "兩口包"
needs = 2
one_feeder = true
on = ["self_draw", "discard"]

[[duties]]
id = "late"
zh = "尾牌包"
feeder = "discarder"
left = 30
fresh = true
on = ["discard"]
share = "rest"
"""
SIDE = """
[[payments]]
id = "ming"
on = "kong_exposed"
from = "feeder"
to = "maker"
amount = 3

[[payments]]
id = "hidden"
on = "kong_concealed"
from = "others"
to = "maker"
amount = "1/2"

[[payments]]
id = "flower"
on = "flower"
from = "others"
to = "maker"
amount = 1

[[payments]]
id = "rake"
on = "win"
from = "winner"
to = "pot"
amount = 2
"""


def house(tables: str, ruleset: str = "hk-standard") -> Ruleset:
    return from_toml(f'ruleset = "{ruleset}"\n[options]\n"hand.min_fan" = 0\n"play.rounds" = 1\n{tables}')


@pytest.mark.parametrize("ruleset", ["hk-standard", "hk-taiwanese"])
def test_a_match_is_recorded_replayed_and_verified(ruleset: str) -> None:
    rules, met = house(DUTIES + SIDE, ruleset), Counter[str]()
    for seed in range(6):
        lines, deals = played(rules, Random(seed), 6)
        assert held_up(lines, rules) >= 0
        for line in objects(lines):
            met["side"] += "side" in line
            if line["type"] == "hora":
                met["left"] += "left" in line["case"]["at"]
                met["liable"] += "liable" in line["answer"]
        for deal in deals:  # the kernel pays what Python settles
            changes, priced = deal.kernel.settle()
            unit = rules.paying.denominator
            assert not priced or [exact(deal.finished.changes[seat]) * unit for seat in Wind] == list(changes)
    assert all(met[name] for name in ("side", "left", "liable"))


def test_no_other_record_tells_the_tiles_left() -> None:
    lines, _ = played(house(SIDE), Random(1), 4)
    assert any(line["type"] == "hora" for line in objects(lines))
    assert not any("left" in line["case"]["at"] for line in objects(lines) if line["type"] == "hora")


def test_what_the_deals_pay_is_what_the_books_hold() -> None:
    for seed in range(4):
        lines, _ = played(house(SIDE), Random(seed), 6)
        held: Counter[str] = Counter()
        seats: tuple[str, ...] = ()
        for line in objects(lines):
            seats = line.get("seats", seats)
            if line["type"] == "end_kyoku":
                for told in (line["payments"], line.get("side", {})):
                    for seat, amount in told.items():
                        held[seats["ESWN".index(seat)]] += exact(amount)  # type: ignore[assignment]
                assert {name: exact(amount) for name, amount in held.items()} == {
                    name: exact(amount) for name, amount in line["books"]["totals"].items()
                }


def test_native_deals_pay_a_houses_own_duties() -> None:
    ours, theirs = (play_many(300, "quick", house(each), seed=4) for each in (DUTIES, ""))
    assert (ours.winner == theirs.winner).all()
    assert (ours.changes != theirs.changes).any()
    assert (ours.changes.sum(1) == 0).all()
