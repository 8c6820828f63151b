"""The store: SQLite and PostgreSQL alike, migrations, racing writers, killed processes, tampering, foreign files."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Barrier

import msgspec
import pytest
import sqlalchemy as sa
from alembic.script import ScriptDirectory

import sikwu
from reference.samples import many
from sikwu.book import Book, BookError, Store
from sikwu.book import events as events_module
from sikwu.book import store as store_module
from sikwu.book.database import REVISION, SqliteFile
from sikwu.book.events import GENESIS, Close, Entry, Result, SentEvent, broken_at, chain_hash, trusted
from sikwu.book.exchange import read_book, to_csv, to_jsonl

AT = "2024-06-01T20:00:00Z"
RULES = sikwu.ruleset("hk-taiwanese")
PLAYERS = ["阿明", "阿珍", "阿強", "阿芳"]
A, B, C, D = PLAYERS


def played(store: Store, hands: int = 12) -> Book:
    book = store.adopt(Book.new("星期五", PLAYERS, RULES, at=AT, id="0" * 32))
    chance = Random(1)
    for _ in range(hands):
        winner, source = chance.sample(PLAYERS, 2)
        hand = Result("discard", {winner: chance.randrange(1, 9)}, source)
        store.append(book, SentEvent(hand, "Ann", key=f"k{book.head.seq}") if book.head.seq % 3 == 0 else hand, AT)
    return book


# --- the same everywhere


def test_what_is_written_is_read_back(store: Store) -> None:
    book = played(store)
    store.append(book, book.undoing(), AT)
    store.append(book, Close(), AT)
    again = store.open("星期五")
    assert (again.entries, again.state, again.steps) == (book.entries, book.state, book.steps)
    assert store.open(book.id).head == book.head
    assert [(each.name, each.entries, each.at) for each in store.list()] == [("星期五", 15, AT)]


def test_every_database_gives_the_same_hash(store: Store) -> None:
    assert played(store).head.hash == played(Store(":memory:")).head.hash


def test_a_name_may_be_given_twice_and_an_id_may_not(store: Store) -> None:
    one = store.create("Friday", PLAYERS, RULES, at=AT)
    with pytest.raises(BookError) as error:
        store.adopt(one)
    assert error.value.code == "book.exists"
    assert store.open("Friday").id == one.id
    two = store.create("Friday", PLAYERS, RULES, at="2024-06-02T21:30:00Z")
    with pytest.raises(BookError) as error:
        store.open("Friday")
    assert error.value.code == "book.several"
    for told in (one.id[:8], two.id[:8], "2024-06-01 20:00", "2024-06-02 21:30"):
        assert told in error.value.message()
        assert told in error.value.message("zh")
    for book in (one, two):
        assert store.open(book.id).id == store.open(book.id[:8]).id == book.id
    assert len(store.list()) == 2


def test_a_word_means_one_book_or_none(store: Store) -> None:
    for id in ("abcd0001", "abcd0002", "abce%003"):
        store.adopt(Book.new(f"book {id}", PLAYERS, RULES, at=AT, id=id))
    store.adopt(Book.new("abcd0001", PLAYERS, RULES, at=AT, id="ffff0000"))
    assert store.open("abcd0001").name == "book abcd0001"  # an id goes before a name
    assert store.open("ffff").name == "abcd0001"
    assert store.open("abce").id == "abce%003"
    for word, code in {"abcd": "book.several", "abc": "book.unknown", "ab%d": "book.unknown"}.items():
        with pytest.raises(BookError) as error:
            store.open(word)
        assert error.value.code == code, word
    with pytest.raises(BookError) as error:
        store.open("book abcd000")
    assert error.value.code == "book.unknown"
    assert "did you mean" in error.value.message()


def test_migrations_go_up_from_empty_and_only_once(where: str) -> None:
    with Store(where) as first:
        script = ScriptDirectory(str(Path(store_module.__file__).parent / "migrations"))
        assert script.get_current_head() == REVISION
        assert {"books", "entries", "alembic_version"} <= set(sa.inspect(first.engine).get_table_names())
        played(first)
    with Store(where) as second:
        assert second.open("星期五").state.hands == 12
        with second.engine.begin() as connection:
            connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(BookError) as error:
        Store(where)
    assert error.value.code == "book.store_newer"


def test_two_at_once_may_make_the_database_ready(where: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(lambda _: Store(where), range(4)))
    assert all(each.list() == [] for each in stores)
    for each in stores:
        each.close()


def test_the_log_refuses_to_be_changed(store: Store) -> None:
    played(store)
    for statement in ("UPDATE entries SET text = '{}' WHERE seq = 3", "DELETE FROM entries WHERE seq = 13"):
        with pytest.raises(sa.exc.DBAPIError, match="append-only"), store.engine.begin() as connection:
            connection.execute(sa.text(statement))


def test_sqlite_is_durable_and_strict(tmp_path: Path) -> None:
    with Store(tmp_path / "books.db") as store, store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
        for table in ("books", "entries"):
            made = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).scalar()
            assert "STRICT" in str(made)


def test_nothing_moves_on_when_the_disk_refuses(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    book = played(store)
    before = (list(book.entries), book.state)

    def full(*_: object) -> None:
        raise sa.exc.OperationalError("COMMIT", {}, OSError("No space left on device"))

    def full_file(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    if isinstance(store.database, SqliteFile):
        monkeypatch.setattr(store.database, "commit", full_file)
    else:
        monkeypatch.setattr(store.engine.dialect, "do_commit", full)
    with pytest.raises(BookError) as error:
        store.append(book, Result("draw"), AT)
    assert error.value.code == "book.store_unknown"
    assert (book.entries, book.state) == before
    monkeypatch.undo()
    # Whatever the disk holds now: this store says nothing more is written until it is opened again.
    with pytest.raises(BookError) as error:
        store.append(book, Result("draw"), AT)
    assert error.value.code == "book.store_stopped"
    with Store(store.database.where if isinstance(store.database, SqliteFile) else store.engine.url) as again:
        assert again.open("星期五").entries == book.entries
        again.append(again.open("星期五"), Result("draw"), AT)


def test_databases_that_cannot_be_used(tmp_path: Path) -> None:
    text = tmp_path / "text.db"
    text.write_text("no database at all, but long enough to look like one " * 40)
    bad: list[str | Path] = [tmp_path / "no" / "folder.db", text, "mysql://somewhere/books", "nonsense://", "a b://"]
    bad.append("postgresql://nobody:secret@127.0.0.1:1/none?connect_timeout=1")
    for where in bad:
        with pytest.raises(BookError) as error:
            Store(where)
        assert error.value.code == "book.store"
        assert "secret" not in error.value.message() + error.value.message("zh")


def test_nobody_needs_a_database_who_asks_for_none() -> None:
    code = (
        "import sys, sikwu, sikwu.cases, sikwu.book; sys.exit('sqlalchemy' in sys.modules or 'alembic' in sys.modules)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0


# --- two writers


def race(store: Store, book_name: str, rounds: int, result: Callable[[], Store]) -> list[list[str]]:
    """Two writers at one book, round after round; what each got."""
    others = [result(), result()]
    got: list[list[str]] = []
    with ThreadPoolExecutor(2) as pool:
        for _ in range(rounds):
            barrier = Barrier(2)

            def write(other: Store, barrier: Barrier = barrier) -> str:
                book = other.open(book_name)
                barrier.wait()
                try:
                    other.append(book, Result("draw"), AT)
                except BookError as error:
                    return error.code
                return "written"

            got.append(sorted(pool.map(write, others)))
    for other in others:
        other.close()
    return got


def test_of_two_racing_writers_exactly_one_wins(store: Store, where: str) -> None:
    book = store.create("race", PLAYERS, RULES)
    rounds = many(25)
    assert race(store, "race", rounds, lambda: Store(where)) == [["book.conflict", "written"]] * rounds
    assert len(store.open("race").entries) == len(book.entries) + rounds


def test_a_reader_beside_a_writer_sees_whole_books(store: Store, where: str) -> None:
    book = store.create("busy", PLAYERS, RULES)

    def read(_: int) -> int:
        with Store(where) as other:
            return max(len(other.open("busy").entries) for _ in range(15))

    with ThreadPoolExecutor(2) as pool:
        readers = [pool.submit(read, number) for number in range(2)]
        while not all(reader.done() for reader in readers):
            store.append(book, Result("draw"), AT)
        assert all(0 < reader.result() <= len(book.entries) for reader in readers)


def test_either_guard_alone_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where = str(tmp_path / "books.db")
    with Store(where) as store:
        store.create("race", PLAYERS, RULES)
        # Planted: the head is not compared. The key of the entries still lets only one in.
        monkeypatch.setattr(store_module, "AS_READ", "id = :id")
        assert race(store, "race", 8, lambda: Store(where)) == [["book.conflict", "written"]] * 8
        # Planted: no key either. Now both are let in, and opening the book finds it.
        with store.engine.begin() as connection:
            connection.exec_driver_sql("CREATE TABLE loose AS SELECT * FROM entries")
            connection.exec_driver_sql("DROP TABLE entries")
            connection.exec_driver_sql("ALTER TABLE loose RENAME TO entries")
        assert race(store, "race", 1, lambda: Store(where)) == [["written", "written"]]
        with pytest.raises(BookError) as error:
            store.open("race")
        assert error.value.code == "book.tampered"


# --- a killed process

WRITER = """
import sys
from sikwu.book import Store
from sikwu.book.events import Result
store = Store(sys.argv[1])
book = store.open("killed")
while True:
    if sys.argv[2] == "early":                 # planted: told before it is on the disk
        print(book.head.seq + 1, flush=True)
        sys.stdin.readline()
    entry = store.append(book, Result("draw"))
    if sys.argv[2] != "early":
        print(entry.seq, flush=True)
