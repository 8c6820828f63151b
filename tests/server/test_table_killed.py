"""Processes that are killed while tables are played: nothing acknowledged is lost, and every phone is back on the same view."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from asking import OPEN, Asker, bearer, key, served
from patience import until
from server_process import Process, table_limits
from sikwu.book import Store
from sikwu.server.hands.shelf import Rulesets
from table_phones import Host, Phone, Seats, together
from table_proofs import anything, checked, nothing_is_lost


def url(process: Process) -> str:
    return f"http://127.0.0.1:{process.port}"


async def until_acked(phones: list[Phone], more: int) -> None:
    """Waits until this many more acts are acknowledged."""
    start = sum(len(phone.acked) for phone in phones)
    while sum(len(phone.acked) for phone in phones) < start + more and phones[0].status != "over":
        await asyncio.sleep(0.01)


def killed_while_played(where: str, seats: Seats, turn: Callable[[], Process], kills: int) -> None:
    """Plays two deals; the process is killed this many times, during and between them."""
    for number, phone in enumerate(seats.phones):
        phone.choose = anything(number)
    chance = Random(3)

    async def kill() -> None:
        for _ in range(kills):
            await until_acked(seats.phones, chance.randint(5, 25))
            process = await asyncio.to_thread(turn)
            for phone in seats.phones:
                phone.url = url(process)

    async def play() -> None:
        await seats.begin()
        await asyncio.gather(seats.all_play(2, comes_back=True), kill())
        await seats.close()

    together(play())
    nothing_is_lost(where, seats)


def test_kill_and_restart(on_disk: Path) -> None:
    where, settings = str(on_disk / "books.db"), table_limits(on_disk)
    running = [Process(where, settings)]
    bots = Host(running[0], "hk-standard", bots=["quick"] * 4, start=True)
    seats = Seats(running[0], "hk-standard", url=url(running[0]))

    def turn() -> Process:
        running[0].end()
        running[0] = Process(where, settings)
        return running[0]

    try:
        killed_while_played(where, seats, turn, 4)
        seats.host.ask = bots.ask = running[0]
        assert checked(seats.host.record()).match.deals == 2
        # Matches of bots alone continue too, without any spectator.
        v = bots.get().json()["v"]
        until(lambda: bots.get().json()["v"] > v or bots.get().json()["status"] == "over")
        checked_as_far(bots.record())
    finally:
        running[0].end()


def checked_as_far(text: str) -> None:
    """A record that may have no finished deal yet."""
    if "proof" in text:
        checked(text)


def database_of(postgres: str, name: str) -> str:
    """A separate database on the database server of the tests."""
    engine = sa.create_engine(postgres.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    engine.dispose()
    where = postgres.replace("/postgres?", f"/{name}?")
    with Store(where):
        pass
    return where


def test_the_owner_of_two_is_killed(postgres: str, tmp_path: Path) -> None:
    """The other process takes the table when the lease is over; before that it says who has it."""
    where, settings = database_of(postgres, "tables_killed"), table_limits(tmp_path)
    first, second = processes = [Process(where, settings) for _ in range(2)]
    seats = Seats(first, "hk-standard", url=url(first))
    strayed = Phone(url(second), seats.host.table, seats.phones[0].token, "hk-standard")

    def turn() -> Process:
        first.kill()
        return second

    async def stray() -> None:
        await strayed.open()
        await strayed.run(lambda _: False)

    try:
        assert first("GET", f"/api/v1/tables/{seats.host.table}", headers=bearer_of(seats)).status_code == 200
        together(stray())
        assert strayed.closed == (4012, "moving")
        answer = second("GET", f"/api/v1/tables/{seats.host.table}", headers=bearer_of(seats))
        assert (answer.status_code, answer.json()["code"]) == (503, "table.elsewhere")
        killed_while_played(where, seats, turn, 1)
        seats.host.ask = second
        assert checked(seats.host.record()).match.deals == 2
    finally:
        for each in processes:
            each.end()


def test_with_several_processes_the_address_names_the_table(where: str) -> None:
    """A person who joins by a link or a code first learns the id of the table; the same key is valid there."""
    if "://" not in where:
        pytest.skip("a file has one process")
    stores = [Store(where) for _ in range(2)]
    ask, other = (Asker(served(OPEN, Rulesets(store))) for store in stores)
    try:
        host = Host(ask, me="Wing", bots=["quick"] * 2)
        assert host.get().status_code == 200  # it is awake at the one
        told = other.post("/tables/invited", {"secret": host.secret}).json()
        assert (told["table"], told["seats"][0]["name"]) == (host.table, "Wing")
        for body in ({"name": "Karen", "secret": host.secret}, {"name": "Ming", "code": host.code}):
            headers = {"idempotency-key": key()}
            strayed = other.post("/tables/join", body, headers=headers)
            assert (strayed.status_code, strayed.json()["facts"]["table"]) == (503, host.table)
            assert other.post(f"/tables/{host.table}/join", body, headers=headers).json()["code"] == "table.elsewhere"
            joined = ask.post(f"/tables/{host.table}/join", body, headers=headers).json()
            again = ask.post(f"/tables/{host.table}/join", body, headers=headers).json()
            assert joined == again
            state = ask.get(f"/tables/{host.table}/joined", headers=bearer(joined["token"])).json()
            assert state["state"] == joined["state"] == ("in" if "secret" in body else "asked")
    finally:
        ask.stop()
        other.stop()
        for store in stores:
            store.close()


def bearer_of(seats: Seats) -> dict[str, Any]:
    return {"authorization": f"Bearer {seats.host.token}"}


def test_an_owner_that_slept_is_fenced_off(postgres: str, tmp_path: Path) -> None:
    """A suspended process loses its table; when it continues, it writes nothing more and names the new owner."""
    import signal

    where, settings = database_of(postgres, "tables_slept"), table_limits(tmp_path)
    first, second = processes = [Process(where, settings) for _ in range(2)]
    seats = Seats(first, "hk-standard", url=url(first))
    closed: list[Any] = []

    def sleeps() -> Process:
        first.process.send_signal(signal.SIGSTOP)
        return second

    async def play() -> None:
        await seats.begin()
        old = [phone.ws for phone in seats.phones]
        tasks = [asyncio.create_task(phone.run(lambda each: len(each.acked) > 8)) for phone in seats.phones]
        _, others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        for phone in seats.phones:
            phone.url = url(await asyncio.to_thread(sleeps))
            phone.closed = None
            while phone.closed is not None or phone.ws in old:
                await phone.come_back()
                phone.closed = None
                seen = len(phone.seen)
                await phone.run(lambda each, seen=seen: len(each.seen) > seen)  # type: ignore[misc]
        first.process.send_signal(signal.SIGCONT)
        for ws in old:
            assert ws is not None
            await ws.wait_closed()
            closed.append(ws.close_code)
        await seats.all_play(2, comes_back=True)
        await seats.close()

    try:
        together(play())
        assert closed == [4012] * 4
        nothing_is_lost(where, seats)
        seats.host.ask = second
        checked(seats.host.record())
    finally:
        first.process.send_signal(signal.SIGCONT)
        for each in processes:
            each.end()
