"""Takes screenshots of the app for the documentation: `python -m tools.screens` writes docs/screens/*.jpg.

Needs a Chromium (`make browser`) and the development tools.
"""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from tools.browser import found

from sikwu.texts import say

ROOT = Path(__file__).parents[1]
TO = ROOT / "docs" / "screens"
WIN = "/#1s-h22678m55z-p666zE-p777zN-w5zW-SE-f26"
READY = "/#1s-h22678m55z-p666zE-p777zN-SE-f26"
PHONE, DESK = (390, 844), (1280, 800)
SCREENS = {
    "score-win": WIN,
    "score-ready": READY,
    "score-empty": "/",
    "compare": "/compare",
    "house": "/house",
    "learn": "/learn",
    "learn-pattern": "/learn/half_flush",
    "learn-word": "/learn",
    "learn-words": "/learn/words",
    "quiz": "/learn/quiz",
    "drill": "/learn/away",
    "settings": "/settings",
    "about": "/about",
}
DOCUMENT = {"books-table": "", "books-ledger": "/ledger", "books-log": "/log", "books-settle": "/settle"}
"""The pages of one book."""
HURRY = 3
"""Waits at the tables of the pictures are this many times shorter."""
PLAYS = """(until) => {
  const all = (what) => [...document.querySelectorAll(what)];
  const laid = () => all('.box.river li').length;
  window.playing = setInterval(() => {
    if (document.querySelector('.result table')) return clearInterval(window.playing);
    const keys = all('.box.bar button.key');
    if (laid() >= until && keys.some((key) => ['chow', 'pung', 'win'].some((word) => key.classList.contains(word))))
      return clearInterval(window.playing);
    const wanted = keys.find((key) => key.classList.contains('win')) ?? keys.find((key) => key.classList.contains('pass'));
    if (wanted) return wanted.getAttribute('aria-pressed') === 'true' ? null : wanted.click();
    const tile = (document.querySelector('.box.own .best')?.closest('li') ?? all('.box.own li').at(-1))?.querySelector('button:not([aria-disabled])');
    if (!tile) return;
    const lifted = tile.getAttribute('aria-pressed') === 'false';
    tile.click();
    if (lifted) tile.click();
  }, 60);
}"""
"""Plays by what the hint says, until tiles may be claimed while this number of discards is on the table, or until the deal is over."""
STOPPED = "() => document.querySelector('.result table') || document.querySelector('.box.bar button.key.pass')"
EVENING = (("Karen", 5, "Wing"), ("阿明", 7, "肥仔"), ("Karen", 9, None), ("Karen", 11, "阿明"), ("Wing", 6, "Karen"))
LOOKS = (("yue", "light", PHONE), ("en", "dark", PHONE), ("yue", "dark", DESK), ("en", "light", DESK))


def serve(database: str) -> str:
    """Serves the app on a free port, with its books in a file."""
    import socket

    import uvicorn

    from sikwu.book.store import Store
    from sikwu.server.hands import catalogue
    from sikwu.server.hands.shelf import Rulesets
    from sikwu.server.http.files import AppFiles
    from sikwu.server.http.limits import Limits
    from sikwu.server.web import Server, application

    catalogue.warm()  # so that no picture shows a page that is still loading
    door = socket.create_server(("127.0.0.1", 0))
    limits = Limits(
        rate=10_000,
        burst=10_000,
        young_rate=10_000,
        young_burst=10_000,
        address_rate=10_000,
        address_burst=10_000,
        write_rate=10_000,
        write_burst=10_000,
        table_hurry=HURRY,
    )
    own = Server(limits, Rulesets(Store(database)), files=AppFiles(ROOT / "src" / "sikwu" / "app_dist"))
    server = uvicorn.Server(uvicorn.Config(application(own), log_level="error", ws="websockets-sansio"))
    threading.Thread(target=server.run, kwargs={"sockets": [door]}, daemon=True).start()
    while not server.started:
        time.sleep(0.05)
    return f"http://127.0.0.1:{door.getsockname()[1]}"