"""


def killed(where: str, when: str, acks: int) -> int:
    """The number of the last entry that a writer reported before it was killed."""
    path = os.pathsep.join(sys.path)
    child = subprocess.Popen(
        [sys.executable, "-c", WRITER, where, when],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert child.stdin is not None
    assert child.stdout is not None
    told = int(child.stdout.readline())
    for _ in range(acks - 1):
        if when == "early":
            child.stdin.write(b"\n")  # it may continue and store the reported entry
            child.stdin.flush()
        told = int(child.stdout.readline())
    child.send_signal(signal.SIGKILL)
    rest = child.stdout.read().split()
    child.wait()
    child.stdin.close()
    child.stdout.close()
    return max([told, *map(int, rest)])


def test_a_killed_process_loses_nothing_it_has_told(on_disk: Path) -> None:
    where = str(on_disk / "books.db")
    with Store(where) as store:
        store.create("killed", PLAYERS, RULES)
    chance = Random(4)
    for _ in range(many(3)):
        told = killed(where, "after", chance.randrange(5, 40))
        with Store(where) as store:
            assert len(store.open("killed").entries) >= told
            with store.engine.connect() as connection:
                assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"


def test_an_early_word_is_found_out(tmp_path: Path) -> None:
    where = str(tmp_path / "books.db")
    with Store(where) as store:
        store.create("killed", PLAYERS, RULES)
    told = killed(where, "early", 2)
    with Store(where) as store:
        assert len(store.open("killed").entries) < told


# --- tampering


def flipped(text: str, chance: Random) -> str:
    data = bytearray(text.encode())
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return data.decode("utf-8", "surrogateescape")


def tampered(log: list[Entry], chance: Random) -> tuple[list[Entry], int]:
    """The log with one thing changed, and the number of the first entry that can no longer be trusted."""
    log = list(log)
    at = chance.randrange(len(log))
    entry = log[at]
    match chance.randrange(8):
        case 0:
            field = chance.choice(["at", "text", "hash"])
            log[at] = msgspec.structs.replace(entry, **{field: flipped(getattr(entry, field), chance)})
        case 7:
            field = chance.choice(["author", "key", "hand_no"])
            other = {"author": ["", "Wing", "Ann"], "key": ["", "k1", "k2"], "hand_no": [None, 1, 2]}[field]
            value = chance.choice([each for each in other if each != getattr(entry, field)])
            log[at] = msgspec.structs.replace(entry, **{field: value})
        case 1:
            log[at] = msgspec.structs.replace(entry, seq=entry.seq ^ 1 << chance.randrange(8))
        case 2:
            del log[at]
        case 3:
            del log[at:]
        case 4:
            other = chance.choice([place for place in range(len(log)) if place != at])
            log[at], log[other] = log[other], log[at]
            at = min(at, other)
        case 5:
            log.insert(at, entry)
            at += 1
        case _:
            other = chance.choice([place for place in range(len(log)) if log[place].text != entry.text])
            log[at] = msgspec.structs.replace(entry, text=log[other].text)
    return log, at + 1


def tamper_many(times: int) -> None:
    book = played(Store(":memory:"), 30)
    log, head = book.entries, book.head.hash
    chance = Random(9)
    for number in range(times):
        changed, first = tampered(log, chance)
        assert broken_at(changed, len(log), head) == first, f"tampering {number} at entry {first} was not found"
        with pytest.raises(BookError) as error:
            trusted(changed, "x", len(log), head)
        assert str(first) in error.value.message()


def test_ten_thousand_tamperings_are_all_found() -> None:
    tamper_many(100_000 if os.environ.get("SIKWU_LONG") else 10_000)


def test_a_hash_that_leaves_something_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    # Planted: the time of an entry is not part of its hash.
    monkeypatch.setattr(
        events_module, "chain_hash", lambda previous, seq, at, *rest: chain_hash(previous, seq, "", *rest)
    )
    with pytest.raises(AssertionError, match="was not found"):
        tamper_many(500)
    # Planted: nor who wrote it, under which key, for which hand.
    monkeypatch.setattr(
        events_module, "chain_hash", lambda previous, seq, at, text, *stamp: chain_hash(previous, seq, at, text)
    )
    with pytest.raises(AssertionError, match="was not found"):
        tamper_many(500)


def test_a_stamp_cannot_be_moved_into_the_text() -> None:
    stamped = played(Store(":memory:"), 3).entries[3]
    assert stamped.author == "Ann"
    tail = msgspec.json.encode((stamped.author, stamped.key, stamped.hand_no)).decode()
    before = "0" * 64
    plain = chain_hash(before, stamped.seq, stamped.at, f"{stamped.text}\n{tail}")
    assert plain != chain_hash(before, stamped.seq, stamped.at, stamped.text, stamped.author, stamped.key)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET text = replace(text, '\"discard\"', '\"self_draw\"') WHERE seq = 5",
        "UPDATE entries SET at = '2024-06-02T20:00:00Z' WHERE seq = 5",
        "UPDATE entries SET hash = (SELECT hash FROM entries WHERE seq = 4) WHERE seq = 5",
        "UPDATE entries SET seq = 99 WHERE seq = 5",
        "UPDATE entries SET text = CAST(x'ff7b7d' AS TEXT) WHERE seq = 5",
        "DELETE FROM entries WHERE seq = 5",
        "DELETE FROM entries WHERE seq = 13",
        "DELETE FROM entries",
        "UPDATE books SET length = 12, head = (SELECT hash FROM entries WHERE seq = 12)",
        "UPDATE books SET head = 'x'",
        "UPDATE books SET name = 'Saturday'",
        "UPDATE entries SET author = 'Ben' WHERE seq = 4",
        "UPDATE entries SET author = NULL, key = NULL WHERE seq = 4",
        "UPDATE entries SET author = 'Ben' WHERE seq = 5",
        "UPDATE entries SET hand_no = 9 WHERE seq = 5",
    ],
)
def test_a_file_changed_behind_our_back_is_found(tmp_path: Path, statement: str) -> None:
    where = tmp_path / "books.db"
    with Store(where) as store:
        played(store)
    raw = sqlite3.connect(where)
    raw.execute("DROP TRIGGER entries_are_kept_update")
    raw.execute("DROP TRIGGER entries_are_kept_delete")
    assert raw.execute(statement).rowcount > 0
    raw.commit()
    raw.close()
    with Store(where) as store, pytest.raises(BookError) as error:
        store.open("0" * 32)
    assert error.value.code in ("book.tampered", "book.store")


# --- files from outside


def rechained(log: list[Entry], change: Callable[[str], str]) -> bytes:
    """A forged export: an entry changed and the whole chain recomputed."""
    before, lines = GENESIS, []
    for entry in log:
        text = change(entry.text)
        stamp = (entry.author, entry.key, entry.hand_no)
        before = chain_hash(before, entry.seq, entry.at, text, *stamp)
        told = f',"author":"{entry.author}","key":"{entry.key}"' if entry.stamped else ""
        lines.append(f'{{"seq":{entry.seq},"at":"{entry.at}","event":{text},"hash":"{before}"{told}}}')
    head = {"sikwu": "book", "version": 2, "name": "x", "entries": len(log), "head": before}
    return "\n".join([msgspec.json.encode(head).decode(), *lines, ""]).encode()


def test_an_export_comes_back_in_another_database(store: Store, tmp_path: Path) -> None:
    book = played(store)
    for data in (to_jsonl(book).encode(), to_csv(book).encode(), b"\xef\xbb\xbf" + to_csv(book).encode()):
        with Store(":memory:") as other:
            assert other.adopt(read_book(data)).state == other.open("星期五").state == book.state
            with pytest.raises(BookError) as error:
                other.adopt(read_book(data))
            assert error.value.code == "book.exists"


def bad_files() -> dict[str, bytes]:
    book = played(Store(":memory:"))
    hong_kong = Book.new("tiles", PLAYERS, sikwu.ruleset("hk-standard"), at=AT)
    hong_kong.record(Result("self_draw", tiles={A: "123678m 中中中 發發發 白 +白 1f"}), AT)
    lines, table = to_jsonl(book).splitlines(), to_csv(book)
    own = f'"from":"{B}"'
    return {
        "empty": b"",
        "bytes": bytes(range(256)) * 10,
        "words": "今晚打麻雀".encode(),
        "other json": b'{"hello": "world"}\n',
        "a list": b"[1, 2, 3]",
        "deep": b"[" * 100_000,
        "newer": lines[0].replace('"version":2', '"version":3').encode(),
        "head only": lines[0].encode(),
        "cut short": "\n".join(lines[:-1]).encode(),
        "half a line": to_jsonl(book).encode()[:-40],
        "a line gone": "\n".join([*lines[:5], *lines[6:]]).encode(),
        "a line twice": "\n".join([*lines[:5], *lines[4:]]).encode(),
        "lines swapped": "\n".join([*lines[:4], lines[5], lines[4], *lines[6:]]).encode(),
        "more fan": re.sub(r'("wins":{"[^"]+":)', r"\g<1>1", to_jsonl(book), count=1).encode(),
        "other csv": b"date,winner,loser\n2024,A,B\n",
        "csv cell": table.replace(",-", ",", 1).encode() if ",-" in table else table.replace(",0,", ",1,", 1).encode(),
        "csv row gone": "\r\n".join(table.split("\r\n")[:4] + table.split("\r\n")[5:]).encode(),
        "csv end gone": "\r\n".join(table.split("\r\n")[:-2]).encode(),
        "forged: unknown player": rechained(book.entries, lambda text: text.replace(own, '"from":"X"')),
        "forged: no such event": rechained(book.entries, lambda text: text.replace('"type":"hand"', '"type":"gift"')),
        "forged: opened twice": rechained([*book.entries, book.entries[0]], lambda text: text),
        "forged: a key twice": rechained(
            [*book.entries[:4], msgspec.structs.replace(book.entries[4], key=book.entries[3].key)], lambda text: text
        ),
        "forged: undo of nothing": rechained(
            book.entries, lambda text: '{"type":"undo","target":7}' if own in text else text
        ),
        "forged: rules": rechained(book.entries, lambda text: text.replace("hk-taiwanese", "no-such-rules")),
        "forged: tiles worth more": rechained(
            hong_kong.entries, lambda text: re.sub(r'"[0-9]+","self_draw"', '"999","self_draw"', text)
        ),
        "forged: paid by nobody": rechained(hong_kong.entries, lambda text: text.replace('"moves":[[1', '"moves":[[9')),
    }


@pytest.mark.parametrize("name", sorted(bad_files()))
def test_a_corrupt_or_foreign_file_writes_nothing(tmp_path: Path, name: str) -> None:
    data = bad_files()[name]
    with Store(tmp_path / "books.db") as store:
        with pytest.raises(BookError) as error:
            store.adopt(read_book(data))
        assert error.value.code.startswith(("book.", "ruleset.")), error.value.code
        assert error.value.message("zh")
        assert store.list() == []
