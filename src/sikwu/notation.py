"""Parses and formats tiles: one grammar reads every spelling, and four styles write them. Also reads named values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .texts import Message, NotationError, Problem, nearest, problem, say, wrong_type
from .tiles import NamedNumber, Tile, Wind

TYPE_CHECKING = False  # as in typing, without the cost of importing it
if TYPE_CHECKING:
    from typing import Literal, TypeAlias, TypeVar

    Style: TypeAlias = Literal["text", "mpsz", "zh", "unicode"]
    N = TypeVar("N", bound=NamedNumber)

_MOST = 20  # the most problems reported for one text, and parts of one list: nonsense gets a short answer


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Parses tiles, in the order written; all spellings may be mixed.

    >>> parse_tiles("12m E 中")
    (Tile.M1, Tile.M2, Tile.EAST, Tile.RED)
    >>> parse_tiles("一二萬東紅中") == parse_tiles("🀇🀈 1z 7z") == parse_tiles("1m,2m,E,中")
    True
    """
    tiles: list[Tile] = []
    problems: list[Problem] = []
    text = plain(text)
    at, end = 0, len(text)
    while at < end and len(problems) < _MOST:
        char = text[at]
        start = at
        if char in NUMERALS:
            while at < end and text[at] in NUMERALS:
                at += 1
            suit = SUITS.get(text[at]) if at < end else None
            if suit is None:
                problems.append(problem("notation.no_suit", text=_cut(text[start:at]), place=start + 1, at=(start, at)))
                continue
            for digit in range(start, at):
                number = NUMERALS[text[digit]]
                if 1 <= number <= len(suit):
                    tiles.append(suit[number - 1])
                else:
                    wrong = text[digit] + text[at]
                    facts = {"text": wrong, "place": digit + 1, "suit": text[at], "most": len(suit)}
                    problems.append(problem("notation.number", at=(digit, at + 1), **facts))
            at += 1
        elif text[at : at + 2] in PAIRS:
            tiles.append(PAIRS[text[at : at + 2]])
            at += 2
        elif char in SINGLES:
            tiles.append(SINGLES[char])
            at += 1
        elif char in SUITS:
            problems.append(problem("notation.no_number", text=char, place=at + 1, example="1" + char, at=(at, at + 1)))
            at += 1
        elif char in SEPARATORS or char.isspace():
            at += 1
        else:
            while at < end and (at == start or not (text[at] in _KNOWN or text[at].isspace())):
                at += 1
            problems.append(problem("notation.unknown", text=_cut(text[start:at]), place=start + 1, at=(start, at)))
    if problems:
        raise NotationError(problems[:_MOST])
    return tuple(tiles)


def format_tiles(tiles: Iterable[Tile], style: Style = "text", sep: str | None = None) -> str:
    """The tiles as text; `parse_tiles` reads every style back.

    >>> tiles = parse_tiles("123m E E 中 5f")
    >>> format_tiles(tiles)
    '1m 2m 3m E E 中 5f'
    >>> format_tiles(tiles, "mpsz")
    '123m117z5f'
    >>> format_tiles(tiles, "zh")
    '一萬 二萬 三萬 東 東 中 梅'
    """
    if style == "mpsz":
        return ("" if sep is None else sep).join(_groups(tiles))
    if style not in ("text", "zh", "unicode"):
        raise ValueError(f'style must be "text", "mpsz", "zh" or "unicode", not {style!r}')
    return (" " if sep is None else sep).join(getattr(tile, style) for tile in tiles)


def short_text(tiles: Iterable[Tile], sep: str = " ") -> str:
    """The tiles as in a hand line: numbers grouped before their suit, honours grouped by kind.

    >>> short_text(parse_tiles("1m 2m 3m E E 中"))
    '123m EE 中'
    """
    words: list[str] = []
    last: Tile | None = None
    for tile in tiles:
        if last is not None and tile.suit == last.suit and not tile.is_honour:
            words[-1] = words[-1][:-1] + tile.text
        elif tile is last:
            words[-1] += tile.text
        else:
            words.append(tile.text)
        last = tile
    return sep.join(words)


def plain(text: str) -> str:
    """The text with full-width letters, digits and signs converted to ordinary ones; the length stays the same.

    >>> plain("１２ｍ（東）")
    '12m(東)'
    """
    if not isinstance(text, str):
        raise wrong_type("parse()", "str", text)
    return text if text.isascii() else text.translate(_FULL_WIDTH)


