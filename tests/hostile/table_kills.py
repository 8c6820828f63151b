"""Kills the server under tables of bots and people, again and again: nothing acknowledged is lost, and every phone is back on the same view."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

from hostile.attack import Attack
from hostile.live import side_by_side
from hostile.table_programs import TableProcess, caught
from server_process import table_limits
from table_phones import Host, Phone, Seats
from table_proofs import anything, stored

TABLES = 50
"""Tables of bots."""
WATCHED = 10
HURRY = 10
"""A window of 0.2 s: fifty tables of bots keep a machine busy, and leave it time."""


class _Killed:
    """One run: the server, its tables, and what phones received."""

    def __init__(self, folder: Path, tables: int, how: str) -> None:
        self.where, self.limits, self.how = str(folder / "books.db"), table_limits(folder, HURRY), how
        self.server = self.turn()
        self.listening, self.back = list[float](), list[float]()
        bots = ["quick", "steady", "careful", "quick"]
        self.bots = [Host(self.server, "hk-standard", bots=bots, pace="fast") for _ in range(tables)]
        for host in self.bots:
            assert host.post("start").status_code == 200
        self.watchers = [
            Phone(self.server.url, host.table, host.join("Onlooker", kind="watch"), "hk-standard")
            for host in self.bots[:WATCHED]
        ]
        self.seats = Seats(self.server, "hk-standard", url=self.server.url)
        for place, phone in enumerate(self.seats.phones):
            phone.choose = anything(f"killed {place}")
        self.done = False

    def turn(self) -> TableProcess:
        return TableProcess(self.where, self.limits, self.how)

    async def play(self, kills: int, chance: Random) -> None:
        """Plays on while the server is killed; then everybody catches up once more and hangs up."""
        await self.seats.begin(self.watchers)
        players = [asyncio.create_task(self._goes_on(phone)) for phone in (*self.seats.phones, *self.watchers)]
        try:
            for _ in range(kills):
                await asyncio.sleep(0.3 + 0.7 * chance.random())
                await self._killed(players)
        finally:  # nobody connects again
            self.done = True
            for phone in (*self.seats.phones, *self.watchers):
                await phone.close()
            ends = await asyncio.gather(*players, return_exceptions=True)
        for end in ends:
            if isinstance(end, BaseException):
                raise end

    async def _killed(self, players: list[asyncio.Task[None]]) -> None:
        await asyncio.to_thread(self.server.end)
        began = time.monotonic()
        self.server = await asyncio.to_thread(self.turn)
        self.listening.append(time.monotonic() - began)
        began, phones = time.monotonic(), (*self.seats.phones, *self.watchers)
        proved = {phone: self._proved(phone) for phone in phones}
        for phone in phones:
            phone.url = self.server.url
        while any(self._proved(phone) == proved[phone] and phone.status != "over" for phone in phones):
            for player in players:
                if player.done():
                    player.result()
            await asyncio.sleep(0.01)
        self.back.append(time.monotonic() - began)

    @staticmethod
    def _proved(phone: Phone) -> int:
        """How many times a welcome confirmed the phone's view; a hash that does not fit ends the attack."""
        return sum(type(each).__name__ == "WelcomeNews" for each in phone.seen)

    async def _goes_on(self, phone: Phone) -> None:
        """Follows a table, and connects again whenever the server has gone."""
        while not self.done and phone.status != "over":
            await phone.run(lambda each: each.status == "over")
            if phone.closed is not None and not self.done:
                while not self.done:
                    try:
                        await phone.open()
                        break
                    except Exception:
                        await asyncio.sleep(0.05)
                for act in list(phone.waiting.values()):
                    await _sent(phone, act)

    def check(self) -> int:
        """Compares what the store holds with what phones and watchers received."""
        acts, table = stored(self.where, self.seats.host.table)
        acked = [id for phone in self.seats.phones for id in phone.acked]
        lost = [id for id in acked if acts.get(id) != ""]
        assert not lost, f"{len(lost)} acknowledged acts are lost"
        for place, phone in enumerate(self.seats.phones):
            told = next(v for v in (phone.board.v if phone.board is not None else 0,))
            assert told <= table.state.v, f"place {place} was told version {told}, the store has {table.state.v}"
        for watcher, host in zip(self.watchers, self.bots, strict=False):
            _, table = stored(self.where, host.table)
            assert watcher.board is not None
            assert watcher.board.v <= table.state.v, "a watcher was told what is lost"
        for host in self.bots[WATCHED:]:
            stored(self.where, host.table)  # its chain holds, and every line follows
        return len(acked)


async def _sent(phone: Phone, act: dict[str, object]) -> None:
    try:
        await phone.send(act)
    except Exception:
        return


def killed(seed: int, size: int, how: str, tables: int = TABLES) -> str:
    """Kills the server `size` times."""
    with tempfile.TemporaryDirectory(prefix="sikwu-killed-") as folder:
        run = _Killed(Path(folder), tables, how)
        try:
            side_by_side(1, lambda _: run.play(size, Random(seed)))
        finally:
            run.done = True
            run.server.end()
        count = run.check()
    slow = f"listening again after {median(run.listening):.1f} s, at most {max(run.listening):.1f} s"
    views = f"every view proved again after {median(run.back):.1f} s, at most {max(run.back):.1f} s"
    return f"{size} kills under {tables} tables of bots and one of people, {count:,} acts acknowledged: none lost; {slow}; {views}"


def run(seed: int, size: int) -> str:
    """With the server as it is; few kills under few tables."""
    return killed(seed, size, "right", TABLES if size > 5 else 6)


def planted(seed: int) -> str:
    """Told before it is on the disk."""
    kill: Callable[[], str] = lambda: killed(seed, 3, "early", 3)  # noqa: E731
    return caught(kill, "told before the commit")


ATTACKS = (Attack("table kills", "G1", 100, 2, run, planted),)
