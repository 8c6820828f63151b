"""The response types of the server that the commands do not print."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType, field

from sikwu.wire.asked import House
from sikwu.wire.shapes import (
    Amount,
    CountedShape,
    DiscardShape,
    DroppedShape,
    DutyShape,
    EntryShape,
    LabelShape,
    MessageShape,
    NameShape,
    OptionShape,
    PatternShape,
    ProblemShape,
    ReadingShape,
    RulesetShape,
    RulesShape,
    Seats,
    Setting,
    TextShape,
    TransferShape,
    UsefulShape,
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
    """Where the book has moved: the hash of its newest entry,"""
    seq: int | None = None
    """and its number."""
    entry: EntryShape | None = None
    """The entry that was written first."""


# --- a hand


class MeldShape(Struct, frozen=True, omit_defaults=True):
    """A meld: chow, pung, kong_exposed, kong_added or kong_concealed, and who fed it."""

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


class NearShape(Struct, frozen=True):
    """A pattern that does not hold, with the number of failing parts."""

    pattern: str
    name: NameShape
    worth: int
    failing: int
    parts: int


class _Hand(Struct, frozen=True, omit_defaults=True, tag_field="state", kw_only=True):
    """Common fields of every hand. `chips`: each circumstance, null if it can be chosen, otherwise the reason why not."""

    text: str
    size: int
    missing: int
    rules: RulesShape
    tiles: TilesShape | None = None
    chips: dict[str, MessageShape | None] = {}
    asked: tuple[str, ...] = ()
    """Circumstances that some rule in use, or who pays, depends on."""
    chosen: tuple[str, ...] = ()
    problems: tuple[ProblemShape, ...] = ()


class BuildingShape(_Hand, frozen=True, omit_defaults=True, tag="building", kw_only=True):
    """A hand that lacks tiles, or is not ready; `away`: tiles that must still come, none known of an empty one."""

    away: int | None = None
    useful: tuple[UsefulShape, ...] = ()


class ReadyShape(_Hand, frozen=True, omit_defaults=True, tag="ready", kw_only=True):
    """A hand that waits."""

    away: int
    useful: tuple[UsefulShape, ...]
    waits: tuple[WaitShape, ...]


class FullShape(_Hand, frozen=True, omit_defaults=True, tag="full", kw_only=True):
    """A full hand: what may go, the best first; `wins`: tiles of a complete hand that may have been the winning one."""

    away: int
    discards: tuple[DiscardShape, ...]
    wins: tuple[WaitShape, ...] = ()


class ImpossibleShape(_Hand, frozen=True, omit_defaults=True, tag="impossible", kw_only=True):
    """An impossible hand; `problems` say why, with their places in the text."""


class WinShape(_Hand, frozen=True, omit_defaults=True, tag="win", kw_only=True):
    """A win, with everything a player wants to know. `unpaid`: why there are no payments."""

    fan: int
    capped: int
    valid: bool
    headline: MessageShape
    situation: MessageShape
    label: LabelShape | UnsetType | None = UNSET
    limit: bool | UnsetType = UNSET
    counted: tuple[CountedShape, ...]
    dropped: tuple[DroppedShape, ...]
    ceiling: MessageShape | UnsetType | None = UNSET
    spicy: MessageShape | UnsetType | None = UNSET
    reading: ReadingShape
    others: tuple[ReadingShape, ...]
    waits: tuple[str, ...] | UnsetType | None = UNSET
    payments: Seats | UnsetType | None = UNSET
    transfers: tuple[TransferShape, ...]
    liable: str | UnsetType | None = UNSET
    worth: tuple[MessageShape, ...] | UnsetType = UNSET
    """How fan became money, line by line."""
    unpaid: MessageShape | UnsetType | None = UNSET
    near: tuple[NearShape, ...] = ()


HandShape = BuildingShape | ReadyShape | FullShape | WinShape | ImpossibleShape


class AskedLineShape(Struct, frozen=True):
    """One line of a condition, whether it holds and what the hand has."""

    depth: int
    text: MessageShape
    holds: bool | None
    value: MessageShape | None


class BecauseShape(Struct, frozen=True):
    """Why a pattern holds in a win or not, part by part; each way to make it by itself."""

    pattern: str
    name: NameShape
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
    """A ruleset with its patterns' worth, its duties, its text as a file, and what fan cost."""

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
    """A pattern in the list: what it is worth in each document that knows it (null: not in use), and a picture."""

    id: str
    catalogue: str
    family: str
    name: NameShape
    aka: tuple[str, ...]
    says: TextShape
    source: str
    worth: dict[str, int | None]
    limit: tuple[str, ...]
    """Documents in which it is a limit hand."""
    label: bool
    example: str | None
    picture: tuple[str, ...]
    """At most three tiles that stand for it in a list: a set of its own; none where no tiles do."""


