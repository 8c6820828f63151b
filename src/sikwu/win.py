"""A win: the hand, the tile that completed it, how it came, and the circumstances; as text, case and packed row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .hand import Hand, Meld, MeldKind, lift_melds
from .notation import Reader, format_tiles, parse_tiles, plain
from .problems import HandError, NotationError, Problem, problem
from .tiles import KINDS, Named, Tile, Wind


class By(Named):
    """How the winning tile came."""

    DISCARD, SELF_DRAW, ROB_KONG, FLOWERS = range(4)

    @property
    def zh(self) -> str:
        """食出銃, 自摸, 搶槓 or 食花糊."""
        return ("食出銃", "自摸", "搶槓", "食花糊")[self]


class Replacement(Named):
    """What the winning tile replaced."""

    NONE, KONG, FLOWER = range(3)


class FirstTurn(Named):
    """A win before the first turn is over: 天糊, 地糊 on a discard or a draw, 人糊."""

    NONE, HEAVENLY, EARTHLY, EARTHLY_DRAW, HUMAN = range(5)


class Ready(Named):
    """How the winner had declared to be ready (聽牌); CONCEALED is 冚手胡."""

    NONE, DECLARED, CONCEALED, HEAVENLY, EARTHLY = range(5)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Everything about a win that its tiles do not show: a closed list."""

    replacement: Replacement = Replacement.NONE
    kong_chain: int = 0
    """Kongs in a row ending in this win."""
    kong_feeder: Wind | None = None
    """Who fed the first exposed kong of that chain."""
    second_kong_uses_replacement: bool = False
    flower_between_kongs: bool = False
    robbed_concealed: bool = False
    """The robbed kong was a concealed one."""
    last_tile: bool = False
    """Drawn as the last tile of the wall."""
    last_discard: bool = False
    """The discard after the last tile of the wall."""
    first_turn: FirstTurn = FirstTurn.NONE
    ready: Ready = Ready.NONE
    one_shot: bool = False
    discards: int | None = None
    """Unclaimed discards lying, the winning one included."""
    visible: tuple[tuple[Tile, int], ...] = ()
    """Copies lying open (discards, other players' melds), without the winning tile; in tile order."""
    eighth_flower: Wind | None = None
    """Who holds or drew the eighth flower."""
    winners: int = 1
    """How many win on this tile."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "visible", tuple(sorted((tile, count) for tile, count in self.visible if count)))

    def to_case(self) -> dict[str, object]:
        """The object `at` of a case: only what is not as usual.

        >>> Circumstances(last_tile=True, kong_chain=2).to_case()
        {'kong_chain': 2, 'last_tile': True}
        """
        at: dict[str, object] = {}
        for name in _AT:
            field = "robbed_concealed" if name == "robbed" else name
            value = getattr(self, field)
            if value == getattr(_USUAL, field):
                continue
            if name == "robbed":
                value = "concealed"
            elif name == "visible":
                value = {tile.text: count for tile, count in value}
            at[name] = value.text if isinstance(value, Named) else value
        return at


@dataclass(frozen=True, slots=True)
class Win:
    """A hand, the tile that completes it and how it came; not checked on creation: ask `problems`.

    >>> win = Win.parse("123p 333s 567s 678m E +E seat=E round=S 1f 5f")
    >>> win.by, win.tile, win.round
    (By.SELF_DRAW, Tile.EAST, Wind.SOUTH)
    >>> win.text
    '678m 123p 333567s E 15f +E seat=E round=S'
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
    """Who discarded the tile or made the kong."""
    streak: int = 0
    """How many times the dealer has repeated."""
    at: Circumstances = Circumstances()

    def problems(self, size: int = 13) -> tuple[Problem, ...]:
        """Everything that cannot be about this win, in a game with hands of 13 or 16 tiles.

        >>> [each.code for each in Win.parse("123m +E<E").problems()]
        ['tiles.count', 'feeder.own_seat']
        """
        from sikwu.checks import problems_of  # which knows wins

        return tuple(problems_of(self, size))

    @property
    def text(self) -> str:
        """The hand, `+` the winning tile, then words; `Win.parse` gives the win back.

        >>> Win.parse("E 234567m (111s<S) (999p<N) +E<N seat=W").text
        '234567m E (111s<S) (999p<N) +E<N seat=W round=E'
        """
        words = [self.hand.text] if self.hand.text else []
        if self.tile is not None or self.feeder is not None or self.by is By.DISCARD:
            won = "+" + ("?" if self.tile is None else self.tile.text)
            if self.feeder is not None or self.by is By.DISCARD:
                won += "<" + ("?" if self.feeder is None else self.feeder.text)
            words.append(won)
        if self.by in (By.ROB_KONG, By.FLOWERS) or (self.by is By.SELF_DRAW and self.feeder is not None):
            words.append(next(word for word, by in _BY_WORDS.items() if by is self.by))
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
        """The win written in a text: a hand, `+N` (self-drawn) or `+N<W` (from W), and words in any order.

        >>> Win.parse("13m 55p 789s (111s<S) (EEE<N) +2m<? last_discard").at.last_discard
        True
        """
        melds, rest, problems = lift_melds(plain(text))
        words: dict[str, object] = {}
        won: str | None = None
        at = 0
        for token in rest.split():  # words and the winning tile are taken out, positions stay true
            start = rest.index(token, at)
            at = start + len(token)
            if _is_word(token):
                name, given, value = token.partition("=")
                if name in words:
                    problems.append(problem("name.twice", name=name))
                words[name] = _value(name, value) if given else True
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
        reader.unknown((*_BY_WORDS, "seat", "round", "streak", *_AT))
        if problems:
            raise NotationError(problems)
        return cls(Hand.of(tiles, melds), tile, by, seat, round_, feeder, streak, circumstances)

    @classmethod
    def from_case(cls, case: Mapping[str, object]) -> Win:
        """The win of a case of kind `score`; all that is malformed is told in one error.

        >>> Win.from_case({"seat": "S", "round": "E", "hand": "1m 2m E E", "win": "3m", "by": "self_draw"}).text
        '12m EE +3m seat=S round=E'
        """
        if not isinstance(case, Mapping):
            raise HandError((problem("case.not_object"),))
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
        reader.unknown(_CASE, ignored=_CASE_IGNORED)
        if problems:
            raise HandError(problems)
        return cls(Hand(concealed, melds, flowers), tile, by, seat, round_, feeder, streak, circumstances)

    def to_case(self) -> dict[str, object]:
        """The keys of a case of kind `score` that tell this win; `Win.from_case` gives it back.

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

    def pack(self) -> bytes:
        """The win as one row of 64 bytes for the kernel; who fed what is not kept.

        >>> row = Win.parse("123p 333s 567s 678m E +E").pack()
        >>> len(row), row[Tile.S3], row[34]
        (64, 3, 27)
        """
        hand, at, row = self.hand, self.at, bytearray(64)
        counts = [hand.concealed.count(tile) for tile in _PLAYED]
        seen = dict(at.visible)
        numbers = (at.kong_chain, -1 if at.discards == 255 else at.discards or 0, at.winners, self.streak)
        if sum(counts) < len(hand.concealed) or max(counts) > 15:
            raise _unpackable("手牌有花牌或太多相同的牌", "a flower or too many tiles alike among the concealed tiles")
        if any(tile >= KINDS or not 0 <= count <= 15 for tile, count in at.visible) or len(seen) < len(at.visible):
            raise _unpackable("見光的牌不對", "the visible tiles are wrong")
        if len(hand.melds) > 5 or any(meld.tile >= KINDS for meld in hand.melds):
            raise _unpackable("落地牌多過五副或有花牌", "more than five melds, or one of flowers")
        if len(set(hand.flowers)) < len(hand.flowers) or any(tile < KINDS for tile in hand.flowers):
            raise _unpackable("花牌不對", "the flowers are wrong")
        if not all(0 <= number <= 255 for number in numbers):
            raise _unpackable("有數字不在 0 至 255 之內", "a number is not between 0 and 255")
        row[:34] = bytes(count | seen.get(tile, 0) << 4 for tile, count in zip(_PLAYED, counts, strict=True))
        row[34] = 255 if self.tile is None or self.tile >= KINDS else self.tile
        row[35:40] = b"\xff" * 5
        for place, meld in enumerate(hand.melds, 35):
            row[place] = meld.kind * KINDS + meld.tile
        row[40] = sum(1 << (tile - KINDS) for tile in hand.flowers)
        row[41:48] = bytes((self.seat, self.round, self.by, at.replacement, at.kong_chain, at.first_turn, at.ready))
        row[48] = 255 if at.discards is None else at.discards
        row[49], row[50] = at.winners, self.streak
        given = [getattr(at, name) for name in _FLAGS]  # a seat that is East is 0, but given
        row[51] = sum(1 << bit for bit, value in enumerate(given) if value is not None and value is not False)
        return bytes(row)

    @classmethod
    def unpack(cls, row: bytes) -> Win:
        """The win in a packed row, for display: feeders are gone, the next seat stands for a kong's or flower's.

        >>> Win.unpack(Win.parse("123p (EEE<S) +4p<W seat=N").pack()).text
        '123p (EEE) +4p<? seat=N round=E'
        """
        row = bytes(row)
        tops = {34: KINDS - 1, **dict.fromkeys(range(35, 40), 5 * KINDS - 1), 41: 3, 42: 3, 43: 3, 44: 2, 46: 4, 47: 4}
        if len(row) != 64:
            raise HandError((problem("pack.row", at=min(len(row), 64)),))
        for at, top in tops.items():
            if row[at] > top and not (at < 40 and row[at] == 255):
                raise HandError((problem("pack.row", at=at),))
        flags = {name: bool(row[51] >> bit & 1) for bit, name in enumerate(_FLAGS)}
        someone = Wind((row[41] + 1) % 4)
        return cls(
            Hand(
                tuple(tile for tile in _PLAYED for _ in range(row[tile] & 15)),
                tuple(Meld(MeldKind(code // KINDS), Tile(code % KINDS)) for code in row[35:40] if code != 255),
                tuple(Tile(KINDS + bit) for bit in range(8) if row[40] >> bit & 1),
            ),
            None if row[34] == 255 else Tile(row[34]),
            By(row[43]),
            Wind(row[41]),
            Wind(row[42]),
            None,
            row[50],
            Circumstances(
                replacement=Replacement(row[44]),
                kong_chain=row[45],
                kong_feeder=someone if flags["kong_feeder"] else None,
                second_kong_uses_replacement=flags["second_kong_uses_replacement"],
                flower_between_kongs=flags["flower_between_kongs"],
                robbed_concealed=flags["robbed_concealed"],
                last_tile=flags["last_tile"],
                last_discard=flags["last_discard"],
                first_turn=FirstTurn(row[46]),
                ready=Ready(row[47]),
                one_shot=flags["one_shot"],
                discards=None if row[48] == 255 else row[48],
                visible=tuple((tile, row[tile] >> 4) for tile in _PLAYED),
                eighth_flower=someone if flags["eighth_flower"] else None,
                winners=row[49],
            ),
        )


_PLAYED = tuple(Tile)[:KINDS]
_BY_WORDS = {"discard": By.DISCARD, "self_draw": By.SELF_DRAW, "rob_kong": By.ROB_KONG, "flowers_win": By.FLOWERS}
_CASE = ("seat", "round", "streak", "hand", "melds", "win", "by", "from", "flowers", "at")
_CASE_IGNORED = ("id", "kind", "ruleset", "options", "expect", "why", "decision")
# The names in `at`, in the order written.
_AT = (
    "replacement", "kong_chain", "kong_feeder", "second_kong_uses_replacement", "flower_between_kongs", "robbed",
    "last_tile", "last_discard", "first_turn", "ready", "one_shot", "discards", "visible", "eighth_flower", "winners",
)  # fmt: skip
_USUAL = Circumstances()
# The bits of byte 51 of a packed row, lowest first.
_FLAGS = (
    "second_kong_uses_replacement", "flower_between_kongs", "kong_feeder", "robbed_concealed",
    "last_tile", "last_discard", "one_shot", "eighth_flower",
)  # fmt: skip


def _unpackable(zh: str, en: str) -> HandError:
    return HandError((problem("pack.range", zh_what=zh, en_what=en),))


# Reading. A text's words and a case's keys are read by the same code; every fault is noted, none stops the reading.


def _is_word(token: str) -> bool:
    return "=" in token or (len(token) > 1 and token.isascii() and token.islower() and token.replace("_", "").isalpha())


def _value(name: str, text: str) -> object:
    """What a word's value would be in a case."""
    if name == "visible":
        parts = [part.partition(":") for part in text.split(",")]
        return tuple((tile, _whole(count)) for tile, _, count in parts)
    return _whole(text)


