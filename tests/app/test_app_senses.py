"""Whole matches at a real live table: by the keyboard alone, and by the accessibility tree alone, as a blind player has it."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any

import pytest

from app_browser import Visit
from app_scripts import LONG
from figures import told
from patience import AT_A_SCREEN
from sikwu.live.terms import WINDOWS

if TYPE_CHECKING:
    from playwright.sync_api import Page

ONE_ROUND = {"base": "hk-standard", "options": {"play.rounds": 1, "dealer.on_draw": "pass", "hand.min_fan": 0}}
"""A short match in which people win."""
MATCH = 4 * AT_A_SCREEN / 1000


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows in which the player has a choice wait for the answer; those of others are short, as in every test."""
    monkeypatch.setitem(WINDOWS, "fast", LONG)
    monkeypatch.setattr("sikwu.live.terms.REST", LONG)


# --- by keys

FOCUSED = "() => document.activeElement?.ariaLabel || document.activeElement?.textContent.trim() || ''"


def tabbed(page: Page, name: str) -> None:
    """Goes to a control by Tab."""
    for _ in range(80):
        if re.match(name, page.evaluate(FOCUSED)):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no control is called {name}")


LOOKED = """() => {
  const named = (what) => [...document.querySelectorAll(what)].map((each) => each.ariaLabel ?? each.textContent.trim());
  return {
    keys: named('[role=group] button.key').filter(() => !document.querySelector('button.key[aria-pressed=true]')),
    tiles: named('.hand button:not([aria-disabled])').length,
    next: named('button.primary:not([aria-disabled])').some((each) => /下一鋪/.test(each)),
    over: named('button').some((each) => each === '再嚟'),
    deal: /第 [0-9]+ 鋪/.exec(document.querySelector('header')?.textContent)?.[0] ?? '',
  };
}"""
"""What a player sees who looks at the screen; nothing is pressed by it."""


def test_a_match_by_the_keyboard_alone(visit: Visit) -> None:
    page = visit("/", "desk", kept={"rules": ONE_ROUND})
    page.get_by_role("navigation").wait_for()
    tabbed(page, "開枱")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="即刻玩").wait_for()
    tabbed(page, "即刻玩")
    page.keyboard.press("Enter")
    until, pressed, deals = time.monotonic() + MATCH, dict.fromkeys("wpckE ", 0), set()
    while not (seen := page.evaluate(LOOKED))["over"]:
        assert time.monotonic() < until, seen
        deals.update({seen["deal"]} - {""})
        words = {"w": "食糊|花糊", "k": ".*槓", "p": "碰", "c": "上"}
        key = next((key for key, word in words.items() if any(re.match(word, each) for each in seen["keys"])), "")
        if key:
            page.keyboard.press(key)
        elif seen["keys"] or seen["next"]:
            key = " "
            page.keyboard.press(" ")
        elif seen["tiles"]:
            page.keyboard.press("ArrowLeft")
            if not page.evaluate("() => document.activeElement.closest('.hand') !== null"):
                continue  # the turn ended meanwhile
            page.keyboard.press("Enter")
            key = "E"
        else:
            page.wait_for_timeout(20)
            continue
        pressed[key] += 1
        page.wait_for_timeout(30)
    told("app.play.keyboard", sum(pressed.values()), "keys", f"a match of {len(deals)} deals: {pressed}")
    assert len(deals) >= 4
    assert pressed["E"] > 20
    tabbed(page, "再嚟")
    page.keyboard.press("Enter")
    page.get_by_role("list", name=re.compile("手牌")).first.wait_for()


# --- by the accessibility tree


class Reader:
    """A screen reader: it knows the tree of roles and names, and activates what has a name; it has no picture and no pointer."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[str] = []

    def tree(self) -> list[tuple[str, str]]:
        """Roles and names in reading order; what the live regions say is heard."""
        found = []
        for line in self.page.locator("body").aria_snapshot().splitlines():
            match = re.match(r'\s*- \'?([a-z]+)(?: "((?:[^"\\]|\\.)*)")?([^:]*)(?:: ?(.*))?$', line)
            if match:
                role, name, states, rest = match.groups()
                if "[disabled]" not in (states or ""):
                    found.append((role, (name or rest or "").strip("'\"")))
        for said in found:
            if said[1] and said[0] in ("text", "paragraph", "status") and said[1] not in self.heard[-6:]:
                self.heard.append(said[1])
        return found

    def activate(self, role: Any, name: str, *, exact: bool = True) -> bool:
        """Activates a control by its role and name, the last of equal ones; False: it is gone."""
        found = self.page.get_by_role(role, name=name, exact=exact)
        if not found.count():
            return False
        found.last.evaluate("(each) => each.click()")
        return True


def test_a_match_by_the_accessibility_tree_alone(visit: Visit) -> None:
    page = visit("/", kept={"rules": ONE_ROUND})
    reader = Reader(page)

    def comes(role: str, name: str) -> None:
        until = time.monotonic() + AT_A_SCREEN / 1000
        while not any(each[0] == role and re.match(name, each[1]) for each in reader.tree()):
            assert time.monotonic() < until, (role, name, reader.tree())
            page.wait_for_timeout(50)

    comes("link", "開枱")
    reader.activate("link", "開枱")
    comes("button", "即刻玩")
    reader.activate("button", "即刻玩", exact=False)
    comes("button", "枱面選項")
    reader.activate("button", "枱面選項")
    comes("switch", "文字模式")
    reader.activate("switch", "文字模式", exact=False)
    comes("heading", "座位")
    until, thrown, claims, deals = time.monotonic() + MATCH, 0, 0, 0
    while True:
        assert time.monotonic() < until, reader.tree()
        tree = reader.tree()
        buttons = [name for role, name in tree if role == "button"]
        if "再嚟" in buttons:
            break
        claimed = next((each for each in buttons if re.match("食糊|花糊|碰|上|.*槓", each)), None)
        following = next((each for each in buttons if re.match("下一鋪", each)), None)
        tile = next((each for each in reversed(buttons) if re.match("打", each)), None)
        if following is not None:
            deals += reader.activate("button", following)
        elif claimed is not None:
            claims += reader.activate("button", claimed)
        elif "過" in buttons:
            reader.activate("button", "過")
        elif tile is not None:
            thrown += reader.activate("button", tile)
        page.wait_for_timeout(60)
    told(
        "app.play.by_ear",
        len(reader.heard),
        "sentences heard",
        f"{thrown} discards, {claims} claims, {deals + 1} deals",
    )
    assert deals >= 3
    assert thrown > 20
    heard = " ".join(reader.heard)
    for words in ("[摸打碰上槓]", "輪到你", "出銃|自摸|流局", "牌牆剩返|牆 [0-9]+"):
        assert re.search(words, heard), words
    comes("list", "名次")
