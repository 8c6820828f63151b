"""Batches on several threads: the same answers for any number of threads, from any thread, and after a fork."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

import sikwu
from patience import PATIENCE
from reference.samples import random_win
from sikwu import _kernel

ROWS = 3000


@pytest.fixture(scope="module")
def wins() -> npt.NDArray[np.uint8]:
    chance = Random("threads")
    packed = b"".join(random_win(chance, 4).pack() for _ in range(300))
    return np.tile(np.frombuffer(packed, np.uint8).reshape(-1, sikwu._kernel.ROW_BYTES), (ROWS // 300, 1))


def hands(n: int) -> npt.NDArray[np.uint8]:
    """Counts of random hands of fourteen tiles."""
    chance = Random("hands")
    rows = np.zeros((500, 34), np.uint8)
    for row in rows:
        for tile in chance.sample([t for t in range(34) for _ in range(4)], 14):
            row[tile] += 1
    return np.tile(rows, (n // 500, 1))


def judged(wins: npt.NDArray[np.uint8], threads: int) -> list[bytes]:
    """What a batch says, as bytes."""
    program = sikwu.ruleset("hk-standard").lowered.program
    return [np.asarray(part).tobytes() for part in program.judge_many(wins, threads)]


@pytest.mark.parametrize("threads", [-1, 0, 2, 3, 400])
def test_any_number_of_threads_says_the_same(wins: npt.NDArray[np.uint8], threads: int) -> None:
    for n in (0, 1, 1023, 1024, 1025, ROWS):
        assert judged(wins[:n], threads) == judged(wins[:n], 1)


@pytest.mark.parametrize("threads", [2, 400])
def test_distances_on_threads(threads: int) -> None:
    rows = hands(20_000)
    for call in (_kernel.complete_many, _kernel.away_many):
        assert np.array_equal(np.asarray(call(rows, 7, threads)), np.asarray(call(rows, 7)))
    for two, one in zip(_kernel.useful_many(rows, 7, threads), _kernel.useful_many(rows, 7), strict=True):
        assert np.array_equal(np.asarray(two), np.asarray(one))


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("at", [0, 9_999, 19_999])
def test_five_alike_are_told_wherever_they_stand(threads: int, at: int) -> None:
    rows = hands(20_000)
    rows[at, 3] = 5
    for call in (_kernel.complete_many, _kernel.away_many, _kernel.useful_many):
        with pytest.raises(ValueError, match="more than four"):
            call(rows, 7, threads)


def test_several_callers_at_once(wins: npt.NDArray[np.uint8]) -> None:
    alone = judged(wins, 1)
    with ThreadPoolExecutor(6) as pool:
        assert all(told == alone for told in pool.map(lambda i: judged(wins, 1 + i % 3), range(60)))


# Run in a separate process, because it forks; the parent has threads, and the child must not wait for them.
FORKING = """
import os, sys
import numpy as np
from sikwu import _kernel
rows = np.zeros((20_000, 34), np.uint8)
rows[:, 5] = 2
assert np.asarray(_kernel.complete_many(rows, 1, 2)).all()
child = os.fork()
if not child:
    good = all(np.asarray(_kernel.complete_many(rows, 1, 2)).all() for _ in range(5))
    tasks = "/proc/self/task"  # of a child only the thread that forked is left, until it is helped anew
    if os.path.exists(tasks) and len(os.sched_getaffinity(0)) > 1:
        good = good and len(os.listdir(tasks)) == 2
    grandchild = os.fork()
    if not grandchild:
        os._exit(0 if np.asarray(_kernel.complete_many(rows, 1, 2)).all() else 1)
    os._exit(0 if good and os.waitstatus_to_exitcode(os.waitpid(grandchild, 0)[1]) == 0 else 1)
assert np.asarray(_kernel.complete_many(rows, 1, 2)).all()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""

# As FORKING's batch, where no thread can be started.
ALONE = """
import numpy as np, resource
from sikwu import _kernel
rows = np.zeros((20_000, 34), np.uint8)
rows[:, 5] = 2
_kernel.complete_many(rows[:1], 1)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 3 * 2**20, used + 3 * 2**20))  # no room for a thread's stack
import threading
try:
    threading.Thread(target=lambda: None).start()
    raise SystemExit("a thread could be started after all")
except RuntimeError:
    pass
assert np.asarray(_kernel.complete_many(rows, 1, 2)).all()
"""


def run(code: str) -> subprocess.CompletedProcess[str]:
    """A new interpreter that runs code with the same package."""
    paths = os.pathsep.join(p for p in sys.path if p)
    env = {**os.environ, "PYTHONPATH": paths, "OPENBLAS_NUM_THREADS": "1"}
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE, env=env)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_starts_anew() -> None:
    done = run(FORKING)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="asks Linux for its memory")
def test_without_room_for_threads_the_caller_works_alone() -> None:
    if "libasan" in os.environ.get("LD_PRELOAD", ""):
        pytest.skip("the sanitizer needs all memory there is")
    done = run(ALONE)
    assert done.returncode == 0, done.stderr


FORKED = """
import os, signal, sys, threading, time
import numpy as np
from sikwu import _kernel

rows = np.zeros((64, 34), np.uint8)
rows[:, :13] = 1

def tried(delay):
    "In a process without tables: a thread begins to build them, and a child is forked meanwhile and needs them too."
    threading.Thread(target=_kernel.away_many, args=(rows, 1), daemon=True).start()
    time.sleep(delay)
    child = os.fork()
    if not child:
        signal.alarm(20)  # who waits for ever is ended
        good = _kernel.tiles_away(bytes(rows[0]), 1) == _kernel.away_many(rows, 1)[0] and _kernel.complete_many(rows, 1).sum() == 0
        os._exit(0 if good else 1)
    return os.waitpid(child, 0)[1]

stuck = 0
for i in range(int(sys.argv[1])):
    fresh = os.fork()
    if not fresh:
        os._exit(1 if tried(0.0004 * i) else 0)
    stuck += os.waitpid(fresh, 0)[1] != 0
print(stuck)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a system without fork")
def test_a_child_forked_while_the_tables_are_built_builds_its_own() -> None:
    found = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORKED, "12"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert found.stdout.split() == ["0"], found.stderr
