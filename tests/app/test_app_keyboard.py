"""Everything in Books can be done by keyboard: without clicks, with Tab, arrows, Enter, Space and Escape only."""

from __future__ import annotations

import re
from pathlib import Path

from app_browser import Visit
from app_keys import Keys
from app_table import GONE, PLAYERS, agree, opened, seat, table
from sikwu.book.events import Cut, Dice, Edit, Penalty, Result, Seats, Swap
from sikwu.book.exchange import read_book
from test_app_books import library


def test_an_evening_by_keys_alone(visit: Visit, tmp_path: Path) -> None:
    page = visit("/books", kept={"rules": {"base": "hk-taiwanese"}})
    keys, book = Keys(page), library()
    sheet = page.get_by_role("dialog")
    log = page.get_by_role("region", name="記錄")

    def hand(*taps: str, fan: int, then: str = "入數") -> None:
        for who in taps:
            keys.to(seat(page, who))
            keys.press("Space")
        typed(fan)
        page.get_by_role("list", name="入咗會點").wait_for()
        keys.use("button", then)
        page.get_by_role("spinbutton").wait_for(state="detached")

    def typed(fan: int, who: str = "") -> None:
        dial = page.get_by_role("spinbutton", name=re.compile(who))
        keys.to(dial)
        keys.press(*str(fan))
        assert dial.get_attribute("aria-valuenow") == str(fan)

    def side(name: str) -> None:
        keys.use("link", name, within=page.get_by_role("navigation", name="本簿嘅其他頁"))

    def home() -> None:
        keys.use("link", "返去")
        table(page).wait_for()

    def named(group: str, *names: str) -> None:
        for name in names:
            keys.use("button", name, "Space", within=sheet.get_by_role("group", name=group))

    # A book is made: names, one moved to another seat by arrows, seats by tapping in order looked at and left.
    keys.use("link", "開新簿")
    keys.write(page.get_by_label("簿名"), "星期五")
    for n, name in enumerate(("肥仔", "Karen", *PLAYERS[2:]), 1):
        keys.write(page.get_by_label(f"玩家 {n}"), name)
    keys.use("button", "順住東南西北撳位")
    keys.use("button", "取消", "Space")
    keys.to(page.get_by_role("button", name=re.compile("^搬.位 Karen")))
    keys.press("ArrowUp")
    assert keys.here(page.get_by_role("button", name=re.compile("^搬東位 Karen")))
    assert page.get_by_label("玩家 2").input_value() == "肥仔"
    keys.use("button", "開簿")
    table(page).wait_for()
    agree([page], book)
    # A discard by the wheel's keys, a self-draw, two winners of one tile.
    keys.to(seat(page, "Karen"))
    keys.press("Enter")
    keys.to(seat(page, "阿明"))
    keys.press("Enter")
    dial = page.get_by_role("spinbutton")
    keys.to(dial)
    before = int(dial.get_attribute("aria-valuenow") or 0)
    keys.press("ArrowUp", "PageUp", "-")
    assert dial.get_attribute("aria-valuenow") == str(before + 5)
    keys.use("button", "取消")
    hand("肥仔", "肥仔", fan=9)
    book.record(Result("self_draw", {"肥仔": 9}))
    hand("Karen", "阿明", fan=before + 5)
    book.record(Result("discard", {"Karen": before + 5}, "阿明"))
    for who in ("Karen", "阿明", "Wing"):
        keys.to(seat(page, who))
        keys.press("Enter")
    typed(11, "Karen")
    typed(6, "Wing")
    keys.use("button", "備註", within=page.get_by_role("group", name="仲有咩"))
    keys.write(sheet.get_by_role("textbox"), "一炮雙響")
    keys.use("button", "得", within=sheet)
    assert keys.here(
        page.get_by_role("group", name="仲有咩").get_by_role("button", name="備註")
    )  # back where it came from
    keys.use("button", "入數")
    book.record(Result("discard", {"Karen": 11, "Wing": 6}, "阿明", note="一炮雙響"))
    agree([page], book)
    # A third pull of the same pair is cut in the ledger, and the cut taken back.
    hand("Karen", "阿明", fan=7)
    book.record(Result("discard", {"Karen": 7}, "阿明"))
    agree([page], book)
    assert [tuple(pair) for pair in book.steps[-1].outcome.offered] == [("阿明", "Karen")]
    side("拉數")
    keys.use("button", re.compile("^斬"))
    book.record(Cut("阿明", "Karen"))
    home()
    agree([page], book)
    keys.use("button", "還原")
    book.undo()
    agree([page], book)
    # Events other than a win: a false win, a fine, the opening throw; Escape closes a sheet and returns to its button.
    keys.use("button", "詐糊")
    keys.press("Escape")
    assert keys.here(page.get_by_role("button", name="詐糊"))
    keys.press("Enter")
    named("邊個詐糊？", "Wing")
    keys.use("button", "入數", within=sheet)
    book.record(Result("false_win", by="Wing"))
    agree([page], book)
    keys.use("button", "罰款")
    named("邊個畀？", "Wing")
    named("畀邊個？", "Karen", "肥仔")
    keys.write(sheet.get_by_label("每人幾多蚊？"), "2.5")
    keys.use("button", "入數", within=sheet)
    book.record(Penalty("Wing", ("Karen", "肥仔"), "2.5"))
    agree([page], book)
    assert keys.here(page.get_by_role("button", name="罰款"))
    keys.use("button", "擲骰")
    keys.use("button", "擲骰", within=sheet)
    thrown = sheet.get_by_role("img").get_attribute("aria-label") or ""
    keys.use("button", "入數", within=sheet)
    book.record(Dice(tuple(map(int, re.findall(r"\d", thrown)))))  # type: ignore[arg-type]
    agree([page], book)
    # Another player sits down, then all seats are drawn again.
    keys.use("button", "換人")
    named("邊個走？", "Wing")
    keys.write(sheet.get_by_label("邊個坐低？"), "阿寶")
    keys.use("button", "入數", within=sheet)
    book.record(Swap("Wing", "阿寶"))
    agree([page], book)
    keys.use("button", "換人")
    keys.to(sheet.get_by_role("radio", name="換人"))
    keys.press("ArrowRight")
    order = ("阿寶", "Karen", "阿明", "肥仔")
    named("由東位順住撳", *order)
    keys.use("button", "入數", within=sheet)
    book.record(Seats(order))
    agree([page], book)
    # An earlier hand is changed from the log: one lands on its wheel. What was said of the undo lay over its end.
    side("記錄")
    page.get_by_text("攞返咗").wait_for(state="detached")
    keys.use("button", re.compile("肥仔 9 番"), within=log)
    keys.use("button", "改", within=sheet)
    page.get_by_role("button", name="改好").wait_for()
    keys.at_the_wheel()
    keys.press("8")
    keys.use("button", "改好")
    book.record(Edit(2, Result("self_draw", {"肥仔": 8})))
    agree([page], book)
    # The chart tells of a hand by arrows; the big screen is entered, left by its link and left by Escape.
    side("走勢")
    keys.to(page.get_by_role("slider"))
    keys.press("Home")
    page.get_by_role("status").get_by_text("肥仔").first.wait_for()
    home()
    for leave in ("Enter", "Escape"):
        keys.use("button", "選單")
        keys.use("link", re.compile("大畫面"), within=sheet)
        page.get_by_role("region", name="Karen").wait_for()
        for key in ("Tab",) * 8 + ("Shift+Tab",) * 3:
            keys.step(key)  # nothing of the screen below it
        keys.to(page.get_by_role("link", name="返去"))
        keys.press(leave)
        table(page).wait_for()
    # Others join, and one token is revoked.
    keys.use("button", "畀人掃")
    sheet.get_by_role("img").wait_for()
    link = sheet.get_by_label("入簿連結")
    keys.to(link)
    path = link.input_value()
    keys.use("button", "抄低條連結", within=sheet)
    keys.press("Escape")
    assert keys.here(page.get_by_role("button", name="畀人掃"))
    guest = visit(path[path.index("/j/") :], allowed=("status of 403", *GONE))
    own = Keys(guest)
    own.write(guest.get_by_label("你叫咩名？"), "阿明")
    own.use("button", "入去")
    agree([page, guest], book)
    keys.press("Enter")
    people = page.get_by_role("list", name="入咗嚟嘅人")
    keys.use("button", "收返", within=people)
    keys.use("button", "真係收返？", within=people)
    guest.get_by_role("alert").filter(has_text="權限").wait_for()
    people.wait_for(state="detached")
    keys.press("Escape")
    # Settling: a tick, the file, the end of the evening and back.
    side("找數")
    due = page.get_by_role("list", name="找數").get_by_role("checkbox").first
    keys.to(due)
    keys.press("Space")
    assert due.is_checked()
    with page.expect_download() as waited:
        keys.use("button", "JSONL")
    file = tmp_path / "book.jsonl"
    waited.value.save_as(file)
    assert read_book(file.read_bytes()).closing().cash == book.closing().cash
    keys.use("button", "埋數")
    keys.use("button", "真係埋數？再撳一下")
    keys.use("button", "開返本簿")
    page.get_by_role("button", name="埋數").wait_for()
    home()
    # And for good.
    keys.use("button", "選單")
    keys.write(sheet.get_by_role("textbox", name="打本簿個名"), "星期五")
    keys.use("button", "刪走本簿", within=sheet)
    page.get_by_text("開本簿，四部電話一齊睇").wait_for()
    assert keys.page.evaluate("document.activeElement.id") == "main"


