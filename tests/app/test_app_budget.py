"""The size of the app is limited by budgets; times are printed with their spread and never fail a test."""

from __future__ import annotations

import gzip
import re
import statistics
from pathlib import Path
from typing import TYPE_CHECKING

from app_browser import BUILT, Visit
from app_records import put, record_text
from figures import told

if TYPE_CHECKING:
    from playwright.sync_api import Page

READY = "/#1s-h22678m55z-p666zE-p777zN-SE-f26"
FIRST_LOAD, KERNEL, TABLE = 120_000, 40_000, 60_000
PLACES = {"house": ("規矩", "規矩指紋", 20_000), "learn": ("番種", "平糊", 15_000)}
"""A place of the app, a text that is visible only when it is complete, and the most compressed bytes that it may load beyond
the first screen."""


def packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9))


def loaded(page: Page) -> list[str]:
    return page.evaluate("performance.getEntriesByType('resource').map((each) => new URL(each.name).pathname)")


def weight(page: Page, before: set[str]) -> tuple[int, int]:
    """Compressed bytes and number of the scripts and styles that a page loaded since; the kernel, and what keeps the app up to date, come
    by themselves, sooner or later.
    """
    more = {name for name in set(loaded(page)) - before if (BUILT / name.strip("/")).is_file()}
    own = {name for name in more if name.endswith((".js", ".css")) and not re.search("kernel|workbox", name)}
    return sum(packed(BUILT / name.strip("/")) for name in own), len(own)


def test_first_load(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name=re.compile("^一萬，")).wait_for()
    page.wait_for_function(
        "() => performance.getEntriesByType('resource').some((each) => each.name.includes('/tiles.'))"
    )
    folder = BUILT
    parts = {name for name in loaded(page) if (folder / name.strip("/")).is_file()} | {"/index.html"}
    first = {
        name
        for name in parts
        if not name.endswith((".bin", ".wasm")) and "workbox" not in name and "kernel" not in name
    }
    size = sum(packed(folder / name.strip("/")) for name in first)
    told("app.first_load", size, "bytes compressed", f"{len(first)} files, budget {FIRST_LOAD}")
    assert size <= FIRST_LOAD
    assert any("tiles" in name for name in first)


def test_the_offline_kernel_is_small() -> None:
    size = packed(BUILT / "kernel.wasm")
    told("app.kernel", size, "bytes compressed", f"budget {KERNEL}")
    assert size <= KERNEL


def test_places_are_small(visit: Visit) -> None:
    for place, (word, whole, most) in PLACES.items():
        page = visit("/")
        page.get_by_role("button", name=re.compile("^一萬，")).wait_for()
        before = set(loaded(page))
        page.get_by_role("navigation").get_by_role("link", name=word).click()
        page.get_by_label(whole).or_(page.get_by_text(whole)).first.wait_for()
        size, files = weight(page, before)
        told(f"app.{place}", size, "bytes compressed", f"{files} files, budget {most}")
        assert 2_000 < size <= most


def test_the_table_is_small(visit: Visit) -> None:
    """All that a record loads beyond the first screen, its words too."""
    page = visit("/")
    page.get_by_role("button", name=re.compile("^一萬，")).wait_for()
    before = set(loaded(page))
    assert not any(name.startswith("/assets/table.") for name in before)
    page.evaluate("() => { history.pushState(null, '', '/records'); dispatchEvent(new PopStateEvent('popstate')); }")
    page.get_by_role("button", name="揀檔案").wait_for()
    put(page, record_text("hk-standard"))
    page.get_by_role("button", name="去到尾").click()
    page.get_by_role("table").wait_for()
    size, files = weight(page, before)
    told("app.table", size, "bytes compressed", f"{files} files, budget {TABLE}")
    assert 10_000 < size <= TABLE


def test_a_live_table_is_small(visit: Visit) -> None:
    """All that the lobby and a game load beyond the first screen, words too."""
    page = visit("/")
    page.get_by_role("button", name=re.compile("^一萬，")).wait_for()
    before = set(loaded(page))
    page.get_by_role("navigation").get_by_role("link", name="開枱").click()
    page.get_by_role("button", name="即刻玩").click()
    page.get_by_role("list", name=re.compile("手牌")).first.wait_for()
    size, files = weight(page, before)
    told("app.play", size, "bytes compressed", f"{files} files, budget {TABLE}")
    assert 10_000 < size <= TABLE


