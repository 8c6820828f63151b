"""Running it for others: numbers at a second port, `sikwu admin`, the files of `deploy`, backup and restore, upgrades."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from asking import Table, won
from commands import invoked
from loaded import programs
from patience import PATIENCE, until
from server_process import Process, free_port, table_limits
from sikwu.book import Store
from sikwu.server import admin
from sikwu.server.http.limits import read_limits
from sikwu.server.metrics import line
from table_phones import Seats, together
from table_proofs import anything, nothing_is_lost
from test_table_killed import until_acked, url

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


class Observed(Process):
    """A server process with a second port."""

    def __init__(self, where: str, settings: Path) -> None:
        self.numbers = free_port()
        self.words = ["--metrics", str(self.numbers)]
        super().__init__(where, settings)

    def told(self) -> dict[str, float]:
        """The numbers by their names with labels."""
        text = httpx.get(f"http://127.0.0.1:{self.numbers}/metrics", timeout=PATIENCE).text
        return {name: float(value) for name, value in re.findall(r"^(\w+(?:\{[^}]*\})?) (\S+)$", text, re.MULTILINE)}


@pytest.fixture
def observed(tmp_path: Path) -> Iterator[Observed]:
    process = Observed(str(tmp_path / "books.db"), table_limits(tmp_path))
    yield process
    process.end()


def test_what_an_operator_watches(observed: Observed) -> None:
    table = Table(observed)
    before = observed.told()
    assert table.write(won("Wing", 5, "Karen")).status_code == 201
    assert observed.get("/nowhere").status_code == 404
    assert table.get(who="0" * 32).status_code == 403
    after = observed.told()
    assert after["sikwu_commits_total"] == before["sikwu_commits_total"] + 1
    assert after["sikwu_commit_seconds_total"] > before["sikwu_commit_seconds_total"]
    assert after['sikwu_refusals_total{code="path.unknown"}'] == 1
    assert after['sikwu_refusals_total{code="token.unknown"}'] == 1
    assert after["sikwu_store_up"] == after["sikwu_books_awake"] == 1
    assert after["sikwu_commit_queue"] == 0
    assert httpx.get(f"http://127.0.0.1:{observed.numbers}/health").text == "ok\n"
    assert httpx.get(f"http://127.0.0.1:{observed.numbers}/admin").status_code == 404
    assert observed("GET", "/metrics").status_code == 404, "phones must not reach it"


def test_numbers_name_nobody_and_show_no_tile(observed: Observed) -> None:
    """A table is played: no name, no title, no id, no tile is among the numbers; the sockets are counted."""
    seats = Seats(observed, "hk-standard", url=url(observed))
    heard: list[str] = []

    async def play() -> None:
        for number, phone in enumerate(seats.phones):
            phone.choose = anything(number)
        await seats.begin()

        async def look() -> None:
            await until_acked(seats.phones, 10)
            address = f"http://127.0.0.1:{observed.numbers}/metrics"
            heard.append((await asyncio.to_thread(httpx.get, address, timeout=PATIENCE)).text)

        await asyncio.gather(seats.all_play(1), look())
        await seats.close()

    together(play())
    (text,) = heard
    assert "sikwu_sockets 4\n" in text
    assert "sikwu_tables_awake 1\n" in text
    allowed = re.compile(r'# (?:HELP|TYPE) [^\n]*|sikwu_\w+(?:\{code="[a-z_.]+"\})? [\d.e+-]+')
    assert [each for each in text.splitlines() if not allowed.fullmatch(each)] == []
    assert not allowed.fullmatch('sikwu_hand{tiles="123m"} 1')


def test_a_line_of_numbers_has_its_help() -> None:
    assert line("a", "b.", "gauge", [({"code": "x"}, 1.5)]).splitlines()[-1] == 'a{code="x"} 1.5'


# --- sikwu admin


def run_admin(where: Path, *words: str) -> Any:
    return invoked(["admin", *words, "--database", str(where), "--lang", "en"])


def test_admin_lists_revokes_and_erases_while_a_server_runs(observed: Observed, tmp_path: Path) -> None:
    where, table = tmp_path / "books.db", Table(observed)
    table.write(won("Wing", 5, "Karen"))
    listed = run_admin(where, "list").output
    assert re.search(
        rf"{table.book[:8]} book 星期五: 2 entries, 1 kB, last written 20.*, \d tokens", " ".join(listed.split())
    )
    assert "The database has" in run_admin(where, "size").output
    reader = table.give("reader", "Nosy")
    held = run_admin(where, "tokens", table.book[:6]).output
    ((id,),) = (re.findall(r"^([0-9a-f]{12}) reader Nosy", held, re.MULTILINE),)
    assert table.get(who=reader).status_code == 200
    assert run_admin(where, "revoke", table.book[:6], id).exit_code == 0
    assert table.get(who=reader).status_code == 403
    again = run_admin(where, "revoke", table.book[:6], id)
    assert again.exit_code == 2
    assert run_admin(where, "erase", table.book[:6]).exit_code == 2
    assert table.get().status_code == 200
    assert run_admin(where, "erase", table.book[:6], "--yes").exit_code == 0
    until(lambda: table.get().status_code != 200)
    assert "0 in all" in run_admin(where, "list").output
    assert b"Karen" not in where.read_bytes()
    assert run_admin(where, "erase", "ffff", "--yes").exit_code == 2


def test_admin_never_reads_what_is_inside() -> None:
    """Its statements take lengths of texts and no texts; no seed, act or line is read; a planted one is found."""

    def peeks(statement: str) -> bool:
        bare = statement.replace("sum(length(text))", "")
        return bool(re.search(r"\btext\b|\bseed\b|\breply\b|deal_secrets|\bacts\b|SELECT \*", bare))

    reads = [each for name, each in vars(admin).items() if name.isupper() and isinstance(each, str)]
    reads += [*admin.SIZES]
    assert len(reads) >= 4
    assert [each for each in reads if each.startswith("SELECT") and peeks(each)] == []
    assert peeks("SELECT text FROM lines")
    assert peeks("SELECT seed FROM deal_secrets")


def test_admin_erases_a_table_with_its_hidden_tiles(observed: Observed, tmp_path: Path) -> None:
    where = tmp_path / "books.db"
    seats = Seats(observed, "hk-standard", url=url(observed))

    async def begin() -> None:
        for number, phone in enumerate(seats.phones):
            phone.choose = anything(number)
        await seats.begin()
        playing = asyncio.create_task(seats.all_play(2))
        await until_acked(seats.phones, 5)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await seats.close()

    together(begin())
    told = run_admin(where, "list").output + run_admin(where, "tokens", seats.host.table[:8]).output
    with sqlite3.connect(where) as database:
        seeds = [seed for (seed,) in database.execute("SELECT seed FROM deal_secrets")]
        lines = "".join(text for (text,) in database.execute("SELECT text FROM lines"))
    database.close()
    assert seeds
    assert all(seed not in told for seed in seeds)
    assert "start_kyoku" not in told
    assert lines
    assert run_admin(where, "erase", seats.host.table[:8], "--yes").exit_code == 0
    with sqlite3.connect(where) as database:
        assert [
            row for name in ("lines", "acts", "deal_secrets") for row in database.execute(f"SELECT * FROM {name}")
        ] == []
    database.close()


# --- backup, restore, upgrade


def script(name: str, *words: Path | str) -> subprocess.CompletedProcess[str]:
    path = f"{programs()}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["sh", str(DEPLOY / name), *map(str, words)],
        env=os.environ | {"PATH": path, "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_a_restore_loses_nothing_that_was_acknowledged_before_the_copy(tmp_path: Path) -> None:
    """Copied under load, killed, restored, served again: every entry acknowledged before the copy began is there."""
    where, settings = tmp_path / "books.db", table_limits(tmp_path)
    process = Process(str(where), settings)
    table, acked, stop = Table(process), [0], threading.Event()

    def write() -> None:
        while not stop.is_set():
            answer = table.write(won("Wing", 5, "Karen"))
            if answer.status_code == 201:
                acked[0] = int(answer.json()["seq"] if "seq" in answer.json() else acked[0] + 1)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        until(lambda: acked[0] > 20)
        before = acked[0]
        made = script("backup.sh", where, tmp_path / "backups", "2")
        assert made.returncode == 0, made.stderr
        copy = Path(made.stdout.strip())
        until(lambda: acked[0] > before + 5)
        refused = script("restore.sh", copy, where)
        assert refused.returncode == 1
        assert "stop it first" in refused.stderr
    finally:
        stop.set()
        writer.join(PATIENCE)
        process.end()
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(copy.read_bytes()[:-5000])
    assert script("restore.sh", damaged, where).returncode == 1
    where.write_bytes(b"the disk is broken")
    restored = script("restore.sh", copy, where)
    assert restored.returncode == 0, restored.stderr
    process = Process(str(where), settings)
    try:
        table.ask = process
        state = table.get().json()
        assert (state.get("seq") or state["state"]["seq"]) >= before
        assert table.write(won("Karen", 3, "Wing")).status_code == 201
    finally:
        process.end()
    assert list(tmp_path.glob("books.db.before-*"))


def test_only_the_newest_copies_are_kept(tmp_path: Path) -> None:
    with Store(tmp_path / "books.db"):
        pass
    kept = tmp_path / "backups"
    kept.mkdir()
    for day in range(1, 4):
        (kept / f"books-2020010{day}-000000.db").write_bytes(b"old")
    assert script("backup.sh", tmp_path / "books.db", kept, "2").returncode == 0
    names = sorted(each.name for each in kept.iterdir())
    assert len(names) == 2
    assert names[0] == "books-20200103-000000.db"


def test_an_upgrade_with_four_phones_connected(tmp_path: Path) -> None:
    """The database of an earlier release; stopped in order and started again while four people play."""
    where, settings = tmp_path / "books.db", table_limits(tmp_path)
    shutil.copy(ROOT / "tests" / "data" / "before" / "books.db", where)
    with sqlite3.connect(where) as database:
        books = database.execute("SELECT count(*) FROM books").fetchone()[0]
    database.close()
    running = [Process(str(where), settings)]
    seats = Seats(running[0], "hk-standard", url=url(running[0]))
    for number, phone in enumerate(seats.phones):
        phone.choose = anything(number)

    def renew() -> Process:
        running[0].process.send_signal(signal.SIGTERM)
        assert running[0].process.wait(PATIENCE) == 0
        running[0].client.close()
        running[0] = Process(str(where), settings)
        return running[0]

    async def upgrade() -> None:
        for _ in range(2):
            await until_acked(seats.phones, 15)
            process = await asyncio.to_thread(renew)
            for phone in seats.phones:
                phone.url = url(process)

    async def play() -> None:
        await seats.begin()
        await asyncio.gather(seats.all_play(2, comes_back=True), upgrade())
        await seats.close()

    try:
        together(play())
        nothing_is_lost(str(where), seats)
    finally:
        running[0].end()
    with Store(where, make=False) as store:
        assert len(store.list()) == books


# --- the files of deploy


def test_the_units_are_what_systemd_understands(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("this machine has no systemd-analyze")
    for unit in (DEPLOY / "systemd").iterdir():
        text = (
            unit.read_text("utf-8")
            .replace("/opt/sikwu/bin/sikwu", sys.executable)
            .replace("User=sikwu\nGroup=sikwu\n", "")
        )
        (tmp_path / unit.name).write_text(text.replace("Documentation=man:sikwu(1)\n", ""))
    units = [str(each) for each in sorted(tmp_path.iterdir())]
    done = subprocess.run(
        [analyze, "verify", "--man=no", *units], capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    own = [each for each in done.stderr.splitlines() if "sikwu" in each]
    assert (done.returncode, own) == (0, []), done.stderr
    (tmp_path / "sikwu.service").write_text("[Service]\nExecStart=nothing\nRestrat=always\n")
    wrong = subprocess.run(
        [analyze, "verify", "--man=no", str(tmp_path / "sikwu.service")], capture_output=True, text=True, check=False
    )
    assert "Restrat" in wrong.stderr


def test_the_command_of_the_unit_starts(tmp_path: Path) -> None:
    """With the flags of the unit and the limits of a club."""
    unit = (DEPLOY / "systemd" / "sikwu.service").read_text("utf-8")
    (command,) = re.findall(r"^ExecStart=\S+ (.*)$", unit, re.MULTILINE)
    port, numbers = free_port(), free_port()
    words = command.replace("${STATE_DIRECTORY}", str(tmp_path)).replace("/etc/sikwu", str(DEPLOY))
    words = words.replace("8136", str(port)).replace("8137", str(numbers))
    process = subprocess.Popen([sys.executable, "-m", "sikwu", *words.split()], stdout=subprocess.DEVNULL)

    def answers() -> bool:
        assert process.poll() is None
        try:
            return httpx.get(f"http://127.0.0.1:{numbers}/health").text == "ok\n"
        except httpx.TransportError:
            return False

    try:
        until(answers)
        assert httpx.get(f"http://127.0.0.1:{port}/api/v1/health").json()["ok"]
    finally:
        process.terminate()
        assert process.wait(PATIENCE) == 0


def test_the_proxies_pass_what_the_server_takes() -> None:
    """An imported book, the address of a phone, sockets; and every directive is one that Debian 12's nginx knows."""
    from sikwu.server.http.limits import Limits

    nginx, caddy = ((DEPLOY / name).read_text("utf-8") for name in ("nginx.conf", "Caddyfile"))
    (most,) = re.findall(r"client_max_body_size (\d+)m;", nginx)
    assert int(most) * 2**20 > Limits().import_body
    (most,) = re.findall(r"max_size (\d+)MB", caddy)
    assert int(most) * 10**6 > Limits().import_body
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in nginx
    assert "header_up X-Forwarded-For {remote_host}" in caddy
    assert {"proxy_set_header Upgrade $http_upgrade;", "proxy_set_header Connection $connection_upgrade;"} <= {
        line.strip() for line in nginx.splitlines()
    }
    assert not re.search(r"^\s*http2 on;", nginx, re.MULTILINE), "nginx knows it from 1.25.1 on"


def test_the_limits_of_a_club_are_known_and_wider() -> None:
    from sikwu.server.http.limits import Limits

    own, usual = read_limits(DEPLOY / "limits.toml"), Limits()
    for name in tomllib.loads((DEPLOY / "limits.toml").read_text("utf-8")):
        assert getattr(own, name) > getattr(usual, name), name
