"""Whatever bytes arrive, the kernel answers or refuses; it never reads beyond them."""

from __future__ import annotations

import random

import numpy as np
import pytest

from sikwu import _kernel, ruleset
from sikwu.reading import Shapes

ALL_SHAPES = int(sum(Shapes))


@pytest.mark.parametrize("name", ["hk-standard", "all-customs", "hk-taiwanese", "club16"])
def test_any_row_is_judged_or_refused(name: str) -> None:
    program = ruleset(name).lowered.program
    rng = random.Random(name)
    rows = [bytes(rng.choices(range(256), k=64)) for _ in range(2000)]
    # Closer to wins: few copies, known melds, and circumstances in range.
    for _ in range(4000):
        row = bytearray(rng.choices([0, 0, 0, 0, 1, 2, 3, 4], k=34) + [rng.randrange(40)] + [255] * 5 + [0] * 24)
        for i in range(rng.randrange(6)):
            row[35 + i] = rng.randrange(170)
        row[41:48] = bytes(rng.randrange(n) for n in (4, 4, 4, 3, 6, 5, 5))
        rows.append(bytes(row))
    batch = program.judge_many(np.frombuffer(b"".join(rows), np.uint8).reshape(-1, 64), 2)
    for row, fan in zip(rows, batch[0], strict=True):
        single, _, ids = program.judge(row)
        told = program.judge_fully(row)
        assert single == told.fan == fan
        assert (single < 0) == (ids == () and not told.wins)


def test_wrong_sizes_are_refused() -> None:
    program = ruleset("hk-standard").lowered.program
    with pytest.raises(ValueError, match="64 bytes"):
        program.judge(b"short")
    with pytest.raises(ValueError, match="64 bytes wide"):
        program.judge_many(np.zeros((3, 63), np.uint8))
    with pytest.raises(ValueError, match="34 bytes"):
        _kernel.tiles_away(b"short", ALL_SHAPES)
    with pytest.raises(ValueError, match="four copies"):
        _kernel.tiles_away(bytes([5] + [0] * 33), ALL_SHAPES)
    with pytest.raises(ValueError, match="four copies"):
        _kernel.away_many(np.full((2, 34), 5, np.uint8), ALL_SHAPES)


def test_an_empty_batch_is_an_empty_answer() -> None:
    fan, capped, counted = ruleset("hk-standard").lowered.program.judge_many(np.zeros((0, 64), np.uint8))
    assert (fan.shape, capped.shape, counted.shape) == ((0,), (0,), (0, 2))