TAP = """async (names) => {
  const keys = names.map((name) => [...document.querySelectorAll('button')].find((each) => each.ariaLabel?.startsWith(name + '，')));
  const main = document.querySelector('main');
  const frame = () => new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
  const took = [];
  for (const key of keys) {
    await new Promise((next) => setTimeout(next, 60));
    const told = new Promise((next) => {
      const watched = new MutationObserver(() => { watched.disconnect(); next(performance.now()); });
      watched.observe(main, { subtree: true, childList: true, characterData: true });
      setTimeout(next, 5000, Infinity);
    });
    const start = performance.now();
    key.click();
    const there = await told;
    await frame();
    took.push([there - start, performance.now() - start]);
  }
  return took;
}"""
"""For each tap: the time until the result is on the page, and until the frame with it is drawn."""


def taps(page: Page) -> tuple[list[float], list[float]]:
    """Another wait of a hand that is complete, again and again."""
    page.get_by_role("button", name=re.compile("^白，")).click()
    page.get_by_role("img", name=re.compile(r"^\d+ 番$")).wait_for()
    page.get_by_role("button", name="改牌").click()
    return tapped(page, ["二萬", "白"] * 12)


def tapped(page: Page, names: list[str]) -> tuple[list[float], list[float]]:
    took: list[list[float]] = page.evaluate(TAP, names)
    there, drawn = (sorted(each[which] for each in took[4:]) for which in (0, 1))
    assert there[-1] < 5000
    return there, drawn


def spread(name: str, both: tuple[list[float], list[float]], budget: str) -> None:
    there, drawn = both
    p95, frame = (took[int(len(took) * 0.95) - 1] for took in (there, drawn))
    remark = f"median {statistics.median(there):.1f}, {there[0]:.1f}-{there[-1]:.1f}; {budget}; drawn {frame:.1f}"
    told(name, round(p95, 1), "ms, 95 of 100", f"{remark}, median {statistics.median(drawn):.1f}")


def test_a_tap_to_the_new_result(visit: Visit) -> None:
    page = visit(READY, "phone")
    spread("app.tap.loopback", taps(page), "budget 50")


def alone(visit: Visit, path: str, shown: str) -> Page:
    """A hand on a phone that has loaded everything, without a network."""
    page = visit(path, "phone", allowed=("ERR_INTERNET_DISCONNECTED", "Failed to load resource"))
    page.get_by_text(shown, exact=True).wait_for()
    page.wait_for_function(
        "() => performance.getEntriesByType('resource').some((each) => each.name.endsWith('rules.bin'))"
    )
    page.context.set_offline(True)
    return page


def test_a_tap_without_a_network(visit: Visit) -> None:
    spread("app.tap.offline", taps(alone(visit, READY, "叫糊")), "budget 16")


def test_a_tap_on_the_way_without_a_network(visit: Visit) -> None:
    """A hand far from complete: its missing tiles have to be searched for."""
    page = alone(visit, "/#1s-h1247m258p139s1z-SE", "差 7 隻")
    spread("app.tap.offline.building", tapped(page, ["南", "中", "刪走最後嗰隻", "刪走最後嗰隻"] * 6), "budget 16")


def test_first_paint_on_a_slow_phone(visit: Visit) -> None:
    took = []
    for _ in range(3):
        page = visit("/learn")
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        page.goto(page.url.split("/learn")[0] + "/")
        page.get_by_role("button", name=re.compile("^一萬，")).wait_for()
        paints = page.evaluate("performance.getEntriesByType('paint').map((each) => [each.name, each.startTime])")
        took.append(dict(paints)["first-contentful-paint"])
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})  # else it holds up those after it
    took.sort()
    told("app.first_paint.slow_4x", round(statistics.median(took)), "ms", f"{took[0]:.0f}-{took[-1]:.0f}; budget 1000")
