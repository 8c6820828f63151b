"""`html(value)`: the small HTML page of any value that has one."""

from __future__ import annotations

from sikwu import looking
from sikwu.comparing import Comparison
from sikwu.draw.appearance import Appearance
from sikwu.money.settlement import Settlement
from sikwu.scoring import Score


def page(value: object, look: Appearance) -> str:
    """A score, a settlement, an analysis of a hand, a comparison, a book or its state as a small page."""
    from sikwu.draw.looks import comparison_html, look_html
    from sikwu.draw.scores import score_html, settlement_html

    if isinstance(value, Score):
        return score_html(value, look)
    if isinstance(value, Settlement):
        return settlement_html(value, look)
    if isinstance(value, looking.Look):
        return look_html(value, look)
    if isinstance(value, Comparison):
        return comparison_html(value, look)
    from sikwu.book.book import Book  # scoring does not need books
    from sikwu.book.state import BookState
    from sikwu.draw.books import book_html, state_html

    if isinstance(value, Book):
        return book_html(value, look)
    if isinstance(value, BookState):
        return state_html(value, look)
    raise TypeError(f"there is no page of a {type(value).__name__}")
