"""Rare moments of play at real live tables in a real browser.

Robbed kongs, several winners, flower wins, ready hands, cuts, chips, drawn deals.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from app_browser import Visit, axe, comes
from app_scripts import Script, Sitting, at_a_table, scripted
from app_scripts import chosen as chosen

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

Chosen = Callable[[dict[str, Any]], Script]


def result(page: Page) -> Locator:
    """The rows of the end of a deal: who pays whom."""
    return page.get_by_role("table").get_by_role("row")


def paid(page: Page) -> dict[str, str]:
    """What each seat got in this deal, by its wind."""
    comes(result(page), 5)
    cells = [row.inner_text().split() for row in result(page).all()[1:]]
    return {row[0]: next(each for each in row if re.fullmatch(r"[+−]?[$\d.½¼]+", each)) for row in cells}


def asked(sitting: Sitting, at: str, action: str) -> bool:
    """Whether this was ever asked."""
    return any(place == at and action in legal for place, legal in sitting.asked)


def test_a_kong_is_robbed(visit: Visit, chosen: Chosen) -> None:
    told = scripted("11")
    sitting = at_a_table(visit, told, chosen(told), "S")
    sitting.plays(lambda each: each.ask is not None and each.ask["at"] == "kong")
    sitting.page.get_by_text(re.compile("可以搶槓")).first.wait_for()
    win = sitting.keys.filter(has_text="食糊")
    assert re.search("番", win.inner_text())  # the fan of a win before it is taken
    axe(sitting.page)
    sitting.plays()
    sitting.page.get_by_text("搶槓").first.wait_for()
    money = paid(sitting.page)
    assert money["南"].startswith("+")
    assert money["北"].startswith("−")
    assert sitting.script.left == []


def test_an_exposed_kong_is_robbed_after_the_discard_was_passed(visit: Visit, chosen: Chosen) -> None:
    told = scripted("14")
    sitting = at_a_table(visit, told, chosen(told), "S")
    sitting.plays()
    assert asked(sitting, "discard", "win")
    assert asked(sitting, "kong", "win")
    assert paid(sitting.page)["北"].startswith("−")


KONGS = {"29": ["kong_exposed", "kong_concealed"], "46": ["kong_added", "kong_exposed"]}
"""Deals in which a player lays kongs down, and their kinds."""


@pytest.mark.parametrize("number", KONGS)
def test_every_kind_of_kong(visit: Visit, chosen: Chosen, number: str) -> None:
    told = scripted(number)
    sitting = at_a_table(visit, told, chosen(told), "S")
    sitting.plays()
    assert sitting.script.left == []
    lines = [each["line"] for each in sitting.frames if each["type"] == "event"]
    laid = {"daiminkan": "kong_exposed", "ankan": "kong_concealed", "kakan": "kong_added"}
    assert sorted(laid[line["type"]] for line in lines if line["type"] in laid) == sorted(KONGS[number])
    assert paid(sitting.page)["南"].startswith("+")
    sitting.page.get_by_role("button", name="睇返張枱").click()
    comes(sitting.page.get_by_role("list", name=re.compile("^Karen 枱面")).get_by_role("listitem"), len(KONGS[number]))


def test_three_win_on_one_discard(visit: Visit, chosen: Chosen) -> None:
    told = scripted("10")
    sitting = at_a_table(visit, told, chosen(told), "S")
    sitting.plays()
    page = sitting.page
    money = paid(page)
    assert [money[seat][0] for seat in "東南西北"] == ["−", "+", "+", "+"]
    for name in ("Karen", "機W", "機N"):  # each winner's hand can be looked at
        key = page.get_by_role("button", name=name, exact=True)
        key.click()
        assert key.get_attribute("aria-pressed") == "true"
    axe(page)


def test_a_false_win_where_it_is_allowed(visit: Visit, chosen: Chosen) -> None:
    told = {
        "ruleset": "hk-standard",
        "options": {"play.allow_false_wins": True},
        "hands": {},
        "script": [["E", "false_win", "turn"]],
    }
    sitting = at_a_table(visit, told, chosen(told), "E")
    sitting.plays()
    page = sitting.page
    page.get_by_text("詐糊").first.wait_for()
    money = paid(page)
    assert money["東"].startswith("−")
    assert sum(each.startswith("+") for each in money.values()) == 3


def test_no_false_win_where_it_is_not(visit: Visit, chosen: Chosen) -> None:
    told = {"ruleset": "hk-standard", "hands": {}}
    sitting = at_a_table(visit, told, chosen(told), "E")
    sitting.plays(lambda each: each.ask is not None)
    comes(sitting.keys.filter(has_text="詐糊"), 0)


def test_seven_flowers_win(visit: Visit, chosen: Chosen) -> None:
    told = scripted("55")
    sitting = at_a_table(visit, told, chosen(told), "S")
    sitting.plays(lambda each: each.ask is not None and each.ask["at"] == "flower")
    comes(sitting.keys.filter(has_text="花糊"), 1)
    sitting.plays()
    assert paid(sitting.page)["南"].startswith("+")


def test_a_ready_hand_is_declared(visit: Visit, chosen: Chosen) -> None:
    told = scripted("39")
    (seat,) = {line[0] for line in told["script"] if line[1].startswith("ready")}
    sitting = at_a_table(visit, told, chosen(told), seat)
    sitting.plays()
    assert sitting.script.left == []
    declared = [each["line"] for each in sitting.frames if each["type"] == "event" and each["line"]["type"] == "reach"]
    assert [line["actor"] for line in declared] == [seat]
    comes(result(sitting.page), 5)


@pytest.mark.parametrize("rules", ["hk-standard", "hk-taiwanese"])
def test_a_drawn_deal(visit: Visit, chosen: Chosen, rules: str) -> None:
    told = {"ruleset": rules, "hands": {}}
    sitting = at_a_table(visit, told, chosen(told), "E")
    sitting.plays()
    sitting.page.get_by_text("流局").first.wait_for()
    assert set(paid(sitting.page).values()) == {"0"}


PULLED = {
    "ruleset": "hk-taiwanese",
    "options": {"ledger.cut_interval": 1},
    "hands": {"S": "45m 111m 789m 中中中 發發 222s"},
    "draws": "9p 6m",
    "script": [["S", "win", "discard 6m"]],
}
"""W discards what S wins with, and owes; it may cut at once."""


@pytest.mark.parametrize("answer", ["斬", "唔斬"])
def test_a_cut_is_offered_with_what_it_costs(visit: Visit, chosen: Chosen, answer: str) -> None:
    sitting = at_a_table(visit, PULLED, chosen(PULLED), "W")
    sitting.plays()
    page = sitting.page
    page.get_by_role("button", name="唔斬", exact=True).wait_for()
    money = paid(page)
    pulls = page.get_by_role("listitem").filter(has_text="拉")
    comes(pulls, 1)
    axe(page)
    page.get_by_role("button", name=answer, exact=True).click()
    page.get_by_role("button", name=re.compile("下一鋪")).wait_for()
    comes(pulls, 0 if answer == "斬" else 1)
    told = [each["line"] for each in sitting.frames if each["type"] == "event" and each["line"]["type"] == "cut"]
    assert len(told) == (answer == "斬")
    assert money["南"].startswith("+")


def test_chips_and_the_pot(visit: Visit, chosen: Chosen) -> None:
    told = scripted("65")
    sitting = at_a_table(visit, told, chosen(told), "S")
    sitting.plays()
    page = sitting.page
    comes(result(page), 5)
    page.get_by_role("columnheader", name="籌碼").wait_for()
    page.get_by_text(re.compile("公數|公鍋|底池|池")).first.wait_for()
    axe(page)
