"""The app's search understands typed words as the library does, and its glossary is the library's."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tools.web_words import table

from app_browser import Visit, axe
from app_node import ask
from sikwu import ruleset
from sikwu.cli.shared.lookup import documents, option_ids
from sikwu.rules.texts import option_words
from sikwu.server.hands.catalogue import patterns as listed
from sikwu.texts import LANGUAGES, say
from sikwu.vocabulary.fold import fold
from sikwu.vocabulary.glossary import entries, explained, in_order
from sikwu.vocabulary.names import words_of
from test_vocabulary import ASKED, leads_to

TYPED = sorted({word for word, _ in ASKED})


def asked(tmp_path: Path, questions: list[dict[str, Any]]) -> list[Any]:
    """The app's answers, with the table and the list of patterns that it has."""
    first = {"words": table(), "patterns": msgspec.to_builtins(listed()).get("patterns")}
    count, *told = ask(tmp_path, [first, *questions])
    assert count > 100
    return told


def app_leads_to(told: dict[str, Any]) -> set[str]:
    """An answer of the app as the tests of the library write theirs."""
    word = {f"w:{told['word']['id']}"} if told["word"] else set()
    rules = {f"r:{told['ruleset']}"} if told["ruleset"] else set()
    duties = {f"d:{each['id']}" for each in told["duties"]}
    return word | rules | duties | set(told["patterns"]) | {f"o:{id}" for id in told["options"]}


def test_every_word_means_the_same_in_the_app(tmp_path: Path) -> None:
    told = dict(zip(TYPED, asked(tmp_path, [{"asked": word} for word in TYPED]), strict=True))
    assert len(ASKED) >= 200
    assert {word: app_leads_to(told[word]) for word in TYPED} == {word: leads_to(word) for word in TYPED}
    # The list that is searched while typing shows every pattern that a whole word means.
    assert [word for word in TYPED if not set(told[word]["patterns"]) <= set(told[word]["shown"])] == []


def test_every_other_name_is_found(tmp_path: Path) -> None:
    """Not only the words of the tests: all of the table, of patterns, options and the glossary."""
    patterns = [(word, id) for id, words in words_of("patterns").items() for word in words]
    options = [(word, id) for id, words in words_of("options").items() for word in words]
    words = [(word, entry.id) for entry in entries() for word in (*entry.words, entry.jyutping)]
    questions = [{"asked": word} for word, _ in (*patterns, *options, *words)]
    told = asked(tmp_path, questions)
    for (word, id), answer in zip(patterns, told, strict=False):
        assert id in answer["patterns"], word
    for (word, _), answer in zip(options, told[len(patterns) :], strict=False):
        assert set(answer["options"]) == {id for rules in documents() for id in option_ids(word, rules)}, word
    for (word, _), answer in zip(words, told[len(patterns) + len(options) :], strict=True):
        assert answer["word"]["id"] == explained(word).id, word  # type: ignore[union-attr]


def test_spellings_are_made_one_alike(tmp_path: Path) -> None:
    spelt = [
        *TYPED,
        "Deoi3 deoi3 wu4",
        "十三么",
        "Self-draw",
        "ＡＢＣ　１２",
        "抢杠 天胡",
        "13 orphans",
        "a1b2",
        "’half·gun’",
        "",
    ]
    assert asked(tmp_path, [{"fold": word} for word in spelt]) == [fold(word) for word in spelt]


def test_the_glossary_stands_in_the_same_order(tmp_path: Path) -> None:
    told = asked(tmp_path, [{"order": lang} for lang in LANGUAGES])
    assert told == [[entry.id for entry in in_order(lang)] for lang in LANGUAGES]


def test_a_table_that_lacks_a_word_is_noticed(tmp_path: Path) -> None:
    """The comparison above does not compare two empty answers."""
    poor = table()
    poor["glossary"] = [each for each in poor["glossary"] if each["id"] != "half_gun"]
    poor["variants"] = ""
    first = {"words": poor, "patterns": msgspec.to_builtins(listed()).get("patterns")}
    _, gun, orphans = ask(tmp_path, [first, {"asked": "半銃"}, {"asked": "国士无双"}])
    assert (app_leads_to(gun), app_leads_to(orphans)) == ({"o:score.gun"}, set())


# --- on the screen


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_of_words_is_the_glossary(visit: Visit, lang: str) -> None:
    page = visit("/learn/words", lang=lang)
    page.locator("main dd").first.wait_for()
    titles, says = page.locator("main dt").all_inner_texts(), page.locator("main dd").all_inner_texts()
    assert says == [entry.says(lang) for entry in in_order(lang)]
    for title, entry in zip(titles, in_order(lang), strict=True):
        assert title.startswith(f"{entry.title('zh')} {entry.jyutping}")
    axe(page)


@pytest.mark.parametrize(
    ("typed", "lang", "says", "leads"),
    [
        ("诈胡", "yue", "要賠畀其他人", "false_win.penalty_fan"),
        ("baau paang", "zh", "多出的番不再計錢", "limit.cap_fan"),
        ("Half-Gun", "en", "pays the larger share", "score.gun"),
        ("二五雞", "yue", "兩毫半", None),
        ("生章", "yue", "未有人打過", None),
        ("清一色包", "yue", "幫其他人賠", None),
    ],
)
def test_words_that_are_no_pattern_are_answered(
    visit: Visit, typed: str, lang: str, says: str, leads: str | None
) -> None:
    for place, code in (("/learn", "app.learn.search"), ("/house", "app.house.search")):
        page = visit(place, lang=lang)
        page.get_by_role("searchbox", name=say(code)(lang)).fill(typed)
        answers = page.get_by_role("region", name=say("app.words.region")(lang))
        answers.get_by_text(re.compile(re.escape(says))).first.wait_for()
        if leads:
            name = option_words(ruleset("hk-standard"), leads).says(lang)
            answers.get_by_role("link", name=name, exact=True).first.wait_for()
        axe(page)


def test_a_word_leads_to_its_option(visit: Visit) -> None:
    page = visit("/learn")
    page.get_by_role("searchbox", name=say("app.learn.search")("yue")).fill("爆棚")
    page.get_by_role("region", name="用語").get_by_role("link", name="封頂番數").click()
    page.get_by_role("dialog", name="封頂番數").wait_for()


def test_variants_and_sounds_find_patterns(visit: Visit) -> None:
    page = visit("/learn")
    field = page.get_by_role("searchbox", name=say("app.learn.search")("yue"))
    for typed, name in (("对对胡", "對對糊"), ("sap saam jiu", "十三幺"), ("国士", "十三幺"), ("honitsu", "混一色")):
        field.fill(typed)
        page.locator(".list li a", has_text=name).first.wait_for()
