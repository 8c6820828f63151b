"""The lines of a record as types, one a kind: what each must hold, and the door at which every line is read.

Inside are our words; on the disk are those of mjai, as tags and renames. A line that lacks something, or holds something
else than its kind does, is an error that names the line and the key. Keys that no kind knows are passed over.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Literal, NoReturn, get_args

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from sikwu.play.deal import Line as Line
from sikwu.play.deal import PlayError
from sikwu.texts import Message, problem, say

_TILE = "(?:[1-9][mps]|[ESWN中發白]|[1-8]f)"
_KIND = "(?:[1-9][mps]|[ESWN中發白])"
_ACTION = (
    rf"\A(?:pass|win|win_flowers|ready|pung|kong|false_win|cut|(?:discard|ready|kong_concealed|kong_added) {_KIND}"
    rf"|chow {_KIND} {_KIND})\Z"
)
SeatName = Literal["E", "S", "W", "N"]
TileName = Annotated[str, Meta(pattern=rf"\A{_TILE}\Z")]
SeenTile = Annotated[str, Meta(pattern=rf"\A(?:{_TILE}|\?)\Z")]
"""A tile, or `?` where the reader of a view may not know it."""
PlayerName = Annotated[str, Meta(min_length=1, max_length=40)]
ActionText = Annotated[str, Meta(pattern=_ACTION)]
Die = Annotated[int, Meta(ge=1, le=6)]
Place = Annotated[int, Meta(ge=0, le=3)]
Streak = Annotated[int, Meta(ge=0)]
DealNumber = Annotated[int, Meta(ge=1)]
_MANTISSA = 1 << 53
Amount = (
    int
    | Annotated[float, Meta(gt=-_MANTISSA, lt=_MANTISSA)]
    | Annotated[str, Meta(max_length=400, pattern=r"\A-?[0-9]+/[1-9][0-9]*\Z")]
)
"""A number, or text for what no finite binary fraction is: `"1/3"`."""
OptionValue = bool | int | float | str | list[int | float | str] | None
Four = tuple[PlayerName, PlayerName, PlayerName, PlayerName]


# --- what lines hold


class Changes(Struct, frozen=True):
    """What each seat gains or loses, such as `{"E":0,"S":24,"W":0,"N":-24}`."""

    E: Amount
    S: Amount
    W: Amount
    N: Amount


class OpenPull(Struct, frozen=True, rename={"debtor": "from", "creditor": "to"}):
    """A debt that is open, such as `{"from":"Ben","to":"Ann","amount":16,"hands":1}`."""

    debtor: PlayerName
    creditor: PlayerName
    amount: Amount
    hands: int


class BooksHeld(Struct, frozen=True):
    """What everybody holds: totals, or cash with open pulls, or chips; such as `{"totals":{"Ann":0,"Ben":24}}`."""

    totals: dict[PlayerName, Amount] | UnsetType = UNSET
    cash: dict[PlayerName, Amount] | UnsetType = UNSET
    open: list[OpenPull] | UnsetType = UNSET
    cut_offered: list[tuple[PlayerName, PlayerName]] | UnsetType = UNSET
    chips: dict[PlayerName, Amount] | UnsetType = UNSET
    pot: Amount | UnsetType = UNSET
    next_dealer: PlayerName | UnsetType = UNSET
    next_streak: Streak | UnsetType = UNSET

    def __post_init__(self) -> None:
        if sum(held is not UNSET for held in (self.totals, self.cash, self.chips)) != 1:
            raise ValueError("one of totals, cash, chips")


class NextDeal(Struct, frozen=True, rename={"dealer": "oya", "streak": "honba", "round": "bakaze"}):
    """Who deals next, such as `{"oya":1,"honba":0,"bakaze":"E"}`; or why nobody does: `{"over":"rounds"}`."""

    dealer: Place | UnsetType = UNSET
    streak: Streak | UnsetType = UNSET
    round: SeatName | UnsetType = UNSET
    over: Literal["rounds", "bust", "stopped"] | UnsetType = UNSET

    def __post_init__(self) -> None:
        told = [each is not UNSET for each in (self.dealer, self.streak, self.round)]
        if not (all(told) if self.over is UNSET else not any(told)):
            raise ValueError("oya, honba and bakaze, or over")


class WinCase(Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"tile": "win", "feeder": "from"}):
    """A win as a whole case of kind `score`; `sikwu.win.Win.from_case` reads it further."""

    id: str
    kind: Literal["score"]
    ruleset: str
    options: dict[str, OptionValue] = {}
    rules: str | UnsetType = UNSET
    """The hash, where the record holds the rules of a house."""
    seat: SeatName
    round: SeatName
    streak: Streak | UnsetType = UNSET
    hand: str
    melds: list[dict[str, Any]]
    tile: TileName | UnsetType = UNSET
    by: str
    feeder: SeatName | UnsetType = UNSET
    flowers: str
    at: dict[str, Any] = {}


class WinAnswer(Struct, frozen=True):
    """What the product answers to that case."""

    patterns: dict[str, int]
    fan: int
    capped: int
    valid: bool
    payments: Changes
    liable: SeatName | UnsetType = UNSET
    waits: str | UnsetType = UNSET


# --- one type a kind of line


class RecordLine(Struct, frozen=True, tag_field="type"):
    """One line; the tag is its `type` on the disk."""


class HeaderLine(RecordLine, frozen=True, tag="start_game", rename={"version": "sikwu"}):
    """The first line: who plays what, and how it is recorded.

    {"type":"start_game","format":"sikwu-record-1","sikwu":"0.1.0","table":"t1","ruleset":"hk-common","options":{"limit.cap_fan":8},"rules":"0123456789abcdef","players":["Ann","Ben","Cat","Dan"],"view":"archive","decisions":true,"chain":true,"house":"ruleset = \\"hk-common\\"\\n\\n[options]\\n\\"limit.cap_fan\\" = 8\\n\\n[prices]\\n3 = 10\\n4 = 20\\n"}
    """

    format: Literal["sikwu-record-1"]
    version: str
    table: str
    ruleset: str
    options: dict[str, OptionValue]
    """Only what differs from the ruleset."""
    rules: str
    """The hash of the rules in force, a house's own patterns and prices included."""
    players: Four
    """By place; the first deals first."""
    view: str
    """`archive`, `public` or a player's name."""
    decisions: bool = False
    """Are decision lines written?"""
    chain: bool = False
    """Do lines carry `h`? A header that does not say so has none."""
    house: str | UnsetType = UNSET
    """The whole rules file, where the rules hold more than options."""

    def __post_init__(self) -> None:
        if len(set(self.players)) != 4:
            raise ValueError("players")


