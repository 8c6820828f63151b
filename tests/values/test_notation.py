"""Tiles as text: every spelling parses, and every style parses back to the same tiles."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sikwu.notation import Reader, format_tiles, parse_tiles, plain, short_text
from sikwu.texts import NotationError, Problem
from sikwu.tiles import Tile

Style = Literal["text", "mpsz", "zh", "unicode"]
STYLES: tuple[Style, ...] = ("text", "mpsz", "zh", "unicode")
tiles_lists = st.lists(st.sampled_from(list(Tile)), max_size=30).map(tuple)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("sep", [None, "", " ", ",", "、", "\n"])
@given(tiles=tiles_lists)
def test_round_trip(style: Style, sep: str | None, tiles: tuple[Tile, ...]) -> None:
    assert parse_tiles(format_tiles(tiles, style, sep=sep)) == tiles


@given(tiles=tiles_lists)
def test_round_trip_of_the_short_text(tiles: tuple[Tile, ...]) -> None:
    assert parse_tiles(short_text(tiles)) == tiles
    assert parse_tiles(short_text(tiles, sep="")) == tiles


@given(parts=st.lists(st.tuples(tiles_lists, st.sampled_from(STYLES)), max_size=5))
def test_styles_may_be_mixed(parts: list[tuple[tuple[Tile, ...], Style]]) -> None:
    text = "".join(format_tiles(tiles, style) for tiles, style in parts)
    assert parse_tiles(text) == tuple(tile for tiles, _ in parts for tile in tiles)


@given(st.text(alphabet="123456789mpszfESWN中發白一萬筒東🀀🀄\ufe0f ,、x0八竹()紅", max_size=40) | st.text(max_size=20))
def test_any_text_is_read_or_refused(text: str) -> None:
    tiles: tuple[Tile, ...] = ()
    problems: tuple[Problem, ...] = ()
    try:
        tiles = parse_tiles(text)
    except NotationError as error:
        problems = error.problems
    for style in STYLES:
        assert parse_tiles(format_tiles(tiles, style)) == tiles
    for each in problems:
        assert each.zh.endswith("。")
        assert each.en.endswith(".")


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("", ""),
        ("123m 11z 7z 1f", "1m 2m 3m E E 中 1f"),
        ("123m11z7z1f", "1m 2m 3m E E 中 1f"),
        ("1234567z", "E S W N 白 發 中"),
        ("12345678f", "1f 2f 3f 4f 5f 6f 7f 8f"),
        ("EEE SS W N", "E E E S S W N"),
        ("1sS2s", "1s S 2s"),
        ("中發发白", "中 發 發 白"),
        ("一萬 三索 五筒 東 南 西 北", "1m 3s 5p E S W N"),
        ("一二三萬四條五条六餅七饼八万", "1m 2m 3m 4s 5s 6p 7p 8m"),
        ("伍萬", "5m"),
        ("紅中發財白板 红中发财", "中 發 白 中 發"),
        ("東風南風西風北風东", "E S W N E"),
        ("春夏秋冬梅蘭菊竹兰", "1f 2f 3f 4f 5f 6f 7f 8f 6f"),
        ("🀀🀁🀂🀃🀄🀅🀆", "E S W N 中 發 白"),
        ("🀇🀏 🀐🀘 🀙🀡", "1m 9m 1s 9s 1p 9p"),
        ("🀢🀣🀤🀥🀦🀧🀨🀩", "5f 6f 8f 7f 1f 2f 3f 4f"),
        ("🀄\ufe0f🀄\ufe0e", "中 中"),
        ("１２３ｍ，Ｅ、中\u3000９ｐ", "1m 2m 3m E 中 9p"),
        ("12萬 三m", "1m 2m 3m"),
        ("1m,2m,\tE,\n中", "1m 2m E 中"),
    ],
)
def test_spellings(text: str, canonical: str) -> None:
    assert format_tiles(parse_tiles(text)) == canonical


def test_styles() -> None:
    tiles = parse_tiles("123m 1p E E 中 白 1f 8f 1m")
    assert format_tiles(tiles) == "1m 2m 3m 1p E E 中 白 1f 8f 1m"
    assert format_tiles(tiles, "mpsz") == "123m1p1175z18f1m"
    assert format_tiles(tiles, "mpsz", sep=" ") == "123m 1p 1175z 18f 1m"
    assert format_tiles(tiles, "zh") == "一萬 二萬 三萬 一筒 東 東 中 白 春 竹 一萬"
    assert format_tiles(tiles, "unicode", sep="") == "🀇🀈🀉🀙🀀🀀🀄🀆🀦🀤🀇"
    assert short_text(tiles) == "123m 1p EE 中 白 18f 1m"
    with pytest.raises(ValueError, match="style must be"):
        format_tiles(tiles, "tenhou")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("1m x 2m", "notation.unknown", '"x" at character 4'),
        ("1m ????", "notation.unknown", '"????" at character 4'),
        ("e", "notation.unknown", "E S W N"),
        ("紅", "notation.unknown", '"紅"'),
        ("🀫", "notation.unknown", '"🀫"'),
        ("1m 123", "notation.no_suit", '"123" at character 4'),
        ("123S", "notation.no_suit", "write m, p, s, z or f"),
        ("123M", "notation.no_suit", '"123" at character 1'),
        ("12 m", "notation.no_suit", '"12" at character 1'),
        ("三竹", "notation.no_suit", '"三"'),
        ("s", "notation.no_number", "write for example 1s"),
        ("E索", "notation.no_number", '"索" at character 2'),
        ("0m", "notation.number", "m goes from 1 to 9"),
        ("18z", "notation.number", '"8z" at character 2 is not a tile: z goes from 1 to 7'),
        ("9f", "notation.number", "f goes from 1 to 8"),
    ],
)
def test_bad_text_says_what_and_where(text: str, code: str, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_tiles(text)
    assert caught.value.code == code
    assert says in str(caught.value)


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(NotationError) as caught:
        parse_tiles("1m x 8z 12 s")
    codes = [each.code for each in caught.value.problems]
    assert codes == ["notation.unknown", "notation.number", "notation.no_suit", "notation.no_number"]


@pytest.mark.parametrize("text", ["x" * 100_000, "x1m" * 100_000, "1" * 100_000, "8z " * 100_000, "0" * 99_999 + "m"])
def test_long_nonsense_gets_a_short_answer(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_tiles(text)
    assert len(str(caught.value)) < 4000


def test_plain_keeps_the_length() -> None:
    assert plain("（１２３ｍ＜Ｎ）") == "(123m<N)"
    assert plain("abc") == "abc"


def test_reader_notes_every_fault_and_goes_on() -> None:
    raw: dict[str, object] = {
        "seat": "X",
        "n": True,
        "big": 10**5000,
        "flag": 1,
        "t": ["1m"],
        "two": "12m",
        "o": [],
        "l": {},
    }
    reader = Reader(raw, [])
    assert reader.wind("seat") is None
    assert reader.number("n") == 0
    assert reader.number("big", usual=3) == 3
    assert reader.flag("flag") is False
    assert reader.tiles("t") == ()
    assert reader.tile("two") is None
    assert reader.inner("o").raw == {}
    assert reader.objects("l") == []
    assert reader.take("none") is None
    assert [each.code for each in reader.problems] == ["value.bad"] * 8
    assert reader.raw == {}


def test_reader_names_the_unknown() -> None:
    reader = Reader({"last_tle": True, "zzz": 1, "id": 2}, [], "at.")
    reader.unknown(("last_tile", "ready"), ignored=("id",))
    assert [each.en for each in reader.problems] == [
        '"at.last_tle" is unknown; perhaps you mean "last_tile".',
        '"at.zzz" is unknown; known names: last_tile, ready.',
    ]
