"""The catalogue: rulesets and presets, their options, and every pattern with its worth, examples and near misses."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import sha256

import msgspec

from sikwu import __version__
from sikwu.corpus import cases
from sikwu.explaining import because, name_of
from sikwu.money.amount import money_json
from sikwu.money.settlement import ClaimedWins, SelfDraw, settle
from sikwu.practice.examples import Example, documents, examples_of, lacking, near_misses_of, shown
from sikwu.practice.pictures import families, picture
from sikwu.rules.files import to_toml
from sikwu.rules.groups import GROUPS
from sikwu.rules.naming import titled
from sikwu.rules.options import value_text
from sikwu.rules.pattern import Pattern
from sikwu.rules.presets import DOCUMENTS, names, ruleset
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.texts import option_words
from sikwu.scoring import Score
from sikwu.texts import RulesError, SikwuError, Text, did_you_mean, nearest
from sikwu.texts.tables import exported
from sikwu.tiles import Wind
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
"""The answers that a browser may cache."""
MOST_PRICES, PRICED = 20, (5, 6, 8, 10, 15, 20, 30)
"""The most rows of a price table, and the fan that are shown if there would be more."""


@cache
def version() -> str:
    """The version of the catalogue, which browsers use for caching. It changes with the rules, their texts and
    examples, the words of messages, and the form of the answers."""
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
    """Prepares everything that the first visitor of the app would wait for."""
    version()
    patterns()


def listed() -> RulesListShape:
    """Every ruleset and preset."""
    return RulesListShape(version(), tuple(DOCUMENTS), tuple(ruleset_shape(ruleset(name)) for name in names()))


def page(rules: Ruleset) -> RulesPageShape:
    """A ruleset with the worth of its patterns, its duties and its file."""
    worth = {pattern.id: rules.worth(pattern.id) for pattern in rules.patterns}
    duties = tuple(duty_shape(rules, duty) for duty in rules.duties)
    return RulesPageShape(ruleset_shape(rules), to_toml(rules), worth, duties, prices(rules))


def prices(rules: Ruleset) -> tuple[PriceShape, ...]:
    """The prices from the fewest fan that win to the ceiling; if there is none, or it is far away, enough rows to
    show how they grow.

    >>> [(each.fan, each.discarder, each.drawn) for each in prices(ruleset("hk-standard"))][:2]
    [(3, 8, 4), (4, 16, 8)]
    """
    least = rules.minimum
    cap = rules.cap if rules.cap is not None and rules.cap < least + MOST_PRICES else None
    every = range(least, cap + 1) if cap is not None else (least, *(n for n in (*range(5), *PRICED) if n > least))
    return tuple(_price(rules, fan) for fan in every)


def _price(rules: Ruleset, fan: int) -> PriceShape:
    """The price if South wins, from West and by self-draw; East is the dealer, whose extra is listed elsewhere."""
    claimed = settle(ClaimedWins(Wind.WEST, {Wind.SOUTH: fan}), rules).payments
    drawn = settle(SelfDraw(Wind.SOUTH, fan), rules).payments
    paid = (claimed[Wind.WEST], claimed[Wind.NORTH], drawn[Wind.WEST])
    return PriceShape(fan, *(money_json(-amount) for amount in paid))


def options(rules: Ruleset, words: Langs = ()) -> OptionsShape:
    """The options of some rules, as shown to people."""
    shown = tuple(option_shape(rules, option, words) for option in rules.shown_options)
    used = {option.group for option in shown}
    groups = tuple(OptionGroupShape(id, text_shape(name)) for id, name in GROUPS.items() if id in used)
    return OptionsShape(rules_shape(rules), groups, shown)


# --- patterns


@cache
def patterns() -> PatternsShape:
    """Every pattern of every catalogue once, in the documents' order, with its worth in each ruleset."""
    found: dict[tuple[str, str], list[Ruleset]] = {}
    for rules in documents():
        for pattern in rules.patterns:
            found.setdefault((rules.document.texts, pattern.id), []).append(rules)
    return PatternsShape(version(), tuple(_listed(key, among) for key, among in found.items()))


def _listed(key: tuple[str, str], among: list[Ruleset]) -> ListedPatternShape:
    catalogue, id = key
    home = next((rules for rules in among if rules.in_use(id)), among[0])
    pattern = home.pattern(id)
    first = next(iter(shown(id, [rules.document.id for rules in among], "example")), None)
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
        None if first is None else first.win.text,
        () if first is None or label else tuple(tile.text for tile in picture(id, family, first)),
    )


def pattern_page(id: str, rules: Ruleset, words: Langs = ()) -> PatternPageShape:
    """A pattern under some rules; if they do not know it, as in its own document."""
    rules = _knowing(id, rules)
    own: Pattern = rules.pattern(id)
    worth = {each.id: each.worth(id) for each in documents() if _knows(each, id)}
    return PatternPageShape(
        pattern_shape(rules, id, words),
        rules_shape(rules),
        worth,
        _example_shapes(examples_of(id, rules), id, words),
        _example_shapes(near_misses_of(id, rules), id, words),
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
    raise RulesError.of("pattern.unknown", rules=rules.id, pattern=id[:60], hint=hint)


def _example_shapes(found: Iterable[Example], id: str, words: Langs) -> tuple[ExampleShape, ...]:
    return tuple(_example_shape(each, id, words) for each in found)


def _example_shape(each: Example, id: str, words: Langs) -> ExampleShape:
    told, why = each.score, () if each.counts else _why_not(each.score, id, words)
    shown = each.under
    under = None if shown is None else House(shown.base, shown.options)
    says = () if shown is None else tuple(_option_says(shown.rules, option) for option in shown.options)
    return ExampleShape(each.win.text, told.fan, told.capped, told.valid, told.patterns, each.counts, why, under, says)


def _why_not(told: Score, id: str, words: Langs) -> tuple[AskedLineShape, ...]:
    """The parts of the pattern that the hand lacks; otherwise why the pattern holds but does not count."""
    try:
        why = because(told, id)
    except SikwuError:
        return ()
    lines = lacking(why)
    if not lines:
        return (AskedLineShape(0, message_shape(why.verdict, words), False, None),)
    return tuple(
        AskedLineShape(line.depth, message_shape(line.text, words), line.holds, maybe_message(line.value, words))
        for line in lines
    )


def _option_says(rules: Ruleset, id: str) -> TextShape:
    """An option and its chosen value, in one line."""
    words, value = option_words(rules, id), value_text(rules.settings[id])
    chosen = words.choices.get(value) or _switched(rules.settings[id]) or Text(value, value)
    return TextShape(f"{words.says.zh}：{chosen.zh}", f"{words.says.en}: {chosen.en}")


def _switched(value: object) -> Text | None:
    return (Text("是", "yes") if value else Text("否", "no")) if isinstance(value, bool) else None
