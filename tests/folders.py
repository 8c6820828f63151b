"""Folders of a test run: in memory if possible, and removed afterwards; the next run cleans up after a killed one."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import tempfile
import time
from contextlib import suppress
from pathlib import Path

PREFIX = "sikwu-run-"
MEMORY = "/dev/shm"
A_DAY = 86_400
_LOCKS: list[int] = []
"""Open file descriptors of locks; the system closes them when this process ends."""


def in_memory() -> str | None:
    """A folder in memory, if there is plenty: databases wait for the disk at every entry, which is not tested here."""
    if os.environ.get("SIKWU_LONG") or not os.access(MEMORY, os.W_OK | os.X_OK):
        return None
    may_run = not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
    return MEMORY if may_run and shutil.disk_usage(MEMORY).free > 4 << 30 else None


def made(name: str, within: str | None = None) -> Path:
    """A new folder that belongs to this process while it lives, by the lock in it."""
    folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{name}-", dir=within))
    lock = os.open(folder / ".lock", os.O_CREAT | os.O_RDWR)
    fcntl.flock(lock, fcntl.LOCK_EX)
    _LOCKS.append(lock)
    return folder


def clear() -> list[Path]:
    """Removes the folders that killed runs left behind, and ends their PostgreSQL; returns the folders."""
    bases = {Path(tempfile.gettempdir()), Path(MEMORY)}
    left = [folder for base in bases if base.is_dir() for folder in base.glob(f"{PREFIX}*") if _is_left(folder)]
    for folder in left:
        _end_postgres(folder)
        shutil.rmtree(folder, ignore_errors=True)
    return left


def _is_left(folder: Path) -> bool:
    """Whether the folder is ours and nobody holds its lock any more."""
    try:
        state = folder.stat()
        if state.st_uid != os.getuid():
            return False
        lock = os.open(folder / ".lock", os.O_RDWR)
    except FileNotFoundError:  # just being created, or created and never locked
        return folder.exists() and time.time() - state.st_mtime > A_DAY
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(lock)
    return True


def _end_postgres(folder: Path) -> None:
    """Ends the server with its data there, if it is still running."""
    with suppress(OSError, ValueError):
        number = int((folder / "data" / "postmaster.pid").read_text("utf-8").split()[0])
        if str(folder).encode() in Path(f"/proc/{number}/cmdline").read_bytes():
            os.kill(number, signal.SIGQUIT)
            for _ in range(500):
                os.kill(number, 0)  # until the process is gone
                time.sleep(0.02)
            os.kill(number, signal.SIGKILL)