def test_joining_by_four_letters_by_keys_alone(visit: Visit) -> None:
    host = opened(visit)
    host.get_by_role("button", name="畀人掃").click()
    code = host.get_by_label(re.compile("^簿號")).inner_text()
    host.get_by_role("button", name="閂").click()
    guest = visit("/books", allowed=("status of 4",))
    keys, own = Keys(guest), Keys(host)
    keys.use("link", "入人哋本簿")
    keys.write(guest.get_by_label("四個字母嘅簿號"), code.lower())
    keys.write(guest.get_by_label("你叫咩名？"), "阿寶")
    keys.use("button", "問佢畀唔畀入")
    guest.get_by_text("等開簿嗰個畀你入").wait_for()
    own.use("button", "畀入", within=host.get_by_role("region", name="阿寶 想入嚟"))
    table(guest).wait_for()
    host.get_by_role("region", name="阿寶 想入嚟").wait_for(state="detached")
    own.press("Tab")


def test_the_desk_by_keys_alone(visit: Visit) -> None:
    """Table and log side by side: from the log to the wheel, written, and not left nowhere."""
    page = opened(visit, size="desk")
    book, keys = library(), Keys(page)
    for who in ("Karen", "Wing"):
        keys.to(seat(page, who))
        keys.press("Enter")
    keys.to(page.get_by_role("spinbutton"))
    keys.press("6")
    keys.use("button", "入數")
    book.record(Result("discard", {"Karen": 6}, "Wing"))
    agree([page], book)
    assert keys.here(table(page).get_by_role("button"))  # ready for the next hand
    keys.use("link", "記錄")
    keys.use("button", re.compile("Karen 6 番"), within=page.get_by_role("region", name="記錄"))
    keys.use("button", "改", within=page.get_by_role("dialog"))
    keys.at_the_wheel()
    keys.press("9")
    keys.use("button", "改好")
    book.record(Edit(2, Result("discard", {"Karen": 9}, "Wing")))
    agree([page], book)


