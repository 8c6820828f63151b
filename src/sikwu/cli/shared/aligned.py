"""Prints lines in aligned columns, whatever the display width of their characters, with wrapped text in the last column."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.text import Text

from sikwu.cli.shared.paper import WrappedText

Cell = str | tuple[str, str]
"""A text, or a text with its style."""
NARROW = 20
"""A text with less room than this beside its cells is printed below them."""


class AlignedRow:
    """Cells side by side, and a text that wraps in its own column."""

    def __init__(self, head: Text, body: RenderableType | None, below: int = 4) -> None:
        self.head, self.body, self.below = head, body, below

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self.body is None:
            yield WrappedText(*_parts(self.head))
            return
        indent = cell_len(self.head.plain)
        beside = options.max_width - indent >= NARROW
        if not beside:
            yield WrappedText(*_parts(self.head))
            indent = self.below
        narrow = options.update(width=max(options.max_width - indent, 8))
        for number, line in enumerate(console.render_lines(self.body, narrow, pad=False)):
            if number == 0 and beside:
                yield from self.head.render(console, end="")
            else:
                yield Segment(" " * indent)
            yield from line
            yield Segment.line()


def _parts(head: Text) -> list[str | tuple[str, str]]:
    """The pieces of a text with their styles."""
    stripped = head.copy()
    stripped.rstrip()
    return [(stripped.plain[span.start : span.end], str(span.style)) for span in stripped.spans] or [stripped.plain]


def aligned(
    rows: Iterable[tuple[Sequence[Cell], RenderableType | None]], right: Iterable[int] = (), gap: str = "  "
) -> list[AlignedRow]:
    """Prints rows with aligned cells, some of them right-aligned.

    >>> [row.head.plain for row in aligned([(["5", "小三元"], None), (["13", "正花"], None)], right=[0])]
    [' 5  小三元  ', '13  正花    ']
    """
    every = [([_cell(cell) for cell in cells], body) for cells, body in rows]
    count = max((len(cells) for cells, _ in every), default=0)
    widths = [max(cell_len(cells[at][0]) for cells, _ in every if at < len(cells)) for at in range(count)]
    to_right = frozenset(right)
    out = []
    for cells, body in every:
        head = Text()
        for at, (text, style) in enumerate(cells):
            room = " " * (widths[at] - cell_len(text))
            head.append(room + text + gap if at in to_right else text + room + gap, style or "none")
        out.append(AlignedRow(head, body))
    return out


def _cell(cell: Cell) -> tuple[str, str]:
    return cell if isinstance(cell, tuple) else (cell, "")
