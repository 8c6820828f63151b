"""The server of live tables as a process, right or with a planted fault: `python -c PROGRAM how database port limits`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO, Any

import httpx

from patience import PATIENCE
from server_process import Process, free_port, started

PROGRAM = """
import sys
how = sys.argv[1]
if how == "early":                             # acknowledged before it is on the disk
    import threading
    from sikwu.book.store import Store
    real, acted = Store.commit_changes, []
    def commit_changes(self, group):
        acted.extend(each for each in group if any("INTO acts" in text for text, _ in each.statements))
        if not acted:                          # what people need to sit down is written
            return real(self, group)
        threading.Timer(0.2, real, (self, group)).start()
        return [True] * len(group)
    Store.commit_changes = commit_changes
if how == "fragile":                           # a reaction ends the table
    from sikwu.live import company, messages, table
    def react(step, said):
        {"hurry": 1}[said.reaction]
    table._HANDLERS[messages.React] = react
if how == "wall clock":                        # deadlines by the time of day
    import time
    from sikwu.server.tables.hall import Hall
    made = Hall.__init__
    def init(self, *words):
        made(self, *words)
        self.clock = time.time
    Hall.__init__ = init
if how == "no pardon":                         # time in which the process stood still counts
    from sikwu.live import clock
    clock.LATE = 10**9
from pathlib import Path
from sikwu.server.running import ServerSettings, serve
serve(ServerSettings(sys.argv[2], port=int(sys.argv[3]), limits=Path(sys.argv[4]), open=False), lambda line: None)
"""


class TableProcess(Process):
    """A process of the server; what it logs stands in a file."""

    def __init__(self, where: str, limits: Path, how: str = "right", errors: Path | None = None, **more: str) -> None:
        self.port = free_port()
        words = ["-c", PROGRAM, how, where, str(self.port), str(limits)]
        log: IO[bytes] | None = None if errors is None else errors.open("ab")
        self.process = started(words, self.port, log, PYTHONPATH=os.pathsep.join(sys.path), **more)
        if log is not None:
            log.close()
        self.url = f"http://127.0.0.1:{self.port}"
        self.client = httpx.Client(base_url=self.url, timeout=PATIENCE)

    @property
    def memory(self) -> float:
        """Its resident memory in MiB."""
        rows = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return int(next(row for row in rows if row.startswith("VmRSS")).split()[1]) / 1024


def caught(run: Any, fault: str) -> str:
    """What the attack found at a planted fault."""
    try:
        run()
    except AssertionError as found:
        return f"{fault} ({str(found)[:100]})" if str(found) else fault
    raise AssertionError(f"not seen: {fault}")
