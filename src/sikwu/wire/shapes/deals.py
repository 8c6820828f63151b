"""Played deals."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class DealAnswerShape(Struct, frozen=True):
    """A scripted deal: the lines of the record as documented, and the lines of the script that were not used."""

    lines: tuple[dict[str, Any], ...]
    unused: tuple[tuple[str, ...], ...]
