"""Everything that leaves the process, as frozen structs: what `--json` prints, `answer` answers and a server sends.

A message is its code and facts, with the words of the languages asked for beside them; rule texts are data. Money has the
form of `money_json`; tiles, seats and kinds have their texts. A key that CASES leaves out is left out here.
"""

from __future__ import annotations

import sys
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

Amount = int | float | str
"""Money: a number where a reader gets exactly it, else its fraction as text."""
Seats = dict[str, Amount]
"""Money of each seat or player."""
Setting = bool | int | str | tuple[str | int, ...]
"""What an option is set to."""
Answered = TypeVar("Answered")


# --- texts


class MessageShape(Struct, frozen=True, omit_defaults=True):
    """Something said: a code with its facts, and the words in the languages asked for."""

    code: str
    facts: dict[str, Any]
    yue: str | None = None
    zh: str | None = None
    en: str | None = None


class ProblemShape(MessageShape, frozen=True, omit_defaults=True):
    """Something wrong, and from where to where of the text it stands."""

    at: tuple[int, int] | None = None


class ErrorShape(Struct, frozen=True, omit_defaults=True):
    """A refusal: the code of the first problem, the sentences of all, and each problem with its facts."""

    code: str
    message: str
    message_zh: str
    message_yue: str | None = None
    problems: tuple[ProblemShape, ...] | None = None


class TextShape(Struct, frozen=True):
    """A name or sentence that belongs to a rule."""

    zh: str
    en: str


class NameShape(Struct, frozen=True):
    """What a pattern is called."""

    zh: str
    jyutping: str
    en: str


# --- money


class TransferShape(Struct, frozen=True):
    """One payment, and why."""

    payer: str = field(name="from")
    payee: str = field(name="to")
    amount: Amount
    why: MessageShape


class SettlementShape(Struct, frozen=True, omit_defaults=True):
    """What a hand's end costs everybody; `payments` sum to zero."""

    payments: Seats
    winners: tuple[str, ...] = ()
    transfers: tuple[TransferShape, ...] = ()
    liable: str | None = None


# --- a score


class ScoreShape(Struct, frozen=True, omit_defaults=True):
    """What a win is worth, as CASES has it."""

    patterns: dict[str, int]
    fan: int
    capped: int
    valid: bool
    payments: Seats | None = None
    liable: str | None = None
    waits: str | None = None


class AnswerShape(Struct, Generic[Answered], frozen=True):
    """The answer to a case: a score, a settlement, or the books after each hand."""

    id: Any
    answer: Answered


class RefusalShape(Struct, frozen=True):
    """The answer to a case that cannot be."""

    id: Any
    error: ErrorShape


class LabelShape(Struct, frozen=True):
    """The name of a win in which nothing else counts."""

    pattern: str
    name: NameShape
    says: TextShape
    source: str


class CountedShape(Struct, frozen=True):
    """A pattern that counted."""

    pattern: str
    name: NameShape
    fan: int
    times: int
    tiles: tuple[str, ...]
    shown: MessageShape | None
    limit: bool
    says: TextShape
    source: str


class DroppedShape(Struct, frozen=True):
    """A pattern that held and did not count."""

    pattern: str
    name: NameShape
    by: str
    why: str
    tiles: tuple[str, ...]
    sentence: MessageShape
    source: str


class GroupShape(Struct, frozen=True):
    """A set or the pair of a reading."""

    kind: str
    tiles: tuple[str, ...]
    made: str


class PlaceShape(Struct, frozen=True):
    """Where the winning tile stands: in which group, and as what."""

    group: int | None
    kind: str
    says: MessageShape


class ReadingShape(Struct, frozen=True):
    """One way to read the hand."""

    fan: int
    capped: int
    shape: str
    patterns: dict[str, int]
    groups: tuple[GroupShape, ...]
    place: PlaceShape | None
    text: MessageShape


class ExplanationShape(Struct, frozen=True):
    """Everything a player wants to be told of a win."""

    fan: int
    capped: int
    valid: bool
    headline: MessageShape
    situation: MessageShape
    label: LabelShape | None
    limit: bool
    counted: tuple[CountedShape, ...]
    dropped: tuple[DroppedShape, ...]
    ceiling: MessageShape | None
    spicy: MessageShape | None
    reading: ReadingShape
    others: tuple[ReadingShape, ...]
    waits: tuple[str, ...] | None
    payments: Seats | None
    transfers: tuple[TransferShape, ...]
    liable: str | None


