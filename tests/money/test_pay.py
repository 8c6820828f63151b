"""The kernel pays like the settlement: random wins under random options of all five documents, and what it refuses."""

from __future__ import annotations

import os
from collections import Counter
from fractions import Fraction
from random import Random

import numpy as np
import pytest

import sikwu
from reference.samples import random_options, random_win
from sikwu import Win, settle
from sikwu.rules.duty import Occasion
from sikwu.rules.paying import PayOutcome
from sikwu.rules.presets import DOCUMENTS
from sikwu.rules.prices import read_prices
from sikwu.rules.ruleset import Ruleset, _RulesetCache
from sikwu.scoring import score
from sikwu.texts import HandError, RulesError
from test_settlement import random_win as fed_win

WINS = 1_000_000 if os.environ.get("SIKWU_LONG") else 10_000
WINS_A_HOUSE = 250


def house(chance: Random, document: str) -> Ruleset:
    """A document with options drawn at random, often with a low minimum, so that most hands are paid."""
    rules = sikwu.ruleset(document)
    drawn = random_options(chance, rules)
    if chance.random() < 0.8:
        drawn["hand.min_fan"] = 0
    if document.startswith("hk-") and document != "hk-taiwanese":
        drawn["score.unit_multiplier"] = chance.choice((1, 2, "1/3", "5/2"))
    try:
        return rules.with_options(drawn)
    except RulesError:
        return rules.with_options({"score.gun": "half"} if "score.gun" in drawn else {})


def told(rules: Ruleset, packed: bytes) -> tuple[tuple[Fraction, ...], PayOutcome, str]:
    """Python's result for a packed win, in the kernel's terms; and the duty that made a player liable."""
    nothing = (Fraction(0),) * 4
    try:
        found = score(packed, rules)
    except HandError:
        return nothing, PayOutcome.NO_WIN, ""
    if not found.valid:
        return nothing, PayOutcome.BELOW_MINIMUM, ""
    try:
        done = settle(found)
    except HandError:
        return nothing, PayOutcome.NO_FEEDER, ""
    except RulesError:
        return nothing, PayOutcome.NO_PRICE, ""
    duty = next((str(t.reason.get("duty")) for t in done.transfers if t.reason.get("duty")), "")
    return tuple(Fraction(amount) for amount in done.payments.values()), PayOutcome.PAID, duty


