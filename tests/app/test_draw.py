"""Drawings: every tile is drawn in its place, and names of people are escaped."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from collections import Counter
from html import unescape
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from patience import PATIENCE
from sikwu import Hand, Meld, Settlement, Tile, Win, Wind, compare, look, ruleset, score, settle
from sikwu.book import Book
from sikwu.book.events import Open, Penalty, Result, Swap, chained
from sikwu.draw import Appearance, Sheet, current, hand_svg, html, restore, svg, tile_svg, use, win_svg
from sikwu.draw.row import EDGE, HEIGHT, LIFT, MELD_GAP, WIDTH, WIN_GAP, HandLayout, TilePlace, laid
from sikwu.draw.sprite import FILE, face_id, index_id, symbols
from sikwu.money.settlement import NoWin
from sikwu.rules import NUM, Pattern, tiles
from sikwu.rules.files import to_toml
from sikwu.rules.presets import DOCUMENTS
from sikwu.texts import LANGUAGES, HandError, say

NS = "{http://www.w3.org/2000/svg}"
ENGLISH = Appearance(lang="en")
KONGS = "22m (發發發<E) (7777s<N) (555p+5p<S) [EEEE] +2m<N seat=W 1f 2f 5f 6f"
DRAGONS = "456p 9s (中中中<S) (發發發<N) (白白白<W) +9s 2f"


def ids(text: str) -> list[str]:
    return re.findall(r'\bid="([^"]+)"', text)


def wanted(text: str) -> set[str]:
    """The ids that a drawing refers to."""
    return set(re.findall(r'href="#([^"]+)"', text)) | set(re.findall(r"url\(#([^)]+)\)", text))


def whole(text: str) -> ElementTree.Element:
    """The drawing as a tree; it has no more ids than it should and refers to nothing that is not there or elsewhere."""
    found = ids(text)
    assert len(found) == len(set(found))
    assert wanted(text) == set(found)
    assert not re.search(r"<script|\bon\w+=|javascript:|@import|url\((?!#)|href=\"(?!#)", text)
    assert set(re.findall(r"https?://[^\"' ]+", text)) <= {"http://www.w3.org/2000/svg"}
    return ElementTree.fromstring(text)


# --- the file of tiles


def test_every_tile_has_a_face_of_its_own() -> None:
    root = ElementTree.parse(FILE).getroot()
    boxes = {each.get("id"): each.get("viewBox") for each in root}
    assert all(boxes[face_id(tile)] == "0 0 60 80" for tile in (*Tile, None))
    assert all(boxes[index_id(tile) or "n1"] == "0 0 20 23" for tile in Tile)
    assert Counter(boxes.values()) == {"0 0 60 80": 43, "0 0 20 23": 17, "0 0 40 40": 3}
    shapes = [symbol.shapes for symbol in symbols().values()]
    assert len(set(shapes)) == len(shapes) == len(boxes) == 63


def test_the_file_is_small_and_says_whose_outlines_it_has() -> None:
    data = FILE.read_bytes()
    assert len(data) < 70_000
    assert len(gzip.compress(data, 9, mtime=0)) < 15_000
    assert b"SIL Open Font License" in data
    assert "SIL OPEN FONT LICENSE Version 1.1" in FILE.with_name("LICENSE-tiles.txt").read_text()


def test_colours_are_variables_with_the_colour_behind() -> None:
    text = FILE.read_text()
    colours = set(re.findall(r'(?:fill|stroke)="([^"]+)"', text)) - {"none"}
    assert colours
    for colour in colours:
        assert re.fullmatch(r"var\(--tile-(face|ink|red|green|blue|back|shade),#[0-9a-f]{6}\)", colour)
    assert not any("var(" in symbol.shapes for symbol in symbols().values())


def test_the_same_font_gives_the_same_file() -> None:
    pytest.importorskip("fontTools")
    tools = Path(__file__).parent.parent.parent / "tools"
    sys.path.insert(0, str(tools))
    try:
        import os

        import pen
        import tiles as drawn
        import titles
    finally:
        sys.path.remove(str(tools))
    font = pen.font_file(os.environ.get("SIKWU_TILE_FONT"))
    if font is None:
        pytest.skip("the font is not installed (Debian: fonts-noto-cjk-extra)")
    assert drawn.sprite(font) == FILE.read_text(encoding="utf-8")
    assert titles.sprite(font) == FILE.with_name("titles.svg").read_text(encoding="utf-8")


def test_the_name_of_every_pattern_is_engraved() -> None:
    """`make tiles` engraves the characters of a new one."""
    wanted = {
        f"u{ord(char):x}" for document in DOCUMENTS for pattern in ruleset(document).patterns for char in pattern.zh
    }
    drawn = re.findall(
        r'<symbol id="(u[0-9a-f]+)" viewBox="0 0 160 160"><path d="M',
        FILE.with_name("titles.svg").read_text(encoding="utf-8"),
    )
    assert set(drawn) == wanted
    assert len(drawn) == len(wanted)


# --- positions of tiles


def bottoms(row: HandLayout) -> set[float]:
    """The lower edges of the faces that take a place in the row."""
    return {each.y + (WIDTH if each.turned else HEIGHT) for each in row.places if not each.on_top and each.size == 1}


@pytest.mark.parametrize(
    ("text", "taken", "gaps"),
    [
        ("123678m 中中中 發發發 白 +白<W", 14, {12: WIN_GAP}),
        ("E 234567m (111s<S) (999p<N) +E<N seat=W", 14, {6: MELD_GAP, 9: MELD_GAP, 12: WIN_GAP}),
        (KONGS, 15, {1: MELD_GAP, 4: MELD_GAP, 7: MELD_GAP, 10: MELD_GAP, 13: WIN_GAP}),
        ("123456789m 123p 456s 9s (789p<E) +9s", 20, {15: MELD_GAP, 18: WIN_GAP}),
        ("1123456789m 123p (7777s<N) +5m<N", 17, {12: MELD_GAP, 15: WIN_GAP}),
        ("1m (2222m) (3333m) (4444m) (5555m) [6666m] +1m", 17, {0: MELD_GAP, **dict.fromkeys((3, 6, 9, 12), MELD_GAP), 15: WIN_GAP}),
    ],
)  # fmt: skip
def test_tiles_lie_side_by_side(text: str, taken: int, gaps: dict[int, float]) -> None:
    win = Win.parse(text)
    row = laid(win.hand, win.tile)
    base = [each for each in row.places if not each.on_top and each.size == 1]
    assert row.taken == len(base) == taken
    assert len(row.places) - taken - len(win.hand.flowers) == sum(meld.kind.is_kong for meld in win.hand.melds)
    for at, (one, after) in enumerate(pairwise(base)):
        width = HEIGHT if one.turned else WIDTH
        assert after.x == pytest.approx(one.x + width + gaps.get(at, 0)), at
    assert len(bottoms(row)) == 1
    assert row.height == next(iter(bottoms(row))) + EDGE
    last = row.places[-1]
    assert row.width == pytest.approx(last.x + WIDTH * last.size)
    assert [place.tile for place in row.places if place.won] == [win.tile]


def test_melds_tell_how_they_came() -> None:
    hand = Hand.parse("(234p<E) (EEE<S) (7777s<N) (555p+5p<S) [SSSS]")
    drawn = [laid(Hand((), (meld,))).places for meld in hand.melds]
    chow, pung, exposed, added, concealed = drawn
    assert [place.turned for place in chow] == [place.turned for place in pung] == [True, False, False]
    assert [place.tile for place in chow] == [Tile.P2, Tile.P3, Tile.P4]
    # The fourth lies on the middle one; of an added kong on the turned one, turned too.
    assert exposed[3] == TilePlace(Tile.S7, exposed[1].x, exposed[1].y - LIFT, on_top=True)
    assert added[3] == TilePlace(Tile.P5, added[0].x, added[0].y - LIFT, turned=True, on_top=True)
    assert [place.tile for place in concealed] == [None, Tile.SOUTH, None, Tile.SOUTH]
    assert concealed[3].x == concealed[1].x
    assert not any(place.turned for place in concealed)
    assert min(place.y for each in drawn for place in each) == 0


# --- pictures


@pytest.mark.parametrize("index", [False, True])
def test_every_tile_draws_itself(index: bool) -> None:
    seen = set()
    for tile in (*Tile, None):
        drawing = tile_svg(tile, Appearance(lang="yue", index=index))
        root = whole(drawing)
        start = next(each for each in ids(drawing) if each.endswith(("-light", "-dark"))).rsplit("-", 1)[0]
        assert f"{start}-{face_id(tile)}" in ids(drawing)
        sign = None if tile is None else index_id(tile)
        assert (f"{start}-{sign}" in ids(drawing)) is (index and sign is not None)
        assert root.get("aria-label") == ("牌背" if tile is None else tile.zh)
        seen.add(drawing.replace(start, ""))
    assert len(seen) == 43


def test_a_win_shows_each_tile_once_for_each_copy() -> None:
    root = whole(win_svg(Win.parse(KONGS), ENGLISH))
    titles = Counter(each.text for each in root.iter(f"{NS}title"))
    assert titles == {"2m": 3, "發": 3, "7s": 4, "5p": 4, "E": 2, "face down": 2, "1f": 1, "2f": 1, "5f": 1, "6f": 1}
    assert [each.text for each in root.iter(f"{NS}text")] == [
        "pung · E", "exposed kong · N", "added kong · S", "concealed kong"
    ]  # fmt: skip
    assert root.get("aria-label") == (
        "Hand: 22m, pung · E 發發發, exposed kong · N 7777s, added kong · S 5555p, concealed kong EEEE, winning on 2m, flowers 1256f"
    )
    assert (
        sum("stroke-width" in each.attrib and each.get("stroke") == "#f2c14e" for each in root.iter(f"{NS}rect")) == 1
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pictures_and_pages_are_whole_in_every_language(lang: str) -> None:
    look, told = Appearance(lang=lang), score(DRAGONS)
    book = Book.new("Friday", ["A", "B", "C", "D"], ruleset("hk-taiwanese"))
    book.record(Result("discard", {"B": 6}, "A"))
    for drawing in (
        svg(told.win, look),
        svg(Meld.parse("[EEEE]"), look),
        *(html(each, look) for each in (told, settle(told), book, book.state)),
    ):
        root = whole(drawing)
        assert root.get("lang") == ("en" if lang == "en" else "zh-Hant-HK")
        assert not re.search(r"\bdraw\.[a-z]\w+", "".join(root.itertext()))


def test_two_drawings_on_one_page_share_no_id() -> None:
    win = Win.parse(KONGS)
    page = "".join(
        (svg(win), svg(win), svg(win.hand), svg(Tile.P5), svg(Tile.P5), html(score(DRAGONS)), html(score(DRAGONS)))
    )
    found = ids(page)
    assert len(found) == len(set(found)) > 40


def test_drawings_may_share_a_sheet() -> None:
    sheet = Sheet("page")
    drawn = [hand_svg(Hand.parse("123m 55p"), ENGLISH, sheet) for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert not ids("".join(drawn))
    whole(f'<svg xmlns="http://www.w3.org/2000/svg">{sheet.hidden()}{"".join(drawn)}</svg>')
    assert sorted(ids(sheet.defs())) == ["page-1m", "page-2m", "page-3m", "page-5p", "page-light"]


def test_the_size_is_that_of_a_tile() -> None:
    one, two = (ElementTree.fromstring(tile_svg(Tile.S1, Appearance(width=width))) for width in (24, 48))
    assert float(two.get("width", "")) == pytest.approx(2 * float(one.get("width", "")), abs=0.02)
    assert one.get("viewBox") == two.get("viewBox")
    for bad in (0, -1, 1000, float("nan")):
        with pytest.raises(ValueError, match="pixels wide"):
            Appearance(width=bad)
    with pytest.raises(ValueError, match="yue, zh, en"):
        Appearance(lang="fr")


def test_a_look_is_used_until_it_is_put_back() -> None:
    before = use(lang="yue", index=True)
    try:
        assert "碰牌 · 東" in Meld.parse("(EEE<E)")._repr_svg_()
        assert use(felt=False) == Appearance("yue", before.width, True, before.felt)
        assert "#12483c" not in Meld.parse("(EEE<E)")._repr_svg_()
    finally:
        restore(before)
    assert current() == before


# --- pages


def text_of(page: str) -> str:
    root = whole(page)
    for style in root.iter("style"):
        style.text = ""
    return re.sub(r"\s+", " ", " ".join(root.itertext()))


def test_a_score_says_what_counts_what_does_not_and_who_pays() -> None:
    told = score(DRAGONS)
    page = html(told, ENGLISH)
    text = text_of(page)
    for words in (
        "Big three dragons",
        "大三元",
        "Self-draw",
        "Dragon pung",
        "is not counted beside",
        "Waited for",
        "liable",
        "+144",
        "−144",
    ):
        assert words in text, words
    assert f"-n{told.capped}" in page  # the figure is engraved
    short = text_of(html(score("123m 456p 789s 發發發 中 +中<E seat=S 2f"), ENGLISH))
    assert "too few fan" in short
    assert "Who pays" not in short
    # A win may lack its discarder: the fan are shown, and why nothing is paid.
    unknown = text_of(html(score(Win.parse("123678m 中中中 發發發 白 +白<? seat=E round=S").pack()), ENGLISH))
    assert "Dragon pung" in unknown
    assert "Who pays" not in unknown
    with pytest.raises(HandError) as error:
        settle(score(Win.parse("123678m 中中中 發發發 白 +白<? seat=E round=S").pack()))
    assert error.value.message("en") in unknown


def test_a_settlement_names_payers_and_reasons() -> None:
    text = text_of(html(settle(score(DRAGONS)), ENGLISH))
    assert (
        "W → E W discarded the tile for the last of the three dragons (白白白), and E has big three dragons. W pays the shares of the other two as well. 96"
        in text
    )
    assert "E wins +144 S 0 W liable −144 N 0" in text
    assert "Nobody pays." in text_of(html(settle(NoWin(), ruleset("hk-standard")), ENGLISH))
    assert Settlement()._repr_html_().startswith('<div class="sikwu"')


def test_a_book_shows_seats_totals_pulls_and_the_last_hands() -> None:
    book = Book.new("Friday", ["Ann", "Ben", "Cat", "Dan"], ruleset("hk-taiwanese"))
    assert "No hand has been played." in text_of(html(book, ENGLISH))
    book.record(Result("self_draw", {"Ann": 9}))
    for _ in range(9):
        book.record(Result("draw"))
    text = text_of(html(book, ENGLISH))
    assert "Ben owes Ann" in text
    for player, total in book.closing().cash.items():
        if player:
            assert f"{player} {'+' if total > 0 else '−'}{abs(total)}" in text
    assert "cash 0" in text
    assert "self-drawn" not in text  # eight entries are shown
    book.record(Swap("Dan"))
    assert "empty seat" in text_of(html(book.state, ENGLISH))
    assert "Dan not seated" in text_of(html(book, ENGLISH))


HOSTILE = ('<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "</style></div>&lt;\u202e", "{wins} ${x} 阿明")  # fmt: skip


def test_hostile_names_are_only_text() -> None:
    rules = to_toml(ruleset("hk-taiwanese"))  # as older versions, which took any name, may have written it
    book = Book(chained(None, "2024-01-01T00:00:00Z", Open("ab" * 16, "<b>]]>&amp;", HOSTILE, rules, "x", 0, 0)))
    book.record(Result("self_draw", {HOSTILE[0]: 9}, note="</table><iframe>"))
    book.record(Penalty(HOSTILE[1], (HOSTILE[2],), "3", "<svg onload=alert(1)>"))
    for shape in (ENGLISH, Appearance(lang="yue")):
        for page in (html(book, shape), html(book.state, shape)):
            root = ElementTree.fromstring(page)
            tags = {each.tag.removeprefix(NS) for each in root.iter()}
            assert tags <= {"div", "style", "svg", "span", "bdi", "b", "h3", "table", "tr", "td", "th"}
            assert not [name for each in root.iter() for name in each.attrib if name.startswith("on")]
            text = "".join(root.itertext())
            assert HOSTILE[0] in text
            assert HOSTILE[3] in text
            assert "\u202e" not in page


def test_a_hostile_pattern_is_only_text() -> None:
    house = ruleset("hk-standard").with_pattern(
        Pattern("eights", when=tiles.of(NUM(8)) >= 6, zh="<i>八</i>", en='"><script>x</script>'), fan=2
    )
    told = score("888m 888p 888s 123m 白 +白 2f", house)
    for shape in (ENGLISH, Appearance(lang="yue")):
        page = html(told, shape)
        whole(page)
        assert "&lt;script&gt;x&lt;/script&gt;" in page
        assert "<i>" not in page


# --- at the values


def test_values_show_themselves() -> None:
    win = Win.parse(DRAGONS)
    for value in (Tile.P5, win.hand.melds[0], win.hand, win):
        assert value._repr_svg_().startswith("<svg ")
        assert not hasattr(value, "_repr_html_")
    book = Book.new("Friday", ["A", "B", "C", "D"], ruleset("hk-standard"))
    for told in (score(win), settle(score(win)), book, book.state):
        assert told._repr_html_().startswith('<div class="sikwu"')
        assert not hasattr(told, "_repr_svg_")
    for nothing in (3, "5p", Wind.EAST, None):
        with pytest.raises(TypeError):
            svg(nothing)
        with pytest.raises(TypeError):
            html(nothing)


def test_nothing_is_loaded_until_somebody_looks() -> None:
    code = """
