"""The score books of real tables: an append-only log of results and payments, and the state computed from it.

money, ledger, chips   exact amounts; the pull ledger 拉 / 踢 / 斬; club chips and the pot
events                 what is written down, chained by hashes
hands, tiles           one hand: who owes whom, by fan or with the tiles
state, evolve, book    the state, how an event moves it, the log with undo, redo and edits
store, migrations      SQLite or PostgreSQL
exchange               JSON Lines and CSV, out and in
stats, settle_up       per player; the fewest transfers that clear all debts
answer                 cases of kind `book`
"""

from typing import TYPE_CHECKING

from sikwu.book.answer import answer_book
from sikwu.book.problems import BookError

if TYPE_CHECKING:
    from sikwu.book.book import Book
    from sikwu.book.store import Store

__all__ = ["Book", "BookError", "Store", "answer_book"]

# Answering a case needs neither `Book` nor a database, so these are loaded on first use.
_LATER = {"Book": "sikwu.book.book", "Store": "sikwu.book.store"}


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module 'sikwu.book' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATER[name]), name)