def _whole(text: str) -> object:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 6 else text


def _read_won(text: str | None, problems: list[Problem]) -> tuple[Tile | None, Wind | None]:
    """The winning tile and its feeder from `+5m<N`; a `?` stands for either."""
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
    said = [word for word in _BY_WORDS if word in reader.raw]
    for word in said:
        reader.flag(word)
    if len(said) > 1:
        reader.problems.append(problem("win.two_ways", ways=" / ".join(said)))
    return _BY_WORDS[said[0]] if said else usual


def _read_at(reader: Reader) -> Circumstances:
    robbed = reader.take("robbed")
    if robbed not in (None, "added", "concealed"):
        reader.bad("robbed", robbed, " concealed 或 added", "concealed or added")
    return Circumstances(
        replacement=reader.word("replacement", Replacement),
        kong_chain=reader.number("kong_chain"),
        kong_feeder=reader.wind("kong_feeder"),
        second_kong_uses_replacement=reader.flag("second_kong_uses_replacement"),
        flower_between_kongs=reader.flag("flower_between_kongs"),
        robbed_concealed=robbed == "concealed",
        last_tile=reader.flag("last_tile"),
        last_discard=reader.flag("last_discard"),
        first_turn=reader.word("first_turn", FirstTurn),
        ready=reader.word("ready", Ready),
        one_shot=reader.flag("one_shot"),
        discards=reader.number("discards") if "discards" in reader.raw else None,
        visible=_read_visible(reader),
        eighth_flower=reader.wind("eighth_flower"),
        winners=reader.number("winners", usual=1),
    )


def _read_visible(reader: Reader) -> tuple[tuple[Tile, int], ...]:
    value = reader.take("visible")
    pairs = tuple(value.items()) if isinstance(value, Mapping) else () if value is None else value
    if not isinstance(pairs, tuple) or not all(isinstance(pair, tuple) and len(pair) == 2 for pair in pairs):
        reader.bad("visible", value, "一個物件，例如 5m: 3", "an object such as 5m: 3")
        return ()
    seen: dict[Tile, int] = {}
    for name, count in pairs:
        each = Reader({"tile": name, "copies": count}, reader.problems, f"{reader.where}visible.")
        faults, tile, copies = len(each.problems), each.tile("tile"), each.number("copies")
        if tile is None:
            if len(each.problems) == faults:
                reader.bad("visible", name, "一隻牌", "one tile")
        else:
            if tile in seen:
                reader.problems.append(problem("name.twice", name=f"{each.where}{tile.text}"))
            seen[tile] = copies
    return tuple(seen.items())
