"""The tiles in a real browser: no face is empty, and no two look alike, in colour or without."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from app_browser import Launched
from patience import AT_A_SCREEN
from sikwu import Tile
from sikwu.draw import Appearance, tile_svg
from sikwu.draw.sprite import FILE, face_id

ACROSS, STEP_X, STEP_Y = 9, 70, 96
SIZE = (ACROSS * STEP_X, 5 * STEP_Y)
Picture = np.ndarray[Any, Any]
"""Rows of pixels of red, green and blue."""
Painted = Callable[[str], Picture]
PIXELS = """async (png) => {
  const bytes = Uint8Array.from(atob(png), (each) => each.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }), { colorSpaceConversion: 'none' });
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  canvas.drawImage(picture, 0, 0);
  const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
  return btoa(Array.from(data, (each) => String.fromCharCode(each)).join(''));
}"""
"""A screenshot, unpacked: red, green, blue and opacity of every pixel."""


@pytest.fixture
def painted(browser: Launched) -> Iterator[Painted]:
    """The page as Chromium paints it."""
    with browser.at_work() as chromium:
        context = chromium.new_context(viewport={"width": SIZE[0], "height": SIZE[1]}, device_scale_factor=1)

        context.set_default_timeout(AT_A_SCREEN)

        def picture(page: str) -> Picture:
            sheet = context.new_page()
            sheet.set_content(f'<!doctype html><meta charset="utf-8"><body style="margin:0">{page}')
            data = b64decode(sheet.evaluate(PIXELS, b64encode(sheet.screenshot()).decode()))
            return np.frombuffer(data, np.uint8).reshape(SIZE[1], SIZE[0], 4)[..., :3].astype(int)

        yield picture
        context.close()


def cut(picture: Picture, number: int) -> Picture:
    """The face of one tile on the sheet, without its edges."""
    x, y = number % ACROSS * STEP_X, number // ACROSS * STEP_Y
    return picture[y + 10 : y + 76, x + 9 : x + 57]


def grey(picture: Picture) -> Picture:
    return picture @ (299, 587, 114) // 1000


def sheet(drawings: list[str]) -> str:
    at = ((each, n % ACROSS * STEP_X, n // ACROSS * STEP_Y) for n, each in enumerate(drawings))
    return "".join(f'<div style="position:absolute;left:{x}px;top:{y}px">{each}</div>' for each, x, y in at)


@pytest.mark.parametrize("index", [False, True])
def test_every_face_is_painted_and_told_apart_without_colour(index: bool, painted: Painted) -> None:
    look = Appearance(lang="en", width=55, index=index)
    picture = painted(sheet([tile_svg(tile, look) for tile in (*Tile, None)]))
    faces = [grey(cut(picture, number)) for number in range(43)]
    for tile, face in zip(Tile, faces, strict=False):
        dark = (face < 140).mean()
        assert 0.04 < dark < 0.6, tile
    for one, other in combinations(range(43), 2):
        unlike = (abs(faces[one] - faces[other]) > 60).mean()
        assert unlike > 0.02, (one, other)


def test_the_file_alone_is_painted_alike_and_takes_a_page_s_colours(painted: Painted) -> None:
    faces = [f'<svg width="60" height="80"><use href="#{face_id(tile)}"/></svg>' for tile in Tile]
    hidden = f'<div style="position:absolute;width:0;height:0;overflow:hidden">{FILE.read_text(encoding="utf-8")}</div>'
    plain = painted(hidden + sheet(faces))
    pink = painted("<style>:root{--tile-red:#ff00ff}</style>" + hidden + sheet(faces))

    def has(picture: Picture, tile: Tile, colour: tuple[int, int, int]) -> bool:
        return bool((cut(picture, tile) == colour).all(axis=2).any())

    for tile in (Tile.RED, Tile.M5, Tile.P9, Tile.S1, Tile.SPRING):
        assert has(plain, tile, (0xB5, 0x23, 0x1B)), tile
        assert not has(plain, tile, (255, 0, 255)), tile
        assert has(pink, tile, (255, 0, 255)), tile
