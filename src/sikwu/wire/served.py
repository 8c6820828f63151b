"""The response types of the server that the commands do not print."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType, field

from sikwu.wire.asked import House
from sikwu.wire.shapes import (
    Amount,
    CountedPatternShape,
    DiscardShape,
    DroppedPatternShape,
    DutyShape,
    EntryShape,
    LabelShape,
    MessageShape,
    OptionShape,
    PatternNameShape,
    PatternShape,
    ProblemShape,
    ReadingShape,
    RulesetShape,
    RulesShape,
    SeatAmounts,
    Setting,
    TextShape,
    TransferShape,
    UsefulTileShape,
    WaitShape,
)

# --- a refusal


class ServedErrorShape(Struct, frozen=True, omit_defaults=True):
    """An error. `retry`: 'never', 'same', 'after_reload', or a number of milliseconds."""

    code: str
    facts: dict[str, Any]
    yue: str
    zh: str
    en: str
    problems: tuple[ProblemShape, ...]
    retry: str | int
    request: str
    head: str | None = None
    """If the book has moved on: the hash of its newest entry,"""
    seq: int | None = None
    """and its number."""
    entry: EntryShape | None = None
    """The entry that was written first."""


# --- a hand


class MeldShape(Struct, frozen=True, omit_defaults=True):
    """A meld: chow, pung, kong_exposed, kong_added or kong_concealed, and the seat that fed it."""

    kind: str
    tiles: tuple[str, ...]
    feeder: str | None = field(default=None, name="from")
    same_turn: bool = False
    fresh: bool = False


class TilesShape(Struct, frozen=True):
    """The parts of a hand, so that clients need no parser; `at`: the circumstances that differ from the default."""

    concealed: tuple[str, ...]
    melds: tuple[MeldShape, ...]
    tile: str | None
    flowers: tuple[str, ...]
    by: str
    feeder: str | None = field(name="from")
    seat: str
    round: str
    streak: int
    at: dict[str, Any]


class NearPatternShape(Struct, frozen=True):
    """A pattern that does not hold, with the number of failing parts."""

    pattern: str
    name: PatternNameShape
    worth: int
    failing: int
    parts: int


class _HandFields(Struct, frozen=True, omit_defaults=True, tag_field="state", kw_only=True):
    """Common fields of every hand. `chips`: each circumstance, null if it can be chosen, otherwise the reason why not."""

    text: str
    size: int
    missing: int
    rules: RulesShape
    tiles: TilesShape | None = None
    chips: dict[str, MessageShape | None] = {}
    asked: tuple[str, ...] = ()
    """Circumstances on which a rule in use, or who pays, depends."""
    chosen: tuple[str, ...] = ()
    problems: tuple[ProblemShape, ...] = ()


class UnfinishedHandShape(_HandFields, frozen=True, omit_defaults=True, tag="building", kw_only=True):
    """A hand that lacks tiles, or is not ready; `away`: how many tiles must still come, null for an empty hand."""

    away: int | None = None
    useful: tuple[UsefulTileShape, ...] = ()


class ReadyHandShape(_HandFields, frozen=True, omit_defaults=True, tag="ready", kw_only=True):
    """A ready hand."""

    away: int
    useful: tuple[UsefulTileShape, ...]
    waits: tuple[WaitShape, ...]


class FullHandShape(_HandFields, frozen=True, omit_defaults=True, tag="full", kw_only=True):
    """A full hand: the possible discards, the best first; `wins`: the tiles of a complete hand that may have been the
    winning one.
    """

    away: int
    discards: tuple[DiscardShape, ...]
    wins: tuple[WaitShape, ...] = ()


class ImpossibleHandShape(_HandFields, frozen=True, omit_defaults=True, tag="impossible", kw_only=True):
    """An impossible hand; `problems` say why, with their places in the text."""


class WinShape(_HandFields, frozen=True, omit_defaults=True, tag="win", kw_only=True):
    """A win, with everything a player wants to know. `unpaid`: why there are no payments."""

    fan: int
    capped: int
    valid: bool
    headline: MessageShape
    situation: MessageShape
    label: LabelShape | UnsetType | None = UNSET
    limit: bool | UnsetType = UNSET
    counted: tuple[CountedPatternShape, ...]
    dropped: tuple[DroppedPatternShape, ...]
    ceiling: MessageShape | UnsetType | None = UNSET
    spicy: MessageShape | UnsetType | None = UNSET
    reading: ReadingShape
    others: tuple[ReadingShape, ...]
    waits: tuple[str, ...] | UnsetType | None = UNSET
    payments: SeatAmounts | UnsetType | None = UNSET
    transfers: tuple[TransferShape, ...]
    liable: str | UnsetType | None = UNSET
    worth: tuple[MessageShape, ...] | UnsetType = UNSET
    """How fan became money, line by line."""
    unpaid: MessageShape | UnsetType | None = UNSET
    near: tuple[NearPatternShape, ...] = ()


HandShape = UnfinishedHandShape | ReadyHandShape | FullHandShape | WinShape | ImpossibleHandShape


class AskedLineShape(Struct, frozen=True):
    """One line of a condition, whether it holds, and the hand's value."""

    depth: int
    text: MessageShape
    holds: bool | None
    value: MessageShape | None


class PatternAnswerShape(Struct, frozen=True):
    """Why a pattern holds in a win or does not, part by part, for each way to make it."""

    pattern: str
    name: PatternNameShape
    holds: bool
    verdict: MessageShape
    ways: tuple[tuple[AskedLineShape, ...], ...]
    rules: RulesShape


