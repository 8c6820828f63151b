"""Books written by earlier versions: they open, keep every byte and hash, accept new entries, and survive export and import."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from typer.testing import CliRunner

from patience import PATIENCE
from sikwu.book import Book, BookError, Store
from sikwu.book import store as store_module
from sikwu.book.database import database
from sikwu.book.events import Close, Result, SentEvent, broken_at
from sikwu.book.exchange import read_book, to_jsonl
from sikwu.cli.app import app

BEFORE = Path(__file__).parent.parent / "data" / "before"
# What `sikwu book show` of that time said: the last hash, and what everybody had.
BOOKS = {
    "standard": ("0a5d5258a52c03e8", {"Ann": "0", "Ben": "16", "Cat": "48", "Dan": "-64", "": "0"}),
    "taiwan": ("61cb52f7d4cea66d", {"阿明": "-10", "阿珍": "76", "阿強": "28", "阿芳": "-94", "": "0"}),
    "club": ("3a8347c79b6aeef3", {"A": "9", "B": "90", "C": "-74", "D": "-26", "": "1", "E": "0"}),
    "closed": ("051b2bf006780ba1", {"A": "-4", "B": "-13", "C": "24", "D": "-7", "": "0"}),
}


def rows(name: str) -> list[tuple[int, str, str, str]]:
    """The entries of a book as its export of that time has them."""
    lines = (BEFORE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()[1:]
    out = []
    for line in lines:
        row = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
        seq, at, hash = (msgspec.json.decode(row[key]) for key in ("seq", "at", "hash"))
        out.append((seq, at, bytes(row["event"]).decode(), hash))
    return out


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return Path(shutil.copy(BEFORE / "books.db", tmp_path / "books.db"))


@pytest.fixture
def old(where: str, tmp_path: Path) -> str:
    """A database of revision 0001 with all the books: the file itself, or the same rows in PostgreSQL."""
    if not where.startswith("postgresql"):
        shutil.copy(BEFORE / "books.db", where)
        return where
    engine = database(where).engine
    script = ScriptDirectory(str(Path(store_module.__file__).parent / "migrations"))
    with engine.connect() as connection, connection.begin():
        steps = lambda revision, context: script._upgrade_revs("0001", revision)  # noqa: E731
        with EnvironmentContext(Config(), script, fn=steps) as environment:
            environment.configure(connection=connection)
            environment.run_migrations()
        with sqlite3.connect(BEFORE / "books.db") as raw:
            for table, columns in {"books": "id, name, length, head", "entries": "book, seq, at, text, hash"}.items():
                marks = ", ".join(f":{each}" for each in columns.split(", "))
                for row in raw.execute(f"SELECT {columns} FROM {table}"):
                    given = dict(zip(columns.split(", "), row, strict=True))
                    connection.execute(sa.text(f"INSERT INTO {table} ({columns}) VALUES ({marks})"), given)
        raw.close()
    engine.dispose()
    return where


def unchanged(book: Book, name: str) -> None:
    log = rows(name)
    assert [(each.seq, each.at, each.text, each.hash) for each in book.entries[: len(log)]] == log
    assert not any(each.stamped for each in book.entries[: len(log)])
    assert broken_at(book.entries[: len(log)]) is None


def stands(book: Book, name: str) -> None:
    head, cash = BOOKS[name]
    assert book.head.hash.startswith(head)
    assert {player: str(amount) for player, amount in book.state.accounts.items()} == cash


@pytest.mark.parametrize("name", BOOKS)
def test_a_book_of_before_opens_and_goes_on(old: str, name: str) -> None:
    with Store(old) as store:
        book = store.open(name)
        unchanged(book, name)
        stands(book, name)
        assert to_jsonl(book).encode() == (BEFORE / f"{name}.jsonl").read_bytes()
        if name == "closed":
            store.undo(book)
        number = book.state.hands + 1
        players = book.state.table.seated
        store.append(book, SentEvent(Result("draw", dead=players[:1]), "Wing", "first", number))
        store.append(book, [Result("draw"), Close()])
        again = store.open(name)
        assert again.entries == book.entries
        assert again.state == book.state
        unchanged(again, name)
        assert read_book(to_jsonl(again).encode()).entries == again.entries


@pytest.mark.parametrize("kind", ["jsonl", "csv"])
@pytest.mark.parametrize("name", BOOKS)
def test_a_file_of_before_comes_back(store: Store, name: str, kind: str) -> None:
    data = (BEFORE / f"{name}.{kind}").read_bytes()
    store.adopt(read_book(data))
    book = store.open(name)
    unchanged(book, name)
    stands(book, name)
    if kind == "csv":  # a cell that was changed is still found
        with pytest.raises(BookError):
            read_book(data.replace(b"in effect", b"undone", 1))


def test_a_copy_is_kept_before_an_upgrade(file: Path) -> None:
    taken = file.with_name("books.db.0001.bak")
    taken.write_text("somebody's own")
    with Store(file) as store:
        assert store.kept == file.with_name("books.db.0001.2.bak")
        assert len(store.list()) == 4
    assert taken.read_text() == "somebody's own"
    with sqlite3.connect(store.kept) as raw:
        assert raw.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
        assert raw.execute("SELECT count(*), max(length) FROM books").fetchone() == (4, 10)
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        count = raw.execute("SELECT count(*) FROM entries").fetchone()
    raw.close()
    assert count == (sum(len(rows(name)) for name in BOOKS),)
    with Store(file) as store:
        assert store.kept is None
    with sqlite3.connect(file) as raw:
        assert raw.execute("PRAGMA foreign_key_check").fetchall() == []
        assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        made = dict(raw.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall())
    raw.close()
    assert "UNIQUE" not in made["books"]
    assert "STRICT" in made["books"]


def test_what_still_stands_in_the_write_ahead_log_is_copied_too(file: Path) -> None:
    raw = sqlite3.connect(file)
    raw.execute("UPDATE books SET name = 'renamed' WHERE name = 'club'")
    raw.commit()
    assert file.with_name("books.db-wal").stat().st_size
    with Store(file) as store:
        assert store.kept is not None
        kept = sqlite3.connect(store.kept)
        assert kept.execute("SELECT count(*) FROM books WHERE name = 'renamed'").fetchone() == (1,)
        kept.close()
    raw.close()


def test_the_copy_is_told_in_one_line(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    for lang, said in (("en", "a copy of the old one"), ("zh", "")):
        result = CliRunner().invoke(app, ["book", "upgrade", "--db", str(file), "--lang", lang])
        assert result.exit_code == 0
        assert result.stderr.count("\n") == (1 if said else 0)
        assert said in result.stderr
        assert ("books.db.0001.bak" in result.stderr) is bool(said)
        assert "books.db" in result.stdout


def test_a_newer_database_is_left_alone(file: Path) -> None:
    with sqlite3.connect(file) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '0009'")
    raw.close()
    with pytest.raises(BookError) as error:
        Store(file)
    assert error.value.code == "book.store_newer"
    assert "0009" in error.value.message()
    assert sorted(each.name for each in file.parent.iterdir() if each.suffix == ".bak") == []


def test_four_at_once_bring_it_up_to_date_once(file: Path) -> None:
    code = "import sys; from sikwu.book import Store; print(Store(sys.argv[1]).kept)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    children = [
        subprocess.Popen([sys.executable, "-c", code, str(file)], stdout=subprocess.PIPE, text=True, env=environment)
        for _ in range(4)
    ]
    told = [child.communicate(timeout=PATIENCE)[0].strip() for child in children]
    assert sorted(told) == sorted([str(file.with_name("books.db.0001.bak")), "None", "None", "None"])
    with Store(file) as store:
        stands(store.open("club"), "club")


def test_a_failed_upgrade_changes_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = sqlite3.connect(file)
    raw.execute("CREATE TABLE books_name (x)")  # planted: in the way of the last step
    raw.commit()
    before = raw.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
    with pytest.raises(BookError) as error:
        Store(file)
    assert error.value.code == "book.store"
    assert raw.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall() == before
    raw.execute("DROP TABLE books_name")
    raw.commit()
    raw.close()
    with Store(file) as store:
        stands(store.open("taiwan"), "taiwan")


@pytest.fixture
def ready(file: Path) -> Path:
    Store(file).close()
    return file


def test_only_an_old_database_needs_alembic(ready: Path) -> None:
    code = (
        "import sys; from sikwu.book import Store; Store(sys.argv[1]).open('club'); "
        "sys.exit('alembic' in sys.modules or 'sqlalchemy' in sys.modules)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run([sys.executable, "-c", code, str(ready)], env=environment, check=False).returncode == 0
