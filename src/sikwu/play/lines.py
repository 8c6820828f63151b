"""The lines of a record, one type per kind: its fields, the part that a viewer may see, and its form on the disk.

The fields have our names; tags and renames give them the mjai names on the disk. Lines are values: play makes them,
replay compares them. Only `text` and `sikwu.play.reader` know the form on the disk.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple, get_args

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from sikwu.play.parts import (
    HIDDEN,
    SEATS,
    ActionText,
    BotFault,
    Changes,
    DealNumber,
    DealtTiles,
    DieNumber,
    Four,
    Holdings,
    Lesson,
    NextDeal,
    OptionValue,
    PlayerName,
    RecordAmount,
    SeatName,
    SeenTile,
    Streak,
    TablePlace,
    TileName,
    WinAnswer,
    WinCase,
)


class Viewer(NamedTuple):
    """A reader of lines: a player, identified by the seat in the current deal, or a spectator (None)."""

    player: str | None
    kongs_hidden: bool
    """Whether concealed kongs lie face down."""
    seat: SeatName | None = None

    def seated(self, deal: DealLine) -> Viewer:
        """The same viewer in a new deal."""
        place = deal.seats.index(self.player) if self.player in deal.seats else None
        return self._replace(seat=None if place is None else SEATS[place])


class RecordLine(Struct, frozen=True, tag_field="type"):
    """One line; the tag is its `type` on the disk."""

    plain: ClassVar[bool] = True
    """Whether the line holds only values that every JSON writer writes alike. Fractions do not qualify."""

    @property
    def type(self) -> str:
        """The name of this kind of line on the disk."""
        return str(self.__struct_config__.tag)

    def seen_by(self, viewer: Viewer) -> Line | None:
        """The line as a viewer may read it; None hides it. Each type decides what it shows; by default nothing."""
        return None

    def to_dict(self) -> dict[str, Any]:
        """The JSON object on the disk.

        >>> DiscardLine("E", "9p", False).to_dict()
        {'type': 'dahai', 'actor': 'E', 'pai': '9p', 'tsumogiri': False}
        """
        found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return found

    @property
    def text(self) -> str:
        """The line as written to the disk, without a hash."""
        if self.plain:
            return msgspec.json.encode(self).decode()
        return json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))


class OpenLine(RecordLine, frozen=True):
    """A line that everybody may read in full."""

    def seen_by(self, viewer: Viewer) -> Line | None:
        """The line unchanged."""
        return self  # type: ignore[return-value]  # every kind of line is one of `Line`


class HeaderLine(RecordLine, frozen=True, kw_only=True, tag="start_game", rename={"version": "sikwu"}):
    """The first line: the players, the rules, and how the match is recorded.

    {"type":"start_game","format":"sikwu-record-1","sikwu":"0.2.0","table":"t1","ruleset":"hk-common","options":{"limit.cap_fan":8},"rules":"0123456789abcdef","house":"ruleset = \\"hk-common\\"\\n\\n[options]\\n\\"limit.cap_fan\\" = 8\\n\\n[prices]\\n3 = 10\\n4 = 20\\n","players":["Ann","Ben","Cat","Dan"],"view":"archive","decisions":true,"chain":true}
    """

    plain: ClassVar[bool] = False

    format: Literal["sikwu-record-1"]
    version: str
    table: str
    ruleset: str
    options: dict[str, OptionValue]
    """Only the options that differ from the ruleset's own."""
    rules: str
    """The hash of the rules in force, including own patterns and prices of a house."""
    house: str | UnsetType = UNSET
    """The whole rules file, if the rules hold more than options."""
    players: Four
    """The names by place; the first one is dealer first."""
    view: str
    """`archive`, `public` or a player's name."""
    decisions: bool = False
    """Whether decision lines are written."""
    chain: bool = False
    """Whether lines carry a hash `h`; false if the header does not say."""

    def __post_init__(self) -> None:
        if len(set(self.players)) != 4:
            raise ValueError("players")

    def seen_by(self, viewer: Viewer) -> HeaderLine:
        """The header for this viewer: only `view` changes."""
        return replace(self, view=viewer.player or "public")


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
    dealer: TablePlace
    seats: Four
    """Names at E S W N."""
    commit: str | None
    """The hash of the wall's seed; None if the wall was given."""
    dice: tuple[DieNumber, DieNumber, DieNumber] | UnsetType = UNSET
    hands: tuple[DealtTiles, DealtTiles, DealtTiles, DealtTiles]
    """The tiles in the order dealt, flowers included."""

    def __post_init__(self) -> None:
        if len(set(self.seats)) != 4:
            raise ValueError("seats")

    def seen_by(self, viewer: Viewer) -> DealLine:
        """Shows only the viewer's own hand."""
        own = viewer.player
        hands = [
            tiles if name == own else (HIDDEN,) * len(tiles) for name, tiles in zip(self.seats, self.hands, strict=True)
        ]
        return replace(self, hands=tuple(hands))