class DealLine(
    RecordLine,
    frozen=True,
    kw_only=True,
    tag="start_kyoku",
    rename={"round": "bakaze", "number": "kyoku", "streak": "honba", "dealer": "oya", "hands": "tehais"},
):
    """A deal begins.

    {"type":"start_kyoku","deal":1,"bakaze":"E","kyoku":1,"honba":0,"oya":0,"seats":["Ann","Ben","Cat","Dan"],"commit":null,"dice":[6,3,6],"tehais":[["2s","中","3f"],["?"],["?"],["?"]]}
    """

    deal: DealNumber
    round: SeatName
    number: Annotated[int, Meta(ge=1, le=4)]
    """The dealer's place, counted from 1."""
    streak: Streak
    dealer: Place
    seats: Four
    """Names at E S W N."""
    commit: str | None
    """What the wall was sealed with; None of a wall that was given."""
    dice: tuple[Die, Die, Die] | UnsetType = UNSET
    hands: tuple[list[SeenTile], list[SeenTile], list[SeenTile], list[SeenTile]]
    """In the order dealt, flowers included."""

    def __post_init__(self) -> None:
        if len(set(self.seats)) != 4:
            raise ValueError("seats")


class FlowerLine(RecordLine, frozen=True, tag="flower", rename={"seat": "actor", "tile": "pai"}):
    """A flower is laid open.

    {"type":"flower","actor":"E","pai":"3f"}
    """

    seat: SeatName
    tile: TileName


