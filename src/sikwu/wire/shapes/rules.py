"""Rulesets, patterns, options, liability rules, differences of rules, and one hand under several rulesets."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from sikwu.wire.shapes.said import MessageShape, PatternNameShape, ProblemShape, RulesShape, SeatAmounts, TextShape

Setting = bool | int | str | tuple[str | int, ...]
"""The value of an option."""


# --- rules


class TablePointShape(Struct, frozen=True):
    """One line of a house's prices or tables; `id` names the table first, as in `fan.half_flush`."""

    id: str
    value: str
    name: TextShape
    says: TextShape


class RulesetShape(Struct, frozen=True):
    """A ruleset: its names, its limits, and its changes from its document."""

    id: str
    document: str
    hash: str
    name: TextShape
    says: TextShape
    source: str
    size: int
    min: int
    cap: int | None
    options: dict[str, Setting]
    changes: int
    tables: tuple[TablePointShape, ...] = ()
    """The prices and tables of a house, line by line."""


class ConditionLineShape(Struct, frozen=True):
    """One line of a condition; deeper lines belong to the line above."""

    depth: int
    text: MessageShape


class PatternShape(Struct, frozen=True):
    """The page of a pattern under one ruleset; `worth` is null if it is not in use, or only a name."""

    id: str
    ruleset: str
    name: PatternNameShape
    aka: tuple[str, ...]
    says: TextShape
    source: str
    worth: int | None
    in_use: bool
    limit: bool
    label: bool
    ways: tuple[tuple[ConditionLineShape, ...], ...]
    absorbs: tuple[str, ...]
    shares: tuple[str, ...]
    absorbed_by: tuple[str, ...]
    alone: bool


class ValuesShape(Struct, frozen=True, omit_defaults=True):
    """The values of an option: `of` some, `whole` numbers, `ratio`s or `patterns`; and words that may replace them."""

    kind: str
    text: str
    of: tuple[Setting, ...] = ()
    least: int | None = None
    most: int | None = None
    above: bool = False
    words: tuple[str, ...] = ()


class OptionShape(Struct, frozen=True):
    """The page of an option under one ruleset."""

    id: str
    ruleset: str
    group: str
    control: str
    order: int
    values: ValuesShape
    value: Setting
    default: Setting
    says: TextShape
    choices: dict[str, TextShape]
    source: str
    touches: str
    no_effect: MessageShape | None
    for_table_only: bool


class DutyShape(Struct, frozen=True):
    """The page of a duty under one ruleset; `in_force` is null if it makes nobody liable."""

    id: str
    ruleset: str
    name: PatternNameShape
    says: TextShape
    source: str
    in_force: TextShape | None
    options: tuple[str, ...]


class WordShape(Struct, frozen=True):
    """A word of the table that is not a pattern: its meaning in each language, and where it leads."""

    id: str
    words: tuple[str, ...]
    yue: str
    zh: str
    en: str
    patterns: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    page: str = ""


class NameMeaningsShape(Struct, frozen=True):
    """Everything that a name means: patterns, duties, options, a ruleset, a word of the glossary."""

    patterns: tuple[PatternShape, ...] = ()
    duties: tuple[DutyShape, ...] = ()
    options: tuple[OptionShape, ...] = ()
    ruleset: RulesetShape | None = None
    word: WordShape | None = None


class DifferenceShape(Struct, frozen=True):
    """One difference between two rulesets: an 'option', a line of a 'table', a 'pattern' or a 'duty'; empty: not in use."""

    kind: str
    id: str
    ours: str
    theirs: str


class RulesDiffShape(Struct, frozen=True):
    """The differences between two rulesets."""

    ours: RulesShape
    theirs: RulesShape
    alike: bool
    differences: tuple[DifferenceShape, ...]


class RulesFileShape(Struct, frozen=True):
    """Rules that were written to a file."""

    file: str
    ruleset: RulesetShape


# --- a comparison


class ColumnShape(Struct, frozen=True, omit_defaults=True):
    """The result under one ruleset: the worth of the win, or why it is not a win."""

    rules: RulesShape
    fan: int | UnsetType = UNSET
    capped: int | UnsetType = UNSET
    valid: bool | UnsetType = UNSET
    patterns: dict[str, int] | UnsetType = UNSET
    payments: SeatAmounts | UnsetType = UNSET
    other_size: bool | UnsetType = UNSET
    problems: tuple[ProblemShape, ...] | UnsetType = UNSET


class ClauseShape(Struct, frozen=True, omit_defaults=True):
    """The result of one pattern in this hand under one ruleset."""

    fan: int
    why: str
    says: MessageShape
    by: str | None = None
    worth: int | None = None
    source: str | None = None


class ComparisonRowShape(Struct, frozen=True):
    """One pattern under every ruleset."""

    pattern: str
    differs: bool
    why: str | None
    options: tuple[str, ...]
    clauses: tuple[ClauseShape, ...]


class RemedyShape(Struct, frozen=True):
    """Options that make one column count like another."""

    column: int
    like: int
    options: dict[str, Setting]


class ComparisonShape(Struct, frozen=True):
    """One hand under several rulesets."""

    win: str
    alike: bool
    columns: tuple[ColumnShape, ...]
    rows: tuple[ComparisonRowShape, ...]
    deciding: tuple[str, ...]
    remedies: tuple[RemedyShape, ...]
