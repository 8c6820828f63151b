"""A small plain-text chart of running totals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from rich.cells import cell_len

MARKS = "●▲■◆○△□◇"
HEIGHT = 9


def chart(totals: Mapping[str, Sequence[int | Fraction]], width: int = 72) -> list[str]:
    """One column per hand (or per several hands), one mark per player, and a line at zero.

    All totals end with the same hand: a player who joined later has fewer totals, and no mark before the first of them.

    >>> print("\\n".join(chart({"A": [3, 6], "B": [-3, -6]}, 30)))
     6 ┤ ●
       │
       │●
       │
     0 ┼──
       │
       │▲
       │
    -6 ┤ ▲
       ● A  ▲ B
    """
    count = max((len(each) for each in totals.values()), default=0)
    if not count:
        return []
    top = max(0, *(max(each, default=0) for each in totals.values()))
    bottom = min(0, *(min(each, default=0) for each in totals.values()))
    if top == bottom:
        top, bottom = 1, -1
    labels = [str(_whole(top)), "0", str(_whole(bottom))]
    margin = max(map(len, labels))
    columns = min(count, max(width - margin - 3, 10))
    zero = _row(0, top, bottom)
    grid = [["─" if row == zero else " " for _ in range(columns)] for row in range(HEIGHT)]
    for mark, each in zip(MARKS, totals.values(), strict=False):
        absent = count - len(each)
        for column in range(columns):
            hand = ((column + 1) * count - 1) // columns - absent
            if hand >= 0:
                grid[_row(each[hand], top, bottom)][column] = mark
    names = {_row(top, top, bottom): labels[0], _row(bottom, top, bottom): labels[2], zero: labels[1]}
    lines = []
    for row, cells in enumerate(grid):
        axis = "┼" if row == zero else "┤" if row in names else "│"
        lines.append(f"{names.get(row, ''):>{margin}} {axis}{''.join(cells)}".rstrip())
    legend = "  ".join(f"{mark} {name}" for mark, name in zip(MARKS, totals, strict=False))
    return [*lines, f"{'':>{margin}} {legend}" if cell_len(legend) else ""]


def _row(value: int | Fraction, top: int | Fraction, bottom: int | Fraction) -> int:
    """The row of a value, the top being row 0."""
    return int(((top - value) * (HEIGHT - 1) * 2 + (top - bottom)) // (2 * (top - bottom)))


def _whole(value: int | Fraction) -> int:
    return int((2 * value + 1) // 2)