class DrawLine(RecordLine, frozen=True, tag="tsumo", rename={"seat": "actor", "tile": "pai", "replaces": "back"}):
    """A tile is drawn, from the front of the wall or, for a flower or a kong, from its back.

    {"type":"tsumo","actor":"E","pai":"7s","back":"flower"}
    """

    seat: SeatName
    tile: SeenTile
    replaces: Literal["flower", "kong"] | UnsetType = UNSET


class DiscardLine(RecordLine, frozen=True, tag="dahai", rename={"seat": "actor", "tile": "pai", "drawn": "tsumogiri"}):
    """A tile is discarded.

    {"type":"dahai","actor":"E","pai":"9p","tsumogiri":false}
    """

    seat: SeatName
    tile: TileName
    drawn: bool
    """It had just been drawn."""


_CLAIMED = {"seat": "actor", "feeder": "target", "tile": "pai", "own": "consumed"}


class ChowLine(RecordLine, frozen=True, tag="chi", rename=_CLAIMED):
    """A discard is claimed for a chow.

    {"type":"chi","actor":"S","target":"E","pai":"9p","consumed":["7p","8p"]}
    """

    seat: SeatName
    feeder: SeatName
    tile: TileName
    own: tuple[TileName, TileName]


class PungLine(RecordLine, frozen=True, tag="pon", rename=_CLAIMED):
    """A discard is claimed for a pung.

    {"type":"pon","actor":"N","target":"E","pai":"9p","consumed":["9p","9p"]}
    """

    seat: SeatName
    feeder: SeatName
    tile: TileName
    own: tuple[TileName, TileName]


class ExposedKongLine(RecordLine, frozen=True, tag="daiminkan", rename=_CLAIMED):
    """A discard is claimed for a kong.

    {"type":"daiminkan","actor":"N","target":"E","pai":"9p","consumed":["9p","9p","9p"]}
    """

    seat: SeatName
    feeder: SeatName
    tile: TileName
    own: tuple[TileName, TileName, TileName]


class ConcealedKongLine(RecordLine, frozen=True, tag="ankan", rename={"seat": "actor", "own": "consumed"}):
    """Four tiles of one's own become a kong.

    {"type":"ankan","actor":"W","consumed":["2m","2m","2m","2m"]}
    """

    seat: SeatName
    own: tuple[SeenTile, SeenTile, SeenTile, SeenTile]


class AddedKongLine(RecordLine, frozen=True, tag="kakan", rename={"seat": "actor", "tile": "pai", "pung": "consumed"}):
    """The fourth tile is added to a pung.

    {"type":"kakan","actor":"N","pai":"9p","consumed":["9p","9p","9p"]}
    """

    seat: SeatName
    tile: TileName
    pung: tuple[TileName, TileName, TileName]


class DeadHandLine(RecordLine, frozen=True, tag="dead", rename={"seat": "actor"}):
    """A hand is marked 相公 for the rest of the deal.

    {"type":"dead","actor":"S"}
    """

    seat: SeatName


class ReadyLine(RecordLine, frozen=True, tag="reach", rename={"seat": "actor"}):
    """Somebody declares to be ready.

    {"type":"reach","actor":"W","kind":"declared"}
    """

    seat: SeatName
    kind: Literal["declared", "concealed", "heavenly", "earthly"]


