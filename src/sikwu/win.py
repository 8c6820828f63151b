"""A win: the hand, the winning tile, how it came, and the circumstances; as text, as a case and as a packed row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .hand import LONGEST, Hand, Meld, MeldKind, lift_melds
from .notation import Reader, format_tiles, parse_tiles, plain
from .shown import DrawnAsSvg
from .slips import meant
from .texts import HandError, NotationError, Problem, problem, say, wrong_type
from .tiles import NamedNumber, Tile, Wind


class By(NamedNumber):
    """How the winning tile came."""

    DISCARD, SELF_DRAW, ROB_KONG, FLOWERS = range(4)

    @property
    def zh(self) -> str:
        """食出銃, 自摸, 搶槓 or 食花糊."""
        return ("食出銃", "自摸", "搶槓", "食花糊")[self]


class Replacement(NamedNumber):
    """What the winning tile replaced."""

    NONE, KONG, FLOWER = range(3)


class RobbedKong(NamedNumber):
    """The kind of kong that was robbed; an added one by default."""

    ADDED, CONCEALED, EXPOSED = range(3)


class FirstTurn(NamedNumber):
    """A win before the first turn is over: 天糊, 地糊 on a discard or a draw, 人糊."""

    NONE, HEAVENLY, EARTHLY, EARTHLY_DRAW, HUMAN = range(5)


class Ready(NamedNumber):
    """How the winner had declared a ready hand (聽牌); CONCEALED is 冚手胡."""

    NONE, DECLARED, CONCEALED, HEAVENLY, EARTHLY = range(5)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Everything about a win that its tiles do not show: a closed list."""

    replacement: Replacement = Replacement.NONE
    kong_chain: int = 0
    """The number of kongs in a row ending in this win."""
    kong_feeder: Wind | None = None
    """The seat that fed the first exposed kong of that chain; only needed if the melds do not determine it: see
    `Win.kong_feeder`.
    """
    second_kong_uses_replacement: bool = False
    flower_between_kongs: bool = False
    robbed: RobbedKong = RobbedKong.ADDED
    last_tile: bool = False
    """Whether it was drawn as the last tile of the wall."""
    last_discard: bool = False
    """Whether it is the discard after the last tile of the wall."""
    first_turn: FirstTurn = FirstTurn.NONE
    ready: Ready = Ready.NONE
    one_shot: bool = False
    discards: int | None = None
    """The number of unclaimed discards on the table, with the winning one."""
    visible: tuple[tuple[Tile, int], ...] = ()
    """Visible copies (discards, other players' melds), without the winning tile; in tile order."""
    eighth_flower: Wind | None = None
    """The seat that holds or drew the eighth flower."""
    winners: int = 1
    """How many players win on this tile."""
    left: int | None = None
    """The number of tiles left in the wall; None: not told. Only some houses ask for it (尾五隻)."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "visible", tuple(sorted((tile, count) for tile, count in self.visible if count)))

    def to_case(self) -> dict[str, object]:
        """The object `at` of a case: only circumstances that differ from the default.

        >>> Circumstances(last_tile=True, kong_chain=2).to_case()
        {'kong_chain': 2, 'last_tile': True}
        """
        at: dict[str, object] = {}
        for name in _AT:
            value = getattr(self, name)
            if value == getattr(USUAL, name):
                continue
            if name == "visible":
                value = {tile.text: count for tile, count in value}
            at[name] = value.text if isinstance(value, NamedNumber) else value
        return at


USUAL = Circumstances()
"""The default circumstances."""


@dataclass(frozen=True, slots=True)
class Win(DrawnAsSvg):
    """A hand, the tile that completes it and how it came. Creating a win does not check it: see `problems`.

    >>> win = Win.parse("123p 333s 567s 678m E +E seat=E round=S 1f 5f")
    >>> win.by, win.tile, win.round
    (By.SELF_DRAW, Tile.EAST, Wind.SOUTH)
    >>> win.text
    '678m 123p 333567s E 15f +E seat=E round=S'
    >>> win
    Win.parse('678m 123p 333567s E 15f +E seat=E round=S')
    >>> win.problems()
    ()
    """

    hand: Hand
    """Without the winning tile."""
    tile: Tile | None
    """The winning tile; a win by flowers needs none."""
    by: By
    seat: Wind
    round: Wind
    feeder: Wind | None = None
    """The seat that discarded the tile or made the kong."""
    streak: int = 0
    """How many times in a row the dealer has stayed dealer."""
    at: Circumstances = USUAL

    def __repr__(self) -> str:
        return f"Win.parse({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def problems(self, size: int = 13) -> tuple[Problem, ...]:
        """All problems of this win, in a game with hands of 13 or 16 tiles.

        >>> [each.code for each in Win.parse("123m +E<E").problems()]
        ['tiles.count', 'feeder.own_seat']
        """
        from sikwu.checks import problems_of  # imports this module

        return tuple(problems_of(self, size))

    @property
    def text(self) -> str:
        """The hand, `+` the winning tile, then words; `Win.parse` reads it back.

        >>> Win.parse("E 234567m (111s<S) (999p<N) +E<N seat=W").text
        '234567m E (111s<S) (999p<N) +E<N seat=W round=E'
        """
        held = self.hand.text
        words = [held] if held else []
        if self.tile is not None or self.feeder is not None or self.by is By.DISCARD:
            won = "+" + ("?" if self.tile is None else self.tile.text)
            if self.feeder is not None or self.by is By.DISCARD:
                won += "<" + ("?" if self.feeder is None else self.feeder.text)
            words.append(won)
        if self.by in (By.ROB_KONG, By.FLOWERS) or (self.by is By.SELF_DRAW and self.feeder is not None):
            words.append(next(word for word, by in BY_WORDS.items() if by is self.by))
        words += [f"seat={self.seat.text}", f"round={self.round.text}"]
        if self.streak:
            words.append(f"streak={self.streak}")
        for name, value in self.at.to_case().items():
            if isinstance(value, dict):
                value = ",".join(f"{tile}:{count}" for tile, count in value.items())
            words.append(name if value is True else f"{name}={value}")
        return " ".join(words)

    @classmethod
    def parse(cls, text: str) -> Win:
        """Parses a win: a hand, `+N` (self-drawn) or `+N<W` (from W), and words in any order.

        >>> Win.parse("13m 55p 789s (111s<S) (EEE<N) +2m<? last_discard").at.last_discard
        True
        """
        from sikwu.written import row_of_text

        if not isinstance(text, str):
            raise wrong_type("Win.parse()", "str", text)
        row = row_of_text(text, 0)  # the kernel parses correct texts
        return cls._parsed(text) if row is None else cls.unpack(row)

    @classmethod
    def _parsed(cls, text: str) -> Win:
        """Parses in Python, or raises everything that is wrong: the specification of the kernel's parser."""
        from sikwu.vocabulary.line import heard  # only a line that the kernel does not accept may contain spoken words

        said = heard(plain(text)[: LONGEST + 1])
        melds, rest, problems = lift_melds(said.text, said.melds)
        words: dict[str, object] = {}
        for word in said.words:
            _put(words, word, problems)
        unread, won, at = rest, None, 0
        for token in rest.split():  # words and the winning tile are taken out; positions stay correct
            start = rest.index(token, at)
            at = start + len(token)
            if _is_word(token):
                _put(words, token, problems, said=token in said.words)
            elif "+" in token:
                start += token.index("+")
                if won is not None:
                    problems.append(problem("name.twice", name="+"))
                won = " " * start + rest[start:at]
            else:
                continue
            rest = rest[:start] + " " * (at - start) + rest[at:]
        tiles: tuple[Tile, ...] = ()
        try:
            tiles = parse_tiles(rest)
        except NotationError as error:
            problems.extend(error.problems)
        reader = Reader(words, problems)
        tile, feeder = _read_won(won, problems)
        by = _read_by(reader, usual=By.DISCARD if won and "<" in won else By.SELF_DRAW)
        seat = reader.wind("seat") or Wind.EAST
        round_ = reader.wind("round") or Wind.EAST
        streak = reader.number("streak")
        circumstances = _read_at(reader)
        reader.unknown((*BY_WORDS, "seat", "round", "streak", *_AT))
        if problems:
            raise NotationError(meant(unread, problems, _VALUES))
        return cls(Hand.of(tiles, melds), tile, by, seat, round_, feeder, streak, circumstances)

    @classmethod
    def from_case(cls, case: Mapping[str, object]) -> Win:
        """The win of a case of kind `score`; one error lists everything malformed.

        `text`, the win in one line, may replace `hand` … `at`.

        >>> Win.from_case({"seat": "S", "round": "E", "hand": "1m 2m E E", "win": "3m", "by": "self_draw"}).text
        '12m EE +3m seat=S round=E'
        >>> Win.from_case({"text": "12m EE +3m seat=S"}).text
        '12m EE +3m seat=S round=E'
        """
        if not isinstance(case, Mapping):
            raise HandError.of("case.not_object")
        if case.get("text") is not None:
            return cls._of_text(case)
        problems: list[Problem] = []
        reader = Reader(case, problems)
        seat = reader.wind("seat", needed=True) or Wind.EAST
        round_ = reader.wind("round", needed=True) or Wind.EAST
        by = reader.word("by", By, needed=True)
        concealed, flowers = reader.tiles("hand"), reader.tiles("flowers")
        melds = tuple(meld for each in reader.objects("melds") if (meld := Meld.read(each)) is not None)
        tile = reader.tile("win")
        feeder = reader.wind("from")
        streak = reader.number("streak")
        at = reader.inner("at")
        circumstances = _read_at(at)
        at.unknown(_AT)
        reader.unknown(CASE_KEYS, ignored=(*CASE_HEAD, *CASE_NOTES))
        if problems:
            raise HandError(problems)
        return cls(Hand(concealed, melds, flowers), tile, by, seat, round_, feeder, streak, circumstances)

    @classmethod
    def _of_text(cls, case: Mapping[str, object]) -> Win:
        """The win of a case with a text; seat, round and streak may be given separately, but not twice."""
        problems: list[Problem] = []
        reader = Reader(case, problems)
        text = reader.take("text")
        if not isinstance(text, str):
            reader.bad("text", text, say("want.win_text"))
        beside = {"seat": reader.wind("seat"), "round": reader.wind("round"), "streak": reader.number("streak", -1)}
        mixed = [name for name in CASE_KEYS if name in reader.raw]
        if mixed:
            problems.append(problem("case.text_and_keys", names=", ".join(mixed)))
        for name in mixed:
            del reader.raw[name]
        reader.unknown(CASE_KEYS, ignored=(*CASE_HEAD, *CASE_NOTES))
        if problems:
            raise HandError(problems)
        words = [f"{name}={getattr(value, 'text', value)}" for name, value in beside.items() if value not in (None, -1)]
        return cls.parse(" ".join((str(text), *words)))

    def to_case(self) -> dict[str, object]:
        """The keys of a case of kind `score` for this win; `Win.from_case` reads them back.

        >>> Win.parse("12m EE +3m").to_case()["hand"]
        '1m 2m E E'
        """
        case: dict[str, object] = {"seat": self.seat.text, "round": self.round.text}
        if self.streak:
            case["streak"] = self.streak
        case["hand"] = format_tiles(self.hand.concealed)
        case["melds"] = [meld.to_case() for meld in self.hand.melds]
        if self.tile is not None:
            case["win"] = self.tile.text
        case["by"] = self.by.text
        if self.feeder is not None:
            case["from"] = self.feeder.text
        case["flowers"] = format_tiles(self.hand.flowers)
        if at := self.at.to_case():
            case["at"] = at
        return case

    @property
    def kong_feeder(self) -> Wind | None:
        """The seat that fed the kong whose replacement tile won: from the melds if they determine it, otherwise as
        written (T5).

        It is the only kong, or the first of the last `kong_chain` kongs, if that is an exposed one. An added kong
        keeps the place of its pung, so if one comes before an exposed kong, their order is unknown.

        >>> Win.parse("123456m 234p 5s (9999m<N) +5s seat=S replacement=kong").kong_feeder
        Wind.NORTH
        """
        if self.at.replacement is not Replacement.KONG:
            return None
        first = self.first_kong
        if first is None:
            return self.at.kong_feeder
        if first.kind is not MeldKind.KONG_EXPOSED:
            return None
        return self.at.kong_feeder if first.feeder is None else first.feeder

    @property
    def first_kong(self) -> Meld | None:
        """The first kong of the row of kongs that ends in this win; None if the melds do not determine it."""
        kongs = [meld for meld in self.hand.melds if meld.kind.is_kong]
        chain, kinds = max(self.at.kong_chain, 1), [meld.kind for meld in kongs]
        added = kinds.index(MeldKind.KONG_ADDED) if MeldKind.KONG_ADDED in kinds else len(kinds)
        if chain > len(kongs) or MeldKind.KONG_EXPOSED in kinds[added:]:
            return None
        return kongs[-chain]

    def pack(self) -> bytes:
        """The win as one row of 64 bytes for the kernel; `Win.unpack` reads it back.

        >>> row = Win.parse("123p 333s 567s 678m E +E").pack()
        >>> len(row), row[Tile.S3], row[34]
        (64, 3, 27)
        """
        from sikwu.packed import pack

        return pack(self)

    @classmethod
    def unpack(cls, row: bytes) -> Win:
        """The win in a packed row.

        >>> Win.unpack(Win.parse("123p (EEE<S) +4p<W seat=N").pack()).text
        '123p (EEE<S) +4p<W seat=N round=E'
        """
        from sikwu.packed import unpack

        return unpack(row)


