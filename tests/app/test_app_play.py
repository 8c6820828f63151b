"""Live tables in a real browser: a game at once, with friends, through reloads, lost networks and a killed server."""

from __future__ import annotations

import json
import os
import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import app_browser
import server_process
from app_browser import BUILT, HURRY, Launched, Visit, axe, comes, looks, served, visiting
from app_scripts import LONG
from app_scripts import claims as claims
from app_tables import claim, joined, link, menu, no_clock, opened, plays, quick, seats, stands_before_a_claim, table
from figures import told
from patience import until
from server_process import free_port, started, table_limits
from sikwu.bots.bots import Bots

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

WAITING_ACTS = """() => new Promise((done) => {
  const asked = indexedDB.open('sikwu');
  asked.onsuccess = () => {
    const count = asked.result.transaction('acts').objectStore('acts').count();
    count.onsuccess = () => { asked.result.close(); done(count.result); };
  };
})"""
"""Acts on a phone that wait for their reply."""
LOST = ("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "WebSocket", "Failed to load resource")


def hand(page: Page) -> int:
    """Tiles in the player's hand."""
    return table(page).get_by_role("list", name=re.compile("手牌")).first.get_by_role("listitem").count()


def version(page: Page) -> int:
    """Discards on the table: what everybody sees grows with them."""
    return page.locator(".box.river li").count()


# --- a game at once


def test_two_taps_from_a_fresh_visit_to_a_game(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("navigation").get_by_role("link", name="開枱").wait_for()
    begun = time.monotonic()
    page.get_by_role("navigation").get_by_role("link", name="開枱").click()
    page.get_by_role("button", name="即刻玩").click()
    table(page).get_by_role("list", name=re.compile("手牌")).first.wait_for()
    told("app.play.quick", round((time.monotonic() - begun) * 1000), "ms", "two taps to a hand; budget 5000")
    assert hand(page) in (13, 14)
    comes(page.get_by_text("機", exact=True), 3)
    # A player who goes away finds the table again.
    page.get_by_role("link", name="返去").click()
    page.get_by_role("list", name="我嘅枱").get_by_role("link").click()
    table(page).first.wait_for()


def test_a_deal_to_its_end_its_proof_and_its_replay(visit: Visit) -> None:
    page = quick(visit)
    menu(page, "暫停")  # after this deal, so that its result stands
    plays(page)
    page.get_by_role("status").get_by_text("暫停緊").wait_for()
    comes(page.get_by_role("row"), 5)
    axe(page)
    page.get_by_role("button", name="自己驗").click()
    page.get_by_role("status").get_by_text("驗得到嘅都啱").wait_for()
    page.get_by_text("第 1 鋪：副牆同承諾嘅一樣").wait_for()
    page.get_by_role("dialog").get_by_role("button", name="閂").click()
    page.get_by_role("button", name="睇返張枱").click()
    table(page).first.wait_for()
    page.get_by_role("button", name="呢鋪點計").click()
    page.get_by_role("link", name="睇返呢鋪").click()
    page.get_by_role("slider").wait_for()
    assert "#1." in page.url
    page.go_back()
    page.get_by_role("button", name="繼續打").click()
    page.get_by_text(re.compile("第 2 鋪")).first.wait_for()


def test_the_end_of_a_match_and_once_more(visit: Visit) -> None:
    page = quick(visit)
    menu(page, "打完呢鋪收場")
    plays(page)
    page.get_by_role("button", name="再嚟").wait_for()
    comes(page.get_by_role("list", name="名次").get_by_role("listitem"), 4)
    axe(page)
    first = page.url
    page.get_by_role("link", name="牌譜").click()
    page.get_by_role("slider").wait_for()
    page.go_back()
    page.get_by_role("button", name="入數簿").click()
    page.wait_for_url(re.compile("/books/"))
    page.get_by_role("region", name="枱面").wait_for()
    page.goto(first)
    page.get_by_role("button", name="再嚟").click()
    table(page).get_by_role("list", name=re.compile("手牌")).first.wait_for()
    assert page.url != first
    page.goto(page.url.split("/play/")[0] + "/play")
    page.get_by_role("list", name="最近打完嘅").get_by_role("link").wait_for()


# --- with friends


def test_a_round_of_two_people_two_bots_and_a_watcher(visit: Visit) -> None:
    rules = {"base": "hk-standard", "options": {"dealer.on_draw": "pass"}}  # else drawn deals make a round longer
    host = opened(visit, "阿明", kept={"rules": rules})
    start = host.get_by_role("button", name=re.compile("^開始"))
    assert "爭 3 位" in start.inner_text()
    start.click(force=True)  # it is dim, and says why
    host.get_by_role("status").get_by_text("爭 3 位").wait_for()
    axe(host)
    way = link(host)
    guest = joined(visit, way, "Karen")
    host.get_by_label("機嘅級數", exact=True).select_option("quick")
    for left in (1, 0):
        host.get_by_role("button", name="加機").first.click()
        comes(host.get_by_role("button", name="加機"), left)
    watcher = joined(visit, way, "Wing", "淨係睇")
    seats(guest).get_by_text("Karen").wait_for()
    assert guest.get_by_role("button", name=re.compile("^開始")).get_attribute("aria-disabled") == "true"
    start.click()
    for page in (host, guest, watcher):
        table(page).first.wait_for()
    assert hand(host) >= 13
    assert hand(guest) >= 13
    assert watcher.get_by_role("list", name=re.compile("手牌")).count() == 0
    for page in (host, guest):
        plays(page)
    for page in (host, guest, watcher):
        page.get_by_role("list", name="名次").wait_for()
    ranked = [page.get_by_role("list", name="名次").inner_text() for page in (host, guest, watcher)]
    assert len(set(ranked)) == 1
    assert "Karen" in ranked[0]
    host.get_by_role("button", name="再嚟").click()
    guest.get_by_text("想再嚟：阿明").wait_for()
    guest.get_by_role("button", name="再嚟").click()
    for page in (host, guest):
        seats(page).get_by_text("Karen").wait_for()


def test_four_letters_ask_the_host(visit: Visit) -> None:
    host = opened(visit, "阿明")
    code = host.get_by_label(re.compile("^枱號")).inner_text()
    guest = visit("/play/join")
    guest.get_by_label("你叫咩名？").fill("Karen")
    guest.get_by_label("四個字母嘅枱號").fill(code)
    guest.get_by_role("button", name="問枱主").click()
    guest.get_by_text("等枱主畀你入").wait_for()
    asks = host.get_by_role("region", name="Karen 想坐低")
    asks.get_by_role("button", name="畀入").click()
    guest.wait_for_url(re.compile("/play/t"))
    seats(host).get_by_text("Karen").wait_for()
    other = visit(f"/join/{code}", kept={"books.me": "Wing"}, allowed=("404",))
    other.get_by_role("button", name="問佢畀唔畀入").click()
    host.get_by_role("region", name="Wing 想坐低").get_by_role("button", name="唔畀").click()
    other.get_by_text("枱主冇畀你入").wait_for()


def bulb(page: Page, name: str) -> Locator:
    """The plate of a player who has hints on."""
    return page.get_by_role("img", name=re.compile(f"{name}，.*睇緊提示"))


def switch(page: Page, name: str) -> None:
    """Turns a switch of the table's menu, and closes it."""
    page.get_by_role("button", name="枱面選單").click()
    page.get_by_role("switch", name=name).click()
    page.get_by_role("dialog").get_by_role("button", name="閂").click()


def test_everybody_sees_who_has_hints_on_and_the_host_may_forbid_them(visit: Visit) -> None:
    host = opened(visit, "阿明")
    way = link(host)
    guest = joined(visit, way, "Karen")
    watcher = joined(visit, way, "Wing", "淨係睇")
    for left in (1, 0):
        host.get_by_role("button", name="加機").first.click()
        comes(host.get_by_role("button", name="加機"), left)
    host.get_by_role("button", name=re.compile("^開始")).click()
    for page in (host, guest, watcher):
        table(page).first.wait_for()
    comes(watcher.get_by_role("button", name="提示"), 0)  # who only watches has none
    guest.get_by_role("button", name="提示").click()
    for page in (host, guest, watcher):
        bulb(page, "Karen").wait_for()
        comes(bulb(page, "阿明"), 0)
    guest.reload()
    bulb(guest, "Karen").wait_for()
    switch(host, "畀用提示")
    for page in (host, guest, watcher):
        comes(bulb(page, "Karen"), 0)
        comes(page.get_by_role("button", name="提示"), 0)
    switch(host, "畀用提示")
    guest.get_by_role("button", name="提示").wait_for()


@pytest.mark.parametrize("size", ["phone", "landscape", "desk"])
def test_a_big_screen_has_the_whole_table(visit: Visit, size: str) -> None:
    host = opened(visit, "阿明")
    watcher = joined(visit, link(host), "Wing", "淨係睇", size=size)
    for left in (2, 1, 0):
        host.get_by_role("button", name="加機").first.click()
        comes(host.get_by_role("button", name="加機"), left)
    host.get_by_role("button", name=re.compile("^開始")).click()
    table(watcher).first.wait_for()
    watcher.get_by_role("button", name="大畫面").click()
    whole = watcher.viewport_size
    assert whole
    until(lambda: (table(watcher).bounding_box() or {"height": 0})["height"] >= whole["height"] - 1)
    box = table(watcher).bounding_box()
    assert box
    assert box["width"] >= whole["width"] - 1
    comes(watcher.get_by_role("list", name="座位").get_by_role("listitem"), 4)


def test_a_watcher_may_be_shut_out_and_a_seat_is_left_only_when_sure(visit: Visit) -> None:
    host = opened(visit, "阿明")
    watcher = joined(visit, link(host), "Wing", "淨係睇")
    for left in (2, 1, 0):
        host.get_by_role("button", name="加機").first.click()
        comes(host.get_by_role("button", name="加機"), left)
    host.get_by_role("button", name=re.compile("^開始")).click()
    table(watcher).first.wait_for()
    host.get_by_role("button", name="枱面選單").click()
    host.get_by_text("1 個人睇緊：Wing").wait_for()
    host.get_by_role("switch", name="畀人睇").click()
    watcher.get_by_text("張枱冇咗，或者唔畀人睇喇").wait_for()
    host.get_by_role("button", name="離座").click()
    host.get_by_role("button", name="繼續打").click()
    host.get_by_role("button", name="離座").click()
    host.get_by_role("button", name="走", exact=True).click()
    host.get_by_role("button", name="即刻玩").wait_for()


# --- what may go wrong


@pytest.mark.usefixtures("claims")
def test_a_reload_in_the_middle_of_a_claim_window(visit: Visit) -> None:
    page = quick(visit)
    stands_before_a_claim(page)
    offered = [key.get_attribute("aria-label") for key in page.locator(".box.bar button.key").all()]
    before = version(page)
    page.reload()
    claim(page).first.wait_for()
    assert [key.get_attribute("aria-label") for key in page.locator(".box.bar button.key").all()] == offered
    assert version(page) == before
    melds = table(page).get_by_role("list", name=re.compile("^我 枱面")).get_by_role("listitem").count()
    claim(page).first.click()
    until(lambda: not claim(page).count() or page.evaluate(WAITING_ACTS) > 0)  # done, or kept on the phone
    page.reload()
    comes(table(page).get_by_role("list", name=re.compile("^我 枱面")).get_by_role("listitem"), melds + 1)


class Swallowing:
    """Between a page and its table: swallows acts on their way to the server."""

    def __init__(self, page: Page) -> None:
        self.acts: list[dict[str, Any]] = []
        self.left = 0
        page.route_web_socket(re.compile("/ws/tables/"), self._between)

    def _between(self, socket: Any) -> None:
        server = socket.connect_to_server()

        def up(text: str) -> None:
            if (frame := json.loads(text))["type"] == "act":
                self.acts.append(frame)
                self.left -= 1
                if self.left >= 0:
                    return
            server.send(text)

        socket.on_message(up)


def test_an_act_that_was_lost_is_sent_again_with_its_id(visit: Visit) -> None:
    page = visit("/play")
    between = Swallowing(page)
    page.get_by_role("button", name="即刻玩").click()
    table(page).first.wait_for()
    stands_before_a_claim(page)
    between.left, before = 1, len(between.acts)
    claim(page).first.click()
    claim(page).first.wait_for(state="detached")
    lost, again = between.acts[before : before + 2]
    assert lost == again


def test_an_act_that_waits_survives_a_reload(visit: Visit) -> None:
    page = visit("/play", allowed=("CLOSING or CLOSED",))  # the stand-in for sockets complains when a page goes
    between = Swallowing(page)
    page.get_by_role("button", name="即刻玩").click()
    table(page).first.wait_for()
    stands_before_a_claim(page)
    between.left, before = 1000, len(between.acts)
    claim(page).first.click()
    until(lambda: page.evaluate(WAITING_ACTS) == 1)
    between.left = 0
    page.reload()
    claim(page).first.wait_for(state="detached")
    assert len({each["id"] for each in between.acts[before:]}) == 1
    until(lambda: page.evaluate(WAITING_ACTS) == 0)


def test_the_network_is_lost_and_comes_back(visit: Visit) -> None:
    page = quick(visit, allowed=LOST)
    stands_before_a_claim(page)
    page.context.set_offline(True)
    page.get_by_role("status").get_by_text("連返緊").wait_for()
    assert hand(page) >= 4  # the hand stays
    page.context.set_offline(False)
    page.get_by_role("status").get_by_text("連返緊").wait_for(state="detached")
    claim(page).first.click()
    claim(page).first.wait_for(state="detached")


def test_a_second_page_takes_the_seat_and_the_first_takes_it_back(visit: Visit) -> None:
    page = quick(visit)
    no_clock(page)
    second = page.context.new_page()
    second.goto(page.url)
    table(second).first.wait_for()
    page.get_by_role("alert").get_by_text("呢個位喺第二部機開咗").wait_for()
    page.get_by_role("button", name="攞返嚟").click()
    second.get_by_role("alert").get_by_text("呢個位喺第二部機開咗").wait_for()
    page.get_by_role("alert").wait_for(state="detached")


@pytest.mark.usefixtures("claims")
def test_a_bot_takes_over_and_gives_back(browser: Launched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The match goes on slowly meanwhile: it must not be over before a busy machine has the page back."""
    monkeypatch.setattr("sikwu.live.absence.STAND_IN", 300)
    monkeypatch.setattr(app_browser, "HURRY", 4)
    played, own = set[int](), list[Bots]()
    ask, begin = Bots.ask, Bots.__init__

    def made(bots: Bots, *args: Any, **options: Any) -> None:
        own.append(bots)
        begin(bots, *args, **options)

    monkeypatch.setattr(Bots, "__init__", made)  # tables of other tests go on at their server

    async def noted(bots: Bots, asked: Any, left: float) -> Any:
        if bots in own and asked.view.at == "turn":
            played.add(asked.place)
        return await ask(bots, asked, left)

    with served(BUILT, tmp_path) as address, visiting(address, browser) as visit:
        page = quick(visit, allowed=LOST)
        stands_before_a_claim(page)
        monkeypatch.setattr(Bots, "ask", noted)
        page.context.set_offline(True)
        until(lambda: len(played) == 4)  # the person's place too
        monkeypatch.setattr("sikwu.live.absence.STAND_IN", LONG)  # no bot comes back while the page connects
        page.context.set_offline(False)
        page.get_by_text(re.compile(r"機幫你打咗 \d+ 手")).wait_for()
        page.get_by_role("button", name="知道").click()
        comes(page.get_by_text(re.compile(r"機幫你打咗 \d+ 手")), 0)


def test_the_server_is_killed_and_started_again(browser: Launched, tmp_path: Path) -> None:
    port, limits = free_port(), table_limits(tmp_path, HURRY)
    words = [
        str(Path(server_process.__file__).parent / "given_server.py"),
        "serve",
        "--app",
        str(BUILT),
        "--port",
        str(port),
    ]
    words += ["--database", str(tmp_path / "b.db"), "--limits", str(limits)]
    given = {"PYTHONPATH": os.pathsep.join(sys.path)}
    server = started(words, port, **given)
    try:
        with visiting(f"http://127.0.0.1:{port}", browser) as visit:
            page = quick(visit, allowed=LOST)
            stands_before_a_claim(page)
            before = version(page)
            server.kill()
            server.wait()
            page.get_by_role("status").get_by_text("連返緊").wait_for()
            server = started(words, port, **given)
            page.get_by_role("status").get_by_text("連返緊").wait_for(state="detached")
            claim(page).first.wait_for()
            comes(page.locator(".box.river li"), before)
            claim(page).first.click()
            claim(page).first.wait_for(state="detached")
    finally:
        server.kill()
        server.wait()


# --- looks


SCROLLED = """() => [...document.querySelectorAll('button, a[href], input, select')].filter((each) => {
  if (!each.checkVisibility() || each.getAttribute('href')?.startsWith('#')) return false;
  each.scrollIntoView({ block: 'center' });
  const { x, y, width, height } = each.getBoundingClientRect();
  const at = document.elementFromPoint(x + width / 2, y + height / 2);
  const own = at && (each.contains(at) || (at.contains(each) && !at.matches('html, body, main, nav')));
  return !own || x < -0.5 || x + width > innerWidth + 0.5;
}).map((each) => each.ariaLabel || each.textContent || each.outerHTML.slice(0, 80))"""
"""Controls that cannot be reached by scrolling: something covers them, or they stick out at a side."""
SCREENS = ((390, 844), (320, 568), (844, 390), (820, 1180), (1280, 800))


@pytest.mark.parametrize("lang", ["yue", "zh", "en"])
def test_every_control_of_the_lobby_can_be_reached(visit: Visit, lang: str) -> None:
    """And of a new table, of joining and of a table that waits, at every size."""
    page = visit("/play", "phone", lang)
    for path in ("/play", "/play/new", "/play/join", ""):
        if path:
            page.goto(page.url.split("/play")[0] + path)
            page.locator("button.quick").or_(page.locator("main input").first).wait_for()
        else:
            page.goto(page.url.split("/play")[0] + "/play/new")
            page.locator("main input").first.fill("Karen")
            page.locator("main button.primary").last.click()
            page.locator(".seats li").first.wait_for()
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(100)
            assert page.evaluate(SCROLLED) == [], (path, width, height)
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), (path, width, height)


@pytest.mark.parametrize(("lang", "size", "theme"), looks("yue", "zh", "en"))
def test_nothing_serious_for_a_reader(visit: Visit, lang: str, size: str, theme: str) -> None:
    page = visit("/play", size, lang, theme)
    page.locator("button.quick").wait_for()
    axe(page)
    for path in ("/play/new", "/play/join"):
        page.goto(page.url.split("/play")[0] + path)
        page.get_by_role("textbox").first.wait_for()
        axe(page)
    page.goto(page.url.split("/play")[0] + "/play")
    page.locator("button.quick").click()
    page.locator("section.table").first.wait_for()
    axe(page)
    page.locator(".bar button.round").last.click()
    page.get_by_role("dialog").wait_for()
    axe(page)
