"""The pages about house rules list every word of the rule language, with examples that run; what each word counts."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import sikwu
from reference.agreement import disagreement
from reference.judge import Judge
from reference.samples import random_win, told_left
from sikwu import Win, ruleset, score
from sikwu.rules.conditions import METHODS, WORDS, parse_condition
from sikwu.rules.files import from_toml, to_toml
from sikwu.rules.pattern import Pattern
from sikwu.texts import RulesError

ROOT = Path(__file__).parents[2]
PAGES = {"docs/house.md": "## Every word of the language", "docs/zh/house.md": "## 規則語言的每一個詞"}
SIGNS = {"==", "!=", ">=", "<=", ">", "<", "in", "not in", "&", "|", "~", "and", "or", "not", "+", "-"}


def rows(page: str) -> list[tuple[list[str], list[str]]]:
    """The words and the examples of every row of a page's list."""
    text = (ROOT / page).read_text().split(PAGES[page], 1)[1].split("\n## ", 1)[0]
    cells = [re.split(r"(?<!\\)\|", line)[1:3] for line in text.splitlines() if line.startswith("| `")]
    return [
        tuple([part.replace("\\|", "|") for part in re.findall(r"`([^`]+)`", cell)] for cell in row) for row in cells
    ]  # type: ignore[misc]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_lists_every_word_and_no_other(page: str) -> None:
    listed = [word for words, _ in rows(page) for word in words]
    methods = (
        {f".{name}" for name in METHODS} | {f"{word}.of" for word in ("tiles",)} | {"tiles.only", "groups.without"}
    )
    plain = {word for word in listed if not word.startswith(".") and "." not in word}
    assert plain - SIGNS == set(WORDS) - {"tiles", "groups"}
    assert {word for word in listed if "." in word} == methods
    assert set(listed) >= SIGNS
    assert len(listed) == len(set(listed))


@pytest.mark.parametrize("page", PAGES)
def test_an_example_has_the_words_of_its_row(page: str) -> None:
    for words, examples in rows(page):
        assert examples, words
        for word in words:
            if word not in SIGNS:
                assert any(
                    re.search(rf"(?<!\w){re.escape(word)}(?!\w)|\w{re.escape(word)}\b", each) for each in examples
                ), word


def test_both_pages_give_the_same_examples() -> None:
    one, other = (rows(page) for page in PAGES)
    assert one == other


EXAMPLES = [each for _, examples in rows("docs/house.md") for each in examples]


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_runs_and_the_twin_agrees(example: str) -> None:
    when = parse_condition(example)
    assert parse_condition(repr(when)) == when
    rules = ruleset("hk-taiwanese").with_pattern(Pattern("own", when=when), fan=1)
    judge, chance = Judge(rules), Random(example)
    for _ in range(15):
        assert disagreement(told_left(chance, random_win(chance, 5)), rules, judge) == ""


# --- what the words mean


