"""A noisy table on four phones: two enter the same hand, one was offline, a hand was recorded wrongly twice, names are long."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from app_browser import SIZES, Visit, axe
from app_table import GONE, agree, book_it, enter, invitation, joined, opened, refused, seat, table, wheel
from sikwu.book.events import Edit, Result, Reverse
from test_app_books import home, library, tab

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

LONG = ("Christopher Wong Ka-ming", "Bartholomew", "歐陽小芬姨媽姑姐", "عائشة بنت محمد")


def entry(page: Page, words: str) -> Locator:
    """A line of the log, opened."""
    page.get_by_role("region", name="記錄").get_by_role("button", name=re.compile(re.escape(words))).first.click()
    return page.get_by_role("dialog")


def correct(page: Page, words: str) -> None:
    """A line of the log is taken up to be changed."""
    tab(page, "記錄")
    entry(page, words).get_by_role("button", name="改", exact=True).click()


def changed(page: Page) -> None:
    """The entry is changed, and the table is there again."""
    page.get_by_role("button", name="改好").and_(page.locator(":not([aria-disabled])")).click()
    page.get_by_role("button", name="改好").wait_for(state="detached")


def test_a_hand_that_somebody_else_enters_meanwhile(visit: Visit) -> None:
    """Two people have begun the same hand: the second is informed and decides; nothing is recorded twice
    automatically.
    """
    host = opened(visit)
    other = joined(visit, invitation(host), "阿明")
    book = library()
    seat(host, "Karen").click()
    seat(host, "Wing").click()
    wheel(host, 5)
    enter(other, "Karen", "Wing", 6)
    book.record(Result("discard", {"Karen": 6}, "Wing"))
    agree([other], book)
    told = host.get_by_role("alert").filter(has_text="阿明 啱啱入咗：Karen 6 番，Wing 出銃")
    told.wait_for()
    axe(host)
    # The button that writes does not, as long as nobody has said that it is another hand.
    assert host.get_by_role("button", name="入數", exact=True).get_attribute("aria-disabled") == "true"
    host.get_by_role("button", name="取消").click()
    agree([host, other], book)
    # And if it is another hand.
    seat(host, "肥仔").click()
    seat(host, "肥仔").click()
    wheel(host, 7)
    enter(other, "Wing", "肥仔", 4)
    book.record(Result("discard", {"Wing": 4}, "肥仔"))
    host.get_by_role("button", name="當第 3 局入").click()
    book_it(host)
    book.record(Result("self_draw", {"肥仔": 7}))
    agree([host, other], book)


def test_hands_that_waited_behind_one_that_was_taken(visit: Visit) -> None:
    """What was entered later keeps its place behind the hand that a person has sent as another one."""
    host = opened(visit, allowed=(*GONE, "status of 409"))
    other = joined(visit, invitation(host), "阿明")
    book = library()
    host.context.set_offline(True)
    host.get_by_text("離線").wait_for()
    for winner, fan in (("Karen", 5), ("肥仔", 7), ("阿明", 9)):
        enter(host, winner, "Wing", fan)
    enter(other, "Wing", "Karen", 6)
    book.record(Result("discard", {"Wing": 6}, "Karen"))
    agree([other], book)  # it was first
    host.context.set_offline(False)
    card = refused(host)
    card.get_by_role("button", name="當第 2 局入").click()
    card.wait_for(state="detached")
    for winner, fan in (("Karen", 5), ("肥仔", 7), ("阿明", 9)):
        book.record(Result("discard", {winner: fan}, "Wing"))
    agree([host, other], book)
    assert not card.is_visible()


def test_a_correction_can_be_corrected(visit: Visit) -> None:
    """A hand that was changed is changed again; the winner too, from a draw to a win and back; and it can be voided."""
    page = opened(visit)
    book = library()
    enter(page, "Karen", "阿明", 6)
    book.record(Result("discard", {"Karen": 6}, "阿明"))
    page.get_by_role("button", name="流局").click()
    book.record(Result("draw"))
    enter(page, "肥仔", "Karen", 5)
    book.record(Result("discard", {"肥仔": 5}, "Karen"))
    agree([page], book)
    correct(page, "Karen 6 番")
    wheel(page, 7)
    changed(page)
    book.record(Edit(2, Result("discard", {"Karen": 7}, "阿明")))
    agree([page], book)
    # Once more: it was Wing who won.
    correct(page, "Karen 7 番")
    page.get_by_role("button", name="由頭揀過").click()
    page.get_by_text("改緊第 1 局：").wait_for()
    axe(page)
    seat(page, "Wing").click()
    seat(page, "阿明").click()
    wheel(page, 8)
    changed(page)
    book.record(Edit(2, Result("discard", {"Wing": 8}, "阿明")))
    agree([page], book)
    # The draw was none, and then it was one.
    correct(page, "流局")
    seat(page, "阿明").click()
    seat(page, "阿明").click()
    wheel(page, 4)
    changed(page)
    book.record(Edit(3, Result("self_draw", {"阿明": 4})))
    agree([page], book)
    correct(page, "阿明 4 番")
    page.get_by_role("button", name="由頭揀過").click()
    page.get_by_role("button", name="流局").click()
    book.record(Edit(3, Result("draw")))
    agree([page], book)
    tab(page, "記錄")
    entry(page, "Wing 8 番").get_by_role("button", name="作廢").click()
    book.record(Reverse(2))
    home(page)
    agree([page], book)


@pytest.mark.parametrize("size", SIZES)
def test_long_names_stay_in_their_seats(visit: Visit, size: str) -> None:
    page = visit("/books/new", size, "en", kept={"rules": {"base": "hk-taiwanese"}})
    page.get_by_label("Name of the book").fill("The Friday night mahjong society of Kennedy Town")
    for n, name in enumerate(LONG, 1):
        page.get_by_label(f"Player {n}").fill(name)
    page.get_by_role("button", name="Open the book").click()
    seats = page.get_by_role("region", name="Table").get_by_role("button")
    seats.first.wait_for()

    def inside() -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
        boxes = page.evaluate(
            "() => [...document.querySelectorAll('.compass .seat')].map((seat) => [seat, seat.querySelector('bdi')]"
            ".map((each) => each.getBoundingClientRect()).map(({ left, right }) => [left, right]))"
        )
        assert len(boxes) == 4
        for (left, right), (start, end) in boxes:
            assert left <= start <= end <= right
        bar = page.locator("header h1").bounding_box()
        assert bar is not None
        assert (
            bar["y"] + page.evaluate("window.scrollY") >= 0
        )  # a page that was taller a moment ago may still be scrolled

    inside()
    seats.nth(0).click()
    seats.nth(1).click()
    inside()
    page.get_by_role("button", name="Enter", exact=True).and_(page.locator(":not([aria-disabled])")).click()
    page.get_by_role("spinbutton").wait_for(state="detached")
    inside()
    page.goto(page.url + "/table")
    page.get_by_role("region", name=LONG[0]).wait_for()
    for name in LONG:
        box = page.get_by_role("region", name=name).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= SIZES[size][0]
        assert box["y"] + box["height"] <= SIZES[size][1]


def test_what_was_filled_in_is_there_again_after_a_look_at_the_rules(visit: Visit) -> None:
    page = visit("/books/new", kept={"rules": {"base": "hk-standard"}})
    page.get_by_label("玩家 1").fill("Karen")
    page.get_by_label("玩家 3").fill("Wing")
    page.get_by_role("link", name="改規矩").click()
    page.get_by_label("規矩指紋").wait_for()
    page.go_back()
    assert [page.get_by_label(f"玩家 {n}").input_value() for n in (1, 2, 3, 4)] == ["Karen", "", "Wing", ""]
    for n, name in ((2, "肥仔"), (4, "阿明")):
        page.get_by_label(f"玩家 {n}").fill(name)
    page.get_by_role("button", name="開簿").click()
    table(page).wait_for()
    # Another book begins empty.
    page.goto(page.url.split("/books")[0] + "/books/new")
    assert page.get_by_label("玩家 1").input_value() == ""


def test_a_hand_below_the_minimum_is_told_in_the_words_of_the_table(visit: Visit) -> None:
    page = opened(visit, "hk-standard", allowed=("status of 422",))
    book = library("hk-standard")
    seat(page, "Karen").click()
    seat(page, "阿明").click()
    wheel(page, 1)
    page.get_by_text("「Karen」得 1 番，未夠 3 番起糊：唔算食糊。").wait_for()
    assert "--" not in page.get_by_role("main").inner_text()
    page.get_by_role("button", name="當詐糊入").click()
    page.get_by_role("dialog").get_by_role("button", name="入數").and_(page.locator(":not([aria-disabled])")).click()
    book.record(Result("false_win", by="Karen"))
    agree([page], book)
    # If every hand is paid at once, the first view shows the totals and their reasons.
    enter(page, "Wing", "阿明", 5)
    book.record(Result("discard", {"Wing": 5}, "阿明"))
    tab(page, "總數")
    line = page.get_by_role("list", name="總數").get_by_role("listitem").filter(has_text="Wing")
    line.get_by_text("食 1 · 自摸 0 · 出銃 0").wait_for()


def test_the_dealers_fan_stands_in_the_middle(visit: Visit) -> None:
    page = opened(visit)
    table(page).get_by_text("莊 +1 番").wait_for()
    enter(page, "Karen", "Wing", 5)
    table(page).get_by_text("連莊 1 · 莊 +3 番").wait_for()
    seat(page, "Karen").click()
    page.get_by_text("未計莊 +3 番").wait_for()


def test_who_comes_in_says_what_for_and_who_he_is(visit: Visit) -> None:
    host = opened(visit)
    link = invitation(host)
    guest = visit(link)
    guest.get_by_label("你叫咩名？").fill("Ann")
    guest.get_by_role("radio", name="淨係睇").click()
    axe(guest)
    guest.get_by_role("button", name="入去").click()
    table(guest).wait_for()
    assert seat(guest, "Karen").get_attribute("aria-disabled") == "true"
    # With a name that no player has: the phone asks which seat to show at the bottom.
    other = joined(visit, link, "Ming")
    asked = other.get_by_role("region", name="呢部機係邊個？")
    asked.get_by_role("button", name="阿明").click()
    asked.wait_for(state="detached")
    assert other.locator(".compass .foot").first.inner_text().split("\n")[1] == "阿明"
    other.reload()
    table(other).wait_for()
    other.locator(".compass .foot").first.filter(
        has_text="阿明"
    ).wait_for()  # stored data are read when the table is shown
    assert not asked.is_visible()


def test_a_book_with_entries_that_wait_stays_on_the_phone(visit: Visit) -> None:
    page = opened(visit, allowed=(*GONE, "status of 503"))
    page.route("**/api/v1/books/*/entries", lambda route: route.abort())
    enter(page, "Karen", "阿明", 6)
    table(page).get_by_text("1 項等緊").wait_for()
    page.get_by_role("link", name="返去").click()
    card = page.get_by_role("article").filter(has_text="星期五")
    card.get_by_text("1 項等緊").wait_for()
    axe(page)
    card.get_by_role("button", name="由呢部機攞走「星期五」").click(force=True)
    page.get_by_text("呢本簿仲有 1 項未送").wait_for()
    assert card.is_visible()
    # Sent as soon as the book is open and there is a way; then it may go.
    page.unroute("**/api/v1/books/*/entries")
    card.get_by_role("link").click()
    book = library()
    book.record(Result("discard", {"Karen": 6}, "阿明"))
    agree([page], book)
    page.get_by_role("link", name="返去").click()
    card.get_by_role("button", name="由呢部機攞走「星期五」").click()
    card.wait_for(state="detached")
