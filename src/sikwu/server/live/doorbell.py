"""What others write into the same database: the command line, and other processes. Looked for, and told to the phones."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Protocol

from sikwu.book.database import SqliteFile
from sikwu.server.live.hub import Hub
from sikwu.server.live.storing import Storing
from sikwu.server.live.tokens import Tokens
from sikwu.server.memory import Collector
from sikwu.texts import SikwuError

log = logging.getLogger("sikwu.server")
LOOK_FILE, LOOK_SERVER = 1.0, 2.0
"""Seconds between two looks: at a file, and at a server beside its doorbell."""
SWEEP, FORGET = 3600.0, 60.0
"""Seconds after which the database is swept, and addresses are looked through that are to be forgotten."""


class Watched(Protocol):
    """Things of one kind that others may write into."""

    hub: Hub[Any]
    storing: Storing

    @property
    def tokens(self) -> Tokens:
        """Who may."""

    @property
    def written(self) -> float:
        """When this process wrote last."""

    def look(self, things: Sequence[str]) -> list[str]:
        """Looks whether others have written into some things, and tells it; those that are gone are given back."""

    def asked(self, thing: str) -> None:
        """Somebody asks to be let in, or was answered."""

    def sleep(self) -> None:
        """Puts to sleep what nobody needs; on the loop."""


class Doorbell:
    """A thread that looks."""

    def __init__(self, watched: Watched, forget: Callable[[], None] = lambda: None) -> None:
        self.watched, self.forget = watched, forget
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._swept = self._forgot = time.monotonic()
        self._collector = Collector()
        self._failed = False

    def start(self) -> None:
        """Begins to look."""
        self.watched.hub.loop = asyncio.get_running_loop()
        database = self.watched.storing.store.database
        if isinstance(database, SqliteFile) and database.memory:
            return  # nobody else writes there
        run: Callable[[], None] = self._file if isinstance(database, SqliteFile) else self._server
        self._stop.clear()
        self._thread = threading.Thread(target=run, name="doorbell", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends it."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(3)
            self._thread = None
        self.watched.hub.loop = None

    def _file(self) -> None:
        """SQLite itself says whether anybody has written."""
        raw: sqlite3.Connection | None = None
        seen = -1
        while not self._stop.wait(LOOK_FILE):
            try:
                if raw is None:
                    database: Any = self.watched.storing.store.database
                    raw = database.connect(writes=False)
                ((version,),) = raw.execute("PRAGMA data_version").fetchall()
                if version != seen:
                    self._look()
                    seen = version
                self._sweep()
                self._failed = False
            except (sqlite3.Error, SikwuError, OSError) as error:
                self._note(error)
                _closed(raw)
                raw, seen = None, -1
        _closed(raw)

    def _server(self) -> None:
        """PostgreSQL rings; who was away looks every other second anyway."""
        while not self._stop.is_set():
            try:
                self._listen()
            except Exception as error:  # the driver's own errors, which are not ours to know
                self._note(error)
                self._stop.wait(LOOK_SERVER)

    def _note(self, error: Exception) -> None:
        """Says once that nothing can be seen of what others write, until it can again."""
        if not self._failed:
            log.error(
                "The database cannot be read, so entries written by others are not shown to the phones; "
                "it is tried again every other second (%s).",
                type(error).__name__,
            )
        self._failed = True

    def _listen(self) -> None:
        engine = self.watched.storing.store.engine
        connection = engine.raw_connection()
        driver: Any = connection.driver_connection
        try:
            driver.autocommit = True
            driver.execute("LISTEN sikwu")
            while not self._stop.is_set():
                rung = [each.payload for each in driver.notifies(timeout=LOOK_SERVER, stop_after=1)]
                for told in rung:
                    self._rung(told)
                self._look()
                self._sweep()
                self._failed = False
        finally:
            connection.detach()
            with suppress(Exception):
                driver.close()

    def _look(self) -> None:
        """Looks at everything that somebody looks at: what others wrote, tokens taken back, things erased."""
        hub = self.watched.hub
        things, hashes = tuple(hub.phones), hub.hashes()
        if things:
            gone, living = self.watched.look(things), self.watched.tokens.living(hashes)
            hub.soon(hub.close_gone, gone)
            hub.soon(hub.close_dead, living, hashes)

    def _rung(self, told: str) -> None:
        kind, _, rest = told.partition(" ")
        if kind == "asks":
            self.watched.asked(rest.partition(" ")[0])

    def _sweep(self) -> None:
        self.watched.hub.soon(self.watched.sleep)
        self._collector.look(time.monotonic() - self.watched.written)
        if time.monotonic() - self._forgot > FORGET:
            self._forgot = time.monotonic()
            self.watched.hub.soon(self.forget)  # on the loop, where they are counted
        if time.monotonic() - self._swept > SWEEP:
            self._swept = time.monotonic()
            self.watched.tokens.sweep()


def _closed(raw: sqlite3.Connection | None) -> None:
    if raw is not None:
        with suppress(sqlite3.Error):
            raw.close()
