"""Compiles the watched disk of `disk.c` when it is first needed, and reads back its log."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

HERE = Path(__file__).parent
PAGE = 512
"""The size of an atomic write."""


def shim() -> str:
    """The compiled disk."""
    return compiled("disk.c")


@cache
def compiled(name: str) -> str:
    """A library of this folder that is loaded before all others."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    assert compiler is not None, "no C compiler"
    out = Path(tempfile.mkdtemp(prefix="sikwu-disk-")) / f"{name}.so"
    subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", out, HERE / name], check=True)
    return str(out)


def under(
    folder: Path, program: str, *words: str, log: Path | None = None, stdin: bool = False
) -> subprocess.Popen[str]:
    """Runs a program on the watched disk."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "LD_PRELOAD": shim()}
    environment |= {"DISK_FOLDER": str(folder)} | ({"DISK_LOG": str(log)} if log else {})
    command, given = [sys.executable, "-c", program, *words], subprocess.PIPE if stdin else None
    return subprocess.Popen(command, stdin=given, stdout=subprocess.PIPE, text=True, env=environment, bufsize=1)


class Noted(NamedTuple):
    """One operation on a file: w write, t truncate, s sync, u unlink."""

    what: str
    name: str
    offset: int
    data: bytes


def noted(log: Path) -> Iterator[Noted]:
    """The operations that the disk has logged, in order."""
    data, at = log.read_bytes(), 0
    while at < len(data):
        what, length, offset, size = struct.unpack_from("<cHQI", data, at)
        at += 15
        path = data[at : at + length].decode()
        at += length
        yield Noted(what.decode(), os.path.basename(path), offset, data[at : at + size])
        at += size


class File:
    """A file on the disk: its synced content, and the later writes, any part of which may be lost."""

    def __init__(self) -> None:
        self.sure: bytearray | None = None
        self.since: list[Noted] = []

    def after_cut(self, chance: Random, share: float) -> bytes | None:
        """The content after a power cut: each unsynced piece survives with this probability."""
        content = None if self.sure is None else bytearray(self.sure)
        for each in self.since:
            content = _done(content, each, chance, share)
        return None if content is None else bytes(content)

    def sync(self) -> None:
        """All of it is now synced."""
        content = self.sure
        for each in self.since:
            content = _done(content, each, Random(0), 1)
        self.sure, self.since = content if content is not None else bytearray(), []

    def sync_folder(self) -> None:
        """The folder is synced: removed files stay removed."""
        removed = [number for number, each in enumerate(self.since) if each.what == "u"]
        if removed:
            self.sure, self.since = None, self.since[removed[-1] + 1 :]


def _done(content: bytearray | None, each: Noted, chance: Random, share: float) -> bytearray | None:
    if each.what == "u":
        return None if share >= 1 or chance.random() < share else content
    if each.what == "t":
        if share < 1 and chance.random() >= share:
            return content
        content = content if content is not None else bytearray()
        del content[each.offset :]
        return content
    if share >= 1:
        return _put(content, each.offset, each.data)
    for start in range(0, len(each.data), PAGE):
        if chance.random() < share:
            content = _put(content, each.offset + start, each.data[start : start + PAGE])
    return content


def _put(content: bytearray | None, offset: int, data: bytes) -> bytearray:
    content = content if content is not None else bytearray()
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data
    return content