import sys, sikwu
def drawn(): return sorted(name for name in sys.modules if name.startswith("sikwu.draw"))
assert not drawn(), drawn()
sikwu.Tile.P5._repr_svg_()
assert "sikwu.draw.pictures" in sys.modules and "sikwu.scoring" not in sys.modules and "sikwu.rules" not in sys.modules
told = sikwu.settle(sikwu.score("456p 9s (中中中<S) (發發發<N) (白白白<W) +9s 2f"))
assert "sikwu.draw.scores" not in sys.modules
told._repr_html_()
assert "sikwu.draw.scores" in sys.modules and "sikwu.draw.books" not in sys.modules and "sqlalchemy" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=PATIENCE)


# --- a hand that is not finished, and one hand under several rules


def test_a_look_shows_itself() -> None:
    told = look("22678m 白白 (發發發<E) (中中中<N) 26f seat=S round=E")
    page = told._repr_html_()
    assert page.startswith('<div class="sikwu"')
    text = words(html(told, ENGLISH))
    for said in (
        "Ready: 2 kinds complete the hand, 4 tiles left.",
        "10 fan",
        "14 fan, 13 count",
        "Big three dragons 8",
    ):
        assert said in text, said
    dead = words(html(look("123456m 789p 1199s visible=1s:2"), ENGLISH))
    assert "none left" in dead
    assert "2 fan, too few" in dead