# --- a score in the words of one language: `sikwu score --json`


class ToldReadingShape(Struct, frozen=True):
    """A reading in words."""

    fan: int
    capped: int
    groups: tuple[str, ...]
    place: str
    says: str


class ToldCountedShape(Struct, frozen=True):
    """A pattern that counted, in words."""

    pattern: str
    zh: str
    jyutping: str
    en: str
    fan: int
    times: int
    tiles: str
    says: str
    source: str


class ToldDroppedShape(Struct, frozen=True):
    """A pattern that held and did not count, in words."""

    pattern: str
    by: str
    why: str
    tiles: str
    says: str
    source: str


class ToldShape(Struct, frozen=True):
    """A score in the words of one language, and the same as codes and facts (`explanation`)."""

    text: str
    ruleset: str
    hash: str
    options: dict[str, Setting]
    fan: int
    capped: int
    valid: bool
    minimum: int
    ceiling: int | None
    patterns: dict[str, int]
    label: str | None
    limit_hand: bool
    spicy: str | None
    headline: str
    counted: tuple[ToldCountedShape, ...]
    not_counted: tuple[ToldDroppedShape, ...]
    ceiling_says: str
    spicy_says: str
    reading: ToldReadingShape
    others: tuple[ToldReadingShape, ...]
    waits: str | None
    settlement: SettlementShape | None
    """Who pays whom and why; null where nobody is told to pay."""
    unpaid: MessageShape | None
    """Why nobody is: below the minimum, or who discarded is not known."""
    explanation: ExplanationShape


# --- which rules


class RulesShape(Struct, frozen=True):
    """Which rules, shortly; `changes`: in how many points they are not those they are named after."""

    id: str
    hash: str
    min: int
    cap: int | None
    changes: int


# --- a hand that is not finished: `sikwu waits --json`


class UsefulShape(Struct, frozen=True):
    """A kind that brings the hand nearer, and the copies that may still come."""

    tile: str
    left: int


class WorthShape(Struct, frozen=True, omit_defaults=True):
    """What a wait is worth in one way of winning; `problem`: these rules do not let it win."""

    fan: int
    capped: int
    valid: bool
    patterns: dict[str, int]
    problem: ProblemShape | None = None


class WaitShape(Struct, frozen=True):
    """A tile that completes the hand; what it is worth is null where no copy is left."""

    tile: str
    left: int
    discard: WorthShape | None
    self_draw: WorthShape | None


class DiscardShape(Struct, frozen=True):
    """A tile that may go, and how the hand stands without it."""

    tile: str
    away: int
    copies: int
    useful: tuple[UsefulShape, ...]


class LookShape(Struct, frozen=True, omit_defaults=True):
    """What can be said about a hand that is not finished."""

    state: str
    size: int
    missing: int
    away: int | None = None
    useful: tuple[UsefulShape, ...] = ()
    waits: tuple[WaitShape, ...] = ()
    discards: tuple[DiscardShape, ...] = ()
    wins: tuple[WaitShape, ...] = ()
    problems: tuple[ProblemShape, ...] = ()


class ToldLookShape(Struct, frozen=True):
    """A hand that was looked at under some rules; `says` is the answer in a sentence."""

    text: str
    rules: RulesShape
    says: str
    look: LookShape


# --- rules


class RulesetShape(Struct, frozen=True):
    """A ruleset: its names, its limits, and what it changes of its document."""

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


class LineShape(Struct, frozen=True):
    """One line of a condition; what stands deeper belongs to the line above."""

    depth: int
    text: MessageShape


class PatternShape(Struct, frozen=True):
    """A pattern's page under one ruleset; `worth` is null where it is not in use, or only a name."""

    id: str
    ruleset: str
    name: NameShape
    aka: tuple[str, ...]
    says: TextShape
    source: str
    worth: int | None
    in_use: bool
    limit: bool
    label: bool
    ways: tuple[tuple[LineShape, ...], ...]
    absorbs: tuple[str, ...]
    shares: tuple[str, ...]
    absorbed_by: tuple[str, ...]
    alone: bool


