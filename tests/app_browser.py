"""A real server of the built app and a real Chromium, for the tests of its screens.

A test uses `visit` to open a path; at its end, no page may have logged an error or contacted another host.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from patience import AT_A_SCREEN, PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))  # for tools.browser
SIZES = {"phone": (390, 844), "small": (360, 640), "desk": (1280, 800)}
SIDEWAYS = {"landscape": (844, 390)}
"""Phones in landscape format, used for a few screens."""


def looks(*langs: str) -> list[tuple[str, str, str]]:
    """(language, size, theme): every size, alternating languages and themes; all combinations in `make long`."""
    themes = ("light", "dark")
    if os.environ.get("SIKWU_LONG"):
        return [(lang, size, theme) for lang in langs for size in SIZES for theme in themes]
    count = max(len(SIZES), len(langs))
    sizes = list(SIZES)
    return [(langs[n % len(langs)], sizes[n % len(sizes)], themes[n % 2]) for n in range(count)]


HURRY = 40
"""Waits at live tables are this many times shorter; what a test must not miss it plays without a clock."""
NAME = "sikwu.test"
"""A name that is not localhost, because a browser treats localhost like https."""
BUILT = ROOT / "src" / "sikwu" / "app_dist"
"""The app as built by `make app`; the installed package may be older."""
AXE = ROOT / "app" / "node_modules" / "axe-core" / "axe.min.js"
OFF = (
    # Chromium draws the suggestions of its address bar with pages in every window: most of the cost of a visit.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "SpareRendererForSitePerProcess",  # a process in reserve for every profile, which none of them lives to use
    # And what playwright turns off: Chromium heeds the last of its lists only.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
"""Features of Chromium that no test needs; it ignores unknown names."""
FLAGS = (
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(OFF)}",
    f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
)


@dataclass
class Watched:
    """The log messages and requests of a page."""

    origin: str
    errors: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    allowed: tuple[str, ...] = ()
    """Parts of errors that the test causes on purpose: `status of 422`, `ERR_INTERNET_DISCONNECTED`."""

    def check(self) -> None:
        """Asserts that there were no errors and no requests to other hosts."""
        errors = [each for each in self.errors if not any(part in each for part in self.allowed)]
        assert not errors, f"the page tells of errors: {errors}"
        assert not self.foreign, f"the page asked other hosts: {self.foreign}"


def watch(page: Page, origin: str) -> Watched:
    """Collects errors and foreign requests from now on."""
    seen = Watched(origin)

    def told(message: Any) -> None:
        if message.type == "error":
            seen.errors.append(message.text)

    def asked(request: Any) -> None:
        if not request.url.startswith(("data:", "blob:", f"{origin}/")):
            seen.foreign.append(request.url)

    page.on("console", told)
    page.on("pageerror", lambda error: seen.errors.append(str(error)))
    page.on("request", asked)
    return seen


FINDINGS = """async () => {
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  await pause(200);
  const turns = navigator.onLine ? 1200 : 40;
  for (let turn = 0; turn < turns && document.querySelector('.stale, [aria-busy=true]'); turn++) await pause(50);
  const ends = document.getAnimations().filter((each) => each.effect.getComputedTiming().endTime < 5000);
  await Promise.allSettled(ends.map((each) => each.finished));
  const light = axe._audit.rules.filter((rule) => ['minor', 'moderate'].includes(rule.impact));
  const rules = Object.fromEntries(light.map((rule) => [rule.id, { enabled: false }]));
  return (await axe.run(document, { rules, resultTypes: ['violations'] })).violations;
}"""
"""The findings of axe after all transitions have ended and all requests are answered, because colours in between are
temporary. Without a network there is no answer, so grey parts are checked as they are. Rules whose findings are never
serious are left out."""


@cache
def _axe() -> str:
    return AXE.read_text("utf-8")


def axe(page: Page) -> None:
    """Asserts that axe-core finds nothing serious or critical."""
    if not AXE.is_file():
        pytest.fail(f"axe-core is missing: `npm ci` in app/ puts it at {AXE.name}")
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_axe())
    found = page.evaluate(FINDINGS)
    grave = [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]
    assert not grave, "\n".join(grave)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the app; its books are in a file."""
    with served(BUILT, tmp_path_factory.mktemp("site")) as address:
        yield address


@contextmanager
def served(built: Path, books: Path) -> Iterator[str]:
    """The address of built pages, served by uvicorn on a free port with limits that no test reaches."""
    import uvicorn

    from sikwu.book.store import Store
    from sikwu.server.hands.shelf import Rulesets
    from sikwu.server.http.files import AppFiles
    from sikwu.server.http.limits import Limits
    from sikwu.server.running import ServerSettings, config
    from sikwu.server.web import Server, application

    files = AppFiles(built)
    if not files.built:
        pytest.fail("the app is not built: `npm run build` in app/ makes src/sikwu/app_dist")
    door = socket.create_server(("127.0.0.1", 0))
    many = 100_000
    wide = (
        *("rate", "burst", "young_rate", "young_burst", "address_rate", "address_burst", "write_rate", "write_burst"),
        *("connect_rate", "connect_burst", "connections_address", "handshake_rate", "handshake_burst"),
        *("sockets_address", "sockets_token", "books_a_day", "tries", "tables_a_day"),
    )
    limits = Limits(**dict.fromkeys(wide, many), table_hurry=HURRY)
    shelf = Rulesets(Store(books / "books.db"), limits.kept_rules)
    server = uvicorn.Server(config(ServerSettings(""), application(Server(limits, shelf, files=files))))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door]}, daemon=True)
    thread.start()
    patience = time.monotonic() + PATIENCE
    while not server.started:
        if not thread.is_alive() or time.monotonic() > patience:
            pytest.fail("the server of the app did not start")
        time.sleep(0.02)
    yield f"http://127.0.0.1:{door.getsockname()[1]}"
    server.should_exit = True
    thread.join(PATIENCE)
    door.close()


