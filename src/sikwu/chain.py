"""The hash chain of books and records: each hash covers the one before it, so no line can be changed, left out or moved unnoticed.

The owner of a chain decides how its lines are written as text; this module only links the texts.
"""

from __future__ import annotations

from hashlib import sha256

WHOLE = 64
"""Hex digits of a full hash."""


def link(before: str, text: str, digits: int = WHOLE) -> str:
    """The hash of a text that follows the hash `before`.

    >>> link("", "one", 16), link(link("", "one"), "two") == link(link("", "one"), "other")
    ('7692c3ad3540bb80', False)
    """
    return sha256((before + text).encode("utf-8", "surrogatepass")).hexdigest()[:digits]
