"""Checks of an error: its problems have codes with words, are short, and cannot control a terminal."""

from __future__ import annotations

from sikwu.texts import SikwuError
from sikwu.texts.plain import shown
from sikwu.texts.tables import table

LONGEST_TOLD = 320


def legible(error: SikwuError, about: object) -> str:
    """The code of an error with a readable message; `about` is used in the failure message."""
    assert error.problems, f"nothing is said of {about!r:.300}"
    for each in error.problems:
        assert each.code in table("en"), f"{each.code} has no words: {about!r:.300}"
        told = each("en")
        assert len(told) <= LONGEST_TOLD, f"{len(told)} characters: {told:.400}, for {about!r:.300}"
        assert shown(told) == told, f"{told!r} for {about!r:.300}"
    return error.code


def with_code(error: SikwuError, code: str) -> None:
    """Asserts that it is refused with exactly this code."""
    assert error.code == code, f"{error.code}, not {code}"


def noticed(fault: AssertionError, words: str, what: str) -> str:
    """The planted fault, if the attack noticed it."""
    assert words in str(fault), f"noticed something else: {fault}"
    return what
