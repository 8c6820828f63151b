"""Time tells nothing: how long it is from a discard to the next draw does not say whether a bot could have claimed it."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from math import sqrt
from random import Random
from time import perf_counter
from typing import Any
from unittest.mock import patch

import msgspec

from asking import Live
from hostile.attack import Attack
from hostile.live import serving, side_by_side
from live_tables import RULESETS
from sikwu.live import terms, windows
from sikwu.live.news import EventNews
from sikwu.play.lines import DecisionLine, DiscardLine, DrawLine
from sikwu.play.record import read_record
from sikwu.server.channels import hub
from table_phones import Host, Phone

HURRY = 20
"""A window of 100 ms; news are held as long as at a table without hurry."""
TABLES = 6
MOST = 0.02
"""How far the classifier may be from guessing."""
BOTS = ("quick", "careful", "steady", "random")


class _Moments:
    """When each frame was handed to a socket: earlier than any network shows it."""

    def __init__(self) -> None:
        self.of: dict[tuple[str, int], float] = {}
        self.frames: dict[str, list[tuple[int, bytes]]] = {}
        self._push = hub.Phone.push

    def push(self, phone: Any, frame: bytes) -> None:
        """Notes an event, and passes it on."""
        if frame.startswith(b'{"type":"event",'):
            self.of.setdefault((phone.thing, msgspec.json.decode(frame)["v"]), perf_counter())
        self._push(phone, frame)


async def watched(live: Live, number: int, seed: str, moments: _Moments) -> tuple[list[float], list[float]]:
    """One deal of bots under the eyes of a watcher: the gaps after discards that a bot could claim, and after others."""
    chance, ruleset = Random(seed), RULESETS[number % len(RULESETS)]

    def opened() -> tuple[Host, Phone]:
        bots = [chance.choice(BOTS) for _ in range(4)]
        host = Host(live, ruleset, bots=bots, pace="fast")
        return host, Phone(live.url, host.table, host.join("Onlooker", kind="watch"), ruleset)

    host, watcher = await asyncio.to_thread(opened)
    await watcher.open()
    await watcher.next()
    for path in ("start", "host"):
        await asyncio.to_thread(host.post, path, {"type": "end"} if path == "host" else None)
    await watcher.run()
    await watcher.close()
    lines, _ = read_record(await asyncio.to_thread(host.record))
    could, others = list[float](), list[float]()
    v = 0
    shapes: dict[bool, set[tuple[str, ...]]] = {True: set(), False: set()}
    told = [each for each in watcher.seen if isinstance(each, EventNews) or type(each).__name__ == "WindowNews"]
    for line, after in pairwise(lines):
        v += not isinstance(line, DecisionLine)
        if not isinstance(line, DiscardLine) or not _passed(lines, v):
            continue
        gap = moments.of[host.table, v + 1] - moments.of[host.table, v]
        claimable = isinstance(after, DecisionLine)
        (could if claimable else others).append(gap)
        shapes[claimable].add(_between(told, v))
    assert len(shapes[True] | shapes[False]) <= 1, f"the frames differ: {shapes}"
    return could, others


def _passed(lines: Any, v: int) -> bool:
    """Whether nobody claimed: the next event is a draw."""
    events = [line for line in lines if not isinstance(line, DecisionLine)]
    return v < len(events) and isinstance(events[v], DrawLine)


def _between(told: list[Any], v: int) -> tuple[str, ...]:
    """What a watcher receives from a discard up to the event after it."""
    start = next(place for place, each in enumerate(told) if isinstance(each, EventNews) and each.v == v)
    out = []
    for each in told[start + 1 :]:
        out.append(type(each).__name__)
        if isinstance(each, EventNews):
            break
    return tuple(out)


def auc(one: list[float], other: list[float]) -> float:
    """How well the gaps tell the two kinds apart: 0.5 is guessing."""
    ranked = sorted([(gap, 1) for gap in one] + [(gap, 0) for gap in other])
    ranks = sum(place for place, (_, kind) in enumerate(ranked, 1) if kind)
    found = (ranks - len(one) * (len(one) + 1) / 2) / (len(one) * len(other))
    return max(found, 1 - found)


def run(seed: int, size: int) -> str:
    """Discards at tables of bots, until there are `size` of them."""
    could, others, moments, number = list[float](), list[float](), _Moments(), 0
    with (
        patch.object(terms, "HOLD", terms.HOLD * HURRY),
        serving(HURRY) as live,
        patch.object(hub.Phone, "push", lambda phone, frame: moments.push(phone, frame)),
    ):

        async def one(each: int) -> None:
            gaps = await watched(live, each, f"{seed} {each}", moments)
            could.extend(gaps[0])
            others.extend(gaps[1])

        while len(could) + len(others) < size:
            start = number
            count = min(4 * TABLES, -(-(size - len(could) - len(others)) // 40))
            side_by_side(count, lambda each, start=start: one(start + each), TABLES)  # type: ignore[misc]
            number += count
    found = auc(could, others)
    doubt = 3 * sqrt((len(could) + len(others) + 1) / (12 * len(could) * len(others)))
    middle = [sorted(gaps)[len(gaps) // 2] * 1000 for gaps in (could, others)]
    told = (
        f"{len(could):,} discards that a bot could claim, {len(others):,} that none could: AUC {found:.3f}, "
        f"the gap {middle[0]:.1f} and {middle[1]:.1f} ms in the middle"
    )
    assert found <= 0.5 + MOST + doubt, f"{told}; at most {0.5 + MOST + doubt:.3f}"
    return told


def planted(seed: int) -> str:
    """A window that closes when nobody can claim."""

    def complete(state: Any, awaited: Any) -> bool:
        return (awaited.kind == "window" and not awaited.asked) or real(state, awaited)

    real = windows._complete
    with patch.object(windows, "_complete", complete):
        try:
            run(seed, 200)
        except AssertionError as caught:
            return f"a window closes early when nobody can claim ({caught})"
    raise AssertionError("an early close was not seen")


ATTACKS = (Attack("table windows", "G15", 100_000, 120, run, planted),)
