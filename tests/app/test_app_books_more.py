"""Rare events in a book on four phones: dead hands, liability, new seats, lost answers, a broken hash chain, the end."""

from __future__ import annotations

import gzip
import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from app_browser import BUILT, SIZES, Visit, axe, comes, looks
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
    seat,
    sent,
    table,
    wheel,
)
from figures import told
from patience import AT_A_SCREEN
from sikwu import ruleset
from sikwu.book import Book
from sikwu.book.events import Redraw, Result
from sikwu.texts import say
from test_app_books import home, library, tab

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

CHUNK = 25_000
"""Bytes, compressed, that the table of a book needs beyond the first screen; its other sides come on demand."""
TOKENS = """() => new Promise((done) => {
  const asked = indexedDB.open('sikwu');
  asked.onsuccess = () => { const all = asked.result.transaction('books').objectStore('books').getAll(); all.onsuccess = () => done(all.result[0]); };
})"""


def extra(page: Page, chip: str, *names: str) -> None:
    """Puts something to the hand that is being entered."""
    page.get_by_role("group", name="仲有咩").get_by_role("button", name=chip, exact=True).click()
    sheet = page.get_by_role("dialog")
    for name in names:
        sheet.get_by_role("button", name=name, exact=True).click()
    sheet.get_by_role("button", name="得", exact=True).click()


def settled(page: Page) -> None:
    """Waits for the preview of the hand."""
    page.get_by_role("list", name="入咗會點").wait_for()


# --- details of a hand


def test_a_dead_hand_and_who_answers_for_a_win(visit: Visit) -> None:
    page = opened(visit)
    book = library()
    seat(page, "Karen").click()
    seat(page, "Karen").click()
    wheel(page, 9)
    extra(page, "相公", "Wing")
    settled(page)
    book_it(page)
    book.record(Result("self_draw", {"Karen": 9}, dead=("Wing",)))
    agree([page], book)
    seat(page, "肥仔").click()
    seat(page, "肥仔").click()
    wheel(page, 8)
    extra(page, "包", "阿明")
    settled(page)
    book_it(page)
    book.record(Result("self_draw", {"肥仔": 8}, liable="阿明"))
    agree([page], book)
    alone = library()
    alone.record(Result("self_draw", {"Karen": 9}, dead=("Wing",)))
    alone.record(Result("self_draw", {"肥仔": 8}))
    assert alone.closing().cash != book.closing().cash  # else nothing was tried
    # The dead may not win: said, and not written.
    seat(page, "Wing").click()
    seat(page, "Karen").click()
    page.get_by_role("group", name="仲有咩").get_by_role("button", name="相公", exact=True).click()
    assert page.get_by_role("dialog").get_by_role("button", name="Wing", exact=True).count() == 0


def test_seats_drawn_anew(visit: Visit) -> None:
    page = opened(visit)
    book = library()
    enter(page, "Karen", "阿明", 6)
    book.record(Result("discard", {"Karen": 6}, "阿明"))
    agree([page], book)
    order = ("Wing", "Karen", "阿明", "肥仔")
    page.get_by_role("button", name="換人").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("radio", name="執過位").click()
    for name in order:
        sheet.get_by_role("group", name="由東位順住撳").get_by_role("button", name=name).click()
    settled(page)
    sheet.get_by_role("button", name="入數").click()
    book.record(Redraw(order))
    agree([page], book)
    assert seat(page, "Wing").inner_text().startswith("東")


def test_for_a_unit_and_kept_by_one(visit: Visit) -> None:
    page = visit("/books/new", kept={"rules": {"base": "hk-taiwanese"}})
    for n, name in enumerate(PLAYERS, 1):
        page.get_by_label(f"玩家 {n}").fill(name)
    page.get_by_label("1 番 = 幾多蚊？").fill("0.5")
    page.get_by_role("switch", name="淨係我入數").click()
    page.get_by_role("button", name="開簿").click()
    table(page).wait_for()
    guest = joined(visit, invitation(page), "阿明")
    half = ruleset("hk-taiwanese").with_options({"score.chips_per_fan": "1/2"})
    book = Book.new("x", PLAYERS, half)
    enter(page, "Karen", "阿明", 11)
    book.record(Result("discard", {"Karen": 11}, "阿明"))
    agree([page, guest], book)
    seat(guest, "Karen").click(force=True)
    guest.get_by_text("呢部機淨係睇得").first.wait_for()
    assert guest.get_by_role("spinbutton").count() == 0
    tab(page, "找數")
    page.get_by_role("list", name="找數").get_by_text("$6").wait_for()
    totals = page.get_by_role("list", name="總數")
    totals.get_by_text("+12 番").wait_for()  # eleven, and one of the dealer's
    assert "+$6" in totals.inner_text()
    assert "−$6" in totals.inner_text()


# --- nothing is lost


