"""One payment: payer, payee, amount and reason. Payers are seats or names; a reason is a code with plain facts."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from sikwu.money.amount import Money

Who = TypeVar("Who")
"""A seat (`Wind`) where a hand is settled, a player's name in the books."""

Fact = str | int | tuple[str, ...]


class Reason(NamedTuple):
    """Why something is paid: a stable code, and the facts that its sentence needs; `sikwu.money.words` makes a message of it.

    >>> Reason("discard", (("how", "whole"), ("payer", "S"))).get("payer")
    'S'
    """

    code: str
    """discard, bystander, self_draw, dealer, liable.…, kong_feeder, robbed_kong, false_win …"""
    facts: tuple[tuple[str, Fact], ...] = ()

    def get(self, name: str) -> Fact | None:
        """One fact; None if it is not told."""
        return next((value for key, value in self.facts if key == name), None)


class Payment(NamedTuple, Generic[Who]):
    """Money that goes, or is owed, from one to another, and why."""

    payer: Who
    payee: Who
    amount: Money
    reason: Reason
