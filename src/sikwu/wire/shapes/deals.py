"""Played deals."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class DealAnswerShape(Struct, frozen=True):
    """A deal by script: lines of the record as its page has them, and lines of the script that were never used."""

    lines: tuple[dict[str, Any], ...]
    unused: tuple[tuple[str, ...], ...]
