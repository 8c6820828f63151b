"""Random houses made of further tables: the kernel pays what settlement pays, every settlement sums to zero, files and hashes hold."""

from __future__ import annotations

import os
from fractions import Fraction
from random import Random

import numpy as np

from own_tables import random_tables
from reference.samples import random_win
from sikwu import Win
from sikwu.rules.files import from_toml, to_toml
from sikwu.rules.paying import PayOutcome
from sikwu.rules.presets import DOCUMENTS
from test_pay import told
from test_settlement import random_win as fed_win

HOUSES = 2_000 if os.environ.get("SIKWU_LONG") else 60
WINS_A_HOUSE = 80


def test_the_kernel_pays_what_settlement_pays_in_houses_of_tables() -> None:
    chance, paid_rows, waived, short = Random(7), 0, 0, 0
    for number in range(HOUSES):
        rules = random_tables(chance, list(DOCUMENTS)[number % len(DOCUMENTS)])
        packed = []
        while len(packed) < WINS_A_HOUSE:
            if chance.random() < 0.6:
                packed.append(fed_win(chance, rules.document.size, rules.draft.flowers_in_play).pack())
            else:
                packed.append(random_win(chance, rules.document.sets).pack())
        paid = rules.pay_many(np.frombuffer(b"".join(packed), np.uint8).reshape(-1, 64))
        for row, amounts, came in zip(packed, paid.amounts.tolist(), paid.came.tolist(), strict=True):
            ours = tuple(Fraction(amount, paid.denominator) for amount in amounts)
            theirs, how, _ = told(rules, row)
            if came == PayOutcome.NO_PRICE and how is PayOutcome.PAID:  # too large for the kernel, or no price there
                waived += 1
                continue
            assert (ours, came) == (theirs, how), (Win.unpack(row).text, to_toml(rules))
            assert sum(theirs) == 0
            paid_rows += how is PayOutcome.PAID
            short += how is PayOutcome.BELOW_MINIMUM
    assert paid_rows > HOUSES * WINS_A_HOUSE // 4
    assert short
    assert waived < paid_rows // 20


def test_files_and_hashes_of_houses_of_tables() -> None:
    chance = Random(11)
    for _ in range(HOUSES):
        rules = random_tables(chance)
        again = from_toml(to_toml(rules))
        assert again.hash == rules.hash
        assert again.tables == rules.tables
        assert to_toml(again) == to_toml(rules)
