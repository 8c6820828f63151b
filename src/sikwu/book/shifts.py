"""Finds how a correction changed later hands: their fan, payments and dealer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sikwu.book.book import Book
from sikwu.book.events import Result
from sikwu.book.state import BookState
from sikwu.book.steps import BookStep
from sikwu.money.amount import Money
from sikwu.seats import Table


class Shift(NamedTuple):
    """One hand whose result changed although its own entry did not."""

    seq: int
    hand: int
    """Its number among the hands in effect."""
    fans: Mapping[str, tuple[int, int]]
    """Winners whose fan changed: before, now."""
    paid: bool
    """Whether its payments or ledger entries changed."""
    deal: tuple[Table, Table] | None
    """The table before and now, if dealer, streak or round changed."""


def shifts(before: Sequence[BookStep], book: Book) -> list[Shift]:
    """The hands changed by an edit, an undo or a reversal, other than the entry it refers to; `before`: the earlier
    steps.

    >>> from sikwu import ruleset
    >>> from sikwu.book.events import Edit
    >>> book = Book.new("Friday", ["A", "B", "C", "D"], ruleset("hk-standard"))
    >>> _ = book.record(Result("discard", {"A": 3}, "B")), book.record(Result("draw"))
    >>> before = tuple(book.steps)
    >>> _ = book.record(Edit(2, Result("discard", {"B": 3}, "A")))
    >>> [(each.hand, each.paid, each.deal[0].dealer_name, each.deal[1].dealer_name) for each in shifts(before, book)]
    [(2, False, 'A', 'B')]
    """
    start, steps = book.near
    old = {step.seq: (step, state) for step, state in with_states(before, start)}
    found, number = [], start.hands
    for step, state in with_states(steps, start):
        if not isinstance(step.event, Result):
            continue
        number += 1
        then = old.get(step.seq)
        if then is not None and then[0] is not step and then[0].event == step.event:
            shift = _compared(number, then, (step, state))
            if shift.fans or shift.paid or shift.deal:
                found.append(shift)
    return found


def _compared(number: int, then: tuple[BookStep, BookState], now: tuple[BookStep, BookState]) -> Shift:
    fans = [dict(step.outcome.verdict.fans) if step.outcome.verdict else {} for step, _ in (then, now)]
    others = {who: (fans[0].get(who, 0), fans[1].get(who, 0)) for who in {**fans[0], **fans[1]}}
    money = [_money(step) for step, _ in (then, now)]
    tables = then[1].table, now[1].table
    stand = [(table.dealer_name, table.streak, table.round) for table in tables]
    return Shift(
        now[0].seq,
        number,
        {who: pair for who, pair in others.items() if pair[0] != pair[1]},
        money[0] != money[1],
        tables if stand[0] != stand[1] else None,
    )


def _money(step: BookStep) -> list[tuple[str, str, Money, str]]:
    """Who paid whom and the ledger entries; the seats of the players are left out, because they are no change of
    money.
    """
    return [
        (move.payer, move.payee, move.amount, move.reason.code) for move in (*step.outcome.moves, *step.outcome.booked)
    ]


def with_states(steps: Sequence[BookStep], start: BookState) -> Iterator[tuple[BookStep, BookState]]:
    """Each step with the state before it."""
    for step in steps:
        yield step, start
        start = step.state
