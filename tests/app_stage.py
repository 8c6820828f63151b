"""The table alone on a page, and the moments of matches that tests put there."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from app_browser import BUILT, Launched, served, visiting
from app_node import APP, node
from matches import some_match
from sikwu.live.board import after, blank
from sikwu.play.lines import DealLine, DecisionLine, Line
from sikwu.play.replay import rules_of_record
from sikwu.play.view import seen_lines

if TYPE_CHECKING:
    from playwright.sync_api import Page


@dataclass(frozen=True)
class Moment:
    """What a player sees when something is asked, in the form in which the table takes it."""

    board: dict[str, Any]
    question: dict[str, Any]
    log: list[dict[str, Any]] = field(repr=False)
    """The lines of the deal as this player saw them."""
    before: dict[str, Any] = field(repr=False)
    """The board one line earlier."""

    @property
    def props(self) -> dict[str, Any]:
        """For `show`."""
        return {"board": self.board, "bottom": self.board["own"], "question": self.question, "log": self.log}


def plain(thing: object) -> Any:
    """As it is sent."""
    return msgspec.json.decode(msgspec.json.encode(thing))


def moments(name: str, number: int) -> Iterator[tuple[DecisionLine, Callable[[], Moment]]]:
    """Every decision of a match, each with what its player sees."""
    _, lines, _ = some_match(name, number)
    for at, line in enumerate(lines):
        if isinstance(line, DecisionLine):
            yield line, lambda at=at: moment_at(lines, at)  # type: ignore[misc]


def moment_at(lines: list[Line], at: int) -> Moment:
    """What the player of a decision sees."""
    decision = lines[at]
    assert isinstance(decision, DecisionLine)
    deal = max((line for line in lines[:at] if isinstance(line, DealLine)), key=lambda line: line.deal)
    cut = decision.at == "cut"
    player = decision.seat if cut else deal.seats["ESWN".index(decision.seat)]
    rules = rules_of_record(lines)
    board = before = blank(rules)
    log: list[Line] = []
    for line in seen_lines(lines[:at], player, rules.terms.kongs.hidden):
        if line is None or isinstance(line, DecisionLine):
            continue
        before, board = board, after(board, line)
        log = [line] if isinstance(line, DealLine) else [*log, line]
    question = {"decision": f"d{at}", "at": decision.at, "legal": list(decision.legal)}
    if any(action.startswith("win") for action in decision.legal):
        question["win"] = {"fan": 3}
    if cut:
        question["creditor"] = decision.creditor
    return Moment(plain(board), question, plain(log), plain(before))


RULESETS = ("hk-standard", "hk-taiwanese", "club16", "hk-common", "hk-classic")


@cache
def moment(at: str, *words: str, rules: tuple[str, ...] = RULESETS, last: str = "", without: str = "") -> Moment:
    """The first moment of a kind: asked there, with choices that begin so, after such a line."""
    for number in range(30):
        for name in rules:
            for decision, seen in moments(name, number):
                legal = decision.legal
                if decision.at != at or not all(any(each.startswith(word) for each in legal) for word in words):
                    continue
                if without and any(each.startswith(without) for each in legal):
                    continue
                found = seen()
                if not last or found.board["last"] == last:
                    return found
    raise AssertionError((at, words, rules))


@pytest.fixture(scope="session")
def stage_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the table alone, served with the headers of the app."""
    home = tmp_path_factory.mktemp("stage")
    built = home / "built"
    done = subprocess.run(
        [node(), "--no-warnings", str(APP / "tests" / "stage" / "build.ts"), str(built)],
        cwd=APP,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for name in ("kernel.wasm", "rules.bin", "spellings.bin"):
        shutil.copy(BUILT / name, built / name)
    with served(Path(built), home) as address:
        yield address


Stage = Callable[..., "Page"]


@pytest.fixture
def stage(stage_site: str, browser: Launched) -> Iterator[Stage]:
    """Opens the page of the table, puts a moment there, and checks the page when the test is over.

    `at` is (width, height); `kept` is stored on the phone first; other names are further props of the table.
    """
    with visiting(stage_site, browser) as visit:

        def opened(
            what: Moment | dict[str, Any],
            at: tuple[int, int] | None = None,
            lang: str = "yue",
            theme: str = "light",
            *,
            kept: dict[str, Any] | None = None,
            mouse: bool = False,
            **props: Any,
        ) -> Page:
            settings = {"lang": lang, "theme": theme} | (kept or {}).get("settings", {})
            others = {name: value for name, value in (kept or {}).items() if name != "settings"}
            page = visit("/", "desk" if mouse else "phone", lang, theme, kept={**others, "settings": settings})
            if at:
                page.set_viewport_size({"width": at[0], "height": at[1]})
            page.wait_for_function("() => 'show' in globalThis")
            page.evaluate("(props) => show(props)", {**(what.props if isinstance(what, Moment) else what), **props})
            return page

        yield opened


def acted(page: Page) -> list[str]:
    """What has been pressed."""
    return page.evaluate("() => acted")