BY_WORDS = {"discard": By.DISCARD, "self_draw": By.SELF_DRAW, "rob_kong": By.ROB_KONG, "flowers_win": By.FLOWERS}
CASE_KEYS = ("seat", "round", "streak", "hand", "melds", "win", "by", "from", "flowers", "at", "text")
CASE_HEAD = ("id", "kind", "ruleset", "options", "rules", "house")
CASE_NOTES = ("expect", "why", "decision", "source", "shows")
"""Keys of a case for people and tests; the answer does not depend on them."""
# The names in `at`, in the order written.
_AT = (
    "replacement", "kong_chain", "kong_feeder", "second_kong_uses_replacement", "flower_between_kongs", "robbed",
    "last_tile", "last_discard", "first_turn", "ready", "one_shot", "discards", "visible", "eighth_flower", "winners",
    "left",
)  # fmt: skip


_VALUES: dict[str, list[str]] = {}
"""Words that are values, with their form in a line: `declared` → `ready=declared`."""
for _name, _kind in (("replacement", Replacement), ("robbed", RobbedKong), ("first_turn", FirstTurn), ("ready", Ready)):
    for _each in _kind:
        _VALUES.setdefault(_each.text, []).append(f"{_name}={_each.text}")
_MOST_VISIBLE = 60  # there are only 34 kinds