def test_names_are_dragged_to_their_seats(visit: Visit) -> None:
    """By a mouse; keys and taps do the same elsewhere."""
    from playwright.sync_api import expect

    page = visit("/books/new", "desk", kept={"rules": {"base": "hk-taiwanese"}})
    for n, name in enumerate(("Wing", "肥仔", "Karen", "阿明"), 1):
        page.get_by_label(f"玩家 {n}").fill(name)

    def dragged(start: tuple[float, float], end: tuple[float, float]) -> None:
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(start[0] + 4, start[1] + 10, steps=2)
        page.mouse.move(*end, steps=6)
        page.mouse.up()

    def middle(wanted: object) -> tuple[float, float]:
        box = wanted.bounding_box()  # type: ignore[attr-defined]
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    grips = page.get_by_role("button", name=re.compile("^搬.位 "))
    dragged(middle(grips.nth(2)), middle(page.get_by_label("玩家 1")))
    assert [page.get_by_label(f"玩家 {n}").input_value() for n in range(1, 5)] == list(PLAYERS)
    assert (
        page.get_by_role("button", name="我").nth(2).get_attribute("aria-pressed") == "true"
    )  # the player of this phone is carried along
    page.get_by_role("button", name="開簿").click()
    table(page).wait_for()
    page.get_by_role("button", name="換人").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("radio", name="換位").click()
    seats = sheet.get_by_role("list", name="座位").get_by_role("listitem")
    names = sheet.get_by_role("group", name="由東位順住撳")
    for name, at in (("Karen", 2), ("Wing", 0), ("阿明", 1), ("肥仔", 3), ("Karen", 1)):
        held = names.get_by_role("button", name=name)
        for _ in range(3):  # the preview that comes once all sit moves the sheet: then it is done again
            held.hover()  # which waits until the sheet has come to rest
            dragged(middle(held), middle(seats.nth(at)))
            for _ in range(20):
                page.wait_for_timeout(100)
                if name in (seats.nth(at).text_content() or ""):
                    break
            else:
                continue
            break
        expect(seats.nth(at)).to_contain_text(name)
    sheet.get_by_role("button", name="入數").click()
    book = library()
    book.record(Seats(("Wing", "Karen", "阿明", "肥仔")))
    for name in ("Wing", "Karen", "阿明", "肥仔"):
        expect(seat(page, name)).to_contain_text("東南西北"[book.state.table.wind(name)])
    agree([page], book)


def test_a_sheet_that_is_asked_for_while_it_closes_is_there(visit: Visit) -> None:
    """The button that opens it is pressed before the browser reports that it is closed, as quick users do."""
    page = opened(visit)
    fine = page.get_by_role("button", name="罰款")
    sheet = page.get_by_role("dialog")
    for close in (
        "requestClose()",
        "click()",
        "querySelector('header button').click()",
    ):  # Escape, beside it, its button
        for turns in (0, 20):  # at once; and after the app has closed it, but before it is reported
            fine.click()
            sheet.get_by_role("group", name="邊個畀？").wait_for()
            fine.evaluate(
                f"""async (button) => {{
                  document.querySelector('dialog[open]').{close};
                  for (let turn = 0; turn < {turns}; turn++) await null;
                  button.click();
                  await new Promise((told) => setTimeout(told, 100));
                }}"""
            )
            sheet.get_by_role("group", name="邊個畀？").get_by_role("button", name="Wing").click()
            page.keyboard.press("Escape")
            sheet.wait_for(state="detached")
            assert Keys(page).here(fine)
