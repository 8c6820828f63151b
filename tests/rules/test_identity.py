"""The hash of a ruleset depends on its meaning; rulesets and scores can be copied and pickled."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest

import sikwu
from sikwu import Win, ruleset, score
from sikwu.book import Book
from sikwu.book.exchange import from_jsonl, to_jsonl
from sikwu.money.settlement import settle
from sikwu.rules import language
from sikwu.rules.identity import normal
from sikwu.rules.language import ALWAYS, DRAGONS, HONOURS, NEVER, WINDS, Condition, chows, flowers, kongs, suits, tiles
from sikwu.rules.pattern import Pattern
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.tile_sets import TileSet
from sikwu.scoring import Score

OLD_BOOK = Path(__file__).parent.parent / "data" / "book-old-hash.jsonl"
PINNED = {
    "hk-standard": "64cd006aae1831c8",
    "hk-common": "c392dfa7cca807f2",
    "hk-classic": "54561a7414584744",
    "hk-taiwanese": "741bd4a1bd4b5a7c",
    "club16": "ce352b80fca3bd5f",
}
A, B, C = suits == 1, flowers >= 2, kongs <= 1


def with_house(condition: Condition) -> str:
    return ruleset("hk-standard").with_pattern(Pattern("ours", when=condition, zh="自訂", en="Ours"), 2).hash


@pytest.mark.parametrize("name", PINNED)
def test_the_hashes_of_the_documents(name: str) -> None:
    """Books and exports contain them: a change here is explained in the CHANGELOG."""
    assert ruleset(name).hash == PINNED[name]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (tiles.of(WINDS | DRAGONS) >= 6, tiles.of(HONOURS) >= 6),
        (A & B, B & A),
        (A & (B & C), (A & B) & C),
        (A & A, A),
        (language.Not(language.Not(A)), A),
        (~(A & B), ~A | ~B),
        (~(flowers >= 2), flowers <= 1),
        (flowers.in_(2, 1, 2), flowers.in_(1, 2)),
        (flowers.in_(3), flowers == 3),
        (A & ALWAYS, A),
        (A | NEVER, A),
        (A & (flowers >= 0), A),
        (language.And((A, language.And((B,)))), A & B),
    ],
)
def test_what_means_the_same_has_the_same_hash(one: Condition, other: Condition) -> None:
    assert normal(one) == normal(other)
    assert with_house(one) == with_house(other)


def test_what_means_another_thing_has_another_hash() -> None:
    conditions = (A, B, ~A, A & B, A | B, A & B & C, A & (B | C), (A & B) | C, flowers >= 3, flowers == 2, chows >= 2)
    assert len({with_house(each) for each in conditions}) == len(conditions)


def test_a_nicer_text_of_conditions_changes_no_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    def fresh(name: str) -> Ruleset:
        rules = ruleset(name)
        return Ruleset(rules.document, rules.id, rules.name, rules.settings)

    before = {name: fresh(name).hash for name in PINNED}
    for kind in (language.Fact, language.SetsFact, language.Relation, language.SlotSpec, language.Test, TileSet):
        monkeypatch.setattr(kind, "__repr__", lambda self: "prettier")
    for kind in (language.And, language.Or, language.Not, language.SuitVar, language.NumberVar):
        monkeypatch.setattr(kind, "__repr__", lambda self: "prettier")
    assert repr(A & B) == "prettier"
    assert {name: fresh(name).hash for name in PINNED} == before


# --- books with a hash of the older kind


def test_a_book_with_an_old_hash_is_not_told_to_have_other_rules() -> None:
    text = OLD_BOOK.read_text("utf-8")
    book = from_jsonl(text)
    assert book.opened.rules_hash != book.ruleset.hash
    assert book.same_rules is None
    assert to_jsonl(book) == text


def test_a_new_book_knows_whether_its_rules_changed() -> None:
    rules = ruleset("hk-standard")
    book = Book.new("簿", ["A", "B", "C", "D"], rules)
    assert book.same_rules is True
    assert book.opened.rules_hash.endswith(rules.hash)
    book.ruleset = rules.with_options({"limit.cap_fan": 8})
    assert book.same_rules is False


# --- the same settings, the same object


def test_equal_settings_are_one_object() -> None:
    rules = ruleset("hk-standard")
    assert rules.with_options({}) is rules
    assert rules.with_options(dict(rules.settings)) is rules
    one, other = ({"limit.cap_fan": 8, "hand.min_fan": 1}, {"hand.min_fan": 1, "limit.cap_fan": 8})
    assert rules.with_options(one) is rules.with_options(other)
    assert rules.with_options({"limit.cap_fan": 8}).with_options({"hand.min_fan": 1}) is rules.with_options(one)
    assert rules.with_options(one) is not ruleset("hk-common").with_options(one)
    assert ruleset("eight-fan-burst").with_options({"hand.min_fan": 1}).id == "eight-fan-burst"


def test_no_more_than_some_rulesets_are_kept() -> None:
    rules = ruleset("hk-standard")
    first = rules.with_options({"score.unit_multiplier": 1000})
    for unit in range(1001, 1400):
        rules.with_options({"score.unit_multiplier": unit})
    assert rules.with_options({"score.unit_multiplier": 1000}) is not first


# --- copies

HANDS = {
    "hk-standard": "111m 999p 9m 發發發 (111s<S) +9m<N seat=W round=E 1f",
    "all-customs": "123m 123m 789m 55p 23s +1s<N seat=W round=E",
    "club16": "123m 456m 789m 123p 55p 23s +1s<N seat=E streak=2 round=E",
}


def copies(value: object) -> list[object]:
    return [pickle.loads(pickle.dumps(value)), copy.deepcopy(value), copy.copy(value)]


@pytest.mark.parametrize("name", sikwu.names())
def test_a_ruleset_is_copied_and_sent(name: str) -> None:
    for rules in (ruleset(name), ruleset(name).with_pattern(Pattern("ours", when=A & B, zh="自訂", en="Ours"), 2)):
        for there in copies(rules):
            assert isinstance(there, Ruleset)
            assert there == rules
            assert (there.id, there.name, there.settings) == (rules.id, rules.name, rules.settings)
            assert there.lowered.program == rules.lowered.program


@pytest.mark.parametrize(("name", "text"), HANDS.items())
def test_a_win_its_score_and_its_settlement_are_copied_and_sent(name: str, text: str) -> None:
    win = Win.parse(text)
    told = score(win, name)
    paid = settle(told)
    assert all(there == win for there in copies(win))
    assert all(there == paid for there in copies(paid))
    values = ("fan", "capped", "valid", "dealer_fan", "patterns", "label", "limit_hand", "spicy", "counted", "win")
    values += ("not_counted", "reading", "best", "others", "marks", "waits", "packed", "ruleset")
    for there in copies(told):
        assert isinstance(there, Score)
        assert there == told
        assert [getattr(there, value) for value in values] == [getattr(told, value) for value in values]
        for pattern in told.patterns:
            assert there.check(pattern) == told.check(pattern)


def test_a_score_is_frozen_and_knows_its_win() -> None:
    win = Win.parse(HANDS["hk-standard"])
    told = score(win.pack(), "hk-standard")
    assert told.win == win
    assert told == score(win, "hk-standard")
    for name in ("fan", "win", "ruleset", "new"):
        with pytest.raises(AttributeError):
            setattr(told, name, 1)


def test_a_name_gives_the_same_ruleset_each_time() -> None:
    assert sikwu.ruleset("hk-standard") is sikwu.ruleset("hk-standard")
    assert sikwu.score("123m 567p 345s 888s N +N<W seat=S 25678f").ruleset is sikwu.ruleset("hk-standard")
