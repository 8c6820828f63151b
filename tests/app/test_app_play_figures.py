"""Figures of live tables in a browser: times from tap to acknowledgement, frames while tiles fly, memory of a page.

The page watches bots for a long time. `SIKWU_LONG=1` takes their full sizes; they are worth something on a quiet machine only.
"""

from __future__ import annotations

import os
import re
import statistics
import time
from typing import TYPE_CHECKING, Any

import httpx
import pytest

import app_browser
from app_browser import BUILT, Launched, Visit, served, visiting
from app_scripts import keyed
from app_tables import joined, table
from asking import ROOT, bearer
from figures import told
from patience import AT_A_SCREEN

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

LONG_RUN = bool(os.environ.get("SIKWU_LONG"))
ACKS = """
window.acks = [];
window.WebSocket = class extends WebSocket {
  constructor(...all) {
    super(...all);
    this.addEventListener('message', (event) => {
      if (JSON.parse(event.data).type === 'ack') window.acks.push(performance.now());
    });
  }
};"""
"""Notes when the page hears that an act is on the disk."""
TAPS = """async (count) => {
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  const took = [];
  const tile = () => [...document.querySelectorAll('.own button:not([aria-disabled])')].at(-1);
  const until = performance.now() + 400_000;
  while (took.length < count && performance.now() < until) {
    await pause(4);
    const pass = [...document.querySelectorAll('.bar button.key.pass')].at(-1);
    if (pass && pass.ariaPressed !== 'true') { pass.click(); continue; }
    const next = [...document.querySelectorAll('button.primary')].find((each) => /下一鋪/.test(each.textContent) && !each.ariaDisabled);
    if (next) { next.click(); continue; }
    if (!tile()) continue;
    if (tile().ariaPressed === 'false') { tile().click(); await pause(20); }
    if (tile()?.ariaPressed !== 'true') continue;
    const known = acks.length;
    const start = performance.now();
    tile().click();
    while (acks.length === known && performance.now() - start < 5000) await pause(1);
    if (acks.length > known) took.push(acks[known] - start);
  }
  return took;
}"""
"""Throws the drawn tile in every turn, and times each from the click to the acknowledgement."""


def test_from_a_tap_to_the_acknowledged_discard(visit: Visit) -> None:
    """Printed: loopback, one person and three bots."""
    page = visit("/")
    page.context.add_init_script(ACKS)
    page.goto(page.url + "play")
    page.get_by_role("button", name="即刻玩").click()
    table(page).first.wait_for()
    took = sorted(page.evaluate(TAPS, 200 if LONG_RUN else 30))
    p95 = took[int(len(took) * 0.95) - 1]
    spread = f"median {statistics.median(took):.1f}, longest {took[-1]:.1f}, {len(took)} discards; budget 60"
    told("app.play.tap_to_ack", round(p95, 1), "ms, 95 of 100", spread)
    assert len(took) >= 30


FRAMES = """(seconds) => new Promise((done) => {
  const took = [];
  const tasks = [];
  const watched = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((each) => each.duration)));
  watched.observe({ type: 'longtask' });
  let last = performance.now();
  const end = last + seconds * 1000;
  const frame = (now) => {
    took.push(now - last);
    last = now;
    if (now < end) return requestAnimationFrame(frame);
    watched.disconnect();
    done([took.slice(1), tasks, document.querySelectorAll('.box.river li').length]);
  };
  requestAnimationFrame(frame);
})"""
"""The times of all frames, the tasks of more than 50 ms, and the discards on the table in the end."""


def test_frames_while_tiles_fly(browser: Launched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Printed: a phone four times slower watches a table of bots at its usual pace."""
    monkeypatch.setattr(app_browser, "HURRY", 1)
    with served(BUILT, tmp_path) as address, visiting(address, browser) as visit:
        page = table_of_bots(visit)
        table(page).first.wait_for()
        page.locator(".box.river li").first.wait_for()
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        frames, tasks, discards = page.evaluate(FRAMES, 120 if LONG_RUN else 3)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    frames.sort()
    long = sum(each > 50 for each in frames)
    spread = f"median {statistics.median(frames):.1f}, 99 of 100 {frames[int(len(frames) * 0.99) - 1]:.1f}, longest {frames[-1]:.1f}"
    told(
        "app.play.frames.slow_4x",
        long,
        "frames over 50 ms",
        f"of {len(frames)}, {discards} discards; {spread}; tasks over 50 ms: {sorted(map(round, tasks))[-5:]}; budget 0",
    )
    assert len(frames) > 5


def measured(page: Page) -> dict[str, float]:
    """Memory in use after the browser has cleaned up, and what is alive."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    for _ in range(2):
        session.send("HeapProfiler.collectGarbage")
    found = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return {name: found[name] for name in ("JSHeapUsedSize", "Nodes", "JSEventListeners")}


def table_of_bots(visit: Visit) -> Page:
    """A page that watches four bots."""
    page = visit("/play")
    with httpx.Client(base_url=page.url.split("/play")[0] + ROOT, timeout=AT_A_SCREEN / 1000) as client:
        body: dict[str, Any] = {"rules": "hk-standard", "pace": "fast", "bots": ["quick"] * 4, "start": True}
        made = client.post("/tables", json=body, headers=keyed()).raise_for_status().json()
        assert client.get(f"/tables/{made['table']}", headers=bearer(made["host"]["token"])).json()["seats"]
    page.close()
    return joined(visit, f"/j/table/{made['table']}#{made['invite']['secret']}", "Wing", "淨係睇")


def test_the_memory_of_a_page_that_watches_bots_is_flat(
    browser: Launched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sampled at the beginning of deals: four in the small run, ten minutes of them in the long one."""
    monkeypatch.setattr(app_browser, "HURRY", 6 if LONG_RUN else 60)
    with served(BUILT, tmp_path) as address, visiting(address, browser) as visit:
        page = table_of_bots(visit)
        table(page).first.wait_for()
        samples: list[dict[str, float]] = []
        begun, deal = time.monotonic(), 1
        until = begun + (600 if LONG_RUN else 4 * AT_A_SCREEN / 1000)
        while time.monotonic() < until and (LONG_RUN or len(samples) < 4):
            deal += 1
            page.get_by_text(re.compile(f"第 {deal} 鋪")).first.wait_for(timeout=4 * AT_A_SCREEN)
            table(page).first.wait_for()
            samples.append(measured(page))
        spent = time.monotonic() - begun
    first, last = samples[1], samples[-1]
    grown = last["JSHeapUsedSize"] / first["JSHeapUsedSize"]
    told(
        "app.play.memory",
        round(last["JSHeapUsedSize"] / 1e6, 2),
        "MB",
        f"after {len(samples)} deals in {spent:.0f} s; {grown:.3f} times that of the second deal, "
        f"nodes {first['Nodes']:.0f} and {last['Nodes']:.0f}, listeners {first['JSEventListeners']:.0f} and "
        f"{last['JSEventListeners']:.0f}",
    )
    assert len(samples) >= 4
    assert grown < 1.25
    assert last["Nodes"] < first["Nodes"] * 1.5 + 500
