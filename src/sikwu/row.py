"""The packed row: 64 bytes that hold everything about a win, with the layout of the kernel (`kernel/win.hpp`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sikwu._kernel import ROW_BYTES, row_layout
from sikwu.texts import HandError

ABSENT = 255
"""No winning tile, no meld, or discards not given."""


class Field(NamedTuple):
    """Where a row stores one field: `times` values of `bits` bits, the first from bit `start`, each `step` bits
    further.
    """

    start: int
    bits: int
    times: int
    step: int
    most: int
    absent: bool
    """Whether it may be ABSENT instead."""

    def allows(self, value: int) -> bool:
        """Whether a value is allowed here."""
        return 0 <= value <= self.most or (self.absent and value == ABSENT)


LAYOUT = {
    name: Field(8 * at + shift, bits, times, step, most, absent)
    for name, at, shift, bits, times, step, most, absent in row_layout()
}


def put(name: str, values: Iterable[int]) -> int:
    """Some values of a field as bits of a row; values that do not fit are reported."""
    field, bits = LAYOUT[name], 0
    for place, value in enumerate(values):
        if place >= field.times or not field.allows(value):
            raise HandError.of("pack.field", name=name, value=value, most=field.most, count=field.times)
        bits |= value << field.start + place * field.step
    return bits


def written(bits: int) -> bytes:
    """The row for its bits."""
    return bits.to_bytes(ROW_BYTES, "little")


def read(row: bytes) -> dict[str, tuple[int, ...]]:
    """The values of every field. Values out of range, and bits set in unused places, are reported.

    >>> read(bytes(34) + b"\\xff" * 6 + bytes(24))["melds"]
    (255, 255, 255, 255, 255)
    """
    if len(row) != ROW_BYTES:
        raise HandError.of("pack.row", byte=min(len(row), ROW_BYTES))
    bits = rest = int.from_bytes(row, "little")
    out = {}
    for name, field in LAYOUT.items():
        mask, found = (1 << field.bits) - 1, []
        for place in range(field.times):
            start = field.start + place * field.step
            value = bits >> start & mask
            if not field.allows(value):
                raise HandError.of("pack.row", byte=start // 8)
            rest &= ~(mask << start)
            found.append(value)
        out[name] = tuple(found)
    if rest:
        raise HandError.of("pack.row", byte=((rest & -rest).bit_length() - 1) // 8)
    return out