class PatternsShape(Struct, frozen=True):
    """Every pattern of every document once."""

    catalogue: str
    patterns: tuple[ListedPatternShape, ...]


class ExampleShape(Struct, frozen=True):
    """A win of the corpus that shows a pattern (`counts`), or nearly does. It is scored under the rules of the page where it
    shows that there, else `under` those by which it does; `says`: what is chosen there."""

    text: str
    fan: int
    capped: int
    valid: bool
    patterns: dict[str, int]
    counts: bool
    why: tuple[AskedLineShape, ...] = ()
    """Of a near miss: what is asked and is not there."""
    under: House | None = None
    says: tuple[TextShape, ...] = ()


class PatternPageShape(Struct, frozen=True):
    """A pattern's page: under one ruleset, its worth in every document, examples and near misses."""

    pattern: PatternShape
    rules: RulesShape
    worth: dict[str, int | None]
    examples: tuple[ExampleShape, ...]
    near_misses: tuple[ExampleShape, ...]
    source: TextShape


class ToldDifferenceShape(Struct, frozen=True):
    """One point in which two rulesets differ, with what each says; `kind`: option, pattern or duty."""

    kind: str
    id: str
    name: TextShape
    ours: str
    theirs: str
    ours_says: TextShape | None
    theirs_says: TextShape | None


class ToldDiffShape(Struct, frozen=True):
    """Where two rulesets differ, in words."""

    ours: RulesShape
    theirs: RulesShape
    alike: bool
    differences: tuple[ToldDifferenceShape, ...]


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
    differences: tuple[ToldDifferenceShape, ...] = ()
    """From what they are based on."""
    no_effect: dict[str, MessageShape] = {}
    sample: SampleShape | None = None
    house: House | None = None
    """The same as a reference: what it is based on and what is changed of that."""


class WorthUnderShape(Struct, frozen=True):
    """What a win is worth under some rules."""

    fan: int
    capped: int
    valid: bool
    patterns: dict[str, int]
    payments: Seats | None


class PreviewHandShape(Struct, frozen=True):
    """One hand before and after a change; null: no win by those rules."""

    text: str
    before: WorthUnderShape | None
    after: WorthUnderShape | None
    differs: bool


class PreviewShape(Struct, frozen=True):
    """What one option changes, shown by hands."""

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
    """Is the server well? `store`: 'ok', 'none' (it keeps nothing), or 'down'."""

    ok: bool
    store: str


class VersionShape(Struct, frozen=True):
    """Which program this is; `catalogue` changes whenever the rules' data does."""

    version: str
    catalogue: str
    api: int


class LicenceShape(Struct, frozen=True):
    """Something that comes with the program, and on what terms."""

    name: str
    version: str
    licence: str
    notice: str


class AboutShape(Struct, frozen=True):
    """Versions, what is stored where and for how long, and the licences of everything that comes along."""

    version: str
    catalogue: str
    privacy: tuple[MessageShape, ...]
    licences: tuple[LicenceShape, ...]
