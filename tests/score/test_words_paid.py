"""The law of sentences about money: who pays, which part, and why that amount, under every value of every option.

Wins of the corpus are settled before and after every option takes every value. The claims of a sentence are found by
its words and compared with the settlement: alone, half, a quarter, the shares of the other two, a number of extra
fan. Prices are those of the explanation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest

from sikwu import names, ruleset
from sikwu.money.payment import Payment, Reason
from sikwu.money.settlement import DiceThrow, FalseWin, Kongs, Settlement, settle
from sikwu.money.words import reason_text
from sikwu.money.worth import worth_words
from sikwu.rules.options import Option, value_text
from sikwu.rules.presets import DOCUMENTS
from sikwu.rules.prices import ChipPrices
from sikwu.rules.ruleset import Ruleset
from sikwu.scoring import Score
from sikwu.texts import LANGUAGES, Text
from sikwu.tiles import Wind
from sikwu.win import By, Win
from test_sentences import some_values
from test_words_law import judged, prices, wins, with_everything

MOST = 120
"""The most changed wins examined for each value of an option."""


class Broken(NamedTuple):
    """A sentence about money that is false, or stayed the same although its subject changed."""

    who: str
    """A payment's code, or `duty`, `pattern`, `rules` and an id."""
    what: str
    lang: str
    sentence: str


def why(reason: Reason, rules: Ruleset) -> Text:
    """The sentence of a payment: tests plant false ones here."""
    told = reason_text(reason, rules)
    return Text(told.zh, told.en, told.yue)


# --- how much, as the explanation tells it


def told_price(score: Score, paid: Settlement, lang: str) -> Fraction | None:
    """The price of a discard, or of a hand in chips, off the lines that say how fan became money."""
    lines = [line(lang) for line in worth_words(score, paid)]
    costs = r"(?:costs [^,]*?times a full hand[^,]*, |costs |共賠? ?)(\d[\d./]*) ?[（(]"
    for pattern in (r"(?:= |＝ ?)(\d[\d./]*?)[。.]$", costs):
        for line in lines:
            if found := re.search(pattern, line):
                return Fraction(found[1])
    chips = [found[1] for line in lines if (found := re.search(r"(?:[:：]|即係?) ?(\d[\d./]*?)[。.]$", line))]
    return Fraction(chips[-1]) if chips else None


# --- what sentences claim


def _alone(move: Payment[Wind], paid: Settlement, price: Fraction) -> bool:
    return {each.payer for each in paid.transfers} == {move.payer}


def _part(part: Fraction) -> Callable[[Payment[Wind], Settlement, Fraction], bool]:
    return lambda move, paid, price: move.amount == price * part


def _rest(move: Payment[Wind], paid: Settlement, price: Fraction) -> bool:
    """Two shares of half a discard each, beside the payer's own: nobody else pays."""
    own = [each.amount for each in paid.transfers if each.payer is move.payer and each is not move]
    return _alone(move, paid, price) and move.amount == price and own == [price / 2]


def _three(move: Payment[Wind], paid: Settlement, price: Fraction) -> bool:
    return len({each.payer for each in paid.transfers}) == 3


CLAIMS: dict[str, Callable[[Payment[Wind], Settlement, Fraction], bool]] = {
    r"pays alone|alone pays|一家全賠|一家賠晒|淨係.家賠|只由.家賠|for everybody|全數由|家包晒": _alone,
    r"all three|三家賠": _three,
    r"shares of the other two|兩家[那嗰]份": _rest,
    r"quarter|四分[之]?一": _part(Fraction(1, 4)),
    r"(?<!shares )\bhalf\b(?! gun|-)|一半": _part(Fraction(1, 2)),
}
_HALF_GUN = re.compile(r"\(half gun\)|Half gun|半銃|陪銃")