def test_the_kernel_pays_what_settlement_pays() -> None:
    chance = Random(31)
    met: Counter[str] = Counter()
    for number in range(WINS // WINS_A_HOUSE):
        rules = house(chance, list(DOCUMENTS)[number % len(DOCUMENTS)])
        packed = []
        while len(packed) < WINS_A_HOUSE:
            if chance.random() < 0.6:
                packed.append(fed_win(chance, rules.document.size, rules.draft.flowers_in_play).pack())
            else:
                packed.append(random_win(chance, rules.document.sets).pack())
        paid = rules.pay_many(np.frombuffer(b"".join(packed), np.uint8).reshape(-1, 64))
        for row, amounts, came in zip(packed, paid.amounts.tolist(), paid.came.tolist(), strict=True):
            ours = tuple(Fraction(amount, paid.denominator) for amount in amounts)
            theirs, how, duty = told(rules, row)
            if came == PayOutcome.NO_PRICE and how is PayOutcome.PAID:  # only amounts that are too large for it
                assert max(map(abs, theirs)) * paid.denominator > 1 << 57, Win.unpack(row).text
                continue
            assert (ours, came) == (theirs, how), (Win.unpack(row).text, rules)
            met[duty] += 1
            met[how.name] += 1
    everything = {duty.id for document in DOCUMENTS for duty in sikwu.ruleset(document).duties} - {
        "robbed_exposed_kong"
    }
    missing = {duty for duty in everything if not met[duty]}
    # Some hands are drawn too seldom for a short run.
    assert len(missing) <= (0 if WINS > 100_000 else 3), missing
    assert met["PAID"] > WINS // 2
    assert met["BELOW_MINIMUM"]


def test_one_win_and_many() -> None:
    rules = sikwu.ruleset("hk-common")
    row = Win.parse("123456m 234p 5s (9999m<N) 2f +5s seat=S round=N replacement=kong").pack()
    assert rules.pay(row) == (0, 48, 0, -48)
    assert rules.paying.denominator == 4
    many = rules.pay_many(np.frombuffer(row * 3, np.uint8).reshape(-1, 64), threads=2)
    assert many.amounts.tolist() == [[0, 48, 0, -48]] * 3
    assert many.amounts.dtype == np.int64


def test_what_is_not_paid_is_flagged() -> None:
    rules = sikwu.ruleset("hk-standard")
    texts = {
        "123m 567p 345s 888s N +N<W seat=S 25678f": PayOutcome.PAID,
        "123m 567p 345s 888s N +E<W seat=S": PayOutcome.NO_WIN,
        "123m 567p 345s 888s N +N<W seat=S 1f": PayOutcome.BELOW_MINIMUM,
        "123m 567p 345s 888s N +N<? seat=S 25678f": PayOutcome.NO_FEEDER,
    }
    rows = np.frombuffer(b"".join(Win.parse(text).pack() for text in texts), np.uint8).reshape(-1, 64)
    paid = rules.pay_many(rows)
    assert paid.came.tolist() == list(texts.values())
    assert paid.amounts[1:].tolist() == [[0] * 4] * 3
    dear = rules.with_prices(read_prices({"4": 16, "5": 24}))
    assert dear.pay_many(rows[:1]).came.tolist() == [PayOutcome.NO_PRICE]
    assert dear.pay(bytes(rows[0])) == (0, 0, 0, 0)
    with pytest.raises(ValueError, match="64 bytes"):
        rules.pay(b"short")


def test_rows_with_any_bits_are_paid_or_refused() -> None:
    """Wins with other bytes where seats, turns and circumstances are kept: nothing is lost, nobody pays himself."""
    chance = Random(33)
    for document in DOCUMENTS:
        rules = house(chance, document)
        rows = []
        for _ in range(2000):
            row = bytearray(fed_win(chance, rules.document.size, rules.draft.flowers_in_play).pack())
            for at in chance.sample(range(41, 57), 3):
                row[at] = chance.randrange(256)
            rows.append(bytes(row))
        paid = rules.pay_many(np.frombuffer(b"".join(rows), np.uint8).reshape(-1, 64))
        assert not paid.amounts.sum(axis=1).any()
        assert not paid.amounts[paid.came != PayOutcome.PAID].any()
        assert {int(came) for came in np.unique(paid.came)} >= {PayOutcome.PAID, PayOutcome.NO_WIN}
        agreed = 0
        for row, amounts, came in zip(rows, paid.amounts.tolist(), paid.came.tolist(), strict=True):
            try:
                Win.unpack(row)
            except HandError:  # bits in unused places
                continue
            if came == PayOutcome.PAID:
                assert tuple(Fraction(amount, paid.denominator) for amount in amounts) == told(rules, row)[0]
                agreed += 1
        assert agreed > 20


def test_the_law_finds_a_duty_that_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sikwu.rules.ruleset._MADE", _RulesetCache())  # no rules from the cache
    monkeypatch.setattr("sikwu.rules.paying._charges", lambda charges, lowered: [])
    with pytest.raises(AssertionError):
        test_the_kernel_pays_what_settlement_pays()


def test_a_packed_win_is_settled_like_the_win() -> None:
    chance = Random(32)
    answered = 0
    for number in range(WINS // WINS_A_HOUSE):
        rules = house(chance, list(DOCUMENTS)[number % len(DOCUMENTS)])
        for _ in range(WINS_A_HOUSE // 5):
            win = fed_win(chance, rules.document.size, rules.draft.flowers_in_play)
            try:
                ours = settle(score(win, rules))
            except HandError:
                continue
            assert settle(score(win.pack(), rules)) == ours, win.text
            answered += ours.liable is not None
    assert answered > WINS // 200


def test_occasions_are_the_ways_to_win() -> None:
    assert [(on.name, int(on)) for on in Occasion] == [("DISCARD", 0), ("SELF_DRAW", 1), ("ROBBED", 2), ("FLOWERS", 3)]
