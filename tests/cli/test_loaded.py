"""A preloaded command behaves like `python -m sikwu`, in its own process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from loaded import program
from patience import PATIENCE

COLD = (sys.executable, "-m", "sikwu")


@pytest.mark.parametrize(
    ("words", "given", "environment", "code"),
    [
        (["score", "123678m 中中中 發發發 白 +白<W 1f"], b"", {"COLUMNS": "60", "LANG": "zh_HK.UTF-8"}, 0),
        (["score", b"caf\xe9"], b"", {"LC_ALL": "C"}, 2),
        (["rules", "show", "house.toml"], b"", {"LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1"}, 0),
        (["answer"], b'{"id": 1, "kind": "false_win", "seat": "N"}\n\xff\n', {"PYTHONUTF8": "1"}, 0),
        (["rules", "list"], b"", {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}, 0),
        (["scroe"], b"", {"SIKWU_TILES": "unicode", "LANG": "C"}, 2),
        ([], b"", {"_SIKWU_COMPLETE": "complete_bash", "COMP_WORDS": "sikwu sc", "COMP_CWORD": "1"}, 0),
    ],
)
def test_it_says_what_the_cold_one_says(
    words: list[str | bytes], given: bytes, environment: dict[str, str], code: int, tmp_path: Path
) -> None:
    (tmp_path / "house.toml").write_text('ruleset = "hk-common"\n[options]\n"hand.min_fan" = 0\n', "utf-8")
    told = []
    for command in (COLD, program()):
        env = {**os.environ, **environment}
        done = subprocess.run([*command, *words], input=given, capture_output=True, env=env, cwd=tmp_path, check=False)
        told.append((done.returncode, done.stdout, done.stderr))
    assert told[0] == told[1]
    assert told[0][0] == code
    assert told[0][1] or told[0][2]


def test_what_it_makes_has_the_rights_that_are_usual_there(tmp_path: Path) -> None:
    umask = lambda: os.umask(0o027)  # noqa: E731
    for name, command in (("cold", COLD), ("loaded", program())):
        words = [*command, "rules", "new", f"{name}.toml", "-o", "hand.min_fan=1"]
        subprocess.run(words, cwd=tmp_path, preexec_fn=umask, capture_output=True, check=True)
    assert (tmp_path / "cold.toml").stat().st_mode == (tmp_path / "loaded.toml").stat().st_mode
    assert (tmp_path / "cold.toml").stat().st_mode & 0o777 == 0o640


def test_a_stream_that_is_closed_is_closed() -> None:
    told = []
    for command in (" ".join(f'"{each}"' for each in COLD), *program()):
        done = subprocess.run(["sh", "-c", f"{command} rules list >&-"], capture_output=True, check=False)
        told.append((done.returncode, done.stderr))
    assert told[0] == told[1]
    assert told[0][0] == 2


@pytest.mark.parametrize(
    ("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM), (signal.SIGKILL, -signal.SIGKILL)]
)
def test_signals_reach_it(sent: signal.Signals, code: int) -> None:
    listening = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # noqa: E731 - in the background of a shell it is ignored
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*program(), "answer"], stdin=pipe, stdout=pipe, stderr=pipe, preexec_fn=listening
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdin.write(b"{}\n")
        running.stdin.flush()
        assert running.stdout.readline().startswith(b"{")
        running.send_signal(sent)
        # Its own end is read too: nobody holds the other side of its output any more.
        assert (running.stdout.read(), running.stderr.read()) == (b"", b"")
        assert running.wait(PATIENCE) == code


def test_many_run_beside_each_other() -> None:
    pipe = subprocess.PIPE
    many = [subprocess.Popen([*program(), "answer"], stdin=pipe, stdout=pipe) for _ in range(8)]
    for number, each in reversed(list(enumerate(many))):
        out, _ = each.communicate(b'{"id": %d}\n' % number, timeout=PATIENCE)
        assert b'"id":%d' % number in out
        assert each.returncode == 0
