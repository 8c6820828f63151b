"""The explanation shows the recorded computation, completely and in all languages."""

from __future__ import annotations

import re
from functools import cache

import pytest

from sikwu import Score, Win, ruleset, score
from sikwu.asked import asked, noun
from sikwu.cases import case_ruleset
from sikwu.corpus import cases, examples
from sikwu.explaining import because, because_text, explain, explain_text
from sikwu.reasons import lines
from sikwu.rules.language import NUM, WINDS, Fact, Op, SetsFact, T, Test, flowers, suits, tiles, win
from sikwu.rules.lowering import resolve
from sikwu.rules.pattern import Pattern
from sikwu.rules.presets import names
from sikwu.texts import LANGUAGES, SikwuError
from sikwu.texts.tables import table
from sikwu.win import By, Circumstances
from sikwu.wording import circumstances

SMALL_DRAGONS = "123678m 中中中 發發發 白 +白<W 1f seat=E round=S"
PUNGS = "555888m E (222m<N) (中中中<E) +E<N seat=S round=W 1f"
CHICKEN = "123m 456p 789s 222p 5s +5s<W 3f seat=E"
CHINESE = re.compile(r"[一-鿿]")


def bare(text: str) -> str:
    """A text without the sentences and sources of patterns, which are data of the rules."""
    every = [ruleset(name) for name in ("hk-standard", "all-customs")]
    known = {rules.sentence(p.id)(lang) for rules in every for p in rules.patterns for lang in LANGUAGES}
    known |= {p.source for rules in every for p in rules.patterns}
    return "\n".join(line for line in text.splitlines() if line.strip() not in known)


@cache
def every_score() -> list[Score]:
    found = []
    for case in cases():
        try:
            found.append(score(Win.from_case(case), case_ruleset(case)))
        except SikwuError:
            continue
    return found


def test_golden_chinese() -> None:
    assert bare(explain_text(score(SMALL_DRAGONS), "zh")) == (
        "9 番，可以食糊\n"
        "東位，南圈，食西家出銃的白\n"
        "香港麻雀（清章） Hong Kong standard，3 番起糊，13 番封頂\n"
        "\n"
        "5 番  小三元 siu2 saam1 jyun4 Small three dragons\n"
        "  中中中 發發發 白白\n"
        "3 番  混一色 wan6 jat1 sik1 Half flush\n"
        "  整副牌\n"
        "1 番  正花 zing3 faa1 Own flower\n"
        "  春\n"
        "\n"
        "有但不計：\n"
        "  三元牌 saam1 jyun4 paai2 Dragon pung\n"
        "    計了小三元，就不再計三元牌（中中中、發發發）\n"
        "\n"
        "牌的讀法：123萬 順子、678萬 順子、中中中 暗坎、發發發 暗坎、白白 眼；白單吊，成 白白；9 番\n"
        "叫糊：白（1 種）"
    )


def test_golden_english() -> None:
    assert bare(explain_text(score("222333444m 55p 78s +9s", "all-customs"), "en")) == (
        "4 fan: a win\n"
        "seat E, round E; won by drawing 9s\n"
        "All custom patterns on 其他自訂全開, 3 fan needed to win, at most 13 counted\n"
        "\n"
        "2 fan  Three identical chows 三同順 saam1 tung4 seon6\n"
        "  234m 234m 234m\n"
        "1 fan  No flowers 無花 mou4 faa1\n"
        "1 fan  Self-draw 自摸 zi6 mo2\n"
        "  9s\n"
        "\n"
        "In the hand, but not counted:\n"
        "  Two identical chows 二同順 ji6 tung4 seon6\n"
        "    Only one of three identical chows and two identical chows (234m 234m) counts, "
        "here three identical chows\n"
        "  All chows 平糊 ping4 wu2\n"
        "    All chows is not counted beside three identical chows\n"
        "\n"
        "Reading: 234m chow, 234m chow, 234m chow, 789s chow, 55p pair; "
        "9s completes 789s, a two-sided wait; 4 fan\n"
        "Another reading: 222m concealed pung, 333m concealed pung, 444m concealed pung, 789s chow, 55p pair; "
        "9s completes 789s, a two-sided wait; 2 fan (No flowers, Self-draw)\n"
        "Waited for 69s (2 kinds)"
    )


