"""The tables of all languages, from code to template, loaded when the first message is rendered."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module

TYPE_CHECKING = False  # as in typing, without the cost of importing it
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    Lang: TypeAlias = Literal["yue", "zh", "en"]
else:
    Lang = str

LANGUAGES: tuple[Lang, ...] = ("yue", "zh", "en")
SUBJECTS = (
    "tiles",
    "problems",
    "rules",
    "house",
    "language",
    "hand",
    "money",
    "house_money",
    "book",
    "play",
    "env",
    "game",
    "live",
    "arena",
    "draw",
    "cli",
    "server",
    "app",
    "app_house",
    "app_learn",
    "app_books",
    "app_table",
    "app_playground",
    "app_play",
    "app_coach",
    "lessons",
)


@cache
def table(lang: str) -> Mapping[str, str]:
    """The templates of one language.

    >>> sorted(table("yue")) == sorted(table("zh")) == sorted(table("en"))
    True
    """
    if lang not in LANGUAGES:
        raise ValueError(f"the language is one of {', '.join(LANGUAGES)}, not {lang}")
    whole: dict[str, str] = {}
    for subject in SUBJECTS:
        part: dict[str, str] = import_module(f"sikwu.texts.languages.{lang}.{subject}").TABLE
        if twice := whole.keys() & part.keys():
            raise AssertionError(f"said twice in {lang}: {', '.join(sorted(twice))}")
        whole |= part
    return whole


def exported() -> dict[str, dict[str, str]]:
    """Every language with its table, as exported to the browser."""
    return {lang: dict(table(lang)) for lang in LANGUAGES}