def evening(site: str) -> tuple[str, str]:
    """A book of an evening: its id, and the link to join it."""
    import httpx

    with httpx.Client(base_url=f"{site}/api/v1", timeout=30) as client:
        body = {
            "name": "星期五牌局",
            "players": ["Karen", "肥仔", "Wing", "阿明"],
            "rules": "hk-taiwanese",
            "me": "Karen",
        }
        made = client.post("/books", json=body, headers={"idempotency-key": "screens-of-a-book"}).json()
        for number, (winner, fan, source) in enumerate(EVENING):
            how = {"result": "self_draw"} if source is None else {"result": "discard", "from": source}
            headers = {
                "authorization": f"Bearer {made['keeper']['token']}",
                "idempotency-key": f"screens-{number:012d}",
            }
            event = {"type": "hand", "wins": {winner: fan}, **how}
            client.post(f"/books/{made['book']}/entries", json={"event": event}, headers=headers).raise_for_status()
    return made["book"], f"/j/book/{made['book']}#{made['invite']['secret']}"


def shown_book(page: Any, site: str, book: str, link: str, lang: str) -> Iterator[str]:
    """Opens the pages of a book one after another, as a member."""
    page.goto(site + link)
    page.get_by_label(say("app.books.join.name")(lang)).fill("Karen")
    page.get_by_role("button", name=say("app.books.join.now")(lang), exact=True).click()
    page.wait_for_url(f"**/books/{book}")
    for name, side in DOCUMENT.items():
        page.goto(f"{site}/books/{book}{side}")
        page.wait_for_timeout(1500)
        yield name


def shown_table(page: Any, site: str) -> Iterator[str]:
    """A first card of the coach, a claim, the end of a deal, its replay."""
    page.goto(f"{site}/learn/first")
    page.locator(".coach article").wait_for()
    page.wait_for_timeout(800)
    yield "play-coach"
    page.goto(f"{site}/play")
    page.locator("button.quick").click()
    page.locator(".box.own li").first.wait_for()
    for name, until in (("play-claim", 18), ("play-end", 1_000)):
        page.evaluate(PLAYS, until)
        page.wait_for_function(
            "(until) => document.querySelectorAll('.box.river li').length >= until || document.querySelector('.result table')",
            arg=until,
            timeout=300_000,
        )
        page.wait_for_function(STOPPED, timeout=300_000)
        page.wait_for_timeout(300 if until < 1_000 else 2_000)  # the tile has landed; the names are there
        yield name
    page.locator(".result a[href^='/records/']").click()
    page.get_by_role("slider").wait_for()
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    page.wait_for_timeout(600)
    yield "play-replay"


def main() -> int:
    """Takes all pictures, or only those of books (`books`) or of tables (`tables`)."""
    from playwright.sync_api import sync_playwright

    folder = tempfile.TemporaryDirectory()
    site = serve(f"{folder.name}/books.db")
    book, link = evening(site)
    only = sys.argv[1:]
    screens = {} if only else SCREENS
    TO.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = found().launch(playwright)
        for lang, theme, (width, height) in LOOKS:
            context = browser.new_context(viewport={"width": width, "height": height}, locale="zh-HK")
            context.add_init_script(
                f"localStorage.setItem('sikwu.settings', JSON.stringify({{lang: '{lang}', theme: '{theme}'}}))"
            )
            page = context.new_page()
            for name, address in screens.items():
                if name == "compare":  # for the hand that is already entered
                    page.goto(site + WIN)
                    page.get_by_role("link", name="逐項比較" if lang == "yue" else "Compare in full").first.click()
                else:
                    page.goto("about:blank")
                    page.goto(site + address)
                page.wait_for_load_state("networkidle")
                if name == "learn-word":
                    page.get_by_role("searchbox").first.fill("半銃")
                page.wait_for_timeout(600)
                size = "phone" if width < 960 else "desk"
                page.screenshot(path=TO / f"{name}-{size}-{lang}-{theme}.jpg", type="jpeg", quality=72)
            size = "phone" if width < 960 else "desk"
            books = shown_book(page, site, book, link, lang) if only in ([], ["books"]) else ()
            tables = shown_table(page, site) if only in ([], ["tables"]) else ()
            for name in chain(books, tables):
                page.screenshot(path=TO / f"{name}-{size}-{lang}-{theme}.jpg", type="jpeg", quality=72)
            context.close()
        browser.close()
    folder.cleanup()
    print(f"{len(list(TO.glob('*.jpg')))} pictures in {TO.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
