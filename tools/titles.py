"""Draws the names of the patterns: `python tools/titles.py [FONT]` writes src/sikwu/draw/titles.svg.

The file has a symbol for each character of the names. The font is that of the tiles; the same font gives the same bytes.
"""

from __future__ import annotations

from pathlib import Path

from pen import Letters, engrave
from sikwu.rules.presets import DOCUMENTS, ruleset

TARGET = Path(__file__).parent.parent / "src" / "sikwu" / "draw" / "titles.svg"
NOTICE = """Sikwu: the characters of the patterns' names; written by tools/titles.py, do not edit.
Outlines of Noto Serif CJK HK Black, (c) 2017-2022 Adobe, under the SIL Open Font License 1.1 (LICENSE-tiles.txt beside
this file)."""


def characters() -> list[str]:
    """Every character of every pattern's name, once."""
    return sorted({char for document in DOCUMENTS for pattern in ruleset(document).patterns for char in pattern.zh})


def sprite(font: str | Path) -> str:
    """The whole file."""
    with Letters(font) as letters:
        symbols = [
            f'<symbol id="u{ord(char):x}" viewBox="0 0 160 160"><path d="{letters.character(char, 0, 0, 160, 160).data(0)}"/></symbol>'
            for char in characters()
        ]
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', f"<!-- {NOTICE} -->", *symbols, "</svg>", ""])


def main() -> None:
    """Writes the file."""
    engrave(sprite, TARGET)


if __name__ == "__main__":
    main()
