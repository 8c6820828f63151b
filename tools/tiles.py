"""Draws the tiles: `python tools/tiles.py [FONT]` writes src/sikwu/draw/tiles.svg.

Circles, sticks, bird and flowers are drawn here; characters and figures are outlines of Noto Serif CJK HK Black (SIL Open
Font License; Debian's fonts-noto-cjk-extra), so that no font is needed to show them. Needs fontTools. The same font
gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, sin
from pathlib import Path

from pen import Letters, Outline, Point, dots, engrave, lines, path

TARGET = Path(__file__).parent.parent / "src" / "sikwu" / "draw" / "tiles.svg"
# Colours are CSS variables with the colour itself as fallback, for pages without the style sheet.
FACE, INK, RED, GREEN, BLUE, BACK, SHADE = (
    f"var(--tile-{name},{colour})"
    for name, colour in (
        ("face", "#fbf6e7"),
        ("ink", "#1e2a33"),
        ("red", "#b5231b"),
        ("green", "#0e6b46"),
        ("blue", "#1c4385"),
        ("back", "#3ba17b"),
        ("shade", "#1f6c50"),
    )
)
NOTICE = """Sikwu: the faces of 42 tiles, the back, figures and letters; written by tools/tiles.py, do not edit.
Characters and figures are outlines of Noto Serif CJK HK Black, (c) 2017-2022 Adobe, under the SIL Open Font License 1.1
(LICENSE-tiles.txt beside this file). Everything else is drawn for Sikwu."""


# --- how a path is painted


def filled(outline: Outline, colour: str) -> str:
    """An area."""
    return f'<path fill="{colour}" d="{outline.data()}"/>'


def stroked(outline: Outline, colour: str, width: float) -> str:
    """A line with round ends."""
    ends = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path {ends} stroke="{colour}" stroke-width="{width:.2g}" d="{outline.data()}"/>'


# --- circles 筒

Coloured = Sequence[tuple[str, Sequence[Point]]]


def discs(radius: float, coloured: Coloured, heart: str | None = None) -> str:
    """Coins: a disc, a ring in the colour of the face, a hole with a dot. All coins of one colour are one line with
    round ends.
    """
    everywhere = dots(point for _, points in coloured for point in points)
    rings: list[str] = []
    for part, face in ((1, False), (0.815, True), (0.665, False), (0.36, True), (0.2, False)):
        width = 2 * radius * part
        if face:
            rings.append(_dotted(everywhere, FACE, width))
        elif part == 0.2 and heart is not None:
            rings.append(_dotted(everywhere, heart, width * 1.15))
        else:
            rings += [_dotted(dots(points), colour, width) for colour, points in coloured]
    return f'<g stroke-linecap="round">{"".join(rings)}</g>'


def _dotted(outline: Outline, colour: str, width: float) -> str:
    return f'<path stroke="{colour}" stroke-width="{width:.3g}" d="{outline.data()}"/>'


def one_of_circles() -> str:
    """The great coin: a rim, a line, twelve petals in turn, a heart."""
    petal = path("M 0 -7.2 C 3.2 -9 3.2 -14 0 -16 C -3.2 -14 -3.2 -9 0 -7.2 Z")
    around = [petal.turned(30 * turn).moved(30, 40) for turn in range(12)]
    centre = dots([(30, 40)])
    coin = [(BLUE, 46), (FACE, 37.4), (GREEN, 36), (FACE, 34)]
    heart = [(RED, 12.6), (FACE, 9), (RED, 5.6)]
    return (
        f'<g stroke-linecap="round">{"".join(_dotted(centre, *each) for each in coin)}</g>'
        + filled(sum(around[::2], Outline()), RED)
        + filled(sum(around[1::2], Outline()), GREEN)
        + f'<g stroke-linecap="round">{"".join(_dotted(centre, *each) for each in heart)}</g>'
    )


def circles(number: int) -> str:
    """One to nine of circles."""
    if number == 1:
        return one_of_circles()
    if number == 2:
        return discs(14.2, [(GREEN, [(30, 22.5)]), (BLUE, [(30, 57.5)])], heart=RED)
    if number == 3:
        return discs(10.6, [(BLUE, [(15.5, 17)]), (RED, [(30, 40)]), (GREEN, [(44.5, 63)])])
    if number == 4:
        return discs(11, [(BLUE, [(17, 22), (43, 58)]), (GREEN, [(43, 22), (17, 58)])])
    if number == 5:
        corners = [(BLUE, [(15.5, 18), (44.5, 62)]), (GREEN, [(44.5, 18), (15.5, 62)])]
        return discs(9.8, [*corners, (RED, [(30, 40)])])
    if number == 6:
        return discs(9.2, [(GREEN, [(18, 15.5), (42, 15.5)]), (RED, [(x, y) for y in (42, 64) for x in (18, 42)])])
    if number == 7:
        falling = discs(7.4, [(GREEN, [(12, 11.5), (30, 19.5), (48, 27.5)])])
        return falling + discs(8.6, [(RED, [(x, y) for y in (46.5, 67) for x in (19, 41)])])
    if number == 8:
        return discs(8, [(BLUE, [(x, y) for y in (12, 30.7, 49.3, 68) for x in (19, 41)])])
    rows = ((BLUE, 14.5), (RED, 40), (GREEN, 65.5))
    return discs(7.7, [(colour, [(x, y) for x in (11.5, 30, 48.5)]) for colour, y in rows])


# --- sticks 索


def joint(width: float, height: float) -> Outline:
    """Half a stick about 0, 0: round at both ends, waisted."""
    x, y, waist, corner = width / 2, height / 2, width * 0.09, min(width * 0.4, height * 0.28)
    side = y - corner
    return path(
        f"M {-x} {-side} Q {-x + 2 * waist} 0 {-x} {side} Q {-x} {y} {-x + corner} {y} L {x - corner} {y} Q {x} {y} {x} {side} "
        f"Q {x - 2 * waist} 0 {x} {-side} Q {x} {-y} {x - corner} {-y} L {-x + corner} {-y} Q {-x} {-y} {-x} {-side} Z"
    )


def stick(width: float, height: float, turn: float = 0) -> tuple[Outline, Outline]:
    """The two joints of a stick about 0, 0, and the slits in them."""
    half = height / 4
    body, slits = Outline(), Outline()
    for middle in (-half, half):
        body += joint(width, height / 2).moved(0, middle)
        slits += lines((0, middle - height * 0.115), (0, middle + height * 0.115))
    return body.turned(turn), slits.turned(turn)


def sticks(
    width: float, height: float, placed: Iterable[tuple[str, float, float] | tuple[str, float, float, float]]
) -> str:
    """Sticks: one area per colour, and one line for all slits."""
    bodies: dict[str, Outline] = {}
    slits = Outline()
    for colour, x, y, *turn in placed:
        body, slit = stick(width, height, *turn)
        bodies[colour] = bodies.get(colour, Outline()) + body.moved(x, y)
        slits += slit.moved(x, y)
    areas = "".join(filled(outline, colour) for colour, outline in bodies.items())
    return areas + stroked(slits, FACE, width * 0.2)


def bamboo(number: int) -> str:
    """Two to nine of sticks; the one is a bird."""
    up, down = 22, 58
    if number == 1:
        return bird()
    if number == 2:
        return sticks(11, 30, [(GREEN, 30, up), (BLUE, 30, down)])
    if number == 3:
        return sticks(11, 30, [(BLUE, 30, up), (GREEN, 17, down), (GREEN, 43, down)])
    if number == 4:
        return sticks(11, 30, [(GREEN, 17, up), (BLUE, 43, up), (BLUE, 17, down), (GREEN, 43, down)])
    if number == 5:
        corners = [(GREEN, 13, up), (BLUE, 47, up), (BLUE, 13, down), (GREEN, 47, down)]
        return sticks(10.6, 29, [*corners, (RED, 30, 40)])
    if number == 6:
        return sticks(11, 30, [(colour, x, y) for colour, y in ((GREEN, up), (BLUE, down)) for x in (12.5, 30, 47.5)])
    if number == 7:
        rows = [(colour, x, y) for y in (41, 66) for colour, x in ((GREEN, 12.5), (BLUE, 30), (GREEN, 47.5))]
        return sticks(10, 21, [(RED, 30, 15), *rows])
    if number == 8:
        placed: list[tuple[str, float, float, float]] = []
        for colour, y, way in ((GREEN, up, 1), (BLUE, down, -1)):
            placed += [(colour, 8.5, y, 0), (colour, 51.5, y, 0)]
            placed += [(colour, 22, y, 34 * way), (colour, 38, y, -34 * way)]
        return sticks(8.6, 28, placed)
    columns = ((GREEN, 12.5), (RED, 30), (BLUE, 47.5))
    return sticks(10, 22, [(colour, x, y) for colour, x in columns for y in (15, 40, 65)])


def bird() -> str:
    """A standing bird that looks to the left: three eyed feathers, a red wing and crest, on a twig."""
    feather = path("M 0 0 C -3.4 -7 -6.2 -22 0 -28.6 C 6.2 -22 3.4 -7 0 0 Z")
    tail = [(feather.turned(turn).moved(33.5, 37), turn) for turn in (-1, 31, 63)]
    eyes = [(33.5 + 22 * sin(turn * pi / 180), 37 - 22 * cos(turn * pi / 180)) for turn in (-1, 31, 63)]
    body = path(
        "M 8.5 24.5 C 8.5 17.5 13 13.6 18.4 13.6 C 24 13.6 27 18 26.4 22.6 C 26 26.4 28 29 33 30.4 C 41.5 32.6 46 38.6 44.6 47 "
        "C 43 56.4 36 61.4 28 61 C 19 60.6 13.4 53.6 13.6 44 C 13.8 36.6 15.6 33.4 13.4 30.6 C 10.4 29.8 8.5 27.6 8.5 24.5 Z"
    )
    wing = path(
        "M 22.4 44.6 C 25.6 39.6 35 38.8 38.4 43.4 C 39.8 50 34.4 54.6 28.8 53.6 C 24.8 52.8 22.2 49.4 22.4 44.6 Z"
    )
    crest = path("M 16.6 14.6 C 15 10 13.8 7.4 11.8 5.4 C 15.8 6.6 17 8.2 17.8 10 C 18 6.6 19 4.2 21 2.2 C 21.2 6.4 21.6 8 21.4 10 "
                 "C 22.6 8.4 23.8 7.6 26 7.2 C 24.2 9.6 22.8 12 22 14.8 Z")  # fmt: skip
    beak = path("M 10.2 20.2 L 1.6 24.6 L 9.6 27 Z")
    return (
        filled(tail[0][0] + tail[2][0], BLUE)
        + filled(tail[1][0], GREEN)
        + f'<g stroke-linecap="round">{_dotted(dots(eyes), FACE, 5.4)}{_dotted(dots(eyes), RED, 3.2)}</g>'
        + stroked(lines((25.4, 60), (25.4, 70.6)) + lines((31.4, 60), (31.4, 70.6)), BLUE, 2.6)
        + filled(crest + beak, RED)
        + filled(body, GREEN)
        + filled(wing, FACE)
        + stroked(
            path("M 26 45.6 C 29 43.2 33.6 43 35.6 45 M 25.8 49 C 29 46.8 33.4 46.6 35.4 48.4 M 28.6 51.6 L 33 51.2"),
            RED,
            2.5,
        )
        + f'<g stroke-linecap="round">{_dotted(dots([(16.4, 21.6)]), FACE, 6.4)}{_dotted(dots([(15.9, 21.6)]), INK, 3.4)}</g>'
        + stroked(path("M 5.6 74.6 Q 29 66.8 54.4 74.6"), BLUE, 3.2)
    )


# --- honours


def white() -> str:
    """白: a frame within a frame with four studs, never an empty face."""
    outer = lines((10.5, 11), (49.5, 11), (49.5, 69), (10.5, 69), closed=True)
    inner = lines((18.5, 19.5), (41.5, 19.5), (41.5, 60.5), (18.5, 60.5), closed=True)
    studs = dots([(x, y) for x in (23.6, 36.4) for y in (25, 55)])
    return stroked(outer, BLUE, 4.4) + stroked(inner, BLUE, 1.7) + stroked(studs, BLUE, 4.2)


def honour(letters: Letters, char: str) -> str:
    """東 南 西 北 中 發."""
    colour = {"中": RED, "發": GREEN}.get(char, INK)
    box = (7, 7.5, 46, 65) if char == "中" else (5.5, 9.5, 49, 61)
    return filled(letters.character(char, *box), colour)


def characters(letters: Letters, number: int) -> str:
    """One to nine of characters: the numeral in blue, 萬 in red."""
    numeral = "一二三四伍六七八九"[number - 1]
    top = filled(letters.character(numeral, 10.5, 3.2, 39, 32.5), BLUE)
    return top + filled(letters.character("萬", 9, 35.2, 42, 41.6), RED)


# --- flowers


def blossom(x: float, y: float, size: float, petals: int = 5, turn: float = 0) -> tuple[Outline, Outline]:
    """Round petals about a point, painted by a round pen of the same size; and the centre."""
    around = [2 * pi * k / petals + turn for k in range(petals)]
    return dots([(x + size * sin(a), y - size * cos(a)) for a in around]), dots([(x, y)])


def blossoms(placed: Iterable[tuple[float, float, float]], colour: str) -> str:
    """Plum blossoms with the face showing through the middle."""
    out = []
    for x, y, size in placed:
        petals, eye = blossom(x, y, size)
        out.append(
            stroked(petals, colour, size * 1.5) + stroked(eye, colour, size * 1.6) + stroked(eye, FACE, size * 0.72)
        )
    return "".join(out)


def spring() -> str:
    """A twig of peach."""
    twig = stroked(lines((13, 70), (24, 57.5), (33, 53), (42, 43)), INK, 2.6)
    return twig + blossoms([(42.5, 44.5, 4.3), (24.6, 56, 4.6), (41.6, 62.6, 3.7)], RED)


def summer() -> str:
    """A full flower on its stem."""
    stem = stroked(lines((30, 60), (30, 74.5)), GREEN, 2.6)
    leaf = path("M 30 73.6 C 22 75 15.4 71.6 13.4 65.6 C 21 63.8 27.6 67 30 73.6 Z")
    leaves = leaf + leaf.moved(-30, 0).scaled(-1, 1).moved(30, 0)
    petals, eye = blossom(30, 50.5, 8.2, 8)
    return stem + filled(leaves, GREEN) + stroked(petals, RED, 8.4) + stroked(eye, RED, 15) + stroked(eye, GREEN, 6.6)


def autumn() -> str:
    """A maple leaf."""
    half = [(30, 42), (34, 50), (40.5, 45.6), (40.4, 52), (49.6, 51.6), (44.4, 58), (46, 64), (36.6, 64.8), (30, 69.6)]
    other = [(60 - x, y) for x, y in reversed(half[1:-1])]
    veins = path("M 30 50.5 L 30 68 M 30 62.6 L 38.4 56.6 M 30 62.6 L 21.6 56.6")
    stem = stroked(lines((30, 67), (30, 75)), INK, 2.2)
    return stem + filled(lines(*half, *other, closed=True), RED) + stroked(veins, FACE, 1.5)


def winter() -> str:
    """A snow crystal."""
    arm = path("M 0 0 L 0 -16.4 M 0 -8.8 L -4.8 -13 M 0 -8.8 L 4.8 -13")
    return stroked(sum((arm.turned(60 * k).moved(30, 57) for k in range(6)), Outline()), BLUE, 2.4)


def plum() -> str:
    """A crooked bough of plum."""
    bough = stroked(
        path("M 10.6 71 C 20 66 23 59 29 53.4 C 33 49.8 38 47 41.4 46.6 M 24.6 58.6 C 32 61.6 39 65 47.6 71"), INK, 2.6
    )
    return bough + blossoms([(20.6, 48.4, 4.6), (43.4, 46.6, 4.4), (36.8, 64.2, 3.9)], RED)


def orchid() -> str:
    """Long leaves and one flower."""
    leaves = path(
        "M 30 73 C 26 66 18 63.6 9 65.6 M 30 73 C 26 60 20 52.6 10.4 48.6 M 30 73 C 31 60 38 48 50.6 43 M 30 73 C 35 65.6 42 63.4 51 66.4 M 30 73 L 30 54"
    )
    petals, eye = blossom(30, 47.6, 4.7, 5)
    return stroked(leaves, GREEN, 2.5) + stroked(petals, BLUE, 6.4) + stroked(eye, BLUE, 7) + stroked(eye, RED, 4.2)


def chrysanthemum() -> str:
    """Many narrow petals."""
    petal = path("M 0 -3 C 4.4 -8 3.6 -14 0 -16.4 C -3.6 -14 -4.4 -8 0 -3 Z")
    around = sum((petal.turned(360 / 14 * k).moved(30, 54.4) for k in range(14)), Outline())
    stem = stroked(path("M 30 66 L 30 76 M 30 73.4 C 24.6 73.6 20 71 17.2 66.6"), GREEN, 2.6)
    return stem + filled(around, BLUE) + stroked(dots([(30, 54.4)]), RED, 8.6)


def bamboo_plant() -> str:
    """Two canes with leaves."""
    leaf = path("M 0 0 C 4 -4.4 10 -4.8 14.6 -1.6 C 10.6 2.6 4.6 3.6 0 0 Z")
    leaves = leaf.moved(39.4, 49) + leaf.turned(14).moved(39.4, 59.4) + leaf.scaled(-1, 1).turned(6).moved(22, 49.4)
    tall, slits = stick(7.2, 33)
    short, more = stick(7.2, 27)
    canes = tall.moved(25.4, 57.6) + short.moved(36, 60.6)
    return (
        filled(canes, GREEN) + stroked(slits.moved(25.4, 57.6) + more.moved(36, 60.6), FACE, 1.9) + filled(leaves, BLUE)
    )


def flower(letters: Letters, number: int) -> str:
    """Seasons on a red square, plants on a blue disc: number and character above, a picture below."""
    season, place = number <= 4, (number - 1) % 4 + 1
    colour = RED if season else BLUE
    mark = lines((8, 6.6), (22, 6.6), (22, 20.6), (8, 20.6), closed=True)
    sign = stroked(mark, colour, 3) + filled(mark, colour) if season else stroked(dots([(15, 13.6)]), colour, 18)
    pictures = (spring, summer, autumn, winter, plum, orchid, chrysanthemum, bamboo_plant)
    return (
        sign
        + filled(letters.letter(str(place), 9, 7.6, 12, 12), FACE)
        + filled(letters.character("春夏秋冬梅蘭菊竹"[number - 1], 28.6, 2, 27.6, 28.6), colour)
        + pictures[number - 1]()
    )


def back() -> str:
    """The back of a tile that lies face down: a quiet pattern on green."""
    frame = lines((9, 10), (51, 10), (51, 70), (9, 70), closed=True)
    return stroked(frame, SHADE, 1.6) + stroked(path("M 30 27 L 39 40 L 30 53 L 21 40 Z"), SHADE, 1.6)


# --- the file


def faces(letters: Letters) -> dict[str, str]:
    """Every face by its id: 1m … 9s, 1z-7z = 東南西北白發中, 1f-8f, back."""
    out = {f"{n}m": characters(letters, n) for n in range(1, 10)}
    out |= {f"{n}p": circles(n) for n in range(1, 10)}
    out |= {f"{n}s": bamboo(n) for n in range(1, 10)}
    out |= {f"{n}z": white() if char == "白" else honour(letters, char) for n, char in enumerate("東南西北白發中", 1)}
    out |= {f"{n}f": flower(letters, n) for n in range(1, 9)}
    return out | {"back": back()}


def figures(letters: Letters) -> dict[str, str]:
    """Engraved figures (n0-n9) and the letters of the large index, 20 × 23, in the current text colour."""
    signs = {f"n{n}": str(n) for n in range(10)} | {f"i{char}": char for char in "ESWNCFB"}
    return {id: f'<path d="{letters.letter(char, 0, 0, 20, 23).data(2)}"/>' for id, char in signs.items()}


def words(letters: Letters) -> dict[str, str]:
    """番, 食 and 糊 engraved, 40 × 40, in the current text colour."""
    signs = {"fan": "番", "sik": "食", "wu": "糊"}
    return {id: f'<path d="{letters.character(char, 0, 0, 40, 40).data()}"/>' for id, char in signs.items()}


def sprite(font: str | Path) -> str:
    """The whole file."""
    with Letters(font) as letters:
        sizes = (("0 0 60 80", faces(letters)), ("0 0 20 23", figures(letters)), ("0 0 40 40", words(letters)))
    symbols = [
        f'<symbol id="{id}" viewBox="{box}">{drawn}</symbol>'
        for box, drawings in sizes
        for id, drawn in drawings.items()
    ]
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', f"<!-- {NOTICE} -->", *symbols, "</svg>", ""])


def main() -> None:
    """Writes the file."""
    engrave(sprite, TARGET)


if __name__ == "__main__":
    main()
