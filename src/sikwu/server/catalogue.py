"""The catalogue: rulesets and presets, their options, and every pattern with its worth, examples and near misses."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib import import_module
from typing import Any

import msgspec

from sikwu import __version__
from sikwu.corpus import cases, examples
from sikwu.explaining import explain, name_of
from sikwu.rules.files import to_toml
from sikwu.rules.groups import GROUPS
from sikwu.rules.naming import titled
from sikwu.rules.pattern import Pattern
from sikwu.rules.presets import BOOKS, names, ruleset
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import score
from sikwu.texts import RulesError, SikwuError, did_you_mean, nearest, problem
from sikwu.texts.tables import exported
from sikwu.tiles import Tile
from sikwu.win import Win
from sikwu.wire.pages import duty_shape, option_shape, pattern_shape, rules_shape, ruleset_shape
from sikwu.wire.scores import Langs, name_shape, text_shape
from sikwu.wire.served import (
    AboutShape,
    ExampleShape,
    ListedPatternShape,
    OptionGroupShape,
    OptionsShape,
    PatternPageShape,
    PatternsShape,
    RulesListShape,
    RulesPageShape,
)

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
    return RulesPageShape(ruleset_shape(rules), to_toml(rules), worth, duties)


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
    shown = next(iter(_wins(id, [rules.document for rules in among], "example")), None)
    return ListedPatternShape(
        id,
        catalogue,
        families().get(key, ""),
        name_shape(name_of(pattern)),
        pattern.aka,
        text_shape(home.sentence(id)),
        pattern.source,
        {rules.id: rules.worth(id) for rules in among},
        tuple(rules.id for rules in among if rules.marks_limit(id)),
        pattern.only_beside is not None,
        None if shown is None else shown.text,
        () if shown is None else tuple(tile.text for tile in _picture(id, shown, home)),
    )


def _picture(id: str, win: Win, rules: Ruleset) -> tuple[Tile, ...]:
    """Three tiles that stand for a pattern: of those that make it in its example, else of the whole hand."""
    try:
        told = explain(score(win, rules)).counted
        made = next((each.tiles for each in told if each.pattern == id), ())
    except SikwuError:
        made = ()
    if not made:
        made = tuple(sorted(set(_tiles(win)))) or win.hand.flowers
    if len(made) <= 4:
        return tuple(made[:3])
    return made[0], made[len(made) // 2], made[-1]


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
    shown = [_examples(_wins(id, sizes, sort), id, rules, sort == "example") for sort in ("example", "near_miss")]
    source = text_shape(titled(own.source))
    return PatternPageShape(pattern_shape(rules, id, words), rules_shape(rules), worth, shown[0], shown[1], source)


def _knows(rules: Ruleset, id: str) -> bool:
    return any(pattern.id == id for pattern in rules.patterns)


def _knowing(id: str, rules: Ruleset) -> Ruleset:
    for each in (rules, *documents()):
        if _knows(each, id):
            return each
    known = {pattern.id for each in documents() for pattern in each.patterns}
    hint = did_you_mean(nearest(id, sorted(known)))
    raise RulesError([problem("pattern.unknown", rules=rules.id, pattern=id[:60], hint=hint)])


def _wins(id: str, among: Iterable[Any], sort: str) -> list[Win]:
    """The wins of the corpus that show a pattern in one of some documents, each once."""
    known = {document.id for document in among}
    found: dict[str, Win] = {}
    for case in examples(id):
        if case.get("kind", "score") != "score" or case["shows"]["as"] != sort:
            continue
        rules = _named(case.get("ruleset", "hk-standard"))
        if rules is not None and rules.document.id in known:
            try:
                win = Win.from_case({key: value for key, value in case.items() if key not in ("options", "kind")})
            except SikwuError:
                continue
            found.setdefault(win.text, win)
    return list(found.values())


def _named(name: str) -> Ruleset | None:
    try:
        return ruleset(name)
    except RulesError:
        return None


def _examples(wins: Iterable[Win], id: str, rules: Ruleset, counts: bool) -> tuple[ExampleShape, ...]:
    """Wins scored under some rules; those that show what they are to show come first, and no two show the same."""
    out, seen = [], set()
    for win in wins:
        try:
            told = score(win, rules)
        except SikwuError:
            continue
        same = (_tiles(win), tuple(told.patterns.items()), told.label)
        if same in seen:
            continue
        seen.add(same)
        shows = id in told.patterns or told.label == id
        out.append(ExampleShape(win.text, told.fan, told.capped, told.valid, told.patterns, shows))
    out.sort(key=lambda each: each.counts is not counts)
    return tuple(out[:MOST_EXAMPLES])
