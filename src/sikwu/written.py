"""Reads a text, a case or a `Win` without errors straight into a packed row, in the kernel.

Anything else gives None; then the ordinary way (`Win.parse`, `Win.from_case`, `Win.problems`, `Win.pack`) finds the
problems. The spellings are those of `notation`, whose tables are passed to the kernel.
"""

from __future__ import annotations

from sikwu._kernel import Grammar
from sikwu.hand import MeldKind
from sikwu.notation import NUMERALS, PAIRS, SEPARATORS, SINGLES, SUITS
from sikwu.packed import packed_by_kernel
from sikwu.tiles import NamedNumber, Wind
from sikwu.win import BY_WORDS, By, FirstTurn, Ready, Replacement, RobbedKong, Win


def row_of_text(text: str, size: int) -> bytes | None:
    """The packed row of a text, if it is correct and the win is possible in a game with hands of 13 or 16 tiles.

    >>> text = "123p 333s 567s 678m E +E seat=E round=S 1f 5f"
    >>> row_of_text(text, 13) == Win.parse(text).pack(), row_of_text(text, 16)
    (True, None)
    """
    return _GRAMMAR.read_text(text, size)


def row_of_case(case: dict[str, object], size: int) -> bytes | None:
    """The same for the keys of a case that describe a win; its other keys are ignored."""
    return _GRAMMAR.read_case(case, size)


def row_of(win: Win, size: int) -> bytes | None:
    """The same for a win."""
    return packed_by_kernel(win, size)


def spellings() -> bytes:
    """The kernel's table of spellings, for a kernel that runs elsewhere.

    >>> spellings()[:16]
    b'sikwu spellings\\n'
    """
    return _GRAMMAR.to_bytes()


def _words(kind: type[NamedNumber]) -> dict[str, int]:
    return {each.text: each for each in kind}


_GRAMMAR = Grammar(
    numerals=NUMERALS,
    suits=SUITS,
    tiles=SINGLES,
    pairs=PAIRS,
    separators=SEPARATORS,
    words={
        "wind": {word: wind for wind in Wind for word in wind.words},
        "way": BY_WORDS,
        "by": _words(By),
        "kind": _words(MeldKind),
        "replacement": _words(Replacement),
        "robbed": _words(RobbedKong),
        "first_turn": _words(FirstTurn),
        "ready": _words(Ready),
    },
)
