"""Outlines for the tiles: points in the face's 60 × 80, moved, turned and written as short SVG path data."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from math import cos, radians, sin
from pathlib import Path

Point = tuple[float, float]
Step = tuple[str, tuple[Point, ...]]
"""A command (M L Q C Z) and its points; the last one is the new position of the pen."""

FONTS = (
    "/usr/share/fonts/opentype/noto/NotoSerifCJK-Black.ttc",
    "/usr/local/share/fonts/NotoSerifCJK-Black.ttc",
)
FACE = "Noto Serif CJK HK Black"


class Outline:
    """An immutable drawing as a list of pen steps."""

    def __init__(self, steps: Iterable[Step] = ()) -> None:
        self.steps = tuple(steps)

    def __add__(self, other: Outline) -> Outline:
        return Outline(self.steps + other.steps)

    def mapped(self, change: Callable[[Point], Point]) -> Outline:
        """The outline with every point mapped by a function."""
        return Outline((command, tuple(map(change, points))) for command, points in self.steps)

    def moved(self, x: float, y: float) -> Outline:
        """Translates the outline."""
        return self.mapped(lambda p: (p[0] + x, p[1] + y))

    def scaled(self, x: float, y: float | None = None) -> Outline:
        """Scales the outline, also unevenly or mirrored."""
        return self.mapped(lambda p: (p[0] * x, p[1] * (x if y is None else y)))

    def turned(self, degrees: float) -> Outline:
        """Rotates the outline clockwise about 0, 0."""
        c, s = cos(radians(degrees)), sin(radians(degrees))
        return self.mapped(lambda p: (p[0] * c - p[1] * s, p[0] * s + p[1] * c))

    def data(self, places: int = 1) -> str:
        """The path data: relative, rounded without accumulating errors, in as few characters as possible."""
        unit = 10**places
        out: list[str] = []
        here = start = (0, 0)
        last = ""
        for command, points in self.steps:
            if command == "Z":
                out.append("z")
                here, last = start, "z"
                continue
            goals = [(round(x * unit), round(y * unit)) for x, y in points]
            if command == "M":
                start = goals[-1]
            elif goals[-1] == here and len(set(goals)) == 1:
                continue  # too short to be visible
            letter, numbers = _short(command, goals, here)
            text = _written(numbers, unit)
            if letter == last and letter != "m":
                letter = "" if text[0] == "-" else " "
            else:
                last = letter
            out.append(letter + text)
            here = goals[-1]
        return "".join(out)


def _short(command: str, goals: Sequence[tuple[int, int]], here: tuple[int, int]) -> tuple[str, list[int]]:
    apart = [value for x, y in goals for value in (x - here[0], y - here[1])]
    if command == "L" and not apart[1]:
        return "h", apart[:1]
    if command == "L" and not apart[0]:
        return "v", apart[1:]
    return ("M", [*goals[0]]) if command == "M" else (command.lower(), apart)


def _written(numbers: Iterable[int], unit: int) -> str:
    text = ""
    for number in numbers:
        one = (
            f"{number / unit:.6f}".rstrip("0").rstrip(".").replace("0.", ".", 1)
            if abs(number) < unit
            else f"{number / unit:g}"
        )
        one = one if one not in ("", "-") else "0"
        # A minus sign separates two numbers, and so does a second decimal point.
        apart = text and one[0] != "-" and not (one[0] == "." and "." in text.replace("-", " ").split()[-1])
        text += f" {one}" if apart else one
    return text


def lines(*points: Point, closed: bool = False) -> Outline:
    """Straight lines from point to point."""
    steps: list[Step] = [("M", (points[0],)), *(("L", (point,)) for point in points[1:])]
    return Outline([*steps, ("Z", ())] if closed else steps)


def path(text: str) -> Outline:
    """Parses an outline written as absolute M L Q C Z, numbers separated by blanks or commas."""
    steps: list[Step] = []
    command, values = "", list[float]()
    for word in [*text.replace(",", " ").split(), "."]:
        if word.isalpha() or word == ".":
            per = {"M": 2, "L": 2, "Q": 4, "C": 6}.get(command, 0)
            for at in range(0, len(values), per or 1):
                part = values[at : at + per]
                steps.append((command, tuple(zip(part[::2], part[1::2], strict=True))))
            if command == "Z":
                steps.append(("Z", ()))
            command, values = word, []
        else:
            values.append(float(word))
    return Outline(steps)


def dots(points: Iterable[Point]) -> Outline:
    """Points that a round pen turns into discs; each is a very short line, because some programs do not draw empty
    ones.
    """
    return Outline(step for x, y in points for step in (("M", ((x, y),)), ("L", ((x + 0.1, y),))))


# --- characters


class Letters:
    """The characters of the font, each fitted into a box."""

    def __init__(self, file: str | Path) -> None:
        from fontTools.ttLib import TTCollection

        self.fonts = TTCollection(str(file), lazy=True)
        font = next(font for font in self.fonts if font["name"].getDebugName(4) == FACE)
        self.glyphs, self.names = font.getGlyphSet(), font.getBestCmap()

    def __enter__(self) -> Letters:
        return self

    def __exit__(self, *_: object) -> None:
        self.fonts.close()

    def _outline(self, char: str) -> tuple[Outline, tuple[float, float, float, float]]:
        from fontTools.pens.boundsPen import BoundsPen
        from fontTools.pens.recordingPen import RecordingPen

        glyph = self.glyphs[self.names[ord(char)]]
        pen, bounds = RecordingPen(), BoundsPen(self.glyphs)
        glyph.draw(pen)
        glyph.draw(bounds)
        words = {"moveTo": "M", "lineTo": "L", "curveTo": "C", "qCurveTo": "Q", "closePath": "Z"}
        return Outline((words[name], points) for name, points in pen.value), bounds.bounds

    def character(self, char: str, x: float, y: float, width: float, height: float) -> Outline:
        """A Chinese character scaled so that its whole square fills the box and 一 stays thin."""
        drawn, _ = self._outline(char)
        return drawn.moved(0, -880).scaled(width / 1000, -height / 1000).moved(x, y)

    def letter(self, char: str, x: float, y: float, width: float, height: float) -> Outline:
        """A figure or letter in the middle of the box, as high as the box and no wider."""
        drawn, (left, low, right, high) = self._outline(char)
        tall = height / (high - low)
        wide = min(tall, width / (right - left))
        drawn = drawn.moved(-(left + right) / 2, -high).scaled(wide, -tall)
        return drawn.moved(x + width / 2, y)


def font_file(named: str | None = None) -> Path | None:
    """The named or installed font."""
    return next((Path(each) for each in ([named] if named else FONTS) if Path(each).is_file()), None)


def engrave(sprite: Callable[[Path], str], target: Path) -> None:
    """Writes a file of drawings with the named or installed font."""
    named = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("SIKWU_TILE_FONT")
    font = font_file(named)
    if font is None:
        sys.exit("the font NotoSerifCJK-Black.ttc is not installed (Debian: fonts-noto-cjk-extra); name its file")
    target.write_text(sprite(font), encoding="utf-8")
    sys.stdout.write(f"{target.stat().st_size} bytes\n")
