"""Attack on rows: any 64 bytes are judged, paid or refused, alike in a batch and alone; no other memory is touched.

In the build of `tests/sanitize.sh` every access out of bounds and all undefined behaviour ends the process.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from random import Random

import numpy as np
import numpy.typing as npt

import sikwu
from hostile.attack import Attack
from reference.samples import random_win
from sikwu import _kernel
from sikwu.rules.paying import PayOutcome

NAMES = ("hk-standard", "all-customs", "hk-taiwanese", "club16")
BATCH, POOL, SHAPES = 20_000, 1_000, 63
SANITIZED = hasattr(_kernel, "plant_fault")
Rows = npt.NDArray[np.uint8]


def pool(chance: Random, sets: int) -> Rows:
    """Rows of possible wins."""
    packed = b"".join(random_win(chance, sets).pack() for _ in range(POOL))
    return np.frombuffer(packed, np.uint8).reshape(-1, _kernel.ROW_BYTES)


def damaged(chance: np.random.Generator, wins: Rows, count: int) -> Rows:
    """Rows of wins with some bytes changed; one in eight is random altogether."""
    rows = wins[chance.integers(0, len(wins), count)].copy()
    for _ in range(3):
        some = chance.random(count) < 0.5
        at = chance.integers(0, _kernel.ROW_BYTES, count)
        extreme = np.array([0, 1, 2, 3, 4, 5, 15, 16, 34, 127, 128, 170, 254, 255], np.uint8)
        value = np.where(
            chance.random(count) < 0.7, extreme[chance.integers(0, len(extreme), count)], chance.integers(0, 256, count)
        )
        rows[some, at[some]] = value[some]
    wild = chance.random(count) < 0.125
    rows[wild] = chance.integers(0, 256, (int(wild.sum()), _kernel.ROW_BYTES))
    few = wild & (chance.random(count) < 0.5)  # closer to a hand: at most four of a kind
    rows[few, :34] = chance.integers(0, 5, (int(few.sum()), 34)) * (chance.random((int(few.sum()), 34)) < 0.3)
    return rows


def batch(rules: sikwu.Ruleset, rows: Rows, threads: int) -> int:
    """Judges and pays rows together, and some of them alone; returns the number of wins."""
    told, paid = rules.judge_many(rows, threads), rules.pay_many(rows, threads)
    assert not paid.amounts.sum(axis=1).any(), "what is paid does not sum to zero"
    assert ((told.fan >= 0) | (paid.came == PayOutcome.NO_WIN) | (paid.came == PayOutcome.TOO_MANY)).all(), (
        "no win is paid for"
    )
    for i in range(0, len(rows), 500):
        row = rows[i].tobytes()
        assert rules.judge(row)[:2] == (told.fan[i], told.capped[i]), f"alone otherwise: {row!r}"
        assert rules.lowered.program.judge_fully(row).fan == told.fan[i], f"aloud otherwise: {row!r}"
        _kernel.readings(row, rules.document.sets, SHAPES)
        _kernel.waits_of(row, SHAPES)
        if _kernel.possible(row, rules.document.size):
            assert sikwu.Win.unpack(row).pack() == row, f"unpacked and packed it is another: {row!r}"
    return int((told.fan >= 0).sum())


def counts(chance: np.random.Generator, rows: Rows, threads: int) -> None:
    """Distances of the tiles in rows, and of random tiles that are no hand."""
    heap = np.ascontiguousarray(np.minimum(rows[:, :34] & 15, 4))
    _kernel.complete_many(heap, SHAPES, threads)
    away = np.asarray(_kernel.away_many(heap, SHAPES, threads))
    assert np.array_equal(np.asarray(_kernel.useful_many(heap[:200], SHAPES, threads)[0]), away[:200]), (
        "distances differ"
    )
    for row in heap[chance.integers(0, len(heap), 20)]:
        _kernel.nearest(row.tobytes(), bytes([4] * 34), int(chance.integers(0, 6)), SHAPES)


def written_meanwhile(rules: sikwu.Ruleset, wins: Rows, chance: np.random.Generator) -> None:
    """Another thread writes into the rows of a batch while it is judged: the process survives, and payments sum to
    zero.
    """
    rows, over = damaged(chance, wins, BATCH), threading.Event()

    def write() -> None:
        while not over.is_set():
            rows[chance.integers(0, BATCH, 200)] = chance.integers(0, 256, (200, _kernel.ROW_BYTES), np.uint8)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(3):
            rules.judge_many(rows, 2)
            assert not rules.pay_many(rows, 2).amounts.sum(axis=1).any(), "what is paid does not sum to zero"
            heap = rows[:, :34]  # a view, which numpy copies; so whole rows of 34 are passed too
            for call in (_kernel.away_many, _kernel.complete_many):
                flat = rows.reshape(-1)[: BATCH * 34].reshape(-1, 34)
                try:
                    call(flat, SHAPES, 2)
                    call(np.ascontiguousarray(np.minimum(heap & 15, 4)), SHAPES, 2)
                except ValueError:
                    pass  # five identical tiles
    finally:
        over.set()
        writer.join()


def run(seed: int, size: int) -> str:
    """Judges, pays and measures damaged rows of all rulesets."""
    chance, numbers = Random(seed), np.random.default_rng(seed)
    wins = {sets: pool(chance, sets) for sets in (4, 5)}
    done = complete = turn = 0
    while done < size:
        rules = sikwu.ruleset(NAMES[turn % len(NAMES)])
        rows = damaged(numbers, wins[rules.document.sets], min(BATCH, size - done))
        complete += batch(rules, rows, 1 + turn % 2)
        counts(numbers, rows[:2_000], 1 + turn % 2)
        if turn % 50 == 0:
            written_meanwhile(rules, wins[rules.document.sets], numbers)
        done, turn = done + len(rows), turn + 1
    assert complete > size // 20, f"only {complete} of {size} rows were wins"
    where = "under ASan and UBSan" if SANITIZED else "in the ordinary build"
    return f"{done:,} random and damaged rows {where}: {complete:,} wins, batch = alone = aloud, every payment sums to zero"


OVERRUN = """
from sikwu import _kernel
from hostile import rows
_kernel.plant_fault(True)
rows.run({seed}, 20_000)
"""


def planted(seed: int) -> str:
    """With the sanitizers: unchecked rows end the process. Without: a payment that loses a unit."""
    if SANITIZED:
        paths = os.pathsep.join(path for path in sys.path if path)
        env = {**os.environ, "PYTHONPATH": paths}
        done = subprocess.run(
            [sys.executable, "-c", OVERRUN.format(seed=seed)], capture_output=True, text=True, env=env
        )
        told = done.returncode and ("runtime error" in done.stderr or "AddressSanitizer" in done.stderr)
        assert told, f"rows taken unchecked were not noticed: {done.stderr[-400:]}"
        return "rows taken unchecked"
    sound = sikwu.Ruleset.pay_many

    def losing(self: sikwu.Ruleset, rows: Rows, threads: int = 1) -> object:
        paid = sound(self, rows, threads)
        paid.amounts[:, 0] -= paid.came == PayOutcome.PAID
        return paid

    sikwu.Ruleset.pay_many = losing  # type: ignore[assignment,method-assign]
    try:
        run(seed, 2_000)
    except AssertionError:
        return "a payment that loses a unit"
    finally:
        sikwu.Ruleset.pay_many = sound  # type: ignore[method-assign]
    raise AssertionError("a payment that loses a unit was not noticed")


ATTACKS = (Attack("rows", "G18", 10_000_000, 100_000, run, planted),)
