"""What people call things at the table leads to an option, a pattern, a table of rules files or a preset; so do our own names for them."""

from __future__ import annotations

import pytest

from sikwu.cli.rules.commands import NameMatches
from sikwu.cli.shared.lookup import find_patterns, find_rules, options_about
from sikwu.rules.presets import DOCUMENTS, PRESETS, ruleset
from sikwu.rules.texts import option_words
from sikwu.texts import RulesError
from sikwu.vocabulary.glossary import explained

HK = ruleset("hk-standard")
WORDS = {
    "起糊": "hand.min_fan",
    "爆棚": "limit.cap_fan",
    "封頂": "limit.cap_fan",
    "半銃": "score.gun",
    "全銃": "score.gun",
    "自摸": "self_draw",
    "包自摸": "liability.twelve_tiles",
    "七對": "seven_pairs.enabled",
    "七對子": "seven_pairs",
    "花": "tiles.flowers_in_play",
    "門清": "concealed_hand",
    "詐糊": "false_win.penalty_fan",
    "過水": "win.passed_win_rule",
    "冧莊": "dealer.most_repeats",
    "連莊": "dealer.most_repeats",
    "拉": "pull",
    "雙辣": "score.spicy",
    "截糊": "win.multiple_winners",
    "半辣上": "score.progression",
    "二五雞": "score.unit_multiplier",
    "包牌": "liability.twelve_tiles",
    "相公": "dead_hand",
    "混一色": "half_flush",
    "清一色": "full_flush.fan",
    "食替": "play.after_claim",
    "碰過水": "play.passed_pungs",
    "鎖牌": "win.own_discards_locked",
    "三響流局": "win.three_winners_void",
    "過莊": "dealer.on_win",
    "唔准上": "play.chows",
    "買馬": "side_money",
    "跑馬仔": "side_money",
    "抽水": "side_money",
    "槓錢": "side_money",
    "價錢": "price_table",
    "賠法": "who_pays",
    "只准自摸": "win_needs",
    "改番": "own_fan",
    "minimum": "hand.min_fan",
    "ceiling": "limit.cap_fan",
    "self draw": "self_draw",
    "price": "price_table",
    "faan": "fan",
    "head bump": "win.multiple_winners",
    "furiten": "win.own_discards_locked",
    "horses": "side_money",
    "jackpot": "side_money",
}
"""A word, and what it must lead to among other things."""
NAMED = {
    "新章": "new-style",
    "新章十三": "new-style",
    "四七十": "steps-4-7-10",
    "4-7-10": "steps-4-7-10",
    "四六八": "steps-4-6-8",
    "五七九": "steps-5-7-9",
    "二五雞": "two-five-chicken",
    "五一雞": "five-one-chicken",
    "一二蚊雞": "one-two-chicken",
    "雞四": "chicken-four",
    "清章": "hk-standard",
}


@pytest.mark.parametrize("word", WORDS)
def test_words_of_the_table_lead_somewhere(word: str) -> None:
    entry = explained(word)
    found = {*options_about(word, HK), *find_patterns(word, (HK,)), *(() if entry is None else (entry.id,))}
    assert WORDS[word] in found
    told = NameMatches(word, (HK,))  # `rules show`
    assert told.entry or told.patterns or told.duties or told.options


@pytest.mark.parametrize("word", NAMED)
def test_presets_are_found(word: str) -> None:
    assert find_rules(word).id == NAMED[word]


def test_every_option_pattern_and_preset_is_found_by_its_names() -> None:
    for id in DOCUMENTS:
        rules = ruleset(id)
        for option in rules.options:
            says = option_words(rules, option.id).says
            assert all(option.id in options_about(name, rules) for name in (option.id, says.zh, says.en, says("yue")))
        for pattern in rules.patterns:
            assert all(pattern.id in find_patterns(name, (rules,)) for name in (pattern.id, pattern.zh, pattern.en))
    for preset in PRESETS:
        assert find_rules(preset.name.zh).name == preset.name
        assert find_rules(preset.name.en).name == preset.name


def test_nonsense_leads_nowhere() -> None:
    assert options_about("qwertz", HK) == ()
    with pytest.raises(RulesError):
        NameMatches("qwertz", (HK,))