def test_an_answer_that_was_lost_can_be_taken_back(visit: Visit) -> None:
    """The entry arrived but its answer was lost: taking it back undoes exactly that entry."""
    page = opened(visit, allowed=GONE)
    book = library()
    enter(page, "Karen", "阿明", 6)
    book.record(Result("discard", {"Karen": 6}, "阿明"))
    agree([page], book)
    reached = []

    def cut(route: Route) -> None:
        reached.append(route.fetch().status)
        route.abort()

    page.route("**/api/v1/books/*/entries", cut)
    page.context.route_web_socket(re.compile("/ws/"), lambda socket: socket.close())
    page.evaluate("dispatchEvent(new Event('offline'))")  # the socket does not tell it either
    seat(page, "肥仔").click()
    seat(page, "Wing").click()
    wheel(page, 7)
    book_it(page)
    page.get_by_text("肥仔 7 番").first.wait_for()
    left = AT_A_SCREEN // 100
    while not reached and left:
        page.wait_for_timeout(100)
        left -= 1
    page.get_by_role("button", name="還原").click()
    page.get_by_text("等還原").wait_for()
    assert reached[0] == 201
    page.unroute_all(behavior="wait")  # a request may be on its way
    page.get_by_text("等還原").wait_for(state="detached")
    book.record(Result("discard", {"肥仔": 7}, "Wing"))
    book.undo()
    agree([page], book)
    tab(page, "記錄")
    log = page.get_by_role("region", name="記錄")
    log.get_by_text("肥仔 7 番").first.wait_for()
    comes(log.get_by_role("listitem"), 4)  # opened, a hand, the hand, its undo


def test_what_never_left_goes_at_once(visit: Visit) -> None:
    page = opened(visit, allowed=GONE)
    page.context.set_offline(True)
    page.get_by_text("離線").wait_for()
    seat(page, "肥仔").click()
    seat(page, "Wing").click()
    wheel(page, 7)
    book_it(page)
    table(page).get_by_text("1 項等緊").wait_for()
    page.get_by_role("button", name="還原").click()
    table(page).get_by_text("1 項等緊").wait_for(state="detached")
    page.context.set_offline(False)
    page.get_by_text(re.compile("部機$")).first.wait_for()
    assert set(amounts(page).values()) == {"$0"}


# --- the chain


def changed(route: Route) -> None:
    """The server's answer with another fan in its last entry."""
    answer = route.fetch()
    text = answer.text()
    route.fulfill(response=answer, body=text.replace('"wins":{"Karen":6}', '"wins":{"Karen":5}'))


def test_an_entry_that_was_changed_is_noticed(visit: Visit) -> None:
    """For a person who sees the book for the first time: the hash of the entry does not match its content."""
    host = opened(visit)
    link = invitation(host)
    enter(host, "Karen", "阿明", 6)
    host.get_by_text("Karen 6 番").first.wait_for()
    guest = visit("/join")
    guest.route(re.compile(r"/api/v1/books/\w+$"), changed)
    guest.goto(guest.url.split("/join")[0] + link)
    guest.get_by_label("你叫咩名？").fill("阿明")
    guest.get_by_role("button", name="入去").click()
    guest.get_by_role("alert").filter(has_text="唔夾").wait_for()
    seat(guest, "Karen").click(force=True)
    assert guest.get_by_role("spinbutton").count() == 0  # nothing more is written
    assert host.get_by_role("alert").count() == 0
    axe(guest)


def test_a_log_that_was_written_anew_is_noticed(visit: Visit) -> None:
    """By a phone that has seen another head at the same place; the alarm outlives the page."""
    page = opened(visit)
    enter(page, "Karen", "阿明", 6)
    page.get_by_text("Karen 6 番").first.wait_for()
    page.wait_for_timeout(300)

    def rewritten(route: Route) -> None:
        answer = route.fetch()
        view: dict[str, Any] = answer.json()
        view["entries"][-1]["hash"] = view["state"]["head"] = "f" * 64
        route.fulfill(response=answer, body=json.dumps(view))

    page.route(re.compile(r"/api/v1/books/\w+$"), rewritten)
    for _ in range(2):
        page.reload()
        page.get_by_role("alert").filter(has_text="唔夾").wait_for()
    page.unroute(re.compile(r"/api/v1/books/\w+$"))
    page.reload()
    table(page).wait_for()
    page.wait_for_timeout(500)
    assert page.get_by_role("alert").count() == 0  # the state is again the one that was seen


# --- who may, and the end


def test_access_that_is_taken_back(visit: Visit) -> None:
    host = opened(visit)
    guest = joined(visit, invitation(host), "阿明", allowed=("status of 403", *GONE))
    host.get_by_text("2 部機").wait_for()
    host.get_by_role("button", name="畀人掃").click()
    people = host.get_by_role("list", name="入咗嚟嘅人")
    people.get_by_text("阿明").wait_for()
    comes(people.get_by_role("listitem"), 1)  # the host's own phone is not offered
    axe(host)
    people.get_by_role("button", name="收返").click()
    people.get_by_role("button", name="真係收返？").click()
    guest.get_by_role("alert").filter(has_text="權限").wait_for()
    people.wait_for(state="detached")
    own = guest.evaluate(TOKENS)
    status = guest.evaluate(
        "(own) => fetch('/api/v1/books/' + own.id, { headers: { Authorization: 'Bearer ' + own.token } }).then((told) => told.status)",
        own,
    )
    assert status == 403


