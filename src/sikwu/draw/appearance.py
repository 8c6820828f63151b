"""Default appearance of drawings: language, size, index, background."""

from __future__ import annotations

from dataclasses import dataclass

from sikwu.texts import LANGUAGES
from sikwu.texts.here import default_language


@dataclass(frozen=True, slots=True)
class Appearance:
    """Language ('yue', 'zh', 'en'; None: the default), width of a tile in pixels, large index, felt below hands.

    >>> Appearance(lang="en").language, Appearance(width=24).width
    ('en', 24)
    """

    lang: str | None = None
    width: float = 40
    index: bool = False
    """A large figure or letter in the corner of every tile."""
    felt: bool = True
    """Whether hands lie on green felt, which suits light and dark pages; False: on the page itself."""

    def __post_init__(self) -> None:
        if self.lang is not None and self.lang not in LANGUAGES:
            raise ValueError(f"the language is one of {', '.join(LANGUAGES)}, not {self.lang}")
        if not 4 <= self.width <= 400:
            raise ValueError(f"a tile is 4 to 400 pixels wide, not {self.width}")

    @property
    def language(self) -> str:
        """The language in use."""
        return self.lang or default_language()


_now = Appearance()


def current() -> Appearance:
    """The appearance in use."""
    return _now


def use(
    *, lang: str | None = None, width: float | None = None, index: bool | None = None, felt: bool | None = None
) -> Appearance:
    """Changes how this process draws, for notebooks; settings that are not named stay. Returns the previous appearance.

    >>> before = use(lang="yue", index=True)
    >>> current().lang, current().index
    ('yue', True)
    >>> restore(before)
    """
    global _now
    before = _now
    _now = Appearance(
        before.lang if lang is None else lang,
        before.width if width is None else width,
        before.index if index is None else index,
        before.felt if felt is None else felt,
    )
    return before


def restore(look: Appearance) -> None:
    """Restores an appearance."""
    global _now
    _now = look
