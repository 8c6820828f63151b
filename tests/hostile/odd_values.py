"""Values that a call of the kernel does not expect: wrong types, sizes, shapes, numbers, read-only arrays."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from sikwu import _kernel

INTS = (
    -(1 << 70),
    -(1 << 63),
    -(1 << 31),
    -2,
    -1,
    0,
    1,
    2,
    255,
    256,
    1 << 31,
    1 << 32,
    1 << 63,
    (1 << 64) - 1,
    1 << 64,
    1 << 70,
)
"""As a number of deals, choices or threads, none of them takes long."""
PLAIN: tuple[Any, ...] = (
    *(None, True, "", "text", "\ud800", "9" * 300, b"", b"x", bytes(33), bytes(35), bytes(63), bytes(65), bytes(143)),
    *(
        b"\xff" * 34,
        b"\xff" * 64,
        b"\xff" * 144,
        0.5,
        float("nan"),
        float("inf"),
        1e300,
        2j,
        [],
        [None],
        [1, 2, 3],
        (),
        {},
    ),
    *(
        (1, 2),
        (-1, -1, -1, -1),
        (0, 0, 0, 0),
        (1 << 40,) * 4,
        ("a",) * 4,
        {"a": 1},
        {1: None},
        set(),
        range(4),
        object,
        object(),
    ),
    *(np.int64(3), np.float32("nan"), np.bool_(True), bytearray(64), memoryview(bytes(64)), Ellipsis, NotImplemented),
)
DTYPES = (
    np.uint8,
    np.int8,
    np.int32,
    np.float32,
    np.float64,
    np.int64,
    np.uint64,
    np.bool_,
    np.complex64,
    ">i4",
    "U3",
    object,
)
SHAPES = (
    (),
    (0,),
    (1,),
    (3,),
    (4,),
    (12,),
    (34,),
    (64,),
    (144,),
    (147,),
    (0, 64),
    (2, 34),
    (2, 64),
    (3, 144),
    (1, 63),
    (2, 2, 34),
)
CLASSES = (
    _kernel.KernelDeal,
    _kernel.KernelVectorDeals,
    _kernel.Program,
    _kernel.PayTable,
    _kernel.TableRules,
    _kernel.Grammar,
    _kernel.KernelJudgement,
)


class Awkward:
    """Refuses to be a number, a sequence or an array."""

    def __index__(self) -> int:
        raise ZeroDivisionError("no number")

    def __len__(self) -> int:
        raise ZeroDivisionError("no length")

    def __iter__(self) -> Any:
        raise ZeroDivisionError("no list")


def odd_array(chance: Random) -> Any:
    """An array of any type and shape: strided, reversed, broadcast, or read-only."""
    made = np.zeros(chance.choice(SHAPES), chance.choice(DTYPES))
    match chance.randrange(6):
        case 0:
            made.flags.writeable = False
        case 1 if made.ndim:
            made = made[::-1]
        case 2 if made.ndim:
            made = made[..., ::2]
        case 3 if made.ndim == 2:
            made = np.asfortranarray(made)
        case 4:
            made = np.broadcast_to(np.zeros((), made.dtype), made.shape)
        case _ if made.dtype.kind == "f":
            made.fill(chance.choice((np.nan, np.inf, -1, 1e30)))
    return made


def odd(chance: Random) -> Any:
    """Any value at all."""
    match chance.randrange(8):
        case 0 | 1:
            return chance.choice(INTS)
        case 2 | 3:
            return odd_array(chance)
        case 4:
            kind = chance.choice(CLASSES)
            return kind.__new__(kind)  # like an unpickled object that is not ready
        case 5:
            return Awkward()
        case _:
            return chance.choice(PLAIN)


def nearly(chance: Random, value: Any) -> Any:
    """A value similar to this one: one entry more or fewer, another number type, read-only, out of range."""
    if isinstance(value, np.ndarray):
        return near_array(chance, value)
    if isinstance(value, bytes):
        return chance.choice(
            (value[:-1], value + b"\0", value[::-1], bytes(255 - each for each in value), bytearray(value))
        )
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return chance.choice((0, 1, "", f"{value}", None, [value]))
    if isinstance(value, int):
        return chance.choice(
            (value + 1, value - 1, -value, value + (1 << 32), value + (1 << 64), float(value), str(value))
        )
    if isinstance(value, tuple | list):
        return chance.choice(
            (value[:-1], [*value, *value[:1]], value[::-1], [None] * len(value), list(value), tuple(value))
        )
    return odd(chance)


def near_array(chance: Random, given: Any) -> Any:
    """The same array with one thing wrong, or none."""
    if given.dtype.kind not in "biuf" or not given.ndim:
        return odd_array(chance)
    flat = given.reshape(-1)
    match chance.randrange(8):
        case 0:
            return flat[:-1].copy()
        case 1:
            return np.concatenate([flat, flat[:1]])
        case 2:
            return given.astype(chance.choice((np.int64, np.float64, np.uint16, ">i4")))
        case 3:
            frozen = given.copy()
            frozen.flags.writeable = False
            return frozen
        case 4:
            return np.repeat(given, 2, axis=-1)[..., ::2]
        case 5:
            return given[None].copy()
        case 6:
            return np.asfortranarray(given)
        case _:
            wild = given.copy()
            wild.reshape(-1)[: 1 + flat.size // 2] = chance.choice((0, 1, 5, 100))
            return wild