class ValuesShape(Struct, frozen=True, omit_defaults=True):
    """The values an option takes: `of` some, `whole` numbers, `ratio`s or `patterns`; words that may stand instead."""

    kind: str
    text: str
    of: tuple[Setting, ...] = ()
    least: int | None = None
    most: int | None = None
    above: bool = False
    words: tuple[str, ...] = ()


class OptionShape(Struct, frozen=True):
    """An option's page under one ruleset."""

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
    """A duty's page under one ruleset; `in_force` is null where nobody answers by it."""

    id: str
    ruleset: str
    name: NameShape
    says: TextShape
    source: str
    in_force: TextShape | None
    options: tuple[str, ...]


class ShownShape(Struct, frozen=True):
    """Everything that a name means: patterns, duties, an option, or a ruleset."""

    patterns: tuple[PatternShape, ...] = ()
    duties: tuple[DutyShape, ...] = ()
    options: tuple[OptionShape, ...] = ()
    ruleset: RulesetShape | None = None


class DifferenceShape(Struct, frozen=True):
    """One point in which two rulesets differ: an 'option', a 'pattern' or a 'duty'; empty: not in use."""

    kind: str
    id: str
    ours: str
    theirs: str


class RulesDiffShape(Struct, frozen=True):
    """Where two rulesets differ."""

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
    """One ruleset's answer: what the win is worth, or why it is none."""

    rules: RulesShape
    fan: int | UnsetType = UNSET
    capped: int | UnsetType = UNSET
    valid: bool | UnsetType = UNSET
    patterns: dict[str, int] | UnsetType = UNSET
    payments: Seats | UnsetType = UNSET
    other_size: bool | UnsetType = UNSET
    problems: tuple[ProblemShape, ...] | UnsetType = UNSET


class ClauseShape(Struct, frozen=True, omit_defaults=True):
    """What one ruleset says of a pattern in this hand."""

    fan: int
    why: str
    says: MessageShape
    by: str | None = None
    worth: int | None = None
    source: str | None = None


class RowShape(Struct, frozen=True):
    """One pattern under every ruleset."""

    pattern: str
    differs: bool
    why: str | None
    options: tuple[str, ...]
    clauses: tuple[ClauseShape, ...]


class RemedyShape(Struct, frozen=True):
    """Options that make one column count as another does."""

    column: int
    like: int
    options: dict[str, Setting]


class ComparisonShape(Struct, frozen=True):
    """One hand under several rulesets."""

    win: str
    alike: bool
    columns: tuple[ColumnShape, ...]
    rows: tuple[RowShape, ...]
    deciding: tuple[str, ...]
    remedies: tuple[RemedyShape, ...]


# --- books


class PullShape(Struct, frozen=True):
    """An open pull, in fan and in money; `cut`: the debtor may buy himself out now."""

    debtor: str = field(name="from")
    creditor: str = field(name="to")
    amount: Amount
    worth: Amount
    hands: int
    cut: bool


class BookShape(Struct, frozen=True):
    """How a book stands. `pot` and `chips` are null where none are kept; `totals`: as if it were closed now."""

    book: str
    name: str
    head: str
    seq: int
    rules: RulesShape
    same_rules: bool | None
    players: tuple[str, ...]
    seats: tuple[str | None, ...]
    dealer: str | None
    streak: int
    round: str
    hands: int
    cash: Seats
    totals: Seats
    pulls: tuple[PullShape, ...]
    chips: Seats | None
    pot: Amount | None
    over: bool
    closed: bool


class EntryShape(Struct, frozen=True):
    """One entry of the audit trail; `by`: the entry that took its place."""

    seq: int
    at: str
    author: str
    key: str
    hand_no: int | None
    hash: str
    event: dict[str, Any]
    words: MessageShape
    status: str
    by: int | None
    change: Seats


class StepShape(Struct, frozen=True):
    """One entry in effect and what it did: money that moved, what went into the pull ledger in fan, who came too late."""

    seq: int
    hand: int | None
    words: MessageShape
    moves: tuple[TransferShape, ...]
    booked: tuple[TransferShape, ...]
    change: Seats
    beaten: tuple[str, ...]
    offered: tuple[tuple[str, str], ...]


