"""A server of live tables for attacks, rules of every kind, and many matches at the same time."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from asking import OPEN, Live
from houses import random_house
from live_tables import RULESETS
from patience import PATIENCE
from reference.samples import random_options
from sikwu.book import Store
from sikwu.rules.files import to_toml
from sikwu.rules.playable import check_playable
from sikwu.rules.presets import rules_of
from sikwu.rules.ruleset import Ruleset
from sikwu.texts import SikwuError
from table_phones import Seats, together

MANY = 1_000_000_000
WIDTH = 4
"""Matches at the same time."""


@contextmanager
def serving(hurry: int = 500) -> Iterator[Live]:
    """A listening server in this process, whose tables are in a hurry."""
    limits = msgspec.structs.replace(
        OPEN,
        hello_time=PATIENCE,
        silence=PATIENCE,
        tables_a_day=MANY,
        table_hurry=hurry,
        frames_second=MANY,
        frames_minute=MANY,
    )
    with tempfile.TemporaryDirectory(prefix="sikwu-live-") as folder, Store(str(Path(folder, "books.db"))) as store:
        live = Live(store, limits)
        try:
            yield live
        finally:
            live.stop()


class AskedRules(NamedTuple):
    """Rules as a server is asked for them, and the same rules here."""

    asked: Any
    rules: Ruleset


def some_rules(live: Live, chance: Random, number: int) -> AskedRules:
    """Each of the five rulesets in turn: as it is, with other options, or as a house's own with own patterns."""
    base = rules_of(RULESETS[number % len(RULESETS)])
    kind = number // len(RULESETS) % 3
    if kind == 0:
        return AskedRules(base.document.id, base)
    while True:
        rules = random_house(chance) if kind == 1 else _optioned(base, chance)
        told = live.post("/rules/check", {"toml": to_toml(rules)}).json()
        if not told.get("ok"):
            continue  # larger than a server takes
        return AskedRules(told["house"] or rules.document.id, rules)


def _optioned(base: Ruleset, chance: Random) -> Ruleset:
    while True:
        try:
            rules = base.with_options(random_options(chance, base, 0.1))
            check_playable(rules)
        except SikwuError:
            continue
        return rules


def side_by_side(count: int, one: Callable[[int], Awaitable[None]], width: int = WIDTH) -> None:
    """Runs `one(0)` … in one loop, a few at the same time; the first failure ends all of them."""
    numbers = iter(range(count))

    async def worker() -> None:
        for number in numbers:
            await one(number)

    async def everything() -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(width, count)):
                group.create_task(worker())

    try:
        together(everything(), seconds=None)
    except BaseExceptionGroup as failures:
        first: BaseException = failures
        while isinstance(first, BaseExceptionGroup):
            first = first.exceptions[0]
        raise first from None


async def seated(live: Live, rules: AskedRules, **more: Any) -> Seats:
    """Four persons at a new table."""
    return await asyncio.to_thread(lambda: Seats(live, rules.asked, known=rules.rules, **more))
