"""Score in a real browser: taps and text give the result of `sikwu score`; waits, words, links, keys, and offline use."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from app_browser import SIZES, Visit, axe, comes
from sikwu import Win, look, score
from sikwu.links import to_link
from sikwu.money.amount import money_json
from sikwu.money.settlement import settle
from sikwu.texts import say

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

WIN = "22678m 白白 (發發發<E) (中中中<N) +白<W 26f seat=S round=E"
READY = "22678m 白白 (發發發<E) (中中中<N) 26f seat=S round=E"
SIXTEEN = "123m 456m 789m 234p 55p 78s +9s<E seat=S round=E"


def key(page: Page, tile: str) -> Locator:
    """The key of a tile, by its accessible name."""
    return page.get_by_role("button", name=re.compile(f"^{say('app.tile.name', tile=tile)('yue')}，"))


def figure(page: Page) -> Locator:
    """The fan shown on the page."""
    return page.get_by_role("img", name=re.compile(r"^\d+ (番|fan)$"))


def wide_enough(page: Page, least: int, names: Locator) -> None:
    for box in (each.bounding_box() for each in names.all()):
        assert box is not None
        assert box["width"] >= least - 0.5, box
        assert box["height"] >= least - 0.5, box


NO_FLOWERS = {
    "a preset": to_link(Win.parse("123m"), "no-flowers-game"),
    "a house": to_link(Win.parse("123m"), "hk-standard", {"options": {"tiles.flowers_in_play": False}}),
}


@pytest.mark.parametrize("link", NO_FLOWERS.values(), ids=NO_FLOWERS)
def test_flower_keys_hide_where_no_flowers_are_played(visit: Visit, link: str) -> None:
    page = visit("/", "desk")
    key(page, "1f").wait_for()
    page = visit(f"/#{link}", "desk")
    key(page, "1f").wait_for(state="hidden")
    key(page, "1m").wait_for()
    page.goto(page.url.split("#")[0] + f"#{to_link(Win.parse('123m 1f'), 'no-flowers-game')}")
    key(page, "1f").wait_for()  # so that it can be taken away


@pytest.mark.parametrize("size", SIZES)
def test_a_hand_by_taps_is_worth_what_the_library_says(visit: Visit, size: str) -> None:
    page = visit("/", size)
    if size == "desk":
        page.get_by_role("radio", name="南位").click()
    else:
        page.get_by_role("button", name=re.compile("東圈")).click()
        page.get_by_role("radio", name="南位").click()
        page.get_by_role("button", name="閂").click()
    for tile in ("2m", "2m", "6m", "7m", "8m", "白", "白"):
        key(page, tile).click()
    for tile, seat in (("發", "東"), ("中", "北")):
        page.get_by_role("button", name="碰", exact=True).click()
        key(page, tile).click()
        page.get_by_role("button", name=re.compile(f"^碰.*：.*{tile}")).click()
        page.get_by_role("group", name=re.compile("點處理")).get_by_role("radio", name=seat, exact=True).click()
        page.get_by_role("group", name=re.compile("點處理")).get_by_role("button", name="閂").click()
    if size != "desk":
        page.get_by_role("button", name=re.compile("花牌")).click()
    for tile in ("2f", "6f"):
        key(page, tile).click()
    if size != "desk":
        page.get_by_role("button", name="番子").click()
    page.get_by_role("radiogroup", name="邊家出銃").get_by_role("radio", name="西").click()
    page.get_by_text("叫糊", exact=True).wait_for()
    key(page, "白").click()
    told = score(WIN)
    figure(page).wait_for()
    assert figure(page).get_attribute("aria-label") == f"{told.capped} 番"
    gains = settle(told).payments[told.win.seat]
    page.get_by_text(f"+{money_json(gains)}").first.wait_for()
    for pattern, name in (("big_three_dragons", "大三元"), ("half_flush", "混一色")):
        line = page.get_by_role("button", name=re.compile(f"^{told.patterns[pattern]}.*{name}"))
        comes(line, 1)
    axe(page)


def test_a_hand_by_text_and_its_money(visit: Visit) -> None:
    page = visit("/", "desk", "en")
    box = page.get_by_role("textbox", name="Type the hand")
    box.fill("999m 999p 111s EE 中中 +中<N seat=S round=S")
    told = score("999m 999p 111s EE 中中 +中<N seat=S round=S")
    figure(page).wait_for()
    assert figure(page).get_attribute("aria-label") == f"{told.capped} fan"
    for seat, amount in settle(told).payments.items():
        text = str(money_json(amount)).replace("-", "−")
        row = page.get_by_role("listitem").filter(has_text=re.compile(rf"^{seat.text}\b"))
        assert text.lstrip("+") in row.first.inner_text()
    page.get_by_text(re.compile("The same hand, 3 rulebooks")).wait_for()
    box.fill("12x 456p")
    page.get_by_text(re.compile("has no suit")).first.wait_for()
    assert box.input_value() == "12x 456p"
    axe(page)


@pytest.mark.parametrize("lang", ["yue", "en"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_each_wait_with_its_fan(visit: Visit, lang: str, theme: str) -> None:
    page = visit(f"/#{to_link(Win.parse(READY))}", "phone", lang, theme)
    for wait in look(READY).waits:
        name = say("app.tile.name", tile=wait.tile.text)(lang)
        line = page.get_by_role("listitem").filter(has_text=name).filter(has_text=str(wait.discard.capped))
        line.first.wait_for()
        assert str(wait.self_draw.capped) in line.first.inner_text()
    axe(page)


@pytest.mark.parametrize("size", SIZES)
def test_a_row_of_fourteen_or_seventeen_stays_one_row(visit: Visit, size: str) -> None:
    for line, base in ((WIN, "hk-standard"), (SIXTEEN, "hk-taiwanese")):
        page = visit(f"/#{to_link(Win.parse(line), base)}", size)
        figure(page).wait_for()
        stage = page.get_by_role("region", name="手牌")
        boxes = [each.bounding_box() for each in stage.get_by_role("list").first.get_by_role("listitem").all()]
        assert len(boxes) == len(Win.parse(line).hand.concealed)
        assert len({round(box["y"]) for box in boxes if box}) == 1
        won = stage.get_by_role("button", name=re.compile("^食糊牌")).bounding_box()
        assert won is not None
        assert won["x"] + won["width"] <= SIZES[size][0]
        assert page.evaluate("document.documentElement.scrollWidth") == SIZES[size][0]


def test_keys_are_large_enough_on_the_smallest_phone(visit: Visit) -> None:
    page = visit("/", "phone")
    page.set_viewport_size({"width": 320, "height": 568})
    page.get_by_role("button", name=re.compile("^一萬，")).wait_for()
    wide_enough(page, 44, page.get_by_role("region", name="揀牌").get_by_role("button"))
    last = page.get_by_role("button", name=re.compile("刪走最後")).bounding_box()
    places = page.get_by_role("navigation").bounding_box()
    assert last is not None
    assert places is not None
    assert last["y"] + last["height"] <= places["y"] + 1, "the picker is cut off"


def test_what_cannot_be_tapped_says_why(visit: Visit) -> None:
    page = visit("/")
    for _ in range(4):
        key(page, "1m").click()
    assert key(page, "1m").get_attribute("aria-disabled") == "true"
    key(page, "1m").click(force=True)
    page.get_by_text("四隻都用晒").first.wait_for()
    page.get_by_role("button", name="上", exact=True).click()
    assert key(page, "8p").get_attribute("aria-disabled") == "true"
    assert key(page, "E").get_attribute("aria-disabled") == "true"


def test_a_circumstance_that_cannot_be_tells_its_reason(visit: Visit) -> None:
    page = visit(f"/#{to_link(Win.parse(WIN))}", "desk")
    figure(page).wait_for()
    chip = page.get_by_role("button", name="海底", exact=True)
    assert chip.get_attribute("aria-disabled") == "true"
    chip.click(force=True)
    page.get_by_role("status").filter(has_text="海底").first.wait_for()
    closed = "123m 456m 789m 23p 55s +4p<E 2f seat=S round=E"
    page = visit(f"/#{to_link(Win.parse(closed))}", "desk")
    figure(page).wait_for()
    page.get_by_role("button", name="天糊").click()
    page.get_by_text("天糊一定係莊家自摸").wait_for()
    assert page.get_by_role("radio", name="東位").get_attribute("aria-checked") == "true"
    page.get_by_role("button", name="還原").last.click()
    assert page.get_by_role("radio", name="南位").get_attribute("aria-checked") == "true"


def test_the_language_changes_at_once(visit: Visit) -> None:
    page = visit(f"/#{to_link(Win.parse(WIN))}", "phone")
    page.get_by_text("大三元").first.wait_for()
    page.get_by_role("button", name="轉英文").click()
    page.get_by_text("Big three dragons").first.wait_for()
    assert page.locator("html").get_attribute("lang") == "en-HK"
    page.get_by_role("button", name="Switch to Chinese").click()
    page.get_by_text("大三元").first.wait_for()
    assert page.locator("html").get_attribute("lang") == "zh-Hant-HK"


def test_a_link_is_shared_and_opens_again(visit: Visit) -> None:
    page = visit(f"/#{to_link(Win.parse(WIN))}", "phone")
    figure(page).wait_for()
    page.get_by_role("button", name="分享").click()
    link = page.get_by_role("textbox", name="呢副牌嘅連結")
    link.wait_for()
    page.wait_for_function("() => document.querySelector('dialog[open] input').value.includes('#1s-')")
    address = link.input_value()
    assert address.endswith("/#" + to_link(Win.parse(WIN)))
    page.get_by_role("img", name="掃呢個碼開返呢副牌").wait_for()
    axe(page)
    other = visit("/" + address.partition("/#")[1].lstrip("/") + address.partition("/#")[2], "phone", "en")
    figure(other).wait_for()
    assert figure(other).get_attribute("aria-label") == "13 fan"
    with page.expect_download() as saved:
        page.get_by_role("button", name="整張圖").click()
    picture = saved.value.path().read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])) == (1080, 1350)


def test_the_keyboard_alone_is_enough(visit: Visit) -> None:
    page = visit("/", "desk", "en")
    page.get_by_role("button", name=re.compile("^1 character,")).wait_for()
    page.keyboard.type("123m456m789m23p55s")
    page.get_by_text("Ready", exact=True).wait_for()
    page.keyboard.press("w")
    page.keyboard.type("4p")
    figure(page).wait_for()
    told = score("123m 456m 789m 23p 55s +4p")
    assert figure(page).get_attribute("aria-label") == f"{told.capped} fan"
    page.keyboard.press("Control+z")
    page.get_by_text("Ready", exact=True).wait_for()
    page.keyboard.press("Control+Shift+z")
    figure(page).wait_for()
    page.keyboard.press("Backspace")
    page.get_by_text("Ready", exact=True).wait_for()
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    first = page.get_by_role("button", name=re.compile("^1 character,"))
    first.focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("2 characters")


def test_why_not_and_earlier_hands(visit: Visit) -> None:
    page = visit(f"/#{to_link(Win.parse(WIN))}", "phone")
    figure(page).wait_for()
    page.get_by_role("searchbox", name=re.compile("搵番種")).fill("deoi deoi")
    page.get_by_role("button", name="對對糊").click()
    page.get_by_text("✗").first.wait_for()
    page.reload()
    page.get_by_role("button", name="選單").click()
    page.get_by_role("button", name="計過嘅牌").click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("13 番")).first.click()
    figure(page).wait_for()
    assert figure(page).get_attribute("aria-label") == "13 番"


def test_every_state_of_the_result(visit: Visit) -> None:
    page = visit("/", "desk")
    box = page.get_by_role("textbox", name="打字輸入")
    states = {
        "123m": "砌緊",
        "123m 456p 78s 5z": "差 5 隻",
        "123m 456m 789m 23p 55s": "叫糊",
        "123m 456m 789m 23p 55s +9s": "未成糊",
        "123m 456m 789m 23p 55s +4p": "食得",
        "1111m 1m": "冇可能嘅牌",
    }
    for line, words in states.items():
        box.fill(line)
        page.get_by_text(re.compile(f"^{words}|{words}")).first.wait_for()
        axe(page)


def test_the_hand_under_every_rulebook(visit: Visit) -> None:
    page = visit(f"/#{to_link(Win.parse(WIN))}", "desk")
    figure(page).wait_for()
    page.get_by_role("link", name="逐項比較").first.click()
    page.get_by_role("table").wait_for()
    total = page.get_by_role("row").filter(has_text="總數").inner_text()
    for rules in ("hk-standard", "hk-common", "hk-classic"):
        assert str(score(WIN, rules).capped) in total
    page.get_by_role("button", name="大三元").click()
    page.get_by_text(re.compile("中、發、白|大三元")).first.wait_for()
    axe(page)


def test_score_judges_without_a_network(visit: Visit) -> None:
    page = visit(
        f"/#{to_link(Win.parse(WIN))}",
        "phone",
        worker=True,
        allowed=("ERR_INTERNET_DISCONNECTED", "Failed to load resource"),
    )
    figure(page).wait_for()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function(
        "() => caches.keys().then(async names => { for (const n of names) { const keys = await (await caches.open(n)).keys(); if (keys.some(k => k.url.includes('kernel.wasm'))) return true; } return false; })"
    )
    page.context.set_offline(True)
    page.reload()
    page.get_by_role("button", name="選單").click()
    page.get_by_role("button", name="計過嘅牌").click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("13 番")).first.click()
    page.get_by_text("冇網，用呢部機計。").wait_for()
    assert figure(page).get_attribute("aria-label") == "13 番"
    page.get_by_text("+384").first.wait_for()
    page.get_by_role("button", name="改牌").click()
    key(page, "2m").click()
    page.wait_for_function("() => document.querySelector('[role=img][aria-label=\"10 番\"]') !== null")
    page.get_by_role("button", name="情況").click()
    chip = page.get_by_role("button", name="海底", exact=True)
    assert chip.get_attribute("aria-disabled") == "true"
    chip.click(force=True)
    page.get_by_role("status").filter(has_text="海底").first.wait_for()
    axe(page)


def test_over_plain_http_everything_but_installing_works(visit: Visit) -> None:
    page = visit(f"/#{to_link(Win.parse(WIN))}", "phone", host="sikwu.test")
    figure(page).wait_for()
    assert page.evaluate("isSecureContext") is False
    page.get_by_role("button", name="分享").click()
    page.get_by_role("button", name="抄低").click()
    page.get_by_text("呢個網頁冇得自動抄").wait_for()
    page.goto(page.url.split("/#")[0].rstrip("/") + "/settings")
    page.get_by_text("而家行緊普通 http").wait_for()
    axe(page)


@pytest.mark.parametrize("lang", ["yue", "zh", "en"])
def test_settings(visit: Visit, lang: str) -> None:
    page = visit("/settings", "phone", lang)
    page.get_by_role("radio", name={"yue": "暗", "zh": "深色", "en": "Dark"}[lang]).click()
    assert "dark" in (page.locator("html").get_attribute("class") or "")
    page.get_by_role("radio", name={"yue": "加大數字", "zh": "加大數字", "en": "Large index"}[lang]).click()
    axe(page)
    page.reload()
    assert "dark" in (page.locator("html").get_attribute("class") or "")


def test_the_bar_makes_room_while_one_writes(visit: Visit) -> None:
    page = visit("/", "phone")
    places = page.get_by_role("navigation", name="去邊度")
    places.wait_for()
    page.get_by_role("button", name="打字輸入").click()
    box = page.get_by_role("textbox")
    box.fill("123m")
    places.wait_for(state="hidden")
    foot = page.evaluate("innerHeight - document.querySelector('[aria-label=\"揀牌\"]').getBoundingClientRect().bottom")
    assert foot < 2  # the keys stand where the bar was
    key(page, "4m").click()  # the tap that ends the writing is heard
    places.wait_for()
    page.get_by_role("button", name=re.compile("四萬")).first.wait_for()
    assert "4m" in box.input_value()
    desk = visit("/", "desk")
    desk.get_by_role("textbox").first.fill("123m")
    desk.get_by_role("navigation", name="去邊度").wait_for()
