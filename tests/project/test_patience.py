"""No test fails because of the clock, none is skipped silently, and killed runs leave nothing behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import folders
from patience import PATIENCE, until

HERE = Path(__file__).parent.parent
HASTY = re.compile(r"(?:\btimeout=|\.wait\(|\.join\(|settimeout\(|monotonic\(\) \+ )(\d[\d_.]*+)(?! \*)")
MEANT = {
    "test_arena_net.py": {"900"},  # a short training, without the tests' own modules
    "test_server_abuse.py": {"0.3", "0.5", "1", "2"},  # how long an abusive client listens
    "test_server_books.py": {"601"},  # a clock that is put forward
    "test_server_sockets.py": {"4"},  # how long a phone that speaks outlives one that does not
    "test_server_killed.py": {"1"},  # a goodbye to a process that is dead
    "test_store.py": {"1"},  # a database that is not there
}
"""Waits that are the subject of a test, not waits for an event."""


def test_no_example_has_a_deadline() -> None:
    assert settings.default is not None
    assert settings.default.deadline is None
    assert HealthCheck.too_slow in settings.default.suppress_health_check
    own = [path.name for path in HERE.rglob("*.py") if re.search(r"\bdeadline=\w", path.read_text("utf-8"))]
    assert own == ["conftest.py"]  # one profile for all


def test_whatever_is_waited_for_is_waited_for_with_patience() -> None:
    hasty = {}
    for path in sorted(HERE.rglob("*.py")):
        found = set(HASTY.findall(path.read_text("utf-8"))) - MEANT.get(path.name, set())
        if found and path != Path(__file__):
            hasty[path.name] = found
    assert hasty == {}


def test_nothing_on_a_page_is_counted_before_it_can_be_there() -> None:
    """Playwright waits for expected elements, but `count` gives the current number, which may be too early."""
    pages = sorted(HERE.glob("app/test_app*.py"))
    assert len(pages) > 15
    early = re.compile(r"assert .*\.count\(\) (?:== [1-9]|> )")
    assert [path.name for path in pages if early.search(path.read_text("utf-8"))] == []


def run(*files: str, **environment: str) -> tuple[int, list[str]]:
    """Starts a separate test run; returns its exit code and its lines."""
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *files]
    known = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        words, cwd=HERE.parent, env=known | environment, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    return done.returncode, (done.stdout + done.stderr).splitlines()


@pytest.mark.parametrize("required", [False, True])
def test_the_last_line_tells_what_was_not_run(required: bool) -> None:
    words = {"CHROMIUM": "/no/such/chromium", "SIKWU_BROWSER_REQUIRED": "1" if required else ""}
    code, lines = run("tests/app/test_draw_chromium.py", **words)
    if required:
        assert code == 1
        assert any("CHROMIUM names /no/such/chromium" in line for line in lines)
    else:
        assert code == 0
        assert lines[-1] == (
            "3 of the tests were not run: 3 because CHROMIUM names /no/such/chromium, which is no program"
        )


HELD = """
import sys, time
sys.path.insert(0, {here!r})
import folders
print(folders.made("tests", {within!r}), flush=True)
time.sleep(600)
"""


def test_what_a_killed_run_left_is_cleared_and_what_a_living_one_has_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "MEMORY", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    words = [sys.executable, "-c", HELD.format(here=str(HERE), within=str(tmp_path))]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        theirs = Path(other.stdout.readline().strip())
        mine = folders.made("tests", str(tmp_path))
        assert folders.clear() == []
        # Stands for a PostgreSQL: a process with the folder in its arguments, and the file that names it.
        (theirs / "data").mkdir()
        server = subprocess.Popen(
            [sys.executable, "-c", "import time; time.sleep(600)", str(theirs / "data")],
            preexec_fn=lambda: signal.signal(
                signal.SIGQUIT, signal.SIG_DFL
            ),  # in the background of a shell it is ignored
        )
        (theirs / "data" / "postmaster.pid").write_text(f"{server.pid}\n")
        other.send_signal(signal.SIGKILL)
        other.wait(PATIENCE)
        until(lambda: b"sleep" in Path(f"/proc/{server.pid}/cmdline").read_bytes())
        with ThreadPoolExecutor(1) as pool:
            ended = pool.submit(server.wait, PATIENCE)  # as init does for a server whose parent is gone
            assert folders.clear() == [theirs]
            assert ended.result() == -signal.SIGQUIT
    assert not theirs.exists()
    assert mine.is_dir()
    # without a lock: another process may be about to create one
    (stray := tmp_path / f"{folders.PREFIX}tests-stray").mkdir()
    assert folders.clear() == []
    long_ago = time.time() - 2 * folders.A_DAY
    os.utime(stray, (long_ago, long_ago))
    assert folders.clear() == [stray]
