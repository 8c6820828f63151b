"""A SQLite file has one server: which one holds it."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import IO

from sikwu.book import Store
from sikwu.book.database import SqliteFile
from sikwu.texts import SikwuError, problem


class Held(SikwuError):
    """Another server has the file."""


class Lock:
    """A SQLite file has one server: a file beside it says which. It ends with the process, however that ends."""

    def __init__(self, store: Store) -> None:
        self.file: IO[str] | None = None
        self.path: Path | None = None
        if isinstance(store.database, SqliteFile) and not store.database.memory:
            self.path = Path(f"{store.database.file}.serving")  # of the file itself, whatever links lead to it
            self._take(store.where)

    def _take(self, where: str) -> None:
        assert self.path is not None
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        file = os.fdopen(descriptor, "r+", encoding="utf-8")
        if not _locked(file):
            who = ", ".join(file.read(200).split("\n")).strip(", ") or "?"
            file.close()
            raise Held([problem("serve.held", where=where, who=who)])
        file.truncate(0)
        file.write(f"{socket.gethostname()}, pid {os.getpid()}\n")
        file.flush()
        self.file = file

    def note(self, address: str) -> None:
        """Says at which address the server is, for whoever comes second."""
        if self.file is not None:
            self.file.write(f"{address}\n")
            self.file.flush()

    def release(self) -> None:
        """Lets go of the file."""
        if self.file is not None and self.path is not None:
            with suppress(OSError):
                self.path.unlink()
            self.file.close()
            self.file = None


def _locked(file: IO[str]) -> bool:
    try:
        import fcntl
    except ImportError:  # where there is no such lock, the database's own must do
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