class WinLine(
    RecordLine, frozen=True, kw_only=True, tag="hora", rename={"seat": "actor", "feeder": "target", "tile": "pai"}
):
    """Somebody wins.

    {"type":"hora","actor":"S","target":"N","pai":"9p","case":{"id":"t1/1/S","kind":"score","ruleset":"hk-common","seat":"S","round":"E","hand":"7p 8p","melds":[],"win":"9p","by":"discard","from":"N","flowers":""},"answer":{"patterns":{"all_chows":1},"fan":1,"capped":1,"valid":true,"payments":{"E":0,"S":4,"W":0,"N":-4},"waits":"6p 9p"}}
    """

    seat: SeatName
    feeder: SeatName | UnsetType = UNSET
    """Who discarded it or made the kong; nobody of a self-draw."""
    tile: TileName | UnsetType = UNSET
    """Not there in a win by flowers."""
    case: WinCase
    answer: WinAnswer


class FalseWinLine(RecordLine, frozen=True, tag="false_win", rename={"seat": "actor"}):
    """Somebody declares a win that is none.

    {"type":"false_win","actor":"N"}
    """

    seat: SeatName


class NoWinLine(RecordLine, frozen=True, tag="ryukyoku"):
    """The deal ends without a win.

    {"type":"ryukyoku","reason":"exhausted"}
    """

    reason: Literal["exhausted", "false_win"]


class ResultLine(RecordLine, frozen=True, kw_only=True, tag="end_kyoku"):
    """What a deal changed.

    {"type":"end_kyoku","result":"win","winners":["S"],"payments":{"E":0,"S":24,"W":0,"N":-24},"side":{"E":0,"S":10,"W":-10,"N":0},"books":{"totals":{"Ann":0,"Ben":24,"Cat":0,"Dan":-24}},"next":{"oya":1,"honba":0,"bakaze":"E"}}
    """

    result: Literal["win", "draw", "false_win"]
    winners: list[SeatName]
    payments: Changes
    side: Changes | UnsetType = UNSET
    """By dice and concealed kongs."""
    books: BooksHeld
    next: NextDeal


class ProofLine(RecordLine, frozen=True, tag="proof"):
    """The wall that was played, and what it was made of.

    {"type":"proof","table":"t1","deal":1,"rules":"0123456789abcdef","nonces":[],"seed":null,"commit":null,"wall":[17,92]}
    """

    table: str
    deal: DealNumber
    rules: str
    nonces: list[str]
    seed: str | None
    commit: str | None
    wall: list[int]


class CutLine(RecordLine, frozen=True, tag="cut"):
    """A debtor pays off a pull (斬) between two deals.

    {"type":"cut","debtor":"Ben","creditor":"Ann","amount":17,"books":{"cash":{"Ann":17,"Ben":-17},"open":[],"cut_offered":[]}}
    """

    debtor: PlayerName
    creditor: PlayerName
    amount: Amount
    books: BooksHeld


class EndLine(RecordLine, frozen=True, tag="end_game"):
    """The end of the match.

    {"type":"end_game","books":{"totals":{"Ann":0,"Ben":24,"Cat":0,"Dan":-24}},"ranking":["Ben","Ann","Cat","Dan"]}
    """

    books: BooksHeld
    ranking: Four


class DecisionLine(RecordLine, frozen=True, kw_only=True, omit_defaults=True, tag="decision"):
    """What a seat could do, and what it chose.

    {"type":"decision","at":"cut","seat":"Ben","creditor":"Ann","legal":["pass","cut"],"chosen":"pass","default":true}
    {"type":"decision","at":"discard","seat":"S","legal":["pass","chow 7p 8p"],"chosen":"pass"}
    """

    at: Literal["turn", "discard", "kong", "flower", "opening", "cut"]
    seat: PlayerName
    """E S W N; of a cut the debtor's name."""
    creditor: PlayerName | UnsetType = UNSET
    """Of a cut alone."""
    legal: list[ActionText]
    chosen: ActionText
    default: bool = False
    """The written default answered for the seat."""

    def __post_init__(self) -> None:
        if (self.creditor is not UNSET) != (self.at == "cut"):
            raise ValueError("creditor")
        if self.at != "cut" and self.seat not in get_args(SeatName):
            raise ValueError("seat")