# Parsing. The same code reads the words of a text and the keys of a case; it records every problem and continues.


def _is_word(token: str) -> bool:
    return "=" in token or (len(token) > 1 and token.isascii() and token.islower() and token.replace("_", "").isalpha())


def _put(words: dict[str, object], token: str, problems: list[Problem], said: bool = False) -> None:
    """Adds a word and its value to those of the line; a spoken word may repeat a written one."""
    name, given, value = token.partition("=")
    if name in words and not said:
        problems.append(problem("name.twice", name=name))
    words[name] = _value(name, value) if given else True


def _value(name: str, text: str) -> object:
    """The value of a word as a case has it."""
    if name == "visible":
        parts = [part.partition(":") for part in text.split(",")]
        return tuple((tile, _whole(count)) for tile, _, count in parts)
    return _whole(text)


def _whole(text: str) -> object:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 6 else text


def _read_won(text: str | None, problems: list[Problem]) -> tuple[Tile | None, Wind | None]:
    """The winning tile and its feeder from `+5m<N`; a `?` means unknown."""
    name, fed, seat = (text or "+?").replace("+", " ", 1).partition("<")
    tiles: tuple[Tile, ...] = ()
    feeder: Wind | None = None
    try:
        tiles = parse_tiles(name) if name.strip() != "?" else ()
        feeder = Wind.parse(seat) if fed and seat != "?" else None
    except NotationError as error:
        problems.extend(error.problems)
    else:
        if len(tiles) != 1 and name.strip() != "?":
            problems.append(problem("notation.win_tile", text=f"+{name.strip()}"[:20]))
    return tiles[0] if tiles else None, feeder


