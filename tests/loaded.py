"""A fast `sikwu` command for tests: every run is a new process, forked from one that has imported everything.

Imports take most of the time of a short command. Starting `program()` instead of `python -m sikwu` gives a process
with its own arguments, environment, folder, umask, open files, signals and exit code. Only settings that Python reads
before its first line are shared (the hash seed, interpreter flags). If the environment sets such things, or a
standard stream is closed, the program runs `python -m sikwu` itself. Cold starts are tested with that command.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import inspect
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

_CLIENT = """\
import _signal, _socket, marshal, posix, sys

{rule}
coding = sys.getfilesystemencoding(), "surrogateescape"
words = [word.encode(*coding) for word in sys.argv[1:]]
if None in (sys.stdin, sys.stdout, sys.stderr) or _own(posix.environ) != {own!r}:
    posix.execv({python!r}, [{python!r}, "-m", "sikwu", *words])

number, early = 0, []

def forward(signal, frame):
    posix.kill(number, signal) if number else early.append(signal)

signals = (_signal.SIGINT, _signal.SIGQUIT, _signal.SIGTERM, _signal.SIGHUP)
ignored = {{int(each): _signal.getsignal(each) == _signal.SIG_IGN for each in signals}}
for each in signals:
    ignored[each] or _signal.signal(each, forward)
umask = posix.umask(0)
posix.umask(umask)
given = marshal.dumps((words, dict(posix.environ), posix.getcwdb(), umask, ignored))
asked = _socket.socket(_socket.AF_UNIX)
asked.connect({address!r})
streams = b"".join(each.to_bytes(4, sys.byteorder) for each in (0, 1, 2))
asked.sendmsg([len(given).to_bytes(8, "big")], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, streams)])
while given:
    given = given[asked.send(given) :]

def answer():
    told = b""
    while len(told) < 4:
        more = asked.recv(4 - len(told))
        if not more:
            posix._exit(70)  # the one that forks has gone
        told += more
    return int.from_bytes(told, "big", signed=True)

number = answer()
for each in early:
    posix.kill(number, each)
code = answer()
if code < 0:
    _signal.signal(-code, _signal.SIG_DFL) if -code not in (_signal.SIGKILL, _signal.SIGSTOP) else None
    posix.kill(posix.getpid(), -code)
