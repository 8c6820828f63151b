"""Matches through real sockets: every record verifies and replays, and its book holds the same money.

Four quick players write the lines of a sitting.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from random import Random
from unittest.mock import patch

from asking import Live
from hostile.attack import Attack
from hostile.live import AskedRules, seated, serving, side_by_side, some_rules
from live_tables import RULESETS
from sikwu.client.seen import River, view_of
from sikwu.live import windows
from sikwu.live.news import AskNews
from sikwu.play.actions import action_text
from sikwu.play.record import read_record
from sikwu.play.replay import as_played
from sikwu.players.simple import QuickPlayer
from sikwu.rules.presets import rules_of
from sikwu.server.tables import records
from table_phones import Phone
from table_proofs import anything, checked, sat_down

DEALS = 2
"""Deals of a match."""


async def match(live: Live, rules: AskedRules, seed: str) -> int:
    """One match of four phones that do anything; its record and its book are checked. Returns its deals."""
    seats = await seated(live, rules)
    for place, phone in enumerate(seats.phones):
        phone.choose = anything(f"{seed} {place}")
    await seats.begin()
    await seats.all_play(DEALS)
    await seats.close()

    def check() -> int:
        replayed = checked(seats.host.record())
        assert replayed.ended
        money = dict(replayed.match.closed().held)
        state = seats.host.post("book", {}).json()["state"]
        assert (state["chips"] or state["totals"]) == money, "the book says something else"
        for phone in seats.phones:
            assert phone.board is not None
            assert phone.board.ranking == replayed.match.closed().ranking
        return int(replayed.match.deals)

    return await asyncio.to_thread(check)


def run_matches(seed: int, size: int) -> str:
    """Deals under all rulesets, options and houses."""
    kinds = Counter[str]()
    with serving() as live:

        async def one(number: int) -> None:
            chance = Random(f"{seed} {number}")
            rules = await asyncio.to_thread(some_rules, live, chance, number)
            deals = await match(live, rules, f"{seed} {number}")
            kinds[("as it is", "a house's own", "options")[number // len(RULESETS) % 3]] += deals
            kinds["deals"] += deals

        side_by_side(-(-size // DEALS), one)
    told = ", ".join(f"{count:,} {kind}" for kind, count in sorted(kinds.items()) if kind != "deals")
    return f"{kinds['deals']:,} deals of four phones ({told}): every record verified and replayed, its book the same"


def planted_matches(seed: int) -> str:
    """A record with one discard changed."""

    def finished(texts: Sequence[str]) -> list[str]:
        lines = real(texts)
        for place, text in enumerate(lines):
            if text.startswith('{"type":"dahai"') and place > 40:
                pai = "1m" if '"pai":"1m"' not in text else "2m"
                lines[place] = f'{{"type":"dahai","actor":"E","pai":"{pai}","tsumogiri":false}}'
                break
        return lines

    real = records.finished
    with patch.object(records, "finished", finished):
        try:
            run_matches(seed, 1)
        except Exception as caught:
            return f"a discard changed in the record ({type(caught).__name__})"
    raise AssertionError("a changed record passed")


# --- four quick players


def quick(ask: AskNews, phone: Phone) -> str:
    """What the quick player chooses by all that reached this phone."""
    assert phone.board is not None
    view = view_of(phone.board, ask, phone.rules, River.of(phone.board).thrown)
    return action_text(int(QuickPlayer().choose(view, view.legal)), view.offered)  # type: ignore[arg-type]


def run_sitting(seed: int, size: int) -> str:
    """The lines of sockets and of a sitting, with the same walls."""
    lines_seen = 0
    with serving() as live:

        async def one(number: int) -> None:
            nonlocal lines_seen
            ruleset = RULESETS[number % len(RULESETS)]
            seats = await seated(live, AskedRules(ruleset, rules_of(ruleset)))
            for phone in seats.phones:
                phone.choose = quick
            await seats.begin()
            await seats.all_play(DEALS)
            await seats.close()

            def check() -> int:
                lines, _ = read_record(seats.host.record())
                told = [as_played(line).text for line in lines]  # without the mark that the clock was off
                assert told == sat_down(ruleset, lines, DEALS), "a sitting writes other lines"
                return len(lines)

            lines_seen += await asyncio.to_thread(check)

        side_by_side(-(-size // DEALS), one)
    return f"{-(-size // DEALS) * DEALS:,} deals of four quick players: {lines_seen:,} lines, all of them those of a sitting"


def planted_sitting(seed: int) -> str:
    """A window that forgets what a seat answered."""

    def chosen(step: object, awaited: object) -> object:
        found = real(step, awaited)  # type: ignore[arg-type]
        return {} if getattr(awaited, "kind", "") == "window" else found

    real = windows._chosen
    with patch.object(windows, "_chosen", chosen):
        try:
            run_sitting(seed, 6)
        except Exception as caught:
            return f"answers in windows forgotten ({type(caught).__name__})"
    raise AssertionError("the lines were the same")


ATTACKS = (
    Attack("table sockets", "1,000 deals", 1_000, 4, run_matches, planted_matches),
    Attack("table sittings", "the same lines", 1_000, 4, run_sitting, planted_sitting),
)