def _read_by(reader: Reader, usual: By) -> By:
    said = [word for word in BY_WORDS if word in reader.raw]
    for word in said:
        reader.flag(word)
    if len(said) > 1:
        reader.problems.append(problem("win.two_ways", ways=" / ".join(said)))
    return BY_WORDS[said[0]] if said else usual


def _read_at(reader: Reader) -> Circumstances:
    return Circumstances(
        replacement=reader.word("replacement", Replacement),
        kong_chain=reader.number("kong_chain"),
        kong_feeder=reader.wind("kong_feeder"),
        second_kong_uses_replacement=reader.flag("second_kong_uses_replacement"),
        flower_between_kongs=reader.flag("flower_between_kongs"),
        robbed=reader.word("robbed", RobbedKong),
        last_tile=reader.flag("last_tile"),
        last_discard=reader.flag("last_discard"),
        first_turn=reader.word("first_turn", FirstTurn),
        ready=reader.word("ready", Ready),
        one_shot=reader.flag("one_shot"),
        discards=reader.number("discards") if "discards" in reader.raw else None,
        visible=_read_visible(reader),
        eighth_flower=reader.wind("eighth_flower"),
        winners=reader.number("winners", usual=1),
        left=reader.number("left") if "left" in reader.raw else None,
    )


def _read_visible(reader: Reader) -> tuple[tuple[Tile, int], ...]:
    value = reader.take("visible")
    pairs = tuple(value.items()) if isinstance(value, Mapping) else () if value is None else value
    if (
        not isinstance(pairs, tuple)
        or len(pairs) > _MOST_VISIBLE
        or not all(isinstance(pair, tuple) and len(pair) == 2 for pair in pairs)
    ):
        reader.bad("visible", value, say("want.visible"))
        return ()
    seen: dict[Tile, int] = {}
    for name, count in pairs:
        each = Reader({"tile": name, "copies": count}, reader.problems, f"{reader.where}visible.")
        faults, tile, copies = len(each.problems), each.tile("tile"), each.number("copies")
        if tile is None:
            if len(each.problems) == faults:
                reader.bad("visible", name, say("want.tile"))
        else:
            if tile in seen:
                reader.problems.append(problem("name.twice", name=f"{each.where}{tile.text}"))
            seen[tile] = copies
    return tuple(seen.items())
