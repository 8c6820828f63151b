"""Attack on settlements: under any options, payments sum to zero and contain no rounding."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import sikwu
from hostile.attack import Attack
from reference.samples import random_options, random_win
from sikwu import settle
from sikwu.money.settlement import Settlement
from sikwu.rules.presets import DOCUMENTS
from sikwu.scoring import score
from sikwu.texts import SikwuError

WINS_A_HOUSE = 500


def exact(done: Settlement) -> None:
    """Asserts that the sum is zero and no amount is a float."""
    amounts = tuple(done.payments.values())
    assert all(isinstance(amount, int | Fraction) for amount in amounts), f"not exact: {amounts}"
    assert sum(amounts) == 0, f"does not sum to zero: {amounts}"


def run(seed: int, size: int, look: Callable[[Settlement], None] = exact) -> str:
    """Settles random wins under random options; also reports the share that pays."""
    chance, paid, refused = Random(seed), 0, 0
    while paid + refused < size:
        rules = sikwu.ruleset(chance.choice(sorted(DOCUMENTS)))
        try:
            rules = rules.with_options(random_options(chance, rules) | {"hand.min_fan": 0})
        except SikwuError:
            continue
        for _ in range(min(WINS_A_HOUSE, size - paid - refused)):
            try:
                done = settle(score(random_win(chance, rules.document.sets), rules))
            except SikwuError:
                refused += 1
                continue
            look(done)
            paid += 1
    assert paid > size // 4, f"only {paid} of {size} wins were settled"
    return f"{paid:,} settlements sum to zero exactly; {refused:,} wins refused"


def planted(seed: int) -> str:
    """A third paid as a rounded half must be noticed."""

    def rounded(done: Settlement) -> None:
        amounts = [Fraction(amount) for amount in done.payments.values()]
        assert sum(round(amount / 3) for amount in amounts) == 0, "rounded"

    try:
        run(seed, 2_000, rounded)
    except AssertionError:
        return "amounts rounded to whole thirds"
    raise AssertionError("rounding was not noticed")


ATTACKS = (Attack("settlements", "G8, G10", 1_000_000, 2_000, run, planted),)
