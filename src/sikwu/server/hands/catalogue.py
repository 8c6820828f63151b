"""The catalogue: rulesets and presets, their options, and every pattern with its worth, examples and near misses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import import_module
from itertools import pairwise
from typing import Any

import msgspec

from sikwu import __version__
from sikwu.corpus import cases, examples
from sikwu.explaining import because, explain, name_of
from sikwu.money.amount import money_json
from sikwu.money.settlement import Claimed, SelfDrawn, settle
from sikwu.rules.files import to_toml
from sikwu.rules.groups import GROUPS
from sikwu.rules.naming import titled
from sikwu.rules.options import value_text
from sikwu.rules.pattern import Pattern
from sikwu.rules.presets import BOOKS, names, ruleset
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.texts import option_words
from sikwu.scoring import Score, score
from sikwu.texts import RulesError, SikwuError, Text, did_you_mean, nearest, problem
from sikwu.texts.tables import exported
from sikwu.tiles import Tile, Wind
from sikwu.win import Win
from sikwu.wire.asked import House
from sikwu.wire.pages import duty_shape, option_shape, pattern_shape, rules_shape, ruleset_shape
from sikwu.wire.scores import Langs, maybe_message, message_shape, name_shape, text_shape
from sikwu.wire.served import (
    AboutShape,
    AskedLineShape,
    ExampleShape,
    ListedPatternShape,
    OptionGroupShape,
    OptionsShape,
    PatternPageShape,
    PatternsShape,
    PriceShape,
    RulesListShape,
    RulesPageShape,
)
from sikwu.wire.shapes import TextShape

KEPT: tuple[type[msgspec.Struct], ...] = (
    AboutShape,
    OptionsShape,
    PatternPageShape,
    PatternsShape,
    RulesListShape,
    RulesPageShape,
)
"""The answers that a browser may keep."""
MOST_EXAMPLES = 6
"""Hands of a sort on a page."""
MOST_PRICES, PRICED = 20, (5, 6, 8, 10, 15, 20, 30)
"""Rows of a table of prices, and the fan that are shown where there would be more."""
_FAMILIES = (
    "shapes",
    "flowers",
    "events",
    "kongs",
    "honours",
    "suits",
    "chows",
    "sets",
    "relations",
    "tiles",
    "dealer",
)


def documents() -> tuple[Ruleset, ...]:
    """The documents themselves."""
    return tuple(ruleset(name) for name in BOOKS)


@cache
def version() -> str:
    """Changes whenever rules, their texts and examples, the words of messages or the form of the answers do: what a browser
    may keep goes by it."""
    parts = [__version__, *(ruleset(name).hash for name in names())]
    digest = sha256("".join(parts).encode())
    digest.update(msgspec.json.encode(exported(), order="sorted"))
    digest.update(msgspec.json.encode(msgspec.json.schema_components(KEPT), order="sorted"))
    for case in cases():
        digest.update(msgspec.json.encode(case))
    for rules in documents():
        digest.update(repr([(p.id, p.zh, p.en, p.says, p.source) for p in rules.patterns]).encode())
        digest.update(msgspec.json.encode([option_shape(rules, option) for option in rules.options]))
        digest.update(msgspec.json.encode([duty_shape(rules, duty) for duty in rules.duties]))
    return digest.hexdigest()[:16]


def warm() -> None:
    """Makes what the first to open the app would wait for."""
    version()
    patterns()


def listed() -> RulesListShape:
    """Every ruleset and preset."""
    return RulesListShape(version(), tuple(BOOKS), tuple(ruleset_shape(ruleset(name)) for name in names()))


def page(rules: Ruleset) -> RulesPageShape:
    """A ruleset with the worth of its patterns, its duties and its file."""
    worth = {pattern.id: rules.worth(pattern.id) for pattern in rules.patterns}
    duties = tuple(duty_shape(rules, duty) for duty in rules.duties)
    return RulesPageShape(ruleset_shape(rules), to_toml(rules), worth, duties, prices(rules))


def prices(rules: Ruleset) -> tuple[PriceShape, ...]:
    """What fan cost, from the fewest that win to the ceiling; where there is none, or it is far away, to so many that show how it goes.

    >>> [(each.fan, each.discarder, each.drawn) for each in prices(ruleset("hk-standard"))][:2]
    [(3, 8, 4), (4, 16, 8)]
    """
    least = rules.minimum
    cap = rules.cap if rules.cap is not None and rules.cap < least + MOST_PRICES else None
    every = range(least, cap + 1) if cap is not None else (least, *(n for n in (*range(5), *PRICED) if n > least))
    return tuple(_price(rules, fan) for fan in every)


def _price(rules: Ruleset, fan: int) -> PriceShape:
    """South wins, from West and by self-draw: East deals, and what that costs is told elsewhere."""
    claimed = settle(Claimed(Wind.WEST, {Wind.SOUTH: fan}), rules).payments
    drawn = settle(SelfDrawn(Wind.SOUTH, fan), rules).payments
    paid = (claimed[Wind.WEST], claimed[Wind.NORTH], drawn[Wind.WEST])
    return PriceShape(fan, *(money_json(-amount) for amount in paid))


def options(rules: Ruleset, words: Langs = ()) -> OptionsShape:
    """The options of some rules, as they are put before people."""
    shown = tuple(option_shape(rules, option, words) for option in rules.shown_options)
    used = {option.group for option in shown}
    groups = tuple(OptionGroupShape(id, text_shape(name)) for id, name in GROUPS.items() if id in used)
    return OptionsShape(rules_shape(rules), groups, shown)


# --- patterns


@cache
def families() -> dict[tuple[str, str], str]:
    """The file of its catalogue in which each pattern stands."""
    found: dict[tuple[str, str], str] = {}
    for catalogue in dict.fromkeys(rules.document.texts for rules in documents()):
        for family in _FAMILIES:
            try:
                module = import_module(f"sikwu.rules.{catalogue}.{family}")
            except ModuleNotFoundError:
                continue
            for pattern in getattr(module, "PATTERNS", ()):
                found[catalogue, pattern.id] = family
    return found


@cache
def patterns() -> PatternsShape:
    """Every pattern of every catalogue once, in the documents' order, with what it is worth in each."""
    found: dict[tuple[str, str], list[Ruleset]] = {}
    for rules in documents():
        for pattern in rules.patterns:
            found.setdefault((rules.document.texts, pattern.id), []).append(rules)
    return PatternsShape(version(), tuple(_listed(key, among) for key, among in found.items()))


