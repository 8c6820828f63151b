"""Cases answered in a child process: a question whose answer takes seconds does not hold the interpreter that everybody else waits for.

The parent sends a request (limits and the lines of cases) and reads one reply; an empty frame sent meanwhile means that nobody
waits any more. A frame is its length (8 bytes) and its bytes; before that of a reply stands what it is and what it took.
"""

from __future__ import annotations

import os
import select
import signal
import struct
import subprocess
import sys
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from typing import IO, NamedTuple

import msgspec

from sikwu.server.hands.case_lines import Budget, cases
from sikwu.server.http.limits import Limits
from sikwu.server.http.operation import JSON, LINES, Told
from sikwu.server.http.refusals import Refusal, where
from sikwu.server.http.workers import Dropped
from sikwu.texts import Problem, SikwuError

LOOK = 0.05
"""Seconds between two looks at whether somebody still waits."""
NICE = 10
"""How far the child stands back where the processor is short."""
ONE, SEVERAL, REFUSED, DROPPED, FAILED = b"1", b"+", b"r", b"d", b"f"
_HEAD = struct.Struct("<cd")
"""Before a reply: its kind, and the seconds of CPU that it took."""
_CAN_WAIT = sys.platform != "win32"
"""Can a pipe be asked whether something has come? Elsewhere only the budget ends what nobody waits for."""
_START = "import sys; sys.path[:] = sys.argv[1:]; from sikwu.server.hands.child import main; main()"


class ChildDied(Exception):
    """The child process ended while it worked, or failed."""


class Reply(NamedTuple):
    """What came of a request, and the seconds of CPU it took."""

    kind: bytes
    data: bytes
    seconds: float

    def told(self) -> Told:
        """The answer; raises what the child refused with, or `Dropped` where nobody waited any more."""
        if self.kind == DROPPED:
            raise Dropped
        if self.kind == REFUSED:
            problems, wait = msgspec.msgpack.decode(self.data)
            raise Refusal(*(Problem(code, facts) for code, facts in problems), wait=wait)
        return Told(self.data, media=JSON if self.kind == ONE else LINES)


class Child:
    """The parent's side of one child process, for one thread at a time."""

    def __init__(self, code: str = _START) -> None:
        words = [sys.executable, "-P", "-c", code, *sys.path]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.close = weakref.finalize(self, _end, self._process)
        """Ends it at once; so does the end of the parent."""

    @property
    def pid(self) -> int:
        return self._process.pid

    def answer(self, body: bytes, limits: Limits, wanted: Callable[[], bool]) -> Reply:
        """What becomes of lines of cases; `wanted`: does somebody still wait for it?"""
        try:
            self._send(msgspec.msgpack.encode((limits.answer_bytes, limits.answer_time)), body)
            self._wait(wanted)
            kind, seconds = _HEAD.unpack(_exactly(self._out.read(_HEAD.size), _HEAD.size))
            data = _read(self._out)
        except (OSError, EOFError, ValueError) as error:
            raise ChildDied(type(error).__name__) from error
        if kind == FAILED:
            raise ChildDied(data.decode())
        return Reply(kind, data, seconds)

    @property
    def _in(self) -> IO[bytes]:
        assert self._process.stdin is not None
        return self._process.stdin

    @property
    def _out(self) -> IO[bytes]:
        assert self._process.stdout is not None
        return self._process.stdout

    def _send(self, *parts: bytes) -> None:
        for each in parts:
            _write(self._in, each)
        self._in.flush()

    def _wait(self, wanted: Callable[[], bool]) -> None:
        """Waits for the reply; when nobody wants it any more, the child is told so."""
        told = False
        while _CAN_WAIT and not select.select([self._out], [], [], LOOK)[0]:
            if not told and not wanted():
                self._send(b"")
                told = True


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):  # what was not sent yet
                pipe.close()


def _write(pipe: IO[bytes], data: bytes) -> None:
    pipe.write(len(data).to_bytes(8, "little"))
    pipe.write(data)


def _read(pipe: IO[bytes]) -> bytes:
    data = pipe.read(size := int.from_bytes(_exactly(pipe.read(8), 8), "little"))
    return _exactly(data, size)


def _exactly(data: bytes, size: int) -> bytes:
    if len(data) < size:
        raise EOFError
    return data


# --- in the child


def main() -> None:
    """Answers requests on standard input until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C at a terminal is for the parent
    if hasattr(os, "nice"):
        os.nice(NICE)
    asked, told = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever is printed is no reply
    while (request := _request(asked)) is not None:
        began = time.process_time()
        kind, data = _reply(*request, lambda: not (_CAN_WAIT and select.select([asked], [], [], 0)[0]))
        told.write(_HEAD.pack(kind, time.process_time() - began))
        _write(told, data)
        told.flush()


def _request(asked: IO[bytes]) -> tuple[Limits, bytes] | None:
    """The next request; None: there is none any more."""
    try:
        while not (head := _read(asked)):
            pass  # nobody waits for what was answered already
        most, seconds = msgspec.msgpack.decode(head)
        return Limits(answer_bytes=most, answer_time=seconds), _read(asked)
    except EOFError:
        return None


def _reply(limits: Limits, body: bytes, wanted: Callable[[], bool]) -> tuple[bytes, bytes]:
    try:
        lines = cases(body, Budget(limits, wanted))
    except Dropped:
        return DROPPED, b""
    except SikwuError as error:
        return REFUSED, _said(error)
    except Exception as error:
        return FAILED, where(error).encode()
    if len(lines) == 1:
        return ONE, bytes(lines[0])
    return SEVERAL, b"".join(part for line in lines for part in (line, b"\n"))


def _said(error: SikwuError) -> bytes:
    problems = [(each.code, dict(each.facts)) for each in error.problems]
    return msgspec.msgpack.encode((problems, getattr(error, "wait", None)))
