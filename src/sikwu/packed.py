"""Packs a win into a 64-byte row and unpacks it. The kernel does the work; Python explains what does not fit."""

from __future__ import annotations

from collections import Counter

from sikwu._kernel import pack_win, unpack_row
from sikwu.hand import Hand, Meld, MeldKind
from sikwu.row import ABSENT, LAYOUT, put, read, written
from sikwu.texts import HandError, say
from sikwu.tiles import KINDS, Tile, Wind
from sikwu.win import USUAL, By, Circumstances, FirstTurn, Ready, Replacement, RobbedKong, Win

MADE_OF = (Win, Hand, Meld, Circumstances, Tile, Wind, MeldKind, By, Replacement, RobbedKong, FirstTurn, Ready, USUAL)
"""The types of a win that the kernel needs, and the circumstances that most wins share."""


def pack(win: Win) -> bytes:
    """The row of a win."""
    return packed_by_kernel(win, 0) or packed(win)


def packed_by_kernel(win: Win, size: int) -> bytes | None:
    """The row of a possible win in a game with hands of this size, or of any win if `size` is 0; None: Python must pack it or say what is wrong.

    The kernel reads no tiles left, because few houses ask for them.
    """
    told = type(win) is Win and type(win.at) is Circumstances and win.at.left is not None
    return None if told else pack_win(win, MADE_OF, size)


def unpack(row: bytes) -> Win:
    """The win in a row."""
    # The kernel reads no tiles left: few houses ask for them.
    told = None if len(row) > _LEFT and row[_LEFT] else unpack_row(bytes(row), _TILES)
    if told is None:
        return unpacked(row)
    concealed, melds, flowers, tile, by, seat, round_, feeder, streak, at, visible = told
    laid = tuple([Meld(_MELD_KINDS[kind], low, _SEATS[fed], same, new) for kind, low, fed, same, new in melds])
    circumstances = USUAL if at is None else _circumstances(at, visible)
    hand = Hand(concealed, laid, flowers)
    return Win(hand, tile, _BY[by], _WINDS[seat], _WINDS[round_], _SEATS[feeder], streak, circumstances)


def packed(win: Win) -> bytes:
    """The row, packed field by field in Python, or the problems: the specification of the kernel's packing."""
    hand, at = win.hand, win.at
    counts = Counter(hand.concealed)
    if len(set(hand.flowers)) < len(hand.flowers) or any(not tile.is_flower for tile in hand.flowers):
        raise _unpackable("flowers")
    if any(tile.is_flower for tile in (*counts, *(meld.tile for meld in hand.melds), *dict(at.visible))):
        raise _unpackable("flower_elsewhere")
    if len(dict(at.visible)) < len(at.visible):
        raise _unpackable("visible_twice")
    fields = {
        "tile": (ABSENT if win.tile is None else win.tile,),
        "melds": [*(meld.kind * KINDS + meld.tile for meld in hand.melds), *(ABSENT,) * (5 - len(hand.melds))],
        "flowers": (sum(1 << (tile - KINDS) for tile in hand.flowers),),
        "seat": (win.seat,),
        "round": (win.round,),
        "by": (win.by,),
        "discards": (ABSENT if at.discards is None else -1 if at.discards == ABSENT else at.discards,),
        "streak": (win.streak,),
        "left": (0 if at.left is None else at.left + 1,),
        "feeder": (_seat(win.feeder),),
        "kong_feeder": (_seat(at.kong_feeder),),
        "eighth_flower": (_seat(at.eighth_flower),),
        "meld_feeders": [_seat(meld.feeder) for meld in hand.melds],
        "same_turn": [meld.same_turn for meld in hand.melds],
        "fresh": [meld.fresh for meld in hand.melds],
        **{name: (getattr(at, name),) for name in _AS_THEY_ARE},
    }
    bits = 0
    for name, values in fields.items():
        bits |= put(name, values)
    for name, copies in (("concealed", counts.items()), ("visible", at.visible)):
        field = LAYOUT[name]
        for tile, count in copies:
            if not field.allows(count):
                raise _unpackable("copies", tile=tile, count=count)
            bits |= count << field.start + tile * field.step
    return written(bits)


