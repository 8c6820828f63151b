"""Files of books: reading changes nothing, three outcomes of a write, latest hashes, signatures, folders."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

import sikwu
from loaded import program
from patience import PATIENCE
from sikwu.book import Book, BookError, Store
from sikwu.book.events import Result, chained
from sikwu.book.exchange import to_jsonl
from sikwu.cli.shared.files import signature, write_whole
from sikwu.cli.shared.places import data_folder, old_books_file, state_folder
from sikwu.texts import LANGUAGES

AT = "2024-06-01T20:00:00Z"
RULES = sikwu.ruleset("hk-standard")
BEFORE = Path(__file__).parent.parent / "data" / "before" / "books.db"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


def sikwu_book(
    home: Path, *words: str, code: int = 0, stdout: object = subprocess.PIPE, **more: str
) -> tuple[str, str]:
    """One command as a process, for a user with this home folder."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "SIKWU_", "LC_"))}
    environment = {**kept, "HOME": str(home), "LANG": "en", "COLUMNS": "400"}
    command = [*program(), "book", *words]
    done = subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, env={**environment, **more}, check=False)  # type: ignore[call-overload]
    said = (done.stdout or b"").decode(), done.stderr.decode()
    assert done.returncode == code, (words, said)
    assert "Traceback" not in said[1], said[1]
    return said


def files(folder: Path) -> dict[str, str]:
    """Every file under a folder, and the hash of its bytes."""
    return {
        str(each.relative_to(folder)): hashlib.sha256(each.read_bytes()).hexdigest()
        for each in folder.rglob("*")
        if each.is_file()
    }


LOOKS = (("list",), ("show",), ("show", "--log"), ("stats",), ("settle",), ("verify",), ("export",))


# --- looking


def test_looking_makes_nothing_and_changes_nothing(home: Path) -> None:
    place = str(home / "mistyped" / "books.db")
    for words in (*LOOKS, ("add", "B", "3"), ("undo",), ("close",), ("upgrade",)):
        assert "mistyped/books.db" in sikwu_book(home, *words, "--db", place, code=2)[1]
    sikwu_book(home, "new", "x", "A", "B", "--db", str(home / "bad.db"), code=2)
    assert files(home) == {}
    own = str(home / "own.db")
    sikwu_book(home, "new", "Friday", "A", "B", "C", "D", "--db", own)
    sikwu_book(home, "add", "B", "3", "--from", "A", "--db", own)
    before = files(home)
    for words in LOOKS:
        sikwu_book(home, *words, "--db", own, XDG_STATE_HOME="/nowhere")
    assert files(home) == before


def test_an_older_file_is_read_as_it_is(home: Path) -> None:
    old = home / "old.db"
    old.write_bytes(BEFORE.read_bytes())
    before = files(home)
    for words in LOOKS:
        sikwu_book(home, *words, "--book" if words != ("list",) else "--lang", "club" if words != ("list",) else "en",
                   "--db", str(old), XDG_STATE_HOME="/nowhere")  # fmt: skip
    assert "sikwu book upgrade" in sikwu_book(home, "add", "--draw", "--book", "club", "--db", str(old), code=2)[1]
    assert files(home) == before
    assert "old.db.0001.bak" in sikwu_book(home, "upgrade", "--db", str(old))[1]
    sikwu_book(home, "add", "--draw", "--book", "taiwan", "--db", str(old))
    assert len(files(home)) == 2


@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_a_foreign_file_stays_as_it_was(home: Path, journal: str) -> None:
    file = home / "photos.db"
    with closing(sqlite3.connect(file)) as raw:
        raw.execute(f"PRAGMA journal_mode={journal}")
        raw.execute("CREATE TABLE photos (x)")
        raw.execute("INSERT INTO photos VALUES (1)")
        raw.commit()
    before = files(home)
    export = home.parent / "friday.jsonl"
    export.write_text(to_jsonl(Book.new("Friday", list("ABCD"), RULES)))
    for words in (*LOOKS, ("new", "x", "A", "B", "C", "D"), ("import", str(export)), ("upgrade",), ("add", "B", "3")):
        assert "another program" in sikwu_book(home, *words, "--db", str(file), code=2)[1]
    assert files(home) == before


