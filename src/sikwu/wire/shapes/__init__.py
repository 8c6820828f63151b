"""All data types that leave the process, as frozen structs: the output of `--json`, of `answer` and of the server.

A message is its code and facts, with the words of the languages asked for beside them; rule texts are data. Money has the
form of `money_json`; tiles, seats and kinds have their texts. A key that CASES leaves out is left out here.

said    what is said of everything: messages, problems, rule texts, money, which rules
scores  a win told: its score, its reasons, its readings, and the same in the words of one language
hands   a hand that is not finished
rules   rulesets, patterns, options, duties; what sets rules apart, and a hand under several
deals   deals that were played
books   books: their state, entries, figures, and the answers to cases of kind `book`
"""

from __future__ import annotations

from typing import Any

import msgspec

from sikwu.wire.shapes.books import (
    AfterShape,
    BookAnswerShape,
    BookListShape,
    BookPageShape,
    BookShape,
    BookStatsShape,
    CheckedShape,
    DatabaseShape,
    EntryShape,
    ExportedShape,
    ListedShape,
    OwedShape,
    PlayerStatsShape,
    PulledShape,
    PullShape,
    SettleUpShape,
    StepShape,
    WrittenShape,
)
from sikwu.wire.shapes.deals import DealAnswerShape
from sikwu.wire.shapes.hands import DiscardShape, LookShape, ToldLookShape, UsefulShape, WaitShape, WorthShape
from sikwu.wire.shapes.rules import (
    ClauseShape,
    ColumnShape,
    ComparisonShape,
    DifferenceShape,
    DutyShape,
    LineShape,
    OptionShape,
    PatternShape,
    RemedyShape,
    RowShape,
    RulesDiffShape,
    RulesetShape,
    RulesFileShape,
    Setting,
    ShownShape,
    ValuesShape,
    WordShape,
)
from sikwu.wire.shapes.said import (
    Amount,
    ErrorShape,
    MessageShape,
    NameShape,
    ProblemShape,
    RulesShape,
    Seats,
    SettlementShape,
    TextShape,
    TransferShape,
)
from sikwu.wire.shapes.scores import (
    Answered,
    AnswerShape,
    CountedShape,
    DroppedShape,
    ExplanationShape,
    GroupShape,
    LabelShape,
    PlaceShape,
    ReadingShape,
    RefusalShape,
    ScoreShape,
    ToldCountedShape,
    ToldDroppedShape,
    ToldReadingShape,
    ToldShape,
)


def shapes() -> dict[str, Any]:
    """Every shape by its name; that of an answer once for each kind of case."""
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
    "AfterShape",
    "Amount",
    "AnswerShape",
    "Answered",
    "BookAnswerShape",
    "BookListShape",
    "BookPageShape",
    "BookShape",
    "BookStatsShape",
    "CheckedShape",
    "ClauseShape",
    "ColumnShape",
    "ComparisonShape",
    "CountedShape",
    "DatabaseShape",
    "DealAnswerShape",
    "DifferenceShape",
    "DiscardShape",
    "DroppedShape",
    "DutyShape",
    "EntryShape",
    "ErrorShape",
    "ExplanationShape",
    "ExportedShape",
    "GroupShape",
    "LabelShape",
    "LineShape",
    "ListedShape",
    "LookShape",
    "MessageShape",
    "NameShape",
    "OptionShape",
    "OwedShape",
    "PatternShape",
    "PlaceShape",
    "PlayerStatsShape",
    "ProblemShape",
    "PullShape",
    "PulledShape",
    "ReadingShape",
    "RefusalShape",
    "RemedyShape",
    "RowShape",
    "RulesDiffShape",
    "RulesFileShape",
    "RulesShape",
    "RulesetShape",
    "ScoreShape",
    "Seats",
    "Setting",
    "SettleUpShape",
    "SettlementShape",
    "ShownShape",
    "StepShape",
    "TextShape",
    "ToldCountedShape",
    "ToldDroppedShape",
    "ToldLookShape",
    "ToldReadingShape",
    "ToldShape",
    "TransferShape",
    "UsefulShape",
    "ValuesShape",
    "WaitShape",
    "WordShape",
    "WorthShape",
    "WrittenShape",
    "schema",
    "shapes",
]