class FlowerLine(OpenLine, frozen=True, tag="flower", rename={"seat": "actor", "tile": "pai"}):
    """A flower is laid open.

    {"type":"flower","actor":"E","pai":"3f"}
    """

    seat: SeatName
    tile: TileName


class DrawLine(RecordLine, frozen=True, tag="tsumo", rename={"seat": "actor", "tile": "pai", "replaces": "back"}):
    """A tile is drawn from the front of the wall, or from its back after a flower or a kong.

    {"type":"tsumo","actor":"E","pai":"7s","back":"flower"}
    """

    seat: SeatName
    tile: SeenTile
    replaces: Literal["flower", "kong"] | UnsetType = UNSET

    def seen_by(self, viewer: Viewer) -> DrawLine:
        """Shows the tile only to the player who drew it."""
        return self if viewer.seat == self.seat else DrawLine(self.seat, HIDDEN, self.replaces)


class DiscardLine(OpenLine, frozen=True, tag="dahai", rename={"seat": "actor", "tile": "pai", "drawn": "tsumogiri"}):
    """A tile is discarded.

    {"type":"dahai","actor":"E","pai":"9p","tsumogiri":false}
    """

    seat: SeatName
    tile: TileName
    drawn: bool
    """Whether the tile had just been drawn."""


_CLAIMED = {"seat": "actor", "feeder": "target", "tile": "pai", "own": "consumed"}


class ChowLine(OpenLine, frozen=True, tag="chi", rename=_CLAIMED):
    """A discard is claimed for a chow.

    {"type":"chi","actor":"S","target":"E","pai":"9p","consumed":["7p","8p"]}
    """

    seat: SeatName
    feeder: SeatName
    tile: TileName
    own: tuple[TileName, TileName]


class PungLine(OpenLine, frozen=True, tag="pon", rename=_CLAIMED):
    """A discard is claimed for a pung.

    {"type":"pon","actor":"N","target":"E","pai":"9p","consumed":["9p","9p"]}
    """

    seat: SeatName
    feeder: SeatName
    tile: TileName
    own: tuple[TileName, TileName]


class ExposedKongLine(OpenLine, frozen=True, tag="daiminkan", rename=_CLAIMED):
    """A discard is claimed for a kong.

    {"type":"daiminkan","actor":"N","target":"E","pai":"9p","consumed":["9p","9p","9p"]}
    """

    seat: SeatName
    feeder: SeatName
    tile: TileName
    own: tuple[TileName, TileName, TileName]


class ConcealedKongLine(RecordLine, frozen=True, tag="ankan", rename={"seat": "actor", "own": "consumed"}):
    """Four tiles of the hand become a concealed kong.

    {"type":"ankan","actor":"W","consumed":["2m","2m","2m","2m"]}
    """

    seat: SeatName
    own: tuple[SeenTile, SeenTile, SeenTile, SeenTile]

    def seen_by(self, viewer: Viewer) -> ConcealedKongLine:
        """If it lies face down, only the player who made it sees the tiles."""
        seen = viewer.seat == self.seat or not viewer.kongs_hidden
        return self if seen else ConcealedKongLine(self.seat, (HIDDEN, HIDDEN, HIDDEN, HIDDEN))


class AddedKongLine(OpenLine, frozen=True, tag="kakan", rename={"seat": "actor", "tile": "pai", "pung": "consumed"}):
    """The fourth tile is added to a pung.

    {"type":"kakan","actor":"N","pai":"9p","consumed":["9p","9p","9p"]}
    """

    seat: SeatName
    tile: TileName
    pung: tuple[TileName, TileName, TileName]


class DeadHandLine(OpenLine, frozen=True, tag="dead", rename={"seat": "actor"}):
    """A hand is marked 相公 for the rest of the deal.

    {"type":"dead","actor":"S"}
    """

    seat: SeatName


class ReadyLine(OpenLine, frozen=True, tag="reach", rename={"seat": "actor"}):
    """A player declares a ready hand.

    {"type":"reach","actor":"W","kind":"declared"}
    """

    seat: SeatName
    kind: Literal["declared", "concealed", "heavenly", "earthly"]


class WinLine(
    OpenLine, frozen=True, kw_only=True, tag="hora", rename={"seat": "actor", "feeder": "target", "tile": "pai"}
):
    """A player wins.

    {"type":"hora","actor":"S","target":"N","pai":"9p","case":{"id":"t1/1/S","kind":"score","ruleset":"hk-common","seat":"S","round":"E","hand":"7p 8p","melds":[],"win":"9p","by":"discard","from":"N","flowers":""},"answer":{"patterns":{"all_chows":1},"fan":1,"capped":1,"valid":true,"payments":{"E":0,"S":4,"W":0,"N":-4},"waits":"6p 9p"}}
    """

    plain: ClassVar[bool] = False

    seat: SeatName
    feeder: SeatName | UnsetType = UNSET
    """The player who discarded the tile or made the kong; absent on a self-draw."""
    tile: TileName | UnsetType = UNSET
    """Absent in a win by flowers."""
    case: WinCase
    answer: WinAnswer


