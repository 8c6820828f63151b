"""The further tables of a rules file: read, written, hashed, compared, shown, and refused with one clear message."""

from __future__ import annotations

import pickle
from types import SimpleNamespace

import pytest

from sikwu import ruleset
from sikwu.play.house import house_file, rules_of_header
from sikwu.play.match import Match
from sikwu.rules.fan_table import FanTable, OffTable
from sikwu.rules.files import TABLES, from_toml, to_toml
from sikwu.rules.naming import changes
from sikwu.texts import RulesError

HOUSE = """
ruleset = "hk-standard"

[off]
patterns = ["mixed_terminals"]

[fan]
half_flush = 2
all_pungs = 2
flower_win_seven = 4
big_four_winds = "limit"
"""


def test_a_file_with_tables_is_written_as_it_was_read() -> None:
    rules = from_toml(HOUSE)
    again = from_toml(to_toml(rules))
    assert again.tables == rules.tables
    assert again.hash == rules.hash
    assert pickle.loads(pickle.dumps(rules)).hash == rules.hash
    assert changes(rules) == 5
    assert [type(table) for table in rules.tables] == [OffTable, FanTable]


def test_options_and_other_parts_keep_the_tables() -> None:
    rules = from_toml(HOUSE)
    assert rules.with_options({"limit.cap_fan": 8}).worth("half_flush") == 2
    assert rules.with_options({"limit.cap_fan": 8}).worth("big_four_winds") == 8
    assert rules.with_name("明").table(FanTable) == rules.table(FanTable)


def test_differences_name_a_price_once() -> None:
    found = from_toml(HOUSE).diff(ruleset("hk-standard"))
    assert [(each.kind, each.id, each.ours, each.theirs) for each in found] == [
        ("pattern", "all_pungs", "2", "3"),
        ("pattern", "flower_win_seven", "4", "3"),
        ("pattern", "half_flush", "2", "3"),
        ("pattern", "mixed_terminals", "", "1"),
    ]


def test_prices_are_a_difference() -> None:
    house = from_toml("[prices]\n3 = 8\n4 = 16\n")
    assert [(each.kind, each.id, each.ours) for each in house.diff(ruleset("hk-standard"))] == [
        ("table", "prices", "3=8 4=16 then=stay")
    ]


def test_a_record_holds_the_tables() -> None:
    rules = from_toml(HOUSE)
    head = SimpleNamespace(ruleset="hk-standard", options={}, rules=rules.hash, house=house_file(rules))
    assert "half_flush = 2" in head.house
    assert rules_of_header(head).hash == rules.hash
    assert Match.new(rules).rules.hash == rules.hash


def test_every_table_has_its_own_key_and_a_form_that_starts_with_it() -> None:
    assert len({table.key for table in TABLES}) == len(TABLES)
    for table in TABLES:
        bracket = "[[" if table.kind is list else "["
        assert table.form.startswith(f"{bracket}{table.key}]")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("fan = 3", "rules.form"),
        ("[fann]\nx = 1", "rules.keys"),
        ("[fan]", "house.empty"),
        ("[fan]\nhalf_flsh = 2", "fan.unknown"),
        ("[fan]\nhalf_flush = -1", "house.value"),
        ("[fan]\nhalf_flush = 1001", "house.value"),
        ("[fan]\nhalf_flush = true", "house.value"),
        ('[fan]\nhalf_flush = "many"', "house.value"),
        ("[fan]\nseven_pairs = 4", "house.no_effect"),
        ('[fan]\n"full_flush/by_tiles" = 4', "fan.mark"),
        ('[fan]\n"full_flush/other" = 4', "fan.unknown"),
        ('[off]\npatterns = ["seven_pairs"]', "house.no_effect"),
        ('[off]\npatterns = "all_pungs"', "rules.form"),
        ("[off]\npatterns = []", "rules.form"),
        ('[off]\npattern = ["all_pungs"]', "house.key"),
        ('[off]\npatterns = ["all_pung"]', "fan.unknown"),
        ('[[patterns]]\nid = "p"\nwhen = "suits == 1"\nfan = 1\n[fan]\np = 2', "fan.own"),
    ],
)
def test_what_is_wrong_with_a_table_is_said(text: str, code: str) -> None:
    with pytest.raises(RulesError) as error:
        from_toml(text)
    assert error.value.code == code
    assert all(each("zh") and each("yue") and each.en for each in error.value.problems)


def test_the_nearest_name_is_suggested() -> None:
    with pytest.raises(RulesError, match="did you mean half_flush"):
        from_toml("[fan]\nhalf_flsh = 2")
    with pytest.raises(RulesError, match=r"full_flush/beside_all_chows"):
        from_toml('[fan]\n"full_flush/other" = 2')
    with pytest.raises(RulesError, match=r"seven_pairs.enabled = true"):
        from_toml("[fan]\nseven_pairs = 4")
