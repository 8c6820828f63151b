"""The table component alone on a page: it gets questions of live tables, and its actions are checked.

Boards and questions come from `sikwu.live`. Every key does one of the legal actions, and every legal action has a key.
"""

from __future__ import annotations

import json
import re
import subprocess
import threading
from collections.abc import Iterator
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from app_browser import Launched, axe, reachable, watch
from app_node import APP, node
from live_tables import Shell
from patience import AT_A_SCREEN
from sikwu.live.news import AskNews, News
from sikwu.play.verify import TILES
from sikwu.players.simple import QuickPlayer
from sikwu.rules.presets import rules_of
from sikwu.rules.ruleset import Ruleset
from sikwu.server.http.files import POLICY
from sikwu.texts import say
from sikwu.texts.render import render

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZES = ((320, 524), (360, 596), (390, 792), (844, 390), (667, 375), (820, 1180), (1280, 800))
WORDS = ("pass", "chow", "pung", "kong", "win", "kong_concealed", "kong_added", "discard")


class Served(SimpleHTTPRequestHandler):
    """Files under the policy of the app's own server."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Logs nothing."""


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a page with nothing but the table on it."""
    folder = tmp_path_factory.mktemp("stage")
    build = [node(), "--no-warnings", str(APP / "tests" / "stage" / "build.ts"), str(folder)]
    done = subprocess.run(build, cwd=APP, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Served, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def table(stage: str, browser: Launched) -> Iterator[Any]:
    """Opens the table at a size; no page may log an error or contact another host."""
    contexts, watched = [], []

    def opened(size: tuple[int, int] = (390, 792), lang: str = "yue", theme: str = "light", touch: bool = True) -> Page:
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=touch, locale="zh-HK", service_workers="block"
        )
        contexts.append(context)
        context.set_default_timeout(AT_A_SCREEN)
        kept = json.dumps(json.dumps({"lang": lang, "theme": theme}))
        context.add_init_script(f"localStorage.setItem('sikwu.settings', {kept})")
        page = context.new_page()
        watched.append(watch(page, stage))
        page.goto(f"{stage}/index.html")
        page.wait_for_function("() => 'show' in globalThis")
        return page

    with browser.at_work() as chromium:
        yield opened
        for context in contexts:
            context.close()
    for seen in watched:
        seen.check()


Asked = tuple[dict[str, Any], dict[str, Any]]
"""A seat's board and its question."""


