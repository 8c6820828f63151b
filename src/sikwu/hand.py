"""The tiles of a player: concealed tiles, melds with the seat they were claimed from, and flowers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from .notation import Reader, format_tiles, parse_tiles, plain, short_text
from .shown import DrawnAsSvg
from .texts import NotationError, Problem, problem
from .tiles import KINDS, NamedNumber, Tile, Wind

_TILES = tuple(Tile)
_MOST_MELDS = 20  # the most melds that are parsed from one line, right or wrong
_NOTHING: Mapping[int, str] = MappingProxyType({})
LONGEST = 4096  # far more than any hand needs; limits the cost of a hostile text


class MeldKind(NamedNumber):
    """How a meld was made."""

    CHOW, PUNG, KONG_EXPOSED, KONG_ADDED, KONG_CONCEALED = range(5)

    @property
    def is_kong(self) -> bool:
        """Whether it is a kong of any kind."""
        return self >= MeldKind.KONG_EXPOSED

    @property
    def is_claimed(self) -> bool:
        """Whether it was made with another player's discard; only the concealed kong was not."""
        return self is not MeldKind.KONG_CONCEALED

    @property
    def size(self) -> int:
        """How many tiles it has."""
        return 4 if self.is_kong else 3

    @property
    def zh(self) -> str:
        """上牌, 碰牌, 明槓, 加槓 or 暗槓."""
        return ("上牌", "碰牌", "明槓", "加槓", "暗槓")[self]

    @property
    def en(self) -> str:
        """The English name, such as 'exposed kong'."""
        return ("chow", "pung", "exposed kong", "added kong", "concealed kong")[self]


@dataclass(frozen=True, slots=True)
class Meld(DrawnAsSvg):
    """One meld: its kind, its lowest tile, and the seat that fed it.

    >>> Meld(MeldKind.CHOW, Tile.M1, Wind.NORTH).text
    '(123m<N)'
    >>> Meld.parse("[7777s]")
    Meld.parse('[7777s]')
    """

    kind: MeldKind
    tile: Tile
    """The lowest tile."""
    feeder: Wind | None = None
    """The seat that discarded the claimed tile (for an added kong, that of its pung); None if there was none or it is
    unknown.
    """
    same_turn: bool = False
    """Whether it was laid down in the same turn as the meld before."""
    fresh: bool = False
    """Whether the fourth tile had not been discarded before."""

    def __repr__(self) -> str:
        return f"Meld.parse({self.text!r})"

    def __str__(self) -> str:
        return self.text

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The three or four tiles.

        >>> Meld.parse("(345p<E)").tiles
        (Tile.P3, Tile.P4, Tile.P5)
        """
        if self.kind is MeldKind.CHOW:
            # An impossible chow (of honours, or past nine) has tiles too: `problems` reports it.
            return self.tile, _TILES[(self.tile + 1) % 42], _TILES[(self.tile + 2) % 42]
        return (self.tile,) * self.kind.size

    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong with this meld alone.

        >>> [each.code for each in Meld(MeldKind.CHOW, Tile.M8).problems()]
        ['meld.over_nine']
        """
        found: list[Problem] = []
        tile = self.tile
        if tile.is_flower:
            found.append(problem("meld.flower", tile=tile))
        elif self.kind is MeldKind.CHOW and tile.is_honour:
            found.append(problem("meld.honour_chow", tile=tile))
        elif self.kind is MeldKind.CHOW and tile.number > 7:
            found.append(problem("meld.over_nine", tile=tile))
        if self.kind is MeldKind.KONG_CONCEALED and self.feeder is not None:
            found.append(problem("meld.concealed_fed", tile=tile, seat=self.feeder))
        return tuple(found)

    @property
    def text(self) -> str:
        """The text of the meld: (123m<N), (555p<S), (5555p<S), (555p+5p<S), [7777s].

        A `&` in front means same turn, a `!` behind means fresh.
        """
        tiles = self.tiles
        if self.kind is MeldKind.KONG_ADDED:
            body = f"{short_text(tiles[:3])}+{self.tile.text}"
        else:
            body = short_text(tiles, sep="")
        if self.feeder is not None:
            body += f"<{self.feeder.text}"
        if self.fresh:
            body += "!"
        body = f"[{body}]" if self.kind is MeldKind.KONG_CONCEALED else f"({body})"
        return f"&{body}" if self.same_turn else body

    @classmethod
    def parse(cls, text: str) -> Meld:
        """Parses a meld.

        >>> meld = Meld.parse("(555p+5p<S)")
        >>> meld.kind, meld.tile, meld.feeder
        (MeldKind.KONG_ADDED, Tile.P5, Wind.SOUTH)
        """
        raw = plain(text).rstrip()
        start = next((place for place, char in enumerate(raw) if char in "(["), 0)
        brackets = raw[start : start + 1] + raw[start + 1 :][-1:]
        mark = raw[:start].strip()
        if brackets not in ("()", "[]") or mark not in ("", "&"):
            raise NotationError.of("notation.meld", text=text.strip()[:40])
        concealed = brackets == "[]"
        body = " " * (start + 1) + raw[start + 1 : -1].rstrip()  # padded, so that positions in messages stay correct
        fresh = body.endswith("!")
        body = body[:-1] if fresh else body
        body, fed, seat = body.partition("<")
        feeder = Wind.parse(seat) if fed and seat.strip() != "?" else None
        first, added, fourth = body.partition("+")
        tiles = parse_tiles(first)
        more = parse_tiles(" " * (len(first) + 1) + fourth)
        if concealed:
            kind = MeldKind.KONG_CONCEALED
        elif added:
            kind = MeldKind.KONG_ADDED
        elif len(tiles) == 4:
            kind = MeldKind.KONG_EXPOSED
        else:
            kind = MeldKind.CHOW if len(set(tiles)) > 1 else MeldKind.PUNG
        if added and (concealed or len(more) != 1):
            raise NotationError.of("notation.meld", text=text.strip()[:40])
        found = meld_problem(kind, (*tiles, *more), text.strip())
        if found is not None:
            if found.code == "meld.not_run":  # the text did not say chow: it may as well be a bad pung
                found = problem("meld.not_set", text=text.strip())
            raise NotationError((found,))
        return cls(kind, lowest(kind, tiles), feeder, bool(mark), fresh)

    @classmethod
    def read(cls, reader: Reader) -> Meld | None:
        """The meld of an object in a case; None if something is wrong, which the reader then records."""
        faults, text = len(reader.problems), str(reader.raw.get("tiles", ""))
        kind = reader.word("kind", MeldKind, needed=True)
        tiles = reader.tiles("tiles", needed=True)
        feeder, same_turn, fresh = reader.wind("from"), reader.flag("same_turn"), reader.flag("fresh")
        reader.unknown(("kind", "tiles", "from", "same_turn", "fresh"))
        if len(reader.problems) > faults:
            return None
        found = meld_problem(kind, tiles, text)
        if found is not None:
            reader.problems.append(found)
            return None
        return cls(kind, lowest(kind, tiles), feeder, same_turn, fresh)

    def to_case(self) -> dict[str, object]:
        """The object for this meld in a case.

        >>> Meld.parse("(EEE<S)").to_case()
        {'kind': 'pung', 'tiles': 'E E E', 'from': 'S'}
        """
        case: dict[str, object] = {"kind": self.kind.text, "tiles": format_tiles(self.tiles)}
        if self.feeder is not None:
            case["from"] = self.feeder.text
        return case | {name: True for name in ("same_turn", "fresh") if getattr(self, name)}


