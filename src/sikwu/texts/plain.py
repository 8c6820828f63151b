"""Checks text that people type (names, notes), and makes foreign text safe to show.

New text is refused or normalised (`fault`, `normal`). Text already in a book stays unchanged, so it is made safe
whenever it is shown (`shown`) or quoted in an error (`quoted`).
"""

from __future__ import annotations

import re
import unicodedata

LONGEST_NAME, LONGEST_TITLE, LONGEST_NOTE = 40, 80, 500
LONGEST_QUOTE = 60
"""The most characters of a typed value that an error repeats."""
MOST_QUOTED = 12
"""The number of items shown of a list."""

# Fillers that are letters in Unicode but invisible.
_BLANKS = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u034f")
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_JOINER = "\u200d"
"""The zero-width joiner, which joins pictures (👩‍👧); allowed in a remark."""
_MOST_MARKS = 4
"""The most combining marks on one letter: more would cover the lines above."""

# Letters that look like another in most fonts, after NFKC and case folding; a small table, not all of Unicode's.
_ALIKE = str.maketrans(
    {
        **dict.fromkeys("0οоօ〇○", "o"),
        **dict.fromkeys("1iІіıιӏ|ǀ丨", "l"),
        **dict.fromkeys("аαɑ", "a"),
        **dict.fromkeys("вβ", "b"),
        **dict.fromkeys("сϲ", "c"),
        **dict.fromkeys("ԁ", "d"),
        **dict.fromkeys("еεҽ", "e"),
        **dict.fromkeys("һнη", "h"),
        **dict.fromkeys("јϳ", "j"),
        **dict.fromkeys("кκ", "k"),
        **dict.fromkeys("мμ", "m"),
        **dict.fromkeys("пո", "n"),
        **dict.fromkeys("рρ", "p"),
        **dict.fromkeys("ѕ5", "s"),
        **dict.fromkeys("тτ", "t"),
        **dict.fromkeys("υս", "u"),
        **dict.fromkeys("ѵν", "v"),
        **dict.fromkeys("ԝω", "w"),
        **dict.fromkeys("хχ", "x"),
        **dict.fromkeys("уγ", "y"),
        **dict.fromkeys("ζ", "z"),
        **dict.fromkeys("一ー‐‑‒–—―−_·・.", "-"),
        **dict.fromkeys("’‘`´ʼ′", "'"),
        **dict.fromkeys("曰", "日"),
        **dict.fromkeys("已巳", "己"),
        **dict.fromkeys("囗", "口"),
        **dict.fromkeys("末", "未"),
        **dict.fromkeys("士", "土"),
        **dict.fromkeys("入", "人"),
        **dict.fromkeys("于", "干"),
    }
)


def normal(text: str) -> str:
    """The text in the form in which it is stored: composed (NFC), without spaces around it.

    >>> normal(" Jose\\u0301 ") == "José"
    True
    """
    return unicodedata.normalize("NFC", text).strip()


def fault(text: str, most: int, remark: bool = False) -> str | None:
    """The fault of a text that is to be stored, as the end of a code; None: it is valid.

    >>> fault("阿明", 40), fault("", 40), fault("A\\n", 40), fault("A\\u202eB", 40), fault("x" * 41, 40)
    (None, 'empty', 'control', 'control', 'long')
    >>> fault("", 500, remark=True), fault("👩\\u200d👧", 500, remark=True), fault("👩\\u200d👧", 40)
    (None, None, 'control')
    """
    if len(text) > most:
        return "long"
    if text.isascii() and text.isprintable():
        return None if remark or text.strip() else "empty"
    marks, seen = 0, remark
    for char in text:
        kind = unicodedata.category(char)
        if (kind in _UNSEEN and not (remark and char == _JOINER)) or _is_no_character(char):
            return "control"
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > _MOST_MARKS:
            return "marks"
        seen = seen or not (kind in ("Mn", "Me", "Zs") or char in _BLANKS)
    return None if seen else "empty"


