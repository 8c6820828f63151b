"""Which language to speak, and how to show tiles."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from sikwu.texts.here import default_language

__all__ = ["Lang", "LangOption", "Tiles", "TilesOption", "default_language", "spoken"]


class Lang(StrEnum):
    """The language of sentences; names are told in both."""

    YUE = "yue"
    ZH = "zh"
    EN = "en"


LangOption = Annotated[
    Lang | None,
    typer.Option("--lang", "-l", help="yue 廣東話, zh 書面語 or en English; default: by LC_ALL or LANG"),
]


class Tiles(StrEnum):
    """How tiles are shown."""

    TEXT = "text"
    UNICODE = "unicode"


TilesOption = Annotated[
    Tiles,
    typer.Option("--tiles", envvar="SIKWU_TILES", help="tiles as text 文字 (123m, 123萬) or drawn 圖 (unicode 🀇🀈🀉)"),
]


def spoken(lang: Lang | None) -> str:
    """The language that was asked for, or else the one of the place."""
    return default_language() if lang is None else lang.value
