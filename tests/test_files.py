"""Rulesets as TOML, and conditions as text: written, read back, and refused when they cannot be."""

from __future__ import annotations

import pytest

from sikwu import names, ruleset, score
from sikwu.money.settlement import settle
from sikwu.rules import NUM, WINDS, Pattern, pungs, tiles
from sikwu.rules.files import from_toml, load, parse_condition, to_toml
from sikwu.rules.presets import BOOKS
from sikwu.texts import RulesError

EIGHTS = Pattern("lucky_eights", when=tiles.of(NUM(8)) >= 6, zh="八八大發", en="Lucky eights", absorbs=("all_chows",))


@pytest.mark.parametrize("name", names())
def test_every_ruleset_comes_back(name: str) -> None:
    rules = ruleset(name)
    assert from_toml(to_toml(rules)).hash == rules.hash


@pytest.mark.parametrize("book", BOOKS)
def test_every_condition_is_text_both_ways(book: str) -> None:
    for pattern in ruleset(book).patterns:
        for row in pattern.rows:
            text = repr(row.when)
            if text:
                assert parse_condition(text) == row.when, pattern.id


def test_a_house_comes_back_with_patterns_options_and_prices() -> None:
    house = ruleset("hk-standard").with_options({"full_flush.fan": 8, "limit.hands": ["all_honours"]})
    house = house.with_pattern(EIGHTS, fan=2).with_pattern(
        Pattern("winds", when=pungs.of(WINDS) >= 1, each=pungs.of(WINDS), zh="風", en="Winds"), fan=1
    )
    house = from_toml(to_toml(house) + "\n[prices]\n3 = 10\n4 = 20\n5 = 30\n")
    again = from_toml(to_toml(house))
    assert again.hash == house.hash
    told = score("888m 888p 888s 123m 白 +白 2f", again)
    assert told.patterns == {"lucky_eights": 2, "self_draw": 1}
    assert sorted(settle(told).payments.values()) == [-5, -5, -5, 15]


def test_a_file_is_loaded(tmp_path: object) -> None:
    from pathlib import Path

    path = Path(str(tmp_path)) / "house.toml"
    path.write_text('ruleset = "eight-fan-burst"\n[options]\n"full_flush.fan" = 6\n', "utf-8")
    rules = load(path)
    assert (rules.cap, rules.worth("full_flush")) == (8, 6)


@pytest.mark.parametrize(
    ("text", "code", "named"),
    [
        ("ruleset = ", "rules.not_toml", "TOML"),
        ('ruleset = "hk-standart"', "ruleset.unknown", "hk-standard"),
        ('[options]\n"full_flush.fann" = 7', "option.unknown", "full_flush.fan"),
        ('[options]\n"full_flush.fan" = 70', "option.value", "6…10"),
        ('[[patterns]]\nid = "x"\nfan = 2', "pattern.missing", "when"),
        ('[[patterns]]\nid = "half_flush"\nwhen = "suits == 1"\nfan = 2', "pattern.exists", "half_flush"),
        ('[[patterns]]\nid = "x"\nwhen = "suits == one"\nfan = 2', "condition.word", "one"),
        ('[[patterns]]\nid = "x"\nwhen = "__import__(\'os\')"\nfan = 2', "condition.word", "__import__"),
        ('[[patterns]]\nid = "x"\nwhen = "suits"\nfan = 2', "condition.none", "suits == 1"),
        ('[[patterns]]\nid = "x"\nwhen = "suits == 1"\nfan = 2.5', "pattern.fan", "2.5"),
        (
            '[[patterns]]\nid = "x"\nwhen = "suits == 1"\nfan = 2\nabsorbs = ["all_chow"]',
            "pattern.unknown_inside",
            "all_chows",
        ),
        ("prices = 3", "prices.table", "[prices]"),
        ('[option]\n"full_flush.fan" = 7', "rules.keys", "did you mean options?"),
        ('[[pattern]]\nid = "x"\nwhen = "suits == 1"\nfan = 2', "rules.keys", "did you mean patterns?"),
        ("[price]\n3 = 8\n4 = 16", "rules.keys", "did you mean prices?"),
        ("[zzz]\na = 1", "rules.keys", "there are ruleset, options"),
        ('[[patterns]]\nid = "x"\nwhen = "suits == 1"\nfan = 2\nsays_ne = "y"', "pattern.keys", "says_en"),
        ("[prices]\n3 = 8\n4 = 16\nthan = 'stay'", "prices.fan", "did you mean then?"),
        ("options = 3", "rules.form", "[options]"),
        ("patterns = [3]", "rules.form", "[[patterns]]"),
        ("ruleset = 3", "rules.form", "hk-standard"),
        ("[prices]\n3 = 8\n5 = 16", "prices.gap", "4"),
    ],
)
def test_what_cannot_be_is_told(text: str, code: str, named: str) -> None:
    with pytest.raises(RulesError) as caught:
        from_toml(text)
    assert caught.value.code == code
    assert named in caught.value.message("en")
    assert caught.value.message("zh")


def test_a_circle_of_absorption_is_refused() -> None:
    first = Pattern("first", when=tiles.of(NUM(1)) >= 1, zh="甲", en="First")
    second = Pattern("second", when=tiles.of(NUM(1)) >= 1, absorbs=("first",), zh="乙", en="Second")
    third = Pattern("third", when=tiles.of(NUM(1)) >= 1, absorbs=("second", "half_flush"), zh="丙", en="Third")
    rules = ruleset("hk-standard").with_pattern(first, 1).with_pattern(second, 1).with_pattern(third, 1)
    assert "third" in score("111m 222m 333m 55m 發發 +發<N seat=S 1f", rules).patterns
