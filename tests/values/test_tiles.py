"""Tiles and winds: numbers and names."""

from __future__ import annotations

import pickle
import unicodedata

import pytest

from sikwu.texts import HandError, NotationError, SikwuError, nearest, problem
from sikwu.tiles import FLOWERS, KINDS, Tile, Wind


def test_numbers_are_the_tile_order() -> None:
    assert [int(tile) for tile in Tile] == list(range(KINDS + FLOWERS))
    assert (Tile.M1, Tile.P1, Tile.S1, Tile.EAST, Tile.RED, Tile.GREEN, Tile.WHITE) == (0, 9, 18, 27, 31, 32, 33)
    assert (Tile.SPRING, Tile.WINTER, Tile.PLUM, Tile.CHRYSANTHEMUM, Tile.BAMBOO) == (34, 37, 38, 40, 41)


def test_every_name_is_its_own() -> None:
    for style in ("text", "mpsz", "zh", "unicode"):
        assert len({getattr(tile, style) for tile in Tile}) == 42


@pytest.mark.parametrize(
    ("tile", "text", "mpsz", "zh"),
    [
        (Tile.M1, "1m", "1m", "一萬"),
        (Tile.P5, "5p", "5p", "五筒"),
        (Tile.S3, "3s", "3s", "三索"),
        (Tile.EAST, "E", "1z", "東"),
        (Tile.NORTH, "N", "4z", "北"),
        (Tile.WHITE, "白", "5z", "白"),
        (Tile.GREEN, "發", "6z", "發"),
        (Tile.RED, "中", "7z", "中"),
        (Tile.SPRING, "1f", "1f", "春"),
        (Tile.PLUM, "5f", "5f", "梅"),
        (Tile.CHRYSANTHEMUM, "7f", "7f", "菊"),
        (Tile.BAMBOO, "8f", "8f", "竹"),
    ],
)
def test_names(tile: Tile, text: str, mpsz: str, zh: str) -> None:
    assert (tile.text, tile.mpsz, tile.zh) == (text, mpsz, zh)
    assert str(tile) == text
    assert f"{tile:>3}" == f"{text:>3}"


def test_unicode_characters_are_named_after_the_tile() -> None:
    suits = {"m": "CHARACTERS", "p": "CIRCLES", "s": "BAMBOOS"}
    numbers = ("", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")
    kinds = {27: " WIND", 28: " WIND", 29: " WIND", 30: " WIND", 31: " DRAGON", 32: " DRAGON", 33: " DRAGON"}
    for tile in Tile:
        name = f"{numbers[tile.number]} OF {suits[tile.suit]}" if tile.is_suited else tile.name + kinds.get(tile, "")
        assert unicodedata.name(tile.unicode) == f"MAHJONG TILE {name}"


def test_properties() -> None:
    assert "".join(tile.suit for tile in Tile) == "m" * 9 + "p" * 9 + "s" * 9 + "z" * 7 + "f" * 8
    assert [tile.number for tile in Tile] == [*range(1, 10)] * 3 + [0] * 7 + [1, 2, 3, 4] * 2
    assert [tile for tile in Tile if tile.is_terminal] == [Tile.M1, Tile.M9, Tile.P1, Tile.P9, Tile.S1, Tile.S9]
    for tile in Tile:
        assert [tile.is_suited, tile.is_honour, tile.is_flower].count(True) == 1
    assert (sum(t.is_suited for t in Tile), sum(t.is_honour for t in Tile), sum(t.is_flower for t in Tile)) == (
        27,
        7,
        8,
    )


@pytest.mark.parametrize("value", [*Tile, *Wind], ids=repr)
def test_repr_evaluates_and_pickles(value: Tile | Wind) -> None:
    assert eval(repr(value)) is value
    assert pickle.loads(pickle.dumps(value)) is value


@pytest.mark.parametrize("wind", list(Wind))
def test_winds(wind: Wind) -> None:
    assert wind.tile.text == wind.text
    assert wind.tile.zh == wind.zh
    for text in (wind.text, wind.zh, wind.name, wind.name.lower(), f" {wind.text} "):
        assert Wind.parse(text) is wind
    assert Wind.parse("东") is Wind.EAST


@pytest.mark.parametrize("text", ["", " ", "X", "EE", "中", "1", "東南"])
def test_no_wind(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Wind.parse(text)
    assert caught.value.code == "notation.wind"
    assert "E S W N" in caught.value.message("zh")


def test_an_error_tells_all_problems_in_both_languages() -> None:
    both = (problem("value.missing", name="seat"), problem("value.missing", name="by"))
    error = HandError(both)
    assert isinstance(error, SikwuError)
    assert isinstance(error, ValueError)
    assert error.problems == both
    assert error.code == "value.missing"
    assert str(error) == error.message() == '"seat" is missing. "by" is missing.'
    assert error.message("zh") == "漏了「seat」，一定要有。漏了「by」，一定要有。"
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is HandError
    assert again.problems == both
    assert SikwuError(()).code == "unknown"


def test_nearest() -> None:
    assert nearest("kong_chian", ["kong_chain", "kong_feeder"]) == "kong_chain"
    assert nearest("", ["kong_chain"]) is None
    assert nearest("x" * 100_000, ["kong_chain"]) is None
