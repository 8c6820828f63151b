"""Texts as TOML writes them."""

from __future__ import annotations

_ESCAPED = {chr(c): f"\\u{c:04X}" for c in (*range(32), 127)} | {"\\": "\\\\", '"': '\\"', "\n": "\\n"}


def toml_text(text: str) -> str:
    r"""A text in quotes.

    >>> toml_text('"a"')
    '"\\"a\\""'
    """
    return '"' + "".join(_ESCAPED.get(c, c) for c in text) + '"'