HANDS = {
    "seat == SOUTH": ("123m 456p 789s 11m 55p +1m<W seat=S", "123m 456p 789s 11m 55p +1m<S seat=W"),
    "round == WEST": ("123m 456p 789s 11m 55p +1m round=W", "123m 456p 789s 11m 55p +1m round=E"),
    "discarder == LEFT": ("123m 456p 789s 11m 55p +1m<S seat=W", "123m 456p 789s 11m 55p +1m<N seat=W"),
    "discarder == RIGHT": ("123m 456p 789s 11m 55p +1m<N seat=W", "123m 456p 789s 11m 55p +1m<E seat=W"),
    "discarder == ACROSS": ("123m 456p 789s 11m 55p +1m<E seat=W", "123m 456p 789s 11m 55p +1m<S seat=W"),
    "discarder == DEALER": ("123m 456p 789s 11m 55p +1m<E seat=W", "123m 456p 789s 11m 55p +1m<S seat=W"),
    "discarder == NOBODY": ("123m 456p 789s 11m 55p +1m seat=W", "123m 456p 789s 11m 55p +1m<S seat=W"),
    "left <= 4": ("123m 456p 789s 11m 55p +1m left=4", "123m 456p 789s 11m 55p +1m"),
    "flowers.of(T('春 梅')) == 1": ("123m 456p 789s 11m 55p +1m 1f", "123m 456p 789s 11m 55p +1m 1f 5f"),
    "flowers.of(SEASONS) == 2": ("123m 456p 789s 11m 55p +1m 1f 2f 6f", "123m 456p 789s 11m 55p +1m 1f 6f"),
    "flowers.of(~SEASONS) == 1": ("123m 456p 789s 11m 55p +1m 1f 2f 6f", "123m 456p 789s 11m 55p +1m 1f"),
    "tiles.of(MAN) == tiles.of(PIN)": ("111m 222p 33s 44s 777s +3s", "111m 222p 33s 44p 777s +3s"),
    "tiles.of(MAN) > tiles.of(PIN)": ("111m 222m 33s 44p 777s +3s", "111m 222p 33s 44p 777s +3s"),
    "tiles.of(PIN) - tiles.of(MAN) == -3": ("111m 23p 444m 555s 66s +1p", "111m 234p 55s 66s 777s +5s"),
    "kongs.made(EXPOSED) + kongs.made(CONCEALED) == 2": (
        "123m 456p 1s (9999m<N) [8888p] +1s", "123m 456p 1s (999m<N) [8888p] +1s",
    ),
    "3 <= pungs <= 4": ("111m 222p 33s 44s 777s +3s", "111m 234p 678s 789s 5s +5s"),
}  # fmt: skip


@pytest.mark.parametrize("when", HANDS)
def test_a_word_holds_for_one_hand_and_not_for_another(when: str) -> None:
    house = from_toml(f'[options]\n"hand.min_fan" = 0\n[[patterns]]\nid = "own"\nwhen = "{when}"\nfan = 7')
    yes, no = (score(Win.parse(line), house).patterns for line in HANDS[when])
    assert yes.get("own") == 7
    assert "own" not in no


def house(*patterns: str, rules: str = "hk-standard") -> sikwu.Ruleset:
    minimum = '[options]\n"hand.min_fan" = 0\n' if rules.startswith("hk-s") else ""
    return from_toml(f'ruleset = "{rules}"\n{minimum}' + "".join(f"[[patterns]]\n{each}\n" for each in patterns))


BIG_CHICKEN = 'id = "big_chicken"\nwhen = "total == 0"\nfan = 5'
SMALL = 'id = "small"\nwhen = "(total >= 1) & (total <= 4) & ~dealer"\nfan = 2'
WRONG = 'id = "wrong"\nwhen = "flowers > own_flowers"\neach = "flowers - own_flowers"\nfan = -2'


@pytest.mark.parametrize(
    ("line", "patterns"),
    [
        ("123m 456p 789s 11m 55p +1m<W seat=S 2f", {"seat_flower": 1, "small": 2}),
        ("123m 456p 789s 11m 55p +1m<W seat=E 1f", {"seat_flower": 1}),
        ("123m 456p 789s 11m 55p +1m<W seat=S 3f", {"big_chicken": 5, "wrong": -2}),
        ("123m 456p 789s 11m 55p +1m<W seat=S 3f 4f 5f", {"big_chicken": 5, "wrong": -5}),
        ("123m 456p 789s 11m 55p +1m seat=S 3f 4f", {"self_draw": 1, "small": 2, "wrong": -3}),
        ("123m 456m 789m 11m 55m +1m<W seat=S 3f 4f", {"full_flush": 7, "wrong": -4}),
    ],
)
def test_what_counts_by_the_total_and_what_is_taken_away(line: str, patterns: dict[str, int]) -> None:
    told = score(line, house(BIG_CHICKEN, SMALL, WRONG))
    assert told.patterns == patterns
    assert told.fan == told.ruleset.judge(told.packed)[0] == sum(patterns.values())


