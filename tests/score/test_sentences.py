"""Sentences about patterns, options and rulesets contain the numbers of the rules in force."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

import msgspec
import pytest

from commands import invoked
from sikwu import names, ruleset, score
from sikwu.cli.shared.lookup import option_words
from sikwu.explaining import explain_text
from sikwu.rules.files import from_toml, to_toml
from sikwu.rules.options import OneOf, Option, PatternIds, Ratio, Whole, value_text
from sikwu.rules.places import filled, zh_number
from sikwu.rules.presets import DOCUMENTS
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.texts import OptionText, _text, option_texts
from sikwu.texts import LANGUAGES, Text
from sikwu.wire import text_shape


def some_values(option: Option, rules: Ruleset) -> list[object]:
    """All values of a choice; of a range its ends, one between and its words; of a list nothing, everything and each alone."""
    match option.values:
        case OneOf(values=values):
            return list(values)
        case Whole(least=least, most=most, words=words):
            return [least, least + 1, least + 7 if most is None else most, *words]
        case Ratio(least=least, most=most, above=above):
            return ["1/3" if above else least, "1/2" if least < 1 else "3/2", min(least + 2, most), most]
        case PatternIds(words=words):
            ids = tuple(pattern.id for pattern in rules.patterns)
            return [*words, (), ids, *((id,) for id in ids)]


def starting_points(document: str) -> list[Ruleset]:
    """The document, and the document without a ceiling or with a composed price: some prices change only there."""
    rules = ruleset(document)
    if rules.cap is None:
        return [rules]
    others = {"limit.cap_fan": "none"}, {"all_honours.scoring": "as_full_flush_all_pungs"}
    return [rules, *map(rules.with_options, others)]


@cache
def dearer_or_cheaper(document: str) -> list[tuple[str, str, object, Ruleset]]:
    """Patterns whose own price an option changes: the pattern, the option, its value, the rules with it."""
    found = []
    for rules in starting_points(document):
        for option in rules.options:
            for value in some_values(option, rules):
                other = rules.with_options({option.id: value})
                for pattern in rules.patterns:
                    row = f"{pattern.id}/{pattern.rows[0].name}"
                    ours, theirs = (each.draft.price(each.draft.rows[row].worth) for each in (rules, other))
                    if ours != theirs:
                        found.append((pattern.id, option.id, value, other))
    return found


def test_prices_that_an_option_changes_are_found() -> None:
    assert {"full_flush", "all_honours", "heavenly_hand", "human_hand"} <= {
        each[0] for each in dearer_or_cheaper("hk-standard")
    }
    assert len({each[0] for each in dearer_or_cheaper("hk-taiwanese")}) >= 15


def prices(text: str) -> set[str]:
    """The numbers of fan in a sentence."""
    found = re.findall(r"([零一二兩三四五六七八九十百]+|[0-9]+) ?[番台]", text)
    return {*found, *re.findall(r"([0-9]+) fan", text)}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_no_price_that_may_change_stands_in_a_sentence(document: str) -> None:
    for id in {each[0] for each in dearer_or_cheaper(document)}:
        says = ruleset(document).pattern(id).says
        for lang in LANGUAGES:
            assert "{fan" in says(lang) or f"{{worth:{id}/" in says(lang), (id, lang)
        worth = {rules.draft.price(rules.draft.named(id)[0].worth) for rules in starting_points(document)}
        worth |= {
            rules.draft.price(rules.draft.named(id)[0].worth)
            for each, _, _, rules in dearer_or_cheaper(document)
            if each == id
        }
        for lang in LANGUAGES:
            assert not prices(says(lang)) & {text for n in worth for text in (str(n), zh_number(n))}, (id, lang)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_changed_price_is_told(document: str) -> None:
    for id, option, value, rules in dearer_or_cheaper(document):
        now = rules.draft.price(rules.draft.named(id)[0].worth)
        told = rules.sentence(id)
        assert prices(told.zh) & {str(now), zh_number(now)}, (id, option, value, told.zh)
        assert str(now) in prices(told.en), (id, option, value, told.en)


@pytest.mark.parametrize("name", names())
def test_no_place_stays_open(name: str) -> None:
    rules = ruleset(name)
    every = [rules.sentence(), *(rules.sentence(pattern.id) for pattern in rules.patterns)]
    for option in rules.options:
        words = option_words(rules, option.id)
        every += [words.says, *words.choices.values()]
    assert [text for text in every if "{" in text.zh + text.en] == []


def test_what_is_shown_has_the_numbers_in_force() -> None:
    rules = ruleset("hk-standard").with_options({"full_flush.fan": 9, "hand.min_fan": 5, "limit.cap_fan": "none"})
    told = score("111m 345m 678m 99m 23m +4m<W seat=S 1f", rules)
    assert "計九番。連平糊即十番，連對對糊即十二番" in explain_text(told, "zh").replace("\n", "")
    assert "9 fan. With all chows 10, with all pungs 12" in explain_text(told, "en")
    assert "五番起糊，不設封頂" in rules.sentence().zh
    assert "5 fan to win, no ceiling" in rules.sentence().en
    assert "九番" in option_words(rules, "full_flush.combo_table").choices["additive"].zh
    fixed = rules.with_options({"full_flush.combo_table": "fixed_8_10"})
    assert "連平糊即八番。有對對糊時改計七番，連對對糊即十番" in fixed.sentence("full_flush").zh


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_value_of_a_choice_has_words(document: str) -> None:
    rules = ruleset(document)
    for option in rules.options:
        if isinstance(option.values, OneOf) and len(option.values.values) > 1:
            told = option_texts(rules.document.texts)[option.id].choices
            assert {value_text(value) for value in option.values.values} <= set(told), option.id


def run(*words: str) -> str:
    """What a command prints, without the breaks of its lines."""
    result = invoked(words, {"COLUMNS": "400"})
    assert result.exit_code == 0, result.output
    return result.output


SPOKEN = Text("計{fan}番，不計自摸", "{fan} fan; self-draw is not counted", "計{fan}番，唔計自摸")


def test_places_are_filled_in_every_language() -> None:
    told = filled(SPOKEN, ruleset("hk-standard"), "full_flush")
    assert [told(lang) for lang in LANGUAGES] == [
        "計七番，唔計自摸",
        "計七番，不計自摸",
        "7 fan; self-draw is not counted",
    ]
    assert msgspec.to_builtins(text_shape(told)) == {"zh": told.zh, "en": told.en, "yue": told.yue}
    assert filled(Text("{limits}", "", "{limits}。"), ruleset("chicken-four")).yue.startswith("唔設起糊")


def test_cantonese_of_a_pattern_is_shown(tmp_path: Path) -> None:
    """A house may write its sentence in Cantonese too: `--lang yue` shows it, written Chinese and English do not."""
    text = """[[patterns]]
