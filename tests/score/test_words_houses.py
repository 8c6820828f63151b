"""What is said stays true where a house takes a pattern out of play, sets its own parts of the price, or makes somebody liable.

Each case of `OFF` is a sentence that was once false: it went on speaking of a pattern that the house does not play.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from sikwu import score
from sikwu.explaining import because
from sikwu.money.settlement import settle
from sikwu.money.words import reason_text
from sikwu.money.worth import worth_words
from sikwu.rules.files import from_toml
from sikwu.rules.places import Placeholder, TextChoice, TextPart, parts_of
from sikwu.rules.presets import DOCUMENTS, ruleset
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import LANGUAGES


def without(document: str, *patterns: str, options: str = "") -> Ruleset:
    """The rules of a house that does not play these patterns."""
    off = ", ".join(f'"{each}"' for each in patterns)
    return from_toml(f'ruleset = "{document}"\n[options]\n{options}\n[off]\npatterns = [{off}]\n')


OFF = [
    ("hk-standard", "all_pungs", "full_flush", "對對糊", "all pungs"),
    ("hk-standard", "all_chows", "full_flush", "平糊", "all chows"),
    ("hk-standard", "half_flush", "small_four_winds", "混一色", "half flush"),
    ("hk-standard", "all_honours", "small_four_winds", "一定另有", "always"),
    ("hk-standard", "four_kongs", "kong_on_kong", "十八羅漢", "are all kongs"),
    ("hk-standard", "win_on_kong", "last_tile_draw", "就與槓上自摸各計", "this and the win on a kong"),
    ("hk-common", "win_on_kong", "self_draw", "補花摸到的也算", "replacement for a flower:"),
    ("hk-taiwanese", "big_all_chows", "all_chows", "大平糊", "big all chows"),
    ("hk-taiwanese", "flower_win_eight", "flower_set", "兩台花", "eight immortals"),
    ("hk-taiwanese", "flower_win_eight", "self_draw", "兩台花", "eight immortals"),
    ("hk-taiwanese", "seven_rob_one", "self_draw", "七搶一", "seven flowers rob"),
    ("hk-taiwanese", "concealed_self_draw", "win_on_flower", "門清一摸五", "concealed self-draw"),
    ("hk-taiwanese", "ready_declared_closed", "ready_declared", "改計門清聽牌", "counts declared ready (concealed)"),
    ("club16", "big_all_chows", "all_chows", "大平胡", "big all chows"),
    ("club16", "dealer_pull", "dealer", "拉莊", "dealer pull"),
    ("club16", "dealer_pull", "dealer_repeat", "拉莊", "dealer pull"),
    ("club16", "dealer_repeat", "dealer", "再加連莊", "dealer repeat"),
    ("club16", "all_claimed_discard", "all_claimed_self_draw", "全求", "last tile discarded"),
]


@pytest.mark.parametrize(("document", "off", "pattern", "zh", "en"), OFF)
def test_no_sentence_counts_on_a_pattern_that_is_off(document: str, off: str, pattern: str, zh: str, en: str) -> None:
    told = without(document, off).sentence(pattern)
    assert zh not in told.zh
    assert en not in told.en
    assert re.search(r"[，；、。]{2}|[，；、]。|  |\. ?\.", told.zh + told.en + told.yue) is None


def sums(parts: tuple[TextPart, ...], known: frozenset[str] = frozenset()) -> Iterator[tuple[str, frozenset[str]]]:
    """Each sum of several patterns in a sentence, with the patterns that the conditions around it ask to be in use."""
    for part in parts:
        if isinstance(part, Placeholder) and part.name == "worth" and "+" in part.about:
            yield part.about, known
        elif isinstance(part, TextChoice):
            for condition, inside in part.branches:
                yield from sums(inside, known | set(re.findall(r"(?<!not )uses (\S+)", condition)))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_sum_of_patterns_is_told_only_where_all_are_played(document: str) -> None:
    for pattern in ruleset(document).patterns:
        for lang in LANGUAGES:
            for about, known in sums(parts_of(pattern.says(lang))):
                others = {each.split("/")[0] for each in about.split("+")} - {pattern.id}
                assert others <= known, (pattern.id, lang, about)


def test_a_sum_without_its_condition_is_found() -> None:
    told = parts_of("{fan} fan{if uses one: , with one {worth:own+one}}, with two {worth:own+two}.")
    assert list(sums(told)) == [("own+one", frozenset({"one"})), ("own+two", frozenset())]


def test_a_pattern_is_off_for_the_reason_that_is_told() -> None:
    """門前清 is not counted because flowers are played, or because this house does not play it."""
    assert "because flowers are played" in ruleset("hk-standard").sentence("concealed_hand").en
    house = without("hk-standard", "concealed_hand", options='"tiles.flowers_in_play" = false')
    assert "flowers" not in house.sentence("concealed_hand").en
    told = because(score("123m 567p 345888s N +N<W seat=S", house.with_options({"hand.min_fan": 0})), "concealed_hand")
    assert told.verdict.en == "not in use under hk-standard + 3 changes"


def test_bases_are_counted_in_english() -> None:
    rules = ruleset("hk-taiwanese")
    assert "1 base," in rules.sentence("kong_concealed").en
    assert "3 bases," in rules.with_options({"concealed_kong.payment_bases": 3}).sentence("kong_concealed").en


# --- payments

TWO_FED = (
    '[[duties]]\nid = "two"\nzh = "兩口包"\nen = "Liable for two"\nneeds = 2\none_feeder = true\non = ["self_draw"]\n'
)


def test_a_share_of_chips_is_no_half_of_a_discard() -> None:
    """Where chips are paid, each of three pays the whole price of a self-draw."""
    rules = from_toml(f'ruleset = "club16"\n{TWO_FED}')
    paid = settle(
        score("78m 345p 45677s (123p<E) (NNN<E) 1f +9m seat=S round=E", rules.with_options({"hand.min_fan": 3}))
    )
    assert reason_text(paid.transfers[0].reason, rules).en == "E's own share of the self-draw."


def test_a_self_draw_that_one_player_bears_is_no_discard() -> None:
    """A player who is liable for one share alone: the lines under the hand still tell the price of a self-draw."""
    pays = '[pays]\nothers = "2/3"\nself_draw = "3/2"\n'
    rules = from_toml(pays + TWO_FED + 'share = "alone"\n')
    told = score("67s 99p 234s (EEE<S) (222p<S) +8s seat=E", rules)
    paid = settle(told)
    assert [each.amount for each in paid.transfers] == [24]
    assert [line.en for line in worth_words(told, paid)] == [
        "4 fan: a discard costs 16 (half-spicy table).",
        "For a self-draw each of three pays 3/2 × that: 24.",
    ]
    plain = score("67s 99p 234s (EEE<S) (222p<S) +8s seat=E", from_toml(TWO_FED + 'share = "alone"\n'))
    assert worth_words(plain, settle(plain))[-1].en == "The price of a self-draw is three shares, each half of that: 8."


@pytest.mark.parametrize(
    ("part", "said"), [("1", "1 × the price"), ("3/2", "3/2 × the price"), ("2/3", "2/3 × the price")]
)
def test_a_part_of_the_price_is_told_as_a_factor(part: str, said: str) -> None:
    """ "1 of the price" and "3/2 of the price" mean nothing."""
    rules = from_toml(f'[pays]\nself_draw = "{part}"\n')
    paid = settle(score("123567p 12367s 中中 1f +5s seat=S round=E", rules.with_options({"hand.min_fan": 0})))
    assert said in reason_text(paid.transfers[0].reason, rules).en
