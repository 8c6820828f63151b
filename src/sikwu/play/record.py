"""The record of a game as a file: JSON Lines, with a hash chain if wanted. This module writes, reads and checks it.

A truncated last line is ignored; any other fault raises an error that names its line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sikwu.chain import link
from sikwu.play.lines import HeaderLine, Line
from sikwu.play.problems import PlayError
from sikwu.play.reader import read_line, read_object
from sikwu.texts import Problem, problem, say

DIGITS = 16
"""Hex digits of a line's hash."""
_TAIL = len(',"h":""}') + DIGITS


class RecordWriter:
    """Writes lines one after the other; with `chain`, each ends with a hash of all lines before it.

    >>> from sikwu.play.lines import DeadHandLine
    >>> RecordWriter(chain=True).text(DeadHandLine("S"))
    '{"type":"dead","actor":"S","h":"4d66c1667bc1b3c9"}\\n'
    """

    def __init__(self, chain: bool = False) -> None:
        self.chain = chain
        self._before = ""

    @classmethod
    def after(cls, rows: Sequence[str], chain: bool) -> RecordWriter:
        """Continues after rows that have been read."""
        writing = cls(chain)
        if chain and rows:
            writing._before = rows[-1][-2 - DIGITS : -2]
        return writing

    def text(self, line: Line) -> str:
        """The next line."""
        text = line.text
        if self.chain:
            self._before = link(self._before, text, DIGITS)
            text = f'{text[:-1]},"h":"{self._before}"}}'
        return text + "\n"


def text_of(lines: Iterable[Line], chain: bool = False) -> str:
    """The text of a whole record."""
    writing = RecordWriter(chain)
    return "".join(map(writing.text, lines))


def read_record(text: str) -> tuple[list[Line], tuple[Problem, ...]]:
    """The lines of a record, and the truncated last line if there is one. An unreadable line, or one that breaks the
    hash chain, raises an error that names it.
    """
    rows = text.split("\n")
    cut = rows.pop()  # empty if the last line is complete
    lines: list[Line] = []
    before, chain = "", False
    for number, row in enumerate(rows, 1):
        if number == 1:
            head = read_line(row, number)
            chain = isinstance(head, HeaderLine) and head.chain
        before = _checked(before, row, number, chain)
        line = read_line(row, number)
        if isinstance(line, HeaderLine) != (number == 1):
            raise PlayError.of("play.record_line", line=number, why=say("play.why.first"))
        lines.append(line)
    return lines, (problem("play.record_cut", line=len(rows) + 1),) if cut else ()


def _checked(before: str, row: str, number: int, chain: bool) -> str:
    """The hash of a row, if the header announces hashes; otherwise empty."""
    if chain:
        before = link(before, row[:-_TAIL] + "}", DIGITS)
        if row[-_TAIL:] != f',"h":"{before}"}}':
            read_object(row, number)  # a row that is no JSON object is reported as such
            raise PlayError.of("play.record_chain", line=number)
    elif ('"h"' in row or "\\u" in row) and "h" in read_object(row, number):
        raise PlayError.of("play.record_no_chain", line=number)  # a header without the flag does not switch hashes off
    return before