AnyLine = (
    HeaderLine
    | DealLine
    | FlowerLine
    | DrawLine
    | DiscardLine
    | ChowLine
    | PungLine
    | ExposedKongLine
    | ConcealedKongLine
    | AddedKongLine
    | DeadHandLine
    | ReadyLine
    | WinLine
    | FalseWinLine
    | NoWinLine
    | ResultLine
    | ProofLine
    | CutLine
    | EndLine
    | DecisionLine
)
TYPES: dict[str, type[RecordLine]] = {str(each.__struct_config__.tag): each for each in get_args(AnyLine)}
"""The kinds of lines by the words of the disk."""
KEYS: dict[str, tuple[str, ...]] = {kind: each.__struct_encode_fields__ for kind, each in TYPES.items()}
"""Everything that a record's lines say by their types; readers pass over other keys."""
FORMAT = "sikwu-record-1"


# --- the door

_LONGEST_TOLD = 60


def typed(line: Mapping[str, Any], number: int) -> AnyLine:
    """A line as its type; `number` is told where it is not one.

    >>> typed({"type": "dahai", "actor": "E", "pai": "9p", "tsumogiri": False}, 7)
    DiscardLine(seat='E', tile='9p', drawn=False)
    >>> typed({"type": "dahai", "actor": "E", "pai": ["9p"], "tsumogiri": False}, 7)
    Traceback (most recent call last):
        ...
    sikwu.play.deal.PlayError: Line 7 of the record cannot be read: "pai" of a line "dahai" cannot be ["9p"]; for example "9p".
    """
    try:
        found: AnyLine = msgspec.convert(line, AnyLine)
    except msgspec.ValidationError as error:
        _refuse(number, _why(str(error), line))
    return found


def checked(lines: Iterable[Line]) -> Iterator[Line]:
    """The same lines; an error at the first that is not what its kind is."""
    for number, line in enumerate(lines, 1):
        typed(line, number)
        yield line


def read_object(row: str, number: int) -> Line:
    """The object of a line's text; what it holds, `typed` looks at."""
    try:
        row.encode()
        line = json.loads(row, parse_constant=_no_number)
        if "\\u" in row:
            json.dumps(line, ensure_ascii=False).encode()  # half a character cannot be written down again
    except (ValueError, RecursionError):
        _refuse(number, say("play.why.json"))
    if not isinstance(line, dict):
        _refuse(number, say("play.why.json"))
    return line


def _no_number(word: str) -> NoReturn:
    raise ValueError(word)


def _refuse(number: int, why: Message) -> NoReturn:
    raise PlayError((problem("play.record_line", line=number, why=why),)) from None


def _why(told: str, line: object) -> Message:
    """What msgspec found, in our words: which key, what stands there, and how it is written."""
    kind = line.get("type") if isinstance(line, Mapping) else None
    if not isinstance(line, Mapping) or not isinstance(kind, str) or kind not in TYPES:
        return say("play.why.type", types=tuple(TYPES))
    words, _, path = told.partition(" - at `$")
    missing = words.partition("missing required field `")[2].partition("`")[0]
    place = path.strip("`.")
    top = place.partition(".")[0].partition("[")[0] or missing or words  # a type's own check names the key
    shown = _example(kind).get(top)
    like = None if shown is None else say("play.why.like", like=short(shown, _LONGEST_TOLD))
    if missing:
        return say("play.why.no_key", key=".".join(filter(None, (place, missing))), type=kind, like=like)
    return say("play.why.key", key=top, type=kind, told=short(line.get(top), _LONGEST_TOLD), like=like)


@cache
def _example(kind: str) -> Mapping[str, Any]:
    """The line that stands in the docstring of its type."""
    rows = (row.strip() for row in (TYPES[kind].__doc__ or "").splitlines())
    found: Mapping[str, Any] = json.loads(next((row for row in rows if row.startswith("{")), "{}"))
    return found


def short(value: Any, most: int) -> str:
    """A value as its line has it, cut off where it is long."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    return text if len(text) <= most else text[: most - 1] + "…"