class Skilled(Shell):
    """A table of persons who play like the player quick, with one random action in eight."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        super().__init__(rules, 4, seeds=f"{rules.id} {seed}", delay=1)
        self.chance, self.asked, self.choose = Random(seed), 0, self.skilled

    def _react(self, place: int, news: News) -> None:
        self.asked = place
        super()._react(place, news)

    def skilled(self, ask: AskNews) -> str | None:
        playing = self.table.state.playing
        assert playing is not None
        if ask.at == "cut" or self.chance.random() < 0.125:
            return self.chance.choice(ask.legal)
        seat = playing.seat(self.asked)
        question = next(each for each in playing.game.questions() if each.seat is seat)
        return question.texts[question.legal.index(QuickPlayer().choose(playing.game.view(seat), question.legal))]


@cache
def questions(rules: str) -> dict[str, Asked]:
    """For each kind of action, the first question that offers it, with the board of the asked seat."""
    found: dict[str, Asked] = {}
    for seed in range(12):
        shell = Skilled(rules_of(rules), seed)
        heard = 0
        for _ in range(700):
            if set(WORDS) <= set(found) or not shell.step():
                break
            new, heard = shell.sent[heard:], len(shell.sent)
            for sent in new:
                if isinstance(sent.news, AskNews) and sent.to < 4:
                    board = json.loads(shell.table.state.boards[sent.to].canonical)
                    for legal in sent.news.legal:
                        word = legal.split()[0]
                        found.setdefault(word, (board, json.loads(bytes(sent.news))))
    return found


def show(page: Page, asked: Asked, **more: Any) -> None:
    board, question = asked
    page.evaluate("(props) => show(props)", {"board": board, "bottom": board["own"], "question": question, **more})
    page.get_by_role("region", name=re.compile("枱面|牌桌|The table")).wait_for()


def acted(page: Page) -> list[str]:
    return page.evaluate("() => [...acted]")


def named(tile: str, lang: str = "yue") -> str:
    return render(say("app.table.throw", tile=tile), lang)


@pytest.mark.parametrize("rules", ["hk-standard", "hk-taiwanese", "club16"])
def test_every_legal_action_has_its_key(table: Any, rules: str) -> None:
    page = table()
    told = questions(rules)
    assert set(WORDS) <= set(told)
    for board, question in told.values():
        for action in question["legal"]:
            show(page, (board, question), steps=1)
            press(page, board, question, action)
            assert acted(page) == [action], question


def press(page: Page, board: dict[str, Any], question: dict[str, Any], action: str) -> None:
    """Does an action as a person does."""
    word, _, rest = action.partition(" ")
    if word == "discard" or (word == "ready" and rest):
        if word == "ready":
            page.get_by_role("button", name="報聽", exact=True).last.click()
        page.get_by_role("button", name=re.compile(f"^{named(rest)}(，|$)")).first.click()
        return
    same = [
        each for each in question["legal"] if each.split()[0] == word and each != f"{word} " and "discard" not in each
    ]
    keys = page.get_by_role("group", name="而家可以做").locator(f"button.{word}")
    keys.nth([each for each in same if word != "ready" or " " not in each].index(action)).click()


def test_a_claim_shows_the_tiles_it_would_take_and_a_win_its_fan(table: Any) -> None:
    page = table()
    told = questions("hk-standard")
    question = told["chow"][1]
    show(page, told["chow"])
    for legal in question["legal"]:
        if legal.startswith("chow"):
            tiles = render(say("app.tiles", tiles=tuple(legal.split()[1:])), "yue")
            page.get_by_role("button", name=f"上{tiles}", exact=True).wait_for()
    question = told["win"][1]
    show(page, told["win"])
    page.get_by_role("button", name=f"食糊，{question['win']['fan']} 番").wait_for()


def test_two_taps_a_flick_and_a_double_tap_throw(table: Any) -> None:
    page = table()
    board, question = questions("hk-standard")["discard"]
    legal = {each.split()[1] for each in question["legal"] if each.startswith("discard ")}
    tile = next(each for each in TILES if each in legal)
    key = page.get_by_role("button", name=re.compile(f"^{named(tile)}(，|$)")).first
    show(page, (board, question), steps=2)
    key.click()
    assert acted(page) == []
    page.get_by_role("status").wait_for()
    key.click()
    assert acted(page) == [f"discard {tile}"]
    show(page, (board, question), steps=2)
    box = key.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 2, y - 60, steps=4)
    page.mouse.up()
    assert acted(page) == [f"discard {tile}"]
    drawn = board["drawn"]
    assert drawn in legal
    show(page, (board, question), steps=2)
    middle = page.get_by_role("region", name="枱面").bounding_box()
    assert middle
    page.mouse.dblclick(middle["width"] * 0.25, middle["height"] * 0.45)
    assert acted(page) == [f"discard {drawn}"]


def test_a_tile_that_may_not_be_thrown_is_not(table: Any) -> None:
    page = table()
    board, question = questions("hk-standard")["discard"]
    few = {**question, "legal": [next(each for each in question["legal"] if each.startswith("discard"))]}
    show(page, (board, few), steps=1)
    for key in page.get_by_role("list", name=re.compile("手牌")).get_by_role("button").all():
        key.click(force=True)
    assert set(acted(page)) == set(few["legal"])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rules", ["hk-standard", "club16"])
def test_every_key_can_be_tapped_at_every_size(table: Any, size: tuple[int, int], rules: str) -> None:
    lang = "en" if size[0] in (320, 844, 1280) else "yue"
    page = table(size, lang, "dark" if size[0] % 20 else "light", touch=size[0] < 1000)
    for asked in questions(rules).values():
        show(page, asked)
        page.wait_for_function("() => document.querySelector('[role=group] button, li button') !== null")
        reachable(page)
    show(page, questions(rules)["chow"])
    axe(page)