def _listed(key: tuple[str, str], among: list[Ruleset]) -> ListedPatternShape:
    catalogue, id = key
    home = next((rules for rules in among if rules.in_use(id)), among[0])
    pattern = home.pattern(id)
    shown = next(iter(_shown(id, [rules.document for rules in among], "example")), None)
    family = families().get(key, "")
    label = pattern.only_beside is not None
    return ListedPatternShape(
        id,
        catalogue,
        family,
        name_shape(name_of(pattern)),
        pattern.aka,
        text_shape(home.sentence(id)),
        pattern.source,
        {rules.id: rules.worth(id) for rules in among},
        tuple(rules.id for rules in among if rules.marks_limit(id)),
        label,
        None if shown is None else shown.win.text,
        () if shown is None or label else tuple(tile.text for tile in _picture(id, family, shown)),
    )


_BY_KIND = ("suits", "honours", "tiles")
"""Families of patterns that look at which tiles a hand has, and not at how they lie together."""
_BY_EVENT = ("events", "dealer")
"""And those that look at how it was won."""


def _picture(id: str, family: str, shown: Shown) -> tuple[Tile, ...]:
    """At most three tiles that stand for a pattern: a set of those that make it, or one of each of its sets."""
    try:
        told = explain(score(shown.win, shown.rules))
    except SikwuError:
        return ()
    made = next((each.tiles for each in told.counted if each.pattern == id), ())
    if made:
        return _standing_for(made)
    if family == "flowers":
        return ()
    if family in _BY_EVENT:
        return () if shown.win.tile is None else (shown.win.tile,)
    groups = [group.tiles for group in told.reading.groups]
    sets = [tiles for tiles in groups if len(tiles) >= 3]
    every = tuple(sorted(set(_tiles(shown.win))))
    if family in _BY_KIND or not groups:
        return every[0], every[len(every) // 2], every[-1]
    return tuple((sets[0] if sets else groups[0] + groups[1])[:3])


def _standing_for(made: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """One tile of each pung or pair where there are several, else the first three: a set."""
    each = tuple(dict.fromkeys(made))
    several = len(each) > 1 and all(made.count(tile) > 1 for tile in each) and not _run(each[:3])
    return each[:3] if several else made[:3] if not _run(each[:3]) else each[:3]


def _run(tiles: tuple[Tile, ...]) -> bool:
    """Do three tiles follow each other in a suit?"""
    return len(tiles) == 3 and all(b - a == 1 and a.suit == b.suit is not None for a, b in pairwise(tiles))


def _tiles(win: Win) -> tuple[Tile, ...]:
    """All tiles of a win but its flowers, in order."""
    own = [*win.hand.concealed, *(tile for meld in win.hand.melds for tile in meld.tiles)]
    return tuple(sorted(own if win.tile is None else [*own, win.tile]))


def pattern_page(id: str, rules: Ruleset, words: Langs = ()) -> PatternPageShape:
    """A pattern under some rules; of one that they do not know, as its own document has it."""
    rules = _knowing(id, rules)
    own: Pattern = rules.pattern(id)
    worth = {each.id: each.worth(id) for each in documents() if _knows(each, id)}
    sizes = [each.document for each in documents() if each.document.size == rules.document.size]
    shown, near = (_shown(id, sizes, sort) for sort in ("example", "near_miss"))
    return PatternPageShape(
        pattern_shape(rules, id, words),
        rules_shape(rules),
        worth,
        _examples(shown, id, rules, True, words),
        _examples(near, id, rules, False, words),
        text_shape(titled(own.source)),
    )


def _knows(rules: Ruleset, id: str) -> bool:
    return any(pattern.id == id for pattern in rules.patterns)


def _knowing(id: str, rules: Ruleset) -> Ruleset:
    for each in (rules, *documents()):
        if _knows(each, id):
            return each
    known = {pattern.id for each in documents() for pattern in each.patterns}
    hint = did_you_mean(nearest(id, sorted(known)))
    raise RulesError([problem("pattern.unknown", rules=rules.id, pattern=id[:60], hint=hint)])


@dataclass(frozen=True)
class Shown:
    """A win of the corpus that shows a pattern, and the rules by which it does."""

    win: Win
    rules: Ruleset
    base: str
    options: dict[str, Any]


def _shown(id: str, among: Iterable[Any], sort: str) -> list[Shown]:
    """The wins of the corpus that show a pattern in one of some documents, each once; those without options first."""
    known = {document.id for document in among}
    found: dict[str, Shown] = {}
    for case in sorted(examples(id), key=lambda case: len(case.get("options") or ())):
        if case.get("kind", "score") != "score" or case["shows"]["as"] != sort:
            continue
        rules, options = _named(case.get("ruleset", "hk-standard")), case.get("options") or {}
        if rules is not None and rules.document.id in known:
            try:
                win = Win.from_case({key: value for key, value in case.items() if key not in ("options", "kind")})
                own = rules.with_options(options) if options else rules
            except SikwuError:
                continue
            found.setdefault(win.text, Shown(win, own, rules.id, options))
    return list(found.values())


def _named(name: str) -> Ruleset | None:
    try:
        return ruleset(name)
    except RulesError:
        return None


def _examples(shown: Iterable[Shown], id: str, rules: Ruleset, counts: bool, words: Langs) -> tuple[ExampleShape, ...]:
    """Wins under some rules as far as they show there what they are to show, else under those by which they do, which are
    named; one that shows it nowhere is left out, and no two show the same."""
    out, seen = [], set()
    here = rules.in_use(id) or rules.pattern(id).only_beside is not None
    for each in shown:
        told = _scored(each.win, id, rules, counts) if here else None
        own = _scored(each.win, id, each.rules, counts) if told is None else None
        judged = told or own
        if judged is None:
            continue
        same = (_tiles(each.win), tuple(judged.patterns.items()), judged.label)
        if same in seen:
            continue
        seen.add(same)
        why = () if counts else _why_not(judged, id, words)
        under = None if own is None else House(each.base, each.options)
        says = () if own is None else tuple(_option_says(each.rules, option) for option in each.options)
        out.append(
            ExampleShape(
                each.win.text, judged.fan, judged.capped, judged.valid, judged.patterns, counts, why, under, says
            )
        )
    out.sort(key=lambda each: each.under is not None)
    return tuple(out[:MOST_EXAMPLES])


def _scored(win: Win, id: str, rules: Ruleset, counts: bool) -> Score | None:
    """A win under some rules, if the pattern counts in it there, or does not, as it should."""
    try:
        told = score(win, rules)
    except SikwuError:
        return None
    return told if (id in told.patterns or told.label == id) is counts else None


def _why_not(told: Score, id: str, words: Langs) -> tuple[AskedLineShape, ...]:
    """What the pattern asks and the hand has not: of the way that lacks least; else why what holds does not count."""
    try:
        why = because(told, id)
    except SikwuError:
        return ()
    ways = [[line for line in way if line.holds is False] for way in why.ways]
    failing = min((way for way in ways if way), key=len, default=[])
    if why.holds or not failing:
        return (AskedLineShape(0, message_shape(why.verdict, words), False, None),)
    return tuple(
        AskedLineShape(line.depth, message_shape(line.text, words), line.holds, maybe_message(line.value, words))
        for line in failing
    )


def _option_says(rules: Ruleset, id: str) -> TextShape:
    """An option and what is chosen, in a line."""
    words, value = option_words(rules, id), value_text(rules.settings[id])
    chosen = words.choices.get(value) or _switched(rules.settings[id]) or Text(value, value)
    return TextShape(f"{words.says.zh}：{chosen.zh}", f"{words.says.en}: {chosen.en}")


def _switched(value: object) -> Text | None:
    return (Text("是", "yes") if value else Text("否", "no")) if isinstance(value, bool) else None