posix._exit(code)
"""


def _own(environment):  # type: ignore[no-untyped-def] # as the program has it, which knows no annotations
    """The part of an environment that Python reads before the first line; variables that can be set later, or that
    change nothing here, are left out.
    """
    later = (b"PYTHONUNBUFFERED", b"PYTHONDONTWRITEBYTECODE")
    return {
        name: value
        for name, value in environment.items()
        if name.startswith((b"PYTHON", b"LD_")) and value and name not in later
        if (name, value) != (b"PYTHONUTF8", b"1")
    }


def program() -> tuple[str, ...]:
    """The command to start instead of `python -m sikwu`; without fork, that one."""
    return (str(programs() / "sikwu"),) if hasattr(os, "fork") else (sys.executable, "-m", "sikwu")


@functools.cache
def programs() -> Path:
    """A folder with only the program `sikwu`, for a PATH; the forking server is started with it, and ends with these
    tests.
    """
    here = Path(tempfile.mkdtemp(prefix="sikwu-loaded-"))
    atexit.register(shutil.rmtree, here, ignore_errors=True)
    (here / "bin").mkdir()
    address = str(here / "socket")
    text = _CLIENT.format(python=sys.executable, rule=inspect.getsource(_own), own=_own(os.environb), address=address)
    (here / "asks.py").write_text(text, "utf-8")
    (here / "bin" / "sikwu").write_text(f'#!/bin/sh\nexec "{sys.executable}" -IS "{here}/asks.py" "$@"\n', "utf-8")
    (here / "bin" / "sikwu").chmod(0o755)
    forks = subprocess.Popen(
        [sys.executable, __file__, address], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    )
    assert forks.stdin is not None
    assert forks.stdout is not None
    assert forks.stdout.read() == b"ready", "what forks commands has not started"
    forks.stdout.close()
    # It ends when the other end of its input is closed, even if these tests are killed.
    atexit.register(forks.wait)
    atexit.register(forks.stdin.close)
    return here / "bin"


# --- the forking server


def _load() -> None:
    import gc
    import importlib
    import pkgutil

    import sikwu.cli

    for module in pkgutil.iter_modules(sikwu.cli.__path__, "sikwu.cli."):
        importlib.import_module(module.name)
    for name in ("sikwu.book", "alembic.runtime.environment", "sqlalchemy.dialects.sqlite"):
        importlib.import_module(name)
    gc.collect()
    gc.freeze()  # a garbage collection in a child would copy every shared page


def _serve(address: str) -> list[bytes]:
    """Forks a child for each request; returns in the children, with their arguments."""
    import marshal
    import select
    import signal
    import socket

    listening = socket.socket(socket.AF_UNIX)
    listening.bind(address)
    listening.listen(128)
    woken, wakes = socket.socketpair()
    for each in (woken, wakes):
        each.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wakes.fileno(), warn_on_full_buffer=False)
    running: dict[int, socket.socket] = {}
    sys.stdout.write("ready")
    sys.stdout.flush()
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 1)
    while True:
        ready, _, _ = select.select([0, listening, woken, *running.values()], [], [])
        if 0 in ready:
            for number in running:
                os.kill(number, signal.SIGKILL)
            os._exit(0)
        for number in [number for number, asked in running.items() if asked in ready]:
            os.kill(number, signal.SIGKILL)  # a client sends nothing while it waits: an event means that it was killed
        if woken in ready:
            woken.recv(4096)
        while running:
            number, status = os.waitpid(-1, os.WNOHANG)
            if not number:
                break
            with running.pop(number) as asked, contextlib.suppress(OSError):  # killed, as above
                asked.sendall(os.waitstatus_to_exitcode(status).to_bytes(4, "big", signed=True))
        if listening not in ready:
            continue
        asked, _ = listening.accept()
        length, streams, _, _ = socket.recv_fds(asked, 8, 3)
        given = more = b""
        while len(given) < int.from_bytes(length, "big") and (more := asked.recv(1 << 20)):
            given += more
        number = os.fork() if more else 0  # killed while it sent its request
        if number or not more:
            for stream in streams:
                os.close(stream)
            if more:
                running[number] = asked
                with contextlib.suppress(OSError):  # killed since: noticed above, in the next round
                    asked.sendall(number.to_bytes(4, "big"))
            continue
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for each in (listening, woken, wakes, asked, *running.values()):
            each.close()
        os.close(nothing)
        for at, stream in enumerate(streams):
            os.dup2(stream, at)
            os.close(stream)
        words, environment, where, umask, ignored = marshal.loads(given)
        for each, deaf in ignored.items():  # as the client was started, not as the forking server was
            hears = signal.default_int_handler if each == signal.SIGINT else signal.SIG_DFL
            signal.signal(each, signal.SIG_IGN if deaf else hears)
        os.umask(umask)
        os.chdir(where)
        for name in [name for name in os.environb if name not in environment]:
            del os.environb[name]
        os.environb.update(environment)
        return words


def _streams() -> None:
    """Opens the standard streams as Python does at its start."""
    import io
    import locale

    try:
        place = locale.setlocale(locale.LC_CTYPE, "")
    except locale.Error:
        place = "C"
    poor = place in ("C", "POSIX") or os.environ.get("PYTHONUTF8") == "1"
    errors = "surrogateescape" if poor else "strict"
    at_once = bool(os.environ.get("PYTHONUNBUFFERED"))
    for at, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        raw = io.FileIO(at, mode, closefd=False)
        buffer = io.BufferedReader(raw) if mode == "r" else io.BufferedWriter(raw)
        raw.name = f"<{name}>"
        each = io.TextIOWrapper(
            buffer,
            encoding="utf-8",
            errors="backslashreplace" if at == 2 else errors,
            newline=None if at == 0 else "\n",
            line_buffering=at == 2 or raw.isatty(),
            write_through=at_once and at > 0,
        )
        each.mode = mode
        setattr(sys, name, each)
        setattr(sys, f"__{name}__", each)


def _leave(code: int) -> None:
    """Ends as Python does, without freeing everything that was loaded, which takes longer than most commands."""
    import threading

    threading._shutdown()
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code & 0xFF)


def _main() -> None:
    import runpy
    import time

    del sys.path[0]  # the folder of the tests
    _load()
    words = _serve(sys.argv[1])
    _streams()
    time.tzset()
    sys.argv[1:] = map(os.fsdecode, words)
    sys.path.insert(0, os.getcwd())
    try:
        runpy.run_module("sikwu", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        # For a closed output or a full disk, Python prints its own message.
        with contextlib.suppress(OSError):
            if end.code is None or isinstance(end.code, int):
                _leave(end.code or 0)
        raise


if __name__ == "__main__":
    _main()