@pytest.mark.parametrize(
    ("text", "rules", "zh", "en"),
    [
        (
            CHICKEN,
            "hk-standard",
            "0 番，未夠 3 番起糊，差 3 番，不能食糊",
            "0 fan: not enough to win (3 are needed)",
        ),
        (CHICKEN, "chicken-four", "0 番，可以食糊", "0 fan: a win"),
        (PUNGS, "eight-fan-burst", "7 番，可以食糊", "7 fan: a win"),
    ],
)
def test_headline(text: str, rules: str, zh: str, en: str) -> None:
    headline = explain(score(text, rules)).headline
    assert (headline.zh, headline.en) == (zh, en)


def test_label() -> None:
    told = explain(score(CHICKEN))
    assert told.label is not None
    assert told.label("en") == "Chicken hand 雞糊 gai1 wu2"
    assert told.label_says("en")
    assert explain(score(PUNGS)).label is None


def test_ceiling() -> None:
    winds = "EEE SSS WWW N (中中中<S) +N"
    ceiling = explain(score(winds)).ceiling
    assert ceiling is not None
    assert ceiling.zh == "共 19 番，爆棚，當 13 番計"
    assert ceiling.en == "19 fan, over the ceiling: 13 fan count"
    assert explain(score(winds, "unlimited")).ceiling is None
    assert explain(score(PUNGS)).ceiling is None


def test_unified_limit_hand() -> None:
    told = explain(score("111999m 111p 9s (999p<S) +9s<S 2f", "thirteen-fan-burst"))
    assert told.ceiling is not None
    assert (told.headline.zh, told.ceiling.zh) == ("13 番，可以食糊", "例牌一律計 13 番（逐項加起來是 10 番）")
    assert told.counted[0].limit


def test_spicy() -> None:
    orphans = explain(score("19m 19p 19s ESWN中發白 +中", "double-triple-spicy")).spicy
    assert orphans is not None
    assert orphans.zh.startswith("三辣")
    flush = explain(score("123456789m 234m 5m +5m<S", "double-triple-spicy")).spicy
    assert flush is not None
    assert flush.en.startswith("Double spicy")
    assert explain(score(PUNGS)).spicy is None


def test_fixed_price_and_shared_tiles() -> None:
    told = explain(score("12345678f flowers_win"))
    assert {drop.pattern for drop in told.dropped} == {"flower_set", "seat_flower"}
    assert all(drop.sentence.en.endswith("is not added to eight immortals") for drop in told.dropped)
    assert (told.waits, told.reading.groups) == (None, ())
    assert told.reading.text.en.startswith("a win by flowers")
    shared = explain(score("222333444m 55m 78m +9m 12345f")).dropped
    assert [(drop.pattern, drop.why, drop.sentence.zh) for drop in shared] == [
        ("seat_flower", "shared", "一台花已用了這些牌（春），不再計正花")
    ]


@pytest.mark.parametrize(
    ("text", "zh", "en"),
    [
        ("123m 456p 789s 22p 55s +5s", "對碰", "two-pair wait"),
        ("123m 456p 789s 222p 5s +5s", "單吊", "pair wait"),
        ("12m 456p 789s 222p 55s +3m", "邊張", "edge wait"),
        ("13m 456p 789s 222p 55s +2m", "卡窿", "closed wait"),
        ("23m 456p 789s 222p 55s +4m", "兩頭", "two-sided wait"),
    ],
)
def test_where_the_winning_tile_stands(text: str, zh: str, en: str) -> None:
    place = explain(score(text)).reading.place
    assert place is not None
    assert zh in place.zh
    assert en in place.en


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_case_is_explained(lang: str) -> None:
    assert len(every_score()) > 500
    for told in every_score():
        words = explain(told)
        text = explain_text(told, lang)
        assert sum(each.fan for each in words.counted) == sum(told.patterns.values())
        assert {each.pattern for each in words.counted} == set(told.patterns)
        # Tiles that a win by flowers leaves out are not mentioned, and no counted pattern is called not counted.
        assert {each.pattern for each in words.dropped} <= {each.pattern for each in told.not_counted}
        if told.win.by is not By.FLOWERS:
            assert {each.pattern for each in words.dropped} | set(told.patterns) >= {
                each.pattern for each in told.not_counted
            }
        assert len(words.others) == len(told.others)
        assert words.headline(lang) in text
        for each in words.counted:
            assert each.says(lang)
            assert each.source
            assert CHINESE.search(each.name(lang))
            assert each.name.en in each.name(lang)
        assert "None" not in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_because_agrees_with_the_score(lang: str) -> None:
    for told in every_score()[::7]:
        for pattern in told.patterns:
            answer = because(told, pattern)
            assert answer.holds
            assert answer.ways
            assert str(told.patterns[pattern]) in answer.verdict(lang)
        for drop in told.not_counted:
            if drop.pattern not in told.patterns:
                assert because(told, drop.pattern).holds


