"""A server as a separate process, for tests that kill it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

from patience import until

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


def free_port() -> int:
    """A free port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def started(words: list[str], port: int) -> subprocess.Popen[bytes]:
    """Starts a Python program that serves at a port, and waits until it listens."""
    process = subprocess.Popen(
        [sys.executable, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ
    )

    def listens() -> bool:
        assert process.poll() is None, "it does not start"
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    until(listens)
    return process