@dataclass(frozen=True, slots=True)
class Hand(DrawnAsSvg):
    """The tiles of a player. Creating a hand does not check it: see `problems`.

    >>> hand = Hand.parse("2378m 1p (555p<S) [EEEE] 1f")
    >>> hand.concealed
    (Tile.M2, Tile.M3, Tile.M7, Tile.M8, Tile.P1)
    >>> hand.text
    '2378m 1p (555p<S) [EEEE] 1f'
    """

    concealed: tuple[Tile, ...]
    """Concealed tiles, in tile order."""
    melds: tuple[Meld, ...] = ()
    """Melds in the order in which they were laid down."""
    flowers: tuple[Tile, ...] = ()
    """Flowers, in tile order."""

    def __repr__(self) -> str:
        return f"Hand.parse({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def __post_init__(self) -> None:
        object.__setattr__(self, "concealed", tuple(sorted(self.concealed)))
        object.__setattr__(self, "melds", tuple(self.melds))
        object.__setattr__(self, "flowers", tuple(sorted(self.flowers)))

    def counts(self) -> list[int]:
        """Copies of each of the 42 tiles over concealed tiles and melds, without flowers laid out.

        >>> Hand.parse("111m (123m)").counts()[:3]
        [4, 1, 1]
        """
        counts = [0] * len(_TILES)
        for tile in self.concealed:
            counts[tile] += 1
        for meld in self.melds:
            for tile in meld.tiles:
                counts[tile] += 1
        return counts

    def problems(self, drawn: Tile | None = None) -> tuple[Problem, ...]:
        """Everything that is wrong with these tiles (with one more tile, if given), whatever their number.

        >>> [each.en for each in Hand.parse("55555m").problems()]
        ['There are 5 copies of 5m, but only four exist.']
        """
        counts = self.counts()
        if drawn is not None:
            counts[drawn] += 1
        found = [
            problem("tiles.five_copies", tile=tile, count=counts[tile]) for tile in _TILES[:KINDS] if counts[tile] > 4
        ]
        found += [problem("flowers.concealed", tile=tile) for tile in sorted(set(self.concealed)) if tile.is_flower]
        for tile in sorted(set(self.flowers)):
            if not tile.is_flower:
                found.append(problem("flowers.not_flower", tile=tile))
            elif self.flowers.count(tile) > 1:
                found.append(problem("flowers.twice", tile=tile, count=self.flowers.count(tile)))
        for meld in self.melds:
            found.extend(meld.problems())
        if self.melds and self.melds[0].same_turn:
            found.append(problem("meld.first_same_turn"))
        return tuple(found)

    @property
    def text(self) -> str:
        """Concealed tiles, melds, flowers as text; `Hand.parse` reads it back."""
        parts = (short_text(self.concealed), *(meld.text for meld in self.melds), short_text(self.flowers))
        return " ".join(part for part in parts if part)

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Parses a hand: tiles, melds and flowers in any order.

        >>> Hand.parse("1f 中中 (一二三萬<北)")
        Hand.parse('中中 (123m<N) 1f')
        """
        melds, rest, problems = lift_melds(plain(text))
        tiles: tuple[Tile, ...] = ()
        try:
            tiles = parse_tiles(rest)
        except NotationError as error:
            problems.extend(error.problems)
        if problems:
            raise NotationError(problems)
        return cls.of(tiles, melds)

    @classmethod
    def of(cls, tiles: Sequence[Tile], melds: Sequence[Meld] = ()) -> Hand:
        """The hand of these tiles and melds; flowers among the tiles become flowers of the hand.

        >>> Hand.of([Tile.SPRING, Tile.M1]).flowers
        (Tile.SPRING,)
        """
        return cls(
            tuple(tile for tile in tiles if not tile.is_flower),
            tuple(melds),
            tuple(tile for tile in tiles if tile.is_flower),
        )


def lift_melds(text: str, said: Mapping[int, str] = _NOTHING) -> tuple[list[Meld], str, list[Problem]]:
    """The melds in a text, the text with blanks in their place (so that positions stay correct), and the problems.

    `said`: the word before a bracket, by the place of the bracket: `pung`, `kong` …

    >>> lift_melds("1m (EEE) 2m")[1]
    '1m       2m'
    """
    melds: list[Meld] = []
    problems: list[Problem] = []
    if len(text) > LONGEST:
        return [], "", [problem("notation.too_long", count=len(text), most=LONGEST)]
    at = 0
    while at < len(text):
        if len(melds) + len(problems) >= _MOST_MELDS:
            problems.append(problem("notation.melds", place=at + 1, most=_MOST_MELDS))
            text = text[:at]
            break
        close = {"(": ")", "[": "]"}.get(text[at])
        if close is None:
            at += 1
            continue
        end = text.find(close, at) + 1
        start = at - 1 if text[max(at - 1, 0)] == "&" else at
        if not end:
            problems.append(problem("notation.bracket", text=text[at], place=at + 1, close=close, at=(at, len(text))))
            text = text[:start]
            break
        try:
            melds.append(_called(Meld.parse(" " * start + text[start:end]), said.get(start), text[start:end]))
        except NotationError as error:
            problems.extend(error.problems)
        text = text[:start] + " " * (end - start) + text[end:]
        at = end
    return melds, text, problems


def _called(meld: Meld, name: str | None, text: str) -> Meld:
    """The meld with the kind given by the word before its bracket: 暗槓(7777p) is a concealed kong in spite of its
    round brackets.
    """
    if name is None or name == meld.kind.text or (name == "kong" and meld.kind.is_kong):
        return meld
    if name.startswith("kong_") and meld.kind.is_kong:
        return replace(meld, kind=MeldKind[name.upper()])
    raise NotationError.of("meld.called", text=text[:40], kind=meld.kind)


def meld_problem(kind: MeldKind, tiles: Sequence[Tile], text: str) -> Problem | None:
    """Why these tiles are not a meld of this kind, or None if they are.

    >>> meld_problem(MeldKind.PUNG, parse_tiles("55m"), "55m").en
    'The meld "55m" has 2 tiles: a pung has 3.'
    """
    text = text if len(text) <= 40 else text[:39] + "…"
    if len(tiles) != kind.size:
        return problem("meld.size", text=text, count=len(tiles), want=kind.size, kind=kind)
    if kind is MeldKind.CHOW:
        if set(Meld(kind, lowest(kind, tiles)).tiles) != set(tiles):
            return problem("meld.not_run", text=text)
    elif len(set(tiles)) > 1:
        return problem("meld.not_alike", text=text, kind=kind)
    return None


def lowest(kind: MeldKind, tiles: Sequence[Tile]) -> Tile:
    """The tile that names a meld: the lowest of a chow, any tile of another meld.

    >>> lowest(MeldKind.CHOW, parse_tiles("312m"))
    Tile.M1
    """
    if kind is MeldKind.CHOW:
        for tile in tiles:
            if set(Meld(kind, tile).tiles) == set(tiles):
                return tile
    return min(tiles)