def likeness(name: str) -> str:
    """The skeleton of a name: names with the same skeleton look alike.

    >>> likeness("Ａnn") == likeness("аnn") == likeness("ANN") == likeness("Ann\\ufe0f")
    True
    >>> likeness("Ann") == likeness("Anna")
    False
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    kept = [char for char in folded if unicodedata.category(char) not in _UNSEEN | {"Zs"} and char not in _BLANKS]
    drawn = "".join(char for char in kept if not _chooses_drawing(char))
    return drawn.translate(_ALIKE)


def shown(text: str, lines: bool = False) -> str:
    """The text made safe to display: nothing in it moves the cursor, changes the direction of writing or ends the line.

    `lines` allows line ends.

    >>> shown("a\\x1b[31m"), shown("a\\nb"), shown("a\\u202eb"), shown("a\\nb", lines=True)
    ('a␛[31m', 'a␊b', 'a�b', 'a\\nb')
    """
    if text.isprintable():
        return text
    return re.sub(_HIDDEN, _picture if not lines else _picture_but_lines, text)


def quoted(text: str, most: int = LONGEST_QUOTE) -> str:
    """The part of a text that an error repeats: its start and its end.

    >>> quoted("x" * 70, 10), quoted("short", 10), quoted("a\\x1bb")
    ('xxxxxx…xxx', 'short', 'a␛b')
    """
    if len(text) > most:
        end = most // 3
        text = f"{text[: most - end - 1]}…{text[len(text) - end :]}"
    return shown(text)


def quoted_number(number: int) -> int | str:
    """A number for an error message; for a very long one, only its magnitude.

    >>> quoted_number(-7), quoted_number(10**40), quoted_number(-(10**5000))
    (-7, '10^40', '-10^5000')
    """
    if abs(number) < 10**18:
        return number
    digits = int(abs(number).bit_length() * 0.30103)  # approximately; a long number is never written out
    return f"{'-' if number < 0 else ''}10^{digits}"


def deeper(line: str | bytes, most: int) -> bool:
    """Whether a JSON text is nested deeper than `most` levels, found without parsing it.

    >>> deeper('{"a": ["[[[["]}', 2), deeper('{"a": [[1]]}', 2), deeper(b"[" * 1000, 2), deeper(b"[}]{" * 9, 2)
    (False, True, True, False)
    """
    if isinstance(line, str):
        line = line.encode("utf-8", "surrogatepass")
    if line.count(b"[") + line.count(b"{") <= most:
        return False
    outside = b"".join(line.replace(b"\\\\", b"").replace(b'\\"', b"").split(b'"')[::2])
    brackets = left = outside.translate(None, _NO_BRACKETS)
    for _ in range(most):
        left = re.sub(_PAIR, b"", left)
    depth = 0
    for each in brackets if left else b"":  # for well-formed text that is not too deep, nothing is left
        depth += 1 if each in b"[{" else -1
        if depth > most:
            return True
    return False


def _is_no_character(char: str) -> bool:
    return ord(char) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(char) <= 0xFDEF


def _chooses_drawing(char: str) -> bool:
    """Whether a character is a variation selector, which only changes how the character before it is drawn."""
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def _picture(found: re.Match[str]) -> str:
    """A control character as its picture, anything else as the replacement character."""
    code = ord(found[0])
    return chr(0x2400 + code) if code < 0x20 else "␡" if code == 0x7F else "�"


def _picture_but_lines(found: re.Match[str]) -> str:
    return "\n" if found[0] == "\n" else _picture(found)


# Stored as texts and compiled on first use, not at import.
_PAIR = rb"\[\]|\{\}"
_NO_BRACKETS = bytes(code for code in range(256) if code not in b"[]{}")
# Controls, line ends, directions, characters without width (the joiner is harmless), surrogates, tags.
_HIDDEN = (
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
