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
from sikwu.book.problems import BookError
from sikwu.cli.books.desk import own_file, tells_waits
from sikwu.cli.shared.paper import WrappedText, paper, telling
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
        paper().print(WrappedText(say("cli.backup.done", file=file)(lang)))


def _dump(url: str, file: Path) -> None:
    """Runs PostgreSQL's own copy command."""
    if shutil.which("pg_dump") is None:
        raise BookError.of("book.store", where=file, why=say("why.no_pg_dump"))
    parts = urlsplit(url.replace("postgresql+psycopg://", "postgresql://"))
    secret = (
        {} if parts.password is None else {"PGPASSWORD": unquote(parts.password)}
    )  # through the environment, because other users can see arguments
    who, _, host = parts.netloc.rpartition("@")
    address = urlunsplit(parts._replace(netloc=f"{who.partition(':')[0]}@{host}" if who else host))
    try:
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise BookError.of("book.store", where=file, why=error.strerror) from None
    words = ["pg_dump", "--format=custom", f"--file={file}", f"--dbname={address}"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=os.environ | secret)
    if done.returncode:
        file.unlink()
        lines = done.stderr.strip().splitlines()
        raise BookError.of("book.store", where=file, why=lines[0] if lines else done.returncode)


def check_store_command(database: str | None, lang: str) -> None:
    """Checks every book from its first entry; exit code 1 if one is damaged."""
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
                    raise BookError.of("book.not_even", name=each.name, total=total)
            except SikwuError as error:
                bad += 1
                paper().print(WrappedText((say("cli.check.bad", id=each.id[:8], why=error.problems[0])(lang), "red")))
            else:
                told = say("cli.check.book", id=each.id[:8], name=each.name, count=found.entries, head=found.head[:8])
                paper().print(WrappedText(told(lang)))
        paper().print(WrappedText(say("cli.check.done", count=len(books), bad=bad, where=store.where)(lang)))
    if bad:
        raise typer.Exit(1)


def _check_pages(store: Store) -> None:
    """Runs SQLite's own integrity check."""
    if isinstance(store.database, SqliteFile):
        ((told,), *_) = store.rows("PRAGMA integrity_check")
        if told != "ok":
            raise BookError.of("book.store", where=store.where, why=told)