def test_because_not_holding() -> None:
    text = because_text(score(PUNGS), "nine_gates", "en")
    assert text.startswith("Nine gates 九子連環 gau2 zi2 lin4 waan4: does not hold\n")
    assert "  ✓ exactly 1 suit\n" in text
    assert "  ✗ no honour tiles; here 5 (EE 中中中)\n" in text
    assert "  ✗ 沒有番子：現在 5（東東 中中中）\n" in because_text(score(PUNGS), "nine_gates", "zh")


def test_because_not_counted() -> None:
    told = because(score(SMALL_DRAGONS), "dragon_pung")
    assert told.holds
    assert told.verdict.en.startswith("holds. Dragon pung (中中中, 發發發) is not counted beside small three dragons")


def test_because_not_in_use_and_label() -> None:
    assert (
        because(score(PUNGS), "seven_pairs").verdict.en
        == "not in use under Hong Kong standard (option seven_pairs.enabled)"
    )
    assert because(score(CHICKEN), "chicken_hand").holds
    assert not because(score(PUNGS), "chicken_hand").holds


def test_because_unknown_pattern() -> None:
    with pytest.raises(SikwuError, match="did you mean half_flush"):
        because(score(PUNGS), "half_flsh")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_condition_has_words(lang: str) -> None:
    for name in names():
        draft = ruleset(name).draft
        for row in draft.rows.values():
            for line in lines(resolve(row.when, draft.defined)):
                text = line.text(lang)
                assert text
                assert "_" not in text, text
                assert lang == "en" or CHINESE.search(text)


def test_every_fact_has_words() -> None:
    for op in Op:
        fact = SetsFact(op, kinds=7) if op is Op.SETS else Fact(op)
        if op in (Op.RELATED, Op.SUM):
            continue  # said by an example of its relation, or of its parts
        test = Test(fact, "any" if op is Op.PLACES else ">=", (1,))
        assert CHINESE.search(asked(test).zh)
        assert CHINESE.search(asked(test).yue)
        assert "_" not in asked(test).en
        told, counter = noun(fact, 2)
        assert told.code in table("en")
        assert f"counter.{counter}" in table("zh")


def test_words_of_odd_conditions() -> None:
    assert asked(Test(suits, "!=", (2,))).en == "not 2 suits"
    assert asked(Test(flowers, "in", (3, 7))).zh == "花牌 3 或 7 隻"
    (line,) = lines(win.in_(WINDS))
    assert line.text.en == "the winning tile is one of winds"
    (line,) = lines(~(tiles.of(NUM(8)) >= 6))
    assert line.text.zh == "不可以：數字 8 的牌最少 6 隻"
    assert lines(tiles.only(T("2s 3s 發")))[0].text.en == "nothing but 23s 發"


def test_house_pattern_without_names() -> None:
    rules = ruleset("hk-standard").with_pattern(Pattern("eights", when=tiles.of(NUM(8)) >= 3), 2)
    told = explain(score("888m 888p 123s 22s 44s +4s", rules))
    assert next(each for each in told.counted if each.pattern == "eights").name("zh") == "eights"


def test_every_circumstance_has_words() -> None:
    told = {code.split(".")[1] for code in table("en") if code.startswith("at.")}
    fields = set(Circumstances.__dataclass_fields__) - {"visible"}
    assert told == fields
    win = Win.parse("E +E<W seat=S robbed=concealed rob_kong eighth_flower=N winners=2 discards=9")
    assert [each.en for each in circumstances(win)] == [
        "the robbed kong is concealed",
        "9 discards on the table",
        "the eighth flower is with N",
        "2 winners on this tile",
    ]
    assert circumstances(win)[2].zh == "第八隻花在北家"


def test_corpus() -> None:
    assert {case["shows"]["pattern"] for case in cases("hk_patterns")} >= {"half_flush", "thirteen_orphans"}
    shown = examples("half_flush")
    assert shown[0]["shows"] == {"pattern": "half_flush", "as": "example"}
    assert list(cases("nothing")) == []
    assert examples("nothing") == []