def test_a_look_at_a_full_hand_shows_the_best_discards_first() -> None:
    told = look("1357m 246p 19s EE 中發 8s")
    page = html(told, ENGLISH)
    titles = re.findall(r"<title>([^<]*)</title>", page.split('class="card"')[1])
    assert titles[0] == say("draw.tile", tile=told.discards[0].tile)("en")
    assert "3 away" in words(page)
    impossible = words(html(look("11111m"), ENGLISH))
    assert "This hand is not possible" in impossible
    assert "There are 5 copies" in impossible
    assert html(look("5x"), ENGLISH)


@pytest.mark.parametrize("lang", ["yue", "zh", "en"])
def test_a_comparison_shows_itself(lang: str) -> None:
    told = compare("111m 999p 9m 發發發 (111s<S) +9m<N seat=W 1f")
    page = html(told, Appearance(lang=lang))
    assert told._repr_html_().startswith('<div class="sikwu"')
    assert page.count("≠") == sum(row.differs for row in told.rows) == 2
    for column in told.columns:
        assert column.ruleset.name(lang) in words(page)
    assert "+24" in page
    assert "−24" in page
    assert "<script" not in page


def test_hostile_names_in_looks_and_comparisons_are_only_text() -> None:
    house = ruleset("hk-standard").with_pattern(
        Pattern("eights", when=tiles.of(NUM(8)) >= 6, zh="<i>八</i>", en='"><script>x</script>'), fan=2
    )
    for lang in ("yue", "en"):
        for told in (look("888m 888p 888s 123m 白", house), compare("888m 888p 888s 123m 白 +白 2f", [house])):
            page = html(told, Appearance(lang=lang))
            assert "<script" not in page
            assert "<i>八" not in page


def words(page: str) -> str:
    """What a page says, without what draws it."""
    return unescape(" ".join(re.sub(r"<style>.*?</style>|<title>.*?</title>|<[^>]*>", " ", page).split()))


def test_every_cell_of_the_notebook_runs_and_shows_something() -> None:
    cells = json.loads((Path(__file__).parent.parent.parent / "examples" / "notebook.ipynb").read_text("utf-8"))[
        "cells"
    ]
    space: dict[str, object] = {}
    before, shown = current(), []
    try:
        for source in ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"):
            *lines, last = source.rstrip().splitlines()
            exec("\n".join(lines), space)
            try:
                value = eval(last, space)
            except SyntaxError:
                exec(last, space)
                continue
            shown.append(type(value).__name__)
            assert hasattr(value, "_repr_html_") or hasattr(value, "_repr_svg_"), source
    finally:
        restore(before)
    assert {"Tile", "Hand", "Win", "Score", "Settlement", "Look", "Comparison", "Book"} <= set(shown)
