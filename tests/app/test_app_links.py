"""Links from strangers: their rules apply to their hand only, and no link breaks a screen. No secret is in an address."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from app_browser import Visit
from app_table import PLAYERS, enter, invitation, table
from sikwu.links import pack_house

if TYPE_CHECKING:
    from playwright.sync_api import Page, Response

HAND = "h123678m777z666z5z-w5zW-ES"
MINE = {"base": "hk-standard", "options": {"limit.cap_fan": 12}, "name": "mine"}
THEIRS = {"options": {"limit.cap_fan": 9}, "name": "theirs"}
BAR = "呢副牌照連結帶嚟嘅規矩計"
POISON: tuple[Any, ...] = (
    {"base": {"x": 1}},
    {"base": "nope"},
    {"base": None, "options": {"limit.cap_fan": 9}},
    {"patterns": "abc"},
    {"patterns": [None]},
    {"patterns": {"length": 3}},
    {"patterns": 5},
    {"patterns": [{"id": "x", "when": "suits == 1", "fan": 1, "zh": {"a": 1}}]},
    {"patterns": [{"id": "x", "when": 5, "fan": 1}]},
    {"patterns": [{"id": "x", "when": "not a condition", "fan": 1}]},
    {"patterns": [{"id": "x", "when": "suits == 1", "fan": -1}]},
    {"options": {"limit.cap_fan": -5}},
    {"options": {"no.such.option": 1}},
    {"options": {"limit.cap_fan": {"a": 1}}},
    {"options": [1, 2]},
    {"options": "x"},
    {"options": None},
    {"prices": 5},
    {"prices": {"3": [1]}},
    {"prices": {"3": -8}},
    {"name": {"a": 1}},
    {"name": "x" * 5_000},
    {"__proto__": {"base": 1}, "constructor": 5},
    {"unknown": {"deep": [[[[]]]]}},
    [1, 2, 3],
    "text",
    5,
)


def link(house: Any, base: str = "1s") -> str:
    return f"/#{base}-{HAND}-o{pack_house(house)}"


def kept(page: Page) -> Any:
    return page.evaluate("JSON.parse(localStorage.getItem('sikwu.rules'))")


def scored(page: Page) -> None:
    """A hand counts."""
    page.get_by_role("img", name=re.compile(r"^\d+ 番$")).first.wait_for()


def sound(page: Page) -> None:
    """House and Learn are shown completely."""
    for place, whole in (("規矩", "規矩指紋"), ("番種", "平糊")):
        page.get_by_role("navigation").get_by_role("link", name=place, exact=True).click()
        page.get_by_label(whole).or_(page.get_by_text(whole)).first.wait_for()


# --- rules of a link


def test_rules_of_a_link_hold_for_its_hand_until_somebody_takes_them(visit: Visit) -> None:
    page = visit(link(THEIRS), "phone", kept={"rules": MINE})
    page.get_by_text(f"{BAR}：theirs＋1。").wait_for()
    scored(page)
    assert kept(page) == MINE
    page.get_by_role("button", name="照我嗰套").click()
    page.get_by_text(BAR).wait_for(state="hidden")
    scored(page)
    assert kept(page) == MINE


def test_rules_of_a_link_are_taken_by_a_tap_and_given_back_by_another(visit: Visit) -> None:
    page = visit(link(THEIRS), "phone", kept={"rules": MINE})
    page.get_by_role("button", name="用呢套").click()
    page.get_by_text(BAR).wait_for(state="hidden")
    assert kept(page) == {"base": "hk-standard", **THEIRS}
    page.get_by_role("button", name="還原").last.click()
    assert kept(page) == MINE


def test_lent_rules_go_with_their_hand(visit: Visit) -> None:
    page = visit(link(THEIRS), "phone", kept={"rules": MINE})
    page.get_by_text(BAR).wait_for()
    page.get_by_role("button", name="新一副").click()
    page.get_by_text(BAR).wait_for(state="hidden")
    assert kept(page) == MINE


def test_a_link_under_ones_own_rules_asks_nothing(visit: Visit) -> None:
    own = {name: value for name, value in MINE.items() if name != "base"}
    page = visit(link(own), "phone", kept={"rules": MINE})
    scored(page)
    assert page.get_by_text(BAR).count() == 0


def test_a_hand_of_the_past_leaves_the_rules_alone(visit: Visit) -> None:
    past = [
        {
            "line": "123678m 中中中 發發發 白 +白<W seat=E round=S",
            "rules": {"base": "hk-common"},
            "fan": 6,
            "at": "2026-01-01",
        }
    ]
    page = visit("/", "phone", kept={"rules": MINE, "history": past})
    page.get_by_role("button", name="選單").click()
    page.get_by_role("button", name="計過嘅牌").click()
    page.get_by_role("dialog").get_by_role("button").filter(has_text="6").first.click()
    page.get_by_text(f"{BAR}：常用。").wait_for()
    assert kept(page) == MINE


@pytest.mark.parametrize("start", range(0, len(POISON), 9))
def test_no_link_breaks_a_phone(visit: Visit, start: int) -> None:
    """Links made to break a phone: the hand counts, the user's rules stay, House and Learn are complete, also the
    next time.
    """
    for poison in POISON[start : start + 9]:
        page = visit(link(poison), "phone", kept={"rules": MINE}, allowed=("Failed to load resource",))
        scored(page)
        assert kept(page) == MINE, poison
        sound(page)
        assert kept(page) == MINE, poison
        page.context.close()


def test_a_link_of_rules_that_are_unknown_says_so(visit: Visit) -> None:
    page = visit(link({}, "1pnope"), "phone", kept={"rules": MINE}, allowed=("Failed to load resource",))
    page.get_by_text("連結帶嚟嘅規矩核對唔到：照你自己嗰套計。").wait_for()
    scored(page)
    assert kept(page) == MINE


# --- damaged rules on a phone


@pytest.mark.parametrize(
    "stored",
    [
        {"base": {"x": 1}},
        {"base": "hk-standard", "patterns": "abc"},
        {"base": "hk-standard", "patterns": [None]},
        {"base": "hk-standard", "patterns": {"length": 3}},
        {"base": "hk-standard", "options": [1]},
        None,
        5,
        "x",
    ],
    ids=json.dumps,
)
def test_rules_stored_broken_fall_back_and_it_is_said(visit: Visit, stored: Any) -> None:
    page = visit("/", "phone", kept={"rules": stored})
    page.get_by_text("呢部機存低嘅規矩有啲地方唔係規矩").wait_for()
    sound(page)
    page.get_by_role("navigation").get_by_role("link", name="計番", exact=True).click()
    page.get_by_role("button", name="知道").click()
    page.get_by_text("呢部機存低嘅規矩有啲地方唔係規矩").wait_for(state="hidden")
    assert kept(page)["base"] == "hk-standard"


@pytest.mark.parametrize(
    "stored",
    [
        {"base": "nope"},
        {"base": "hk-standard", "options": {"no.such.option": 1}},
        {"base": "hk-standard", "options": {"limit.cap_fan": -5}},
        {"base": "hk-standard", "patterns": [{"id": "x", "when": "not a condition", "fan": 1}]},
    ],
    ids=json.dumps,
)
def test_rules_that_no_hand_counts_by_have_a_way_out(visit: Visit, stored: Any) -> None:
    """One tap removes the invalid parts; the tokens of books stay."""
    own = {"theme": "dark"}
    page = visit("/", "phone", kept={"rules": stored, "settings.probe": own}, allowed=("Failed to load resource",))
    for tile in ("一萬", "二萬"):
        page.get_by_role("button", name=re.compile(f"^{tile}，")).click()
    page.get_by_text("呢套規矩計唔到牌").wait_for()
    page.get_by_role("button", name="除走唔啱嘅").click()
    page.get_by_text("呢套規矩計唔到牌").wait_for(state="hidden")
    assert kept(page) == {"base": "hk-standard"} | ({"options": {}} if stored["base"] != "nope" else {})
    assert page.evaluate("JSON.parse(localStorage.getItem('sikwu.settings.probe'))") == own
    sound(page)


# --- codes to scan, and secrets in addresses


def test_no_secret_is_in_any_address(visit: Visit) -> None:
    """All that a host and a guest ask for in a session: opening, inviting, joining, writing, sharing a hand and the rules. No
    token, no invitation, no ticket, and nothing behind a # is in an address that the server sees."""
    asked: list[str] = []
    secrets: set[str] = set()

    def listens(page: Page) -> None:
        page.on("request", lambda each: asked.extend((each.url, each.headers.get("referer", ""))))
        page.on("websocket", lambda each: asked.append(each.url))
        page.on("response", lambda each: secrets.update(_secrets(each)))

    page = visit("/books", "phone", kept={"rules": MINE})
    listens(page)
    page.get_by_role("link", name="開新簿").first.click()
    page.get_by_label("簿名").fill("星期五")
    for n, name in enumerate(PLAYERS, 1):
        page.get_by_label(f"玩家 {n}").fill(name)
    page.get_by_role("button", name="開簿").click()
    table(page).wait_for()
    link = invitation(page)
    secrets.add(link.partition("#")[2])
    page.get_by_role("button", name="畀人掃").click()
    page.get_by_role("img", name="掃呢個碼就入到呢本簿").wait_for()
    page.get_by_role("button", name="閂").click()
    guest = visit("/", "phone")
    listens(guest)
    guest.goto(guest.url.rstrip("/") + link)
    guest.get_by_label("你叫咩名？").fill("Wing")
    guest.get_by_role("button", name="入去").click()
    table(guest).wait_for()
    enter(page, "Karen", "Wing", 6)
    guest.goto(guest.url.partition("/books")[0] + f"/#1s-{HAND}")
    scored(guest)
    guest.get_by_role("button", name="分享").click()
    guest.get_by_role("img", name="掃呢個碼開返呢副牌").wait_for()
    guest.goto(guest.url.partition("/#")[0].rstrip("/") + "/house")
    guest.get_by_role("button", name="畀人掃").click()
    guest.get_by_role("dialog").get_by_role("img").first.wait_for()
    assert len(secrets) >= 6
    assert len(asked) > 50
    found = [address for address in asked for secret in secrets if secret in address]
    assert not found, found[0]
    assert not [address for address in asked if "#" in address or "%23" in address.lower() or HAND in address]


