"""Notices what the command line and other processes write into the same database, and informs the phones."""

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
from sikwu.server.channels.hub import Hub
from sikwu.server.channels.storing import CurrentStore
from sikwu.server.channels.tokens import Tokens
from sikwu.server.memory import Collector
from sikwu.texts import SikwuError

log = logging.getLogger("sikwu.server")
LOOK_FILE, LOOK_SERVER = 1.0, 2.0
"""Seconds between two checks: of a file, and of a database server in addition to its notifications."""
SWEEP, FORGET = 3600.0, 60.0
"""Seconds between two cleanups of the database, and of forgotten addresses."""


class WatchedThings(Protocol):
    """Things of one kind that others may write into."""

    hub: Hub[Any]
    storing: CurrentStore

    @property
    def tokens(self) -> Tokens:
        """The tokens of the database."""

    @property
    def written(self) -> float:
        """When this process last wrote."""

    def look(self, things: Sequence[str]) -> list[str]:
        """Checks whether others have written into some things, and publishes it; returns those that are gone."""

    def asked(self, thing: str) -> None:
        """A person asks to be let in, or was answered."""

    def sleep(self) -> None:
        """Removes unused things from memory; runs on the event loop."""


class Doorbell:
    """A thread that checks regularly."""

    def __init__(self, *watched: WatchedThings, forget: Callable[[], None] = lambda: None) -> None:
        self.watched, self.forget = watched, forget
        self.storing = watched[0].storing
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._swept = self._forgot = time.monotonic()
        self._collector = Collector()
        self._failed = False

    def start(self) -> None:
        """Starts the thread."""
        for each in self.watched:
            each.hub.loop = asyncio.get_running_loop()
        database = self.storing.store.database
        if isinstance(database, SqliteFile) and database.memory:
            return  # nobody else can write there
        run: Callable[[], None] = self._file if isinstance(database, SqliteFile) else self._server
        self._stop.clear()
        self._thread = threading.Thread(target=run, name="doorbell", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stops it."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(3)
            self._thread = None
        for each in self.watched:
            each.hub.loop = None

    def _file(self) -> None:
        """Asks SQLite itself whether anybody has written."""
        raw: sqlite3.Connection | None = None
        seen = -1
        while not self._stop.wait(LOOK_FILE):
            try:
                if raw is None:
                    database: Any = self.storing.store.database
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
        """Waits for notifications of PostgreSQL, and checks every other second anyway."""
        while not self._stop.is_set():
            try:
                self._listen()
            except Exception as error:  # errors of the driver, whose classes we do not know
                self._note(error)
                self._stop.wait(LOOK_SERVER)

    def _note(self, error: Exception) -> None:
        """Logs once that writes of others cannot be seen, until they can again."""
        if not self._failed:
            log.error(
                "The database cannot be read, so entries written by others are not shown to the phones; "
                "it is tried again every other second (%s).",
                type(error).__name__,
            )
        self._failed = True

    def _listen(self) -> None:
        engine = self.storing.store.engine
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
        """Checks everything that is watched: writes of others, revoked tokens, erased things."""
        for each in self.watched:
            hub = each.hub
            things, hashes = tuple(hub.phones), hub.hashes()
            if things:
                gone, living = each.look(things), each.tokens.living(hashes)
                hub.soon(hub.close_gone, gone)
                hub.soon(hub.close_dead, living, hashes)

    def _rung(self, told: str) -> None:
        kind, _, rest = told.partition(" ")
        if kind == "asks":
            for each in self.watched:
                each.asked(rest.partition(" ")[0])

    def _sweep(self) -> None:
        for each in self.watched:
            each.hub.soon(each.sleep)
        self._collector.look(time.monotonic() - max(each.written for each in self.watched))
        if time.monotonic() - self._forgot > FORGET:
            self._forgot = time.monotonic()
            self.watched[0].hub.soon(self.forget)  # on the event loop, where they are counted
        if time.monotonic() - self._swept > SWEEP:
            self._swept = time.monotonic()
            self.watched[0].tokens.sweep()


def _closed(raw: sqlite3.Connection | None) -> None:
    if raw is not None:
        with suppress(sqlite3.Error):
            raw.close()
