"""The law of sentences: if an option changes what is counted, excluded or paid, the sentence changes too, or does not mention it.

Wins of the corpus are judged and paid before and after every option takes every value. The subjects of a sentence are
found by its words: numbers of fan, names of other patterns, payers. Every sentence counts as mentioning the condition
of its pattern.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest

from sikwu import Win, names, ruleset, score
from sikwu.corpus import cases
from sikwu.money.settlement import settle
from sikwu.money.words import reason_text
from sikwu.rules.lowering import resolve
from sikwu.rules.options import Option, value_text
from sikwu.rules.places import TextChoice, TextPart, holds, parts_of, zh_number
from sikwu.rules.presets import DOCUMENTS
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.schemes import HongKongMoney
from sikwu.scoring import Score
from sikwu.texts import LANGUAGES, SikwuError, Text
from sikwu.tiles import Wind
from test_sentences import some_values
from test_words_true import LIABLE, PAYERS, SENTENCES, WORTH

MOST = 40
"""The most changed wins examined for each value of an option; they are chosen to differ."""


@cache
def wins(size: int) -> tuple[tuple[Win, ...], Any]:
    """The wins of the corpus with this many tiles, and those at which sentences were once false, each once; and the
    same as rows.
    """
    found: dict[bytes, Win] = {}
    for hand, rules, *_ in (*SENTENCES, *PAYERS, *WORTH, *LIABLE.values()):
        if ruleset(rules).document.size == size:
            win = Win.parse(hand)
            found.setdefault(win.pack(), win)
    for case in cases():
        try:
            if ruleset(str(case.get("ruleset", "hk-standard"))).document.size == size:
                win = Win.from_case(case)
                found.setdefault(win.pack(), win)
        except SikwuError:  # cases of books, of deals, and impossible ones
            continue
    rows = np.frombuffer(b"".join(found), np.uint8).reshape(-1, 64)
    return tuple(found.values()), rows


# --- the subjects of a sentence


def prices(text: str) -> set[str]:
    """The numbers of fan in a sentence."""
    chinese = re.findall(r"([零一二兩三四五六七八九十百]+|[0-9]+) ?番", text)
    counted = re.findall(r"(\d+)(?: fan| for | more| instead| as well| in all|[.,;]| if)", text)
    return {*chinese, *counted, *re.findall(r"(?:counts?|with all \w+|makes|otherwise|is) (\d+)", text)}


_PAYER = re.compile(r"賠|包三家|那家包|嗰個包|\bpays?\b|\bpaid\b")
_LIKE = re.compile(r"當出銃|當自摸|pays? like a discarder|paid like a self-draw")


def speaks_of_payers(text: str) -> bool:
    """Whether a sentence says who pays. That a win is paid like a discard or a self-draw does not count."""
    return bool(_PAYER.search(_LIKE.sub("", text)))


def names_in(text: str, name: Text, lang: str) -> bool:
    """Whether a sentence names a pattern."""
    return name(lang).casefold() in text.casefold()


# --- the law


class Broken(NamedTuple):
    """A sentence that stayed the same although its subject changed."""

    pattern: str
    option: str
    value: str
    what: str
    lang: str
    sentence: str


def name_of(rules: Ruleset, id: str) -> Text:
    pattern = rules.pattern(id)
    return Text(pattern.zh or pattern.en, pattern.en or pattern.zh)


def kept(one: Ruleset, other: Ruleset, pattern: str, lang: str) -> str | None:
    """The sentence of a pattern, if it is the same under both rules."""
    before, after = (rules.sentence(pattern)(lang) for rules in (one, other))
    return before if before == after else None


def untrue_prices(told: Score) -> Iterator[tuple[str, str, str]]:
    """Rows whose sentence mentions fan, but not their own."""
    draft = told.ruleset.draft
    for count in told.counted:
        row = draft.rows[count.row]
        repeated = row.row.of_dealer and row.row.each is not None  # a number for each repeat, shown as one
        fan = draft.price(row.worth) if repeated else count.fan
        for lang in LANGUAGES:
            said = told.ruleset.sentence(count.pattern)(lang)
            numbers = prices(said)
            if numbers and not numbers & {str(fan), zh_number(fan)}:
                yield count.pattern, lang, said


def payers(told: Score) -> frozenset[Wind]:
    """Who pays the winner."""
    return frozenset(move.payer for move in settle(told).transfers) if told.valid else frozenset()


def told_otherwise(one: Score, other: Score) -> Iterator[tuple[str, str, str, str]]:
    """Pattern, what moved, language and sentence, wherever a sentence stayed though it speaks of what moved."""
    rules, changed = one.ruleset, other.ruleset
    both = [id for id in one.patterns if id in other.patterns]
    moved = [
        (each.by, each.pattern)
        for told, counted in ((one, other), (other, one))
        for each in told.not_counted
        if each.pattern in counted.patterns and each.by in counted.patterns and each.pattern not in told.patterns
    ]
    for lang in LANGUAGES:
        for over, under in moved:
            for id, named in ((over, under), (under, over)):
                said = kept(rules, changed, id, lang)
                if said and names_in(said, name_of(rules, named), lang):
                    yield id, f"what counts beside {named}", lang, said
        if one.valid and other.valid and payers(one) != payers(other):
            for id in both:
                said = kept(rules, changed, id, lang)
                if said and speaks_of_payers(said):
                    yield id, "who pays", lang, said
        if one.label and one.label == other.label and one.valid != other.valid:
            said = kept(rules, changed, one.label, lang)
            if said:
                yield one.label, "whether it wins", lang, said


def asked_otherwise(one: Ruleset, other: Ruleset) -> Iterator[str]:
    """Patterns in use under both rules that ask for something else, or count by other rows."""
    for pattern in one.patterns:
        if pattern.only_beside is not None or not (one.in_use(pattern.id) and other.in_use(pattern.id)):
            continue
        before, after = (
            {
                name: repr((resolve(row.when, rules.draft.defined), row.row.each))
                for name in pattern.row_names()
                if (row := rules.draft.rows[name]).enabled and not row.row.mark
            }
            for rules in (one, other)
        )
        if before != after:
            yield pattern.id


# A hand without an exposed kong has no replacement of one.
_SAME_MEANING = frozenset((f"concealed_self_draw{name}", "win_on_kong.exposed_is_self_draw") for name in ("", "_only"))


def broken(rules: Ruleset, option: Option, value: object) -> Iterator[Broken]:
    """Every sentence that stays, or is untrue, when an option takes a value."""
    changed = rules.with_options({option.id: value})
    text = value_text(value)
    for id in asked_otherwise(rules, changed):
        for lang in LANGUAGES:
            said = kept(rules, changed, id, lang)
            if said and (id, option.id) not in _SAME_MEANING:
                yield Broken(id, option.id, text, "what it asks for", lang, said)
    known, rows = wins(rules.document.size)
    for place in differing(rules, changed, rows):
        one, other = (judged(known[place], each) for each in (rules, changed))
        if other is not None:
            for id, lang, said in untrue_prices(other):
                yield Broken(id, option.id, text, "its fan", lang, said)
        if one is not None and other is not None:
            for id, what, lang, said in told_otherwise(one, other):
                yield Broken(id, option.id, text, what, lang, said)


def judged(win: Win, rules: Ruleset) -> Score | None:
    try:
        return score(win, rules)
    except SikwuError:
        return None


def differing(rules: Ruleset, changed: Ruleset, rows: Any) -> list[int]:
    """Places of wins that the two judge or pay otherwise: of those that are changed alike, one."""
    one, other = (each.judge_many(rows) for each in (rules, changed))
    paid, repaid = (each.pay_many(rows) for each in (rules, changed))
    costs = paid.amounts * repaid.denominator != repaid.amounts * paid.denominator
    moves = (one.fan != other.fan) | (one.rows != other.rows).any(axis=1) | costs.any(axis=1)
    seen: dict[object, int] = {}
    for place in np.flatnonzero(moves):
        alike = (*map(int, one.rows[place]), *map(int, other.rows[place]), *map(bool, repaid.amounts[place] < 0))
        seen.setdefault(alike, int(place))
    return list(seen.values())[:MOST]


def with_everything(document: str) -> Ruleset:
    """A document with every pattern in use that a house may switch on, and no ceiling: some rules meet only there."""
    rules = ruleset(document)
    on: dict[str, object] = {option.id: True for option in rules.options if option.id.endswith(".enabled")}
    if "limit.cap_fan" in rules.settings:
        on["limit.cap_fan"] = "none"
    if "concealed_hand.with_flowers" in rules.settings:
        on["concealed_hand.with_flowers"] = True
    return rules.with_options(on)


@pytest.mark.parametrize("start", [ruleset, with_everything])
@pytest.mark.parametrize("document", DOCUMENTS)
def test_no_sentence_stays_while_what_it_speaks_of_moves(document: str, start: Callable[[str], Ruleset]) -> None:
    rules = start(document)
    found = [
        each
        for option in rules.options
        for value in some_values(option, rules)
        if value != rules.settings[option.id]
        for each in broken(rules, option, value)
    ]
    assert sorted({(each.pattern, each.option, each.value, each.what) for each in found}) == []


@pytest.mark.parametrize("name", names())
def test_every_sentence_says_its_own_fan(name: str) -> None:
    """Of every win of the corpus, under every ruleset: a row and its sentence name the same number."""
    rules = ruleset(name)
    known, _ = wins(rules.document.size)
    found = {
        (id, said) for win in known if (told := judged(win, rules)) is not None for id, _, said in untrue_prices(told)
    }
    assert found == set()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_payments_say_what_part_they_are(document: str) -> None:
    """ "Half", "a quarter", "alone": the amount is that part of the price."""
    rules = ruleset(document)
    settings: list[dict[str, object]] = [{}]
    if isinstance(rules.money, HongKongMoney):
        settings += [{"score.gun": "half"}, {"liability.discard_share": "half"}]
    for changes in settings:
        changed = rules.with_options(changes)
        for win in wins(rules.document.size)[0]:
            told = judged(win, changed)
            if told is None or not told.valid or win.feeder is None or not isinstance(changed.money, HongKongMoney):
                continue
            fan, spicy = changed.money.worth(told)
            price = changed.money.prices.discard(fan, spicy)
            for move in settle(told).transfers:
                code = reason_text(move.reason).code
                part = {
                    "paid.discard.whole": 1,
                    "paid.discard.half": 2,
                    "paid.discard.half_gun": 2,
                    "paid.bystander": 4,
                }
                if code in part:
                    assert move.amount * part[code] == price, (win.text, code)


# --- the law bites


PLANTED = {
    "a number": ("full_flush", "full_flush.fan", 9, Text("計七番", "7 fan"), "its fan"),
    "a name": (
        "mixed_terminals",
        "mixed_terminals.add_all_pungs",
        False,
        Text("對對糊照加", "All pungs is added"),
        "what counts beside all_pungs",
    ),
    "a condition": ("all_chows", "all_chows.pair", "no_honours", Text("四副順子", "Four chows"), "what it asks for"),
    "a payer": ("kong_on_kong", "kong_on_kong.first_exposed_payer", "all_three", Text("那家包", "X pays"), "who pays"),
    "a minimum": ("chicken_hand", "hand.min_fan", 0, Text("三番才食得", "It takes 3"), "whether it wins"),
}


@pytest.mark.parametrize("kind", PLANTED)
def test_a_planted_false_sentence_is_found(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pattern, option, value, planted, what = PLANTED[kind]
    rules, own = ruleset("hk-standard"), Ruleset.sentence
    option_of = next(each for each in rules.options if each.id == option)
    assert what not in {each.what for each in broken(rules, option_of, value) if each.pattern == pattern}
    monkeypatch.setattr(Ruleset, "sentence", lambda self, id=None: planted if id == pattern else own(self, id))
    assert what in {each.what for each in broken(rules, option_of, value) if each.pattern == pattern}


OTHER_RULES = re.compile(r"預設|by default|清章|舊版|常用版|(?:main|classic|common) lists?\b|hk-\w+|club16")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_no_sentence_speaks_of_other_rules_than_those_in_force(document: str) -> None:
    """No sentence mentions a document's default, or another document."""
    rules = ruleset(document)
    every = {pattern.id: pattern.says for pattern in rules.patterns} | {duty.id: duty.says for duty in rules.duties}
    assert [id for id, says in every.items() for lang in LANGUAGES if OTHER_RULES.search(says(lang))] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_place_of_a_sentence_is_known(document: str) -> None:
    """An invalid template stays as it is, with its brackets: none of ours does, under any settings."""
    for rules in (ruleset(document), with_everything(document)):
        for pattern in rules.patterns:
            for lang in LANGUAGES:
                assert not re.search(r"[{}]", rules.sentence(pattern.id)(lang)), pattern.id
                for condition in conditions(parts_of(pattern.says(lang))):
                    holds(condition, rules)


def conditions(parts: tuple[TextPart, ...]) -> Iterator[str]:
    """Every condition of a sentence, those inside of others too."""
    for part in parts:
        if isinstance(part, TextChoice):
            for condition, inner in part.branches:
                yield condition
                yield from conditions(inner)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_cantonese_is_spoken(document: str) -> None:
    """No sentence in Cantonese uses the words that only written Chinese has."""
    written = re.compile(r"沒有|不|的|是|這|那|了")
    for rules in (ruleset(document), with_everything(document)):
        for pattern in rules.patterns:
            said = rules.sentence(pattern.id).yue
            for name in sorted(
                (name for each in rules.patterns for name in (each.zh, *each.aka)), key=len, reverse=True
            ):
                said = said.replace(name, "")
            assert not written.search(said.replace("不過", "")), (pattern.id, rules.sentence(pattern.id).yue)
