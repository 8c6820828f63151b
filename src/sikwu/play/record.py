"""The record of a game as a file: JSON Lines with a hash chain on request; written, read and checked.

Reading survives a last line that is cut off; anything else that does not follow is an error that names its line.
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


class Writing:
    """Lines as they are written, one after the other; with `chain` each ends with the hash of all before it.

    >>> from sikwu.play.lines import DeadHandLine
    >>> Writing(chain=True).text(DeadHandLine("S"))
    '{"type":"dead","actor":"S","h":"4d66c1667bc1b3c9"}\\n'
    """

    def __init__(self, chain: bool = False) -> None:
        self.chain = chain
        self._before = ""

    @classmethod
    def after(cls, rows: Sequence[str], chain: bool) -> Writing:
        """Goes on behind rows that have been read."""
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
    """A whole record as it is written."""
    writing = Writing(chain)
    return "".join(map(writing.text, lines))


def read_record(text: str) -> tuple[list[Line], tuple[Problem, ...]]:
    """The lines of a record and what was left out; a line that cannot be read or does not follow is an error that names it."""
    rows = text.split("\n")
    cut = rows.pop()  # empty where the last line is whole
    lines: list[Line] = []
    before, chain = "", False
    for number, row in enumerate(rows, 1):
        if number == 1:
            head = read_line(row, number)
            chain = isinstance(head, HeaderLine) and head.chain
        before = _checked(before, row, number, chain)
        line = read_line(row, number)
        if isinstance(line, HeaderLine) != (number == 1):
            raise PlayError((problem("play.record_line", line=number, why=say("play.why.first")),))
        lines.append(line)
    return lines, (problem("play.record_cut", line=len(rows) + 1),) if cut else ()


def _checked(before: str, row: str, number: int, chain: bool) -> str:
    """The hash of a row, where the header promises hashes; where it does not, there is none."""
    if chain:
        before = link(before, row[:-_TAIL] + "}", DIGITS)
        if row[-_TAIL:] != f',"h":"{before}"}}':
            read_object(row, number)  # what is no object at all is told as that
            raise PlayError((problem("play.record_chain", line=number),))
    elif ('"h"' in row or "\\u" in row) and "h" in read_object(row, number):
        raise PlayError(
            (problem("play.record_no_chain", line=number),)
        )  # a header without its flag switches nothing off
    return before
