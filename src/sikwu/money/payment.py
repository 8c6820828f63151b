"""One payment: payer, payee, amount and reason. Payers are seats or names; a reason is a code with plain facts."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from sikwu.money.amount import Money

Who = TypeVar("Who")
"""A seat (`Wind`) in a settlement, a player's name in a book."""

ReasonFact = str | int | tuple[str, ...]


class Reason(NamedTuple):
    """Why something is paid: a stable code, and the facts for its sentence; `sikwu.money.words` makes a message from
    it.

    >>> Reason("discard", (("how", "whole"), ("payer", "S"))).get("payer")
    'S'
    """

    code: str
    """discard, bystander, self_draw, dealer, liable.…, kong_feeder, robbed_kong, false_win …"""
    facts: tuple[tuple[str, ReasonFact], ...] = ()

    def get(self, name: str) -> ReasonFact | None:
        """One fact; None if it is absent."""
        return next((value for key, value in self.facts if key == name), None)


class Payment(NamedTuple, Generic[Who]):
    """Money paid or owed by one player to another, and the reason."""

    payer: Who
    payee: Who
    amount: Money
    reason: Reason
