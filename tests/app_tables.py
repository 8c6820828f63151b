"""Live tables in a real browser: people who play by clicks, and what is seen of it."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any

from app_browser import Visit
from patience import AT_A_SCREEN

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

CLICKS = """(stop) => {
  const all = (what) => [...document.querySelectorAll(what)];
  const named = (keys, words) => keys.find((key) => words.some((word) => key.textContent.includes(word)));
  window.playing = setInterval(() => {
    const keys = all('.box.bar button.key');
    if (stop && keys.some((key) => stop.some((word) => key.classList.contains(word)))) {
      window.offered ??= performance.now();
      return performance.now() - window.offered > 2000 ? clearInterval(window.playing) : null;
    }
    window.offered = null;
    const on = all('.notices button').find((key) => key.textContent.trim() === '過');
    if (on) return on.click();
    const wanted = named(keys, ['食糊', '花糊']) ?? named(keys, ['唔斬', '過']);
    if (wanted) return wanted.getAttribute('aria-pressed') === 'true' ? null : wanted.click();
    const next = all('button').find((key) => /下一鋪/.test(key.textContent) && key.ariaDisabled !== 'true');
    if (next) return stop?.includes('rest') ? clearInterval(window.playing) : next.click();
    const cut = all('button').find((key) => key.textContent.trim() === '唔斬' && key.ariaPressed !== 'true');
    if (cut) return cut.click();
    const tile = all('.box.own button:not([aria-disabled])').at(-1);
    if (!tile) return null;
    const lifted = tile.getAttribute('aria-pressed') === 'false';
    tile.click();
    if (lifted) all('.box.own button:not([aria-disabled])').at(-1)?.click();
  }, 20);
}"""
"""Presses what is on the screen until stopped: wins, passes, throws the last tile, goes on. `stop`: ends before a claim of such a kind that
stays (a window that still had a clock goes away, and the play goes on), or (`rest`) before the next deal."""
STOPPED = "() => { clearInterval(window.playing); window.offered = null; window.playing = null; }"
STANDS = "() => window.offered !== null && performance.now() - window.offered > 2000"


def table(page: Page) -> Locator:
    """The felt with four seats."""
    return page.get_by_role("region", name="枱面")


def quick(visit: Visit, *args: Any, **options: Any) -> Page:
    """A game with three bots."""
    page = visit("/play", *args, **options)
    page.get_by_role("button", name="即刻玩").click()
    table(page).first.wait_for()
    return page


def no_clock(page: Page) -> None:
    """One person plays with bots: the clock is off when that person says so, from the next wait on."""
    menu(page, "想唔計時（個個同意先得）")


def menu(page: Page, what: str) -> None:
    """Something of the table's menu."""
    page.get_by_role("button", name="枱面選單").click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^" + re.escape(what))).click()


def plays(page: Page, *stop: str) -> None:
    """Plays by clicks from now on."""
    page.evaluate(STOPPED)
    page.evaluate(CLICKS, list(stop) or None)


def stands_before_a_claim(page: Page) -> None:
    """Plays without a clock until tiles may be claimed."""
    no_clock(page)
    plays(page, "chow", "pung", "kong")
    end = time.monotonic() + 2 * AT_A_SCREEN / 1000
    seen, since = "", time.monotonic()
    while not page.evaluate(STANDS):
        now = table(page).first.inner_text()
        if now != seen:
            seen, since = now, time.monotonic()
        assert time.monotonic() < end, now
        if time.monotonic() - since > 15:  # as a person would whose page goes no further
            page.reload()
            table(page).first.wait_for()
            plays(page, "chow", "pung", "kong")
            since = time.monotonic()
        page.wait_for_timeout(50)
    claim(page).first.wait_for()


def next_deal(page: Page) -> Locator:
    """The button that says that the result was seen."""
    return page.get_by_role("button", name=re.compile("下一鋪"))


def claim(page: Page) -> Locator:
    """The keys of a claim that takes tiles."""
    return page.locator(".box.bar button.key.chow, .box.bar button.key.pung, .box.bar button.key.kong")


def opened(visit: Visit, name: str, title: str = "星期五", rounds: int = 1, **options: Any) -> Page:
    """Somebody opens a table for friends through the form."""
    page = visit("/play/new", **options)
    page.get_by_label("你叫咩名？").fill(name)
    page.get_by_label("枱名").fill(title)
    page.get_by_role("radiogroup", name="圈數").get_by_role("radio", name=str(rounds), exact=True).click()
    page.get_by_role("radiogroup", name="快慢").get_by_role("radio", name="快", exact=True).click()
    page.get_by_role("button", name="開張枱").click()
    seats(page).wait_for()
    return page


def seats(page: Page) -> Locator:
    """The four places before the match."""
    return page.get_by_role("list", name="座位")


def link(page: Page) -> str:
    """The link of a table, as its QR code says it."""
    found: str = page.evaluate(
        """() => new Promise((done) => {
          const asked = indexedDB.open('sikwu');
          asked.onsuccess = () => {
            const all = asked.result.transaction('tables').objectStore('tables').getAll();
            all.onsuccess = () => { asked.result.close(); done(`/j/table/${all.result.at(-1).id}#${all.result.at(-1).secret}`); };
          };
        })"""
    )
    return found


def joined(visit: Visit, link: str, name: str, kind: str = "坐落嚟", **options: Any) -> Page:
    """Somebody follows the link."""
    page = visit(link, **options)
    page.get_by_label("你叫咩名？").fill(name)
    page.get_by_role("radio", name=kind).click()
    page.get_by_role("button", name="入去").click()
    page.wait_for_url(re.compile("/(play|watch)/t"))
    return page