# --- rules


class RulesListShape(Struct, frozen=True):
    """Every documented ruleset and preset; `catalogue` changes whenever any of their data does."""

    catalogue: str
    documents: tuple[str, ...]
    rules: tuple[RulesetShape, ...]


class PriceShape(Struct, frozen=True):
    """The price of a number of fan without the dealer: for the discarder, for each of the other two, and for each of three by self-draw."""

    fan: int
    discarder: Amount
    others: Amount
    drawn: Amount


class RulesPageShape(Struct, frozen=True):
    """A ruleset with the worth of its patterns, its duties, its text as a file, and the prices of fan."""

    ruleset: RulesetShape
    toml: str
    worth: dict[str, int | None]
    duties: tuple[DutyShape, ...]
    prices: tuple[PriceShape, ...]


class OptionGroupShape(Struct, frozen=True):
    """A group in which options are shown."""

    id: str
    name: TextShape


class OptionsShape(Struct, frozen=True):
    """Every option of some rules, in the order shown."""

    rules: RulesShape
    groups: tuple[OptionGroupShape, ...]
    options: tuple[OptionShape, ...]


class ListedPatternShape(Struct, frozen=True):
    """A pattern in the list: its worth in each document that knows it (null: not in use), and a picture."""

    id: str
    catalogue: str
    family: str
    name: PatternNameShape
    aka: tuple[str, ...]
    says: TextShape
    source: str
    worth: dict[str, int | None]
    limit: tuple[str, ...]
    """Documents in which it is a limit hand."""
    label: bool
    example: str | None
    picture: tuple[str, ...]
    """At most three tiles that stand for it in a list; empty if no tiles do."""


class PatternsShape(Struct, frozen=True):
    """Every pattern of every document once."""

    catalogue: str
    patterns: tuple[ListedPatternShape, ...]


class ExampleShape(Struct, frozen=True):
    """A win of the corpus that shows a pattern (`counts`), or nearly does. It is scored under the rules of the page
    if it shows the pattern there, otherwise `under` other rules; `says`: the options chosen there.
    """

    text: str
    fan: int
    capped: int
    valid: bool
    patterns: dict[str, int]
    counts: bool
    why: tuple[AskedLineShape, ...] = ()
    """For a near miss: the parts that are missing."""
    under: House | None = None
    says: tuple[TextShape, ...] = ()


class PatternPageShape(Struct, frozen=True):
    """The page of a pattern: under one ruleset, its worth in every document, examples and near misses."""

    pattern: PatternShape
    rules: RulesShape
    worth: dict[str, int | None]
    examples: tuple[ExampleShape, ...]
    near_misses: tuple[ExampleShape, ...]
    source: TextShape


class DifferenceWordsShape(Struct, frozen=True):
    """One difference between two rulesets, with the text of each side; `kind`: option, pattern or duty."""

    kind: str
    id: str
    name: TextShape
    ours: str
    theirs: str
    ours_says: TextShape | None
    theirs_says: TextShape | None


class RulesDiffWordsShape(Struct, frozen=True):
    """The differences between two rulesets, in words."""

    ours: RulesShape
    theirs: RulesShape
    alike: bool
    differences: tuple[DifferenceWordsShape, ...]


class SampleShape(Struct, frozen=True):
    """In how many of `wins` random wins each of the house's patterns counts."""

    wins: int
    counts: dict[str, int]


class CheckedRulesShape(Struct, frozen=True, omit_defaults=True):
    """Checked rules; if they are invalid, only `problems` are given."""

    ok: bool
    problems: tuple[ProblemShape, ...] = ()
    ruleset: RulesetShape | None = None
    hash: str | None = None
    toml: str | None = None
    min: int | None = None
    cap: int | None = None
    differences: tuple[DifferenceWordsShape, ...] = ()
    """Differences from the rules they are based on."""
    no_effect: dict[str, MessageShape] = {}
    sample: SampleShape | None = None
    house: House | None = None
    """The same as a reference: the base and the changes."""


class WorthUnderShape(Struct, frozen=True):
    """The worth of a win under some rules."""

    fan: int
    capped: int
    valid: bool
    patterns: dict[str, int]
    payments: SeatAmounts | None


class PreviewHandShape(Struct, frozen=True):
    """One hand before and after a change; null: not a win under those rules."""

    text: str
    before: WorthUnderShape | None
    after: WorthUnderShape | None
    differs: bool


class PreviewShape(Struct, frozen=True):
    """The effect of one option, shown by hands."""

    option: str
    value: Setting
    before: RulesShape
    after: RulesShape
    hands: tuple[PreviewHandShape, ...]


class QuizShape(Struct, frozen=True):
    """Wins as texts."""

    rules: RulesShape
    seed: int
    hands: tuple[str, ...]


# --- the server itself


class HealthShape(Struct, frozen=True):
    """The state of the server. `store`: 'ok', 'none' (it stores nothing), or 'down'."""

    ok: bool
    store: str


class VersionShape(Struct, frozen=True):
    """The version of the program; `catalogue` changes whenever the rules' data does."""

    version: str
    catalogue: str
    api: int


class LicenceShape(Struct, frozen=True):
    """A part of the program, and its licence."""

    name: str
    version: str
    licence: str
    notice: str


class AboutShape(Struct, frozen=True):
    """Versions, which data are stored where and for how long, and the licences of all parts."""

    version: str
    catalogue: str
    privacy: tuple[MessageShape, ...]
    licences: tuple[LicenceShape, ...]
