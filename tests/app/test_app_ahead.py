"""The table on a phone without a network: seats, dealer, streak and round after waiting hands, as the book will have them."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from app_browser import Visit
from app_node import ask
from app_table import GONE, PLAYERS, agree, enter, opened, seat
from sikwu import ruleset
from sikwu.book import Book
from sikwu.book.events import Cut, Fine, Redraw, Rename, Result, Seats, Swap
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import SikwuError
from sikwu.wire.book_pages import state_shape

MOVED = ("seats", "winds", "dealer", "streak", "dealer_fan", "round", "next_hand")


def houses() -> list[Ruleset]:
    """Documents with everything that keeps or passes the deal."""
    found = []
    for name in ("hk-standard", "hk-classic", "hk-taiwanese", "club16"):
        rules = ruleset(name)
        known = {option.id: option for option in rules.options}
        asked = [
            id
            for id in ("dealer.on_draw", "false_win.after", "win.multiple_winners", "dealer.fan_scope")
            if id in known
        ]
        values = [known[id].values.values for id in asked]  # type: ignore[union-attr]
        for chosen in itertools.product(*values):
            try:
                found.append(rules.with_options(dict(zip(asked, chosen, strict=True))))
            except SikwuError:
                continue
        ways = itertools.product(("keep", "pass", "winner"), (0, 1, 2))
        found += [rules.with_options({"dealer.on_win": on_win, "dealer.most_repeats": most}) for on_win, most in ways]
    return found


def event(chance: Random, book: Book) -> Any:
    """Something that may be written next."""
    seated = book.state.table.seated
    winner, other, third, _ = chance.sample(seated, 4)
    fan = max(book.ruleset.minimum, 8)
    kinds = {
        "discard": Result("discard", {winner: fan}, other),
        "two": Result("discard", {winner: fan, third: fan}, other),
        "self_draw": Result("self_draw", {winner: fan}),
        "kong": Result("kong_replacement", {winner: fan}, other),
        "draw": Result("draw"),
        "false": Result("false_win", by=winner),
        "swap": Swap(winner, f"new{book.head.seq}"),
        "seats": Seats(tuple(chance.sample(seated, 4))),
        "redraw": Redraw(tuple(chance.sample(seated, 4))),
        "rename": Rename("Saturday"),
        "fine": Fine(winner),
        "cut": Cut(winner, other),
    }
    weights = [8, 3, 8, 2, 5, 3, 1, 1, 1, 1, 1, 1]
    return chance.choices(list(kinds.values()), weights)[0]


def test_the_table_moves_on_as_the_book_will(tmp_path: Path) -> None:
    asked, expected = [], []
    for seed, rules in enumerate(houses() * 4):
        chance = Random(seed)
        book = Book.new("Friday", ["A", "B", "C", "D"], rules, first_dealer=chance.choice("ABCD"))
        kept = state_shape(book)
        waiting: list[Any] = []
        for number in range(30):
            if number == 10:
                kept, waiting = state_shape(book), []
            one = event(chance, book)
            try:
                book.record(one)
            except SikwuError:
                continue
            waiting.append(msgspec.to_builtins(one))
        if kept.rules.dealing is None:
            continue
        asked.append({"ahead": msgspec.to_builtins(kept), "events": waiting})
        expected.append(json.loads(msgspec.json.encode(state_shape(book))))
    assert len(asked) > 50
    for told, after, question in zip(ask(tmp_path, asked), expected, asked, strict=True):
        assert {name: told[name] for name in MOVED} == {name: after[name] for name in MOVED}, question["events"]
    assert len({each["streak"] for each in expected}) > 3
    assert len({each["round"] for each in expected}) > 2


def test_where_only_the_server_can_tell_nothing_moves(tmp_path: Path) -> None:
    """An undone entry, and a game in which a player who has lost everything can no longer deal."""
    book = Book.new("Friday", ["A", "B", "C", "D"], ruleset("hk-standard"))
    undo = {"type": "undo", "target": 2}
    strict = ruleset("club16").with_options({"bust.player_continues": False})
    alone = Book.new("Friday", ["A", "B", "C", "D"], strict)
    win = {"type": "hand", "result": "self_draw", "wins": {"B": 8}}
    states = [msgspec.to_builtins(state_shape(each)) for each in (book, alone)]
    assert states[1]["rules"]["dealing"] is None
    questions = [{"ahead": states[0], "events": [undo]}, {"ahead": states[1], "events": [win]}]
    assert ask(tmp_path, questions) == [None, None]


def test_a_phone_without_a_network_goes_on(visit: Visit) -> None:
    """Two hands wait: the winds at the seats are those of the third, the money is said to be that of before."""
    page = opened(visit, "hk-standard", allowed=GONE)
    book = Book.new("星期五", PLAYERS, ruleset("hk-standard"))
    wind = lambda name: seat(page, name).locator(".wind").inner_text()  # noqa: E731
    page.context.set_offline(True)
    page.get_by_role("status").get_by_text("離線").wait_for()
    for winner, source in (("Wing", "肥仔"), ("阿明", "Wing")):
        enter(page, winner, source, 3)
        book.record(Result("discard", {winner: 3}, source))
    page.get_by_text(re.compile("錢未計")).wait_for()
    page.get_by_text(re.compile("第 3 局")).first.wait_for()
    table = book.state.table
    assert {name: wind(name) for name in PLAYERS} == {name: "東南西北"[table.wind(name)] for name in PLAYERS}
    assert table.dealer_name != PLAYERS[0]
    page.context.set_offline(False)
    page.get_by_text(re.compile("錢未計")).wait_for(state="detached")
    agree([page], book)
