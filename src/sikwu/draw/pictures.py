"""Tiles, melds, hands and wins as SVG pictures that need no network, no script and no font."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from sikwu.draw.appearance import Appearance, current
from sikwu.draw.row import EDGE, WIDTH, HandLayout, MeldCaption, TilePlace, laid, plain_row
from sikwu.draw.sheet import Sheet, number
from sikwu.hand import Hand, Meld
from sikwu.texts import Message, say
from sikwu.tiles import Tile
from sikwu.win import Win

_ROOM = 6.0
"""Margin around tiles that lie on nothing, for the ring of the winning tile and the shadow."""
_FELT = 18.0
_LETTERS, _LEAST = 18.0, 10.0
"""The size of the text below melds: in the picture, and the least in pixels."""
_FONT = "system-ui,'PingFang HK','Noto Sans HK','Microsoft JhengHei',sans-serif"


def tile_svg(tile: Tile | None, look: Appearance | None = None, sheet: Sheet | None = None) -> str:
    """One tile; None: a tile face down.

    >>> tile_svg(Tile.P5).startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    True
    """
    row = HandLayout((TilePlace(tile, 0, 0),), (), WIDTH, 80 + EDGE)
    return _picture(row, _name(tile), look or current(), sheet, felt=False)


def tiles_svg(tiles: Sequence[Tile], look: Appearance | None = None, sheet: Sheet | None = None) -> str:
    """Tiles side by side."""
    return _picture(plain_row(tiles), say("tiles.text", tiles=tuple(tiles)), look or current(), sheet, felt=False)


def hand_svg(hand: Hand, look: Appearance | None = None, sheet: Sheet | None = None) -> str:
    """The tiles of a player: concealed tiles, melds with their feeders, flowers.

    >>> hand_svg(Hand.parse("123m (EEE<S)")).count("<title>")
    6
    """
    return _picture(laid(hand), _spoken(hand), look or current(), sheet)


def meld_svg(meld: Meld, look: Appearance | None = None, sheet: Sheet | None = None) -> str:
    """One meld."""
    return hand_svg(Hand((), (meld,)), look, sheet)


def win_svg(win: Win, look: Appearance | None = None, sheet: Sheet | None = None) -> str:
    """A win: the hand, and the winning tile apart with a ring around it."""
    return _picture(laid(win.hand, win.tile), _spoken(win.hand, win.tile), look or current(), sheet)


# --- words


def _name(tile: Tile | None) -> Message:
    return say("draw.face_down") if tile is None else say("draw.tile", tile=tile)


def _under(meld: Meld) -> Message:
    if meld.feeder is None:
        return say("draw.meld", kind=meld.kind)
    return say("draw.meld_fed", kind=meld.kind, seat=meld.feeder)


def _spoken(hand: Hand, won: Tile | None = None) -> Message:
    """The hand as a text for screen readers."""
    parts = [say("tiles.text", tiles=hand.concealed)] if hand.concealed else []
    parts += [say("draw.spoken_meld", meld=_under(meld), tiles=meld.tiles) for meld in hand.melds]
    parts += [say("draw.spoken_win", tile=won)] if won is not None else []
    parts += [say("draw.spoken_flowers", tiles=hand.flowers)] if hand.flowers else []
    return say("draw.spoken_hand", parts=tuple(parts))


# --- the picture


def _picture(row: HandLayout, label: Message, look: Appearance, sheet: Sheet | None, felt: bool | None = None) -> str:
    """The row with a margin, on felt or on nothing; the sheet of the page holds the faces, otherwise the picture
    does.
    """
    lang, felt = look.language, look.felt if felt is None else felt
    own = Sheet(text=repr((row, look))) if sheet is None else sheet
    room = _FELT if felt else _ROOM
    letters = max(_LETTERS, _LEAST * WIDTH / look.width)
    width, height = row.width + 2 * room, row.height + 2 * room + (letters + 12 if row.unders else 0)
    tiles = "".join(own.tile(place, _name(place.tile)(lang), look.index) for place in row.places)
    texts = "".join(_under_text(under, row.height, letters, lang, felt) for under in row.unders)
    ground = ""
    if felt:
        ground = f'<rect width="{number(width)}" height="{number(height)}" rx="16" fill="#12483c"/>'
    scale, defs = look.width / WIDTH, own.defs() if sheet is None else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(width * scale)}" height="{number(height * scale)}"'
        f' viewBox="0 0 {number(width)} {number(height)}" role="img" aria-label="{escape(label(lang))}"'
        f' lang="{html_language(lang)}">{defs}{ground}'
        f'<g transform="translate({number(room)} {number(room)})">{tiles}{texts}</g></svg>'
    )


def _under_text(under: MeldCaption, height: float, size: float, lang: str, felt: bool) -> str:
    """A line below the meld with its kind and feeder; grey if the background is unknown."""
    y, middle, colour = height + 8, under.x + under.width / 2, "#a9cbbe" if felt else "#7d867f"
    line = f'<path d="M{number(under.x + 2)} {number(y)}h{number(under.width - 4)}" stroke="{colour}" stroke-opacity=".6"/>'
    words = _under(under.meld)(lang)
    fits = under.width / sum(0.58 if char.isascii() else 1 for char in words)
    size = min(size, fits)
    return (
        f'{line}<text x="{number(middle)}" y="{number(y + 2 + size)}" fill="{colour}" font-family="{_FONT}"'
        f' font-size="{number(size)}" text-anchor="middle">{escape(words)}</text>'
    )


def html_language(lang: str) -> str:
    """The language tag for pages: Han characters take the forms of Hong Kong.

    >>> html_language("yue"), html_language("en")
    ('zh-Hant-HK', 'en')
    """
    return "en" if lang == "en" else "zh-Hant-HK"
