"""A phone whose live connection is refused says so and still updates; only a missing answer counts as no network."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from app_browser import Visit
from app_table import enter, invitation, joined, opened, seats, table
from patience import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route, WebSocketRoute

CLOSES = {
    4029: "有網，但呢個網絡連線太多：隔幾秒先更新。",
    4030: "有網，但送得太密：隔幾秒先更新。",
    1008: "有網，但送得太密：隔幾秒先更新。",
    4013: "有網，但伺服器嘅資料庫用唔到：等緊。",
}


def refuses(page: Page, code: int) -> None:
    """The server closes every socket of this phone with a reason."""

    def close(socket: WebSocketRoute) -> None:
        socket.close(code=code, reason="limit")

    page.route_web_socket(re.compile("/ws/"), close)


@pytest.mark.parametrize("code", CLOSES)
def test_a_refusal_is_told_as_what_it_is(visit: Visit, code: int) -> None:
    """The reason is shown, nothing says that there is no network, and entries of others arrive after some seconds."""
    host = opened(visit)
    link = invitation(host)
    guest = visit("/", "phone", allowed=("WebSocket",))
    refuses(guest, code)
    guest.goto(guest.url.rstrip("/") + link)
    guest.get_by_label("你叫咩名？").fill("Wing")
    guest.get_by_role("button", name="入去").click()
    table(guest).wait_for()
    guest.get_by_text(CLOSES[code]).wait_for()
    guest.get_by_text("慢更新").first.wait_for()
    assert guest.get_by_text("離線", exact=True).count() == 0
    enter(host, "Karen", "Wing", 6)
    guest.wait_for_function("() => /第 2 局|第二局/.test(document.body.innerText)", timeout=PATIENCE * 1000)
    assert seats(guest) == seats(host)


def test_a_handshake_that_is_refused_is_no_missing_network(visit: Visit) -> None:
    """A browser does not learn why a handshake was refused; but the ticket has just been received."""
    host = opened(visit)
    link = invitation(host)
    guest = visit("/", "phone", allowed=("WebSocket",))
    guest.add_init_script(
        "window.WebSocket = class extends EventTarget { constructor() { super();"
        " setTimeout(() => this.onclose?.({ code: 1006, reason: '' }), 5); } close() {} send() {} };"
    )
    guest.goto(guest.url.rstrip("/") + link)
    guest.get_by_label("你叫咩名？").fill("Wing")
    guest.get_by_role("button", name="入去").click()
    table(guest).wait_for()
    guest.get_by_text("有網，但伺服器唔收即時連線：隔幾秒先更新。").wait_for()


def test_without_a_network_it_is_said(visit: Visit) -> None:
    host = opened(visit)
    guest = joined(
        visit, invitation(host), "Wing", allowed=("ERR_INTERNET_DISCONNECTED", "Failed to load", "WebSocket")
    )
    guest.context.set_offline(True)
    guest.get_by_text("離線", exact=True).first.wait_for()
    assert guest.get_by_text("有網").count() == 0


def test_a_book_that_was_left_opens_no_socket(visit: Visit) -> None:
    """Left while it was still being read: nothing connects for nobody."""
    page = opened(visit)
    address = page.url
    page.goto(address.partition("/books/")[0] + "/books")
    held: list[Route] = []
    sockets: list[str] = []
    page.on("websocket", lambda each: sockets.append(each.url))
    page.route(re.compile(r"/api/v1/books/[0-9a-f]{32}$"), lambda route: held.append(route))
    page.get_by_role("link", name=re.compile("星期五")).first.click()
    page.wait_for_url(re.compile("/books/[0-9a-f]{32}$"))
    until(page, lambda: bool(held))
    page.get_by_role("navigation").get_by_role("link", name="計番", exact=True).click()
    page.get_by_role("button", name=re.compile("^一萬，")).wait_for()
    page.wait_for_timeout(900)  # another screen of the same book might have come
    for route in held:
        route.continue_()
    page.wait_for_timeout(700)
    assert sockets == []


def until(page: Page, holds: Callable[[], bool]) -> None:
    for _ in range(100):
        if holds():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it never came")
