"""A server as a separate process, for tests that kill it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

import httpx

from asking import Asker
from patience import PATIENCE, until

WIDE = (
    "rate",
    "burst",
    "young_rate",
    "young_burst",
    "address_rate",
    "address_burst",
    "write_rate",
    "write_burst",
    "books_a_day",
)


def wide_limits(folder: Path) -> Path:
    """A file of limits that no test reaches by accident."""
    path = folder / "limits.toml"
    path.write_text("".join(f"{name} = 1000000\n" for name in WIDE))
    return path


TABLE_WIDE = (
    "handshake_rate",
    "handshake_burst",
    "connect_rate",
    "connect_burst",
    "tables_a_day",
    "frames_second",
    "frames_minute",
)


def table_limits(folder: Path, hurry: int = 500) -> Path:
    """Limits that no test meets by accident, and tables in a hurry."""
    path = folder / "table-limits.toml"
    names = "".join(f"{name} = 1000000\n" for name in (*WIDE, *TABLE_WIDE))
    path.write_text(f"{names}table_hurry = {hurry}\nsilence = 1000\n")
    return path


def free_port() -> int:
    """A free port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def started(
    words: list[str], port: int, errors: IO[bytes] | None = None, **environment: str
) -> subprocess.Popen[bytes]:
    """Starts a Python program that serves at a port, and waits until it listens."""
    process = subprocess.Popen(
        [sys.executable, *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL if errors is None else errors,
        env={**os.environ, **environment},
    )

    def listens() -> bool:
        assert process.poll() is None, "it does not start"
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    until(listens)
    return process


class Process:
    """A `sikwu serve` process."""

    words: Sequence[str] = ()
    """Further words of the command."""

    def __init__(self, where: str, limits: Path) -> None:
        self.port = free_port()
        given = ["--port", str(self.port), "--database", where, "--limits", str(limits)]
        self.process = started(["-m", "sikwu", "serve", "--no-open", *given, *self.words], self.port)
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE)

    def __call__(self, method: str, path: str, **more: Any) -> httpx.Response:
        return self.client.request(method, path, **more)

    post, get, delete = Asker.post, Asker.get, Asker.delete

    def kill(self) -> None:
        """As a power switch would, for this process alone."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def end(self) -> None:
        """Whatever is left of it."""
        self.kill()
        self.client.close()
