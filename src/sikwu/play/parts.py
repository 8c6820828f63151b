"""The parts of record lines: names, tiles, amounts, books, a win with its answer; each as written on the disk."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

_TILE = "(?:[1-9][mps]|[ESWN中發白]|[1-8]f)"
_KIND = "(?:[1-9][mps]|[ESWN中發白])"
_ACTION = (
    rf"\A(?:pass|win|win_flowers|ready|pung|kong|false_win|cut|(?:discard|ready|kong_concealed|kong_added) {_KIND}"
    rf"|chow {_KIND} {_KIND})\Z"
)
SeatName = Literal["E", "S", "W", "N"]
SEATS: tuple[SeatName, ...] = ("E", "S", "W", "N")
HIDDEN = "?"
"""Written in place of a tile that the viewer may not know."""
TileName = Annotated[str, Meta(pattern=rf"\A{_TILE}\Z")]
SeenTile = Annotated[str, Meta(pattern=rf"\A(?:{_TILE}|\?)\Z")]
"""A tile, or `?` if the viewer may not know it."""
DealtTiles = tuple[SeenTile, ...]
PlayerName = Annotated[str, Meta(min_length=1, max_length=40)]
ActionText = Annotated[str, Meta(pattern=_ACTION)]
DieNumber = Annotated[int, Meta(ge=1, le=6)]
TablePlace = Annotated[int, Meta(ge=0, le=3)]
Streak = Annotated[int, Meta(ge=0)]
DealNumber = Annotated[int, Meta(ge=1)]
_MANTISSA = 1 << 53
RecordAmount = (
    int
    | Annotated[float, Meta(gt=-_MANTISSA, lt=_MANTISSA)]
    | Annotated[str, Meta(max_length=400, pattern=r"\A-?[0-9]+/[1-9][0-9]*\Z")]
)
"""A number; text such as `"1/3"` for a fraction that binary numbers cannot hold exactly."""
OptionValue = bool | int | float | str | list[int | float | str] | None
Four = tuple[PlayerName, PlayerName, PlayerName, PlayerName]


class Changes(Struct, frozen=True):
    """What each seat gains or loses, such as `{"E":0,"S":24,"W":0,"N":-24}`."""

    E: RecordAmount
    S: RecordAmount
    W: RecordAmount
    N: RecordAmount


class OpenPull(Struct, frozen=True, rename={"debtor": "from", "creditor": "to"}):
    """An open debt, such as `{"from":"Ben","to":"Ann","amount":16,"hands":1}`."""

    debtor: PlayerName
    creditor: PlayerName
    amount: RecordAmount
    hands: int


class Holdings(Struct, frozen=True):
    """What each player holds: totals, or cash with open pulls, or chips; such as `{"totals":{"Ann":0,"Ben":24}}`."""

    totals: dict[PlayerName, RecordAmount] | UnsetType = UNSET
    cash: dict[PlayerName, RecordAmount] | UnsetType = UNSET
    open: tuple[OpenPull, ...] | UnsetType = UNSET
    cut_offered: tuple[tuple[PlayerName, PlayerName], ...] | UnsetType = UNSET
    chips: dict[PlayerName, RecordAmount] | UnsetType = UNSET
    pot: RecordAmount | UnsetType = UNSET
    next_dealer: PlayerName | UnsetType = UNSET
    next_streak: Streak | UnsetType = UNSET

    def __post_init__(self) -> None:
        if sum(held is not UNSET for held in (self.totals, self.cash, self.chips)) != 1:
            raise ValueError("one of totals, cash, chips")


class BotFault(Struct, frozen=True):
    """A bot that gave no proper answer, and why: late, raised, illegal, crashed, memory, resting or unknown."""

    bot: Annotated[str, Meta(min_length=1, max_length=200)]
    why: Annotated[str, Meta(min_length=1, max_length=40)]


Lesson = Literal["clock_off", "hands_open", "taken_back"]
"""What makes a deal of a live table one for learning."""


class NextDeal(Struct, frozen=True, rename={"dealer": "oya", "streak": "honba", "round": "bakaze"}):
    """Who deals next, such as `{"oya":1,"honba":0,"bakaze":"E"}`; or why the match is over: `{"over":"rounds"}`."""

    dealer: TablePlace | UnsetType = UNSET
    streak: Streak | UnsetType = UNSET
    round: SeatName | UnsetType = UNSET
    over: Literal["rounds", "bust", "stopped"] | UnsetType = UNSET

    def __post_init__(self) -> None:
        told = [each is not UNSET for each in (self.dealer, self.streak, self.round)]
        if not (all(told) if self.over is UNSET else not any(told)):
            raise ValueError("oya, honba and bakaze, or over")


class WinCase(Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"tile": "win", "feeder": "from"}):
    """A win as a whole case of kind `score`; `sikwu.win.Win.from_case` parses it."""

    id: str
    kind: Literal["score"]
    ruleset: str
    options: dict[str, OptionValue] = {}
    rules: str | UnsetType = UNSET
    """The hash of the rules, if the record holds the rules of a house."""
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
    """Our answer to that case."""

    patterns: dict[str, int]
    fan: int
    capped: int
    valid: bool
    payments: Changes
    liable: SeatName | UnsetType = UNSET
    waits: str | UnsetType = UNSET