def test_fan_taken_away_count_under_the_minimum() -> None:
    rules = house(WRONG).with_options({"hand.min_fan": 3})
    assert score("1123456789m EEE +1m<W seat=S", rules).valid
    assert not score("1123456789m EEE +1m<W seat=S 3f 4f", rules).valid


def test_what_counts_last_may_be_absorbed_and_stands_beside_the_raise() -> None:
    over = 'id = "over"\nwhen = "tiles.of(NUM(5)) >= 1"\nfan = 1\nabsorbs = ["big_chicken", "under"]'
    under = 'id = "under"\nwhen = "total >= 1"\nfan = 3'
    assert score("123m 456p 789s 11m 55p +1m<W seat=S 3f", house(over, under, BIG_CHICKEN)).patterns == {"over": 1}
    rules = from_toml(f'ruleset = "club16"\n[[patterns]]\n{under}')
    five = score("45m 678p SS (234p<W) (456s<W) (567s<W) +3m<S seat=N round=N", rules)
    assert five.patterns["one_becomes_five"] == 5
    assert five.patterns["under"] == 3
    assert five.first_fan == 1
    assert five.fan == 8


SAME = "related(chow(A, x), chow(A, x))"


@pytest.mark.parametrize(("stack", "fan"), [("each", 6), ("disjoint", 2), ("once", 2)])
def test_how_equal_chows_stack(stack: str, fan: int) -> None:
    own = f'id = "own"\nwhen = "{SAME}.exists"\neach = "{SAME}"\nstack = "{stack}"\nfan = 2'
    rules = house(own)
    assert from_toml(to_toml(rules)) == rules
    assert score("123m 123m 13m 456p 99s +2m<W seat=S", rules).patterns["own"] == fan


def test_an_own_pattern_in_a_family_of_the_document_shares_no_set() -> None:
    """Three 兩相逢 would count beside 三相逢 otherwise."""
    two = "related(chow(A, x), chow(B, x))"
    own = f'id = "own"\nwhen = "{two}.exists"\neach = "{two}"\nfan = 3'
    line = "123m 123p 12s 456m 789p 55s +3s<W seat=S 1f"
    free = score(line, house(own, rules="hk-taiwanese")).patterns
    bound = score(line, house(own + '\nfamily = "meeting_chows"', rules="hk-taiwanese")).patterns
    assert (free["own"], "three_suit_chows" in free or len(free) > 1) == (9, True)
    assert bound.get("own", 0) <= 3
    rules = house(own + '\nfamily = "meeting_chows"', rules="hk-taiwanese")
    assert from_toml(to_toml(rules)) == rules
    assert rules != house(own, rules="hk-taiwanese")


def test_patterns_may_absorb_each_other_in_any_order_of_the_file() -> None:
    first = 'id = "first"\nwhen = "suits == 1"\nfan = 3\nabsorbs = ["second"]'
    second = 'id = "second"\nwhen = "suits == 1"\nfan = 2'
    line = "123m 456m 789m 11m 55m +1m<W seat=S 3f"
    for rules in (house(first, second), house(second, first)):
        told = score(line, rules).patterns
        assert "second" not in told
        assert told["first"] == 3


@pytest.mark.parametrize("when", ["(total == 0) | dealer", "~(total == 0)", "total != 3", "total.in_(1, 2)"])
def test_the_total_stands_by_itself(when: str) -> None:
    with pytest.raises(RulesError) as caught:
        house(f'id = "own"\nwhen = "{when}"\nfan = 1')
    assert caught.value.code == "condition.total"


def test_a_need_cannot_ask_for_the_total() -> None:
    with pytest.raises(RulesError) as caught:
        from_toml('[[needs]]\nwhen = "total >= 3"\nen = "Three fan."')
    assert caught.value.code == "condition.total"
