"""An evening at one table on four phones: the same state on all, and few taps per hand. Taps are counted as fingers make them."""

from __future__ import annotations

import os
import random
import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from app_browser import SIDEWAYS, SIZES, Visit, comes
from app_table import PLAYERS, agree, enter, invitation, joined, opened, seat
from figures import told
from sikwu import ruleset
from sikwu.book import Book
from sikwu.book.events import Result

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

HANDS = 16 if os.environ.get("SIKWU_LONG") else 6
FAN = {
    "hk-standard": (3, 3, 4, 3, 5, 3, 4, 6, 3, 3, 4, 3, 8, 3, 4, 3),
    "hk-taiwanese": (8, 9, 8, 11, 8, 7, 14, 8, 10, 8, 9, 20, 8, 8, 12, 8),
}
"""What is won in such an evening: near the fewest, now and then much more."""


@dataclass
class Thumb:
    """A thumb on a phone: it touches only visible elements that nothing covers, and every tap counts."""

    page: Page
    taps: list[int] = field(default_factory=list)

    def tap(self, wanted: Locator) -> None:
        box = wanted.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        assert wanted.evaluate("(at, [x, y]) => at.contains(document.elementFromPoint(x, y))", [x, y]), (
            f"under something: {wanted}"
        )
        self.page.touchscreen.tap(x, y)
        self.taps[-1] += 1

    def fan(self, wanted: int) -> None:
        """Enters the fan by a tap on the number if it is visible, otherwise by the keypad behind the middle one."""
        wheel = self.page.get_by_role("spinbutton")
        now = int(wheel.get_attribute("aria-valuenow") or 0)
        if now == wanted:
            return
        if abs(now - wanted) <= 3:
            self.tap(wheel.get_by_text(re.compile(f"^{wanted}")))
        else:
            self.tap(wheel.get_by_text(re.compile(f"^{now}")))
            keys = self.page.get_by_role("group", name="打番數")
            for digit in str(wanted):
                self.tap(keys.get_by_role("button", name=digit, exact=True))
        assert wheel.get_attribute("aria-valuenow") == str(wanted)

    def enter(self, winner: str, source: str, fan: int) -> None:
        """A hand: who won, who discarded (the winner again: self-drawn), how many fan, written."""
        self.taps.append(0)
        self.tap(seat(self.page, winner))
        self.tap(seat(self.page, source))
        self.fan(fan)
        write = self.page.get_by_role("button", name="入數", exact=True)
        write.and_(self.page.locator(":not([aria-disabled])")).wait_for()
        self.tap(write)
        self.page.get_by_role("spinbutton").wait_for(state="detached")


@pytest.mark.parametrize(("rules", "most"), [("hk-standard", 3.7), ("hk-taiwanese", 5.0)])
@pytest.mark.parametrize(
    "sizes",
    [("phone", "small", "phone", "small"), ("phone", "landscape", "small", "landscape")],
    ids=("upright", "two-on-their-side"),
)
def test_an_evening(visit: Visit, rules: str, most: float, sizes: tuple[str, ...]) -> None:
    host = opened(visit, rules, sizes[0])
    link = invitation(host)
    pages = [host, *(joined(visit, link, name, size) for name, size in zip(PLAYERS[1:], sizes[1:], strict=True))]
    thumbs, book, chance = (
        [Thumb(page) for page in pages],
        Book.new("星期五", PLAYERS, ruleset(rules)),
        random.Random(7),
    )
    for number, fan in enumerate(FAN[rules][:HANDS]):
        winner, other = chance.sample(PLAYERS, 2)
        drawn = chance.random() < 0.3
        thumbs[number % 4].enter(winner, winner if drawn else other, fan)
        book.record(Result("self_draw" if drawn else "discard", {winner: fan}, None if drawn else other))
        agree(pages, book)
    taps = [count for thumb in thumbs for count in thumb.taps]
    mean = sum(taps) / len(taps)
    told(
        f"app.taps.{rules}.{sizes[1]}",
        round(mean, 2),
        "taps a hand",
        f"{len(taps)} hands, {min(taps)}-{max(taps)}, at most {most}",
    )
    assert mean <= most


