"""The lock of a SQLite file: at most one server uses it."""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import IO

from sikwu.book import Store
from sikwu.book.database import SqliteFile
from sikwu.texts import SikwuError


class FileInUse(SikwuError):
    """Another server holds the file."""


class Lock:
    """The lock of a SQLite file: a file beside it names the server that uses it. The system releases it when the
    process ends, however it ends.
    """

    def __init__(self, store: Store) -> None:
        self.file: IO[str] | None = None
        self.path: Path | None = None
        if isinstance(store.database, SqliteFile) and not store.database.memory:
            self.path = Path(f"{store.database.file}.serving")  # beside the file itself, after links are resolved
            self._take(store.where)

    def _take(self, where: str) -> None:
        assert self.path is not None
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        file = os.fdopen(descriptor, "r+", encoding="utf-8")
        if not _locked(file):
            who = ", ".join(file.read(200).split("\n")).strip(", ") or "?"
            file.close()
            raise FileInUse.of("serve.held", where=where, who=who)
        file.truncate(0)
        file.write(f"{socket.gethostname()}, pid {os.getpid()}\n")
        file.flush()
        self.file = file

    def note(self, address: str) -> None:
        """Writes the address of the server into the lock file, for a second server that finds it."""
        if self.file is not None:
            self.file.write(f"{address}\n")
            self.file.flush()

    def release(self) -> None:
        """Releases the lock."""
        if self.file is not None and self.path is not None:
            with suppress(OSError):
                self.path.unlink()
            self.file.close()
            self.file = None


def _locked(file: IO[str]) -> bool:
    try:
        import fcntl
    except ImportError:  # on a system without such locks, the lock of the database itself must do
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
