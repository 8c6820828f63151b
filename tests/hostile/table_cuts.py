"""Power cuts under live tables: whatever unsynced data the disk keeps, it holds everything that the server has sent."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from hostile.attack import Attack
from hostile.disk import File, noted, under
from hostile.power_cuts import Run
from hostile.table_programs import caught
from patience import PATIENCE
from sikwu.book import Store
from sikwu.live.table import LiveTable
from sikwu.server.tables import log
from sikwu.texts import SikwuError

WRITER = """
import asyncio, json, os, sys
from random import Random
from sikwu import ruleset
from sikwu.book import Store
from sikwu.book.database import SqliteFile
from sikwu.live.messages import Act, GiveNonce, Hello, ReadyForDeal
from sikwu.server.books.room import Books
from sikwu.server.channels.hub import Phone
from sikwu.server.http.limits import Limits
from sikwu.server.tables.room import Tables
from sikwu.wire.tabled import NewTableRequest
where, size, how, tables, side = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4]), sys.argv[5]
if how == "normal":                            # planted: not every commit is synced
    real = SqliteFile.connect
    def connect(self, writes=True):
        raw = real(self, writes)
        raw.execute("PRAGMA synchronous=NORMAL")
        return raw
    SqliteFile.connect = connect
acks = os.open(os.path.join(os.path.dirname(where), "acks"), os.O_CREAT | os.O_WRONLY | os.O_APPEND)
told, chance = open(side, "w"), Random(1)
limits = Limits(table_hurry=20, tables_a_day=1_000_000)
hall = Tables(Books(Store(where), limits), limits)
count, done = 0, None

class Seat(Phone):
    def push(self, frame):
        global count
        found = json.loads(frame)
        if found["type"] in ("event", "ack"):
            count += 1
            print(self.owner.id, found.get("v"), found.get("id", ""), file=told, flush=True)
            os.write(acks, b"%d\\n" % count)
            if count >= size:
                done.set()
        by = self.holder.id
        if found["type"] == "ask" and not found.get("answered"):
            act = Act(by=by, id=f"{self.number}-{found['decision']}", decision=found["decision"], action=chance.choice(found["legal"]))
            self.owner.post(act)
        elif found["type"] == "wall":
            self.owner.post(GiveNonce(by=by, deal=found["deal"], nonce="ab" * 16))
        elif found["type"] == "rest":
            self.owner.post(ReadyForDeal(by=by))

async def play():
    global done
    done = asyncio.Event()
    hall.heard()
    for number in range(tables):
        asked = NewTableRequest(me="Wing", bots=("quick", "careful", "steady"), start=True, pace="fast")
        rules = ruleset(("hk-standard", "hk-taiwanese", "club16")[number % 3])
        reply = await asyncio.to_thread(hall.opening.create, asked, rules, f"key-{number:016d}", b"", "a")
        made = json.loads(reply.body)
        holder = await hall.holder(hall.tokens.minted("new table", f"key-{number:016d}", 0), made["table"])
        owner = await hall.hall.owner(made["table"])
        phone = Seat(holder, "", limits, made["table"])
        phone.owner, phone.number = owner, number
        await owner.say(Hello(by=holder.id, have=None), phone=phone)
    await done.wait()
    told.flush()
    os._exit(0)
asyncio.run(play())
"""
ALL = "SELECT id FROM tables ORDER BY id"


class TableRun(Run):
    """The whole history of a server of tables on the disk, and everything that the server sent to somebody."""

    def __init__(self, folder: Path, size: int, how: str, tables: int) -> None:
        self.folder, log_file, side = folder / "disk", folder / "log", folder / "told"
        self.folder.mkdir()
        words = (str(self.folder / "books.db"), str(size), how, str(tables), str(side))
        child = under(self.folder, WRITER, *words, log=log_file)
        child.communicate(timeout=2 * PATIENCE)
        assert child.returncode == 0, "the server failed"
        self.done = list(noted(log_file))
        self.told = [line.split(" ") for line in side.read_text().splitlines()]
        with Store(self.folder / "books.db") as store:
            self.logs = {id: log.read(store, id)[1] for (id,) in store.rows(ALL)}

    def check(self, files: dict[str, File], acked: int, chance: Random, share: float) -> int:
        """Checks the state after a cut; raises if something that the server has sent is lost."""
        if not acked:
            return 0
        versions: dict[str, int] = {}
        acts: dict[str, list[str]] = {}
        for id, v, act in self.told[:acked]:
            versions[id] = max(versions.get(id, 0), int(v))
            if act:
                acts.setdefault(id, []).append(act)
        with tempfile.TemporaryDirectory() as place:
            for name, file in files.items():
                left = file.after_cut(chance, share)
                if left is not None:
                    Path(place, name).write_bytes(left)
            where = Path(place, "books.db")
            assert where.exists(), f"{acked} told, and no file"
            with closing(sqlite3.connect(where)) as raw:
                assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)], "the file is broken"
            with Store(where, make=False) as store:
                folded = chance.choice(sorted(versions))
                for id, v in versions.items():
                    self._check_table(store, id, v, acts.get(id, []), fold=id == folded)
        return acked

    def _check_table(self, store: Store, id: str, v: int, acts: list[str], fold: bool) -> None:
        try:
            _, lines, seeds = log.read(store, id)  # its chain holds
        except SikwuError as error:
            raise AssertionError(f"version {v} was told: {error}") from None
        assert lines == self.logs[id][: len(lines)], "another log"
        newest: Any = store.rows("SELECT max(v) FROM lines WHERE tbl = :id", id=id)[0][0]
        assert (newest or 0) >= v, f"version {v} was told, {newest} is left"
        kept = {row[0] for row in store.rows("SELECT client_id FROM acts WHERE tbl = :id", id=id)}
        assert kept >= set(acts), "an acknowledged act is lost"
        if fold:
            assert LiveTable.folded(lines, seeds).state.v == (newest or 0)


def cut(seed: int, size: int, how: str, tables: int) -> str:
    """Cuts the power `size` times, at random moments, and checks the result."""
    chance = Random(seed)
    with tempfile.TemporaryDirectory(prefix="sikwu-cut-") as folder:
        run = TableRun(Path(folder), max(200, 10 * size), how, tables)
        moments = [chance.randrange(len(run.done)) for _ in range(size)]
        checked = 0
        for files, acked in run.cuts(moments):
            share = chance.choice((0.0, 0.0, 0.5, chance.random()))
            checked += run.check(files, acked, chance, share) > 0
    return (
        f"{size:,} power cuts ({checked:,} after something was told) under {tables} tables, {len(run.told):,} events and "
        "acknowledgements told: none lost"
    )


def run(seed: int, size: int) -> str:
    """With the store as it is; few cuts under few tables."""
    return cut(seed, size, "full", 50 if size > 20 else 5)


def planted(seed: int) -> str:
    """synchronous=NORMAL must lose something that the server has sent."""
    return caught(lambda: cut(seed, 20, "normal", 3), "synchronous=NORMAL")


ATTACKS = (Attack("table power cuts", "G2", 100, 6, run, planted),)