def untrue_payments(score: Score) -> Iterator[Broken]:
    """Payments of a win with a false claim, and duties that name a player who does not pay."""
    if not score.valid:
        return
    paid, rules = settle(score), score.ruleset
    for line in worth_words(score, paid):
        for lang in LANGUAGES:
            if re.search("the three pays|two others|三家各賠|另外兩家", line(lang)) and len(paid.transfers) != 3:
                yield Broken(line.code, "who pays", lang, line(lang))
    for move in paid.transfers:
        said = why(move.reason, rules)
        for lang in LANGUAGES:
            price = told_price(score, paid, lang)
            if price is None:
                yield Broken(move.reason.code, "no price is told", lang, said(lang))
                continue
            yield from (
                Broken(move.reason.code, claim, lang, said(lang))
                for claim, holds in CLAIMS.items()
                if re.search(claim, said(lang)) and not holds(move, paid, price)
            )
            if bool(_HALF_GUN.search(said(lang))) and rules.settings.get("score.gun") != "half":
                yield Broken(move.reason.code, "half gun", lang, said(lang))
            yield from _untrue_numbers(move, score, said(lang), lang)


def _untrue_numbers(move: Payment[Wind], score: Score, said: str, lang: str) -> Iterator[Broken]:
    """`3 fan more` in a dealer's share: that many more are paid."""
    numbers, rules = sorted(map(int, prices(said))), score.ruleset.money.prices
    if move.reason.code == "dealer" and isinstance(rules, ChipPrices):
        more = numbers[0] if move.reason.get("how") else numbers[-1]
        if move.amount != rules.per_fan * more:
            yield Broken("dealer", "how much", lang, said)
    elif numbers and move.reason.get("duty") is None:
        yield Broken(move.reason.code, "a number of fan", lang, said)


# --- sentences of duties, of side payments and of rulesets

_SHARES = re.compile(r"賠|包(?!牌)|一半|\bpays?\b|\bhalf\b|\bliable\b")
_LIKE = re.compile(r"當自摸賠|當.{0,3}出銃|paid like [\w' ]+")


def untrue_duties(one: Ruleset, other: Ruleset) -> Iterator[Broken]:
    """Duties in force under both rules that apply differently although their sentence, which mentions it, stays the
    same.
    """
    for duty in one.duties:
        before, after = (each.duty(duty.id).in_force(each.settings) for each in (one, other))
        if not (before and after) or before == after:
            continue
        asked, borne = ({(lies.on, lies.last) for lies in each} for each in (before, after))
        shares = [{(lies.on, lies.share) for lies in each} for each in (before, after)]
        for lang in LANGUAGES:
            said = one.duty_sentence(duty.id)(lang)
            if said != other.duty_sentence(duty.id)(lang):
                continue
            if {last for _, last in asked} != {last for _, last in borne}:
                yield Broken(f"duty {duty.id}", "what it asks for", lang, said)
            if shares[0] != shares[1] and _SHARES.search(_LIKE.sub("", said)):
                yield Broken(f"duty {duty.id}", "who bears how much", lang, said)


SIDE = (Kongs({Wind.SOUTH: 1}), Kongs({Wind.SOUTH: 2}), DiceThrow((1, 1, 1)), DiceThrow((1, 2, 3)), FalseWin(Wind.EAST))
_BASES = re.compile(r"(?<!海)底(?!牌)|\bbases?\b")


def bases(ending: Kongs | DiceThrow | FalseWin, rules: Ruleset) -> list[tuple[Wind, Fraction, str]]:
    """The side payments, in bases if there is a base."""
    base = getattr(rules.money.prices, "base", 0) or 1
    return [(move.payer, Fraction(move.amount) / base, move.reason.code) for move in settle(ending, rules).transfers]


def untrue_side_payments(one: Ruleset, other: Ruleset) -> Iterator[Broken]:
    """Sentences that speak of bases and stay while another number of them is paid."""
    for ending in SIDE:
        before, after = (bases(ending, each) for each in (one, other))
        if before == after:
            continue
        spoken = {pattern.id: [rules.sentence(pattern.id) for rules in (one, other)] for pattern in one.patterns}
        if isinstance(ending, Kongs) and after:
            for id, (was, now) in spoken.items():
                for lang in LANGUAGES:
                    if was(lang) == now(lang) and _BASES.search(now(lang)):
                        yield Broken(f"pattern {id}", "bases", lang, now(lang))
        if before and after:
            for move in settle(ending, other).transfers:
                said = why(move.reason, other)
                for lang in LANGUAGES:
                    if _BASES.search(said(lang)):
                        yield Broken(move.reason.code, "bases", lang, said(lang))