@pytest.mark.skipif(sys.platform == "win32", reason="rights of files")
def test_what_cannot_be_written_or_read_answers_at_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where = home / "books.db"
    with Store(where) as store:
        store.create("Friday", list("ABCD"), RULES)
    broken = home / "broken.db"
    data = bytearray(where.read_bytes())
    data[100:4096] = bytes(3996)
    broken.write_bytes(data)
    # the user who runs this may be able to write everywhere
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    real = sqlite3.connect  # with a patience for locks that nobody waits out
    monkeypatch.setattr(sqlite3, "connect", lambda *at, **more: real(*at, **{**more, "timeout": 2 * PATIENCE}))
    began = time.monotonic()
    with Store(where, make=False) as store:
        book = store.open("Friday")
        with pytest.raises(BookError) as error:
            store.append(book, Result("draw"))
    assert error.value.code == "book.not_stored"
    for bad in (broken, home):
        with pytest.raises(BookError) as error:
            Store(bad)
        assert error.value.code in ("book.store", "book.store_foreign")
    assert time.monotonic() - began < PATIENCE
    assert sorted(files(home)) == ["books.db", "broken.db"]


# --- which book is meant


def test_neither_a_name_nor_a_time_gives_power_over_another_book(store: Store) -> None:
    ours = store.create("Friday", list("ABCD"), RULES)
    theirs = Book.new(ours.id[:8], list("ABCD"), RULES, at="2999-01-01T00:00:00Z")
    theirs.record(Result("draw"), "2999-01-01T00:00:01Z")
    store.adopt(theirs)
    store.adopt(Book.new(ours.id, list("ABCD"), RULES, at="2999-01-01T00:00:00Z"))
    assert store.list()[0].id == ours.id  # the one written last, here
    assert store.open(ours.id).id == ours.id
    with pytest.raises(BookError) as error:
        store.open(ours.id[:8])
    assert error.value.code == "book.several"
    store.append(store.open(theirs.id), Result("draw"))
    assert store.list()[0].id == theirs.id
    store.append(store.open(ours.id), Result("draw"))
    assert store.list()[0].id == ours.id


def test_a_file_may_not_choose_its_id(home: Path) -> None:
    book = Book.new("x", list("ABCD"), RULES, at=AT, id="Friday")
    (home / "x.jsonl").write_text(to_jsonl(book))
    assert "id" in sikwu_book(home, "import", str(home / "x.jsonl"), "--db", str(home / "b.db"), code=2)[1]
    assert not (home / "b.db").exists()


# --- three outcomes


