"""All data types that leave the process, as frozen structs: the output of `--json`, of `answer` and of the server.

A message consists of its code and facts, and of its words in the requested languages; rule texts are data. Money has
the form of `money_json`; tiles, seats and kinds have their texts. A key that CASES leaves out is left out here.

said    messages, problems, rule texts, money, names of rules
scores  a scored win: fan, reasons, readings, and the same in the words of one language
hands   an unfinished hand
rules   rulesets, patterns, options, duties; differences of rules, and a hand under several
deals   played deals
books   books: state, entries, statistics, and the answers to cases of kind `book`
"""

from __future__ import annotations

from typing import Any

import msgspec

from sikwu.wire.shapes.books import (
    BookAnswerShape,
    BookCheckShape,
    BookListShape,
    BookPageShape,
    BookShape,
    BookStatsShape,
    BookSummaryShape,
    CaseBooksShape,
    CasePullShape,
    DatabaseShape,
    EntryShape,
    ExportShape,
    PlayerStatsShape,
    PullShape,
    PullStepShape,
    SettleUpShape,
    StepShape,
    WriteReportShape,
)
from sikwu.wire.shapes.deals import DealAnswerShape
from sikwu.wire.shapes.hands import DiscardShape, LookShape, LookWordsShape, UsefulTileShape, WaitShape, WorthShape
from sikwu.wire.shapes.rules import (
    ClauseShape,
    ColumnShape,
    ComparisonRowShape,
    ComparisonShape,
    ConditionLineShape,
    DifferenceShape,
    DutyShape,
    NameMeaningsShape,
    OptionShape,
    PatternShape,
    RemedyShape,
    RulesDiffShape,
    RulesetShape,
    RulesFileShape,
    Setting,
    TablePointShape,
    ValuesShape,
    WordShape,
)
from sikwu.wire.shapes.said import (
    Amount,
    ErrorShape,
    MessageShape,
    PatternNameShape,
    ProblemShape,
    RulesShape,
    SeatAmounts,
    SettlementShape,
    TextShape,
    TransferShape,
)
from sikwu.wire.shapes.scores import (
    AnswerShape,
    AnyAnswer,
    CountedPatternShape,
    CountedPatternWordsShape,
    DroppedPatternShape,
    DroppedPatternWordsShape,
    ExplanationShape,
    GroupShape,
    LabelShape,
    PlaceShape,
    ReadingShape,
    ReadingWordsShape,
    RefusalShape,
    ScoreShape,
    ScoreWordsShape,
)


def shapes() -> dict[str, Any]:
    """Every shape by its name; an answer has one for each kind of case."""
    found = [globals()[name] for name in __all__ if name.endswith("Shape")]
    own = {each.__name__: each for each in found if each is not AnswerShape}
    kinds = (ScoreShape, SettlementShape, BookAnswerShape, DealAnswerShape)
    return own | {f"AnswerShape[{kind.__name__}]": AnswerShape[kind] for kind in kinds}  # type: ignore[valid-type]


def schema() -> dict[str, Any]:
    """One JSON Schema document with a definition of every shape.

    >>> sorted(schema()["$defs"]["TextShape"]["properties"])
    ['en', 'yue', 'zh']
    """
    _, defs = msgspec.json.schema_components(shapes().values(), ref_template="#/$defs/{name}")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": defs}


__all__ = [
    "Amount",
    "AnswerShape",
    "AnyAnswer",
    "BookAnswerShape",
    "BookCheckShape",
    "BookListShape",
    "BookPageShape",
    "BookShape",
    "BookStatsShape",
    "BookSummaryShape",
    "CaseBooksShape",
    "CasePullShape",
    "ClauseShape",
    "ColumnShape",
    "ComparisonRowShape",
    "ComparisonShape",
    "ConditionLineShape",
    "CountedPatternShape",
    "CountedPatternWordsShape",
    "DatabaseShape",
    "DealAnswerShape",
    "DifferenceShape",
    "DiscardShape",
    "DroppedPatternShape",
    "DroppedPatternWordsShape",
    "DutyShape",
    "EntryShape",
    "ErrorShape",
    "ExplanationShape",
    "ExportShape",
    "GroupShape",
    "LabelShape",
    "LookShape",
    "LookWordsShape",
    "MessageShape",
    "NameMeaningsShape",
    "OptionShape",
    "PatternNameShape",
    "PatternShape",
    "PlaceShape",
    "PlayerStatsShape",
    "ProblemShape",
    "PullShape",
    "PullStepShape",
    "ReadingShape",
    "ReadingWordsShape",
    "RefusalShape",
    "RemedyShape",
    "RulesDiffShape",
    "RulesFileShape",
    "RulesShape",
    "RulesetShape",
    "ScoreShape",
    "ScoreWordsShape",
    "SeatAmounts",
    "Setting",
    "SettleUpShape",
    "SettlementShape",
    "StepShape",
    "TablePointShape",
    "TextShape",
    "TransferShape",
    "UsefulTileShape",
    "ValuesShape",
    "WaitShape",
    "WordShape",
    "WorthShape",
    "WriteReportShape",
    "schema",
    "shapes",
]
