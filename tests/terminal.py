"""A user at a pseudo terminal: types an answer whenever the program asks, and keeps all output."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.cells import cell_len

import loaded
from patience import PATIENCE

PROMPT = "› "
CTRL_C, CTRL_D, UP = "\x03", "\x04", "\x1b[A"
_STEERING = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[=>])")


def typed(
    answers: Sequence[str],
    *args: str,
    columns: int = 80,
    raw: bool = False,
    program: Sequence[str] | None = None,
    prompt: str = PROMPT,
    folder: Path | None = None,
    endless: Iterator[str] | None = None,
    turn: tuple[str, str] | None = None,
    ending: str = "\n",
    **environment: str,
) -> tuple[str, int]:
    """Answers each question of `sikwu …`; returns its output (without control sequences) and its exit code.

    `raw`: with control sequences and colours. `program` and `prompt`: another program with another prompt. `endless`:
    the answer after all `answers`, until the program ends; `turn`: another answer once these words have been printed.
    `ending`: the keys after each answer; empty if one key is an answer.
    """
    waiting = list(answers)
    master, slave = pty.openpty()
    known = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "FORCE_"))}
    env = {**known, "LANG": "C", "TERM": "dumb", "NO_COLOR": "1", "COLUMNS": str(columns), **environment}
    command = [*(program or loaded.program()), *args]
    # A new session, so that Ctrl-C reaches the program as at a real terminal.
    with (
        subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=env,
            cwd=folder,
            start_new_session=True,
            preexec_fn=_own_terminal,
        ) as running,
        _ended(running),
    ):
        os.close(slave)
        text, seen, end = b"", 0, time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if not select.select([master], [], [], 0.2)[0]:
                continue
            try:
                text += os.read(master, 65536)
            except OSError:  # the program has closed its end
                break
            end = time.monotonic() + PATIENCE  # a program that prints something is not stuck
            while (waiting or endless) and text.count(prompt.encode()) > seen:
                seen += 1
                if turn is not None and turn[0].encode() in text:
                    answer, endless, turn = turn[1], None, None
                else:
                    answer = waiting.pop(0) if waiting or endless is None else next(endless)
                if answer == CTRL_C:
                    time.sleep(0.5)  # a person would not press it before the program has begun to wait
                os.write(master, answer.encode() if answer in (CTRL_C, CTRL_D) else f"{answer}{ending}".encode())
        try:
            code = running.wait(PATIENCE)  # before its terminal is closed, which would end it too
        except subprocess.TimeoutExpired:  # it asks for more than the given answers
            running.kill()
            code = running.wait()
        os.close(master)
    told = text.decode(errors="replace").replace("\r\n", "\n")
    told = told if raw else _STEERING.sub("", told)
    assert not waiting, f"never asked for: {waiting}\n{told}"
    return told, code


@contextmanager
def _ended(running: subprocess.Popen[bytes]) -> Iterator[None]:
    """Kills the program if the test fails meanwhile: nobody would answer it any more, and it would be waited for."""
    try:
        yield
    except BaseException:
        running.kill()
        raise


def _own_terminal() -> None:
    import fcntl
    import signal
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)


def widest(text: str) -> int:
    """The width of the widest line; commands to be copied and typed lines are not counted."""
    own = (line for line in text.splitlines() if not line.startswith(("sikwu score", PROMPT)))
    return max(map(cell_len, own), default=0)
