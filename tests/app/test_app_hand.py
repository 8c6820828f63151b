"""One hand on the Score page: what is shown and where, what is saved, and how people arrive and leave."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from app_browser import Visit, axe, comes
from sikwu import Win, score
from sikwu.links import to_link
from sikwu.money.amount import money_json
from sikwu.money.settlement import settle
from sikwu.rules.presets import DOCUMENTS, names
from sikwu.texts.tables import LANGUAGES, table

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

WIN = "22678m 白白 (發發發<E) (中中中<N) +白<W 26f seat=S round=E"
READY = "/#1s-h22678m55z-p666zE-p777zN-SE-f26"
CLOSED = "123m 456m 789m 23p 55s +4p<E 2f seat=S round=E"
LIABLE = "2678m (發發發<E) (中中中<W) (白白白<W) +2m seat=S round=E 26f"


def at(line: str, rules: str = "hk-standard") -> str:
    return f"/#{to_link(Win.parse(line), rules)}"


def key(page: Page, tile: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{tile}，"))


def figure(page: Page) -> Locator:
    return page.get_by_role("img", name=re.compile(r"^\d+ (番|fan)$"))


def books(page: Page) -> dict[str, str]:
    """The same hand under each rulebook, by its name."""
    cards = page.get_by_role("heading", name=re.compile("同一副牌")).locator("xpath=following-sibling::ul[1]/li")
    return {(told := each.inner_text().split("\n"))[0]: " ".join(told[1:]) for each in cards.all()}


def test_the_comparison_follows_the_hand(visit: Visit) -> None:
    page = visit(READY)
    key(page, "白").click()  # complete first, and who discarded afterwards: the order of a table
    page.get_by_text("未講邊個出銃：淨係比番數").wait_for()
    rules = {"清章": "hk-standard", "常用": "hk-common", "舊版": "hk-classic"}
    for name, told in books(page).items():
        assert told == f"{score(WIN, rules[name]).capped} 番", "fan, and no money while nobody is said to pay"
    page.get_by_role("radiogroup", name="邊家出銃").get_by_role("radio", name="西").click()
    page.get_by_text("未講邊個出銃：淨係比番數").wait_for(state="detached")
    page.wait_for_function("() => !document.querySelector('.books.old')")
    for name, told in books(page).items():
        own = score(WIN, rules[name])
        assert told.startswith(f"{own.capped} 番")
        assert f"+{money_json(settle(own).payments[own.win.seat])}" in told
    page.get_by_role("radio", name="自摸").click()
    drawn = WIN.replace("<W 26f", " 26f")
    page.wait_for_function(
        "(sum) => [...document.querySelectorAll('.books li')].some((each) => each.innerText.includes(sum))",
        arg=f"+{money_json(settle(score(drawn, 'hk-common')).payments[Win.parse(drawn).seat])}",
    )


def test_what_is_told_while_a_sheet_is_open_is_seen_and_heard(visit: Visit) -> None:
    page = visit(at(WIN), host="sikwu.test")  # over plain http, where a page cannot copy
    figure(page).wait_for()
    page.get_by_role("button", name="分享").click()
    page.get_by_role("button", name="抄低").click()
    told = page.get_by_text("呢個網頁冇得自動抄")
    told.wait_for()
    assert told.evaluate("(each) => each.closest(':popover-open') !== null && each.closest('dialog[open]') !== null")
    page.get_by_role("button", name="閂").click()
    assert told.evaluate("(each) => each.closest(':popover-open') !== null"), "it stays when the sheet goes"
    page = visit(at(CLOSED))
    figure(page).wait_for()
    page.get_by_role("button", name="改牌").click()
    page.get_by_role("button", name="情況").click()
    page.get_by_role("button", name="天糊", exact=True).click()
    page.get_by_text("天糊一定係莊家自摸").wait_for()
    page.get_by_role("status").get_by_role("button", name="還原").click()  # a page under a sheet takes no tap
    page.get_by_role("button", name="閂").click()
    page.get_by_role("button", name=re.compile("南位")).wait_for()


OVER = """() => {
  const toast = document.querySelector(':popover-open').getBoundingClientRect();
  const controls = [...document.querySelectorAll('button, a[href], input, select, [role=switch]')].filter((each) => !each.closest(':popover-open'));
  return controls.filter((each) => {
    const box = each.getBoundingClientRect();
    return box.width && box.left < toast.right && box.right > toast.left && box.top < toast.bottom && box.bottom > toast.top;
  }).map((each) => each.innerText || each.ariaLabel);
}"""
"""The elements that a toast covers."""


def test_a_toast_lies_on_no_key(visit: Visit) -> None:
    page = visit(at(WIN))
    figure(page).wait_for()
    page.get_by_role("button", name="新一副").click()
    key(page, "白").click()  # at once: nothing covers it, and its message has no undo
    page.get_by_role("list", name="手牌，1 隻").wait_for()
    assert page.locator(":popover-open").count() == 0
    page.get_by_role("button", name="還原").click()
    page.get_by_role("button", name="還原").click()
    figure(page).wait_for()
    for size in ("phone", "small"):
        page = visit("/books/new", size)
        page.get_by_role("link", name=re.compile("^清章")).click()
        page.get_by_role("button", name=re.compile("^港台")).click()
        page.get_by_text("而家由港台開始").wait_for()
        page.wait_for_timeout(400)
        assert page.evaluate(OVER) == []
        page.go_back()
        page.get_by_text("開簿", exact=True).wait_for()
        page.wait_for_timeout(400)
        assert "開簿" not in page.evaluate(OVER)
        page.get_by_role("button", name="開簿").click(force=True)  # it is dim while names are missing, and says so
        page.get_by_role("alert").wait_for()  # it was the button that was tapped
        comes(page.get_by_role("link", name=re.compile("^港台")), 1)


def test_the_heavenly_hand_is_refused_in_words_and_gives_back_what_it_changed(visit: Visit) -> None:
    page = visit(at(WIN), "desk")
    figure(page).wait_for()
    page.get_by_role("button", name="天糊", exact=True).click()
    told = page.get_by_role("status").filter(has_text="落地牌")
    told.first.wait_for()
    assert not re.search("[a-z_]{4,}", told.first.inner_text())
    assert page.get_by_role("radio", name="南位").get_attribute("aria-checked") == "true"
    page = visit(at(CLOSED), "desk")
    figure(page).wait_for()
    page.get_by_role("button", name="天糊", exact=True).click()
    page.get_by_text("天糊一定係莊家自摸").wait_for()
    assert page.get_by_role("radio", name="東位").get_attribute("aria-checked") == "true"
    page.get_by_role("button", name="天糊", exact=True).click()
    assert page.get_by_role("radio", name="南位").get_attribute("aria-checked") == "true"
    assert page.get_by_role("radio", name="食出銃").get_attribute("aria-checked") == "true"
    discarder = page.get_by_role("radiogroup", name="邊家出銃")
    assert discarder.get_by_role("radio", name="東").get_attribute("aria-checked") == "true"
    page.get_by_text("正花").first.wait_for()


def test_every_rulebook_and_preset_has_a_name_in_three_languages() -> None:
    assert set(DOCUMENTS) < set(names())
    for lang in LANGUAGES:
        words = table(lang)
        called = {id: words.get(f"app.rules.{id}", "") for id in names()}
        assert all(called.values()), {lang: [id for id, name in called.items() if not name]}
        assert len(set(called.values())) == len(called)
        most = 14 if lang == "en" else 7
        assert {id: name for id, name in called.items() if len(name) > most} == {}, "short enough for the bar"
        if lang != "en":
            assert {id for id, name in called.items() if re.search("[A-Za-z]", name)} == set()


@pytest.mark.parametrize(("lang", "name"), [("yue", "半銃制＋1"), ("zh", "半銃制＋1"), ("en", "Half gun + 1")])
def test_a_preset_is_called_by_its_name(visit: Visit, lang: str, name: str) -> None:
    kept = {"rules": {"base": "half-gun-traditional", "options": {"limit.cap_fan": 8}}}
    page = visit("/", "small", lang, kept=kept)
    page.get_by_role("link", name=re.compile(f"^{re.escape(name)}")).wait_for()
    page.evaluate("location.hash = '1phalf_gun_traditional-h22678m55z-p666zE-p777zN-w5zW-SE-f26'")
    figure(page).wait_for()
    page.get_by_role("heading", name=re.compile("rulebooks|本例|本規則")).wait_for()
    assert "half-gun" not in page.locator("body").inner_text()


@pytest.mark.parametrize("lang", ["yue", "en"])
def test_reasons_are_whole_sentences(visit: Visit, lang: str) -> None:
    for line in ("123m 456m 789m 23p 55s +4p<E seat=S round=E", "EEE 234m 456m 789p 5s +5s<W 2f seat=S round=E", WIN):
        page = visit(at(line), "phone", lang)
        figure(page).wait_for()
        for each in page.locator(".says").all():
            told = each.inner_text().strip()
            assert told
            assert told[-1] not in "；;，,：:", told


def test_a_hand_survives_a_reload(visit: Visit) -> None:
    line = "2678m (發發發<E) (中中中<W) [白白白白] 26f seat=S round=W last_tile"
    page = visit(f"/#{to_link(Win.parse(line + ' +2m'))}", "desk")
    figure(page).wait_for()
    box = page.get_by_role("textbox", name="打字輸入")
    before = box.input_value()
    page.wait_for_timeout(150)
    page.reload()
    figure(page).wait_for()
    assert box.input_value() == before
    assert page.get_by_role("radio", name="西圈").get_attribute("aria-checked") == "true"
    assert page.get_by_role("button", name="海底", exact=True).get_attribute("aria-pressed") == "true"
    broken: list[Any] = [{"concealed": ["x"]}, [], "E", {"concealed": [], "melds": [{"kind": "chow", "tile": "E"}]}]
    for kept in broken:  # stored data of another program are not a hand
        other = visit("/", "desk", kept={"hand": kept})
        other.get_by_text("撳牌，或者打字").wait_for()


def test_earlier_hands_are_kept_once_and_whole(visit: Visit) -> None:
    page = visit(at(WIN))
    figure(page).wait_for()
    for seat in ("東", "北", "西"):
        page.get_by_role("radiogroup", name="邊家出銃").get_by_role("radio", name=seat).click()
        page.get_by_text(f"食{seat}家出銃").first.wait_for()
    page.get_by_role("button", name="選單").click()
    page.get_by_role("button", name="計過嘅牌").click()
    kept = page.get_by_role("dialog").get_by_role("button", name=re.compile("13 番"))
    kept.first.wait_for()
    comes(kept, 1)
    name = kept.get_by_role("img").get_attribute("aria-label") or ""
    assert "夏" in name, "its flowers are there"
    comes(kept.locator(".meld"), 2)
    axe(page)


def test_a_pattern_has_one_name(visit: Visit) -> None:
    page = visit("/#1s-h123m456m789m23p55s-WE-f3")
    page.get_by_text(re.compile("平糊 1")).first.wait_for()
    assert "小平胡" not in page.locator("main").inner_text()
    page = visit("/#1s-h19m19p19s1234567z-EE-f2")
    page.get_by_text(re.compile("十三幺")).first.wait_for()
    assert "十三么" not in page.locator("main").inner_text()


def test_who_pays_stands_first(visit: Visit) -> None:
    page = visit(at(LIABLE))
    figure(page).wait_for()
    head = figure(page).locator("xpath=..").inner_text()
    told = settle(score(LIABLE))
    payer = next(seat for seat, sum in told.payments.items() if sum < 0)
    assert "西包" in head
    assert str(money_json(told.payments[payer])).replace("-", "−") in head
    money = page.get_by_role("listitem").filter(has_text=re.compile("^西 包")).bounding_box()
    lines = page.get_by_role("button", name=re.compile("大三元")).first.bounding_box()
    assert money is not None
    assert lines is not None
    assert money["y"] < lines["y"], "before the lines, without scrolling"
    assert money["y"] + money["height"] < 600
    page.get_by_text("點解", exact=True).click()
    page.get_by_text(re.compile("西 賠 南")).first.wait_for()
    axe(page)


def test_from_a_line_to_its_page_and_back(visit: Visit) -> None:
    for size in ("phone", "desk"):
        page = visit(at(WIN), size)
        figure(page).wait_for()
        line = page.get_by_role("button", name=re.compile("^8.*大三元"))
        line.click()
        page.get_by_role("link", name="睇多啲").click()
        page.get_by_role("heading", name="大三元").first.wait_for()
        assert page.url.endswith("/learn/big_three_dragons")
        page.get_by_role("link", name="返去").click()
        figure(page).wait_for()
        assert figure(page).get_attribute("aria-label") == "13 番"


def test_english_says_fan_and_shows_large_indices(visit: Visit) -> None:
    page = visit(at(WIN), "phone", "en")
    figure(page).wait_for()
    assert "fan" in figure(page).inner_text()
    assert page.locator("use[href$='#fan']").count() == 0
    page.locator("use[href$='#iC']").first.wait_for()
    chosen = visit(at(WIN), "phone", "en", kept={"settings": {"lang": "en", "face": "classic"}})
    figure(chosen).wait_for()
    assert chosen.locator("use[href$='#iC']").count() == 0, "whoever chose has what he chose"
    page = visit(at(WIN), "phone", "yue")
    figure(page).wait_for()
    comes(page.locator("use[href$='#fan']"), 1)
    assert page.locator("use[href$='#iC']").count() == 0


def test_a_phone_on_its_side_shows_hand_answer_and_keys(visit: Visit) -> None:
    page = visit(READY)
    page.set_viewport_size({"width": 844, "height": 390})
    page.get_by_text("叫糊", exact=True).wait_for()

    def whole(each: Locator) -> bool:
        box = each.bounding_box()
        return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= 391 and box["x"] + box["width"] <= 845

    keys = page.get_by_role("region", name="揀牌").get_by_role("button").all()
    assert len(keys) > 40
    assert all(whole(each) for each in keys), "every key without scrolling"
    assert whole(page.get_by_role("listitem").filter(has_text="白").filter(has_text="13").first), "and each wait"
    key(page, "白").click()
    figure(page).wait_for()
    for name in ("大三元", "混一色"):
        assert whole(page.get_by_role("button", name=re.compile(f"^[83].*{name}")).first), name
    assert whole(page.get_by_role("button", name="新一副"))


@pytest.mark.parametrize("lang", ["yue", "zh", "en"])
@pytest.mark.parametrize("width", [320, 360, 375, 390])
def test_undo_keeps_its_place_in_the_row_of_tools(visit: Visit, lang: str, width: int) -> None:
    page = visit(at("123m 456m 789m 23p 55s +4p seat=S round=E last_tile"), "phone", lang)
    page.set_viewport_size({"width": width, "height": 640})
    figure(page).wait_for()
    page.get_by_role("button", name=re.compile("改牌|Edit")).click()
    undo = page.get_by_role("button", name=re.compile("^(還原|復原|Undo)$")).first.bounding_box()
    assert undo is not None
    assert undo["x"] + undo["width"] <= width
    assert undo["width"] >= 43.5


def test_nothing_of_the_last_hand_is_lifted_in_a_new_one(visit: Visit) -> None:
    page = visit(at(WIN))
    figure(page).wait_for()
    page.get_by_role("button", name=re.compile("^碰.*發")).click()
    page.get_by_role("group", name=re.compile("點處理")).wait_for()
    page.get_by_role("button", name="新一副").click()
    page.get_by_role("list", name="手牌，0 隻").wait_for()
    assert page.get_by_role("group", name=re.compile("點處理")).count() == 0
    page.get_by_role("button", name="碰", exact=True).click()
    key(page, "發").click()
    page.get_by_role("button", name=re.compile("^碰.*發")).wait_for()
    assert page.get_by_role("group", name=re.compile("點處理")).count() == 0
    assert page.locator(".picked").count() == 0


def test_no_page_is_a_pixel_too_long(visit: Visit) -> None:
    for path in ("/", "/compare", "/play"):
        page = visit(path)
        page.get_by_role("main").wait_for()
        page.wait_for_timeout(200)
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0, path


def test_english_labels_have_english_commas(visit: Visit) -> None:
    page = visit(READY, "phone", "en")
    page.get_by_text("Ready", exact=True).wait_for()
    names = page.evaluate("[...document.querySelectorAll('[aria-label]')].map((each) => each.ariaLabel)")
    assert any("you can win on it" in each for each in names)
    assert [each for each in names if "，" in each] == []


def test_a_word_that_is_none_is_told_in_words(visit: Visit) -> None:
    page = visit("/", "desk")
    page.get_by_role("textbox", name="打字輸入").fill("123m hello")
    page.get_by_text("睇唔明「hello」").first.wait_for()
    assert "self_draw" not in page.locator("main").inner_text()


def test_a_hand_goes_into_a_book_only_where_one_is_open(visit: Visit) -> None:
    page = visit(at(WIN))
    figure(page).wait_for()
    into = page.get_by_role("button", name="入數簿")
    assert into.get_attribute("aria-disabled") == "true"
    into.click(force=True)
    page.get_by_role("status").filter(has_text="未開數簿").first.wait_for()


def test_the_comparison_in_full(visit: Visit) -> None:
    page = visit(at(WIN))
    figure(page).wait_for()
    page.get_by_role("link", name="逐項比較").first.click()
    page.get_by_role("table").wait_for()
    comes(page.get_by_role("columnheader"), 4)
    assert page.get_by_role("columnheader").all_inner_texts() == ["番種", "清章", "常用", "舊版"]
    page.get_by_text(re.compile("港台、會所.*張數唔同")).wait_for()
    hand = page.get_by_role("img", name=re.compile("夏.*蘭"))
    comes(hand, 1)
    comes(hand.locator(".meld"), 2)
    money = page.get_by_role("row").filter(has_text="邊個賠").inner_text()
    assert "南 +384" in money
    assert "西 −384" in money
    axe(page)
    page = visit(at("123m 456m 789m 23p 55s +4p seat=S round=E"))
    figure(page).wait_for()
    page.goto(page.url.split("#")[0].rstrip("/") + "/compare")
    page.get_by_text(re.compile("3 本例計法一樣")).wait_for()
