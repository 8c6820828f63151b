"""One chain of hashes under books and records: each hash covers the one before it, so nothing written can be changed, left out or moved.

What a thing is as text is for its owner to say; here is only how the texts hang together.
"""

from __future__ import annotations

from hashlib import sha256

WHOLE = 64
"""Hex digits of a whole hash."""


def link(before: str, text: str, digits: int = WHOLE) -> str:
    """The hash of a text that follows what has the hash `before`.

    >>> link("", "one", 16), link(link("", "one"), "two") == link(link("", "one"), "other")
    ('7692c3ad3540bb80', False)
    """
    return sha256((before + text).encode("utf-8", "surrogatepass")).hexdigest()[:digits]
