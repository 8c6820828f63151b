"""Liability rules (包) as data: who must pay for a win in place of others. In the code they are called duties.

A duty needs no history: each meld holds the player who fed it, and melds are in the order in which they were laid down.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, NamedTuple

from sikwu.money.payment import Reason
from sikwu.rules.pattern import Text
from sikwu.rules.tile_sets import ALL, HONOURS, TileSet
from sikwu.tiles import Wind
from sikwu.win import RobbedKong

if TYPE_CHECKING:
    from sikwu.rules.changes import Value


class Occasion(IntEnum):
    """The kind of win that is paid for: the numbers of `By`, as the payment scheme sees it (it may treat a robbed
    kong as a plain discard).
    """

    DISCARD, SELF_DRAW, ROBBED, FLOWERS = range(4)


class Feeder(IntEnum):
    """Which player is liable."""

    CLAIM = 0
    """The player whose discard made the meld that completed it; an added kong belongs to its turn (R17)."""
    TURN = 1
    """The player whose discard began the turn in which it was completed (D30)."""
    DISCARDER = 2
    """The player who discarded the winning tile, or made the robbed kong."""
    KONG = 3
    """The player whose discard made the kong whose replacement tile won."""
    EIGHTH = 4
    """The player who holds the eighth flower."""


class LiabilityShare(IntEnum):
    """What the liable player pays."""

    ALONE = 0
    """Their own part, like a discarder; nobody else pays."""
    REST = 1
    """Their own part and those of the others."""
    HALF = 2
    """Half of a discard."""
    WHOLE = 3
    """All of a discard."""


class LastMeld(IntEnum):
    """What kind the completing meld must be."""

    ANY = 0
    CLAIMED_KONG = 1
    FRESH_KONG = 2
    """Made from a tile that nobody had discarded before (生張)."""


class DutyListing(Enum):
    """The value of a setting: 'all', or a list that names this duty."""

    LISTED = "listed"


LISTED = DutyListing.LISTED
SettingValue = bool | int | str | DutyListing | tuple[bool | int | str, ...]


@dataclass(frozen=True, slots=True)
class Sets:
    """A number of sets of some tiles on the table; the last of them completes the condition."""

    count: int
    of: TileSet = ALL
    kongs: bool = False
    one_feeder: bool = False
    """Whether one player must have fed all of them (三口、四口)."""

    def __post_init__(self) -> None:
        if self.of.dynamic:
            raise TypeError("a duty speaks of tiles that are the same for every seat")


@dataclass(frozen=True, slots=True)
class Chain:
    """A number of kongs in a row before the winning tile; one if none is given."""

    least: int = 0
    most: int = 255
    unbroken: bool = False
    """Whether no flower was replaced between them."""
    tight: bool = False
    """Whether the second kong used the replacement tile of the first."""


@dataclass(frozen=True, slots=True)
class DutyOccasion:
    """One occasion on which a player is liable: for which win, under which options, and for how much."""

    on: Occasion
    where: Mapping[str, SettingValue] = field(default_factory=dict)
    """Option → the value it must have, or one of several."""
    share: LiabilityShare = LiabilityShare.REST
    last: LastMeld = LastMeld.ANY
    counts: tuple[str, ...] = ()
    """One of these patterns or rows must count …"""
    unless: tuple[str, ...] = ()
    """… and none of these."""
    chain: Chain | None = None
    robbed: RobbedKong | None = None
    shown: int = 0
    """The fan of honours that the melds before must show (明見夠番)."""
    left: int | None = None
    """The most tiles left in the wall at the win (尾五隻)."""
    fresh: bool = False
    """Whether the winning tile, or the tile of the kong, must be one that nobody had discarded before (生張)."""

    def agreed(self, id: str, settings: Mapping[str, Value]) -> bool:
        """Whether a house with these settings plays it."""
        return all(_agrees(id, settings.get(option), wanted) for option, wanted in self.where.items())


def _agrees(id: str, value: object, wanted: object) -> bool:
    if wanted is LISTED:
        return value == "all" or (isinstance(value, tuple) and id in value)
    return any(
        value == each and type(value) is type(each) for each in (wanted if isinstance(wanted, tuple) else (wanted,))
    )


@dataclass(frozen=True, slots=True)
class Duty:
    """A liability rule.

    `says` describes what happened; a second sentence says what the liable player pays. Its own placeholders: {feeder}
    and {winner} are seats, {tiles} the tiles of the meld that completed it. The placeholders of `sikwu.rules.places`
    are filled from the current rules.
    """

    id: str
    zh: str
    jyutping: str
    en: str
    says: Text
    source: str
    feeder: Feeder
    lies: tuple[DutyOccasion, ...]
    needs: Sets | None = None
    made_of: tuple[TileSet, ...] = ()
    """All tiles of the hand belong to one of these sets; decided by the tiles, whatever pattern counts instead (R9)."""
    code: str = ""
    """The code of the payment; `liable.` and the id by default."""

    def __post_init__(self) -> None:
        if len(self.made_of) > 3:
            raise TypeError("a duty speaks of three sets of tiles at most")
        object.__setattr__(self, "code", self.code or f"liable.{self.id}")

    @property
    def options(self) -> tuple[str, ...]:
        """The options that switch it, in the order in which sentences mention them."""
        return tuple(dict.fromkeys(option for lies in self.lies for option in lies.where))

    def in_force(self, settings: Mapping[str, Value]) -> tuple[DutyOccasion, ...]:
        """The occasions on which it applies in a house with these settings."""
        return tuple(lies for lies in self.lies if lies.agreed(self.id, settings))

    def summary(self, settings: Mapping[str, Value]) -> str:
        """The occasions on which it applies, as a few stable words; empty: it does not apply.

        Two houses play a duty the same way if and only if the summaries are equal.
        """
        return "; ".join(dict.fromkeys(" ".join(self._words(lies)) for lies in self.in_force(settings)))

    def _words(self, lies: DutyOccasion) -> Iterator[str]:
        yield from (lies.on.name.lower(), lies.share.name.lower(), self.feeder.name.lower())
        if self.needs is not None and lies.last:
            yield lies.last.name.lower()
        if lies.chain is not None and lies.chain.tight:
            yield "tight"
        if self.needs is not None and self.needs.one_feeder:
            yield "one_feeder"
        if lies.fresh:
            yield "fresh"


SUMMARY_WORDS = {
    "discard": Text("出銃", "discard"),
    "self_draw": Text("自摸", "self-draw"),
    "robbed": Text("搶槓", "robbed kong"),
    "flowers": Text("花糊", "flower win"),
    "alone": Text("一家賠", "pays alone"),
    "rest": Text("包三家", "pays for all three"),
    "half": Text("包一半", "pays half"),
    "whole": Text("全包", "pays all", "包晒"),
    "claim": Text("打出那隻牌的人", "who fed the claim", "打出嗰隻牌嘅人"),
    "turn": Text("令那一輪開始的人", "who began the turn", "令嗰一巡開始嘅人"),
    "discarder": Text("出銃或開槓的人", "who discarded or made the kong", "出銃或者開槓嗰個"),
    "kong": Text("打出槓牌的人", "who fed the kong", "打出槓牌嗰個"),
    "eighth": Text("有第八隻花的人", "who holds the eighth flower", "有第八隻花嗰個"),
    "claimed_kong": Text("要明槓", "an exposed kong"),
    "fresh_kong": Text("要生張明槓", "an exposed kong of a fresh tile"),
    "one_feeder": Text("同一家打出的", "one player fed them all", "同一家打出嘅"),
    "fresh": Text("要生張", "a fresh tile"),
    "tight": Text("要用補牌連槓", "kongs on replacement tiles", "要用補返嚟嗰隻連槓"),
}


def summary_text(summary: str, lang: str) -> str:
    """A duty's summary in words.

    >>> summary_text("self_draw rest claim; discard half claim", "en")
    'self-draw, pays for all three, who fed the claim; discard, pays half, who fed the claim'
    """
    comma, stop = (", ", "; ") if lang == "en" else ("，", "；")
    parts = (comma.join(SUMMARY_WORDS[word](lang) for word in part.split()) for part in summary.split("; "))
    return stop.join(parts) if summary else ""


def summary_words(summary: str) -> Text | None:
    """The same in every language; None: there is nothing to say.

    >>> summary_words("self_draw rest claim").zh, summary_words("")
    ('自摸，包三家，打出那隻牌的人', None)
    """
    zh, en, yue = (summary_text(summary, lang) for lang in ("zh", "en", "yue"))
    return Text(zh, en, yue) if summary else None


MOST_MELDS = 5
INSIDE = (0, 0, 0)
"""Any tiles of the hand."""


class DutyCharge(NamedTuple):
    """A duty on one occasion in one house, in a form that is quick to evaluate."""

    duty: Duty
    lies: DutyOccasion
    sets: int
    """The number needed; 0 if none."""
    mask: int
    any_set: bool
    """Any tiles and any kind of set."""
    kinds: int
    """The least number of kinds of `mask` on the table; all are honours, so no two sets can be equal."""
    kongs: int
    """The least number of kongs."""
    outside: tuple[int, int, int]
    """Sets of tiles as bit masks: the hand must have no tile of at least one of them."""
    plain: bool
    """Whether the melds on the table and the tiles of the hand decide alone."""
    told: tuple[Reason, ...]
    """The reason of the payment without the meld, by 4 * feeder + winner."""
    one_feeder: bool
    """Whether one player must have fed all the melds."""

    @classmethod
    def of(cls, duty: Duty, lies: DutyOccasion) -> DutyCharge:
        """The charge of a duty on an occasion."""
        needs = duty.needs or Sets(0)
        plain = not (lies.last or lies.counts or lies.unless or lies.chain or lies.robbed is not None)
        plain = plain and not (lies.shown or lies.left is not None or lies.fresh)
        share = lies.share.name.lower()
        told = tuple(
            Reason(duty.code, (("duty", duty.id), ("share", share), ("feeder", feeder.text), ("winner", winner.text)))
            for feeder in Wind
            for winner in Wind
        )
        kinds = needs.count if needs.of.mask & HONOURS.mask == needs.of.mask else 0
        kongs = needs.count if needs.kongs else 0
        outside = INSIDE
        if duty.made_of:
            one, two, three = ([ALL.mask & ~tiles.mask for tiles in duty.made_of] * 3)[:3]
            outside = one, two, three
        every = needs.of == ALL and not needs.kongs and not needs.one_feeder and not lies.shown
        one = needs.one_feeder
        return cls(duty, lies, needs.count, needs.of.mask, every, kinds, kongs, outside, plain, told, one)


class DutyCharges(NamedTuple):
    """All duties of one occasion: those decided by the melds on the table, and those decided by the win itself."""

    by_melds: tuple[tuple[DutyCharge, ...], ...]
    """The possible duties by the number of melds on the table."""
    at_the_win: tuple[DutyCharge, ...]
    only_kongs: bool
    """Whether all of the second kind are about a kong's replacement tile."""

    @classmethod
    def of(cls, duties: tuple[Duty, ...], on: Occasion, settings: Mapping[str, Value]) -> DutyCharges:
        """The duties of a house on one occasion."""
        every = [DutyCharge.of(duty, lies) for duty in duties for lies in duty.in_force(settings) if lies.on is on]
        early = tuple(each for each in every if each.duty.feeder in (Feeder.CLAIM, Feeder.TURN))
        late = tuple(each for each in every if each.duty.feeder not in (Feeder.CLAIM, Feeder.TURN))
        only_kongs = all(each.duty.feeder is Feeder.KONG for each in late)
        by_melds = tuple(tuple(each for each in early if each.sets <= melds) for melds in range(MOST_MELDS + 1))
        return cls(by_melds, late, only_kongs)
