"""Reads a text, a case or a `Win` without errors straight into a packed row, in the kernel.

Everything else gives None, and then the ordinary way (`Win.parse`, `Win.from_case`, `Win.problems`, `Win.pack`) tells what
is wrong. The spellings are those of `notation`; the kernel is handed its tables.
"""

from __future__ import annotations

from sikwu._kernel import Grammar, pack_win
from sikwu.hand import MeldKind
from sikwu.notation import NUMERALS, PAIRS, SEPARATORS, SINGLES, SUITS
from sikwu.packed import MADE_OF
from sikwu.tiles import Named, Wind
from sikwu.win import BY_WORDS, By, FirstTurn, Ready, Replacement, Robbed, Win


def row_of_text(text: str, size: int) -> bytes | None:
    """The packed row of a text, if it is well written and the win can be in a game with hands of 13 or 16 tiles.

    >>> text = "123p 333s 567s 678m E +E seat=E round=S 1f 5f"
    >>> row_of_text(text, 13) == Win.parse(text).pack(), row_of_text(text, 16)
    (True, None)
    """
    return _GRAMMAR.read_text(text, size)


def row_of_case(case: dict[str, object], size: int) -> bytes | None:
    """The same of the keys of a case that tell a win; its other keys are not looked at."""
    return _GRAMMAR.read_case(case, size)


def row_of(win: Win, size: int) -> bytes | None:
    """The same of a win."""
    return pack_win(win, MADE_OF, size)


def spellings() -> bytes:
    """The kernel's table of spellings, for one that runs elsewhere.

    >>> spellings()[:16]
    b'sikwu spellings\\n'
    """
    return _GRAMMAR.to_bytes()


def _words(kind: type[Named]) -> dict[str, int]:
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
        "robbed": _words(Robbed),
        "first_turn": _words(FirstTurn),
        "ready": _words(Ready),
    },
)
