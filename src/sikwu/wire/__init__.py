"""The shapes that leave the process, and the functions that make them of values.

shapes      one struct for everything that is sent, and the schema of all
scores      texts, scores, explanations, settlements
pages       rulesets, patterns, options, comparisons, books
"""

from typing import TYPE_CHECKING

from sikwu.wire.scores import (
    book_answer_shape,
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
from sikwu.wire.shapes import (
    AfterShape,
    AnswerShape,
    BookAnswerShape,
    BookShape,
    ClauseShape,
    ColumnShape,
    ComparisonShape,
    CountedShape,
    DifferenceShape,
    DroppedShape,
    DutyShape,
    EntryShape,
    ErrorShape,
    ExplanationShape,
    GroupShape,
    LabelShape,
    LineShape,
    MessageShape,
    NameShape,
    OptionShape,
    OwedShape,
    PatternShape,
    PlaceShape,
    ProblemShape,
    PullShape,
    ReadingShape,
    RefusalShape,
    RemedyShape,
    RowShape,
    RulesDiffShape,
    RulesetShape,
    RulesFileShape,
    RulesShape,
    ScoreShape,
    SettlementShape,
    ShownShape,
    TextShape,
    ToldCountedShape,
    ToldDroppedShape,
    ToldReadingShape,
    ToldShape,
    TransferShape,
    ValuesShape,
    schema,
    shapes,
)

if TYPE_CHECKING:
    from sikwu.wire.pages import (
        book_shape,
        changed_options,
        comparison_shape,
        duty_shape,
        entry_shape,
        option_shape,
        pattern_shape,
        rules_diff_shape,
        rules_shape,
        ruleset_shape,
    )

__all__ = [
    "AfterShape",
    "AnswerShape",
    "BookAnswerShape",
    "BookShape",
    "ClauseShape",
    "ColumnShape",
    "ComparisonShape",
    "CountedShape",
    "DifferenceShape",
    "DroppedShape",
    "DutyShape",
    "EntryShape",
    "ErrorShape",
    "ExplanationShape",
    "GroupShape",
    "LabelShape",
    "LineShape",
    "MessageShape",
    "NameShape",
    "OptionShape",
    "OwedShape",
    "PatternShape",
    "PlaceShape",
    "ProblemShape",
    "PullShape",
    "ReadingShape",
    "RefusalShape",
    "RemedyShape",
    "RowShape",
    "RulesDiffShape",
    "RulesFileShape",
    "RulesShape",
    "RulesetShape",
    "ScoreShape",
    "SettlementShape",
    "ShownShape",
    "TextShape",
    "ToldCountedShape",
    "ToldDroppedShape",
    "ToldReadingShape",
    "ToldShape",
    "TransferShape",
    "ValuesShape",
    "book_answer_shape",
    "book_shape",
    "changed_options",
    "comparison_shape",
    "duty_shape",
    "entry_shape",
    "error_shape",
    "explanation_shape",
    "message_shape",
    "name_shape",
    "option_shape",
    "pattern_shape",
    "payments_shape",
    "problem_shape",
    "rules_diff_shape",
    "rules_shape",
    "ruleset_shape",
    "schema",
    "score_shape",
    "settlement_shape",
    "shapes",
    "text_shape",
]

# Loaded when first asked for: who answers cases shows no pages.
_PAGES = frozenset(
    {
        "book_shape",
        "changed_options",
        "comparison_shape",
        "duty_shape",
        "entry_shape",
        "option_shape",
        "pattern_shape",
        "rules_diff_shape",
        "rules_shape",
        "ruleset_shape",
    }
)


def __getattr__(name: str) -> object:
    if name not in _PAGES:
        raise AttributeError(f"module 'sikwu.wire' has no attribute {name!r}")
    from sikwu.wire import pages

    return getattr(pages, name)
