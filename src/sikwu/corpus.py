"""The golden cases that come with the package: examples, near misses, and the documents they cite."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec


def cases(file_stem: str | None = None) -> Iterator[dict[str, Any]]:
    """All cases, or those of one file, in the order written.

    >>> next(cases("hk_patterns"))["shows"]
    {'pattern': 'chicken_hand', 'as': 'example'}
    """
    for stem, text in _texts().items():
        if file_stem in (None, stem):
            yield from (msgspec.json.decode(line) for line in text.splitlines() if line.strip())


def examples(pattern: str) -> list[dict[str, Any]]:
    """The cases that show a pattern: examples first, then near misses.

    >>> [case["shows"]["as"] for case in examples("half_flush")][0]
    'example'
    """
    return _showing("pattern", pattern)


def option_examples(option: str) -> list[dict[str, Any]]:
    """The cases that show the effect of an option: examples first, then near misses."""
    return _showing("option", option)


def _showing(key: str, name: str) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in _index().get((key, name), ())]


@cache
def _index() -> dict[tuple[str, str], list[bytes]]:
    """The cases that show something, by what they show: examples first."""
    found: dict[tuple[str, str], list[tuple[str, bytes]]] = {}
    for text in _texts().values():
        for line in text.splitlines():
            shows = msgspec.json.decode(line).get("shows", {}) if line.strip() else {}
            for key in ("pattern", "option"):
                if key in shows:
                    found.setdefault((key, shows[key]), []).append((str(shows["as"]), line))
    return {what: [line for _, line in sorted(lines, key=lambda each: each[0])] for what, lines in found.items()}


@cache
def _texts() -> dict[str, bytes]:
    """The name and text of each file; read once."""
    packed = files("sikwu") / "corpus"
    folder = packed if packed.is_dir() else Path(__file__).parents[2] / "corpus"  # a source checkout
    if not folder.is_dir():
        return {}
    found = sorted((each for each in folder.iterdir() if each.name.endswith(".jsonl")), key=lambda each: each.name)
    return {each.name.removesuffix(".jsonl"): each.read_bytes() for each in found}
