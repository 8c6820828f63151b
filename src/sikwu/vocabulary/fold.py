"""Reduces all variants of a word to one spelling: simplified and variant characters, capitals, spaces, tones."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any

_BLANKS = re.compile(r"[\s_\-·'’]+")
_TONES = re.compile(r"(?<=[a-z])[1-6](?![0-9])")


@cache
def table() -> dict[str, Any]:
    """The table of words, as loaded from the file."""
    import tomllib  # needed only for a word that no rule has
    from importlib.resources import files

    return tomllib.loads((files("sikwu.vocabulary") / "words.toml").read_text("utf-8"))


@cache
def variants() -> dict[int, str]:
    """Variant characters with the ones they are read as."""
    return {ord(pair[0]): pair[1] for pair in table()["variants"]["pairs"].split() if pair[0] != pair[1]}


def alike(text: str) -> str:
    """The text with variant characters replaced; its length stays the same.

    >>> alike("抢杠 天胡")
    '搶槓 天糊'
    """
    return text.translate(variants())


def fold(word: str) -> str:
    """The form in which words are compared: without variants, capitals, blanks or tones.

    >>> fold("Deoi3 deoi3 wu4"), fold("十三么"), fold("Self-draw")
    ('deoideoiwu', '十三幺', 'selfdraw')
    """
    plain = alike(unicodedata.normalize("NFKC", word).casefold())
    return _BLANKS.sub("", _TONES.sub("", plain))
