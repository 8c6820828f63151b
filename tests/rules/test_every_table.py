"""Every table of rules files stands everywhere: in the file both ways, hash, differences, comparison, pages, sheet, records, attacks."""

from __future__ import annotations

from random import Random

import pytest

from hostile import rule_files, rules_under_budget
from sikwu import ruleset
from sikwu.comparing import compare
from sikwu.links import from_link, rules_field
from sikwu.play.house import house_file
from sikwu.practice.rules_sheet import rules_sheet, sheet_html
from sikwu.rules.files import TABLES, from_data, from_toml, to_toml
from sikwu.rules.house_tables import HouseTable
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import LANGUAGES, RulesError
from sikwu.wire.pages import ruleset_shape

OPEN = '[options]\n"hand.min_fan" = 0\n"liability.twelve_tiles" = false\n\n'
EXAMPLES = {
    "off": '[off]\npatterns = ["no_flowers"]\n',
    "fan": "[fan]\nno_flowers = 4\n",
    "pays": '[pays]\ndiscarder = "3/2"\n',
    "needs": '[[needs]]\nwhen = "self_drawn"\nzh = "只准自摸。"\nen = "Only self-draws win."\n',
    "duties": '[[duties]]\nid = "own"\nzh = "四口包"\nen = "Liable for four sets"\nneeds = 4\non = ["discard"]\nshare = "whole"\n',
    "payments": '[[payments]]\nid = "own"\nzh = "食糊錢"\nen = "Money for a win"\non = "win"\nfrom = "losers"\nto = "winner"\namount = 1\n',
}
"""A file with each table."""
HAND = "9s (EEE<S) (234p<N) (555m<S) (678s<N) +9s<W"
BESIDE = ("payments",)
"""Tables that say nothing of a hand: what they pay is paid beside it."""


def house(table: type[HouseTable]) -> Ruleset:
    return from_toml(OPEN + EXAMPLES[table.key])


PLAIN = from_toml(OPEN)


def test_there_is_an_example_of_every_table() -> None:
    assert {table.key for table in TABLES} == set(EXAMPLES)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.key)
def test_it_is_in_the_file_both_ways_and_in_the_hash(table: type[HouseTable]) -> None:
    rules = house(table)
    assert rules.table(table) is not None
    assert rules.hash != PLAIN.hash
    again = from_toml(to_toml(rules))
    assert (again.hash, again.tables) == (rules.hash, rules.tables)
    assert EXAMPLES[table.key].split("\n")[0] in to_toml(rules)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.key)
def test_it_is_in_differences_and_in_what_the_app_asks_for(table: type[HouseTable]) -> None:
    rules = house(table)
    found = [each for each in rules.diff(PLAIN) if each.ours != each.theirs]
    assert len(found) == 1
    assert found[0].id.startswith((table.key, "no_flowers"))
    points = rules.points
    told = {each.id for each in ruleset_shape(rules).tables}
    assert points
    assert {each.id for each in points} <= told
    for point in points:
        for lang in LANGUAGES:
            assert point.name(lang)
            assert "{" not in point.says(lang)


@pytest.mark.parametrize("table", [each for each in TABLES if each.key not in BESIDE], ids=lambda table: table.key)
def test_a_comparison_shows_it(table: type[HouseTable]) -> None:
    ours, theirs = compare(HAND, [house(table), PLAIN]).columns
    assert (ours.outcome, ours.payments) != (theirs.outcome, theirs.payments)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.key)
def test_it_is_on_the_printed_sheet(table: type[HouseTable]) -> None:
    rules = house(table)
    for lang in ("zh", "en"):
        sheet = sheet_html(rules_sheet(rules), lang)
        for point in rules.points:
            assert point.pattern or point.name(lang) in sheet
        assert sheet.replace(rules.hash, "") != sheet_html(rules_sheet(PLAIN), lang).replace(PLAIN.hash, "")


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.key)
def test_it_is_in_records_and_links(table: type[HouseTable]) -> None:
    rules = house(table)
    assert from_toml(house_file(rules)).hash == rules.hash
    told = dict(from_link(rules_field(rules)).house or {})
    assert from_data({"ruleset": rules.id, **told.pop("tables"), **told}).hash == rules.hash


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.key)
def test_hostile_files_hold_it(table: type[HouseTable]) -> None:
    key = f"[{table.key}]" if table.kind is dict else f"[[{table.key}]]"
    chance = Random(1)
    assert any(key in rule_files.house(chance) for _ in range(200))
    assert any(key in made(chance) for made in rules_under_budget.TABLES)


USELESS = {
    "off": '[off]\npatterns = ["seven_pairs"]',
    "fan": "[fan]\nseven_pairs = 4",
    "pays": "[pays]\ndouble = 2",
    "needs": '[[needs]]\nwhen = "flowers >= 0"\nzh = "有花冇花都得。"',
    "duties": '[[duties]]\nid = "own"\nneeds = 5\non = ["self_draw"]',
    "payments": '[options]\n"tiles.flowers_in_play" = false\n[[payments]]\nid = "f"\non = "flower"\nfrom = "others"\nto = "maker"\namount = 1',
}


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.key)
def test_what_has_no_effect_is_refused(table: type[HouseTable]) -> None:
    with pytest.raises(RulesError) as told:
        from_toml(USELESS[table.key])
    assert told.value.code == "house.no_effect"


def test_a_table_can_be_given_as_parsed_data() -> None:
    assert from_data({"fan": {"no_flowers": 4}}).hash == from_toml("[fan]\nno_flowers = 4").hash
    assert ruleset("hk-standard").points == ()