class Reader:
    """Reads values by name, from the words of a text or the keys of a case; records problems and continues.

    >>> reader = Reader({"seat": "S", "streak": "x"}, [])
    >>> reader.wind("seat"), reader.number("streak"), [each.code for each in reader.problems]
    (Wind.SOUTH, 0, ['value.bad'])
    """

    def __init__(self, raw: Mapping[str, object], problems: list[Problem], where: str = "") -> None:
        self.raw = {name: value for name, value in raw.items() if value is not None}
        self.problems = problems
        self.where = where

    def bad(self, name: str, value: object, want: Message) -> None:
        """Records an impossible value."""
        if isinstance(value, str):
            shown = f'"{value[:30]}"'
        elif isinstance(value, float) or (isinstance(value, int) and abs(value) < 10**9):
            shown = str(value)
        elif isinstance(value, list | tuple | Mapping):
            shown = f"{type(value).__name__}({len(value)})"
        else:
            shown = type(value).__name__
        self.problems.append(problem("value.bad", name=self.where + name, value=shown, want=want))

    def take(self, name: str, needed: bool = False) -> object:
        """The raw value, None if absent; marks it as read."""
        if needed and name not in self.raw:
            self.problems.append(problem("value.missing", name=self.where + name))
        return self.raw.pop(name, None)

    def wind(self, name: str, needed: bool = False) -> Wind | None:
        """A wind, None if absent or wrong."""
        value = self.take(name, needed)
        if value is None:
            return None
        try:
            return Wind.parse(value if isinstance(value, str) else "")
        except NotationError:
            self.bad(name, value, say("want.wind"))
            return None

    def number(self, name: str, usual: int = 0) -> int:
        """A whole number."""
        value = self.take(name)
        if value is None:
            return usual
        if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 999_999:
            self.bad(name, value, say("want.whole"))
            return usual
        return value

    def flag(self, name: str) -> bool:
        """True or false."""
        value = self.take(name)
        if value is None or isinstance(value, bool):
            return bool(value)
        self.bad(name, value, say("want.flag"))
        return False

    def word(self, name: str, kind: type[N], needed: bool = False) -> N:
        """One of the words of an enumeration; its first member if absent or wrong."""
        value = self.take(name, needed)
        for each in kind:
            if value == each.text and isinstance(value, str):
                return each
        if value is not None:
            words = [each.text for each in kind if each.text != "none"]
            self.bad(name, value, say("want.one_of", words=words))
        return next(iter(kind))

    def tiles(self, name: str, needed: bool = False) -> tuple[Tile, ...]:
        """Tiles written as text."""
        value = self.take(name, needed)
        if value is None:
            return ()
        if not isinstance(value, str):
            self.bad(name, value, say("want.tiles"))
            return ()
        try:
            return parse_tiles(value)
        except NotationError as error:
            self.problems += [each.inside(self.where + name) for each in error.problems]
            return ()

    def tile(self, name: str) -> Tile | None:
        """Exactly one tile; None if absent, empty or wrong."""
        value = self.raw.get(name)
        tiles = self.tiles(name)
        if len(tiles) > 1:
            self.bad(name, value, say("want.tile"))
        return tiles[0] if len(tiles) == 1 else None

    def inner(self, name: str) -> Reader:
        """A reader for a nested object."""
        value = self.take(name)
        if value is not None and not isinstance(value, Mapping):
            self.bad(name, value, say("want.object"))
        return Reader(value if isinstance(value, Mapping) else {}, self.problems, f"{self.where}{name}.")

    def objects(self, name: str) -> list[Reader]:
        """Readers for a list of objects."""
        value = self.take(name)
        if value is None:
            return []
        if not isinstance(value, list | tuple) or len(value) > _MOST:
            self.bad(name, value, say("want.list", most=_MOST))
            return []
        each = {f"{place}": "null" if part is None else part for place, part in enumerate(value)}
        parts = Reader(each, self.problems, f"{self.where}{name}.")
        return [parts.inner(place) for place in each]

    def unknown(self, known: tuple[str, ...], ignored: tuple[str, ...] = ()) -> None:
        """Records every name that was not read."""
        for name in [name for name in self.raw if name not in ignored][:_MOST]:
            near = nearest(str(name), known)
            hint = say("hint.perhaps", name=near) if near else say("hint.only", names=known)
            self.problems.append(problem("name.unknown", name=f"{self.where}{name}"[:60], hint=hint))


def _groups(tiles: Iterable[Tile]) -> list[str]:
    """Digits gathered before each suit letter, order kept."""
    groups: list[str] = []
    for tile in tiles:
        if groups and groups[-1][-1] == tile.suit:
            groups[-1] = groups[-1][:-1] + tile.mpsz
        else:
            groups.append(tile.mpsz)
    return groups


def _cut(text: str) -> str:
    """The part of a text that a message quotes: a few characters."""
    return text if len(text) <= 16 else text[:15] + "…"


_ALL = tuple(Tile)
# The meaning of numbers in a suit; 5z 6z 7z = 白 發 中.
_HONOURS = (*_ALL[27:31], Tile.WHITE, Tile.GREEN, Tile.RED)
SUITS = {
    **dict.fromkeys("m萬万", _ALL[0:9]),
    **dict.fromkeys("p筒餅饼", _ALL[9:18]),
    **dict.fromkeys("s索條条", _ALL[18:27]),
    "z": _HONOURS,
    "f": _ALL[34:42],
}
NUMERALS = {
    **{digit: number for number, digit in enumerate("0123456789")},
    **{digit: number for number, digit in enumerate("一二三四五六七八九", 1)},
    "伍": 5,
}
SINGLES = {
    **{tile.text: tile for tile in _ALL[27:34]},
    **{tile.zh: tile for tile in _ALL[27:42]},
    **{tile.unicode: tile for tile in _ALL},
    "东": Tile.EAST,
    "发": Tile.GREEN,
    "兰": Tile.ORCHID,
}
PAIRS = {
    "紅中": Tile.RED,
    "红中": Tile.RED,
    "發財": Tile.GREEN,
    "发财": Tile.GREEN,
    "白板": Tile.WHITE,
    "東風": Tile.EAST,
    "南風": Tile.SOUTH,
    "西風": Tile.WEST,
    "北風": Tile.NORTH,
}
SEPARATORS = ",，、\ufe0e\ufe0f"  # the last two only select the Unicode presentation of a tile
_KNOWN = frozenset((*SUITS, *NUMERALS, *SINGLES, *(word[0] for word in PAIRS), *SEPARATORS))
_FULL_WIDTH = {code + 0xFEE0: code for code in range(0x21, 0x7F)}
