"""Settling up: debts are cleared exactly, by the fewest possible transfers."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

import pytest

import sikwu.book.settle_up as module
from reference.samples import many
from sikwu.book.settle_up import settle_up


def fewest(amounts: tuple[int, ...]) -> int:
    """Brute force: any player pays another what one of the two owes or is owed, until all are even."""

    @cache
    def search(left: tuple[int, ...]) -> int:
        left = tuple(sorted(amount for amount in left if amount))
        if not left:
            return 0
        first, best = left[0], len(left)
        # The first debtor clears with each creditor in turn: an optimal plan always has such a first step.
        for place in range(1, len(left)):
            if left[place] > 0:
                rest = [*left[1:place], left[place] + first, *left[place + 1 :]]
                best = min(best, 1 + search(tuple(sorted(rest))))
        return best

    return search(tuple(sorted(amounts)))


def cleared(balances: dict[str, int | Fraction]) -> int:
    moves = settle_up(balances)
    left = dict(balances)
    for move in moves:
        assert move.amount > 0
        left[move.payer] += move.amount
        left[move.payee] -= move.amount
    assert not any(left.values())
    return len(moves)


def test_two_even_pairs_take_two_transfers() -> None:
    assert [move[:3] for move in settle_up({"A": -7, "B": 5, "C": -5, "D": 7})] == [("A", "D", 7), ("C", "B", 5)]


def test_nothing_to_clear() -> None:
    assert settle_up({"A": 0, "B": 0}) == ()
    assert settle_up({}) == ()


def test_fractions_stay_exact() -> None:
    moves = settle_up({"A": Fraction(-77, 2), "B": Fraction(77, 2), "C": Fraction(1, 3), "D": Fraction(-1, 3)})
    assert [move[:3] for move in moves] == [("A", "B", Fraction(77, 2)), ("D", "C", Fraction(1, 3))]


def test_balances_that_do_not_sum_to_zero_are_refused() -> None:
    with pytest.raises(ValueError, match="sum"):
        settle_up({"A": 1, "B": 0})


def random_balances(chance: Random, most: int) -> dict[str, int | Fraction]:
    count = chance.randrange(2, most + 1)
    amounts = [chance.randrange(-6, 7) for _ in range(count - 1)]
    return dict(zip("ABCDEFGHIJ", [*amounts, -sum(amounts)], strict=False))


def test_the_fewest_transfers_up_to_six_players() -> None:
    chance = Random(1)
    for _ in range(many(600)):
        balances = random_balances(chance, 6)
        assert cleared(balances) == fewest(tuple(int(amount) for amount in balances.values())), balances


def test_never_more_than_one_fewer_than_players() -> None:
    chance = Random(2)
    for _ in range(50):
        balances = random_balances(chance, 10)
        assert cleared(balances) < max(len(balances), 1)
    crowd = {f"P{number}": 1 - 2 * (number % 2) for number in range(40)}
    assert cleared(crowd) == 20


def test_the_oracle_finds_a_planted_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    # Planted: everybody in one group, as a plain greedy settlement does.
    monkeypatch.setattr(module, "_groups", lambda amounts: [range(len(amounts))])
    with pytest.raises(AssertionError):
        test_the_fewest_transfers_up_to_six_players()
