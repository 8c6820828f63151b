"""Clocks under live tables: the time of day jumps by hours and nobody is timed out; a process that stood still takes no time from anybody."""

from __future__ import annotations

import asyncio
import json
import signal
import struct
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from hostile.attack import Attack
from hostile.disk import compiled
from hostile.live import side_by_side
from hostile.table_programs import TableProcess, caught
from patience import PATIENCE
from server_process import table_limits
from sikwu.live.news import AskNews, EventNews, PongNews, PresenceNews
from table_phones import Host, Phone
from table_proofs import anything, checked

HOUR = 3_600
SLACK = 4_000
"""Milliseconds by which a busy machine may be late beside the time that passed."""


class _Clocked:
    """A server whose time of day is in a file, and a table of one person there."""

    def __init__(self, folder: Path, how: str, hurry: int) -> None:
        self.file, self.database = folder / "added", str(folder / "books.db")
        self.file.write_bytes(struct.pack("<q", 0))
        more = {"LD_PRELOAD": compiled("jump.c"), "JUMP_FILE": str(self.file)}
        self.server = TableProcess(self.database, table_limits(folder, hurry), how, **more)

    def jump(self, seconds: int) -> None:
        """Sets the time of day so far off."""
        with self.file.open("r+b") as file:
            file.write(struct.pack("<q", seconds))

    def seat(self, number: int, **more: Any) -> tuple[Host, Phone]:
        """A person with three bots, the match begun."""
        host = Host(self.server, "hk-standard", me="Wing", bots=["quick"] * 3, start=True, pace="fast", **more)
        host.post("host", {"type": "end"})
        return host, Phone(self.server.url, host.table, host.token, "hk-standard", anything(number))


async def jumps(clocked: _Clocked, number: int, chance: Random, patience: float) -> int:
    """One deal, while the time of day jumps; nobody is timed out in an own turn or counts as away."""
    host, phone = await asyncio.to_thread(clocked.seat, number)
    count = 0

    async def jump(frame: Any, phone: Phone) -> None:
        nonlocal count
        if isinstance(frame, (AskNews, EventNews)) and chance.random() < 0.3:
            count += 1
            clocked.jump(chance.choice((-HOUR, -61, -1, 0, 1, 61, HOUR, 24 * HOUR)))

    phone.on_frame = jump
    try:
        async with asyncio.timeout(patience):
            await phone.play()
    except TimeoutError:
        raise AssertionError("the table stands still") from None
    assert not [each for each in phone.seen if isinstance(each, PresenceNews) and each.place == phone.place]

    def check() -> None:
        text = host.record()
        assert checked(text).match.deals == 1
        own = "Wing"
        seats = next(json.loads(line)["seats"] for line in text.splitlines() if '"start_kyoku"' in line)
        mine = "ESWN"[seats.index(own)]
        for line in (json.loads(row) for row in text.splitlines() if '"type":"decision"' in row):
            timed_out = line.get("default") and line["seat"] == mine and line["at"] == "turn"
            assert not timed_out, "somebody was timed out"

    await asyncio.to_thread(check)
    return count


def run_jumps(seed: int, size: int, how: str = "right", patience: float = PATIENCE) -> str:
    """Deals under a time of day that jumps."""
    count, chance = 0, Random(seed)
    with tempfile.TemporaryDirectory(prefix="sikwu-clock-") as folder:
        clocked = _Clocked(Path(folder), how, 50)
        try:

            async def one(number: int) -> None:
                nonlocal count
                count += await jumps(clocked, number, chance, patience)

            side_by_side(size, one, 3)
        finally:
            clocked.server.end()
    return f"{size:,} deals, {count:,} jumps of the time of day by up to a day: nobody timed out, nobody away"


def planted_jumps(seed: int) -> str:
    """Deadlines by the time of day: after a jump back the table hangs."""
    return caught(lambda: run_jumps(seed, 1, "wall clock", 8), "deadlines by the time of day")


# --- a process that pauses


async def stands_still(clocked: _Clocked, number: int, seconds: float) -> float:
    """The process is stopped in a person's turn; returns how much of the turn it cost, in milliseconds."""
    _, phone = await asyncio.to_thread(clocked.seat, number)
    phone.choose = lambda ask, phone: None if ask.at == "turn" else "pass"
    await phone.open()
    await phone.run(
        lambda each: isinstance(each.seen[-1] if each.seen else None, AskNews) and each.seen[-1].at == "turn"
    )
    process = clocked.server.process

    async def left(sign: int) -> int:
        await phone.send({"type": "ping", "t": sign})
        await phone.run(lambda each: isinstance(each.seen[-1], PongNews) and each.seen[-1].t == sign)
        found = phone.seen[-1].left
        assert isinstance(found, int)
        return found

    before, began = await left(1), time.monotonic()
    process.send_signal(signal.SIGSTOP)
    await asyncio.sleep(seconds)
    process.send_signal(signal.SIGCONT)
    after, took = await left(2), (time.monotonic() - began - seconds) * 1000
    lost = before - after
    assert lost < took + SLACK, f"{seconds:.0f} s of standing still cost {lost} ms of a turn"
    assert not [each for each in phone.seen if isinstance(each, PresenceNews) and each.place == phone.place]
    ask = next(each for each in reversed(phone.seen) if isinstance(each, AskNews))
    await phone.send({"type": "act", "id": "late", "decision": ask.decision, "action": ask.legal[0]})
    await phone.run(lambda each: "late" in each.acked or bool(each.refused))
    assert "late" in phone.acked, "the turn was over"
    await phone.close()
    return lost


def run_stops(seed: int, size: int, how: str = "right") -> str:
    """Stops the process for `size` seconds in a turn, and twice for a part of that."""
    lost = []
    with tempfile.TemporaryDirectory(prefix="sikwu-stop-") as folder:
        clocked = _Clocked(Path(folder), how, 50)
        try:
            for number, seconds in enumerate((size, size / 2, size)):
                side_by_side(1, lambda _, n=number, s=seconds: _noted(lost, clocked, n, s))  # type: ignore[misc]
        finally:
            clocked.server.end()
    return f"stopped for {size}, {size / 2:.0f} and {size} s in somebody's turn: that cost {max(lost):.0f} ms at most, and the answer counted"


async def _noted(lost: list[float], clocked: _Clocked, number: int, seconds: float) -> None:
    lost.append(await stands_still(clocked, number, seconds))


def planted_stops(seed: int) -> str:
    """Time in which the process stood still counts."""
    return caught(lambda: run_stops(seed, 7, "no pardon"), "lost time is not given back")


ATTACKS = (
    Attack("table clocks", "G27", 100, 1, run_jumps, planted_jumps),
    Attack("table stops", "G27", 30, 3, run_stops, planted_stops),
)
