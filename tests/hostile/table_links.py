"""Bad links to a live table: acts sent several times, phones cut at random points. Each act counts once, every view comes back the same."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from random import Random
from time import monotonic
from typing import Any
from unittest.mock import patch

from asking import Live
from hostile.attack import Attack
from hostile.live import seated, serving, side_by_side
from hostile.table_secrets import asked
from sikwu.live import acting, viewers
from sikwu.live.news import AckNews, AskNews, EventNews, SnapshotNews, WindowNews
from sikwu.play.lines import Line
from table_phones import Phone, Seats
from table_proofs import anything, checked, state_of

STORED = "SELECT client_id FROM acts WHERE tbl = ? AND place = ? AND reply = ''"
NOTED = 'SELECT count(*) FROM lines WHERE tbl = ? AND text LIKE \'{"type":"act"%\''
KEPT = "SELECT count(*) FROM acts WHERE tbl = ?"


def once(live: Live, seats: Seats) -> int:
    """Every act that was acknowledged is stored once, and always had the same reply; returns how many there are."""
    count = 0
    with closing(sqlite3.connect(live.file)) as raw:
        for place, phone in enumerate(seats.phones):
            stored = [id for (id,) in raw.execute(STORED, (seats.host.table, place))]
            assert len(stored) == len(set(stored))
            assert set(phone.acked) <= set(stored), "an acknowledged act is not stored"
            said: dict[str, set[int]] = {}
            for each in phone.seen:
                if isinstance(each, AckNews):
                    said.setdefault(each.id, set()).add(each.v)
            assert all(len(versions) == 1 for versions in said.values()), "one act had two replies"
            refused = {each.id for each in phone.refused if each.id}
            assert not refused & set(said), "one act was taken and refused"
            count += len(stored)
        (noted,), (kept,) = raw.execute(NOTED, (seats.host.table,)), raw.execute(KEPT, (seats.host.table,))
        assert noted == kept, "an act was done twice"
    return count


def run_acts(seed: int, size: int) -> str:
    """Acts, each sent one to five times, some of them cut before, after or instead of their reply."""
    acts = sent = cuts = 0
    with serving() as live:

        async def one(number: int) -> None:
            nonlocal acts, sent, cuts
            seats, chance = await seated(live, asked(number)), Random(f"{seed} {number}")

            async def cut(frame: Any, phone: Phone) -> None:
                nonlocal cuts
                if isinstance(frame, (AskNews, AckNews)) and chance.random() < 0.05:
                    cuts += 1
                    await phone.cut()

            for place, phone in enumerate(seats.phones):
                choose = anything(f"{seed} {number} {place}")

                def again(ask: AskNews, phone: Phone, choose: Any = choose) -> str:
                    nonlocal sent
                    phone.repeats = chance.randint(1, 5)
                    sent += phone.repeats
                    return str(choose(ask, phone))

                phone.choose, phone.on_frame = again, cut
            await seats.begin()
            await seats.all_play(1, comes_back=True)
            await seats.close()
            acts += await asyncio.to_thread(once, live, seats)
            await asyncio.to_thread(lambda: checked(seats.host.record()))

        number = 0
        while acts < size:  # a deal has some sixty
            count = min(8, -(-(size - acts) // 60))
            start = number
            side_by_side(count, lambda each, start=start: one(start + each))  # type: ignore[misc]
            number += count
    return f"{acts:,} acts in {sent:,} sendings and {cuts:,} cuts: each once, always with the same reply"


def planted_acts(seed: int) -> str:
    """A table that makes a new reply each time."""
    number = iter(range(1_000_000))
    with patch.object(acting, "AckNews", lambda id, v: AckNews(id, v + next(number))):
        try:
            run_acts(seed, 60)
        except AssertionError as caught:
            return f"a new reply each time ({caught})"
    raise AssertionError("acts that count twice were not seen")


# --- cuts


def run_cuts(seed: int, size: int) -> str:
    """Phones and watchers cut at random points: in the deal, in windows, at the settlement."""
    cuts, took = 0, list[float]()
    with serving() as live:

        async def one(number: int) -> None:
            nonlocal cuts
            seats, chance = await seated(live, asked(number)), Random(f"{seed} {number}")
            watcher = await asyncio.to_thread(
                lambda: Phone(live.url, seats.host.table, seats.host.join("On", kind="watch"), asked(number).rules)
            )
            since: dict[Phone, float] = {}

            async def cut(frame: Any, phone: Phone) -> None:
                nonlocal cuts
                if phone in since and isinstance(frame, (EventNews, SnapshotNews, WindowNews)):
                    took.append(monotonic() - since.pop(phone))
                if chance.random() < 0.04:
                    cuts += 1
                    since[phone] = monotonic()
                    phone.forgets = chance.random() < 0.1
                    await phone.cut()

            for place, phone in enumerate(seats.phones):
                phone.choose = anything(f"{seed} {number} {place}")
            await seats.begin([watcher])
            for phone in (*seats.phones, watcher):
                phone.on_frame = cut
            await seats.all_play(1, [watcher], comes_back=True)
            await seats.close([watcher])

            def check() -> None:
                state = state_of(live, seats.host.table)
                for place, phone in enumerate((*seats.phones, watcher)):
                    assert phone.board is not None
                    assert phone.board.canonical == state.boards[place].canonical, "a phone shows something else"
                    assert phone.board.canonical == viewers.fresh_view(state, place)
                once(live, seats)
                checked(seats.host.record())

            await asyncio.to_thread(check)

        number = 0
        while cuts < size:
            start = number
            side_by_side(4, lambda each, start=start: one(start + each))  # type: ignore[misc]
            number += 4
    took.sort()
    return (
        f"{cuts:,} cuts in {number:,} deals of five viewers: every hash right, every view that of the server; "
        f"back with news after p50 {took[len(took) // 2] * 1000:.0f} ms, p99 {took[len(took) * 99 // 100] * 1000:.0f} ms"
    )


def planted_cuts(seed: int) -> str:
    """A line is skipped where several were missed."""

    def missed(state: Any, viewer: int, have: int) -> list[Line]:
        lines: Iterable[Line] = real(state, viewer, have)
        kept = list(lines)
        return kept[:-1] if len(kept) > 1 and have else kept

    real = viewers.missed
    with patch.object(viewers, "missed", missed):
        try:
            run_cuts(seed, 20)
        except AssertionError:
            return "a version skipped"
    raise AssertionError("a skipped version was not seen")


ATTACKS = (
    Attack("table acts", "G5", 100_000, 50, run_acts, planted_acts),
    Attack("table cuts", "G6", 1_000, 10, run_cuts, planted_cuts),
)