def test_the_wheel_is_in_sight_or_nothing_is_written(visit: Visit) -> None:
    """A phone in landscape: table and wheel are side by side, and the record button does not cover the wheel."""
    page = opened(visit, "hk-taiwanese", "landscape")
    seat(page, "Karen").click()
    seat(page, "Wing").click()
    wheel, write = page.get_by_role("spinbutton"), page.get_by_role("button", name="入數", exact=True)
    write.and_(page.locator(":not([aria-disabled])")).wait_for()
    rail = page.get_by_role("navigation", name="去邊度").bounding_box()
    assert rail
    assert rail["height"] == SIDEWAYS["landscape"][1], "the places stand at the side, not at the foot"
    boxes = [at.bounding_box() for at in (wheel, write, seat(page, "Karen"), seat(page, "肥仔"))]
    for box in boxes:
        assert box
        assert box["y"] + box["height"] <= SIDEWAYS["landscape"][1], "in sight without scrolling"
        assert box["x"] >= rail["x"] + rail["width"]
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"], "the wheel is not under the button"  # type: ignore[index]
    # Where the screen is too low for it, the wheel must be looked at first.
    page.get_by_role("button", name="取消").click()
    page.set_viewport_size({"width": 360, "height": 330})
    seat(page, "Karen").click()
    seat(page, "Wing").click()
    page.get_by_role("list", name="入咗會點").wait_for()
    assert write.get_attribute("aria-disabled") == "true"
    write.dispatch_event("click")  # a click of the browser's would scroll first, perhaps to the wheel
    page.get_by_text("未睇過幾多番").wait_for()
    write.and_(page.locator(":not([aria-disabled])")).wait_for()
    assert page.get_by_text("未睇過幾多番").is_visible(), "why nothing was written outlasts the way to the wheel"
    write.and_(page.locator(":not([aria-disabled])")).click()
    wheel.wait_for(state="detached")


