"""The tiles as a real browser paints them: nothing is empty, nothing looks like something else, in colour or without."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import zlib
from itertools import combinations
from pathlib import Path

import pytest

from sikwu import Tile
from sikwu.draw import Look, tile_svg
from sikwu.draw.sprite import FILE, face_id

CHROMIUM = os.environ.get("SIKWU_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-device-scale-factor=1",
]
ACROSS, STEP_X, STEP_Y = 9, 70, 96
Picture = list[list[tuple[int, int, int]]]

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here (SIKWU_CHROMIUM names one)")


def painted(page: str, width: int, height: int, folder: Path) -> Picture:
    """The page as Chromium paints it, row by row."""
    (folder / "page.html").write_text(
        f'<!doctype html><meta charset="utf-8"><body style="margin:0">{page}', encoding="utf-8"
    )
    place = [
        f"--user-data-dir={folder / 'profile'}",
        f"--window-size={width},{height}",
        f"--screenshot={folder / 'page.png'}",
    ]
    assert CHROMIUM is not None
    command = [CHROMIUM, *FLAGS, *place, (folder / "page.html").as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return unpacked((folder / "page.png").read_bytes())


def unpacked(data: bytes) -> Picture:
    """The pixels of a PNG of eight bits a colour, which is what Chromium writes."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
    assert depth == 8
    size = {2: 3, 6: 4}[kind]
    packed, at = b"", 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += 12 + length
    raw, last, rows = zlib.decompress(packed), bytes(width * size), []
    for y in range(height):
        start = y * (width * size + 1)
        last = _unfiltered(raw[start], bytearray(raw[start + 1 : start + 1 + width * size]), last, size)
        rows.append([(last[x], last[x + 1], last[x + 2]) for x in range(0, width * size, size)])
    return rows


def _unfiltered(how: int, line: bytearray, above: bytes, size: int) -> bytes:
    for at in range(len(line)):
        left, up, corner = (line[at - size] if at >= size else 0), above[at], (above[at - size] if at >= size else 0)
        guess = left + up - corner
        nearest = min((left, up, corner), key=lambda each: abs(guess - each))
        line[at] = (line[at] + (0, left, up, (left + up) // 2, nearest)[how]) & 255
    return bytes(line)


def cut(picture: Picture, number: int) -> Picture:
    """The face of one tile on the sheet, without its edges."""
    x, y = number % ACROSS * STEP_X, number // ACROSS * STEP_Y
    return [row[x + 9 : x + 57] for row in picture[y + 10 : y + 76]]


def grey(picture: Picture) -> list[int]:
    return [(299 * r + 587 * g + 114 * b) // 1000 for row in picture for r, g, b in row]


def sheet(drawings: list[str]) -> str:
    at = ((each, n % ACROSS * STEP_X, n // ACROSS * STEP_Y) for n, each in enumerate(drawings))
    return "".join(f'<div style="position:absolute;left:{x}px;top:{y}px">{each}</div>' for each, x, y in at)


@pytest.mark.parametrize("index", [False, True])
def test_every_face_is_painted_and_told_apart_without_colour(index: bool, tmp_path: Path) -> None:
    look = Look(lang="en", width=55, index=index)
    picture = painted(sheet([tile_svg(tile, look) for tile in (*Tile, None)]), ACROSS * STEP_X, 5 * STEP_Y, tmp_path)
    faces = [grey(cut(picture, number)) for number in range(43)]
    for tile, face in zip(Tile, faces, strict=False):
        dark = sum(each < 140 for each in face) / len(face)
        assert 0.04 < dark < 0.6, tile
    for one, other in combinations(range(43), 2):
        unlike = sum(abs(a - b) > 60 for a, b in zip(faces[one], faces[other], strict=True)) / len(faces[one])
        assert unlike > 0.02, (one, other)


def test_the_file_alone_is_painted_alike_and_takes_a_page_s_colours(tmp_path: Path) -> None:
    faces = [f'<svg width="60" height="80"><use href="#{face_id(tile)}"/></svg>' for tile in Tile]
    hidden = f'<div style="position:absolute;width:0;height:0;overflow:hidden">{FILE.read_text(encoding="utf-8")}</div>'
    size = (ACROSS * STEP_X, 5 * STEP_Y)
    plain = painted(hidden + sheet(faces), *size, tmp_path)
    pink = painted("<style>:root{--tile-red:#ff00ff}</style>" + hidden + sheet(faces), *size, tmp_path)

    def has(picture: Picture, tile: Tile, colour: tuple[int, int, int]) -> bool:
        return any(colour in row for row in cut(picture, tile))

    for tile in (Tile.RED, Tile.M5, Tile.P9, Tile.S1, Tile.SPRING):
        assert has(plain, tile, (0xB5, 0x23, 0x1B)), tile
        assert not has(plain, tile, (255, 0, 255)), tile
        assert has(pink, tile, (255, 0, 255)), tile
