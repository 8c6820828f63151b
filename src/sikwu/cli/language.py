"""Which language to speak, and how to show tiles."""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

import typer


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


def default_language(environment: Mapping[str, str] = os.environ) -> str:
    """By LC_ALL or LANG: 'yue' in Hong Kong and Macau, 'zh' where Chinese is spoken elsewhere, else 'en'.

    >>> default_language({"LANG": "zh_HK.UTF-8"}), default_language({"LC_ALL": "zh_TW.UTF-8"})
    ('yue', 'zh')
    >>> default_language({"LANG": "yue_HK"}), default_language({"LC_ALL": "C", "LANG": "zh_HK"})
    ('yue', 'en')
    """
    named = (environment.get("LC_ALL") or environment.get("LANG") or "").lower().replace("-", "_")
    if named.startswith(("zh_hk", "zh_mo", "yue")):
        return "yue"
    return "zh" if named.startswith("zh") else "en"
