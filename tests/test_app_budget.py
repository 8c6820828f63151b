"""What the app costs: bytes are held to their budgets, times are printed with their spread (never failed by the clock)."""

from __future__ import annotations

import gzip
import re
import statistics
from pathlib import Path
from typing import TYPE_CHECKING

from app_browser import BUILT, Visit
from figures import told

if TYPE_CHECKING:
    from playwright.sync_api import Page

READY = "/#1s-h22678m55z-p666zE-p777zN-SE-f26"
FIRST_LOAD, KERNEL = 120_000, 40_000
CHUNKS = {"house": 21_000, "learn": 20_000}
"""Bytes, compressed, of everything that a place loads beyond the first screen."""


def packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9))


def loaded(page: Page) -> list[str]:
    return page.evaluate("performance.getEntriesByType('resource').map((each) => new URL(each.name).pathname)")


def test_first_load(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name=re.compile("^一萬，")).wait_for()
    page.wait_for_timeout(600)
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
    folder = BUILT
    for place, most in CHUNKS.items():
        page = visit("/")
        page.get_by_role("button", name=re.compile("^一萬，")).wait_for()
        before = set(loaded(page))
        page.get_by_role("navigation").get_by_role("link", name={"house": "規矩", "learn": "番種"}[place]).click()
        page.get_by_role("main").wait_for(timeout=60_000)  # the first list of patterns is made while one waits
        page.wait_for_timeout(800)
        more = {name for name in set(loaded(page)) - before if (folder / name.strip("/")).is_file()}
        size = sum(packed(folder / name.strip("/")) for name in more if name.endswith((".js", ".css")))
        told(f"app.{place}", size, "bytes compressed", f"budget {most}")
        assert 0 < size <= most


TAP = """async () => {
  const keys = ['二萬', '白'].map((name) => [...document.querySelectorAll('button')].find((each) => each.ariaLabel?.startsWith(name + '，')));
  const figure = () => document.querySelector('[role=img][aria-label$=" 番"]')?.ariaLabel;
  const took = [];
  for (let n = 0; n < 24; n++) {
    const before = figure();
    const start = performance.now();
    keys[n % 2].click();
    while (figure() === before && performance.now() - start < 5000) await new Promise((next) => setTimeout(next, 0));
    took.push(performance.now() - start);
    await new Promise((next) => setTimeout(next, 60));
  }
  return took.slice(4);
}"""


def taps(page: Page) -> list[float]:
    page.get_by_role("button", name=re.compile("^白，")).click()
    page.get_by_role("img", name=re.compile(r"^\d+ 番$")).wait_for()
    page.get_by_role("button", name="改牌").click()
    took: list[float] = page.evaluate(TAP)
    assert max(took) < 5000
    return sorted(took)


def spread(name: str, took: list[float], budget: str) -> None:
    p95 = took[int(len(took) * 0.95) - 1]
    told(
        name,
        round(p95, 1),
        "ms, 95 of 100",
        f"median {statistics.median(took):.1f}, {took[0]:.1f}-{took[-1]:.1f}; {budget}",
    )


def test_a_tap_to_the_new_result(visit: Visit) -> None:
    page = visit(READY, "phone")
    spread("app.tap.loopback", taps(page), "budget 50")


def test_a_tap_without_a_network(visit: Visit) -> None:
    page = visit(READY, "phone", allowed=("ERR_INTERNET_DISCONNECTED", "Failed to load resource"))
    page.get_by_text("叫糊", exact=True).wait_for()
    page.wait_for_function(
        "() => performance.getEntriesByType('resource').some((each) => each.name.endsWith('rules.bin'))"
    )
    page.context.set_offline(True)
    spread("app.tap.offline", taps(page), "budget 16")


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
    took.sort()
    told("app.first_paint.slow_4x", round(statistics.median(took)), "ms", f"{took[0]:.0f}-{took[-1]:.0f}; budget 1000")
