"""Answers cases in a child process, so that a request that takes seconds does not block the interpreter for everybody else.

The parent sends a request (limits and the lines of cases) and reads one reply; an empty frame sent meanwhile means
that nobody waits any more. A frame is its length (8 bytes) and its bytes. A reply is preceded by its kind and the CPU
time it took.
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
from sikwu.server.http.operation import JSON, LINES, HttpAnswer
from sikwu.server.http.refusals import Refusal, where
from sikwu.server.http.workers import AbandonedWork
from sikwu.texts import Problem, SikwuError

LOOK = 0.05
"""Seconds between two checks whether the client still waits."""
NICE = 10
"""The nice value of the child."""
ONE, SEVERAL, REFUSED, DROPPED, FAILED = b"1", b"+", b"r", b"d", b"f"
_HEAD = struct.Struct("<cd")
"""The header of a reply: its kind, and the seconds of CPU that it took."""
_CAN_WAIT = sys.platform != "win32"
"""Whether the system can poll a pipe. If not, only the budget ends unwanted work."""
_START = "import sys; sys.path[:] = sys.argv[1:]; from sikwu.server.hands.child import main; main()"


class ChildDeath(Exception):
    """The child process ended or failed while it worked."""


class ChildReply(NamedTuple):
    """The result of a request, and the seconds of CPU it took."""

    kind: bytes
    data: bytes
    seconds: float

    def told(self) -> HttpAnswer:
        """The answer; raises the child's error, or `AbandonedWork` if nobody waited any more."""
        if self.kind == DROPPED:
            raise AbandonedWork
        if self.kind == REFUSED:
            problems, wait = msgspec.msgpack.decode(self.data)
            raise Refusal(Problem(code, facts) for code, facts in problems).after(wait)
        return HttpAnswer(self.data, media=JSON if self.kind == ONE else LINES)


class AnswerProcess:
    """The parent's side of one child process, for one thread at a time."""

    def __init__(self, code: str = _START) -> None:
        words = [sys.executable, "-P", "-c", code, *sys.path]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.close = weakref.finalize(self, _end, self._process)
        """Ends it at once, also when the parent ends."""

    @property
    def pid(self) -> int:
        return self._process.pid

    def answer(self, body: bytes, limits: Limits, wanted: Callable[[], bool]) -> ChildReply:
        """Answers lines of cases; `wanted`: whether the client still waits."""
        try:
            self._send(msgspec.msgpack.encode((limits.answer_bytes, limits.answer_time)), body)
            self._wait(wanted)
            kind, seconds = _HEAD.unpack(_exactly(self._out.read(_HEAD.size), _HEAD.size))
            data = _read(self._out)
        except (OSError, EOFError, ValueError) as error:
            raise ChildDeath(type(error).__name__) from error
        if kind == FAILED:
            raise ChildDeath(data.decode())
        return ChildReply(kind, data, seconds)

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
        """Waits for the reply; tells the child when nobody wants it any more."""
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
            with suppress(OSError):  # the rest that was not sent yet
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
    sys.stdout = sys.stderr  # printed text must not mix with replies
    while (request := _request(asked)) is not None:
        began = time.process_time()
        kind, data = _reply(*request, lambda: not (_CAN_WAIT and select.select([asked], [], [], 0)[0]))
        told.write(_HEAD.pack(kind, time.process_time() - began))
        _write(told, data)
        told.flush()


def _request(asked: IO[bytes]) -> tuple[Limits, bytes] | None:
    """The next request; None: standard input is closed."""
    try:
        while not (head := _read(asked)):
            pass  # a late cancellation of a request already answered
        most, seconds = msgspec.msgpack.decode(head)
        return Limits(answer_bytes=most, answer_time=seconds), _read(asked)
    except EOFError:
        return None


def _reply(limits: Limits, body: bytes, wanted: Callable[[], bool]) -> tuple[bytes, bytes]:
    try:
        lines = cases(body, Budget(limits, wanted))
    except AbandonedWork:
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
