"""Bots that hang, crash, lie, eat or answer twice: the deal goes on with the default action.

The record names them, and the others see nothing.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from random import Random
from typing import Any
from unittest.mock import patch

from asking import Live
from hostile.attack import Attack
from hostile.live import serving, side_by_side
from hostile.table_programs import caught
from live_tables import RULESETS
from patience import PATIENCE
from sikwu.bots import BotLimits, Bots
from sikwu.live import windows
from sikwu.live.news import EventNews
from table_phones import Host, Phone
from table_proofs import anything, checked

BAD = (
    *("Hangs", "Spins", "HangsInTurns", "Exits", "Leaves", "Crashes", "Raises", "Eats", "SaysNothing", "SaysText", "SaysTrue"),
    *("SaysTooMuch", "Writes", "WritesMuch", "AnswersTwice", "CannotStart", "Forks", "OnlyRows", "Looks"),
)  # fmt: skip
WHY = {"late", "raised", "illegal", "crashed", "memory", "resting"}
LIMITS = BotLimits(seconds=0.3, start=PATIENCE, memory=1 << 29, rest=0.2, longest_rest=1)
HURRY = 10


async def deal(live: Live, number: int, seed: str, faults: Counter[str], gaps: list[float]) -> None:
    """One deal of one person, two bad bots and one of ours."""
    chance, ruleset = Random(seed), RULESETS[number % len(RULESETS)]
    bad = [f"tests.bad_bots:{chance.choice(BAD)}" for _ in range(2)]
    host = await asyncio.to_thread(
        lambda: Host(live, ruleset, me="Wing", bots=[*bad, "quick"], start=True, pace="fast")
    )
    await asyncio.to_thread(host.post, "host", {"type": "end"})
    phone, last = Phone(live.url, host.table, host.token, ruleset, anything(seed)), [0.0]

    async def timed(frame: Any, phone: Phone) -> None:
        if isinstance(frame, EventNews):
            now = time.monotonic()
            if last[0]:
                gaps.append(now - last[0])
            last[0] = now

    phone.on_frame = timed
    await phone.play()
    assert not [each for each in phone.refused if each.code not in ("act.stale", "table.nonce_late")]
    assert b"fault" not in b"".join(phone.frames), "the others see that a bot failed"

    def check() -> None:
        text = host.record()
        assert checked(text).match.deals == 1
        lines = [json.loads(line) for line in text.splitlines()]
        for line in (line for line in lines if line.get("fault")):
            assert line["default"]
            good = line["fault"]["bot"] not in bad  # on a busy machine it may be late too, and nothing else
            assert not good or line["fault"]["why"] == "late", "a good bot is blamed"
            assert line["fault"]["why"] in WHY, f"no reason is given: {line['fault']}"
            faults[line["fault"]["why"]] += 1

    await asyncio.to_thread(check)


def run(seed: int, size: int) -> str:
    """Deals with bots that misbehave."""
    faults, gaps = Counter[str](), list[float]()
    with serving(HURRY) as live:
        hall = live.guard.server.tables.hall
        hall.bots = Bots(("quick", *(f"tests.bad_bots:{name}" for name in BAD)), LIMITS)
        side_by_side(size, lambda number: deal(live, number, f"{seed} {number}", faults, gaps), 3)
    assert faults, "no bot misbehaved"
    gaps.sort()
    told = ", ".join(f"{count:,} {why}" for why, count in sorted(faults.items()))
    return (
        f"{size:,} deals with two bad bots of {len(BAD)} kinds: every record verified, {sum(faults.values()):,} defaults in their place "
        f"({told}), none shown to others; an event every {gaps[len(gaps) // 2] * 1000:.0f} ms, p99 {gaps[len(gaps) * 99 // 100] * 1000:.0f} ms"
    )


def planted(seed: int) -> str:
    """A default that does not say why."""

    def choice(awaited: Any, place: int, asked: Any) -> tuple[int | None, str]:
        action, _ = real(awaited, place, asked)
        return action, "" if action is not None else "unlucky"

    real = windows._bot_choice
    with patch.object(windows, "_bot_choice", choice):
        return caught(lambda: run(seed, 1), "a default does not say why")


ATTACKS = (Attack("table bots", "G26", 1_000, 1, run, planted),)
