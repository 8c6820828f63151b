"""All texts exist in three languages, each as it is spoken or written, with one word for one thing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from sikwu import ruleset
from sikwu.rules.duty import SUMMARY_WORDS
from sikwu.rules.groups import GROUPS
from sikwu.rules.presets import DOCUMENTS, PRESETS
from sikwu.rules.texts import option_texts
from sikwu.texts import LANGUAGES, Text
from sikwu.texts.tables import table
from sikwu.vocabulary.glossary import entries


def rule_texts() -> Iterator[tuple[str, Text]]:
    """Every sentence and name of documents, presets, patterns, duties, options, choices and words of the table."""
    for document in DOCUMENTS:
        rules = ruleset(document)
        yield f"{document} name", rules.name
        yield f"{document} says", rules.document.says
        for pattern in rules.patterns:
            yield f"{document} {pattern.id}", pattern.says
        for duty in rules.duties:
            yield f"{document} duty {duty.id}", duty.says
        for id, text in option_texts(rules.document.texts).items():
            yield f"{document} {id}", text.says
            for value, words in text.choices.items():
                yield f"{document} {id}={value}", words
    for preset in PRESETS:
        yield f"{preset.id} name", preset.name
        yield f"{preset.id} says", preset.says
    for name, group in GROUPS.items():
        yield f"group {name}", group
    for word, said in SUMMARY_WORDS.items():
        yield f"summary {word}", said
    for entry in entries():
        yield f"glossary {entry.id}", Text(entry.zh, entry.en, entry.yue)


def messages() -> Iterator[tuple[str, Text]]:
    """Everything that the program itself says."""
    for code in table("en"):
        yield code, Text(*(table(lang)[code] for lang in ("zh", "en", "yue")))


def every() -> Iterator[tuple[str, Text]]:
    yield from rule_texts()
    yield from messages()


@cache
def called() -> tuple[str, ...]:
    """Names of patterns and duties, as the documents spell them; the longest first."""
    found = {
        name
        for document in DOCUMENTS
        for named in (*ruleset(document).patterns, *ruleset(document).duties)
        for name in (named.zh, *getattr(named, "aka", ()))
    }
    return tuple(sorted((name for name in found if len(name) > 1), key=len, reverse=True))


_PLACES = re.compile(r"\{if [^:{}]*:|\belif [^:{}]*:|\belse:|\{[^{} ]*\}")


def bare(text: str) -> str:
    """A text without its places and without the names of patterns and duties."""
    text = _PLACES.sub("_", text)
    for name in called():
        text = text.replace(name, "_")
    return text


# Rules of the table that are sayings, and words in which a written character is spoken too.
_SAYINGS = re.compile(
    "糊一不糊二|包後不包先|不過|不論|其他|還原|總和|和牌|目的|是但|在場|在位|了解|那邊|只限|實在|現在|存在|自在|不如|不久|也許|標的|只要|把握"
)
WRITTEN = {
    "的": "嘅", "不": "唔", "是": "係", "沒有": "冇", "了": "咗", "在": "喺", "這": "呢", "那": "嗰", "也": "都", "和": "同",
    "給": "畀", "誰": "邊個", "甚麼": "乜", "他": "佢", "她": "佢", "它": "佢", "哪": "邊", "只": "淨係", "些": "啲", "們": "哋",
}  # fmt: skip
"""Particles that only written Chinese has, and the spoken ones instead."""
SPOKEN = re.compile(
    "嘅|唔|冇|咗|喺|嚟|畀|嗰|啲|哋|佢|乜|嘢|咩|揀|一齊|由頭|帶住|攞|睇|噉|咁|晒|邊個|幾多|點樣|仲|搵|淨係|而家|撳|㩒|諗|即刻|(?<!關)係(?!數)|埋(?!數)"
)
"""Words that only spoken Cantonese has."""


def test_nothing_lacks_a_language() -> None:
    """Chinese counts with a counter and needs no noun behind it: those few stay empty in one language."""
    empty = {
        where for where, text in every() if not all(text(lang) for lang in LANGUAGES) and any(map(text, LANGUAGES))
    }
    assert {where for where in empty if not where.startswith(("counter.", "noun."))} <= {"cli.book.legend"}


@pytest.mark.parametrize("texts", [rule_texts, messages])
def test_cantonese_has_no_particle_of_written_chinese(texts: object) -> None:
    found = [
        (where, sorted(set(re.findall("|".join(WRITTEN), said))), text.yue)
        for where, text in texts()  # type: ignore[operator]
        if re.search("|".join(WRITTEN), said := _SAYINGS.sub("_", bare(text.yue)))
    ]
    assert found == []


@pytest.mark.parametrize("texts", [rule_texts, messages])
def test_written_chinese_has_no_word_of_the_street(texts: object) -> None:
    found = [(where, SPOKEN.findall(bare(text.zh)), text.zh) for where, text in texts() if SPOKEN.search(bare(text.zh))]  # type: ignore[operator]
    assert found == []


def test_cantonese_is_not_written_chinese_copied() -> None:
    """Wherever written Chinese has a particle that is spoken differently, there is a separate Cantonese text."""
    found = [
        (where, text.zh)
        for where, text in every()
        if text.yue == text.zh and re.search("|".join(WRITTEN), _SAYINGS.sub("_", bare(text.zh)))
    ]
    assert found == []


# --- one word for one thing

FORBIDDEN: dict[str, dict[str, str]] = {
    "yue zh": {
        "胡": "糊", "么": "幺", "裡": "裏", "㩒": "撳", "案例": "個案", "餵": "打出", "打手": "牌手", "雜湊": "核對碼", "鏈頭": "核對碼",
        "杠": "槓", "(?<!十三)(?<!十六)(?<!十二)(?<!九)張(?!枱|數|落地|牌牆|價目|飛|新|圖)": "隻", "聽牌": "叫糊", "胡牌": "食糊", "和牌": "食糊", "砲": "炮", "點炮": "出銃", "放銃": "出銃", "放炮": "出銃",
        "[0-9一二三四五六七八九十}] ?台": "番", "台數": "番數", "箭牌": "三元牌", "風刻": "風牌", "臺": "台", "麻將": "麻雀",
    },
    "zh": {"副露": "落地牌", "結束牌局": "埋數"},
    "en": {
        r"\bhe\b": "the player", r"\bhis\b": "the player's", r"\btai\b": "fan", r"\bfaan\b": "fan", r"\byaku\b": "pattern", r"\bpon\b": "pung",
        r"\bron\b": "discard", r"\bbody\b": "hand", r"\bmahjongg\b": "mahjong", r"\bgong\b": "kong", r"\bpong\b": "pung", r"\bchi\b": "chow",
    },
}  # fmt: skip
"""By languages: a variant, and our word for it. Names and sources of the documents keep their own spelling."""
_ALLOWED = re.compile(
    "台灣|擂台|港台|一台花|講明聽牌|《[^》]*》|生張|[偏邊卡絕單]張|紙張|一[張]紙|港式台灣麻將|香港蔴雀常用番種"
)


@pytest.mark.parametrize("languages", FORBIDDEN)
def test_one_word_for_one_thing(languages: str) -> None:
    variants = FORBIDDEN[languages]
    found = [
        (where, lang, variant, word, text(lang))
        for where, text in every()
        for lang in languages.split()
        for variant, word in variants.items()
        if re.search(variant, _ALLOWED.sub("_", bare(text(lang))))
    ]
    assert found == []


def test_the_tables_of_words_bite() -> None:
    """Each law finds a text that breaks it."""
    assert SPOKEN.search(bare("只揀一個"))
    assert re.search("|".join(WRITTEN), bare("打出的牌"))
    assert re.search("|".join(FORBIDDEN["yue zh"]), bare("計 5 台"))
    assert not re.search("|".join(WRITTEN), bare("{if a.b=那: 唔計十六不搭}"))
