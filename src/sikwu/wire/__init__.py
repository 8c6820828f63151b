"""The data types that leave the process, and the functions that make them from values.

shapes      one struct for each kind of data, and the schema of all
scores      texts, scores, explanations, settlements
pages       rulesets, patterns, options, comparisons, unfinished hands, books
"""

from typing import TYPE_CHECKING

from sikwu.wire import shapes as _shapes
from sikwu.wire.scores import (
    book_answer_shape,
    deal_answer_shape,
    error_shape,
    explanation_shape,
    message_shape,
    name_shape,
    payments_shape,
    problem_shape,
    score_shape,
    settlement_shape,
    text_shape,
)
from sikwu.wire.shapes import *  # noqa: F403

if TYPE_CHECKING:
    from sikwu.wire.pages import (
        book_list_shape,
        book_page_shape,
        book_shape,
        book_stats_shape,
        changed_options,
        comparison_shape,
        duty_shape,
        entry_shape,
        look_shape,
        option_shape,
        pattern_shape,
        rules_diff_shape,
        rules_shape,
        ruleset_shape,
        settle_up_shape,
        step_shape,
        word_shape,
        written_shape,
    )

__all__ = [
    "book_answer_shape",
    "book_list_shape",
    "book_page_shape",
    "book_shape",
    "book_stats_shape",
    "changed_options",
    "comparison_shape",
    "deal_answer_shape",
    "duty_shape",
    "entry_shape",
    "error_shape",
    "explanation_shape",
    "look_shape",
    "message_shape",
    "name_shape",
    "option_shape",
    "pattern_shape",
    "payments_shape",
    "problem_shape",
    "rules_diff_shape",
    "rules_shape",
    "ruleset_shape",
    "score_shape",
    "settle_up_shape",
    "settlement_shape",
    "step_shape",
    "text_shape",
    "word_shape",
    "written_shape",
]
__all__ += _shapes.__all__

_PAGES = frozenset(name for name in __all__ if name not in globals())
"""Imported on first use: answering cases needs no pages."""


def __getattr__(name: str) -> object:
    if name not in _PAGES:
        raise AttributeError(f"module 'sikwu.wire' has no attribute {name!r}")
    from sikwu.wire import pages

    return getattr(pages, name)