def _secrets(answer: Response) -> set[str]:
    """Tokens, invitations and tickets that an answer holds."""
    if answer.request.method != "POST" or "/api/v1/" not in answer.url:
        return set()
    try:
        text = answer.text()
    except Exception:  # the page has moved on
        return set()
    return set(re.findall(r'"(?:token|secret|ticket)":"([0-9a-zA-Z_.-]{20,})"', text))


def test_a_code_is_drawn_without_a_network(visit: Visit) -> None:
    """Only the drawing; that the app opens offline is tested in another file."""
    ready = "/#1s-h22678m55z-p666zE-p777zN-w5zW-SE-f26"
    page = visit(ready, "desk", allowed=("ERR_INTERNET_DISCONNECTED", "Failed to load resource"))
    scored(page)
    page.get_by_role("button", name="分享").click()
    code = page.get_by_role("img", name="掃呢個碼開返呢副牌")
    code.wait_for()
    before = code.get_attribute("src")
    page.get_by_role("button", name="閂").click()
    page.context.set_offline(True)
    page.get_by_role("button", name=re.compile("^二萬，")).click()  # another tile that it waits for
    page.get_by_role("button", name="分享").click()
    code.wait_for()
    assert code.evaluate("each => each.decode().then(() => each.naturalWidth)")
    assert before != code.get_attribute("src")
    assert str(before).startswith("data:image/svg+xml,")