id = "ours"
zh = "我哋"
en = "Ours"
when = "suits == 1"
fan = 1
says_zh = "全部同一門，不計字牌"
says_en = "One suit, whatever the honours"
says_yue = "成副同一門，唔理番子"
"""
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    rules = from_toml(text)
    assert from_toml(to_toml(rules)).pattern("ours").says == rules.pattern("ours").says
    assert rules.hash == from_toml(text.replace("唔理", "不理")).hash
    for lang in LANGUAGES:
        shown = run("score", "111m 345m 678m 99m 23m +4m<W seat=S 1f", "-r", str(path), "--full", "--lang", lang)
        for other in LANGUAGES:
            assert (rules.sentence("ours")(other) in shown.replace("\n", "")) == (other == lang), (lang, shown)


def test_cantonese_of_an_option_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside `zh` and `en` an option and its choices may have `yue` in options.toml."""
    entry = {"zh": "自摸算不算", "en": "Does it count?", "yue": "自摸計唔計"}
    text = tomllib.loads(f"""["a.b"]
zh = "{entry["zh"]}"
en = "{entry["en"]}"
yue = "{entry["yue"]}"
source = "doc000"
[x]
""")
    assert _text(text["a.b"]) == Text(entry["zh"], entry["en"], entry["yue"])
    own = OptionText(_text(entry), {"7": _text(entry)}, "doc000")
    monkeypatch.setattr("sikwu.rules.texts.option_texts", lambda _: {"full_flush.fan": own})
    for lang in LANGUAGES:
        shown = run("rules", "show", "full_flush.fan", "--lang", lang)
        assert [other for other in LANGUAGES if entry[other] in shown] == [lang]
