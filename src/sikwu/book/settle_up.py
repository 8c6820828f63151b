"""Settling up: finds the smallest set of transfers that clears all debts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sikwu.money.amount import Money, exact
from sikwu.money.payment import Payment, Reason

_WHY = Reason("settle_up")
MOST = 16
"""Up to this many debtors and creditors the result is the exact minimum; above, one transfer fewer than there are people."""


def settle_up(balances: Mapping[str, Money]) -> tuple[Payment[str], ...]:
    """The transfers that clear all balances; the balances must sum to zero.

    A group of people whose balances sum to zero needs one transfer fewer than it has members, so the most such groups
    give the fewest transfers.

    >>> [move[:3] for move in settle_up({"A": -7, "B": 7, "C": -5, "D": 5})]
    [('A', 'B', 7), ('C', 'D', 5)]
    """
    if sum(balances.values()):
        raise ValueError(f"the balances sum to {sum(balances.values())}, not to zero")
    open_ = [(name, amount) for name, amount in balances.items() if amount]
    groups = _groups([amount for _, amount in open_]) if len(open_) <= MOST else [range(len(open_))]
    moves = [move for group in groups for move in _cleared([open_[place] for place in group])]
    rank = {name: place for place, name in enumerate(balances)}
    return tuple(sorted(moves, key=lambda move: (rank[move.payer], rank[move.payee])))


def _groups(amounts: Sequence[Money]) -> list[list[int]]:
    """The most groups that each sum to zero; every balance belongs to one group."""
    size = 1 << len(amounts)
    total: list[Money] = [0] * size
    most = [0] * size
    last = [0] * size
    # most[mask]: the most groups into which the members of the mask can be split.
    for mask in range(1, size):
        low = (mask & -mask).bit_length() - 1
        total[mask] = total[mask & (mask - 1)] + amounts[low]
        best, drop = -1, 0
        for place in range(len(amounts)):
            if mask >> place & 1 and most[mask ^ 1 << place] > best:
                best, drop = most[mask ^ 1 << place], place
        most[mask], last[mask] = best + (total[mask] == 0), drop
    groups: list[list[int]] = []
    mask = size - 1
    while mask:
        if total[mask] == 0:
            groups.append([])
        groups[-1].append(last[mask])
        mask ^= 1 << last[mask]
    return groups


def _cleared(group: Sequence[tuple[str, Money]]) -> list[Payment[str]]:
    """Clears a group with one transfer fewer than members: the largest debt goes to the largest claim until all are
    even.
    """
    debts = sorted(((-amount, name) for name, amount in group if amount < 0), key=lambda each: each[0])
    claims = sorted(((amount, name) for name, amount in group if amount > 0), key=lambda each: each[0])
    moves = []
    while debts:
        (debt, payer), (claim, payee) = debts.pop(), claims.pop()
        amount = min(debt, claim)
        moves.append(Payment(payer, payee, exact(amount), _WHY))
        if debt > amount:
            debts.append((debt - amount, payer))
        if claim > amount:
            claims.append((claim - amount, payee))
    return moves
