"""Deals of tests/playthroughs at real live tables in a browser: the wall is chosen, bots follow the script, and persons press its actions.

Only the wall and the bots are replaced, both inside the test's server: the table, its clocks and its pages are the real ones.
"""

from __future__ import annotations

import dataclasses
import json
import re
import time
import tomllib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from app_browser import HURRY, Visit
from app_tables import joined, table
from asking import ROOT, bearer, key
from patience import AT_A_SCREEN
from sikwu import ruleset
from sikwu.live.effects import AskBot
from sikwu.live.messages import BotActs
from sikwu.live.terms import WINDOWS
from sikwu.play.actions import action_texts
from sikwu.play.wall import Wall
from sikwu.texts import say
from test_playthroughs import ids_of, wall_of

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

FOLDER = Path(__file__).parent / "playthroughs"
SEATS = "ESWN"
LONG = 3_600_000
"""A window that lasts until it is answered: at a table with one person and bots it ends then."""


def scripted(number: str) -> dict[str, Any]:
    """A playthrough by the beginning of its name."""
    (path,) = FOLDER.glob(f"{number}*.toml")
    return tomllib.loads(path.read_text("utf-8"))


def keyed() -> dict[str, str]:
    """The header of a request that is made once."""
    return {"idempotency-key": key()}


class Script:
    """What is left of a script; of each seat's lines the next one is done when it is possible."""

    def __init__(self, lines: list[list[str]]) -> None:
        self.left = list(lines)

    def next(self, seat: str, at: str, tile: str, legal: tuple[str, ...] | list[str]) -> str | None:
        """The action of a seat that is asked; None: the script says nothing of it."""
        line = next((each for each in self.left if each[0] == seat), None)
        if line is None:
            return None
        place, _, named = (line[2] if len(line) > 2 else at).partition(" ")
        if place != at or (named and named != tile) or line[1] not in legal:
            return None
        self.left.remove(line)
        return line[1]


def dealing(ids: tuple[int, ...], *, first: bool = False) -> type[Wall]:
    """Walls with these tiles, in the first deal only or in every one."""

    class Chosen(Wall):
        @classmethod
        def made(cls, seed: bytes, table: str, deal: int, rules: str, nonces: Any = ("0" * 32,) * 4) -> Wall:
            found = Wall.made(seed, table, deal, rules, nonces)
            return dataclasses.replace(found, ids=ids) if deal == 1 or not first else found

    return Chosen


def following(script: Script) -> Callable[..., Awaitable[BotActs]]:
    """Bots that do what a script says; else they claim nothing and throw what they drew."""

    async def ask(bots: object, asked: AskBot, left: float) -> BotActs:
        view = asked.view
        tile = view.drawn if view.at == "turn" else view.offered
        texts = action_texts(asked.legal, view.offered)
        seat = "" if view.seat is None else view.seat.text
        action = script.next(seat, view.at, "" if tile is None else tile.text, texts)
        if action is None:
            thrown = "" if view.drawn is None else f"discard {view.drawn.text}"
            action = "pass" if "pass" in texts else thrown if thrown in texts else texts[-1]
        return BotActs(asked.place, asked.decision, asked.legal[texts.index(action)])

    return ask


PAIRS = {
    "ruleset": "hk-standard",
    "hands": {
        "E": "11447m 1144p 1144s",
        "S": "22558m 2255p 2255s",
        "W": "33669m 3366p 3366s",
        "N": "77p 8877s EESSWWN",
    },
    "draws": "3m W 1m 2m",
}
"""Everybody has five or six pairs; the first four discards can be claimed, and others throughout the deal."""


def give_claims(put: Callable[[str, Any], None]) -> None:
    """Every deal from now on has claims for every seat, and no bot takes one away or wins."""
    put("sikwu.live.playing.Wall", dealing(tuple(ids_of(wall_of(PAIRS, ruleset(PAIRS["ruleset"]))))))
    put("sikwu.bots.bots.Bots.ask", following(Script([])))


