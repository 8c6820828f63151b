"""Tables: hands, pulls, chips, swaps, undo and edits at random; after every entry the money sums to zero, exactly."""

from __future__ import annotations

from random import Random

from hostile.attack import Attack
from sikwu.book import Book
from sikwu.book.evolve import _EventWork
from sikwu.money.payment import Payment
from test_book_laws import balances, walk

ENTRIES = 16


def run(seed: int, size: int) -> str:
    """Table after table under random house rules; sometimes a book is replayed from its log."""
    chance, events, replayed = Random(seed), 0, 0
    for _ in range(size):
        book, written = walk(chance.getrandbits(60), ENTRIES, balances)
        events += written
        if chance.random() < 0.1:
            again = Book.replay(book.entries)
            assert (again.state, again.steps) == (book.state, book.steps), "replay says something else"
            replayed += 1
    return f"{size:,} tables, {events:,} entries: zero after each; {replayed:,} replayed alike"


def planted(seed: int) -> str:
    """A payment that is recorded twice for its payee must be noticed."""
    real = _EventWork.pay

    def twice(self: _EventWork, moves: object) -> None:
        moves = tuple(moves)  # type: ignore[arg-type]
        real(self, moves)
        for move in moves:
            assert isinstance(move, Payment)
            self.cash[move.payee] += move.amount

    _EventWork.pay = twice  # type: ignore[method-assign,assignment]
    try:
        run(seed, 50)
    except AssertionError:
        return "a payment booked twice"
    finally:
        _EventWork.pay = real  # type: ignore[method-assign]
    raise AssertionError("a payment booked twice was not noticed")


ATTACKS = (Attack("tables", "G8", 40_000, 100, run, planted),)
