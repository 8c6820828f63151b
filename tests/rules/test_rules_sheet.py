"""The sheet of a house's rules says what that house plays: fan, prices, liability, changed options."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from loaded import program
from sikwu import ruleset
from sikwu.links import from_link
from sikwu.money.settlement import settle
from sikwu.practice.rules_sheet import MOST_QR, rules_link, rules_sheet, sheet_html
from sikwu.rules.files import from_toml, to_toml
from sikwu.rules.presets import names
from sikwu.rules.ruleset import Ruleset
from sikwu.rules.texts import option_words
from sikwu.scoring import score
from sikwu.texts import LANGUAGES, RulesError
from sikwu.tiles import Wind

HOUSE = """name = "阿明<屋企>"
ruleset = "hk-standard"

[options]
"limit.cap_fan" = 8
"score.gun" = "half"

[[patterns]]
id = "ming"
zh = "八八大發"
en = "Lucky eights"
says_zh = "六隻或以上的八。"
says_en = "Six eights or more."
when = "tiles.of(NUM(8)) >= 6"
fan = 2
"""


def house() -> Ruleset:
    return from_toml(HOUSE)


@pytest.mark.parametrize("name", names())
def test_every_pattern_in_use_stands_under_its_fan(name: str) -> None:
    rules = ruleset(name)
    found = {each.id: group.fan for group in rules_sheet(rules).patterns for each in group.patterns}
    used = {p.id: rules.worth(p.id) for p in rules.patterns if p.only_beside is None and rules.worth(p.id) is not None}
    assert found == used


@pytest.mark.parametrize("gun", ["half", "full"])
def test_prices_are_what_settling_says(gun: str) -> None:
    """Hands of three fan by both roads, settled, beside the row of three fan."""
    rules = ruleset("hk-standard").with_options({"score.gun": gun})
    row = next(row for row in rules_sheet(rules).prices if row.fan == 3)
    given = score("2m 333p 555s (444p<E) (777s<E) +2m<W seat=S round=E 1f", rules)
    drawn = score("123m 456m 789p 345s 5p +5p seat=S round=E", rules)
    assert (given.fan, drawn.fan) == (3, 3)
    paid, each = settle(given).payments, settle(drawn).payments
    assert (-paid[Wind.WEST], -paid[Wind.NORTH]) == (row.discarder, row.bystander)
    assert -each[Wind.NORTH] == -each[Wind.WEST] == row.self_draw
    assert (row.bystander > 0) is (gun == "half")


def test_what_the_house_changed_is_marked() -> None:
    sheet = rules_sheet(house())
    changed = {line.says.en for group in sheet.terms for line in group.lines if line.changed}
    assert changed == {option_words(house(), "score.gun").says.en}
    own = next(each for group in sheet.patterns for each in group.patterns if each.id == "ming")
    assert own.own is not None
    assert own.own("en").startswith("Six eights")
    assert [row.fan for row in sheet.prices] == [3, 4, 5, 6, 7, 8]


def test_the_tables_of_a_house_are_on_the_sheet() -> None:
    text = (
        HOUSE
        + """
[fan]
half_flush = 2

[[needs]]
when = "self_drawn"
zh = "只准自摸。"
en = "Only self-draws win."
"""
    )
    rules = from_toml(text)
    sheet = rules_sheet(rules)
    found = {each.id: (group.fan, each.changed) for group in sheet.patterns for each in group.patterns}
    assert found["half_flush"] == (2, True)
    assert found["full_flush"] == (7, False)
    assert [line.says("en") or line.value("en") for line in sheet.house]
    assert any("Only self-draws win" in line.value("en") + line.says("en") for line in sheet.house)
    assert sheet_html(sheet, "en").count("Only self-draws win") == 1


def test_an_address_too_long_for_a_code_is_not_printed() -> None:
    """Rules with very much of their own: the sheet says to send the file, and holds no address of thousands of letters."""
    rules = ruleset("new-style")
    link = rules_link(from_toml(to_toml(rules)), "https://example.org")
    assert len(link) > MOST_QR
    page = sheet_html(rules_sheet(rules), "en", link)
    assert link not in page
    assert "too long for a QR code" in page
    short = rules_link(ruleset("hk-common"), "https://example.org")
    assert "too long" not in sheet_html(rules_sheet(ruleset("hk-common")), "en", short)


def test_duties_follow_the_options() -> None:
    def duties(rules: Ruleset) -> set[str]:
        return {each.name.zh for each in rules_sheet(rules).duties}

    full = ruleset("hk-standard")
    twelve = full.duty("twelve_tiles").zh
    assert twelve in duties(full)
    assert duties(full) - duties(full.with_options({"liability.twelve_tiles": False})) == {twelve}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_is_whole_and_needs_nothing_else(lang: str) -> None:
    page = sheet_html(rules_sheet(house()), lang, rules_link(house(), "https://example.org"))
    assert page.startswith("<!doctype html>")
    assert "阿明&lt;屋企&gt;" in page
    assert "<script" not in page
    assert not re.search(r'(?:src|href)="(?!#)', page), "another file"
    assert "{" not in re.sub(r"<style>.*?</style>", "", page, flags=re.S), "a place that was not filled"
    used, defined = set(re.findall(r'href="#([^"]+)"', page)), set(re.findall(r'id="([^"]+)"', page))
    assert used
    assert used <= defined


def test_the_link_leads_to_the_same_rules() -> None:
    link = rules_link(house(), "https://example.org/club/")
    address, _, field = link.partition("#")
    content = from_link(field)
    assert address == "https://example.org/club/house"
    assert content.house is not None
    assert content.house["options"] == {"limit.cap_fan": 8, "score.gun": "half"}
    assert from_toml(to_toml(house())).hash == house().hash
    with pytest.raises(RulesError) as caught:
        rules_link(house(), "javascript:alert(1)")
    assert caught.value.problems[0].code == "sheet.url"


def test_the_command_writes_a_file_and_keeps_an_existing_one(tmp_path: Path) -> None:
    rules, file = tmp_path / "house.toml", tmp_path / "rules.html"
    rules.write_text(HOUSE, "utf-8")
    asked = [*program(), "rules", "sheet", str(rules), "--output", str(file), "--lang", "en"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "8 fan" in file.read_text("utf-8")
    before = file.read_bytes()
    again = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert again.returncode == 2
    assert "--force" in again.stderr
    assert file.read_bytes() == before