@pytest.fixture
def claims(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for the tables of one test."""
    give_claims(monkeypatch.setattr)


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[str, Any]], Script]:
    """Makes the deal of a playthrough the first one of every table that is opened from now on; returns its script."""

    def choose(told: dict[str, Any]) -> Script:
        rules = ruleset(told["ruleset"]).with_options(told.get("options", {}))
        ids = tuple(ids_of(wall_of(told, rules)))
        script = Script(told.get("script", []))
        monkeypatch.setattr("sikwu.live.playing.Wall", dealing(ids, first=True))
        monkeypatch.setattr("sikwu.bots.bots.Bots.ask", following(script))
        monkeypatch.setitem(WINDOWS, "slow", LONG)
        monkeypatch.setattr("sikwu.live.terms.REST", LONG)  # until the result was looked at
        if script.left:  # the bot that has something to do is not late, on a busy machine neither
            monkeypatch.setattr("sikwu.live.terms.SOLO", 300 * HURRY)
        return script

    return choose


class Sitting:
    """A person at a page, and what the table told it: what is asked is read from its socket, what is done is pressed."""

    def __init__(self, page: Page, seat: str, script: Script) -> None:
        self.page, self.seat, self.script = page, seat, script
        self.ask: dict[str, Any] | None = None
        self.tile = self.drawn = ""
        self.asked: list[tuple[str, list[str]]] = []
        self.frames: list[dict[str, Any]] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._heard))

    def _heard(self, text: str | bytes) -> None:
        frame = json.loads(text)
        self.frames.append(frame)
        if frame["type"] == "ask":
            self.ask = frame
            self.asked.append((frame["at"], list(frame["legal"])))
        elif frame["type"] in ("event", "turn", "window", "rest", "wall"):
            self.ask = None
        if frame["type"] == "event":
            line = frame["line"]
            if "pai" in line:
                self.tile = line["pai"]
            if line["type"] == "tsumo" and line["actor"] == self.seat:
                self.drawn = line["pai"]

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return any(each["type"] == "event" and each["line"]["type"] == "end_kyoku" for each in self.frames)

    def plays(self, stop: Callable[[Sitting], bool] | None = None) -> None:
        """Presses the script, passes, and throws what was drawn, until the deal is over or a question is one to look at."""
        until, done = time.monotonic() + 2 * AT_A_SCREEN / 1000, ""
        while not self.over:
            assert time.monotonic() < until, (self.seat, self.ask, self.script.left)
            self.page.wait_for_timeout(20)
            ask = self.ask
            if self.over or ask is None or ask["decision"] == done:
                continue
            if stop is not None and stop(self):
                return
            tile = self.drawn if ask["at"] == "turn" else self.tile
            action = self.script.next(self.seat, ask["at"], tile, ask["legal"])
            if action is None:
                action = "pass" if "pass" in ask["legal"] else f"discard {self.drawn}"
                if action not in ask["legal"]:
                    action = next(each for each in ask["legal"] if each.startswith("discard"))
            self.press(action)
            done = ask["decision"]

    def press(self, action: str) -> None:
        """Does an action by its key, as a person would."""
        word, _, tile = action.partition(" ")
        if word in ("discard", "ready"):
            if word == "ready":
                self.page.get_by_role("button", name="報聽").click()
            name = say("app.table.throw", tile=tile)("yue")
            one = self.page.get_by_role("list", name=re.compile("手牌，")).get_by_role(
                "button", name=re.compile(f"^{re.escape(name)}")
            )
            one.last.click()
            if one.last.get_attribute("aria-pressed") == "true":
                one.last.click()
            return
        words = {"pass": "過", "win": "食糊", "win_flowers": "花糊", "false_win": "詐糊", "pung": "碰", "chow": "上"}
        words |= {"kong": "槓", "kong_concealed": "暗槓", "kong_added": "加槓", "cut": "斬"}
        self.keys.filter(has_text=words[word]).first.click()

    @property
    def keys(self) -> Locator:
        """What may be done, as keys."""
        return self.page.get_by_role("group", name="而家可以做").get_by_role("button")


def at_a_table(
    visit: Visit, told: dict[str, Any], script: Script, seat: str, name: str = "Karen", size: str = "phone"
) -> Sitting:
    """A page at a seat of a table whose other seats are bots; the match has begun."""
    page = visit("/play", size)
    origin = page.url.split("/play")[0]
    rules = {"base": told["ruleset"], "options": told.get("options", {})}
    with httpx.Client(base_url=origin + ROOT, timeout=AT_A_SCREEN / 1000) as client:
        body = {"rules": rules, "pace": "slow", "solo": True}
        made = client.post("/tables", json=body, headers=keyed()).raise_for_status().json()
        host = bearer(made["host"]["token"])
        for place in (place for place in range(4) if SEATS[place] != seat):
            frame = {"type": "add_bot", "place": place, "level": "quick", "name": f"機{SEATS[place]}"}
            client.post(f"/tables/{made['table']}/host", json=frame, headers=host | keyed()).raise_for_status()
        page.close()
        person = joined(visit, f"/j/table/{made['table']}#{made['invite']['secret']}", name, size=size)
        sitting = Sitting(person, seat, script)
        person.reload()  # its socket is heard from its first frame on
        person.get_by_role("list", name="座位").wait_for()
        client.post(f"/tables/{made['table']}/host", json={"type": "start"}, headers=host | keyed()).raise_for_status()
    table(person).first.wait_for()
    return sitting