RULES_CLAIM: dict[str, Callable[[Ruleset], bool]] = {
    r"全銃|full gun|Full gun": lambda rules: rules.settings.get("score.gun") == "full",
    r"半銃|half gun|各陪四分一|a quarter each": lambda rules: rules.settings.get("score.gun") == "half",
    r"一炮多響|家家都|every winner|everybody who can win": lambda rules: rules.settings.get("win.multiple_winners") == "all_win",
    r"(?<![冇沒有])有截糊|^Head bump": lambda rules: rules.settings.get("win.multiple_winners") != "all_win",
    r"[不唔]打花|[不唔]用花牌|no flowers|No flower tiles": lambda rules: rules.settings.get("tiles.flowers_in_play") is False,
    r"拉、踢、斬|ledger": lambda rules: rules.settings.get("ledger.enabled") is True,
    r"九張落地|nine tiles": lambda rules: rules.settings.get("liability.half_gun_nine_tiles") != "off",
    r"分擔一半|都要分一半|shares half": lambda rules: rules.settings.get("liability.discard_share") == "half",
    r"(?<!半)辣辣上|full-spicy": lambda rules: rules.settings.get("score.progression") == "full_spicy",
    r"半辣上|half-spicy": lambda rules: rules.settings.get("score.progression") == "half_spicy",
    r"大四喜[也都]加|added to big four winds": lambda rules: rules.settings.get("big_four_winds.add_all_pungs") is True,
}  # fmt: skip


def untrue_rulesets(rules: Ruleset) -> Iterator[Broken]:
    """What a ruleset's own sentence claims and is not so; every number of fan in it is a minimum, a ceiling or a price."""
    from sikwu.rules.places import zh_number

    worth = {rules.minimum, rules.cap, *(rules.worth(pattern.id) for pattern in rules.patterns)} - {None}
    known = {text for number in worth if isinstance(number, int) for text in (str(number), zh_number(number))}
    if "score.full_fan" in rules.settings:
        known |= {
            str(rules.settings.get("score.full_fan")),
            "四",
        }  # up to four fan the tables of the documents are alike
    for lang in LANGUAGES:
        said = rules.sentence()(lang)
        for claim, holds in RULES_CLAIM.items():
            if re.search(claim, said) and not holds(rules):
                yield Broken(f"rules {rules.id}", claim, lang, said)
        limits = {str(rules.minimum), str(rules.cap), zh_number(rules.minimum), zh_number(rules.cap or 0)}
        if prices(said) and not prices(said) <= known | limits:
            yield Broken(f"rules {rules.id}", "a number of fan", lang, said)


# --- the law


def broken(rules: Ruleset, option: Option, value: object) -> Iterator[Broken]:
    """Every sentence of money that is not true once an option takes a value."""
    changed = rules.with_options({option.id: value})
    yield from untrue_duties(rules, changed)
    yield from untrue_side_payments(rules, changed)
    yield from untrue_rulesets(changed)
    for win in paid_otherwise(rules, changed):
        told = judged(win, changed)
        if told is not None:
            yield from untrue_payments(told)


