"""The playground: Score, House and Learn as files, from a sub-path of any file server and from a disk, asking nobody."""

from __future__ import annotations

import http.server
import json
import random
import sys
import threading
from base64 import b64decode
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from app_browser import AXE, SIZES, Launched, watch
from patience import AT_A_SCREEN
from sikwu import ruleset, score
from sikwu.wire.offline import bundle

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))
from tools import playground  # noqa: E402

WIN = "#/#1s-h22678m55z-p666zE-p777zN-w5zW-SE-f26"
"""Big three dragons, as a link to it says."""
AXE_RUN = """async () => (await axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']}))
  .violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).slice(0, 2)}`)"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder above the playground: it is served under a path of its own."""
    above = tmp_path_factory.mktemp("static")
    playground.build(above / "docs" / "try", changed=("hk-standard",))
    return above


@pytest.fixture(scope="module")
def origin(site: Path) -> Iterator[str]:
    """Python's plain file server."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            """Says nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def opened(browser: Launched) -> Iterator[Callable[..., Page]]:
    """Opens an address of the playground in a fresh browser profile."""
    with browser.at_work() as chrome:
        yield partial(in_a_profile, chrome)
        for context in chrome.contexts:
            context.close()


def in_a_profile(chrome: Browser, address: str, lang: str = "en", size: str = "phone", theme: str = "light") -> Page:
    wide, high = SIZES[size]
    context = chrome.new_context(viewport={"width": wide, "height": high}, color_scheme=theme)  # type: ignore[arg-type]
    context.set_default_timeout(AT_A_SCREEN)
    first = (
        "localStorage.getItem('sikwu.settings') ?? localStorage.setItem('sikwu.settings', JSON.stringify({lang: '%s'}))"
    )
    context.add_init_script(first % lang)
    page = context.new_page()
    page.goto(address)
    page.locator("#main").wait_for()
    return page


def hears(page: Page, words: str) -> None:
    page.locator("#main", has_text=words).first.wait_for()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_score_house_and_learn_from_a_sub_path_ask_nobody(opened: Callable[..., Page], origin: str, theme: str) -> None:
    page = opened(f"{origin}/docs/try/", theme=theme)
    seen = watch(page, f"{origin}/docs/try")
    axe = AXE.read_text("utf-8")

    def clean() -> None:
        page.evaluate(axe)
        assert page.evaluate(AXE_RUN) == []

    page.goto(f"{origin}/docs/try/{WIN}")
    hears(page, "Big three dragons")
    hears(page, "W −384")
    page.locator("#main h2", has_text="Same hand").or_(page.locator("ul.books")).first.wait_for()
    clean()
    page.goto(f"{origin}/docs/try/#/learn")
    page.locator('a[href^="#/learn/play"]').first.wait_for()
    first = page.evaluate("document.querySelectorAll('a[href^=\"#/learn/first\"]').length")
    assert first == 0, "the guided first game needs a server, so it is not offered beside the lessons"
    page.locator('a[href^="#/learn/half_flush"]').first.click()
    hears(page, "exactly 1 suit")
    clean()
    page.goto(f"{origin}/docs/try/#/learn/quiz")
    hears(page, "How many fan")
    page.goto(f"{origin}/docs/try/#/house")
    hears(page, "Ceiling in fan")
    clean()
    page.goto(f"{origin}/docs/try/#/books")
    hears(page, "This needs a server")
    hears(page, "make run")
    clean()
    links = page.evaluate("[...document.querySelectorAll('a')].map((each) => each.getAttribute('href'))")
    assert all(each.startswith(("#/", "#main")) for each in links), links
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    seen.check()


@pytest.mark.parametrize("where", ["server", "disk"])
def test_one_change_is_judged_and_a_second_is_refused_in_words(
    opened: Callable[..., Page], site: Path, origin: str, where: str
) -> None:
    start = f"{origin}/docs/try/index.html" if where == "server" else (site / "docs/try/index.html").as_uri()
    page = opened(start)
    seen = watch(page, start.removesuffix("/index.html"))
    rules = json.dumps({"base": "hk-standard", "options": {"limit.cap_fan": 8}})
    page.add_init_script(f"localStorage.setItem('sikwu.rules', {json.dumps(rules)})")
    page.reload()
    page.goto(f"{start}{WIN}")
    told = score(
        "22678m 55z (666z<E) (777z<N) +5z<W seat=S round=E 26f",
        ruleset("hk-standard").with_options({"limit.cap_fan": 8}),
    )
    assert (told.fan, told.capped) != (8, 8)
    hears(page, f"{told.fan} fan")
    page.goto(f"{start}#/house#option:hand.min_fan")
    page.locator("dialog[open]").wait_for()
    page.get_by_text("1 change from HK standard").wait_for()
    page.locator("dialog[open]").get_by_role("spinbutton").first.press("ArrowUp")
    page.get_by_text("only one option can be changed").first.wait_for()
    seen.check()


@pytest.mark.parametrize(("lang", "words"), [("yue", "呢樣要伺服器"), ("zh", "這一項需要伺服器")])
def test_it_says_in_chinese_what_needs_a_server(
    opened: Callable[..., Page], origin: str, lang: str, words: str
) -> None:
    page = opened(f"{origin}/docs/try/#/join", lang)
    hears(page, words)


def test_a_change_is_the_same_as_the_server_would_make_it() -> None:
    """What the page puts together is what Python lowers, byte for byte."""
    told = playground.changes("club16")
    base, every = b64decode(str(told["base"])), told["changes"]
    assert isinstance(every, dict)
    assert len(every) > 60
    for key in random.Random(31).sample(sorted(every), 12):
        id, value = key.split("=")
        parts = apart(applied(base, b64decode(every[key])))
        option = next(each for each in ruleset("club16").options if each.id == id)
        values = [each for each in playground.values(option, shape(option)) if playground.value_text(each) == value]
        assert parts[0] == bundle(ruleset("club16").with_options({id: values[0]}))
        assert json.loads(parts[1])["ok"]


def shape(option: Any) -> dict[str, Any]:
    return playground.msgspec.to_builtins(playground.option_shape(ruleset("club16"), option, ()))


def applied(base: bytes, delta: bytes) -> bytes:
    """As app/src/playground/delta.ts does it."""
    out, at = b"", 0

    def number() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = delta[at]
            at, value, shift = at + 1, value + ((byte & 127) << shift), shift + 7
            if byte < 128:
                return value

    while at < len(delta):
        start, old, own = number(), number(), number()
        out += base[start : start + old] + delta[at : at + own]
        at += own
    return out


def apart(data: bytes) -> list[bytes]:
    found, at = [], 0
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "little")
        found.append(data[at + 4 : at + 4 + size])
        at += 4 + size
    return found