def test_each_outcome_has_its_words_and_its_exit_code(home: Path) -> None:
    where = home / "books.db"
    sikwu_book(home, "new", "Friday", "A", "B", "C", "D", "--db", str(where))
    program = (
        "import sqlite3, sys\n"
        "from sikwu.book import database\n"
        "def fails(self, *rest):\n"
        "    if rest[-1] is False:\n        return self.commit(rest[0])\n"  # a commit of something that was only read
        "    raise sqlite3.OperationalError('x') if sys.argv[0] == 'change' else database.UnknownCommit('disk I/O error')\n"
        "sys.argv[0] = sys.argv[1]\n"
        "setattr(*((database._SqliteConnection, 'change') if sys.argv[1] == 'change' else (database.SqliteFile, '_commit')), fails)\n"
        "sys.argv[1:] = ['book', 'add', '--draw', '--key', 'mine', '--db', sys.argv[2], '--lang', sys.argv[3]]\n"
        "from sikwu.cli import main\nmain()\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "COLUMNS": "400"}
    for what, code, words in (
        ("change", 3, {"en": "Nothing was recorded", "zh": "沒有寫入", "yue": "冇寫入"}),
        ("commit", 4, {"en": "We cannot tell", "zh": "不知道寫入了沒有", "yue": "唔知寫咗入去未"}),
    ):
        for lang in LANGUAGES:
            command = [sys.executable, "-c", program, what, str(where), lang]
            done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
            assert done.returncode == code, done.stderr
            assert words[lang] in done.stderr
            assert "--key mine" in done.stderr
            assert done.stdout == ""
    assert "2 " in sikwu_book(home, "add", "--draw", "--key", "mine", "--db", str(where))[0]
    assert "recorded before" in sikwu_book(home, "add", "--draw", "--key", "mine", "--db", str(where))[0]
    with Store(where) as store:
        assert len(store.open("Friday").entries) == 2


def test_not_stored_leaves_the_store_at_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sikwu.book import database

    with Store(tmp_path / "books.db") as store:
        book = store.create("Friday", list("ABCD"), RULES)
        with monkeypatch.context() as planted:
            planted.setattr(
                database._SqliteConnection, "change", lambda *_: (_ for _ in ()).throw(sqlite3.OperationalError("full"))
            )
            with pytest.raises(BookError) as error:
                store.append(book, Result("draw"))
        assert error.value.code == "book.not_stored"
        store.append(book, Result("draw"))
        assert len(store.open("Friday").entries) == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device")
def test_a_full_or_closed_output_does_not_undo_what_is_stored(home: Path) -> None:
    where = str(home / "books.db")
    with open("/dev/full", "wb") as full:
        sikwu_book(home, "new", "Friday", "A", "B", "C", "D", "--db", where, stdout=full)
        for words in (
            ("add", "B", "3", "--from", "A"),
            ("edit", "2", "B", "4", "--from", "A"),
            ("undo",),
            ("redo",),
            ("close",),
        ):
            assert "Recorded as entry" in sikwu_book(home, *words, "--db", where, stdout=full)[1]
    sikwu_book(home, "undo", "--db", where)
    reader, writer = os.pipe()
    os.close(reader)
    sikwu_book(home, "add", "B", "3", "--from", "A", "--db", where, stdout=writer)
    os.close(writer)
    with Store(where) as store:
        book = store.open("Friday")
        assert len(book.entries) == 8
        assert len({entry.key for entry in book.entries[1:]}) == 7  # every command had its own key
        data = to_jsonl(book)
    file = home / "friday.jsonl"
    file.write_text(data)
    with open("/dev/full", "wb") as full:
        sikwu_book(home, "import", str(file), "--db", str(home / "other.db"), stdout=full)


def test_the_same_undo_sent_twice_is_one(home: Path) -> None:
    where = str(home / "books.db")
    sikwu_book(home, "new", "Friday", "A", "B", "C", "D", "--db", where)
    for _ in range(2):
        sikwu_book(home, "add", "--draw", "--db", where)
    for _ in range(3):
        sikwu_book(home, "undo", "--key", "once", "--db", where)
    with Store(where) as store:
        assert [type(entry.event).__name__ for entry in store.open("Friday").entries[3:]] == ["Undo"]


# --- heads


def test_show_tells_how_the_head_moved(home: Path) -> None:
    where = home / "books.db"
    sikwu_book(home, "new", "Friday", "A", "B", "C", "D", "--db", str(where))

    def head() -> str:
        lines = [line for line in sikwu_book(home, "show", "--db", str(where))[0].splitlines() if "last looked" in line]
        return lines[0] if lines else ""

    assert head() == ""
    assert "is the same as when" in head()
    sikwu_book(home, "add", "--draw", "--db", str(where))
    sikwu_book(home, "add", "--draw", "--db", str(where))
    early = where.read_bytes()
    assert "from entry 1 to 3. Everything you had seen is unchanged" in head()
    sikwu_book(home, "add", "--draw", "--db", str(where))
    assert "from entry 3 to 4" in head()
    where.write_bytes(early)  # an older copy in its place
    for _ in range(2):
        assert "shorter than when you last looked" in head()  # said until it is right again
    sikwu_book(home, "add", "B", "3", "--from", "A", "--db", str(where))
    assert "log was rewritten" in head()
    seen = home / ".local/state/sikwu/heads.json"
    assert stat.S_IMODE(seen.stat().st_mode) == 0o600
    seen.write_text("nonsense")
    assert head() == ""


def test_a_whole_chain_made_anew_is_seen_only_by_who_kept_its_head() -> None:
    """What the hash chain proves and what it does not: an attacker with full write access can recompute it."""
    book = Book.new("Friday", list("ABCD"), RULES, at=AT)
    book.record(Result("discard", {"B": 3}, "A"), AT)
    first = chained(None, AT, book.opened)
    forged = Book.replay([first, chained(first, AT, Result("discard", {"C": 3}, "A"))])
    assert forged.entries[0] == book.entries[0]
    assert forged.head.hash != book.head.hash


# --- signatures


def test_an_export_can_be_signed(home: Path) -> None:
    where, key, other = str(home / "books.db"), home / "key", home / "other"
    key.write_bytes(bytes(range(32)))
    other.write_bytes(bytes(32))
    sikwu_book(home, "new", "Friday", "A", "B", "C", "D", "--db", where)
    for kind in ("jsonl", "csv"):
        file = home / f"friday.{kind}"
        sikwu_book(home, "export", str(file), "--sign", str(key), "--db", where)
        assert (home / f"friday.{kind}.sig").read_text() == signature(file.read_bytes(), key.read_bytes())
        said = sikwu_book(home, "verify", "--file", str(file), "--key", str(key), "--db", where)[0]
        assert "signature is valid" in said
        assert "same latest hash" in said
        fresh = str(home / f"{kind}.db")
        sikwu_book(home, "import", str(file), "--key", str(key), "--db", fresh)
        assert "is not valid" in sikwu_book(home, "import", str(file), "--key", str(other), "--db", where, code=2)[1]
        file.write_bytes(file.read_bytes().replace(b"Friday", b"Monday"))
        assert "is not valid" in sikwu_book(home, "verify", "--file", str(file), "--key", str(key), code=2)[1]
        (home / f"friday.{kind}.sig").unlink()
        assert "does not exist" in sikwu_book(home, "verify", "--file", str(file), "--key", str(key), code=2)[1]
    key.write_bytes(b"short")
    assert "16 bytes" in sikwu_book(home, "export", str(home / "x.csv"), "--sign", str(key), "--db", where, code=2)[1]
    assert not (home / "x.csv").exists()
    sikwu_book(home, "export", "--sign", str(other), "--db", where, code=2)


# --- folders and files


@pytest.mark.skipif(sys.platform == "win32", reason="rights of files")
def test_the_books_lie_in_the_data_folder_for_nobody_else(home: Path) -> None:
    assert "no book yet" in sikwu_book(home, "list")[0]
    sikwu_book(home, "new", "Friday", "A", "B", "C", "D")
    file = home / ".local/share/sikwu/books.db"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    with Store(file) as store:
        store.append(store.open("Friday"), Result("draw"))
        assert {stat.S_IMODE(each.stat().st_mode) for each in file.parent.iterdir()} == {0o600}  # its log too
    sikwu_book(home, "new", "Monday", "A", "B", "C", "D", XDG_DATA_HOME=str(home / "data"))
    assert (home / "data/sikwu/books.db").exists()


def test_books_at_the_old_place_are_found_and_told(home: Path) -> None:
    old = home / ".config/sikwu/books.db"
    old.parent.mkdir(parents=True)
    with Store(old) as store:
        store.create("Friday", list("ABCD"), RULES)
    shown, told = sikwu_book(home, "list")
    assert "Friday" in shown
    assert ".config/sikwu/books.db" in told
    assert ".local/share/sikwu/books.db" in told
    sikwu_book(home, "add", "--draw")
    assert not (home / ".local/share").exists()


def test_no_home_is_an_error_that_says_what_to_set(home: Path) -> None:
    for words in (("list",), ("show",), ("new", "x", "A", "B", "C", "D")):
        assert "set HOME or XDG_DATA_HOME" in sikwu_book(home, *words, code=2, HOME="")[1]
    with pytest.raises(BookError) as error:
        data_folder({}, "linux")
    assert error.value.code == "book.no_home"
    assert data_folder({"XDG_DATA_HOME": "relative", "HOME": "/h"}, "linux") == Path("/h/.local/share/sikwu")
    assert data_folder({"LOCALAPPDATA": "/local"}, "win32") == state_folder({"LOCALAPPDATA": "/local"}, "win32")
    assert old_books_file({"APPDATA": "/roaming"}, "win32") == Path("/roaming/sikwu/books.db")
    assert old_books_file({"HOME": "/h"}, "darwin") is None


def test_a_file_is_written_whole_under_a_name_nobody_can_guess(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, synced, named = tmp_path / "friday.csv", [], []
    real_sync, real_replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda number: (synced.append(number), real_sync(number)))
    monkeypatch.setattr(os, "replace", lambda part, goal: (named.append((part, len(synced))), real_replace(part, goal)))
    for _ in range(2):
        write_whole(file, b"all of it")
    assert [count for _, count in named] == [1, 3]  # synced before it has its name, and the folder after
    assert len({part for part, _ in named}) == 2
    assert [each.name for each in tmp_path.iterdir()] == ["friday.csv"]
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError("full")))
    with pytest.raises(OSError, match="full"):
        write_whole(file, b"another program")
    assert file.read_bytes() == b"all of it"
    assert [each.name for each in tmp_path.iterdir()] == ["friday.csv"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_check_can_be_stopped(home: Path) -> None:
    where = home / "books.db"
    with Store(where) as store:
        store.create("Friday", list("ABCD"), RULES)
    program = (
        "import os, signal, sys, time\n"
        "from sikwu.book import verifying\n"
        "real = verifying.check_tiles\n"
        "verifying.follows = lambda *_: (print('at work', file=sys.stderr, flush=True), time.sleep(600))\n"
        f"sys.argv[1:] = ['book', 'verify', '--db', {str(where)!r}]\n"
        "from sikwu.cli import main\nmain()\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    child = subprocess.Popen(
        [sys.executable, "-c", program],
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # in the background of a shell it is ignored
    )
    assert child.stderr is not None
    assert child.stderr.readline() == "at work\n"
    child.send_signal(signal.SIGINT)
    assert "Traceback" not in child.communicate(timeout=PATIENCE)[1]
    assert child.returncode == 130


def test_what_is_kept_in_a_state_is_json_that_others_can_read(home: Path) -> None:
    sikwu_book(home, "new", "Friday", "A", "B", "C", "D")
    sikwu_book(home, "show")
    heads = json.loads((home / ".local/state/sikwu/heads.json").read_text())
    assert [sorted(each) for each in heads.values()] == [["at", "hash", "seq"]]