def paid_otherwise(rules: Ruleset, changed: Ruleset) -> list[Win]:
    """Wins with changed payments; one of each kind of change."""
    known, rows = wins(rules.document.size)
    one, other = (each.pay_many(rows) for each in (rules, changed))
    before, after = one.amounts * other.denominator, other.amounts * one.denominator
    seen: dict[object, Win] = {}
    for place in np.flatnonzero((before != after).any(axis=1)):
        win = known[place]
        if win.feeder is not None or win.by in (By.SELF_DRAW, By.FLOWERS):
            parts = (tuple(amounts[place] * 24 // max(abs(amounts[place]).max(), 1)) for amounts in (before, after))
            seen.setdefault((win.by, win.at.replacement, len(win.hand.melds), *parts), win)
    return list(seen.values())[:MOST]


def half_gun(document: str) -> Ruleset:
    """The Hong Kong documents under half gun; the others unchanged, with every pattern."""
    rules = with_everything(document)
    return rules.with_options({"score.gun": "half"}) if "score.gun" in rules.settings else rules


@pytest.mark.parametrize("start", [ruleset, half_gun])
@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_is_said_of_money_is_true_under_every_option(document: str, start: Callable[[str], Ruleset]) -> None:
    rules = start(document)
    found = {
        (option.id, value_text(value)[:40], *each)
        for option in rules.options
        for value in some_values(option, rules)
        if value != rules.settings[option.id]
        for each in broken(rules, option, value)
    }
    assert sorted(found) == []


@pytest.mark.parametrize("name", names())
def test_a_preset_says_what_it_plays_whatever_is_changed(name: str) -> None:
    rules = ruleset(name)
    found = {
        (option.id, value_text(value)[:40], *each)
        for option in rules.options
        for value in some_values(option, rules)
        for each in untrue_rulesets(rules.with_options({option.id: value}))
    }
    assert sorted(found) == []


@pytest.mark.parametrize("name", names())
def test_every_payment_of_the_corpus_is_what_its_sentence_claims(name: str) -> None:
    """Under the rules as they come, and no claim is read off no sentence."""
    rules, claimed = ruleset(name), set()
    found = []
    for win in wins(rules.document.size)[0]:
        told = judged(win, rules)
        if told is None or not told.valid or (win.feeder is None and win.by in (By.DISCARD, By.ROB_KONG)):
            continue
        found += list(untrue_payments(told))
        said = [why(move.reason, rules).en for move in settle(told).transfers]
        claimed |= {claim for claim in CLAIMS for each in said if re.search(claim, each)}
    assert found == []
    assert len(claimed) >= 2


# --- the law bites

PLANTED: dict[str, tuple[str, str, object, str, Text]] = {
    "who pays": ("hk-standard", "liability.twelve_tiles", False, "self_draw", Text("一家全賠", "pays alone")),
    "how much": ("hk-standard", "score.gun", "half", "discard", Text("一家全賠", "pays alone")),
    "the shares of others": ("hk-standard", "score.unit_multiplier", "1/2", "self_draw", Text("其餘兩家那份", "the shares of the other two")),
    "a quarter": ("hk-common", "score.gun", "half", "discard", Text("四分之一", "a quarter")),
    "a dealer's fan": ("hk-taiwanese", "score.chips_per_fan", 2, "dealer", Text("另加 9 番", "9 fan more")),
}  # fmt: skip


@pytest.mark.parametrize("kind", PLANTED)
def test_a_planted_false_sentence_of_a_payment_is_found(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    document, option, value, code, planted = PLANTED[kind]
    rules = ruleset(document)
    own = next(each for each in rules.options if each.id == option)
    assert [each for each in broken(rules, own, value) if each.who == code] == []
    real = why
    monkeypatch.setitem(globals(), "why", lambda reason, of: planted if reason.code == code else real(reason, of))
    assert {each.who for each in broken(rules, own, value)} >= {code}


def test_a_planted_false_sentence_of_a_duty_a_base_and_a_ruleset_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    standard, sixteen = ruleset("hk-classic"), ruleset("hk-taiwanese")
    share = next(each for each in standard.options if each.id == "liability.discard_share")
    fresh = next(each for each in standard.options if each.id == "liability.fourth_kong_fresh_tile_only")
    kongs = next(each for each in sixteen.options if each.id == "concealed_kong.payment_bases")
    gun = next(each for each in standard.options if each.id == "score.gun")
    for rules, option, value in (
        (standard, share, "none"),
        (standard, fresh, False),
        (sixteen, kongs, 3),
        (standard, gun, "half"),
    ):
        assert list(broken(rules, option, value)) == []
    planted = Text("打出者賠一半", "the feeder pays half")
    monkeypatch.setattr(Ruleset, "duty_sentence", lambda self, id: planted)
    assert {each.what for each in broken(standard, share, "none")} >= {"who bears how much"}
    assert {each.what for each in broken(standard, fresh, False)} >= {"what it asks for"}
    own = Ruleset.sentence
    monkeypatch.setattr(
        Ruleset,
        "sentence",
        lambda self, id=None: (
            Text("全銃，收一底", "full gun, one base") if id in (None, "kong_concealed") else own(self, id)
        ),
    )
    assert {each.what for each in broken(sixteen, kongs, 3)} >= {"bases"}
    assert any(each.who == "rules hk-classic" for each in broken(standard, gun, "half"))
