"""The options --lang and --tiles, and the default language."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from sikwu.texts.here import default_language

__all__ = ["Lang", "LangOption", "Tiles", "TilesOption", "default_language", "spoken"]


class Lang(StrEnum):
    """The language of sentences; names of patterns are shown in Chinese and English."""

    YUE = "yue"
    ZH = "zh"
    EN = "en"


LangOption = Annotated[
    Lang | None,
    typer.Option("--lang", "-l", help="yue 廣東話, zh 書面語 or en English; default: from LC_ALL or LANG"),
]


class Tiles(StrEnum):
    """How tiles are shown."""

    TEXT = "text"
    UNICODE = "unicode"


TilesOption = Annotated[
    Tiles,
    typer.Option(
        "--tiles", envvar="SIKWU_TILES", help="show tiles as text 文字 (123m, 123萬) or as Unicode pictures 圖 (🀇🀈🀉)"
    ),
]


def spoken(lang: Lang | None) -> str:
    """The chosen language, or the default one of the environment."""
    return default_language() if lang is None else lang.value
