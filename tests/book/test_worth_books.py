"""How fan became money is explained for every hand of a book, and agrees with the payments."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from app_browser import Visit
from app_table import opened, seat, wheel
from sikwu import ruleset
from sikwu.book import Book
from sikwu.book.events import Result
from sikwu.texts import LANGUAGES
from sikwu.wire.book_pages import state_shape
from sikwu.wire.shapes import StepShape

HOUSES = [
    {},
    {"score.gun": "half"},
    {"score.unit_multiplier": 2},
    {"score.progression": "full_spicy"},
    {"limit.cap_fan": 8},
]


def step(name: str, options: dict[str, object], result: Result) -> StepShape:
    """What a book says of its first hand."""
    book = Book.new("Friday", ["A", "B", "C", "D"], ruleset(name).with_options(options))
    book.record(result)
    return state_shape(book, LANGUAGES).last[-1]


def number(value: object) -> Fraction:
    return Fraction(str(value))


@pytest.mark.parametrize("options", HOUSES, ids=str)
def test_the_price_that_is_told_is_what_is_paid(options: dict[str, object]) -> None:
    for fan in range(3, 14):
        for result in (Result("discard", {"B": fan}, "C"), Result("self_draw", {"B": fan})):
            told = step("hk-standard", options, result)
            paid = sum(number(move.amount) for move in told.moves)
            first, *rest = told.worth
            by = {each.code: each.facts for each in rest}
            price = number(by["worth.unit"]["amount"] if "worth.unit" in by else first.facts["points"])
            share = number(by["worth.share"]["share"]) if "worth.share" in by else None
            assert paid == (price if share is None else 3 * share), (options, fan, told.worth)
            assert ("worth.half_gun" in by) == (options.get("score.gun") == "half" and result.result == "discard")


def test_chips_and_pulls_say_how() -> None:
    told = step("hk-taiwanese", {}, Result("discard", {"B": 8}, "C"))
    assert [each.code for each in told.worth] == ["worth.chips", "worth.pull"]
    assert told.worth[0].facts["fan"] == 8
    told = step("club16", {}, Result("self_draw", {"B": 8}))
    assert [each.code for each in told.worth] == ["worth.chips"]
    assert step("hk-standard", {}, Result("draw")).worth == ()
    assert step("hk-standard", {}, Result("false_win", by="A")).worth == ()


def test_it_is_the_sentence_of_score() -> None:
    """A hand by its tiles and the same by its fan are explained alike."""
    from sikwu import score
    from sikwu.money.settlement import settle
    from sikwu.money.worth import hand_words, worth_words

    for text in ("123456789p N (發發發<E) +N<W seat=S 1f", "111m 999p 9m 發發發 (111s<S) +9m<N seat=W round=E 1f"):
        for options in HOUSES:
            scored = score(text, ruleset("hk-standard").with_options(options))
            paid = settle(scored)
            told = hand_words(scored.ruleset, "discard", scored.capped, 0, paid.transfers)
            assert [each.to_json() for each in told] == [each.to_json() for each in worth_words(scored, paid)]


@pytest.mark.parametrize("rules", ["hk-standard", "hk-taiwanese"])
def test_the_app_says_it_before_and_after(visit: Visit, rules: str) -> None:
    page = opened(visit, rules)
    seat(page, "Wing").click()
    seat(page, "肥仔").click()
    wheel(page, 8)
    line = step(rules, {}, Result("discard", {"B": 8}, "C")).worth[0].yue
    assert isinstance(line, str)
    page.get_by_role("list", name="入咗會點").get_by_text(line).wait_for()
    page.get_by_role("button", name="入數", exact=True).and_(page.locator(":not([aria-disabled])")).click()
    page.get_by_role("spinbutton").wait_for(state="detached")
    page.get_by_role("link", name="記錄").click()
    page.get_by_role("region", name="記錄").get_by_role("button", name=re.compile("8 番")).click()
    page.get_by_role("list", name="點解").get_by_text(line).wait_for()