def unpacked(row: bytes) -> Win:
    """The win, unpacked field by field in Python, or the problems: the specification of the kernel's unpacking."""
    found = read(bytes(row))
    one = {name: values[0] for name, values in found.items()}
    laid = list(zip(*(found[name] for name in ("melds", "meld_feeders", "same_turn", "fresh")), strict=True))
    while laid and laid[-1] == (ABSENT, 0, 0, 0):
        laid.pop()
    if any(code == ABSENT for code, *_ in laid):
        raise HandError.of("pack.row", byte=LAYOUT["melds"].start // 8 + len(laid) - 1)
    at = Circumstances(
        kong_feeder=_wind(one["kong_feeder"]),
        eighth_flower=_wind(one["eighth_flower"]),
        discards=None if one["discards"] == ABSENT else one["discards"],
        left=one["left"] - 1 if one["left"] else None,
        visible=tuple((tile, count) for tile, count in zip(_PLAYED, found["visible"], strict=True)),
        **{name: kind(one[name]) for name, kind in _AS_THEY_ARE.items()},
    )
    return Win(
        Hand(
            tuple(tile for tile, count in zip(_PLAYED, found["concealed"], strict=True) for _ in range(count)),
            tuple(
                Meld(MeldKind(code // KINDS), Tile(code % KINDS), _wind(fed), bool(same), bool(fresh))
                for code, fed, same, fresh in laid
            ),
            tuple(Tile(KINDS + bit) for bit in range(8) if one["flowers"] >> bit & 1),
        ),
        None if one["tile"] == ABSENT else Tile(one["tile"]),
        By(one["by"]),
        Wind(one["seat"]),
        Wind(one["round"]),
        _wind(one["feeder"]),
        one["streak"],
        at,
    )


_TILES, _WINDS, _MELD_KINDS, _BY = tuple(Tile), tuple(Wind), tuple(MeldKind), tuple(By)
_PLAYED = _TILES[:KINDS]
_SEATS = (None, *_WINDS)
_LEFT = LAYOUT["left"].start // 8
# Circumstances that a packed row stores as plain numbers.
_AS_THEY_ARE = {
    "replacement": Replacement,
    "kong_chain": int,
    "second_kong_uses_replacement": bool,
    "flower_between_kongs": bool,
    "robbed": RobbedKong,
    "last_tile": bool,
    "last_discard": bool,
    "first_turn": FirstTurn,
    "ready": Ready,
    "one_shot": bool,
    "winners": int,
}


def _unpackable(what: str, **facts: object) -> HandError:
    return HandError.of("pack.range", what=say(f"pack.{what}", **facts))


def _seat(wind: Wind | None) -> int:
    """A seat as stored in a row: 0 is nobody."""
    return 0 if wind is None else wind + 1


def _circumstances(at: tuple[int, ...], visible: tuple[tuple[Tile, int], ...]) -> Circumstances:
    """The circumstances from their numbers in a row, in the order written."""
    (
        replacement,
        chain,
        fed,
        tight,
        broken,
        robbed,
        last,
        last_discard,
        first,
        ready,
        shot,
        discards,
        eighth,
        winners,
    ) = at
    return Circumstances(
        Replacement(replacement),
        chain,
        _SEATS[fed],
        bool(tight),
        bool(broken),
        RobbedKong(robbed),
        bool(last),
        bool(last_discard),
        FirstTurn(first),
        Ready(ready),
        bool(shot),
        None if discards == ABSENT else discards,
        visible,
        _SEATS[eighth],
        winners,
    )


def _wind(seat: int) -> Wind | None:
    return Wind(seat - 1) if seat else None