def test_nothing_moves_under_a_thumb(visit: Visit) -> None:
    """Requests to join and a lost network are shown in the corners: seats stay where they are."""
    page = opened(visit, allowed=("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "WebSocket"))
    place = (
        "at => { const box = at.getBoundingClientRect(); return [box.left, box.top + scrollY, box.width, box.height]; }"
    )
    places = lambda: [seat(page, name).evaluate(place) for name in PLAYERS]  # noqa: E731
    before = places()
    page.get_by_role("button", name="畀人掃").click()
    code = page.get_by_label(re.compile("^簿號")).inner_text()
    page.get_by_role("button", name="閂").click()
    other = visit(f"/join/{code}")
    other.get_by_label("你叫咩名？").fill("Ming")
    other.get_by_role("button", name="問佢畀唔畀入").click()
    page.get_by_role("region", name="Ming 想入嚟").wait_for()
    assert places() == before
    seat(page, "Karen").click()
    assert places() == before, "nor while a hand is entered"
    seat(page, "Wing").click()
    assert places() == before
    page.get_by_role("button", name="取消").click()
    page.get_by_role("region", name="Ming 想入嚟").get_by_role("button", name="畀入").click()
    page.context.set_offline(True)
    page.get_by_role("status").get_by_text("離線").wait_for()
    assert places() == before


def test_a_hand_that_is_changed_is_named(visit: Visit) -> None:
    """The bar, and the dealer's fan, are of the hand that is changed, not of the next; the log counts hands as people do."""
    page = opened(visit)
    thumb = Thumb(page)
    for _ in range(3):
        thumb.enter("Karen", "Wing", 8)
    page.get_by_role("button", name="還原").click()
    page.get_by_text("攞返咗：Karen 8 番，Wing 出銃").wait_for()
    thumb.enter("Karen", "阿明", 9)
    page.get_by_role("link", name="記錄").click()
    lines = page.get_by_role("region", name="記錄").get_by_role("button", name=re.compile("番"))
    comes(lines, 4)
    assert [re.sub(r"\s+", " ", each).split(" ")[0] for each in lines.all_inner_texts()] == ["3", "·", "2", "1"]
    lines.last.click()
    page.get_by_role("dialog", name="第 1 局 · 第 2 項").get_by_role("button", name="改", exact=True).click()
    page.get_by_role("banner").get_by_text("改緊第 1 局").wait_for()
    page.get_by_text("未計莊 +1 番").wait_for()  # of the first deal; of the next it is 7
    assert not page.get_by_text("未計莊 +7 番").count()


def test_the_dealers_fan_is_told_only_where_it_counts(visit: Visit) -> None:
    page = opened(visit)
    own = page.get_by_text(re.compile("未計莊"))
    for winner, source, counts in (
        ("Karen", "Wing", 1),
        ("Wing", "Karen", 1),
        ("Wing", "Wing", 1),
        ("Wing", "肥仔", 0),
    ):
        seat(page, winner).click()
        seat(page, source).click()
        page.get_by_role("list", name="入咗會點").wait_for()
        comes(own, counts)
        page.get_by_role("button", name="取消").click()


def test_fan_and_money_have_their_units(visit: Visit) -> None:
    """A fan for two dollars: pulls are shown in fan, payments in money, everywhere."""
    page = opened(visit, unit="2")
    for winner, source in (("肥仔", "Karen"), ("肥仔", "Karen"), ("Karen", "肥仔")):
        seat(page, winner).click()
        seat(page, source).click()
        shown = page.get_by_role("list", name="入咗會點").get_by_role("listitem")
        shown.first.wait_for()
        page.get_by_role("button", name="入數", exact=True).and_(page.locator(":not([aria-disabled])")).wait_for()
        rows = shown.all_inner_texts()
        page.get_by_role("button", name="入數", exact=True).click()
        page.get_by_role("spinbutton").wait_for(state="detached")
    assert "賠" in rows[0], "money that changes hands now comes first"
    assert re.search(r"\$[\d.]+$", rows[0].strip())
    page.get_by_role("link", name="拉數").click()
    pulls = page.get_by_role("list", name="拉數")
    pulls.get_by_text(re.compile(r"^[\d.]+ 番$")).first.wait_for()
    text = pulls.inner_text()
    assert re.search(r"賠 \$[\d.]+", text)
    bare = re.findall(r"(?<![\d.$×n ])[\d.]+(?! 番| 手|[\d.])", re.sub(r"×[\d.]+", "", text))
    assert not bare, f"without a unit: {bare} in {text}"


def test_whole_dollars_are_offered_where_a_book_is_opened(visit: Visit) -> None:
    page = visit("/books/new", kept={"rules": {"base": "hk-taiwanese"}})
    page.get_by_role("button", name="東南西北做名").click()
    assert [page.get_by_label(f"玩家 {n}").input_value() for n in range(1, 5)] == list("東南西北")
    page.get_by_role("switch", name="找數齊蚊").click()
    with page.expect_request(lambda asked: asked.url.endswith("/books") and asked.method == "POST") as waited:
        page.get_by_role("button", name="開簿").click()
    assert (waited.value.post_data_json or {})["rules"] == {
        "base": "hk-taiwanese",
        "options": {"ledger.rounding": "half_up"},
    }
    plain = visit("/books/new", kept={"rules": {"base": "hk-standard"}})
    plain.get_by_role("button", name="東南西北做名").wait_for()
    assert not plain.get_by_role("switch", name="找數齊蚊").count()


def test_who_follows_a_link_sees_whose_book_it_is(visit: Visit) -> None:
    link = invitation(opened(visit))
    page = visit(link)
    page.get_by_role("heading", name="星期五").wait_for()
    page.get_by_role("group", name="枱上嘅人").get_by_role("button", name="阿明").click()
    page.get_by_role("button", name="入去").click()
    seat(page, "阿明").wait_for()
    assert not page.get_by_text("呢部機係邊個？").count()


def test_tiles_say_who_won_and_who_discarded(visit: Visit) -> None:
    """The hand already says it, so nobody is asked again."""
    page = opened(visit, "hk-standard")
    page.get_by_role("button", name="用牌計").click()
    page.get_by_role("button", name="打字輸入").click()
    page.get_by_role("textbox", name="打字輸入").fill("123m 456m 789m 55m EE +E<N seat=W round=E")
    page.get_by_role("button", name="攞去入數").and_(page.locator(":not([aria-disabled])")).click()
    seat(page, "Wing").and_(page.locator("[aria-pressed=true]")).get_by_text("食糊").wait_for()
    seat(page, "阿明").and_(page.locator("[aria-pressed=true]")).get_by_text("出銃").wait_for()
    page.get_by_role("button", name="入數", exact=True).and_(page.locator(":not([aria-disabled])")).click()
    book = Book.new("星期五", PLAYERS, ruleset("hk-standard"))
    book.record(Result("discard", {}, "阿明", tiles={"Wing": "123456789m 55m EE +E<N seat=W round=E"}))
    agree([page], book)


def test_the_wheel_runs_and_has_keys(visit: Visit) -> None:
    page = opened(visit)
    seat(page, "Karen").click()
    seat(page, "Wing").click()
    wheel = page.get_by_role("spinbutton")
    start = int(wheel.get_attribute("aria-valuenow") or 0)
    more = page.get_by_role("button", name="多啲")
    box = more.bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.wait_for_timeout(1500)
    page.mouse.up()
    ran = int(wheel.get_attribute("aria-valuenow") or 0)
    assert ran >= start + 5, "held down it runs"
    page.wait_for_timeout(300)
    assert wheel.get_attribute("aria-valuenow") == str(ran), "and stops where it is let go"
    wheel.get_by_text(re.compile(f"^{ran}")).click()
    keys = page.get_by_role("group", name="打番數")
    for digit in "100":
        keys.get_by_role("button", name=digit, exact=True).click()
    assert wheel.get_attribute("aria-valuenow") == "100"
    for size in ("phone", "small"):
        page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
        spans = wheel.evaluate(
            "at => [...at.children].map((each) => { const range = document.createRange(); range.selectNodeContents(each.firstChild); const box = range.getBoundingClientRect(); return [box.left, box.right]; })"
        )
        assert all(a[1] < b[0] for a, b in pairwise(spans)), "numbers of three digits do not run together"
    keys.get_by_role("button", name="刪一個字").click()
    assert wheel.get_attribute("aria-valuenow") == "10"


def test_a_toast_stays_above_a_sheet_that_opens_under_it(visit: Visit) -> None:
    page = opened(visit)
    enter(page, "Karen", "Wing", 6)
    page.get_by_role("button", name="還原").click()
    page.get_by_role("button", name="做返").wait_for()
    page.get_by_role("button", name="換人", exact=True).click()
    again = page.get_by_role("dialog").get_by_role("button", name="做返")
    again.wait_for()
    assert again.evaluate(
        "(key) => { const box = key.getBoundingClientRect(); return key.contains(document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)); }"
    )
