"""A win: text, case and packed row both ways."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sikwu.hand import Hand, Meld, MeldKind
from sikwu.row import LAYOUT
from sikwu.texts import HandError, NotationError
from sikwu.texts.tables import table
from sikwu.tiles import KINDS, Tile, Wind
from sikwu.win import By, Circumstances, FirstTurn, Ready, Replacement, RobbedKong, Win

tiles = st.sampled_from(list(Tile))
played = st.sampled_from(list(Tile)[:KINDS])
winds = st.sampled_from(list(Wind))
maybe_wind = st.none() | winds
numbers = st.integers(-3, 300)
melds = st.builds(
    Meld, st.sampled_from(list(MeldKind)), played, maybe_wind, same_turn=st.booleans(), fresh=st.booleans()
)
flower_sets = st.sets(st.sampled_from(list(Tile)[KINDS:])).map(tuple)


def circumstances(number: st.SearchStrategy[int], seen: st.SearchStrategy[int]) -> st.SearchStrategy[Circumstances]:
    return st.builds(
        Circumstances,
        replacement=st.sampled_from(list(Replacement)),
        kong_chain=number,
        kong_feeder=maybe_wind,
        second_kong_uses_replacement=st.booleans(),
        flower_between_kongs=st.booleans(),
        robbed=st.sampled_from(RobbedKong),
        last_tile=st.booleans(),
        last_discard=st.booleans(),
        first_turn=st.sampled_from(list(FirstTurn)),
        ready=st.sampled_from(list(Ready)),
        one_shot=st.booleans(),
        discards=st.none() | number,
        visible=st.dictionaries(played, seen, max_size=4).map(lambda seen: tuple(seen.items())),
        eighth_flower=maybe_wind,
        winners=number,
    )


def wins(number: st.SearchStrategy[int], seen: st.SearchStrategy[int]) -> st.SearchStrategy[Win]:
    return st.builds(
        Win,
        hand=st.builds(
            Hand, st.lists(played, max_size=15).map(tuple), st.lists(melds, max_size=5).map(tuple), flower_sets
        ),
        tile=st.none() | played,
        by=st.sampled_from(list(By)),
        seat=winds,
        round=winds,
        feeder=maybe_wind,
        streak=number,
        at=circumstances(number, seen),
    )


any_win = wins(numbers, st.integers(-2, 20))
packable = wins(st.integers(0, 200), st.integers(0, 15))


@given(any_win)
def test_any_win_round_trips_as_text_and_case(win: Win) -> None:
    assert Win.parse(win.text) == win
    assert Win.from_case(win.to_case()) == win
    assert eval(repr(win)) == win


@given(any_win, st.sampled_from([13, 16]))
def test_problems_never_fail(win: Win, size: int) -> None:
    for each in win.problems(size):
        assert each.code in table("en")
        assert each.zh.endswith("。")
        assert each.en.endswith(".")


@given(packable)
def test_a_row_loses_nothing(win: Win) -> None:
    row = win.pack()
    assert len(row) == 64
    assert Win.unpack(row) == win


@given(st.binary(min_size=64, max_size=64))
def test_any_row_is_a_win_or_refused(row: bytes) -> None:
    try:
        win = Win.unpack(row)
    except HandError:
        return
    assert Win.unpack(win.pack()) == win


@given(packable, st.integers(0, 511))
def test_every_bit_of_a_row_is_a_field_or_refused(win: Win, bit: int) -> None:
    """A row that differs in any bit is another win, or none: nothing is read over."""
    changed = (int.from_bytes(win.pack(), "little") ^ 1 << bit).to_bytes(64, "little")
    try:
        other = Win.unpack(changed)
    except HandError:
        return
    assert other != win


def test_fields_of_a_row_stand_apart() -> None:
    taken = [
        field.start + place * field.step + bit
        for field in LAYOUT.values()
        for place in range(field.times)
        for bit in range(field.bits)
    ]
    assert len(taken) == len(set(taken))
    assert max(taken) < 512


WORDS = [
    "1m",
    "E",
    "中",
    "(EEE<S)",
    "[7777s]",
    "+E",
    "+5m<N",
    "+?",
    "seat=S",
    "round=x",
    "streak=-1",
    "ready=declared",
    "=",
]
WORDS += [
    "rob_kong",
    "flowers_win",
    "last_tile",
    "visible=5m:1",
    "visible=",
    "visible=5m",
    "discards=99999999",
    "&",
    "(",
    "x",
]


@given(st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join) | st.text(max_size=30))
def test_any_text_is_a_win_or_refused(text: str) -> None:
    try:
        win = Win.parse(text)
    except NotationError:
        return
    assert Win.parse(win.text) == win


json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.sampled_from(["E", "1m", "kong", "x", ""]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["kind", "tiles", "ready", "5m", "x"]), inner)
    ),
    max_leaves=5,
)
case_keys = ["seat", "round", "streak", "hand", "melds", "win", "by", "from", "flowers", "at", "id", "x"]


@given(st.dictionaries(st.sampled_from(case_keys), json) | json)
def test_any_case_is_a_win_or_refused(case: Any) -> None:
    try:
        win = Win.from_case(case)
    except HandError:
        return
    assert Win.from_case(win.to_case()) == win


def test_text_of_the_examples() -> None:
    win = Win.parse("123p 333s 567s 678m E +E seat=E round=S 1f 5f")
    assert (win.by, win.tile, win.seat, win.round, win.feeder) == (
        By.SELF_DRAW,
        Tile.EAST,
        Wind.EAST,
        Wind.SOUTH,
        None,
    )
    assert win.hand.flowers == (Tile.SPRING, Tile.PLUM)
    assert win.problems() == ()
    assert win.text == "678m 123p 333567s E 15f +E seat=E round=S"
    win = Win.parse("111m 999s 發 (111s<S) (WWW<N) +發<N seat=W")
    assert (win.by, win.feeder, win.seat, win.round) == (By.DISCARD, Wind.NORTH, Wind.WEST, Wind.EAST)
    assert win.problems() == ()
    win = Win.parse("1m +E<N rob_kong")
    assert (win.by, win.feeder) == (By.ROB_KONG, Wind.NORTH)
    win = Win.parse("1m +N<?")
    assert (win.by, win.tile, win.feeder) == (By.DISCARD, Tile.NORTH, None)
    win = Win.parse("1234567f flowers_win")
    assert (win.by, win.tile, win.hand.concealed) == (By.FLOWERS, None, ())
    assert Win.parse("123m東+東<北").text == "123m E +E<N seat=E round=E"


def test_every_word() -> None:
    text = (
        "1m +E seat=S round=W streak=2 replacement=kong kong_chain=2 kong_feeder=E second_kong_uses_replacement "
        "flower_between_kongs robbed=concealed last_tile last_discard first_turn=heavenly ready=declared one_shot "
        "discards=4 visible=5m:3,6m:1,中:2 eighth_flower=E winners=2"
    )
    win = Win.parse(text)
    assert win.text == text
    assert win.at.visible == ((Tile.M5, 3), (Tile.M6, 1), (Tile.RED, 2))
    assert win.to_case() == {
        "seat": "S",
        "round": "W",
        "streak": 2,
        "hand": "1m",
        "melds": [],
        "win": "E",
        "by": "self_draw",
        "flowers": "",
        "at": {
            "replacement": "kong",
            "kong_chain": 2,
            "kong_feeder": "E",
            "second_kong_uses_replacement": True,
            "flower_between_kongs": True,
            "robbed": "concealed",
            "last_tile": True,
            "last_discard": True,
            "first_turn": "heavenly",
            "ready": "declared",
            "one_shot": True,
            "discards": 4,
            "visible": {"5m": 3, "6m": 1, "中": 2},
            "eighth_flower": "E",
            "winners": 2,
        },
    }
    row = win.pack()
    assert row[Tile.M1] == 1
    assert row[Tile.M5] == 0x30
    assert row[34:40] == bytes([27, 255, 255, 255, 255, 255])
    assert row[40:52] == bytes([0, 1, 2, 1, 1, 2, 1, 1, 4, 2, 2, 0b01110111])
    assert row[52:] == bytes([1 << 3, 1, *bytes(10)])


def test_words_and_numbers_of_the_enumerations() -> None:
    assert [each.text for each in By] == ["discard", "self_draw", "rob_kong", "flowers"]
    assert [each.text for each in Replacement] == ["none", "kong", "flower"]
    assert [each.text for each in FirstTurn] == ["none", "heavenly", "earthly", "earthly_draw", "human"]
    assert [each.text for each in Ready] == ["none", "declared", "concealed", "heavenly", "earthly"]
    for kind in (By, Replacement, FirstTurn, Ready, MeldKind):
        assert [int(each) for each in kind] == list(range(len(kind)))


def test_packed_melds_flowers_and_tile() -> None:
    row = Win.parse("5m (123m) (EEE) (5555p) (666p+6p) [白白白白] 1f8f +5m<S").pack()
    assert list(row[35:40]) == [0, 34 + 27, 2 * 34 + 13, 3 * 34 + 14, 4 * 34 + 33]
    assert row[40] == 0b10000001
    assert Win.parse("1234567f +8f flowers_win").pack()[34] == 41


def test_circumstances_are_sorted_and_without_noughts() -> None:
    at = Circumstances(visible=((Tile.RED, 1), (Tile.M1, 0), (Tile.M2, 2)))
    assert at.visible == ((Tile.M2, 2), (Tile.RED, 1))
