"""Books on four phones, in a real browser: two taps per hand, the same state on all, nothing lost."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app_browser import SIZES, Visit, axe, looks
from app_table import (
    GONE,
    PLAYERS,
    agree,
    amounts,
    book_it,
    enter,
    invitation,
    joined,
    opened,
    refused,
    seat,
    seats,
    table,
    told,
    wheel,
)
from sikwu import ruleset
from sikwu.book import Book
from sikwu.book.events import Cut, Edit, Fine, Penalty, Result, Swap
from sikwu.book.exchange import read_book, to_jsonl
from sikwu.book.ledger import Pair

if TYPE_CHECKING:
    from playwright.sync_api import Page


def library(rules: str = "hk-taiwanese") -> Book:
    """The same book, kept by the library."""
    return Book.new("星期五", PLAYERS, ruleset(rules))


def tab(page: Page, name: str) -> None:
    """Opens another side of the book."""
    page.get_by_role("navigation", name="本簿嘅其他頁").get_by_role("link", name=name).click()


def home(page: Page) -> None:
    """Back to the table."""
    page.get_by_role("link", name="返去").click()
    table(page).wait_for()


def test_four_phones_keep_one_book(visit: Visit) -> None:
    host = opened(visit)
    link = invitation(host)
    sizes = ("small", "phone", "desk")
    others = [joined(visit, link, name, size) for name, size in zip(PLAYERS[1:], sizes, strict=True)]
    pages = [host, *others]
    host.get_by_text("4 部機").wait_for()
    book = library()
    # Pulls, each written on another phone.
    for page, (winner, source, fan) in zip(
        pages, [("肥仔", "肥仔", 9), ("Karen", "阿明", 6), ("Karen", "阿明", 11), ("Karen", "阿明", 7)], strict=True
    ):
        seat(page, winner).click()
        seat(page, source).click()
        wheel(page, fan)
        page.get_by_role("list", name="入咗會點").wait_for()
        book_it(page)
        self_drawn = winner == source
        book.record(Result("self_draw" if self_drawn else "discard", {winner: fan}, None if self_drawn else source))
        agree(pages, book)
    # The last hand tells what became of its pull, and how.
    was, now = (float(step.state.ledger.pulls[Pair("阿明", "Karen")].amount) for step in book.steps[-2:])
    for page in pages:
        recent = page.get_by_role("region", name="最近")
        recent.get_by_text(f"拉 {was:g} → {now:g}").wait_for()
        recent.get_by_text(f"{was:g} × 1.5 ＋").wait_for()
    # A cut, where the ledger offers it.
    offered = book.steps[-1].outcome.offered
    assert [tuple(pair) for pair in offered] == [("阿明", "Karen")], "the third pull may be cut"
    tab(others[0], "拉數")
    others[0].get_by_role("button", name=re.compile("^斬")).click()
    book.record(Cut("阿明", "Karen"))
    home(others[0])
    agree(pages, book)
    # An undo takes it back for everybody.
    others[1].get_by_role("button", name="還原").click()
    book.undo()
    agree(pages, book)
    # An edit, by somebody else, of the first hand.
    tab(host, "記錄")
    host.get_by_role("region", name="記錄").get_by_role("button", name=re.compile("Karen 6 番")).click()
    host.get_by_role("dialog").get_by_role("button", name="改", exact=True).click()
    wheel(host, 8)
    host.get_by_role("button", name="改好").click()
    book.record(Edit(3, Result("discard", {"Karen": 8}, "阿明")))
    agree(pages, book)
    # A swap, then a false win of the newcomer.
    others[2].get_by_role("button", name="換人").click()
    sheet = others[2].get_by_role("dialog")
    sheet.get_by_role("group", name="邊個走？").get_by_role("button", name="Wing").click()
    sheet.get_by_label("邊個坐低？").fill("阿寶")
    sheet.get_by_role("button", name="入數").click()
    book.record(Swap("Wing", "阿寶"))
    agree(pages, book)
    host.get_by_role("button", name="詐糊").click()
    sheet = host.get_by_role("dialog")
    sheet.get_by_role("button", name="阿寶").click()
    sheet.get_by_role("list", name="入咗會點").wait_for()
    sheet.get_by_role("button", name="入數").click()
    book.record(Result("false_win", by="阿寶"))
    agree(pages, book)
    # One chain: the same head on every phone.
    heads = set()
    for page in pages:
        tab(page, "記錄")
        page.get_by_text("阿寶 詐糊").first.wait_for()
        heads.add(page.get_by_text(re.compile("^核對碼 .+四部電話要一樣")).inner_text())
    assert len(heads) == 1


def test_an_entry_made_without_a_network_waits_and_is_sent(visit: Visit) -> None:
    host = opened(visit, allowed=GONE)
    other = joined(visit, invitation(host), "阿明")
    book = library()
    enter(host, "Karen", "阿明", 6)
    book.record(Result("discard", {"Karen": 6}, "阿明"))
    agree([host, other], book)
    host.context.set_offline(True)
    host.get_by_text("離線").wait_for()
    for fan in (7, 8):
        seat(host, "肥仔").click()
        seat(host, "Wing").click()
        wheel(host, fan)
        host.get_by_text("冇網，計唔到結果").wait_for()
        book_it(host)
        host.get_by_role("spinbutton").wait_for(state="detached")
    table(host).get_by_text("2 項等緊").wait_for()
    agree([other], book)
    assert amounts(host) == told(book), "nobody pretends to know the money"
    streak = book.ruleset.terms.streak
    later = book.state.table.after_win(["肥仔"], streak).after_win(["肥仔"], streak)
    assert {name: wind for name, (wind, _) in seats(host).items()} == {
        name: "東南西北"[later.wind(name)] for name in PLAYERS
    }
    # What waits outlives the page.
    host.context.set_offline(False)
    host.evaluate("window.stop()")
    for fan in (7, 8):
        book.record(Result("discard", {"肥仔": fan}, "Wing"))
    agree([host, other], book)
    table(host).get_by_text(re.compile("項等緊")).wait_for(state="detached")


ENTRIES = "**/api/v1/books/*/entries"


def unsent(page: Page) -> Book:
    """A hand that waits on this phone, as nothing that is written arrives any more; the book with it."""
    page.route(ENTRIES, lambda route: route.abort())
    seat(page, "肥仔").click()
    seat(page, "Wing").click()
    wheel(page, 7)
    book_it(page)
    page.get_by_text(re.compile("送緊|等緊")).first.wait_for()
    book = library()
    book.record(Result("discard", {"肥仔": 7}, "Wing"))
    return book


def test_what_waits_outlives_the_page(visit: Visit) -> None:
    host = opened(visit, allowed=(*GONE, "status of 503"))
    book = unsent(host)
    host.reload()
    host.get_by_text("肥仔 7 番").first.wait_for()
    assert set(amounts(host).values()) == {"$0"}
    host.unroute(ENTRIES)
    agree([host], book)


def test_what_waits_is_sent_from_the_list_too(visit: Visit) -> None:
    host = opened(visit, allowed=(*GONE, "status of 503"))
    other = joined(visit, invitation(host), "阿明")
    book = unsent(host)
    host.get_by_role("link", name="返去").click()
    host.get_by_text("1 項等緊").wait_for()
    host.unroute(ENTRIES)
    agree([other], book)
    host.get_by_text("1 項等緊").wait_for(state="detached")
    host.get_by_role("link", name=re.compile("星期五")).click()
    agree([host], book)


def test_two_phones_that_write_the_same_hand(visit: Visit) -> None:
    host = opened(visit, allowed=(*GONE, "status of 409"))
    other = joined(visit, invitation(host), "阿明")
    book = library()
    host.context.set_offline(True)
    host.get_by_text("離線").wait_for()
    seat(host, "Karen").click()
    seat(host, "Wing").click()
    wheel(host, 5)
    book_it(host)
    enter(other, "阿明", "Wing", 6)
    book.record(Result("discard", {"阿明": 6}, "Wing"))
    agree([other], book)  # it was first
    host.context.set_offline(False)
    card = refused(host)
    card.get_by_text("阿明 啱啱入咗：阿明 6 番，Wing 出銃").wait_for()
    assert "Karen 5 番" in card.inner_text()
    agree([host, other], book)
    axe(host)
    # Thrown away only by a second tap; sent as the next hand it is written.
    card.get_by_role("button", name="掉咗佢").click()
    card.get_by_role("button", name="真係掉？再撳一下").wait_for()
    card.get_by_role("button", name="當第 2 局入").click()
    card.wait_for(state="detached")
    book.record(Result("discard", {"Karen": 5}, "Wing"))
    agree([host, other], book)


def test_chips_of_the_club(visit: Visit) -> None:
    page = opened(visit, "club16")
    book = library("club16")
    enter(page, "Karen", "阿明", 6)
    book.record(Result("discard", {"Karen": 6}, "阿明"))
    agree([page], book)
    page.get_by_role("button", name="罰款").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("radio", name="罰入池").click()
    sheet.get_by_role("group", name="邊個畀？").get_by_role("button", name="Wing").click()
    book.record(Fine("Wing"))
    sheet.get_by_role("button", name="入數").click()
    agree([page], book)
    assert book.state.chips is not None
    tab(page, "籌碼")
    chips = page.get_by_role("list", name="籌碼")
    for player, held in book.state.chips.held.items():
        chips.get_by_text(player).wait_for()
        assert re.search(rf"{re.escape(player)}\s+{held}\b", chips.inner_text().replace(",", "")), (player, held)
    axe(page)


def test_a_fine_of_their_own(visit: Visit) -> None:
    page = opened(visit, "hk-standard")
    book = library("hk-standard")
    page.get_by_role("button", name="罰款").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("group", name="邊個畀？").get_by_role("button", name="Wing").click()
    sheet.get_by_role("group", name="畀邊個？").get_by_role("button", name="Karen").click()
    sheet.get_by_label("每人幾多蚊？").fill("12.5")
    sheet.get_by_role("list", name="入咗會點").wait_for()
    sheet.get_by_role("button", name="入數").click()
    book.record(Penalty("Wing", ("Karen",), "12.5"))
    agree([page], book)


def test_settling_and_taking_the_book_elsewhere(visit: Visit, tmp_path: Path) -> None:
    page = opened(visit)
    book = library()
    for winner, source, fan in (("Karen", "阿明", 6), ("Wing", "肥仔", 11)):
        enter(page, winner, source, fan)
        book.record(Result("discard", {winner: fan}, source))
    agree([page], book)
    tab(page, "找數")
    due = page.get_by_role("list", name="找數")
    due.get_by_text("阿明 畀 Karen").wait_for()
    due.get_by_role("checkbox", name=re.compile("阿明 畀 Karen")).check()
    axe(page)
    with page.expect_download() as waited:
        page.get_by_role("button", name="JSONL").click()
    file = tmp_path / "book.jsonl"
    waited.value.save_as(file)
    taken = read_book(file.read_bytes())
    assert told(taken) == told(book)
    with page.expect_download() as waited:
        page.get_by_role("button", name="CSV").click()
    assert "阿明" in Path(waited.value.path()).read_text("utf-8-sig")
    with page.expect_download() as waited:
        page.get_by_role("button", name="整張圖").click()
    assert Path(waited.value.path()).read_bytes().startswith(b"\x89PNG")
    page.reload()
    assert page.get_by_role("checkbox", name=re.compile("阿明 畀 Karen")).is_checked()
    page.get_by_role("button", name="埋數").click()
    page.get_by_role("button", name="真係埋數？再撳一下").click()
    page.get_by_role("button", name="開返本簿").wait_for()
    # Damaged, the file is refused whole; sound, it is the same book elsewhere.
    lines = file.read_text("utf-8").splitlines()
    (tmp_path / "bad.jsonl").write_text("\n".join([*lines[:-1], lines[-1].replace("11", "12")]), "utf-8")
    other = visit("/books", allowed=("status of 4",))
    other.get_by_label("揀本簿嘅檔案").set_input_files(tmp_path / "bad.jsonl")
    other.get_by_role("alert").wait_for()
    (tmp_path / "good.jsonl").write_text(to_jsonl(book), "utf-8")
    other.get_by_label("揀本簿嘅檔案").set_input_files(tmp_path / "good.jsonl")
    table(other).wait_for()
    agree([other], book)


def test_scoring_by_tiles_and_back(visit: Visit) -> None:
    page = opened(visit, "hk-standard")
    book = library("hk-standard")
    seat(page, "Wing").click()
    seat(page, "阿明").click()
    page.get_by_role("button", name="用牌計").click()
    page.get_by_text("Wing，「星期五」").wait_for()
    page.get_by_role("button", name="打字輸入").click()
    page.get_by_role("textbox", name="打字輸入").fill("123m 456m 789m 55m EE +E")
    take = page.get_by_role("button", name="攞去入數")
    take.and_(page.locator(":not([aria-disabled])")).click()
    page.get_by_text("跟手牌計").wait_for()
    page.get_by_role("list", name="入咗會點").wait_for()
    book_it(page)
    line = "123456789m 55m EE +E<N seat=W round=E"
    book.record(Result("discard", {}, "阿明", tiles={"Wing": line}))
    agree([page], book)
    # And back to the tiles from the log.
    tab(page, "記錄")
    page.get_by_role("region", name="記錄").get_by_role("button", name=re.compile("Wing .*番")).click()
    page.get_by_role("button", name="睇返副牌").click()
    page.get_by_role("list", name=re.compile("手牌，13 隻")).wait_for()


def test_a_hand_of_score_goes_into_the_open_book(visit: Visit) -> None:
    page = opened(visit, "hk-standard")
    book = library("hk-standard")
    page.get_by_role("link", name="計番").click()
    page.get_by_role("button", name="打字輸入").click()
    page.get_by_role("textbox", name="打字輸入").fill("123m 456m 789m 55m EE +E")
    page.get_by_role("button", name="打字輸入").click()
    page.get_by_role("button", name="選單").click()
    page.get_by_role("button", name="入數簿 · 星期五").click()
    # The seat entered in Score was East, which was wrong.
    seat(page, "Karen").and_(page.locator("[aria-pressed=true]")).wait_for()
    page.get_by_role("button", name="由頭揀過").click()
    page.get_by_text("副牌計好咗：邊個食？").wait_for()
    seat(page, "肥仔").click()
    if seat(page, "肥仔").get_by_text("自摸", exact=True).count():
        seat(page, "肥仔").click()
    seat(page, "Karen").click()
    book_it(page)
    book.record(Result("discard", {}, "Karen", tiles={"肥仔": "123456789m 55m EE +E<E seat=S round=E"}))
    agree([page], book)


@pytest.mark.parametrize(("lang", "size", "theme"), looks("yue"))
def test_every_screen_is_sound(visit: Visit, lang: str, size: str, theme: str) -> None:
    assert lang == "yue"  # the others: test_every_screen_in_every_language
    page = opened(visit, size=size, theme=theme)
    width = SIZES[size][0]

    def sound() -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        axe(page)

    enter(page, "Karen", "阿明", 6)
    page.get_by_text("Karen 6 番").first.wait_for()
    sound()
    seat(page, "Karen").click()
    seat(page, "阿明").click()
    page.get_by_role("list", name="入咗會點").wait_for()
    sound()
    small = page.get_by_role("region", name="記一局").get_by_role("button").all()
    assert small
    assert all((box := each.bounding_box()) and box["height"] >= 44 and box["width"] >= 44 for each in small)
    page.get_by_role("button", name="取消").click()
    for name in ("拉數", "走勢", "記錄", "找數"):
        tab(page, name)
        sound()
        if size != "desk":
            home(page)
    for name in ("罰款", "換人", "擲骰"):
        page.get_by_role("button", name=name).click()
        sound()
        page.keyboard.press("Escape")
    at = page.url.split("/books/")[1].split("/")[0]
    for path in (f"/books/{at}/table", "/books", "/books/new", "/join"):
        page.goto(page.url.split("/books")[0] + path)
        page.get_by_role("main").wait_for()
        sound()


def test_the_big_screen_follows(visit: Visit) -> None:
    host = opened(visit)
    big = joined(visit, invitation(host), "電視", "desk")
    big.get_by_role("button", name="選單").click()
    big.get_by_role("link", name=re.compile("大畫面")).click()
    big.get_by_role("heading", name="星期五").wait_for()
    enter(host, "Karen", "阿明", 6)
    book = library()
    book.record(Result("discard", {"Karen": 6}, "阿明"))
    for player, total in told(book).items():
        big.get_by_role("region", name=player).get_by_text(total, exact=True).wait_for()
    big.get_by_text("Karen 6 番，阿明 出銃").wait_for()


def test_joining_by_the_four_letters(visit: Visit) -> None:
    host = opened(visit)
    host.get_by_role("button", name="畀人掃").click()
    code = host.get_by_label(re.compile("^簿號")).inner_text()
    host.get_by_role("button", name="閂").click()
    guest = visit("/join", allowed=("status of 4",))
    guest.get_by_label("四個字母嘅簿號").fill("bbbb" if code != "BBBB" else "cccc")
    guest.get_by_label("你叫咩名？").fill("阿寶")
    guest.get_by_role("button", name="問佢畀唔畀入").click()
    guest.get_by_role("alert").wait_for()
    guest.get_by_label("四個字母嘅簿號").fill(code.lower())
    guest.get_by_role("button", name="問佢畀唔畀入").click()
    guest.get_by_text("等開簿嗰個畀你入").wait_for()
    host.get_by_role("region", name="阿寶 想入嚟").get_by_role("button", name="畀入").click()
    table(guest).wait_for()
    enter(guest, "Karen", "阿明", 6)
    host.get_by_text("Karen 6 番").first.wait_for()


def test_names_are_only_text(visit: Visit) -> None:
    page = visit("/books/new", allowed=("status of 422",))
    odd = ("<img src=x onerror=alert(1)>", "a&amp;b", "‮abc", "{n}")
    for n, name in enumerate(odd, 1):
        page.get_by_label(f"玩家 {n}").fill(name)
    page.get_by_role("button", name="開簿").click()
    alert = page.get_by_role("alert")
    alert.or_(table(page)).first.wait_for()
    if alert.count():  # a name that turns the direction of a line is refused, with a sentence
        page.get_by_label("玩家 3").fill("abc")
        page.get_by_role("button", name="開簿").click()
    table(page).wait_for()
    assert "<img src=x" in table(page).inner_text()
    assert page.locator("img").count() == 0