def test_a_book_is_deleted_for_good(visit: Visit) -> None:
    host = opened(visit)
    guest = joined(visit, invitation(host), "阿明", allowed=("status of 4", *GONE))
    host.get_by_text("2 部機").wait_for()
    host.get_by_role("button", name="選單").click()
    sheet = host.get_by_role("dialog")
    sheet.get_by_role("textbox", name="打本簿個名").fill("星期六")
    sheet.get_by_role("button", name="刪走本簿").click(force=True)
    sheet.get_by_role("alert").wait_for()
    assert guest.get_by_role("alert").count() == 0
    sheet.get_by_role("textbox", name="打本簿個名").fill("星期五")
    sheet.get_by_role("button", name="刪走本簿").click()
    host.get_by_text("開本簿，四部電話一齊睇").wait_for()
    guest.get_by_role("alert").filter(has_text="刪").wait_for()


def test_the_list_tells_what_goes_on(visit: Visit) -> None:
    host = opened(visit)
    guest = joined(visit, invitation(host), "阿明")
    guest.goto(guest.url.split("/books/")[0] + "/books")
    enter(host, "Karen", "阿明", 6)
    sent(host)
    guest.reload()
    card = guest.get_by_role("article").filter(has_text="星期五")
    card.get_by_text("1 部機").wait_for()
    card.get_by_text("Karen 6 番，阿明 出銃").wait_for()


# --- sizes and languages


def packed(name: str) -> int:
    return len(gzip.compress((BUILT / "assets" / name).read_bytes(), 9))


def needed(name: str, found: set[str]) -> set[str]:
    """A chunk and all that it cannot do without."""
    if name not in found:
        found.add(name)
        for other in re.findall(r'(?:from|import)\s*"\./([^"]+\.js)"', (BUILT / "assets" / name).read_text("utf-8")):
            needed(other, found)
    return found


def test_the_table_is_small() -> None:
    (page,) = (BUILT / "assets").glob("BookPage-*.js")
    (first,) = (BUILT / "assets").glob("first-*.js")
    chunks = needed(page.name, set()) - needed(first.name, set())
    styles = {path.name for path in (BUILT / "assets").glob("*.css")}
    own = {
        name for name in styles if name.split("-")[0] in {each.split("-")[0].removesuffix(".svelte") for each in chunks}
    }
    size = sum(map(packed, chunks | own))
    told("app.books", size, "bytes compressed", f"{len(chunks | own)} files, budget {CHUNK}")
    assert len(own) > 1
    assert size <= CHUNK


@pytest.mark.parametrize(("lang", "size", "theme"), looks("en", "zh"))
def test_every_screen_in_every_language(visit: Visit, lang: str, size: str, theme: str) -> None:
    """Nothing is wider than the screen, nothing that axe finds; in Cantonese `test_every_screen_is_sound` looks."""

    def word(code: str, **facts: object) -> str:
        return say(f"app.books.{code}", **facts)(lang)

    page = visit("/books/new", size, lang, theme, kept={"rules": {"base": "hk-taiwanese"}})

    def sound() -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0], page.url
        axe(page)

    for n, name in enumerate(PLAYERS, 1):
        page.get_by_label(word("player", n=n), exact=True).fill(name)
    sound()
    page.get_by_role("button", name=word("new.make"), exact=True).click()
    compass = page.get_by_role("region", name=word("table"), exact=True)
    for fan in (6, 11):
        for name in ("Karen", "阿明"):
            compass.get_by_role("button", name=re.compile(name)).click()
        wheel(page, fan)
        page.get_by_role("list", name=word("preview"), exact=True).wait_for()
        sound()
        confirm = page.get_by_role("button", name=word("write"), exact=True)
        shown = page.get_by_role("list", name=word("preview"), exact=True).get_by_role("listitem").first.bounding_box()
        bar = confirm.bounding_box()
        assert shown
        assert bar
        assert shown["y"] + shown["height"] <= bar["y"], "what the hand does lies under the button"
        confirm.click()
        page.get_by_role("spinbutton").wait_for(state="detached")
    sound()
    for act in ("false", "fine", "swap", "dice"):
        page.get_by_role("button", name=word(f"act.{act}"), exact=True).click()
        sound()
        page.keyboard.press("Escape")
    page.get_by_role("button", name=word("invite"), exact=True).click()
    sound()
    page.keyboard.press("Escape")
    page.get_by_role("button", name=say("app.menu")(lang), exact=True).click()
    sound()
    book = page.url.split("/books/")[1].split("/")[0]
    root = page.url.split("/books/")[0]
    for path in ("ledger", "chart", "log", "settle", "table"):
        page.goto(f"{root}/books/{book}/{path}")
        page.get_by_role("main").wait_for()
        page.wait_for_timeout(300)
        sound()
    for path in ("/books", "/join"):
        page.goto(root + path)
        page.get_by_role("main").wait_for()
        sound()


def test_home_is_one_tap_away(visit: Visit) -> None:
    page = opened(visit)
    for name in ("拉數", "走勢", "記錄", "找數"):
        tab(page, name)
        home(page)
