"""Helpers for the tests of books in a real browser: a book as people keep it on their phones."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any

from app_browser import Visit
from patience import AT_A_SCREEN, PATIENCE, until
from sikwu.book import Book
from sikwu.book.state import standing

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

PLAYERS = ("Karen", "肥仔", "Wing", "阿明")
GONE = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "WebSocket")
"""Errors that a browser logs while it has no network."""


def opened(visit: Visit, rules: str = "hk-taiwanese", size: str = "phone", unit: str = "", **options: Any) -> Page:
    """The phone of Karen, who has created a book through the form."""
    page = visit("/books/new", size, kept={"rules": {"base": rules}}, **options)
    page.get_by_label("簿名").fill("星期五")
    for n, name in enumerate(PLAYERS, 1):
        page.get_by_label(f"玩家 {n}").fill(name)
    if unit:
        page.get_by_label(re.compile("幾多蚊？")).fill(unit)
    page.get_by_role("button", name="開簿").click()
    table(page).wait_for()
    page.wait_for_function(
        "() => !document.documentElement.classList.contains('typing')"
    )  # the bar at the bottom is back
    return page


def invitation(page: Page) -> str:
    """The invitation link, without its host."""
    page.get_by_role("button", name="畀人掃").click()
    link = page.get_by_label("入簿連結").input_value()
    page.get_by_role("button", name="閂").click()
    return link[link.index("/j/") :]


def joined(visit: Visit, link: str, name: str, size: str = "phone", **options: Any) -> Page:
    """The phone of a person who has followed the link."""
    page = visit(link, size, **options)
    page.get_by_label("你叫咩名？").fill(name)
    page.get_by_role("button", name="入去").click()
    table(page).wait_for()
    return page


def table(page: Page) -> Locator:
    """The compass."""
    return page.get_by_role("region", name="枱面")


def seat(page: Page, name: str) -> Locator:
    """The seat of a player."""
    return table(page).get_by_role("button", name=re.compile(re.escape(name)))


def wheel(page: Page, fan: int) -> None:
    """Enters the fan with the wheel."""
    page.get_by_role("spinbutton").first.focus()
    for digit in str(fan):
        page.keyboard.press(digit)
    assert page.get_by_role("spinbutton").first.get_attribute("aria-valuenow") == str(fan)


def book_it(page: Page) -> None:
    """Presses the button that records."""
    button = page.get_by_role("button", name="入數", exact=True)
    button.and_(page.locator(":not([aria-disabled])")).click()


def enter(page: Page, winner: str, source: str, fan: int) -> None:
    """Two taps and the wheel; tapping the winner again means self-drawn."""
    seat(page, winner).click()
    seat(page, source).click()
    wheel(page, fan)
    book_it(page)
    page.get_by_role("spinbutton").wait_for(state="detached")


WAITING = """() => new Promise((resolve, reject) => {
    const opening = indexedDB.open('sikwu');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
        const asked = opening.result.transaction('outbox').objectStore('outbox').count();
        asked.onerror = () => reject(asked.error);
        asked.onsuccess = () => { opening.result.close(); resolve(asked.result); };
    };
})"""
"""The number of entries on a phone that wait for the server."""


def sent(page: Page) -> None:
    """Waits until the server has all entries: a form closes before that."""
    until(lambda: page.evaluate(WAITING) == 0)


def refused(page: Page) -> Locator:
    """The refused entry, opened from the corner of the table."""
    page.get_by_role("button", name=re.compile("^未寫入")).click(timeout=PATIENCE * 1000)
    return page.get_by_role("region", name="未寫入")


def seats(page: Page) -> dict[str, tuple[str, str]]:
    """Wind and total of each player, as shown in the seats."""
    found = {}
    for card in table(page).get_by_role("button").all_inner_texts():
        wind, *rest = card.split("\n")
        if len(rest) >= 2:  # not the messages in the corners
            found[rest[0].strip()] = wind.strip(), rest[1].strip()
    return found


def amounts(page: Page) -> dict[str, str]:
    """The amounts of all players, as shown in the seats."""
    return {name: total for name, (_, total) in seats(page).items()}


def dollars(value: float) -> str:
    """Money with its sign, as the app writes it."""
    return "$0" if value == 0 else f"{'−' if value < 0 else '+'}${abs(value):.10g}"


def told(book: Book) -> dict[str, str]:
    """The expected totals of the seated players according to the library, in the app's format."""
    stands = standing(book.state, book.ruleset.terms)
    shown = {}
    for player in book.state.table.seated:
        shown[player] = dollars(float(stands[player]))
    return shown


def agree(pages: list[Page], book: Book) -> None:
    """Waits until all phones show what the library says."""
    wanted = {name: ("東南西北"[book.state.table.wind(name)], total) for name, total in told(book).items()}
    for page in pages:
        until = time.monotonic() + AT_A_SCREEN / 1000
        while (shown := seats(page)) != wanted and time.monotonic() < until:
            page.wait_for_timeout(40)
        assert shown == wanted
