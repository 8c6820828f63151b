"""Records for the tests of the table in the browser, and the ways into them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sikwu.play.lines import Line
from sikwu.play.match import Match, seeded_walls
from sikwu.play.record import text_of
from sikwu.players import Sitting, player

if TYPE_CHECKING:
    from playwright.sync_api import Page

PLAYERS = ("阿明", "7", "E", "Dan")
"""One name that looks like a number, and one that is a seat."""


@cache
def record_lines(rules: str, deals: int = 2, seed: int = 7, names: tuple[str, ...] = PLAYERS) -> tuple[Line, ...]:
    """Deals of quick players, their walls sealed by seeds, without a chain."""
    match = Match.new(rules, names, "té\U00020bb7")
    sitting = Sitting(match, [player("quick")] * 4, seeded_walls(seed), seed=seed, decisions=True)
    lines: list[Line] = [sitting.game.begin()]
    for _ in range(deals):
        lines += sitting.deal(False)
    return tuple(lines)


def record_text(
    rules: str, deals: int = 2, seed: int = 7, names: tuple[str, ...] = PLAYERS, *, chain: bool = False
) -> str:
    """The same as a file."""
    from msgspec.structs import replace

    first, *rest = record_lines(rules, deals, seed, names)
    return text_of([replace(first, chain=chain), *rest], chain)  # type: ignore[type-var]


def put(page: Page, text: str, name: str = "evening.jsonl") -> None:
    """Chooses a file on the page that opens records."""
    page.locator("input[type=file]").set_input_files(
        {"name": name, "mimeType": "application/jsonl", "buffer": text.encode()}
    )
