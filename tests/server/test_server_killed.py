"""Two server processes on one PostgreSQL, one of them killed: every phone reconnects to the same state, nothing acknowledged is lost."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa

from asking import Table, key, won
from patience import PATIENCE, until
from server_process import Process, wide_limits
from sikwu.book import Store
from test_server_sockets import Watching, hung_up  # noqa: F401 - a fixture

MANY = 100
"""The number of acknowledged entries after which a process is killed in the middle of writing."""


def through(table: Table, other: Process) -> Table:
    """The same book at another process."""
    there = Table.__new__(Table)
    there.__dict__.update(table.__dict__, ask=other)
    return there


def test_one_of_two_is_killed(postgres: str, tmp_path: Path) -> None:
    engine = sa.create_engine(postgres.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text("CREATE DATABASE killed"))
    engine.dispose()
    where = postgres.replace("/postgres?", "/killed?")
    with Store(where):
        pass
    limits = wide_limits(tmp_path)
    processes = [Process(where, limits) for _ in range(2)]
    try:
        first, second = processes
        table = Table(first)
        there = through(table, second)
        # Nobody is left to say goodbye to: phones that have not read everything would wait ten seconds each for it.
        phones = [Watching(each, table.tokens["keeper"], close_timeout=1) for each in (table, table, there, there)]
        for phone in phones:
            phone.next("snapshot")
        acked: dict[str, dict[str, Any]] = {}

        def write(at: Table) -> None:
            for _ in range(10_000):
                mine = key()
                try:
                    answer = at.write(won("Karen", 5, "阿明"), idempotency_key=mine)
                except httpx.HTTPError:
                    return
                if answer.status_code == 201:
                    acked[mine] = answer.json()["entry"]
                if stop.is_set():
                    return

        stop = threading.Event()
        writers = [threading.Thread(target=write, args=(each,)) for each in (table, there)]
        for each in writers:
            each.start()
        until(lambda: len(acked) >= MANY)  # in the midst of it
        first.kill()
        before = len(acked)
        until(lambda: len(acked) >= before + MANY)
        stop.set()
        for each in writers:
            each.join(PATIENCE)
        assert len(acked) > 4
        # Those of the dead one come to the other, with what they have seen.
        last = there.get().json()
        head = last["state"]["seq"]
        back = [Watching(there, table.tokens["keeper"], have) for have in (1, head - 1)]
        states = [json.dumps(_newest(phone, head)) for phone in (*back, *phones[2:])]
        assert set(states) == {json.dumps(last["state"])}
        with Store(where) as store:
            entries = {entry.key: entry for entry in store.open(table.book, whole=True).entries}
        for mine, entry in acked.items():
            assert entries[mine].hash == entry["hash"]
        assert len(entries) == head  # each once
    finally:
        for each in processes:
            each.end()


def _newest(phone: Watching, head: int) -> dict[str, Any]:
    """What a phone shows when it has heard everything."""
    while True:
        told = json.loads(phone.ws.recv(timeout=PATIENCE))
        line = told["lines"][-1] if told["type"] == "events" else told
        if told["type"] in ("snapshot", "events", "entry") and line["v"] == head:
            state: dict[str, Any] = line.get("view") or line["state"]
            return state
