"""The parent's side of one child process: starting, asking, killing. Every wait has a limit."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
from asyncio.subprocess import DEVNULL, Process
from typing import NamedTuple

from sikwu.bots.limits import BotLimits
from sikwu.bots.pipe import LONGEST_LINE, PlayerQuestion, PlayerReply, packed, read_told

_KEPT = ("PATH", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH")
"""The only environment variables that a child gets."""
_OURS = {"PYTHONDONTWRITEBYTECODE": "1", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


class ChildFailure(Exception):
    """A child that cannot be used any more: `why` is late, crashed, illegal, raised or memory; `told` is a text for
    people.
    """

    def __init__(self, why: str, told: str = "") -> None:
        super().__init__(why)
        self.why, self.told = why, told


class Child:
    """A process that plays one class; one question at a time."""

    def __init__(self, spawned: SpawnedChild) -> None:
        self._process, self._answers, self._asks = spawned
        self._number = 0

    @classmethod
    async def started(cls, level: str, limits: BotLimits) -> Child:
        """Starts a child and its class; if the class cannot be made, raises an error and leaves no process."""
        child = cls(await _spawned(level, limits))
        try:
            async with asyncio.timeout(limits.start):
                told = await child._heard(0)
        except BaseException as error:
            await child.killed()
            raise ChildFailure("late") if isinstance(error, TimeoutError) else error from None
        if told.why:
            await child.killed()
            raise ChildFailure(told.why, told.told)
        return child

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    async def ask(self, asked: PlayerQuestion, seconds: float) -> PlayerReply:
        """Its answer to a question; raises an error if none comes in time, or it is invalid, or the process has
        ended.
        """
        self._number += 1
        try:
            async with asyncio.timeout(seconds):
                self._asks.write(packed(asked._replace(number=self._number)))
                await self._asks.drain()
                return await self._heard(self._number)
        except TimeoutError:
            raise ChildFailure("late") from None
        except (BrokenPipeError, ConnectionResetError):
            raise ChildFailure("crashed") from None

    async def _heard(self, number: int) -> PlayerReply:
        """The answer with this number; answers to other questions are ignored."""
        try:
            line = await self._answers.readline()
        except ConnectionResetError:
            raise ChildFailure("crashed") from None
        except ValueError:  # longer than any answer
            raise ChildFailure("illegal") from None
        if not line:
            raise ChildFailure("crashed")
        told = read_told(line)
        if told is None or told.number != number:
            raise ChildFailure("illegal", line[:40].decode(errors="replace"))
        return told

    async def killed(self) -> None:
        """Ends the process and all its children."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        self._asks.close()


class SpawnedChild(NamedTuple):
    """A process, and both directions of its socket."""

    process: Process
    answers: asyncio.StreamReader
    asks: asyncio.StreamWriter


async def _spawned(level: str, limits: BotLimits) -> SpawnedChild:
    """Starts the process. It talks through one socket: with pipes, uvloop logs an error when a child ends."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    ours, theirs = socket.socketpair()
    with theirs:
        answers, asks = await asyncio.open_unix_connection(sock=ours, limit=LONGEST_LINE)
        try:  # the process comes last: whatever ends this before, no process is left
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "sikwu.bots.inside", level, str(limits.memory),
                stdin=theirs.fileno(), stdout=theirs.fileno(), stderr=DEVNULL, env={**kept, **_OURS}, start_new_session=True,
            )  # fmt: skip
        except BaseException:
            asks.close()
            raise
    return SpawnedChild(process, answers, asks)
