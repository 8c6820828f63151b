"""What an operator watches: counts and times of one process, as text at a second port. Never a tile, a name or a token.

The port is opened with `sikwu serve --metrics PORT`, on the address of the machine itself only. The text is the form
that Prometheus reads: https://prometheus.io/docs/instrumenting/exposition_formats/
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress

from sikwu.server.web import Server

HOST = "127.0.0.1"
MOST_READ, MOST_WAIT = 4096, 5.0
"""Bytes and seconds of a request to this port."""
NUMBERS = tuple[tuple[Mapping[str, str], float], ...]


def line(name: str, says: str, kind: str, values: Iterable[tuple[Mapping[str, str], float]]) -> str:
    """One number, or one for each label.

    >>> print(line("sikwu_sockets", "Sockets.", "gauge", [({}, 2)]), end="")
    # HELP sikwu_sockets Sockets.
    # TYPE sikwu_sockets gauge
    sikwu_sockets 2
    """
    rows = [f"# HELP {name} {says}", f"# TYPE {name} {kind}"]
    for labels, value in values:
        told = ",".join(f'{key}="{text}"' for key, text in labels.items())
        rows.append(f"{name}{'{' + told + '}' if told else ''} {value:.10g}")
    return "\n".join(rows) + "\n"


def memory() -> int:
    """The largest memory of this process so far, in bytes; 0: the system does not say."""
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


class Metrics:
    """The numbers of one server process; read on its event loop."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.began = time.monotonic()

    def text(self) -> str:
        """All metrics as one text."""
        return "".join(line(*each) for each in self._told())

    def _told(self) -> Iterable[tuple[str, str, str, NUMBERS]]:
        def one(value: float) -> NUMBERS:
            return (({}, value),)

        server = self.server
        yield "sikwu_up_seconds", "Seconds since this process started.", "gauge", one(time.monotonic() - self.began)
        yield "sikwu_memory_peak_bytes", "The most memory that this process had.", "gauge", one(memory())
        yield "sikwu_connections", "Open connections, sockets too.", "gauge", one(len(server.connections))
        yield "sikwu_answers_busy", "Answers that are being worked on or waited for.", "gauge", one(server.busy)
        counted = tuple(({"code": code}, float(count)) for code, count in sorted(server.connections.counts.items()))
        yield "sikwu_refusals_total", "Refused requests, connections and sockets by code.", "counter", counted
        books, tables = server.books, server.tables
        if books is None or tables is None:
            return
        yield "sikwu_sockets", "Open sockets of phones and programs.", "gauge", one(books.hub.counts.count)
        phones = [phone for hub in (books.hub, tables.hub) for each in hub.phones.values() for phone in each]
        yield (
            "sikwu_frames_waiting",
            "Messages that wait for slow phones.",
            "gauge",
            one(sum(len(each.queue) for each in phones)),
        )
        waits = one(max((len(each.queue) for each in phones), default=0))
        yield "sikwu_frames_waiting_longest", "The longest of these queues.", "gauge", waits
        yield "sikwu_books_awake", "Books in memory.", "gauge", one(books.library.count)
        owners = tables.hall.owners.values()
        yield "sikwu_tables_awake", "Live tables in memory.", "gauge", one(len(owners))
        committer = books.library.committer
        yield "sikwu_commits_total", "Transactions of entries and acts.", "counter", one(committer.commits)
        yield "sikwu_commit_changes_total", "Entries and acts in them.", "counter", one(committer.changes)
        yield "sikwu_commit_seconds_total", "Seconds that they took.", "counter", one(committer.seconds)
        yield "sikwu_commit_seconds_slowest", "The slowest of them.", "gauge", one(committer.slowest)
        yield "sikwu_commit_queue", "Changes that wait for the disk.", "gauge", one(committer.waiting)

    async def sound(self) -> bool:
        """Whether the database answers."""
        shelf = self.server.desk.shelf
        return shelf is None or await asyncio.to_thread(shelf.sound)


class MetricsPort:
    """The second port: `/metrics`, and `/health` for the program that restarts a server."""

    def __init__(self, metrics: Metrics, port: int) -> None:
        self.metrics, self.port = metrics, port
        self._listening: asyncio.Server | None = None

    async def open(self) -> None:
        """Begins to listen."""
        self._listening = await asyncio.start_server(self._serve, HOST, self.port, limit=MOST_READ)

    async def close(self) -> None:
        """Ends it."""
        if self._listening is not None:
            self._listening.close()
            with suppress(Exception):
                await asyncio.wait_for(self._listening.wait_closed(), 1)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            asked = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), MOST_WAIT)
            status, body = await self._answer(asked.split(b" ", 2)[1:2])
            head = f"HTTP/1.1 {status}\r\ncontent-type: text/plain; version=0.0.4; charset=utf-8\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
            writer.write(head.encode() + body)
            await asyncio.wait_for(writer.drain(), MOST_WAIT)
        except (TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError):
            pass  # a client that asks like this gets nothing
        finally:
            writer.close()

    async def _answer(self, path: list[bytes]) -> tuple[str, bytes]:
        if path == [b"/metrics"]:
            sound = await self.metrics.sound()
            store = line("sikwu_store_up", "Whether the database answers.", "gauge", (({}, float(sound)),))
            return "200 OK", (self.metrics.text() + store).encode()
        if path == [b"/health"]:
            return ("200 OK", b"ok\n") if await self.metrics.sound() else ("503 Service Unavailable", b"down\n")
        return "404 Not Found", b"/metrics, /health\n"
