"""A house's own liability rules (包), from `[[duties]]` in a rules file, lowered to a `Duty` like those of the documents.

[[duties]]
id = "small_three_dragons"
zh = "小三元包"
en = "Liable for small three dragons"
needs = 2
tiles = "DRAGONS"
counts = ["small_three_dragons"]
on = ["self_draw"]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from sikwu.rules.conditions import parse_tiles_of
from sikwu.rules.duty import Duty, DutyOccasion, Feeder, LastMeld, LiabilityShare, Occasion, Sets, summary_words
from sikwu.rules.entries import HouseEntry, toml_lines
from sikwu.rules.house_tables import HouseTable, TablePoint, no_effect
from sikwu.rules.limits import within
from sikwu.rules.pattern import Text
from sikwu.rules.tile_sets import ALL, DRAGONS, HONOURS, MAN, PIN, SOU, SUITED, TERMINALS, WINDS, TileSet
from sikwu.texts import Message, RulesError, say
from sikwu.texts.message import either, worded
from sikwu.tiles import Tile

if TYPE_CHECKING:
    from sikwu.rules.ruleset import Ruleset

MOST_DUTIES = 32
"""The most duties of a house."""
MOST_LEFT, MOST_SHOWN = 144, 100
FEEDERS = tuple(each.name.lower() for each in Feeder)
OCCASIONS = tuple(each.name.lower() for each in Occasion)
SHARES = tuple(each.name.lower() for each in LiabilityShare)
USUAL_SHARES = {"self_draw": "rest", "discard": "whole", "robbed": "whole", "flowers": "rest"}
"""What the liable player pays if the file does not say."""
GOOD_SHARES = {
    "self_draw": ("rest", "alone"),
    "discard": ("whole", "half", "rest"),
    "robbed": ("whole", "half", "rest"),
    "flowers": ("rest", "alone"),
}
_KEYS = (
    "id", "zh", "en", "jyutping", "needs", "tiles", "kongs", "one_feeder", "hand", "counts", "unless", "feeder", "on", "share",
    "fresh", "left", "shown", "source",
)  # fmt: skip
_EARLY = (Feeder.CLAIM, Feeder.TURN)


@dataclass(frozen=True)
class HouseDuty:
    """A liability rule as a rules file writes it."""

    id: str
    zh: str
    en: str
    jyutping: str = ""
    feeder: Feeder = Feeder.CLAIM
    shares: tuple[tuple[str, str], ...] = (("self_draw", "rest"),)
    """For which wins, and what the liable player pays for each."""
    needs: int = 0
    """The number of melds on the table."""
    tiles: TileSet = ALL
    """Of which tiles they must be."""
    kongs: bool = False
    one_feeder: bool = False
    hand: tuple[TileSet, ...] = ()
    """All tiles of the hand belong to one of these sets."""
    counts: tuple[str, ...] = ()
    """One of these patterns must count …"""
    unless: tuple[str, ...] = ()
    """… and none of these."""
    fresh: bool = False
    left: int | None = None
    shown: int = 0
    source: str = ""

    def lowered(self, names: Mapping[str, Text]) -> Duty:
        """The duty as the settlement and the kernel apply it; `names` of the patterns, for its sentence."""
        early = self.feeder in _EARLY
        lies = tuple(
            DutyOccasion(
                Occasion[on.upper()],
                share=LiabilityShare[share.upper()],
                last=LastMeld.FRESH_KONG if self.fresh and early else LastMeld.ANY,
                counts=self.counts,
                unless=self.unless,
                shown=self.shown,
                left=self.left,
                fresh=self.fresh and not early,
            )
            for on, share in self.shares
        )
        needs = Sets(self.needs, self.tiles, self.kongs, self.one_feeder) if self.needs else None
        return Duty(
            self.id,
            self.zh,
            self.jyutping,
            self.en,
            self._says(names),
            self.source,
            self.feeder,
            lies,
            needs,
            self.hand,
        )

    def _says(self, names: Mapping[str, Text], kind: str = "fed") -> Text:
        """What happened, as the sentence of a built-in duty says it."""
        told = self._sentence(names, kind)
        zh, en, yue = (told(lang) for lang in ("zh", "en", "yue"))
        return Text(zh, en, yue)

    def rule(self, names: Mapping[str, Text]) -> Text:
        """The same of no hand in particular: of melds that one player feeds it does not tell the last."""
        return self._says(names, "feeds")

    def _sentence(self, names: Mapping[str, Text], fed: str) -> Message:
        places = {name: f"{{{name}}}" for name in ("feeder", "winner", "tiles")}
        how = self.feeder.name.lower()
        sets = None if not self.needs else say(f"duty.sets.{self._sort}", count=self.needs, of=tiles_name(self.tiles))
        if self.feeder in _EARLY:
            kind = fed if self.one_feeder else how
            first = say(f"duty.{kind}.{self._sort}", count=self.needs, of=tiles_name(self.tiles), **places)
            sets = None
        else:
            first = say(f"duty.{how}", **places)
        parts = [first]
        if sets is not None:
            parts.append(say("duty.while_fed" if self.one_feeder else "duty.while", sets=sets, **places))
        if self.shown:
            parts.append(say("duty.shown", fan=self.shown, **places))
        if self.left is not None:
            parts.append(say("duty.left", left=self.left))
        if self.fresh:
            parts.append(say("duty.fresh"))
        if self.hand:
            parts.append(say("duty.hand", sets=either(tiles_name(each) for each in self.hand), **places))
        if self.counts:
            parts.append(say("duty.counts", patterns=_joined(self.counts, names), **places))
        if self.unless:
            parts.append(say("duty.unless", patterns=_joined(self.unless, names), **places))
        told = parts[0]
        for part in parts[1:]:
            told = say("duty.and", first=told, rest=part)
        return say("duty.whole", said=told)

    @property
    def _sort(self) -> str:
        """Which words speak of its melds."""
        return "kong" if self.kongs or (self.fresh and self.feeder in _EARLY) else "any" if self.tiles == ALL else "of"

    @property
    def meant(self) -> list[object]:
        """What its hash covers: its meaning, without names."""
        sets = [self.needs, self.tiles.mask, self.kongs, self.one_feeder, [each.mask for each in self.hand]]
        when = [sorted(self.counts), sorted(self.unless), self.fresh, self.left, self.shown]
        return [self.id, int(self.feeder), sorted(self.shares), *sets, *when]

    def toml(self) -> Iterator[str]:
        """The lines of the file."""
        on = tuple(name for name, _ in self.shares)
        usual = all(USUAL_SHARES[name] == share for name, share in self.shares)
        given = {share for _, share in self.shares}
        share: object = None if usual else given.pop() if len(given) == 1 else dict(self.shares)
        yield from toml_lines(
            "duties",
            {
                "id": self.id,
                "zh": self.zh,
                "en": self.en,
                "jyutping": self.jyutping,
                "needs": self.needs or None,
                "tiles": None if self.tiles == ALL else repr(self.tiles),
                "kongs": self.kongs,
                "one_feeder": self.one_feeder,
                "hand": tuple(map(repr, self.hand)),
                "counts": self.counts,
                "unless": self.unless,
                "feeder": self.feeder.name.lower(),
                "on": on,
                "share": share,
                "fresh": self.fresh,
                "left": self.left,
                "shown": self.shown or None,
                "source": self.source,
            },
        )


_NAMED = {
    each.mask: name
    for each, name in (
        (MAN, "man"),
        (PIN, "pin"),
        (SOU, "sou"),
        (SUITED, "suited"),
        (WINDS, "winds"),
        (DRAGONS, "dragons"),
        (HONOURS, "honours"),
        (TERMINALS, "terminals"),
        (TERMINALS | HONOURS, "terminals_and_honours"),
    )
}


@dataclass(frozen=True, slots=True)
class DutyTable(HouseTable):
    """`[[duties]]`: the house's own liability rules, after the document's.

    >>> from sikwu.rules.files import from_toml
    >>> rules = from_toml('[[duties]]\\nid = "third"\\nzh = "三口包"\\nneeds = 3\\none_feeder = true\\non = ["self_draw"]')
    >>> rules.duty("third").zh
    '三口包'
    """

    own: tuple[HouseDuty, ...]

    key = "duties"
    form = '[[duties]]  id = "third_meld"'
    kind = list

    @classmethod
    def read(cls, entry: Any, rules: Ruleset) -> Self:
        within("duties", len(entry), MOST_DUTIES)
        taken: dict[str, object] = {duty.id: duty for duty in rules.document.duties}
        patterns = {pattern.id: pattern for pattern in rules.patterns}
        own: list[HouseDuty] = []
        for each in entry:
            own.append(read_duty(each, patterns, taken))
            taken[own[-1].id] = own[-1]
        return cls(tuple(own))

    def toml(self) -> list[str]:
        return [line for number, duty in enumerate(self.own) for line in ("", *duty.toml())[number == 0 :]]

    def check(self, rules: Ruleset) -> None:
        for duty in self.own:
            for name in ("counts", "unless"):
                if (used := getattr(duty, name)) and not any(rules.in_use(each.split("/")[0]) for each in used):
                    raise no_effect(self.key, duty.id, worded(say("own.not_used", name=name, patterns=used)))
            if duty.needs > rules.document.sets:
                why = worded(say("own.too_many_sets", needs=duty.needs, most=rules.document.sets))
                raise no_effect(self.key, duty.id, why)

    def meaning(self, rules: Ruleset) -> object:
        return [duty.meant for duty in self.own]

    def points(self, rules: Ruleset) -> tuple[TablePoint, ...]:
        return tuple(self._points(rules))

    def _points(self, rules: Ruleset) -> Iterator[TablePoint]:
        for duty in self.lowered(rules):
            way = summary_words(duty.summary(rules.settings)) or Text("", "")
            somebody = {"feeder": say("own.somebody"), "winner": say("own.winner"), "tiles": say("own.last_set")}
            own = next(each for each in self.own if each.id == duty.id)
            rule = own.rule(_names(rules))
            says = [
                rule(lang).format(**{name: told(lang) for name, told in somebody.items()})
                + (f"（{way(lang)}）" if lang != "en" else f" ({way(lang)})")
                for lang in ("zh", "en", "yue")
            ]
            yield TablePoint(f"duties.{duty.id}", " ".join(own.toml()), Text(duty.zh, duty.en), Text(*says))

    def lowered(self, rules: Ruleset) -> tuple[Duty, ...]:
        """The duties as data, with the names of the patterns that they speak of."""
        names = _names(rules)
        return tuple(own.lowered(names) for own in self.own)

    @property
    def size(self) -> int:
        return len(self.own)


def _names(rules: Ruleset) -> dict[str, Text]:
    return {pattern.id: Text(pattern.zh or pattern.id, pattern.en or pattern.id) for pattern in rules.patterns}


def _joined(patterns: Iterable[str], names: Mapping[str, Text]) -> object:
    """Patterns by name: one or the other."""
    return either(names.get(each, each) for each in patterns)


def tiles_name(tiles: TileSet) -> Message:
    """A set of tiles in words: by its name, or tile by tile.

    >>> tiles_name(DRAGONS).zh, tiles_name(WINDS | DRAGONS).en
    ('三元牌', 'honours')
    """
    name = _NAMED.get(tiles.mask)
    if name is not None:
        return say(f"duty.tiles.{name}")
    return say("tiles.text", tiles=tuple(tile for tile in tuple(Tile)[:34] if tiles.mask >> tile & 1))


def read_duty(data: Mapping[str, Any], patterns: Mapping[str, object], taken: Mapping[str, object]) -> HouseDuty:
    """One entry of `[[duties]]`; `patterns`: those that may count, `taken`: the ids of the other duties.

    >>> entry = {"id": "third", "needs": 3, "on": "self_draw"}
    >>> read_duty(entry, {}, {}).shares
    (('self_draw', 'rest'),)
    """
    entry = HouseEntry("duties", data, _KEYS, ("id", "on"))
    id = entry.id
    if id in taken:
        entry.refuse("own.exists")
    feeder = Feeder[entry.word("feeder", FEEDERS, "claim").upper()]
    needs = entry.number("needs", 1, 5) or 0
    tiles, hand = _tiles(entry, "tiles"), _hand(entry)
    fresh, shown = entry.flag("fresh"), entry.number("shown", 1, MOST_SHOWN) or 0
    kongs, one_feeder = entry.flag("kongs"), entry.flag("one_feeder")
    if "needs" not in entry and (feeder in _EARLY or kongs or one_feeder or "tiles" in entry):
        entry.refuse("own.needs")
    shares = _shares(entry)
    duty = HouseDuty(
        id,
        entry.text("zh", id),
        entry.text("en", id),
        entry.text("jyutping"),
        feeder,
        shares,
        needs,
        tiles,
        kongs,
        one_feeder,
        hand,
        entry.words("counts", patterns),
        entry.words("unless", patterns),
        fresh,
        entry.number("left", 0, MOST_LEFT),
        shown,
        entry.text("source"),
    )
    _check_fitting(entry, duty)
    entry.close()
    return duty


def _check_fitting(entry: HouseEntry, duty: HouseDuty) -> None:
    """Reports wins for which nobody can be liable in this way."""
    on = [name for name, _ in duty.shares]
    wrong = {
        Feeder.DISCARDER: ("self_draw", "flowers"),
        Feeder.KONG: ("discard", "robbed"),
        Feeder.EIGHTH: ("discard", "robbed", "self_draw"),
    }.get(duty.feeder, ())
    for each in on:
        if each in wrong:
            entry.refuse("own.feeder", feeder=duty.feeder.name.lower(), on=each)
    if duty.fresh and duty.feeder is Feeder.DISCARDER and "robbed" in on:
        entry.refuse("own.fresh_robbed")


def _shares(entry: HouseEntry) -> tuple[tuple[str, str], ...]:
    """For each kind of win, what the liable player pays."""
    on = entry.words("on", OCCASIONS)
    given = entry.data.get("share")
    if "on" in entry and not on and not entry.problems:
        entry.wrong("on", 'on = ["self_draw", "discard"]')
    shares = []
    for each in on:
        if each not in OCCASIONS:
            continue
        share = given.get(each, USUAL_SHARES[each]) if isinstance(given, Mapping) else given or USUAL_SHARES[each]
        if share not in GOOD_SHARES[each]:
            entry.wrong("share", f"{each}: " + " | ".join(f'"{good}"' for good in GOOD_SHARES[each]))
        else:
            shares.append((each, str(share)))
    if isinstance(given, Mapping) and not given.keys() <= set(on):
        entry.wrong("share", 'share = { self_draw = "rest", discard = "half" }')
    return tuple(shares)


def _tiles(entry: HouseEntry, name: str) -> TileSet:
    if name not in entry:
        return ALL
    return _tile_set(entry, name, entry.data[name]) or ALL


def _hand(entry: HouseEntry) -> tuple[TileSet, ...]:
    told = entry.words("hand", most=3)
    found = [_tile_set(entry, "hand", each) for each in told]
    return tuple(each for each in found if each is not None)


def _tile_set(entry: HouseEntry, name: str, text: object) -> TileSet | None:
    try:
        tiles = parse_tiles_of(text)
    except RulesError as error:
        entry.problems += [each.inside(entry.id) for each in error.problems]
        return None
    if tiles.dynamic or not tiles.mask:
        entry.wrong(name, f'{name} = "DRAGONS | WINDS"')
        return None
    return tiles
