"""`sikwu backup` and `sikwu check-store`: copy the whole database, and check everything in it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from urllib.parse import unquote, urlsplit, urlunsplit

import typer

from sikwu.book import Store
from sikwu.book.database import SqliteFile
from sikwu.book.problems import wrong
from sikwu.cli.desk import own_file, tells_waits
from sikwu.cli.paper import Words, paper, telling
from sikwu.texts import SikwuError, say


def backup_command(file: Path, database: str | None, lang: str) -> None:
    """Copies the database while others may write to it. An existing file is not overwritten."""
    with telling(lang):
        tells_waits(lang)
        with Store(database or own_file(False, lang), make=False) as store:
            if isinstance(store.database, SqliteFile):
                store.backup(file)
            else:
                _dump(store.where, file)
        paper().print(Words(say("cli.backup.done", file=file)(lang)))


def _dump(url: str, file: Path) -> None:
    """PostgreSQL's own copy."""
    if shutil.which("pg_dump") is None:
        raise wrong("book.store", where=file, why=say("why.no_pg_dump"))
    parts = urlsplit(url.replace("postgresql+psycopg://", "postgresql://"))
    secret = (
        {} if parts.password is None else {"PGPASSWORD": unquote(parts.password)}
    )  # not for everybody's eyes, as words are
    who, _, host = parts.netloc.rpartition("@")
    address = urlunsplit(parts._replace(netloc=f"{who.partition(':')[0]}@{host}" if who else host))
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise wrong("book.store", where=file, why=error.strerror) from None
    words = ["pg_dump", "--format=custom", f"--file={file}", f"--dbname={address}"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=os.environ | secret)
    if done.returncode:
        file.unlink()
        lines = done.stderr.strip().splitlines()
        raise wrong("book.store", where=file, why=lines[0] if lines else done.returncode)


def check_store_command(database: str | None, lang: str) -> None:
    """Every book from its first entry on; ends with 1 where one does not hold."""
    from sikwu.book.verifying import verify

    bad = 0
    tells_waits(lang)
    with telling(lang), Store(database or own_file(False, lang), make=False) as store:
        _check_pages(store)
        books = store.list()
        for each in books:
            try:
                found = verify(store, each.id)
                total = sum(found.state.accounts.values())
                if total:
                    raise wrong("book.not_even", name=each.name, total=total)
            except SikwuError as error:
                bad += 1
                paper().print(Words((say("cli.check.bad", id=each.id[:8], why=error.problems[0])(lang), "red")))
            else:
                told = say("cli.check.book", id=each.id[:8], name=each.name, count=found.entries, head=found.head[:8])
                paper().print(Words(told(lang)))
        paper().print(Words(say("cli.check.done", count=len(books), bad=bad, where=store.where)(lang)))
    if bad:
        raise typer.Exit(1)


def _check_pages(store: Store) -> None:
    """What SQLite says of its own file."""
    if isinstance(store.database, SqliteFile):
        ((told,), *_) = store.rows("PRAGMA integrity_check")
        if told != "ok":
            raise wrong("book.store", where=store.where, why=told)