class WrittenShape(Struct, frozen=True):
    """What a command has written; `known`: the key was used before and nothing was written again."""

    seq: int
    known: bool
    words: MessageShape
    step: StepShape | None
    changed: tuple[int, ...]
    """Later hands that are not what they were, by number."""
    book: BookShape


class BookPageShape(Struct, frozen=True):
    """A book with its last hands, or with its whole log."""

    where: str
    book: BookShape
    hands: tuple[StepShape, ...]
    log: tuple[EntryShape, ...] | None


class ListedShape(Struct, frozen=True):
    """A book in a list."""

    book: str
    name: str
    entries: int
    head: str
    at: str


class BookListShape(Struct, frozen=True):
    """All books, the one written last first, and where they lie."""

    where: str | None
    books: tuple[ListedShape, ...]


class PlayerStatsShape(Struct, frozen=True):
    """What one player has done; `running`: the total after each hand from number `joined` on."""

    player: str
    hands: int
    wins: int
    self_draws: int
    discards_into: int
    false_wins: int
    average_fan: Amount | None
    biggest: int
    biggest_hand: int | None
    longest_wins: int
    longest_deal: int
    joined: int
    running: tuple[Amount, ...]
    total: Amount


class BookStatsShape(Struct, frozen=True):
    """The statistics of a book."""

    book: str
    name: str
    players: tuple[PlayerStatsShape, ...]


class SettleUpShape(Struct, frozen=True):
    """The fewest transfers that clear all debts; the pot has an empty name."""

    book: str
    name: str
    transfers: tuple[TransferShape, ...]


class CheckedShape(Struct, frozen=True, omit_defaults=True):
    """A book that was checked from its first entry on."""

    name: str
    entries: int
    head: str
    signature: bool | UnsetType = UNSET
    beside: MessageShape | UnsetType = UNSET
    """How the book of a file stands to the one in the database."""


class ExportedShape(Struct, frozen=True):
    """What was written to which file."""

    file: str
    entries: int
    signature: str | None


class DatabaseShape(Struct, frozen=True):
    """Where the books lie."""

    where: str
    exists: bool


class OwedShape(Struct, frozen=True):
    """An open pull as CASES has it."""

    debtor: str = field(name="from")
    creditor: str = field(name="to")
    amount: Amount
    hands: int


class AfterShape(Struct, frozen=True, omit_defaults=True):
    """The books after a hand, as CASES has them: cash, open pulls or chips, as the rules keep them."""

    cash: Seats | UnsetType = UNSET
    open: tuple[OwedShape, ...] | UnsetType = UNSET
    cut_offered: tuple[tuple[str, str], ...] | UnsetType = UNSET
    chips: Seats | UnsetType = UNSET
    pot: Amount | UnsetType = UNSET
    next_dealer: str | UnsetType | None = UNSET
    next_streak: int | UnsetType = UNSET


class BookAnswerShape(Struct, frozen=True):
    """The books after each hand of a case, and after the end."""

    after: tuple[AfterShape, ...]
    close: AfterShape


class DealAnswerShape(Struct, frozen=True):
    """A deal by script: lines of the record as its page has them, and lines of the script that were never used."""

    lines: tuple[dict[str, Any], ...]
    unused: tuple[tuple[str, ...], ...]


# --- all of them


def shapes() -> dict[str, Any]:
    """Every shape by its name; that of an answer once for each kind of case."""
    found = [
        each for each in vars(sys.modules[__name__]).values() if isinstance(each, type) and issubclass(each, Struct)
    ]
    own = {each.__name__: each for each in found if each.__module__ == __name__ and each is not AnswerShape}
    kinds = (ScoreShape, SettlementShape, BookAnswerShape, DealAnswerShape)
    return own | {f"AnswerShape[{kind.__name__}]": AnswerShape[kind] for kind in kinds}  # type: ignore[valid-type]


def schema() -> dict[str, Any]:
    """One JSON Schema document with a definition of every shape.

    >>> sorted(schema()["$defs"]["TextShape"]["properties"])
    ['en', 'zh']
    """
    _, defs = msgspec.json.schema_components(shapes().values(), ref_template="#/$defs/{name}")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": defs}