@dataclass
class Launched:
    """A Chromium shared by all tests of the process."""

    chromium: Browser
    loop: asyncio.AbstractEventLoop

    @contextmanager
    def at_work(self) -> Iterator[Browser]:
        """Activates playwright's event loop; outside, it does not count as running, because other tests have their
        own loops.
        """
        asyncio._set_running_loop(self.loop)
        try:
            yield self.chromium
        finally:
            asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Launched]:
    """The Chromium that `tools.browser` finds; if there is none, tests that need one are skipped, or fail if it is
    required.
    """
    from playwright.sync_api import expect, sync_playwright
    from tools.browser import REQUIRED, NoChromium, found

    try:
        one = found()
    except NoChromium as error:
        (pytest.fail if os.environ.get(REQUIRED) else pytest.skip)(str(error))
    playwright = sync_playwright().start()
    loop = asyncio.get_running_loop()
    try:
        launched = Launched(one.launch(playwright, FLAGS), loop)
        expect.set_options(timeout=AT_A_SCREEN)
    except BaseException:
        playwright.stop()
        raise
    asyncio._set_running_loop(None)
    yield launched
    with launched.at_work() as chromium:
        chromium.close()
        playwright.stop()


Visit = Callable[..., "Page"]


def comes(what: Locator, count: int) -> None:
    """Waits until a page has this many elements; counting at once may be too early."""
    from playwright.sync_api import expect

    expect(what).to_have_count(count)


@pytest.fixture
def visit(site: str, browser: Launched) -> Iterator[Visit]:
    """Opens a path in a fresh browser profile; checks every page when the test is over.

    `size` names one of SIZES; `kept` is stored on the phone first (names without the prefix); `worker` allows the
    service worker; `host` opens it under another name; `allowed` are expected errors.
    """
    with visiting(site, browser) as opened:
        yield opened


@contextmanager
def visiting(site: str, browser: Launched) -> Iterator[Visit]:
    """The same for pages at another address."""
    contexts: list[Any] = []
    watched: list[Watched] = []

    def opened(
        path: str = "/",
        size: str = "phone",
        lang: str = "yue",
        theme: str = "light",
        *,
        kept: dict[str, Any] | None = None,
        worker: bool = False,
        host: str = "127.0.0.1",
        allowed: tuple[str, ...] = (),
    ) -> Page:
        width, height = (SIZES | SIDEWAYS)[size]
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            has_touch=size != "desk",
            locale="zh-HK",
            service_workers="allow" if worker else "block",
        )
        contexts.append(context)
        context.set_default_timeout(AT_A_SCREEN)
        first = {"settings": {"lang": lang, "theme": theme}, **(kept or {})}
        context.add_init_script(
            f"for (const [name, value] of Object.entries({json.dumps(first)}))"
            " if (localStorage.getItem('sikwu.' + name) === null)"
            " localStorage.setItem('sikwu.' + name, JSON.stringify(value));"
        )
        origin = f"http://{host}:{urlsplit(site).port}"
        page = context.new_page()
        seen = watch(page, origin)
        seen.allowed = allowed
        watched.append(seen)
        page.goto(origin + path)
        return page

    with browser.at_work() as chromium:
        yield opened
        for context in contexts:
            context.close()
    for seen in watched:
        seen.check()


REACH = """() => {
  const out = [];
  for (const each of document.querySelectorAll('button, a, [role=switch]')) {
    const box = each.getBoundingClientRect();
    if (!box.width || !each.checkVisibility()) continue;
    const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const inside = box.x >= -0.5 && box.y >= -0.5 && box.right <= innerWidth + 0.5 && box.bottom <= innerHeight + 0.5;
    const name = each.ariaLabel || each.textContent;
    if (!at || !(each.contains(at) || at.contains(each))) out.push(`${name}: covered by ${at?.className}`);
    if (!inside) out.push(`${name}: outside`);
    const [wide, high] = each.closest('.hand') ? [17, document.documentElement.dataset.rows ? 44 : 56] : each.classList.contains('key') ? [44, 44] : [24, 24];
    if (box.width < wide - 0.5 || box.height < high - 0.5)
      out.push(`${name}: ${box.width} by ${box.height}`);
  }
  return out;
}"""
"""Keys that something covers, that lie outside the screen, or that are too small for a finger; tiles of a hand are as wide as
the row allows, and higher."""


def reachable(page: Page) -> None:
    """Everything that can be pressed can be reached."""
    wrong = page.evaluate(REACH)
    assert not wrong, wrong