class FalseWinLine(OpenLine, frozen=True, tag="false_win", rename={"seat": "actor"}):
    """A player declares a false win.

    {"type":"false_win","actor":"N"}
    """

    seat: SeatName


class NoWinLine(OpenLine, frozen=True, tag="ryukyoku"):
    """The deal ends without a win.

    {"type":"ryukyoku","reason":"exhausted"}
    """

    reason: Literal["exhausted", "false_win", "three_winners"]


class ResultLine(OpenLine, frozen=True, kw_only=True, tag="end_kyoku"):
    """The result of a deal: payments, books, and who deals next.

    {"type":"end_kyoku","result":"win","winners":["S"],"payments":{"E":0,"S":24,"W":0,"N":-24},"side":{"E":0,"S":10,"W":-10,"N":0},"books":{"totals":{"Ann":0,"Ben":24,"Cat":0,"Dan":-24}},"next":{"oya":1,"honba":0,"bakaze":"E"},"teaching":["hands_open","taken_back"]}
    """

    plain: ClassVar[bool] = False

    result: Literal["win", "draw", "false_win"]
    winners: tuple[SeatName, ...]
    payments: Changes
    side: Changes | UnsetType = UNSET
    """Payments for dice and concealed kongs."""
    books: Holdings
    next: NextDeal
    teaching: tuple[Lesson, ...] | UnsetType = UNSET
    """The teaching aids used in a deal of a live table; such a deal counts in no ladder."""


class ProofLine(OpenLine, frozen=True, tag="proof"):
    """The wall of a finished deal, with the seed and nonces it was made from.

    {"type":"proof","table":"t1","deal":1,"rules":"0123456789abcdef","nonces":[],"seed":null,"commit":null,"wall":[17,92]}
    """

    table: str
    deal: DealNumber
    rules: str
    nonces: tuple[str, ...]
    seed: str | None
    commit: str | None
    wall: tuple[int, ...]


class CutLine(OpenLine, frozen=True, tag="cut"):
    """A debtor pays off a pull (斬) between two deals.

    {"type":"cut","debtor":"Ben","creditor":"Ann","amount":17,"books":{"cash":{"Ann":17,"Ben":-17},"open":[],"cut_offered":[]}}
    """

    plain: ClassVar[bool] = False

    debtor: PlayerName
    creditor: PlayerName
    amount: RecordAmount
    books: Holdings


class EndLine(OpenLine, frozen=True, tag="end_game"):
    """The end of the match.

    {"type":"end_game","books":{"totals":{"Ann":0,"Ben":24,"Cat":0,"Dan":-24}},"ranking":["Ben","Ann","Cat","Dan"]}
    """

    plain: ClassVar[bool] = False

    books: Holdings
    ranking: Four


class DecisionLine(RecordLine, frozen=True, kw_only=True, omit_defaults=True, tag="decision"):
    """The legal actions of a seat, and the one it chose.

    {"type":"decision","at":"cut","seat":"Ben","creditor":"Ann","legal":["pass","cut"],"chosen":"pass","default":true,"fault":{"bot":"mine:Clever","why":"late"}}
    {"type":"decision","at":"discard","seat":"S","legal":["pass","chow 7p 8p"],"chosen":"pass"}
    """

    at: Literal["turn", "discard", "kong", "flower", "opening", "cut"]
    seat: PlayerName
    """E S W N; for a cut, the debtor's name."""
    creditor: PlayerName | UnsetType = UNSET
    """Only for a cut."""
    legal: tuple[ActionText, ...]
    chosen: ActionText
    default: bool = False
    """Whether the default action was taken for the seat."""
    fault: BotFault | UnsetType = UNSET
    """The bot of a live table for which it was taken, and why."""

    def __post_init__(self) -> None:
        if self.fault is not UNSET and not self.default:
            raise ValueError("fault")
        if (self.creditor is not UNSET) != (self.at == "cut"):
            raise ValueError("creditor")
        if self.at != "cut" and self.seat not in SEATS:
            raise ValueError("seat")

    def seen_by(self, viewer: Viewer) -> DecisionLine | None:
        """Shows only the viewer's own decisions, without whether the default action was taken."""
        own = viewer.player if self.at == "cut" else viewer.seat
        return replace(self, default=False, fault=UNSET) if own is not None and self.seat == own else None


Line = (
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
TYPES: dict[str, type[RecordLine]] = {str(each.__struct_config__.tag): each for each in get_args(Line)}
"""The kinds of lines by their names on the disk."""
KEYS: dict[str, tuple[str, ...]] = {kind: each.__struct_encode_fields__ for kind, each in TYPES.items()}
"""All keys that the types of lines define; readers ignore other keys."""
FORMAT: Final = "sikwu-record-1"
