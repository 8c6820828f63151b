"""The search of the documentation in a real browser: on a phone, from a file server and from a disk, asking nobody."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app_browser import Launched, watch
from patience import AT_A_SCREEN

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
from tools.site import search, shell  # noqa: E402


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three pages with the frame, style and script of the real ones."""
    out = tmp_path_factory.mktemp("pages")
    pages = [
        shell.Page("index", "食糊", "zh"),
        shell.Page("hosting", "替會所開伺服器", "zh"),
        shell.Page("money", "Money"),
    ]
    for page in pages:
        page.heading("備份與還原" if page.name == "hosting" else "Start", anchor="copies")
        page.text("pg_restore brings it back." if page.name == "hosting" else "Words.")
        page.write(out)
    search.write(out, pages)
    for name in ("site.css", "search.js"):
        shutil.copy(Path(shell.__file__).with_name(name), out)
    (out / "icon.svg").write_text(shell.ICON, "utf-8")
    return out


def found(page: Page, words: str) -> list[str]:
    """What the box shows for some words, once it has answered."""
    page.locator(".search input").fill(words)
    page.locator(".search .told", has_text="頁").or_(page.locator(".search .told", has_text="找不到")).first.wait_for(
        state="attached"
    )
    return page.locator(".search li").all_inner_texts()


def test_a_phone_finds_pages_by_their_words(browser: Launched, site: Path) -> None:
    start = site.as_uri()
    with browser.at_work() as chrome:
        context = chrome.new_context(viewport={"width": 360, "height": 640})
        context.set_default_timeout(AT_A_SCREEN)
        page = context.new_page()
        seen = watch(page, start)
        page.goto(f"{start}/zh/index.html")
        assert found(page, "還原") == ["替會所開伺服器 · 備份與還原"]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the list is wider than the phone"
        assert found(page, "PG_Restore") == ["替會所開伺服器"]
        assert found(page, "money") == ["Money"], "a page without a Chinese form is found too"
        assert found(page, "nowhere") == []
        found(page, "還原")
        page.locator(".search li a").first.click()
        page.wait_for_url("**/zh/hosting.html#copies")
        seen.check()
        context.close()
